"""Requests of pages as calls of the web application, where there is no server between them."""

import asyncio
import json
from collections.abc import Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote

import attrs
from starlette.types import ASGIApp, Message

from ..app import make_app
from ..config import Config

_OF_THE_BRIDGE = ("host", "cookie", "accept-encoding", "content-length", "connection")


@attrs.frozen
class Call:
    """A request of a page; `target` is a path and perhaps a query."""

    method: str
    target: str
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""


class AnswerTaker(Protocol):
    """Takes a response piece by piece."""

    def begin(self, status: int, headers: list[tuple[str, str]]) -> None: ...

    def add(self, chunk: bytes) -> None: ...

    def end(self) -> None: ...


class CookieJar:
    """The cookies of one browser, kept in a file: scripts that stand in for a server see none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, str] = {}
        if path.is_file():
            self._values = json.loads(path.read_text(encoding="utf-8"))

    def take(self, set_cookie: str) -> None:
        """Store a cookie that a response sets."""
        for name, morsel in SimpleCookie(set_cookie).items():
            self.put(name, morsel.value)

    def put(self, name: str, value: str) -> None:
        if self._values.get(name) != value:
            self._values[name] = value
            self._path.write_text(json.dumps(self._values), encoding="utf-8")

    def __contains__(self, name: str) -> bool:
        return name in self._values

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._values.items())


class Bridge:
    """Hands requests to an application that lives in the same process.

    `host` is the host of the pages: `games.example.org`.
    """

    def __init__(self, app: ASGIApp, jar: CookieJar, host: str) -> None:
        self.app = app
        self.jar = jar
        self.host = host
        self._starting = asyncio.Event()
        self._stopping = asyncio.Event()
        self._stopped = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    @classmethod
    def alone(cls, config: Config, host: str) -> "Bridge":
        """Return the way to an application that only one person can reach."""
        app = make_app(config)
        jar = CookieJar(config.data / "cookies.json")
        cookies = app.state.site.cookies
        if cookies.name not in jar:
            # Nobody else can come, so nobody is asked who they are.
            _, key = app.state.site.persons.new("Player")
            jar.put(cookies.name, key)
            jar.put(f"{cookies.name}_host", cookies.host_key)
        return cls(app, jar, host)

    async def start(self) -> None:
        """Let the application start."""
        self._life = asyncio.create_task(self._live())
        await self._starting.wait()
        if self._life.done():
            self._life.result()

    async def stop(self) -> None:
        """Let the application end."""
        self._stopping.set()
        if self._life is not None:
            await self._life

    async def _live(self) -> None:
        messages = iter(("lifespan.startup", "lifespan.shutdown"))

        async def receive() -> Message:
            kind = next(messages)
            if kind == "lifespan.shutdown":
                await self._stopping.wait()
            return {"type": kind}

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                self._starting.set()

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        try:
            await self.app(scope, receive, send)
        finally:
            self._starting.set()

    async def ask(self, call: Call, answer: AnswerTaker, gone: asyncio.Event) -> None:
        """Answer a request, until it is complete or its reader is `gone`."""
        sent = False

        async def receive() -> Message:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": call.body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if gone.is_set():
                return
            if message["type"] == "http.response.start":
                answer.begin(message["status"], self._headers(message["headers"]))
                return
            if message.get("body"):
                answer.add(message["body"])
            if not message.get("more_body"):
                answer.end()

        await self.app(self._scope(call), receive, send)

    def _headers(self, raw: list[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
        """Return the headers of an answer; its cookies stay here."""
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in raw]
        for name, value in headers:
            if name == "set-cookie":
                self.jar.take(value)
        return [pair for pair in headers if pair[0] != "set-cookie"]

    def _scope(self, call: Call) -> dict[str, Any]:
        path, _, query = call.target.partition("?")
        given = [pair for pair in call.headers if pair[0].lower() not in _OF_THE_BRIDGE]
        headers = [
            *given,
            ("host", self.host),
            ("cookie", self.jar.header),
            ("content-length", str(len(call.body))),
        ]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": call.method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
            "client": (self.host, 0),
            "server": (self.host, None),
            "state": {},
        }
