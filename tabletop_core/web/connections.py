"""Limits of connections: time and size of requests, and connections per network.

uvicorn limits none of these itself where httptools reads the requests.
"""

from asyncio import TimerHandle, Transport
from collections import Counter
from functools import partial
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .handover import Handover
from .security import MAX_UPLOAD_BYTES, network_of

MAX_HEAD_BYTES = 32 * 1024
"""Bytes from the first line of a request to the empty line after its headers."""

MAX_HEAD_S = 15.0
"""Seconds from a connection, or from the first byte of a later request, to the end of its head."""

MAX_REST_S, MAX_REST_BYTES = 5.0, 256 * 1024
"""Seconds and bytes for the rest of a request that was answered before it had arrived.

To close at once would destroy the answer on its way.
"""

MAX_CONNECTIONS_OF_NETWORK = 200
"""A third of the connections that a process usually has handles for; a proxy counts for none."""


class HeadTooLargeError(Exception):
    """The head of a request is larger than `MAX_HEAD_BYTES`."""


class LimitedProtocol(HttpToolsProtocol):
    """Speaks HTTP with one client, who may neither hold a connection idle nor fill the memory."""

    handover: ClassVar[Handover | None] = None
    """Where the server has several workers: what hands a request to the worker of its room."""

    _open: ClassVar[Counter[str]] = Counter()

    def __init__(self, *given: Any, handed: bytes = b"", **named: Any) -> None:
        super().__init__(*given, **named)
        self._handed = handed
        self._line = b""
        self._is_at_start = True
        self._network = ""
        self._head_bytes = 0
        self._body_bytes = 0
        self._rest_bytes = 0
        self._is_in_head = True
        self._is_answered = False
        self._deadline: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._network = network_of(self.client[0] if self.client else "")
        if self._network:
            self._open[self._network] += 1
            if self._open[self._network] > MAX_CONNECTIONS_OF_NETWORK:
                self._refuse("503 Service Unavailable", "too many connections from your network")
                return
        self._deadline = self.loop.call_later(MAX_HEAD_S, self._give_up)
        if self._handed:
            self.data_received(self._handed)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        if self._network:
            self._open[self._network] -= 1
            if not self._open[self._network]:
                del self._open[self._network]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.handover is not None and self._is_at_start:
            self._line += data
            if b"\n" not in self._line and len(self._line) < MAX_HEAD_BYTES:
                if self._deadline is None:
                    self._deadline = self.loop.call_later(MAX_HEAD_S, self._give_up)
                return
            data, self._line = self._line, b""
            worker = self.handover.worker_for(data)
            # While an answer is under way its connection stays: clients seldom ask before it came.
            is_idle = self.cycle is None or self.cycle.response_complete
            if worker != self.handover.share.number and is_idle:
                self._stop_clock()
                self.transport.pause_reading()
                self._hand_on(self.handover, worker, data)
                return
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._deadline is None:
                self._deadline = self.loop.call_later(MAX_HEAD_S, self._give_up)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse(
                "431 Request Header Fields Too Large", "the head of a request is too large"
            )

    def _hand_on(self, handover: Handover, worker: int, data: bytes, waited: float = 0.0) -> None:
        """Give the connection to another worker, once all that was answered before has left."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() and waited < MAX_REST_S:
            again = partial(self._hand_on, handover, worker, data, waited + 0.02)
            self.loop.call_later(0.02, again)
            return
        handle = self.transport.get_extra_info("socket").fileno()
        if not self.transport.get_write_buffer_size() and handover.hand_on(worker, handle, data):
            self.transport.abort()
        else:
            self._refuse("503 Service Unavailable", "too many requests are waiting for this room")

    def on_message_begin(self) -> None:
        self._is_at_start = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MAX_HEAD_BYTES:
            # It came in one piece. The parser turns this into "400 Bad Request".
            raise HeadTooLargeError
        self._is_in_head = self._is_answered = False
        self._stop_clock()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        # Whoever reads a body stops at a limit of its own; this is for those that nobody reads.
        self._body_bytes += len(body)
        self._rest_bytes += len(body) if self._is_answered else 0
        if (
            self._body_bytes > MAX_UPLOAD_BYTES + MAX_REST_BYTES
            or self._rest_bytes > MAX_REST_BYTES
        ):
            self._stop_clock()
            self.transport.close()
            return
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_clock()
        self._is_in_head = self._is_at_start = True
        self._head_bytes = self._body_bytes = self._rest_bytes = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_in_head and not self.transport.is_closing():
            self._is_answered = True
            self._deadline = self.loop.call_later(MAX_REST_S, self.transport.close)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._refuse("408 Request Timeout", "the head of a request took too long")

    def _refuse(self, status: str, why: str) -> None:
        self._stop_clock()
        if not self.transport.is_closing():
            head = (
                f"HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {len(why)}\r\n"
            )
            self.transport.write(f"{head}connection: close\r\n\r\n{why}".encode("ascii"))
            self.transport.close()
