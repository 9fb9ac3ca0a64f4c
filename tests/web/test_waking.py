"""All rooms of a server wake at once, in a process that has loaded nothing of a game before.

`STORM=50` makes it so many times as often.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_core.errors import PackError, SaveError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.games import Games
from tabletop_core.rooms.registry import RoomRegistry
from tabletop_core.saves.session import Session

from .conftest import FOLDERS

WAKING = Path(__file__).with_name("waking.py")
LENGTH = int(os.environ.get("STORM", "1"))


def said_of_waking(data):
    return subprocess.run(
        [sys.executable, str(WAKING), str(data), *map(str, FOLDERS)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


@pytest.mark.gate
@pytest.mark.timeout(240 * LENGTH)
def test_forty_rooms_of_all_packs_wake_at_once_from_cold(tmp_path):
    data = tmp_path / "data"
    assert len(said_of_waking(data)) == 40

    for _ in range(3 * LENGTH):
        assert said_of_waking(data) == ["0 of 40 failed, 0 of them again"]


def test_a_room_that_failed_to_wake_wakes_at_the_next_visit(alone, site, monkeypatch):
    question = alone.question
    site.registry.sleep_idle(idle=-1)
    # What may fail last of all: by then the journal is open and locked.
    seat = Session.seat

    def fail(*_):
        monkeypatch.setattr(Session, "seat", seat)
        raise SaveError("not now")

    monkeypatch.setattr(Session, "seat", fail)
    assert "not now" in alone.page
    assert site.registry.awake() == []
    assert alone.question == question


def test_all_packs_are_loaded_with_their_data_before_the_first_visit(site):
    assert site.registry.games.load_all() == []
    kept = {
        pack.id: site.registry.games.game(pack.id).data_with()
        for pack in site.registry.catalog.packs
    }

    assert kept.keys() >= {"ice_fishers", "night_crossing", "reed_march"}
    for pack, data in kept.items():
        assert site.registry.games.game(pack).data_with() is data


def test_a_pack_whose_data_cannot_be_loaded_is_named_and_keeps_no_other_from_it(tmp_path):
    pack = tmp_path / "packs" / "no_data"
    pack.mkdir(parents=True)
    (pack / "__init__.py").write_text(WITHOUT_DATA)
    catalog = find_packs([pack.parent, FOLDERS[2]])
    registry = RoomRegistry(tmp_path / "data", catalog)
    try:
        problems = registry.games.load_all()
        assert len(problems) == 1
        assert "no_data" in problems[0]
        assert "ZeroDivisionError" in problems[0]
        assert registry.games.game("ice_fishers").id == "ice_fishers"
    finally:
        registry.close()


def test_a_pack_that_is_no_python_is_refused_with_file_and_line(tmp_path):
    pack = tmp_path / "packs" / "no_python"
    pack.mkdir(parents=True)
    lines = [*WITHOUT_DATA.splitlines(), "x = ("]
    (pack / "__init__.py").write_text("\n".join(lines))
    games = Games(find_packs([pack.parent]), tmp_path)

    with pytest.raises(
        PackError, match=rf"no_python/__init__.py:{WITHOUT_DATA.count(chr(10)) + 1};"
    ):
        games.game("no_python")
    assert games.load_all(only_folders=True) == [*games.catalog.problems] != []


WITHOUT_DATA = """
from tabletop_core import Game, Identity, Step, hookimpl

IDENTITY = Identity(id="no_data", title="No Data", players=(1, 1), summary="Its data fail.")


@hookimpl
def tabletop_identity():
    return IDENTITY


GAME = Game(
    package=__name__,
    identity=IDENTITY,
    seats=("one",),
    sequence=Step("End", lambda play: match.end("over")),
    state=object,
    new_state=lambda play: None,
    load_data=lambda overlays: 1 / 0,
)


@hookimpl
def tabletop_game():
    return GAME
"""
