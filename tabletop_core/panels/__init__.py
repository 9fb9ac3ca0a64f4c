"""What is on the table: a pack describes it as panels, front ends draw their parts."""

from .appearance import GROUNDS, TONES, PanelError, Place
from .art import Art, faults_of_colours
from .board_panel import BoardPanel, Edge, Piece, Spot, Way, in_words
from .caching import kept
from .card_panels import card_face, cards_panel, deck_panels, market_panel
from .changes import Changes, changes
from .panel import Panel
from .primitives import Bar, Card, Figure, Slot, TextLine
from .text_panels import Cards, Facts, Lines, Slots, TrackPanel
from .theme import NO_THEME, SHAPES, Theme, Tone
from .things import Thing, check_view, things
from .views import PanelPart, TextPart, named_parts, parts_of, shared, unfolded

__all__ = [
    "GROUNDS",
    "NO_THEME",
    "SHAPES",
    "TONES",
    "Art",
    "Bar",
    "BoardPanel",
    "Card",
    "Cards",
    "Changes",
    "Edge",
    "Facts",
    "Figure",
    "Lines",
    "Panel",
    "PanelError",
    "PanelPart",
    "Piece",
    "Place",
    "Slot",
    "Slots",
    "Spot",
    "TextLine",
    "TextPart",
    "Theme",
    "Thing",
    "Tone",
    "TrackPanel",
    "Way",
    "card_face",
    "cards_panel",
    "changes",
    "check_view",
    "deck_panels",
    "faults_of_colours",
    "in_words",
    "kept",
    "market_panel",
    "named_parts",
    "parts_of",
    "shared",
    "things",
    "unfolded",
]
