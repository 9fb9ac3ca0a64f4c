"""What a person is shown of a room, as fragments by their ids."""

import attrs

from ..panels import Panel
from ..presentation.table_view import LogCursor, TableView, table_view
from ..viewers import Viewer
from .around import around
from .rooms.room import Room
from .streams import ShownRoom
from .table import PageBefore, fragments


@attrs.define
class Memory:
    """What must be known of a viewer from one look to the next.

    `before` is the table as it was when this viewer answered last; of a spectator, as last seen.
    `drawn` is what is on the page.
    """

    telling: LogCursor
    drawn: PageBefore = attrs.field(factory=PageBefore)
    answered: int = 0
    seen: tuple[Panel, ...] | None = None
    before: tuple[Panel, ...] | None = None


def drawn(room: Room, person: str) -> ShownRoom:
    """Return how a room looks to a person now; only what has changed gets a new version.

    Who is nobody at this table is a spectator.
    """
    person = person if person in room.names else ""
    if person not in room.shown:
        room.shown[person] = ShownRoom()
    shown: ShownRoom = room.shown[person]
    if shown.at != room.version or not shown.now:
        viewer = room.viewer_of(person)
        # Each pair of eyes at a shared screen has a memory of its own.
        if viewer not in shown.memory:
            shown.memory[viewer] = Memory(LogCursor(viewer))
        memory = shown.memory[viewer]
        parts = fragments(_seen(room, person, memory).over(room.scans), memory.drawn)
        parts.update(around(room, person))
        shown.show(parts, room.version)
    return shown


def is_drawn(room: Room, person: str) -> bool:
    """Tell whether what a person sees of a room was drawn since it changed last."""
    shown = room.shown.get(person if person in room.names else "")
    return shown is not None and shown.at == room.version and room.session is not None


def draw_for_all(room: Room) -> None:
    """Draw a room that has changed for all whose pages are open."""
    if room.session is not None:
        for person in dict.fromkeys(room.watching.values()):
            drawn(room, person)


def _seen(room: Room, person: str, memory: Memory) -> TableView:
    viewer = memory.telling.viewer
    answered = room.answered[person]
    if answered != memory.answered or not room.seats_of(person):
        memory.before, memory.answered = memory.seen, answered
    seen = table_view(
        room.game,
        viewer,
        before=memory.before,
        known=[room.last_seen, memory.seen or ()],
        telling=memory.telling,
        names={name: room.sitter(name) for name in room.seats},
        mine=_answers_for(room, person, viewer),
        address=f"/r/{room.id}",
    )
    memory.seen = room.last_seen = tuple(seen.scene.panels)
    return seen


def _answers_for(room: Room, person: str, viewer: Viewer) -> tuple[str, ...]:
    """Return the seats that a person answers for now: behind the curtain none, in the end none."""
    if room.is_over:
        return ()
    own = room.seats_of(person)
    return tuple(seat for seat in own if viewer.knows(seat))
