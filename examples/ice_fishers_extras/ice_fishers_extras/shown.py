"""Another panel for the table of Ice Fishers."""

from tabletop_core import Play, Viewer
from tabletop_core.panels import Facts, Panel

from .questions import breaks


def next_step(play: Play, viewer: Viewer) -> list[Panel]:
    """Show how likely the ice is to break at the next step."""
    chance = breaks(play.data.tables["ice"], play.state.steps + 1)
    return [Facts(title="The next step", rows=(("the ice breaks", f"{float(chance):.0%}"),))]
