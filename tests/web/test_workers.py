"""A server of two workers: one address, and what goes wrong in one leaves the other alone."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from random import Random

import httpx
import pytest

from tabletop_core.saves.reader import read_save
from tabletop_core.web.rooms.share import Share

from .conftest import FOLDERS, HTML, ROOT, text_of
from .test_faults import children_of, is_running, until
from .test_storms import LENGTH, Server, next_event, open_table

PATIENCE_S = 60
BACK_S = 5.0
"""Seconds in which the rooms of a killed worker are back, on a machine that is busy with tests."""

QUICK = """
import sys
from pathlib import Path
from tabletop_core.plugins.packs import find_packs
from tabletop_core.web import server
from tabletop_core.web.config import Config

server.MAX_LATE_S = 1.5
catalog = find_packs([Path(folder) for folder in sys.argv[3:]], points=())
config = Config(
    data=Path(sys.argv[1]), catalog=catalog, port=int(sys.argv[2]), workers=2, answer_seconds=0.5
)
server.serve(config, say=lambda text: print(text, flush=True))
"""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


class QuickServer(Server):
    """A server that soon ends a worker that hangs."""

    def start(self):
        folders = [*FOLDERS, ROOT / "tests" / "web" / "packs"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", QUICK, str(self.data), str(self.port), *map(str, folders)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert "Your table: " in self.process.stdout.readline()


@pytest.fixture
def server(tmp_path):
    server = QuickServer(tmp_path / "data", workers=2)
    server.start()
    yield server
    for browser in server.browsers:
        browser.close()
    if server.process.poll() is None:
        server.process.terminate()
        server.process.wait(PATIENCE_S)
    server.process.stdout.close()


@pytest.fixture
def of_both(server):
    """Return a function that opens a table of each worker."""

    def of_both(pack="snail", *seats):
        found = {}
        while len(found) < 2:
            table = open_table(server, pack, *(seats or ("me",)))
            # Its connection stays with the worker of the room that it asked for last.
            page(table)
            found.setdefault(Share(0, 2).owner_of(table.room), table)
        return found[0], found[1]

    return of_both


def worker_of(server, table):
    """Return the process of the worker of a room; they were started in their order."""
    return sorted(children_of(server.process.pid))[Share(0, 2).owner_of(table.room)]


def answer(table, word, timeout=PATIENCE_S):
    seat, token, _ = table.question()
    fields = {"seat": seat, "token": token, "answer": word}
    return table.browser.post(f"/r/{table.room}/answer", data=fields, timeout=timeout).status_code


def page(table):
    while True:
        try:
            return table.browser.get(f"/r/{table.room}", headers=HTML)
        except httpx.TransportError:
            time.sleep(0.02)


# ---------------------------------------------------------------- one address


def test_one_connection_leads_to_the_rooms_of_both_workers(of_both):
    tables = of_both()
    limits = httpx.Limits(max_connections=1)
    address, cookies = tables[0].browser.base_url, dict(tables[0].browser.cookies)
    with httpx.Client(base_url=address, headers=HTML, limits=limits, cookies=cookies) as browser:
        for _ in range(5):
            for table in tables:
                shown = browser.get(f"/r/{table.room}")
                assert shown.status_code == 200
                assert f"/r/{table.room}/" in shown.text
        games = browser.get("/games").text

    assert f"/r/{tables[0].room}" in games


def test_an_open_page_hears_of_an_answer_at_either_worker(of_both):
    for table in of_both():
        with table.browser.stream("GET", f"/r/{table.room}/stream") as stream:
            lines = stream.iter_lines()
            next_event(lines)
            assert answer(table, "on") == 204
            _, fragments = next_event(lines)

        assert any("1" in (html or "") for html in fragments.values())


def test_a_request_that_comes_letter_by_letter_finds_its_room(server, of_both):
    for table in of_both():
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
            for letter in f"GET /r/{table.room} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n":
                line.sendall(letter.encode())
            with line.makefile("rb") as found:
                assert found.readline() == b"HTTP/1.1 200 OK\r\n"


def test_a_form_larger_than_any_is_refused_at_either_worker(of_both):
    for table in of_both():
        try:
            sent = table.browser.post(f"/r/{table.room}/chat", data={"text": "x" * 300_000})
        except httpx.TransportError:
            continue
        assert sent.status_code in (413, 503)


def test_requests_in_one_piece_are_answered_or_sent_back(server, of_both):
    asks = "\r\n\r\n".join(
        f"GET /r/{table.room} HTTP/1.1\r\nhost: 127.0.0.1" for table in of_both()
    )
    asks += "\r\nconnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(asks.encode())
        with line.makefile("rb") as found:
            answers = [one for one in found if one.startswith(b"HTTP/1.1 ")]

    assert answers[0] == b"HTTP/1.1 200 OK\r\n"
    assert all(b" 200 " in one or b" 421 " in one for one in answers)


def test_what_changes_a_room_is_in_the_lists_of_both_workers(server, of_both):
    for table in of_both():
        answer(table, "stop")
        with httpx.Client(base_url=server.address, cookies=dict(table.browser.cookies)) as other:
            until(lambda other=other: "Over" in other.get("/games", headers=HTML).text)


# ---------------------------------------------------------------- faults


def test_the_rooms_of_a_worker_that_is_killed_are_back_soon_and_those_of_the_other_never_left(
    server, of_both
):
    lost, other = of_both()
    answer(lost, "on")
    os.kill(worker_of(server, lost), signal.SIGKILL)
    began = time.monotonic()
    assert page(other).status_code == 200
    shown = page(lost)

    assert time.monotonic() - began < BACK_S
    assert shown.status_code == 200
    assert "so far 1" in text_of(shown.text)


@pytest.mark.parametrize("word", ["freeze", "crash"])
def test_a_room_that_stops_its_worker_is_set_aside_and_all_others_go_on(server, of_both, word):
    bad, other = of_both()
    while True:
        twin = open_table(server, "snail", "me")
        if Share(0, 2).owner_of(twin.room) == Share(0, 2).owner_of(bad.room):
            break
    with pytest.raises(httpx.TransportError):
        answer(bad, word)
    assert answer(other, "on") == 204
    until(lambda: "set aside" in text_of(page(bad).text))
    page(twin)

    assert answer(twin, "on") == 204
    assert answer(other, "on") == 204


def test_the_other_worker_answers_while_one_is_frozen(of_both):
    bad, other = of_both()

    def freeze():
        with suppress(httpx.TransportError):
            answer(bad, "freeze")

    frozen = threading.Thread(target=freeze)
    frozen.start()
    time.sleep(0.5)
    began = time.monotonic()
    statuses = [answer(other, "on") for _ in range(5)]
    took = time.monotonic() - began
    is_still_frozen = frozen.is_alive()
    frozen.join()

    assert statuses == [204] * 5
    assert is_still_frozen or took > 1.0


def test_the_workers_end_with_the_server_however_it_ends(server):
    workers = children_of(server.process.pid)
    assert len(workers) == 2
    server.process.kill()
    server.process.wait()
    server.process.stdout.close()
    until(lambda: not any(map(is_running, workers)))
    server.start()


def test_a_server_of_workers_ends_when_it_is_told(server):
    workers = children_of(server.process.pid)
    server.process.send_signal(signal.SIGTERM)

    assert server.process.wait(PATIENCE_S) == 0
    assert not any(map(is_running, workers))


@pytest.mark.timeout(240 * LENGTH)
def test_no_acknowledged_answer_is_lost_however_often_a_worker_is_killed(server):
    random = Random(11)
    tables = [open_table(server, "ice_fishers", "me", "me") for _ in range(6)]
    ending = threading.Event()

    def kill():
        while not ending.wait(0.2 + random.random()):
            workers = sorted(children_of(server.process.pid))
            os.kill(random.choice(workers), signal.SIGKILL)

    killing = threading.Thread(target=kill)
    killing.start()
    end, lost = time.monotonic() + 6 * LENGTH, 0
    while time.monotonic() < end:
        try:
            random.choice(tables).answer_at_random(random)
        except httpx.TransportError:
            lost += 1
    ending.set()
    killing.join()

    assert lost
    for table in tables:
        entries = read_save(server.data / "games" / f"{table.room}.toml").entries
        kept = [(entry[1], str(entry[2])) for entry in entries if entry[0] == "answer"]
        told = iter(kept)
        assert all(one in told for one in table.acknowledged)
        page(table)
