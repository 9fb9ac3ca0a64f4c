"""Persons: each has a key that only they know, and a name. There are no accounts."""

from collections import OrderedDict
from threading import Lock
from time import time
from typing import Any

from ..errors import TabletopError
from .credentials import digest_of, new_code, new_key
from .store import Store

MAX_NAME_LETTERS = 40
CODE_LIFETIME_S = 600
MAX_PERSONS_CACHED = 4096


class PersonError(TabletopError):
    """A name or a code is not acceptable."""


class Persons:
    """The persons of a store; what is read of them is cached."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._keeping = Lock()
        self._known_since: object = None

    def with_key(self, key: str) -> dict[str, Any] | None:
        """Return the person who has a key; None where it is nobody's."""
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

    def new(self, name: str) -> tuple[dict[str, Any], str]:
        """Add a person, and return them with the key that makes them known again.

        Raises:
            PersonError: the name is empty or too long.
        """
        return self.store.new_person(_name(name))

    def forget(self, person: str) -> None:
        """Remove a person who was just created, unless they own something by now."""
        self.store.change(
            "DELETE FROM persons WHERE id = ? "
            "AND NOT EXISTS (SELECT 1 FROM rooms WHERE maker = persons.id) "
            "AND NOT EXISTS (SELECT 1 FROM seats WHERE person = persons.id AND person != '')",
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

    # ------------------------------------------------------------------ another device

    def code_for(self, person: str) -> str:
        """Return a code that makes another device this person's; it works once, for 10 minutes."""
        code = new_code()
        self.store.change("DELETE FROM moves WHERE person = ? OR until < ?", person, time())
        self.store.insert(
            "moves", code=digest_of(code), person=person, until=time() + CODE_LIFETIME_S
        )
        return "-".join(code[at : at + 4] for at in range(0, 12, 4))

    def take_code(self, code: str) -> str:
        """Return the key for whoever showed a code; the one before has none any more.

        Raises:
            PersonError: it is not a code, was used, or is too old.
        """
        plain = "".join(code.upper().split()).replace("-", "")
        with self.store.together():
            rows = self.store.all(
                "DELETE FROM moves WHERE code = ? AND until > ? RETURNING person",
                digest_of(plain),
                time(),
            )
            if not rows:
                raise PersonError(
                    "this code is wrong, already used or older than 10 minutes; make another"
                )
            key = new_key()
            self.store.change(
                "UPDATE persons SET key = ? WHERE id = ?", digest_of(key), rows[0]["person"]
            )
        self._forget_known()
        return key


def _name(text: str) -> str:
    """Return a name as it is kept.

    Raises:
        PersonError: it is empty or too long.
    """
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= MAX_NAME_LETTERS:
        raise PersonError(f"a name has 1 to {MAX_NAME_LETTERS} letters; choose another")
    return name
