"""All rooms of a server: made, woken from their journals, put to sleep, deleted."""

import gc
import itertools
from asyncio import Event
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from threading import Lock
from time import time
from typing import Any

import attrs

from ...bots.seating import read_seats
from ...chance import fresh_seed
from ...engine.game import Game
from ...errors import PackError, SaveError, UnsavedError
from ...pictures.scans import NO_SCANS, Scans
from ...plugins.packs import Catalog
from ...saves.copies import copy_game
from ...saves.journal import FORMAT, read_save
from ...saves.session import Session, begin, new_session, resume_session
from ...tables.on_demand import checked_once
from ...version import core_version
from ..keys import new_key
from ..store import Store
from .dice import TypedDice
from .room import NotThereError, Room, RoomError


class House:
    """The rooms under one folder: `rooms.db`, and `games/` with a journal for each room.

    `draw` is called with a room that has changed; `tell` with the pages of those who look at it,
    once the room is let go. `scans` are the owner's pictures of the boards of each pack.
    """

    def __init__(
        self,
        folder: Path,
        catalog: Catalog,
        *,
        draw: Callable[[Room], object] = lambda room: None,
        tell: Callable[[Sequence[Event]], object] = lambda pages: None,
        scans: Mapping[str, Scans] | None = None,
        most_rooms: int = 5000,
        most_of_one: int = 50,
    ) -> None:
        self.folder = folder
        self.catalog = catalog
        self.store = Store(folder / "rooms.db")
        self.draw = draw
        self.tell = tell
        self.scans = scans or {}
        self.most_rooms = most_rooms
        self.most_of_one = most_of_one
        self._games: dict[str, Game[Any]] = {}
        self._rooms: dict[str, Room] = {}
        self._lock = Lock()
        self._load = Lock()
        # Versions grow over all rooms, so that a room that was forgotten never goes back.
        self._number = itertools.count(1).__next__
        (folder / "games").mkdir(parents=True, exist_ok=True)

    def game(self, pack_id: str) -> Game[Any]:
        """Return the game of a pack, loaded once.

        Raises:
            NotThereError: there is no such pack.
            PackError: it cannot be loaded.
        """
        with self._load:
            if pack_id not in {pack.id for pack in self.catalog.packs}:
                raise NotThereError(f"there is no game {pack_id[:80]!r} here")
            if pack_id not in self._games:
                self._games[pack_id] = self.catalog[pack_id].load()
            return self._games[pack_id]

    def journal(self, room: str) -> Path:
        """Return the file of a room's game; the id is one that this program gave."""
        return self.folder / "games" / f"{room}.toml"

    # ------------------------------------------------------------------ going in

    @contextmanager
    def room(self, room_id: str, *, awake: bool = True) -> Iterator[Room]:
        """Hold a room, woken if need be, while something is done in it.

        Raises:
            RoomError: there is no such room.
            SaveError, PackError: its game cannot be woken.
        """
        room = self._known(room_id)
        before = None
        try:
            with room.lock:
                if room.is_gone:
                    raise NotThereError("there is no such room any more; go back to the lobby")
                if awake and room.session is None:
                    self._wake(room)
                room.used = time()
                before = room.version
                try:
                    yield room
                    if room.version != before:
                        self.draw(room)
                except (OSError, UnsavedError) as error:
                    why = error.why if isinstance(error, UnsavedError) else error.strerror
                    # What could not be written must not be shown: the journal is the truth.
                    self._drop(room)
                    room.changed()
                    raise SaveError(
                        f"the game could not be written to the disk ({why}); your last "
                        "answer may be lost; make room on the disk and look at the table again"
                    ) from error
        finally:
            if before is not None and room.version != before:
                self.tell(list(room.watching))

    def _known(self, room_id: str) -> Room:
        with self._lock:
            room = self._rooms.get(room_id)
            if room is None:
                row = self.store.one("SELECT * FROM rooms WHERE id = ?", room_id)
                if row is None:
                    raise NotThereError("there is no such room (any more); go back to the lobby")
                room = self._rooms[room_id] = Room(row, self.store, self._number)
                room.scans = self.scans.get(room.pack, NO_SCANS)
            return room

    def _wake(self, room: Room) -> None:
        saved = read_save(self.journal(room.id))
        room.dice = TypedDice() if saved.header.dice == "manual" else None
        with checked_once(self.folder / ".checked"):
            room.session = resume_session(saved, self.game, source=room.dice)
        if room.session.journal:
            # The room finds its game at this path alone.
            room.session.journal.file.keeps_path = True
        room.session.seat(room.players)
        room.newly_awaited()
        self.store.change("UPDATE rooms SET awake = 1 WHERE id = ?", room.id)
        room.changed()

    def _drop(self, room: Room) -> None:
        """Let go of a game whatever became of its file."""
        session, room.session = room.session, None
        if session is not None:
            with suppress(OSError, UnsavedError):
                session.close()

    # ------------------------------------------------------------------ asleep

    def sleep(self, room: Room) -> None:
        """Close the game of a room that is held; the next visit wakes it."""
        if room.session is None:
            return
        self.note_state(room)
        session, room.session = room.session, None
        session.close()
        room.shown.clear()
        room.last_seen = ()
        self.store.change("UPDATE rooms SET awake = 0 WHERE id = ?", room.id)

    def note_state(self, room: Room) -> None:
        """Keep what the list of games tells of a room while it is asleep."""
        over = room.play.outcome.kind if room.play.outcome is not None else ""
        self.store.change(
            "UPDATE rooms SET awaited = ?, touched = ?, ended = ? WHERE id = ?",
            "\n".join(room.awaited),
            room.touched,
            room.ended or (over and f"over: {over}"),
            room.id,
        )

    def sleep_idle(self, idle: float) -> None:
        """Put rooms to sleep that nobody has used for so many seconds, and forget what is asleep.

        A room where a bot is to move stays awake.
        """
        with self._lock:
            rooms = list(self._rooms.values())
        for room in rooms:
            if time() - room.used < idle or not room.lock.acquire(blocking=False):
                continue
            try:
                if room.session is not None and not self._waits_for_bot(room):
                    self.sleep(room)
                if room.session is None and not room.watching:
                    with self._lock:
                        room.is_gone = True
                        self._rooms.pop(room.id, None)
            finally:
                room.lock.release()
        if len(self.awake()) < len(rooms):
            # A game goes round in circles of references, which are many.
            gc.collect()

    def _waits_for_bot(self, room: Room) -> bool:
        return any(room.seats[seat].bot for seat in room.awaited) and not room.bots_failed

    def left_awake(self) -> list[str]:
        """Return the rooms that were awake when the server ended, however that was."""
        return [row["id"] for row in self.store.all("SELECT id FROM rooms WHERE awake = 1")]

    def awake(self) -> list[Room]:
        with self._lock:
            return [room for room in self._rooms.values() if room.session is not None]

    def close(self) -> None:
        """Close all games. They wake again when the server starts, as after any end of it."""
        for room in self.awake():
            with room.lock:
                if room.session is not None:
                    self.note_state(room)
                    self._drop(room)
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
    ) -> str:
        """Make a room and begin its game; return its id.

        Args:
            seats: who plays each seat: `me`, `open`, or `bot:NAME`; one that is missing is open.
            away: after how many hours the others may replace who lets them wait, or `never`.

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
        players = ",".join(kind if kind.startswith("bot:") else "human" for kind in kinds)
        read = read_seats(game, names, players)
        room = new_key()
        source = TypedDice() if dice == "manual" else None
        with checked_once(self.folder / ".checked"):
            session = new_session(
                game,
                options=chosen,
                seats=players,
                seed=fresh_seed(),
                source=source,
                save=self.journal(room),
                undo=undo,
            )
            begin(session)
        session.close()
        whose = [maker if kind == "me" else "" for kind in kinds]
        bots = ["" if name == "human" else name for name in read.values()]
        self._add(room, pack, game.title, maker, is_listed, away, names, whose, bots)
        return room

    def _check_room_for(self, maker: str) -> None:
        counted = self.store.one(
            "SELECT count(*) AS all_, sum(maker = ? AND ended = '') AS own FROM rooms", maker
        )
        assert counted is not None
        if counted["all_"] >= self.most_rooms:
            raise RoomError(f"this server holds {self.most_rooms} rooms; delete one that is over")
        if (counted["own"] or 0) >= self.most_of_one:
            raise RoomError(f"you have {self.most_of_one} games under way; end one of them first")

    def _add(
        self,
        room: str,
        pack: str,
        title: str,
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
        if not room.is_over or person not in room.persons:
            raise RoomError("only those who played ask for another game, once this one is over")
        seats = list(room.seats.values())
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
        names = list(room.seats)
        for seat, before in zip(names, turned, strict=True):
            self.store.change(
                "UPDATE seats SET person = ? WHERE room = ? AND seat = ?",
                before.person,
                next_,
                seat,
            )
        room.lead_to(next_)
        return next_

    def copy(self, room: Room, answers: int, person: str) -> str:
        """Make a room that goes on from where another one stood after so many answers.

        The maker keeps their seats and the bots theirs; the others are open. While the game is
        under way, what the maker may not know is dealt anew.

        Raises:
            RoomError: a game that hides something is under way, and the person does not play in it.
            SequenceError: there were fewer answers, or the game was over by then.
        """
        self._check_room_for(person)
        own = room.seats_of(person)
        if not own and room.play.game.hides and not room.play.is_over:
            raise RoomError("while this game is under way only who plays in it goes on from here")
        before = read_save(self.journal(room.id)).header
        header = attrs.evolve(
            before,
            pack_version=room.play.game.identity.version,
            rules=room.play.game.identity.rules,
            digest=room.play.data.digest,
            players=room.players,
            seed=str(fresh_seed()),
            core=core_version(),
            format=FORMAT,
        )
        new = new_key()
        copy_game(
            room.game,
            answers,
            header,
            self.journal(new),
            seat="" if room.play.is_over or not own else own[0],
            source=TypedDice() if before.dice == "manual" else None,
        )
        seats = room.seats
        persons = [person if name in own else "" for name in seats]
        bots = [seat.bot for seat in seats.values()]
        self._add(new, room.pack, room.title, person, False, room.away, list(seats), persons, bots)
        return new

    def open_save(self, path: Path, maker: str) -> str:
        """Make a room that goes on with a copy of a saved game; return its id.

        All seats of persons are the maker's, until somebody else takes one.

        Raises:
            SaveError: it cannot be read or go on.
            PackError: its pack is missing.
        """
        self._check_room_for(maker)
        saved = read_save(path)
        game = self.game(saved.header.pack)
        room = new_key()
        copyfile(path, self.journal(room))
        try:
            source = TypedDice() if saved.header.dice == "manual" else None
            session: Session = resume_session(
                read_save(self.journal(room)), self.game, source=source
            )
            session.close()
        except Exception:
            self.journal(room).unlink(missing_ok=True)
            raise
        players = saved.header.players
        persons = [maker if name == "human" else "" for name in players.values()]
        bots = ["" if name == "human" else name for name in players.values()]
        self._add(room, game.id, game.title, maker, False, "never", list(players), persons, bots)
        return room

    def delete(self, room: Room, person: str, *, is_host: bool = False) -> None:
        """Delete a room and its game: its maker may, once it is over or nobody else sits there."""
        alone = not room.persons - {person}
        if not is_host and (person != room.maker or not (room.is_over or alone)):
            raise RoomError(
                "only who made a room deletes it, when the game is over or nobody else sits there"
            )
        self._drop(room)
        self.store.change("DELETE FROM rooms WHERE id = ?", room.id)
        self.journal(room.id).unlink(missing_ok=True)
        with self._lock:
            self._rooms.pop(room.id, None)
        room.is_gone = True
        room.changed()
