"""The components of the game, read from the files under `data/`.

Each file becomes a frozen value; whatever refers to something else is checked here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs

from tabletop_core import DataError, PackData, Problem
from tabletop_core.data import Component, digest_files, load_file, provenance_count

from .components import (
    JOKER,
    SYMBOLS,
    Ace,
    Aces,
    Aircraft,
    AircraftTypes,
    Board,
    CombatCard,
    CombatCards,
    DamageToken,
    DamageTokens,
    DeploymentCard,
    DeploymentCards,
    Dice,
    Effect,
    Effects,
    EventCard,
    EventCards,
    Numbers,
    Pilot,
    Pilots,
    Scenario,
    SpecialGroup,
    Specializations,
    Tile,
    Tiles,
)

FOLDER = files(__package__) / "data"

SCENARIOS = ("training", "biggin_hill", "blitz", "coming_home", "home_sweet_home")

_FILES: dict[str, type[Component]] = {
    "dice": Dice,
    "effects": Effects,
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


@attrs.frozen(kw_only=True)
class SquadronData(PackData):
    """All components by their ids."""

    dice: Mapping[str, Mapping[str, int]]
    effects: Mapping[str, Effect]
    cards: Mapping[str, CombatCard]
    damage_tokens: Mapping[str, DamageToken]
    board: Board
    pilots: Mapping[str, Pilot]
    aircraft: Mapping[str, Aircraft]
    deployment: Mapping[str, DeploymentCard]
    aces: Mapping[str, Ace]
    specializations: Mapping[str, SpecialGroup]
    tiles: Mapping[str, Tile]
    events: Mapping[str, EventCard]
    numbers: Numbers
    scenarios: Mapping[str, Scenario]


def load(overlays: Sequence[Path] = ()) -> SquadronData:
    """Read all data files with the overlays laid over them.

    Raises:
        DataError: all that is wrong with the files, or with what they refer to.
    """
    digest = digest_files(FOLDER, overlays)
    problems: list[Problem] = []
    loaded: dict[str, Any] = {}
    for name, kind in _FILES.items():
        try:
            path = FOLDER.joinpath(*f"{name}.toml".split("/"))
            loaded[name] = load_file(path, kind, overlays=overlays)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    data = _assemble(loaded, digest, overlays)
    problems = [
        Problem(code="D301", message=message, remedy=remedy, file=f"{file}.toml")
        for file, message, remedy in _dangling(data)
    ]
    if problems:
        raise DataError(problems)
    return attrs.evolve(data, names=_names(data))


def _assemble(loaded: Mapping[str, Any], digest: str, overlays: Sequence[Path]) -> SquadronData:
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
        provenance=provenance_count(*loaded.values()),
        overlaid=tuple(map(str, overlays)),
        digest=digest,
    )


def _names(data: SquadronData) -> dict[str, str]:
    titled = (data.damage_tokens, data.pilots, data.aces, data.tiles, data.events)
    names = {key: entry.title for group in titled for key, entry in group.items()}
    names |= {area.id: area.title for area in data.board.area if area.title}
    names |= {card.id: card_title(data, card.id) for card in data.cards.values()}
    names |= {
        card.id: f"{card.planes} {data.aircraft[card.aircraft].title}"
        for card in data.deployment.values()
    }
    return names


def card_title(data: SquadronData, card: str) -> str:
    """Return the short name of a Combat card: its effect and number."""
    return f"{data.effects[data.cards[card].effect].title} {card[1:]}"


def _dangling(data: SquadronData) -> Iterator[tuple[str, str, str]]:
    """Yield file, fault and remedy for each reference that leads nowhere."""
    board = data.board
    for card in data.cards.values():
        if card.effect not in data.effects:
            yield "combat_cards", f"{card.id}: no effect {card.effect!r}", "name one of effects"
        if card.symbol not in SYMBOLS:
            yield "combat_cards", f"{card.id}: no symbol {card.symbol!r}", f"use {SYMBOLS}"
        for part in card.set:
            symbol, _, source = part.partition("/")
            if symbol not in (*SYMBOLS, "any") or source not in ("", "die", "token"):
                yield "combat_cards", f"{card.id}: no set of {part!r}", "see the head of the file"
        if len(card.set) != 2:
            yield "combat_cards", f"{card.id}: a set needs two symbols", "give two"
        for symbol in card.support:
            if symbol not in ("hit", "evade", JOKER):
                yield "combat_cards", f"{card.id}: no support {symbol!r}", "use hit, evade, joker"
    for kind in data.aircraft.values():
        if kind.die not in data.dice:
            yield "aircraft", f"{kind.id}: no die {kind.die!r}", "name a die of dice.toml"
    for scenario in data.scenarios.values():
        yield from _dangling_scenario(data, scenario)
    for event in data.events.values():
        for route in event.routes:
            yield from _broken_route(board, "events", event.id, route)


def _dangling_scenario(data: SquadronData, scenario: Scenario) -> Iterator[tuple[str, str, str]]:
    file = f"scenarios/{scenario.id}"
    for squadron in scenario.squadron:
        yield from _broken_route(data.board, file, squadron.id, squadron.route)
    for area in (*scenario.targets, scenario.start, *filter(None, [scenario.home])):
        if area not in data.board.areas:
            yield file, f"there is no area {area!r}", "name an area of map.toml"
    for entry in scenario.deployment:
        cards = (*entry.fighters, *entry.bombers, *entry.british)
        for card in cards:
            if card not in data.deployment:
                yield file, f"there is no Deployment card {card!r}", "name one of deployment.toml"
        for card in {card for card in cards if cards.count(card) > 1}:
            yield file, f"Deployment card {card!r} is used twice", "take another one"
    for players in (1, 2, 3, 4):
        if not any(players in entry.players for entry in scenario.deployment):
            yield file, f"no deployment for {players} players", "add one"


def _broken_route(
    board: Board, file: str, name: str, route: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    for area in route:
        if area not in board.areas:
            yield file, f"{name}: there is no area {area!r}", "name an area of map.toml"
            return
    for here, there in pairwise(route):
        if there not in board.graph.neighbours(here):
            yield file, f"{name}: {here} does not touch {there}", "mend the route or the map"
