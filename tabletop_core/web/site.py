"""What all pages of a server stand on: its rooms, persons, threads and templates."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import attrs
from jinja2 import Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..errors import TabletopError
from ..events.words import listed
from ..pictures import Scans
from ..plugins.packs import Catalog, Pack
from .audience import draw_for_all
from .persons import Persons
from .rooms.bot_runner import BotRunner
from .rooms.registry import RoomRegistry
from .rooms.room import Room
from .security import LOCAL, RateLimiter, RefusedError
from .sidebar import utc, when
from .webhooks import Message, Webhooks

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Config:
    """How a server is set up.

    Attributes:
        data: the folder of its rooms and games.
        host, port: where it listens.
        public: the address under which others reach it, where something stands before it.
        posts: how many forms a second one person may send; `burst` at once.
        streams: how many streams may be open; `streams_of_one` for one address
            without names.
        hooks_to: hosts of private networks that messages to persons may go to.
        idle: seconds after which a room that nobody uses goes to sleep.
        art: a folder of the host's own pictures of boards, in one named as its pack for each game.
    """

    data: Path
    catalog: Catalog
    host: str = "127.0.0.1"
    port: int = 8000
    public: str = ""
    pack: str = ""
    posts: float = 20.0
    burst: float = 100.0
    streams: int = 4000
    streams_of_one: int = 100
    hooks_to: tuple[str, ...] = ()
    idle: float = 600.0
    art: Path | None = None
    threads: int = 8

    @property
    def illustrated(self) -> list[Pack]:
        """The packs for whose boards the host has pictures.

        Raises:
            TabletopError: there is a folder for pictures, and none in it is called as a pack.
        """
        if self.art is None:
            return []
        found = [pack for pack in self.catalog.packs if (self.art / pack.id).is_dir()]
        if not found:
            raise TabletopError(
                f"{self.art} has no folder that is called as a game here is; lay the pictures of a "
                f"game into one, such as {self.art / self.catalog.packs[0].id}"
            )
        return found

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return self.host in (*LOCAL, "::1") and not self.public


class Site:
    """A server: its rooms and persons, and what every page needs of them."""

    def __init__(self, config: Config) -> None:
        self.config = config
        scans = {pack.id: Scans.read(config.art or "", pack.id) for pack in config.illustrated}
        self.registry = RoomRegistry(
            config.data, config.catalog, draw=self._changed, tell=self._tell, scans=scans
        )
        self.persons = Persons(self.registry.store, config.data, config.public.startswith("https:"))
        self.threads = ThreadPoolExecutor(config.threads, thread_name_prefix="rules")
        self.bots = BotRunner(self.registry, self.threads)
        self.hooks = Webhooks(self.registry.store, self.threads, config.hooks_to)
        self.messages = RateLimiter(1 / 60, 20)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.pace = RateLimiter(config.posts, config.burst)
        self.guesses = RateLimiter(0.2, 20)
        self.stories = RateLimiter(0.2, 10)
        # By person or address, and by browser.
        self.streams = Counter[str]()
        self.streams_of_browsers = Counter[str]()
        self._awake: asyncio.Task[None] | None = None
        self.ending = asyncio.Event()
        pages = Environment(loader=PackageLoader(__package__, "pages"), autoescape=True)
        pages.filters |= {"when": when, "utc": utc}
        self.pages = pages

    async def start(self) -> None:
        """Wake the rooms that were awake when the server ended, so that their bots go on."""
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.create_task(self._tend())

    async def _tend(self) -> None:
        for room in await self.in_thread(self.registry.left_awake):
            with suppress(TabletopError):
                await self.within(room, lambda room: None)
        while True:
            await asyncio.sleep(min(60.0, self.config.idle))
            await self.in_thread(self.registry.sleep_idle, self.config.idle)

    async def stop(self) -> None:
        """End everything; the journals hold all that was acknowledged."""
        if self._awake is not None:
            self._awake.cancel()
        await self.bots.close()
        await self.hooks.close()
        await asyncio.to_thread(self.threads.shutdown)
        self.registry.close()

    async def in_thread(self, do: Callable[..., T], *given: Any) -> T:
        """Let rules and disks work beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, partial(do, *given))

    async def within(self, room_id: str, do: Callable[[Room], T], *, awake: bool = True) -> T:
        """Do something in a room; then its bots play, where it is their turn."""

        def done() -> tuple[T, bool]:
            with self.registry.room(room_id, awake=awake) as room:
                found = do(room)
                has_bots = any(seat.bot for seat in room.seats.values())
                return found, has_bots and room.session is not None and not room.is_over

        found, moves = await self.in_thread(done)
        if moves:
            self.bots.go(room_id)
        return found

    def _changed(self, room: Room) -> None:
        """Draw a room that has changed, and write to those whose turn has come elsewhere."""
        draw_for_all(room)
        if room.session is None:
            return
        for person, seats in room.newly_awaited().items():
            self.write_to(person, room, f"Your turn: {room.title}", f"{listed(seats)} to answer")

    def _tell(self, pages: Sequence[asyncio.Event]) -> None:
        """Let open pages look again; any thread may call it."""

        def told() -> None:
            for page in pages:
                page.set()

        if pages and self._loop is not None:
            # The loop may have ended in the meantime, and all pages with it.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(told)

    def write_to(self, person: str, room: Room, title: str, text: str) -> None:
        """Send a person a message about a room, if they want any; any thread may call it."""
        found = self.registry.store.one("SELECT * FROM persons WHERE id = ?", person)
        if found is None or not found["hook"] or self._loop is None:
            return
        if self.messages.take(person):
            link = f"{found['address']}/r/{room.id}"
            message = Message(title, text, link)
            self._loop.call_soon_threadsafe(self.hooks.go, found, room.id, message)

    def page(self, request: Request, name: str, status: int = 200, **facts: Any) -> Response:
        """Return one of the pages around the table."""
        person = self.persons.of(request)
        facts |= {"person": person, "is_host": self.persons.is_host(request)}
        html = self.pages.get_template(f"{name}.html").render(facts)
        return HTMLResponse(html, status)

    def address_of(self, request: Request) -> str:
        """Return under which address somebody reaches this server."""
        return self.config.public or str(request.base_url).rstrip("/")

    def count_guess(self, request: Request) -> None:
        who = request.client.host if request.client else ""
        if not self.guesses.take(who):
            raise RefusedError(429, "too many tries; wait a minute")

    def person_id(self, request: Request) -> str:
        """Return the id of who sent a request; empty for somebody who was never here."""
        person = self.persons.of(request)
        return str(person["id"]) if person else ""

    def who(self, request: Request) -> str:
        """Return by what somebody's share is counted."""
        return self.person_id(request) or (request.client.host if request.client else "")
