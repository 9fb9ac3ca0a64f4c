"""The information state of a seat: all that it has seen and done, in order."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..chance import ChanceWaits
from ..errors import SaveError, SequenceError
from ..events.event import Event
from ..viewers import Viewer
from .field_edits import edit_field
from .match import Match
from .tape import Tape, given_in


def information_state(match: Match[Any], seat: str) -> tuple[str, ...]:
    """Return what a seat has seen and done, in order, as lines of text.

    The lines hold the events that the seat could see, and for each question put to it: its view of
    the table, the question and its answer. Two games look the same to a seat exactly if these lines
    are equal, and what it knows later begins with what it knew before.
    This replays the game, so it takes time in proportion to its length.

    Raises:
        SaveError: the game keeps no tape.
        SequenceError: the match is a fork, which does not hold what came before it.

    >>> from tabletop_core import load_pack
    >>> from tabletop_core.engine.information import information_state
    >>> match = load_pack("my_game").start(seed=7)
    >>> information_state(match, match.seats[0])[-1].startswith("is asked")
    True
    """
    tape = match.tape
    if match._runner.is_fork:
        raise SequenceError(
            "a fork does not keep earlier events; take the information state of the original game"
        )
    if tape is None:
        raise SaveError("this game keeps no tape, so what a seat has seen in it is unknown")
    again: Match[Any] = Match(
        match.game,
        options=match.options,
        data=match.data,
        seed=match.seed,
        source=_Recorded(tape.entries),
        tape=Tape(),
        headings=False,
        snapshots=False,
    ).begin()
    lines: list[str] = []
    seen_count = 0
    for entry in tape.entries:
        if entry[0] == "undone":
            lines.append(f"undone {entry[1]['seat']} {entry[1]['revealed']}")
        if entry[0] == "set":
            edit_field(again, entry[1]["field"], entry[1]["value"])
        for one, answer in given_in(entry):
            if one == seat:
                lines += seen(again.events[seen_count:], seat)
                lines += asked_of(again, seat)
                lines.append(answered(answer))
                seen_count = len(again.events)
            again.answer(answer, seat=one)
    lines += seen(again.events[seen_count:], seat)
    lines += asked_of(again, seat)
    if seat in tape.sealed:
        lines.append(answered(tape.sealed[seat]))
    return tuple(lines)


def seen(events: Iterable[Event], seat: str, but: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the events that a seat could see, as text, except those of some kinds."""
    viewer = Viewer(seat)
    return tuple(
        f"{event.kind} {event.facts}"
        for event in events
        if event.kind not in but and event.seen_by(viewer)
    )


def asked_of(match: Match[Any], seat: str) -> Iterator[str]:
    """Yield a seat's view of the table and the question put to it, if there is one."""
    decision = match.question_of(seat)
    if decision is not None:
        yield f"sees {list(match.game.look.view(match.play, Viewer(seat)))}"
        yield f"is asked {decision.prompt!r} {list(decision.options)}"


def answered(answer: Any) -> str:
    """Return the line for an answer of the seat itself."""
    return f"answers {list(answer) if isinstance(answer, tuple | list) else answer!r}"


class _Recorded:
    """A source that gives the dice and cards of a tape in order, and waits after the last one."""

    def __init__(self, entries: Iterable[tuple[Any, ...]]) -> None:
        self._outcomes = iter([entry[1] for entry in entries if entry[0] in ("roll", "draw")])

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        return tuple(self._next())

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        card: str = self._next()
        return card

    def _next(self) -> Any:
        for outcome in self._outcomes:
            return outcome
        raise ChanceWaits
