"""Messages to players who are not on the page, sent to an address of theirs when it is their turn.

Nothing else leaves the machine. Messages go over HTTPS to public addresses only; hosts that the
server's host allows by name may also be private, and plain HTTP. The address is looked up once and
then used, no redirect is followed, and only the status of the answer is read.
"""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from ipaddress import ip_address
from time import time
from typing import Any
from urllib.parse import SplitResult, urlsplit

import attrs

from ..errors import TabletopError
from ..rooms.store import Store

KINDS = {"discord": "Discord", "slack": "Slack", "ntfy": "ntfy"}
RETRY_WAITS_S = (0.0, 5.0, 60.0, 600.0)
"""Seconds before each try."""

MESSAGE_S = 10.0
"""Seconds for one whole try: to look up the host, connect, send and get an answer."""

MAX_MESSAGES_KEPT = 50
"""The number of lines kept for one person about what was sent."""

MAX_MESSAGES_WAITING = 500
MAX_MESSAGES_WAITING_PER_PERSON = 3
MAX_ADDRESS_LETTERS = 500


class WebhookError(TabletopError):
    """Messages may not go to this address."""


@attrs.frozen
class Message:
    """A message to a person, and the page with more about it."""

    title: str
    text: str
    link: str = ""


def read_address(kind: str, address: str, allowed: Sequence[str] = ()) -> SplitResult:
    """Return an address that a person gave, if messages of this kind may go there.

    `allowed`: names of hosts, such as `192.168.1.7` or `ntfy.home:8080`, that the server's host
    allows.

    Raises:
        WebhookError: they may not.
    """
    if kind not in KINDS:
        raise WebhookError(f"{kind[:40]!r} takes no messages; choose from: {', '.join(KINDS)}")
    try:
        found = urlsplit(address)
        port = found.port
    except ValueError:
        raise WebhookError(
            f"{address[:80]!r} is not an address; copy it from where it was made"
        ) from None
    if len(address) > MAX_ADDRESS_LETTERS or not found.hostname or not address.isprintable():
        raise WebhookError(f"{address[:80]!r} is not an address; copy it from where it was made")
    if _is_allowed(found, allowed) and found.scheme in ("http", "https"):
        return found
    if found.scheme != "https" or found.username or port not in (None, 443):
        raise WebhookError(f"messages go to addresses with https:// only, not to {address[:80]!r}")
    return found


def body_of(kind: str, address: SplitResult, message: Message) -> tuple[str, dict[str, Any]]:
    """Return the path to post to, and the JSON in the form that this kind of service takes."""
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


async def send(kind: str, address: str, message: Message, allowed: Sequence[str] = ()) -> None:
    """Send a message, within `MESSAGE_S` seconds in all.

    Raises:
        WebhookError: it may not go there, or was not accepted.
    """
    # Not at the top: a browser that plays alone sends no messages, and has no h11.
    from h11 import ProtocolError

    found = read_address(kind, address, allowed)
    path, body = body_of(kind, found, message)
    host = found.hostname or ""
    try:
        async with asyncio.timeout(MESSAGE_S):
            ip = await _looked_up(found, is_free=_is_allowed(found, allowed))
            status = await _post(found, ip, path, json.dumps(body).encode())
    except TimeoutError:
        raise WebhookError(f"{host} did not accept it within {MESSAGE_S:g} seconds") from None
    except (OSError, ProtocolError, UnicodeError) as error:
        raise WebhookError(f"{host} cannot be reached ({type(error).__name__})") from error
    if not 200 <= status < 300:
        raise WebhookError(f"{host} answered {status}")


async def _post(address: SplitResult, ip: str, path: str, body: bytes) -> int:
    """Post JSON to an address that was looked up, and return the status of the answer."""
    import ssl

    import h11

    context = ssl.create_default_context() if address.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        ip, _port_of(address), ssl=context, server_hostname=address.hostname if context else None
    )
    connection = h11.Connection(h11.CLIENT)
    request = h11.Request(
        method="POST",
        target=path,
        headers=[
            ("host", address.netloc.rpartition("@")[2]),
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("user-agent", "tabletop"),
            ("connection", "close"),
        ],
    )
    try:
        for part in (request, h11.Data(body), h11.EndOfMessage()):
            writer.write(connection.send(part) or b"")
        await writer.drain()
        while (event := connection.next_event()) is h11.NEED_DATA:
            connection.receive_data(await reader.read(4096))
        if not isinstance(event, h11.Response):
            raise h11.RemoteProtocolError("no answer")
        return int(event.status_code)
    finally:
        # The rest of the answer is not read.
        writer.transport.abort()


def _port_of(address: SplitResult) -> int:
    return address.port or (443 if address.scheme == "https" else 80)


def _is_allowed(address: SplitResult, allowed: Sequence[str]) -> bool:
    return address.hostname in allowed or f"{address.hostname}:{address.port}" in allowed


async def _looked_up(address: SplitResult, *, is_free: bool) -> str:
    """Return the IP address of a host; refuse one in a private network."""
    host, loop = address.hostname or "", asyncio.get_running_loop()
    try:
        infos = await loop.getaddrinfo(host, _port_of(address), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise WebhookError(f"{host} is not known") from error
    found = [str(info[4][0]) for info in infos]
    if not is_free and not all(map(_is_public, found)):
        raise WebhookError(f"{host} is in a private network; the host of this server must allow it")
    return found[0]


def _is_public(text: str) -> bool:
    ip = ip_address(text.partition("%")[0])
    inner = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None) or ip
    return bool(ip.is_global and inner.is_global and not ip.is_multicast)


class Webhooks:
    """Sends messages in the background, tries again if one is not accepted, and records it.

    It needs no threads, so a host that answers slowly delays only its own message.
    """

    def __init__(
        self,
        store: Store,
        allowed: Sequence[str] = (),
        in_thread: Callable[..., Awaitable[Any]] = asyncio.to_thread,
        waits: Sequence[float] = RETRY_WAITS_S,
        post: Callable[[str, str, Message, Sequence[str]], Awaitable[None]] = send,
    ) -> None:
        self.store = store
        self.allowed = tuple(allowed)
        self.in_thread = in_thread
        self.waits = waits
        self.post = post
        self._tasks: dict[asyncio.Future[Any], str] = {}

    def go(self, person: Mapping[str, Any], room: str, message: Message) -> None:
        """Send a message to a person who wants them.

        A message above the limit is recorded and not sent.
        """
        if not person["hook"] or len(self._tasks) >= MAX_MESSAGES_WAITING:
            return
        waiting = sum(one == person["id"] for one in self._tasks.values())
        if waiting >= MAX_MESSAGES_WAITING_PER_PERSON:
            why = f"not sent: {waiting} messages before it still wait"
            work = self.in_thread(self._note, person["id"], room, f"{message.title}: {why}")
            whose = ""
        else:
            work, whose = self._send(person, room, message), person["id"]
        task = asyncio.ensure_future(work)
        self._tasks[task] = whose
        task.add_done_callback(self._tasks.pop)

    async def _send(self, person: Mapping[str, Any], room: str, message: Message) -> None:
        for wait in self.waits:
            await asyncio.sleep(wait)
            said = "sent"
            try:
                await self.post(person["hook_kind"], person["hook"], message, self.allowed)
            except WebhookError as error:
                said = f"not sent: {error}"
            await self.in_thread(self._note, person["id"], room, f"{message.title}: {said}")
            if said == "sent":
                return

    def _note(self, person: str, room: str, what: str) -> None:
        self.store.insert("sent", at=time(), person=person, room=room, what=what)
        self.store.change(
            "DELETE FROM sent WHERE person = ? AND at NOT IN "
            "(SELECT at FROM sent WHERE person = ? ORDER BY at DESC LIMIT ?)",
            person,
            person,
            MAX_MESSAGES_KEPT,
        )

    def sent_to(self, person: str) -> list[dict[str, Any]]:
        """Return what was sent to a person or failed, the latest first."""
        return self.store.all(
            "SELECT at, what FROM sent WHERE person = ? ORDER BY at DESC LIMIT 20", person
        )

    async def close(self) -> None:
        """Stop trying. Players who look at the list of games see their turn anyway."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
