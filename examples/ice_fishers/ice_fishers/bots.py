"""The bots of the game."""

from tabletop_core import Bot


class Careful(Bot):
    """Goes home with two fish, or when far out."""

    def choose(self, match, decision):
        state = match.state
        return "home" if state.catch >= 2 or state.steps >= 3 else "on"


def evaluate(play, seat):
    return play.state.hut[seat]
