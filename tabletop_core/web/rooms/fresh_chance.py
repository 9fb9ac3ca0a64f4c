"""What happened leaves a room as a file; what will happen does not, and nobody brings it along.

A saved game holds its seed, and with it all dice and cards to come, and what every seat hides. So
a file of a game in progress has a seed of its own, a game that was opened from a file goes on with
another, and what somebody has seen is dealt again before another person sits down.
"""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from ...chance import fresh_seed
from ...saves.copies import copy_game, places_of, reseeded
from ...saves.reader import read_save
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
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file.toml"
        _deal_again(room, read_save(journal).header, path, own[0])
        return path.read_bytes()


def redraw(room: Room, seat: str, journal: Path, sleep: Callable[[], None]) -> None:
    """Give a room other dice and cards to come, and deal again what a seat may not know.

    It is asleep afterwards.
    """
    room.live.session.save()
    made = journal.with_name(f".{journal.name}.redrawn")
    made.unlink(missing_ok=True)
    saved = read_save(journal)
    if seat:
        _deal_again(room, saved.header, made, seat)
    sleep()
    if not seat:
        made.write_bytes(reseeded(read_save(journal), fresh_seed()))
    os.replace(made, journal)
    room.seating.forget_sights()
    if seat:
        room.note(f"what {seat} may not know was dealt again, since others had seen it")


def _deal_again(room: Room, header: Any, path: Path, seat: str) -> None:
    header = attrs.evolve(header, seed=fresh_seed(), players=room.seating.players)
    source = TypedDice() if header.dice == "manual" else None
    session = room.live.session
    answers = len(places_of(session.match)) - 1
    copy_game(session, answers, header, path, seat=seat, source=source)
