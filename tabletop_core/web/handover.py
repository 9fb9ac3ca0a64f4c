"""Connections of one worker that ask for a room of another: they are handed over as they are.

All workers take connections at the same address. The first line of a request says which room it
concerns. If that is another worker's, the connection itself goes there, with what was read of it,
through a socket between the processes: nothing is copied from one to the other afterwards, however
long a page stays open. What waits for a worker that died is taken by the one that follows it.
"""

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import unquote

import attrs

from ..rooms.share import Share

MAX_HANDED_BYTES = 128 * 1024
"""Bytes read of a request when it is handed over; the head and form of a room are smaller."""

MAX_WAITING = 1000
"""Connections that wait for one other worker."""


@attrs.frozen
class Channel:
    """The way to a worker: connections are put in at `inlet`, and taken out at `outlet`."""

    inlet: socket.socket
    outlet: socket.socket


def open_channels(count: int) -> list[Channel]:
    """Return the ways to a number of workers, for all processes that are forked afterwards."""
    channels = []
    for _ in range(count):
        outlet, inlet = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        for one in (outlet, inlet):
            one.setblocking(False)
            for kind in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                one.setsockopt(socket.SOL_SOCKET, kind, 4 * MAX_HANDED_BYTES)
        channels.append(Channel(inlet, outlet))
    return channels


class Handover:
    """Hands connections of one worker to the others, and takes its own from them.

    Args:
        rooms: the path below which the rooms are: `/r/`.
        channels: the ways to all workers, in their order.
    """

    def __init__(self, share: Share, rooms: str, channels: Sequence[Channel]) -> None:
        self.share = share
        self._rooms = rooms.encode()
        self._channels = channels
        self._waiting: list[deque[tuple[int, bytes]]] = [deque() for _ in channels]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._arriving: set[asyncio.Task[None]] = set()

    def worker_for(self, head: bytes) -> int:
        """Return to which worker a request belongs, by its first line; any will do for most."""
        target = head.split(b" ", 2)[1] if head.count(b" ") > 1 else b""
        if not target.startswith(self._rooms):
            return self.share.number
        room = target[len(self._rooms) :].partition(b"?")[0].partition(b"/")[0]
        return self.share.owner_of(unquote(room.decode("latin-1")))

    def hand_on(self, worker: int, handle: int, data: bytes) -> bool:
        """Send a connection to another worker; return False if that has too many waiting.

        `handle` is the number of its file, which the caller closes; `data` what was read of it.
        """
        waiting = self._waiting[worker]
        if len(data) > MAX_HANDED_BYTES or len(waiting) >= MAX_WAITING:
            return False
        waiting.append((os.dup(handle), data))
        if len(waiting) == 1:
            self._send(worker)
        return True

    def _send(self, worker: int) -> None:
        assert self._loop is not None
        inlet, waiting = self._channels[worker].inlet, self._waiting[worker]
        while waiting:
            handle, data = waiting[0]
            try:
                socket.send_fds(inlet, [data], [handle])
            except BlockingIOError:
                self._loop.add_writer(inlet, self._send, worker)
                return
            waiting.popleft()
            os.close(handle)
        self._loop.remove_writer(inlet)

    def start(
        self,
        loop: asyncio.AbstractEventLoop,
        protocol: Callable[[bytes], asyncio.Protocol],
    ) -> None:
        """Begin to take connections; `protocol` makes what speaks with one, given what was read."""
        self._loop = loop
        loop.add_reader(self._channels[self.share.number].outlet, self._take, protocol)

    def _take(self, protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        assert self._loop is not None
        outlet = self._channels[self.share.number].outlet
        with suppress(BlockingIOError):
            while True:
                data, handles, _, _ = socket.recv_fds(outlet, MAX_HANDED_BYTES, 1)
                for handle in handles:
                    connection = socket.socket(fileno=handle)
                    arriving = self._loop.create_task(self._adopt(protocol, data, connection))
                    self._arriving.add(arriving)
                    arriving.add_done_callback(self._arriving.discard)

    async def _adopt(
        self, protocol: Callable[[bytes], asyncio.Protocol], data: bytes, connection: socket.socket
    ) -> None:
        assert self._loop is not None
        # A connection that broke meanwhile is no loss.
        with suppress(OSError):
            await self._loop.connect_accepted_socket(lambda: protocol(data), connection)

    def stop(self) -> None:
        """Take no more; what comes is for the process that follows this one."""
        if self._loop is not None:
            self._loop.remove_reader(self._channels[self.share.number].outlet)
