"""Bots that think for long do so in processes of their own, so that no room waits for them."""

import pickle
from typing import Any

import attrs

from ...bots.seating import make_bot
from ...engine.decisions import Answer
from ...saves.session import Session


@attrs.frozen
class Thought:
    """A decision that a bot is to take elsewhere: the game from its last step on, and the bot.

    `token` is that of the question; once another stands there, the answer is of no use.
    """

    seat: str
    token: int
    name: str
    answered: int
    game: bytes = attrs.field(repr=False)

    @classmethod
    def of(cls, session: Session, seat: str, token: int) -> "Thought":
        """Return what the bot of a seat is to think about."""
        fork = session.match.fork("elsewhere", record=True, snapshots=True)
        return cls(
            seat,
            token,
            session.players[seat],
            session.answers_of(seat),
            pickle.dumps((fork, session.match.seed)),
        )


def think(thought: Thought) -> Answer:
    """Return what a bot answers; called in a process of its own."""
    match: Any
    match, seed = pickle.loads(thought.game)
    bot = make_bot(match.game, thought.name)
    bot.seat, bot.seed = thought.seat, seed
    bot.skip(thought.answered)
    decision = match.question_of(thought.seat)
    match.play.decision = decision
    return bot.choose(match, decision)
