"""Summaries of routine: the orders, and zones in which nothing decisive happened."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tabletop_core import Event
from tabletop_core.events import listed, narrate

from .results import result_words
from .words import WORDS, capital, place_words, resistance_expected, said

Events = Sequence[Event]

NAVIGATION = ("4-4", "4-4.note", "4-5", "4-6", "4-6.note", "4-7", "4-7.note", "4-8", "4-9.c")
FLOWN = (
    *("zone", "burnt", "fuel", "altitude", "off_course", "still", "no_effect"),
    *("in_formation", "parted", "alone", "turned"),
)
"""The events that a summary line may cover, besides charts without a notable result."""

NOTHING: Mapping[str, Any] = {
    "3-2": "take_off",
    "4-3": "safe",
    "4-3.near": "clear",
    "4-10": "uneventful",
    "5-15": {"effect": "no_combat"},
    "attack_check": "left_alone",
    "event_check": "nothing",
}
"""Charts, with their results that have no consequences."""

CALM = {
    "4-2": "good weather",
    "4-8": "on course",
    "event_check": "no event",
    "5-1": "no fighters",
}
"""The words for uneventful results of charts."""


def result_of(event: Event) -> Any:
    """Return the result of a chart: a label, or the first of several."""
    result = event.facts["result"]
    return result[0] if isinstance(result, list) else result


def is_routine(event: Event) -> bool:
    if event.kind != "look_up":
        return event.kind in FLOWN
    table = event.facts["table"]
    if table in NOTHING:
        return event.facts["result"] == NOTHING[table]
    return table in ("4-2", "4-11", "5-1", *NAVIGATION)


def zones_in_short(events: Events) -> str:
    """Summarise the zones flown through, or fighters met; empty if anything else happened.

    A new line begins after the turn for home.
    """
    passed = [event for event in events if event.kind in ("zone", "turned")]
    if not all(map(is_routine, events)) or any(map(turns, passed[1:])):
        return attack_in_short(events)
    told = list(of_note(events, passed)) or (["uneventful"] if passed else calm(events))
    zones = f"{where(passed)}: " if passed else ""
    return capital(f"{zones}{'; '.join([*told, *fuel(events)])}.")


def calm(events: Events) -> list[str]:
    """Return what was uneventful in a zone that an earlier line reported."""
    charts = [event.facts["table"] for event in events if event.kind == "look_up"]
    return [CALM[chart] for chart in charts if chart in CALM] or ["uneventful"]


def where(passed: Events) -> str:
    """Return the zones entered: Zones 1-4 outbound."""
    turn = [f"turning for home in zone {one.facts['zone']}" for one in passed if turns(one)]
    zones = [one.facts["zone"] for one in passed if one.facts["zone"] and not turns(one)]
    leg = "homeward" if goes_home(passed[-1]) else "outbound"
    way = [f"{zones_words(zones)} {leg}"] if zones else []
    home = ["home over the base"] if passed[-1].facts["zone"] == 0 else []
    return ", ".join([*turn, *way, *home])


def turns(event: Event) -> bool:
    return event.kind == "turned"


def goes_home(event: Event) -> bool:
    return turns(event) or event.facts["leg"] == "back"


def zones_words(zones: Sequence[int]) -> str:
    """Return zones in words.

    >>> zones_words([1, 2, 3]), zones_words([3, 9]), zones_words([5])
    ('zones 1-3', 'zones 3 and 9', 'zone 5')
    """
    if len(zones) == 1:
        return f"zone {zones[0]}"
    in_row = abs(zones[-1] - zones[0]) == len(zones) - 1
    return (
        f"zones {zones[0]}-{zones[-1]}" if in_row and len(zones) > 2 else f"zones {listed(zones)}"
    )


def of_note(events: Events, passed: Events) -> Iterator[str]:
    """Yield what a commander would record, each with its zones if several were passed."""
    only = [one.facts["zone"] for one in passed] if len(passed) == 1 else []
    found: dict[str, list[int]] = {}
    zone = zone_before(passed)
    for event in events:
        zone = event.facts.get("zone", zone)
        words = noted(event)
        if words:
            zones = found.setdefault(words, [])
            zones += [zone] if zone and zone not in zones else []
    for words, zones in found.items():
        is_said = not zones or zones == only
        yield words.rstrip(",") if is_said else f"{words} in {zones_words(zones)}"


def zone_before(passed: Events) -> int:
    """Return the zone before the first of these zones, or 0 if there is none."""
    if not passed:
        return 0
    first, zone = passed[0], int(passed[0].facts["zone"])
    return zone if turns(first) else zone + (1 if goes_home(first) else -1)


def noted(event: Event) -> str:
    if event.kind == "look_up":
        tell = CHARTS.get(event.facts["table"])
        return tell(str(result_of(event))) if tell else ""
    tell = KINDS.get(event.kind)
    return tell(event.facts) if tell else ""


CHARTS: Mapping[str, Callable[[str], str]] = {
    "4-2": lambda result: "" if result == "good" else f"{result} weather",
    "4-3": lambda result: "past a storm front",
    "4-11": lambda result: "escort missed" if result == "missed" else f"met by {said(result)}s",
    "5-1": lambda result: "" if result == "none" else f"{said(result)} resistance, no attack",
}

WIDE = "wide of the front"
"""The reason for a box of fuel that needs no mention, because the front itself is reported."""

KINDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "off_course": lambda facts: "off course" + (", a turn lost," if facts["turn_lost"] else ""),
    "altitude": lambda facts: f"now at {facts['level'].upper()}",
    "fuel": lambda facts: "" if facts["why"] == WIDE else facts["why"],
    "in_formation": lambda facts: "meets the formation",
    "parted": lambda facts: "leaves the formation",
    "alone": lambda facts: f"out of formation ({listed(facts['why'])})",
    "still": lambda facts: "a further turn" + (f" ({facts['why']})" if facts["why"] else ""),
}


def fuel(events: Events) -> Iterator[str]:
    """Yield the fuel before and after."""
    aboard = [one for one in events if one.kind in ("burnt", "fuel")]
    if not aboard:
        return
    first, last = aboard[0].facts, aboard[-1].facts
    spent = first["boxes"] if aboard[0].kind == "burnt" else -first["change"]
    yield f"fuel {in_tanks(first) + spent} to {in_tanks(last)}"


def in_tanks(facts: Mapping[str, Any]) -> int:
    boxes: int = facts["main"] + facts["tanks"]
    return boxes


# ---------------------------------------------------------------- fighters met

ARRIVAL = (
    *("5-1", "attack_check", "5-2", "5-3", "5-3.3", "5-3.5", "5-3.a", "5-3.h", "5-4", "5-5"),
    *("5-3.d", "5-3.e", "5-3.f", "5-3.h.casualties", "5-15", "5-15.a", "6-3", "spotting"),
)
"""The charts by which fighters arrive and which do no harm yet."""


def attack_in_short(events: Events) -> str:
    """Summarise who attacks, or that nobody does after all."""
    charts = [one for one in events if one.kind == "look_up"]
    others = {one.kind for one in events} - {"look_up", "fighter", "coordinated", "outrun", "alone"}
    if others or any(one.facts["table"] not in ARRIVAL for one in charts):
        return ""
    met = next((one for one in charts if one.facts["table"] == "5-1"), None)
    if met is None:
        return ""
    alone = [narrate(one, WORDS).rstrip(".") for one in events if one.kind == "alone"]
    fled = [f"the {said(one.facts['type'])} falls behind" for one in events if one.kind == "outrun"]
    come = list(attackers(charts, events))
    told = f"an attack: {listed(come)}" if come else "an attack that comes to nothing"
    resistance = f"{said(result_of(met))} resistance, {'; '.join([told, *fled])}"
    return f"{capital('; '.join([*alone, resistance]))}."


def attackers(charts: Events, events: Events) -> Iterator[str]:
    """Yield the fighters in order of arrival, with their pilots."""
    rated = {
        (one.facts["table"], one.facts["why"]): result_of(one)
        for one in charts
        if one.facts["table"] in ("5-5", "spotting")
    }
    for one in events:
        if one.kind == "fighter":
            who = f"{one.facts['type'].capitalize()} from {place_words(one.facts['place'])}"
            pilot, seen = rated.get(("5-5", who)), rated.get(("spotting", who), "seen")
            able = "" if pilot in (None, "average") else f"{pilot} pilot"
            known = ", ".join(filter(None, (able, "" if seen == "seen" else "not seen")))
            yield f"{who} ({known})" if known else who


# ---------------------------------------------------------------- the orders

TOLD_OF_ORDERS = ("orders", "tanks", "times")
CHARTS_OF_ORDERS = ("2-", "3-1", "3-2")
ESCORT = {"escort": "an escort to be met", "no_escort": "no escort"}


def orders_in_short(events: Events) -> str:
    """Summarise the orders of a mission and the take-off; empty if it went wrong."""
    rolled = {one.facts["table"]: one for one in events if one.kind == "look_up"}
    others = [one for one in events if one.kind not in (*TOLD_OF_ORDERS, "look_up", "take_off")]
    went_wrong = "3-2" in rolled and not is_routine(rolled["3-2"])
    if others or went_wrong or not all(name.startswith(CHARTS_OF_ORDERS) for name in rolled):
        return ""
    told = {one.kind: narrate(one, WORDS) for one in events if one.kind in TOLD_OF_ORDERS}
    if "2-5" in rolled:
        place, squadron = (said(result_of(rolled[chart])) for chart in ("2-4", "2-5"))
        told["place"] = f"{capital(place)} bomber of the {squadron} squadron."
    if "2-6" in rolled:
        resistance = said(result_of(rolled["2-6"]))
        expected = resistance_expected(resistance)
        escort = f", {ESCORT[result_of(rolled['2-8'])]}" if "2-8" in rolled else ""
        told["expected"] = f"{capital(expected)}{escort}."
    if "2-7" in rolled:
        told["gunners"] = f"{capital(result_words(result_of(rolled['2-7'])))}."
    order = ("orders", "place", "expected", "gunners", "tanks", "times")
    return " ".join(told[part] for part in order if part in told)


# ---------------------------------------------------------------- what is decisive

HARM = (
    *("section_fire", "mid_air", "bail_out", "go_down", "lost", "lost_at_sea", "captive"),
    *("oxygen_out", "pressure", "frostbite", "ditched"),
)
CARE = ("aborted", "scrubbed", "alone", "slow", "system_out", "gear", "off_target", "jettisoned")

GOOD_BOMBING = 20
"""The percentage on the target from which a mission is a success (9.3)."""


def _of_bombs(facts: Mapping[str, Any]) -> str:
    return "good" if facts["percent"] >= GOOD_BOMBING else "warn"


def _of_engine(facts: Mapping[str, Any]) -> str:
    return "good" if facts["state"] == "at_full_power_again" else "bad"


TONES: dict[str, Any] = {
    **dict.fromkeys(HARM, "bad"),
    **dict.fromkeys(CARE, "warn"),
    "shot_down": "good",
    "survivors": lambda facts: "bad" if facts["lost"] else "good",
    "bombed": _of_bombs,
    "engine": _of_engine,
    "fire": lambda facts: "good" if facts["state"] == "out" else "bad",
    "wound": lambda facts: "warn" if facts["level"] == "light" else "bad",
    "treated": lambda facts: "bad" if facts["result"] == "dies" else "",
    "landed": lambda facts: "good" if facts["plane"] in ("sound", "repairable") else "bad",
}


def tone_of(event: Event) -> str:
    """Return the tone of an event, or an empty string if it is not decisive."""
    tone = TONES.get(event.kind, "")
    return str(tone if isinstance(tone, str) else tone(event.facts))
