"""How good a game stands."""

from tabletop_core import Play

from ..questions.formation import SQUADRON
from ..state import State


def evaluate(play: Play[State], seat: str) -> float:
    """Campaign points first, then the points of the mission in progress."""
    state = play.state
    value = 10.0 * state.campaign_vp + state.mission.vp
    return value if seat == SQUADRON else -value
