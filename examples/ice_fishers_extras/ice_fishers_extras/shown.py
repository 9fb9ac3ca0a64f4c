"""Another panel for the table of Ice Fishers."""

from tabletop_core.panels import Facts

from .questions import breaks


def next_step(play, viewer):
    """Show how likely the ice is to break at the next step."""
    chance = breaks(play.data.tables["ice"], play.state.steps + 1)
    return [Facts(title="The next step", rows=(("the ice breaks", f"{float(chance):.0%}"),))]
