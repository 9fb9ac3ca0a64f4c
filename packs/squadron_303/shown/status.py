"""Where a game under way stands, in a few words that all may know."""

from ..questions.board import scenario
from ..state import InPlay


def status(play: InPlay) -> str:
    """The Scenario, and the German planes shot down in it."""
    return f"{scenario(play).title}, {play.state.downed} shot down"
