"""Rooms whose game cannot be woken: they can be seen, saved, closed and deleted all the same."""

import threading
from pathlib import Path

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.rooms.server_paths import ServerPaths

from .conftest import FOLDERS, Browser, text_of


@pytest.fixture
def moved(make_server, tmp_path):
    """Return a function that starts the server again with other browsers and settings."""

    def moved(*browsers, **how):
        app = make_server(**how)
        for browser in browsers:
            fresh = Browser(app, browser.name)
            fresh.client.cookies = browser.client.cookies
            browser.client = fresh.client
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


def test_a_room_whose_pack_is_gone_says_so_and_shows_what_there_is(gone, ann, bob):
    room, _ = gone
    page = ann.get(f"/r/{room}")
    shown = text_of(page.text)

    assert page.status_code == 404
    assert "there is no game 'ice_fishers' here" in shown
    for words in ("(Ann)", "(Bob)", "see you on Friday", "Save to a file", "Delete…"):
        assert words in shown
    assert "Delete…" not in text_of(bob.get(f"/r/{room}").text)
    assert "cannot be opened" in ann.get("/games").text


def test_a_room_whose_pack_is_gone_is_closed_and_deleted_as_any_other(gone, ann, bob):
    room, site = gone
    assert "asked first" in ann.get(f"/r/{room}/sure/close").text
    ann.post(f"/r/{room}/close", sure="1")
    assert "Ann asks to close this game" in text_of(bob.get(f"/r/{room}").text)
    bob.post(f"/r/{room}/agree", yes="1")
    assert "Ann has closed it" in text_of(bob.get(f"/r/{room}").text)

    assert ann.post(f"/r/{room}/delete", sure="1").url.path == "/games"
    assert site.registry.store.one("SELECT deleted FROM rooms")["deleted"] > 0
    assert "Bring it back" in bob.get("/games").text


def test_a_room_whose_pack_is_gone_is_closed_by_silence(gone, ann, monkeypatch):
    room, site = gone
    ann.post(f"/r/{room}/close", sure="1")
    monkeypatch.setattr("tabletop_core.web.rooms.registry.SILENCE_S", -1)
    monkeypatch.setattr("tabletop_core.web.rooms.seating.SILENCE_S", -1)
    site.registry.end_by_silence()

    assert site.registry.store.one("SELECT ended FROM rooms")["ended"] == "Ann has closed it"


def test_a_game_whose_pack_is_gone_is_saved_and_goes_on_elsewhere(ann, moved, site):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.answer(room, ann.question(room))
    question = ann.question(room)
    journal = site.registry.journal(room).read_bytes()
    moved(ann, catalog=find_packs(FOLDERS[:1], points=()))

    saved = ann.get(f"/r/{room}/save")
    assert saved.content == journal
    moved(ann)
    opened = ann.client.post("/games/open", files={"file": ("a.toml", saved.content)})
    assert ann.question(opened.url.path.removeprefix("/r/"))[2] == question[2]
    assert ann.question(room) == question


def test_a_room_that_was_set_aside_is_deleted_although_a_thread_still_holds_it(ann, site):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.get(f"/r/{room}")
    held = site.registry._known(room)
    site.registry.failed(room, ValueError("stuck"), set_aside=True)
    busy, free = threading.Event(), threading.Event()

    def hold():
        with held.lock:
            busy.set()
            free.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    busy.wait()
    try:
        assert ann.post(f"/r/{room}/delete", sure="1").url.path == "/games"
    finally:
        free.set()
        thread.join()
        held.live.session.close()


def test_no_message_to_a_visitor_names_a_folder_of_the_server(ann, bob, site, tmp_path):
    room = ann.new_room("ice_fishers", "me", "me")
    site.registry.sleep_idle(idle=-1)
    site.registry.journal(room).write_bytes(b"[nothing]\n")
    pages = [ann.get(f"/r/{room}"), ann.get("/games"), bob.get(f"/r/{room}/board")]
    pages.append(ann.get("/games/save"))

    assert f"{room}.toml" in pages[0].text
    assert "cannot be opened" in pages[1].text
    for page in pages:
        assert str(tmp_path) not in page.text
        assert site.registry.folder.name + "/" not in page.text
    site.registry.journal(room).unlink()
    assert str(tmp_path) not in ann.get(f"/r/{room}/save").text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("/srv/my games/games/a.toml: damaged", "a.toml: damaged"),
        ("pack x (folder /home/ann/packs/x) fails", "pack x (folder x) fails"),
        ("row 3/4 and/or https://a.example/b/c", "row 3/4 and/or https://a.example/b/c"),
        (r"C:\games\b\a.toml: gone", "a.toml: gone"),
        ("'/opt/x/data/hits.toml' line 3", "'hits.toml' line 3"),
    ],
)
def test_a_path_is_told_without_its_folders(said, told):
    paths = ServerPaths([Path("/srv/my games"), Path("/srv/my games/games")])

    assert paths.removed_from(said) == told
