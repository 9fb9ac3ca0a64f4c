"""The bots of the game."""

from tabletop_core import Answer, Bot, Decision, Match

from .state import InPlay, State


class Careful(Bot):
    """Goes home with two fish, or when far out."""

    def choose(self, match: Match[State], decision: Decision[str]) -> Answer:
        state = match.state
        return "home" if state.catch >= 2 or state.steps >= 3 else "on"


def evaluate(play: InPlay, seat: str) -> float:
    return play.state.hut[seat]
