"""The sequence of play: six sales."""

from tabletop_core import Repeat, Sequence, Step

from .rules import close, sell

SALES = Repeat("Sale", Step("Bids", sell), until=lambda play: play.round("Sale") == 6)
SEQUENCE = Sequence("Sales", SALES, Step("Close", close))
