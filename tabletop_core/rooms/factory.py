"""How rooms are made: new ones, lessons, rematches, copies, and those of saved games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

import attrs

from ..bots.seating import HUMAN, difficulties, make_bot, options_to_seat, read_seats
from ..chance import any_of, fresh_seed
from ..engine.endless import TimeIsUp
from ..engine.game import Game
from ..errors import PackError, SaveError
from ..presentation.games import setup_of, setup_words
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
from .errors import RoomError
from .games import Games
from .room import Room
from .seating import ALL
from .store import Store


@attrs.define(kw_only=True)
class RoomFactory:
    """Makes rooms, within the limits of a server.

    `journal` returns where the game of a room is kept, by the id of the room.
    """

    store: Store
    games: Games
    journal: Callable[[str], Path]
    bot_limits: BotLimits = BOT_LIMITS
    max_rooms: int = 5000
    max_rooms_per_person: int = 50
    max_searches: int = 200
    max_searches_of_person: int = 20

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
            seed: the seed of the game (default: one of the openings of its setup, or a fresh one).

        Raises:
            PackError: wrong options, seats, bots or policy of undo.
            RoomError: there are too many rooms.
        """
        self._check_room_for(maker)
        if away != "never" and not away.isdecimal():
            raise RoomError(f"{away!r} is not a number of hours; choose one of those on the page")
        game = self.games.game(pack)
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
        bots = ["" if name == HUMAN else name for name in read.values()]
        searches = self._has_search(maker, game, bots)
        room = new_key()
        source = TypedDice() if dice == "manual" else None
        session: Session | None = None
        try:
            with checked_once(self.games.checked):
                session = new_session(
                    game,
                    options=chosen,
                    seats=players,
                    seed=_seed_of(game, chosen) if seed == "" else seed,
                    source=source,
                    save=self.journal(room),
                    undo=undo,
                    salt=new_key()[:8] if seed == "" else "",
                )
                begin(session)
            awaited, status = session.awaited, game.status_line(session.match)
            session.close()
        except TimeIsUp:
            if session is not None and session.journal is not None:
                session.journal.discard()
            raise
        whose = [maker if kind == "me" else "" for kind in kinds]
        setup = setup_words(game, chosen)
        given = game.title, setup, maker, is_listed, away, searches
        self._add(room, pack, *given, names, whose, bots)
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
        game = self.games.game(pack)
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

    def check_count(self) -> None:
        """Refuse one more room than the server may hold; those put away do not count.

        Raises:
            RoomError: it holds as many already.
        """
        there = "SELECT count(*) AS found FROM rooms WHERE put_away = 0"
        if self.store.count(there) >= self.max_rooms:
            raise RoomError(
                f"this server already has {self.max_rooms} rooms; delete one that is over, or ask "
                "the host to put some away"
            )

    def _check_room_for(self, maker: str) -> None:
        self.check_count()
        own = "SELECT count(*) AS found FROM rooms WHERE maker = ? AND ended = ''"
        if self.store.count(own, maker) >= self.max_rooms_per_person:
            raise RoomError(
                f"you have {self.max_rooms_per_person} games in progress; end one of them first"
            )

    def _has_search(self, maker: str, game: Game[Any], bots: Iterable[str]) -> bool:
        """Return whether any of the bots of a new room looks ahead, if there may be one more such.

        All of the maker that are in progress count, and all that are awake.

        Raises:
            RoomError: there are as many already as there may be.
        """
        if not any(make_bot(game, bot).looks_ahead for bot in bots if bot):
            return False
        own = (
            "SELECT count(*) AS found FROM rooms WHERE searches = 1 AND ended = '' AND deleted = 0 "
            "AND maker = ?"
        )
        if self.store.count(own, maker) >= self.max_searches_of_person:
            raise RoomError(
                f"you have {self.max_searches_of_person} games in progress with bots that search; "
                "end one of them first, or choose a bot that answers at once"
            )
        awake = "SELECT count(*) AS found FROM rooms WHERE searches = 1 AND awake = 1"
        if self.store.count(awake) >= self.max_searches:
            raise RoomError(
                f"bots search in {self.max_searches} games on this server now; wait until some of "
                "them rest, or choose a bot that answers at once"
            )
        return True

    def _add(
        self,
        room: str,
        pack: str,
        title: str,
        setup: str,
        maker: str,
        is_listed: bool,
        away: str,
        searches: bool,
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
                searches=int(searches),
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

    def rematch(self, room: Room, person: str) -> str:
        """Make a room for another game of the same persons, each one seat further on.

        Raises:
            RoomError: this game is not over, or the person did not play in it.
        """
        if room.next:
            return room.next
        if not room.is_over or person not in room.seating.persons:
            raise RoomError("only its players can ask for another game, once this one is over")
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

        Seats that the other room does not have are played by the bot of a normal game.

        Raises:
            RoomError: the game has no such setup, or there may be no more rooms with such a bot.
        """
        game = room.match.game
        found = next((one for one in game.all_setups if one.id == setup), None)
        if found is None:
            known = ", ".join(one.id for one in game.all_setups)
            raise RoomError(f"{game.title} has no setup {setup[:80]!r}; it has {known}")
        seats = room.seating.seats
        bot = difficulties(game)["normal"]
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
        seats = room.seating.seats
        bots = [seat.bot for seat in seats.values()]
        searches = self._has_search(person, room.match.game, bots)
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
            room.session,
            answers,
            header,
            self.journal(new),
            seat="" if room.match.is_over or not own else own[0],
            source=TypedDice() if before.dice == "manual" else None,
        )
        persons = [person if name in own else "" for name in seats]
        given = room.title, room.setup, person, False, room.away, searches
        self._add(new, room.pack, *given, list(seats), persons, bots)
        if room.match.is_over:  # by then everybody has seen everything
            self.store.insert("sights", room=new, person="", seat=ALL)
        return new

    def open_file(self, content: bytes, maker: str) -> str:
        """Make a room that continues an uploaded saved game; return its id.

        Raises:
            SaveError: not a saved game, damaged, unable to go on, or names files of its owner.
            PackError: its pack is missing.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder) / "file.toml"
            path.write_bytes(content)
            try:
                if read_save(path).header.overlays:
                    raise SaveError(
                        "this game uses override files of its owner, which are not here; "
                        "continue it in the terminal"
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
        game = self.games.game(saved.header.pack)
        players = saved.header.players
        bots = ["" if name == HUMAN else name for name in players.values()]
        searches = self._has_search(maker, game, bots)
        room = new_key()
        replace_file(self.journal(room), reseeded(saved, fresh_seed()))
        try:
            source = TypedDice() if saved.header.dice == "manual" else None
            session: Session = resume_session(
                read_save(self.journal(room)), self.games.game, source=source
            )
            setup = setup_words(game, session.match.options)
            session.close()
        except BaseException:
            self.journal(room).unlink(missing_ok=True)
            raise
        persons = [maker if name == HUMAN else "" for name in players.values()]
        given = game.title, setup, maker, False, "never", searches
        self._add(room, game.id, *given, list(players), persons, bots)
        self.store.insert("sights", room=room, person=maker, seat=ALL)
        return room


def _seed_of(game: Game[Any], options: Mapping[str, Any]) -> int | str:
    """Return a seed for a new game: an opening if its setup lists any and is played as it is."""
    setup = setup_of(game, options)
    is_plain = setup is not None and game.read_options(setup.options) == options
    return any_of(setup.openings) if setup and setup.openings and is_plain else fresh_seed()
