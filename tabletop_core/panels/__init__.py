"""What is on the table: a pack describes it as panels, front ends draw their parts."""

from .appearance import Place
from .art import Art
from .board_panel import BoardPanel, Edge, Piece, Spot, Way
from .caching import kept
from .card_panels import cards_panel, deck_panels, market_panel
from .changes import changes
from .panel import Panel
from .primitives import Bar, Card, Figure, Slot
from .text_panels import Cards, Facts, Slots, TrackPanel
from .theme import Theme, Tone
from .things import things

__all__ = [
    "Art",
    "Bar",
    "BoardPanel",
    "Card",
    "Cards",
    "Edge",
    "Facts",
    "Figure",
    "Panel",
    "Piece",
    "Place",
    "Slot",
    "Slots",
    "Spot",
    "Theme",
    "Tone",
    "TrackPanel",
    "Way",
    "cards_panel",
    "changes",
    "deck_panels",
    "kept",
    "market_panel",
    "things",
]
