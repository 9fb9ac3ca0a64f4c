"""The bots of the game."""

from collections.abc import Callable

from tabletop_core import Bot

from .commander import Commander

BOTS: dict[str, Callable[[], Bot]] = {"commander": Commander}
