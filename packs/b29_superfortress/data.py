"""The components of the game, read from the files in `data/`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from tabletop_core import Component, DataFolder, Entry, PackData


@attrs.frozen(kw_only=True)
class Zone(Entry):
    """A zone on the way to a city: what it adds on 5-1, and where one comes down there."""

    zone: int
    modifier: int
    terrain: tuple[str, ...]


@attrs.frozen(kw_only=True)
class City(Entry):
    """A line of the gazetteer (2-9); the last zone is the designated target zone."""

    id: str
    label: str = ""
    lightly_defended: bool = False
    by_day: bool = False
    training: bool = False
    zones: tuple[Zone, ...]

    @property
    def name(self) -> str:
        return self.label or self.id

    @property
    def target_zone(self) -> int:
        return self.zones[-1].zone

    def zone(self, number: int) -> Zone | None:
        return next((zone for zone in self.zones if zone.zone == number), None)


@attrs.frozen(kw_only=True)
class Gazetteer(Component):
    city: tuple[City, ...]


@attrs.frozen(kw_only=True)
class SectionOfPlane(Entry):
    id: str
    name: str
    extinguisher: bool = False


@attrs.frozen(kw_only=True)
class Post(Entry):
    """A crew position."""

    id: str
    name: str
    section: str


@attrs.frozen(kw_only=True)
class GunType(Entry):
    id: str
    name: str
    boxes: int
    mended_from: str


@attrs.frozen(kw_only=True)
class Aircraft(Component):
    main_fuel: int
    bay_tank_fuel: int
    bay_tank_costs: int
    missions_in_tour: int
    section: tuple[SectionOfPlane, ...]
    post: tuple[Post, ...]
    gun: tuple[GunType, ...]


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Data(PackData):
    """All facts of the game."""

    aircraft: Aircraft
    cities: Mapping[str, City]
    sections: Mapping[str, SectionOfPlane]
    posts: Mapping[str, Post]
    guns: Mapping[str, GunType]

    def counted(self, chart: str) -> tuple[str, ...]:
        """The numbers that the modifiers of a chart count."""
        return tuple(one.per for one in self.tables[chart].modifiers if one.per)


def load_data(overlays: Sequence[Path]) -> Data:
    folder = DataFolder(__package__, overlays)
    tables = folder.tables()
    gazetteer = folder.file("gazetteer.toml", Gazetteer)
    aircraft = folder.file("aircraft.toml", Aircraft)
    named: tuple[SectionOfPlane | Post | GunType | City, ...] = (
        *aircraft.section,
        *aircraft.post,
        *aircraft.gun,
        *gazetteer.city,
    )
    return Data(
        tables=tables,
        names={one.id: one.name for one in named},
        **folder.account(),
        aircraft=aircraft,
        cities={city.id: city for city in gazetteer.city},
        sections={section.id: section for section in aircraft.section},
        posts={post.id: post for post in aircraft.post},
        guns={gun.id: gun for gun in aircraft.gun},
    )


def city_ids() -> tuple[str, ...]:
    """The ids of all cities, for choosing one beforehand."""
    gazetteer = DataFolder(__package__).file("gazetteer.toml", Gazetteer)
    return tuple(city.id for city in gazetteer.city)
