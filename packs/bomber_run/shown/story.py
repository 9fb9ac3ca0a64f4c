"""How a game went, for its last page."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletop_core import Event
from tabletop_core.events import Fate, Story, Told, counted, listed

from ..data import Formation
from ..state import BASE_DESTROYED, InPlay, enemy_of
from .in_short import LOSSES
from .names import capital, pilot

MAX_BEST = 3
"""How many pilots are named for as many kills."""


def strength(formation: Formation) -> str:
    """Return the aircraft of a side: *6 fighters and a bomber*."""
    bombers = len(formation.bombers)
    flown = "a bomber" if bombers == 1 else f"{bombers} bombers"
    return f"{counted(len(formation.fighters), 'fighter')} and {flown}"


def story(play: InPlay, events: Sequence[Event], told: Told) -> Story:
    """Tell the fight: both sides, their losses, the best shot, the bombs, and how it ended."""
    return Story(
        title=title_of(play),
        text=" ".join(paragraph(play, events, told)),
        fates=tuple(fates(play, events, told)),
    )


def title_of(play: InPlay) -> str:
    outcome = play.outcome
    if outcome is None or not outcome.winner:
        return "Nobody holds the sky"
    if outcome.kind == BASE_DESTROYED:
        return f"The {enemy_of(outcome.winner)} base is destroyed"
    return f"{capital(outcome.winner)} holds the sky"


def paragraph(play: InPlay, events: Sequence[Event], told: Told) -> Iterator[str]:
    formation = play.data.board.formation_of(play.options["formation"])
    (order,) = (one.facts for one in events if one.kind == "order")
    yield f"{capital(strength(formation))} took off on each side, and {order['first']} flew first."
    yield losses_in_words(play, events)
    kills = kills_of(events)
    most = max(kills.values(), default=0)
    best = [pilot(told, name) for name, number in kills.items() if number == most]
    if most > 1 and len(best) <= MAX_BEST:
        yield f"{listed(best)} shot down {most}{' each' if len(best) > 1 else ''}."
    drops = [one.facts for one in events if one.kind == "bombs"]
    misses = sum(not drop["hit"] for drop in drops)
    if misses:
        times = {1: "once", 2: "twice"}.get(misses, f"{misses} times")
        yield f"The bombs missed a base {times}."
    yield f"In round {play.rounds} {ending(play, told, drops)}."


def ending(play: InPlay, told: Told, drops: Sequence[Mapping[str, Any]]) -> str:
    winner = play.outcome.winner if play.outcome else None
    if winner is None:
        return "both sides lost their last aircraft at once"
    loser = enemy_of(winner)
    if drops and drops[-1]["hit"]:
        return f"{pilot(told, drops[-1]['bomber'])} destroyed the {loser} base"
    return f"{loser} lost its last aircraft"


def losses_in_words(play: InPlay, events: Sequence[Event]) -> str:
    """Return how many aircraft each side lost, and how many flew off the board instead."""
    planes = play.state.aircraft
    gone = Counter(plane.side for plane in planes.values() if plane.at is None)
    flown = Counter(planes[one.facts["aircraft"]].side for one in events if one.kind == "retreated")
    lost = gone - flown
    told = f"In {counted(play.rounds or 0, 'round')} "
    if lost:
        told += f"west lost {lost['west'] or 'no'} aircraft and east {lost['east'] or 'none'}"
    else:
        told += "neither side lost an aircraft"
    if flown:
        sides = listed([f"{flown[side]} of {side}" for side in ("west", "east") if flown[side]])
        told += f"; {sides} flew off the board"
    return f"{told}."


def kills_of(events: Sequence[Event]) -> Counter[str]:
    """Return how many enemies each aircraft has shot down."""
    shots = [one.facts for one in events if one.kind in ("attack", "snap_shot")]
    return Counter(facts["attacker"] for facts in shots if facts["hit"])


def fates(play: InPlay, events: Sequence[Event], told: Told) -> Iterator[Fate]:
    """Yield what became of each pilot."""
    lost = {name: end for event in events for name, end in ends_in(event).items()}
    kills = kills_of(events)
    for name in play.state.aircraft:
        won = f", {counted(kills[name], 'kill')}" if kills[name] else ""
        tone = "bad" if name in lost else "good"
        end = lost.get(name, "still flying") + won
        yield Fate(f"{told.person(name)}, {name}", end, tone, told.number(name))


def ends_in(event: Event) -> dict[str, str]:
    """Return the aircraft lost in an event, each with its fate."""
    facts = event.facts
    if event.kind == "retreated":
        return {facts["aircraft"]: "flew off the board"}
    if event.kind == "ram":
        how = {
            facts["attacker"]: f"lost in ramming {facts['defender']}",
            facts["defender"]: f"rammed by {facts['attacker']}",
        }
        return {name: how[name] for name in facts["lost"]}
    if event.kind in LOSSES and facts["hit"]:
        by = "the guns of the {} base" if event.kind == "battery" else "{}"
        return {facts["defender"]: f"shot down by {by.format(facts['attacker'])}"}
    return {}
