"""Many at once: open pages by the hundred."""

import asyncio
import os
from contextlib import ExitStack, contextmanager

import pytest

from tabletop_core.web.room_routes import MAX_STREAMS_PER_BROWSER
from tabletop_core.web.streams import POLL_RETRY_MS
from tests.waiting import PATIENCE_S

from .conftest import events_in
from .serving import Server, next_event

PAGES = 100 if os.environ.get("STORM", "1") == "1" else 1000
RETRY = f"retry: {POLL_RETRY_MS}\n"

pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("crowds") / "data") as server:
        yield server


@pytest.fixture
def table(server):
    return server.table("ice_fishers", "me", "me")


@pytest.fixture
def stranger(server, table):
    """A browser that has no name, and has looked at the table."""
    return looking(server, table)


def looking(server, table):
    browser = server.browser()
    browser.get(table.where)
    return browser


def cookies_of(browser):
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


async def open_streams(server, table, cookies):
    """Ask for a stream of a room with each of some cookies, all in the same instant."""
    lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in cookies]
    for (_, writer), cookie in zip(lines, cookies, strict=True):
        head = f"GET {table.where}/stream HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n"
        writer.write(f"{head}cookie: {cookie}\r\n\r\n".encode())
    return lines


async def read_all(lines, end):
    return await asyncio.wait_for(
        asyncio.gather(*(reader.readuntil(end) for reader, _ in lines)), PATIENCE_S
    )


@pytest.mark.timeout(600)
def test_every_one_of_many_open_pages_is_told_of_an_answer(server, table):
    cookies = [cookies_of(table.browser)]
    while len(cookies) < PAGES // MAX_STREAMS_PER_BROWSER:
        browser = server.browser()
        if browser.post("/me", data={"name": "Guest"}).status_code != 429:
            cookies.append(cookies_of(browser))

    async def told():
        lines = await open_streams(server, table, cookies * MAX_STREAMS_PER_BROWSER)
        await read_all(lines, b"\n\n")
        assert await asyncio.to_thread(table.answer) == 204
        found = await read_all(lines, b"@log-")
        for _, writer in lines:
            writer.close()
        return len(found)

    assert asyncio.run(told()) == PAGES


def test_of_pages_that_open_in_the_same_instant_no_more_hold_a_stream_than_of_others(
    server, table, stranger
):
    async def held():
        lines = await open_streams(server, table, [cookies_of(stranger)] * 12)
        heads = await read_all(lines, b"\r\n\r\n")
        for _, writer in lines:
            writer.close()
        return sum(b"content-length" not in head for head in heads)

    assert asyncio.run(held()) == MAX_STREAMS_PER_BROWSER


@contextmanager
def pages_open(browser, table):
    """Hold as many streams of one browser open as it may have, each of which goes on."""
    with ExitStack() as stack:
        reading = []
        for _ in range(MAX_STREAMS_PER_BROWSER):
            stream = stack.enter_context(browser.stream("GET", f"{table.where}/stream"))
            assert "content-length" not in stream.headers
            reading.append(stream.iter_lines())
            next_event(reading[-1])
        yield


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "nameless"])
def test_a_sixth_page_of_a_browser_is_told_what_is_new_and_when_to_come_again(
    table, stranger, is_named
):
    browser, where = table.browser if is_named else stranger, f"{table.where}/stream"
    with pages_open(browser, table):
        sixth = browser.get(where).text

    ((at, fragments),) = events_in(sixth)
    assert RETRY in sixth
    assert fragments.keys() >= {"@table", "@prompt"}
    assert events_in(browser.get(f"{where}?glance=1&since={at}").text) == [(at, {})]


def test_two_browsers_without_names_at_one_address_are_told_at_once_each(server, table, stranger):
    other = looking(server, table)
    with pages_open(stranger, table), pages_open(other, table):
        sixths = [browser.get(f"{table.where}/stream").text for browser in (stranger, other)]

    assert all(RETRY in sixth for sixth in sixths)


def test_pages_from_before_a_browser_got_its_name_still_count(table, stranger):
    with pages_open(stranger, table):
        stranger.post("/me", data={"name": "Cat"})
        assert RETRY in stranger.get(f"{table.where}/stream").text
