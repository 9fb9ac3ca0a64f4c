"""The table as panels, and the words for events, with how decisive they are."""

from collections.abc import Mapping

from tabletop_core import CardRow, Hand, Viewer
from tabletop_core.events import listed
from tabletop_core.panels import Facts, Panel

from .state import WORTH, InPlay

WORDS = {
    "bids": lambda facts, name: f"The longest stick is {facts['stick']}: {listed(facts['who'])}",
    "takes": lambda facts, name: f"{facts['who']} takes {listed(facts['lots'])}",
}


def sold_well(facts: Mapping[str, str]) -> str:
    """Call a sale good for who takes at least a silk's worth in it."""
    worth = sum(WORTH[lot] for lot in facts["lots"])
    return f"good {facts['who']}" if worth >= WORTH["silk"] else ""


TONES = {"takes": sold_well, "bids": lambda facts: "warn" if len(facts["who"]) > 1 else ""}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    held, laid, taken = play.state.held, play.state.laid, play.state.taken

    def sticks(row: Hand | CardRow) -> str:
        return " ".join(stick or "?" for stick in row.seen_by(viewer)) or "none"

    rows = [
        (
            seat,
            f"holds {sticks(hand)}; laid {sticks(laid[seat])}; "
            f"has {listed(taken[seat]) or 'nothing'}",
        )
        for seat, hand in held.items()
    ]
    lots = [("put up", listed(play.state.lots))] if play.state.lots else []
    return [Facts(title="Sale", rows=(*lots, *rows))]
