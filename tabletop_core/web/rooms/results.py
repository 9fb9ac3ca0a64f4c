"""How games ended for each seat, kept for the history of persons when the rooms are gone."""

import json
from collections.abc import Iterator, Mapping, Sequence
from time import time
from typing import TYPE_CHECKING, Any

from ...events.words import listed, said

if TYPE_CHECKING:
    from .room import Room
    from .seating import Seat


def options_key(options: Mapping[str, Any]) -> str:
    """Write the options of a game so that games with the same options can be found."""
    return json.dumps(dict(options), sort_keys=True)


def result_rows(room: "Room") -> Iterator[dict[str, Any]]:
    """Yield how a game that is over ended for each seat."""
    match = room.match
    outcome = match.outcome
    assert outcome is not None
    for seat in room.seating.seats:
        worth = outcome.worth(seat, match.teams)
        score = outcome.scores.get(seat)
        yield _row(room, seat) | {"worth": worth, "result": said(outcome.kind), "score": score}


def resigned_rows(room: "Room", losers: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield how a game ended that the losers have given up."""
    for seat in room.seating.seats:
        worth = float(seat not in losers)
        yield _row(room, seat) | {"worth": worth, "result": "resigned", "score": None}


def _row(room: "Room", seat: str) -> dict[str, Any]:
    seats = room.seating.seats
    return {
        "room": room.id,
        "seat": seat,
        "pack": room.pack,
        "setup": room.setup,
        "options": options_key(room.match.options),
        "person": seats[seat].person,
        "player": room.seating.sitter(seat),
        "others": listed(_others(room, seats[seat])),
        "at": time(),
    }


def _others(room: "Room", own: "Seat") -> list[str]:
    """Return who plays the other seats; whoever plays several is nobody's opponent."""
    return [
        room.seating.sitter(seat.seat)
        for seat in room.seating.seats.values()
        if seat is not own and (seat.bot or seat.person != own.person)
    ]


def keep_results(room: "Room", rows: Iterator[dict[str, Any]]) -> None:
    """Keep how a game ended; what was kept of it before gives way."""
    with room.store.together():
        forget_results(room)
        for row in rows:
            room.store.insert("results", **row)


def forget_results(room: "Room") -> None:
    room.store.change("DELETE FROM results WHERE room = ?", room.id)
