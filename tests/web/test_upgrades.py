"""Rooms of earlier versions: their games go on, or say why not; what was over can still be read.

`tests/upgrades` holds a saved game of each pack under each number of its rules, and none is ever
removed. Where a pack has a new number, `pytest --tabletop-record` adds its game.
"""

import gzip
from pathlib import Path

import pytest

from tabletop_core.bots.seating import seat_bots
from tabletop_core.bots.simple import chooser
from tabletop_core.errors import ReplayError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms import registry
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session

from .conftest import play_out, text_of

SAVED = Path(__file__).parents[1] / "upgrades"
PACKS = ("b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer")
FILES = sorted(SAVED.glob("*.toml"))


def record(game, path):
    """Save a game of random answers, played by persons, to its end."""
    session = new_session(game, seed="upgrade", save=path)
    begin(session)
    bots = seat_bots(game, dict.fromkeys(session.match.seats, "random"), 1)
    session.match.run(chooser(bots))
    session.save()
    session.close()


@pytest.mark.parametrize("pack", PACKS)
def test_each_pack_has_a_saved_game_under_the_present_number_of_its_rules(pack, request):
    game = find_packs()[pack].load()
    path = SAVED / f"{pack}_{game.identity.rules}.toml"
    if request.config.getoption("tabletop_record") and not path.exists():
        record(game, path)

    assert path.exists(), "add it with --tabletop-record"


@pytest.fixture(scope="module")
def installed():
    return find_packs()


@pytest.fixture
def room_of(make_server, installed, ann):
    """Return a function that makes Ann a room of a saved game as an earlier server left it."""

    def room_of(content):
        app = make_server(catalog=installed)
        ann.move_to(app)
        rooms = app.state.site.registry
        ann.post("/me", name="Ann")
        person = rooms.store.one("SELECT id FROM persons")["id"]
        room = "x" * 26
        rooms.journal(room).write_bytes(content)
        header = read_save(rooms.journal(room)).header
        game, seats = rooms.games.game(header.pack), list(header.players)
        names = seats, [person] * len(seats), [""] * len(seats)
        rooms.factory._add(room, game.id, game.title, "", person, False, "never", False, *names)
        return room, header.rules == game.identity.rules

    return room_of


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
@pytest.mark.parametrize("part", ["whole", pytest.param("half", marks=pytest.mark.gate)])
def test_a_saved_room_is_served_or_says_why_not(room_of, ann, file, part):
    lines = file.read_bytes().splitlines(keepends=True)
    content = b"".join(lines if part == "whole" else lines[: len(lines) // 2])
    room, is_same = room_of(content)
    page = ann.get(f"/r/{room}")
    words = text_of(page.text)

    assert ann.get(f"/r/{room}/save").status_code == 200
    if page.status_code == 200:
        assert ann.get(f"/r/{room}/replay").status_code == 200
        assert part == "half" or ann.get(f"/r/{room}/end").status_code == 200
    else:
        assert not is_same, words
        assert "saved under rules" in words
        assert "--force" not in words
        assert "install" not in words


@pytest.fixture
def outdated(alone, site, monkeypatch):
    """Return a function after which the rules have changed, so that no game is played again."""

    def outdated():
        def refuse(*_, **__):
            raise ReplayError("/games/x.toml is old; --force", "it was saved under rules 1")

        site.registry.sleep_idle(idle=-1)
        monkeypatch.setattr(registry, "resume_session", refuse)

    return outdated


def test_a_finished_game_keeps_its_report_for_when_its_rules_have_changed(alone, site, outdated):
    play_out(site, alone.room)
    shown = alone.get("report").text
    outdated()
    page = alone.get("")
    words = text_of(page.text)

    assert "cannot be replayed here, because it was saved under rules 1" in words
    assert "Its result and its file stay as they are" in words
    assert "force" not in words
    assert f"/r/{alone.room}/report" in page.text
    assert alone.get("report").text == shown


def test_a_report_is_that_of_the_end_that_was_played_last(alone, site):
    play_out(site, alone.room)
    site.registry.sleep_idle(idle=-1)
    report = site.registry.shelf.report(alone.room)
    with site.registry.room(alone.room) as room:
        assert site.registry.shelf.has_report(room)
        room.touched += 60
        assert not site.registry.shelf.has_report(room)
    before = report.stat().st_mtime
    site.registry.sleep_idle(idle=-1)

    assert report.stat().st_mtime == before + 60
    assert gzip.decompress(report.read_bytes()).startswith(b"<!doctype html>")


def test_a_game_in_progress_keeps_no_report_and_its_page_says_what_it_waits_for(alone, outdated):
    outdated()
    page = alone.get("")

    assert "once that is fixed, the game goes on from there" in text_of(page.text)
    assert "/report" not in page.text
    assert alone.get("report").status_code == 400
