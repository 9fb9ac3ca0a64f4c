"""Events: what happened, as values, and the words for them."""

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
    "Event",
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
]
