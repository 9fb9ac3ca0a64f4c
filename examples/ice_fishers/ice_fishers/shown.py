"""The table as panels, and the words for events."""

from tabletop_core import Viewer
from tabletop_core.panels import Facts, Panel, TrackPanel

from .state import InPlay

WORDS = {
    "break": "the ice breaks: {who} loses {lost} fish",
    "home": "{who} brings {fish} fish home and has {total}",
}

TONES = {
    "break": lambda facts: f"bad {facts['who']}" if facts["lost"] else "",
    "home": lambda facts: f"good {facts['who']}" if facts["fish"] > 2 else "",
}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    state = play.state
    huts = tuple((name, f"{fish} fish") for name, fish in state.hut.items())
    marks = {0: "shore", 4: "far out"}
    return [
        Facts(title="In the huts", rows=(*huts, ("on the sledge", f"{state.catch} fish"))),
        TrackPanel(title="The ice", low=0, high=9, value=min(state.steps, 9), marks=marks),
    ]
