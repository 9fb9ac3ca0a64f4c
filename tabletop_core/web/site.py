"""What all pages of a server share: its rooms, persons, threads and templates."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial
from logging import getLogger
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from jinja2 import Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..events.words import listed
from ..pictures.scans import Scans
from ..presentation.games import fate_words
from ..presentation.player_aid import WEIGHT_WORDS, minutes_parts
from ..rooms.bot_runner import BotRunner, Thinker
from ..rooms.errors import PutAwayError
from ..rooms.games import Games
from ..rooms.persons import Persons
from ..rooms.registry import RoomRegistry
from ..rooms.room import Room
from ..rooms.share import ALL_ROOMS, Share
from ..rooms.time_limit import TimedThreads, TooSlowError
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


class Site:
    """A server: its rooms and persons, and what every page needs of them.

    Rooms, bots, whole games and pages have threads of their own, so that none waits for another
    kind; messages to persons need none.
    """

    def __init__(
        self,
        config: Config,
        *,
        share: Share = ALL_ROOMS,
        games: Games | None = None,
        board: "WorkBoard | None" = None,
    ) -> None:
        self.config = config
        self.board = board
        self.addresses = config.addresses
        scans = {pack.id: Scans.read(config.art or "", pack.id) for pack in config.illustrated}
        self.audiences = Audiences(
            *(self._notify, self._turn_came, scans, self.addresses, config.alone),
            is_studio=config.is_studio,
        )
        self.registry = RoomRegistry(
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
        )
        self.persons = Persons(self.registry.store)
        self.cookies = Cookies(
            self.persons,
            config.data,
            is_https=config.public.startswith("https:"),
            path=self.addresses.under,
        )
        self.rules = TimedThreads("rules", config.threads, config.answer_seconds)
        self.bot_moves = TimedThreads("bots", 2, config.answer_seconds)
        self.whole_games = TimedThreads("whole games", 2, config.wake_seconds)
        self.pages = TimedThreads("pages", 4, config.answer_seconds)
        self.bots = BotRunner(self._within_for_bots, config.bot_limits, _thinker(config, share))
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
        self._caretakers: list[asyncio.Task[None]] = []
        # One piece of work in a room at a time, so that a slow room takes one thread and not all.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
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
        """Wake the rooms that were awake when the server ended, so that their bots go on."""
        self._loop = asyncio.get_running_loop()
        self._caretakers = [asyncio.create_task(self._take_care())]
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

    async def _take_care(self) -> None:
        """Wake rooms, then let idle ones sleep; no failure of a room keeps this from the others."""
        # Whoever is alone visits a room before anything shall happen in it.
        left = [] if self.config.alone else await self.in_thread(self.registry.left_awake)
        for room_id in left:
            try:
                await self.within(room_id, lambda room: None)
            except Exception as error:
                if room_id not in self.registry.failures:
                    self.registry.failures.record(room_id, error)
        while True:
            await asyncio.sleep(min(60.0, self.config.idle))
            try:
                # However many rooms there are: each closes within a moment.
                await self.pages.run(self.registry.sleep_idle, self.config.idle, seconds=3600)
                await self.pages.run(self.registry.end_by_silence, seconds=3600)
                await self.pages.run(self.registry.forget_deleted, seconds=3600)
                if days := self.config.put_away_days:
                    await self.pages.run(self.registry.put_away_unused, days, seconds=3600)
            except Exception:
                _log.exception("rooms could not be put to sleep")

    @property
    def is_stuck(self) -> bool:
        """Whether a thread will never end, so that the process must be ended with force."""
        return any(threads.is_stuck for threads in self._threads)

    @property
    def _threads(self) -> tuple[TimedThreads, ...]:
        return self.rules, self.bot_moves, self.whole_games, self.pages

    async def stop(self) -> None:
        """End everything; the journals hold all that was acknowledged."""
        for caretaker in self._caretakers:
            caretaker.cancel()
        await self.bots.close()
        await self.webhooks.close()
        for threads in self._threads:
            threads.close()
        self.registry.close()

    # ------------------------------------------------------------------ threads

    async def in_thread(self, do: Callable[..., T], *given: Any) -> T:
        """Run something short that uses the disk, outside the event loop.

        Raises:
            TooSlowError: it did not end in time.
        """
        return await self.pages.run(do, *given)

    async def with_rules(self, do: Callable[..., T], *given: Any) -> T:
        """Run rules for no open room: a new game, a replay, a chart.

        Raises:
            TooSlowError: they did not end in time.
        """
        return await self.whole_games.run(do, *given)

    async def within(self, room_id: str, do: Callable[[Room], T], *, awake: bool = True) -> T:
        """Do something in a room; then its bots play if it is their turn.

        Raises:
            SetAsideError: a rule of this room did not end before.
            TooSlowError: it did not end now.
        """
        return await self._within(self.rules, room_id, do, awake=awake)

    async def within_even_asleep(self, room_id: str, do: Callable[[Room], T]) -> T:
        """Do something that needs no game, in a room that is woken if it can be."""
        try:
            return await self.within(room_id, do)
        except Exception as error:
            if not self.has_no_game(room_id, error):
                raise
        return await self.within(room_id, do, awake=False)

    def has_no_game(self, room_id: str, error: Exception) -> bool:
        """Return whether a room failed at waking, so that all but its game can be shown."""
        return isinstance(error, PutAwayError) or room_id in self.registry.failures

    async def _within_for_bots(self, room_id: str, do: Callable[[Room], T]) -> T:
        return await self._within(self.bot_moves, room_id, do)

    async def _within(
        self, threads: TimedThreads, room_id: str, do: Callable[[Room], T], *, awake: bool = True
    ) -> T:
        def done() -> tuple[T, bool]:
            at_work = self.board.working_in(room_id) if self.board is not None else nullcontext()
            with at_work, self.registry.room(room_id, awake=awake) as room:
                found = do(room)
                is_on = room.awake is not None and not (room.is_over or room.deleted)
                return found, is_on and room.seating.has_bots

        turn = self._turns.get(room_id)
        if turn is None:
            turn = self._turns[room_id] = asyncio.Lock()
        async with turn:
            if awake:
                self.registry.failures.check_open(room_id)
            is_awake = self.registry.awake_room(room_id) is not None
            seconds = self.config.answer_seconds if is_awake else self.config.wake_seconds
            try:
                found, is_on = await threads.run(done, seconds=seconds)
            except TooSlowError as error:
                why = f"a rule of its game took too long: {error}"
                self.registry.failures.record(room_id, TooSlowError(why), set_aside=True)
                self.bots.cancel(room_id)
                self.registry.failures.check_open(room_id)
                raise
        if threads is not self.bot_moves:
            (self.bots.go if is_on else self.bots.cancel)(room_id)
        return found

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
