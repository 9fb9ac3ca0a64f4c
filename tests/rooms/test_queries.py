"""How the work of each query grows with rooms, seats and persons: in steps of the database."""

import ast
import json
import re
import sqlite3
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

import tabletop_core
from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.errors import RoomError
from tabletop_core.rooms.my_games import digests_of, games_of, open_games, results_of
from tabletop_core.rooms.persons import Persons
from tabletop_core.rooms.registry import RoomRegistry
from tabletop_core.rooms.seating import seat_of_link
from tabletop_core.rooms.store import StoreError, open_store


def test_a_database_that_another_program_holds_is_no_full_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0))
    held = pytest.raises(StoreError, match="another program is using the database; try again")
    with closing(open_store(tmp_path)) as store:
        with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with held:
                store.new_person("Ann")
            with held:
                open_store(tmp_path)
        store.new_person("Ann")


FEW, MANY, SEATS = 500, 5000, 10

SHORT = ("SCAN moves", "SCAN failures", "SCAN requests", "SCAN rooms USING INDEX open_rooms")
"""What is short: codes of ten minutes, what failed, what is asked, and an index of open tables."""

ONCE = (
    "SELECT count(*) AS found FROM rooms WHERE put_away = 0",  # from an index alone
    "SELECT id FROM rooms WHERE awake = 1",  # when a server starts
    "SELECT count(*) AS found FROM rooms WHERE searches = 1 AND awake = 1",  # from an index alone
    # when the host looks through all rooms
    "SELECT rooms.*, (SELECT name FROM persons WHERE persons.id = maker) AS host FROM rooms",
)
"""Statements that may read all rooms."""


WHOLE = re.compile(r"SELECT \S|UPDATE \w+ SET |DELETE FROM \w")


def fill(store, count):
    """Add persons, rooms in progress with an open seat in the public list, and results."""
    everyone = range(count)
    rows = {
        "persons": [(f"p{n}", f"key {n}", "Ann", n, f"feed {n}") for n in everyone],
        "rooms": [(f"r{n}", "coin", "Coin", f"p{n}", n, n, 1, "never") for n in everyone],
        "seats": [
            (f"r{n}", seat, f"seat {seat}", f"p{(n + seat) % count}" if seat else "", f"{n} {seat}")
            for n in everyone
            for seat in range(SEATS)
        ],
        "results": [
            (f"old {n}", "a", "coin", "", "{}", f"p{n}", "Ann", "", 1.0, "won", n) for n in everyone
        ],
    }
    columns = {
        "persons": "id, key, name, made, feed",
        "rooms": "id, pack, title, maker, made, touched, listed, away",
        "seats": "room, number, seat, person, secret",
        "results": "room, seat, pack, setup, options, person, player, others, worth, result, at",
    }
    is_postgres, base = hasattr(store, "_address"), store._base
    with store.together():
        for table, names in columns.items():
            marks = ", ".join(("%s" if is_postgres else "?",) * len(rows[table][0]))
            statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"
            base.cursor().executemany(statement, rows[table])
    if is_postgres:
        store.change("ANALYZE")


@contextmanager
def steps_counted(store, monkeypatch):
    """Count the steps of SQLite's machine, or the rows that PostgreSQL's plans touch."""
    steps = [0]
    if not hasattr(store, "_address"):

        def count():
            steps[0] += 1

        store._base.set_progress_handler(count, 1)
        yield steps
        store._base.set_progress_handler(None, 1)
        return
    true = store._execute

    def explained(sql, values):
        if sql.startswith("SELECT"):
            (row,) = true(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", values).fetchall()
            found = row["QUERY PLAN"]
            plan = json.loads(found) if isinstance(found, str) else found
            steps[0] += touched(plan[0]["Plan"])
        return true(sql, values)

    with monkeypatch.context() as patch:
        patch.setattr(store, "_execute", explained)
        yield steps


def touched(plan):
    removed = sum(plan.get(f"Rows Removed by {by}", 0) for by in ("Filter", "Join Filter"))
    own = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    return own + sum(touched(one) for one in plan.get("Plans", ()))


def no_room(registry):
    """Ask for a room where there are too many, so that none is made."""
    registry.factory.max_rooms = 1
    with pytest.raises(RoomError, match="1 rooms"):
        registry.factory._check_room_for("p7")


VISITS = {
    "open tables": lambda registry: open_games(registry, "p7"),
    "games of a person": lambda registry: games_of(registry, "p7"),
    "history": lambda registry: results_of(registry, "p7"),
    "saved games": lambda registry: digests_of(registry, "p7"),
    "a lesson": lambda registry: registry.lesson_in_progress("p7", "coin"),
    "a room": lambda registry: registry._read("r7"),
    "a link": lambda registry: seat_of_link(registry.store, "7 0"),
    "a visitor who was forgotten": lambda registry: Persons(registry.store).forget("p7"),
    "what was deleted": lambda registry: registry.forget_deleted(),
    "what is unused": lambda registry: registry.put_away_unused(90),
    "what was asked": lambda registry: registry.end_by_silence(),
}
"""What pages and the caretaker ask."""


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.gate)])
def servers(request, tmp_path_factory):
    """Two servers, one with ten times as many rooms, seats, persons and results."""
    catalog, made = find_packs((), points=()), []
    for count in (FEW, MANY):
        database = request.getfixturevalue("postgres")() if request.param == "postgres" else ""
        folder = tmp_path_factory.mktemp(f"{request.param}{count}")
        registry = RoomRegistry(folder, catalog, database=database)
        fill(registry.store, count)
        made.append(registry)
    with closing(made[0]), closing(made[1]):
        yield made


@pytest.mark.parametrize("visit", VISITS)
def test_a_page_asks_no_more_of_the_database_where_there_are_ten_times_as_many(
    servers, visit, monkeypatch
):
    taken = []
    for registry in servers:
        with steps_counted(registry.store, monkeypatch) as steps:
            VISITS[visit](registry)
        taken.append(steps[0])

    assert taken[1] <= 1.2 * taken[0] + 100


def test_a_new_room_counts_the_others_in_a_few_steps_each(servers, monkeypatch):
    with steps_counted(servers[1].store, monkeypatch) as steps:
        no_room(servers[1])

    assert steps[0] <= 6 * MANY


def statements():
    """Return every statement of the server that reads, changes or deletes rows."""
    root = Path(tabletop_core.__file__).parent
    for file in (*root.glob("rooms/**/*.py"), *root.glob("web/**/*.py")):
        if file.name == "postgres.py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and WHOLE.match(text):
                yield text.replace("(...)", "(?, ?)")


def test_no_statement_reads_a_whole_table_that_grows(tmp_path):
    with closing(open_store(tmp_path)) as store:
        for text in set(statements()) - set(ONCE):
            plan = store.all(f"EXPLAIN QUERY PLAN {text}", *[""] * text.count("?"))
            read = [row["detail"] for row in plan if row["detail"].startswith("SCAN")]
            assert [one for one in read if not one.startswith(SHORT)] == [], text
