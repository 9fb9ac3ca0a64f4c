"""Compute exact odds: whole-number weights over one denominator, never a float in between.

>>> odds = dice_odds("2d6")
>>> odds.p(7), odds >= 10, odds.mean
(Fraction(1, 6), Fraction(1, 6), Fraction(7, 1))
>>> odds.map(lambda total: "hit" if total >= 8 else "miss")
Odds({'miss': 21, 'hit': 15}, denominator=36)

Sums are products of powers of generating functions.
Where these have few terms their product follows a short recurrence; anything else is packed into
one large integer, whose digits in a big enough base are the weights, so that one multiplication
multiplies polynomials.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm, log2, prod, sqrt
from operator import floordiv, ge, gt, mul
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import attrs

from ..errors import DiceError
from .notation import parse_dice
from .pools import Dice, Pool

MAX_NANOSECONDS = 1_000_000_000
"""Nanoseconds that one question may take, by estimates made beforehand; longer ones are refused."""

MAX_BYTES = 400_000_000
"""Bytes that the weights of one sum may fill."""

MAX_DENOMINATOR_BITS = 14_000
"""Denominators longer than this could not even be printed."""

NEGLIGIBLE_BITS = 64
"""Dice without end are followed until less than 1 in 2^64 goes on."""

MAX_PAIRED_OUTCOMES = 12
"""Outcomes of two dice up to which they are added pair by pair; planning would take longer."""

P = TypeVar("P")

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    O = TypeVarWithDefault("O", default=Any)  # noqa: E741
else:
    # Dice are light; only type checkers need what makes `Odds` mean `Odds[Any]`.
    O = TypeVar("O")  # noqa: E741

Weighted: TypeAlias = dict[Any, int]
"""In how many ways each outcome comes about."""

Factor: TypeAlias = tuple[Weighted, int]
"""A generating function whose lowest power is 0, and how often it is taken."""

_left: ContextVar[float | None] = ContextVar("nanoseconds left", default=None)


class _ExcessError(DiceError):
    """A sum that would take too long."""


def _own(weights: Mapping[Any, int]) -> dict[Any, int]:
    return weights if type(weights) is dict else dict(weights)


@attrs.frozen(eq=False, repr=False)
class Odds(Generic[O]):
    """The exact chance of each outcome: `weights[outcome] / denominator`.

    Outcomes, of the type `O`, may be numbers, labels or any other hashable value.
    Values never change; every operation returns new odds.

    Where dice explode without end not every outcome can be listed; `rest` is then the exact chance
    of all the others together, so that the chance of an outcome is `p(outcome)` at least and
    `p(outcome) + rest` at most. Of the dice alone, `p` is exact for each total that is listed.

    >>> odds = dice_odds("1d6!")
    >>> odds.p(11), odds.mean, float(odds.rest) < 1e-19
    (Fraction(1, 36), Fraction(21, 5), True)
    """

    _weights: dict[O, int] = attrs.field(converter=_own)
    denominator: int
    moments: tuple[Fraction, Fraction] | None = attrs.field(default=None, repr=False)
    """Mean and variance where `rest` is not 0 and they are known all the same."""
    side: int = attrs.field(default=0, repr=False)
    """Where the rest is: 1 above all outcomes listed, -1 below, 0 anywhere."""

    @classmethod
    def of(cls, weights: Mapping[O, int] | Iterable[O]) -> "Odds[O]":
        """Build odds from weights, or from equally likely outcomes.

        >>> Odds.of(["hit", "miss", "miss"]).p("miss")
        Fraction(2, 3)
        """
        if isinstance(weights, Mapping):
            kept = {outcome: weight for outcome, weight in weights.items() if weight}
        else:
            kept = {}
            for outcome in weights:
                kept[outcome] = kept.get(outcome, 0) + 1
        if not kept or any(type(weight) is not int or weight < 0 for weight in kept.values()):
            raise DiceError(f"odds need whole positive weights, got {weights!r}; give at least one")
        return cls(kept, sum(kept.values()))

    @staticmethod
    def mix(parts: "Iterable[tuple[int, Odds[P]]]") -> "Odds[P]":
        """Blend odds by whole-number weights: one part happens, as likely as its weight."""
        listed = [(weight, odds) for weight, odds in parts if weight]
        common = lcm(*(odds.denominator for _, odds in listed))
        weights: dict[P, int] = {}
        for weight, odds in listed:
            factor = weight * (common // odds.denominator)
            for outcome, inner in odds._weights.items():
                weights[outcome] = weights.get(outcome, 0) + factor * inner
        return Odds(weights, common * sum(weight for weight, _ in listed))

    @property
    def weights(self) -> Mapping[O, int]:
        """In how many of the `denominator` ways each outcome comes about; read-only."""
        return MappingProxyType(self._weights)

    def __repr__(self) -> str:
        return f"Odds({self._weights!r}, denominator={self.denominator})"

    def __iter__(self) -> Iterator[O]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        mine, theirs = self.reduced(), other.reduced()
        return mine.denominator == theirs.denominator and mine._weights == theirs._weights

    def __hash__(self) -> int:
        reduced = self.reduced()
        return hash((reduced.denominator, frozenset(reduced._weights.items())))

    def reduced(self) -> "Odds[O]":
        """Divide all weights by what they have in common."""
        common = gcd(self.denominator, *self._weights.values())
        if common == 1:
            return self
        weights = {outcome: weight // common for outcome, weight in self._weights.items()}
        return attrs.evolve(self, weights=weights, denominator=self.denominator // common)

    @property
    def rest(self) -> Fraction:
        """The exact chance of all outcomes that are not listed; 0 but for dice without end."""
        return Fraction(self.denominator - sum(self._weights.values()), self.denominator)

    def p(self, outcome: O) -> Fraction:
        """Return the chance of one outcome."""
        return Fraction(self._weights.get(outcome, 0), self.denominator)

    def items(self) -> Iterator[tuple[O, Fraction]]:
        """Walk the outcomes with their chances."""
        for outcome, weight in self._weights.items():
            yield outcome, Fraction(weight, self.denominator)

    def chance(self, holds: Callable[[O], object]) -> Fraction:
        """Return the chance that an outcome meets a condition."""
        return Fraction(sum(w for o, w in self._weights.items() if holds(o)), self.denominator)

    def __ge__(self: "Odds[int]", other: "Odds[int] | int") -> Fraction:
        """Return the chance of a number or more, or of no less than independent odds show.

        >>> dice_odds("1d6!") >= 7, dice_odds("1d6") > dice_odds("1d8")
        (Fraction(1, 6), Fraction(5, 16))
        """
        return self._beats(other, ge) if isinstance(other, Odds) else self._past(other, ge)

    def __le__(self: "Odds[int]", other: "Odds[int] | int") -> Fraction:
        return -self >= -other

    def __gt__(self: "Odds[int]", other: "Odds[int] | int") -> Fraction:
        return self._beats(other, gt) if isinstance(other, Odds) else self._past(other, gt)

    def __lt__(self: "Odds[int]", other: "Odds[int] | int") -> Fraction:
        return -self > -other

    def _past(self: "Odds[int]", number: int, holds: Callable[[int, int], bool]) -> Fraction:
        if self.rest and self.side >= 0:
            self._check_listed(number - (holds is ge))
            return 1 - self.chance(lambda outcome: not holds(outcome, number))
        self._check_listed(number + (holds is gt))
        return self.chance(lambda outcome: holds(outcome, number))

    def _beats(
        self: "Odds[int]", other: "Odds[int]", holds: Callable[[int, int], bool]
    ) -> Fraction:
        if self.rest or other.rest:
            raise self._endless()
        found = below = at = 0
        ordered = sorted(other._weights)
        for outcome in sorted(self._weights):
            while at < len(ordered) and holds(outcome, ordered[at]):
                below += other._weights[ordered[at]]
                at += 1
            found += self._weights[outcome] * below
        return Fraction(found, self.denominator * other.denominator)

    def _endless(self) -> DiceError:
        return DiceError(
            "these dice explode without end, so the chance is not known exactly; state a depth, "
            "such as 1d6!20"
        )

    def _check_listed(self: "Odds[int]", number: int) -> None:
        if not self.rest:
            return
        if not self.side:
            raise self._endless()
        low, high = min(self._weights), max(self._weights)
        if number > high if self.side > 0 else number < low:
            raise DiceError(
                f"{number} is beyond the outcomes listed, {low} to {high}; everything there "
                f"has a chance of {float(self.rest):.2g}"
            )

    @property
    def mean(self: "Odds[int]") -> Fraction:
        """The average outcome."""
        if known := self._known_moments():
            return known[0]
        return Fraction(sum(o * w for o, w in self._weights.items()), self.denominator)

    @property
    def variance(self: "Odds[int]") -> Fraction:
        """The mean squared distance from the mean."""
        if known := self._known_moments():
            return known[1]
        squares = Fraction(sum(o * o * w for o, w in self._weights.items()), self.denominator)
        return squares - self.mean**2

    @property
    def deviation(self: "Odds[int]") -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def median(self: "Odds[int]") -> int:
        """The least outcome that is not exceeded with a chance of a half."""
        return self.quantile(Fraction(1, 2))

    @property
    def modes(self) -> tuple[O, ...]:
        """The likeliest outcomes, in their order: most often one alone."""
        most = max(self._weights.values())
        return tuple(outcome for outcome, weight in self._weights.items() if weight == most)

    def _known_moments(self) -> tuple[Fraction, Fraction] | None:
        if self.moments is None and self.rest:
            raise DiceError(
                "these dice explode without end, so the mean of what is done with them is not "
                "known exactly; state a depth, such as 1d6!20"
            )
        return self.moments

    def quantile(self: "Odds[int]", share: Fraction | float) -> int:
        """Return the least outcome that is not exceeded with at least this chance.

        >>> dice_odds("2d6").quantile(0.5)
        7
        """
        wanted = Fraction(share)
        if not 0 <= wanted <= 1:
            raise DiceError(
                f"a quantile is a share from 0 to 1, got {share!r}; use 0.5 for the half"
            )
        so_far = self.denominator - sum(self._weights.values()) if self.side < 0 else 0
        if so_far and wanted * self.denominator <= so_far:
            raise self._unlisted(share)
        ordered = sorted(self._weights)
        for outcome in ordered:
            so_far += self._weights[outcome]
            if Fraction(so_far, self.denominator) >= wanted:
                return outcome
        raise self._unlisted(share)

    def _unlisted(self, share: Fraction | float) -> DiceError:
        return DiceError(
            f"these dice explode without end, and the outcome that the share {share!r} reaches is "
            f"not listed; ask for another share"
        )

    def map(self, change: Callable[[O], P]) -> "Odds[P]":
        """Replace each outcome, adding up those that become equal."""
        weights: dict[P, int] = {}
        for outcome, weight in self._weights.items():
            new = change(outcome)
            weights[new] = weights.get(new, 0) + weight
        return Odds(weights, self.denominator)

    def where(self, holds: Callable[[O], object]) -> "Odds[O]":
        """Return the odds given that a condition is met.

        >>> dice_odds("1d6").where(lambda face: face > 4)
        Odds({5: 1, 6: 1}, denominator=2)
        """
        kept = {outcome: weight for outcome, weight in self._weights.items() if holds(outcome)}
        if not kept:
            raise DiceError(
                "no outcome meets the condition; odds under an impossible condition are undefined"
            )
        beyond = self.denominator - sum(self._weights.values())
        return Odds(kept, sum(kept.values()) + beyond)

    def then(self, follow: "Callable[[O], Odds[P]]") -> "Odds[P]":
        """Return the odds of what follows from each outcome.

        >>> dice_odds("1d6").then(lambda n: dice_odds(f"{n}d6")).mean
        Fraction(49, 4)
        """
        parts = [(weight, follow(outcome)) for outcome, weight in self._weights.items()]
        beyond = self.denominator - sum(self._weights.values())
        return Odds.mix([*parts, (beyond, Odds({}, 1))])

    def bars(
        self,
        width: int = 80,
        words: Callable[[O], str] = str,
        *,
        pictures: bool = True,
        width_of: Callable[[str], int] = len,
    ) -> str:
        """Draw the odds as lines of text: outcome, percent, fraction, bar.

        Args:
            width: how many columns there are.
            words: returns what an outcome is called.
            pictures: whether bars are drawn.
            width_of: returns how many columns a text takes, where that is not its length.

        >>> print(Odds.of(["hit", "miss", "miss"]).bars(40))
        hit    33.33%  1/3  ██████████
        miss   66.67%  2/3  ████████████████████
        """
        from .bars import bars_of, text_bars

        bars = bars_of(self._weights, self.denominator, words)
        return "\n".join(text_bars(bars, width, pictures, width_of))

    def svg(self, title: str, words: Callable[[O], str] = str) -> str:
        """Draw the odds as a picture, each bar with a text for screen readers."""
        from .bars import bars_of, svg_bars

        return svg_bars(title, bars_of(self._weights, self.denominator, words))

    def __add__(self: "Odds[int]", other: "Odds[int] | int") -> "Odds[int]":
        if not isinstance(other, Odds):
            moments = self.moments and (self.moments[0] + other, self.moments[1])
            weights = {o + other: w for o, w in self._weights.items()}
            return Odds(weights, self.denominator, moments, self.side)
        weights = _convolved(self._weights, other._weights)
        return Odds(weights, self.denominator * other.denominator, _both_moments(self, other))

    __radd__ = __add__

    def __neg__(self: "Odds[int]") -> "Odds[int]":
        weights = {-o: w for o, w in reversed(self._weights.items())}
        moments = self.moments and (-self.moments[0], self.moments[1])
        return Odds(weights, self.denominator, moments, -self.side)

    def __sub__(self: "Odds[int]", other: "Odds[int] | int") -> "Odds[int]":
        return self + -other

    def __rsub__(self: "Odds[int]", other: int) -> "Odds[int]":
        return -self + other

    def __mul__(self: "Odds[int]", other: "Odds[int] | int") -> "Odds[int]":
        """Multiply outcomes, by a number or by those of independent odds; `times` adds copies.

        >>> (dice_odds("1d6") * dice_odds("1d6")).p(12), (dice_odds("1d6") * 10).modes
        (Fraction(1, 9), (10, 20, 30, 40, 50, 60))
        """
        if isinstance(other, Odds):
            return self._with(other, mul)
        scaled = self.map(lambda outcome: outcome * other)
        moments = self.moments and (self.moments[0] * other, self.moments[1] * other**2)
        side = (other > 0) - (other < 0)
        return attrs.evolve(scaled, moments=moments, side=self.side * side)

    __rmul__ = __mul__

    def __floordiv__(self: "Odds[int]", other: "Odds[int] | int") -> "Odds[int]":
        """Divide outcomes, rounded down, by a number or by those of independent odds."""
        if 0 in other._weights if isinstance(other, Odds) else not other:
            raise DiceError(f"{other!r} may be 0, and nothing can be divided by 0; leave the 0 out")
        if isinstance(other, Odds):
            return self._with(other, floordiv)
        return self.map(lambda outcome: outcome // other)

    def __abs__(self: "Odds[int]") -> "Odds[int]":
        return self.map(abs)

    def max(self: "Odds[int]", other: "Odds[int] | int") -> "Odds[int]":
        """Take the greater of an outcome and a number, or of two independent outcomes.

        Python's own `max(one, other)` returns one of the two, because their chance is above 0.

        >>> (dice_odds("1d6").max(3)).weights == {3: 3, 4: 1, 5: 1, 6: 1}
        True
        """
        if not isinstance(other, Odds):
            return self.map(lambda outcome: outcome if outcome > other else other)
        if self.rest or other.rest:
            return self._with(other, lambda one, two: one if one > two else two)
        found: dict[int, int] = {}
        mine = theirs = before = 0
        for outcome in sorted({*self._weights, *other._weights}):
            mine += self._weights.get(outcome, 0)
            theirs += other._weights.get(outcome, 0)
            if ways := mine * theirs - before:
                found[outcome] = ways
            before = mine * theirs
        return Odds(found, self.denominator * other.denominator)

    def min(self: "Odds[int]", other: "Odds[int] | int") -> "Odds[int]":
        """Take the smaller of an outcome and a number, or of two independent outcomes."""
        return -((-self).max(-other))

    def _with(
        self: "Odds[int]", other: "Odds[int]", change: Callable[[int, int], int]
    ) -> "Odds[int]":
        """Return the odds of what two independent outcomes make together."""
        _afford(
            300.0 * len(self) * len(other), 0,
            lambda: f"{len(self):,} and {len(other):,} outcomes are paired",
        )  # fmt: skip
        weights: dict[int, int] = {}
        for one, w in self._weights.items():
            for two, v in other._weights.items():
                made = change(one, two)
                weights[made] = weights.get(made, 0) + w * v
        return Odds(dict(sorted(weights.items())), self.denominator * other.denominator)

    def times(self: "Odds[int]", count: "int | Odds[int]") -> "Odds[int]":
        """Add up a number of independent copies; the number may itself be uncertain.

        >>> dice_odds("1d6").times(2) == dice_odds("2d6")
        True
        >>> dice_odds("1d6").times(dice_odds("15d6>=5")).mean
        Fraction(35, 2)
        """
        if isinstance(count, Odds):
            return _compounded(self, count)
        if count < 0:
            raise DiceError(f"cannot add up {count!r} copies; give 0 or more")
        moments = self.moments and (count * self.moments[0], count * self.moments[1])
        return Odds(_power(self._weights, count), self.denominator**count, moments)

    def keep(self: "Odds[int]", count: int, of: int) -> "Odds[int]":
        """Return the sum of the highest `count` of `of` copies (lowest when negative)."""
        if not 1 <= abs(count) <= of:
            raise DiceError(f"cannot keep {count!r} of {of!r} dice; keep from 1 to all of them")
        return Odds(_kept(self._weights, count, of), self.denominator**of)


def _both_moments(one: Odds, other: Odds) -> tuple[Fraction, Fraction] | None:
    """Add means and variances of independent odds, where one of them has no end."""
    if one.moments is None and other.moments is None:
        return None
    if any(odds.moments is None and odds.rest for odds in (one, other)):
        return None
    return one.mean + other.mean, one.variance + other.variance


@lru_cache(maxsize=1024)
def _cached(dice: Dice) -> Odds[int]:
    return _of_dice(dice)


def dice_odds(dice: Dice | str) -> Odds[int]:
    """Return the exact odds of a dice expression.

    >>> dice_odds("4d6kh3").p(18)
    Fraction(7, 432)
    """
    return _cached(parse_dice(dice) if isinstance(dice, str) else dice)


def _of_dice(dice: Dice) -> Odds:
    if dice.digits:
        labels = list(dice.labels())
        return Odds(dict.fromkeys(labels, 1), len(labels))
    _refuse_excess(dice)
    try:
        with one_budget():
            odds = _of_pools(dice.pools)
    except _ExcessError as error:
        raise DiceError(f"exact odds of {dice} would take too long: {error}") from None
    if odds is None:
        return Odds({dice.constant: 1}, 1)
    return odds + dice.constant if dice.constant else odds


def _of_pools(pools: Iterable[Pool]) -> Odds | None:
    """Add terms: those whose dice merely add up all at once, then the others."""
    added = [pool for pool in pools if pool.is_sum]
    odds = _of_sums(added) if added else None
    for pool in pools:
        if not pool.is_sum:
            term = _of_pool(pool)
            odds = term if odds is None else _added_terms(odds, term)
    return odds


def _refuse_excess(dice: Dice) -> None:
    """Refuse numbers that no one could read, and what has an end on neither side."""
    digits = 0
    for pool in dice.pools:
        digits += _faces_shown(pool) * pool.sides.bit_length() * (1 + pool.again_once)
    if digits > MAX_DENOMINATOR_BITS:
        raise DiceError(f"exact odds of {dice} need numbers too long to write; use fewer dice")
    if not dice.fixed and {pool.sign for pool in dice.pools if pool.has_no_end} == {1, -1}:
        raise DiceError(
            f"{dice} has no end either way, so no total has exact odds; state a depth, such as "
            f"1d6!20"
        )


@contextmanager
def one_budget() -> Iterator[None]:
    """Let all the odds that are worked out inside share what one question may take."""
    token = _left.set(MAX_NANOSECONDS if _left.get() is None else _left.get())
    try:
        yield
    finally:
        _left.reset(token)


def _afford(nanoseconds: float, room: float, what: Callable[[], str]) -> None:
    """Refuse work that no one would wait for, and say what it was at."""
    left = _left.get()
    if nanoseconds > (MAX_NANOSECONDS if left is None else left) or room > MAX_BYTES:
        raise _ExcessError(f"{what()}; use fewer or smaller dice")
    if left is not None:
        _left.set(left - nanoseconds)


def _faces_shown(pool: Pool) -> int:
    """Return how many faces the dice of a term can show, as far as they are followed."""
    if not pool.depth:
        return pool.count
    if not pool.has_no_end or abs(pool.keep) not in (0, pool.count):
        return pool.count * _depth(pool)
    return pool.count + _further_dice(pool)


def _depth(pool: Pool) -> int:
    """Return how many faces one die of a term can show, those without end as far as followed."""
    if not pool.is_open:
        return pool.depth + 1
    faces = _faces(pool)
    more = {face: weight for face, weight in faces.items() if pool.adds_die(face)}
    share = sum(more.values()) / sum(faces.values())
    if not share:
        return 1
    followed = 2 + int(NEGLIGIBLE_BITS / -log2(share))
    gains = [gain for gain in (_value(pool, face) for face in more) if gain]
    if not gains or len(set(gains)) == 1:
        return followed
    # A chain of the least such faces must be worth more than any chain that is likely.
    longest: int = max(gains) * followed + max(map(abs, faces))
    least: int = min(gains)
    return 2 + longest // least


def _added_terms(so_far: Odds, term: Odds) -> Odds:
    """Add two terms; of dice without end, keep the totals whose ways are all known."""
    total = so_far + term
    side = so_far.side or term.side
    ends = max if side > 0 else min
    others = min if side > 0 else max
    bounds = [
        ends(one) + others(other) for one, other in ((so_far, term), (term, so_far)) if one.side
    ]
    if not bounds:
        return total
    bound = others(bounds)
    return _only(total, side, lambda outcome: bool(outcome * side <= bound * side))


def _only(odds: Odds, side: int, holds: Callable[[Any], bool]) -> Odds:
    """List only some of the outcomes; the others join the rest, on that side of them."""
    weights = {outcome: weight for outcome, weight in odds._weights.items() if holds(outcome)}
    return Odds(weights, odds.denominator, odds.moments, side)


def _of_sums(pools: Sequence[Pool]) -> Odds:
    """Add terms whose dice merely add up: in one recurrence, or one term after the other."""
    dice = [(_signed(_of_die(pool), pool.sign), pool.count) for pool in pools]
    if len(dice) == 1:
        return dice[0][0].times(dice[0][1])
    together = _powers((die._weights, count) for die, count in dice)
    one_by_one = 0.0
    outcomes, bits = 1, 0.0
    for die, count in dice:
        one_by_one += _powers([(die._weights, count)]).work if count > 1 else 0
        own, own_bits = count * (max(die) - min(die)) + 1, count * log2(die.denominator)
        one_by_one += _sum_work(outcomes, own, bits / 8, own_bits / 8) if outcomes > 1 else 0
        outcomes, bits = outcomes + own - 1, bits + own_bits
    if together.work <= one_by_one:
        return Odds(together.weights(), prod(die.denominator**count for die, count in dice))
    parts = [die.times(count) for die, count in dice]
    total = parts[0]
    for part in parts[1:]:
        total += part
    return total


def _signed(odds: Odds, sign: int) -> Odds:
    return odds if sign > 0 else -odds


def _of_pool(pool: Pool) -> Odds:
    keeps_all = abs(pool.keep) in (0, pool.count)
    if pool.has_no_end:
        odds = _endless_sum(pool) if keeps_all else _endless_kept(pool)
    elif keeps_all:
        odds = _of_die(pool).times(pool.count)
    else:
        odds = _of_die(pool).keep(pool.keep, pool.count)
    return _scaled(odds, pool) if pool.scale or pool.sign < 0 else odds


def _scaled(odds: Odds, pool: Pool) -> Odds:
    scaled = odds.map(pool.scaled)
    weights = dict(sorted(scaled._weights.items()))
    if not odds.side:
        return Odds(weights, scaled.denominator)
    weights.pop(pool.scaled(max(odds) + 1), None)  # not all its ways are listed
    moments = None
    if odds.moments and pool.scale in ("", "*"):
        by = pool.scaled(1)
        moments = (by * odds.moments[0], by * by * odds.moments[1])
    return Odds(weights, scaled.denominator, moments, pool.sign)


def _endless_sum(pool: Pool) -> Odds:
    """Add dice that explode without end, listing all totals that are complete.

    With w the weight of all faces, a the generating function of those that end a chain and b that
    of those that add a die, one die is a / (w - b). So n dice with e further dice between them have
    a^n comb(n + e - 1, e) b^e ways of w^(n + e).
    """
    others, more = _ends_and_more(pool)
    goes_on = sum(more.values())
    whole = sum(others.values()) + goes_on
    last = _further_dice(pool)
    series: Weighted = {}
    chain: Weighted = {0: 1}
    for e in range(last + 1):
        ways = comb(pool.count + e - 1, e) * whole ** (last - e)
        for gain, weight in chain.items():
            series[gain] = series.get(gain, 0) + ways * weight
        chain = _longer(chain, more)
    ends = _power(others, pool.count)
    complete = min(ends) + min(more) * (last + 1)
    weights = {
        total: weight for total, weight in _convolved(ends, series).items() if total < complete
    }
    gained = sum(gain * w for gain, w in more.items())
    mean = Fraction(sum(v * w for v, w in others.items()) + gained, whole - goes_on)
    squares = sum(v * v * w for v, w in others.items())
    squares += sum(w * (gain * gain + 2 * gain * mean) for gain, w in more.items())
    variance = Fraction(squares) / (whole - goes_on) - mean**2
    moments = (pool.count * mean, pool.count * variance)
    return Odds(weights, whole ** (pool.count + last), moments, 1)


def _ends_and_more(pool: Pool) -> tuple[Weighted, Weighted]:
    """Weigh what faces add: those that end a chain, and those that add a die.

    Without end, a face that adds a die and counts nothing only means another roll.
    """
    faces = _faces(pool)
    more = {face: weight for face, weight in faces.items() if pool.adds_die(face)}
    ends = {face: weight for face, weight in faces.items() if face not in more}
    counts = _tested(pool, more)
    if pool.is_open:
        counts.pop(0, None)
    return _tested(pool, ends), counts


def _longer(chain: Weighted, more: Weighted) -> Weighted:
    """Add one more die to chains of dice that add another one."""
    if len(more) > 1:
        return _added(_products(chain, more))
    ((gain, ways),) = more.items()
    return {so_far + gain: weight * ways for so_far, weight in chain.items()}


def _further_dice(pool: Pool) -> int:
    """Return how many further dice to follow, so that less than 1 in 2^64 remains unlisted."""
    others, more = _ends_and_more(pool)
    share = sum(more.values()) / (sum(others.values()) + sum(more.values()))
    spread = pool.count * (max(others) - min(others))
    e, chance = 0, pool.count * log2(1 - share)
    while e * (1 - share) < 2 * pool.count * share or chance > -NEGLIGIBLE_BITS - 8:
        e += 1
        chance += log2(share * (pool.count + e - 1) / e)
    farthest: int = spread + max(more) * e
    least: int = min(more)
    return farthest // least + 1


def _endless_kept(pool: Pool) -> Odds:
    """Keep some of the dice that explode without end.

    All chains that are not followed to their end count as one outcome, greater than all others;
    totals in which it could have been kept are not listed.
    """
    faces = _faces(pool)
    least = min(_value(pool, face) for face in faces)
    endless = min(_ends_and_more(pool)[1]) * _depth(pool) + least
    die = _of_die(pool)
    weights = {value: weight for value, weight in die._weights.items() if value < endless}
    weights[endless] = die.denominator - sum(weights.values())
    kept = Odds(weights, die.denominator).keep(pool.keep, pool.count)
    bound = endless + (abs(pool.keep) - 1) * least
    return _only(kept, 1, lambda total: bool(total < bound))


def _value(pool: Pool, face: int) -> int:
    """Return what a face adds: itself, or 1 where it is counted and meets the test."""
    return face if pool.counted is None else int(pool.counted(face))


def _faces(pool: Pool) -> Weighted:
    """Weigh the faces that stay on the table."""
    faces: Weighted = dict.fromkeys(pool.faces(), 1)
    again = pool.again
    if again is None or not pool.again_once:
        return faces
    rerolled = sum(again(face) for face in faces)
    weights = {f: rerolled + (0 if again(f) else pool.sides) for f in faces}
    return {face: weight for face, weight in weights.items() if weight}


def _of_die(pool: Pool) -> Odds:
    """Return the odds of one die of a term: rerolled, exploded, counted.

    Of a die without end, chains that go on further than `_depth` are left out.
    """
    faces = _faces(pool)
    total = sum(faces.values())
    if not pool.depth:
        return Odds(faces if pool.counted is None else _tested(pool, faces), total)
    ends, more = _ends_and_more(pool)
    if not more:
        return Odds(ends, sum(ends.values()))
    if pool.is_open:
        total = sum(ends.values()) + sum(more.values())
    last = _depth(pool) - 1
    chains: list[tuple[int, int]] = []
    chain: Weighted = {0: 1}
    for length in range(last):
        rest = total ** (last - length)
        chains += [
            (gain + v, way * w * rest) for gain, way in chain.items() for v, w in ends.items()
        ]
        chain = _longer(chain, more)
    longest = ends if pool.is_open else _tested(pool, faces)
    chains += _products(chain, longest)
    return Odds(_added(chains), total ** (last + 1))


def _tested(pool: Pool, faces: Weighted) -> Weighted:
    """Weigh what the faces add."""
    return _added((_value(pool, face), weight) for face, weight in faces.items())


def _added(pairs: Iterable[tuple[int, int]]) -> Weighted:
    weights: Weighted = {}
    for value, weight in pairs:
        weights[value] = weights.get(value, 0) + weight
    return weights


def _pack(weights: Weighted, low: int, width: int) -> int:
    """Write weights as the digits of one number, `width` bytes each, lowest outcome first."""
    room = bytearray(width * (max(weights) - low + 1))
    for outcome, weight in weights.items():
        at = (outcome - low) * width
        room[at : at + width] = weight.to_bytes(width, "little")
    return int.from_bytes(room, "little")


def _unpack(packed: int, low: int, width: int) -> Weighted:
    room = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    weights: Weighted = {}
    for outcome, at in enumerate(range(0, len(room), width), low):
        weight = read(room[at : at + width], "little")
        if weight:
            weights[outcome] = weight
    return weights


def _width(most: int) -> int:
    """Return how many bytes hold any number up to `most`."""
    return most.bit_length() // 8 + 1


def _convolved(first: Weighted, second: Weighted) -> Weighted:
    pairs = len(first) * len(second)
    if pairs <= 400:
        return _paired(first, second)
    a, b = min(first), min(second)
    ways = sum(first.values()), sum(second.values())
    width = _width(ways[0] * ways[1])
    totals = max(first) - a + max(second) - b + 1
    one_by_one = _pairs_work(len(first), len(second), _width(ways[0]), _width(ways[1]))
    packed = _product_work(totals * width)
    _afford(
        min(packed, one_by_one), totals * width,
        lambda: f"{len(first):,} and {len(second):,} outcomes are added",
    )  # fmt: skip
    if one_by_one < packed:
        return _paired(first, second)
    return _unpack(_pack(first, a, width) * _pack(second, b, width), a + b, width)


def _sum_work(first: int, second: int, one: float, other: float) -> float:
    """Estimate the nanoseconds that adding outcomes takes, from their numbers and bytes."""
    packed = _product_work((first + second) * (one + other + 1))
    return min(packed, _pairs_work(first, second, one, other))


def _pairs_work(first: int, second: int, one: float, other: float) -> float:
    return float(first * second * (200 + one + other + one * other / 14))


def _paired(first: Weighted, second: Weighted) -> Weighted:
    weights: Weighted = {}
    for a, w in first.items():
        for b, v in second.items():
            weights[a + b] = weights.get(a + b, 0) + w * v
    return dict(sorted(weights.items()))


def _power(weights: Weighted, count: int) -> Weighted:
    if count == 1:
        return dict(sorted(weights.items()))
    if count == 2 and len(weights) <= MAX_PAIRED_OUTCOMES:
        return dict(sorted(_paired(weights, weights).items()))
    return _powers([(weights, count)]).weights()


def _product_work(size: float) -> float:
    """Estimate the nanoseconds that a product takes, from its bytes."""
    nanoseconds: float = 8 * (size / 4) ** 1.585
    return nanoseconds


def _powers(dice: Iterable[tuple[Weighted, int]]) -> "_Powers":
    """Prepare to add dice, a number of each kind.

    Equal weights side by side, as of a fair die, are w (1 - x^s) / (1 - x).
    """
    low = high = 0
    scale = 1
    bits = 0.0
    dense: list[Factor] = []
    factors: dict[tuple[tuple[int, int], ...], int] = {}
    for weights, count in dice:
        least, most = min(weights), max(weights)
        low, high = low + least * count, high + most * count
        bits += count * log2(sum(weights.values()))
        shifted = {outcome - least: weight for outcome, weight in sorted(weights.items())}
        dense.append((shifted, count))
        sides = most - least + 1
        parts = [(shifted, count)]
        if sides == len(weights) > 2 and len(set(weights.values())) == 1:
            parts = [({0: 1, sides: -1}, count), ({0: 1, 1: -1}, -count)]
            scale *= weights[least] ** count
        for polynomial, times in parts:
            key = tuple(polynomial.items())
            factors[key] = factors.get(key, 0) + times
    sparse = [(dict(key), times) for key, times in factors.items() if times]
    return _Powers(low, high - low, scale, bits, sparse, dense)


@attrs.frozen
class _Powers:
    """A product of powers of generating functions, worked out in the quicker of two ways."""

    low: int
    degree: int
    scale: int
    bits: float
    """How long the sum of all weights is, in binary digits."""
    factors: list[Factor]
    dense: list[Factor]
    """The same as the dice have it, without the scale."""

    @property
    def stepwise(self) -> float:
        terms = min(prod(len(p) for p, _ in self.factors), 1 + sum(max(p) for p, _ in self.factors))
        steps = self.degree // 2 if self._is_even else self.degree
        work: float = steps * (200 + terms * (200 + self.bits / 6)) + self.degree * 150
        return work

    @property
    def packed(self) -> float:
        work = _product_work((self.degree + 1) * (self.bits / 8 + 1))
        return work * len(self.dense)

    @property
    def work(self) -> float:
        return min(self.stepwise, self.packed)

    def weights(self) -> Weighted:
        count = sum(count for _, count in self.dense)
        _afford(
            self.work, self.degree * (self.bits / 8 + 1),
            lambda: f"{count:,} dice are added, to {self.degree + 1:,} different sums",
        )  # fmt: skip
        if self.stepwise <= self.packed:
            return self._step_by_step()
        width = _width(prod(sum(p.values()) ** count for p, count in self.dense))
        packed = prod(_pack(p, 0, width) ** count for p, count in self.dense)
        return _unpack(packed, self.low, width)

    @property
    def _is_even(self) -> bool:
        """Return whether the weights read the same from both ends, whatever their sign."""
        for polynomial, _ in self.factors:
            there, top = list(polynomial.items()), max(polynomial)
            back = [(top - step, weight) for step, weight in reversed(there)]
            if there != back and there != [(step, -weight) for step, weight in back]:
                return False
        return True

    def _step_by_step(self) -> Weighted:
        """Find each coefficient of q, a product of powers p^n, from those before it.

        With a the product of all p, and b the sum of n x p' times the other p for each of them,
        x q' a = q b.
        """
        a: Weighted = {0: 1}
        b: Weighted = {}
        for polynomial, count in self.factors:
            slope = {step: count * step * weight for step, weight in polynomial.items()}
            b = _added((*_products(b, polynomial), *_products(a, slope)))
            a = _added(_products(a, polynomial))
        first = a.pop(0)
        steps = [(j, b.get(j, 0) + j * a.get(j, 0), a.get(j, 0)) for j in sorted({*a, *b} - {0})]
        steps = [(j, fixed, growing) for j, fixed, growing in steps if fixed or growing]
        is_even = self._is_even
        ways = [self.scale * prod(p[0] ** count for p, count in self.factors if p[0] != 1)]
        for k in range(1, (self.degree // 2 if is_even else self.degree) + 1):
            value = 0
            for j, fixed, growing in steps:
                if j > k:
                    break
                value += (fixed - k * growing) * ways[k - j]
            ways.append(value // (k * first))
        if is_even:
            ways += ways[self.degree - len(ways) :: -1] if self.degree >= len(ways) else []
        return {total: way for total, way in enumerate(ways, self.low) if way}


def _products(one: Weighted, other: Weighted) -> Iterator[tuple[int, int]]:
    for a, w in one.items():
        for b, v in other.items():
            yield a + b, w * v


def _compounded(each: Odds, count: Odds) -> Odds:
    """Add up an uncertain number of copies: one polynomial in another, by Horner's rule."""
    most = max(count.weights)
    if min(count.weights) < 0:
        raise DiceError(
            f"cannot add up {min(count.weights)} copies; the count must not be negative"
        )
    denominator = count.denominator * each.denominator**most
    width = _width(denominator)
    low = min(0, min(each.weights))
    size = ((max(each.weights) - low) * most + 1) * width
    _afford(
        most * _product_work(size) / 4, size,
        lambda: f"up to {most:,} copies of {len(each):,} outcomes are added",
    )  # fmt: skip
    spread = {**dict.fromkeys([low], 0), **each.weights}
    packed, constant = _pack(spread, low, width), 1
    result = 0
    step = -low * 8 * width
    for k in range(most, -1, -1):
        at = step * (most - k)
        result = result * packed + (count.weights.get(k, 0) * constant << at)
        constant *= each.denominator
    return Odds(_unpack(result, low * most, width), denominator)


def _kept(weights: Weighted, count: int, of: int) -> Weighted:
    """Sum the best dice: for each outcome that the last kept die may show, those above it.

    With a the generating function of the outcomes above v, the ways in which the last of `count`
    kept dice shows v are the sum, over r kept dice that show v, of
    comb(of, count - r) a^(count - r) x^(r v) t(r), by Horner's rule.
    t(r) are the ways of the other dice: none above v, and at least r of them at v.
    """
    if count < 0:
        mirrored = _kept({-outcome: weight for outcome, weight in weights.items()}, -count, of)
        return {-total: ways for total, ways in reversed(mirrored.items())}
    low, high = min(weights), max(weights)
    if count == 1:
        return _highest(weights, of)
    width = _width(sum(weights.values()) ** of)
    digit = 8 * width
    is_fair = len(weights) == high - low + 1 and set(weights.values()) == {1}
    size = ((high - low) * count + 1) * width
    each = log2(len(weights)) if is_fair else len(weights) / 2 * (1 + width / 50)
    _afford(
        len(weights) * count * (1_000 + size * each / 6), size,
        lambda: f"{count:,} of {of:,} dice of {len(weights):,} outcomes are kept",
    )  # fmt: skip
    chosen = [comb(of, count - r) for r in range(1, count + 1)]
    unlike = of - count
    below = packed = 0
    for v in sorted(weights):
        at = weights[v]
        above = {outcome - v: weight for outcome, weight in weights.items() if outcome > v}
        if above and not is_fair:
            one = _pack({0: 0, **above}, 0, width)
        up_to, lost = (below + at) ** unlike, below ** (unlike + 1)
        found = 0
        for r, ways in enumerate(chosen, 1):
            up_to = up_to * (below + at) - lost * comb(unlike + r - 1, unlike)
            lost *= at
            if found and above:
                found = _run(found, high - v, digit) << digit if is_fair else found * one
            elif found:
                found = 0
            found += ways * up_to
        packed += found << digit * count * (v - low)
        below += at
    return _unpack(packed, low * count, width)


def _highest(weights: Weighted, of: int) -> Weighted:
    """Weigh the highest of several dice: none is above it, and not all are below."""
    size = len(weights) * of * sum(weights.values()).bit_length() / 8
    _afford(50 * size, size, lambda: f"the highest of {of:,} dice is sought")
    found: Weighted = {}
    up_to = before = 0
    for outcome in sorted(weights):
        up_to += weights[outcome]
        ways = up_to**of
        found[outcome] = ways - before
        before = ways
    return found


def _run(number: int, length: int, digit: int) -> int:
    """Multiply by 1 + x + ... + x^(length - 1), doubling what is added; x is 2^digit."""
    found, reached = number, 1
    for bit in bin(length)[3:]:
        found += found << digit * reached
        reached *= 2
        if bit == "1":
            found = (found << digit) + number
            reached += 1
    return found
