"""What is on the table, described: a pack fills panels, front ends draw them."""

from .kinds import (
    Card,
    Cards,
    Cell,
    Facts,
    GridPanel,
    Lines,
    MapPanel,
    Panel,
    Slot,
    Slots,
    Space,
    TrackPanel,
)

__all__ = [
    "Card",
    "Cards",
    "Cell",
    "Facts",
    "GridPanel",
    "Lines",
    "MapPanel",
    "Panel",
    "Slot",
    "Slots",
    "Space",
    "TrackPanel",
]
