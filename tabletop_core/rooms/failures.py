"""The rooms that could not be used, and why: for their persons, the host and the log."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from logging import getLogger
from time import time

import attrs

from ..errors import TabletopError
from .errors import SetAsideError
from .server_paths import ServerPaths
from .share import Share
from .store import Store, StoreError

_log = getLogger(__name__)


@attrs.frozen
class Failure:
    """Why a room could not be used, for the host of the server.

    One that is `set_aside` stays closed until the host tries again.
    """

    room: str
    title: str
    why: str
    at: float
    set_aside: bool = False


class Failures:
    """The failures of the rooms of one worker; the store keeps them for the others.

    A worker that has all rooms begins without any; one of several with those that another
    process before it has kept.
    """

    def __init__(self, store: Store, share: Share, paths: ServerPaths) -> None:
        self.store = store
        self.paths = paths
        if share.count == 1:
            store.change("DELETE FROM failures")
        self._own = {one.room: one for one in self.all() if share.owns(one.room)}

    def __contains__(self, room_id: str) -> bool:
        return room_id in self._own

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __getitem__(self, room_id: str) -> Failure:
        return self._own[room_id]

    def all(self) -> list[Failure]:
        """Return the failures of all rooms of the folder, the latest first."""
        rows = self.store.all("SELECT * FROM failures ORDER BY at DESC")
        return [Failure(**{**row, "set_aside": bool(row["set_aside"])}) for row in rows]

    def reasons(self, rooms: Collection[str]) -> dict[str, str]:
        """Return why some of these rooms could not be used."""
        rows = self.store.all_in("SELECT room, why FROM failures WHERE room IN (...)", rooms)
        return {row["room"]: row["why"] for row in rows}

    def record(self, room_id: str, error: BaseException, *, set_aside: bool = False) -> None:
        """Record why a room could not be used, for the log and the host."""
        is_ours = isinstance(error, TabletopError)
        words = str(error) if is_ours else f"{type(error).__name__}: {error}"
        # The log has it in full; this is also read by whoever made the room.
        why, title = self.paths.removed_from(words), ""
        # A page that waits asks every other second: the log says the same once.
        if room_id not in self._own or self._own[room_id].why != why:
            if is_ours:
                _log.warning("room %s: %s", room_id, words)
            else:
                _log.error("room %s failed", room_id, exc_info=error)
        # If it cannot be kept, the host reads it in the log alone.
        with suppress(StoreError):
            row = self.store.one("SELECT title FROM rooms WHERE id = ?", room_id)
            title = row["title"] if row is not None else ""
        failure = self._own[room_id] = Failure(room_id, title, why, time(), set_aside)
        with suppress(StoreError):
            self.store.put(
                "failures", "room", **attrs.asdict(failure) | {"set_aside": int(set_aside)}
            )

    def forget(self, room_id: str) -> None:
        """Forget the failure of a room that can be used again, if it has one."""
        if self._own.pop(room_id, None) is not None:
            self.store.change("DELETE FROM failures WHERE room = ?", room_id)

    def is_set_aside(self, room_id: str) -> bool:
        return room_id in self._own and self._own[room_id].set_aside

    def check_open(self, room_id: str) -> None:
        """Refuse a room that was set aside.

        Raises:
            SetAsideError: it was.
        """
        if self.is_set_aside(room_id):
            raise SetAsideError(
                f"this room was set aside: {self._own[room_id].why}; other rooms are not "
                "affected, and the host can open it again"
            )
