"""A server of two workers: one address, and what goes wrong in one leaves the other alone."""

import os
import signal
import socket
import threading
from contextlib import suppress
from random import Random

import httpx
import pytest

from tabletop_core.rooms.share import Share
from tabletop_core.saves.reader import read_save
from tests.waiting import PATIENCE_S, until

from .conftest import FOLDERS, ROOT, text_of
from .serving import Server, children_of, is_running, next_event
from .test_storms import LENGTH

SOON = """
from functools import partial
from tabletop_core.cli import main
from tabletop_core.web import config, server

server.MAX_LATE_S = 3
config.Config = partial(config.Config, answer_seconds=1.5)
main()
"""
"""A server that soon ends a worker that hangs."""

pytestmark = [pytest.mark.gate, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def server_in(folder):
    folders = [*FOLDERS, ROOT / "tests" / "web" / "packs"]
    return Server(folder / "data", "--workers", "2", folders=folders, program=SOON)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with server_in(tmp_path_factory.mktemp("workers")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path):
    """A server of one test alone, whose workers run since it began."""
    with server_in(tmp_path) as server:
        yield server


def two_tables(server):
    """Open a table of each worker."""
    found = {}
    while len(found) < 2:
        table = server.table("snail", "me")
        # Its connection stays with the worker of the room that it asked for last.
        table.page()
        found.setdefault(owner_of(table), table)
    return found[0], found[1]


@pytest.fixture
def tables(server):
    return two_tables(server)


def owner_of(table):
    return Share(0, 2).owner_of(table.room)


def shown(table):
    """Return the page of a room whose worker may have ended."""

    def page():
        with suppress(httpx.TransportError):
            return table.page()

    return until(page, "the page of a room")


# ---------------------------------------------------------------- one address


def test_one_connection_leads_to_the_rooms_of_both_workers(server, tables):
    limits = httpx.Limits(max_connections=1)
    browser = server.browser(limits=limits, cookies=dict(tables[0].browser.cookies))
    for table in tables * 5:
        shown = browser.get(table.where)
        assert shown.status_code == 200
        assert f"{table.where}/" in shown.text

    assert tables[0].where in browser.get("/games").text


def test_an_open_page_hears_of_an_answer_at_either_worker(tables):
    for table in tables:
        with table.stream() as stream:
            lines = stream.iter_lines()
            next_event(lines)
            assert table.answer("on") == 204
            _, fragments = next_event(lines)

        assert any("1" in (html or "") for html in fragments.values())


def heads_of_answers(server, pieces):
    """Return the first lines of what a connection answers to a request that comes in pieces."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        for piece in pieces:
            line.sendall(piece.encode())
        with line.makefile("rb") as found:
            return [one for one in found if one.startswith(b"HTTP/1.1 ")]


def test_a_request_that_comes_letter_by_letter_finds_its_room(server, tables):
    for table in tables:
        ask = f"GET {table.where} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
        assert heads_of_answers(server, ask) == [b"HTTP/1.1 200 OK\r\n"]


def test_requests_in_one_piece_are_answered_or_sent_back(server, tables):
    asks = "\r\n\r\n".join(f"GET {table.where} HTTP/1.1\r\nhost: 127.0.0.1" for table in tables)
    answers = heads_of_answers(server, [f"{asks}\r\nconnection: close\r\n\r\n"])

    assert answers[0] == b"HTTP/1.1 200 OK\r\n"
    assert all(b" 200 " in one or b" 421 " in one for one in answers)


def test_a_form_larger_than_any_is_refused_at_either_worker(tables):
    for table in tables:
        with suppress(httpx.TransportError):
            sent = table.browser.post(f"{table.where}/chat", data={"text": "x" * 300_000})
            assert sent.status_code in (413, 503)


def test_what_changes_a_room_is_in_the_lists_of_both_workers(server, tables):
    for table in tables:
        table.answer("stop")
        other = server.browser(cookies=dict(table.browser.cookies))
        until(
            lambda other=other: "Over" in other.get("/games").text, "the game is over in the list"
        )


# ---------------------------------------------------------------- faults


def test_the_rooms_of_a_worker_that_is_killed_are_back_and_those_of_the_other_never_left(
    own_server,
):
    lost, other = two_tables(own_server)
    lost.answer("on")
    # They were started in their order.
    workers = sorted(children_of(own_server.process.pid))
    os.kill(workers[owner_of(lost)], signal.SIGKILL)

    assert other.page().status_code == 200
    assert shown(lost).status_code == 200
    assert "so far 1" in text_of(lost.page().text)


@pytest.mark.parametrize("word", ["freeze", "crash"])
def test_a_room_that_stops_its_worker_is_set_aside_and_all_others_go_on(server, tables, word):
    bad, other = tables
    while owner_of(twin := server.table("snail", "me")) != owner_of(bad):
        pass
    question, statuses = bad.question(), []

    def stop():
        with pytest.raises(httpx.TransportError):
            bad.answer(word, question)

    stopping = threading.Thread(target=stop)
    stopping.start()
    while stopping.is_alive():
        if len(statuses) < 10:  # far below what one person may send
            statuses.append(other.answer("on"))
        stopping.join(0.1)
    until(lambda: "set aside" in text_of(shown(bad).text), "the room is set aside")

    assert set(statuses) == {204}
    # Were the other worker frozen too, it would have answered once, at the end.
    assert word == "crash" or len(statuses) >= 5
    assert shown(twin).status_code == 200
    assert [table.answer("on") for table in (twin, other)] == [204, 204]


def test_the_workers_end_with_a_server_that_is_killed_and_it_starts_again(own_server):
    workers = children_of(own_server.process.pid)
    assert len(workers) == 2
    own_server.kill()
    until(lambda: not any(map(is_running, workers)), "the workers end")
    own_server.start()


def test_a_server_of_workers_ends_when_it_is_told(own_server):
    workers = children_of(own_server.process.pid)
    own_server.process.send_signal(signal.SIGTERM)

    assert own_server.process.wait(PATIENCE_S) == 0
    assert not any(map(is_running, workers))


@pytest.mark.timeout(240 * LENGTH)
def test_no_acknowledged_answer_is_lost_however_often_a_worker_is_killed(server):
    random = Random(11)
    tables = [server.table("ice_fishers", "me", "me") for _ in range(6)]
    ending, kills, lost = threading.Event(), 0, 0

    def kill():
        nonlocal kills
        while not ending.wait(0.2 + random.random() / 2):
            if workers := sorted(children_of(server.process.pid)):
                # One that is about to begin, or has just ended, is soon another process.
                with suppress(ProcessLookupError):
                    os.kill(random.choice(workers), signal.SIGKILL)
                    kills += 1

    killing = threading.Thread(target=kill)
    killing.start()
    try:
        while kills < 6 * LENGTH or not lost:
            try:
                random.choice(tables).answer_at_random(random)
            except httpx.TransportError:
                lost += 1
    finally:
        ending.set()
        killing.join()

    for table in tables:
        entries = read_save(server.data / "games" / f"{table.room}.toml").entries
        told = iter([(entry[1], str(entry[2])) for entry in entries if entry[0] == "answer"])
        assert all(one in told for one in table.acknowledged)
        assert shown(table).status_code == 200
