"""The status of a game in progress, in a few words that everyone may know."""

from ..state import InPlay


def status(play: InPlay) -> str:
    """Return how many aircraft each side has left."""
    return " against ".join(str(len(play.state.of(side))) for side in play.seats)
