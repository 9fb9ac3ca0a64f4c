"""The bots of the game, and how they value a position."""

from collections.abc import Callable

from tabletop_core import Bot

from .pilot import Pilot

BOTS: dict[str, Callable[[], Bot]] = {"pilot": Pilot}
