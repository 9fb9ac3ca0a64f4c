"""Bots: simple ones, searches, seating and advice."""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .rule_bot import Policies, Policy, RuleBot, first_legal, preferred
from .seating import bot_names, make_bot, play_bots, read_seats, seat_bots
from .simple import GreedyBot, RandomBot, bots_of

if TYPE_CHECKING:
    from .advice import Advice, advise

__all__ = [
    "Advice",
    "GreedyBot",
    "Policies",
    "Policy",
    "RandomBot",
    "RuleBot",
    "advise",
    "bot_names",
    "bots_of",
    "first_legal",
    "make_bot",
    "play_bots",
    "preferred",
    "read_seats",
    "seat_bots",
]

# Only advice needs the searches, which take long to import.
__getattr__, __dir__, _ = lazy_names(__name__, {"advice": ("Advice", "advise")})
