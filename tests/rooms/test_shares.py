"""Several workers on one folder: each wakes its own rooms, and sees what the others keep."""

from contextlib import closing

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.errors import MisplacedError
from tabletop_core.rooms.my_games import games_of
from tabletop_core.rooms.persons import Persons
from tabletop_core.rooms.registry import RoomRegistry
from tabletop_core.rooms.share import Share
from tabletop_core.rooms.store import open_store

from .conftest import FOLDERS


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.gate)])
def database(request):
    return request.getfixturevalue("postgres")() if request.param == "postgres" else ""


@pytest.fixture
def two_workers(tmp_path, database):
    """The rooms of two workers of one server."""
    catalog = find_packs(FOLDERS, points=())
    how = {"folder": tmp_path, "catalog": catalog, "database": database}
    with (
        closing(RoomRegistry(**how, share=Share(0, 2))) as first,
        closing(RoomRegistry(**how, share=Share(1, 2))) as second,
    ):
        yield first, second


@pytest.fixture
def placed(two_workers):
    """A person, a room, the worker to whom it belongs, and the other one."""
    first, second = two_workers
    person, _ = first.store.new_person("Ann")
    room = first.factory.new_room(person["id"], "ice_fishers", options={}, seats=["me", "me"])
    own = first if first.share.owns(room) else second
    return person["id"], room, own, second if own is first else first


def test_a_room_belongs_to_one_worker():
    for room in map(str, range(100)):
        assert [Share(number, 3).owns(room) for number in range(3)].count(True) == 1


def test_a_room_wakes_at_its_own_worker_alone(placed):
    _, room, own, other = placed
    with pytest.raises(MisplacedError), other.room(room):
        pass
    with own.room(room) as held:
        assert held.awake is not None

    assert own.left_awake() == [room]
    assert other.left_awake() == []


def test_another_worker_sees_a_room_as_it_is_kept(placed):
    person, room, own, other = placed
    with own.room(room) as held:
        seat, before = held.awaited[0], other.store.changes()
        while held.awaited == [seat]:
            answer = held.match.open[0].options[0]
            held.answer(person, seat, answer, held.session.records)
        awaited = held.awaited
        held.rename(person, "Friday")
    with other.room(room, awake=False) as seen:
        assert seen.name == "Friday"
        assert seen.awake is None
    assert awaited != [seat]
    own.note_changed()
    (row,) = games_of(other, person)

    assert row.name == "Friday"
    assert other.store.one("SELECT awaited FROM rooms")["awaited"] == "\n".join(awaited)
    assert other.store.changes() != before


def test_a_room_that_has_not_changed_is_not_noted_again(placed, monkeypatch):
    _, room, own, _ = placed
    with own.room(room):
        pass
    noted, true = [], own.store.change
    monkeypatch.setattr(own.store, "change", lambda *given: noted.append(given[-1]) or true(*given))
    own.note_changed()
    own.note_changed()

    assert noted == [room]


def test_a_room_that_was_awake_before_a_restart_wakes_without_a_change_in_the_database(
    placed, tmp_path, database, monkeypatch
):
    _, room, own, _ = placed
    with own.room(room):
        pass
    own.close()
    again = RoomRegistry(tmp_path, own.catalog, share=own.share, database=database)
    with closing(again):
        changed, true = [], again.store.change
        monkeypatch.setattr(again.store, "change", lambda *given: changed.append(true(*given)))
        with again.room(room) as held:
            assert held.awake is not None

    assert sum(changed[:-1]) == 0
    assert changed[-1] == 1  # what the lists show, noted as it closed


def test_a_failure_is_known_to_all_workers_and_to_one_that_starts_again(placed, tmp_path, database):
    person, room, own, other = placed
    own.failures.record(room, ValueError("stuck"), set_aside=True)
    (row,) = games_of(other, person)
    assert row.failure == "ValueError: stuck"

    again = RoomRegistry(tmp_path, own.catalog, share=own.share, database=database)
    with closing(again):
        assert again.failures[room].set_aside
        again.open_again(room)
    assert other.failures.all() == []


def test_a_person_who_has_moved_to_another_device_is_nobody_to_the_other_worker(tmp_path, database):
    with (
        closing(open_store(tmp_path, database, is_shared=True)) as one,
        closing(open_store(tmp_path, database, is_shared=True)) as two,
    ):
        here, there = Persons(one), Persons(two)
        person, key = here.new("Ann")
        assert there.with_key(key)["id"] == person["id"]
        here.take_code(here.code_for(person["id"]))

        assert there.with_key(key) is None
