"""The configuration of a server."""

import socket
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import attrs

from ..errors import TabletopError
from ..plugins.packs import Catalog, Pack
from ..rooms.bot_runner import Thinker
from ..rooms.bot_task import BOT_LIMITS, BotLimits
from ..rooms.room_server import RoomServer
from .addresses import Addresses

LOCAL = ("127.0.0.1", "localhost", "[::1]")


class Assistants(Protocol):
    """Answers assistants, as an ASGI application, while `running` is entered."""

    def running(self) -> AbstractAsyncContextManager[None]: ...

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None: ...


@attrs.frozen(kw_only=True)
class Config:
    """The configuration of a server.

    Attributes:
        data: the folder of its rooms and games.
        host, port: where it listens.
        public: the address under which others reach it, where something stands before it.
        under: the folder of that address below which all pages are: `/`, or `/table/`.
        posts: how many forms a second one person may send; `burst` at once.
        pages: how many pages a second one network may ask for; ten times as many at once.
        streams: how many streams may be open; `streams_of_one` for one address
            without names, `streams_of_network` for one network, with names and without.
        hooks_to: hosts of private networks that messages to persons may go to.
        idle: seconds after which a room that nobody uses goes to sleep.
        art: a folder of the host's own pictures of boards, in one named as its pack for each game.
        threads: how many rooms work at the same moment.
        answer_seconds: how long the rules may take for one answer; `wake_seconds` to wake a room
            or to replay a game, which may play all its answers again.
        bot_limits: how long a bot may think.
        thinker: where bots that look ahead think; in processes of their own where it is None.
        flush: keeps what was written, before anybody is shown the result; for a folder whose
            files are in memory alone.
        alone: whether nobody but one person can reach it. What needs others is not shown then.
        framed: whether a page of the same host may show it in a frame.
        workers: how many processes share the rooms.
        database: the address of a database of PostgreSQL for rooms and persons; without one they
            are in a file in the folder.
        max_rooms: how many rooms there may be, without those put away; `max_rooms_per_person` in
            progress that one person has made.
        max_searches: in how many rooms that are awake bots may search; `max_searches_of_person` in
            progress that one person has made.
        starts_of_person: how many games one person may start at once, in whatever way, and then one
            a minute; `starts_of_network` one network, and then three a minute.
        put_away_days: days after which a finished game that nobody looks at is put away; 0: never.
        studio: whether authors work here: under `--reload`.
        serves_files: whether it serves scripts and styles; not where something before it does.
        assistants: makes what answers assistants at the links of seats; None where none may come.
    """

    data: Path
    catalog: Catalog
    host: str = "127.0.0.1"
    port: int = 8000
    public: str = ""
    under: str = "/"
    pack: str = ""
    posts: float = 20.0
    burst: float = 100.0
    pages: float = 50.0
    streams: int = 4000
    streams_of_one: int = 100
    streams_of_network: int = 400
    hooks_to: tuple[str, ...] = ()
    idle: float = 600.0
    art: Path | None = None
    threads: int = 8
    answer_seconds: float = 10.0
    wake_seconds: float = 60.0
    bot_limits: BotLimits = BOT_LIMITS
    thinker: Thinker | None = None
    flush: Callable[[], Awaitable[None]] | None = None
    alone: bool = False
    framed: bool = False
    workers: int = 1
    database: str = ""
    max_rooms: int = 5000
    max_rooms_per_person: int = 50
    max_searches: int = 200
    max_searches_of_person: int = 20
    starts_of_person: int = 60
    starts_of_network: int = 100
    put_away_days: float = 90.0
    studio: bool = False
    serves_files: bool = True
    assistants: "Callable[[RoomServer], Assistants] | None" = None

    @property
    def addresses(self) -> Addresses:
        """The addresses of the server's pages.

        Raises:
            TabletopError: `under` is not a folder of an address.
        """
        seats_assistants = self.assistants is not None
        return attrs.evolve(
            Addresses.read(self.under), outside=self.outside, seats_assistants=seats_assistants
        )

    @property
    def outside(self) -> str:
        """Where others reach the server; empty where only this machine does."""
        if self.public or self.is_local:
            return self.public
        host = _own_address() if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def illustrated(self) -> list[Pack]:
        """The packs for whose boards the host has pictures.

        Raises:
            TabletopError: there is a folder for pictures, and none in it is named after a pack.
        """
        if self.art is None:
            return []
        found = [pack for pack in self.catalog.packs if (self.art / pack.id).is_dir()]
        if not found:
            raise TabletopError(
                f"{self.art} has no folder named after a game here; put the pictures of a game "
                f"into one, such as {self.art / self.catalog.packs[0].id}"
            )
        return found

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return self.host in (*LOCAL, "::1") and not self.public

    @property
    def is_studio(self) -> bool:
        """Whether the table shows the bar of authors; never where others reach it."""
        return self.studio and self.is_local and not self.alone


@cache
def _own_address() -> str:
    """Return the address of this machine in its network, as far as it is known."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would take.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
