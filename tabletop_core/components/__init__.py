"""What lies in a box: decks of cards, rows, hands, markets, tracks; and who knows what of them."""

from .decks import Pile, deal
from .determinization import determinize
from .knowledge import UNDETERMINED, Known
from .market import Market
from .player_deck import Deck
from .rows import CardRow, Hand
from .tracks import Overflow, Track

__all__ = [
    "UNDETERMINED",
    "CardRow",
    "Deck",
    "Hand",
    "Known",
    "Market",
    "Overflow",
    "Pile",
    "Track",
    "deal",
    "determinize",
]
