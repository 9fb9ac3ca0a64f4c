"""What lies in a box: decks of cards, rows, hands, tracks; and who knows what of them."""

from .decks import Pile, deal
from .knowledge import UNDETERMINED, Known
from .redealing import draw_anew, redeal
from .rows import Hand, Row
from .tracks import Overflow, Track

__all__ = [
    "UNDETERMINED",
    "Hand",
    "Known",
    "Overflow",
    "Pile",
    "Row",
    "Track",
    "deal",
    "draw_anew",
    "redeal",
]
