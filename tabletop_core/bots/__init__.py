"""Who plays when no one does: simple bots, searches, who sits where, advice."""

from .rule_bot import Policies, Policy, RuleBot, first_legal, preferred
from .seating import bot_names, make_bot, play_bots, read_seats, seat_bots
from .simple import GreedyBot, RandomBot, bots_of

__all__ = [
    "GreedyBot",
    "Policies",
    "Policy",
    "RandomBot",
    "RuleBot",
    "bot_names",
    "bots_of",
    "first_legal",
    "make_bot",
    "play_bots",
    "preferred",
    "read_seats",
    "seat_bots",
]
