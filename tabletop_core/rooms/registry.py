"""All rooms of a server: wakes, puts to sleep and deletes them."""

import gc
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from logging import getLogger
from pathlib import Path
from threading import Lock
from time import time
from typing import Any, Protocol

from ..chance import Loaded
from ..engine.endless import TimeIsUp
from ..errors import ReplayError, SaveError, UnsavedError
from ..events.words import said
from ..plugins.packs import Catalog
from ..saves.reader import read_save
from ..saves.session import resume_session
from ..tables.on_demand import checked_once
from .bot_moves import waits_for_bot
from .bot_task import BOT_LIMITS, BotLimits
from .consent import Consent
from .dice import TypedDice
from .errors import MisplacedError, NotFoundError, PutAwayError, RoomError
from .factory import RoomFactory
from .failures import Failures
from .fresh_chance import file_for, redraw
from .games import Games
from .proposals import SILENCE_S
from .room import Room
from .server_paths import ServerPaths
from .share import ALL_ROOMS, Share
from .shelf import Shelf
from .store import StoreError, open_store

_log = getLogger(__name__)

DELETED_S = 7 * 24 * 3600.0
"""Seconds for which a deleted game can be brought back."""


_Noted = tuple[str, float, str, str, str]


class RoomObserver(Protocol):
    """Shows rooms to people, through one front end.

    All but `released` and `is_watched` are called with the room held.
    """

    def woken(self, room: Room) -> None: ...

    def changed(self, room: Room) -> None: ...

    def released(self, room: Room) -> None:
        """Called after a changed room was released."""

    def finished(self, room: Room) -> bytes:
        """Return a game that is over as a page that needs no rules, to be kept; empty for none."""

    def asleep(self, room: Room) -> None: ...

    def is_watched(self, room: Room) -> bool: ...


class NoObserver:
    """Shows rooms to nobody."""

    def woken(self, room: Room) -> None:
        pass

    changed = released = asleep = woken

    def finished(self, room: Room) -> bytes:
        return b""

    def is_watched(self, room: Room) -> bool:
        return False


class RoomRegistry:
    """The rooms under one folder: `rooms.db`, and `games/` with a journal for each room.

    With the address of a `database` of PostgreSQL, that stands in place of `rooms.db`.

    Where several workers share the folder, only those of its `share` wake here. Any other room can
    be looked at as it is in the store, asleep. With `loads_dice` the next dice and cards can be
    named (`studio`). `factory` makes rooms; `failures` says which could not be used.
    """

    def __init__(
        self,
        folder: Path,
        catalog: Catalog,
        *,
        observer: RoomObserver | None = None,
        bot_limits: BotLimits = BOT_LIMITS,
        max_rooms: int = 5000,
        max_rooms_per_person: int = 50,
        max_searches: int = 200,
        max_searches_of_person: int = 20,
        database: str = "",
        journal: str = "WAL",
        share: Share = ALL_ROOMS,
        games: Games | None = None,
        loads_dice: bool = False,
    ) -> None:
        self.folder = folder
        self.loads_dice = loads_dice
        self.catalog = catalog
        self.share = share
        self.store = open_store(folder, database, journal, is_shared=share.count > 1)
        self.games = games or Games(catalog, folder / ".checked")
        self.observer = observer or NoObserver()
        self.shelf = Shelf(folder / "games", self.store)
        self.journal = self.shelf.journal
        self.factory = RoomFactory(
            store=self.store,
            games=self.games,
            journal=self.journal,
            bot_limits=bot_limits,
            max_rooms=max_rooms,
            max_rooms_per_person=max_rooms_per_person,
            max_searches=max_searches,
            max_searches_of_person=max_searches_of_person,
        )
        homes = (pack.home for pack in catalog.packs)
        self.paths = ServerPaths([folder / "games", folder, *filter(None, homes)])
        self.failures = Failures(self.store, share, self.paths)
        self._noted: dict[str, int] = {}
        self._rooms: dict[str, Room] = {}
        self._lock = Lock()
        # Versions grow over all rooms, so that a room that was forgotten never goes back.
        self._number = itertools.count(1).__next__
        (folder / "games").mkdir(parents=True, exist_ok=True)

    def file_for(self, room: Room, person: str) -> bytes:
        """Return the game of a room that is held as a saved game for one of its persons.

        Raises:
            RoomError: it cannot be given to them, or not by this process.
        """

        def wake() -> None:
            if not self.share.owns(room.id):
                raise RoomError("others play in this game; save it on its own page")
            self.wake(room)

        with self.shelf.read(room.id) as journal:
            return file_for(room, person, journal, wake)

    # ------------------------------------------------------------------ going in

    @contextmanager
    def room(self, room_id: str, *, awake: bool = True) -> Iterator[Room]:
        """Hold a room, woken if need be, while something is done in it.

        Without `awake` it is taken as it is; so is one that cannot wake, or was set aside.

        Raises:
            RoomError: there is no such room.
            SaveError, PackError: its game cannot be woken.
        """
        is_own = self.share.owns(room_id)
        if awake:
            if not is_own:
                raise MisplacedError("this room is in another process; reload the page")
            self.failures.check_open(room_id)
        else:
            self._let_go_of_stuck(room_id)
        room = self._held(room_id)
        before = None
        try:
            try:
                if room.deleted:
                    raise NotFoundError(
                        "this game was deleted; its players can restore it for a week, on the "
                        "page My games"
                    )
                if awake:
                    self.wake(room)
                room.used = time()
                before = room.version
                try:
                    yield room
                    if room.to_redraw is not None:
                        seat, room.to_redraw = room.to_redraw, None
                        redraw(room, seat, self.journal(room.id), lambda: self.sleep(room))
                        self.wake(room)
                    if is_own and room.version != before:
                        self.observer.changed(room)
                    if room.deleted:
                        self.sleep(room)
                except (OSError, UnsavedError) as error:
                    why = error.why if isinstance(error, UnsavedError) else error.strerror
                    # What could not be written must not be shown: the journal is the truth.
                    self._drop(room)
                    room.changed()
                    raise SaveError(
                        f"the game could not be written to the disk ({why}); your last answer may "
                        "be lost; free some disk space and look at the table again"
                    ) from error
                except TimeIsUp:
                    # A rule that was stopped midway leaves a state that means nothing.
                    self._drop(room)
                    room.changed()
                    raise
            finally:
                room.lock.release()
        finally:
            if is_own and before is not None and room.version != before:
                self.observer.released(room)

    def _held(self, room_id: str) -> Room:
        """Return a room with its lock taken, read again if it was forgotten meanwhile.

        A room of another worker is read again each time, for its own worker changes it.
        """
        if not self.share.owns(room_id):
            room = self._read(room_id)
            room.lock.acquire()
            return room
        while True:
            room = self._known(room_id)
            room.lock.acquire()
            if not room.is_gone:
                return room
            room.lock.release()

    def _known(self, room_id: str) -> Room:
        with self._lock:
            room = self._rooms.get(room_id)
            if room is None:
                room = self._rooms[room_id] = self._read(room_id)
            return room

    def _read(self, room_id: str) -> Room:
        row = self.store.one("SELECT * FROM rooms WHERE id = ?", room_id)
        if row is None:
            raise NotFoundError("there is no such room (any more); go back to the lobby")
        return Room(row, self.store, self._number)

    def wake(self, room: Room) -> None:
        """Wake a room that is held, if it is asleep."""
        if room.awake is not None:
            return
        if room.put_away:
            raise PutAwayError(
                "this game is over and was put away, because nobody looked at it for a long "
                "time; its players can bring it back on its page"
            )
        try:
            saved = read_save(self.journal(room.id))
            dice = TypedDice() if saved.header.dice == "manual" else None
            with checked_once(self.games.checked):
                seeded = Loaded(saved.header.seed, "chance") if self.loads_dice else None
                try:
                    session = resume_session(saved, self.games.game, source=dice or seeded)
                except ReplayError as error:
                    # The other remedies are for whoever has the file in a terminal.
                    raise RoomError(
                        f"this game cannot be replayed here, because {error.why}"
                    ) from error
            if session.journal:
                # The room finds its game at this path alone.
                session.journal.file.keeps_path = True
            room.awake = session
            session.seat(room.seating.players)
            self.observer.woken(room)
            # One that was awake before a restart is so already, and no change waits for the disk.
            self.store.change("UPDATE rooms SET awake = 1 WHERE id = ? AND awake = 0", room.id)
        except Exception as error:
            # Half awake it would stay so; asleep it wakes again at the next visit.
            self._drop(room)
            self.failures.record(room.id, error)
            raise
        self.failures.forget(room.id)
        room.changed()

    def _drop(self, room: Room) -> None:
        """Close a game, whatever happened to its file."""
        session, room.awake = room.awake, None
        if session is not None:
            with suppress(OSError, UnsavedError):
                session.close()

    def open_again(self, room_id: str) -> None:
        """Allow a room that was set aside to be tried again.

        A thread that is still busy with it keeps the room as it was; there is another one then.
        """
        self._let_go_of_stuck(room_id)
        self.failures.forget(room_id)

    def _let_go_of_stuck(self, room_id: str) -> None:
        """Forget a room that was set aside, if a thread that never ends holds it."""
        if self.failures.is_set_aside(room_id):
            with self._lock:
                room = self._rooms.get(room_id)
                if room is not None and room.lock.acquire(blocking=False):
                    room.lock.release()
                elif room is not None:
                    del self._rooms[room_id]

    # ------------------------------------------------------------------ asleep

    def sleep(self, room: Room) -> None:
        """Close the game of a room that is held; the next visit wakes it."""
        if room.awake is None:
            return
        self.note_state(room)
        self.shelf.keep_old_chat(room)
        if room.match.is_over and not room.deleted:
            self._keep_report(room)
        # Taken away first: what cannot be written now is not written at the next try either.
        session, room.awake = room.awake, None
        session.close()
        self.observer.asleep(room)
        self.store.change("UPDATE rooms SET awake = 0 WHERE id = ?", room.id)

    def _keep_report(self, room: Room) -> None:
        """Keep how a game that is over went, for the time when its rules have changed."""
        if self.shelf.has_report(room):
            return
        try:
            self.shelf.keep_report(room, self.observer.finished(room))
        except Exception:
            _log.exception("the report of room %s could not be kept", room.id)

    def note_state(self, room: Room) -> None:
        """Save what the list of games shows of a room while it is asleep."""
        self.store.change(NOTE, *_noted(room))

    def note_changed(self) -> None:
        """Save the state of the awake rooms that have changed, for the lists of other workers."""
        found = []
        for room in self.awake():
            if self._noted.get(room.id) == room.version or not room.lock.acquire(blocking=False):
                continue
            try:
                if room.awake is not None:
                    found.append(_noted(room))
                self._noted[room.id] = room.version
            except Exception as error:
                self.failures.record(room.id, error)
            finally:
                room.lock.release()
        self._note_together(found)

    def _note_together(self, found: Sequence[_Noted]) -> None:
        if found:
            # Each change by itself would wait for the disk.
            with self.store.together():
                for values in found:
                    self.store.change(NOTE, *values)

    def sleep_idle(self, idle: float) -> None:
        """Put rooms to sleep that nobody has used for `idle` seconds, and forget sleeping rooms.

        A room where a bot is to move stays awake. If a room fails, the others are still processed.
        """
        with self._lock:
            rooms = list(self._rooms.values())
        for room in rooms:
            if time() - room.used < idle or not room.lock.acquire(blocking=False):
                continue
            try:
                self._let_sleep(room)
            except Exception as error:
                self.failures.record(room.id, error)
                self._drop(room)
            finally:
                room.lock.release()
        if len(self.awake()) < len(rooms):
            # A game is full of references in circles, which only the collector frees.
            gc.collect()

    def _let_sleep(self, room: Room) -> None:
        if room.awake is not None and not waits_for_bot(room):
            self.sleep(room)
        if room.awake is None and not self.observer.is_watched(room):
            with self._lock:
                room.is_gone = True
                self._rooms.pop(room.id, None)
                self._noted.pop(room.id, None)

    def left_awake(self) -> list[str]:
        """Return the rooms that were awake when the server ended, however that was."""
        return self._own("SELECT id FROM rooms WHERE awake = 1")

    def _own(self, sql: str, *values: Any) -> list[str]:
        return [row["id"] for row in self.store.all(sql, *values) if self.share.owns(row["id"])]

    def awake_room(self, room_id: str) -> Room | None:
        """Return a room if it is awake, without holding it."""
        room = self._rooms.get(room_id)
        return room if room is not None and room.awake is not None else None

    def awake(self) -> list[Room]:
        with self._lock:
            return [room for room in self._rooms.values() if room.awake is not None]

    def close(self) -> None:
        """Close all games. They wake again when the server starts, as after any end of it.

        A room that is busy is left: its journal holds all that was acknowledged.
        """
        found = []
        for room in self.awake():
            if not room.lock.acquire(timeout=0.2):
                continue
            try:
                if room.awake is not None:
                    found.append(_noted(room))
            except Exception as error:
                self.failures.record(room.id, error)
            finally:
                self._drop(room)
                room.lock.release()
        try:
            self._note_together(found)
        except StoreError as error:
            _log.warning("what the lists show of rooms was not kept: %s", error)
        self.store.close()

    # ------------------------------------------------------------------ found and deleted

    def lesson_in_progress(self, person: str, pack: str) -> str:
        """Return the room of the lesson that a person began last and has not finished, if any."""
        found = self.store.all(
            "SELECT rooms.id FROM rooms JOIN lessons ON room = id WHERE maker = ? AND pack = ? "
            "AND ended = '' AND deleted = 0 AND silent = 0 ORDER BY made DESC",
            person,
            pack,
        )
        for row in found:
            room = self.awake_room(row["id"])
            if room is None or not room.is_over:
                return str(row["id"])
        return ""

    def archive(self, room_id: str, person: str, is_archived: bool) -> None:
        """Move a game out of the list of a person, or back into it."""
        self.store.change("DELETE FROM archived WHERE room = ? AND person = ?", room_id, person)
        if is_archived:
            self.store.insert("archived", room=room_id, person=person)

    def restore(self, room_id: str, person: str) -> None:
        """Bring back a game that was deleted less than a week ago.

        Raises:
            RoomError: the person neither made it nor played in it.
            NotFoundError: there is no such game any more.
        """
        room = self._held(room_id)
        try:
            if person != room.maker:
                room.seating.check_plays(person)
            room.set_deleted(0.0)
            room.note(f"{room.seating.names[person]} has brought this game back")
        finally:
            room.lock.release()

    def put_away(self, room_id: str) -> None:
        """Put away a finished game: it is kept compressed, and counts no more as a room.

        Raises:
            RoomError: it is still in progress.
            NotFoundError: there is no such game any more.
        """
        with self.room(room_id, awake=False) as room:
            self.sleep(room)
            found = self.store.one("SELECT ended, put_away FROM rooms WHERE id = ?", room_id)
            if found is None or not found["ended"]:
                raise RoomError("this game is in progress; only one that is over can be put away")
            if not found["put_away"]:
                self.shelf.put(room)

    def put_away_unused(self, days: float) -> None:
        """Put away the finished games at which nobody has looked for that many days."""
        for room_id in filter(self.share.owns, self.shelf.unused(days)):
            try:
                self.put_away(room_id)
            except Exception as error:
                self.failures.record(room_id, error)

    def bring_back(self, room_id: str, person: str, *, is_host: bool = False) -> None:
        """Bring back a game that was put away.

        Raises:
            RoomError: the person neither made it nor played in it, or there are too many rooms.
        """
        with self.room(room_id, awake=False) as room:
            if person != room.maker and not is_host:
                room.seating.check_plays(person)
            if room.put_away:
                self.factory.check_count()
                self.shelf.take(room)

    def end_by_silence(self) -> None:
        """Close and delete the games where that was asked and nobody has objected in time."""
        before = time() - SILENCE_S
        asked = "SELECT room AS id FROM requests WHERE kind IN ('close', 'delete') AND at < ?"
        for room_id in self._own(asked, before):
            try:
                with self.room(room_id, awake=False) as room:
                    Consent(room).end_by_silence()
            except Exception as error:
                self.failures.record(room_id, error)

    def forget_deleted(self) -> None:
        """Delete for good what was deleted a week ago."""
        before = time() - DELETED_S
        for room_id in self._own("SELECT id FROM rooms WHERE 0 < deleted AND deleted < ?", before):
            self._forget(room_id)

    def _forget(self, room_id: str) -> None:
        room = self._held(room_id)
        try:
            self._drop(room)
            self.store.change("DELETE FROM rooms WHERE id = ?", room_id)
            self.shelf.forget(room_id)
            with self._lock:
                self._rooms.pop(room_id, None)
            room.is_gone = True
        finally:
            room.lock.release()


NOTE = "UPDATE rooms SET awaited = ?, touched = ?, ended = ?, status = ? WHERE id = ?"
"""Saves what lists show of a room."""


def _noted(room: Room) -> _Noted:
    return "\n".join(room.awaited), room.touched, ended_words(room), status_words(room), room.id


def ended_words(room: Room) -> str:
    """Return how a game that is over ended, in words; nothing while it is in progress."""
    if room.ended or room.match.outcome is None:
        return room.ended
    return said(room.match.outcome.kind).capitalize()


def status_words(room: Room) -> str:
    """Return a short public description of the state of a game in progress."""
    return "" if room.is_over else room.match.game.status_line(room.match)
