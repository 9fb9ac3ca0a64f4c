"""Playing on from a fork: to the end or for some decisions, with quick answers."""

from collections.abc import Mapping
from math import inf
from random import Random
from typing import Any

from ...engine.bot import Bot
from ...engine.decisions import Answer, Decision
from ...engine.game import Game
from ...engine.match import Chooser, Match
from ...errors import PackError
from ..simple import bots_of, chooser

RANDOM = "random"
DEPTH = 0
"""Decisions of a playout where the pack can value a position: none, it is valued at once."""
MAX_PLAYOUT_LENGTH = 2_000
"""The number of decisions after which a playout with bots is abandoned."""


class Horizon:
    """A horizon: a number of rounds of the outermost loop, or of steps, from the start of a fork.

    Positions at the beginning of a round or of a step compare better than those in the middle.
    0 rounds, or a game that is in no loop, and 0 steps: there is no horizon.
    """

    def __init__(self, rounds: int, steps: int = 0) -> None:
        self.rounds = rounds
        self.steps = steps
        self._end: float = inf
        self._left: float = inf
        self._place: object = None

    def __bool__(self) -> bool:
        return bool(self.rounds or self.steps)

    def begin(self, fork: Match[Any]) -> None:
        """Count from where a fork stands."""
        if self.rounds and fork.play.rounds:
            self._end = fork.play.rounds + self.rounds
        if self.steps:
            self._left, self._place = self.steps, fork.place

    def is_reached(self, fork: Match[Any]) -> bool:
        """Return whether the fork, asked for the next decision, stands at the horizon.

        It must be asked at every decision: steps are counted by it.
        """
        if self.steps and self._place != fork.place:
            self._place = fork.place
            self._left -= 1
        return self._left <= 0 or (self._end < inf and fork.play.rounds >= self._end)


class Playouts:
    """Plays forks on.

    Args:
        policy: the bot that answers, see `policy_of`.
        depth: value the position after that many decisions (default: `MAX_PLAYOUT_LENGTH`).
        horizon: stop there, however few decisions there were.

    Raises:
        PackError: there is no such bot, or it looks ahead.
    """

    def __init__(
        self,
        match: Match[Any],
        random: Random,
        policy: str,
        depth: int | None,
        horizon: Horizon,
    ) -> None:
        game = match.game
        self._draw = random.random
        self._depth = MAX_PLAYOUT_LENGTH if depth is None else depth
        self._horizon = horizon
        # Where positions are valued at once, nobody need think about how they might go on.
        self._bots = policy_bots(game, match.seats, policy if self._depth else RANDOM)
        self._by_bots = chooser(self._bots)

    def begin(self, fork: Match[Any], number: int) -> None:
        """Begin with a fork; `number` names the chance of the bots."""
        self._horizon.begin(fork)
        for bot in self._bots.values():
            bot.seed = number

    def is_at_horizon(self, fork: Match[Any]) -> bool:
        """Return whether a fork has come so far that it is valued; ask at every decision."""
        return self._horizon.is_reached(fork)

    def usual(self, fork: Match[Any]) -> Answer | None:
        """Return what the bot would answer now; None where answers are random."""
        assert fork.decision is not None
        return self._by_bots(fork, fork.decision) if self._bots else None

    def play_on(self, fork: Match[Any], least: int = 0) -> None:
        """Play a fork on, `least` decisions or more."""
        answer: Chooser = self._at_random
        horizon = self._horizon
        # A step is short, so the answers of bots in it would tell little of how positions differ.
        if self._bots and not (least and horizon.steps):
            answer = self._by_bots
        if not self._bots and not horizon and self._depth == MAX_PLAYOUT_LENGTH:
            fork.run_at_random(self._draw)
            return
        most = least if least and horizon else max(self._depth, least)
        end = fork.decisions + most

        def choose(match: Match[Any], decision: Decision) -> Answer | None:
            if match.sealed:
                # Nothing can be valued before all have chosen.
                return answer(match, decision)
            if match.decisions >= end or (not least and horizon.is_reached(match)):
                return None
            return answer(match, decision)

        fork.run(choose)

    def _at_random(self, match: Match[Any], decision: Decision) -> Answer:
        return decision.at_random(self._draw())


def read_depth(text: str) -> int:
    """Return the depth that a text gives: a number, or `end`.

    Raises:
        ValueError: it is neither.
    """
    return MAX_PLAYOUT_LENGTH if text == "end" else int(text)


def policy_of(game: Game[Any], name: str) -> str:
    """Return the bot that answers in playouts: `name`, or else the game's own, or `random`.

    A bot that looks ahead is too slow for it.

    Raises:
        PackError: there is no such bot, or it looks ahead.
    """
    makers = bots_of(game)
    quick = [known for known in makers if not makers[known]().looks_ahead]
    if not name:
        return next((known for known in game.bots if known in quick), RANDOM)
    if name not in quick:
        raise PackError(
            f"{name!r} cannot answer in playouts of {game.id}; choose from: {', '.join(quick)}"
        )
    return name


def policy_bots(game: Game[Any], seats: tuple[str, ...], name: str) -> Mapping[str, Bot]:
    """Return the bots that answer in playouts, see `policy_of`; none stand for random answers."""
    name = policy_of(game, name)
    if name == RANDOM:
        return {}
    makers, bots = bots_of(game), {}
    for seat in seats:
        bots[seat] = makers[name]()
        bots[seat].seat = seat
    return bots
