"""The game of an awake room, with the real dice of its players."""

from collections.abc import Mapping, Sequence
from time import time
from typing import Any

from ..engine.decisions import Answer
from ..engine.match import Match
from ..presentation.answers import Choices
from ..saves.session import Session
from .bot_task import BotTask
from .dice import PendingRoll, TypedDice
from .errors import RoomError

BOT_TURN_S = 0.05
"""Seconds for which quick bots play before the result is shown."""


class LiveGame:
    """A session and its typed dice. The room decides whether somebody may act."""

    def __init__(self, session: Session, dice: TypedDice | None = None) -> None:
        self.session = session
        self.dice = dice

    @property
    def match(self) -> Match[Any]:
        return self.session.match

    @property
    def records(self) -> int:
        """The number of records ever written on the tape. It grows with everything that happens."""
        assert self.match.tape is not None
        return self.match.tape.records

    @property
    def pending_roll(self) -> PendingRoll | None:
        """The dice or card that somebody must roll or draw now."""
        return self.dice.pending if self.dice is not None and self.match.is_waiting else None

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer or dice the game waits for."""
        match = self.match
        if match.is_over:
            return []
        if match.is_waiting:
            return list(match.secret_of or match.seats)
        return list(dict.fromkeys(seat for one in match.open for seat in one.seats))

    def answer(self, seat: str, texts: Sequence[str], token: int) -> None:
        """Give the answer of a seat, as a page sends it: the ids of options as texts.

        Raises:
            StaleAnswerError: another question is open by now.
            IllegalAnswerError: it is not one of the options.
        """
        decision = self.session.question(seat, token)
        self.session.answer(Choices(decision).with_ids(texts), seat=seat)

    def give_dice(self, text: str) -> None:
        """Take the dice or card that was typed.

        Raises:
            RoomError: no dice are typed in this game.
            IllegalAnswerError: these faces or this card cannot be.
        """
        if self.dice is None:
            raise RoomError("the program rolls the dice of this game")
        self.dice.give(text)
        self.match.retry()

    def move_bots(self, players: Mapping[str, str]) -> BotTask | bool:
        """Let the bots play. Return a task to be done elsewhere, or whether there is more to do.

        They stop where a person must answer, or after `BOT_TURN_S`, so that others can look.
        """
        if self.match.is_over or self.match.is_waiting:
            return False
        until = time() + BOT_TURN_S
        quick = self.session.run_quick_bots(lambda: time() > until)
        for decision in [] if self.match.is_over else self.match.open:
            if all(players[seat] != "human" for seat in decision.seats):
                seat = decision.seats[0]
                return seat in quick or BotTask.of(self.session, seat, decision.token)
        return False

    def answer_of_bot(self, task: BotTask, answer: Answer) -> bool:
        """Take what a bot worked out elsewhere; return False if the game has moved on."""
        decision = self.match.question_of(task.seat)
        if decision is None or decision.token != task.token:
            return False
        self.session.answer(answer, seat=task.seat)
        return True
