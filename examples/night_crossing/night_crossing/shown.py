"""The table as panels, and the words for events, with how decisive they are."""

from tabletop_core import Viewer
from tabletop_core.panels import Facts, Panel

from .state import InPlay

WORDS = {
    "use": "{who} uses the {card}",
    "leave": "{who} goes overboard with the {card}",
    "guess": "{who} says that {rival} has the {card}",
    "look": "{who} sees the {card} of {rival}",
}

TONES = {"leave": lambda facts: f"bad {facts['who']}"}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    state = play.state
    rows = [
        (seat, " ".join(c or "?" for c in hand.seen_by(viewer)) or "out")
        for seat, hand in state.hands.items()
    ]
    return [
        Facts(
            title="Aboard",
            rows=(*rows, ("used", " ".join(state.laid)), ("to come", str(len(state.pile)))),
        )
    ]
