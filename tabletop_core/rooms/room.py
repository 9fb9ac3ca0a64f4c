"""A room: what each of its persons may do with its seats, its game and its chat."""

from collections import Counter
from collections.abc import Callable, Collection
from logging import getLogger
from threading import RLock
from time import time
from typing import Any

from ..bots.seating import difficulties
from ..bots.simple import bots_of
from ..engine.decisions import Answer, Decision
from ..engine.match import Match
from ..saves.session import Session
from .bot_task import BotTask
from .chat import Chat
from .coaching import Coaching
from .dice import PendingRoll, TypedDice
from .errors import RoomError
from .results import Results
from .seating import Petition, Seating
from .store import Store

MAX_NAME_LETTERS = 60
"""Letters in the name that persons give a game."""

BOT_TURN_S = 0.05
"""Seconds for which quick bots play before the result is shown."""

NUDGE_INTERVAL_S = 60.0
"""Seconds before somebody may be nudged again."""


class Room:
    """A room, awake or asleep; whoever uses it holds its `lock`.

    `seating`, `chat` and `session` do the work; the room says who may ask for it.
    `awake` is its game, None while it is asleep. `version` grows with everything that may look
    different to somebody. `answers_given` counts the answers of each person since it woke.
    `author_note` says what the author of the game did last (`studio`). `to_redraw` is what the
    registry redraws once the room is left (`fresh_chance`): the dice and cards to come where it
    is empty, and all that the seat it names may not know.
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
        self.name: str = row["name"] or row["title"]
        self.setup: str = row["setup"]
        self.made: float = row["made"]
        self.deleted: float = row["deleted"]
        self.is_listed = bool(row["listed"])
        self.store = store
        self.seating = Seating(self.id, self.maker, store)
        self.results = Results(self.id, self.pack, self.setup, store)
        self.chat = Chat(self.id, store)
        self.coaching = Coaching(self.id, store)
        self.awake: Session | None = None
        self.lock = RLock()
        self.used = time()
        self.is_gone = False
        self.bots_failed = ""
        self._had_ended = False
        self.answers_given: Counter[str] = Counter()
        self._number = number
        self.version = number()
        self.author_note = ""
        self.to_redraw: str | None = None
        # From which seat each author, and each shared screen, looks (`perspective`).
        self.author_seats: dict[str, str] = {}
        self.looking_seats: dict[str, str] = {}
        self._nudged: dict[str, float] = {}

    @property
    def session(self) -> Session:
        """The game, of a room that is awake."""
        assert self.awake is not None
        return self.awake

    @property
    def match(self) -> Match[Any]:
        return self.session.match

    @property
    def dice(self) -> TypedDice | None:
        """The dice and cards that persons roll and draw themselves; None where the program does."""
        source = self.match.checkpoints.source
        return source if isinstance(source, TypedDice) else None

    @property
    def pending_roll(self) -> PendingRoll | None:
        """The dice or card that somebody must roll or draw now."""
        return self.dice.pending if self.dice is not None and self.match.is_waiting else None

    def sitter(self, seat: str) -> str:
        """Return who sits in a seat; a bot by its level, as it was chosen, where it has one."""
        bot = self.seating.seats[seat].bot
        levels = {one: level for level, one in difficulties(self.match.game).items()}
        return f"{levels[bot]} bot" if bot in levels else self.seating.sitter(seat)

    @property
    def is_over(self) -> bool:
        return bool(self.ended) or (self.awake is not None and self.match.is_over)

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer is awaited; nobody's when the game is over."""
        return [] if self.is_over else self.session.awaited

    @property
    def waits_for_bot(self) -> bool:
        return not self.bots_failed and any(
            self.seating.seats[seat].bot for seat in (self.awaited if self.awake else ())
        )

    def changed(self) -> None:
        """Record that the room may look different to somebody."""
        self.version = self._number()
        self.used = time()

    def save_and_publish(self) -> None:
        """Save the game, then show it, so that nobody sees what might be lost."""
        session = self.session
        session.save()
        for notice in session.file_notices():
            getLogger(__name__).warning("%s", notice)
            self.note("the file of this game was changed by others; all of it is saved again")
        self.touched = time()
        self._keep_results()
        petition = self.seating.petition
        if petition is not None and petition.token != self.session.records:
            self.seating.withdraw()
        self.changed()

    def _keep_results(self) -> None:
        """Keep how the game ended for each seat; what an undo has made untrue is forgotten."""
        if self.match.outcome is not None and not self._had_ended:
            self.results.keep(self.match, self.seating)
        elif self.match.outcome is None and self._had_ended:
            self.results.forget()
        self._had_ended = self.match.outcome is not None

    # ------------------------------------------------------------------ the game goes on

    def question(self, person: str, seat: str, token: int) -> Decision:
        """Return the open question of a seat that its person answers.

        Raises:
            RoomError: it is not this person's seat, or the game is over.
            StaleAnswerError: another question is open by now.
        """
        self._check_seat(person, seat)
        return self.session.question(seat, token)

    def answer(self, person: str, seat: str, answer: Answer, token: int) -> None:
        """Give the answer of a seat to its open question, as `presentation.answers` reads it.

        Raises:
            RoomError, StaleAnswerError: as for `question`.
            IllegalAnswerError: it is not one of the options.
        """
        self.question(person, seat, token)
        self.session.answer(answer, seat=seat)
        self.answers_given[person] += 1
        self.save_and_publish()

    def retract(self, person: str, seat: str) -> None:
        """Withdraw an answer that waits for those who choose at the same time."""
        self._check_seat(person, seat)
        self.session.retract(seat)
        self.save_and_publish()

    def give_dice(self, person: str, text: str) -> None:
        """Take the dice or card that somebody at the table typed."""
        if not self.may_give_dice(person):
            raise RoomError("these dice are not yours to type; wait for whoever rolls them")
        assert self.dice is not None
        self.dice.give(text)
        self.match.retry()
        self.save_and_publish()

    def may_give_dice(self, person: str) -> bool:
        """Return whether a person types the dice that are asked for: secret ones are their own.

        Dice that are secret of nobody who sits here are typed by any person at the table.
        """
        if self.dice is None or not self.match.is_waiting:
            return False
        seats = self.seating.seats_of(person)
        owners = {seat for seat in self.match.secret_of or () if self.seating.person_at(seat)}
        return bool(seats) and (not owners or bool(owners & set(seats)))

    def move_bots(self) -> BotTask | bool:
        """Let the bots play on; return what one must work out elsewhere, or whether more is to do.

        They stop where a person must answer, and now and then so that others can look.
        """
        if self.is_over or self.awake is None:
            return False
        if self.match.is_over or self.match.is_waiting:
            return False
        before = self.session.records
        found = self._move_bots()
        if self.session.records != before or self.match.is_over:
            self.save_and_publish()
        return found

    def _move_bots(self) -> BotTask | bool:
        until = time() + BOT_TURN_S
        quick = self.session.run_quick_bots(lambda: time() > until)
        for decision in [] if self.match.is_over else self.match.open:
            if all(self.seating.seats[seat].bot for seat in decision.seats):
                seat = decision.seats[0]
                return seat in quick or BotTask.of(self.session, seat, decision.token)
        return False

    def answer_of_bot(self, task: BotTask, answer: Answer) -> None:
        """Give the answer that a bot worked out elsewhere; ignore it if the game has moved on."""
        if self.seating.players[task.seat] != task.name or self.is_over:
            return
        decision = self.match.question_of(task.seat)
        if decision is not None and decision.token == task.token:
            self.session.answer(answer, seat=task.seat)
            self.save_and_publish()

    # ------------------------------------------------------------------ undo, and other petitions

    def undo(self, person: str) -> None:
        """Undo a person's last answer, or ask the others for permission."""
        seats = self._own_seats(person)
        found = self.session.may_undo(seats)
        if not found.is_allowed:
            raise RoomError(found.why)
        asks = self.seating.others(found.asks, person)
        if asks:
            self._ask(Petition("undo", found.seat, person, self.session.records, asks))
            self.note(f"{self.seating.name_of(found.seat)} asks to undo the last answer")
            return
        self._undo(seats, found.asks)

    def _undo(self, seats: Collection[str], agreed: Collection[str]) -> None:
        was_over, is_alone = self.match.is_over, self._is_alone()
        if was_over and self.match.game.hides and not is_alone:
            raise RoomError("this game is over, and everybody has seen what was hidden")
        if not self.session.undo(seats, agreed):
            raise RoomError("that cannot be undone any more")
        if was_over:  # by then the seed has been shown
            if is_alone:
                self.seating.note_sight(self.maker)
            else:
                self.to_redraw = ""
        self.seating.withdraw()
        self.save_and_publish()

    def redo(self, person: str) -> None:
        """Give the answer again that was undone last."""
        if not self.session.redo(self._own_seats(person)):
            raise RoomError("there is nothing of yours to redo")
        self.save_and_publish()

    def agree(self, person: str, yes: bool) -> None:
        """Say yes or no to what somebody asks; when all have agreed, it happens."""
        self.seating.petition_to(person)
        who = self.seating.names.get(person, "somebody")
        self.note(f"{who} {'agrees' if yes else 'does not agree'}")
        if not yes:
            self.seating.withdraw()
            return
        petition = self.seating.agree(person)
        if petition is not None:
            self._carry_out(petition)

    def _ask(self, petition: Petition) -> None:
        self.seating.ask(petition)
        self.changed()

    def _carry_out(self, petition: Petition) -> None:
        if petition.kind == "undo":
            seats = self.seating.seats_of(petition.person)
            self._undo(seats, self.session.may_undo(seats).asks)
        elif petition.kind == "bot":
            self._seat_bot(petition.seat)
        elif petition.kind == "resign":
            self._resign(petition.seat)
        else:
            self._end_by(petition.kind, self.seating.names.get(petition.person, "somebody"))

    # ------------------------------------------------------------------ the end of a room

    def close(self, person: str, name: str, *, is_host: bool = False) -> None:
        """Close the game, or ask the other players for permission.

        Raises:
            RoomError: somebody else made the room.
        """
        if person != self.maker and not is_host:
            raise RoomError("only who made a room closes it")
        self._end_or_ask("close", person, name, is_host=is_host)

    def delete(self, person: str, name: str, *, is_host: bool = False) -> None:
        """Delete the game, or ask the other players; a finished game needs no consent.

        Raises:
            RoomError: somebody else made the room.
        """
        if person != self.maker and not is_host:
            raise RoomError("only who made a room deletes it; archive it to see it no more")
        self._end_or_ask("delete", person, name, is_host=is_host)

    def _end_or_ask(self, kind: str, person: str, name: str, *, is_host: bool) -> None:
        others = () if self.is_over or is_host else self.seating.others(self.seating.seats, person)
        if not others:
            self._end_by(kind, name)
            return
        # Where the game cannot wake it cannot go on either; if it does, the petition lapses.
        records = self.session.records if self.awake is not None else -1
        self._ask(Petition(kind, "", person, records, others))
        self.note(f"{name} asks to {kind} this game; who says nothing for 3 days agrees")

    def _end_by(self, kind: str, name: str) -> None:
        if kind == "close":
            self.end(f"{name} has closed it")
            return
        self.seating.withdraw()
        self.deleted = time()
        self.store.change("UPDATE rooms SET deleted = ? WHERE id = ?", self.deleted, self.id)
        self.note(f"{name} has deleted this game")

    def end_by_silence(self) -> None:
        """Close or delete the game if somebody asked for it and nobody objected in time."""
        petition = self.seating.petition
        if petition is not None and time() > petition.until:
            self._carry_out(petition)

    def rename(self, person: str, name: str) -> None:
        """Give the game a name of its own, or its title again where the name is empty.

        Raises:
            RoomError: the person neither made the room nor plays in it; the name is too long.
        """
        if person != self.maker:
            self.seating.check_plays(person)
        name = " ".join(name.split())
        if len(name) > MAX_NAME_LETTERS or not name.isprintable():
            raise RoomError(f"the name of a game has at most {MAX_NAME_LETTERS} letters")
        self.name = name or self.title
        self.store.change("UPDATE rooms SET name = ? WHERE id = ?", name, self.id)
        self.changed()

    # ------------------------------------------------------------------ the lesson

    def coach(self, person: str, do: str) -> None:
        """Send the coach of a lesson away (`alone`), let it `speak` again, or go `back` to it."""
        self._own_seats(person)
        if not self.coaching.is_lesson or do not in ("alone", "speak", "back"):
            raise RoomError(f"{do[:20]!r} is nothing that a coach does in this room")
        self.coaching.silence(do == "alone")
        if do == "back":
            self._go_back_to_lesson(person)
        self.changed()

    def _go_back_to_lesson(self, person: str) -> None:
        """Undo answers until the lesson explains the question."""
        lesson, session = self.coaching.lesson(self.match.game), self.session
        seats = self.seating.seats_of(person)
        while lesson is not None and lesson.given(self.match, session.humans) is None:
            if not session.undo(seats):
                raise RoomError("nothing more can be undone; start the lesson again")
        self.save_and_publish()

    # ------------------------------------------------------------------ who sits where

    def sit(self, person: str, name: str, seat: str, secret: str = "") -> None:
        """Take a seat: an open one of a room that all may enter, or one whose link one has.

        A link moves nobody from a seat; whoever sits there leaves it first.
        """
        if not self.seating.may_take(person, seat, secret, is_listed=self.is_listed):
            raise RoomError(f"{seat!r} is no seat that you may take; ask for its link")
        if self.seating.person_at(seat) == person:
            return
        if not self.seating.seats[seat].is_open:
            taken = self.seating.name_of(seat)
            raise RoomError(f"{taken} is taken; choose another seat, or watch")
        if not self.is_over:
            hides = self.match.game.hides
            self.to_redraw = self.seating.unknown_to_all(person, seat, hides=hides)
        self._assign(seat, person=person)
        self.note(f"{name} sits down as {seat}")

    def leave(self, person: str, seat: str) -> None:
        """Stand up; the seat waits for whoever takes it next."""
        self.seating.check_own(person, seat)
        self._assign(seat)
        self.note(f"{seat} is open again")

    def take_over(self, seat: str, person: str) -> None:
        """Let a person play a seat, whoever sat there."""
        self._assign(seat, person=person)
        self.changed()

    def _assign(self, seat: str, *, person: str = "", bot: str = "") -> None:
        self.seating.assign(seat, person=person, bot=bot)
        if self.awake is not None:
            self.session.seat(self.seating.players)

    def may_replace(self, seat: str) -> bool:
        """Return whether the others may ask that a bot takes over a seat, or that it resigns.

        They may once it has let them wait for as long as the room agreed.
        """
        if self.away == "never" or seat not in self.awaited or not self.seating.person_at(seat):
            return False
        return time() - self.touched > float(self.away) * 3600

    def replace(self, person: str, seat: str, kind: str) -> None:
        """Hand a seat to a bot or resign it: your own at once, another's if all agree."""
        if kind not in ("bot", "resign"):
            raise RoomError(f"{kind!r} cannot be done with a seat; let a bot play, or resign")
        if self.is_over:
            raise RoomError("this game is over")
        if seat in self._own_seats(person):
            self._carry_out(Petition(kind, seat, person, 0, ()))
            return
        if not self.may_replace(seat):
            when = (
                "in this room"
                if self.away == "never"
                else f"before it lets you wait for {self.away} hours"
            )
            raise RoomError(f"nobody else decides about {seat} {when}")
        asks = self.seating.others(self.seating.seats, person, self.seating.person_at(seat))
        petition = Petition(kind, seat, person, self.session.records, asks)
        what = "a bot takes over" if kind == "bot" else "the game is given up for"
        self.note(f"{self.seating.names[person]} asks that {what} {seat}")
        if asks:
            self._ask(petition)
        else:
            self._carry_out(petition)

    def _seat_bot(self, seat: str) -> None:
        game = self.match.game
        self._replace_by(seat, "greedy" if game.evaluate else next(iter(game.bots), "random"))

    def _replace_by(self, seat: str, name: str) -> None:
        self._assign(seat, bot=name)
        self.note(f"the bot {name} plays {seat} from now on")

    def give_up_on_bot(self, task: BotTask) -> None:
        """Let a quick bot play a seat whose bot took too long."""
        if self.seating.players[task.seat] == task.name and not self.is_over:
            self.note(f"the bot {task.name} took too long")
            makers = bots_of(self.match.game)
            quick = (name for name, make in makers.items() if not make().looks_ahead)
            self._replace_by(task.seat, next(quick, "random"))

    def _resign(self, seat: str) -> None:
        """Give up for a seat; where several sides go on, a bot plays for it."""
        teams = self.match.game.teams_for(self.match.options)
        if len(teams) > 2:
            self.note(f"{self.seating.name_of(seat)} resigns")
            self._seat_bot(seat)
            return
        loser = next((team for team in teams if seat in team), (seat,))
        self.results.keep_resigned(self.match, self.seating, loser)
        self.end(f"{self.seating.name_of(seat)} has resigned")

    def end(self, why: str) -> None:
        """Close the room: nobody answers here any more."""
        self.ended = why
        self.store.change("UPDATE rooms SET ended = ? WHERE id = ?", why, self.id)
        self.seating.withdraw()
        self.note(why)

    def lead_to(self, room: str) -> None:
        """Record the next game of the same persons."""
        self.next = room
        self.store.change("UPDATE rooms SET next = ? WHERE id = ?", room, self.id)
        self.changed()

    def _is_alone(self) -> bool:
        return any(map(self.seating.is_alone, {self.maker, *self.seating.persons}))

    # ------------------------------------------------------------------ words

    def say(self, person: str, name: str, text: str) -> None:
        """Add a line of chat; it is for those who sit here."""
        if not self.seating.seats_of(person) and person != self.maker:
            raise RoomError("only those who sit at this table chat here; take a seat first")
        self.chat.say(name, text)
        self.changed()

    def note(self, text: str) -> None:
        """Add a report of the room itself."""
        self.chat.note(text)
        self.changed()

    def nudge(self, person: str, seat: str) -> str:
        """Remind the person the others wait for, and return that person's id."""
        self._own_seats(person)
        if seat not in self.awaited or not self.seating.person_at(seat):
            raise RoomError("nobody waits for that seat")
        if time() - self._nudged.get(seat, 0.0) < NUDGE_INTERVAL_S:
            raise RoomError(f"{seat} was nudged a moment ago; wait a minute")
        self._nudged[seat] = time()
        self.note(f"{self.seating.names[person]} nudges {self.seating.name_of(seat)}")
        return self.seating.person_at(seat)

    # ------------------------------------------------------------------ checks

    def _own_seats(self, person: str) -> tuple[str, ...]:
        seats = self.seating.seats_of(person)
        if not seats:
            raise RoomError("you have no seat at this table; take one first")
        if self.ended:
            raise RoomError(f"this game is over: {self.ended}")
        return seats

    def _check_seat(self, person: str, seat: str) -> None:
        self.seating.check_own(person, seat)
        self._own_seats(person)
