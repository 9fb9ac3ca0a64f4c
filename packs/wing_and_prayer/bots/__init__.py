"""The bots of the game."""

from collections.abc import Callable

from tabletop_core import Bot

from .commander import Commander
from .controller import Controller

BOTS: dict[str, Callable[[], Bot]] = {"commander": Commander, "controller": Controller}
"""The commander plays either seat; the controller is at home on the German one."""
