"""What lies in a box: decks of cards, hands, tracks."""

from .decks import Hand, Pile, deal, redeal
from .tracks import Overflow, Track

__all__ = [
    "Hand",
    "Overflow",
    "Pile",
    "Track",
    "deal",
    "redeal",
]
