"""One line for the routine of a mission, and how decisive each event is."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from tabletop_core import Event
from tabletop_core.events import counted, listed, narrate

from ..state import SQUADRON
from .words import WORDS

Summary: TypeAlias = Callable[[Sequence[Event]], str]

TOLD_BY_OTHERS = frozenset({
    "combat", "escort_rendezvous", "new_escorts", "interceptor_type", "aces", "escort_engagement",
    "bomber_repair", "bomber_replacement", "crew_recovery", "lost_bomber_fate",
    "us_campaign_vp",
})  # fmt: skip
"""Charts whose result is in the words of the next event."""

FIRE_CHARTS = ("fighter_combat", "bomber_combat")
ORDERS = ("covers", "withdraws")
"""Events of the orders in a round of air combat."""

ALONE = ("bomb_damage", "mission_log", "campaign_vp", "commander_lost", "luck_used", "no_effect")
"""Events with a line of their own."""


def words_of(event: Event) -> str:
    """Return the words of an event; none for dice and charts that another event reports."""
    is_luck = event.kind == "draw" and event.facts["why"] == "Lady Luck"
    if event.kind in ("roll", "draw") and not is_luck:
        return ""
    if event.facts.get("table") in TOLD_BY_OTHERS:
        return ""
    return narrate(event, WORDS)


def _joined(events: Sequence[Event]) -> str:
    """Return the sentences of events; where others have still to tell them, those of the charts."""
    return sentences(map(words_of, events)) or sentences(narrate(one, WORDS) for one in events)


def sentences(told: Iterable[str]) -> str:
    return " ".join(one if one.endswith(".") else f"{one}." for one in told if one)


def _begins(event: Event) -> bool:
    """Return whether an event begins a line: a move, flak, bombs, and what has one of its own."""
    return event.kind in ("way", "plan", *ALONE) or event.facts.get("table") == "combat"


def _is_whole(events: Sequence[Event]) -> bool:
    """Return whether these events belong in one line."""
    first, *others = events
    return not (first.kind in (*ALONE, "way") and others) and not any(map(_begins, others))


# ---------------------------------------------------------------- before the mission


def setup_in_short(events: Sequence[Event]) -> str:
    """Describe the campaign, and the crews drawn for it."""
    game = [narrate(event, WORDS) for event in events if event.kind == "campaign"]
    crews = [
        f"{event.facts['name']} ({event.facts['why'].removesuffix(' crew')})"
        for event in events
        if event.kind == "draw" and "bomber" not in event.facts["why"]
    ]
    return " ".join([*game, f"Crews: {listed(crews)}."] if crews else game)


def planning_in_short(events: Sequence[Event]) -> str:
    """Describe the order of the day: target, clouds, bombers, escort and route, as far as known."""
    told, rest = [], []
    for event in events:
        facts = event.facts
        if event.kind == "mission":
            told.insert(0, f"Mission {facts['number']}, box {facts['box']} ({facts['year']})")
        elif event.kind == "target":
            told.append(f"{facts['target']}, {facts['type']}")
        elif facts.get("table") == "cloud_cover":
            sky = {"clear": "a clear sky"}.get(facts["shown"], f"{facts['shown']} clouds")
            told.append(sky)
        elif event.kind == "formation":
            told.append(counted(len(facts["bombers"]), "bomber"))
        elif event.kind == "escorts":
            told.append(counted(facts["number"], facts["escort"]))
        elif event.kind == "plan":
            told.append(f"by {', '.join(facts['way'])}")
        elif event.kind not in ("cards_left", "lead_bomber"):
            rest.append(event)
    more = sentences(map(words_of, rest))
    return f"{'; '.join(told)}. {more}".strip() if told else more


# ---------------------------------------------------------------- on the way


def way_in_short(events: Sequence[Event]) -> str:
    """Describe what the formation meets, or the flak and its effect, or the bombs.

    Nothing where another of these begins among the events.
    """
    if not _is_whole(events):
        return ""
    first = events[0].facts
    if first.get("table") != "combat" or first["why"] == "Bombs":
        return _joined(events)
    flak = re.sub(", hits on.*", "", first["why"])
    others = [event for event in events if event.kind not in ("flak_hit", "flak_unharmed")]
    return f"{flak}: {_harm(others) or 'nobody is harmed'}."


def fights_in_short(events: Sequence[Event]) -> str:
    """Summarise a round of escorts against interceptors by who is hit."""
    fights = sum(event.kind == "advantage" for event in events)
    return _round_in_short("fight", fights, events)


def attacks_in_short(events: Sequence[Event]) -> str:
    """Summarise a round of attacks on the bombers by who is hit, and what becomes of them."""
    attacks = sum(event.kind in ("lot", "aims") for event in events)
    return _round_in_short("attack on the bombers", attacks, events)


def _round_in_short(what: str, number: int, events: Sequence[Event]) -> str:
    """Describe how many fights or attacks there are, and after the fire what it has done.

    What a part of a round that begins in the middle tells is fire alone.
    """
    if not _is_one_round(events):
        return ""
    many = re.sub("^(fight|attack)", r"\1s", what)
    told = [counted(number, what, many)] if number else []
    told += [words_of(event).removesuffix(".") for event in events if event.kind in ORDERS]
    if any(event.facts.get("table") in FIRE_CHARTS for event in events):
        told.append(_harm(events) or "nobody is hit")
    round_told = "Second round: " if "second" in events[0].step else ""
    text = round_told + "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if told else ""


def _is_one_round(events: Sequence[Event]) -> bool:
    return len({event.step for event in events}) == 1 and not any(
        event.kind in ALONE for event in events
    )


def _harm(events: Iterable[Event]) -> str:
    """Describe who is damaged, destroyed or lost, and what else follows."""
    hit: dict[str, str] = {}
    told: dict[str, str] = {}
    for event in events:
        facts = event.facts
        name, result = facts.get("why", ""), str(facts.get("shown"))
        if facts.get("table") == "fighter_combat" and result in ("damaged", "destroyed"):
            hit[name.partition(" at ")[2]] = result
        elif _is_damage(facts):
            hit.setdefault(name, "damaged")
        elif event.kind in ("bomber_lost", "bomber_home"):
            bomber = facts["bomber"]
            came = narrate(event, WORDS).removeprefix(f"{bomber} ").removesuffix(".")
            dropped = hit.get(bomber) == "drops out"
            hit[bomber] = f"drops out and {came}" if dropped else came
        elif event.kind in ("crew_level", "losses", "loose", "commander_lost"):
            told[event.facts.get("bomber", event.kind)] = (
                narrate(event, WORDS).removesuffix(".").replace("The ", "the ", 1)
            )
    by_result: dict[str, list[str]] = {}
    for name, result in hit.items():
        is_state = result in ("damaged", "destroyed")
        by_result.setdefault(result if is_state else f"{name} {result}", []).append(name)
    harm = [
        f"{listed(names)} {'are' if len(names) > 1 else 'is'} {result}"
        if result in ("damaged", "destroyed")
        else result
        for result, names in by_result.items()
    ]
    return "; ".join([*harm, *told.values()])


def _is_damage(facts: Mapping[str, Any]) -> bool:
    """Return whether a chart damages a bomber: dropping out is rolled for each that is damaged."""
    table, shown = facts.get("table"), facts.get("shown")
    return table == "damage_effects" or (table == "light_damage" and shown == "damaged")


# ---------------------------------------------------------------- after the mission


def upkeep_in_short(events: Sequence[Event]) -> str:
    """Describe which bombers and crews are ready, which arrived, and who gained experience."""
    told = []
    for table, ready, waits in (
        ("bomber_repair", "repaired", "in repair"),
        ("crew_recovery", "fit again", "not fit yet"),
    ):
        rolled = [event.facts for event in events if event.facts.get("table") == table]
        for result, words in (("ready", ready), ("not_ready", waits)):
            names = [facts["why"] for facts in rolled if facts["shown"] == result]
            told += [f"{words}: {listed(names)}"] if names else []
    new = [event.facts["bomber"] for event in events if event.kind == "replacement"]
    told += [f"new: {listed(new)}"] if new else []
    risen: dict[str, list[str]] = {}
    for event in events:
        if event.kind == "crew_level":
            risen.setdefault(event.facts["level"], []).append(event.facts["crew"])
    told += [f"now {level}: {listed(crews)}" for level, crews in risen.items()]
    told += [
        narrate(event, WORDS).removesuffix(".")[:1].lower() + narrate(event, WORDS)[1:-1]
        for event in events
        if event.kind == "boards"
    ]
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


# ---------------------------------------------------------------- what is decisive


def _of_fire(facts: Mapping[str, Any]) -> str:
    """Return how decisive a look-up is: who shot whom down, and what a hit does to a bomber."""
    table, shown = facts["table"], facts["shown"]
    if table == "fighter_combat" and shown == "destroyed":
        is_theirs = re.search(r" i\d+$", facts["why"].partition(" at ")[2])
        return "good" if is_theirs else "bad"
    return "warn" if _is_damage(facts) else ""


def _points(facts: Mapping[str, Any]) -> str:
    return "good" if facts["amount"] > 0 else "bad" if facts["amount"] < 0 else ""


_OF_SQUADRON: dict[str, Any] = {
    **dict.fromkeys(("bomber_lost", "commander_lost", "me262_early"), "bad"),
    **dict.fromkeys(("p51_early", "crew_rescued"), "good"),
    **dict.fromkeys(("bomber_damaged", "bomber_hit_again", "loose"), "warn"),
    "look_up": _of_fire,
    "bomb_damage": lambda facts: "warn" if facts["damage"] == "no damage" else "good",
    "campaign_vp": _points,
}


def _for_squadron(tone: Any) -> Any:
    """Let a tone be that of the squadron, so that its enemy reads the opposite."""
    if callable(tone):
        return lambda facts: _for_squadron(tone(facts))
    return f"{tone} {SQUADRON}" if tone in ("good", "bad") else tone


TONES = {kind: _for_squadron(tone) for kind, tone in _OF_SQUADRON.items()}
"""How decisive each kind of event is for the squadron."""
