"""Dice: pools and their notation, single rolls, exact distributions.

It needs nothing of the engine; odds and bulk rolls are loaded when they are first used.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .notation import parse_dice as parse_dice
from .pools import Dice as Dice
from .pools import Roll as Roll

if TYPE_CHECKING:
    from .odds import Odds as Odds
    from .odds import dice_odds as dice_odds
    from .roller import Roller as Roller

__getattr__, __dir__, _late = lazy_names(
    __name__,
    {
        "odds": ("Odds", "dice_odds"),
        "roller": ("Roller",),
    },
)
__all__ = sorted(["Dice", "Roll", "parse_dice", *_late])  # pyright: ignore
