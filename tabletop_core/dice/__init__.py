"""Dice: pools and their notation, single rolls, exact distributions.

It needs nothing of the engine; odds and bulk rolls are loaded when they are first used.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .notation import parse_dice as parse_dice
from .pools import Dice as Dice
from .pools import Die as Die
from .pools import Roll as Roll

if TYPE_CHECKING:
    from .faces import Showing as Showing
    from .faces import Shows as Shows
    from .faces import faces_odds as faces_odds
    from .faces import read_showing as read_showing
    from .odds import Odds as Odds
    from .odds import dice_odds as dice_odds
    from .roller import Drawn as Drawn
    from .roller import Roller as Roller

__getattr__, __dir__, _late = lazy_names(
    __name__,
    {
        "faces": ("Showing", "Shows", "faces_odds", "read_showing"),
        "odds": ("Odds", "dice_odds"),
        "roller": ("Drawn", "Roller"),
    },
)
__all__ = sorted(["Dice", "Die", "Roll", "parse_dice", *_late])  # pyright: ignore
