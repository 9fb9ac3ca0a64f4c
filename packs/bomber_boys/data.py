"""The facts of the game: cards, board and missions, read from the TOML files."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from tabletop_core import DataError, DataFolder, PackData

from .cards import (
    Card,
    Chapter,
    CrewCard,
    DamageSpace,
    DiceSupply,
    EnemyCard,
    Engine,
    EventCard,
    ItemCard,
    Mission,
    Rating,
)


@attrs.frozen(kw_only=True, slots=False, eq=False)
class BomberData(PackData):
    """All components by id, and what follows from them."""

    crew: Mapping[str, CrewCard]
    enemies: Mapping[str, EnemyCard]
    items: Mapping[str, ItemCard]
    events: Mapping[str, EventCard]
    dice: DiceSupply
    engines: Mapping[str, Engine]
    track: tuple[DamageSpace, ...]
    ratings: tuple[Rating, ...]
    missions: Mapping[str, Mission]

    @cached_property
    def groups(self) -> Mapping[str, Mapping[str, int]]:
        """The cards of each group that a mission's recipe can name, with their counts."""
        found: dict[str, dict[str, int]] = {}
        cards: list[Card] = [*self.enemies.values(), *self.items.values(), *self.events.values()]
        for card in cards:
            found.setdefault(card.group, {})[card.id] = card.count
        return found

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
        DataError: all that is wrong with the files, or with what they say of each other.
    """
    folder = DataFolder(__package__, overlays)
    chapters = folder.folder(".", Chapter)
    every = list(chapters.values())
    crew = sorted((card for part in every for card in part.crew), key=lambda card: card.number)
    enemies = [card for part in every for card in part.enemy]
    items = [card for part in every for card in part.item]
    events = [card for part in every for card in part.event]
    engines = [engine for part in every for engine in part.engine]
    missions = {name: part.mission for name, part in chapters.items() if part.mission}
    named = [*crew, *items, *events, *engines]
    data = BomberData(
        names={card.id: card.title for card in named}
        | {card.id: card.name for card in enemies}
        | {name: chapters[name].title for name in missions},
        **folder.account(),
        crew={card.id: card for card in crew},
        enemies={card.id: card for card in enemies},
        items={card.id: card for card in items},
        events={card.id: card for card in events},
        dice=next(part.dice for part in every if part.dice),
        engines={engine.id: engine for engine in engines},
        track=tuple(space for part in every for space in part.space),
        ratings=tuple(rating for part in every for rating in part.rating),
        missions=missions,
    )
    from .checks import faults

    if found := faults(data):
        raise DataError(found)
    return data
