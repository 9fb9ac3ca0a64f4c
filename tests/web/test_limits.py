"""What one network may do, however many persons it makes up and connections it opens."""

import socket
import threading
import time

import pytest
import uvicorn
from starlette.testclient import TestClient

from tabletop_core.web import connections
from tabletop_core.web.connections import LimitedProtocol
from tabletop_core.web.security import RateLimiter, network_of

from .conftest import HTML


def visitor(server, address):
    """Return a browser without cookies that comes from an address."""
    client = TestClient(server, base_url="http://localhost", headers=HTML, client=(address, 5000))
    client.portal = server.state.portal
    return client


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", ""),
        ("127.0.0.1", ""),
        ("", ""),
        ("/run/tabletop.sock", ""),
    ],
)
def test_an_address_counts_for_its_network_and_this_machine_for_none(address, network):
    assert network_of(address) == network


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


def test_a_network_asks_for_pages_no_faster_than_a_club_would(server):
    server.state.site.network_pages = RateLimiter(0.0, 2)
    statuses = [visitor(server, "203.0.113.9").get("/").status_code for _ in range(3)]

    assert statuses == [200, 200, 429]
    assert visitor(server, "127.0.0.1").get("/").status_code == 200


def test_a_network_opens_few_streams_under_many_names(server, ann):
    room = ann.new_room("ice_fishers", "me", "me")
    site = server.state.site
    site.streams_of_networks["203.0.113.9"] = site.config.streams_of_network

    answer = visitor(server, "203.0.113.9").get(f"/r/{room}/stream")

    assert answer.status_code == 429


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/r/{room}/sit", {"seat": "a"}),
        ("/r/nowhere/sit", {"seat": "a"}),
        ("/r/{room}/copy", {"at": "7"}),
        ("/new/ice_fishers", {"seat:0": "bot:nobody"}),
        ("/learn/ice_fishers", {"again": "1"}),
        ("/me", {"do": "hook", "kind": "slack", "hook": "ftp://x"}),
        ("/me", {"name": "x" * 41}),
    ],
)
def test_who_gets_nothing_is_not_kept_as_a_person(server, ann, monkeypatch, path, fields):
    room = ann.new_room("ice_fishers", "me", "me")
    site = server.state.site
    monkeypatch.setattr(site.registry, "max_rooms", 1)

    answer = visitor(server, "203.0.113.9").post(
        path.format(room=room), data={"name": "Eve", **fields}
    )

    assert answer.status_code >= 400
    assert "set-cookie" not in answer.headers
    assert [row["name"] for row in site.registry.store.all("SELECT name FROM persons")] == ["Ann"]


@pytest.mark.parametrize("count", [1, 2])
def test_who_sends_files_that_are_no_games_is_not_kept_as_a_person(server, count):
    files = [("file", (f"{number}.toml", b"no game")) for number in range(count)]

    answer = visitor(server, "203.0.113.9").post("/games/open", files=files)

    assert "set-cookie" not in answer.headers
    assert server.state.site.registry.store.all("SELECT * FROM persons") == []


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


def ask(port, head):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head)
        return first_line(connection)


def test_a_plain_request_is_answered(port):
    assert ask(port, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n") == "HTTP/1.1 200 OK"


def test_a_head_that_never_ends_is_refused(port):
    head = b"GET / HTTP/1.1\r\nhost: x\r\nlong: " + b"a" * (connections.MAX_HEAD_BYTES + 1)

    assert ask(port, head) == "HTTP/1.1 431 Request Header Fields Too Large"


def test_a_large_head_that_comes_in_one_piece_is_refused(port):
    head = b"GET / HTTP/1.1\r\nhost: x\r\n"
    head += b"".join(b"h%d: %s\r\n" % (n, b"a" * 1000) for n in range(40)) + b"\r\n"

    assert ask(port, head).split()[1] in ("400", "431")


def test_a_second_request_of_a_connection_has_the_whole_limit_again(port):
    head = b"GET / HTTP/1.1\r\nhost: x\r\nlong: " + b"a" * 20_000 + b"\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head)
        assert b"200" in connection.recv(65536)
        connection.sendall(head)
        assert b"200" in connection.recv(65536)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n"])
def test_a_head_that_does_not_arrive_in_time_is_given_up(port, sent, monkeypatch):
    monkeypatch.setattr(connections, "MAX_HEAD_S", 0.05)

    assert ask(port, sent) == "HTTP/1.1 408 Request Timeout"


def test_one_network_has_few_connections(port, monkeypatch):
    monkeypatch.setattr(connections, "network_of", lambda host: "a network")
    monkeypatch.setattr(connections, "MAX_CONNECTIONS_OF_NETWORK", 2)
    with (
        socket.create_connection(("127.0.0.1", port)) as first,
        socket.create_connection(("127.0.0.1", port)) as second,
    ):
        for connection in (first, second):
            connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            assert b"200" in connection.recv(65536)
        with socket.create_connection(("127.0.0.1", port), timeout=10) as third:
            assert first_line(third) == "HTTP/1.1 503 Service Unavailable"


CHUNKED = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


def test_a_body_of_chunks_that_nobody_reads_is_cut(port):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(CHUNKED)
        assert first_line(connection) == "HTTP/1.1 200 OK"
        chunk = b"1000\r\n" + bytes(0x1000) + b"\r\n"
        with pytest.raises(ConnectionError):
            connection.sendall(chunk * (100 * connections.MAX_REST_BYTES // len(chunk)))


@pytest.fixture
def patient(monkeypatch):
    monkeypatch.setattr(connections, "MAX_REST_S", 0.3)


def test_a_body_that_never_ends_is_given_up_once_its_request_was_answered(patient, port):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(CHUNKED + b"5\r\nabc")
        with connection.makefile("rb") as answer:
            assert answer.read().endswith(b"hello\r\n0\r\n\r\n")


def test_a_body_of_chunks_that_ends_leaves_the_connection_open(patient, port):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        for _ in range(2):
            connection.sendall(CHUNKED)
            assert first_line(connection) == "HTTP/1.1 200 OK"
            connection.sendall(b"3\r\nabc\r\n0\r\n\r\n")
            time.sleep(0.5)


def test_a_form_in_chunks_is_cut_at_the_limit_of_a_form(server):
    def chunks():
        for _ in range(1000):
            yield b"name=" + bytes(1024)

    answer = visitor(server, "203.0.113.9").post("/me", content=chunks())

    assert answer.status_code == 413
    assert server.state.site.registry.store.all("SELECT * FROM persons") == []
