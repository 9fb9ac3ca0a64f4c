"""The viewers of each room, and what each of them has been shown."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from ..pictures.scans import NO_SCANS, Scans
from ..rooms.memories import Memories
from ..rooms.perspective import Perspective
from ..rooms.room import Room
from ..rooms.turns import Turns
from ..viewers import Viewer
from .account import Account, account_of
from .addresses import ROOT, Addresses
from .author_bar import author_parts
from .coach import coach_parts
from .endings import report_of
from .sidebar import sidebar_parts
from .streams import ViewerCache
from .table import PageBefore, fragments


class Audience:
    """The viewers of one room.

    `watchers` are the open pages with their persons; the event of each is set when it should look
    again. `caches` hold what each person was shown; code that uses them must hold the room. `turns`
    knows whose turn has come.
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
        self._memories = Memories()
        self._drawn: dict[tuple[str, Viewer], PageBefore] = {}
        self.turns = Turns()

    def shown_to(self, room: Room, person: str) -> ViewerCache:
        """Return the room as a person sees it now; only changed fragments get a new version.

        A person without a seat at this table is a spectator.
        """
        person = _known_as(room, person)
        cache = self.caches.setdefault(person, ViewerCache())
        if cache.at != room.version or not cache.now:
            viewer, address = Perspective(room, person).viewer, self._addresses.room(room.id)
            seen = self._memories.table(room, person, address=address).over(self._scans)
            drawn = self._drawn.setdefault((person, viewer), PageBefore(self._addresses.under))
            parts = fragments(seen, drawn)
            parts.update(sidebar_parts(room, person, self._addresses, self._alone))
            parts.update(coach_parts(room, person, self._addresses))
            if self._is_studio:
                parts.update(author_parts(room, person, self._addresses))
            cache.show(parts, room.version)
        return cache

    def steps(
        self, room: Room, person: str, since: int | None = None
    ) -> tuple[int, Callable[[], Account]]:
        """Return the version that a person is shown now, and what finds the steps that led there.

        It is called without the room, which goes on meanwhile.
        """
        person = _known_as(room, person)
        cache = self.shown_to(room, person)
        tell = self._memories.steps(room, person, since)
        if tell is None:
            return cache.at, Account
        how: dict[str, Any] = {
            "viewer": Perspective(room, person).viewer,
            "page": cache.now,
            "links": self._addresses.links(room.pack, room.id),
            "scans": self._scans,
            "returns": since is None,
        }
        game, words = room.match.game, room.match.data.glossary
        return cache.at, lambda: account_of(tell(), game, words, **how)

    def is_current(self, room: Room, person: str) -> bool:
        """Return whether a person's view was drawn since the room last changed."""
        cache = self.caches.get(_known_as(room, person))
        return cache is not None and cache.at == room.version and room.awake is not None

    def draw_for_watchers(self, room: Room) -> None:
        """Draw a changed room for everybody whose page is open."""
        if room.awake is not None:
            for person in dict.fromkeys(self.watchers.values()):
                self.shown_to(room, person)

    def forget_drawings(self) -> None:
        """Forget what was shown. A viewer who comes back gets everything."""
        self.caches.clear()
        self._drawn.clear()
        self._memories.forget()

    def newly_awaited(self, room: Room) -> dict[str, list[str]]:
        """Return the persons whose turn has come while they had no page of the room."""
        return self.turns.newly_awaited(room, set(self.watchers.values()))


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
        if room.awake is not None:
            for person, seats in audience.newly_awaited(room).items():
                self._turn_came(person, room, seats)

    def released(self, room: Room) -> None:
        self._notify(list(self.of(room).watchers))

    def finished(self, room: Room) -> bytes:
        # Whoever is alone keeps all files in memory, and has no other version of the rules.
        return b"" if self._alone else report_of(room, "", self.scans_of(room))().encode()

    def asleep(self, room: Room) -> None:
        audience = self.of(room)
        audience.forget_drawings()
        if not audience.watchers:
            self._audiences.pop(room.id, None)

    def is_watched(self, room: Room) -> bool:
        found = self._audiences.get(room.id)
        return found is not None and bool(found.watchers)
