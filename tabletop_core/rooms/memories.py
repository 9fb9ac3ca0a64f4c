"""What each person has seen of a room, so that a look tells what is new since the one before."""

from collections.abc import Callable
from functools import partial

import attrs

from ..engine.past import as_it_was
from ..panels import Panel
from ..presentation.steps import Recount, TapePlace, steps_since
from ..presentation.table_view import LogCursor, TableView, table_view
from ..viewers import Viewer
from .perspective import Perspective
from .room import Room

MAX_LOOKS = 64
"""How many of the last looks of a viewer are remembered, to tell what happened since."""


@attrs.define
class Memory:
    """State kept about a viewer between two looks.

    `before` is the table when this viewer last answered, or for a spectator as last seen. `looks`
    are where the game was, by the versions of the room that were shown.
    """

    telling: LogCursor
    answered: int = 0
    seen: tuple[Panel, ...] | None = None
    before: tuple[Panel, ...] | None = None
    looks: dict[int, TapePlace] = attrs.field(factory=dict)


class Memories:
    """What persons have seen of one room through one front end; who uses it holds the room."""

    def __init__(self) -> None:
        self._memories: dict[tuple[str, Viewer], Memory] = {}
        # The panels that anybody saw last, so that equal panels are shared, and drawn only once.
        self._last_seen: tuple[Panel, ...] = ()

    def table(self, room: Room, person: str, *, address: str = "here") -> TableView:
        """Return the table as a person sees it now, with what is new since their last look.

        Args:
            address: where answers are sent; empty if none can be.
        """
        viewer = Perspective(room, person).viewer
        # At a shared screen, each seat has a memory of its own.
        memory = self._memories.setdefault((person, viewer), Memory(LogCursor(viewer)))
        own = room.seating.seats_of(person)
        answered = room.answers_given[person]
        if answered != memory.answered or not own:
            memory.before, memory.answered = memory.seen, answered
        found = table_view(
            room.session,
            viewer,
            before=memory.before,
            known=[self._last_seen, memory.seen or ()],
            telling=memory.telling,
            names={name: room.sitter(name) for name in room.seating.seats},
            # At a covered screen a person answers for nobody; nor does anybody after the end.
            mine=() if room.is_over else tuple(seat for seat in own if viewer.knows(seat)),
            own=own,
            address=address,
        )
        memory.seen = self._last_seen = tuple(found.scene.panels)
        assert room.match.tape is not None
        memory.looks[room.version] = TapePlace.at(room.match.tape)
        if len(memory.looks) > MAX_LOOKS:
            del memory.looks[next(iter(memory.looks))]
        return found

    def steps(
        self, room: Room, person: str, since: int | None = None
    ) -> Callable[[], Recount] | None:
        """Return what finds the steps since a look, called without the room; None for no steps.

        They are those since the look at another version of the room; there are none where that is
        unknown or something was undone. Without one they are those since this person's last answer,
        and of a spectator since anybody's.
        """
        viewer, match = Perspective(room, person).viewer, room.match
        assert match.tape is not None
        if since is None:
            first = match.history.last_answer(room.seating.seats_of(person) or None)
        else:
            memory = self._memories.get((person, viewer))
            look = memory.looks.get(since) if memory is not None else None
            first = look.entries if look is not None and look.is_on(match.tape) else None
        if first is None or first == len(match.tape.entries):
            return None
        copy = as_it_was(match, len(match.tape.entries))
        return partial(steps_since, copy, viewer, first, room.session.salt)

    def forget(self) -> None:
        """Forget what was seen. A viewer who comes back sees nothing as new."""
        self._memories.clear()
        self._last_seen = ()
