"""The components of the game, read from the files in `data/`."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from tabletop_core import Component, DataFolder, Entry, PackData, Problem
from tabletop_core.boards import MapFile, MapSpace, not_drawn
from tabletop_core.data import Glossary

ENGINES = 4
WINGS = ("port_wing", "starboard_wing")
AREAS = ("12", "1:30", "3", "6", "9", "10:30", "dive", "climb")
"""The directions of fighters: by the clock, with the nose at twelve, or from above and below."""


@attrs.frozen(kw_only=True)
class Zone(Entry):
    """A zone on the way to a city: its modifier on 5-1, and its terrain for coming down."""

    zone: int
    modifier: int
    terrain: tuple[str, ...]


@attrs.frozen(kw_only=True)
class City(Entry):
    """A line of the gazetteer (2-9); the last zone is the designated target zone."""

    id: str
    lightly_defended: bool = False
    by_day: bool = False
    training: bool = False
    zones: tuple[Zone, ...]

    @property
    def target_zone(self) -> int:
        return self.zones[-1].zone

    def zone(self, number: int) -> Zone | None:
        return next((zone for zone in self.zones if zone.zone == number), None)


@attrs.frozen(kw_only=True)
class Gazetteer(Component):
    city: tuple[City, ...]


@attrs.frozen(kw_only=True, slots=False)
class Way(MapFile):
    """The zones from the base in the Marianas to Japan, and the places of the gazetteer."""

    @cached_property
    def zones(self) -> tuple[MapSpace, ...]:
        return tuple(space for space in self.space if space.id.startswith("zone_"))

    def faults(self, gazetteer: Gazetteer) -> Iterator[Problem]:
        """Yield the inconsistencies, and the cities that the map lacks."""
        yield from super().faults()
        yield from not_drawn(self, [city.id for city in gazetteer.city])
        farthest = max(city.target_zone for city in gazetteer.city)
        yield from not_drawn(self, [f"zone_{number}" for number in range(farthest + 1)])


@attrs.frozen(kw_only=True, slots=False)
class Track(MapFile):
    """The zones as drawn, folded so that all are visible at once."""

    def faults(self, way: Way) -> Iterator[Problem]:
        """Yield the inconsistencies, and the zones that the track lacks."""
        yield from super().faults()
        yield from not_drawn(self, [zone.id for zone in way.zones])


@attrs.frozen(kw_only=True)
class SectionOfPlane(Entry):
    id: str
    name: str
    extinguisher: bool = False


@attrs.frozen(kw_only=True)
class Post(Entry):
    """A crew position. `short` is the label of its counter."""

    id: str
    name: str
    short: str
    section: str


@attrs.frozen(kw_only=True)
class GunType(Entry):
    """A gun position. `short` is the label of its counter, `stands` its place on the plan."""

    id: str
    name: str
    short: str
    boxes: int
    cleared_from: str
    stands: str


@attrs.frozen(kw_only=True)
class Aircraft(Component):
    main_fuel: int
    bay_tank_fuel: int
    bay_tank_costs: int
    missions_in_tour: int
    section: tuple[SectionOfPlane, ...]
    post: tuple[Post, ...]
    gun: tuple[GunType, ...]


@attrs.frozen(kw_only=True, slots=False)
class Plan(MapFile):
    """The bomber from above: its sections, wings, engines and turrets, and the clock around it."""

    def faults(self, aircraft: Aircraft) -> Iterator[Problem]:
        """Yield the inconsistencies, and the parts that the plan lacks."""
        yield from super().faults()
        engines = [f"engine_{number}" for number in range(1, ENGINES + 1)]
        sections = [section.id for section in aircraft.section]
        turrets = [gun.stands for gun in aircraft.gun]
        yield from not_drawn(self, [*sections, *WINGS, *engines, *turrets, *AREAS])


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Data(PackData):
    """All facts of the game."""

    aircraft: Aircraft
    plan: Plan
    way: Way
    track: Track
    cities: Mapping[str, City]
    sections: Mapping[str, SectionOfPlane]
    posts: Mapping[str, Post]
    guns: Mapping[str, GunType]


def load_data(overlays: Sequence[Path]) -> Data:
    folder = DataFolder(__package__, overlays)
    tables = folder.tables()
    gazetteer = folder.file("gazetteer.toml", Gazetteer)
    aircraft = folder.file("aircraft.toml", Aircraft)
    plan = folder.file("plan.toml", Plan, aircraft)
    way = folder.file("way.toml", Way, gazetteer)
    track = folder.file("track.toml", Track, way)
    glossary = folder.file("glossary.toml", Glossary)
    named: tuple[SectionOfPlane | Post | GunType, ...] = (
        *aircraft.section,
        *aircraft.post,
        *aircraft.gun,
    )
    return Data(
        tables=tables,
        names={one.id: one.name for one in named} | {city.id: city.id for city in gazetteer.city},
        **folder.account(),
        glossary=glossary.word,
        aircraft=aircraft,
        plan=plan,
        way=way,
        track=track,
        cities={city.id: city for city in gazetteer.city},
        sections={section.id: section for section in aircraft.section},
        posts={post.id: post for post in aircraft.post},
        guns={gun.id: gun for gun in aircraft.gun},
    )


def city_ids() -> tuple[str, ...]:
    """Return the ids of all cities, for the option of the target."""
    gazetteer = DataFolder(__package__).file("gazetteer.toml", Gazetteer)
    return tuple(city.id for city in gazetteer.city)
