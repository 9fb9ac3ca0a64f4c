"""Words for the events of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tabletop_core.events import Words, counted


def _list(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"


def _points(damage: int) -> str:
    return "a miss" if not damage else f"{damage} damage"


TURNED_UP = {"an item to start with": "Item to start with"}
"""The label of a card that is not the card of the turn."""


def rolled(facts: Mapping[str, Any]) -> str:
    """Return the faces, which are never added up."""
    return f"{facts['why'].capitalize()}: {' '.join(map(str, facts['faces']))}."


def drawn(facts: Mapping[str, Any]) -> str:
    """Name a card; the line of a course correction names the card that it avoids."""
    if facts["why"] == "course correct":
        return ""
    return f"{TURNED_UP.get(facts['why'], 'Card')}: {facts['name']}."


def _rallied(facts: Mapping[str, Any]) -> str:
    text = "The crew rallies" + (
        f"; ready again: {_list(facts['ready'])}" if facts["ready"] else ""
    )
    return text + (f"; in shock: {_list(facts['exhausted'])}." if facts["exhausted"] else ".")


def _initiative(facts: Mapping[str, Any]) -> str:
    text = f"Initiative: yours {facts['ours']}, theirs {facts['theirs']}; "
    if not facts["focus"]:
        return text + "nobody has focus."
    side = "you have" if facts["focus"] > 0 else "the enemy has"
    return text + f"{side} focus +{abs(facts['focus'])}."


def _left(facts: Mapping[str, Any]) -> str:
    if facts["out_of_range"]:
        return f"{facts['enemy']} is out of range and leaves."
    fired = "has fired and leaves" if facts["has_attacked"] else "leaves without firing"
    return f"{facts['enemy']} {fired}."


def _target(facts: Mapping[str, Any]) -> str:
    if facts["enemies"]:
        return f"The target is in sight. Still on display: {_list(facts['enemies'])}."
    return "The target is in sight."


def _bombs(facts: Mapping[str, Any]) -> str:
    targets = " ".join(map(str, facts["targets"]))
    return f"Bombing run: targets {targets}, {counted(facts['rerolls'], 're-roll')}."


def _locked(facts: Mapping[str, Any]) -> str:
    still = " ".join(map(str, facts["open"])) or "none"
    return f"A {facts['bomb']} is locked in on target {facts['target']}; still open: {still}."


def damage_of(place: str, man: str) -> str:
    """Say whose damage a man repairs."""
    return "his own damage" if place == man else f"the damage of the {place}"


def _of_place(text: str) -> Callable[[Mapping[str, Any]], str]:
    """Write a line that begins with a place."""

    def tell(facts: Mapping[str, Any]) -> str:
        line = text.format(**facts)
        return line[:1].upper() + line[1:]

    return tell


WORDS: Words = {
    "draw": drawn,
    "roll": rolled,
    "engines_damaged": lambda facts: f"Damaged at the start: {_list(facts['engines'])}.",
    "deck": "{title}. {cards} cards lie on the way to {target}.",
    "target_in_sight": _target,
    "relieved": "{enemy} is relieved.",
    "kept": "{item} is kept.",
    "ongoing": "{event} stays for the rest of the game. {text}",
    "ignored": "{event} is ignored.",
    "impossible": "{event} cannot happen, because of {why}.",
    "suffered": "{event}: {text}",
    "comes_true": "{event}: {text}",
    "brought_back": "One of {cards} discarded cards is on top of the deck again.",
    "rallied": _rallied,
    "no_effect": _of_place("{place}: nothing left to damage."),
    "minor_damage": _of_place("{place}: minor damage."),
    "man_lost": "{place}: major damage, the man is lost. Cubes left: {cubes}.",
    "engine_lost": _of_place("{place}: major damage, the engine is lost. Cubes left: {cubes}."),
    "used": "{item} is used.",
    "turned_over": "The {what} showing {face} is turned over to {now}.",
    "healed": lambda facts: f"Bandaged: {_list(facts['men'])}.",
    "readied": lambda facts: f"Ready again: {_list(facts['men'])}.",
    "disregarded": "The hit on the {place} is disregarded.",
    "recognised": "{enemy}: initiative is now {initiative}.",
    "initiative": _initiative,
    "raised": "Die {face} becomes {now} ({why}).",
    "fired": lambda facts: (
        f"{facts['gunner']} fires a {facts['die']} at {facts['enemy']}: {_points(facts['damage'])}."
    ),
    "escort": "Escort fighters attack {enemy}: 1 damage.",
    "shot_down": "{enemy} is shot down.",
    "maneuvered": "The {pilot} turns the bomber: the {gunner} sees every aircraft.",
    "repaired": lambda facts: (
        f"The {facts['man']} repairs {damage_of(facts['place'], facts['man'])}."
    ),
    "avoided": "Course corrected: {card} is avoided.",
    "enemy_raised": lambda facts: (
        f"The jet raises the enemy dice to {', '.join(map(str, facts['now']))}."
    ),
    "evaded": "The {man} evades: the die counts {now}.",
    "attacked": lambda facts: (
        f"{facts['enemy']} attacks with {facts['die']}: {_points(facts['damage'])}."
    ),
    "no_dice_left": lambda facts: f"No enemy die is left: no attack by {_list(facts['enemies'])}.",
    "left": _left,
    "turned_away": "{enemy} turns away before the target.",
    "bombing_run": _bombs,
    "locked": _locked,
    "bombs_kept": lambda facts: f"Kept unchanged: {' '.join(map(str, facts['bombs']))}.",
    "score": lambda facts: (
        f"Score {facts['score']}: {counted(facts['cubes'], 'cube')} and "
        f"{counted(facts['bombs'], 'bomb')}. {facts['rating']}."
    ),
}
