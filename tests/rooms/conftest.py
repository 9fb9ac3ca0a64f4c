"""Rooms of a few games, with nothing that draws or serves them."""

from contextlib import closing
from pathlib import Path

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.persons import Persons
from tabletop_core.rooms.registry import RoomRegistry

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ROOT / "tests" / "cli" / "packs",
    ROOT / "examples" / "night_crossing",
    ROOT / "examples" / "ice_fishers",
    ROOT / "examples" / "reed_march",
)


class Heard:
    """An observer of rooms, as a front end has one: it keeps what it hears of."""

    def __init__(self):
        self.of = []

    def woken(self, room):
        self.of.append(("woken", room.id))

    def changed(self, room):
        self.of.append(("changed", room.id))

    def released(self, room):
        self.of.append(("released", room.id))

    def asleep(self, room):
        self.of.append(("asleep", room.id))

    def is_watched(self, room):
        return False


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def registry(tmp_path, heard):
    catalog = find_packs(FOLDERS, points=())
    with closing(RoomRegistry(tmp_path, catalog, observer=heard)) as registry:
        yield registry


@pytest.fixture
def ann(registry):
    """A person, by their id."""
    return Persons(registry.store).new("Ann")[0]["id"]


@pytest.fixture
def bob(registry):
    return Persons(registry.store).new("Bob")[0]["id"]


@pytest.fixture
def seated(registry, ann, bob):
    """Return a function that makes a room with Ann in the first seat and Bob in the second."""

    def seated(pack, *others, **how):
        seats = ["me", "open", *others]
        made = registry.factory.new_room(ann, pack, options={}, seats=seats, seed=2, **how)
        with registry.room(made) as room:
            second = list(room.seating.seats.values())[1]
            room.sit(bob, "Bob", second.seat, second.secret)
        return made

    return seated
