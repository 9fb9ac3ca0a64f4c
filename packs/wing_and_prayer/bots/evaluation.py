"""How good a game stands."""

from ..state import SQUADRON, InPlay


def evaluate(play: InPlay, seat: str) -> float:
    """Campaign points first, then the points of the mission in progress."""
    state = play.state
    value = 10.0 * state.campaign_vp + state.mission.vp
    return value if seat == SQUADRON else -value
