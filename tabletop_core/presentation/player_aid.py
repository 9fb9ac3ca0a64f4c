"""What is in a game: the player aid as plain data and in words."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.identity import Identity
    from ..engine.pack_data import PackData
    from ..plugins.packs import Pack

PROVENANCE = {
    "rulebook": "as the rulebook states",
    "rulebook-example": "seen in an example of the rulebook",
    "public": "from public sources",
    "public-analog": "after a public game of the same kind",
    "reconstructed": "made up to fit; override it with the printed values by --overlay",
    "original": "by the author of this game",
}
"""The meaning of each kind of origin of a value."""


def player_count(players: tuple[int, int]) -> str:
    """Write the number of players: `1`, `1-2`."""
    least, most = players
    return str(least) if least == most else f"{least}-{most}"


WEIGHT_WORDS = {1: "light", 2: "easy", 3: "medium", 4: "heavy", 5: "very heavy"}
"""How much there is to learn, in a word."""


def minutes_words(minutes: tuple[int, int] | None) -> str:
    """Write how long a game takes: `15 to 25 minutes`; nothing where that is not known.

    >>> minutes_words((5, 10)), minutes_words((120, 240)), minutes_words((10, 10))
    ('5 to 10 minutes', '2 to 4 hours', '10 minutes')
    """
    return " ".join(minutes_parts(minutes)) if minutes else ""


def minutes_parts(minutes: tuple[int, int], between: str = " to ") -> tuple[str, str]:
    """Return how long a game takes as a number and its unit: hours from 100 minutes on.

    >>> minutes_parts((15, 25), "-")
    ('15-25', 'minutes')
    """
    unit, numbers = "minutes", [f"{number}" for number in minutes]
    if minutes[0] >= 100:
        unit, numbers = "hours", [f"{round(number / 30) / 2:g}" for number in minutes]
    return between.join(dict.fromkeys(numbers)), unit


def size_words(identity: "Identity") -> str:
    """Return how many play a game, how long, and how much there is to learn, in a line."""
    count = player_count(identity.players)
    words = [
        f"{count} {'player' if count == '1' else 'players'}",
        minutes_words(identity.minutes),
        WEIGHT_WORDS.get(identity.weight or 0, ""),
    ]
    return ", ".join(filter(None, words))


def pack_json(pack: "Pack") -> dict[str, Any]:
    """Return a pack as plain data, without loading its rules."""
    identity = pack.identity
    return {
        "id": pack.id,
        "title": identity.title,
        "players": list(identity.players),
        "minutes": list(identity.minutes) if identity.minutes else None,
        "weight": identity.weight,
        "modes": list(identity.modes),
        "version": identity.version,
        "summary": identity.summary,
        "origin": pack.origin,
    }


def aid_json(game: "Game[Any]", data: "PackData") -> dict[str, Any]:
    """Return the player aid of a game as plain data."""
    from ..bots.seating import difficulties
    from ..bots.simple import bots_of
    from .rulebook import ruling_json, ruling_texts
    from .sequence import sequence_json

    return {
        "id": game.id,
        "title": game.title,
        "players": list(game.identity.players),
        "minutes": list(game.identity.minutes) if game.identity.minutes else None,
        "weight": game.identity.weight,
        "setups": [
            {
                "id": setup.id,
                "title": setup.title,
                "about": setup.about,
                "options": dict(setup.options),
            }
            for setup in game.all_setups
        ],
        "difficulty": difficulties(game),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "help": option.help,
                "group": option.group,
                "when": {name: list(values) for name, values in option.when.items()},
            }
            for option in game.options
        ],
        "sequence": [sequence_json(game.program.sequence)],
        "rules": [
            {"rule": rule.number, "title": rule.title, "where": rule.where} for rule in game.rules
        ],
        "rulings": [ruling_json(text) for text in ruling_texts(game)],
        "provenance": dict(data.provenance),
        "tables": list(data.tables),
        "glossary": {word.id: word.text for word in data.glossary},
        "bots": list(bots_of(game)),
    }


def provenance_lines(data: "PackData") -> list[str]:
    """Say where the values of a game come from, and how many come from each source."""
    if not data.provenance:
        return ["This game has no data files."]
    lines = ["Where the values come from:"]
    for kind, number in data.provenance.items():
        lines.append(f"  {kind}: {number}, {PROVENANCE.get(kind, 'kind unknown')}")
    if data.overlaid:
        lines.append(f"  Replaced by overlays: {', '.join(data.overlaid)}")
    return lines


def components(data: "PackData") -> list[str]:
    """Return the content of the box: a line for each chart and each kind of piece."""
    lines = []
    for table in data.tables.values():
        dice = f" ({table.dice})" if getattr(table, "dice", None) else ""
        lines.append(f"chart {table.id}: {table.title}{dice}")
    for title, names in _pieces(data):
        lines.append(f"{title} ({len(names)}): {', '.join(folded(dict.fromkeys(names)))}")
    return lines or ["none besides the rules"]


def _pieces(data: "PackData") -> list[tuple[str, list[str]]]:
    """Return the named pieces, grouped by data file."""
    left = dict(data.names)
    found = []
    for title, ids in data.pieces.items():
        names = [left.pop(name) for name in ids if name in left]
        if names:
            found.append((title, names))
    if left:
        found.append(("Other named pieces" if found else "Named pieces", list(left.values())))
    return found


def folded(names: Iterable[str]) -> list[str]:
    """Write names that differ only in consecutive numbers as one.

    >>> folded(["Ford 7", "Volley 1", "Volley 2", "Volley 3"])
    ['Ford 7', 'Volley 1 to 3']
    >>> folded(["0 planes", "1 planes", "2 planes"])
    ['0 to 2 planes']
    """
    found: list[tuple[str, str, list[str]]] = []
    for name in names:
        before, number, after = _parts(name)
        if number and found:
            first, last, numbers = found[-1]
            if (first, last) == (before, after) and int(numbers[-1]) + 1 == int(number):
                numbers.append(number)
                continue
        found.append((before, after, [number]))
    return [
        f"{before}{numbers[0]}{f' to {numbers[-1]}' if len(numbers) > 1 else ''}{after}"
        for before, after, numbers in found
    ]


def _parts(name: str) -> tuple[str, str, str]:
    """Split a name around the number that it begins or ends with."""
    match = re.fullmatch(r"(\d+)( .*)", name) or re.fullmatch(r"(.* )(\d+)", name)
    if match is None:
        return name, "", ""
    first, last = match.groups()
    return ("", first, last) if first.isdigit() else (first, last, "")
