"""What a seat has seen and done, in order: all that its decisions can rest on."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..chance import ChanceWaits
from ..errors import SaveError, SequenceError
from ..events.event import Event
from ..viewers import Viewer
from .match import Match
from .tape import Tape, given_in


def information_state(match: Match[Any], seat: str) -> tuple[str, ...]:
    """Return what a seat has seen and done, in order, as lines of text.

    Lines hold the events that it was told of; at each question put to it what was on the table for
    its eyes, the question, and its answer. Two games are the same to a seat exactly where these are
    equal, and what it knew earlier is the beginning of what it knows later.
    The game is played again for it, so it takes as long as the game has.

    Raises:
        SaveError: the game keeps no tape.
        SequenceError: this is a fork, which does not hold what came before it.

    >>> from tabletop_core import information_state, load_pack
    >>> match = load_pack("my_game").start(seed=7)
    >>> information_state(match, match.seats[0])[-1].startswith("is asked")
    True
    """
    tape = match.tape
    if match._is_fork:
        raise SequenceError(
            "a fork does not hold what came before it; take the information state of its game"
        )
    if tape is None:
        raise SaveError("this game keeps no tape, so nobody can tell what a seat has seen in it")
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
        for one, answer in given_in(entry):
            if one == seat:
                lines += seen(again.events[seen_count:], seat)
                lines += asked_of(again, seat)
                lines.append(answered(answer))
                seen_count = again.event_count
            again.answer(answer, seat=one)
    lines += seen(again.events[seen_count:], seat)
    lines += asked_of(again, seat)
    if seat in tape.sealed:
        lines.append(answered(tape.sealed[seat]))
    return tuple(lines)


def seen(events: Iterable[Event], seat: str, but: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the events that a seat was told of, but for those of some kinds, as text."""
    viewer = Viewer(seat)
    return tuple(
        f"{event.kind} {event.facts}"
        for event in events
        if event.kind not in but and event.seen_by(viewer)
    )


def asked_of(match: Match[Any], seat: str) -> Iterator[str]:
    """Yield what lies on the table for a seat and what it is asked, where it is asked something."""
    decision = match.question_of(seat)
    if decision is not None:
        yield f"sees {list(match.game.view(match.play, Viewer(seat)))}"
        yield f"is asked {decision.prompt!r} {list(decision.options)}"


def answered(answer: Any) -> str:
    """Return the line for an answer of one's own."""
    return f"answers {list(answer) if isinstance(answer, tuple | list) else answer!r}"


class _Recorded:
    """The dice and cards of a tape, in order; after the last it waits."""

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
