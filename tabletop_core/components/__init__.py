"""What lies in a box: decks of cards, rows, hands, tracks; and who knows what of them."""

from .decks import Pile, deal
from .knowledge import UNDETERMINED, Known
from .redealing import draw_anew, redeal
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
    "draw_anew",
    "redeal",
]
