"""Bots that think for long do so in processes of their own, so that no room waits for them."""

import pickle
from typing import Any

import attrs

from ...bots.seating import make_bot
from ...engine.decisions import Answer
from ...saves.session import Session


@attrs.frozen
class BotTask:
    """A decision that a bot is to take elsewhere: the game from its last step on, and the bot.

    `token` is that of the question; once another stands there, the answer is of no use.
    """

    seat: str
    token: int
    name: str
    answered: int
    game: bytes = attrs.field(repr=False)

    @classmethod
    def of(cls, session: Session, seat: str, token: int) -> "BotTask":
        """Return what the bot of a seat is to think about."""
        fork = session.play.fork("elsewhere", record=True, snapshots=True)
        return cls(
            seat,
            token,
            session.players[seat],
            session.answers_of(seat),
            pickle.dumps((fork, session.play.seed)),
        )


def think(thought: BotTask) -> Answer:
    """Return what a bot answers; called in a process of its own."""
    play: Any
    play, seed = pickle.loads(thought.game)
    bot = make_bot(play.game, thought.name)
    bot.seat, bot.seed = thought.seat, seed
    bot.skip(thought.answered)
    decision = play.question_of(thought.seat)
    play.decision = decision
    return bot.choose(play, decision)
