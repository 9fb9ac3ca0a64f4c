"""The server for one person on this machine: on standard input and output, or over HTTP."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ..plugins.packs import Catalog
from ..rooms.bot_processes import BotProcesses
from ..rooms.bot_task import BOT_LIMITS
from ..rooms.persons import Persons
from ..rooms.registry import RoomRegistry
from ..rooms.room_server import RoomServer
from .desk import Desk
from .server import make_server

MAX_ROOMS = 500
MAX_BODY_BYTES = 200_000
NAME = "You"


@asynccontextmanager
async def local_desk(folder: Path, catalog: Catalog) -> AsyncIterator[Desk]:
    """Open the rooms of a folder, and give the desk of their only person."""
    most: Any = {"max_rooms": MAX_ROOMS, "max_rooms_per_person": MAX_ROOMS}
    registry = RoomRegistry(folder, catalog, **most, max_searches_of_person=MAX_ROOMS)
    thinker = BotProcesses(max(1, (os.cpu_count() or 2) - 1))
    rooms = RoomServer(registry, bot_limits=BOT_LIMITS, thinker=thinker, alone=True)
    await rooms.start()
    try:
        yield Desk(rooms, _person(registry))
    finally:
        await rooms.stop()
        if rooms.is_stuck:
            # The interpreter would wait for the thread of a rule that never ends.
            os._exit(0)


def _person(registry: RoomRegistry) -> str:
    found = registry.store.one("SELECT id FROM persons ORDER BY made")
    return str(found["id"] if found else Persons(registry.store).new(NAME)[0]["id"])


def serve_stdio(folder: Path, catalog: Catalog) -> None:
    """Serve one client on standard input and output until it closes them."""

    async def serve() -> None:
        async with local_desk(folder, catalog) as desk:

            async def desk_of(_: Any) -> Desk:
                return desk

            try:
                await make_server(desk_of).run_stdio_async()
            except* BrokenPipeError:
                pass  # the client vanished while it was answered

    asyncio.run(serve())


def serve_http(folder: Path, catalog: Catalog, port: int) -> None:
    """Serve clients on this machine over HTTP until the process is stopped."""
    import uvicorn

    async def serve() -> None:
        async with local_desk(folder, catalog) as desk:

            async def desk_of(_: Any) -> Desk:
                return desk

            app = make_server(desk_of).streamable_http_app(
                stateless_http=True, json_response=True, max_request_body_size=MAX_BODY_BYTES
            )
            config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")
            await uvicorn.Server(config).serve()

    asyncio.run(serve())
