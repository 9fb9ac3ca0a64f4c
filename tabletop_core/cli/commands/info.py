"""`tabletop info`: the player aid of a game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...events.words import counted
from ...presentation.games import option_value
from ...presentation.glossary import glossary_lines
from ...presentation.player_aid import aid_json, components, provenance_lines, size_words
from ...presentation.rulebook import ruling_texts
from ..completion import pack_ids
from ..settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...engine.game import Game, GameOption
    from ...engine.pack_data import PackData
    from ...text.style import Style


def info(
    ctx: typer.Context,
    pack: Annotated[
        str,
        typer.Argument(
            metavar="PACK|FOLDER",
            help="A pack, or the folder that holds one.",
            autocompletion=pack_ids,
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    rulings: Annotated[
        bool,
        typer.Option("--rulings", help="The readings taken, those rejected, why, and options."),
    ] = False,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Where the values come from, and how many.")
    ] = False,
    rule: Annotated[
        str | None,
        typer.Option(metavar="N", help="One rule: its words, rulings, charts and steps."),
    ] = None,
    word: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="One word of the game and its meaning."),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="One card or counter: its values and its rule."),
    ] = None,
    overlay: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A TOML file whose values override those of the pack."),
    ] = None,
) -> None:
    """Show what is in a game: sequence of play, options, charts, rulings.

    With --rulings, --provenance, --rule, --word or --card, show only that part.
    """
    settings: Settings = ctx.obj
    game = settings.game_at(pack)
    data = game.data_with(overlay or ())
    if rule is not None:
        from ...presentation.rulebook import rule_json, rule_text
        from ...text.game_lines import rule_lines

        found = rule_text(game, data.tables, rule)
        if as_json:
            print(json.dumps(rule_json(found), indent=2, ensure_ascii=False))
        else:
            print("\n".join(rule_lines(found, settings.style)))
        return
    if word is not None:
        from ...presentation.glossary import word_of

        meant = word_of(game, data, word)
        if as_json:
            print(json.dumps({"word": meant.id, "text": meant.text}, ensure_ascii=False))
        else:
            print("\n".join(settings.style.wrap(f"{meant.id}: {meant.text}", "", "  ")))
        return
    if card is not None:
        from ...presentation.components import component_json, component_text
        from ...text.game_lines import component_lines

        component = component_text(game, data, card)
        if as_json:
            print(json.dumps(component_json(component), indent=2, ensure_ascii=False))
        else:
            print("\n".join(component_lines(component, settings.style)))
        return
    if as_json:
        told = aid_json(game, data)
        if rulings:
            told = {"rulings": told["rulings"]}
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return
    lines: list[str] = []
    if rulings:
        lines += _rulings(game, settings.style)
    if provenance:
        lines += provenance_lines(data)
    for line in lines or _aid(game, data, settings.style):
        print(line)


def _rulings(game: "Game[Any]", style: "Style") -> list[str]:
    rulings = ruling_texts(game)
    if not rulings:
        return [f"{game.title}: no rule needed an interpretation."]
    lines = [f"{game.title}: interpretations taken"]
    if game.house_rules:
        lines += style.wrap(
            "The first ones have an option: --option NAME=VALUE plays the other reading."
        )
    for ruling in rulings:
        lines += style.wrap(f"{ruling.rule}: {ruling.ruling}", "  ", "      ")
        for heading, words in ruling.below:
            lines += style.wrap(f"{heading}: {words}", "      ")
    return lines


def _difficulties(game: "Game[Any]", style: "Style") -> list[str]:
    from ...bots.seating import bot_words, difficulties

    named = (f"{level} {bot_words(bot)}" for level, bot in difficulties(game).items())
    return style.wrap(f"Difficulty: {', '.join(named)}", "", "  ")


def _setups(game: "Game[Any]", style: "Style") -> list[str]:
    lines = []
    for setup in game.all_setups:
        options = [f"{name} = {option_value(value)}" for name, value in setup.options.items()]
        set_ = f" ({', '.join(options)})" if options else ""
        about = f": {setup.about}" if setup.about else ""
        lines += style.wrap(f"{setup.title}{set_}{about}", "  ", "      ")
    return lines


def _aid(game: "Game[Any]", data: "PackData", style: "Style") -> list[str]:
    from ...bots.simple import bots_of
    from ...presentation.sequence import rule_titles
    from ...text.game_lines import sequence_lines

    identity, tree = game.identity, game.program.sequence
    lines = [
        style.paint(f"{game.title} ({game.id} {identity.version})", "head"),
        *style.wrap(identity.summary),
        f"For {size_words(identity)}",
        f"Bots: {', '.join(bots_of(game))}",
        *_difficulties(game, style),
        "",
        *_heading("Setups", style),
        *_setups(game, style),
        "",
        *_heading("Sequence of play", style),
        *("  " + line for line in sequence_lines(tree, rule_titles(game.rules), style)),
        "",
        *_heading("Options", style),
    ]
    house_rules = game.house_rules
    lines += _options([one for one in game.options if one not in house_rules], style)
    if not game.options:
        lines.append("  none")
    if house_rules:
        lines += ["", *_heading("House rules (see --rulings)", style)]
        lines += _options(house_rules, style)
    lines += ["", *_heading("Components", style)]
    for line in components(data):
        lines += style.wrap(line, "  ", "      ")
    if data.glossary:
        lines += ["", *_heading("Words", style)]
        for line in glossary_lines(data):
            lines += style.wrap(line, "  ", "      ")
    rulings = game.all_rulings
    rules = len({rule.number for rule in game.rules})
    done = f"Rules carried out: {rules}; {counted(len(rulings), 'interpretation')}"
    return [*lines, "", f"{done} (see --rulings)."]


def _options(options: "Iterable[GameOption]", style: "Style") -> list[str]:
    lines = []
    for option in options:
        values = ", ".join(map(option_value, option.values))
        value = option_value(option.default)
        lines += style.wrap(f"{option.name} = {value}  (one of: {values})", "  ", "      ")
        lines += style.wrap(option.help, "      ")
    return lines


def _heading(text: str, style: "Style") -> list[str]:
    return [style.paint(text, "head") if style.colour else f"{text}:"]
