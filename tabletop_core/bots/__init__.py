"""Bots: simple ones, those made of rules, and the seats that they take."""

from .rule_bot import Policies, RuleBot, first_legal, preferred
from .seating import seat_bots
from .simple import GreedyBot

__all__ = [
    "GreedyBot",
    "Policies",
    "RuleBot",
    "first_legal",
    "preferred",
    "seat_bots",
]
