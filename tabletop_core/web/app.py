"""The addresses of the server, and what each answers."""

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..errors import TabletopError
from ..rooms.games import Games
from ..rooms.seating import seat_of_link
from ..rooms.share import ALL_ROOMS, Share
from . import (
    actions,
    author_routes,
    book_routes,
    host_routes,
    learn_routes,
    lobby_routes,
    my_games_routes,
    picture_routes,
    room_routes,
)
from .config import LOCAL, Assistants, Config
from .error_pages import show_error, show_failure
from .security import SecurityMiddleware
from .site import Site

if TYPE_CHECKING:
    # A browser has no memory that processes share.
    from .work_board import WorkBoard

Answering: TypeAlias = Callable[[Site, Request], Awaitable[Any]]
"""What answers at an address."""


def make_app(
    config: Config,
    *,
    share: Share = ALL_ROOMS,
    games: Games | None = None,
    board: "WorkBoard | None" = None,
) -> Starlette:
    """Return the server as an ASGI application.

    Args:
        share: the rooms that are its own, where it is one of several workers.
        games: the games, where they were loaded before.
        board: where it shows in which rooms it works.
    """
    site = Site(config, share=share, games=games, board=board)

    def checked(answer: Answering) -> Callable[[Request], Any]:
        async def checking(request: Request) -> Any:
            if request.scope["refused"] is not None:
                raise request.scope["refused"]
            site.count(request)
            answered = await answer(site, request)
            await site.flush()
            return answered

        return checking

    def route(path: str, answer: Answering, *methods: str) -> Route:
        return Route(site.addresses.to(path), checked(answer), methods=list(methods or ("GET",)))

    assistants = config.assistants(site) if config.assistants else None

    @asynccontextmanager
    async def life(app: Starlette) -> Any:
        await site.start()
        try:
            async with assistants.running() if assistants else nullcontext():
                yield
        finally:
            await site.stop()

    names: tuple[str, ...] = ()
    if config.is_local:
        names = tuple(name.strip("[]") for name in LOCAL)
    app = Starlette(
        routes=[
            # What comes most often is looked for first. All that concerns one room has an address
            # below the room's, by which a request finds the worker of the room.
            route("r/{room}/{act}", actions.act, "POST"),
            route("", lobby_routes.lobby),
            route("new/{pack}", lobby_routes.new, "GET", "POST"),
            route("art/{pack}", picture_routes.art),
            route("games", my_games_routes.games),
            route("games/open", my_games_routes.open_files, "POST"),
            route("games/save", my_games_routes.save_all),
            route("history", my_games_routes.history),
            route("learn/{pack}", learn_routes.learn, "GET", "POST"),
            route("save", lobby_routes.save, "POST"),
            route("me", lobby_routes.me, "GET", "POST"),
            route("rooms", host_routes.rooms),
            route("host/{key}", host_routes.enter),
            route("feed/{key}", lobby_routes.feed),
            route("s/{secret}", lobby_routes.seat),
            route("s/{secret}/qr", lobby_routes.seat_code),
            *([_for_assistants(site, assistants)] if assistants else []),
            route("tones.css", room_routes.tones),
            route("r/{room}", room_routes.room),
            route("r/{room}/host/{act}", host_routes.act, "POST"),
            route("r/{room}/mine/{act}", my_games_routes.change, "POST"),
            route("r/{room}/stream", room_routes.stream),
            route("r/{room}/board", picture_routes.board),
            route("r/{room}/save", my_games_routes.save_file),
            route("r/{room}/sure/{act}", my_games_routes.sure),
            route("r/{room}/odds", room_routes.odds),
            route("r/{room}/thing", room_routes.thing),
            route("r/{room}/hint", room_routes.hint),
            route("r/{room}/steps", room_routes.steps),
            route("r/{room}/replay", room_routes.replay),
            route("r/{room}/end", room_routes.end),
            route("r/{room}/report", room_routes.report),
            *([route("r/{room}/author/{do}", author_routes.author, "POST")] * config.is_studio),
            route("rules", book_routes.books),
            route("rules/{pack}", book_routes.rules),
            route("rules/{pack}/{number:path}", room_routes.rule),
            route("sequence/{pack}", book_routes.sequence),
            route("chart/{pack}", book_routes.charts),
            route("chart/{pack}/{table:path}", room_routes.chart),
            route("rulings/{pack}", book_routes.rulings),
            route("words/{pack}", book_routes.words),
            *([_static(site)] if config.serves_files else []),
        ],
        middleware=[
            Middleware(
                SecurityMiddleware,
                names=names,
                public=config.public,
                static=site.addresses.static(""),
                upload=site.addresses.to("games/open"),
                framed=config.framed,
            )
        ],
        exception_handlers={
            TabletopError: partial(show_error, site),
            HTTPException: partial(show_error, site),
            Exception: partial(show_failure, site),
        },
        lifespan=life,
    )
    app.state.site = site
    return app


class _Checked:
    """Answers assistants whose requests may be answered."""

    def __init__(self, site: Site, assistants: Assistants) -> None:
        self._site = site
        self._assistants = assistants

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["refused"] is not None:
            raise scope["refused"]
        request, site = Request(scope), self._site
        site.count(request)
        secret = request.path_params["secret"]
        if await site.in_thread(seat_of_link, site.registry.store, secret) is None:
            # Whoever has a link asks often with it; only a wrong one is a guess.
            site.count_guess(request)
        await self._assistants(scope, receive, send)


def _for_assistants(site: Site, assistants: Assistants) -> Route:
    """Return what answers an assistant at the link of a seat."""
    return Route(site.addresses.to("s/{secret}/mcp"), _Checked(site, assistants))


def _static(site: Site) -> Mount:
    """Return what serves the scripts and styles of the pages."""
    return Mount(site.addresses.to("static"), StaticFiles(packages=[(__package__, "static")]))
