"""Where a game under way stands, in a few words that all may know."""

from ..state import InPlay


def status(play: InPlay) -> str:
    """The aircraft that each side has left."""
    return " against ".join(str(len(play.state.of(side))) for side in play.seats)
