"""What goes wrong in one room, for one person or with one bot stays there."""

import asyncio
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

import httpx
import pytest

from tabletop_core.bots.search import SEARCHING_BOTS
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms import factory, registry
from tabletop_core.rooms.bot_processes import BotProcesses
from tabletop_core.rooms.bot_task import BotLimits
from tabletop_core.web import webhooks
from tabletop_core.web.webhooks import Message, WebhookError, Webhooks
from tests.waiting import PATIENCE_S, until

from .conftest import HTML, ROOT, Browser, Table, text_of
from .serving import TABLETOP, Server

FOLDERS = (ROOT / "tests" / "web" / "packs", ROOT / "examples" / "ice_fishers")


@pytest.fixture(scope="module")
def catalog():
    return find_packs(FOLDERS, points=())


@pytest.fixture
def quick(make_server, monkeypatch):
    """A server that stops a rule after half a second."""
    monkeypatch.setattr("tabletop_core.rooms.time_limit.GRACE_S", 0.3)
    return make_server(answer_seconds=0.5, wake_seconds=0.8, threads=1)


def opened(app, name="Ann"):
    """Make a room of the snail and return it as somebody has it open."""
    browser = Browser(app, name)
    return Table(browser, browser.new_room("snail", "me"))


def as_host(site, browser):
    browser.client.get(site.addresses.to(site.cookies.host_page), follow_redirects=False)
    return browser


# ---------------------------------------------------------------- a rule that never ends


@pytest.mark.parametrize("word", ["circle", "sleep"])
def test_a_rule_that_does_not_end_closes_its_room_and_no_other(quick, word):
    bad, good = opened(quick), opened(quick, "Bob")
    stopped = bad.answer(word)
    later = bad.get()

    assert stopped.status_code == later.status_code == 503
    assert "set aside: a rule of its game took too long" in text_of(later.text)
    assert good.answer("on").status_code == 204
    assert good.browser.get("/").status_code == 200


def test_the_host_sees_a_room_that_was_set_aside_and_opens_it_again(quick):
    table = opened(quick)
    table.answer("circle")
    ann, host = table.browser, as_host(quick.state.site, Browser(quick, "Host"))
    shown = text_of(host.get("/").text)
    refused = table.post("host/open-again")
    again = host.post(f"/r/{table.room}/host/open-again")

    assert "Rooms that failed" in shown
    assert "Rooms that failed" not in text_of(ann.get("/").text)
    assert "cannot be opened: a rule of its game took too long" in text_of(ann.get("/games").text)
    assert refused.status_code == 403
    # Its tape leads into the same rule again.
    assert again.status_code == 503


def test_a_game_that_never_begins_leaves_no_file(quick, monkeypatch):
    site, ann = quick.state.site, Browser(quick, "Ann")
    site.whole_games.seconds = 0.5
    monkeypatch.setattr(factory, "begin", lambda session: endless())
    made = ann.post("/new/snail", name="Ann", **{"seat:0": "me"})

    assert made.status_code == 503
    assert list((site.registry.folder / "games").iterdir()) == []


def endless():
    while True:
        pass


# ---------------------------------------------------------------- the caretaker


def test_a_room_that_cannot_sleep_keeps_no_other_awake(server, site, monkeypatch):
    bad, good = opened(server), opened(server)
    assert {bad.get().status_code, good.get().status_code} == {200}
    true = site.registry.note_state
    monkeypatch.setattr(
        site.registry, "note_state", lambda room: 1 / 0 if room.id == bad.room else true(room)
    )
    site.registry.sleep_idle(idle=-1)

    assert site.registry.awake() == []
    assert list(site.registry.failures) == [bad.room]
    assert "ZeroDivisionError" in site.registry.failures[bad.room].why


def test_a_room_that_cannot_wake_keeps_no_other_from_its_bots(make_server, monkeypatch):
    app = make_server()
    ann = Browser(app, "Ann")
    rooms = [ann.new_room("ice_fishers", "bot:random", "bot:random") for _ in range(3)]
    make_server.stop()
    true, bad = registry.read_save, rooms[0]
    monkeypatch.setattr(
        registry, "read_save", lambda path: 1 / 0 if path.stem == bad else true(path)
    )
    app = make_server()
    site, ann = app.state.site, Browser(app, "Ann")

    until(
        lambda: all("Over: " in ann.get(f"/r/{room}").text for room in rooms[1:]),
        "the bots end the other games",
    )
    assert bad in site.registry.failures
    assert bad in as_host(site, ann).get("/").text


# ---------------------------------------------------------------- bots


def test_a_bot_is_given_no_more_time_than_the_server_allows(make_server):
    app = make_server(bot_limits=BotLimits(ms=2000, playouts=500))
    ann = Browser(app, "Ann")
    fields = {"name": "Ann", "seat:0": "me", "seat:1": "bot:mcts"}
    refused = [
        ann.client.post("/new/ice_fishers", data={**fields, "bot": ["", setting]}, headers=HTML)
        for setting in ("ms=2001", "n=501", "ms=100000000")
    ]

    assert {one.status_code for one in refused} == {400}
    assert "ms=2000 at most on this server" in text_of(refused[0].text)
    assert ann.new_room("ice_fishers", "me", "bot:mcts:ms=2000")


def test_the_playouts_that_a_search_makes_without_settings_count_too():
    bot, limits = SEARCHING_BOTS["mcts"](), BotLimits(playouts=50)
    with pytest.raises(PackError, match=r"n=50 at most on this server .*, not n=400"):
        limits.check(bot)
    bot.ms = 20
    limits.check(bot)


def test_a_bot_of_a_game_that_began_elsewhere_is_capped():
    bot, limits = SEARCHING_BOTS["mcts"](), BotLimits(ms=100, playouts=50)
    bot.ms, bot.n = 10**8, 10**9
    with pytest.raises(PackError, match="at most"):
        limits.check(bot)
    limits.cap(bot)

    assert (bot.ms, bot.n) == (100, 50)


def test_a_bot_that_takes_too_long_gives_its_seat_to_a_quick_one(make_server):
    app = make_server(bot_limits=BotLimits(seconds=0.01))
    ann = Browser(app, "Ann")
    room = ann.new_room("ice_fishers", "bot:mcts", "bot:mcts")

    for told in ("took too long", "Over: "):
        until(lambda told=told: told in ann.get(f"/r/{room}").text, f"the page says {told!r}")


def test_a_hint_that_takes_too_long_is_refused_with_the_limit(make_server):
    ann = Browser(make_server(bot_limits=BotLimits(seconds=0.01)), "Ann")
    table = Table(ann, ann.new_room("ice_fishers", "me", "me"))
    seat, *_ = table.question

    for level in ("", "easy"):
        refused = table.get(f"hint?seat={seat}&level={level}")
        assert refused.status_code == 400
        assert "no hint was found in 0.01 seconds" in text_of(refused.text)


def run(do):
    return asyncio.run(asyncio.wait_for(do(), PATIENCE_S))


def test_work_that_is_cancelled_or_too_long_ends_with_its_process_and_harms_no_other():
    async def go():
        processes = BotProcesses(2)
        other = asyncio.create_task(processes.run(pow, 3, 2, seconds=PATIENCE_S))
        with pytest.raises(TimeoutError):
            await processes.run(time.sleep, 1000, seconds=0.2)
        slow = asyncio.create_task(processes.run(time.sleep, 1000, seconds=1000))
        await other
        busy = []
        while not busy:
            await asyncio.sleep(0.05)
            busy = [process for one in processes._busy for process in one._processes.values()]
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        busy[0].join(PATIENCE_S)
        found = await other, await processes.run(pow, 2, 5, seconds=PATIENCE_S)
        processes.close()
        return found, busy[0].is_alive()

    assert run(go) == ((9, 32), False)


def test_the_bots_of_a_room_that_is_deleted_think_no_longer(make_server):
    app = make_server(bot_limits=BotLimits(ms=10**9, seconds=10**6))
    site, ann = app.state.site, Browser(app, "Ann")
    room = ann.new_room("ice_fishers", *["bot:mcts:ms=100000000"] * 2)
    ann.get(f"/r/{room}")
    until(lambda: site.bots.thinker._busy, "the bots think")
    ann.post(f"/r/{room}/delete", sure="1")

    until(lambda: not site.bots.thinker._busy, "the bots stop")
    assert site.bots._tasks == {}


# ---------------------------------------------------------------- messages


@pytest.fixture
def dripping():
    """A service that takes a connection and then says one letter after the other, for ever."""
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def drip(line):
        with line:
            while not ended.wait(0.05):
                try:
                    line.send(b"H")
                except OSError:
                    return

    def take():
        while not ended.is_set():
            try:
                line, _ = listening.accept()
            except OSError:
                return
            threads.append(threading.Thread(target=drip, args=(line,)))
            threads[-1].start()

    threads = [threading.Thread(target=take)]
    threads[0].start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/x"
    ended.set()
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    for thread in threads:
        thread.join()


def test_a_message_has_a_limit_of_time_in_all_however_slowly_its_host_answers(
    dripping, monkeypatch
):
    monkeypatch.setattr(webhooks, "MESSAGE_S", 0.4)
    with pytest.raises(WebhookError, match=r"did not accept it within 0\.4 seconds"):
        asyncio.run(webhooks.send("slack", dripping, Message("a", "b"), ("127.0.0.1",)))


def test_only_a_few_messages_of_one_person_wait_at_once(make_server):
    site = make_server().state.site
    held, sent = asyncio.Event(), []

    async def post(kind, hook, message, allowed):
        sent.append(hook)
        await held.wait()

    async def go():
        messages = Webhooks(site.registry.store, post=post)
        for hook in ("a", "a", "a", "a", "a", "b"):
            person = {"id": hook, "hook": hook, "hook_kind": "slack"}
            messages.go(person, "room", Message("Your turn", "x"))
        while len(sent) < 4 or len(messages.sent_to("a")) < 2:
            await asyncio.sleep(0.01)
        noted = [line["what"] for line in messages.sent_to("a")]
        await messages.close()
        return noted

    assert run(go) == ["Your turn: not sent: 3 messages before it still wait"] * 2
    assert sorted(sent) == ["a", "a", "a", "b"]


@pytest.mark.parametrize("kind", ["rules", "bot_moves", "whole_games"])
def test_where_one_kind_of_work_holds_all_its_threads_the_lobby_is_served(make_server, kind):
    app = make_server()
    site, ended, portal = app.state.site, threading.Event(), app.state.portal
    threads = getattr(site, kind)
    held = [portal.start_task_soon(threads.run, ended.wait) for _ in range(threads.threads + 1)]
    shown = Browser(app, "Ann").get("/")
    ended.set()

    assert shown.status_code == 200
    assert all(one.result(PATIENCE_S) for one in held)


# ---------------------------------------------------------------- the process


def begin_to_sleep(table):
    """Let a rule sleep for an hour, and wait for nothing but the beginning of its sleep."""
    with suppress(httpx.TimeoutException):
        table.answer("sleep", timeout=2.0)


@pytest.mark.gate
def test_a_second_server_on_one_folder_is_refused_and_harms_nothing(tmp_path):
    with Server(tmp_path / "data", folders=FOLDERS) as server:
        table = server.table("snail", "me")
        command = [sys.executable, "-c", TABLETOP, "serve", "--port", "0", "--data", server.data]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)

        assert second.returncode == 2
        assert "another server uses the folder" in second.stderr
        assert table.answer("on") == 204
        assert table.question() is not None


@pytest.mark.gate
def test_a_server_with_a_rule_that_never_ends_ends_when_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAIL_SLEEPS_S", "3600")
    with Server(tmp_path / "data", folders=FOLDERS) as server:
        begin_to_sleep(server.table("snail", "me"))
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE_S)


PATIENT = f"from tabletop_core.web import server; server.MAX_STOP_S = 3600; {TABLETOP}"


@pytest.mark.gate
def test_a_second_signal_ends_a_server_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAIL_SLEEPS_S", "3600")

    def is_reached():
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", server.port)) == 0

    with Server(tmp_path / "data", folders=FOLDERS, program=PATIENT) as server:
        begin_to_sleep(server.table("snail", "me"))
        server.process.send_signal(signal.SIGTERM)
        until(lambda: not is_reached(), "the server has begun to end")
        server.process.send_signal(signal.SIGTERM)

        # The first signal alone leaves it to wait for its rule.
        assert server.process.wait(PATIENCE_S) == 128 + signal.SIGTERM
