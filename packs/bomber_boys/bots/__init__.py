"""The bots of the game, and their evaluation of a position."""

from collections.abc import Callable, Mapping

from tabletop_core import Bot

from .captain import CaptainBot

BOTS: Mapping[str, Callable[[], Bot]] = {"captain": CaptainBot}
