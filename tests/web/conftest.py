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
from random import Random

import pytest
from starlette.testclient import TestClient

from tabletop_core.bots.seating import difficulties, seat_bots
from tabletop_core.plugins.packs import find_packs
from tabletop_core.saves.session import begin, new_session
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config
from tests.rooms.conftest import FOLDERS

ROOT = Path(__file__).parents[2]
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
        return self.made(f"/new/{pack}", **{"name": self.name, **named, **fields})

    def made(self, path, **fields):
        """Send a form that makes a room and return its id."""
        answer = self.post(path, follow=False, **fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/r/")

    def move_to(self, app):
        """Let the same person use another server."""
        moved = Browser(app, self.name)
        moved.client.cookies = self.client.cookies
        self.client = moved.client

    def question(self, room):
        """Return what the page of a room asks: seat, token, answers; None where nothing."""
        return question_in(self.get(f"/r/{room}").text)

    def answer(self, room, question, answer=None):
        seat, token, answers = question
        fields = {"seat": seat, "token": token, "answer": answer or answers[0]}
        return self.client.post(f"/r/{room}/answer", data=fields)


class Table:
    """A room as somebody has it open."""

    def __init__(self, browser, room):
        self.browser, self.room = browser, room

    @property
    def page(self):
        return self.get().text

    @property
    def words(self):
        return text_of(self.page)

    @property
    def question(self):
        return question_in(self.page)

    def get(self, part=""):
        return self.browser.get(f"/r/{self.room}/{part}".rstrip("/"))

    def post(self, act, **fields):
        return self.browser.post(f"/r/{self.room}/{act}", **fields)

    def answer(self, answer=None, question=None):
        """Give an answer, the first by default, to what is or was asked."""
        return self.browser.answer(self.room, question or self.question, answer)


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


def played(game, answers, seed=1, **how):
    """Begin a game, give so many answers at random, and return its session."""
    session = new_session(game, seed=seed, **how)
    begin(session)
    random = Random(seed)
    while answers and session.match.decision is not None:
        session.answer(session.match.decision.at_random(random.random()))
        answers -= 1
    return session


def play_out(site, room, choose=lambda match, decision: decision.at_random(0.5)):
    """Give any answers until the game is over."""
    with site.registry.room(room) as one:
        while (decision := one.match.decision) is not None:
            seat, answer = decision.seats[0], choose(one.match, decision)
            one.answer(one.seating.person_at(seat), seat, answer, decision.token)


def play_well(site, room):
    """Play as the bot of a normal game does until the game is over."""
    with site.registry.room(room) as one:
        seats = dict.fromkeys(one.seating.seats, difficulties(one.match.game)["normal"])
        bots = dict(seat_bots(one.match.game, seats, one.match.decisions))
    play_out(site, room, lambda match, decision: bots[decision.seat].choose(match, decision))


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
    for module in ("factory", "fresh_chance"):
        monkeypatch.setattr(
            f"tabletop_core.rooms.{module}.fresh_seed",
            lambda: sha256(f"{named} {next(numbers)}".encode()).hexdigest()[:26],
        )


@pytest.fixture(scope="session")
def catalog():
    return find_packs(FOLDERS, points=())


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
        where = {"data": tmp_path / "data", "catalog": catalog, "database": database}
        # A test clicks faster than anybody.
        app = make_app(Config(**{**where, "posts": 1e6, "burst": 1e6, **how}))
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
def alone(ann):
    """A room in which Ann plays both seats of Ice Fishers, as she has it open."""
    return Table(ann, ann.new_room("ice_fishers", "me", "me"))


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


@pytest.fixture
def three(server):
    """Return a function that seats Ann, Bob and Cid at Night Crossing: the room, and the three."""

    def three(**fields):
        ann, *others = browsers = [Browser(server, name) for name in ("Ann", "Bob", "Cid")]
        room = ann.new_room("night_crossing", "me", "open", "open", listed="1", **fields)
        for browser, seat in zip(others, ("blue", "green"), strict=True):
            browser.post(f"/r/{room}/sit", name=browser.name, seat=seat)
        return room, browsers

    return three


@pytest.fixture
def stage(server, make_server, two, sit):
    """Where the stories are played that `stories.py` reads."""
    from .stories import Stage

    return Stage(server, make_server, two, sit)
