"""Protection against strangers: headers, origins of forms, limits of size and rate.

A page may load nothing but this server's own files, and run no script or style written into it.
"""

from asyncio import timeout
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from time import monotonic
from urllib.parse import parse_qsl, urlsplit

import attrs
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import TabletopError

MAX_BODY_BYTES = 64 * 1024
"""Bytes in the body of a request."""

MAX_UPLOAD_BYTES = 8 * 1024 * 1024
"""Bytes in a form that sends a saved game."""

MAX_BODY_S = 20.0
"""Seconds in which the body of a request has to arrive."""

MAX_FORM_FIELDS = 2000

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors "
    ),
    "x-content-type-options": "nosniff",
    # Not `no-referrer`: browsers would send forms without saying where they come from.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_NO_STORE = (b"cache-control", b"no-store")


def network_of(host: str) -> str:
    """Return the network by which an address is counted; empty for this machine and for no address.

    Whoever has one address of IPv6 has the 2**64 that share its first half.

    >>> network_of("203.0.113.9"), network_of("2001:db8::1:2:3:4"), network_of("127.0.0.1")
    ('203.0.113.9', '2001:db8::/64', '')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            half = IPv6Address(int(address) >> 64 << 64)
            return "" if address.is_loopback else f"{half}/64"
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)


class RefusedError(TabletopError):
    """A request is refused unread; `status` is the HTTP status of the response."""

    def __init__(self, status: int, why: str) -> None:
        self.status = status
        super().__init__(why)


@attrs.define
class RateLimiter:
    """How often somebody may do something: `burst` times at once, `rate` times a second on end.

    Somebody without a name is nobody, who may do it as often as they like.
    """

    rate: float
    burst: float
    _left: OrderedDict[str, tuple[float, float]] = attrs.field(factory=OrderedDict)

    def take(self, who: str) -> bool:
        """Count one more, and return whether it is within the limit."""
        if not who:
            return True
        now = monotonic()
        left, at = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        self._left[who] = (max(0.0, left - 1), now)
        if len(self._left) > 10_000:
            self._left.popitem(last=False)
        return left >= 1


class SecurityMiddleware:
    """Adds the headers to every answer, and refuses what comes from elsewhere or is too large.

    `names`: the host names under which the server is asked; any where there are none. So no page
    of another name that points at this machine can read from it. `static` is the folder of the
    files that a browser may keep, `upload` the address that takes a file. Where the pages are
    `framed`, a page of this host may hold them.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: tuple[str, ...],
        public: str,
        static: str,
        upload: str,
        framed: bool = False,
    ) -> None:
        self.app = app
        self.upload = upload
        policy = HEADERS["content-security-policy"] + ("'self'" if framed else "'none'")
        headers = HEADERS | {"content-security-policy": policy}
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        self.names = names
        self.public = public
        self.static = static

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                is_kept = scope["path"].startswith(self.static)
                added = self._headers if is_kept else [*self._headers, _NO_STORE]
                missing = (pair for pair in added if pair[0] not in given)
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        scope["refused"] = self._refused(scope)
        await self.app(scope, receive, send_safely)

    def _refused(self, scope: Scope) -> RefusedError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.names and urlsplit(f"//{host}").hostname not in self.names:
            return RefusedError(
                421, f"this server is not called {host[:80]!r}; use the address that it printed"
            )
        if scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        own = (f"http://{host}", f"https://{host}", self.public)
        if origin is not None and origin not in own:
            return RefusedError(403, f"this form came from another site, {origin[:80]!r}")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return RefusedError(403, "this form came from another site")
        length = headers.get("content-length", "0")
        if scope["path"] == self.upload:
            if not length.isdecimal() or int(length) > MAX_UPLOAD_BYTES:
                return RefusedError(413, f"a file has at most {MAX_UPLOAD_BYTES:,} bytes")
        elif not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            return RefusedError(413, f"a form has at most {MAX_BODY_BYTES:,} bytes; send less")
        return None


class Form:
    """The fields of a form that was sent."""

    def __init__(self, fields: list[tuple[str, str]]) -> None:
        self.fields = fields

    def __getitem__(self, name: str) -> str:
        """Return the first value of a field; empty where it was not sent."""
        return next((value for key, value in self.fields if key == name), "")

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.fields if key == name]

    def number(self, name: str) -> int:
        """Return a field as a whole number; -1 if it is none."""
        text = self[name]
        return int(text) if text.isdecimal() and len(text) < 19 else -1


async def read_form(request: Request) -> Form:
    """Return the fields of a form; it is read no further than it may be long.

    Raises:
        RefusedError: it is too long or no form.
    """
    body = await read_body(request, MAX_BODY_BYTES)
    try:
        text = body.decode()
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FORM_FIELDS)
    except ValueError:
        raise RefusedError(400, "this is not a form; use the page of this server") from None
    return Form(fields)


async def read_body(request: Request, most: int = MAX_UPLOAD_BYTES) -> bytes:
    """Return the body of a request; it is read no further than it may be long.

    Raises:
        RefusedError: it is too long, or does not arrive in time.
    """
    body = bytearray()
    try:
        async with timeout(MAX_BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RefusedError(413, f"a form has at most {most:,} bytes; send less")
    except TimeoutError:
        raise RefusedError(408, f"a form has to arrive within {MAX_BODY_S:g} seconds") from None
    return bytes(body)
