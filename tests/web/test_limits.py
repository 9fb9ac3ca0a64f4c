"""What one network may do, however many persons it makes up and connections it opens."""

import re
import socket
import threading
from contextlib import ExitStack

import pytest
import uvicorn
from starlette.testclient import TestClient

from tabletop_core.errors import TabletopError
from tabletop_core.web import connections
from tabletop_core.web.config import Config
from tabletop_core.web.connections import LimitedProtocol
from tabletop_core.web.limits import LIMITS, with_limits
from tabletop_core.web.machine import Machine, carried
from tabletop_core.web.security import RateLimiter, network_of
from tests.waiting import PATIENCE_S, until

from .conftest import HTML


def visitor(server, address):
    """Return a browser without cookies that comes from an address."""
    client = TestClient(server, base_url="http://localhost", headers=HTML, client=(address, 5000))
    client.portal = server.state.portal
    return client


NETWORKS = {
    "203.0.113.9": "203.0.113.9",
    "::ffff:203.0.113.9": "203.0.113.9",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:db8:1:2::9": "2001:db8:1:2::/64",
    "fe80::1%eth0": "fe80::/64",
    "::1": "",
    "127.0.0.1": "",
    "": "",
    "/run/tabletop.sock": "",
}


def test_an_address_counts_for_its_network_and_this_machine_for_none():
    assert {address: network_of(address) for address in NETWORKS} == NETWORKS


def test_a_network_starts_few_games_whatever_addresses_and_persons_it_shows(server):
    server.state.site.network_rooms = RateLimiter(0.0, 3)
    statuses = [
        visitor(server, f"2001:db8::{number}")
        .post("/new/ice_fishers", data={"name": "Ann"}, follow_redirects=False)
        .status_code
        for number in range(5)
    ]

    assert statuses == [303, 303, 303, 429, 429]
    other = visitor(server, "203.0.113.9")
    assert other.post("/new/ice_fishers", data={"name": "Bob"}).status_code == 200


def test_a_network_makes_few_names_whatever_addresses_it_shows(server):
    server.state.site.network_persons = RateLimiter(0.0, 2)
    statuses = [
        visitor(server, f"2001:db8::{number}").post("/me", data={"name": "Ann"}).status_code
        for number in range(4)
    ]

    assert statuses == [200, 200, 429, 429]
    assert len(server.state.site.registry.store.all("SELECT id FROM persons")) == 2


def test_a_network_asks_for_pages_no_faster_than_a_club_would(server):
    server.state.site.network_pages = RateLimiter(0.0, 2)
    asked = ["203.0.113.9"] * 3 + ["127.0.0.1"]

    assert [visitor(server, one).get("/").status_code for one in asked] == [200, 200, 429, 200]


def test_a_network_opens_few_streams_under_many_names(server, alone):
    site = server.state.site
    site.streams_of_networks["203.0.113.9"] = site.config.streams_of_network
    stranger = visitor(server, "203.0.113.9")

    assert stranger.get(f"/r/{alone.room}/stream").status_code == 429


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/r/{room}/sit", {"data": {"seat": "a"}}),
        ("/r/nowhere/sit", {"data": {"seat": "a"}}),
        ("/r/{room}/copy", {"data": {"at": "7"}}),
        ("/new/ice_fishers", {"data": {"seat:0": "bot:nobody"}}),
        ("/learn/ice_fishers", {"data": {"again": "1"}}),
        ("/me", {"data": {"do": "hook", "kind": "slack", "hook": "ftp://x"}}),
        ("/me", {"data": {"name": "x" * 41}}),
        ("/games/open", {"files": [("file", ("0.toml", b"no game"))]}),
        ("/games/open", {"files": [("file", (f"{n}.toml", b"no game")) for n in range(2)]}),
        # In chunks it is cut at the limit of a form.
        ("/me", {"content": [b"name=" + bytes(1024)] * 1000}),
    ],
)
def test_who_gets_nothing_is_not_kept_as_a_person(server, alone, monkeypatch, path, sent):
    site = server.state.site
    monkeypatch.setattr(site.registry.factory, "max_rooms", 1)
    if "data" in sent:
        sent = {"data": {"name": "Eve", **sent["data"]}}
    answer = visitor(server, "203.0.113.9").post(path.format(room=alone.room), **sent)

    assert answer.status_code >= 400 or path == "/games/open"
    assert "content" not in sent or answer.status_code == 413
    assert "set-cookie" not in answer.headers
    assert [row["name"] for row in site.registry.store.all("SELECT name FROM persons")] == ["Ann"]


# ---------------------------------------------------------------- connections


async def hello(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@pytest.fixture
def port():
    """Serve `hello` with limited connections, and return where."""
    config = uvicorn.Config(hello, http=LimitedProtocol, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


def first_line(connection):
    with connection.makefile("rb") as answer:
        return answer.readline().decode().strip()


@pytest.fixture
def line(port):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as connection:
        yield connection


GET = b"GET / HTTP/1.1\r\nhost: x\r\n"
ENDLESS = GET + b"long: " + b"a" * (connections.MAX_HEAD_BYTES + 1)
LARGE = GET + b"".join(b"h%d: %s\r\n" % (n, b"a" * 1000) for n in range(40)) + b"\r\n"


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (GET + b"\r\n", "200 OK"),
        (ENDLESS, "431 Request Header Fields Too Large"),
        (LARGE, "400|431"),
        # What does not arrive in time is given up.
        (b"", "408 Request Timeout"),
        (GET, "408 Request Timeout"),
    ],
    ids=["plain", "endless", "large", "nothing", "half"],
)
def test_a_head_is_answered_by_its_size_and_its_time(port, head, told, monkeypatch):
    if told.startswith("408"):
        monkeypatch.setattr(connections, "MAX_HEAD_S", 0.05)
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        line.sendall(head)
        assert re.match(f"HTTP/1.1 ({told})", first_line(line))


def test_a_second_request_of_a_connection_has_the_whole_limit_again(line):
    for _ in range(2):
        line.sendall(GET + b"long: " + b"a" * 20_000 + b"\r\n\r\n")
        assert b"200" in line.recv(65536)


def test_one_network_has_few_connections(port, monkeypatch):
    monkeypatch.setattr(connections, "network_of", lambda host: "a network")
    monkeypatch.setattr(connections, "MAX_CONNECTIONS_OF_NETWORK", 2)
    with ExitStack() as stack:
        lines = []
        for _ in range(3):
            open_ = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
            lines.append(stack.enter_context(open_))
            if len(lines) < 3:
                lines[-1].sendall(GET + b"\r\n")
                assert b"200" in lines[-1].recv(65536)

        assert first_line(lines[-1]) == "HTTP/1.1 503 Service Unavailable"


CHUNKED = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


def test_a_body_of_chunks_that_nobody_reads_is_cut(line):
    line.sendall(CHUNKED)
    assert first_line(line) == "HTTP/1.1 200 OK"
    chunk = b"1000\r\n" + bytes(0x1000) + b"\r\n"
    with pytest.raises(ConnectionError):
        line.sendall(chunk * (100 * connections.MAX_REST_BYTES // len(chunk)))


def test_a_body_that_never_ends_is_given_up_once_its_request_was_answered(line, monkeypatch):
    monkeypatch.setattr(connections, "MAX_REST_S", 0.3)
    line.sendall(CHUNKED + b"5\r\nabc")
    with line.makefile("rb") as answer:
        assert answer.read().endswith(b"hello\r\n0\r\n\r\n")


def test_a_body_of_chunks_that_ends_leaves_the_connection_open(port, monkeypatch):
    deadlines, complete = [], LimitedProtocol.on_message_complete

    def completed(protocol):
        complete(protocol)
        deadlines.append(protocol._deadline)

    # Before there is a connection: its parser calls what it finds when it is made.
    monkeypatch.setattr(LimitedProtocol, "on_message_complete", completed)
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        for _ in range(2):
            line.sendall(CHUNKED)
            assert first_line(line) == "HTTP/1.1 200 OK"
            line.sendall(b"3\r\nabc\r\n0\r\n\r\n")
        until(lambda: len(deadlines) == 2, "both bodies have ended")

    assert deadlines == [None, None]


def test_each_limit_is_one_of_the_configuration_and_takes_a_whole_number(tmp_path):
    config = Config(data=tmp_path, catalog=None)
    given = [f"{name}=7" for name in LIMITS]
    changed = with_limits(config, given)

    assert changed.max_rooms == changed.put_away_days == changed.answer_seconds == 7
    assert changed.idle == 420
    for wrong in ("rooms=0", "rooms=-1", "rooms=many", "rooms"):
        with pytest.raises(TabletopError, match=r"1 or more, such as rooms=5000"):
            with_limits(config, [wrong])
    with pytest.raises(
        TabletopError, match="'room=5' is not the name of a limit; the limits: rooms, "
    ):
        with_limits(config, ["room=5"])


def test_a_machine_that_is_too_small_is_told_from_one_that_carries_the_server(tmp_path):
    config = Config(data=tmp_path, catalog=None, workers=2)
    large = Machine(cores=4, handles=6064, memory=6100, disk=2500)
    small = Machine(cores=4, handles=1024, memory=999, disk=1000)

    told = "\n".join(one.words for one in carried(large, config))
    assert [one.advice for one in carried(large, config)] == [""] * 4
    for words in ("4,000 open pages", "2 workers and 3 processes", "5,000 more games", "3 of them"):
        assert words in told
    advice = [re.search(r"--limit (\S+)$", one.advice) for one in carried(small, config)]
    assert [one and one[1] for one in advice] == [
        "open-pages=640",
        "open-pages=798",
        "rooms=2000",
        None,
    ]
    assert len(list(carried(Machine(cores=1), config))) == 1
    read = Machine.read(tmp_path / "not" / "there")
    assert read.cores > 0
    assert read.disk is not None
