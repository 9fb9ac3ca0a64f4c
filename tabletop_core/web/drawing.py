"""What a person is shown of a room, as fragments by their ids."""

import attrs

from ..panels import Panel
from ..told.table import Seen, Telling, seen_by
from ..viewers import Viewer
from .around import around
from .rooms.room import Room
from .streams import ShownRoom
from .table import fragments


@attrs.define
class Memory:
    """What must be known of a viewer from one look to the next.

    `before` is the table as it was when this viewer answered last; of a spectator, as last seen.
    """

    telling: Telling
    answered: int = 0
    seen: tuple[Panel, ...] | None = None
    before: tuple[Panel, ...] | None = None


def drawn(room: Room, person: str) -> ShownRoom:
    """Return how a room looks to a person now; only what has changed gets a new version.

    Who is nobody at this table is a spectator: the empty text.
    """
    shown: ShownRoom = room.shown.setdefault(person, ShownRoom())
    if shown.at != room.version or not shown.fragments:
        parts = {**fragments(_seen(room, person, shown)), **around(room, person)}
        shown.show(parts, room.version)
    return shown


def _seen(room: Room, person: str, shown: ShownRoom) -> Seen:
    viewer = room.viewer_of(person)
    # Each pair of eyes at a shared screen has a memory of its own.
    memory = shown.memory.setdefault(viewer, Memory(Telling(viewer)))
    answered = room.answered[person]
    if answered != memory.answered or not room.seats_of(person):
        memory.before, memory.answered = memory.seen, answered
    seen = seen_by(
        room.game,
        viewer,
        before=memory.before,
        telling=memory.telling,
        names={name: room.sitter(name) for name in room.seats},
        mine=_answers_for(room, person, viewer),
        address=f"/r/{room.id}",
    )
    memory.seen = tuple(seen.scene.panels)
    return seen


def _answers_for(room: Room, person: str, viewer: Viewer) -> tuple[str, ...]:
    """Return the seats that a person answers for now: behind the curtain none, in the end none."""
    if room.is_over:
        return ()
    own = room.seats_of(person)
    return tuple(seat for seat in own if viewer.knows(seat))
