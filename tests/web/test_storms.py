"""A storm over a server: its process is killed again and again, in the middle of anything.

`STORM=50` makes it 50 times as long.
"""

import os
import socket
import subprocess
import sys
import threading
import time
from random import Random

import attrs
import httpx
import pytest

from tabletop_core.engine.tape import given_in
from tabletop_core.saves.reader import read_save

from .conftest import FOLDERS, HTML, events_in, question_in

LENGTH = int(os.environ.get("STORM", "1"))
ROOMS = 4 if LENGTH == 1 else 50
KILLS = 4 * LENGTH
PACKS = [part for folder in FOLDERS for part in ("--packs", str(folder))]
MAX_SEND_S = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server in a process of its own, always at the same port and with the same data."""

    def __init__(self, data, workers=1):
        self.workers = workers
        self.port = free_port()
        self.data = data
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.browsers = []

    def start(self):
        code = "from tabletop_core.cli import main; main()"
        command = [sys.executable, "-c", code, *PACKS, "serve", "--port", str(self.port)]
        command += ["--workers", str(self.workers)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert "Your table: " in self.process.stdout.readline()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@attrs.define
class Table:
    """A room with the browser of the one who plays in it, and what was acknowledged there."""

    room: str
    browser: httpx.Client
    acknowledged: list = attrs.field(factory=list)

    def question(self):
        return question_in(self.browser.get(f"/r/{self.room}", headers=HTML).text)

    def answer_at_random(self, random):
        question = self.question()
        if question is not None:
            seat, token, answers = question
            fields = {"seat": seat, "token": token, "answer": random.choice(answers)}
            if self.browser.post(f"/r/{self.room}/answer", data=fields).status_code == 204:
                self.acknowledged.append((seat, fields["answer"]))


@pytest.fixture
def storm(tmp_path, request):
    server = Server(tmp_path / "data", getattr(request, "param", 1))
    server.start()
    yield server
    for browser in server.browsers:
        browser.close()
    if server.process.poll() is None:
        server.kill()


def open_table(server, pack, *seats):
    browser = httpx.Client(base_url=server.address, timeout=MAX_SEND_S)
    server.browsers.append(browser)
    fields = {"name": "Ann", **{f"seat:{at}": kind for at, kind in enumerate(seats)}}
    where = browser.post(f"/new/{pack}", data=fields, headers=HTML).headers["location"]
    return Table(where.removeprefix("/r/"), browser)


def play_until_killed(server, tables, random, seconds):
    killing = threading.Timer(seconds, server.kill)
    killing.start()
    try:
        while True:
            random.choice(tables).answer_at_random(random)
    except httpx.TransportError:
        killing.join()


def answers_of_persons(server, table, bots):
    saved = read_save(server.data / "games" / f"{table.room}.toml")
    given = [one for entry in saved.entries for one in given_in(entry)]
    return [(seat, str(answer)) for seat, answer in given if seat not in bots]


@pytest.mark.timeout(240 * LENGTH)
@pytest.mark.parametrize("storm", [1, 2], indirect=True, ids=["one", "two workers"])
def test_no_acknowledged_answer_is_lost_however_often_the_server_is_killed(storm):
    random = Random(7)
    seats = [("me", "me"), ("me", "bot:random")]
    tables = [open_table(storm, "ice_fishers", *seats[at % 2]) for at in range(ROOMS)]
    for _ in range(KILLS):
        play_until_killed(storm, tables, random, 0.1 + random.random())
        for number, table in enumerate(tables):
            saved = read_save(storm.data / "games" / f"{table.room}.toml")
            bots = [] if number % 2 == 0 else list(saved.header.players)[1:]
            kept = answers_of_persons(storm, table, bots)
            # The last one may be on the disk though nobody was told so.
            assert kept[: len(table.acknowledged)] == table.acknowledged
            assert len(kept) <= len(table.acknowledged) + 1
            table.acknowledged = kept
        storm.start()

    for table in tables:
        before = len(table.acknowledged)
        end = time.monotonic() + MAX_SEND_S
        while len(table.acknowledged) == before and time.monotonic() < end:
            table.answer_at_random(random)
            saved = read_save(storm.data / "games" / f"{table.room}.toml")
            if saved.outcome or "Over: " in table.browser.get(f"/r/{table.room}").text:
                break
        else:
            assert len(table.acknowledged) > before, "a room does not play on"


def next_event(lines):
    """Read a stream up to the end of an event with data."""
    read = []
    for line in lines:
        read.append(line)
        if not line and any(one.startswith("data: ") for one in read):
            return events_in("\n".join(read) + "\n")[0]
    raise AssertionError("the stream ended")


def test_an_open_page_shows_the_truth_after_a_crash(storm):
    table = open_table(storm, "ice_fishers", "me", "me")
    with table.browser.stream("GET", f"/r/{table.room}/stream") as stream:
        first, _ = next_event(stream.iter_lines())
    seat, token, answers = table.question()
    table.browser.post(
        f"/r/{table.room}/answer", data={"seat": seat, "token": token, "answer": answers[0]}
    )
    storm.kill()
    storm.start()
    began = time.monotonic()
    with table.browser.stream("GET", f"/r/{table.room}/stream?since={first}") as stream:
        second, fresh = next_event(stream.iter_lines())

    assert time.monotonic() - began < MAX_SEND_S
    assert second.partition("-")[0] != first.partition("-")[0]
    assert fresh.keys() >= {"@table", "@prompt", "room-seats"}
    assert question_in(fresh[f"@ask:{table.question()[0]}"]) == table.question()
