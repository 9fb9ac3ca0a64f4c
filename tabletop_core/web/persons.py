"""Persons: a cookie with a key, and a name. There are no accounts."""

from collections import OrderedDict
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..errors import TabletopError
from ..rooms.credentials import digest_of, new_code, new_key
from ..rooms.store import Store

MAX_NAME_LETTERS = 40
YEAR_S = 365 * 24 * 3600
CODE_LIFETIME_S = 600
MAX_PERSONS_CACHED = 4096


class PersonError(TabletopError):
    """A name or a code is not acceptable."""


class Persons:
    """The persons that this server knows, and its host."""

    def __init__(
        self, store: Store, folder: Path, *, is_https: bool = False, path: str = "/"
    ) -> None:
        self.store = store
        self.is_https = is_https
        self.path = path
        self._host_key = host_key_in(folder)
        # Cookies are not kept apart by port: two servers of one machine have each its own.
        self.cookie = f"tabletop_{digest_of(self._host_key)[:8]}"
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._keeping = Lock()
        self._known_since: object = None

    # ------------------------------------------------------------------ cookies

    def of(self, request: Request) -> dict[str, Any] | None:
        """Return the person who sent a request; None for a new visitor."""
        key = request.cookies.get(self.cookie, "")
        if not key or len(key) > 100:
            return None
        changes = self.store.changes()
        if changes != self._known_since:
            # Another process may have changed a person.
            self._forget_known()
            self._known_since = changes
        found = self._known.get(key)
        if found is None:
            # Held from reading to keeping: what changes a person forgets all in between.
            with self._keeping:
                found = self.store.person_with(key)
                if found is not None:
                    self._known[key] = found
                    if len(self._known) > MAX_PERSONS_CACHED:
                        self._known.popitem(last=False)
        return found

    def of_or_new(self, request: Request, name: str) -> tuple[dict[str, Any], str]:
        """Return who sent a request, made where it is nobody yet, and the key of a new one."""
        found = self.of(request)
        if found is not None:
            return found, ""
        return self.store.new_person(_name(name or "Guest"))

    def forget(self, person: str) -> None:
        """Remove a person who was just created, unless they own something by now."""
        self.store.change(
            "DELETE FROM persons WHERE id = ? AND id NOT IN (SELECT maker FROM rooms) "
            "AND id NOT IN (SELECT person FROM seats)",
            person,
        )
        self._forget_known()

    def _forget_known(self) -> None:
        """Read all persons from the store again, after one of them has changed there."""
        with self._keeping:
            self._known.clear()

    def rename(self, person: str, name: str) -> None:
        self.store.change("UPDATE persons SET name = ? WHERE id = ?", _name(name), person)
        self._forget_known()

    def send_to(self, person: str, kind: str, hook: str, address: str) -> None:
        """Keep where a person wants messages, and under which address they reach this server."""
        self.store.change(
            "UPDATE persons SET hook_kind = ?, hook = ?, address = ? WHERE id = ?",
            *(kind, hook, address, person),
        )
        self._forget_known()

    def keep(self, answer: Response, key: str) -> Response:
        """Set the cookie with the key, if there is a new one."""
        if key:
            self._set(answer, self.cookie, key)
        return answer

    def browser_of(self, request: Request) -> str:
        """Return by what the tabs of one browser without a name are known; empty if by nothing."""
        key = request.cookies.get(f"{self.cookie}_browser", "")
        return f"browser {key}" if 0 < len(key) <= 100 else ""

    def keep_browser(self, request: Request, answer: Response) -> Response:
        """Let the tabs of a browser without a name be known as such, until it is closed."""
        if not self.browser_of(request) and self.of(request) is None:
            self._set(answer, f"{self.cookie}_browser", new_key(), lasts=None)
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

    # ------------------------------------------------------------------ another device

    def code_for(self, person: str) -> str:
        """Return a code that makes another browser this person; it works once, for 10 minutes."""
        code = new_code()
        self.store.change("DELETE FROM moves WHERE person = ? OR until < ?", person, time())
        self.store.insert(
            "moves", code=digest_of(code), person=person, until=time() + CODE_LIFETIME_S
        )
        return "-".join(code[at : at + 4] for at in range(0, 12, 4))

    def take_code(self, code: str) -> str:
        """Return the key for the browser that showed a code; the one before has none any more.

        Raises:
            PersonError: it is no code, was used, or is too old.
        """
        plain = "".join(code.upper().split()).replace("-", "")
        with self.store.together():
            rows = self.store.all(
                "DELETE FROM moves WHERE code = ? AND until > ? RETURNING person",
                digest_of(plain),
                time(),
            )
            if not rows:
                raise PersonError("this code is wrong, used or older than 10 minutes; make another")
            key = new_key()
            self.store.change(
                "UPDATE persons SET key = ? WHERE id = ?", digest_of(key), rows[0]["person"]
            )
        self._forget_known()
        return key

    # ------------------------------------------------------------------ the host

    @property
    def host_key(self) -> str:
        """The secret that makes a browser the host's."""
        return self._host_key

    @property
    def host_page(self) -> str:
        """The page that makes a browser the host's."""
        return host_page(self._host_key)

    def is_host_key(self, key: str) -> bool:
        return compare_digest(key.encode(), self._host_key.encode())

    def is_host(self, request: Request) -> bool:
        """Return whether a request comes from the browser of whoever runs the server."""
        return self.is_host_key(request.cookies.get(f"{self.cookie}_host", ""))

    def keep_host(self, answer: Response) -> Response:
        self._set(answer, f"{self.cookie}_host", self._host_key)
        return answer


def _name(text: str) -> str:
    """Return a name as it is kept.

    Raises:
        PersonError: it is empty or too long.
    """
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= MAX_NAME_LETTERS:
        raise PersonError(f"a name has 1 to {MAX_NAME_LETTERS} letters; choose another")
    return name


def host_page(key: str) -> str:
    """Return the page that makes a browser the host's."""
    return f"host/{key}"


def host_key_in(folder: Path) -> str:
    """Return the key in a file that only its owner reads, made where there is none."""
    path = folder / "host.key"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(new_key())
    return path.read_text().strip()
