"""Fire in one line: a volley from the bomber, a fighter's shells, a burst of flak."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tabletop_core import Event
from tabletop_core.events import counted, listed, narrate

from .results import effect_words
from .words import WORDS, capital, place_words, said, times, wound_words

Events = Sequence[Event]

OURS = ("5-7", "5-8", "5-3.b.damage")
"""The beginnings of the charts of the bomber's fire; the variant of 5-8 is one of them."""

STRUCK = ("5-10", "5-11", "5-12", "6-4", "6-5", "7-", "burst", "oxygen")
"""The beginnings of the charts that place shells and determine their damage."""

HURT = (
    *("wound", "frostbite", "oxygen_out", "pressure", "system_out", "engine", "fire", "wing_root"),
    *("gear", "gun", "bursts_lost", "doors", "fuel", "alone"),
)
"""The effects of shells that have words of their own."""

UNTOLD = (
    *("flap_out", "aileron_out", "elevator_out", "tailplane_root_hit", "controls_out"),
    *("gear_controls_out", "flap_controls_out", "door_controls_out", "brakes_weak"),
    *("bay_tank_leaks", "bomb_release_out", "motor_burnt", "pressure_controls", "raft_hit"),
    *("extinguisher_lost", "gunsight_out", "feed_tray_hit"),
    *("tank_fire", "engine_fire", "all_killed"),
)
"""Effects that only the chart's own line reports."""

WOUNDS = ("7-13", "7-13.a", "7-13.b", "7-14.note")
"""The charts of a man's wounds and fate."""

LEAKS = {
    "7-3.8": "Bomb bay doors hit.",
    "7-3.b": "The centre tanks leak.",
    "7-5.e": "A wing tank leaks.",
}
"""Charts that have a consequence whatever their result."""


def fire_in_short(events: Events) -> str:
    """Summarise a volley, a fighter's shells, a repeated attack, a burst of flak, or masks put on.

    Anything beyond damage, such as a fire in a section or bailing out, is reported in full.
    """
    first = events[0]
    tell = OPENERS.get(first.facts.get("table", ""))
    is_one = len(events) > 1 and all(event.step == first.step for event in events)
    return tell(events) if tell and is_one else ""


def volley(events: Events) -> str:
    """Summarise the bomber's guns, from the first burst to the last before the fighters fire."""
    if not all(is_ours(event) for event in events):
        return ""
    bursts = [event.facts["result"] for event in events if event.facts.get("table") == "5-7"]
    hits = bursts.count("hit")
    told = [
        f"Our guns: {counted(len(bursts), 'burst')}, {counted(hits, 'hit') if hits else 'no hit'}."
    ]
    told += [narrate(event, WORDS) for event in events if event.kind != "look_up"]
    damaged = Counter(one.facts["why"] for one in events if is_damaged(one))
    told += [f"{who}: damaged{f' {times(n)}' * (n > 1)}." for who, n in damaged.items()]
    return " ".join(told)


def is_ours(event: Event) -> bool:
    return event.kind in ("gun", "shot_down") or event.facts.get("table", "").startswith(OURS)


def is_damaged(event: Event) -> bool:
    return event.facts.get("table", "").startswith("5-8") and event.facts["result"] == "damaged"


def shells(events: Events) -> str:
    """Summarise a fighter's fire and its shells."""
    if not is_hit(events, "5-10"):
        return ""
    number = events[1].facts["result"]
    struck = Counter(weights(events))
    head = f"{events[0].facts['why']} fires: {counted(number, 'shell')}"
    hits = f", {hits_on(struck.total(), struck)}" if struck else ""
    return " ".join([f"{head}{hits}.", *damage_words(events)])


def hits_on(number: int, parts: Mapping[str, int]) -> str:
    """Return a number of hits in words, with how many of them struck each part.

    >>> hits_on(2, {"nose": 2}), hits_on(3, {"nose": 2, "tail": 1})
    ('2 hits on the nose', '3 hits (2 on the nose and 1 on the tail)')
    """
    hits = counted(number, "hit")
    if list(parts.values()) == [number]:
        return f"{hits} on the {listed(parts)}"
    told = [f"{count} on the {part}" for part, count in parts.items()]
    return f"{hits} ({listed(told)})" if told else hits


def weights(events: Events) -> Iterator[str]:
    """Yield the part struck for each hit. A light shell from a Zeke is rolled for again."""
    struck = ""
    for one in events:
        table = one.facts.get("table", "")
        struck = one.facts["why"] if table == "5-12" else struck
        if table in ("5-12", "5-12.b") and one.facts["result"] in (1, 2, 3):
            yield from [struck] * one.facts["result"]


def burst(events: Events) -> str:
    """Summarise a burst of flak that hits, and its shells."""
    if not is_hit(events, "6-4"):
        return ""
    where = [one.facts["result"] for one in events if one.facts.get("table") == "6-5"]
    struck = Counter(said(section) for section in where if section != "superficial")
    head = f"Flak, {events[0].facts['why'] or 'one burst'}: {hits_on(len(where), struck)}"
    return " ".join([f"{head}.", *damage_words(events)])


def masks(events: Events) -> str:
    """Summarise men going on oxygen one after the other."""
    charts = ("oxygen", "7-13", "7-13.a")
    if any(one.kind != "wound" and one.facts.get("table") not in charts for one in events):
        return ""
    men = [one.facts["why"] for one in events if one.facts.get("table") == "oxygen"]
    hurt = [words for at in range(len(events)) for words in damage_of(events, at)]
    return " ".join([f"On oxygen: {listed(men)}.", *hurt])


def wounds(events: Events) -> str:
    """Summarise what became of men who were hurt together, or were treated after the landing."""
    fates: dict[str, list[str]] = {}
    for one in events:
        if one.kind == "wound":
            fates.setdefault(wound_words(one.facts["level"]), []).append(said(one.facts["man"]))
        elif one.kind == "treated":
            fates.setdefault(said(one.facts["result"]), []).append(said(one.facts["man"]))
        elif one.facts.get("table") not in WOUNDS:
            return ""
        elif one.facts["result"] == "shaken":
            fates.setdefault("shaken", []).append(one.facts["why"])
    return capital(f"{'; '.join(f'{fate}: {listed(men)}' for fate, men in fates.items())}.")


def again(events: Events) -> str:
    """Summarise the fighters that attack again, and from where."""
    charts = [one for one in events if one.facts.get("table") == "5-13"]
    come = [place_words(one.facts["place"]) for one in events if one.kind == "fighter"]
    rolled = [one for one in events if one.facts.get("table") in ("5-13", "5-13.star")]
    if len(rolled) + len(come) < len(events):
        return ""
    told = [
        f"The {one.facts['why']} comes again, from {to}."
        for one, to in zip(charts, come, strict=False)
    ]
    return " ".join(told)


OPENERS: Mapping[str, Callable[[Events], str]] = {
    "5-7": volley,
    "5-9": shells,
    "5-13": again,
    "6-3": burst,
    "oxygen": masks,
    **dict.fromkeys(WOUNDS, wounds),
}


def is_hit(events: Events, chart: str) -> bool:
    """Return whether the first roll hit, so that this chart follows, and then only damage."""
    return events[1].facts.get("table") == chart and all(map(is_struck, events[1:]))


def is_struck(event: Event) -> bool:
    if event.kind == "look_up":
        return bool(event.facts["table"].startswith(STRUCK))
    return event.kind in (*HURT, "roll", "no_effect")


# ---------------------------------------------------------------- effects of shells


def damage_words(events: Events) -> Iterator[str]:
    """Yield what the shells did, one sentence each, or that it was nothing."""
    told = [words for at in range(len(events)) for words in damage_of(events, at)]
    yield from dict.fromkeys(told or ["Superficial."])


def damage_of(events: Events, at: int) -> Iterator[str]:
    event = events[at]
    if event.kind in HURT:
        yield narrate(event, WORDS)
    elif event.kind == "look_up":
        title, _, by = event.facts["title"].partition(", by number of ")
        if by.startswith("hits") and event.facts["result"] == "none":
            yield f"{title}: hit {event.facts['natural']}, no effect yet."
        is_void = at + 1 < len(events) and events[at + 1].kind == "no_effect"
        for part in parts_of(event.facts["result"]):
            if part.get("effect") == "only_if" and is_void:
                return
            yield from words_of(part, event.facts["why"])


def words_of(part: Mapping[str, Any], why: str) -> Iterator[str]:
    """Yield the effects that have no line of their own. `why` names the part struck."""
    name = part.get("effect", "")
    if name in UNTOLD:
        of = {key: value for key, value in part.items() if key != "effect"}
        whose = f"{why}: " if name in ("flap_out", "aileron_out", "tank_fire") else ""
        yield f"{capital(whose + effect_words(name, of))}."
    if part.get("table") in LEAKS:
        yield LEAKS[part["table"]]


def parts_of(result: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the effects and the references of a result as the log has it."""
    for part in result if isinstance(result, list) else [result]:
        if isinstance(part, list):
            yield from parts_of(part)
        elif isinstance(part, Mapping):
            yield part
