"""The addresses of the server, and what each answers."""

import asyncio
import sys
import traceback
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from time import time
from typing import Any, TypeVar

import attrs
from jinja2 import Environment, PackageLoader
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..bots.seating import bot_names
from ..errors import StaleAnswerError, TabletopError
from ..events.words import listed
from ..pictures import stylesheet
from ..plugins.packs import Catalog
from ..saves.folder import saved_files
from ..saves.journal import read_save
from ..told.games import option_value, saved_words
from .acts import ACTS, Doer
from .around import utc, when
from .beside import (
    advice_page,
    advised,
    chart_page,
    end_page,
    odds_page,
    rule_page,
    rules_page,
    story_told,
    to_advise,
)
from .drawing import draw_for_all, drawn, is_drawn
from .hooks import KINDS, Hooks, Message, read_address
from .persons import Persons
from .rooms.bots import Bots
from .rooms.house import House
from .rooms.room import NotThereError, Room, RoomError
from .safety import LOCAL, Allowance, Form, Guard, RefusedError, read_form
from .streams import BOOT, GLANCE, LOOK, EventStream, News, changes, version_of
from .table import table_html

T = TypeVar("T")
STREAMS_OF_A_BROWSER = 5
"""A browser holds six lines to a host; one is left for everything else."""
AWAY = {
    "never": "nobody takes over who is away",
    "1": "after 1 hour",
    "24": "after a day",
    "72": "after 3 days",
}


@attrs.frozen(kw_only=True)
class Config:
    """How a server is set up.

    Attributes:
        data: the folder of its rooms and games.
        host, port: where it listens.
        public: the address under which others reach it, where something stands before it.
        posts: how many forms a second one person may send; `burst` at once.
        streams: how many streams may be open; `streams_of_one` for somebody without a name.
        hooks_to: hosts of private networks that messages to persons may go to.
        idle: seconds after which a room that nobody uses goes to sleep.
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
    threads: int = 8

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return self.host in (*LOCAL, "::1") and not self.public


class Site:
    """The pages of a server and what is done on them."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.house = House(config.data, config.catalog, draw=self._changed)
        self.persons = Persons(self.house.store, config.data, config.public.startswith("https:"))
        self.threads = ThreadPoolExecutor(config.threads, thread_name_prefix="rules")
        self.bots = Bots(self.house, self.threads)
        self.hooks = Hooks(self.house.store, self.threads, config.hooks_to)
        self.messages = Allowance(1 / 60, 20)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.pace = Allowance(config.posts, config.burst)
        self.guesses = Allowance(0.2, 20)
        self.stories = Allowance(0.2, 10)
        self._streams: dict[str, int] = {}
        self._awake: asyncio.Task[None] | None = None
        self.ending = asyncio.Event()
        pages = Environment(loader=PackageLoader(__package__, "pages"), autoescape=True)
        pages.filters |= {"when": when, "utc": utc}
        self.pages = pages

    # ------------------------------------------------------------------ the life of the server

    async def start(self) -> None:
        """Wake the rooms that were awake when the server ended, so that their bots go on."""
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.create_task(self._tend())

    async def _tend(self) -> None:
        for room in await self.in_thread(self.house.left_awake):
            with suppress(TabletopError):
                await self.within(room, lambda room: None)
        while True:
            await asyncio.sleep(min(60.0, self.config.idle))
            await self.in_thread(self.house.sleep_idle, self.config.idle)

    async def stop(self) -> None:
        """End everything; the journals hold all that was acknowledged."""
        if self._awake is not None:
            self._awake.cancel()
        await self.bots.close()
        await self.hooks.close()
        await asyncio.to_thread(self.threads.shutdown)
        self.house.close()

    async def in_thread(self, do: Callable[..., T], *given: Any) -> T:
        """Let rules and disks work beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, partial(do, *given))

    async def within(self, room_id: str, do: Callable[[Room], T], *, awake: bool = True) -> T:
        """Do something in a room; then its bots play, where it is their turn."""

        def done() -> tuple[T, bool]:
            with self.house.room(room_id, awake=awake) as room:
                found = do(room)
                has_bots = any(seat.bot for seat in room.seats.values())
                return found, has_bots and room.session is not None and not room.is_over

        found, moves = await self.in_thread(done)
        if moves:
            self.bots.go(room_id)
        return found

    # ------------------------------------------------------------------ who is told of a change

    def _changed(self, room: Room) -> None:
        """Draw a room that has changed, and write to those whose turn has come elsewhere."""
        draw_for_all(room)
        if room.session is None:
            return
        for person, seats in room.newly_awaited().items():
            self.write_to(person, room, f"Your turn: {room.title}", f"{listed(seats)} to answer")

    def write_to(self, person: str, room: Room, title: str, text: str) -> None:
        """Send a person a message about a room, if they want any; any thread may call it."""
        found = self.house.store.one("SELECT * FROM persons WHERE id = ?", person)
        if found is None or not found["hook"] or self._loop is None:
            return
        if self.messages.take(person):
            link = f"{found['address']}/r/{room.id}"
            message = Message(title, text, link)
            self._loop.call_soon_threadsafe(self.hooks.go, found, room.id, message)

    # ------------------------------------------------------------------ pages

    def page(self, request: Request, name: str, status: int = 200, **facts: Any) -> Response:
        """Return one of the pages around the table."""
        person = self.persons.of(request)
        facts |= {"person": person, "is_host": self.persons.is_host(request)}
        html = self.pages.get_template(f"{name}.html").render(facts)
        return HTMLResponse(html, status)

    async def lobby(self, request: Request) -> Response:
        one = self._person_id(request)
        mine, free = await self.in_thread(lambda: (self._games_of(one), self._open_rooms(one)))
        saves = await self.in_thread(self._saves) if self.persons.is_host(request) else []
        return self.page(
            request,
            "lobby",
            packs=[pack.identity for pack in self.config.catalog.packs],
            problems=self.config.catalog.problems if self.persons.is_host(request) else (),
            mine=mine,
            free=free,
            saves=saves,
        )

    def _games_of(self, person: str) -> list[dict[str, Any]]:
        """Return the games of a person, those that wait for them first."""
        rows = (
            self.house.store.all(
                "SELECT rooms.*, group_concat(seats.seat, char(10)) AS own "
                "FROM rooms LEFT JOIN seats ON seats.room = rooms.id AND seats.person = ? "
                "WHERE seats.person = ? OR maker = ? "
                "GROUP BY rooms.id ORDER BY touched DESC LIMIT 200",
                person,
                person,
                person,
            )
            if person
            else []
        )
        awake = {room.id: room for room in self.house.awake()}
        for row in rows:
            room = awake.get(row["id"])
            if room is not None and room.session is not None:
                row["awaited"] = "\n".join(room.awaited)
                row["touched"] = room.touched
                if room.play.outcome is not None:
                    row["ended"] = row["ended"] or f"over: {room.play.outcome.kind}"
            own = set((row["own"] or "").split("\n")) - {""}
            row["awaited"] = row["awaited"].split("\n") if row["awaited"] else []
            row["is_mine"] = not row["ended"] and bool(own.intersection(row["awaited"]))
        return sorted(rows, key=lambda row: (not row["is_mine"], bool(row["ended"])))

    def _open_rooms(self, person: str) -> list[dict[str, Any]]:
        return self.house.store.all(
            "SELECT rooms.* FROM rooms WHERE listed = 1 AND ended = '' AND maker != ? AND EXISTS "
            "(SELECT 1 FROM seats WHERE room = rooms.id AND person = '' AND bot = '') "
            "ORDER BY made DESC LIMIT 100",
            person,
        )

    def _saves(self) -> list[tuple[str, str]]:
        found = []
        for path in saved_files()[:50]:
            with suppress(TabletopError):
                found.append((path.name, saved_words(read_save(path))))
        return found

    async def new(self, request: Request) -> Response:
        """Show the form of a new game, or make the room that it asks for."""
        pack = request.path_params["pack"]
        game = await self.in_thread(self.house.game, pack)
        if request.method == "GET":
            seats = self._most_seats(game)
            return self.page(
                request,
                "new",
                game=game,
                value=option_value,
                seats=seats,
                bots=bot_names(game),
                away=AWAY,
            )
        form = await read_form(request)
        person, key = await self.in_thread(self.persons.of_or_new, request, form["name"])
        options = {name[7:]: value for name, value in form.fields if name.startswith("option:")}
        seats = [value for name, value in form.fields if name.startswith("seat:")]
        settings = form.all("bot")
        kinds = [
            f"{kind}:{setting.strip()}" if kind.startswith("bot:") and setting.strip() else kind
            for kind, setting in zip(seats, [*settings, *[""] * len(seats)], strict=False)
        ]
        room = await self.in_thread(
            lambda: self.house.new_room(
                person["id"],
                pack,
                options=options,
                seats=kinds,
                undo=form["undo"],
                dice=form["dice"] or "seeded",
                is_listed=form["listed"] == "1",
                away=form["away"] or "never",
            )
        )
        return self.persons.keep(RedirectResponse(f"/r/{room}", 303), key)

    def _most_seats(self, game: Any) -> list[str]:
        """Return the seats of a game, as many as it can have."""
        options = game.read_options({})
        choices = [options]
        for option in game.options:
            choices += [{**options, option.name: value} for value in option.values]
        return max((list(game.seats_for(one)) for one in choices), key=len)

    async def save(self, request: Request) -> Response:
        """Open a saved game of the host in a room. Only files that the list shows are read."""
        form = await read_form(request)
        if not self.persons.is_host(request):
            raise RefusedError(403, "only the host opens saved games; use the host's address")
        person, key = await self.in_thread(self.persons.of_or_new, request, form["name"])

        def opened() -> str:
            path = next((one for one in saved_files() if one.name == form["file"]), None)
            if path is None:
                raise RoomError(f"there is no saved game {form['file'][:80]!r} in the list")
            return self.house.open_save(path, person["id"])

        room = await self.in_thread(opened)
        return self.persons.keep(RedirectResponse(f"/r/{room}", 303), key)

    async def host(self, request: Request) -> Response:
        """Take the host's address: this browser may do what the host may."""
        self._count_guess(request)
        if not self.persons.is_host_key(request.path_params["key"]):
            raise RefusedError(404, "this is not the host's address; see what the server printed")
        return self.persons.keep_host(
            RedirectResponse(f"/new/{self.config.pack}" if self.config.pack else "/", 303)
        )

    async def seat(self, request: Request) -> Response:
        """Show what the link to a seat leads to; sitting down is a form, which no preview sends."""
        self._count_guess(request)
        secret = request.path_params["secret"]
        found = await self.in_thread(
            self.house.store.one,
            "SELECT seats.*, rooms.title FROM seats JOIN rooms ON rooms.id = room WHERE secret = ?",
            secret,
        )
        if found is None:
            raise RefusedError(404, "this link leads to no seat (any more); ask for a new one")
        person = self.persons.of(request)
        if person and found["person"] == person["id"]:
            return RedirectResponse(f"/r/{found['room']}", 303)
        return self.page(request, "seat", found=found)

    async def me(self, request: Request) -> Response:
        """Show one's name and the way to another device; change the name, make or use a code."""
        if request.method == "GET":
            return await self._me(request)
        form = await read_form(request)
        if form["code"]:
            self._count_guess(request)
            key = await self.in_thread(self.persons.take_code, form["code"])
            return self.persons.keep(RedirectResponse("/", 303), key)
        person, key = await self.in_thread(self.persons.of_or_new, request, form["name"])
        if form["do"] == "code":
            code = await self.in_thread(self.persons.code_for, person["id"])
            return self.persons.keep(await self._me(request, code), key)
        if form["do"] == "hook":
            kind, hook = form["kind"], form["hook"].strip()
            if hook:
                read_address(kind, hook, self.config.hooks_to)
            one, address = person["id"], self._address(request)
            await self.in_thread(self.persons.send_to, one, kind, hook, address)
            return RedirectResponse("/me", 303)
        await self.in_thread(self.persons.rename, person["id"], form["name"])
        return self.persons.keep(RedirectResponse("/me", 303), key)

    async def _me(self, request: Request, code: str = "") -> Response:
        person = self.persons.of(request)
        sent = await self.in_thread(self.hooks.sent_to, person["id"]) if person else []
        return self.page(
            request, "me", code=code, sent=sent, kinds=KINDS, address=self._address(request)
        )

    def _address(self, request: Request) -> str:
        """Return under which address somebody reaches this server."""
        return self.config.public or str(request.base_url).rstrip("/")

    async def feed(self, request: Request) -> Response:
        """Tell a feed reader, who shows the key of a person, whose turn it is."""
        self._count_guess(request)
        person = await self.in_thread(
            self.house.store.one, "SELECT * FROM persons WHERE feed = ?", request.path_params["key"]
        )
        if person is None:
            raise RefusedError(404, "there is no feed at this address; look it up on your page")
        games = await self.in_thread(self._games_of, person["id"])
        mine = [room for room in games if room["is_mine"] or room["ended"]][:50]
        updated = max((room["touched"] for room in mine), default=person["made"])
        feed = self.pages.get_template("feed.xml").render(
            person=person, mine=mine, updated=updated, address=self._address(request)
        )
        return Response(feed, media_type="application/atom+xml")

    def _count_guess(self, request: Request) -> None:
        who = request.client.host if request.client else ""
        if not self.guesses.take(who):
            raise RefusedError(429, "too many tries; wait a minute")

    # ------------------------------------------------------------------ rooms

    async def room(self, request: Request) -> Response:
        room_id, one = request.path_params["room"], self._person_id(request)

        def seen(room: Room) -> tuple[str, dict[str, str], int]:
            shown = drawn(room, one)
            room.looked[one] = time()
            return room.title, shown.now, shown.at

        title, parts, at = await self.within(room_id, seen)
        table, version = table_html(parts), f"{BOOT}-{at}"
        return self.page(request, "room", title=title, table=table, version=version)

    async def tones(self, request: Request) -> Response:
        """Return the colours of the pictures, light and dark, as a style sheet."""
        headers = {"cache-control": "max-age=3600"}
        return Response(stylesheet(), media_type="text/css", headers=headers)

    async def story(self, request: Request) -> Response:
        """Show a game step by step, as this person may see it."""
        if not self.stories.take(self._who(request)):
            raise RefusedError(429, "too many stories at once; wait a moment")
        one, room_id = self._person_id(request), request.path_params["room"]
        seat = request.query_params.get("seat", "")

        def begin(room: Room) -> tuple[str, list[str], Callable[[], tuple[str, str]]]:
            seats = list(room.seats) if room.is_over else []
            return room.title, seats, story_told(room, one if one in room.names else "", seat)

        title, seats, tell = await self.within(room_id, begin)
        table, frames = await self.in_thread(tell)
        facts = {"title": title, "room": room_id, "seats": seats, "seat": seat}
        return self.page(request, "story", table=table, frames=frames, **facts)

    async def end(self, request: Request) -> Response:
        """Show what is worth keeping of a game that is over."""
        html = await self.within(request.path_params["room"], end_page)
        return self.page(request, "beside", title="The game", html=html)

    async def stream(self, request: Request) -> Any:
        """Send what changes in a room, as server-sent events."""
        room_id, who = request.path_params["room"], self._who(request)
        one = self._person_id(request)
        if sum(self._streams.values()) >= self.config.streams:
            raise RefusedError(503, "too many pages are open; try again later")
        event_id = request.headers.get("last-event-id") or request.query_params.get("since", "")

        async def looked(version: int) -> News:
            return await self.within(room_id, lambda room: drawn(room, one).since(version))

        is_full = one and self._streams.get(who, 0) >= STREAMS_OF_A_BROWSER
        if is_full or request.query_params.get("glance"):
            found = await looked(version_of(event_id))
            event = found.to_event(GLANCE if request.query_params.get("glance") else LOOK)
            return Response(event, media_type="text/event-stream")
        if self._streams.get(who, 0) >= self.config.streams_of_one:
            raise RefusedError(429, "you have too many pages open; close some")
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(news.set)

        def listen(room: Room) -> Room:
            room.watching[tell] = one
            return room

        room = await self.within(room_id, listen)
        self._streams[who] = self._streams.get(who, 0) + 1

        async def fresh(version: int) -> News:
            # Mostly it was drawn where it was done, and no thread is needed.
            if room.lock.acquire(blocking=False):
                try:
                    if is_drawn(room, one):
                        return drawn(room, one).since(version)
                finally:
                    room.lock.release()
            return await looked(version)

        events = changes(fresh, news, event_id)

        def ended() -> None:
            room.watching.pop(tell, None)
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]

        return EventStream(events, self.ending, ended)

    def _person_id(self, request: Request) -> str:
        """Return the id of who sent a request; empty for somebody who was never here."""
        person = self.persons.of(request)
        return str(person["id"]) if person else ""

    def _who(self, request: Request) -> str:
        """Return by what somebody's share is counted."""
        return self._person_id(request) or (request.client.host if request.client else "")

    async def act(self, request: Request) -> Response:
        """Do one thing in a room, and show the table as it is then."""
        room_id, act = request.path_params["room"], request.path_params["act"]
        form = await read_form(request)
        if act not in ACTS:
            raise RefusedError(404, f"{act[:40]!r} is nothing that can be done in a room")
        make = act in ("sit", "copy")
        person, key = (
            await self.in_thread(self.persons.of_or_new, request, form["name"])
            if make
            else (self.persons.of(request), "")
        )
        if person is None:
            raise RefusedError(403, "you have no seat at this table; take one first")
        doer = Doer(self.house, person, self.persons.is_host(request), self.write_to)
        if act == "copy" and not self.stories.take(person["id"]):
            raise RefusedError(429, "too many copies at once; wait a moment")
        where = await self.within(room_id, lambda room: ACTS[act](doer, room, form))
        if "text/html" in request.headers.get("accept", ""):
            return self.persons.keep(RedirectResponse(where or f"/r/{room_id}", 303), key)
        headers = {"location": where} if where else {}
        return self.persons.keep(Response(status_code=204, headers=headers), key)

    # ------------------------------------------------------------------ beside the table

    async def rules(self, request: Request) -> Response:
        game = await self.in_thread(self.house.game, request.path_params["pack"])
        number = request.path_params.get("number")
        html = await self.in_thread(
            lambda: rules_page(game) if number is None else rule_page(game, number)
        )
        return self.page(request, "beside", title=game.title, html=html)

    async def chart(self, request: Request) -> Response:
        game = await self.in_thread(self.house.game, request.path_params["pack"])
        table, row = request.path_params["table"], request.query_params.get("row", "")
        html = await self.in_thread(chart_page, game, table, row)
        return self.page(request, "beside", title=game.title, html=html)

    async def odds(self, request: Request) -> Response:
        """Tell the chances of an option to the one who is asked."""
        asked = Form(list(request.query_params.multi_items()))
        person = self._person_id(request)
        html = await self.within(
            request.path_params["room"],
            lambda room: odds_page(
                room,
                person,
                asked["seat"],
                asked.number("token"),
                asked["option"],
                tuple(asked["touched"].split()),
            ),
        )
        return self.page(request, "beside", title="Chances", html=html)

    async def advise(self, request: Request) -> Response:
        """Tell what a search advises to the one who is asked; it searches in another process."""
        room_id, seat = request.path_params["room"], request.query_params.get("seat", "")
        person = self._person_id(request)
        if not self.guesses.take(f"advice {person}"):
            raise RefusedError(429, "that is much advice at once; wait a moment")
        given = await self.within(room_id, lambda room: to_advise(room, person, seat))
        found = await self.bots.elsewhere(advised, *given)
        html = await self.within(room_id, lambda room: advice_page(room, person, seat, found))
        return self.page(request, "beside", title="Advice", html=html)

    # ------------------------------------------------------------------ what goes wrong

    async def wrong(self, request: Request, error: Exception) -> Response:
        """Say what was wrong, and show a way back; nothing else has changed."""
        status = 400
        if isinstance(error, RefusedError):
            status = error.status
        elif isinstance(error, HTTPException):
            status = error.status_code
        elif isinstance(error, StaleAnswerError):
            status = 409
        elif isinstance(error, NotThereError):
            status = 404
        words = str(error)
        if isinstance(error, HTTPException):
            words = "there is nothing at this address" if status == 404 else str(error.detail)
        return self._told(request, status, words)

    async def failed(self, request: Request, error: Exception) -> Response:
        """Say that the program failed; the reason is for the host, who finds it on the terminal."""
        traceback.print_exception(error, file=sys.stderr)
        return self._told(
            request, 500, "the program failed at this; nothing that was answered before is lost"
        )

    def _told(self, request: Request, status: int, words: str) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse(words, status)
        room = request.path_params.get("room", "")
        return self.page(request, "wrong", status, words=words, room=room)


def make_app(config: Config) -> Starlette:
    """Return the server as an ASGI application."""
    site = Site(config)

    def checked(answer: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Any]:
        async def checking(request: Request) -> Any:
            if request.scope["refused"] is not None:
                raise request.scope["refused"]
            if request.method == "POST" and not site.pace.take(site._who(request)):
                raise RefusedError(429, "too many forms at once; wait a moment")
            return await answer(request)

        return checking

    def route(path: str, answer: Callable[[Request], Awaitable[Any]], *methods: str) -> Route:
        return Route(path, checked(answer), methods=list(methods or ("GET",)))

    @asynccontextmanager
    async def life(app: Starlette) -> Any:
        await site.start()
        yield
        await site.stop()

    names: tuple[str, ...] = ()
    if config.is_local:
        names = tuple(name.strip("[]") for name in LOCAL)
    app = Starlette(
        routes=[
            route("/", site.lobby),
            route("/new/{pack}", site.new, "GET", "POST"),
            route("/save", site.save, "POST"),
            route("/me", site.me, "GET", "POST"),
            route("/host/{key}", site.host),
            route("/feed/{key}", site.feed),
            route("/s/{secret}", site.seat),
            route("/tones.css", site.tones),
            route("/r/{room}", site.room),
            route("/r/{room}/stream", site.stream),
            route("/r/{room}/odds", site.odds),
            route("/r/{room}/advise", site.advise),
            route("/r/{room}/story", site.story),
            route("/r/{room}/end", site.end),
            route("/r/{room}/{act}", site.act, "POST"),
            route("/rules/{pack}", site.rules),
            route("/rules/{pack}/{number:path}", site.rules),
            route("/chart/{pack}/{table:path}", site.chart),
            Mount("/static", StaticFiles(packages=[(__package__, "static")])),
        ],
        middleware=[Middleware(Guard, names=names, public=config.public)],
        exception_handlers={
            TabletopError: site.wrong,
            HTTPException: site.wrong,
            Exception: site.failed,
        },
        lifespan=life,
    )
    app.state.site = site
    return app
