"""What is on the table, described: a pack fills panels, front ends draw them."""

from .appearance import GROUNDS, TONES, PanelError, Place
from .art import Art
from .board_panel import BoardPanel, Edge, Piece, Spot, Way
from .caching import kept
from .changes import Changes, changes
from .former import Cell, GridPanel, MapPanel, Space
from .in_words import in_words
from .panel import Panel
from .shared import shared
from .text_panels import Card, Cards, Facts, Lines, Slot, Slots, TrackPanel
from .things import Thing, check_view, things

__all__ = [
    "GROUNDS",
    "TONES",
    "Art",
    "BoardPanel",
    "Card",
    "Cards",
    "Cell",
    "Changes",
    "Edge",
    "Facts",
    "GridPanel",
    "Lines",
    "MapPanel",
    "Panel",
    "PanelError",
    "Piece",
    "Place",
    "Slot",
    "Slots",
    "Space",
    "Spot",
    "Thing",
    "TrackPanel",
    "Way",
    "changes",
    "check_view",
    "in_words",
    "kept",
    "shared",
    "things",
]
