"""What is on the table, described: a pack fills panels, front ends draw them."""

from .art import Art
from .board import BoardPanel, Edge, Piece, Spot, Way
from .changes import Changes, changes
from .former import Cell, GridPanel, MapPanel, Space
from .in_words import in_words
from .kept import kept
from .kinds import Card, Cards, Facts, Lines, Slot, Slots, TrackPanel
from .look import GROUNDS, TONES, PanelError, Place
from .panel import Panel
from .shared import shared
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
