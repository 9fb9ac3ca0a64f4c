"""A room: one game, its seats and persons, what was said, and what is asked of the others."""

from asyncio import Event
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from logging import getLogger
from threading import RLock
from time import time
from typing import Any

import attrs

from ...bots.simple import chooser
from ...engine.decisions import Answer, Decision
from ...engine.play import Play
from ...errors import IllegalAnswerError, StaleAnswerError, TabletopError
from ...events.words import listed
from ...panels import Panel
from ...pictures.scans import NO_SCANS
from ...saves.session import Session
from ...viewers import ALL_SEEING, Viewer
from ..store import Store
from .dice import TypedDice
from .thinking import Thought

MAX_SAID = 500
"""Letters in one line of chat."""

SHOWN_CHAT = 50
NUDGE_EVERY = 60.0
"""Seconds before somebody may be nudged again."""

LOOKS = 60.0
"""Seconds for which somebody who has opened a page is taken to look at it."""

TURN_OF_BOTS = 0.05
"""Seconds that quick bots play on before what they did is shown."""


class RoomError(TabletopError):
    """Something that cannot be done in a room, now or by this person."""


class NotThereError(RoomError):
    """A room, a pack or a chart that is not there."""


@attrs.define
class Seat:
    """A seat: played by a person, by a bot, or open. `secret` is in its link."""

    seat: str
    person: str
    bot: str
    secret: str

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot


@attrs.frozen
class Request:
    """What somebody asks of the others: `undo`, or `bot` or `resign` for the seat of another.

    It stands until all of `asks`, persons, have agreed, one refuses, or the game goes on.
    """

    kind: str
    seat: str
    person: str
    token: int
    asks: tuple[str, ...]
    agreed: tuple[str, ...] = ()


class Room:
    """A room, awake or asleep; whoever uses it holds its `lock`.

    `version` grows with everything that may look different to somebody.
    `watching` are the open pages, to be told of it when the room is let go, with their persons.
    `shown` is for those who draw: what each person was shown last, and `last_seen` what was seen of
    the table last by anybody; `scans` lie below its boards.
    """

    def __init__(self, row: dict[str, Any], store: Store, number: Callable[[], int]) -> None:
        self.id: str = row["id"]
        self.pack: str = row["pack"]
        self.title: str = row["title"]
        self.maker: str = row["maker"]
        self.away: str = row["away"]
        self.touched: float = row["touched"]
        self.ended: str = row["ended"]
        self.next: str = row["next"]
        self.is_listed = bool(row["listed"])
        self.store = store
        self.lock = RLock()
        self.session: Session | None = None
        self.dice: TypedDice | None = None
        self.watching: dict[Event, str] = {}
        self.shown: dict[str, Any] = {}
        self.last_seen: tuple[Panel, ...] = ()
        self.scans = NO_SCANS
        self.used = time()
        self.is_gone = False
        self.bots_failed = ""
        self._number = number
        self.version = number()
        self.answered: Counter[str] = Counter()
        self.looked: dict[str, float] = {}
        self._waited_for: set[str] = set()
        self._looking: dict[str, str] = {}
        self._nudged: dict[str, float] = {}
        self.read()

    def read(self) -> None:
        """Read again what is kept beside the game."""
        rows = self.store.all("SELECT * FROM seats WHERE room = ? ORDER BY number", self.id)
        self.seats = {
            row["seat"]: Seat(row["seat"], row["person"], row["bot"], row["secret"]) for row in rows
        }
        self._own: dict[str, tuple[str, ...]] = {}
        for seat in self.seats.values():
            if seat.person:
                self._own[seat.person] = (*self.seats_of(seat.person), seat.seat)
        self.names = self.store.names({seat.person for seat in self.seats.values()} | {self.maker})
        chat = self.store.all(
            "SELECT number, at, name, text FROM chat WHERE room = ? ORDER BY number DESC LIMIT ?",
            self.id,
            SHOWN_CHAT,
        )
        self.chat = chat[::-1]
        row = self.store.one("SELECT * FROM requests WHERE room = ?", self.id)
        self.request = None
        if row is not None:
            asks, agreed = tuple(row["asks"].split()), tuple(row["agreed"].split())
            self.request = Request(
                row["kind"], row["seat"], row["person"], row["token"], asks, agreed
            )

    # ------------------------------------------------------------------ who

    @property
    def game(self) -> Session:
        """The game, of a room that is awake."""
        assert self.session is not None
        return self.session

    @property
    def play(self) -> Play[Any]:
        return self.game.play

    @property
    def players(self) -> dict[str, str]:
        """Who plays each seat, as a session takes it; an open seat waits for a person."""
        return {name: seat.bot or "human" for name, seat in self.seats.items()}

    @property
    def is_over(self) -> bool:
        return bool(self.ended) or (self.session is not None and self.play.is_over)

    def seats_of(self, person: str) -> tuple[str, ...]:
        return self._own.get(person, ())

    @property
    def persons(self) -> set[str]:
        return {seat.person for seat in self.seats.values() if seat.person}

    def name_of(self, seat: str) -> str:
        """Return a seat with who sits there: `west (Ann)`."""
        return f"{seat} ({self.sitter(seat)})"

    def sitter(self, seat: str) -> str:
        """Return who sits in a seat: a person's name, `bot greedy`, or `open`."""
        one = self.seats[seat]
        return f"bot {one.bot}" if one.bot else self.names.get(one.person, "open")

    def viewer_of(self, person: str) -> Viewer:
        """Return what a person may see: of a game that is over, everything.

        A game that hides nothing is seen from one's own seats at its end, too.
        Who sits on several seats of a game that hides something sees what one of them may see,
        and nothing of any while the curtain is closed.
        """
        if self.play.is_over and self.play.game.hides:
            return ALL_SEEING
        seats = self.seats_of(person)
        if not self.has_curtain(person):
            return Viewer(*seats)
        seat = self.looking(person)
        return Viewer(seat) if seat else Viewer()

    def has_curtain(self, person: str) -> bool:
        """Tell whether a person plays several seats that may not see the same."""
        return len(self.seats_of(person)) > 1 and self.play.game.hides and not self.play.is_over

    def looking(self, person: str) -> str:
        """Return the seat whose eyes are on a shared screen; nobody's behind the curtain."""
        seat = self._looking.get(person, "")
        asked = self.asked_of(person)
        # The curtain falls as soon as another seat at this screen must answer.
        return seat if seat in self.seats_of(person) and (not asked or seat in asked) else ""

    def asked_of(self, person: str) -> list[str]:
        """Return the seats of a person that have a question to answer."""
        own = self.seats_of(person)
        return [seat for one in self.play.open for seat in one.seats if seat in own]

    def asked(self, person: str) -> list[Decision]:
        """Return the questions that a person may read and answer now."""
        seats = self.viewer_of(person).seats if self.has_curtain(person) else self.seats_of(person)
        return [one for one in self.play.open if set(one.seats) & set(seats)]

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer is awaited; nobody's when the game is over."""
        if self.is_over:
            return []
        if self.play.is_waiting:
            return list(self.play.secret_of or self.play.seats)
        return list(dict.fromkeys(seat for one in self.play.open for seat in one.seats))

    def newly_awaited(self) -> dict[str, list[str]]:
        """Return the persons whose answer is awaited and was not when this was asked last.

        Each with their seats. Who looks at the room, or did within a minute, is left out.
        """
        found: dict[str, list[str]] = {}
        for seat in self.awaited:
            if self.seats[seat].person:
                found.setdefault(self.seats[seat].person, []).append(seat)
        before, self._waited_for = self._waited_for, set(found)
        here = {one for one, at in self.looked.items() if time() - at < LOOKS}
        return {
            person: seats
            for person, seats in found.items()
            if person not in before | here | set(self.watching.values())
        }

    # ------------------------------------------------------------------ what changes the game

    def answer(self, person: str, seat: str, texts: Sequence[str], token: int) -> None:
        """Give the answer of a seat, as a page sends it: the ids of options as texts.

        Raises:
            RoomError: it is not this person's seat, or the game is over.
            StaleAnswerError: another question stands there by now.
            IllegalAnswerError: it is not one of the options.
        """
        self._check_seat(person, seat)
        decision = self.play.question_of(seat)
        if decision is None or decision.token != token:
            raise StaleAnswerError(
                "that question is not open any more, so nothing has happened; "
                "the table shows what is asked now"
            )
        self.game.answer(_read_answer(decision, texts), seat=seat, token=token)
        self.answered[person] += 1
        self.keep()

    def answer_of_bot(self, thought: Thought, answer: Answer) -> None:
        """Take what a bot thought out elsewhere; where the game has gone on, leave it."""
        decision = self.play.question_of(thought.seat)
        stands = decision is not None and decision.token == thought.token
        if stands and self.players[thought.seat] == thought.name and not self.is_over:
            self.play.answer(answer, seat=thought.seat, token=thought.token)
            self.keep()

    def unseal(self, person: str, seat: str) -> None:
        """Take back an answer that waits for those who choose at the same time."""
        self._check_seat(person, seat)
        self.game.unseal(seat)
        self.keep()

    def give_dice(self, person: str, text: str) -> None:
        """Take the dice or card that somebody at the table typed."""
        if self.dice is None or not self.may_give_dice(person):
            raise RoomError("these dice are not yours to type; wait for whoever rolls them")
        self.dice.give(text)
        self.game.advance()
        self.keep()

    def may_give_dice(self, person: str) -> bool:
        """Tell whether a person is to type the dice that are asked for: secret ones are their own.

        Dice that are secret of nobody who sits here are typed by any person at the table.
        """
        seats = self.seats_of(person)
        owners = [one for one in self.play.secret_of or () if self.seats[one].person]
        return bool(self.play.is_waiting and seats and (not owners or set(owners) & set(seats)))

    def move_bots(self, until: float) -> Thought | bool:
        """Let the bots play on; return what one must think out elsewhere, or whether more is to do.

        They stop where a person must answer, or when it is `until`, so that others can look.
        """
        if self.is_over or self.session is None or self.play.is_waiting:
            return False
        bots = {seat: self.game.bot_of(seat) for seat in self.players}
        quick = {seat: bot for seat, bot in bots.items() if bot and not bot.looks_ahead}
        before = self.play.decisions
        choose = chooser(quick)
        self.play.run(lambda play, asked: None if time() > until else choose(play, asked))
        if self.play.decisions != before or self.play.is_over:
            self.keep()
        for decision in [] if self.play.is_over else self.play.open:
            if all(bots[seat] for seat in decision.seats):
                seat = decision.seats[0]
                return seat in quick or Thought.of(self.game, seat, decision.token)
        return False

    def keep(self) -> None:
        """Put the game on the disk, then show it: nobody sees what might be lost."""
        if self.game.journal:
            self.game.journal.sync()
        for notice in self.game.file_notices():
            getLogger(__name__).warning("%s", notice)
            self.note("the file of this game was changed by others; all of it is saved again")
        self.touched = time()
        if self.request is not None and self.request.token != self._stands_at:
            self._drop_request()
        self.changed()

    @property
    def _stands_at(self) -> int:
        tape = self.play.tape
        assert tape is not None
        return tape.records

    def changed(self) -> None:
        """Note that something may look different; those who look are told in a moment."""
        self.version = self._number()
        self.used = time()

    def look(self, person: str, seat: str) -> None:
        """Open the curtain for a seat, or close it where none is named."""
        if seat and seat not in self.seats_of(person):
            raise RoomError(f"{seat!r} is not one of your seats; look at your own")
        self._looking[person] = seat
        self.changed()

    # ------------------------------------------------------------------ taking back

    def undo(self, person: str) -> None:
        """Take back a person's last answer, or ask the others whether it may be."""
        seats = self._own_seats(person)
        found = self.game.may_undo(seats)
        if not found.is_allowed:
            raise RoomError(found.why)
        asks = tuple(sorted({self.seats[one].person for one in found.asks} - {"", person}))
        if asks:
            self._ask(Request("undo", found.seat, person, self._stands_at, asks))
            self.note(f"{self.name_of(found.seat)} asks to take the last answer back")
            return
        self._undo(seats, found.asks)

    def _undo(self, seats: Collection[str], agreed: Collection[str]) -> None:
        if not self.game.undo(seats, agreed):
            raise RoomError("that cannot be taken back any more")
        self._drop_request()
        self.keep()

    def redo(self, person: str) -> None:
        """Give the answer again that was taken back last."""
        if not self.game.redo(self._own_seats(person)):
            raise RoomError("there is nothing of yours to give again")
        self.keep()

    def agree(self, person: str, yes: bool) -> None:
        """Say yes or no to what somebody asks; when all have agreed, it happens."""
        request = self.request
        if request is None or person not in request.asks or person in request.agreed:
            raise RoomError("nothing is asked of you any more")
        who = self.names.get(person, "somebody")
        self.note(f"{who} {'agrees' if yes else 'does not agree'}")
        if not yes:
            self._drop_request()
            self.changed()
            return
        request = attrs.evolve(request, agreed=(*request.agreed, person))
        if set(request.asks) - set(request.agreed):
            self._ask(request)
        else:
            self._drop_request()
            self._carry_out(request)

    def _carry_out(self, request: Request) -> None:
        if request.kind == "undo":
            seats = self.seats_of(request.person)
            found = self.game.may_undo(seats)
            self._undo(seats, found.asks)
        elif request.kind == "bot":
            self._seat_bot(request.seat)
        else:
            self._resign(request.seat)

    def _ask(self, request: Request) -> None:
        self.store.change(
            "INSERT OR REPLACE INTO requests VALUES (?, ?, ?, ?, ?, ?, ?)",
            self.id,
            request.kind,
            request.seat,
            request.person,
            request.token,
            " ".join(request.asks),
            " ".join(request.agreed),
        )
        self.request = request
        self.changed()

    def _drop_request(self) -> None:
        if self.request is not None:
            self.store.change("DELETE FROM requests WHERE room = ?", self.id)
            self.request = None

    # ------------------------------------------------------------------ who sits where

    def sit(self, person: str, seat: str, secret: str = "") -> None:
        """Take a seat: an open one of a room that all may enter, or one whose link one has.

        A link moves nobody from a seat; whoever sits there leaves it first.
        """
        found = self.seats.get(seat)
        if found is None or not (self.is_listed or secret == found.secret or person == self.maker):
            raise RoomError(f"{seat!r} is no seat that you may take; ask for its link")
        if found.person == person:
            return
        if not found.is_open:
            raise RoomError(f"{self.name_of(seat)} is taken; choose another seat, or watch")
        self._set(seat, person=person)
        self.note(f"{self.names[person]} sits down as {seat}")

    def leave(self, person: str, seat: str) -> None:
        """Stand up; the seat waits for whoever takes it next."""
        self._check_own(person, seat)
        self._set(seat, person="")
        self.note(f"{seat} is open again")

    def _set(self, seat: str, *, person: str = "", bot: str = "") -> None:
        self.store.change(
            "UPDATE seats SET person = ?, bot = ? WHERE room = ? AND seat = ?",
            person,
            bot,
            self.id,
            seat,
        )
        self._drop_request()
        self.read()
        if self.session is not None:
            self.session.seat(self.players)

    def may_replace(self, seat: str) -> bool:
        """Tell whether the others may ask that a bot takes over a seat, or that it resigns.

        They may once it has let them wait for as long as the room agreed.
        """
        waits = seat in self.awaited and bool(self.seats[seat].person)
        return waits and self.away != "never" and time() - self.touched > float(self.away) * 3600

    def replace(self, person: str, seat: str, kind: str) -> None:
        """Hand a seat to a bot or let it resign: one's own at once, another's if all agree."""
        if kind not in ("bot", "resign"):
            raise RoomError(f"{kind!r} cannot be done with a seat; let a bot play, or resign")
        if self.is_over:
            raise RoomError("this game is over")
        own = self._own_seats(person)
        if seat in own:
            self._carry_out(Request(kind, seat, person, 0, ()))
            return
        if seat not in self.seats or not self.may_replace(seat):
            raise RoomError(
                f"nobody else decides about {seat}"
                + (
                    " in this room"
                    if self.away == "never"
                    else f" before it lets you wait for {self.away} hours"
                )
            )
        absent = self.seats[seat].person
        asks = tuple(sorted(self.persons - {person, absent}))
        request = Request(kind, seat, person, self._stands_at, asks)
        what = "a bot takes over" if kind == "bot" else "the game is given up for"
        self.note(f"{self.names[person]} asks that {what} {seat}")
        if asks:
            self._ask(request)
        else:
            self._carry_out(request)

    def _seat_bot(self, seat: str) -> None:
        name = "greedy" if self.play.game.evaluate else next(iter(self.play.game.bots), "random")
        self._set(seat, bot=name)
        self.note(f"the bot {name} plays {seat} from now on")

    def _resign(self, seat: str) -> None:
        """Give up for a seat; where several sides go on, a bot plays for it."""
        teams = self.play.game.teams_for(self.play.options)
        if len(teams) > 2:
            self.note(f"{self.name_of(seat)} resigns")
            self._seat_bot(seat)
            return
        self.end(f"{self.name_of(seat)} has resigned")

    def end(self, why: str) -> None:
        """Close the room: nobody answers here any more."""
        self.ended = why
        self.store.change("UPDATE rooms SET ended = ? WHERE id = ?", why, self.id)
        self._drop_request()
        self.note(why)

    def lead_to(self, room: str) -> None:
        """Say where the next game of these persons is."""
        self.next = room
        self.store.change("UPDATE rooms SET next = ? WHERE id = ?", room, self.id)
        self.changed()

    # ------------------------------------------------------------------ words

    def say(self, person: str, name: str, text: str) -> None:
        """Add a line of chat; it is for those who sit here."""
        text = " ".join(text.split())
        if not text or len(text) > MAX_SAID:
            raise RoomError(f"a line of chat has 1 to {MAX_SAID} letters; write a shorter one")
        if not self.seats_of(person) and person != self.maker:
            raise RoomError("only those who sit at this table talk here; take a seat first")
        self._add_line(name, text)

    def note(self, text: str) -> None:
        """Add what the room itself tells."""
        self._add_line("", text)

    def _add_line(self, name: str, text: str) -> None:
        number = self.chat[-1]["number"] + 1 if self.chat else 1
        line = {"number": number, "at": time(), "name": name, "text": text}
        self.store.insert("chat", room=self.id, **line)
        self.chat = [*self.chat, line][-SHOWN_CHAT:]
        self.changed()

    def nudge(self, person: str, seat: str) -> str:
        """Remind whoever lets the others wait, and return whom."""
        self._own_seats(person)
        if seat not in self.awaited or not self.seats[seat].person:
            raise RoomError("nobody waits for that seat")
        if time() - self._nudged.get(seat, 0.0) < NUDGE_EVERY:
            raise RoomError(f"{seat} was nudged a moment ago; wait a minute")
        self._nudged[seat] = time()
        self.note(f"{self.names[person]} nudges {self.name_of(seat)}")
        return self.seats[seat].person

    # ------------------------------------------------------------------ checks

    def _own_seats(self, person: str) -> tuple[str, ...]:
        seats = self.seats_of(person)
        if not seats:
            raise RoomError("you have no seat at this table; take one first")
        if self.ended:
            raise RoomError(f"this game is over: {self.ended}")
        return seats

    def _check_own(self, person: str, seat: str) -> None:
        if seat not in self.seats_of(person):
            yours = listed(self.seats_of(person)) or "none"
            raise RoomError(f"{seat!r} is not your seat (yours: {yours}); nothing has happened")

    def _check_seat(self, person: str, seat: str) -> None:
        self._check_own(person, seat)
        self._own_seats(person)


def read_option(decision: Decision, text: str) -> str | int:
    """Return the option that a text of a form stands for.

    Raises:
        IllegalAnswerError: none.
    """
    if decision.is_number:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(text) < 20:
            return int(text)
    else:
        for option in decision.options:
            if str(option) == text:
                return option
    raise IllegalAnswerError(
        f"{text[:80]!r} is not an option here; choose one of those that the page shows"
    )


def _read_answer(decision: Decision, texts: Sequence[str]) -> Answer:
    """Return the answer that the texts of a form stand for.

    Raises:
        IllegalAnswerError: one of them is no option.
    """
    if decision.several:
        return tuple(read_option(decision, text) for text in texts)
    if not texts:
        raise IllegalAnswerError("choose one of the options that the page shows")
    # A form sends its list with each of its buttons, which stand before it.
    return read_option(decision, texts[0])
