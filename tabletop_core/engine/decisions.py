"""Stops at which a player decides.

A decision carries all its legal answers.
Players, bots, replays and adapters answer the same object; nothing else can be answered.
"""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from ..chance import stream
from ..errors import IllegalAnswerError
from .rules import Rule
from .targets import At, Targets, read_targets

OptionId: TypeAlias = str | int
Answer: TypeAlias = str | int | tuple[str | int, ...]
"""What is answered: an option, or where several are asked for all that are taken."""

Label: TypeAlias = Callable[[Any], str] | Mapping[Any, str] | None

Left: TypeAlias = Callable[[Any], float | None] | Mapping[Any, float] | None


@attrs.define(eq=False)
class Decision:
    """One stop: who decides, what is asked, and every option there is.

    `seats` may answer (usually one; several where the rules let any of them act).
    `options` are stable ids: text or whole numbers, a `range` where a number is asked for.
    They may be given as a function, and are made when someone looks; in a fork, nobody looks at
    what was asked on the way to its decision.
    With `least`/`most` set, the answer is a tuple of that many different options;
    otherwise it is one option.
    Labels are made only when someone looks (`label_of`).
    `at` tells what an option touches on the table (`targets_of`); options that touch nothing are
    buttons, and so are those of `buttons`, whatever they touch.
    `left` tells what an option leaves to be spent, such as points to move with (`left_after`).
    `odds` tells, for an option, the exact chances of what follows, where the rule offers that.
    `kind` names what is decided in one word, such as `move` or `attack`, where the rule says so;
    `asked_by` is the rule that asks, `rule` its number.
    `token` is set when the question is put to somebody; no other question of the game ever has
    it, not even the same one asked again after undo.
    """

    seats: tuple[str, ...]
    prompt: str
    _options: Sequence[OptionId] | Callable[[], Sequence[OptionId]]
    label: Label = None
    least: int | None = None
    most: int | None = None
    ordered: bool = False
    odds: Callable[[Any], Mapping[str, Any]] | None = None
    rule: str = ""
    kind: str = ""
    asked_by: Rule | None = None
    at: At = None
    left: Left = None
    buttons: Collection[OptionId] = ()
    token: int = attrs.field(init=False, default=0)
    _answerer: str = attrs.field(init=False, default="")

    @property
    def options(self) -> Sequence[OptionId]:
        """Every option there is."""
        options = self._options
        if callable(options):
            options = self._options = options()
        return options

    @options.setter
    def options(self, options: Sequence[OptionId]) -> None:
        self._options = options

    @property
    def seat(self) -> str:
        return self.seats[0]

    @property
    def answered_by(self) -> str:
        """The seat that answered, for a rule that asked several; the first where nobody said."""
        return self._answerer or self.seats[0]

    def answer_by(self, seat: str | None) -> str:
        """Note who answers, the one named or else the first that may, and return that seat.

        Raises:
            IllegalAnswerError: the one named may not.
        """
        if seat is None:
            return self.seats[0]
        if seat not in self.seats:
            raise IllegalAnswerError(
                f"{seat!r} may not answer {self.prompt!r}; it is for {' or '.join(self.seats)}"
            )
        self._answerer = seat
        return seat

    @property
    def several(self) -> bool:
        """True where the answer is a tuple of options."""
        return self.most is not None

    @property
    def is_number(self) -> bool:
        """True where a number in a range is asked for."""
        return isinstance(self.options, range)

    def label_of(self, option: OptionId) -> str:
        """Return the words for an option."""
        if self.label is None:
            return str(option)
        if isinstance(self.label, Mapping):
            return self.label.get(option, str(option))
        return self.label(option)

    def targets_of(self, option: OptionId) -> Targets:
        """Return what an option touches on the table, in the order a hand would go."""
        return read_targets(self.at, option)

    def glowing(self, hand: Sequence[str] = ()) -> set[str]:
        """Return what may be touched next by a hand that has touched these things.

        >>> from tabletop_core import by_id
        >>> options = ("w1 D7", "w1 D8", "w2 E5", "done")
        >>> fly = Decision(("west",), "Fly", options, at=by_id(but="done"))
        >>> sorted(fly.glowing()), sorted(fly.glowing(["w1"])), fly.matching(["w1", "D8"])
        (['w1', 'w2'], ['D7', 'D8'], ['w1 D8'])
        """
        return {target for target, _ in self._next(tuple(hand))}

    def touched(self) -> frozenset[str]:
        """Return all that options touch, first or later.

        >>> from tabletop_core import by_id
        >>> fly = Decision(("west",), "Fly", ("w1 D7", "w2 E5", "done"), at=by_id(but="done"))
        >>> sorted(fly.touched())
        ['D7', 'E5', 'w1', 'w2']
        """
        if self.at is None:
            return frozenset()
        return frozenset(target for option in self.options for target in self.targets_of(option))

    def _next(self, touched: Targets) -> Iterator[tuple[str, OptionId]]:
        """Yield what each option touches after these things, with the option."""
        count = len(touched)
        for option in self.options:
            targets = self.targets_of(option)
            if len(targets) > count and targets[:count] == touched:
                yield targets[count], option

    def begun(self) -> Targets:
        """Return what every option on the table begins with, so that it is in hand untouched.

        Such is an aircraft in the middle of its flight. One thing more is left to be touched.

        >>> from tabletop_core import by_id
        >>> options = ("w1 D7", "w1 D8", "done")
        >>> Decision(("west",), "Fly on", options, at=by_id(but="done")).begun()
        ('w1',)
        """
        hand: Targets = ()
        while len(first := self.glowing(hand)) == 1 and self.glowing((*hand, *first)):
            hand += tuple(first)
        return hand

    def left_after(self, option: OptionId) -> float | None:
        """Return what an option leaves to be spent; None where it has nothing to do with that."""
        if self.left is None:
            return None
        return self.left.get(option) if isinstance(self.left, Mapping) else self.left(option)

    def left_at(self, hand: Sequence[str] = ()) -> dict[str, float]:
        """Return the most that is left by what may be touched next, where the rule tells it.

        >>> from tabletop_core import by_id
        >>> left = {"w1 D7 N": 2, "w1 D7 E": 0.5}
        >>> fly = Decision(("west",), "Fly", tuple(left), at=by_id(), left=left)
        >>> fly.left_at(["w1"])
        {'D7': 2}
        """
        most: dict[str, float] = {}
        if self.left is None:
            return most
        for target, option in self._next(tuple(hand)):
            left = self.left_after(option)
            if left is not None and left >= most.get(target, left):
                most[target] = left
        return most

    def matching(self, hand: Sequence[str] = ()) -> list[OptionId]:
        """Return the options that a hand means which has touched these things and no more.

        An empty hand means the buttons.
        Where one option is left and nothing glows any more, that is the answer; where several
        share their targets, or one is the beginning of another, the person chooses.
        """
        touched = tuple(hand)
        return [option for option in self.options if self.targets_of(option) == touched]

    def at_random(self, number: float) -> Answer:
        """Return the legal answer that a random number from 0 up to 1 picks."""
        options = self.options
        if self.most is None:
            return options[int(number * len(options))]
        random = stream(number)
        count = random.randint(self.least or 0, min(self.most, len(options)))
        return self.check(tuple(random.sample(list(options), count)))

    def check(self, answer: Answer) -> Answer:
        """Return the answer in its stored form.

        Raises:
            IllegalAnswerError: it is not among the options; the message names them.
        """
        if self.most is None:
            if _is_option(answer) and answer in self.options:
                return answer
            raise IllegalAnswerError(f"{answer!r} is not an option here; choose {self._legal()}")
        if not isinstance(answer, tuple | list):
            raise IllegalAnswerError(f"{answer!r} is not a list of options; {self._legal()}")
        chosen = tuple(answer)
        wrong = [one for one in chosen if not _is_option(one) or one not in self.options]
        least, most = self.least or 0, self.most
        if wrong:
            raise IllegalAnswerError(f"{wrong[0]!r} is not an option here; {self._legal()}")
        if len(set(chosen)) != len(chosen) or not least <= len(chosen) <= most:
            raise IllegalAnswerError(f"{len(chosen)} chosen; {self._legal()}, none twice")
        return chosen if self.ordered else tuple(o for o in self.options if o in chosen)

    def _legal(self) -> str:
        options = self.options
        if isinstance(options, range):
            legal = f"a number from {options[0]} to {options[-1]}"
        else:
            legal = "one of: " + ", ".join(map(str, options))
        if self.most is None:
            return legal
        least = self.least or 0
        count = f"{least}" if least == self.most else f"{least} to {self.most}"
        return f"choose {count} of: " + ", ".join(map(str, options))


@attrs.define(eq=False)
class SimultaneousDecision:
    """Questions put to several seats at the same time: none sees what another answers.

    `decisions` has the question of each seat, in the order of the seats.
    `question` makes that of a seat, where the rule said how.
    `sealed` holds the answers given so far; when there is one for each, the rules go on.
    """

    decisions: dict[str, Decision]
    question: Callable[[str], Decision] | None = None
    sealed: dict[str, Answer] = attrs.field(factory=dict, repr=False)

    @property
    def open(self) -> list[Decision]:
        """The questions not answered yet."""
        sealed = self.sealed
        return [decision for seat, decision in self.decisions.items() if seat not in sealed]

    def ask_again(self, but: str) -> None:
        """Ask all but one seat again, once what that seat does not know has been drawn again."""
        for seat, asked in self.decisions.items():
            if self.question is not None and seat != but:
                self.decisions[seat] = attrs.evolve(self.question(seat), seats=(seat,))
                self.decisions[seat].token = asked.token

    def answers(self, choose: Callable[[Decision], Answer]) -> dict[str, Answer]:
        """Return the answers of all seats: the sealed ones, and what is chosen for the others."""
        return {
            seat: self.sealed[seat] if seat in self.sealed else decision.check(choose(decision))
            for seat, decision in self.decisions.items()
        }


def _is_option(answer: object) -> bool:
    """Tell whether an answer is a text or whole number; 1.0 and True only equal one."""
    return isinstance(answer, str | int) and not isinstance(answer, bool)


Asks: TypeAlias = Generator[Decision | SimultaneousDecision, Any, Any]
"""The type of a procedure that stops for decisions."""
