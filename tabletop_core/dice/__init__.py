"""Dice: pools and their notation, single rolls, exact distributions.

It needs nothing of the engine; the odds are loaded when they are first used.
"""

from typing import TYPE_CHECKING, Any

from .notation import parse_dice
from .pools import Dice, Die, Roll

if TYPE_CHECKING:
    from .odds import Odds, dice_odds

__all__ = [
    "Dice",
    "Die",
    "Odds",
    "Roll",
    "dice_odds",
    "parse_dice",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import odds

        return getattr(odds, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
