"""The database of a server: seats, chat, proposals; everything but the games.

It is one SQLite file beside the games, or a database of PostgreSQL (`postgres`); every change is on
the disk when the method returns. A game itself is its journal, which stays the truth.
"""

from pathlib import Path

from .base import Store, StoreError
from .sqlite import SqliteStore

__all__ = ["SqliteStore", "Store", "StoreError", "open_store"]


def open_store(
    folder: Path, database: str = "", journal: str = "WAL", *, is_shared: bool = False
) -> Store:
    """Open the database of a server: that of PostgreSQL at an address, or a file in its folder.

    Raises:
        StoreError: it cannot be used.
    """
    if database:
        from .postgres import PostgresStore

        return PostgresStore(database, is_shared=is_shared)
    return SqliteStore(folder / "rooms.db", journal, is_shared=is_shared)
