"""One line for the routine of a turn, and how decisive each event is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tabletop_core import Event
from tabletop_core.events import narrate

from .words import WORDS, drawn, rolled

Facts = Mapping[str, Any]


def _roll(facts: Facts) -> str | None:
    """Describe ammo dice; an enemy's attack shows its own dice, and damage is not routine."""
    if facts["why"] in ("enemy attack", "ground attack"):
        return ""
    return None if facts["why"].startswith("damage") else rolled(facts)


def _attacked(facts: Facts) -> str | None:
    return None if facts["damage"] else f"{facts['enemy']} misses with {facts['die']}."


IN_SHORT: Mapping[str, Callable[[Facts], str | None]] = {
    "draw": drawn,
    "roll": _roll,
    "attacked": _attacked,
    "left": lambda facts: "",
}
"""The words of routine events that share a line; None if the event is not routine."""

ROUTINE = frozenset(
    (
        *("avoided", "comes_true", "enemy_raised", "escort", "evaded", "fired", "healed"),
        *("ignored", "impossible", "initiative", "kept", "maneuvered", "no_dice_left", "raised"),
        *("rallied", "readied", "recognised", "relieved", "repaired", "turned_over", "used"),
    )
)
"""Events that keep their own words when they share a line."""


def is_next_card(event: Event) -> bool:
    return event.kind == "draw" and bool(drawn(event.facts))


def turn_in_short(events: Sequence[Event]) -> str:
    """Summarise a turn, or some of its steps, in one line; empty if anything decisive happened.

    The card of the next turn begins a new line.
    """
    told: list[str] = []
    for number, event in enumerate(events):
        if number and is_next_card(event):
            return ""
        if event.kind in IN_SHORT:
            words = IN_SHORT[event.kind](event.facts)
        else:
            words = narrate(event, WORDS) if event.kind in ROUTINE else None
        if words is None:
            return ""
        told.append(words)
    return " ".join(filter(None, told))


TONES: dict[str, Any] = {
    **dict.fromkeys(("shot_down", "target_in_sight", "locked"), "good"),
    **dict.fromkeys(("man_lost", "engine_lost"), "bad"),
    **dict.fromkeys(("minor_damage", "ongoing", "suffered", "brought_back"), "warn"),
    "attacked": lambda facts: "warn" if facts["damage"] else "",
    "score": lambda facts: "good" if facts["bombs"] else "bad",
}
"""How decisive each kind of event is."""
