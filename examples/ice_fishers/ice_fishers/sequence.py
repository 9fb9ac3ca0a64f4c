"""The sequence of play."""

from tabletop_core import ForEach, Repeat, Step

from .rules import walk

SEQUENCE = Repeat(
    "Day", ForEach("Fisher", lambda play: play.seats, Step("Walk", walk, may_end=True))
)
