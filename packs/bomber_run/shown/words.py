"""Words for the events of the game: who did what, with what result."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from tabletop_core import Words
from tabletop_core.events import listed

Told: TypeAlias = Mapping[str, Any]
"""The facts of an event."""


TOLD_ELSEWHERE = (" attacks ", " snap-shot at ", " base fire at ", " rams ", " defends", " bombs")
"""The purposes of rolls that have no line of their own: the line of the result shows their dice."""


def _roll(facts: Told) -> str:
    """Return the faces; only the dice for the row of a base are added up."""
    if any(what in facts["why"] for what in TOLD_ELSEWHERE):
        return ""
    faces = " ".join(map(str, facts["faces"]))
    total = f", total {facts['total']}" if len(facts["faces"]) > 1 and "total" in facts else ""
    return f"{facts['why'][:1].upper()}{facts['why'][1:]}: {faces}{total}."


def _assigned(facts: Told) -> str:
    points = [f"{points} to {name}" for name, points in facts["points"].items()]
    in_round = f"Round {facts['round']}: " if facts["round"] else ""
    side = facts["side"] if in_round else facts["side"].capitalize()
    return f"{in_round}{side} gives its points: {listed(points)}."


def _over(facts: Told) -> str:
    return f" over {listed(facts['over'])}" if facts["over"] else ""


def _moved(facts: Told) -> str:
    return f"{facts['aircraft']} flies{_over(facts)} to {facts['square']}, nose {facts['facing']}."


def _retreated(facts: Told) -> str:
    return f"{facts['aircraft']} flies{_over(facts)} off the board and is out of the game."


def _rolls(facts: Told) -> str:
    return f"{facts['attack']} against {facts['defence']}"


def _shot(facts: Told) -> str:
    """Return the end of a shot: the rolls, and who went down or missed."""
    if facts["hit"]:
        return f"{_rolls(facts)}, {facts['defender']} goes down."
    return f"{_rolls(facts)}, {facts['attacker']} misses."


def _battery(facts: Told) -> str:
    end = f"{facts['defender']} goes down" if facts["hit"] else "the guns miss"
    whose = facts["attacker"]
    return f"The guns of the {whose} base fire at {facts['defender']}: {_rolls(facts)}, {end}."


def _ram(facts: Told) -> str:
    attacker, defender, lost = facts["attacker"], facts["defender"], facts["lost"]
    result = "it hits" if facts["hit"] else "it fails"
    if len(lost) == 2:
        end = f"both {defender} and {attacker} go down"
    else:
        (down,) = lost
        end = f"{down} goes down, {defender if down == attacker else attacker} flies on"
    return f"{attacker} rams {defender}: {_rolls(facts)}, {result}; {end}."


def _bombs(facts: Told) -> str:
    end = "the base is destroyed" if facts["hit"] else "the bombs miss"
    bomber = facts["bomber"]
    target = "east" if bomber.startswith("W") else "west"
    return f"{bomber} bombs the {target} base: a {facts['roll']}, where 2 or more hits; {end}."


WORDS: Words = {
    "roll": _roll,
    "base": "The {side} base stands on {square}.",
    "deployed": "Both squadrons take off. {formation} a side.",
    "order": lambda facts: (
        f"{facts['chooser'].capitalize()} wins the roll; {facts['first']} goes first."
    ),
    "assigned": _assigned,
    "moved": _moved,
    "turned": "{aircraft} turns on the spot, nose {facing}: an acrobatic maneuver.",
    "retreated": _retreated,
    "blocked": "{aircraft} stays on {square}: friends block every way.",
    "attack": lambda facts: f"{facts['attacker']} attacks {facts['defender']}: {_shot(facts)}",
    "snap_shot": lambda facts: (
        f"{facts['attacker']} takes a snap-shot at {facts['defender']}: {_shot(facts)}"
    ),
    "held": "{attacker} has {defender} in its sights but holds its fire.",
    "ram": _ram,
    "battery": _battery,
    "bombs": _bombs,
}
