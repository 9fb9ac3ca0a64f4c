"""Events in words.

Words are made from events by `narrate`; nothing ever reads words back.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from ..dice.notation import parse_dice
from ..errors import PackError
from .event import EVERYONE, Event

Words: TypeAlias = Mapping[str, str | Callable[..., str]]
"""The words for each kind of event: a format string over its facts, a function of them, or a
function of the facts and of `name`, which returns the name of an id."""

Tones: TypeAlias = Mapping[str, str | Callable[[Mapping[str, Any]], str]]
"""The tone of each kind of event: `good`, `bad`, `warn`, `quiet`, or a function of its facts.

Where sides play against each other it names a seat, as `good west`: then it is bad for the others.
"""

_NONE: Mapping[str, str] = {}


def signed(number: int) -> str:
    """Write a modifier with its sign: +1, -2, 0."""
    return f"{number:+d}" if number else "0"


def counted(number: float, one: str, many: str = "") -> str:
    """Write a number of things.

    >>> counted(1, "tank"), counted(0, "box", "boxes")
    ('1 tank', '0 boxes')
    >>> counted(-1, "point"), counted(1.5, "hour"), counted(1.0, "hour")
    ('-1 point', '1.5 hours', '1 hour')
    """
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def as_prose(text: str) -> str:
    """Write small numbers in words where they begin a sentence.

    >>> as_prose("6 fighters came, 2 by night. 12 fell. No. 5 burnt. 13 went home.")
    'Six fighters came, 2 by night. Twelve fell. No. 5 burnt. 13 went home.'
    >>> as_prose("7 of the 9 bombers land. 2 of 13 do not.")
    'Seven of the nine bombers land. Two of 13 do not.'
    """

    def in_words(found: re.Match[str]) -> str:
        first, of, second = found.groups(default="")
        return _NUMBERS[first].capitalize() + of + _NUMBERS.get(second, second)

    return _FIRST_NUMBER.sub(in_words, text)


_NUMBERS = {
    "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six",
    "7": "seven", "8": "eight", "9": "nine", "10": "ten", "11": "eleven", "12": "twelve",
}  # fmt: skip
_FIRST_NUMBER = re.compile(r"(?:^|(?<=[^oO][.!?] ))([1-9]|1[0-2])(?:( of (?:the )?)(\d+))?(?= \w)")


def listed(names: Iterable[object], joint: str = "and") -> str:
    """Write names as a list in a sentence.

    >>> listed(["fire"]), listed(["w1", "w2", "w3"]), listed(["east", "west"], "or")
    ('fire', 'w1, w2 and w3', 'east or west')
    """
    *most, last = [str(name) for name in names] or [""]
    return f"{', '.join(most)} {joint} {last}" if most else last


def said(name: str) -> str:
    """Write an id as words: `no_signal` becomes *no signal*."""
    return name.replace("_", " ")


def chart_words(title: str, chart: str) -> str:
    """Name a chart by its title, and by its printed number where it has one.

    >>> chart_words("Offensive fire", "5-9"), chart_words("Going on oxygen", "oxygen")
    ('Offensive fire [5-9]', 'Going on oxygen')
    """
    return f"{title} [{printed_number(chart)}]" if chart[:1].isdecimal() else title


def printed_number(name: str) -> str:
    """Return the number of a chart or a rule without the words that distinguish several of it.

    >>> printed_number("4-9.g.aft"), printed_number("7.2"), printed_number("oxygen")
    ('4-9.g', '7.2', 'oxygen')
    """
    return _WORDS_BEHIND.sub("", name) if name[:1].isdecimal() else name


_WORDS_BEHIND = re.compile(r"(\.[a-z_]{2,})+$")


def dice_words(roll: str) -> str:
    """Write dice that are halved as words, also where it follows what they showed.

    >>> dice_words("2d6//2 (5, 2) = 3"), dice_words("1d6/^2"), dice_words("3d6*2")
    ('half of 2d6, rounded down (5, 2) = 3', 'half of 1d6, rounded up', '3d6 × 2')
    """
    roll = _HALF.sub(lambda found: f"half of {found[1]}, rounded {_WAYS[found[2]]}", roll)
    return roll.replace("*", " × ")


_WAYS = {"//": "down", "/^": "up"}
_HALF = re.compile(r"(\w+)(//|/\^)2\b")


IN_ROLL_WORDS = ("why", "who", "dice", "faces", "total")
"""The facts of a roll that its line says."""


def _roll(facts: Mapping[str, Any], name: Callable[[str], str]) -> str:
    why = f"{facts['why']}: " if facts.get("why") else ""
    who = f"{name(facts['who'])} " if facts.get("who") else ""
    if "total" not in facts:
        return f"{why}{who}rolls {facts['dice']}: {' '.join(map(str, facts['faces']))}"
    return (
        f"{why}{who}rolls {dice_words(str(parse_dice(facts['dice']).from_faces(facts['faces'])))}"
    )


def _look_up(facts: Mapping[str, Any]) -> str:
    why = f"{facts['why']}: " if facts.get("why") else ""
    parts = [why + chart_words(facts["title"], facts["table"])]
    if facts.get("column"):
        parts.append(f"column {span_words(facts['column'])}")
    if facts.get("dice"):
        parts += [f"rolls {dice_words(one['dice'])}, again" for one in facts.get("before", ())]
        parts.append(f"rolls {dice_words(facts['dice'])}")
    elif "natural" in facts:
        parts.append(f"at {facts['natural']}")
    moves = facts.get("moves", {})
    modifiers = facts["modifiers"]
    parts += [_modifier(amount, moves.get(name, ""), why) for name, amount, why in modifiers]
    if facts.get("override"):
        parts.append(facts["override"])
    elif any(name not in moves for name, _, _ in modifiers):
        parts.append(f"total {facts['total']}")
    if "row" in moves.values() and facts["row"]:
        parts.append(f"row {span_words(facts['row'])}")
    text = "; ".join(parts) + f" -> {said(facts['shown'])}"
    return text + "".join(f" ({said(note)})" for note in facts.get("notes", ()))


def span_words(label: str) -> str:
    """Write the label of a row or column as words: `9..` becomes *9 or more*."""
    least, dots, most = label.partition("..")
    if not dots:
        return said(label)
    if least and most:
        return f"{least} to {most}"
    return f"{least} or more" if least else f"{most} or less"


def _modifier(amount: int, moved: str, why: str) -> str:
    if not moved:
        return f"{signed(amount)} {why}"
    return f"{signed(amount)} {moved}{'' if abs(amount) == 1 else 's'} for {why}"


def _draw(facts: Mapping[str, Any]) -> str:
    why = f"{facts['why']}: " if facts.get("why") else ""
    return f"{why}draws {facts['name']}"


def _draw_up(facts: Mapping[str, Any], name: Callable[[str], str]) -> str:
    shuffled = facts["shuffled"]
    after = f", after shuffling {counted(shuffled, 'discard')}" if shuffled else ""
    return f"{name(facts['who'])} draws {counted(facts['number'], 'card')}{after}"


def _cards(verb: str) -> Callable[[Mapping[str, Any], Callable[[str], str]], str]:
    """Return the words of an event in which somebody does something with cards."""

    def words(facts: Mapping[str, Any], name: Callable[[str], str]) -> str:
        cards = piled(map(name, facts["cards"] if "cards" in facts else [facts["card"]]))
        price = f" for {facts['price']}" if "price" in facts else ""
        return f"{name(facts['who'])} {verb} {cards}{price}"

    return words


def piled(names: Iterable[str]) -> str:
    """Write names as a list in a sentence, equal ones once with their number.

    >>> piled(["Coin", "Farm", "Coin"])
    '2 x Coin and Farm'
    """
    counts = Counter(names)
    return listed(f"{count} x {name}" if count > 1 else name for name, count in counts.items())


def _undone(facts: Mapping[str, Any]) -> str:
    shown = ", ".join(map(str, facts["revealed"]))
    return f"undone: {facts['words']}" + (f" (had shown: {shown})" if shown else "")


def _end(facts: Mapping[str, Any]) -> str:
    who = facts.get("winner")
    places = facts.get("places", ())
    wins = "win" if places and len(places[0]) > 1 else "wins"
    winner = f", {who} {wins}" if who and who != EVERYONE else ""
    if len(places) > 2:
        winner += f"; places: {places_in_words(places)}"
    why = f": {facts['why']}" if facts.get("why") else ""
    return f"The game is over ({said(facts['outcome'])}{winner}){why}"


def places_in_words(places: Sequence[Sequence[str]]) -> str:
    """Write the places of a game as words.

    >>> places_in_words([["ann"], ["bob", "cat"], ["dan"]])
    '1 ann, 2 bob and cat, 4 dan'
    """
    number, words = 1, []
    for seats in places:
        words.append(f"{number} {listed(seats)}")
        number += len(seats)
    return ", ".join(words)


def _bid(facts: Mapping[str, Any], name: Callable[[str], str]) -> str:
    who, bid = name(facts["who"]), facts["bid"]
    return f"{who} passes" if bid == "pass" else f"{who} bids {name(bid)}"


CORE_WORDS: Words = {
    "roll": _roll,
    "look_up": _look_up,
    "draw": _draw,
    "draw_up": _draw_up,
    "drawn": _cards("has drawn"),
    "play_cards": _cards("plays"),
    "discard": _cards("discards"),
    "gain": _cards("gains"),
    "trash": _cards("trashes"),
    "buy": _cards("buys"),
    "bid": _bid,
    "refill": lambda facts, name: f"For sale now: {piled(map(name, facts['cards']))}",
    "undone": _undone,
    "end": _end,
}


def narrate(event: Event, words: Words, names: Mapping[str, str] = _NONE) -> str:
    """Turn an event into a line of words.

    Args:
        words: maps the kind of an event to a format string over its facts, or to a function.
        names: the names of ids, such as `PackData.names`; a format string uses them for the ids
            among the facts.

    An event without words is shown by its kind and facts, so nothing is hidden by omission.
    Empty words leave an event out of the log on purpose, because another one covers it, such as one
    line for all dice of a barrage.

    Raises:
        PackError: the words do not fit the facts, or a function returns no text.
    """
    how = words.get(event.kind, CORE_WORDS.get(event.kind))
    if how is None:
        facts = ", ".join(f"{key} {value}" for key, value in event.facts.items())
        return f"{event.kind}: {facts}" if facts else event.kind
    if isinstance(how, str):
        return filled(
            how, {key: _named(fact, names) for key, fact in event.facts.items()}, event.kind
        )
    if _takes_names(how):
        line = how(event.facts, lambda thing: names.get(thing, thing))
    else:
        line = how(event.facts)
    if not isinstance(line, str):
        raise PackError(f"the words of event {event.kind!r} are {line!r}; return a text")
    return line


def filled(text: str, facts: Mapping[str, Any], kind: str) -> str:
    """Fill the facts of an event of this kind in a format string.

    Raises:
        PackError: it names a fact that the event lacks, or writes one as it cannot be written.
    """
    try:
        return text.format_map(facts)
    except (LookupError, AttributeError, ValueError, TypeError) as error:
        raise PackError(
            f"the words of event {kind!r}, {text!r}, fail with {type(error).__name__}: {error}; "
            f"use the facts it has: {', '.join(facts) or 'none'}"
        ) from error


def _named(fact: Any, names: Mapping[str, str]) -> Any:
    """Return a fact with its ids replaced by their names, in lists too."""
    if isinstance(fact, str):
        return names.get(fact, fact)
    if type(fact) in (list, tuple):
        return type(fact)(_named(part, names) for part in fact)
    return fact


@cache
def _takes_names(how: Callable[..., str]) -> bool:
    """Return whether a function of facts wants to know the names too."""
    try:
        parameters = inspect.signature(how).parameters.values()
    except (TypeError, ValueError):
        return False
    needed = [p for p in parameters if p.default is p.empty and p.kind in (0, 1)]
    return len(needed) > 1
