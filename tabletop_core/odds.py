"""The former address of `tabletop_core.dice`, kept for one release."""

from warnings import warn

from .dice import Odds, dice_odds

__all__ = ["Odds", "dice_odds"]

warn("tabletop_core.odds is now tabletop_core.dice", DeprecationWarning, stacklevel=2)
