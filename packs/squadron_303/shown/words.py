"""Words for what happens: one for each kind of event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tabletop_core.events import Words, counted, listed

from ..questions.names import blades_words, symbol_words, symbols_words

Told: TypeAlias = Mapping[str, Any]
"""The facts of an event."""


def _draw(facts: Told) -> str:
    why = facts["why"]
    return f"{why[:1].upper()}{why[1:]}: {facts['name']}"


def _fight(facts: Told) -> str:
    return (
        f"{_who(facts)} attacks {facts['opponent']} at {facts['area']} "
        f"(ammunition left {facts['ammunition']})"
    )


def _who(facts: Told) -> str:
    return str(facts["colour"]).capitalize()


def _opponent(facts: Told) -> str:
    again = "attacks the same plane again" if facts["same"] else f"now attacks {facts['opponent']}"
    return f"Round {facts['number']}: {_who(facts)} {again}"


def _pilots(facts: Told) -> str:
    flying = listed(f"{name} flies with {pilot}" for name, pilot in facts["flying"].items())
    return f"{flying}; in the Reserve: {listed(facts['reserve']) or 'nobody'}"


def _squadron(facts: Told) -> str:
    """Report a squadron's planes, its area and its arrival."""
    arrival = f", {facts['arrival']}" if facts["arrival"] else ""
    return (
        f"Squadron {facts['squadron']} ({facts['mode']}) at {facts['area']}: "
        f"{facts['planes']}{arrival}"
    )


def _squadrons(names: Sequence[str]) -> str:
    return f"{'squadron' if len(names) == 1 else 'squadrons'} {listed(names)}"


def _declared(facts: Told) -> str:
    abilities = (f"{who}, {text}" for who, text in facts["abilities"].items())
    return f"Abilities of this turn: {'; '.join(abilities)}"


def _rolled(facts: Told) -> str:
    again = facts["again"]
    rerolled = f" ({'one' if again == 1 else again} rolled again)" if again else ""
    return f"{facts['who']} rolls {symbols_words(facts['faces'])}{rerolled}"


def _rolled_again(facts: Told) -> str:
    (face,) = facts["faces"]
    before = symbol_words(facts["before"])
    return f"A {before} of {facts['who']} is rolled again: {symbol_words(face)}"


def _placed_in_round(facts: Told) -> str:
    die, symbol, name = facts["die"], facts["symbol"], facts["name"]
    parts = []
    if die:
        as_symbol = f" as {symbol_words(symbol)}" if die == "success" else ""
        parts.append(f"places {symbol_words(die)}{as_symbol}")
    if name:
        parts.append(f"plays {name}")
    return f"{_who(facts)} {' and '.join(parts)}"


def _round(facts: Told) -> str:
    """Tell what came through on both sides of a round, and what it did."""
    who, plane, points = _who(facts), facts["plane"], facts["points"]
    ours = _less(facts["hits"], facts["german_evades"])
    done = ", no damage"
    if points:
        # The next event says that it is shot down.
        left = "-".join(map(str, facts["left"]))
        toughness = f", toughness left {left}" if left else ""
        done = f", {counted(points, 'point')} of damage{toughness}"
    theirs = _less(facts["german_hits"], facts["evades"])
    ignore = min(facts["ignored"], max(0, facts["german_hits"] - facts["evades"]))
    ignored = f", {ignore} ignored" if ignore else ""
    line = f"{who}, round {facts['number']}: {ours} on {plane}{done}"
    if facts["german_hits"]:
        taken = f"{counted(facts['taken'], 'point')} of damage" if facts["taken"] else "no damage"
        line += f"; {theirs} on {who}{ignored}, {taken}"
    return line


def _less(hits: int, evasions: int) -> str:
    """Write Hits and the Evasions that cancel some of them."""
    less = f" less {counted(evasions, 'Evasion')}" if evasions and hits else ""
    return f"{counted(hits, 'Hit')}{less}"


def _propellers(facts: Told) -> str:
    dice = listed(
        counted(number, f"{die} die", f"{die} dice") for die, number in facts["dice"].items()
    )
    blades = blades_words(facts["blades"])
    whose = facts["whose"]
    hits = f"{counted(len(facts['blades']), 'Hit')} ({blades})" if blades else "no Hit"
    return f"{whose[:1].upper()}{whose[1:]}, {dice}: {hits}"


def _moved(facts: Told) -> str:
    who, start, area = _who(facts), facts["start"], facts["area"]
    card = f" with {facts['card']}" if facts.get("card") else ""
    if start == area:
        done = f"{who} lands at {area}" if facts["landed"] else f"{who} takes off over {area}"
        return f"{done}{card}"
    landed = ", and lands" if facts["landed"] else ""
    if facts.get("broke_away"):
        return f"{who} breaks away at {start} and flies to {area}{card}{landed}"
    return f"{who} flies from {start} to {area}{card}{landed}"


def _served(facts: Told) -> str:
    repaired = listed(facts["repaired"])
    done = [f"repairs {repaired}"] if repaired else []
    done += [f"loads ammunition ({facts['ammunition']} now)"] if facts["armed"] else []
    return f"{_who(facts)} on the airfield {', and '.join(done)}"


def _by(facts: Told) -> str:
    by = f" by {facts['by'].capitalize()}" if facts["by"] else ""
    return f"{facts['plane']} is shot down{by}"


def _with_who(text: str) -> Callable[[Told], str]:
    """Write a line that begins with a player: `{who}` is the colour."""
    return lambda facts: text.format(who=_who(facts), **facts)


WORDS: Words = {
    "draw": _draw,
    "scenario": "{title}: {text}",
    "pilots": _pilots,
    "placed": _squadron,
    "unknown": "Squadron {squadron} at {area}: unknown planes",
    "aces": lambda facts: f"An ace flies with {_squadrons(facts['squadrons'])}",
    "leader": _with_who("{who} leads"),
    "event": "{title}: {text}",
    "event_won": "Event won: {title}",
    "event_failed": "Event failed: {title}",
    "declared": _declared,
    "drawn": lambda facts: f"{_who(facts)} draws {listed(facts['faces'])}",
    "helped": "{by}: {text}",
    "discarded": lambda facts: f"{_who(facts)} discards {listed(facts['names'])}",
    "start_changed": lambda facts: (
        f"{_who(facts)} starts at {facts['area']} for {counted(facts['cards'], 'card')}"
    ),
    "withdrawn": _with_who("{who}: {pilot} withdraws"),
    "moved": _moved,
    "must_stay": _with_who("{who} stays at {area}: leaving costs {cost}, movement {points}"),
    "revealed": "Squadron {squadron} at {area} is revealed",
    "fight": _fight,
    "rolled": _rolled,
    "rolled_again": _rolled_again,
    "placed_in_round": _placed_in_round,
    "sequence_alone": lambda facts: (
        f"{_who(facts)}'s card makes a sequence of its own: {symbol_words(facts['symbol'])}"
    ),
    "supported": lambda facts: (
        f"{_who(facts)} supports with {facts['name']}: {symbol_words(facts['symbol'])}"
    ),
    "struck_first": _with_who("{who} strikes first: the Luftwaffe's hits of this round are off"),
    "scouted": _with_who("{who} scouts with {names}"),
    "effect": lambda facts: (
        f"{facts['effect']} works with {counted(facts['sets'], 'set')}: {facts['text']}"
    ),
    "marked": lambda facts: f"{facts['plane']} gets {counted(facts['number'], 'Maneuver token')}",
    "opponent": _opponent,
    "token_kept": _with_who("{who} keeps a Maneuver token ({tokens})"),
    "token_off": "A Maneuver token comes off {plane}",
    "round": _round,
    "plane_down": _by,
    "damaged": _with_who("{who} is damaged ({damage} of {limit}): {title}, {text}"),
    "shot_down": _with_who("{who}: {pilot} is shot down at {area}"),
    "bonus_moves": "German morale rises: the squadrons at {area} and next to it make an extra move",
    "medal": "{pilot} receives a Medal: {why}",
    "medal_spent": _with_who("{who} spends a Medal: {on}"),
    "counterattack": "Counterattack at {area} by {planes}",
    "propellers": _propellers,
    "defended": _with_who("{who} cancels a {blade}-blade propeller with {name}"),
    "defended_twice": _with_who("{who} cancels a {blade}-blade propeller, too"),
    "struck": lambda facts: (
        f"{counted(facts['hits'], 'Hit')} on every friendly plane at {facts['area']}"
    ),
    "british_hit": lambda facts: (
        f"{facts['plane']}: damage {min(facts['damage'], facts['toughness'])} of "
        f"{facts['toughness']}"
    ),
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
    "ace": "{plane} leads squadron {squadron} as an ace: {title}, {text}",
    "ace_down": "The ace of squadron {squadron} is down: the ability is lost after this turn",
    "ace_goes": "{plane}, an ace, leads squadron {squadron} now: {title}",
    "first_level": _with_who("{who} begins at level {level} of Specialization: {group}"),
    "specialized": _with_who("{who} specializes: {group}, level {level}"),
    "level": _with_who("{who} reaches level {level} of Specialization: {group}"),
    "specialization_used": _with_who("{who} uses Specialization, level {level}"),
    "scenario_over": lambda facts: (
        f"{facts['title']} is {'won' if facts['result'] == 'win' else 'lost'}"
        f"{facts['why'] and ': '}{facts['why']}"
    ),
    "points": lambda facts: (
        f"{counted(facts['downed'], 'point')} for everyone, one for each German plane shot down"
    ),
    "chapter": "The Campaign goes on with Scenario {number}",
}
