"""The components of the game, read from the files in `data/`."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from string import ascii_lowercase
from typing import Any, ClassVar, TypeAlias

import attrs

from tabletop_core import Component, DataFolder, Entry, PackData
from tabletop_core.boards import BoardMap, Earth, Graph, MapFile
from tabletop_core.data import Glossary

Routes: TypeAlias = dict[str, tuple[str, tuple[str, ...]]]
"""Routes from one box to another, by a short id: words, and the boxes to fly through."""


@attrs.frozen(kw_only=True)
class Ratings(Entry):
    """The numbers on one side of an aircraft counter (2.7.1)."""

    air_combat: int
    performance: int
    bombing: int
    structure: int


@attrs.frozen(kw_only=True)
class CrewRatings(Entry):
    """The numbers on one side of a crew counter (2.7.2)."""

    air_combat: int
    performance: int
    bombing: int


@attrs.frozen(kw_only=True)
class Aircraft(Entry):
    """A type of aircraft: `front` undamaged, `back` damaged."""

    id: str
    name: str
    counters: int
    front: Ratings
    back: Ratings

    @property
    def ids(self) -> tuple[str, ...]:
        """Its counters by letters: where numbers are typed, they number what is offered."""
        return tuple(f"{self.id}-{letter}" for letter in ascii_lowercase[: self.counters])

    def ratings(self, damaged: bool) -> Ratings:
        return self.back if damaged else self.front


@attrs.frozen(kw_only=True)
class SquadronType(Entry):
    """What a squadron flies: the type it starts with and the later one."""

    id: str
    name: str
    first: str
    later: str


@attrs.frozen(kw_only=True)
class AircraftFile(Component):
    squadron: tuple[SquadronType, ...]
    aircraft: tuple[Aircraft, ...]


@attrs.frozen(kw_only=True)
class NamedCrew(Entry):
    """A named crew counter, veteran on one side and crack on the other."""

    id: str
    name: str
    veteran: CrewRatings
    crack: CrewRatings


@attrs.frozen(kw_only=True)
class StartingCrews(Entry):
    crack: int
    veteran: int
    green: int


@attrs.frozen(kw_only=True)
class CrewFile(Component):
    green: CrewRatings
    start: StartingCrews
    crew: tuple[NamedCrew, ...]


@attrs.frozen(kw_only=True)
class Ace(Entry):
    """A fighter ace: what he adds to the ratings of his fighter (6.2)."""

    unsaid: ClassVar[tuple[str, ...]] = ("side",)

    id: str
    name: str
    side: str
    air_combat: int
    performance: int


@attrs.frozen(kw_only=True)
class AceFile(Component):
    ace: tuple[Ace, ...]


@attrs.frozen(kw_only=True)
class LuckCounter(Entry):
    id: str
    name: str
    text: str


@attrs.frozen(kw_only=True)
class LuckFile(Component):
    counter: tuple[LuckCounter, ...]


@attrs.frozen(kw_only=True)
class Escort(Entry):
    """An escort type: its range, where a rendezvous starts on it, and from when it flies."""

    id: str
    range: int
    rendezvous: int
    available_from: int
    early_from: int = 0


@attrs.frozen(kw_only=True)
class EscortFile(Component):
    escort: tuple[Escort, ...]


@attrs.frozen(kw_only=True)
class Campaign(Entry):
    """A campaign: the box it starts in, its missions, and the years of its first cards."""

    id: str
    name: str
    start: int
    missions: int
    years: tuple[str, ...]


@attrs.frozen(kw_only=True)
class TurnTrack(Entry):
    """The mission turn track and the points that end a campaign at once."""

    boxes: int
    old_targets_leave: int
    old_targets_year: str
    automatic_victory: int
    automatic_defeat: int


@attrs.frozen(kw_only=True)
class WarProgress(Entry):
    boxes: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Year(Entry):
    id: str
    first_box: int


@attrs.frozen(kw_only=True)
class CampaignFile(Component):
    campaign: tuple[Campaign, ...]
    track: TurnTrack
    war_progress: WarProgress
    year: tuple[Year, ...]


@attrs.frozen(kw_only=True)
class BlueCard(Entry):
    """What is printed on the mission card of an undamaged target (2.6)."""

    flak: int
    destruction: int
    heavy_vp: int
    light_vp: int
    bombers: int
    escorts: int


@attrs.frozen(kw_only=True)
class RedCard(Entry):
    """The mission card of a damaged target: its points; all else is as on the blue card."""

    vp: int


@attrs.frozen(kw_only=True)
class Target(Entry):
    """A target and its mission cards; a major one has no red card (11.5.1)."""

    unsaid: ClassVar[tuple[str, ...]] = ("box", "in_manual")

    id: str
    box: str
    year: str
    type: str
    difficulty: int
    blue: BlueCard
    red: RedCard | None = None
    major: bool = False
    in_manual: bool = False


@attrs.frozen(kw_only=True)
class TargetFile(Component):
    target: tuple[Target, ...]


@attrs.frozen(kw_only=True, slots=False)
class MissionMap(MapFile):
    """The mission map: its boxes with their colours (terrain) and icons (features)."""

    base: str


@attrs.frozen(kw_only=True)
class AirCombatNumbers(Entry):
    """More interceptors against a loose formation, those of a wave, escorts for an element."""

    more_if_loose: int
    wave: int
    cover: int


@attrs.frozen(kw_only=True)
class FlakNumbers(Entry):
    """The least face on which flak hits: that of a site, that of the target."""

    site_hits_on: int
    target_hits_on: int


@attrs.frozen(kw_only=True)
class CommanderNumbers(Entry):
    """Campaign points for the loss of the squadron commander."""

    lost: int


@attrs.frozen(kw_only=True)
class NumberFile(Component):
    air_combat: AirCombatNumbers
    flak: FlakNumbers
    commander: CommanderNumbers


@attrs.frozen(kw_only=True)
class MissionCard:
    """A mission card as it is drawn: a target and the colour of the card."""

    id: str
    target: Target
    red: bool

    @property
    def heavy_vp(self) -> int:
        red = self.target.red if self.red else None
        return red.vp if red else self.target.blue.heavy_vp

    @property
    def light_vp(self) -> int:
        return 0 if self.red else self.target.blue.light_vp

    def points(self, damage: str) -> int:
        """Return what damage to the target earns (11.5)."""
        return {"heavy": self.heavy_vp, "light": self.light_vp}.get(damage, 0)


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Data(PackData):
    """All facts of the game."""

    aircraft: Mapping[str, Aircraft]
    squadrons: Mapping[str, SquadronType]
    crews: Mapping[str, NamedCrew]
    green: CrewRatings
    starting_crews: StartingCrews
    aces: Mapping[str, Ace]
    lady_luck: Mapping[str, LuckCounter]
    escorts: Mapping[str, Escort]
    campaigns: Mapping[str, Campaign]
    track: TurnTrack
    war_progress: WarProgress
    years: tuple[Year, ...]
    targets: Mapping[str, Target]
    base: str
    map: BoardMap[str]
    earth: Earth | None
    formation: MapFile
    stands: MapFile
    numbers: NumberFile

    @property
    def graph(self) -> Graph:
        return self.map.board

    @cached_property
    def from_base(self) -> Mapping[str, int]:
        """Boxes between the base and each box, the shortest way."""
        return self.graph.distances(self.base)

    @cached_property
    def from_england(self) -> Mapping[str, int]:
        """Boxes between the nearest green box of England and each box."""
        away = [self.graph.distances(box) for box in self.map.spaces_with("england")]
        return {box: min(one[box] for one in away) for box in self.graph}

    @cached_property
    def flak_sites(self) -> frozenset[str]:
        return frozenset(self.map.spaces_with("flak_site"))

    @cached_property
    def red_boxes(self) -> frozenset[str]:
        return frozenset(box for box in self.graph if self.colour(box) == "red")

    def colour(self, box: str) -> str:
        return self.map.terrain_of(box).id

    @cached_property
    def known_routes(self) -> dict[tuple[str, str, frozenset[str]], Routes]:
        """Routes found so far, by start, goal and boxes to go around: they follow from the map."""
        return {}

    @cached_property
    def mission_cards(self) -> Mapping[str, MissionCard]:
        """The mission cards by id: `bremen` is blue, `bremen_red` is red."""
        targets = self.targets.items()
        blue = [MissionCard(id=name, target=target, red=False) for name, target in targets]
        red = [
            MissionCard(id=f"{name}_red", target=target, red=True)
            for name, target in targets
            if target.red
        ]
        return {card.id: card for card in [*blue, *red]}

    def year_of(self, box: int) -> str:
        """Return the year of a box of the mission turn track (4.1)."""
        return next(year.id for year in reversed(self.years) if box >= year.first_box)


def load_data(overlays: Sequence[Path]) -> Data:
    folder = DataFolder(__package__, overlays)
    tables = folder.tables()
    aircraft = folder.file("aircraft.toml", AircraftFile)
    crews = folder.file("crews.toml", CrewFile)
    aces = folder.file("aces.toml", AceFile)
    luck = folder.file("lady_luck.toml", LuckFile)
    escorts = folder.file("escorts.toml", EscortFile)
    campaigns = folder.file("campaigns.toml", CampaignFile)
    missions = folder.file("missions.toml", TargetFile)
    board = folder.file("map.toml", MissionMap)
    numbers = folder.file("numbers.toml", NumberFile)
    formation = folder.file("formation.toml", MapFile)
    stands = folder.file("stands.toml", MapFile)
    glossary = folder.file("glossary.toml", Glossary)
    titles = {target.id: board.map.title_of(target.box) for target in missions.target}
    red = {f"{one.id}_red": f"{titles[one.id]} (red card)" for one in missions.target if one.red}
    bombers = {kind for one in aircraft.squadron for kind in (one.first, one.later)}
    lettered = {
        name: f"{one.name} {name[-1].upper()}"
        for one in aircraft.aircraft if one.id in bombers
        for name in one.ids
    }  # fmt: skip
    named: tuple[Any, ...] = (*aircraft.aircraft, *crews.crew, *aces.ace, *luck.counter)
    return Data(
        tables=tables,
        names={one.id: one.name for one in named} | titles | red | lettered,
        **folder.account(),
        aircraft={one.id: one for one in aircraft.aircraft},
        squadrons={one.id: one for one in aircraft.squadron},
        crews={one.id: one for one in crews.crew},
        green=crews.green,
        starting_crews=crews.start,
        aces={one.id: one for one in aces.ace},
        lady_luck={one.id: one for one in luck.counter},
        escorts={one.id: one for one in escorts.escort},
        campaigns={one.id: one for one in campaigns.campaign},
        track=campaigns.track,
        war_progress=campaigns.war_progress,
        years=campaigns.year,
        targets={one.id: one for one in missions.target},
        base=board.base,
        map=board.map,
        earth=board.earth,
        formation=formation,
        stands=stands,
        glossary=glossary.word,
        numbers=numbers,
    )


def target_names() -> dict[str, str]:
    """Return the name of each target by its id, for choosing one beforehand."""
    folder = DataFolder(__package__)
    board = folder.file("map.toml", MissionMap).map
    missions = folder.file("missions.toml", TargetFile)
    return {target.id: board.title_of(target.box) for target in missions.target}
