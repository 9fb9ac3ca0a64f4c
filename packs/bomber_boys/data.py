"""The facts of the game: cards, board and missions, read from the TOML files."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import attrs

from tabletop_core import DataError, PackData
from tabletop_core.data import (
    Component,
    Entry,
    digest_files,
    load_folder,
    provenance_count,
)

GROUND = ""
"""The altitude of an enemy that attacks from the ground."""


@attrs.frozen(kw_only=True)
class Number(Entry):
    """One printed number."""

    value: int


@attrs.frozen(kw_only=True)
class Word(Entry):
    """One printed word."""

    value: str


@attrs.frozen(kw_only=True)
class Hit(Entry):
    """The least die that does so much damage."""

    least: int
    damage: int


def damage_of(hits: Sequence[Hit], die: int) -> int:
    """Return the damage of a die: the highest result that it reaches."""
    return max((hit.damage for hit in hits if die >= hit.least), default=0)


@attrs.frozen(kw_only=True)
class Station(Entry):
    """The number of a crew card: a place in the rows and a face of the damage die."""

    number: int


@attrs.frozen(kw_only=True)
class Sight(Entry):
    """Line of sight: the clock positions and altitudes that a gunner sees."""

    clock: tuple[int, ...]
    altitude: tuple[str, ...]


@attrs.frozen(kw_only=True, slots=False)
class CrewCard(Entry):
    """A member of the crew; `flies` marks those who can bring the bomber home."""

    id: str
    title: str
    actions: tuple[str, ...]
    station: Station
    flies: bool = False
    sight: Sight | None = None
    hits: tuple[Hit, ...] = ()

    @cached_property
    def damage(self) -> tuple[int, ...]:
        """The damage that each face of an ammo die does, from 0."""
        return tuple(damage_of(self.hits, die) for die in range(7))

    @property
    def number(self) -> int:
        return self.station.number

    def sees(self, enemy: "EnemyCard") -> bool:
        """Tell whether both clock and altitude of an enemy are in the line of sight."""
        sight = self.sight
        return (
            sight is not None
            and enemy.clock is not None
            and enemy.clock.value in sight.clock
            and enemy.height in sight.altitude
        )


@attrs.frozen(kw_only=True, slots=False)
class EnemyCard(Entry):
    """An enemy aircraft, or a ground attack where no altitude is printed.

    only_one: a new card of the group takes the place of the old one.
    leaves_target: does not bar the bombing run when only such cards are left.
    cowed_by: damage in one turn, dealt with the initiative, that stops its counter-attack.
    raises_dice: added to every enemy die while it is on display.
    shielded_alone: cannot be attacked while it is the only aircraft.
    hits_engines: its hits fall on engines instead of rolling the damage die.
    stays: combat turns after which it is discarded (0: until destroyed).
    by_range: damage in each combat turn, instead of what the die says.
    lit_by: an event that adds 1 damage to its hits for each copy in play.
    """

    id: str
    title: str
    group: str
    text: str = ""
    count: int = 1
    clock: Number | None = None
    altitude: Word | None = None
    initiative: Number | None = None
    hits: tuple[Hit, ...] = ()
    capacity: Number | None = None
    only_one: bool = False
    leaves_target: bool = False
    cowed_by: int = 0
    raises_dice: int = 0
    shielded_alone: bool = False
    hits_engines: bool = False
    stays: int = 0
    by_range: tuple[int, ...] = ()
    lit_by: str = ""

    @cached_property
    def damage(self) -> tuple[int, ...]:
        """The damage that each face of an enemy die does, from 0."""
        return tuple(damage_of(self.hits, die) for die in range(7))

    @cached_property
    def height(self) -> str:
        return self.altitude.value if self.altitude else GROUND

    @cached_property
    def is_aircraft(self) -> bool:
        return self.altitude is not None


@attrs.frozen(kw_only=True)
class ItemCard(Entry):
    """An item; `amount` is how many places, men or points it concerns."""

    id: str
    title: str
    text: str
    amount: int = 1
    group: str = "item"
    count: int = 1


@attrs.frozen(kw_only=True)
class EventCard(Entry):
    """An event; `stays` is empty, `combat` (until the next air combat) or `game` (ongoing).

    most_dice: no more ammo dice may be taken in hand.
    bans: the man and the action that he cannot take.
    banned_by: an event in play that forces this one to be ignored.
    """

    id: str
    title: str
    text: str
    stays: str = ""
    most_dice: int | None = None
    bans: tuple[str, ...] = ()
    banned_by: str = ""
    group: str = "event"
    count: int = 1

    @property
    def is_ongoing(self) -> bool:
        return self.stays == "game"


@attrs.frozen(kw_only=True)
class DiceSupply(Entry):
    """How many ammo and enemy dice there are, the damage die, and the greatest focus token."""

    ammo: int
    enemy: int
    damage: int
    most_focus: int


@attrs.frozen(kw_only=True)
class Engine(Entry):
    """An engine and the face of the damage die that hits its wing."""

    id: str
    title: str
    location: int


@attrs.frozen(kw_only=True)
class DamageSpace(Entry):
    """A space of the major damage track."""

    rerolls: int


@attrs.frozen(kw_only=True)
class Rating(Entry):
    """The least score for a rating."""

    least: int
    title: str


@attrs.frozen(kw_only=True)
class Take(Entry):
    """So many cards of a group go into the deck, chosen at random where there are more."""

    group: str
    number: int


@attrs.frozen(kw_only=True)
class Crosshair(Entry):
    """One bombing target: the least die that can be locked in."""

    least: int


@attrs.frozen(kw_only=True)
class Mission(Entry):
    """A mission card, both sides."""

    difficulty: int
    target: str
    briefing: str
    cards: int
    take: tuple[Take, ...]
    crosshair: tuple[Crosshair, ...]


@attrs.frozen(kw_only=True)
class Chapter(Component):
    """What one data file holds: one or several kinds of component."""

    crew: tuple[CrewCard, ...] = ()
    enemy: tuple[EnemyCard, ...] = ()
    item: tuple[ItemCard, ...] = ()
    event: tuple[EventCard, ...] = ()
    dice: DiceSupply | None = None
    engine: tuple[Engine, ...] = ()
    space: tuple[DamageSpace, ...] = ()
    rating: tuple[Rating, ...] = ()
    mission: Mission | None = None


Card = EnemyCard | ItemCard | EventCard


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
    folder = files(__package__) / "data"
    chapters = load_folder(folder, Chapter, overlays=overlays)
    every = list(chapters.values())
    crew = sorted((card for part in every for card in part.crew), key=lambda card: card.number)
    enemies = [card for part in every for card in part.enemy]
    items = [card for part in every for card in part.item]
    events = [card for part in every for card in part.event]
    engines = [engine for part in every for engine in part.engine]
    missions = {name: part.mission for name, part in chapters.items() if part.mission}
    named = [*crew, *enemies, *items, *events, *engines]
    data = BomberData(
        names={card.id: card.title for card in named}
        | {name: chapters[name].title for name in missions},
        provenance=provenance_count(every),
        overlaid=tuple(map(str, overlays)),
        digest=digest_files(folder, overlays),
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
