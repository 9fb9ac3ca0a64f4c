"""The base of all bots."""

from collections.abc import Callable, Mapping
from math import isnan
from numbers import Real
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from ..chance import stream
from .decisions import Answer, Decision, OptionId
from .faults import ReturnedError, begin_of
from .match import Match
from .play import Play

if TYPE_CHECKING:
    from .game import Game


def value_of(evaluate: Callable[[Play[Any], str], float], play: Play[Any], seat: str) -> float:
    """Return what an `evaluate` says that the position is worth for a seat.

    Raises:
        ReturnedError: it is not a number.
    """
    value = evaluate(play, seat)
    is_number = isinstance(value, Real) and not isnan(value)
    if not is_number:
        called = getattr(evaluate, "__name__", "evaluate")
        raise ReturnedError(
            f"`{called}` of {play.game.title} returned {value!r} for {seat}, which is not a number",
            "return one",
            *begin_of(evaluate),
        )
    return value


class Bot:
    """A player that answers decisions for one seat.

    `looks_ahead` is true for a bot that forks the game, which must then keep snapshots.
    `parameters` maps the attributes that a user may set, as in `bot:mcts,ms=500`, to functions that
    read their values from text.
    """

    looks_ahead = False
    parameters: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    seat: str = ""
    seed: object = 0

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        """Return the answer to a decision of this bot's seat."""
        raise NotImplementedError

    def weigh(self, match: Match[Any], decision: Decision) -> Mapping[OptionId, float]:
        """Return what each option is worth to this bot; empty if it does not compare them.

        Learners use it: it says more than the answer alone.
        """
        return {}

    def skip(self, answers: int) -> None:
        """Catch up with this many earlier answers when a saved game is resumed."""

    def check(self, game: "Game[Any]") -> None:
        """Raise `PackError` if the parameters make no sense for this game."""

    def random(self, play: Match[Any] | Play[Any]) -> Random:
        """Return a random stream for the present decision, independent of the game's own chance."""
        return stream(self.seed, "bot", self.seat, play.decisions)
