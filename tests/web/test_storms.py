"""A storm over a server: its process is killed again and again, in the middle of anything.

`STORM=50` makes it 50 times as long.
"""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import httpx
import pytest

from tabletop_core.engine.tape import given_in
from tabletop_core.saves.reader import read_save
from tests.waiting import until

from .conftest import question_in
from .serving import ServedTable, Server, next_event

LENGTH = int(os.environ.get("STORM", "1"))
ROOMS = 4 if LENGTH == 1 else 50
KILLS = 4 * LENGTH

pytestmark = pytest.mark.gate


@pytest.fixture
def storm(tmp_path, request):
    workers = getattr(request, "param", 1)
    with Server(tmp_path / "data", "--workers", str(workers)) as server:
        yield server


def play_until_killed(server, tables, random):
    for _ in range(random.randrange(2, 20)):
        random.choice(tables).answer_at_random(random)
    killing = threading.Timer(random.random() / 5, server.kill)
    killing.start()
    with suppress(httpx.TransportError):
        while True:
            random.choice(tables).answer_at_random(random)
    killing.join()


def all_at_once(tables):
    """Visit all rooms in the same moment; return the statuses of their pages."""
    with ThreadPoolExecutor(min(len(tables), 50)) as visitors:
        return {page.status_code for page in visitors.map(ServedTable.page, tables)}


def answers_of_persons(saved, bots):
    given = [one for entry in saved.entries for one in given_in(entry)]
    return [(seat, str(answer)) for seat, answer in given if seat not in bots]


@pytest.mark.timeout(240 * LENGTH)
@pytest.mark.parametrize("storm", [1, 2], indirect=True, ids=["one", "two workers"])
def test_no_acknowledged_answer_is_lost_however_often_the_server_is_killed(storm):
    random = Random(7)
    seats = [("me", "me"), ("me", "bot:random")]
    tables = [storm.table("ice_fishers", *seats[at % 2]) for at in range(ROOMS)]

    def saved(table):
        return read_save(storm.data / "games" / f"{table.room}.toml")

    for _ in range(KILLS):
        play_until_killed(storm, tables, random)
        for number, table in enumerate(tables):
            bots = [] if number % 2 == 0 else list(saved(table).header.players)[1:]
            kept = answers_of_persons(saved(table), bots)
            # The last one may be on the disk though nobody was told so.
            assert kept[: len(table.acknowledged)] == table.acknowledged
            assert len(kept) <= len(table.acknowledged) + 1
            table.acknowledged = kept
        storm.start()
        assert all_at_once(tables) == {200}

    def plays_on(table, before):
        table.answer_at_random(random)
        return len(table.acknowledged) > before or "Over: " in table.page().text

    for table in tables:
        before = len(table.acknowledged)
        until(lambda table=table, before=before: plays_on(table, before), "a room plays on")


@pytest.mark.skipif(LENGTH == 1, reason="500 rooms, in `make storm` alone")
@pytest.mark.timeout(240 * LENGTH)
@pytest.mark.parametrize("storm", [1, 2], indirect=True, ids=["one", "two workers"])
def test_five_hundred_rooms_are_all_visited_at_once_after_each_restart_under_load(storm):
    browsers = [storm.browser() for _ in range(20)]
    tables = [
        storm.table("ice_fishers", "me", "me", browser=browsers[at % 20]) for at in range(500)
    ]
    ending = threading.Event()

    def play(own):
        random = Random(len(own))
        while not ending.is_set():
            with suppress(httpx.TransportError):
                random.choice(own).answer_at_random(random)

    with ThreadPoolExecutor(5) as players:
        playing = [players.submit(play, tables[at::5]) for at in range(5)]
        try:
            for restart in range(max(2, LENGTH // 10)):
                storm.process.send_signal((signal.SIGTERM, signal.SIGKILL)[restart % 2])
                storm.process.wait()
                storm.start()
                assert all_at_once(tables) == {200}
        finally:
            ending.set()
        for one in playing:
            one.result()

    for table in tables:
        given = iter(answers_of_persons(read_save(storm.data / "games" / f"{table.room}.toml"), []))
        assert all(one in given for one in table.acknowledged)


def test_an_open_page_shows_the_truth_after_a_crash(storm):
    table = storm.table("ice_fishers", "me", "me")
    with table.stream() as stream:
        first, _ = next_event(stream.iter_lines())
    table.answer()
    storm.kill()
    storm.start()
    with table.stream(since=first) as stream:
        second, fresh = next_event(stream.iter_lines())

    assert second.partition("-")[0] != first.partition("-")[0]
    assert fresh.keys() >= {"@table", "@prompt", "room-seats"}
    assert question_in(fresh[f"@ask:{table.question()[0]}"]) == table.question()
