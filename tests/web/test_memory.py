"""What a page leaves in memory once it was sent."""

import gc
from time import sleep

READS = 10
MAX_OBJECTS_LEFT = 100
"""Objects of one page that wait for the collector; the macros of its template are such."""


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
    return statuses[0]


MOST_LEFT = {
    "/r/{room}": 0,
    "/r/{room}/thing": 0,
    "/r/{room}/end": MAX_OBJECTS_LEFT,
    "/rules/ice_fishers": 0,
    "/": MAX_OBJECTS_LEFT,
    "/games": MAX_OBJECTS_LEFT,
}


def test_a_page_that_is_asked_for_again_and_again_leaves_nothing(server, ann):
    room = ann.new_room("ice_fishers", "me", "bot:random")
    for _ in range(2000):
        if question := ann.question(room):
            ann.answer(room, question)
        elif ann.get(f"/r/{room}/end").status_code == 200:
            break
        else:  # it is the bot's turn
            sleep(0.02)
    cookies = "; ".join(f"{name}={value}" for name, value in ann.client.cookies.items()).encode()

    def read(path):
        where = path.format(room=room)
        return [ann.client.portal.call(ask, server, where, cookies) for _ in range(READS)]

    def left_by(path):
        gc.collect()
        gc.disable()
        try:
            read(path)
            return gc.collect()
        finally:
            gc.enable()

    assert {path: read(path) for path in MOST_LEFT} == dict.fromkeys(MOST_LEFT, [200] * READS)
    # What a page leaves it leaves each time; the server's other work only adds to it.
    least = {path: min(left_by(path) for _ in range(3)) for path in MOST_LEFT}
    assert {path: left for path, left in least.items() if left > MOST_LEFT[path] * READS} == {}
