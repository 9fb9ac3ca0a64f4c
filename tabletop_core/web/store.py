"""The database of a server: seats, chat, petitions; everything but the games.

One SQLite file, usually in WAL mode; every change is on disk when the method returns.
A game itself is its journal, which stays the truth.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, RLock
from time import time
from typing import Any, Self

from ..errors import TabletopError
from .credentials import digest_of, new_key

SCHEMA = """
CREATE TABLE IF NOT EXISTS persons (
    id TEXT PRIMARY KEY, key TEXT UNIQUE NOT NULL, name TEXT NOT NULL, made REAL NOT NULL,
    feed TEXT UNIQUE NOT NULL, hook TEXT NOT NULL DEFAULT '', hook_kind TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS moves (
    code TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES persons, until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS rooms (
    id TEXT PRIMARY KEY, pack TEXT NOT NULL, title TEXT NOT NULL, maker TEXT NOT NULL,
    made REAL NOT NULL, touched REAL NOT NULL, listed INTEGER NOT NULL, away TEXT NOT NULL,
    awake INTEGER NOT NULL DEFAULT 0, awaited TEXT NOT NULL DEFAULT '',
    ended TEXT NOT NULL DEFAULT '', next TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS seats (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL,
    seat TEXT NOT NULL, person TEXT NOT NULL DEFAULT '', bot TEXT NOT NULL DEFAULT '',
    secret TEXT UNIQUE NOT NULL, PRIMARY KEY (room, seat));
CREATE TABLE IF NOT EXISTS chat (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL,
    at REAL NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, number));
CREATE TABLE IF NOT EXISTS requests (
    room TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE, kind TEXT NOT NULL,
    seat TEXT NOT NULL, person TEXT NOT NULL, token INTEGER NOT NULL,
    asks TEXT NOT NULL, agreed TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sent (
    at REAL NOT NULL, person TEXT NOT NULL, room TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS archived (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, person TEXT NOT NULL,
    PRIMARY KEY (room, person));
CREATE TABLE IF NOT EXISTS results (
    room TEXT NOT NULL, seat TEXT NOT NULL, pack TEXT NOT NULL, setup TEXT NOT NULL,
    options TEXT NOT NULL, person TEXT NOT NULL, player TEXT NOT NULL, others TEXT NOT NULL,
    worth REAL NOT NULL, result TEXT NOT NULL, score REAL, at REAL NOT NULL,
    PRIMARY KEY (room, seat));
CREATE INDEX IF NOT EXISTS results_of_person ON results (person);
CREATE INDEX IF NOT EXISTS results_of_setup ON results (pack, options);
CREATE TABLE IF NOT EXISTS lessons (
    room TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE, silent INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS failures (
    room TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE, title TEXT NOT NULL,
    why TEXT NOT NULL, at REAL NOT NULL, set_aside INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS seats_of_person ON seats (person);
CREATE INDEX IF NOT EXISTS sent_to_person ON sent (person);
"""


ADDED_COLUMNS = (
    ("rooms", "name", "TEXT NOT NULL DEFAULT ''"),
    ("rooms", "setup", "TEXT NOT NULL DEFAULT ''"),
    ("rooms", "status", "TEXT NOT NULL DEFAULT ''"),
    ("rooms", "deleted", "REAL NOT NULL DEFAULT 0"),
    ("requests", "at", "REAL NOT NULL DEFAULT 0"),
)
"""Columns that files of earlier versions do not have."""


class StoreError(TabletopError):
    """The file of a server's rooms and persons cannot be opened, read or written."""


class Store:
    """The file of a server's rooms and persons; any thread may use it.

    Args:
        journal: SQLite's mode of journal; `MEMORY` where the file itself is in memory.
        is_shared: whether other processes change the file meanwhile.

    Raises:
        StoreError: the file cannot be opened, or is no such file.
    """

    def __init__(self, path: Path, journal: str = "WAL", *, is_shared: bool = False) -> None:
        self._lock = RLock()
        self._watch: sqlite3.Connection | None = None
        self._watching = Lock()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite gives the files that it makes beside this one the same permissions.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            path.chmod(0o600)
        except OSError as error:
            raise StoreError(
                f"{path} cannot be written: {error.strerror}; choose another folder with --data"
            ) from None
        self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._base.row_factory = sqlite3.Row
        try:
            for pragma in (f"journal_mode = {journal}", "synchronous = FULL", "foreign_keys = ON"):
                self._base.execute(f"PRAGMA {pragma}")
            self._base.executescript(SCHEMA)
            self._add_columns()
            if is_shared:
                self._watch = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        except sqlite3.Error as error:
            self._base.close()
            raise StoreError(
                f"{path} cannot be used: {error}; move it away, or choose another folder with "
                "--data; the games beside it, in games/, are ordinary saved games"
            ) from None

    def _add_columns(self) -> None:
        for table, column, kind in ADDED_COLUMNS:
            known = {row["name"] for row in self._base.execute(f"PRAGMA table_info({table})")}
            if column not in known:
                self._base.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")

    def close(self) -> None:
        with self._lock:
            self._base.close()
            if self._watch is not None:
                self._watch.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def changes(self) -> int:
        """Return a number that is another one once somebody has changed the file.

        It is always 0 where no other process does.
        """
        if self._watch is None:
            return 0
        # A connection of its own: on the other one this may wait for a disk.
        with self._watching:
            return int(self._watch.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all changes inside happen, or none."""
        with self._lock:
            self._run("BEGIN IMMEDIATE")
            try:
                yield
                self._run("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # A full disk has rolled it back already.
                    self._base.execute("ROLLBACK")
                raise

    def _run(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Carry out a statement.

        Raises:
            StoreError: the disk is full, or the file was damaged.
        """
        try:
            return self._base.execute(sql, values)
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"this could not be kept ({error}); the host makes room on the disk, then try again"
            ) from error

    def all(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        """Return the rows that a statement finds, or changes and returns."""
        with self._lock:
            return [dict(row) for row in self._run(sql, values).fetchall()]

    def one(self, sql: str, *values: Any) -> dict[str, Any] | None:
        """Return the first row that a statement finds."""
        return next(iter(self.all(sql, *values)), None)

    def change(self, sql: str, *values: Any) -> int:
        """Carry out a change, and return how many rows it concerned."""
        with self._lock:
            return self._run(sql, values).rowcount

    def insert(self, table: str, **row: Any) -> None:
        """Add a row; `table` and the names of the columns come from this program alone."""
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        self.change(f"INSERT INTO {table} ({names}) VALUES ({marks})", *row.values())

    # ------------------------------------------------------------------ persons

    def new_person(self, name: str) -> tuple[dict[str, Any], str]:
        """Add a person, and return them with the key that their browser keeps."""
        key, one = new_key(), new_key(72)
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
        marks = ", ".join("?" * len(persons))
        rows = self.all(f"SELECT id, name FROM persons WHERE id IN ({marks})", *persons)
        return {row["id"]: row["name"] for row in rows}
