"""Events: what happened, as values, and the words for them."""

from .drama import Drama, Fate, Moment, People, Rolls, Story, Telling, Told, told_as
from .event import EVERYONE, Event, shown_to_all, to_lines
from .words import (
    CORE_WORDS,
    Words,
    chart_words,
    counted,
    dice_words,
    listed,
    narrate,
    piled,
    printed_number,
    said,
    signed,
)

__all__ = [
    "CORE_WORDS",
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
    "chart_words",
    "counted",
    "dice_words",
    "listed",
    "narrate",
    "piled",
    "printed_number",
    "said",
    "shown_to_all",
    "signed",
    "to_lines",
    "told_as",
]
