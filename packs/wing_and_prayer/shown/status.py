"""The status of a game in progress, in a few words that everyone may know."""

from tabletop_core.events import counted

from ..state import InPlay


def status(play: InPlay) -> str:
    """Return the bombers left and the points of the campaign so far."""
    state = play.state
    points = counted(state.campaign_vp, "campaign point")
    return f"{counted(len(state.bombers), 'bomber')}, {points}"
