"""The fragments each person has been shown of a room, and streams of the changes since.

A page is a set of fragments, `{id: (html, version)}`. A stream at a version gets every fragment
that is newer, so a first visit, a return and a delay are handled in the same way. The id of an
event is `SERVER-VERSION`; a reader from another start of the server gets everything.
"""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import takewhile
from typing import Any

import attrs
from starlette.types import Receive, Scope, Send

from ..rooms.credentials import digest_of, new_key
from .table import Parts

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_server_id = digest_of(new_key())[:8]

HEARTBEAT_S = 15.0
"""Seconds of silence after which a stream sends a sign of life."""

RETRY_MS, HIDDEN_RETRY_MS, POLL_RETRY_MS = 500, 15_000, 2_000
"""Milliseconds until a page asks again.

After a stream broke off; when its tab is hidden; when its person holds as many streams as a browser
allows.
"""

MAX_SEND_S = 30.0
"""Seconds that a reader may take for what was sent to it."""

MAX_GONE_FRAGMENTS = 200
"""How many removed fragments are remembered. A reader that was away longer gets everything."""


class ViewerCache:
    """What one person was shown of a room: the fragments `now`, as of version `at`.

    `memory` is for the code that draws: what it must remember from one look to the next.
    """

    def __init__(self) -> None:
        self.at = 0
        self.now = Parts()
        self.memory: dict[Any, Any] = {}
        # In the order in which they changed and were removed.
        self._changed: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        # Changes before this version are no longer known.
        self._first = 0

    def show(self, parts: Parts, version: int) -> None:
        """Store the present fragments. Those that look the same keep their version."""
        before, self.now = self.now, parts
        self.at, self._first = version, self._first or version
        if not before:
            return
        for name, html in parts.changed_from(before).items():
            self._changed.pop(name, None)
            self._gone.pop(name, None)
            (self._gone if html is None else self._changed)[name] = version
        while len(self._gone) > MAX_GONE_FRAGMENTS:
            self._first = self._gone.pop(next(iter(self._gone)))

    def since(self, version: int) -> "Delta":
        """Return what is newer than a version, or everything if it is too old or unknown."""
        if not self._first <= version <= self.at:
            return Delta(self.at, dict(self.now.whole()))
        changed, gone = _newer(self._changed, version), _newer(self._gone, version)
        return Delta(self.at, {name: self.now.get(name) for name in changed} | dict.fromkeys(gone))


def _newer(versions: dict[str, int], version: int) -> list[str]:
    """Return the names with a newer version; the names are in the order of their versions."""
    newer = takewhile(lambda name: versions[name] > version, reversed(versions))
    return list(newer)[::-1]


@attrs.frozen
class Delta:
    """What a reader has not seen yet, and its version once it has."""

    at: int
    fragments: dict[str, str | None]

    def to_event(self, again: int = 0) -> bytes:
        """Return the delta as an event, which says after how many milliseconds to come again."""
        retry = f"retry: {again}\n" if again else ""
        return f"{retry}id: {event_id_of(self.at)}\ndata: {_to_json(self.fragments)}\n\n".encode()


def begin_anew() -> None:
    """Make this process, once forked, a server with versions of its own."""
    global _server_id
    _server_id = digest_of(new_key())[:8]


def event_id_of(version: int) -> str:
    """Return how a version is called in pages and events: `SERVER-VERSION`."""
    return f"{_server_id}-{version}"


def version_of(event_id: str) -> int:
    """Return the version in an event id; 0 if it is from another start of the server or missing."""
    boot, _, number = event_id.partition("-")
    is_ours = boot == _server_id and number.isascii() and number.isdecimal() and len(number) < 18
    return int(number) if is_ours else 0


async def changes(
    look: Callable[[int], Awaitable[Delta]], news: asyncio.Event, event_id: str
) -> AsyncIterator[bytes]:
    """Yield an event for each change; what happens while a reader is slow comes at once.

    Args:
        look: draws what has changed, and returns what is newer than a version.
        news: set when something may have changed.
        event_id: where the reader stands; empty for one that has nothing.
    """
    found = await look(version_of(event_id))
    yield found.to_event(RETRY_MS)
    while True:
        while not news.is_set():
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await news.wait()
            except TimeoutError:
                yield b":\n\n"
        news.clear()
        found = await look(found.at)
        if found.fragments:
            yield found.to_event()


class EventStream:
    """Sends events until the reader leaves, is too slow, or the server stops.

    `ending` is set when the server stops; `ended` is called in any case.
    It compresses with a window of 8 kB, where the last events of most games have room, so that the
    next one costs what is new in it. It takes 34 kB for each stream, the usual one 250.
    """

    def __init__(
        self,
        events: AsyncIterator[bytes],
        ending: asyncio.Event,
        ended: Callable[[], object] = lambda: None,
    ) -> None:
        self.events = events
        self.ending = ending
        self.ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        packer = zlib.compressobj(6, wbits=16 + 13, memLevel=2) if b"gzip" in accepted else None
        headers = {
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-store",
            "x-accel-buffering": "no",
            **({"content-encoding": "gzip"} if packer else {}),
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        tasks = [
            asyncio.create_task(self._send(send, packer)),
            asyncio.create_task(_gone(receive)),
            asyncio.create_task(self._end()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.ended()
            for task in tasks:
                task.cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        for error in found:
            if isinstance(error, Exception) and not isinstance(error, TimeoutError):
                raise error
        if self.ending.is_set():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _end(self) -> None:
        await self.ending.wait()

    async def _send(self, send: Send, packer: "zlib._Compress | None") -> None:
        async for event in self.events:
            if packer:
                event = packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)
            message = {"type": "http.response.body", "body": event, "more_body": True}
            async with asyncio.timeout(MAX_SEND_S):
                await send(message)


async def _gone(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
