"""What a person is shown of a room, as fragments by their ids."""

from typing import Any

from ..told.table import Seen, Telling, seen_by
from .around import around
from .rooms.room import Room
from .streams import ShownRoom
from .table import fragments


def drawn(room: Room, person: str, name: str) -> ShownRoom:
    """Return how a room looks to a person now; only what has changed gets a new version."""
    shown: ShownRoom = room.shown.setdefault(person, ShownRoom())
    if shown.at != room.version or not shown.fragments:
        seen = seen_in(room, person, shown.memory)
        shown.show({**fragments(seen), **around(room, person, name)}, room.version)
    return shown


def seen_in(room: Room, person: str, memory: dict[str, Any]) -> Seen:
    """Return what a person sees; `memory` keeps how the table was when that one last answered."""
    play = room.play
    viewer = room.viewer_of(person)
    telling = memory.get("telling")
    if telling is None or telling.viewer != viewer:
        # Other eyes: what was seen before says nothing of what is new to these.
        memory.clear()
        telling = memory["telling"] = Telling(viewer)
    mine = [seat for seat in room.seats_of(person) if viewer.knows(seat)]
    answered = [play.heard.get(seat, 0) for seat in mine] or [play.decisions]
    if memory.get("answered") != answered:
        memory["answered"] = answered
        memory["before"] = memory.get("latest")
    seen = seen_by(
        room.game,
        viewer,
        before=memory["before"],
        telling=telling,
        names={seat: _name(room, seat) for seat in room.seats},
        mine=[] if room.is_over else mine,
        address=f"/r/{room.id}",
    )
    memory["latest"] = seen.scene.panels
    return seen


def _name(room: Room, seat: str) -> str:
    one = room.seats[seat]
    return one.bot or room.names.get(one.person, "open")
