"""Cookies: by which a browser is known as that of a person, of nobody yet, or of the host."""

from hmac import compare_digest
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..rooms.credentials import digest_of, host_key_in, new_key
from ..rooms.persons import Persons

YEAR_S = 365 * 24 * 3600


class Cookies:
    """The cookies of this server; `persons` are those it knows."""

    def __init__(
        self, persons: Persons, folder: Path, *, is_https: bool = False, path: str = "/"
    ) -> None:
        self.persons = persons
        self.is_https = is_https
        self.path = path
        self.host_key = host_key_in(folder)
        # Cookies are not kept apart by port: two servers of one machine have each its own.
        self.name = f"tabletop_{digest_of(self.host_key)[:8]}"
        if is_https:
            # With these names no other host of the domain can set them, nor a page over HTTP.
            self.name = f"{'__Host-' if path == '/' else '__Secure-'}{self.name}"

    def person_of(self, request: Request) -> dict[str, Any] | None:
        """Return the person who sent a request; None for a new visitor."""
        return self.persons.with_key(request.cookies.get(self.name, ""))

    def keep(self, answer: Response, key: str) -> Response:
        """Set the cookie with the key, if there is a new one."""
        if key:
            self._set(answer, self.name, key)
        return answer

    def browser_of(self, request: Request) -> str:
        """Return by what the tabs of one browser without a name are known; empty if by nothing."""
        key = request.cookies.get(f"{self.name}_browser", "")
        return f"browser {key}" if 0 < len(key) <= 100 else ""

    def keep_browser(self, request: Request, answer: Response) -> Response:
        """Let the tabs of a browser without a name be known as such, until it is closed."""
        if not self.browser_of(request) and self.person_of(request) is None:
            self._set(answer, f"{self.name}_browser", new_key(), lasts=None)
        return answer

    def _set(self, answer: Response, name: str, value: str, lasts: int | None = YEAR_S) -> None:
        """Set a cookie for `lasts` seconds, or until the browser is closed."""
        answer.set_cookie(
            name,
            value,
            max_age=lasts,
            path=self.path,
            httponly=True,
            samesite="lax",
            secure=self.is_https,
        )

    # ------------------------------------------------------------------ the host

    @property
    def host_page(self) -> str:
        """The page that makes a browser the host's."""
        return host_page(self.host_key)

    def is_host_key(self, key: str) -> bool:
        return compare_digest(key.encode(), self.host_key.encode())

    def is_host(self, request: Request) -> bool:
        """Return whether a request comes from the browser of whoever runs the server."""
        return self.is_host_key(request.cookies.get(f"{self.name}_host", ""))

    def keep_host(self, answer: Response) -> Response:
        self._set(answer, f"{self.name}_host", self.host_key)
        return answer


def host_page(key: str) -> str:
    """Return the page that makes a browser the host's."""
    return f"host/{key}"
