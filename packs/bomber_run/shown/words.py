"""Words for the events of the game."""

from collections.abc import Mapping
from typing import Any

from tabletop_core import Words


def _result(facts: Mapping[str, Any]) -> str:
    sign = ">=" if facts["attack"] >= facts["defence"] else "<"
    result = "destroyed" if facts["hit"] else "missed"
    return f"{facts['attack']} {sign} {facts['defence']}, {facts['defender']} {result}"


WORDS: Words = {
    "base": "The {side} base stands on {square}.",
    "deployed": "Aircraft take off. {formation}.",
    "order": "{chooser} wins the roll; {first} goes first.",
    "assigned": lambda facts: (
        f"{facts['side']} assigns "
        + ", ".join(f"{points} to {name}" for name, points in facts["points"].items())
    ),
    "moved": "{aircraft} flies to {square}, nose {facing}.",
    "turned": "{aircraft} rolls over, nose {facing}.",
    "retreated": "{aircraft} leaves the board and is out of the game.",
    "blocked": "{aircraft} has no square to go to and stays where it is.",
    "attack": lambda facts: f"{facts['attacker']} attacks {facts['defender']}: {_result(facts)}",
    "snap_shot": lambda facts: (
        f"Snap-shot of {facts['attacker']} at {facts['defender']}: {_result(facts)}"
    ),
    "ram": lambda facts: f"{facts['attacker']} rams {facts['defender']}: {_result(facts)}",
    "battery": lambda facts: f"Anti-aircraft fire at {facts['defender']}: {_result(facts)}",
    "destroyed": "{aircraft} goes down.",
    "bombs": lambda facts: (
        f"{facts['bomber']} bombs the base: {facts['roll']}, "
        + ("the base is destroyed" if facts["hit"] else "a miss (1)")
    ),
}
