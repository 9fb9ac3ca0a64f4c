"""The bots of the game, and their evaluation of a position."""

from collections.abc import Callable

from tabletop_core import Bot

from .pilot import Pilot
from .veteran import Veteran

BOTS: dict[str, Callable[[], Bot]] = {"pilot": Pilot, "veteran": Veteran}
