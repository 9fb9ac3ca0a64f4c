"""What reaches somebody who is elsewhere: messages and the feed."""

import asyncio
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from tabletop_core.web.webhooks import Message, WebhookError, body_of, read_address, send
from tests.waiting import until

ROOM = "https://games.example.org/r/1"
MESSAGE = Message("Your turn: Ice", "north to answer", ROOM)
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def fake():
    """A service in this machine that answers with the statuses in turn, 200 at last."""

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            self.server.taken.append((self.path, json.loads(body)))
            self.send_response(self.server.statuses.pop(0) if self.server.statuses else 200)
            self.send_header("location", "http://127.0.0.1/elsewhere")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Taking)
    server.taken, server.statuses = [], []
    server.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


LINE = f"Your turn: Ice: north to answer {ROOM}"
SHAPES = {
    "discord": ("/api/x?a=1", {"content": LINE, "allowed_mentions": {"parse": []}}),
    "slack": ("/api/x?a=1", {"text": LINE}),
    "ntfy": (
        "/api/",
        {"topic": "x", "title": "Your turn: Ice", "message": "north to answer", "click": ROOM},
    ),
}


@pytest.mark.parametrize("kind", SHAPES)
def test_each_service_gets_its_own_shape(kind):
    assert body_of(kind, urlsplit("https://example.org/api/x?a=1"), MESSAGE) == SHAPES[kind]


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/x",
        "ftp://example.org/x",
        "https://example.org:22/x",
        "https://me@example.org/x",
        "https:///x",
        "https://[bad/x",
        "example.org",
        "https://example.org/\nx",
        "https://example.org/" + "x" * 600,
    ],
)
def test_an_address_that_is_not_plain_https_is_refused(address):
    with pytest.raises(WebhookError):
        read_address("slack", address)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254"),
        *("[::1]", "[::ffff:10.0.0.1]", "0.0.0.0"),
    ],
)
def test_nothing_is_sent_into_a_private_network(host):
    with pytest.raises(WebhookError, match="private network"):
        asyncio.run(send("slack", f"https://{host}/x", MESSAGE))


def test_what_the_host_allows_is_reached(fake):
    allowed = (f"127.0.0.1:{fake.server_port}",)
    asyncio.run(send("slack", f"{fake.address}/x", MESSAGE, allowed))

    assert [path for path, _ in fake.taken] == ["/x"]


def test_no_redirect_is_followed(fake):
    fake.statuses = [302]
    with pytest.raises(WebhookError, match="answered 302"):
        asyncio.run(send("slack", f"{fake.address}/x", MESSAGE, ("127.0.0.1",)))

    assert len(fake.taken) == 1


@pytest.fixture
def server(make_server):
    return make_server(hooks_to=("127.0.0.1",))


@pytest.fixture
def two_apart(two, site, fake, monkeypatch):
    """A room of two, one of whom wants messages and is elsewhere."""
    monkeypatch.setattr("tabletop_core.rooms.turns.LOOKING_S", -1.0)
    monkeypatch.setattr(site.webhooks, "waits", (0.0, 0.01, 0.01))
    room, here, away = two()
    away.post("/me", do="hook", kind="slack", hook=f"{fake.address}/x")
    return room, here, away


def let_pass(room, here, away, is_told):
    """Answer until it is the turn of who is elsewhere, and until that was told."""
    for _ in range(20):
        if away.question(room) or not here.question(room):
            break
        here.answer(room, here.question(room), here.question(room)[2][-1])
    until(is_told, "the message")


def test_whose_turn_has_come_elsewhere_is_told(two_apart, fake):
    room, here, away = two_apart
    let_pass(room, here, away, lambda: fake.taken)

    ((_, body),) = fake.taken
    assert body["text"].startswith("Your turn: ")
    assert f"/r/{room}" in body["text"]


def test_what_is_not_taken_is_tried_again_and_noted(two_apart, fake):
    room, here, away = two_apart
    fake.statuses = [500]
    let_pass(room, here, away, lambda: "sent" in away.get("/me").text and len(fake.taken) == 2)

    page = away.get("/me").text
    assert "answered 500" in page
    assert re.search(r"Your turn: [^<]*: sent", page)


def test_a_wrong_address_is_refused_and_the_former_one_stays(ann):
    ann.post("/me", name="Ann")
    sent = [
        ann.post("/me", do="hook", kind="ntfy", hook=f"{scheme}://ntfy.sh/mine").status_code
        for scheme in ("https", "http")
    ]

    assert sent == [200, 400]
    assert "https://ntfy.sh/mine" in ann.get("/me").text


def feed_of(browser):
    return re.search(r'href="(/feed/[^"]+)"', browser.get("/me").text)[1]


def test_the_feed_tells_whose_turn_it_is(two):
    room, asked, other = two()
    titles = []
    for browser in (asked, other):
        feed = ElementTree.fromstring(browser.get(feed_of(browser)).text)
        titles.append([entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")])
        links = [entry.find(f"{ATOM}link").get("href") for entry in feed.iter(f"{ATOM}entry")]
        assert links in ([], [f"http://localhost/r/{room}"])

    assert [len(found) for found in titles] == [1, 0]
    assert titles[0][0].startswith("Your turn: ")


def test_a_feed_needs_its_key(ann):
    assert ann.get("/feed/nothing").status_code == 404
