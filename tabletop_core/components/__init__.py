"""What lies in a box: decks of cards, rows, hands, tracks; and who knows what of them."""

from .decks import Pile, deal
from .determinization import determinize, determinize_deck
from .knowledge import UNDETERMINED, Known
from .rows import CardRow, Hand
from .tracks import Overflow, Track

__all__ = [
    "UNDETERMINED",
    "CardRow",
    "Hand",
    "Known",
    "Overflow",
    "Pile",
    "Track",
    "deal",
    "determinize",
    "determinize_deck",
]
