"""The addresses of the server, and what each answers."""

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..errors import TabletopError
from . import lobby_routes, room_routes
from .config import LOCAL, Config
from .error_pages import show_error, show_failure
from .security import RefusedError, SecurityMiddleware
from .site import Site

Answering: TypeAlias = Callable[[Site, Request], Awaitable[Any]]
"""What answers at an address."""


def make_app(config: Config) -> Starlette:
    """Return the server as an ASGI application."""
    site = Site(config)

    def checked(answer: Answering) -> Callable[[Request], Any]:
        async def checking(request: Request) -> Any:
            if request.scope["refused"] is not None:
                raise request.scope["refused"]
            if request.method == "POST" and not site.forms.take(site.who(request)):
                raise RefusedError(429, "too many forms at once; wait a moment")
            answered = await answer(site, request)
            await site.flush()
            return answered

        return checking

    def route(path: str, answer: Answering, *methods: str) -> Route:
        return Route(site.addresses.to(path), checked(answer), methods=list(methods or ("GET",)))

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
            # What comes most often is looked for first.
            route("r/{room}/{act}", room_routes.act, "POST"),
            route("", lobby_routes.lobby),
            route("new/{pack}", lobby_routes.new, "GET", "POST"),
            route("save", lobby_routes.save, "POST"),
            route("open-again", lobby_routes.open_again, "POST"),
            route("me", lobby_routes.me, "GET", "POST"),
            route("host/{key}", lobby_routes.host),
            route("feed/{key}", lobby_routes.feed),
            route("s/{secret}", lobby_routes.seat),
            route("tones.css", room_routes.tones),
            route("r/{room}", room_routes.room),
            route("r/{room}/stream", room_routes.stream),
            route("r/{room}/odds", room_routes.odds),
            route("r/{room}/thing", room_routes.thing),
            route("r/{room}/hint", room_routes.hint),
            route("r/{room}/replay", room_routes.replay),
            route("r/{room}/end", room_routes.end),
            route("rules/{pack}", room_routes.rules),
            route("rules/{pack}/{number:path}", room_routes.rules),
            route("chart/{pack}/{table:path}", room_routes.chart),
            *([_static(site)] if config.serves_files else []),
        ],
        middleware=[
            Middleware(
                SecurityMiddleware,
                names=names,
                public=config.public,
                static=site.addresses.static(""),
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


def _static(site: Site) -> Mount:
    """Return what serves the scripts and styles of the pages."""
    return Mount(site.addresses.to("static"), StaticFiles(packages=[(__package__, "static")]))
