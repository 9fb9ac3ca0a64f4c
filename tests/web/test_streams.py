"""What is pushed: each reader gets what is newer than what it has."""

import asyncio
import zlib

from tabletop_core.web.streams import (
    Delta,
    EventStream,
    ViewerCache,
    changes,
    event_id_of,
    version_of,
)
from tabletop_core.web.table import Parts

from .conftest import events_in


def test_a_fragment_keeps_its_version_while_it_looks_the_same():
    shown = ViewerCache()
    shown.show(Parts({"a": "1", "b": "1"}), 5)
    shown.show(Parts({"a": "1", "b": "2"}), 6)

    assert shown.since(5) == Delta(6, {"b": "2"})
    assert shown.since(6) == Delta(6, {})
    assert shown.since(0) == shown.since(7) == Delta(6, {"a": "1", "b": "2"})


def test_a_fragment_that_is_gone_is_told_once_and_comes_back():
    shown = ViewerCache()
    shown.show(Parts({"a": "1", "b": "1"}), 5)
    shown.show(Parts({"a": "1"}), 6)
    shown.show(Parts({"a": "1"}), 7)

    assert shown.since(5).fragments == {"b": None}
    assert shown.since(6).fragments == {}
    assert shown.now == {"a": "1"}
    shown.show(Parts({"a": "1", "b": "1"}), 8)
    assert shown.since(7).fragments == {"b": "1"}


def test_an_id_of_another_boot_counts_for_nothing():
    assert version_of(event_id_of(7)) == 7
    others = ("00000000-7", "nonsense", "", event_id_of(7)[:-1] + "x")
    assert [version_of(one) for one in others] == [0] * 4


def read(count, event_id, change):
    """Read a number of events of a room that `change(shown, number)` changes between them."""

    async def reading():
        shown, news, found = ViewerCache(), asyncio.Event(), []
        shown.show(Parts({"a": "0", "b": "0"}), 10)

        async def look(version):
            return shown.since(version)

        events = changes(look, news, event_id)
        while len(found) < count:
            found.append((await anext(events)).decode())
            change(shown, len(found))
            news.set()
        return events_in("".join(found))

    return asyncio.run(reading())


def test_a_new_reader_gets_everything_and_then_what_changes():
    events = read(2, "", lambda shown, at: shown.show(Parts({"a": "1", "b": "0"}), 11))

    assert events == [
        (event_id_of(10), {"a": "0", "b": "0"}),
        (event_id_of(11), {"a": "1"}),
    ]


def test_a_slow_reader_gets_what_it_missed_at_once():
    def change(shown, at):
        shown.show(Parts({"a": "1", "b": "0"}), 11)
        shown.show(Parts({"a": "2", "b": "0"}), 12)
        shown.show(Parts({"a": "2", "b": "1"}), 13)

    assert read(2, "", change)[1] == (event_id_of(13), {"a": "2", "b": "1"})


def send_all(events, headers=(), stuck=False, ends=False, on_end=lambda: None):
    """Return what a stream sends to a reader that leaves when all was sent, or to the end."""
    sent = []

    async def streaming():
        left, ending, never = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def many():
            for event in events:
                yield event
            (ending if ends else left).set()
            await never.wait()

        async def receive():
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if stuck and message["type"] == "http.response.body":
                await never.wait()
            sent.append(message)

        stream = EventStream(many(), ending, on_end)
        await stream({"headers": list(headers)}, receive, send)

    asyncio.run(streaming())
    return sent


def test_a_compressed_stream_can_be_read_event_by_event():
    events = [b"data: 1\n\n", b"data: 2\n\n"]
    start, *bodies = send_all(events, [(b"accept-encoding", b"gzip, br")])
    reader = zlib.decompressobj(wbits=31)

    assert (b"content-encoding", b"gzip") in start["headers"]
    assert [reader.decompress(body["body"]) for body in bodies] == events


def test_a_reader_that_takes_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr("tabletop_core.web.streams.MAX_SEND_S", 0.05)

    assert len(send_all([b"data: 1\n\n"], stuck=True)) == 1


def test_a_stream_ends_with_the_server():
    ended = []
    sent = send_all([b"data: 1\n\n"], ends=True, on_end=lambda: ended.append(True))

    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    assert ended == [True]
