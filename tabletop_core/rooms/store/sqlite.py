"""The database of a server in one file of SQLite, usually in WAL mode."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from .base import ADDED_COLUMNS, AFTER_ADDED, SCHEMA, Store, StoreError


class SqliteStore(Store):
    """One file of SQLite.

    Args:
        journal: SQLite's mode of journal; `MEMORY` where the file itself is in memory.
        is_shared: whether other processes change the file meanwhile.

    Raises:
        StoreError: the file cannot be opened, or is not a database.
    """

    BEGIN = "BEGIN IMMEDIATE"

    def __init__(self, path: Path, journal: str = "WAL", *, is_shared: bool = False) -> None:
        super().__init__()
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
            self._base.executescript(AFTER_ADDED)
            if is_shared:
                self._watch = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        except sqlite3.Error as error:
            self._base.close()
            remedy = _remedy(error, UNUSABLE)
            raise StoreError(f"{path} cannot be used: {error}; {remedy}") from None

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

    def changes(self) -> int:
        if self._watch is None:
            return 0
        # A connection of its own: on the other one this may wait for a disk.
        with self._watching:
            return int(self._watch.execute("PRAGMA data_version").fetchone()[0])

    def _execute(self, sql: str, values: Sequence[Any]) -> sqlite3.Cursor:
        try:
            return self._base.execute(sql, values)
        except sqlite3.DatabaseError as error:
            remedy = _remedy(error, "ask the host to free some disk space, then try again")
            raise StoreError(f"this could not be saved ({error}); {remedy}") from error


UNUSABLE = (
    "move it away, or choose another folder with --data; the games beside it, in games/, are "
    "ordinary saved games"
)


def _remedy(error: sqlite3.Error, otherwise: str) -> str:
    """Say what to do after an error: one that another program causes passes."""
    if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "another program is using the database; try again when it has ended"
    return otherwise
