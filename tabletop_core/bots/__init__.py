"""Who plays when no one does: simple bots, searches, who sits where, advice."""

from .seating import bot_names, make_bot, play_bots, read_seats, seat_bots
from .simple import GreedyBot, RandomBot, bots_of

__all__ = [
    "GreedyBot",
    "RandomBot",
    "bot_names",
    "bots_of",
    "make_bot",
    "play_bots",
    "read_seats",
    "seat_bots",
]
