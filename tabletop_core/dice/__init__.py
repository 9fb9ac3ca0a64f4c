"""Dice: pools and their notation, single rolls, exact distributions.

It stands on nothing of the engine.
"""

from .notation import parse_dice
from .odds import Odds, dice_odds
from .pools import Dice, Die, Roll

__all__ = [
    "Dice",
    "Die",
    "Odds",
    "Roll",
    "dice_odds",
    "parse_dice",
]
