"""Hints for the person who is asked, found in another process."""

import pickle

from ..bots.advice import Advice, advise, advise_as
from ..engine.decisions import Answer, Decision
from .errors import RoomError
from .perspective import Perspective
from .room import Room

HINT_MS = 1500
"""Milliseconds that a search may take for a hint."""


def hint_task(room: Room, person: str, seat: str) -> tuple[bytes, str]:
    """Return the task of a search for a hint, for the person who is asked.

    Raises:
        RoomError: this person is not asked for this seat.
    """
    if seat not in room.seating.seats_of(person) or not any(
        seat in decision.seats for decision in Perspective(room, person).questions
    ):
        raise RoomError("there is no open question to hint at")
    return pickle.dumps(room.session.fork("advice")), seat


def find_hints(game: bytes, seat: str) -> list[Advice]:
    """Return hints for a seat; called in a process of its own."""
    match = pickle.loads(game)
    match.play.decision = match.question_of(seat)
    return advise(match, seat, n=0, ms=HINT_MS)


def find_level_answer(game: bytes, seat: str, level: str) -> tuple[str, Answer]:
    """Return the bot of a level, and its answer; called in a process of its own.

    Raises:
        TabletopError: there is no such level.
    """
    match = pickle.loads(game)
    match.play.decision = match.question_of(seat)
    return advise_as(match, level, seat)


def still_asked(room: Room, person: str, seat: str) -> Decision:
    """Return the open question of a seat for which a hint was found.

    Raises:
        RoomError: there is none any more.
    """
    for decision in Perspective(room, person).questions:
        if seat in decision.seats:
            return decision
    raise RoomError("the game has moved on; ask again")
