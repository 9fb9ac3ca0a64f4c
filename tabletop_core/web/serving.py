"""The process that listens: what it says at the start, and how it ends."""

import socket
import webbrowser
from collections.abc import Callable
from threading import Timer

import uvicorn

from ..errors import TabletopError
from .app import make_app
from .safety import LOCAL
from .site import Config


def serve(config: Config, *, say: Callable[[str], object], opens: bool = False) -> None:
    """Serve until somebody ends the process; `say` is told where to look.

    Raises:
        TabletopError: the port is in use.
    """
    listening = _listen(config.host, config.port)
    app = make_app(config)
    # Before the first request: rooms that wake at once would load the same things at once.
    problems = app.state.site.house.load_packs()
    port = listening.getsockname()[1]
    shown = f"[{config.host}]" if ":" in config.host else config.host
    own = "127.0.0.1" if config.host in ("0.0.0.0", "::", *LOCAL) else shown
    host_link = f"http://{own}:{port}{app.state.site.persons.host_address}"
    say(f"Your table: {host_link}")
    if not config.is_local:
        address = config.public or f"http://{_outside() if own != shown else shown}:{port}"
        say(
            f"For others: {address}/\n"
            "Whoever reaches that address can start games and watch rooms whose link they know.\n"
            "The first address is yours alone: it also opens your saved games and closes rooms."
        )
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
            h11_max_incomplete_event_size=32 * 1024,
            proxy_headers=bool(config.public),
        )
    )
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Lets go of the open pages first when it ends, so that they do not hold it up."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.site.ending.set()  # type: ignore[union-attr]
        await super().shutdown(sockets)


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


def _outside() -> str:
    """Return the address of this machine in its network, as far as it can be told."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would take.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
