"""What a server keeps, asleep, after its end, and on a full disk."""

import errno
import os
from pathlib import Path
from zlib import crc32

import pytest

from tabletop_core.rooms.store import SqliteStore, StoreError
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session

from .conftest import Browser, question_in, text_of
from .stories import told

STORIES = """
a room that slept is as it was
    ann answers
    ann answers
    ann answers
    ann is asked
    the room sleeps
    ann is asked the same
a server that starts again has rooms seats and words
    ann answers
    ann does chat text=until tomorrow
    ann is asked
    the server starts again
    ann is asked the same
    ann sees it: Ann: until tomorrow
"""


@told(STORIES)
def test_what_is_kept(stage, story):
    stage.play(story)


def in_table(page):
    """Return what a page shows of the table, without what a person has just done there."""
    return text_of(page[page.index('<main id="@table"') :])


def test_who_has_agreed_is_kept(make_server, three):
    room, browsers = three(undo="asked")
    asker = next(one for one in browsers if one.question(room))
    asker.answer(room, asker.question(room))
    asker.post(f"/r/{room}/undo")
    others = [one for one in browsers if one is not asker]
    others[0].post(f"/r/{room}/agree", yes="1")
    server = make_server()
    for one in browsers:
        one.move_to(server)

    assert "Agree" not in text_of(others[0].get(f"/r/{room}").text)
    assert "Agree" in text_of(others[1].get(f"/r/{room}").text)


def test_a_bot_moves_on_in_a_room_that_nobody_visits_after_the_start(make_server):
    ann = Browser(make_server(), "Ann")
    room = ann.new_room("ice_fishers", "me", "bot:random")
    with ann.client.app.state.site.registry.room(room) as held:
        held.bots_failed = ""
    site = make_server().state.site

    assert room in site.registry.left_awake()


def test_the_game_of_a_room_is_a_saved_game_of_the_terminal(alone, site):
    alone.answer()
    site.registry.sleep_idle(idle=-1)
    saved = read_save(site.registry.journal(alone.room))

    assert saved.header.players == dict.fromkeys(saved.header.players, "human")
    assert any(entry[0] == "answer" for entry in saved.entries)


def save_begun(site, path):
    """Save a game of the terminal in which one answer was given, and return what it asks."""
    session = new_session(site.registry.games.game("ice_fishers"), seats="human", seed=3, save=path)
    begin(session)
    session.answer(session.match.decision.options[0])
    prompt = session.match.decision.prompt
    session.close()
    return prompt


def test_a_saved_game_of_the_terminal_goes_on_in_a_room(ann, bob, site, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "saves"))
    prompt = save_begun(site, tmp_path / "saves" / "a.toml")
    ann.client.get(site.addresses.to(site.cookies.host_page), follow_redirects=False)
    page = ann.post("/save", name="Ann", file="a.toml").text
    outside = ann.post("/save", name="Ann", file="../data/host.key")

    assert "a.toml" in ann.get("/").text
    assert "Play on here (a copy)</button> Ice Fishers, " in ann.get("/").text
    assert prompt in text_of(page)
    assert "no saved game" in outside.text
    assert "a.toml" not in bob.get("/").text
    assert bob.post("/save", name="Bob", file="a.toml").status_code == 403


def test_an_answer_that_the_disk_does_not_take_is_not_shown(alone, site, monkeypatch):
    question, shown = alone.question, in_table(alone.page)

    def full(number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        with site.registry.room(alone.room) as held:
            file = held.session.journal.file._file
        patch.setattr(os, "fsync", full)
        # What was written before the disk was full is torn off, as by a crash.
        size = os.fstat(file.fileno()).st_size
        refused = alone.answer(question=question)
    os.truncate(site.registry.journal(alone.room), size)

    assert "could not be written to the disk" in refused.text
    assert question_in(page := alone.page) == question
    assert in_table(page) == shown


def test_bad_files_among_the_saved_games_spoil_no_lobby(ann, site, tmp_path, monkeypatch):
    folder = tmp_path / "saves"
    monkeypatch.setenv("TABLETOP_SAVES", str(folder))
    save_begun(site, folder / "sound.toml")
    head = (folder / "sound.toml").read_bytes().partition(b"#= ")[0]
    head = head.replace(b"rules = ", b"lamp = 1\nrules = ")
    (folder / "future.toml").write_bytes(head + b"#= %08x\n" % crc32(b"#= ", crc32(head)))
    (folder / "bytes.toml").write_bytes(bytes(range(256)))
    (folder / "gone.toml").symlink_to("nowhere")
    (folder / "folder.toml").mkdir()
    ann.client.get(site.addresses.to(site.cookies.host_page), follow_redirects=False)
    page = ann.get("/")

    assert page.status_code == 200
    assert "sound.toml" in page.text
    assert "future.toml" not in page.text
    assert "does not know its key" in ann.post("/save", name="Ann", file="future.toml").text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("rooms.db", r"rooms\.db cannot be used: file is not a database; "),
        ("rooms.db/rooms.db", r"rooms\.db cannot be written: .*; choose another folder"),
    ],
)
def test_a_file_or_folder_that_is_no_store_is_refused_in_one_line(tmp_path, path, words):
    (tmp_path / "rooms.db").write_text("no data base at all, but longer than its head " * 9)

    with pytest.raises(StoreError, match=words):
        SqliteStore(tmp_path / path)


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_what_a_server_keeps_is_for_its_owner_alone(tmp_path):
    store = SqliteStore(tmp_path / "server" / "rooms.db")
    store.new_person("Ann")

    files = [tmp_path / "server", *(tmp_path / "server").iterdir()]
    assert {file.stat().st_mode & 0o077 for file in files} == {0}
    store.close()


def test_where_the_disk_is_full_what_cannot_be_kept_is_said(alone, site):
    site.registry.store._base.execute("PRAGMA max_page_count = 1")
    for _ in range(41):
        refused = alone.post("chat", text="x" * 400)

    assert refused.status_code == 503
    assert "could not be saved (database or disk is full)" in refused.text


def replaced(path):
    older = path.with_name("older")
    older.write_bytes(path.read_bytes()[:-40])
    os.replace(older, path)


@pytest.mark.skipif(os.name == "nt", reason="nobody replaces or deletes an open file there")
@pytest.mark.parametrize("change", [replaced, Path.unlink, lambda path: os.truncate(path, 300)])
def test_an_answer_is_found_again_also_where_the_file_of_the_room_was_changed(alone, site, change):
    room = alone.room
    alone.answer()
    path = site.registry.journal(room)
    change(path)
    alone.answer()
    with site.registry.room(room) as held:
        entries = list(held.match.tape.entries)
        site.registry.sleep(held)
    page = alone.page

    assert read_save(path).entries == entries
    assert (
        "the file of this game was changed by another program; the whole game was saved again"
    ) in page
    assert str(path) not in page
