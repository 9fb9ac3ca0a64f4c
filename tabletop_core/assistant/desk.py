"""What one person does in rooms by way of an assistant, answered in lines of text."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypedDict, TypeVar

from ..bots.seating import difficulties
from ..engine.decisions import Answer, Decision
from ..engine.setups import DIFFICULTIES
from ..errors import SaveError, StaleAnswerError
from ..presentation.answers import NOTHING, Choices
from ..presentation.log import GameLog
from ..presentation.options import level_words
from ..rooms.bot_moves import waits_for_bot
from ..rooms.consent import Consent
from ..rooms.errors import RoomError
from ..rooms.hints import find_hints, find_level_answer, hint_task, still_asked
from ..rooms.memories import Memories
from ..rooms.my_games import games_of
from ..rooms.perspective import Perspective
from ..rooms.room import Room
from ..rooms.room_server import RoomServer
from ..saves.folder import check_name, saved_files, saves_folder
from ..text.game_lines import log_lines
from ..text.question_lines import hint_lines, odds_lines
from .table_lines import (
    MAX_LOOK,
    PLAIN,
    as_text,
    asked_lines,
    last_line,
    news_lines,
    others_lines,
    part_lines,
    seat_of,
    table_lines,
)
from .tokens import tokens

T = TypeVar("T")

BOTS_S = 20.0
"""Seconds to wait for bots that move after an answer."""
MAX_WAIT_S = 60
POLL_S = 0.05
MAX_LINES = 80
"""Lines of the log at once."""
MAX_MEMORIES = 64
MAX_ANSWER = 2000
"""Letters of an answer."""
MAX_LISTED = 20
"""Up to this many options that are numbers themselves are listed."""
SHORT_ID = 4


class OpenQuestion(TypedDict):
    """A question: its number, who answers, how many options to choose, and what to answer.

    `options` is their number, where the answers are 1 and so on; else they are listed if few.
    """

    question: int
    seat: str
    least: int
    most: int
    options: int | list[str]


class TableText(TypedDict):
    """A game as it is now: in words, and what is asked."""

    game: str
    text: str
    asked: list[OpenQuestion]
    over: bool


class Desk:
    """A person at the rooms of a server.

    `only` is the one room that this person may use, where there is one. Games are named by the
    beginning of their ids; without a name the one used last is meant.
    """

    def __init__(self, rooms: RoomServer, person: str, *, only: str = "") -> None:
        self.rooms = rooms
        self.person = person
        self.only = only
        self._last = only
        self._memories: OrderedDict[str, Memories] = OrderedDict()
        self._reported: dict[str, tuple[int, str]] = {}
        """The line of the log reported last, of the game used last."""

    # ------------------------------------------------------------------ games

    def room_id(self, game: str) -> str:
        """Return the room of a game by the beginning of its id.

        Raises:
            RoomError: it is not one of this person's games, or several begin so.
        """
        if self.only or (not game and self._last):
            if game and not self.only.startswith(game):
                raise RoomError(f"there is no game {game[:40]!r} at this table; leave the name out")
            return self._last
        found = [row.id for row in games_of(self.rooms.registry, self.person) if not row.deleted]
        fitting = [one for one in found if game and one.startswith(game)]
        if len(fitting) != 1:
            names = ", ".join(one[:SHORT_ID] for one in found[:12]) or "none; start one"
            raise RoomError(f"{game[:40]!r} is not one of your games: {names}")
        self._last = fitting[0]
        return self._last

    async def within(self, game: str, do: Callable[[Room], T]) -> T:
        """Do something in a room."""
        return await self.rooms.within(self.room_id(game), do)

    async def start(
        self,
        pack: str,
        setup: str,
        options: Mapping[str, Any],
        seats: Sequence[str],
        *,
        seed: int | None,
        real_dice: bool,
        lesson: bool,
    ) -> TableText:
        """Start a game, and look at it."""
        self._check_many()
        make = partial(self._make, pack, setup, options, seats, seed, real_dice)
        if lesson:
            make = partial(self.rooms.registry.factory.new_lesson, self.person, pack)
        self._last = await self.rooms.with_rules(make)
        await self._let_bots_move("")
        return await self.look("")

    def _check_many(self) -> None:
        if self.only:
            raise RoomError(
                "this connection is one seat of one game; start other games on its server"
            )

    def _make(
        self,
        pack: str,
        setup: str,
        options: Mapping[str, Any],
        seats: Sequence[str],
        seed: int | None,
        real_dice: bool,
    ) -> str:
        factory = self.rooms.registry.factory
        game = factory.games.game(pack)
        found = next((one for one in game.all_setups if one.id == (setup or one.id)), None)
        if found is None:
            known = ", ".join(one.id for one in game.all_setups)
            raise RoomError(f"{game.title} has no setup {setup[:80]!r}; it has {known}")
        chosen = {**found.options, **options}
        names = game.seats_for(game.read_options(chosen))
        usual = ["me"] * len(names) if real_dice else ["me", *[found.others] * (len(names) - 1)]
        kinds = [*seats, *usual[len(seats) :]]
        if len(kinds) > len(names):
            raise RoomError(f"this game has the seats {', '.join(names)}, not {len(kinds)}")
        levels = difficulties(game)
        return factory.new_room(
            self.person,
            pack,
            options=chosen,
            seats=[f"bot:{levels[kind]}" if kind in levels else kind for kind in kinds],
            dice="manual" if real_dice else "seeded",
            seed="" if seed is None else seed,
        )

    # ------------------------------------------------------------------ looking and answering

    async def look(self, game: str, part: str = "", seat: str = "", wait: int = 0) -> TableText:
        """Return the table, or a part of it, once this person is asked or the time is over."""
        await self._settle(game, min(max(wait, 0), MAX_WAIT_S), lambda room: self._waits(room))
        return await self.within(game, partial(self.table_of, part=part, seat=seat))

    def _waits(self, room: Room) -> bool:
        perspective = Perspective(room, self.person)
        return not (room.is_over or perspective.asked_seats or room.pending_roll)

    async def _settle(self, game: str, seconds: float, waits: Callable[[Room], bool]) -> None:
        until = monotonic() + seconds
        while await self.within(game, waits) and monotonic() < until:
            await asyncio.sleep(POLL_S)

    def table_of(self, room: Room, *, part: str = "", seat: str = "") -> TableText:
        """Return the table of a room that is held, or a part of it."""
        perspective = Perspective(room, self.person)
        if seat and seat not in perspective.seats:
            mine = ", ".join(perspective.seats) or "none"
            raise RoomError(f"{seat!r} is not one of your seats: {mine}")
        if seat and perspective.shares_screen:
            perspective.look(seat)
        seen = self._memory(room).table(room, self.person)
        if part == "options":
            return self._table(room, asked_lines(perspective, seen, everything=True))
        if part:
            return self._table(room, part_lines(seen.scene.panels, part))
        mine = ", ".join(perspective.seats) or "nobody: you watch"
        where = " > ".join(seen.where)
        head = [f"{seen.title}, game {room.id[:SHORT_ID]}; you are {mine}." + f" Now: {where}."]
        around = [*head, *others_lines(perspective)], asked_lines(perspective, seen)
        left = MAX_LOOK - tokens(as_text(*around))
        return self._table(room, around[0], table_lines(seen, left), around[1])

    def news_of(self, room: Room) -> TableText:
        """Return what is new since the last look at a room that is held."""
        perspective = Perspective(room, self.person)
        seen = self._memory(room).table(room, self.person)
        news = news_lines(seen, self._reported.get(room.id, (0, "")))
        self._reported = {room.id: last_line(seen)}
        return self._table(room, others_lines(perspective), news, asked_lines(perspective, seen))

    def _table(self, room: Room, *parts: Sequence[str]) -> TableText:
        perspective = Perspective(room, self.person)
        asked: list[OpenQuestion] = []
        if room.pending_roll is not None and room.may_give_dice(self.person):
            asked.append(
                {
                    "question": room.session.records,
                    "seat": "",
                    "least": 1,
                    "most": 1,
                    "options": list(room.pending_roll.pool),
                }
            )
        elif not room.is_over:
            for one in perspective.questions:
                choices = Choices(one)
                count = len(choices.options)
                is_counted = choices.is_numbered or count > MAX_LISTED
                asked.append(
                    {
                        "question": one.token,
                        "seat": seat_of(perspective, one),
                        "least": one.least or 0 if one.several else 1,
                        "most": one.most or 1,
                        "options": count if is_counted else list(map(choices.key, range(count))),
                    }
                )
        return {
            "game": room.id[:SHORT_ID],
            "text": as_text(*parts),
            "asked": asked,
            "over": room.is_over,
        }

    def _memory(self, room: Room) -> Memories:
        found = self._memories.pop(room.id, None) or Memories()
        self._memories[room.id] = found
        if len(self._memories) > MAX_MEMORIES:
            self._memories.popitem(last=False)
        return found

    async def answer(self, game: str, question: int, answer: str) -> TableText:
        """Answer a question, let the bots move, and tell what happened."""
        if len(answer) > MAX_ANSWER:
            raise RoomError(f"an answer has at most {MAX_ANSWER} letters; send a shorter one")
        await self.within(game, partial(self._answer, question=question, answer=answer))
        await self._let_bots_move(game)
        return await self.within(game, self.news_of)

    async def _let_bots_move(self, game: str) -> None:
        # A bot that shares a question with this person leaves it to them.
        await self._settle(game, BOTS_S, lambda room: self._waits(room) and waits_for_bot(room))

    def _answer(self, room: Room, *, question: int, answer: str) -> None:
        perspective = Perspective(room, self.person)
        if room.pending_roll is not None:
            if question == room.session.records:
                room.give_dice(self.person, answer)
                return
        else:
            for decision in perspective.questions:
                if decision.token == question:
                    seat = seat_of(perspective, decision)
                    given = Choices(decision).read(answer)
                    room.answer(self.person, seat, given, question)
                    return
        raise StaleAnswerError(
            f"question {question} is not open for you, so the answer was ignored; look shows the "
            "open questions"
        )

    async def undo(self, game: str) -> TableText:
        """Undo this person's last answer, or ask the others."""
        await self.within(game, lambda room: Consent(room).undo(self.person))
        found = await self.look(game)
        return {**found, "text": f"Undone, or proposed to the others.\n\n{found['text']}"}

    # ------------------------------------------------------------------ what happened, and what may

    async def log(self, game: str, first: int = 0) -> str:
        """Return lines of the log from the `first` on; the last ones without one."""
        return await self.within(game, partial(self.log_of, first=first))

    def log_of(self, room: Room, *, first: int = 0) -> str:
        """Return lines of the log of a room that is held."""
        match, viewer = room.match, Perspective(room, self.person).viewer
        events = [one for one in match.events if one.seen_by(viewer) and one.kind != "end"]
        told = GameLog(match.game, match.data.names, viewer).tell(events)
        lines = log_lines(told, PLAIN, opened=True)
        if first > len(lines):
            raise RoomError(f"the log has {len(lines)} lines, so there is no line {first}")
        begin = max(0, first - 1 if first else len(lines) - MAX_LINES)
        shown = lines[begin : begin + MAX_LINES]
        last = begin + len(shown)
        head = f"Lines {begin + 1} to {last} of {len(lines)}"
        more = f"; it continues at line {last + 1}" if last < len(lines) else ""
        ended = []
        if last >= len(lines) and room.is_over:
            seen = self._memory(room).table(room, self.person)
            ended = asked_lines(Perspective(room, self.person), seen)
        return as_text([f"{head}{more}:", *shown], ended)

    async def odds(self, game: str, option: str) -> str:
        """Return the odds of the options of the open question, or of one."""

        def found(room: Room) -> str:
            lines: list[str] = []
            for decision in Perspective(room, self.person).questions:
                choices = Choices(decision)
                options = [choices.read_option(option)] if option else list(choices.options)[:12]
                lines += odds_lines(decision, options, PLAIN)
            return "\n".join(lines or ["You have no open question now."])

        return await self.within(game, found)

    async def hint(self, game: str, level: str) -> str:
        """Return what a search thinks of the options, or what a bot of a level would answer."""
        seat = await self.within(game, self._asked_seat)
        given = await self.within(game, lambda room: hint_task(room, self.person, seat))
        if level in DIFFICULTIES:
            name, answer = await self.rooms.bots.work_out(
                self.person, find_level_answer, *given, level
            )
            asked = await self.within(game, lambda room: still_asked(room, self.person, seat))
            lines = [level_words(asked, level, name, answer), f"So answer {_typed(asked, answer)}."]
        elif level:
            raise RoomError(f"{level[:40]!r} is not a level; it is easy, normal or hard")
        else:
            advice = await self.rooms.bots.work_out(self.person, find_hints, *given)
            lines = await self.within(
                game,
                lambda room: hint_lines(advice, still_asked(room, self.person, seat), seat, PLAIN),
            )
        return "\n".join(lines)

    def _asked_seat(self, room: Room) -> str:
        perspective = Perspective(room, self.person)
        for decision in perspective.questions:
            return seat_of(perspective, decision)
        raise RoomError("there is no open question to hint at")

    # ------------------------------------------------------------------ the folder of games

    async def save(self, game: str, name: str) -> str:
        """Write the game into the folder of saved games, where the other commands find it."""
        self._check_many()
        path = saves_folder() / f"{check_name(name).removesuffix('.toml')}.toml"
        content = await self.within(
            game, lambda room: self.rooms.registry.file_for(room, self.person)
        )
        await self.rooms.in_thread(_write, path, content)
        return f"Saved as {path.stem}; `tabletop resume {path.stem}` plays it on in a terminal."

    async def resume(self, name: str) -> TableText:
        """Go on with one's own copy of a saved game."""
        self._check_many()
        found = {path.stem: path for path in saved_files()}
        if name not in found:
            known = ", ".join(list(found)[:20]) or "none"
            raise SaveError(f"there is no saved game {name[:80]!r}; those here: {known}")
        open_save = self.rooms.registry.factory.open_save
        self._last = await self.rooms.with_rules(open_save, found[name], self.person)
        return await self.look("")


def _typed(decision: Decision, answer: Answer) -> str:
    """Return what to answer for the options that a bot has chosen."""
    choices = Choices(decision)
    chosen = answer if isinstance(answer, tuple) and decision.several else (answer,)
    typed = [choices.key(choices.options.index(one)) for one in chosen]
    return ", ".join(typed) or NOTHING[0]


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "xb") as file:
            file.write(content)
    except FileExistsError:
        raise SaveError(f"the name {path.stem!r} is taken; choose another") from None
    except OSError as error:
        raise SaveError(f"{path.stem} cannot be written: {error.strerror}") from None
