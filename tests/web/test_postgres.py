"""Rooms and persons in PostgreSQL: the same pages, and what only a database elsewhere can do."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tabletop_core.rooms.store import StoreError, open_store
from tests.waiting import PATIENCE_S

from .conftest import Browser, text_of
from .serving import TABLETOP

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


def test_rooms_and_persons_are_found_again_and_results_are_listed(
    make_server, server, sit, tmp_path
):
    ann, bob = Browser(server, "Ann"), Browser(server, "Bob")
    room = ann.new_room("ice_fishers", "me", "open")
    sit(ann, bob, room)
    ann.post(f"/r/{room}/chat", text="50 % or more?")
    before = [one.question(room) for one in (ann, bob)]
    server = make_server()
    for one in (ann, bob):
        one.move_to(server)

    assert [one.question(room) for one in (ann, bob)] == before
    assert "50 % or more?" in text_of(ann.get(f"/r/{room}").text)
    loser = ann if before[0] else bob
    loser.post(f"/r/{room}/resign", seat=loser.question(room)[0], sure="1")
    assert "Lost : resigned" in text_of(loser.get("/history").text)
    assert "Ice Fishers" in text_of(ann.get("/games").text)
    assert not (tmp_path / "data" / "rooms.db").exists()


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

    with pytest.raises(StoreError, match="could not be kept"):
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
    with pytest.raises(StoreError, match="could not be kept"):
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


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_out_of_reach_is_one_line(tmp_path, workers):
    words = ["serve", "--data", str(tmp_path), "--port", "0", "--workers", str(workers)]
    asked = "postgresql://ann:secret@127.0.0.1:9/rooms"
    command = [sys.executable, "-c", TABLETOP, *words, "--database", asked]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)

    assert done.returncode == 2
    assert re.fullmatch(r"tabletop: the database cannot be reached: .*\n", done.stderr)
    assert "secret" not in done.stderr


def test_while_the_database_is_away_pages_say_so(alone, postgres, site):
    name = site.registry.store.one("SELECT current_database() AS name")["name"]
    with closing(open_store(None, postgres())) as other:
        other.change(f"DROP DATABASE {name} WITH (FORCE)")

        page = alone.get()
        assert page.status_code == 503
        assert "the database cannot be reached; the host starts it" in text_of(page.text)
        assert "PGSQL" not in page.text
        other.change(f"CREATE DATABASE {name}")
