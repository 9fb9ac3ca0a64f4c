"""Count the objects that a page leaves to the collector once it was sent.

usage: python benchmarks/pages_left.py

They are counted per page, least of three times: what a page leaves it leaves each time, and the
server's other work only adds to it. The macros of a template are such objects.
"""

import gc
import tempfile
from pathlib import Path

from starlette.testclient import TestClient

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.app import make_app
from tabletop_core.web.config import Config

READS = 10
AIMS = {
    "/r/{room}": 0,
    "/r/{room}/thing": 0,
    "/r/{room}/end": 100,
    "/rules/bomber_run": 0,
    "/": 100,
    "/games": 100,
}


async def ask(app, path, cookies):
    """Ask the application itself: a client would leave objects of its own."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"accept", b"text/html"), (b"cookie", cookies)],
        "client": ("127.0.0.1", 5000),
        "server": ("localhost", 80),
    }
    statuses = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        statuses.append(message.get("status"))

    await app(scope, receive, send)
    assert statuses[0] == 200, (path, statuses)


def a_game_that_is_over(app, client):
    """Make a game of one person at both seats, and give any answers until it is over."""
    seats = {"seat:0": "me", "seat:1": "me"}
    made = client.post(
        "/new/bomber_run", data={"name": "Ann", **seats}, follow_redirects=False
    ).headers["location"]
    with app.state.site.registry.room(made.removeprefix("/r/")) as room:
        while (decision := room.match.decision) is not None:
            seat, answer = decision.seats[0], decision.at_random(0.5)
            texts = list(map(str, answer if decision.several else [answer]))
            room.answer(room.seating.person_at(seat), seat, texts, decision.token)
    return made.removeprefix("/r/")


def left_by(client, app, path, cookies):
    gc.collect()
    gc.disable()
    try:
        for _ in range(READS):
            client.portal.call(ask, app, path, cookies)
        return gc.collect() / READS
    finally:
        gc.enable()


def main():
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Config(data=Path(folder), catalog=find_packs()))
        with TestClient(app, base_url="http://localhost") as client:
            room = a_game_that_is_over(app, client)
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            print("| page | objects left, each time | aim |\n| --- | ---: | ---: |")
            for path, aim in AIMS.items():
                asked = client, app, path.format(room=room), cookies.encode()
                left_by(*asked)
                print(f"| {path} | {min(left_by(*asked) for _ in range(3)):g} | {aim} |")


if __name__ == "__main__":
    main()
