"""The components of the game, read from the files under `data/`.

Each file becomes a frozen value; every reference from one file to another is checked here.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from tabletop_core import Component, DataError, DataFolder, Problem
from tabletop_core.data import Glossary, Word
from tabletop_core.events import counted

from .components import (
    JOKER,
    SYMBOL_NAMES,
    SYMBOLS,
    Aces,
    Aircraft,
    AircraftTypes,
    Board,
    CardEffects,
    CombatCard,
    CombatCards,
    DamageTokens,
    DeploymentCards,
    DiceFaces,
    EventCards,
    Mode,
    Numbers,
    Pilots,
    Scenario,
    Specializations,
    SquadronData,
    Tiles,
    count_words,
)

SCENARIOS = {
    "training": "Training",
    "biggin_hill": "Attack on Biggin Hill",
    "blitz": "Blitz",
    "coming_home": "Coming Home",
    "home_sweet_home": "Home, Sweet Home",
}
"""The Scenarios with their titles."""

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
    "glossary": Glossary,
    **{f"scenarios/{name}": Scenario for name in SCENARIOS},
}


def _by_id(entries: Iterable[Any]) -> dict[str, Any]:
    return {entry.id: entry for entry in entries}


def load_data(overlays: Sequence[Path] = ()) -> SquadronData:
    """Read all data files with the overlays applied.

    Raises:
        DataError: lists everything that is wrong with the files or their references.
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
    return attrs.evolve(
        data, names=_names(data), glossary=(*data.glossary, *words_of_the_box(data))
    )


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
        glossary=loaded["glossary"].word,
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
    names |= {effect.id: effect.title for effect in data.effects.values()} | SYMBOL_NAMES
    for part in {part for card in data.cards.values() for part in card.set if "/" in part}:
        symbol, _, source = part.partition("/")
        names[part] = f"{SYMBOL_NAMES.get(symbol, symbol)} ({source})"
    names |= {
        card.id: count_words(card.planes, data.aircraft[card.aircraft].title)
        for card in data.deployment.values()
    }
    faces = sorted({face for die in data.dice.values() for face in die if face.startswith("hit-")})
    return names | {face: f"Hit ({face.removeprefix('hit-')} blades)" for face in faces}


def card_title(data: SquadronData, card: str) -> str:
    """Return the short name of a Combat card: its effect and number."""
    return f"{data.effects[data.cards[card].effect].title} {card[1:]}"


def words_of_the_box(data: SquadronData) -> Iterator[Word]:
    """Yield the names of aircraft, pilots, cards, tokens and Scenarios, with what they do."""
    for kind in data.aircraft.values():
        text = _aircraft_words(kind) if kind.group != "allied" else _british_words(data, kind)
        yield Word(id=kind.title, text=text, rule="16/Toughness")
    for pilot in data.pilots.values():
        text = f"{pilot.rank}; the ability, if declared: {pilot.text} (rule {pilot.rule})."
        yield Word(id=pilot.title, text=text, rule="9/Pilot Special Abilities")
    for effect in data.effects.values():
        text = effect.text.format(amount=effect.amount)
        text = f"The special effect of a Combat card: {text} (rule {effect.rule})."
        yield Word(id=effect.title, text=text, rule=effect.rule)
    for token in data.damage_tokens.values():
        text = f"A damage token: {token.text} (rule 4/Damage tokens)."
        yield Word(id=token.title, text=text, rule="4/Damage tokens")
    for ace in data.aces.values():
        text = f"A {ace.group} ace: {ace.text} (rule 17/Ace tokens)."
        yield Word(id=ace.title, text=text, rule="17/Ace tokens")
    for event in data.events.values():
        few, *_, many = event.needed
        between = "or" if many - few == 1 else "to"
        needed = f"{few} {between} {many}" if few != many else str(few)
        text = f"An Event: {event.text.format(needed=needed, turns=event.turns)} (page 15)."
        text += " More players need more." if few != many else ""
        yield Word(id=event.title, text=text, rule="15/Events at the end of a turn")
    for scenario in data.scenarios.values():
        yield Word(id=scenario.title, text=scenario.text, rule="15/End of the game")


def _aircraft_words(kind: Aircraft) -> str:
    """Return in words what a type of aircraft can do and withstand."""
    toughness = "-".join(map(str, kind.toughness))
    words = [f"A {kind.group.replace('_', ' ')}, toughness {toughness}"]
    dice = counted(kind.dice, f"{kind.die} die", f"{kind.die} dice")
    if kind.most_dice:
        words.append(
            f"when attacked it rolls {dice}, and one more for each other {kind.title} in the "
            f"area without a Maneuver token, {kind.most_dice} at most"
        )
    else:
        words.append(f"it rolls {dice} when attacked and when it strikes")
    if kind.bombs:
        words.append(f"it deals {kind.bombs} point of bombing a turn over its target")
    return f"{'; '.join(words)} (rules 12/Luftwaffe dice and 16/Toughness)."


def _british_words(data: SquadronData, kind: Aircraft) -> str:
    """Return in words what a plane of the British squadron withstands, and what yours does."""
    yours = data.numbers.counts.damage_destroys
    return (
        f"Your plane: point {yours} of damage shoots it down (rule 4/Damage tokens). Those of the "
        f"British squadron are damaged already, and bear {len(kind.toughness)} points "
        "(rule 14/British planes shot down)."
    )


# The checks of references: every name in a file must exist in the other files or rules.

Fault: TypeAlias = tuple[str, str, str]
"""The file, the fault and its remedy."""

FACES = {
    "blue": (*SYMBOLS, "reroll", "blank"),
    "yellow": ("success", "failure"),
    **dict.fromkeys(
        ("red", "white", "black"), ("hit-2", "hit-3", "hit-4", "evade", "reroll", "blank")
    ),
}
MODES = ("", *(mode.value for mode in Mode))
ABILITIES = (
    *("free_move", "draw_more", "draw_and_choose", "double_defence"),
    *("reroll", "extra_hit", "extra_evade"),
)
GROUPS = ("fighter", "heavy_fighter", "bomber", "allied")
PENALTIES = ("factory", "london", "port", "radar")
CARDS_OF_A_SQUADRON = ("both", "fighters", "british", "unknown")
SCENARIO_GOALS = ("defend", "escort")
EVENT_GOALS = ("downed_in_a_turn", "downed", "no_patrols_left", "quarry_survives")
ACES = ("steady", "swift", "keen", "steadfast", "agile", "fierce")
DAMAGE = ("no_extra", "discard", "hand_limit", "no_free_move")


def broken_references(data: SquadronData) -> Iterator[Fault]:
    """Yield a fault for every name in the data that refers to nothing."""
    yield from _dice(data)
    for card in data.cards.values():
        yield from _combat_card(data, card)
    for kind in data.aircraft.values():
        yield from _known("aircraft", kind.id, "die", [kind.die], data.dice)
        yield from _known("aircraft", kind.id, "group", [kind.group], GROUPS)
    for entry in data.deployment.values():
        yield from _known("deployment", entry.id, "aircraft", [entry.aircraft], data.aircraft)
    for pilot in data.pilots.values():
        yield from _known("pilots", pilot.id, "ability", [pilot.ability], ABILITIES)
    for tile in data.tiles.values():
        yield from _known("target_damage", tile.id, "penalty", [tile.penalty], PENALTIES)
    yield from _known("aces", "aces", "ace", data.aces, ACES)
    yield from _known("damage_tokens", "tokens", "token", data.damage_tokens, DAMAGE)
    areas = data.board.areas
    yield from _known("squadron", "start_change", "area", data.numbers.start_change, areas)
    for event in data.events.values():
        yield from _known("events", event.id, "goal", [event.goal], EVENT_GOALS)
        yield from _known("events", event.id, "mode", [event.mode], MODES)
        if event.routes:
            yield from _known("events", event.id, "aircraft", [event.aircraft], data.aircraft)
        for route in event.routes:
            yield from _route(data.board, "events", event.id, route)
    for scenario in data.scenarios.values():
        yield from _scenario(data, scenario)


def _known(
    file: str, entry: str, what: str, values: Iterable[str], legal: Container[str]
) -> Iterator[Fault]:
    names = ", ".join(str(name) for name in legal if name) if isinstance(legal, Iterable) else ""
    for value in values:
        if value not in legal:
            yield file, f"{entry}: there is no {what} {value!r}", f"use one of: {names}"


def _dice(data: SquadronData) -> Iterator[Fault]:
    for die, faces in FACES.items():
        if die not in data.dice:
            yield "dice", f"the {die} die is missing", "give it six faces"
        yield from _known("dice", die, "face", data.dice.get(die, {}), faces)


def _combat_card(data: SquadronData, card: CombatCard) -> Iterator[Fault]:
    file = "combat_cards"
    yield from _known(file, card.id, "effect", [card.effect], data.effects)
    yield from _known(file, card.id, "symbol", [card.symbol], SYMBOLS)
    yield from _known(file, card.id, "support", card.support, ("hit", "evade", JOKER))
    for part in card.set:
        symbol, _, source = part.partition("/")
        yield from _known(file, card.id, "set symbol", [symbol], (*SYMBOLS, "any"))
        yield from _known(file, card.id, "source of a symbol", [source], ("", "die", "token"))
    if len(card.set) != 2:
        yield file, f"{card.id}: a set has {len(card.set)} symbols", "give two"
    if len(card.defence) != 2:
        yield file, f"{card.id}: it shows {len(card.defence)} propellers", "give two"


def _scenario(data: SquadronData, scenario: Scenario) -> Iterator[Fault]:
    file = f"scenarios/{scenario.id}"
    yield from _known(file, scenario.id, "goal", [scenario.goal], SCENARIO_GOALS)
    for squadron in scenario.squadron:
        yield from _route(data.board, file, squadron.id, squadron.route)
        yield from _known(file, squadron.id, "mode", [squadron.mode], MODES)
        yield from _known(file, squadron.id, "kind of cards", [squadron.cards], CARDS_OF_A_SQUADRON)
    places = (*scenario.targets, scenario.start, *filter(None, [scenario.home]))
    yield from _known(file, scenario.id, "area", places, data.board.areas)
    for area in set(scenario.targets) & set(data.board.areas):
        if not data.board.target(area):
            yield file, f"target {area}: the area has no feature", "give it a feature on the map"
    for entry in scenario.deployment:
        cards = (*entry.fighters, *entry.bombers, *entry.british)
        yield from _known(file, scenario.id, "Deployment card", cards, data.deployment)
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            yield file, f"Deployment card {card!r} is used twice", "take another one"
    for players in (1, 2, 3, 4):
        if not any(players in entry.players for entry in scenario.deployment):
            yield file, f"no deployment for {players} players", "add one"


def _route(board: Board, file: str, name: str, route: Sequence[str]) -> Iterator[Fault]:
    unknown = list(_known(file, name, "area", route, board.areas))
    if unknown:
        yield from unknown
        return
    for here, there in pairwise(route):
        if there not in board.board.neighbours(here):
            yield file, f"{name}: {here} does not touch {there}", "correct the route or the map"
