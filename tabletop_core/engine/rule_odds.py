"""The odds of each result of a rule, exact unless there are too many ways.

The rule's own code runs once for every outcome of its dice and cards.
If several procedures follow one another, equal states between them are merged, so the work grows
with the number of different states and not with the number of ways.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..chance import Enumerating, Seeded, Source
from .outcome import GameOver
from .state import state_key

if TYPE_CHECKING:
    from .decisions import Answer, Decision

LIMIT = 200_000
"""The number of ways walked before the odds are sampled instead."""
SAMPLES = 20_000
TELL_EVERY = 1_000


class RuleOdds(dict[Any, Fraction]):
    """The chance of each result.

    exact: False if there were too many ways and the chances were sampled.
    paths: the number of ways walked, or of runs sampled.
    known: the chance of each result in the ways that were walked to the end; the same as the odds
        if they are exact.
    """

    def __init__(
        self,
        chances: Mapping[Any, Fraction],
        *,
        exact: bool = True,
        paths: int = 0,
        known: Mapping[Any, Fraction] | None = None,
    ) -> None:
        super().__init__(chances)
        self.exact = exact
        self.paths = paths
        self.known = chances if known is None else known

    @property
    def walked(self) -> Fraction:
        """The total chance of the ways that were walked to the end."""
        return sum(self.known.values(), Fraction(0))

    def certain(self, result: Any) -> tuple[Fraction, Fraction]:
        """Return certain bounds of the chance of a result.

        The lower bound is its chance in the ways walked; the upper one adds all ways not walked.
        """
        least = self.known.get(result, Fraction(0))
        return least, least + 1 - self.walked

    def bounds(self, result: Any) -> tuple[float, float]:
        """Return the bounds that the chance of a result very likely has.

        They are equal if the odds are exact; otherwise they are the 95 % interval of the sample.
        """
        chance = self.get(result, Fraction(0))
        if self.exact:
            return float(chance), float(chance)
        from ..intervals import wilson

        return wilson(float(chance * self.paths), self.paths)

    def __str__(self) -> str:
        if self.exact:
            return f"exact, {self.paths:,} ways"
        return (
            f"sampled from {self.paths:,} runs: there are too many ways to follow them all "
            f"({float(100 * self.walked):.3g} % of the probability was followed)"
        )


class TooManyError(Exception):
    """Raised at more ways than the limit; `known` has the results of those walked to the end."""

    def __init__(self, known: Mapping[Any, Fraction]) -> None:
        self.known = known


def odds_of(
    play: Any,
    procedures: Sequence[Callable[..., Any]],
    args: tuple[Any, ...],
    read: "Callable[[Any, Any], Any] | None",
    policy: "Callable[[Any, Decision], Answer] | None",
    limit: int,
    samples: int,
    on_progress: Callable[[int, Fraction], None] | None,
) -> RuleOdds:
    """Return the odds of procedures run one after the other; see `Play.odds`."""
    run = _Run(play, procedures, args, read, policy)
    try:
        chances, paths = _enumerated(run, limit, on_progress)
        return RuleOdds(chances, paths=paths)
    except TooManyError as error:
        found: dict[Any, int] = {}
        source = Seeded(play._seed, "odds", play.decisions)
        for _ in range(samples):
            result = run.all(source)
            found[result] = found.get(result, 0) + 1
        chances = {result: Fraction(count, samples) for result, count in found.items()}
        return RuleOdds(chances, exact=False, paths=samples, known=error.known)


def _enumerated(
    run: "_Run", limit: int, on_progress: Callable[[int, Fraction], None] | None
) -> tuple[dict[Any, Fraction], int]:
    """Walk every way; equal states between two procedures are merged."""
    paths = 0
    ended: dict[Any, Fraction] = {}
    standing: dict[Any, tuple[Fraction, Any]] = {"": (Fraction(1), run.play)}
    last = len(run.procedures) - 1
    for number in range(last + 1):
        after: dict[Any, tuple[Fraction, Any]] = {}
        walked = Fraction(0)
        for weight, begin in standing.values():
            source = Enumerating()
            while source.next_path():
                if paths == limit:
                    raise TooManyError(ended)
                other = begin._beside(source)
                returned, is_over = run.one(other, number)
                chance = weight * source.weight
                paths += 1
                walked += chance
                if is_over or number == last:
                    result = run.result(other, returned)
                    ended[result] = ended.get(result, Fraction(0)) + chance
                else:
                    key = (state_key(other.state), other.seat)
                    before, _ = after.get(key, (Fraction(0), None))
                    after[key] = (before + chance, other)
                if on_progress and not paths % TELL_EVERY:
                    on_progress(paths, walked)
        standing = after
    return ended, paths


class _Run:
    """The procedures whose odds are wanted, and how to run them."""

    def __init__(
        self,
        play: Any,
        procedures: Sequence[Callable[..., Any]],
        args: tuple[Any, ...],
        read: "Callable[[Any, Any], Any] | None",
        policy: "Callable[[Any, Decision], Answer] | None",
    ) -> None:
        self.play = play
        self.procedures = procedures
        self._args = args
        self._read = read
        self._policy = policy

    def one(self, other: Any, number: int) -> tuple[Any, bool]:
        """Run one procedure; return its result, and whether it ended the game."""

        try:
            asking = self.procedures[number](other, *self._args)
            return other._finish(asking, self._policy), False
        except GameOver:
            return other.outcome and other.outcome.kind, True

    def result(self, other: Any, returned: Any) -> Any:
        return self._read(other, returned) if self._read else returned

    def all(self, source: Source) -> Any:
        other = self.play._beside(source)
        returned: Any = None
        for number in range(len(self.procedures)):
            returned, is_over = self.one(other, number)
            if is_over:
                break
        return self.result(other, returned)
