"""Events: what happened, as values, and the words for them."""

from .drama import Drama, Fate, Moment, People, Rolls, Story, Telling, Told, told_as
from .event import EVERYONE, Event
from .words import (
    Words,
    counted,
    dice_words,
    listed,
    narrate,
    printed_number,
    said,
    signed,
)

__all__ = [
    "EVERYONE",
    "Drama",
    "Event",
    "Fate",
    "Moment",
    "People",
    "Rolls",
    "Story",
    "Telling",
    "Told",
    "Words",
    "counted",
    "dice_words",
    "listed",
    "narrate",
    "printed_number",
    "said",
    "signed",
    "told_as",
]
