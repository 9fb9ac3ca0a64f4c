"""What all databases of a server share: tables, transactions, persons."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import RLock
from time import time
from typing import Any, ClassVar, Protocol, Self

from ...errors import TabletopError
from ..credentials import digest_of, new_key

SCHEMA = """
CREATE TABLE IF NOT EXISTS persons (
    id TEXT PRIMARY KEY, key TEXT UNIQUE NOT NULL, name TEXT NOT NULL, made FLOAT NOT NULL,
    feed TEXT UNIQUE NOT NULL, hook TEXT NOT NULL DEFAULT '', hook_kind TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS moves (
    code TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES persons, until FLOAT NOT NULL);
CREATE TABLE IF NOT EXISTS rooms (
    id TEXT PRIMARY KEY, pack TEXT NOT NULL, title TEXT NOT NULL, maker TEXT NOT NULL,
    made FLOAT NOT NULL, touched FLOAT NOT NULL, listed INTEGER NOT NULL, away TEXT NOT NULL,
    awake INTEGER NOT NULL DEFAULT 0, awaited TEXT NOT NULL DEFAULT '',
    ended TEXT NOT NULL DEFAULT '', next TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS seats (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL,
    seat TEXT NOT NULL, person TEXT NOT NULL DEFAULT '', bot TEXT NOT NULL DEFAULT '',
    secret TEXT UNIQUE NOT NULL, PRIMARY KEY (room, seat));
CREATE TABLE IF NOT EXISTS chat (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL,
    at FLOAT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, number));
CREATE TABLE IF NOT EXISTS requests (
    room TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE, kind TEXT NOT NULL,
    seat TEXT NOT NULL, person TEXT NOT NULL, token INTEGER NOT NULL,
    asks TEXT NOT NULL, agreed TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sent (
    at FLOAT NOT NULL, person TEXT NOT NULL, room TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS archived (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, person TEXT NOT NULL,
    PRIMARY KEY (room, person));
CREATE TABLE IF NOT EXISTS results (
    room TEXT NOT NULL, seat TEXT NOT NULL, pack TEXT NOT NULL, setup TEXT NOT NULL,
    options TEXT NOT NULL, person TEXT NOT NULL, player TEXT NOT NULL, others TEXT NOT NULL,
    worth FLOAT NOT NULL, result TEXT NOT NULL, score FLOAT, at FLOAT NOT NULL,
    PRIMARY KEY (room, seat));
DROP INDEX IF EXISTS results_of_person;
CREATE INDEX IF NOT EXISTS results_of_person_by_setup ON results (person, pack, options);
CREATE INDEX IF NOT EXISTS results_of_setup ON results (pack, options);
CREATE TABLE IF NOT EXISTS lessons (
    room TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE, silent INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS failures (
    room TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE, title TEXT NOT NULL,
    why TEXT NOT NULL, at FLOAT NOT NULL, set_aside INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS sights (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, person TEXT NOT NULL,
    seat TEXT NOT NULL, PRIMARY KEY (room, person, seat));
CREATE INDEX IF NOT EXISTS moves_of_person ON moves (person);
DROP INDEX IF EXISTS seats_of_person;
CREATE INDEX IF NOT EXISTS taken_seats ON seats (person) WHERE person != '';
CREATE INDEX IF NOT EXISTS open_seats ON seats (room) WHERE person = '' AND bot = '';
CREATE INDEX IF NOT EXISTS sent_to_person ON sent (person);
"""
"""Its statements, and all others of the server, are such as both databases know."""


ADDED_COLUMNS = (
    ("rooms", "name", "TEXT NOT NULL DEFAULT ''"),
    ("rooms", "setup", "TEXT NOT NULL DEFAULT ''"),
    ("rooms", "status", "TEXT NOT NULL DEFAULT ''"),
    ("rooms", "deleted", "FLOAT NOT NULL DEFAULT 0"),
    ("requests", "at", "FLOAT NOT NULL DEFAULT 0"),
    ("rooms", "seen", "FLOAT NOT NULL DEFAULT 0"),
    ("rooms", "put_away", "FLOAT NOT NULL DEFAULT 0"),
    ("rooms", "searches", "INTEGER NOT NULL DEFAULT 0"),
    ("results", "story", "TEXT NOT NULL DEFAULT ''"),
)
"""Columns that files of earlier versions do not have."""


AFTER_ADDED = """
CREATE INDEX IF NOT EXISTS rooms_of_maker ON rooms (maker, ended, put_away);
CREATE INDEX IF NOT EXISTS finished_rooms ON rooms (touched)
    WHERE ended != '' AND put_away = 0 AND deleted = 0;
CREATE INDEX IF NOT EXISTS open_rooms ON rooms (made)
    WHERE listed = 1 AND ended = '' AND deleted = 0;
UPDATE rooms SET ended = substr(ended, 7) WHERE ended LIKE 'over: %';
CREATE INDEX IF NOT EXISTS deleted_rooms ON rooms (deleted) WHERE deleted > 0;
CREATE INDEX IF NOT EXISTS searching_rooms ON rooms (maker)
    WHERE searches = 1 AND ended = '' AND deleted = 0;
CREATE INDEX IF NOT EXISTS rooms_at_search ON rooms (id) WHERE searches = 1 AND awake = 1;
"""


class StoreError(TabletopError):
    """The file of a server's rooms and persons cannot be opened, read or written."""


class Rows(Protocol):
    """What a statement found or changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> Sequence[Any]: ...


class Store(ABC):
    """The database of a server's rooms and persons; any thread may use it."""

    BEGIN: ClassVar[str] = "BEGIN"

    def __init__(self) -> None:
        self._lock = RLock()

    @abstractmethod
    def _execute(self, sql: str, values: Sequence[Any]) -> Rows:
        """Carry out a statement, whose places for values are question marks.

        Raises:
            StoreError: it cannot be kept.
        """

    @abstractmethod
    def changes(self) -> object:
        """Return a value that is another one once somebody has changed the database.

        It is always the same where no other process does.
        """

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all changes inside happen, or none."""
        with self._lock:
            self._execute(self.BEGIN, ())
            try:
                yield
                self._execute("COMMIT", ())
            except BaseException:
                with suppress(StoreError):  # A full disk has rolled it back already.
                    self._execute("ROLLBACK", ())
                raise

    def all(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        """Return the rows that a statement finds, or changes and returns."""
        with self._lock:
            return [dict(row) for row in self._execute(sql, values).fetchall()]

    def all_in(self, sql: str, values: Collection[Any], *more: Any) -> list[dict[str, Any]]:
        """Return the rows that a statement with `IN (...)` finds for these values.

        `more` are the values of the question marks after it.
        """
        marks = ", ".join("?" * len(values))
        return self.all(sql.replace("(...)", f"({marks})"), *values, *more) if values else []

    def one(self, sql: str, *values: Any) -> dict[str, Any] | None:
        """Return the first row that a statement finds."""
        return next(iter(self.all(sql, *values)), None)

    def count(self, sql: str, *values: Any) -> int:
        """Return the number that a statement calls `found`."""
        return int(self.all(sql, *values)[0]["found"])

    def change(self, sql: str, *values: Any) -> int:
        """Carry out a change, and return how many rows it concerned."""
        with self._lock:
            return self._execute(sql, values).rowcount

    def insert(self, table: str, **row: Any) -> None:
        """Add a row; `table` and the names of the columns come from this program alone."""
        self.change(_insertion(table, row), *row.values())

    def put(self, table: str, key: str, **row: Any) -> None:
        """Add a row, or replace the one that has the same values in the columns of `key`."""
        keys = key.split(", ")
        others = ", ".join(f"{name} = excluded.{name}" for name in row if name not in keys)
        does = f"UPDATE SET {others}" if others else "NOTHING"
        self.change(f"{_insertion(table, row)} ON CONFLICT ({key}) DO {does}", *row.values())

    # ------------------------------------------------------------------ persons

    def new_person(self, name: str, key: str = "") -> tuple[dict[str, Any], str]:
        """Add a person, and return them with their key, which is a new one unless it is given."""
        key, one = key or new_key(), new_key(72)
        self.insert(
            "persons",
            id=one,
            key=digest_of(key),
            name=name,
            made=time(),
            feed=new_key(),
        )
        found = self.one("SELECT * FROM persons WHERE id = ?", one)
        assert found is not None
        return found, key

    def person_with(self, key: str) -> dict[str, Any] | None:
        """Return the person whose browser keeps this key."""
        return self.one("SELECT * FROM persons WHERE key = ?", digest_of(key)) if key else None

    def names(self, persons: set[str]) -> dict[str, str]:
        """Return what persons are called."""
        rows = self.all_in("SELECT id, name FROM persons WHERE id IN (...)", persons)
        return {row["id"]: row["name"] for row in rows}


def _insertion(table: str, row: Mapping[str, Any]) -> str:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    return f"INSERT INTO {table} ({names}) VALUES ({marks})"
