"""The bridge that stands where a server would, on the Python of this machine."""

import asyncio
import os
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest
from anyio.from_thread import start_blocking_portal

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config
from tabletop_core.web.in_browser.bridge import Bridge, Call, CookieJar
from tabletop_core.web.in_browser.kept_files import PART_BYTES, KeptFiles
from tabletop_core.web.security import RefusedError
from tests.web.conftest import FOLDERS, question_in

HTML = [("accept", "text/html")]


class Heard:
    """What was answered."""

    def __init__(self):
        self.status, self.headers, self.body, self.is_over = 0, {}, b"", False
        self.came = asyncio.Event()

    def begin(self, status, headers):
        self.status, self.headers = status, dict(headers)

    def add(self, chunk):
        self.body += chunk
        self.came.set()

    def end(self):
        self.is_over = True

    @property
    def text(self):
        return self.body.decode()


class Player:
    """Somebody who plays over a bridge."""

    def __init__(self, portal, folder, **how):
        self.portal = portal
        config = Config(
            data=folder,
            catalog=find_packs(FOLDERS, points=()),
            public="https://play.example.org",
            alone=True,
            framed=True,
            serves_files=False,
            **how,
        )
        self.app = make_app(config)
        self.bridge = Bridge(self.app, CookieJar(folder / "cookies.json"), "play.example.org")

    def ask(self, method, target, fields=(), headers=()):
        heard = Heard()
        call = Call(method, target, [*HTML, *headers], urlencode(fields).encode())
        self.portal.call(self.bridge.ask, call, heard, asyncio.Event())
        return heard

    def read(self, target):
        return self.ask("GET", target).text

    def room(self, pack="ice_fishers", **fields):
        seats = {f"seat:{number}": "me" for number in range(2)}
        made = self.ask("POST", f"/new/{pack}", {"name": "Ann", **seats, **fields})
        return made.headers["location"]

    def question(self, room):
        return question_in(self.read(room))

    def answer(self, room, question=None):
        seat, token, answers = question or self.question(room)
        fields = {"seat": seat, "token": token, "answer": answers[0]}
        return self.ask("POST", f"{room}/answer", fields)


@contextmanager
def playing(folder, **how):
    """Somebody who plays over a bridge that runs in a thread beside the test."""
    with start_blocking_portal() as portal:
        player = Player(portal, folder, **how)
        portal.call(player.bridge.start)
        try:
            yield player
        finally:
            portal.call(player.bridge.stop)


@pytest.fixture
def player(tmp_path):
    with playing(tmp_path) as player:
        yield player


def test_a_game_is_played_over_the_bridge(player):
    room = player.room()
    before = player.question(room)

    player.answer(room)

    assert before[1] != player.question(room)[1]


def test_cookies_stay_in_the_jar_and_make_the_next_visitor_the_same_person(tmp_path):
    with playing(tmp_path) as first:
        assert "set-cookie" not in first.ask("POST", "/me", {"name": "Ann"}).headers
        assert "Ann" in first.read("/me")

    with playing(tmp_path) as second:
        assert "Ann" in second.read("/me")


def test_a_page_of_a_person_alone_offers_nothing_that_needs_others(player):
    room = player.read(player.room(seat="open"))

    assert "/s/" not in room
    assert 'name="text"' not in room  # the field of the chat
    assert "another device" not in player.read("/me")
    assert "feed" not in player.read("/me")
    assert 'value="open"' not in player.read("/new/ice_fishers")


def test_a_page_may_stand_in_a_frame_of_its_own_host_alone(player):
    policy = player.ask("GET", "/").headers["content-security-policy"]

    assert "frame-ancestors 'self'" in policy


def test_a_form_of_another_site_is_refused(player):
    headers = [("origin", "https://elsewhere.example.org")]

    assert player.ask("POST", "/me", {"name": "Eve"}, headers).status == 403


def test_a_stream_sends_what_changes_until_its_reader_is_gone(player):
    room, portal = player.room(), player.portal
    heard, gone = Heard(), asyncio.Event()
    stream = portal.start_task_soon(player.bridge.ask, Call("GET", f"{room}/stream"), heard, gone)
    portal.call(heard.came.wait)
    size = len(heard.body)
    heard.came.clear()

    player.answer(room)
    portal.call(heard.came.wait)
    portal.call(gone.set)
    stream.result()

    assert len(heard.body) > size
    assert b"data: " in heard.body[size:]


def test_nothing_is_shown_that_could_not_be_kept(tmp_path):
    is_full = False

    async def flush():
        if is_full:
            raise RefusedError(507, "this could not be kept")

    with playing(tmp_path, flush=flush) as player:
        room = player.room()
        question = player.question(room)
        is_full = True
        refused = player.answer(room, question)

    assert refused.status == 507
    assert "this could not be kept" in refused.text


def test_what_was_kept_before_an_answer_is_shown_is_the_whole_game(tmp_path):
    """A copy of the folder, as of each flush, goes on where the page stood."""
    kept, stored = KeptFiles(tmp_path), {}

    async def put(parts, gone):
        stored.update(parts)
        for part in gone:
            del stored[part]

    with playing(tmp_path, flush=lambda: kept.keep(put)) as player:
        room = player.room()
        player.answer(room)
        copy, asked = dict(stored), player.question(room)
    (tmp_path / "again").mkdir()
    KeptFiles(tmp_path / "again").restore(copy)

    with playing(tmp_path / "again") as again:
        assert again.question(room) == asked


# ---------------------------------------------------------------- kept files


@pytest.fixture
def files(tmp_path):
    """Return the files of a folder, and a function that keeps them and returns what was put."""
    kept = KeptFiles(tmp_path)

    def keep():
        put = []

        async def remember(parts, gone):
            put.append((parts, gone))

        asyncio.run(kept.keep(remember))
        return put[0] if put else ({}, [])

    return tmp_path, keep


def test_only_the_part_that_changed_is_stored_again(files):
    folder, keep = files
    (folder / "game.toml").write_bytes(b"a" * PART_BYTES + b"b")
    keep()
    with (folder / "game.toml").open("ab") as file:
        file.write(b"c")

    assert keep() == ({("game.toml", 1): b"bc"}, [])
    assert keep() == ({}, [])


def test_a_change_within_the_same_moment_and_of_the_same_size_is_seen(files):
    folder, keep = files
    (folder / "rooms.db").write_bytes(b"one")
    times = (folder / "rooms.db").stat()
    keep()
    (folder / "rooms.db").write_bytes(b"two")

    os.utime(folder / "rooms.db", ns=(times.st_atime_ns, times.st_mtime_ns))

    assert keep() == ({("rooms.db", 0): b"two"}, [])


def test_files_and_parts_that_are_gone_are_removed(files):
    folder, keep = files
    (folder / "a").write_bytes(b"a" * (PART_BYTES + 1))
    (folder / "b").write_bytes(b"")
    keep()
    (folder / "a").write_bytes(b"a")
    (folder / "b").unlink()
    parts, gone = keep()

    assert parts == {("a", 0): b"a"}
    assert sorted(gone) == [("a", 1), ("b", 0)]


def test_what_could_not_be_stored_is_tried_again(files):
    folder, keep = files
    kept = KeptFiles(folder)
    (folder / "a").write_bytes(b"a")

    async def refuse(parts, gone):
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        asyncio.run(kept.keep(refuse))

    assert keep() == ({("a", 0): b"a"}, [])


def test_files_are_restored_as_they_were(tmp_path):
    parts = {("games/x.toml", 1): b"two", ("games/x.toml", 0): b"one", ("empty", 0): b""}
    KeptFiles(tmp_path).restore(parts)

    assert (tmp_path / "games" / "x.toml").read_bytes() == b"onetwo"
    assert (tmp_path / "empty").read_bytes() == b""
