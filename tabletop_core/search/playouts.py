"""Playing on from a fork: to the end or for some decisions, with quick answers."""

from collections.abc import Mapping
from random import Random
from typing import Any

from ..bots import Bot, bots_of, chooser
from ..decisions import Answer, Decision
from ..errors import PackError
from ..game import Game
from ..play import Chooser, Play

RANDOM = "random"
DEPTH = 0
"""Decisions of a playout where the pack can value a position: none, it is valued at once."""
LONGEST = 2_000
"""Decisions after which a playout that goes to the end is given up."""


class Playouts:
    """Plays forks on.

    Args:
        policy: the bot that answers: `random`, or a bot of the pack that does not look ahead.
        depth: stop after so many decisions and value the position (default: `DEPTH` where the pack
            can value one, else `LONGEST`).

    Raises:
        PackError: there is no such bot, or it looks ahead.
    """

    def __init__(
        self, play: Play[Any], random: Random, policy: str = "", depth: int | None = None
    ) -> None:
        game = play.game
        self._draw = random.random
        if depth is None:
            depth = DEPTH if game.evaluate is not None else LONGEST
        self._depth = depth
        self._bots = policy_bots(game, play.seats, policy)

    def play_on(self, fork: Play[Any], number: int, least: int = 0) -> None:
        """Play a fork on, `least` decisions or more; `number` names the chance of the bots."""
        answer: Chooser = self._at_random
        if self._bots:
            for bot in self._bots.values():
                bot.seed = number
            answer = chooser(self._bots)
        end = fork.decisions + max(self._depth, least)
        fork.run(lambda play, decision: answer(play, decision) if play.decisions < end else None)

    def _at_random(self, play: Play[Any], decision: Decision) -> Answer:
        return decision.at_random(self._draw())


def read_depth(text: str) -> int:
    """Return the depth that a text gives: a number, or `end`.

    Raises:
        ValueError: it is neither.
    """
    return LONGEST if text == "end" else int(text)


def policy_bots(game: Game[Any], seats: tuple[str, ...], name: str) -> Mapping[str, Bot]:
    """Return the bots that answer in playouts; none stand for random answers."""
    if name in ("", RANDOM):
        return {}
    makers = bots_of(game)
    quick = {known for known in makers if not makers[known]().looks_ahead}
    if name not in quick:
        raise PackError(
            f"{name!r} cannot answer in playouts of {game.id}; choose from: {', '.join(quick)}"
        )
    bots = {}
    for seat in seats:
        bots[seat] = makers[name]()
        bots[seat].seat = seat
    return bots
