"""The facts of the game: the files under `data/`, the checks on them, and their readers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from tabletop_core import Component, DataFolder, PackData, Problem
from tabletop_core.boards import Graph, MapFile, not_drawn
from tabletop_core.data import Glossary, fault

from .components import (
    CrewCard,
    DamageSpace,
    DeckCard,
    DiceSupply,
    EnemyCard,
    Engine,
    EventCard,
    ItemCard,
    Mission,
    Rating,
)

CLOCK = (12, 3, 6, 9)
HEIGHTS = ("high", "low")
ON_THE_GROUND, POOL, AMMO, ENEMY_DICE, BOMBS = "Ground", "Pool", "Ammo-dice", "Enemy-dice", "Bombs"
"""Spaces of the plan and of the bombsight."""

Groups = Mapping[str, Mapping[str, int]]
"""The cards of each group that a mission's recipe can name, with their counts."""


def target_id(number: int) -> str:
    """Return the name of a bombing target; 0 is the easiest."""
    return f"target_{number + 1}"


@attrs.frozen(kw_only=True)
class Board(Component):
    """The bomber board, the dice and the ratings."""

    dice: DiceSupply
    engine: tuple[Engine, ...]
    space: tuple[DamageSpace, ...]
    rating: tuple[Rating, ...]


@attrs.frozen(kw_only=True)
class Crew(Component):
    """The crew cards."""

    crew: tuple[CrewCard, ...]

    def faults(self, board: Board) -> Iterator[Problem]:
        """Yield what does not agree with the board or with the compass of the enemy."""
        wings = {engine.location for engine in board.engine}
        faces = sorted([*(card.number for card in self.crew), *wings])
        most = board.dice.damage
        if faces != list(range(1, most + 1)):
            yield fault(
                "crew", "the damage die does not hit each place by one face", faces,
                f"give each man and each wing a number of its own from 1 to {most}",
            )  # fmt: skip
        for number, card in enumerate(self.crew):
            for clock in card.sight.clock if card.sight else ():
                if clock not in CLOCK:
                    yield fault(
                        f"crew[{number}].sight.clock", "no enemy comes from there", clock,
                        f"use some of {CLOCK}",
                    )  # fmt: skip
        if not any(card.flies for card in self.crew):
            yield fault("crew", "nobody can fly the bomber", False, "mark the pilots: flies = true")


@attrs.frozen(kw_only=True, slots=False)
class Plan(MapFile):
    """The bomber from above: its stations and engines, the clock around it, and the dice."""

    def faults(self, board: Board, crew: Crew) -> Iterator[Problem]:
        """Yield what does not fit together, and what the plan lacks."""
        yield from super().faults()
        yield from not_drawn(self, [part.id for part in (*crew.crew, *board.engine)])
        yield from not_drawn(self, [f"{hour}-{height}" for hour in CLOCK for height in HEIGHTS])
        yield from not_drawn(self, [ON_THE_GROUND, POOL, AMMO, ENEMY_DICE])


@attrs.frozen(kw_only=True, slots=False)
class Bombsight(MapFile):
    """The bombing targets, easiest first, and where bombs lie that are not locked in."""

    def faults(self, bombs: int) -> Iterator[Problem]:
        """Yield what does not fit together, and what the bombsight lacks."""
        yield from super().faults()
        yield from not_drawn(self, [*(target_id(number) for number in range(bombs)), BOMBS])


@attrs.frozen(kw_only=True)
class Enemies(Component):
    """The enemy cards."""

    enemy: tuple[EnemyCard, ...]

    def faults(self) -> Iterator[Problem]:
        """Yield what cannot stand on an enemy card."""
        for number, card in enumerate(self.enemy):
            if card.clock and card.clock.value not in CLOCK:
                yield fault(
                    f"enemy[{number}].clock.value", "no such clock position", card.clock.value,
                    f"use one of {CLOCK}",
                )  # fmt: skip
            if card.altitude and card.height not in HEIGHTS:
                yield fault(
                    f"enemy[{number}].altitude.value", "no such altitude", card.height,
                    f"use one of {HEIGHTS}",
                )  # fmt: skip
            if card.by_range and len(card.by_range) != card.stays:
                yield fault(
                    f"enemy[{number}].by_range", "it does not have a damage for each combat turn",
                    card.by_range, f"give {card.stays} numbers",
                )  # fmt: skip


@attrs.frozen(kw_only=True)
class Events(Component):
    """The event cards."""

    event: tuple[EventCard, ...]

    def faults(self, crew: Crew, enemies: Enemies) -> Iterator[Problem]:
        """Yield what names a man, an action or an event that is not in the game."""
        actions = {(card.id, action) for card in crew.crew for action in card.actions}
        events = {card.id for card in self.event}
        for number, card in enumerate(self.event):
            if card.bans and card.bans not in actions:
                yield fault(
                    f"event[{number}].bans", "no man has this action", card.bans,
                    "name a man and one of the actions on his card",
                )  # fmt: skip
            if (card.stays == "combat") != bool(card.now):
                yield fault(
                    f"event[{number}].now",
                    "only what waits for an air combat says what it does",
                    card.now, "give both stays = 'combat' and now, or neither",
                )  # fmt: skip
            if card.banned_by and card.banned_by not in events:
                yield fault(
                    f"event[{number}].banned_by", "there is no such event", card.banned_by,
                    "name an event card",
                )  # fmt: skip
        for enemy in enemies.enemy:
            if enemy.lit_by and enemy.lit_by not in events:
                yield fault(
                    "event", f"there is no such event, by which {enemy.id} is lit", enemy.lit_by,
                    "name an event card in lit_by of enemies.toml",
                )  # fmt: skip


@attrs.frozen(kw_only=True)
class Items(Component):
    """The item cards."""

    item: tuple[ItemCard, ...]


@attrs.frozen(kw_only=True)
class MissionFile(Component):
    """A mission card."""

    mission: Mission

    def faults(self, groups: Groups, bombs: int) -> Iterator[Problem]:
        """Yield what the recipe asks for and the cards cannot give."""
        mission = self.mission
        for number, take in enumerate(mission.take):
            cards = groups.get(take.group)
            if cards is None:
                yield fault(
                    f"mission.take[{number}].group", "no card belongs to this group", take.group,
                    f"use one of {', '.join(groups)}",
                )  # fmt: skip
            elif sum(cards.values()) < take.number:
                yield fault(
                    f"mission.take[{number}].number", f"there are not that many {take.group} cards",
                    take.number, "take fewer, or add cards",
                )  # fmt: skip
        if sum(take.number for take in mission.take) != mission.cards:
            yield fault(
                "mission.cards", "the recipe takes another number of cards", mission.cards,
                "make both agree",
            )  # fmt: skip
        if len(mission.crosshair) != bombs:
            yield fault(
                "mission.crosshair", "there is not one bombing target for each bomb",
                len(mission.crosshair), f"give {bombs}",
            )  # fmt: skip


@attrs.frozen(kw_only=True, slots=False, eq=False)
class BomberData(PackData):
    """All components by id, and what follows from them."""

    plan: Plan
    bombsight: Bombsight
    crew: Mapping[str, CrewCard]
    enemies: Mapping[str, EnemyCard]
    items: Mapping[str, ItemCard]
    events: Mapping[str, EventCard]
    dice: DiceSupply
    engines: Mapping[str, Engine]
    track: tuple[DamageSpace, ...]
    ratings: tuple[Rating, ...]
    missions: Mapping[str, Mission]
    groups: Groups

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Where each man and engine is on the drawn board: its number, or its number as an engine.

        The men stand there as pieces, which have names of their own.
        """
        engines = {name: f"E{number}" for number, name in enumerate(self.engines, 1)}
        return {name: str(card.number) for name, card in self.crew.items()} | engines

    @cached_property
    def board(self) -> Graph:
        """The plan as a board, its stations and engines called by their places."""
        drawn, names = self.plan.board, self.places
        return Graph(
            tuple(names.get(name, name) for name in drawn.named),
            (),
            positions={names.get(name, name): where for name, where in drawn.positions.items()},
            shapes={names.get(name, name): shape for name, shape in drawn.shapes.items()},
        )

    @cached_property
    def at_station(self) -> Mapping[int, str]:
        """Who is at each number of the damage die."""
        return {card.number: name for name, card in self.crew.items()}

    @cached_property
    def wings(self) -> Mapping[int, tuple[str, ...]]:
        """The engines at each remaining number of the damage die."""
        found: dict[int, tuple[str, ...]] = {}
        for name, engine in self.engines.items():
            found[engine.location] = (*found.get(engine.location, ()), name)
        return found

    @cached_property
    def flyers(self) -> tuple[str, ...]:
        """Those without whom the mission is aborted."""
        return tuple(name for name, card in self.crew.items() if card.flies)

    @cached_property
    def guns(self) -> tuple[str, ...]:
        """Those who have a gun."""
        return tuple(name for name, card in self.crew.items() if card.hits)

    @cached_property
    def able(self) -> Mapping[str, tuple[str, ...]]:
        """The men on whose cards each action stands."""
        found: dict[str, tuple[str, ...]] = {}
        for name, card in self.crew.items():
            for action in card.actions:
                found[action] = (*found.get(action, ()), name)
        return found

    @cached_property
    def can_see(self) -> Mapping[str, frozenset[str]]:
        """The enemy cards in each man's line of sight."""
        return {
            name: frozenset(enemy.id for enemy in self.enemies.values() if card.sees(enemy))
            for name, card in self.crew.items()
        }

    def rating_of(self, score: int) -> str:
        return next(rating.title for rating in self.ratings if score >= rating.least)


def load_data(overlays: Sequence[Path]) -> BomberData:
    """Read the data files of the pack, with an owner's values laid over them.

    Raises:
        DataError: what is wrong with a file, or with what it says of those before it.
    """
    folder = DataFolder(__package__, overlays)
    board = folder.file("board.toml", Board)
    crew = folder.file("crew.toml", Crew, board)
    plan = folder.file("plan.toml", Plan, board, crew)
    bombsight = folder.file("bombsight.toml", Bombsight, board.dice.ammo)
    enemies = folder.file("enemies.toml", Enemies)
    events = folder.file("events.toml", Events, crew, enemies)
    items = folder.file("items.toml", Items)
    glossary = folder.file("glossary.toml", Glossary)
    groups = grouped([*enemies.enemy, *items.item, *events.event])
    missions = folder.folder("missions", MissionFile, groups, board.dice.ammo)
    return BomberData(
        names=folder.names() | {name: file.title for name, file in missions.items()},
        **folder.account(),
        plan=plan,
        bombsight=bombsight,
        glossary=glossary.word,
        crew={card.id: card for card in sorted(crew.crew, key=lambda card: card.number)},
        enemies={card.id: card for card in enemies.enemy},
        items={card.id: card for card in items.item},
        events={card.id: card for card in events.event},
        dice=board.dice,
        engines={engine.id: engine for engine in board.engine},
        track=board.space,
        ratings=board.rating,
        missions={name: file.mission for name, file in missions.items()},
        groups=groups,
    )


def grouped(cards: Iterable[DeckCard]) -> Groups:
    """Return the cards by their groups."""
    found: dict[str, dict[str, int]] = {}
    for card in cards:
        found.setdefault(card.group, {})[card.id] = card.count
    return found
