"""What the workers of a server are doing, in memory that they share with the process above them.

Each shows a sign of life, and in which rooms it works: where one hangs, these rooms are at fault.
"""

import mmap
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

MAX_ROOMS_AT_WORK = 32
"""Rooms of one worker in which something is done at the same moment; more than it has threads."""

_SIGN = struct.Struct("d")
_ROOM = struct.Struct("d56s")
_SIZE = _SIGN.size + MAX_ROOMS_AT_WORK * _ROOM.size


class WorkBoard:
    """The board of one worker; it is made before the worker is forked."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _SIZE)
        self._lock = Lock()
        self._free = list(range(MAX_ROOMS_AT_WORK))

    def clear(self) -> None:
        """Forget everything, for a worker that begins."""
        self._memory[:] = bytes(_SIZE)

    def show_life(self) -> None:
        _SIGN.pack_into(self._memory, 0, monotonic())

    @property
    def seen(self) -> float:
        """When the worker has shown a sign of life, by `time.monotonic`; 0 before it is ready."""
        return float(_SIGN.unpack_from(self._memory, 0)[0])

    @contextmanager
    def working_in(self, room: str) -> Iterator[None]:
        """Show that something is done in a room."""
        with self._lock:
            at = self._free.pop() if self._free else None
        if at is None:
            yield
            return
        place = _SIGN.size + at * _ROOM.size
        _ROOM.pack_into(self._memory, place, monotonic(), room.encode()[:56])
        try:
            yield
        finally:
            _ROOM.pack_into(self._memory, place, 0.0, b"")
            with self._lock:
                self._free.append(at)

    def rooms(self, seconds: float) -> list[str]:
        """Return the rooms in which something has been going on for that many seconds."""
        found = []
        for at in range(MAX_ROOMS_AT_WORK):
            since, room = _ROOM.unpack_from(self._memory, _SIGN.size + at * _ROOM.size)
            if since and monotonic() - since >= seconds:
                found.append(room.rstrip(b"\0").decode())
        return found
