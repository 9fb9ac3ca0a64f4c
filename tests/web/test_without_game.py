"""Rooms whose game cannot be woken: they can be seen, saved, closed and deleted all the same."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.my_games import digest
from tabletop_core.rooms.server_paths import ServerPaths

from .conftest import FOLDERS
from .stories import Stage, told


@pytest.fixture
def moved(make_server):
    """Return a function that starts the server again with other settings, and moves browsers."""

    def moved(*browsers, **how):
        app = make_server(**how)
        for browser in browsers:
            browser.move_to(app)
        return app.state.site

    return moved


@pytest.fixture
def gone(ann, bob, sit, moved, site):
    """A room of Ann and Bob whose pack is gone, and the site."""
    room = ann.new_room("ice_fishers", "me", "open")
    sit(ann, bob, room)
    ann.post(f"/r/{room}/chat", text="see you on Friday")
    others = find_packs([folder for folder in FOLDERS if folder.name != "ice_fishers"], points=())
    return room, moved(ann, bob, catalog=others)


STORIES = """
a room whose pack is gone says so and shows what there is
    ann sees it > 404: there is no game 'ice_fishers' here | (Ann) | (Bob) | see you on Friday
    ann sees it > 404: Save to a file | Delete…
    bob sees it > 404: not Delete…
    ann sees /games: cannot be opened
a room whose pack is gone is closed and deleted as any other
    ann sees sure/close: asked first
    ann does close sure=1 > 404
    bob sees it > 404: Ann asks to close this game
    bob does agree yes=1 > 404
    bob sees it > 404: Ann has closed it
    ann does delete sure=1: @/games
    bob sees /games: Bring it back
"""


@told(STORIES)
def test_where_the_pack_is_gone(gone, ann, bob, story):
    room, _ = gone
    stage = Stage(ann.client.app, ann=ann, bob=bob)
    stage.room = room
    stage.play(story)


def test_a_room_whose_pack_is_gone_is_closed_by_silence(gone, ann, monkeypatch):
    room, site = gone
    ann.post(f"/r/{room}/close", sure="1")
    monkeypatch.setattr("tabletop_core.rooms.registry.SILENCE_S", -1)
    monkeypatch.setattr("tabletop_core.rooms.seating.SILENCE_S", -1)
    site.registry.end_by_silence()

    assert site.registry.store.one("SELECT ended FROM rooms")["ended"] == "Ann has closed it"


def test_a_game_whose_pack_is_gone_is_saved_and_goes_on_elsewhere(ann, alone, moved, site):
    alone.answer()
    question = alone.question
    journal = site.registry.journal(alone.room).read_bytes()
    moved(ann, catalog=find_packs(FOLDERS[:1], points=()))
    saved = alone.get("save").content
    moved(ann)
    opened = ann.client.post("/games/open", files={"file": ("a.toml", saved)})

    assert digest(saved) == digest(journal)
    assert ann.question(opened.url.path.removeprefix("/r/"))[2] == question[2]
    assert alone.question == question


def test_a_room_that_was_set_aside_is_deleted_although_a_thread_still_holds_it(alone, site):
    alone.get()
    held = site.registry._known(alone.room)
    site.registry.failed(alone.room, ValueError("stuck"), set_aside=True)
    with ThreadPoolExecutor(1) as other:
        other.submit(held.lock.acquire).result()
        try:
            assert alone.post("delete", sure="1").url.path == "/games"
        finally:
            other.submit(held.lock.release).result()
            held.live.session.close()


def test_no_message_to_a_visitor_names_a_folder_of_the_server(ann, bob, alone, site, tmp_path):
    journal = site.registry.journal(alone.room)
    site.registry.sleep_idle(idle=-1)
    journal.write_bytes(b"[nothing]\n")
    pages = [alone.get(), ann.get("/games"), bob.get(f"/r/{alone.room}/board")]
    pages.append(ann.get("/games/save"))

    assert f"{alone.room}.toml" in pages[0].text
    assert "cannot be opened" in pages[1].text
    for page in pages:
        assert str(tmp_path) not in page.text
        assert site.registry.folder.name + "/" not in page.text
    journal.unlink()
    assert str(tmp_path) not in alone.get("save").text


PATHS = {
    "/srv/my games/games/a.toml: damaged": "a.toml: damaged",
    "pack x (folder /home/ann/packs/x) fails": "pack x (folder x) fails",
    "row 3/4 and/or https://a.example/b/c": "row 3/4 and/or https://a.example/b/c",
    r"C:\games\b\a.toml: gone": "a.toml: gone",
    "'/opt/x/data/hits.toml' line 3": "'hits.toml' line 3",
}


def test_a_path_is_told_without_its_folders():
    paths = ServerPaths([Path("/srv/my games"), Path("/srv/my games/games")])

    assert {said: paths.removed_from(said) for said in PATHS} == PATHS
