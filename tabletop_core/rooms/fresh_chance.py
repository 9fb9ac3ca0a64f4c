"""What happened leaves a room as a file; what will happen does not, and nobody brings it along.

A saved game holds its seed, and with it all dice and cards to come, and what every seat hides. So
a file of a game in progress has a seed of its own, a game that was opened from a file goes on with
another, and what somebody has seen is dealt again before another person sits down.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from ..chance import fresh_seed
from ..saves.copies import copy_game, places_of, reseeded
from ..saves.durable import replace_file
from ..saves.reader import read_save
from .dice import TypedDice
from .errors import RoomError
from .room import Room


def file_for(room: Room, person: str, journal: Path, wake: Callable[[], None]) -> bytes:
    """Return the game of a room as a saved game for one of its persons.

    While it is in progress, its dice and cards to come are not those of the room, and where
    others play or have played, what this person may not know is dealt again.

    Raises:
        RoomError: the person has no part in it, or has no seat in a game that hides something.
    """
    if person != room.maker:
        room.seating.check_plays(person)
    saved = read_save(journal)
    if room.is_over:
        return saved.content[: saved.size]
    if room.seating.is_alone(person):
        room.seating.note_sight(person)
        return reseeded(saved, fresh_seed())
    wake()
    if not room.match.game.hides and not room.match.sealed:
        return reseeded(saved, fresh_seed())
    own = room.seating.seats_of(person)
    if not own:
        raise RoomError(
            "a saved game holds everybody's secrets; while it is in progress only its players can "
            "save it"
        )
    return _dealt_again(room, journal, own[0])


def redraw(room: Room, seat: str, journal: Path, sleep: Callable[[], None]) -> None:
    """Give a room other dice and cards to come, and deal again what a seat may not know.

    It is asleep afterwards.
    """
    room.session.save()
    dealt = _dealt_again(room, journal, seat) if seat else b""
    sleep()
    replace_file(journal, dealt or reseeded(read_save(journal), fresh_seed()))
    room.seating.forget_sights()
    if seat:
        room.note(f"what {seat} may not know was dealt again, because others had seen it")


def _dealt_again(room: Room, journal: Path, seat: str) -> bytes:
    """Return the game as a saved game in which all that a seat may not know is another."""
    before = read_save(journal).header
    header = attrs.evolve(before, seed=fresh_seed(), players=room.seating.players)
    source = TypedDice() if header.dice == "manual" else None
    session = room.session
    answers = len(places_of(session.match)) - 1
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file.toml"
        copy_game(session, answers, header, path, seat=seat, source=source)
        return path.read_bytes()
