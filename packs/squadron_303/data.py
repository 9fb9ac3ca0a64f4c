"""The components of the game, read from the files under `data/`.

Each file becomes a frozen value; whatever refers to something else is checked here.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from tabletop_core import Component, DataError, DataFolder, Problem

from .components import (
    Aces,
    AircraftTypes,
    Board,
    CardEffects,
    CombatCards,
    DamageTokens,
    DeploymentCards,
    DiceFaces,
    EventCards,
    Numbers,
    Pilots,
    Scenario,
    Specializations,
    SquadronData,
    Tiles,
)
from .references import broken_references

SCENARIOS = ("training", "biggin_hill", "blitz", "coming_home", "home_sweet_home")

_FILES: dict[str, type[Component]] = {
    "dice": DiceFaces,
    "effects": CardEffects,
    "combat_cards": CombatCards,
    "damage_tokens": DamageTokens,
    "map": Board,
    "pilots": Pilots,
    "aircraft": AircraftTypes,
    "deployment": DeploymentCards,
    "aces": Aces,
    "specialization": Specializations,
    "target_damage": Tiles,
    "events": EventCards,
    "squadron": Numbers,
    **{f"scenarios/{name}": Scenario for name in SCENARIOS},
}


def _by_id(entries: Iterable[Any]) -> dict[str, Any]:
    return {entry.id: entry for entry in entries}


def load(overlays: Sequence[Path] = ()) -> SquadronData:
    """Read all data files with the overlays laid over them.

    Raises:
        DataError: all that is wrong with the files, or with what they refer to.
    """
    folder = DataFolder(__package__, overlays)
    problems: list[Problem] = []
    loaded: dict[str, Any] = {}
    for name, kind in _FILES.items():
        try:
            loaded[name] = folder.file(f"{name}.toml", kind)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    data = _assemble(loaded, folder.account())
    problems = [
        Problem(code="D301", message=message, remedy=remedy, file=f"{file}.toml")
        for file, message, remedy in broken_references(data)
    ]
    if problems:
        raise DataError(problems)
    return attrs.evolve(data, names=_names(data))


def _assemble(loaded: Mapping[str, Any], account: Mapping[str, Any]) -> SquadronData:
    return SquadronData(
        dice=loaded["dice"].pools,
        effects=_by_id(loaded["effects"].effect),
        cards=_by_id(loaded["combat_cards"].card),
        damage_tokens=_by_id(loaded["damage_tokens"].token),
        board=loaded["map"],
        pilots=_by_id(loaded["pilots"].pilot),
        aircraft=_by_id(loaded["aircraft"].aircraft),
        deployment=_by_id(loaded["deployment"].card),
        aces=_by_id(loaded["aces"].ace),
        specializations=_by_id(loaded["specialization"].group),
        tiles=_by_id(loaded["target_damage"].tile),
        events=_by_id(loaded["events"].event),
        numbers=loaded["squadron"],
        scenarios={name: loaded[f"scenarios/{name}"] for name in SCENARIOS},
        **account,
    )


def _names(data: SquadronData) -> dict[str, str]:
    titled = (data.pilots, data.tiles, data.events)
    names = {key: entry.title for group in titled for key, entry in group.items()}
    names |= {token.id: f"{token.title} ({token.text})" for token in data.damage_tokens.values()}
    names |= {ace.id: f"{ace.title} ({ace.text})" for ace in data.aces.values()}
    names |= {area.id: area.title for area in data.board.space if area.title}
    names |= {card.id: card_title(data, card.id) for card in data.cards.values()}
    names |= {
        card.id: f"{card.planes} {data.aircraft[card.aircraft].title}"
        for card in data.deployment.values()
    }
    return names


def card_title(data: SquadronData, card: str) -> str:
    """Return the short name of a Combat card: its effect and number."""
    return f"{data.effects[data.cards[card].effect].title} {card[1:]}"
