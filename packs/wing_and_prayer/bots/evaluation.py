"""The value of a game in progress."""

from ..state import SQUADRON, InPlay


def evaluate(play: InPlay, seat: str) -> float:
    """Return the campaign points, with the points of the mission in progress as a tie-break."""
    state = play.state
    value = 10.0 * state.campaign_vp + state.mission.vp
    return value if seat == SQUADRON else -value
