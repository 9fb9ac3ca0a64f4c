"""The bots."""

from collections.abc import Callable

from tabletop_core import Bot

from .skipper import Skipper

BOTS: dict[str, Callable[[], Bot]] = {"skipper": Skipper}
