"""What the limits of a machine are, and whether they carry a server: `tabletop serve --check`."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import attrs

from .config import Config

PAGES_OF_GAME = 2
"""Open pages of one game, as reckoned here."""

OWN_HANDLES = 64
"""Files of a server in which nobody plays."""

OWN_MB, MB_OF_GAME, MB_OF_BOT = 100, 0.7, 80
"""Memory of a server with its games loaded, of a game with its pages, of a process for bots."""

DISK_MB_OF_GAME = 0.5

MB = 1 << 20


@attrs.frozen
class Machine:
    """The limits of a machine for one process; what is unknown or without a limit is None.

    `handles` are the files and connections that it may have open, `memory` and `disk` are in MB.
    """

    cores: int
    handles: int | None = None
    memory: int | None = None
    disk: int | None = None

    @classmethod
    def read(cls, folder: Path) -> "Machine":
        """Return the limits of this machine for a server whose rooms are in a folder."""
        place = next(one for one in (folder, *folder.parents) if one.exists())
        disk = shutil.disk_usage(place).free // MB
        return cls(os.cpu_count() or 1, _handles(), _memory(), disk)


@attrs.frozen
class Limited:
    """One limit in words; `advice` says what to do where it is too small, else it is empty."""

    words: str
    advice: str = ""


def carried(machine: Machine, config: Config) -> Iterator[Limited]:
    """Yield each limit of a machine, with what it carries of that which a server allows."""
    pages, workers = config.streams, config.workers
    bots = max(1, machine.cores - 1)
    if machine.handles is not None:
        room = max(0, machine.handles - OWN_HANDLES)
        most = room * PAGES_OF_GAME // (PAGES_OF_GAME + 1)
        yield Limited(
            f"files and connections: {machine.handles:,} at once in a process; that is enough for "
            f"{most:,} open pages, but {pages:,} are allowed",
            f"raise LimitNOFILE or `ulimit -n`, or start with --limit open-pages={most}"
            if most < pages
            else "",
        )
    if machine.memory is not None:
        room = max(0, machine.memory - OWN_MB * workers - MB_OF_BOT * bots)
        most = int(room / MB_OF_GAME) * PAGES_OF_GAME
        yield Limited(
            f"memory: {machine.memory:,} MB free; beside {_counted(workers, 'worker')} and "
            f"{_counted(bots, 'process', 'es')} for bots that is enough for "
            f"{most // PAGES_OF_GAME:,} games in play with {most:,} open pages, but "
            f"{pages * workers:,} are allowed",
            f"free memory, or start with --limit open-pages={most // workers}"
            if most < pages * workers
            else "",
        )
    if machine.disk is not None:
        most = int(machine.disk / DISK_MB_OF_GAME)
        yield Limited(
            f"disk: {machine.disk:,} MB free at {config.data}; that is enough for {most:,} more "
            f"games, but {config.max_rooms:,} rooms are allowed",
            f"free some, choose another folder with --data, or start with --limit rooms={most}"
            if most < config.max_rooms
            else "",
        )
    yield Limited(
        f"processors: {machine.cores}; bots that search use {bots} of them at the same time, "
        f"{_counted(workers, 'worker')} {'answers' if workers == 1 else 'answer'} people"
    )


def _counted(number: int, what: str, ending: str = "s") -> str:
    return f"{number} {what}{'' if number == 1 else ending}"


def _handles() -> int | None:
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return None
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return None if most == resource.RLIM_INFINITY else most


def _memory() -> int | None:
    """Return the memory that is free, in MB, or the part of it that a container leaves."""
    found = []
    for line in _text("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            found.append(int(line.split()[1]) // 1024)
    most, used = (_text(f"/sys/fs/cgroup/memory.{name}").strip() for name in ("max", "current"))
    if most.isdecimal() and used.isdecimal():
        found.append((int(most) - int(used)) // MB)
    return min(found, default=None)


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii")
    except OSError:
        return ""
