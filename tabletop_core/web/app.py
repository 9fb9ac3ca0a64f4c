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
from . import at_table, lobby
from .safety import LOCAL, Guard, RefusedError
from .site import Config, Site
from .wrong import failed, wrong

Answering: TypeAlias = Callable[[Site, Request], Awaitable[Any]]
"""What answers at an address."""


def make_app(config: Config) -> Starlette:
    """Return the server as an ASGI application."""
    site = Site(config)

    def checked(answer: Answering) -> Callable[[Request], Any]:
        async def checking(request: Request) -> Any:
            if request.scope["refused"] is not None:
                raise request.scope["refused"]
            if request.method == "POST" and not site.pace.take(site.who(request)):
                raise RefusedError(429, "too many forms at once; wait a moment")
            return await answer(site, request)

        return checking

    def route(path: str, answer: Answering, *methods: str) -> Route:
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
            # What comes most often is looked for first.
            route("/r/{room}/{act}", at_table.act, "POST"),
            route("/", lobby.lobby),
            route("/new/{pack}", lobby.new, "GET", "POST"),
            route("/save", lobby.save, "POST"),
            route("/me", lobby.me, "GET", "POST"),
            route("/host/{key}", lobby.host),
            route("/feed/{key}", lobby.feed),
            route("/s/{secret}", lobby.seat),
            route("/tones.css", at_table.tones),
            route("/r/{room}", at_table.room),
            route("/r/{room}/stream", at_table.stream),
            route("/r/{room}/odds", at_table.odds),
            route("/r/{room}/thing", at_table.thing),
            route("/r/{room}/advise", at_table.advise),
            route("/r/{room}/story", at_table.story),
            route("/r/{room}/end", at_table.end),
            route("/rules/{pack}", at_table.rules),
            route("/rules/{pack}/{number:path}", at_table.rules),
            route("/chart/{pack}/{table:path}", at_table.chart),
            Mount("/static", StaticFiles(packages=[(__package__, "static")])),
        ],
        middleware=[Middleware(Guard, names=names, public=config.public)],
        exception_handlers={
            TabletopError: partial(wrong, site),
            HTTPException: partial(wrong, site),
            Exception: partial(failed, site),
        },
        lifespan=life,
    )
    app.state.site = site
    return app
