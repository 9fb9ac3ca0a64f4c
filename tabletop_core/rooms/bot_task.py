"""Work for a bot that thinks for long, done in another process so that no room waits."""

import pickle
from typing import Any

import attrs

from ..bots.seating import make_bot
from ..engine.bot import Bot
from ..engine.decisions import Answer
from ..errors import PackError
from ..saves.session import Session


@attrs.frozen
class BotLimits:
    """How long a bot may think on a server, whatever its settings say.

    `seconds` is the total time for one answer, after which its process is ended.
    """

    ms: int = 5_000
    playouts: int = 20_000
    seconds: float = 30.0

    def check(self, bot: Bot) -> None:
        """Refuse settings above the limits.

        Raises:
            PackError: they are.
        """
        for name, most, what in self._limits():
            if (wanted := _wanted(bot, name)) > most:
                raise PackError(
                    f"a bot may have {name}={most} at most on this server ({what}), not "
                    f"{name}={wanted}; choose a smaller number"
                )

    def cap(self, bot: Bot, share: float = 1.0) -> None:
        """Lower settings that are above the limits, in a game that began elsewhere.

        With a `share` below 1, the bot gets only this part of its own budget.
        """
        for name, most, _ in self._limits():
            wanted = _wanted(bot, name)
            allowed = max(1, round(share * min(wanted, most))) if wanted else 0
            if wanted > allowed:
                setattr(bot, name, allowed)

    def _limits(self) -> tuple[tuple[str, int, str], ...]:
        return ("ms", self.ms, "milliseconds for an answer"), ("n", self.playouts, "playouts")


def _wanted(bot: Bot, name: str) -> int:
    """Return what a bot may use up by its settings; a search has a budget without any, too."""
    return int(getattr(getattr(bot, "budget", bot), name, 0))


BOT_LIMITS = BotLimits()


@attrs.frozen
class BotTask:
    """A decision for a bot in another process: the game from its last step on, and the bot.

    It is worked out on behalf of `person`, the creator of the room.
    `token` is that of the question. Once another question is open, the answer is useless.
    """

    person: str
    seat: str
    token: int
    name: str
    answered: int
    game: bytes = attrs.field(repr=False)

    @classmethod
    def of(cls, person: str, session: Session, seat: str, token: int) -> "BotTask":
        """Return the task for the bot of a seat."""
        fork = session.fork("elsewhere")
        return cls(
            person,
            seat,
            token,
            session.players[seat],
            session.answers_of(seat),
            pickle.dumps((fork, session.match.seed)),
        )


def think(task: BotTask, limits: BotLimits, share: float) -> Answer:
    """Return a bot's answer, with a share of its time; called in another process."""
    match: Any
    match, seed = pickle.loads(task.game)
    bot = make_bot(match.game, task.name)
    limits.cap(bot, share)
    bot.seat, bot.seed = task.seat, seed
    bot.skip(task.answered)
    decision = match.question_of(task.seat)
    match.play.decision = decision
    return bot.choose(match, decision)
