"""`tabletop info`: the player aid of a game."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..screen.style import count
from ..settings import Settings
from .packs import player_count

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...engine.pack_data import PackData
    from ..screen.style import Style


def info(
    ctx: typer.Context,
    pack: Annotated[str, typer.Argument(metavar="PACK", help="Id of the game; see `packs`.")],
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="The interpretations taken, with their reasons.")
    ] = False,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Where the values come from, and how many.")
    ] = False,
    overlay: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A TOML file of values laid over those of the pack."),
    ] = None,
) -> None:
    """Tell what is in a game: sequence of play, options, charts, rulings.

    With --rulings or --provenance only that part is told.
    """
    settings: Settings = ctx.obj
    game = settings.game(pack)
    data = game.load_data(overlay or ())
    if as_json:
        print(json.dumps(_plain(game, data), indent=2, ensure_ascii=False))
        return
    lines: list[str] = []
    if rulings:
        lines += _rulings(game, settings.style)
    if provenance:
        lines += _provenance(data)
    for line in lines or _aid(game, data, settings.style):
        print(line)


def _plain(game: "Game[Any]", data: "PackData") -> dict[str, Any]:
    from ...bots.simple import bots_of
    from ..screen.tree import sequence_json

    return {
        "id": game.id,
        "title": game.title,
        "players": list(game.identity.players),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "help": option.help,
            }
            for option in game.options
        ],
        "sequence": [sequence_json(game.program.sequence)],
        "rules": [
            {"rule": rule.number, "title": rule.title, "where": rule.where} for rule in game.rules
        ],
        "rulings": [
            {"rule": ruling.rule, "ruling": ruling.ruling, "why": ruling.why}
            for ruling in game.all_rulings
        ],
        "provenance": dict(data.provenance),
        "tables": list(data.tables),
        "bots": list(bots_of(game)),
    }


def _rulings(game: "Game[Any]", style: "Style") -> list[str]:
    rulings = game.all_rulings
    if not rulings:
        return [f"{game.title}: no rule needed an interpretation."]
    lines = [f"{game.title}: interpretations taken"]
    for ruling in rulings:
        lines += style.wrap(f"{ruling.rule}: {ruling.ruling}", "  ", "      ")
        lines += style.wrap(f"Reason: {ruling.why}", "      ")
    return lines


_MEANING = {
    "rulebook": "as the rulebook states",
    "rulebook-example": "seen in an example of the rulebook",
    "public": "from public sources",
    "public-analog": "after a public game of the same kind",
    "reconstructed": "made up to fit; lay the printed values over with --overlay",
}


def _provenance(data: "PackData") -> list[str]:
    if not data.provenance:
        return ["This game has no data files."]
    lines = ["Where the values come from:"]
    for kind, number in data.provenance.items():
        lines.append(f"  {kind}: {number}, {_MEANING.get(kind, 'kind unknown')}")
    if data.overlaid:
        lines.append(f"  Replaced by overlays: {', '.join(data.overlaid)}")
    return lines


def _aid(game: "Game[Any]", data: "PackData", style: "Style") -> list[str]:
    from ...bots.simple import bots_of
    from ..screen.style import written
    from ..screen.tree import rule_titles, sequence_lines

    identity = game.identity
    lines = [
        style.paint(f"{game.title} ({game.id} {identity.version})", "head"),
        *style.wrap(identity.summary),
        f"Players: {player_count(identity.players)}",
        f"Bots: {', '.join(bots_of(game))}",
        "",
        *_heading("Sequence of play", style),
        *("  " + line for line in _tree(game, style, rule_titles, sequence_lines)),
        "",
        *_heading("Options", style),
    ]
    for option in game.options:
        values = ", ".join(map(written, option.values))
        lines.append(f"  {option.name} = {written(option.default)}  (one of: {values})")
        lines += style.wrap(option.help, "      ")
    if not game.options:
        lines.append("  none")
    lines += ["", *_heading("Components", style), *_components(data, style)]
    rulings = game.all_rulings
    done = f"Rules carried out: {len(game.rules)}; {count(len(rulings), 'interpretation')}"
    return [*lines, "", f"{done} (see --rulings)."]


def _tree(game: "Game[Any]", style: "Style", titles: Any, lines: Any) -> list[str]:
    found: list[str] = lines(game.program.sequence, titles(game.rules), style)
    return found


def _heading(text: str, style: "Style") -> list[str]:
    return [style.paint(text, "head") if style.colour else f"{text}:"]


def _components(data: "PackData", style: "Style") -> list[str]:
    lines = []
    for table in data.tables.values():
        dice = f" ({table.dice})" if getattr(table, "dice", None) else ""
        lines.append(f"  chart {table.id}: {table.title}{dice}")
    for title, names in _pieces(data):
        text = f"{title} ({len(names)}): {', '.join(folded(dict.fromkeys(names)))}"
        lines += style.wrap(text, "  ", "      ")
    return lines or ["  none besides the rules"]


def _pieces(data: "PackData") -> list[tuple[str, list[str]]]:
    """Return the named pieces, group by group: those of one data file together."""
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
    """Write names that differ only in a number, counted on, as one.

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
    """Return what stands before and after the number that a name begins or ends with."""
    match = re.fullmatch(r"(\d+)( .*)", name) or re.fullmatch(r"(.* )(\d+)", name)
    if match is None:
        return name, "", ""
    first, last = match.groups()
    return ("", first, last) if first.isdigit() else (first, last, "")
