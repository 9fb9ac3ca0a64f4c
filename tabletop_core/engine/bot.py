"""What every bot is."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from ..chance import stream
from .decisions import Answer, Decision
from .match import Match
from .play import Play

if TYPE_CHECKING:
    from .game import Game


class Bot:
    """Answers decisions for one seat.

    `looks_ahead` tells that the bot forks the game, which then keeps snapshots.
    `parameters` names the attributes that may be set where the bot is named, as in
    `bot:mcts,ms=500`, each with what reads its value from text.
    """

    looks_ahead = False
    parameters: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    seat: str = ""
    seed: object = 0

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        """Return the answer to a decision of this bot's seat."""
        raise NotImplementedError

    def skip(self, answers: int) -> None:
        """Catch up with so many answers given before, when a saved game goes on."""

    def check(self, game: "Game[Any]") -> None:
        """Raise `PackError` where the parameters make no sense for this game."""

    def random(self, play: Match[Any] | Play[Any]) -> Random:
        """Return a random stream for the present decision, apart from the game's own chance."""
        return stream(self.seed, "bot", self.seat, play.decisions)
