"""`tabletop info`: the player aid of a game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .packs import player_count
from .settings import Settings
from .style import count

if TYPE_CHECKING:
    from ..game import Game, PackData
    from .style import Style


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
    from ..bots import bots_of
    from .tree import sequence_json

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
    from ..bots import bots_of
    from .play import written
    from .tree import rule_titles, sequence_lines

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
    names = list(dict.fromkeys(data.names.values()))
    if names:
        lines += style.wrap(
            f"{count(len(names), 'named piece')}: {', '.join(names)}", "  ", "      "
        )
    return lines or ["  none besides the rules"]
