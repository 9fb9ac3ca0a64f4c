"""Who flies the bomber when nobody does, and what its positions are worth."""

from collections.abc import Callable, Mapping

from tabletop_core import Bot

from .captain import CaptainBot

BOTS: Mapping[str, Callable[[], Bot]] = {"captain": CaptainBot}
