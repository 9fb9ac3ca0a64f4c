"""The table inside a worker of a browser: what its script calls.

Imported in Pyodide alone. `host` is the script's side: an object of JavaScript with functions that
store files, and let another worker think.
"""

import asyncio
import marshal
import pickle
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from pyodide.ffi import JsException, to_js

from ...plugins.entry_points import EntryPoint
from ...plugins.packs import find_packs
from ...rooms.bot_runner import Thinker
from ...rooms.bot_task import BotLimits
from ..config import Config
from ..security import RefusedError
from .bridge import Bridge, Call
from .kept_files import KeptFiles, Part

FOLDER = Path("/table")
"""The folder of rooms and games; what is in it is stored by the browser."""

LIBRARY = "/lib/python314.zip"
"""The modules that Python starts with."""

SMALL = BotLimits(ms=1_500, playouts=600, seconds=20.0)
"""How long a bot may think on a small device, where nothing else happens meanwhile."""

IDLE_S = 120.0
"""Seconds after which a room that nobody uses is let go, to save memory."""


class NotKeptError(RefusedError):
    """Something could not be stored, so nobody may see its result."""

    def __init__(self, why: str) -> None:
        super().__init__(
            507,
            f"this could not be saved, because the browser cannot store it ({why}); delete games "
            "that are over, or free some space on the device, then try again",
        )


class Storage:
    """Keeps the folder of the table in the browser's storage."""

    def __init__(self, host: Any) -> None:
        self._host = host
        self._files = KeptFiles(FOLDER)
        self._turn = asyncio.Lock()

    def restore(self) -> None:
        """Write what the browser has stored into the folder."""
        FOLDER.mkdir(exist_ok=True)
        stored = {(part[0], part[1]): part[2].to_bytes() for part in self._host.stored}
        self._files.restore(stored)

    async def flush(self) -> None:
        """Store what has changed.

        Raises:
            NotKeptError: the browser cannot; Python then starts again from what is stored.
        """
        async with self._turn:
            try:
                await self._files.keep(self._put)
            except JsException as error:
                self._host.lost()
                raise NotKeptError(str(error).removeprefix("Error: ")) from None

    async def _put(self, parts: dict[Part, bytes], gone: list[Part]) -> None:
        changed = [[list(part), content] for part, content in parts.items()]
        await self._host.put(to_js(changed), to_js([list(part) for part in gone]))


class OtherWorker:
    """Lets bots think in another worker, which is started when one is first needed."""

    places = 1

    def __init__(self, host: Any) -> None:
        self._host = host

    async def run(self, do: Callable[..., Any], *given: Any, seconds: float) -> Any:
        """Run a function there, and end that worker if nobody waits for it any more."""
        found = None
        try:
            async with asyncio.timeout(seconds):
                found = await self._host.think(to_js(pickle.dumps((do, given))))
        except JsException as error:
            raise RuntimeError(str(error)) from None
        finally:
            if found is None:
                self._host.stopThinking()
        return pickle.loads(found.to_bytes())

    def close(self) -> None:
        self._host.stopThinking()


class SameWorker:
    """Lets bots think where everything else happens; for devices with little memory."""

    places = 1

    async def run(self, do: Callable[..., Any], *given: Any, seconds: float) -> Any:
        """Run a function after pending output has been shown."""
        await asyncio.sleep(0.05)
        return do(*given)

    def close(self) -> None:
        pass


def think(task: Any) -> Any:
    """Run what another worker sent, and return the result; called in the one that thinks."""
    do, given = pickle.loads(task.to_bytes())
    return to_js(pickle.dumps(do(*given)))


async def compiled_library() -> Any:
    """Return the modules that Python starts with compiled, for its next start.

    One after the other, so that whoever plays meanwhile need not wait.
    """
    made = BytesIO()
    with ZipFile(LIBRARY) as source, ZipFile(made, "w") as archive:
        for name in source.namelist():
            await asyncio.sleep(0.02)
            code = compile(source.read(name), f"{LIBRARY}/{name}", "exec", dont_inherit=True)
            # The head of a file that is never compared with its source, and needs no digest of it.
            head = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
            archive.writestr(f"{name}c", head + marshal.dumps(code))
    return to_js(made.getvalue())


class _PortAnswer:
    """Sends an answer through a port of JavaScript."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def begin(self, status: int, headers: list[tuple[str, str]]) -> None:
        self._port.postMessage(to_js(["begin", status, [list(pair) for pair in headers]]))

    def add(self, chunk: bytes) -> None:
        self._port.postMessage(to_js(["add", chunk]))

    def end(self) -> None:
        self._port.postMessage(to_js(["end"]))


class BrowserTable:
    """The web application of one browser."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, method: str, target: str, headers: Any, body: Any, port: Any) -> Any:
        """Answer a request through a port; return what is to be called when its reader is gone."""
        call = Call(
            method,
            target,
            [(pair[0], pair[1]) for pair in headers],
            body.to_bytes(),
        )
        gone = asyncio.Event()
        task = asyncio.ensure_future(self._bridge.ask(call, _PortAnswer(port), gone))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return gone.set


async def start(host: Any) -> BrowserTable:
    """Return the table with the games that were stored."""
    storage = Storage(host)
    storage.restore()
    points = [EntryPoint(name, value) for name, value in host.games.to_py().items()]
    is_small = bool(host.isSmall)
    thinker: Thinker = SameWorker() if is_small else OtherWorker(host)
    config = Config(
        data=FOLDER,
        catalog=find_packs(points=points),
        public=host.origin,
        under=host.under,
        alone=True,
        framed=True,
        serves_files=False,
        idle=IDLE_S,
        thinker=thinker,
        bot_limits=SMALL if is_small else BotLimits(),
        flush=storage.flush,
        put_away_days=0,
    )
    bridge = Bridge.alone(config, host.origin.partition("://")[2])
    await bridge.start()
    await storage.flush()
    return BrowserTable(bridge)
