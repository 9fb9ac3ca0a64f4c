"""Who plays when no one does: simple bots, searches, who sits where, advice."""

from .by_rule import Judge, Judges, RuleBot, first, prefer
from .seating import bot_names, make_bot, play_bots, read_seats, seat_bots
from .simple import GreedyBot, RandomBot, bots_of

__all__ = [
    "GreedyBot",
    "Judge",
    "Judges",
    "RandomBot",
    "RuleBot",
    "bot_names",
    "bots_of",
    "first",
    "make_bot",
    "play_bots",
    "prefer",
    "read_seats",
    "seat_bots",
]
