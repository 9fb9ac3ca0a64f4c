"""What all pages of a server share: its rooms, persons, threads and templates."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial
from logging import getLogger
from typing import TYPE_CHECKING, Any, TypeVar

from jinja2 import Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..events.words import listed
from ..pictures.scans import Scans
from ..presentation.games import fate_words
from ..presentation.player_aid import WEIGHT_WORDS, minutes_parts
from ..rooms.bot_runner import Thinker
from ..rooms.games import Games
from ..rooms.persons import Persons
from ..rooms.registry import RoomRegistry
from ..rooms.room import Room
from ..rooms.room_server import RoomServer
from ..rooms.share import ALL_ROOMS, Share
from ..version import VERSION
from .audience import Audiences
from .config import Config
from .cookies import Cookies
from .room_pictures import PictureCache
from .security import RateLimiter, RefusedError, network_of
from .times import utc, when
from .webhooks import Message, Webhooks

if TYPE_CHECKING:
    # A browser has no memory that processes share.
    from .work_board import WorkBoard

T = TypeVar("T")

_log = getLogger(__name__)

NOTE_S = 1.0
"""Seconds after which the lists of other workers show what has changed in a room."""


class Site(RoomServer):
    """A server: its rooms and persons, and what every page needs of them."""

    def __init__(
        self,
        config: Config,
        *,
        share: Share = ALL_ROOMS,
        games: Games | None = None,
        board: "WorkBoard | None" = None,
    ) -> None:
        self.config = config
        self.addresses = config.addresses
        scans = {pack.id: Scans.read(config.art or "", pack.id) for pack in config.illustrated}
        self.audiences = Audiences(
            *(self._notify, self._turn_came, scans, self.addresses, config.alone),
            is_studio=config.is_studio,
        )
        registry = RoomRegistry(
            config.data,
            config.catalog,
            observer=self.audiences,
            bot_limits=config.bot_limits,
            # Files in memory are kept as a whole, so a second file beside them is of no use.
            journal="WAL" if config.flush is None else "MEMORY",
            database=config.database,
            share=share,
            games=games,
            loads_dice=config.is_studio,
            max_rooms=config.max_rooms,
            max_rooms_per_person=config.max_rooms_per_person,
            max_searches=config.max_searches,
            max_searches_of_person=config.max_searches_of_person,
        )
        super().__init__(
            registry,
            bot_limits=config.bot_limits,
            thinker=_thinker(config, share),
            threads=config.threads,
            answer_seconds=config.answer_seconds,
            wake_seconds=config.wake_seconds,
            idle=config.idle,
            put_away_days=config.put_away_days,
            alone=config.alone,
            working_in=nullcontext if board is None else board.working_in,
        )
        self.persons = Persons(self.registry.store)
        self.cookies = Cookies(
            self.persons,
            config.data,
            is_https=config.public.startswith("https:"),
            path=self.addresses.under,
        )
        self.pictures = PictureCache()
        # One file at a time is unpacked and read, so that many do not fill the memory together.
        self.opening = asyncio.Lock()
        self.webhooks = Webhooks(self.registry.store, config.hooks_to, self.in_thread)
        self.messages = RateLimiter(1 / 60, 20)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.forms = RateLimiter(config.posts, config.burst)
        # What one network may do, however many persons it makes up.
        self.network_forms = RateLimiter(10 * config.posts, 10 * config.burst)
        self.network_pages = RateLimiter(config.pages, 10 * config.pages)
        self.network_rooms = RateLimiter(1 / 20, config.starts_of_network)
        self.network_persons = RateLimiter(1 / 20, config.starts_of_network)
        self.person_rooms = RateLimiter(1 / 60, config.starts_of_person)
        self.guesses = RateLimiter(0.2, 20)
        self.replays = RateLimiter(0.2, 10)
        self.recounts = RateLimiter(2, 30)
        # By person or address, by network, and by browser.
        self.streams = Counter[str]()
        self.streams_of_networks = Counter[str]()
        self.streams_of_browsers = Counter[str]()
        self.ending = asyncio.Event()
        templates = Environment(loader=PackageLoader(__package__, "pages"), autoescape=True)
        templates.filters |= {"when": when, "utc": utc, "fate_words": fate_words}
        templates.globals |= {
            "minutes": partial(minutes_parts, between="–"),
            "weights": WEIGHT_WORDS,
        }
        templates.globals |= {"to": self.addresses.to, "static": self.addresses.static}
        templates.globals |= {"is_alone": config.alone, "release": VERSION}
        self.templates = templates

    # ------------------------------------------------------------------ beginning and end

    async def start(self) -> None:
        """Start to care for the rooms."""
        self._loop = asyncio.get_running_loop()
        await super().start()
        if self.registry.share.count > 1:
            self._caretakers.append(asyncio.create_task(self._note()))

    async def _note(self) -> None:
        """Keep what lists show of the rooms of this worker, for the lists of the others."""
        while True:
            await asyncio.sleep(NOTE_S)
            try:
                await self.pages.run(self.registry.note_changed, seconds=3600)
            except Exception:
                _log.exception("rooms could not be noted")

    async def stop(self) -> None:
        """End everything."""
        # A bot that moves may bring messages.
        await self.bots.close()
        await self.webhooks.close()
        await super().stop()

    async def flush(self) -> None:
        """Flush what was written, before anybody sees the result.

        Raises:
            TabletopError: it cannot be kept.
        """
        if self.config.flush is not None:
            await self.config.flush()

    # ------------------------------------------------------------------ news

    def _notify(self, pages: list[asyncio.Event]) -> None:
        """Make open pages refresh; any thread may call it."""

        def notify() -> None:
            for page in pages:
                page.set()

        if pages and self._loop is not None:
            # The loop may have ended in the meantime, and all pages with it.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(notify)

    def _turn_came(self, person: str, room: Room, seats: list[str]) -> None:
        self.write_to(person, room, f"Your turn: {room.title}", f"{listed(seats)} to answer")

    def write_to(self, person: str, room: Room, title: str, text: str) -> None:
        """Send a person a message about a room, if they want any; any thread may call it."""
        found = self.registry.store.one("SELECT * FROM persons WHERE id = ?", person)
        if found is None or not found["hook"] or self._loop is None:
            return
        if self.messages.take(person):
            message = Message(title, text, f"{found['address']}{self.addresses.room(room.id)}")
            self._loop.call_soon_threadsafe(partial(self.webhooks.go, found, room.id, message))

    # ------------------------------------------------------------------ requests

    def page(self, request: Request, name: str, status: int = 200, **facts: Any) -> Response:
        """Return one of the pages around the table, for whoever asks or the `person` in `facts`."""
        if "person" not in facts:
            facts["person"] = self.cookies.person_of(request)
        facts["is_host"] = self.cookies.is_host(request)
        html = self.templates.get_template(f"{name}.html").render(facts)
        return HTMLResponse(html, status)

    def origin_of(self, request: Request) -> str:
        """Return under which host somebody reaches this server: `https://games.example.org`."""
        return self.config.public or f"{request.url.scheme}://{request.url.netloc}"

    def network(self, request: Request) -> str:
        """Return the network that a request comes from; empty for this machine."""
        return network_of(request.client.host if request.client else "")

    def count(self, request: Request) -> None:
        """Count a request.

        Raises:
            RefusedError: its person, or its network, has sent too many.
        """
        network = self.network(request)
        if request.method != "POST":
            if not self.network_pages.take(network):
                raise RefusedError(429, "too many pages at once; wait a moment")
        elif not (self.forms.take(self.who(request)) and self.network_forms.take(network)):
            raise RefusedError(429, "too many forms at once; wait a moment")

    def count_room(self, request: Request) -> None:
        """Count a room that a request is about to make, in whatever way.

        Raises:
            RefusedError: its person or its network has made too many.
        """
        if self.config.alone:
            return
        if not self.person_rooms.take(self.person_id(request)):
            raise RefusedError(429, "you have started too many games; wait a minute")
        if not self.network_rooms.take(self.network(request)):
            raise RefusedError(429, "your network has started too many games; wait a minute")

    def count_guess(self, request: Request) -> None:
        who = request.client.host if request.client else ""
        if not self.guesses.take(who):
            raise RefusedError(429, "too many tries; wait a minute")

    def person_id(self, request: Request) -> str:
        """Return the id of the person who sent a request; empty for a new visitor."""
        person = self.cookies.person_of(request)
        return str(person["id"]) if person else ""

    @asynccontextmanager
    async def person_for(
        self, request: Request, name: str
    ) -> AsyncIterator[tuple[dict[str, Any], str]]:
        """Give who sent a request, made where it is nobody yet, and the key of a new one.

        If what they asked for fails, a new one is forgotten: they were never here.
        """
        known = self.cookies.person_of(request)
        person, key = known or {}, ""
        if known is None:
            if not self.config.alone and not self.network_persons.take(self.network(request)):
                raise RefusedError(429, "your network has made too many names; wait a minute")
            person, key = await self.in_thread(self.persons.new, name or "Guest")
        try:
            yield person, key
        except Exception:
            if key:
                await self.in_thread(self.persons.forget, person["id"])
            raise

    def who(self, request: Request) -> str:
        """Return the key by which a visitor's requests are counted."""
        return self.person_id(request) or (request.client.host if request.client else "")


def _thinker(config: Config, share: Share) -> Thinker:
    """Return where bots think: in processes, unless the configuration names another place."""
    if config.thinker is not None:
        return config.thinker
    # Not at the top: a browser has no processes, and these modules fail there.
    from ..rooms.bot_processes import BotProcesses

    return BotProcesses(max(1, ((os.cpu_count() or 2) - 1) // share.count))
