"""What lies in a box: cards in decks, hands, tricks, markets; blocks; who knows what; tracks."""

from .auction import Auction
from .blocks import Blocks
from .decks import Pile, deal
from .determinization import determinize
from .knowledge import UNDETERMINED, Known
from .market import Market
from .player_deck import Deck
from .rows import CardRow, Hand
from .tracks import Overflow, Track
from .trick import Trick

__all__ = [
    "UNDETERMINED",
    "Auction",
    "Blocks",
    "CardRow",
    "Deck",
    "Hand",
    "Known",
    "Market",
    "Overflow",
    "Pile",
    "Track",
    "Trick",
    "deal",
    "determinize",
]
