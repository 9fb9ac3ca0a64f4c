"""The tape of a game: all that entered it from outside, in order.

Answers and results of chance are recorded as they come, and fed again to resume, undo or fork.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import attrs

from ..chance import Seeded, Source
from ..errors import IllegalAnswerError, SaveError
from .decisions import Answer, Decision, SimultaneousDecision


@attrs.define
class Tape:
    """Answers and results of chance in order; those from `at` on are still to be fed.

    Entries: `("answer", seat, value)` with the seat that gave it, `("answers", ((seat, value),
    ...))` of seats that chose at the same time, `("roll", faces)`, `("draw", card)` and
    `("undone", facts)`, the trace of an answer that was undone, and `("set", facts)`, a field that
    the author of the game set: `field`, `value`, and the `place` of the step that began again with
    it, empty where the rules went on.
    `sealed` holds answers that wait beside the tape until all seats have chosen.
    `records` counts everything ever written on the tape, including what was removed again.
    `on_take` is called before an entry is fed.
    """

    entries: list[tuple[Any, ...]] = attrs.field(factory=list)
    at: int = 0
    records: int = attrs.field(default=attrs.Factory(lambda self: len(self.entries), True))
    sealed: dict[str, Any] = attrs.field(factory=dict)
    on_add: Callable[[tuple[Any, ...]], None] | None = None
    on_step: Callable[[Any], None] | None = None
    on_take: Callable[[], None] | None = None

    @property
    def is_feeding(self) -> bool:
        return self.at < len(self.entries)

    def copy(self, first: int, keeps: Callable[[str], bool] = lambda seat: True) -> "Tape":
        """Return a copy with the entries from `first` on and the sealed answers of some seats."""
        sealed = {seat: answer for seat, answer in self.sealed.items() if keeps(seat)}
        return Tape(self.entries[first:], records=self.records, sealed=sealed)

    def add(self, entry: tuple[Any, ...]) -> None:
        self.entries.append(entry)
        self.at += 1
        self.note(entry)

    def note(self, record: tuple[Any, ...]) -> None:
        """Count a record and pass it to the observer of the tape."""
        self.records += 1
        if self.on_add:
            self.on_add(record)

    @contextmanager
    def unwatched(self) -> Iterator["Tape"]:
        """Detach the observers of the tape for a while; restore them even after an error."""
        on_add, on_step = self.on_add, self.on_step
        self.on_add = self.on_step = None
        try:
            yield self
        finally:
            self.on_add, self.on_step = on_add, on_step

    def take(self, kind: str, wanted: Callable[[], str]) -> Any:
        """Return the value of the next entry; `wanted` says what the rules ask for.

        Raises:
            SaveError: it is an entry of another kind.
        """
        if self.on_take is not None:
            self.on_take()
        entry = self.entries[self.at]
        if entry[0] != kind:
            raise SaveError(
                f"entry {self.at + 1} of the tape is {entry!r}, but the rules ask for {wanted()}; "
                "the tape was recorded with other rules or data"
            )
        self.at += 1
        return entry[-1]

    def take_answers(
        self, asked: Decision | SimultaneousDecision, *, are_checked: bool = False
    ) -> dict[str, Answer]:
        """Return the answers of the next entry by seat.

        `are_checked`: they are already known to be legal.

        Raises:
            SaveError: they do not answer what the rules ask.
        """
        if isinstance(asked, SimultaneousDecision):
            seats = list(asked.decisions)
            self.take("answers", lambda: f"answers of {' and '.join(seats)} at the same time")
        else:
            self.take("answer", lambda: f"an answer to {asked.prompt!r}")
        given = given_in(self.entries[self.at - 1])
        answers: dict[str, Answer] = {}
        try:
            if isinstance(asked, SimultaneousDecision) and [seat for seat, _ in given] != seats:
                raise IllegalAnswerError(f"the rules ask {' and '.join(seats)}")
            for seat, answer in given:
                question = asked
                if isinstance(question, SimultaneousDecision):
                    question = question.decisions[seat]
                answer = tuple(answer) if isinstance(answer, list) else answer
                by = question.answer_by(seat)
                answers[by] = answer if are_checked else question.check(answer)
        except IllegalAnswerError as error:
            raise SaveError(f"entry {self.at} of the tape does not fit: {error}") from None
        return answers

    def check_sealed(self, asked: SimultaneousDecision) -> None:
        """Check the answers that were sealed before a match was left.

        Raises:
            SaveError: they do not answer what the rules ask.
        """
        try:
            for seat, answer in self.sealed.items():
                if seat not in asked.decisions:
                    raise IllegalAnswerError(f"{seat!r} is not asked")
                asked.decisions[seat].check(answer)
        except IllegalAnswerError as error:
            raise SaveError(f"a sealed answer does not fit: {error}") from None


class Taped:
    """A source of chance that reads from a tape first and then records on it.

    `drawn` counts the dice and cards so far; each takes one number from a seeded stream.
    """

    __slots__ = ("_paced", "_tape", "drawn", "inner")

    def __init__(self, inner: Source, tape: Tape, keep_pace: bool, drawn: int = 0) -> None:
        self.inner = inner
        self.drawn = drawn
        self._tape = tape
        # A seeded stream goes along with the tape, so that afterwards it continues
        # exactly as in a game that was never interrupted.
        self._paced = inner if keep_pace and isinstance(inner, Seeded) else None

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        tape = self._tape
        if not tape.is_feeding:
            faces = self.inner.roll(sides, why)
            self.drawn += len(sides)
            tape.add(("roll", faces))
            return faces
        faces = tuple(tape.take("roll", lambda: f"a roll of {_dice_words(sides)} ({why})"))
        if len(faces) != len(sides) or not all(
            1 <= face <= side for face, side in zip(faces, sides, strict=True)
        ):
            raise SaveError(
                f"entry {tape.at} of the tape shows {list(faces)}, but the rules roll "
                f"{_dice_words(sides)} ({why}); the tape was recorded with other rules or data"
            )
        if self._paced is not None:
            self._paced.skip(len(sides))
        self.drawn += len(sides)
        return faces

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        tape = self._tape
        if not tape.is_feeding:
            card: str = self.inner.draw(pool, why)
            self.drawn += 1
            tape.add(("draw", card))
            return card
        card = tape.take("draw", lambda: f"a card ({why})")
        if pool.get(card, 0) < 1:
            raise SaveError(
                f"entry {tape.at} of the tape draws {card!r}, which is not in the pool ({why}); "
                "the tape was recorded with other rules or data"
            )
        if self._paced is not None:
            self._paced.skip(1)
        self.drawn += 1
        return card


def given_in(entry: tuple[Any, ...]) -> tuple[tuple[str, Any], ...]:
    """Return the seats and answers of a tape entry: several if seats chose at the same time.

    >>> given_in(("answer", "west", 3)), given_in(("roll", (6, 1)))
    ((('west', 3),), ())
    """
    if entry[0] == "answer":
        return ((entry[1], entry[2]),)
    return tuple(entry[1]) if entry[0] == "answers" else ()


def numbers_in(entries: Sequence[tuple[Any, ...]]) -> int:
    """Return the number of dice and cards in these entries."""
    return sum(len(entry[1]) if entry[0] == "roll" else entry[0] == "draw" for entry in entries)


def is_touched(
    entries: Sequence[tuple[Any, ...]], persons: Collection[str], *, real_dice: bool
) -> bool:
    """Return whether these persons have answered anything, or entered a real die or card."""
    answers = chain.from_iterable(map(given_in, entries))
    return any(seat in persons for seat, _ in answers) or (real_dice and numbers_in(entries) > 0)


def _dice_words(sides: Sequence[int]) -> str:
    return " ".join(f"d{side}" for side in sides)
