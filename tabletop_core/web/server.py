"""The server process: its announcement at the start, and how it ends."""

import gc
import os
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from types import FrameType

import uvicorn

from ..errors import TabletopError
from ..saves.locks import lock
from .app import make_app
from .config import LOCAL, Config
from .connections import LimitedProtocol
from .store import StoreError

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
        _serve(config, listening, say=say, opens=opens, picture=picture)


def _serve(
    config: Config,
    listening: socket.socket,
    *,
    say: Callable[[str], object],
    opens: bool,
    picture: Callable[[str], str],
) -> None:
    app = make_app(config)
    site = app.state.site
    # Before the first request: rooms that wake at once would load the same things at once.
    problems = site.registry.load_packs()
    port = listening.getsockname()[1]
    shown = f"[{config.host}]" if ":" in config.host else config.host
    own = "127.0.0.1" if config.host in ("0.0.0.0", "::", *LOCAL) else shown
    host_link = f"http://{own}:{port}{site.addresses.to(site.persons.host_page)}"
    say(f"Your table: {host_link}")
    if not config.is_local:
        address = config.public or f"http://{_outside() if own != shown else shown}:{port}"
        say(
            f"For others: {address}{site.addresses.to()}\n"
            "Whoever reaches that address can start games and watch rooms whose link they know.\n"
            "The first address is yours alone: it also opens your saved games and closes rooms."
        )
        if drawn := picture(f"{address}{site.addresses.to()}"):
            say(drawn)
    for problem in problems:
        say(problem)
    say(f"Rooms and games: {config.data}\nCtrl+C ends the server; nothing is lost.")
    if opens:
        Timer(0.5, webbrowser.open, [host_link]).start()
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
        )
    )
    try:
        server.run(sockets=[listening])
    finally:
        if site.is_stuck:
            # The interpreter would wait for the thread of a rule that never ends.
            os._exit(0)


class _Server(uvicorn.Server):
    """Ends within `MAX_STOP_S` seconds of the first signal, and at once at the second.

    What was acknowledged is on the disk, so nothing is lost however it ends.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            os._exit(128 + sig)
        super().handle_exit(sig, frame)
        last = Timer(MAX_STOP_S, os._exit, [128 + sig])
        last.daemon = True
        last.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Open pages are let go of first, so that they do not hold it up.
        self.config.app.state.site.ending.set()  # type: ignore[union-attr]
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
        if not lock(file):
            raise TabletopError(
                f"another server uses the folder {folder}; end that one first, or choose another "
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
            f"nothing can listen at {host}:{port} ({error.strerror}); "
            "end what does, or choose another --port"
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


def _outside() -> str:
    """Return the address of this machine in its network, as far as it is known."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would take.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
