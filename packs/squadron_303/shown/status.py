"""The status line of a game in progress; it contains nothing secret."""

from ..questions.board import scenario
from ..state import InPlay


def status(play: InPlay) -> str:
    """Return the Scenario, and the number of German planes shot down in it."""
    return f"{scenario(play).title}, {play.state.downed} shot down"
