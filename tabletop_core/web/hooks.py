"""Words to somebody who is elsewhere: a message to an address of theirs, when it is their turn.

Nothing leaves the machine but these. They go over HTTPS to public addresses only; what the host
allows by name may also be private, and plain HTTP. The address is looked up once and then used, no
redirect is followed, and of the answer only its status is read.
"""

import asyncio
import json
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from time import time
from typing import Any
from urllib.parse import SplitResult, urlsplit

import attrs

from ..errors import TabletopError
from .store import Store

KINDS = ("discord", "slack", "ntfy")
WAITS = (0.0, 5.0, 60.0, 600.0)
"""Seconds before each try."""

SECONDS = 10.0
MAX_KEPT = 50
"""Lines of what was sent that are kept for one person."""

MAX_WAITING = 500
MAX_ADDRESS = 500


class HookError(TabletopError):
    """An address that nothing is sent to."""


@attrs.frozen
class Message:
    """What somebody is told, and where more of it is."""

    title: str
    text: str
    link: str = ""


def read_address(kind: str, address: str, allowed: Sequence[str] = ()) -> SplitResult:
    """Return an address that a person gave, if messages of this kind may go there.

    `allowed`: names of hosts, as `192.168.1.7` or `ntfy.home:8080`, that the host of the server
    lets through.

    Raises:
        HookError: they may not.
    """
    if kind not in KINDS:
        raise HookError(f"{kind[:40]!r} takes no messages; choose from: {', '.join(KINDS)}")
    try:
        found = urlsplit(address)
        port = found.port
    except ValueError:
        raise HookError(f"{address[:80]!r} is no address; copy it from where it was made") from None
    if len(address) > MAX_ADDRESS or not found.hostname or not address.isprintable():
        raise HookError(f"{address[:80]!r} is no address; copy it from where it was made")
    if _is_allowed(found, allowed) and found.scheme in ("http", "https"):
        return found
    if found.scheme != "https" or found.username or port not in (None, 443):
        raise HookError(f"messages go to addresses with https:// only, not to {address[:80]!r}")
    return found


def body_of(kind: str, address: SplitResult, message: Message) -> tuple[str, dict[str, Any]]:
    """Return the path to post to, and the JSON in the shape that this kind of service takes."""
    path = (address.path or "/") + (f"?{address.query}" if address.query else "")
    words = f"{message.title}: {message.text}"
    if kind == "ntfy":
        before, _, topic = address.path.rpartition("/")
        click = {"click": message.link} if message.link else {}
        return f"{before}/", {
            "topic": topic,
            "title": message.title,
            "message": message.text,
            **click,
        }
    words += f" {message.link}" if message.link else ""
    if kind == "discord":
        return path, {"content": words, "allowed_mentions": {"parse": []}}
    for sign, plain in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        words = words.replace(sign, plain)
    return path, {"text": words}


def send(kind: str, address: str, message: Message, allowed: Sequence[str] = ()) -> None:
    """Send a message.

    Raises:
        HookError: it may not go there, or was not taken.
    """
    found = read_address(kind, address, allowed)
    path, body = body_of(kind, found, message)
    host = found.hostname or ""
    port = found.port or (443 if found.scheme == "https" else 80)
    ip = _looked_up(host, port, is_free=_is_allowed(found, allowed))
    line = _Line(host, port, ip, found.scheme == "https")
    headers = {"content-type": "application/json", "user-agent": "tabletop"}
    try:
        line.request("POST", path, json.dumps(body).encode(), headers)
        status = line.getresponse().status
    except (OSError, HTTPException) as error:
        raise HookError(f"{host} cannot be reached ({type(error).__name__})") from error
    finally:
        line.close()
    if not 200 <= status < 300:
        raise HookError(f"{host} answered {status}")


def _is_allowed(address: SplitResult, allowed: Sequence[str]) -> bool:
    return address.hostname in allowed or f"{address.hostname}:{address.port}" in allowed


def _looked_up(host: str, port: int, *, is_free: bool) -> str:
    """Return the address of a host; one that leads into a private network is refused."""
    try:
        found = [info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise HookError(f"{host} is not known") from error
    if not is_free and not all(_is_public(str(ip)) for ip in found):
        raise HookError(f"{host} is in a private network; the host of this server must allow it")
    return str(found[0])


def _is_public(text: str) -> bool:
    ip = ip_address(text.partition("%")[0])
    inner = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None) or ip
    return bool(ip.is_global and inner.is_global and not ip.is_multicast)


class _Line(HTTPConnection):
    """A connection to an address that was looked up, under the name of its host."""

    def __init__(self, host: str, port: int, ip: str, is_safe: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.ip = ip
        self.is_safe = is_safe

    def connect(self) -> None:
        self.sock = socket.create_connection((self.ip, self.port), SECONDS)
        if self.is_safe:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


class Hooks:
    """Sends messages beside everything else, tries again where one is not taken, and notes it."""

    def __init__(
        self,
        store: Store,
        threads: Executor,
        allowed: Sequence[str] = (),
        waits: Sequence[float] = WAITS,
        post: Callable[[str, str, Message, Sequence[str]], None] = send,
    ) -> None:
        self.store = store
        self.threads = threads
        self.allowed = tuple(allowed)
        self.waits = waits
        self.post = post
        self._tasks: set[asyncio.Task[None]] = set()

    def go(self, person: Mapping[str, Any], room: str, message: Message) -> None:
        """Send a message to a person who wants them."""
        if person["hook"] and len(self._tasks) < MAX_WAITING:
            task = asyncio.create_task(self._send(person, room, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, person: Mapping[str, Any], room: str, message: Message) -> None:
        loop = asyncio.get_running_loop()
        for wait in self.waits:
            await asyncio.sleep(wait)
            told = "sent"
            try:
                await loop.run_in_executor(
                    self.threads,
                    self.post,
                    person["hook_kind"],
                    person["hook"],
                    message,
                    self.allowed,
                )
            except HookError as error:
                told = f"not sent: {error}"
            what = f"{message.title}: {told}"
            await loop.run_in_executor(self.threads, self._note, person["id"], room, what)
            if told == "sent":
                return

    def _note(self, person: str, room: str, what: str) -> None:
        self.store.insert("sent", at=time(), person=person, room=room, what=what)
        self.store.change(
            "DELETE FROM sent WHERE person = ? AND rowid NOT IN "
            "(SELECT rowid FROM sent WHERE person = ? ORDER BY rowid DESC LIMIT ?)",
            person,
            person,
            MAX_KEPT,
        )

    def sent_to(self, person: str) -> list[dict[str, Any]]:
        """Return what was sent to a person or failed, the latest first."""
        return self.store.all(
            "SELECT at, what FROM sent WHERE person = ? ORDER BY rowid DESC LIMIT 20", person
        )

    async def close(self) -> None:
        """Stop trying; who looks at the list of games sees their turn all the same."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
