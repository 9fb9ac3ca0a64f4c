"""All rooms of a server: creates, wakes, puts to sleep and deletes them."""

import gc
import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from logging import getLogger
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from time import time
from typing import Any, Protocol

import attrs

from ..bots.seating import HUMAN, difficulties, make_bot, options_to_seat, read_seats
from ..chance import Loaded, fresh_seed
from ..engine.game import Game
from ..errors import PackError, SaveError, TabletopError, UnsavedError
from ..events.words import said
from ..plugins.packs import Catalog
from ..presentation.games import setup_words
from ..presentation.lessons import lesson_of
from ..saves.copies import copy_game, reseeded
from ..saves.durable import replace_file
from ..saves.reader import read_save
from ..saves.save_records import FORMAT
from ..saves.session import Session, begin, new_session, resume_session
from ..saves.undoing import FREE
from ..tables.on_demand import checked_once
from ..version import core_version
from .bot_task import BOT_LIMITS, BotLimits
from .credentials import new_key
from .dice import TypedDice
from .errors import MisplacedError, NotFoundError, RoomError, SetAsideError
from .fresh_chance import file_for, redraw
from .games import Games
from .live_game import LiveGame
from .room import Room
from .seating import ALL, SILENCE_S
from .server_paths import ServerPaths
from .share import ALL_ROOMS, Share
from .store import StoreError, open_store
from .time_limit import TimeIsUp

_log = getLogger(__name__)


DELETED_S = 7 * 24 * 3600.0
"""Seconds for which a deleted game can be brought back."""


class RoomObserver(Protocol):
    """Shows rooms to people; all but `released` and `is_watched` are called with the room
    held."""

    def woken(self, room: Room) -> None: ...

    def changed(self, room: Room) -> None: ...

    def released(self, room: Room) -> None:
        """Called after a changed room was released."""

    def asleep(self, room: Room) -> None: ...

    def is_watched(self, room: Room) -> bool: ...


class NoObserver:
    """Shows rooms to nobody."""

    def woken(self, room: Room) -> None:
        pass

    changed = released = asleep = woken

    def is_watched(self, room: Room) -> bool:
        return False


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


class RoomRegistry:
    """The rooms under one folder: `rooms.db`, and `games/` with a journal for each room.

    With the address of a `database` of PostgreSQL, that stands in place of `rooms.db`.

    Where several workers share the folder, only those of its `share` wake here. Any other room can
    be looked at as it is in the store, asleep. With `loads_dice` the next dice and cards can be
    named (`studio`).
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
        self.bot_limits = bot_limits
        self.max_rooms = max_rooms
        self.max_rooms_per_person = max_rooms_per_person
        homes = (pack.home for pack in catalog.packs)
        self.paths = ServerPaths([folder / "games", folder, *filter(None, homes)])
        self.failures = self._failures_before()
        self._noted: dict[str, int] = {}
        self._rooms: dict[str, Room] = {}
        self._lock = Lock()
        # Versions grow over all rooms, so that a room that was forgotten never goes back.
        self._number = itertools.count(1).__next__
        (folder / "games").mkdir(parents=True, exist_ok=True)

    def game(self, pack_id: str) -> Game[Any]:
        """Return the game of a pack, loaded once.

        Raises:
            NotFoundError: there is no such pack.
            PackError: it cannot be loaded.
        """
        return self.games.game(pack_id)

    def journal(self, room: str) -> Path:
        """Return the journal of a room; the id comes from this program, not from a visitor."""
        return self.folder / "games" / f"{room}.toml"

    def file_for(self, room: Room, person: str) -> bytes:
        """Return the game of a room that is held as a saved game for one of its persons.

        Raises:
            RoomError: it cannot be given to them, or not by this process.
        """

        def wake() -> None:
            if not self.share.owns(room.id):
                raise RoomError("others play in this game; save it on its own page")
            self.wake(room)

        return file_for(room, person, self.journal(room.id), wake)

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
                raise MisplacedError("this room is in another process; load the page again")
            self.check_open(room_id)
        else:
            self._let_go_of_stuck(room_id)
        room = self._held(room_id)
        before = None
        try:
            try:
                if room.deleted:
                    raise NotFoundError(
                        "this game was deleted; those who played in it can bring it back for a "
                        "week, on the page My games"
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
                        f"the game could not be written to the disk ({why}); your last "
                        "answer may be lost; make room on the disk and look at the table again"
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
        if room.game is not None:
            return
        try:
            saved = read_save(self.journal(room.id))
            dice = TypedDice() if saved.header.dice == "manual" else None
            with checked_once(self.folder / ".checked"):
                seeded = Loaded(saved.header.seed, "chance") if self.loads_dice else None
                session = resume_session(saved, self.game, source=dice or seeded)
            if session.journal:
                # The room finds its game at this path alone.
                session.journal.file.keeps_path = True
            room.game = LiveGame(session, dice)
            session.seat(room.seating.players)
            self.observer.woken(room)
            self.store.change("UPDATE rooms SET awake = 1 WHERE id = ?", room.id)
        except Exception as error:
            # Half awake it would stay so; asleep it wakes again at the next visit.
            self._drop(room)
            self.failed(room.id, error)
            raise
        self._has_not_failed(room.id)
        room.changed()

    def _drop(self, room: Room) -> None:
        """Close a game, whatever happened to its file."""
        game, room.game = room.game, None
        if game is not None:
            with suppress(OSError, UnsavedError):
                game.session.close()

    # ------------------------------------------------------------------ what failed

    def failed(self, room_id: str, error: BaseException, *, set_aside: bool = False) -> None:
        """Record why a room could not be used, for the log and the host."""
        if isinstance(error, TabletopError):
            why = str(error)
            _log.warning("room %s: %s", room_id, why)
        else:
            why = f"{type(error).__name__}: {error}"
            _log.error("room %s failed", room_id, exc_info=error)
        title = self._rooms[room_id].title if room_id in self._rooms else ""
        # The log has it in full; this is also read by whoever made the room.
        why = self.paths.removed_from(why)
        failure = self.failures[room_id] = Failure(room_id, title, why, time(), set_aside)
        # If it cannot be kept, the host reads it in the log alone.
        with suppress(StoreError):
            self.store.put(
                "failures", "room", **attrs.asdict(failure) | {"set_aside": int(set_aside)}
            )

    def _has_not_failed(self, room_id: str) -> None:
        if self.failures.pop(room_id, None) is not None:
            self.store.change("DELETE FROM failures WHERE room = ?", room_id)

    def _failures_before(self) -> dict[str, Failure]:
        """Return the failures of these rooms that another process before this one has kept.

        One that has all rooms begins without any.
        """
        if self.share.count == 1:
            self.store.change("DELETE FROM failures")
        return {one.room: one for one in self.all_failures() if self.share.owns(one.room)}

    def all_failures(self) -> list[Failure]:
        """Return the failures of all rooms of the folder, the latest first."""
        rows = self.store.all("SELECT * FROM failures ORDER BY at DESC")
        return [Failure(**{**row, "set_aside": bool(row["set_aside"])}) for row in rows]

    def check_open(self, room_id: str) -> None:
        """Refuse a room that was set aside.

        Raises:
            SetAsideError: it was.
        """
        failure = self.failures.get(room_id)
        if failure is not None and failure.set_aside:
            raise SetAsideError(
                f"this room was set aside: {failure.why}; other rooms go on, and the host of the "
                "server can open it again"
            )

    def open_again(self, room_id: str) -> None:
        """Allow a room that was set aside to be tried again.

        A thread that is still busy with it keeps the room as it was; there is another one then.
        """
        self._let_go_of_stuck(room_id)
        self._has_not_failed(room_id)

    def _let_go_of_stuck(self, room_id: str) -> None:
        """Forget a room that was set aside, if a thread that never ends holds it."""
        failure = self.failures.get(room_id)
        if failure is not None and failure.set_aside:
            with self._lock:
                room = self._rooms.get(room_id)
                if room is not None and room.lock.acquire(blocking=False):
                    room.lock.release()
                elif room is not None:
                    del self._rooms[room_id]

    # ------------------------------------------------------------------ asleep

    def sleep(self, room: Room) -> None:
        """Close the game of a room that is held; the next visit wakes it."""
        if room.game is None:
            return
        self.note_state(room)
        # Taken away first: what cannot be written now is not written at the next try either.
        game, room.game = room.game, None
        game.session.close()
        self.observer.asleep(room)
        self.store.change("UPDATE rooms SET awake = 0 WHERE id = ?", room.id)

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
                if room.game is not None:
                    found.append(_noted(room))
                self._noted[room.id] = room.version
            except Exception as error:
                self.failed(room.id, error)
            finally:
                room.lock.release()
        if found:
            # Together, for each change by itself would wait for the disk.
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
                self.failed(room.id, error)
                self._drop(room)
            finally:
                room.lock.release()
        if len(self.awake()) < len(rooms):
            # A game is full of references in circles, which only the collector frees.
            gc.collect()

    def _let_sleep(self, room: Room) -> None:
        if room.game is not None and not room.waits_for_bot:
            self.sleep(room)
        if room.game is None and not self.observer.is_watched(room):
            with self._lock:
                room.is_gone = True
                self._rooms.pop(room.id, None)
                self._noted.pop(room.id, None)

    def left_awake(self) -> list[str]:
        """Return the rooms that were awake when the server ended, however that was."""
        return self._own("SELECT id FROM rooms WHERE awake = 1")

    def _own(self, sql: str, *values: Any) -> list[str]:
        return [row["id"] for row in self.store.all(sql, *values) if self.share.owns(row["id"])]

    def is_awake(self, room_id: str) -> bool:
        room = self._rooms.get(room_id)
        return room is not None and room.game is not None

    def awake(self) -> list[Room]:
        with self._lock:
            return [room for room in self._rooms.values() if room.game is not None]

    def close(self) -> None:
        """Close all games. They wake again when the server starts, as after any end of it.

        A room that is busy is left: its journal holds all that was acknowledged.
        """
        for room in self.awake():
            if not room.lock.acquire(timeout=0.2):
                continue
            try:
                if room.game is not None:
                    self.note_state(room)
            except Exception as error:
                self.failed(room.id, error)
            finally:
                self._drop(room)
                room.lock.release()
        self.store.close()

    # ------------------------------------------------------------------ made and deleted

    def new_room(
        self,
        maker: str,
        pack: str,
        *,
        options: Mapping[str, Any],
        seats: Sequence[str],
        undo: str = "",
        dice: str = "seeded",
        is_listed: bool = False,
        away: str = "never",
        seed: int | str = "",
    ) -> str:
        """Create a room, start its game, and return the room's id.

        Args:
            seats: who plays each seat: `me`, `open`, or `bot:NAME`; one that is missing is open.
            away: hours after which the others may replace a player who is awaited, or `never`.
            seed: the seed of the game (default: a fresh one).

        Raises:
            PackError: wrong options, seats, bots or policy of undo.
            RoomError: there are too many rooms.
        """
        self._check_room_for(maker)
        if away != "never" and not away.isdecimal():
            raise RoomError(f"{away!r} is no number of hours; choose one that the page shows")
        game = self.game(pack)
        chosen = game.read_options(options)
        names = game.seats_for(chosen)
        kinds = [*seats, *["open"] * len(names)][: len(names)]
        for kind in kinds:
            if kind not in ("me", "open") and not kind.startswith("bot:"):
                raise PackError(f"{kind!r} cannot play {game.id}; choose me, open, or a bot")
            if kind.startswith("bot:"):
                self.bot_limits.check(make_bot(game, kind.removeprefix("bot:")))
        players = ",".join(kind if kind.startswith("bot:") else "human" for kind in kinds)
        read = read_seats(game, names, players)
        room = new_key()
        source = TypedDice() if dice == "manual" else None
        session: Session | None = None
        try:
            with checked_once(self.folder / ".checked"):
                session = new_session(
                    game,
                    options=chosen,
                    seats=players,
                    seed=fresh_seed() if seed == "" else seed,
                    source=source,
                    save=self.journal(room),
                    undo=undo,
                    salt=new_key()[:8] if seed == "" else "",
                )
                begin(session)
            awaited, status = LiveGame(session).awaited, game.status_line(session.match)
            session.close()
        except TimeIsUp:
            if session is not None and session.journal is not None:
                session.journal.discard()
            raise
        whose = [maker if kind == "me" else "" for kind in kinds]
        bots = ["" if name == "human" else name for name in read.values()]
        setup = setup_words(game, chosen)
        self._add(room, pack, game.title, setup, maker, is_listed, away, names, whose, bots)
        self.store.change(
            "UPDATE rooms SET awaited = ?, status = ? WHERE id = ?",
            *("\n".join(awaited), status, room),
        )
        return room

    def new_lesson(self, person: str, pack: str) -> str:
        """Make a room for the lesson of a game, with this person as the learner; return its id.

        Raises:
            PackError: the pack has no lesson.
            DataError: its file has a fault.
            RoomError: there are too many rooms.
        """
        game = self.game(pack)
        lesson = lesson_of(game)
        options = options_to_seat(game, lesson.options, lesson.seats)
        players = read_seats(game, game.seats_for(options), lesson.seats)
        room = self.new_room(
            person,
            pack,
            options=options,
            seats=["me" if name == HUMAN else f"bot:{name}" for name in players.values()],
            undo=FREE,
            seed=lesson.seed,
        )
        self.store.insert("lessons", room=room)
        # A lesson has written down which dice come.
        self.store.insert("sights", room=room, person=person, seat=ALL)
        return room

    def lesson_in_progress(self, person: str, pack: str) -> str:
        """Return the room of the lesson that a person began last and has not finished, if any."""
        over = {room.id for room in self.awake() if room.is_over}
        found = self.store.all(
            "SELECT rooms.id FROM rooms JOIN lessons ON room = id WHERE maker = ? AND pack = ? "
            "AND ended = '' AND deleted = 0 AND silent = 0 ORDER BY made DESC",
            person,
            pack,
        )
        return next((str(row["id"]) for row in found if row["id"] not in over), "")

    def _check_room_for(self, maker: str) -> None:
        counted = self.store.one(
            "SELECT count(*) AS all_, count(*) FILTER (WHERE maker = ? AND ended = '') AS own "
            "FROM rooms",
            maker,
        )
        assert counted is not None
        if counted["all_"] >= self.max_rooms:
            raise RoomError(f"this server holds {self.max_rooms} rooms; delete one that is over")
        if counted["own"] >= self.max_rooms_per_person:
            raise RoomError(
                f"you have {self.max_rooms_per_person} games in progress; end one of them first"
            )

    def _add(
        self,
        room: str,
        pack: str,
        title: str,
        setup: str,
        maker: str,
        is_listed: bool,
        away: str,
        names: Sequence[str],
        persons: Sequence[str],
        bots: Sequence[str],
    ) -> None:
        now = time()
        with self.store.together():
            self.store.insert(
                "rooms",
                id=room,
                pack=pack,
                title=title,
                setup=setup,
                maker=maker,
                made=now,
                touched=now,
                listed=int(is_listed),
                away=away,
                awake=1,
            )
            for number, (seat, person, bot) in enumerate(zip(names, persons, bots, strict=True)):
                self.store.insert(
                    "seats",
                    room=room,
                    number=number,
                    seat=seat,
                    person=person,
                    bot=bot,
                    secret=new_key(),
                )

    def again(self, room: Room, person: str) -> str:
        """Make a room for another game of the same persons, each one seat further on.

        Raises:
            RoomError: this game is not over, or the person did not play in it.
        """
        if room.next:
            return room.next
        if not room.is_over or person not in room.seating.persons:
            raise RoomError("only those who played ask for another game, once this one is over")
        seats = list(room.seating.seats.values())
        turned = [*seats[-1:], *seats[:-1]]
        header = read_save(self.journal(room.id)).header
        bots = ["open" if seat.is_open or seat.person else f"bot:{seat.bot}" for seat in turned]
        next_ = self.new_room(
            person,
            room.pack,
            options=dict(header.options),
            seats=bots,
            undo=header.undo,
            dice=header.dice,
            is_listed=room.is_listed,
            away=room.away,
        )
        names = list(room.seating.seats)
        for seat, before in zip(names, turned, strict=True):
            self.store.change(
                "UPDATE seats SET person = ? WHERE room = ? AND seat = ?",
                before.person,
                next_,
                seat,
            )
        room.lead_to(next_)
        return next_

    def scenario(self, room: Room, setup: str, person: str) -> str:
        """Make a room for a setup of the same game, with the same players; return its id.

        Seats that the other room does not have are a bot's.

        Raises:
            RoomError: the game has no such setup.
        """
        game = room.match.game
        found = next((one for one in game.all_setups if one.id == setup), None)
        if found is None:
            known = ", ".join(one.id for one in game.all_setups)
            raise RoomError(f"{game.title} has no setup {setup[:80]!r}; it has {known}")
        seats = room.seating.seats
        bot = difficulties(game)["normal"]
        if make_bot(game, bot).looks_ahead:
            bot = "random"
        names = game.seats_for(game.read_options(found.options))
        kinds = ["me" if room.seating.person_at(name) else f"bot:{bot}" for name in names]
        kinds = [
            f"bot:{seats[name].bot}" if name in seats and seats[name].bot else kind
            for name, kind in zip(names, kinds, strict=True)
        ]
        if "me" not in kinds:
            kinds[0] = "me"
        return self.new_room(person, room.pack, options=found.options, seats=kinds, undo=FREE)

    def copy(self, room: Room, answers: int, person: str) -> str:
        """Make a room that goes on from an earlier place of another one, after its first `answers`.

        The maker keeps their seats and the bots theirs; the others are open. While the game is
        in progress, what the maker may not know is dealt again.

        Raises:
            RoomError: it hides something, is in progress, and the person does not play in it.
            SequenceError: there were fewer answers, or the game was over by then.
        """
        self._check_room_for(person)
        own = room.seating.seats_of(person)
        if not own and room.match.game.hides and not room.match.is_over:
            raise RoomError(
                "while this game is in progress, only its players can play on from here"
            )
        before = read_save(self.journal(room.id)).header
        header = attrs.evolve(
            before,
            pack_version=room.match.game.identity.version,
            rules=room.match.game.identity.rules,
            digest=room.match.data.digest,
            players=room.seating.players,
            seed=str(fresh_seed()),
            core=core_version(),
            format=FORMAT,
        )
        new = new_key()
        copy_game(
            room.live.session,
            answers,
            header,
            self.journal(new),
            seat="" if room.match.is_over or not own else own[0],
            source=TypedDice() if before.dice == "manual" else None,
        )
        seats = room.seating.seats
        persons = [person if name in own else "" for name in seats]
        bots = [seat.bot for seat in seats.values()]
        own_seats = list(seats), persons, bots
        self._add(new, room.pack, room.title, room.setup, person, False, room.away, *own_seats)
        if room.match.is_over:  # by then everybody has seen everything
            self.store.insert("sights", room=new, person="", seat=ALL)
        return new

    def open_file(self, content: bytes, maker: str) -> str:
        """Make a room that continues an uploaded saved game; return its id.

        Raises:
            SaveError: it is no saved game, is damaged, cannot go on, or names files of its owner.
            PackError: its pack is missing.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder) / "file.toml"
            path.write_bytes(content)
            try:
                if read_save(path).header.overlays:
                    raise SaveError(
                        "this game was played with values of its owner laid over it, in files that "
                        "are not here; play it on in the terminal"
                    )
                return self.open_save(path, maker)
            except SaveError as error:
                # The temporary path would mean nothing to the user.
                raise SaveError(str(error).replace(str(path), "the file")) from error

    def open_save(self, path: Path, maker: str) -> str:
        """Make a room that continues a copy of a saved game; return its id.

        All seats of persons are the maker's, until somebody else takes one.

        Raises:
            SaveError: it cannot be read or go on.
            PackError: its pack is missing.
        """
        self._check_room_for(maker)
        saved = read_save(path)
        game = self.game(saved.header.pack)
        room = new_key()
        replace_file(self.journal(room), reseeded(saved, fresh_seed()))
        try:
            source = TypedDice() if saved.header.dice == "manual" else None
            session: Session = resume_session(
                read_save(self.journal(room)), self.game, source=source
            )
            setup = setup_words(game, session.match.options)
            session.close()
        except BaseException:
            self.journal(room).unlink(missing_ok=True)
            raise
        players = saved.header.players
        persons = [maker if name == "human" else "" for name in players.values()]
        bots = ["" if name == "human" else name for name in players.values()]
        seats = list(players), persons, bots
        self._add(room, game.id, game.title, setup, maker, False, "never", *seats)
        self.store.insert("sights", room=room, person=maker, seat=ALL)
        return room

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
            room.deleted = 0.0
            self.store.change("UPDATE rooms SET deleted = 0 WHERE id = ?", room_id)
            room.note(f"{room.seating.names[person]} has brought this game back")
        finally:
            room.lock.release()

    def end_by_silence(self) -> None:
        """Close and delete the games where that was asked and nobody has objected in time."""
        before = time() - SILENCE_S
        asked = "SELECT room AS id FROM requests WHERE kind IN ('close', 'delete') AND at < ?"
        for room_id in self._own(asked, before):
            try:
                with self.room(room_id, awake=False) as room:
                    room.end_by_silence()
            except Exception as error:
                self.failed(room_id, error)

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
            self.journal(room_id).unlink(missing_ok=True)
            with self._lock:
                self._rooms.pop(room_id, None)
            room.is_gone = True
        finally:
            room.lock.release()


NOTE = "UPDATE rooms SET awaited = ?, touched = ?, ended = ?, status = ? WHERE id = ?"
"""Saves what lists show of a room."""


def _noted(room: Room) -> tuple[str, float, str, str, str]:
    return "\n".join(room.awaited), room.touched, ended_words(room), status_words(room), room.id


def ended_words(room: Room) -> str:
    """Return how a game that is over ended, in words; nothing while it is in progress."""
    if room.ended or room.match.outcome is None:
        return room.ended
    return said(room.match.outcome.kind).capitalize()


def status_words(room: Room) -> str:
    """Return a short public description of the state of a game in progress."""
    return "" if room.is_over else room.match.game.status_line(room.match)
