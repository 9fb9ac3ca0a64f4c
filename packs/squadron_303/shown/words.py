"""Words for what happens: one for each kind of event."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tabletop_core.events import Words, counted

Told: TypeAlias = Mapping[str, Any]
"""The facts of an event."""


def _draw(facts: Told) -> str:
    why = facts["why"]
    return f"{why[:1].upper()}{why[1:]}: {facts['name']}"


def _fight(facts: Told) -> str:
    return (
        f"{_who(facts)} attacks {facts['opponent']} at {facts['area']} "
        f"(ammunition {facts['ammunition']})"
    )


def _who(facts: Told) -> str:
    return str(facts["colour"]).capitalize()


def _opponent(facts: Told) -> str:
    again = "attacks the same plane again" if facts["same"] else f"now attacks {facts['opponent']}"
    return f"Round {facts['number']}: {_who(facts)} {again}"


def _round(facts: Told) -> str:
    ours = ", ".join(facts["symbols"]) or "nothing"
    theirs = ", ".join(facts["luftwaffe"]) or "no dice"
    ignored = f", ignored {facts['ignored']}" if facts["ignored"] else ""
    return (
        f"Round {facts['number']}: {_who(facts)} has {ours}; the Luftwaffe {theirs}. "
        f"Our hits {facts['hits']}, their Evasions {facts['german_evades']}; "
        f"their hits {facts['german_hits']}, our Evasions {facts['evades']}{ignored}"
    )


def _counterattack(facts: Told) -> str:
    dice = " and ".join(
        counted(number, f"{die} die", f"{die} dice") for die, number in facts["dice"].items()
    )
    return f"Counterattack at {facts['area']} by {facts['planes']}: {dice}"


def _propellers(facts: Told) -> str:
    blades = ", ".join(f"{blade}-blade" for blade in facts["blades"])
    return f"Propellers at {facts['area']}: {blades or 'none'}"


def _toughness(facts: Told) -> str:
    left = facts["toughness"][facts["damage"] :]
    state = f"still to come: {'-'.join(map(str, left))}" if left else "used up"
    return (
        f"{facts['plane']}: {counted(facts['hits'], 'hit')}, "
        f"{counted(facts['points'], 'point')} of damage; "
        f"toughness {state}"
    )


def _moved(facts: Told) -> str:
    who, start, area = _who(facts), facts["start"], facts["area"]
    if start == area:
        return f"{who} lands at {area}" if facts["landed"] else f"{who} takes off over {area}"
    landed = ", and lands" if facts["landed"] else ""
    if facts.get("broke_away"):
        return f"{who} breaks away at {start} and flies to {area}{landed}"
    return f"{who} flies from {start} to {area}{landed}"


def _served(facts: Told) -> str:
    done = {
        "card": "takes a card",
        "ammunition": f"takes ammunition, {facts['ammunition']} now",
        "repair": f"repairs {facts['token']}",
    }
    return f"{_who(facts)} on the airfield {done[facts['what']]}"


def _by(facts: Told) -> str:
    by = f" by {facts['by'].capitalize()}" if facts["by"] else ""
    return f"{facts['plane']} is shot down{by}"


def _with_who(text: str) -> Callable[[Told], str]:
    """Write a line that begins with a player: `{who}` is the colour."""
    return lambda facts: text.format(who=_who(facts), **facts)


WORDS: Words = {
    "draw": _draw,
    "scenario": "{title}: {text}",
    "placed": "Squadron {squadron}: {number} {aircraft} at {area}",
    "leader": _with_who("{who} leads"),
    "event": "{title}: {text}",
    "event_won": "Event won: {title}",
    "event_failed": "Event failed: {title}",
    "declared": _with_who("{who} will use the ability of {pilot}: {text}"),
    "helped": "{by}: {text}",
    "discarded": _with_who("{who} discards {name}"),
    "start_changed": _with_who("{who} starts at {area} for {cards} cards"),
    "withdrawn": _with_who("{who}: {pilot} withdraws"),
    "move_card": lambda facts: (
        f"{_who(facts)} plays {facts['name']} for {counted(facts['extra'], 'more area')}"
    ),
    "moved": _moved,
    "must_stay": _with_who("{who} stays at {area}: leaving costs {cost}, movement {points}"),
    "revealed": "Squadron {squadron} at {area} is revealed",
    "fight": _fight,
    "die_placed": _with_who("{who} places {die}"),
    "card_played": _with_who("{who} plays {name}"),
    "sequence_alone": _with_who("{who}'s card makes a sequence of its own: {symbol}"),
    "supported": _with_who("{who} supports with {name}: {symbol}"),
    "struck_first": _with_who("{who} strikes first: the Luftwaffe's hits of this round are off"),
    "scouted": _with_who("{who} scouts with {names}"),
    "effect": lambda facts: (
        f"{_who(facts)}: {facts['effect']}, {counted(facts['sets'], 'set')}; {facts['text']}"
    ),
    "marked": lambda facts: f"{facts['plane']} gets {counted(facts['number'], 'Maneuver token')}",
    "opponent": _opponent,
    "token_kept": _with_who("{who} keeps a Maneuver token ({tokens})"),
    "token_off": "A Maneuver token comes off {plane}",
    "round": _round,
    "plane_hit": _toughness,
    "plane_down": _by,
    "damaged": _with_who("{who} has damage {damage} of {limit}: {title}"),
    "shot_down": _with_who("{who}: {pilot} is shot down at {area}"),
    "bonus_move": "German morale rises: squadron {squadron} at {area} moves",
    "medal": "{pilot} receives a Medal: {why}",
    "medal_spent": _with_who("{who} spends a Medal: {on}"),
    "counterattack": _counterattack,
    "propellers": _propellers,
    "defended": _with_who("{who} cancels a {blade}-blade with {name}"),
    "defended_twice": _with_who("{who} cancels a {blade}-blade too"),
    "struck": lambda facts: (
        f"{counted(facts['hits'], 'hit')} on every friendly plane at {facts['area']}"
    ),
    "british_hit": "{plane}: damage {damage} of {toughness}",
    "british_landed": "British planes that land: {planes}",
    "squadron_moved": "Squadron {squadron} flies from {start} to {end}: {planes}",
    "token_moved": "Unknown squadron {squadron} moves to {area}",
    "gone_home": "Squadron {squadron} is home with {planes}",
    "joined": "Squadron {squadron} has a new escort: {planes}",
    "patrolling": "Without bombers, squadron {squadron} flies on as a patrol: {planes}",
    "turned_home": "Squadron {squadron} turns for home",
    "bombs": "{plane} bombs {area}: damage {damage} of {toughness}",
    "destroyed": "{area} is destroyed",
    "served": _served,
    "new_pilot": _with_who("{who}: {pilot} takes over"),
    "ace": "{plane} leads squadron {squadron} as an ace: {title}",
    "ace_down": "The ace of squadron {squadron} is down",
    "first_level": _with_who("{who} begins at level {level} of Specialization: {group}"),
    "specialized": _with_who("{who} specializes: {group}, level {level}"),
    "level": _with_who("{who} reaches level {level} of Specialization: {group}"),
    "specialization_used": _with_who("{who} uses Specialization, level {level}"),
    "scenario_over": "{title} is over: {result}, {why}",
    "points": lambda facts: (
        f"{counted(facts['downed'], 'point')} for everyone, one for each German plane shot down"
    ),
    "chapter": "The Campaign goes on with Scenario {number}",
}
