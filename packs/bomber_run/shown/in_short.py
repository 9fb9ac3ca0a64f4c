"""A side's quiet flights in one line, and what is decisive."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_core import Event
from tabletop_core.events import narrate

from .words import WORDS

ROUTINE = ("roll", "assigned", "moved", "turned", "blocked")


def flights_in_short(events: Sequence[Event]) -> str:
    """Summarise the points and flights of one turn.

    Returns an empty text if anything else happened, or if the events span two turns.
    A single flight is described in full, with the squares it passed.
    """
    if any(event.kind not in ROUTINE or is_shot(event) for event in events):
        return ""
    if len({side_of(event) for event in events if event.kind != "roll"}) > 1:
        return ""
    if sum(event.kind == "assigned" for event in events) > 1:
        return ""
    flights = [event for event in events if event.kind not in ("roll", "assigned")]
    told = [narrate(event, WORDS) for event in events if event.kind == "assigned"]
    if len(flights) == 1:
        told += [narrate(flights[0], WORDS)]
    elif flights:
        told += [f"{'; '.join(ends(flights))}."]
    return " ".join(told)


def is_shot(event: Event) -> bool:
    """Return whether an event is a roll for something other than movement points."""
    return event.kind == "roll" and not event.facts["why"].startswith("movement points")


def side_of(event: Event) -> str:
    """Return the first letter of the side that acted."""
    return str(event.facts.get("side") or event.facts["aircraft"])[0].casefold()


def ends(flights: Sequence[Event]) -> list[str]:
    """Return where each of these aircraft ended its flight."""
    at: dict[str, tuple[str, str]] = {}
    for event in flights:
        name = event.facts["aircraft"]
        square, nose = at.get(name, ("", ""))
        at[name] = event.facts.get("square", square), event.facts.get("facing", nose)
    way = "flies to" if len(at) == 1 else "to"
    return [
        f"{name} {way} {square}, nose {nose}" if nose else f"{name} stays on {square}"
        for name, (square, nose) in at.items()
    ]


LOSSES = ("attack", "snap_shot", "battery")


def side_named(name: str) -> str:
    """Return the side of an aircraft, or the side itself.

    >>> side_named("w3"), side_named("EA"), side_named("west")
    ('west', 'east', 'west')
    """
    return "west" if name[:1].casefold() == "w" else "east"


def _of_shot(facts: Mapping[str, Any]) -> str:
    return f"good {side_named(facts['attacker'])}" if facts["hit"] else "warn"


def _of_ram(facts: Mapping[str, Any]) -> str:
    """Return whom a ram has cost an aircraft; where both lose one, nobody gains."""
    sides = {side_named(name) for name in facts["lost"]}
    return "warn" if len(sides) > 1 else f"bad {sides.pop()}"


TONES: dict[str, Any] = {
    **dict.fromkeys(LOSSES, _of_shot),
    "ram": _of_ram,
    "retreated": lambda facts: f"bad {side_named(facts['aircraft'])}",
    "bombs": lambda facts: f"good {side_named(facts['bomber'])}" if facts["hit"] else "warn",
}
"""How decisive each kind of event is: good for the side that gains by it."""
