"""Rooms and persons in PostgreSQL: the same pages, and what only a database elsewhere can do."""

import re
import subprocess
import sys
from contextlib import closing

import pytest

from tabletop_core.rooms.store import open_store
from tests.waiting import PATIENCE_S

from .conftest import Browser, text_of
from .serving import TABLETOP

pytestmark = pytest.mark.gate


@pytest.fixture
def database(postgres):
    return postgres()


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
        assert "the database cannot be reached; ask the host to start it" in text_of(page.text)
        assert "PGSQL" not in page.text
        other.change(f"CREATE DATABASE {name}")
