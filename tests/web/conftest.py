"""A server of a few games, and browsers of several persons.

The games of a test are the same in every run; `TABLETOP_SEEDS=2`, or any other word, plays others.
"""

import itertools
import json
import os
import re
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config

from .postgres import a_server

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ROOT / "tests" / "cli" / "packs",
    ROOT / "examples" / "night_crossing",
    ROOT / "examples" / "ice_fishers",
    ROOT / "examples" / "reed_march",
)
HTML = {"accept": "text/html"}


class Browser:
    """One person's browser, with cookies of its own."""

    def __init__(self, app, name="Guest", **headers):
        self.name = name
        self.client = TestClient(app, base_url="http://localhost", headers=headers)
        # All browsers speak to the one event loop in which the server lives.
        self.client.portal = app.state.portal

    def get(self, path, **how):
        return self.client.get(path, headers=HTML, **how)

    def post(self, path, follow=True, **fields):
        return self.client.post(path, data=fields, headers=HTML, follow_redirects=follow)

    def new_room(self, pack, *seats, **fields):
        """Make a room with these seats (`me`, `open`, `bot:NAME`) and return its id."""
        named = {f"seat:{number}": kind for number, kind in enumerate(seats)}
        answer = self.post(f"/new/{pack}", follow=False, **{"name": self.name, **named, **fields})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/r/")

    def question(self, room):
        """Return what the page of a room asks: seat, token, answers; None where nothing."""
        return question_in(self.get(f"/r/{room}").text)

    def answer(self, room, question, answer=None):
        seat, token, answers = question
        fields = {"seat": seat, "token": token, "answer": answer or answers[0]}
        return self.client.post(f"/r/{room}/answer", data=fields)


def question_in(page):
    form = re.search(r'<form id="@ask:.*?</form>', page, re.S)
    if form is None:
        return None
    text = form[0]
    (token,) = re.findall(r'name="token" value="(\d+)"', text)
    (seat,) = re.findall(r'name="seat" value="([^"]*)"', text)
    answers = re.findall(r'<button name="answer" value="([^"]*)"', text)
    answers += re.findall(r'<option value="([^"]*)"', text)
    return unescape(seat), int(token), [unescape(one) for one in answers]


def text_of(page):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def seat_links(page):
    return re.findall(r'href="(/s/[^"]+)"', page)


def events_in(data):
    """Return the events of a stream as far as it was read: (id, fragments)."""
    found = []
    for block in data.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in lines:
            found.append((lines["id"], json.loads(lines["data"])))
    return found


@pytest.fixture(autouse=True)
def seeds(request, monkeypatch):
    """What fails in a run of the tests fails in the next."""
    numbers = itertools.count()
    named = f"{os.environ.get('TABLETOP_SEEDS', '')} {request.node.name}"
    monkeypatch.setattr(
        "tabletop_core.web.rooms.registry.fresh_seed",
        lambda: sha256(f"{named} {next(numbers)}".encode()).hexdigest()[:26],
    )


@pytest.fixture(scope="session")
def catalog():
    return find_packs(FOLDERS, points=())


@pytest.fixture(scope="session")
def postgres():
    """Return a function that makes an empty database and returns its address."""
    with a_server() as address:
        psycopg = pytest.importorskip("psycopg")
        numbers = itertools.count()

        def make():
            name = f"rooms{next(numbers)}"
            with psycopg.connect(address.format(name="postgres"), autocommit=True) as base:
                base.execute(f"CREATE DATABASE {name}")
            return address.format(name=name)

        yield make


@pytest.fixture
def database():
    """The address of the database of rooms; a file in the folder where it is empty."""
    return ""


@pytest.fixture
def make_server(tmp_path, catalog, database):
    """Return a function that starts a server on the same folder, one after the other."""
    running = []

    def stop():
        while running:
            running.pop().__exit__(None, None, None)

    def make(**how):
        stop()
        config = Config(
            **{"data": tmp_path / "data", "catalog": catalog, "database": database, **how}
        )
        app = make_app(config)
        client = TestClient(app, base_url="http://localhost")
        client.__enter__()
        running.append(client)
        app.state.portal = client.portal
        return app

    make.stop = stop
    yield make
    stop()


@pytest.fixture
def server(make_server):
    return make_server()


@pytest.fixture
def site(server):
    return server.state.site


@pytest.fixture
def ann(server):
    return Browser(server, "Ann")


@pytest.fixture
def bob(server):
    return Browser(server, "Bob")


@pytest.fixture
def sit(server):
    """Return a function with which somebody takes the open seat of a room by its link."""

    def sit(host, guest, room):
        (link,) = seat_links(host.get(f"/r/{room}").text)
        secret = link.removeprefix("/s/")
        page = guest.get(link).text
        seat = re.search(r'name="seat" value="([^"]*)"', page)[1]
        return guest.post(f"/r/{room}/sit", name=guest.name, seat=unescape(seat), secret=secret)

    return sit


@pytest.fixture
def two(ann, bob, sit):
    """Return a function that seats Ann and Bob: the room, who is asked first, and the other."""

    def two(**fields):
        room = ann.new_room("ice_fishers", "me", "open", **fields)
        sit(ann, bob, room)
        return (room, ann, bob) if ann.question(room) else (room, bob, ann)

    return two
