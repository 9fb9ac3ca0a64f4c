"""The bots."""

from collections.abc import Callable

from tabletop_core import Bot

from .skipper import Skipper
from .veteran import Veteran

BOTS: dict[str, Callable[[], Bot]] = {"skipper": Skipper, "veteran": Veteran}
"""The bots of the game."""
