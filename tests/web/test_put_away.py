"""Finished games that nobody looks at are put away and come back; the host sees all rooms."""

import gzip
from time import time

import pytest

from tabletop_core.rooms.errors import RoomError
from tests.waiting import until

from .conftest import Browser, play_out
from .stories import told

DAY_S = 24 * 3600.0


@pytest.fixture
def unused(site):
    """Return a function: nobody has looked at any room for so many days, and they sleep."""

    def unused(days):
        site.registry.sleep_idle(idle=-1)
        at = time() - days * DAY_S
        site.registry.store.change("UPDATE rooms SET touched = ?, seen = ?", at, at)

    return unused


@pytest.fixture
def host(server):
    found = Browser(server, "Hal")
    found.get(f"/{server.state.site.cookies.host_page}")
    return found


def files(site):
    games = (site.registry.folder / "games").iterdir()
    return sorted(file.name for file in games if ".toml" in file.name)


@pytest.fixture
def put_away(alone, site, unused):
    """A game that is over and put away, with what its file held."""
    play_out(site, alone.room)
    unused(91)
    before = site.registry.journal(alone.room).read_bytes()
    site.registry.put_away_unused(90)
    return alone, before


def test_a_finished_game_that_nobody_looks_at_is_kept_compressed_and_counts_no_more(
    put_away, ann, site
):
    table, before = put_away
    assert files(site) == [f"{table.room}.toml.gz"]
    packed = site.registry.shelf.packed(table.room).read_bytes()
    assert gzip.decompress(packed) == before
    assert 3 * len(packed) < len(before)
    site.registry.factory.max_rooms = 1

    assert ann.new_room("ice_fishers", "me", "me")


def test_it_is_listed_saved_and_brought_back_as_it_was(put_away, ann, bob, site):
    table, before = put_away
    page = table.page
    assert "It was put away on" in page
    assert "Bring it back" in page
    assert "Bring it back" not in bob.get(f"/r/{table.room}").text
    assert "put away since" in ann.get("/games").text
    assert table.get("save").content == before
    assert table.get("board").headers["content-type"] == "image/svg+xml"
    assert "on its page" in table.get("end").text
    assert bob.post(f"/r/{table.room}/mine/bring-back", name="Bob").status_code == 403

    ann.post(f"/r/{table.room}/mine/bring-back")
    assert "Games that ended" in ann.get("/history").text
    assert table.get("end").status_code == 200
    assert files(site) == [f"{table.room}.toml"]


def test_it_comes_back_only_where_there_is_a_place_for_it(put_away, ann, site):
    table, _ = put_away
    ann.new_room("ice_fishers", "me", "me")
    site.registry.factory.max_rooms = 1
    with pytest.raises(RoomError, match="already has 1 rooms"):
        site.registry.bring_back(table.room, "", is_host=True)

    assert f"{table.room}.toml.gz" in files(site)


def test_a_game_in_progress_and_one_that_somebody_looked_at_stay(ann, alone, site, unused):
    play_out(site, alone.room)
    other = ann.new_room("ice_fishers", "me", "me")
    unused(91)
    assert alone.page
    site.registry.sleep_idle(idle=-1)
    site.registry.put_away_unused(90)

    assert files(site) == sorted(f"{room}.toml" for room in (alone.room, other))
    with pytest.raises(RoomError, match="only one that is over"):
        site.registry.put_away(other)


@pytest.mark.parametrize("step", ["before it is said", "after it is said"])
def test_a_server_that_ends_while_it_puts_a_game_away_loses_nothing(put_away, site, step):
    table, before = put_away
    site.registry.journal(table.room).write_bytes(before)
    if step == "before it is said":
        site.registry.store.change("UPDATE rooms SET put_away = 0")
        site.registry.sleep_idle(idle=-1)
    else:
        table.browser.post(f"/r/{table.room}/mine/bring-back")

    assert table.get("end").status_code == 200


def test_the_caretaker_puts_away_what_is_unused(make_server, alone, unused, site):
    play_out(site, alone.room)
    unused(91)
    again = make_server(idle=0.05).state.site

    until(lambda: files(again) == [f"{alone.room}.toml.gz"], "the game is put away")


STORIES = """
the host finds rooms, puts them away and deletes them
    ann opens ice_fishers me me
    ann does mine/rename name=Sunday
    the game is played out
    the room sleeps
    hal sees /rooms: Sunday | over, made by Ann | 1 over | Put away Sunday | kB
    hal sees /rooms?words=sun+ANN&order=large: Sunday
    hal sees /rooms?words=monday: No room was found | not made by
    hal does host/put-away: It was put away on | Bring it back
    hal sees /rooms: put away, made by Ann | 1 put away | not Put away Sunday
    hal does mine/bring-back: not It was put away
    hal does delete sure=1: @/games
    hal sees /rooms: deleted, made by Ann
nobody else sees all rooms or puts one away
    the game is played out
    ann sees /rooms > 403: only the host
    ann does host/put-away > 403: only the host
    ann sees /: not All rooms
    hal sees /: All rooms
the host puts no game away that is in progress
    ann opens ice_fishers me me
    hal does host/put-away > 400: only one that is over
    hal does host/shred > 404: is not an action of the host
"""


@told(STORIES)
def test_a_host(stage, ann, host, story):
    host.post("/me", name="Hal")
    stage.persons |= {"ann": ann, "hal": host}
    stage.play(story)
