"""Many at once: open pages by the hundred, and tokens that somebody made up."""

import asyncio
import os
import re
from contextlib import ExitStack, contextmanager
from random import Random

import httpx
import pytest

from tabletop_core.web.room_routes import MAX_STREAMS_PER_BROWSER
from tabletop_core.web.streams import POLL_RETRY_MS

from .conftest import HTML, Browser, events_in, question_in
from .test_storms import next_event, open_table, storm

__all__ = ["storm"]
PAGES = 100 if os.environ.get("STORM", "1") == "1" else 1000


async def watched(address, cookies, room, count, answer):
    """Open a number of pages of a room, answer once, and return how many of them heard of it."""
    streams = []
    for page in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", address.port)
        head = (
            f"GET /r/{room}/stream HTTP/1.1\r\nhost: 127.0.0.1:{address.port}\r\n"
            f"cookie: {cookies[page % len(cookies)]}\r\n\r\n"
        )
        writer.write(head.encode())
        await reader.readuntil(b"\n\n")
        streams.append((reader, writer))
    await asyncio.to_thread(answer)
    told = await asyncio.gather(
        *(asyncio.wait_for(reader.readuntil(b"@log-"), 60) for reader, _ in streams)
    )
    for _, writer in streams:
        writer.close()
    return len(told)


def cookies_of(browser):
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


@pytest.mark.timeout(600)
def test_every_one_of_many_open_pages_is_told_of_an_answer(storm):
    table = open_table(storm, "ice_fishers", "me", "me")
    cookies = [cookies_of(table.browser)]
    while len(cookies) < PAGES // MAX_STREAMS_PER_BROWSER:
        with httpx.Client(base_url=storm.address, timeout=30) as browser:
            if browser.post("/me", data={"name": "Guest"}).status_code != 429:
                cookies.append(cookies_of(browser))
    told = asyncio.run(
        watched(storm, cookies, table.room, PAGES, lambda: table.answer_at_random(Random(1)))
    )

    assert told == PAGES
    assert len(table.acknowledged) == 1


@pytest.fixture
def stranger(storm):
    """A browser that has no name."""
    browser = httpx.Client(base_url=storm.address, timeout=30)
    storm.browsers.append(browser)
    return browser


@contextmanager
def pages_open(browser, where, count=MAX_STREAMS_PER_BROWSER):
    """Hold a number of streams of one browser open, each of which goes on."""
    with ExitStack() as stack:
        opened = [stack.enter_context(browser.stream("GET", where)) for _ in range(count)]
        assert not any("content-length" in stream.headers for stream in opened)
        streams = [stream.iter_lines() for stream in opened]
        for stream in streams:
            next_event(stream)
        yield streams


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "nameless"])
def test_a_sixth_page_of_a_browser_is_told_what_is_new_and_when_to_come_again(
    storm, stranger, is_named
):
    table = open_table(storm, "ice_fishers", "me", "me")
    browser = table.browser if is_named else stranger
    where = f"/r/{table.room}/stream"
    browser.get(f"/r/{table.room}", headers=HTML)

    with pages_open(browser, where):
        sixth = browser.get(where).text

    ((at, fragments),) = events_in(sixth)
    assert f"retry: {POLL_RETRY_MS}\n" in sixth
    assert fragments.keys() >= {"@table", "@prompt"}
    assert events_in(browser.get(f"{where}?glance=1&since={at}").text) == [(at, {})]


def test_of_pages_that_open_in_the_same_instant_no_more_hold_a_stream_than_of_others(
    storm, stranger
):
    table = open_table(storm, "ice_fishers", "me", "me")
    stranger.get(f"/r/{table.room}", headers=HTML)
    ask = (
        f"GET /r/{table.room}/stream HTTP/1.1\r\nhost: 127.0.0.1:{storm.port}\r\n"
        f"cookie: {cookies_of(stranger)}\r\n\r\n"
    ).encode()

    async def opened():
        lines = [await asyncio.open_connection("127.0.0.1", storm.port) for _ in range(12)]
        for _, writer in lines:
            writer.write(ask)
        heads = [await reader.readuntil(b"\r\n\r\n") for reader, _ in lines]
        for _, writer in lines:
            writer.close()
        return sum(b"content-length" not in head for head in heads)

    assert asyncio.run(opened()) == MAX_STREAMS_PER_BROWSER


def test_two_browsers_without_names_at_one_address_are_told_at_once_each(storm, stranger):
    table = open_table(storm, "ice_fishers", "me", "me")
    where = f"/r/{table.room}/stream"
    stranger.get(f"/r/{table.room}", headers=HTML)

    with httpx.Client(base_url=storm.address, timeout=30) as other, pages_open(stranger, where):
        other.get(f"/r/{table.room}", headers=HTML)
        with pages_open(other, where):
            sixths = [browser.get(where).text for browser in (stranger, other)]

    assert all(f"retry: {POLL_RETRY_MS}\n" in sixth for sixth in sixths)


def test_pages_from_before_a_browser_got_its_name_still_count(storm, stranger):
    table = open_table(storm, "ice_fishers", "me", "me")
    where = f"/r/{table.room}/stream"
    stranger.get(f"/r/{table.room}", headers=HTML)

    with pages_open(stranger, where):
        stranger.post("/me", data={"name": "Cat"})
        sixth = stranger.get(where).text

    assert f"retry: {POLL_RETRY_MS}\n" in sixth


def test_a_browser_is_known_by_its_cookie_until_it_is_closed_or_has_a_name(server, ann):
    room = ann.new_room("ice_fishers", "me", "me")
    nobody = Browser(server)
    key, *how = nobody.get(f"/r/{room}").headers["set-cookie"].split("; ")

    assert "_browser=" in key
    assert {one for one in how if not one.startswith("Path")} == {"HttpOnly", "SameSite=lax"}
    assert "set-cookie" not in nobody.get(f"/r/{room}").headers
    assert "set-cookie" not in ann.get(f"/r/{room}").headers


def test_tokens_that_somebody_made_up_change_nothing(storm):
    table = open_table(storm, "ice_fishers", "me", "me")
    other = open_table(storm, "ice_fishers", "me", "me")
    seat, token, answers = table.question()
    stranger = httpx.Client(base_url=storm.address, timeout=30)
    storm.browsers.append(stranger)
    forged = [
        (table.browser, {"seat": seat, "token": token + 1, "answer": answers[0]}, 409),
        (table.browser, {"seat": seat, "token": -1, "answer": answers[0]}, 409),
        (table.browser, {"seat": seat, "token": "9" * 40, "answer": answers[0]}, 409),
        (table.browser, {"seat": seat, "answer": answers[0]}, 409),
        (table.browser, {"seat": "nobody", "token": token, "answer": answers[0]}, 400),
        (table.browser, {"seat": seat, "token": token, "answer": "<b>"}, 400),
        (other.browser, {"seat": seat, "token": token, "answer": answers[0]}, 400),
        (stranger, {"seat": seat, "token": token, "answer": answers[0]}, 403),
    ]
    for browser, fields, status in forged:
        assert browser.post(f"/r/{table.room}/answer", data=fields).status_code == status, fields

    page = table.browser.get(f"/r/{table.room}", headers=HTML).text
    assert question_in(page) == (seat, token, answers)
    assert not re.search("Traceback", page)
