"""The database of a server in PostgreSQL, which several machines can reach."""

from collections.abc import Sequence
from contextlib import suppress
from logging import getLogger
from threading import Lock
from typing import Any

from .base import ADDED_COLUMNS, AFTER_ADDED, SCHEMA, Rows, Store, StoreError

try:
    import psycopg
    from psycopg.rows import dict_row
except ModuleNotFoundError:
    raise StoreError(
        "PostgreSQL needs the extra `postgres`; pip install 'tabletop-core[postgres]', or leave "
        "--database out to keep the rooms in a file of SQLite"
    ) from None

_log = getLogger(__name__)

MAX_CONNECT_S = 10

AWAY = "the database cannot be reached; ask the host to start it, then try again"


class PostgresStore(Store):
    """A database of PostgreSQL, 12 or newer.

    A connection that was lost is made again with the next statement that reads or begins a
    transaction; what changes something meanwhile is refused.

    Args:
        address: `postgresql://USER:PASSWORD@HOST/NAME`, or any words that libpq takes.
        is_shared: whether other processes change the database meanwhile.

    Raises:
        StoreError: it cannot be reached, or its tables cannot be made.
    """

    def __init__(self, address: str, *, is_shared: bool = False) -> None:
        super().__init__()
        self._address = address
        self._is_shared = is_shared
        self._watching = Lock()
        try:
            self._base = self._connect()
            self._watch = self._connect() if is_shared else None
        except psycopg.Error as error:
            raise StoreError(
                f"the database cannot be reached: {_first_line(error)}; start it, or choose "
                "another --database"
            ) from None
        try:
            # Several workers begin at the same time; the first makes the tables.
            with self._base.transaction():
                self._base.execute("SELECT pg_advisory_xact_lock(hashtext('tabletop'))")
                self._base.execute(SCHEMA)
                for table, column, kind in ADDED_COLUMNS:
                    self._base.execute(
                        f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {column} {kind}"
                    )
                self._base.execute(AFTER_ADDED)
        except psycopg.Error as error:
            self.close()
            raise StoreError(
                f"the tables of the database cannot be created: {_first_line(error)}; give its "
                "user the right to, or choose another --database"
            ) from None

    def _connect(self) -> "psycopg.Connection[dict[str, Any]]":
        return psycopg.connect(
            self._address,
            autocommit=True,
            row_factory=dict_row,
            connect_timeout=MAX_CONNECT_S,
            application_name="tabletop",
            # A commit has reached the disk, whatever the server is set to.
            options="-c synchronous_commit=on -c client_min_messages=warning",
        )

    def _connected_again(self) -> "psycopg.Connection[dict[str, Any]]":
        try:
            return self._connect()
        except psycopg.Error as error:
            # Visitors read this; where the database is, they need not know.
            _log.error("the database cannot be reached: %s", _first_line(error))
            raise StoreError(AWAY) from None

    def close(self) -> None:
        with self._lock:
            self._base.close()
            if self._watch is not None:
                self._watch.close()

    def changes(self) -> str:
        if self._watch is None:
            return ""
        with self._watching:
            for _ in range(2):
                try:
                    # Transactions that write have numbers, and it tells which of them have ended.
                    found = self._watch.execute("SELECT pg_current_snapshot()::text AS now")
                    return str(found.fetchall()[0]["now"])
                except psycopg.OperationalError:
                    with suppress(psycopg.Error):
                        self._watch.close()
                    self._watch = self._connected_again()
        raise StoreError(AWAY)

    @property
    def _is_idle(self) -> bool:
        return self._base.info.transaction_status == psycopg.pq.TransactionStatus.IDLE

    def _execute(self, sql: str, values: Sequence[Any]) -> Rows:
        words = sql.replace("%", "%%").replace("?", "%s")
        try:
            if self._base.closed and sql != "ROLLBACK":
                self._base = self._connected_again()
            # Of a change that was lost on its way nobody knows whether it was carried out.
            may_try_again = self._is_idle and sql.startswith(("SELECT", self.BEGIN))
            try:
                return self._base.execute(words, values)
            except psycopg.OperationalError:
                if not may_try_again or not self._base.closed:
                    raise
                self._base = self._connected_again()
                return self._base.execute(words, values)
        except psycopg.OperationalError as error:
            _log.error("the database was lost: %s", _first_line(error))
            raise StoreError(f"this could not be saved: {AWAY}") from error
        except psycopg.Error as error:
            raise StoreError(
                f"this could not be saved ({_first_line(error)}); ask the host to check the "
                "database, then try again"
            ) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
