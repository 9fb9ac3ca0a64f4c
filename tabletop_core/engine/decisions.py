"""Decisions: the points at which the rules stop for a player.

A decision carries all its legal answers. Players, bots, replays and adapters all answer the same
object, and nothing else can be answered.
"""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

import attrs
from typing_extensions import TypeVar

from ..chance import stream
from ..errors import IllegalAnswerError, PackError
from .rules import Rule
from .targets import At, Targets, read_targets

OptionId: TypeAlias = str | int
O = TypeVar("O", bound=OptionId, default=Any)  # noqa: E741
Answer: TypeAlias = str | int | tuple[str | int, ...]
"""An answer: one option, or a tuple of all chosen options if several are asked for."""

Label: TypeAlias = Callable[[Any], str] | Mapping[Any, str] | None

Left: TypeAlias = Callable[[Any], float | None] | Mapping[Any, float | None] | None

Direction: TypeAlias = Callable[[Any], float | None] | Mapping[Any, float | None] | None


UNASKED = "it has an answer only after it is asked: `yield play.ask(...)`"


@attrs.define(eq=False)
class Decision(Generic[O]):
    """One decision: who decides, what is asked, and every option of the type `O`.

    `seats` may answer: usually one, several if the rules let any of them act.
    `options` are stable ids: text or whole numbers, or a `range` if a number is asked for.
    They may be given as a function, which is called when somebody first looks. A fork passes
    decisions on the way to its own without looking at their options.
    With `least` and `most`, the answer is a tuple of that many different options; otherwise it is
    one option.
    Labels are made only when somebody looks (`label_of`).
    `at` gives what an option touches on the table (`targets_of`). Options that touch nothing are
    shown as buttons, and so are those in `buttons`, whatever they touch.
    `left` gives what remains to be spent after an option, such as movement points (`left_after`).
    `way` gives the direction that an option chooses, such as that of a nose (`way_of`).
    `odds` gives the exact chances of what follows an option, if the rule offers them.
    `kind` names the kind of decision in one word, such as `move` or `attack`, if the rule sets it;
    `asked_by` is the rule that asks, and `rule` its number.
    `token` is set when the question is put to somebody. No other question of the game ever has the
    same token, not even the same question asked again after an undo.
    """

    seats: tuple[str, ...]
    prompt: str
    _options: Sequence[O] | Callable[[], Sequence[O]]
    label: Label = None
    least: int | None = None
    most: int | None = None
    ordered: bool = False
    # `| Any`, as in typeshed: who reads the odds knows that the rule offers some.
    odds: Callable[[Any], Mapping[str, Any]] | Any = None
    rule: str = ""
    kind: str = ""
    asked_by: Rule | None = None
    at: At = None
    left: Left = None
    buttons: Collection[O] = ()
    way: Direction = None
    token: int = attrs.field(init=False, default=0)
    _answerer: str = attrs.field(init=False, default="")

    if not TYPE_CHECKING:
        # Type checkers know what a question has; others learn here that they forgot to ask it.

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"a question has no {name!r}; {UNASKED}")

        def __eq__(self, other: object) -> bool:
            if isinstance(other, str | int | tuple):
                raise TypeError(f"a question cannot be compared with {other!r:.40}; {UNASKED}")
            return self is other

        def __iter__(self) -> Any:
            raise TypeError(f"a question cannot be iterated over; {UNASKED}")

        __hash__ = object.__hash__

    @property
    def options(self) -> Sequence[O]:
        """Every option."""
        options = self._options
        if callable(options):
            options = self._options = options()
        return options

    @options.setter
    def options(self, options: Sequence[O]) -> None:
        self._options = options

    @property
    def seat(self) -> str:
        return self.seats[0]

    @property
    def answered_by(self) -> str:
        """The seat that answered, for a rule that asked several; the first if no seat was named."""
        return self._answerer or self.seats[0]

    def answer_by(self, seat: str | None) -> str:
        """Note which seat answers, by default the first that may, and return it.

        Raises:
            IllegalAnswerError: the named seat may not answer.
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
        """Whether the answer is a tuple of options."""
        return self.most is not None

    @property
    def is_number(self) -> bool:
        """Whether a number in a range is asked for."""
        return isinstance(self.options, range)

    def label_of(self, option: OptionId) -> str:
        """Return the label of an option.

        Raises:
            PackError: it is not a text.
        """
        if self.label is None:
            return str(option)
        if isinstance(self.label, Mapping):
            label: Any = self.label.get(option, str(option))
        else:
            label = self.label(option)
        if not isinstance(label, str):
            raise PackError(
                f"{self.prompt!r}: the label of option {option!r} is {label!r}, which is not "
                "text; return a string"
            )
        return label

    def targets_of(self, option: OptionId) -> Targets:
        """Return what an option touches on the table, in the order of touching it."""
        return read_targets(self.at, option)

    def glowing(self, hand: Sequence[str] = ()) -> set[str]:
        """Return what may be touched next after these things, in this order.

        >>> from tabletop_core import by_id
        >>> options = ("w1 D7", "w1 D8", "w2 E5", "done")
        >>> fly = Decision(("west",), "Fly", options, at=by_id(but="done"))
        >>> sorted(fly.glowing()), sorted(fly.glowing(["w1"])), fly.matching(["w1", "D8"])
        (['w1', 'w2'], ['D7', 'D8'], ['w1 D8'])
        """
        return {target for target, _ in self._next(tuple(hand))}

    def touched(self) -> frozenset[str]:
        """Return everything that any option touches.

        >>> from tabletop_core import by_id
        >>> fly = Decision(("west",), "Fly", ("w1 D7", "w2 E5", "done"), at=by_id(but="done"))
        >>> sorted(fly.touched())
        ['D7', 'E5', 'w1', 'w2']
        """
        if self.at is None:
            return frozenset()
        return frozenset(target for option in self.options for target in self.targets_of(option))

    def _next(self, touched: Targets) -> Iterator[tuple[str, O]]:
        """Yield what each option touches after these things, with the option."""
        count = len(touched)
        for option in self.options:
            targets = self.targets_of(option)
            if len(targets) > count and targets[:count] == touched:
                yield targets[count], option

    def begun(self) -> Targets:
        """Return what all options begin with, so that it need not be touched first.

        An example is an aircraft in the middle of its flight. At least one thing is left to touch.

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
        """Return what remains to be spent after an option; None if that does not apply to it."""
        if self.left is None:
            return None
        return self.left.get(option) if isinstance(self.left, Mapping) else self.left(option)

    def way_of(self, option: OptionId) -> float | None:
        """Return the direction that an option chooses, in degrees clockwise from the top.

        It is None if the option chooses none.
        """
        if self.way is None:
            return None
        return self.way.get(option) if isinstance(self.way, Mapping) else self.way(option)

    def left_at(self, hand: Sequence[str] = ()) -> dict[str, float]:
        """Return the most that can remain after each thing that may be touched next.

        It is empty if the rule does not give `left`.

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

    def matching(self, hand: Sequence[str] = ()) -> list[O]:
        """Return the options that touch exactly these things; for an empty hand, the buttons.

        If there is one option and nothing more to touch, that is the answer. If several options
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
        """Return an answer in the form in which it is stored.

        Raises:
            IllegalAnswerError: it is not among the options; the message lists them.
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
            raise IllegalAnswerError(f"{len(chosen)} chosen; {self._legal()}, without repeats")
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
    """Questions put to several seats at the same time: no seat sees what another answers.

    `decisions` holds the question of each seat, in the order of the seats.
    `question` makes the question of a seat, if the rule gave a function for it; it was called for
    the seats in `among`, and left out those for which it returned None.
    `sealed` holds the answers given so far; when every seat has answered, the rules continue.
    """

    decisions: dict[str, Decision]
    question: Callable[[str], Decision | None] | None = None
    among: tuple[str, ...] = ()
    sealed: dict[str, Answer] = attrs.field(factory=dict, repr=False)

    @property
    def open(self) -> list[Decision]:
        """The questions that are not answered yet."""
        sealed = self.sealed
        return [decision for seat, decision in self.decisions.items() if seat not in sealed]

    def ask_again(self, but: str) -> bool:
        """Make the questions of all seats but one again, after a redraw for that one.

        Return whether the same seats are asked. If not, the redraw contradicts what all have seen,
        and nothing changes.
        """
        if self.question is None:
            return True
        made = {seat: self.question(seat) for seat in self.among if seat != but}
        if any((asked is None) == (seat in self.decisions) for seat, asked in made.items()):
            return False
        for seat, asked in made.items():
            if asked is not None:
                token = self.decisions[seat].token
                self.decisions[seat] = attrs.evolve(asked, seats=(seat,))
                self.decisions[seat].token = token
        return True

    def answers(self, choose: Callable[[Decision], Answer]) -> dict[str, Answer]:
        """Return the answers of all seats: the sealed ones, and those that `choose` gives."""
        return {
            seat: self.sealed[seat] if seat in self.sealed else decision.check(choose(decision))
            for seat, decision in self.decisions.items()
        }


def _is_option(answer: object) -> bool:
    """Return whether an answer is a text or a whole number; 1.0 and True are neither."""
    return isinstance(answer, str | int) and not isinstance(answer, bool)


Asks: TypeAlias = Generator[Decision | SimultaneousDecision, Any, Any]
"""The type of a procedure that stops for decisions."""
