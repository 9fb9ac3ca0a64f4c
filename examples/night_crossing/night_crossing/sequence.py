"""The sequence of play."""

from tabletop_core import ForEach, Repeat, Sequence, Step

from .rules import land, load, turn

SEQUENCE = Sequence(
    "Crossing",
    Step("Loading", load),
    Repeat(
        "Round",
        ForEach("Smuggler", lambda play: play.seats, Step("Turn", turn)),
        Step("Shore", land, may_end=True),
    ),
)
