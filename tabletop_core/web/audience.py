"""The viewers of each room, and what each of them has been shown."""

import asyncio
from collections.abc import Callable, Mapping
from time import time
from typing import Any

import attrs

from ..panels import Panel
from ..pictures.scans import NO_SCANS, Scans
from ..presentation.table_view import LogCursor, TableView, table_view
from ..rooms.room import Room
from ..viewers import Viewer
from .addresses import ROOT, Addresses
from .author_bar import author_parts
from .coach import coach_parts
from .sidebar import sidebar_parts
from .steps import Account, TapePlace, steps_since
from .streams import ViewerCache
from .table import PageBefore, fragments

LOOKING_S = 60.0
"""The number of seconds for which somebody who has opened a page counts as looking at it."""


MAX_LOOKS = 64
"""How many of the last looks of a viewer are remembered, to tell what happened since."""


@attrs.define
class Memory:
    """State kept about a viewer between two looks.

    `before` is the table when this viewer last answered, or for a spectator as last seen. `drawn`
    is what is on the page. `looks` are where the game was, by the versions that were shown.
    """

    telling: LogCursor
    drawn: PageBefore
    answered: int = 0
    seen: tuple[Panel, ...] | None = None
    before: tuple[Panel, ...] | None = None
    looks: dict[int, TapePlace] = attrs.field(factory=dict)


class Audience:
    """The viewers of one room.

    `watchers` are the open pages with their persons; the event of each is set when it should look
    again. `caches` hold what each person was shown; code that uses them must hold the room.
    """

    def __init__(
        self,
        scans: Scans = NO_SCANS,
        addresses: Addresses = ROOT,
        alone: bool = False,
        *,
        is_studio: bool = False,
    ) -> None:
        self.watchers: dict[asyncio.Event, str] = {}
        self.caches: dict[str, ViewerCache] = {}
        self._scans = scans
        self._addresses = addresses
        self._alone = alone
        self._is_studio = is_studio
        self._memories: dict[tuple[str, Viewer], Memory] = {}
        # The panels that anybody saw last, so that equal panels are drawn only once.
        self._last_seen: tuple[Panel, ...] = ()
        self._opened: dict[str, float] = {}
        self._waited_for: set[str] = set()

    def shown_to(self, room: Room, person: str) -> ViewerCache:
        """Return the room as a person sees it now; only changed fragments get a new version.

        A person without a seat at this table is a spectator.
        """
        person = _known_as(room, person)
        cache = self.caches.setdefault(person, ViewerCache())
        if cache.at != room.version or not cache.now:
            viewer = room.viewer_of(person)
            # At a shared screen, each seat has a cache of its own.
            if (person, viewer) not in self._memories:
                drawn = PageBefore(self._addresses.under)
                self._memories[person, viewer] = Memory(LogCursor(viewer), drawn)
            memory = self._memories[person, viewer]
            parts = fragments(self._seen(room, person, memory).over(self._scans), memory.drawn)
            parts.update(sidebar_parts(room, person, self._addresses, self._alone))
            parts.update(coach_parts(room, person, self._addresses))
            if self._is_studio:
                parts.update(author_parts(room, person, self._addresses))
            cache.show(parts, room.version)
            assert room.match.tape is not None
            memory.looks[room.version] = TapePlace.at(room.match.tape)
            if len(memory.looks) > MAX_LOOKS:
                del memory.looks[next(iter(memory.looks))]
        return cache

    def steps(
        self, room: Room, person: str, since: int | None = None
    ) -> tuple[int, Callable[[], Account]]:
        """Return the version that a person is shown now, and what finds the steps that led there.

        It is called without the room, which goes on meanwhile. The steps are those since another
        version; there are none where that is unknown or something was undone. Without one they are
        those since this person's last answer, and of a spectator since anybody's.
        """
        person = _known_as(room, person)
        cache, viewer = self.shown_to(room, person), room.viewer_of(person)
        match = room.match
        assert match.tape is not None
        if since is None:
            own = room.seating.seats_of(person)
            first = match.last_answer(own or None)
        else:
            look = self._memories[person, viewer].looks.get(since)
            first = look.entries if look is not None and look.is_on(match.tape) else None
        if first is None or first == len(match.tape.entries):
            return cache.at, Account
        how: dict[str, Any] = {
            "page": cache.now,
            "links": self._addresses.links(room.pack, room.id),
            "scans": self._scans,
            "returns": since is None,
        }
        copy = match.as_it_was(len(match.tape.entries))
        return cache.at, lambda: steps_since(copy, viewer, first, **how)

    def is_current(self, room: Room, person: str) -> bool:
        """Return whether a person's view was drawn since the room last changed."""
        cache = self.caches.get(_known_as(room, person))
        return cache is not None and cache.at == room.version and room.game is not None

    def draw_for_watchers(self, room: Room) -> None:
        """Draw a changed room for everybody whose page is open."""
        if room.game is not None:
            for person in dict.fromkeys(self.watchers.values()):
                self.shown_to(room, person)

    def forget_drawings(self) -> None:
        """Forget what was shown. A viewer who comes back gets everything."""
        self.caches.clear()
        self._memories.clear()
        self._last_seen = ()

    def opened(self, person: str) -> None:
        """Record that a person has opened the page of the room."""
        self._opened[person] = time()

    def newly_awaited(self, room: Room) -> dict[str, list[str]]:
        """Return the persons whose answer is now awaited but was not at the last call.

        Each comes with their seats. Anybody who is looking at the room, or was within a minute, is
        left out.
        """
        found: dict[str, list[str]] = {}
        for seat in room.awaited:
            person = room.seating.person_at(seat)
            if person:
                found.setdefault(person, []).append(seat)
        before, self._waited_for = self._waited_for, set(found)
        here = {one for one, at in self._opened.items() if time() - at < LOOKING_S}
        away = before | here | set(self.watchers.values())
        return {person: seats for person, seats in found.items() if person not in away}

    def _seen(self, room: Room, person: str, memory: Memory) -> TableView:
        viewer = memory.telling.viewer
        own = room.seating.seats_of(person)
        answered = room.answers_given[person]
        if answered != memory.answered or not own:
            memory.before, memory.answered = memory.seen, answered
        seen = table_view(
            room.live.session,
            viewer,
            before=memory.before,
            known=[self._last_seen, memory.seen or ()],
            telling=memory.telling,
            names={name: room.sitter(name) for name in room.seating.seats},
            # Behind the curtain a person answers for nobody; nor does anybody after the end.
            mine=() if room.is_over else tuple(seat for seat in own if viewer.knows(seat)),
            own=own,
            address=self._addresses.room(room.id),
        )
        memory.seen = self._last_seen = tuple(seen.scene.panels)
        return seen


def _known_as(room: Room, person: str) -> str:
    return person if person in room.seating.names else ""


class Audiences:
    """The audiences of all rooms: they draw what has changed and notify open pages.

    `notify` is called with the pages that should look again, `turn_came` with each person whose
    answer a room waits for, and with their seats there. `alone`: nobody but one person comes.
    `is_studio`: authors have their bar.
    """

    def __init__(
        self,
        notify: Callable[[list[asyncio.Event]], object],
        turn_came: Callable[[str, Room, list[str]], object],
        scans: Mapping[str, Scans],
        addresses: Addresses,
        alone: bool = False,
        *,
        is_studio: bool = False,
    ) -> None:
        self._notify = notify
        self._turn_came = turn_came
        self._scans = scans
        self._addresses = addresses
        self._alone = alone
        self._is_studio = is_studio
        self._audiences: dict[str, Audience] = {}

    def of(self, room: Room) -> Audience:
        """Return the audience of a room. It is the same one as long as anybody is in it."""
        found = self._audiences.get(room.id)
        if found is None:
            how = self.scans_of(room), self._addresses, self._alone
            new = Audience(*how, is_studio=self._is_studio)
            # Two threads may arrive at once; both get the one that is kept.
            found = self._audiences.setdefault(room.id, new)
        return found

    def scans_of(self, room: Room) -> Scans:
        return self._scans.get(room.pack, NO_SCANS)

    def woken(self, room: Room) -> None:
        # Anybody awaited before the room went to sleep got a message then.
        self.of(room).newly_awaited(room)

    def changed(self, room: Room) -> None:
        audience = self.of(room)
        audience.draw_for_watchers(room)
        if room.game is not None:
            for person, seats in audience.newly_awaited(room).items():
                self._turn_came(person, room, seats)

    def released(self, room: Room) -> None:
        self._notify(list(self.of(room).watchers))

    def asleep(self, room: Room) -> None:
        audience = self.of(room)
        audience.forget_drawings()
        if not audience.watchers:
            self._audiences.pop(room.id, None)

    def is_watched(self, room: Room) -> bool:
        found = self._audiences.get(room.id)
        return found is not None and bool(found.watchers)
