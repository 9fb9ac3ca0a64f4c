"""A room: what each of its persons may do with its seats, its game and its chat."""

from collections import Counter
from collections.abc import Callable
from logging import getLogger
from threading import RLock
from time import time
from typing import Any

from ..bots.seating import levels_of
from ..engine.decisions import Answer, Decision
from ..engine.match import Match
from ..presentation.story import story_of
from ..saves.session import Session
from ..viewers import ALL_SEEING
from .chat import Chat
from .coaching import Coaching
from .dice import PendingRoll, TypedDice
from .errors import RoomError
from .proposals import Proposals
from .results import Results
from .seating import Seating
from .store import Store

MAX_NAME_LETTERS = 60
"""Letters in the name that persons give a game."""

NUDGE_INTERVAL_S = 60.0
"""Seconds before somebody may be nudged again."""
LOOK_S = 24 * 3600.0
"""Seconds after which a further look at a room is noted."""


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
        self.put_away: float = row["put_away"]
        self._seen: float = row["seen"]
        self.is_listed = bool(row["listed"])
        self.store = store
        self.seating = Seating(self.id, self.maker, store)
        self.proposals = Proposals(self.id, store)
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
        source = self.match.history.checkpoints.source
        return source if isinstance(source, TypedDice) else None

    @property
    def pending_roll(self) -> PendingRoll | None:
        """The dice or card that somebody must roll or draw now."""
        return self.dice.pending if self.dice is not None and self.match.is_waiting else None

    def sitter(self, seat: str) -> str:
        """Return who sits in a seat; a bot by its level, as it was chosen, where it has one."""
        bot = self.seating.seats[seat].bot
        levels = levels_of(self.match.game)
        return f"{levels[bot]} bot" if bot in levels else self.seating.sitter(seat)

    @property
    def is_over(self) -> bool:
        return bool(self.ended) or (self.awake is not None and self.match.is_over)

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer is awaited; nobody's when the game is over."""
        return [] if self.is_over else self.session.awaited

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
            self.note(
                "the file of this game was changed by another program; the whole game was saved "
                "again"
            )
        self.touched = time()
        self._keep_results()
        proposal = self.proposals.open
        if proposal is not None and proposal.token != self.session.records:
            self.proposals.withdraw()
        self.changed()

    def _keep_results(self) -> None:
        """Keep how the game ended for each seat; what an undo has made untrue is forgotten."""
        if self.match.outcome is not None and not self._had_ended:
            story = story_of(self.match, ALL_SEEING, self.session.salt)
            self.results.keep(self.match, self.seating, story.text if story else "")
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
        self.match.answer(answer, seat=seat)
        self.answers_given[person] += 1
        self.save_and_publish()

    def retract(self, person: str, seat: str) -> None:
        """Withdraw an answer that waits for those who choose at the same time."""
        self._check_seat(person, seat)
        self.match.retract(seat)
        self.save_and_publish()

    def give_dice(self, person: str, text: str) -> None:
        """Take the dice or card that somebody at the table typed."""
        if not self.may_give_dice(person):
            raise RoomError("it is not your roll; wait for the player who rolls")
        assert self.dice is not None
        self.dice.give(text)
        self.match.history.retry()
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

    def redo(self, person: str) -> None:
        """Give the answer again that was undone last."""
        if not self.session.redo(self.own_seats(person)):
            raise RoomError("you have nothing to redo")
        self.save_and_publish()

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
        self.own_seats(person)
        if not self.coaching.is_lesson or do not in ("alone", "speak", "back"):
            raise RoomError(f"{do[:20]!r} is not an action of the coach in this room")
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
            raise RoomError(f"{seat!r} is not a seat that you may take; ask for its link")
        if self.seating.person_at(seat) == person:
            return
        if not self.seating.seats[seat].is_open:
            taken = self.seating.name_of(seat)
            raise RoomError(f"{taken} is taken; choose another seat, or watch")
        if not self.is_over:
            hides = self.match.game.hides
            self.to_redraw = self.seating.unknown_to_all(person, seat, hides=hides)
        self.assign(seat, person=person)
        self.note(f"{name} sits down as {seat}")

    def leave(self, person: str, seat: str) -> None:
        """Stand up; the seat waits for whoever takes it next."""
        self.seating.check_own(person, seat)
        self.assign(seat)
        self.note(f"{seat} is open again")

    def take_over(self, seat: str, person: str) -> None:
        """Let a person play a seat, whoever sat there."""
        self.assign(seat, person=person)
        self.changed()

    def assign(self, seat: str, *, person: str = "", bot: str = "") -> None:
        """Give a seat to a person or a bot, or open it; an open proposal lapses."""
        self.seating.assign(seat, person=person, bot=bot)
        self.proposals.withdraw()
        if self.awake is not None:
            self.session.seat(self.seating.players)

    def end(self, why: str) -> None:
        """Close the room: nobody answers here any more."""
        self.ended = why
        self.store.change("UPDATE rooms SET ended = ? WHERE id = ?", why, self.id)
        self.proposals.withdraw()
        self.note(why)

    def set_deleted(self, at: float) -> None:
        """Delete the room, to be brought back for a while, or bring it back with 0."""
        self.deleted = at
        self.store.change("UPDATE rooms SET deleted = ? WHERE id = ?", at, self.id)

    def set_put_away(self, at: float) -> None:
        """Record that the game was put away, or brought back with 0."""
        self.put_away = at
        # Whoever brings it back looks at it.
        self._seen = time()
        self.store.change(
            "UPDATE rooms SET put_away = ?, seen = ? WHERE id = ?", at, self._seen, self.id
        )

    def note_look(self) -> None:
        """Record that somebody looks at the room, once a day."""
        if time() - self._seen > LOOK_S:
            self._seen = time()
            self.store.change("UPDATE rooms SET seen = ? WHERE id = ?", self._seen, self.id)

    def lead_to(self, room: str) -> None:
        """Record the next game of the same persons."""
        self.next = room
        self.store.change("UPDATE rooms SET next = ? WHERE id = ?", room, self.id)
        self.changed()

    @property
    def is_alone(self) -> bool:
        """Whether one person alone plays here, and nobody else ever has."""
        return any(map(self.seating.is_alone, {self.maker, *self.seating.persons}))

    # ------------------------------------------------------------------ words

    def say(self, person: str, name: str, text: str) -> None:
        """Add a line of chat; it is for those who sit here."""
        if not self.seating.seats_of(person) and person != self.maker:
            raise RoomError("only players at this table can chat here; take a seat first")
        self.chat.say(name, text)
        self.changed()

    def note(self, text: str) -> None:
        """Add a report of the room itself."""
        self.chat.note(text)
        self.changed()

    def nudge(self, person: str, seat: str) -> str:
        """Remind the person the others wait for, and return that person's id."""
        self.own_seats(person)
        if seat not in self.awaited or not self.seating.person_at(seat):
            raise RoomError("nobody is waiting for that seat")
        if time() - self._nudged.get(seat, 0.0) < NUDGE_INTERVAL_S:
            raise RoomError(f"{seat} was nudged a moment ago; wait a minute")
        self._nudged[seat] = time()
        self.note(f"{self.seating.names[person]} nudges {self.seating.name_of(seat)}")
        return self.seating.person_at(seat)

    # ------------------------------------------------------------------ checks

    def own_seats(self, person: str) -> tuple[str, ...]:
        seats = self.seating.seats_of(person)
        if not seats:
            raise RoomError("you have no seat at this table; take one first")
        if self.ended:
            raise RoomError(f"this game is over: {self.ended}")
        return seats

    def _check_seat(self, person: str, seat: str) -> None:
        self.seating.check_own(person, seat)
        self.own_seats(person)
