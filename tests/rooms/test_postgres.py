"""The store in PostgreSQL: what only a database elsewhere can do."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tabletop_core.rooms.store import StoreError, open_store

pytestmark = pytest.mark.gate


@pytest.fixture
def database(postgres):
    return postgres()


@pytest.fixture
def store(tmp_path, database):
    with closing(open_store(tmp_path, database)) as store:
        yield store


def end_connections(store):
    """End all connections, as a restart of the database does."""
    with closing(open_store(None, store._address)) as other:
        other.all(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid != pg_backend_pid()"
        )


def test_several_workers_that_begin_at_once_make_the_tables_once(tmp_path, database):
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: open_store(tmp_path, database), range(8)))
    for number, store in enumerate(stores):
        store.new_person(f"Person {number}")
    assert stores[0].one("SELECT count(*) AS persons FROM persons") == {"persons": 8}
    for store in stores:
        store.close()


def test_what_was_begun_together_is_not_kept_in_part(store):
    def begin():
        with store.together():
            store.new_person("Ann")
            raise ValueError("midway")

    with pytest.raises(ValueError, match="midway"):
        begin()

    assert store.all("SELECT * FROM persons") == []


def test_a_statement_that_is_refused_ends_its_transaction_alone(store):
    person, _ = store.new_person("Ann")

    def begin():
        with store.together():
            store.new_person("Bob")
            store.insert("persons", id=person["id"], key="", name="", made=0, feed="")

    with pytest.raises(StoreError, match="could not be saved"):
        begin()

    assert [row["name"] for row in store.all("SELECT name FROM persons")] == ["Ann"]


def test_a_database_that_was_started_again_is_found_again(store):
    store.new_person("Ann")
    end_connections(store)

    assert [row["name"] for row in store.all("SELECT name FROM persons")] == ["Ann"]
    end_connections(store)
    with store.together():
        store.new_person("Bob")
    assert len(store.all("SELECT name FROM persons")) == 2


def test_a_change_that_was_lost_on_its_way_is_refused_not_made_twice(store):
    end_connections(store)
    with pytest.raises(StoreError, match="could not be saved"):
        store.new_person("Ann")

    store.new_person("Ann")
    assert len(store.all("SELECT name FROM persons")) == 1


def test_whoever_shares_a_database_sees_that_it_changed(tmp_path, database):
    with (
        closing(open_store(tmp_path, database, is_shared=True)) as one,
        closing(open_store(tmp_path, database, is_shared=True)) as two,
    ):
        before = two.changes()
        with one.together():
            one.new_person("Ann")
        after = two.changes()
        assert before != after
        assert two.changes() == after
        end_connections(one)
        assert two.changes() == two.changes()
