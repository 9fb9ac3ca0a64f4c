"""The server process: its announcement at the start, and how it ends."""

import asyncio
import gc
import os
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from types import FrameType

import attrs
import uvicorn
from starlette.applications import Starlette

from ..errors import TabletopError
from ..rooms.credentials import host_key_in
from ..rooms.games import Games
from ..rooms.share import Share
from ..rooms.store import StoreError, open_store
from ..saves.locks import lock
from .app import make_app
from .config import LOCAL, Config
from .connections import LimitedProtocol
from .cookies import host_page
from .handover import Handover, open_channels
from .streams import begin_anew
from .work_board import WorkBoard
from .workers import WorkerProcesses

MAX_WAIT_S = 1.0
"""Seconds for which the folder may be another server's: one that was killed leaves its workers."""

LIFE_S = 0.5
"""Seconds between two signs of life of a worker."""

MAX_LATE_S = 5.0
"""Seconds for which a worker may be silent beyond the time of an answer, before it is ended."""

MAX_STOP_S = 4.0
"""Seconds from a signal to end until the process is ended with force."""


def serve(
    config: Config,
    *,
    say: Callable[[str], object],
    opens: bool = False,
    picture: Callable[[str], str] = lambda address: "",
) -> None:
    """Serve until somebody ends the process; `say` is called with where to look.

    `picture` draws the address for others, so that a phone can read it; empty where it cannot.

    Raises:
        TabletopError: the port is in use, or another server has the folder.
    """
    # Replays and templates leave cycles of objects behind, and those of many would fill the memory.
    gc.set_threshold(10_000)
    _allow_many_connections()
    with _folder_held(config.data):
        listening = _listen(config.host, config.port)
        config = attrs.evolve(config, port=listening.getsockname()[1])
        games = Games(config.catalog, config.data / ".checked")
        # Before the first request: rooms that wake at once would load the same things at once.
        # Authors wait for each restart: what they do not edit is loaded when somebody asks for it.
        problems = games.load_all(only_folders=config.is_studio)

        def announce() -> None:
            _announce(config, problems, say, opens, picture)

        if config.workers == 1:
            app = make_app(config, games=games)
            announce()
            _serve(app, config, listening)
        else:
            _serve_with_workers(config, games, listening, announce)


def _announce(
    config: Config,
    problems: Sequence[str],
    say: Callable[[str], object],
    opens: bool,
    picture: Callable[[str], str],
) -> None:
    """Say where the server is, and open its page."""
    shown = f"[{config.host}]" if ":" in config.host else config.host
    own = "127.0.0.1" if config.host in ("0.0.0.0", "::", *LOCAL) else shown
    addresses = config.addresses
    host_link = f"http://{own}:{config.port}{addresses.to(host_page(host_key_in(config.data)))}"
    say(f"Your table: {host_link}")
    if config.is_local:
        say("Only this machine can open it; --lan opens it to your network.")
    else:
        address = f"{addresses.outside}{addresses.to()}"
        say(
            f"For others: {address}\nAnyone who can reach that address can start games and watch "
            "rooms whose link they know.\nThe first address is yours alone: it also opens your "
            "saved games and closes rooms."
        )
        if drawn := picture(address):
            say(drawn)
    for problem in problems:
        say(problem)
    say(f"Rooms and games: {config.data}\nCtrl+C ends the server; nothing is lost.")
    if opens:
        Timer(0.5, webbrowser.open, [host_link]).start()


def _serve(
    app: Starlette,
    config: Config,
    listening: socket.socket,
    handover: Handover | None = None,
    show_life: Callable[[], object] | None = None,
) -> None:
    """Serve in this process until a signal ends it."""
    server = _Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
            http=LimitedProtocol,
            proxy_headers=bool(config.public),
        ),
        handover,
        show_life,
    )
    try:
        server.run(sockets=[listening])
    finally:
        if app.state.site.is_stuck:
            # The interpreter would wait for the thread of a rule that never ends.
            os._exit(0)


def _serve_with_workers(
    config: Config, games: Games, listening: socket.socket, announce: Callable[[], object]
) -> None:
    """Serve in several processes, each with its share of the rooms."""
    # Made once, before several processes would.
    host_key_in(config.data)
    channels = open_channels(config.workers)

    def work(share: Share, board: WorkBoard) -> None:
        begin_anew()
        app = make_app(config, share=share, games=games, board=board)
        handover = Handover(share, config.addresses.to("r/"), channels)
        _serve(app, config, listening, handover, board.show_life)

    hang_seconds = config.answer_seconds + MAX_LATE_S
    workers = WorkerProcesses(
        config.workers,
        work,
        lambda: open_store(config.data, config.database),
        hang_seconds=hang_seconds,
    )
    workers.run(announce, MAX_STOP_S + 0.5)


class _Server(uvicorn.Server):
    """Ends within `MAX_STOP_S` seconds of the first signal, and at once at the second.

    What was acknowledged is on the disk, so nothing is lost however it ends.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        handover: Handover | None = None,
        show_life: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(config)
        self._handover = handover
        self._show_life = show_life

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        if self._handover is not None:
            LimitedProtocol.handover = self._handover
            self._handover.start(loop, self._protocol)
        if self._show_life is not None:
            self._live(loop, self._show_life)

    def _protocol(self, handed: bytes) -> asyncio.Protocol:
        """Return what speaks with a connection of which another worker has read something."""
        return LimitedProtocol(
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            handed=handed,
        )

    def _live(self, loop: asyncio.AbstractEventLoop, show_life: Callable[[], object]) -> None:
        show_life()
        loop.call_later(LIFE_S, self._live, loop, show_life)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._handover is not None and sig == signal.SIGINT:
            # Ctrl+C reaches all processes at once; the one above tells the workers.
            return
        if self.should_exit:
            os._exit(128 + sig)
        super().handle_exit(sig, frame)
        last = Timer(MAX_STOP_S, os._exit, [128 + sig])
        last.daemon = True
        last.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Open pages are let go of first, so that they do not hold it up.
        self.config.app.state.site.ending.set()  # type: ignore[union-attr]
        if self._handover is not None:
            self._handover.stop()
        await super().shutdown(sockets)


@contextmanager
def _folder_held(folder: Path) -> Iterator[None]:
    """Keep a folder of rooms for one server, as long as this process lives.

    Raises:
        TabletopError: another server has it, or it cannot be written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = open(folder / "server.lock", "wb")  # noqa: SIM115 - the lock ends with it
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written: {error.strerror}; choose another folder with --data"
        ) from None
    with file:
        end = monotonic() + MAX_WAIT_S
        while not (is_ours := lock(file)) and monotonic() < end:
            sleep(0.05)
        if not is_ours:
            raise TabletopError(
                f"another server uses the folder {folder}; stop that one first, or choose another "
                "folder with --data"
            )
        yield


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # Who comes while the server is starting waits a moment.
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise TabletopError(
            f"the server cannot listen at {host}:{port} ({error.strerror}); stop what does, or "
            "choose another --port"
        ) from None
    return listening


def _allow_many_connections() -> None:
    """Raise the limit of open files to what the system allows this process."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
