"""Many at once: open pages by the hundred, and tokens that somebody made up."""

import asyncio
import os
import re
from contextlib import ExitStack
from random import Random

import httpx
import pytest

from tabletop_core.web.at_table import STREAMS_OF_A_BROWSER
from tabletop_core.web.streams import LOOK

from .conftest import HTML, events_in, question_in
from .test_storms import next_event, open_table, storm

__all__ = ["storm"]
PAGES = 100 if os.environ.get("STORM", "1") == "1" else 1000


async def watched(address, cookies, room, count, answer):
    """Open so many pages of a room, answer once, and return how many of them were told."""
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
    while len(cookies) < PAGES // STREAMS_OF_A_BROWSER:
        with httpx.Client(base_url=storm.address, timeout=30) as browser:
            if browser.post("/me", data={"name": "Guest"}).status_code != 429:
                cookies.append(cookies_of(browser))
    told = asyncio.run(
        watched(storm, cookies, table.room, PAGES, lambda: table.answer_at_random(Random(1)))
    )

    assert told == PAGES
    assert len(table.acknowledged) == 1


def test_a_sixth_page_of_a_person_is_told_what_is_new_and_when_to_come_again(storm):
    table = open_table(storm, "ice_fishers", "me", "me")
    where = f"/r/{table.room}/stream"

    with ExitStack() as stack:
        streams = [
            stack.enter_context(table.browser.stream("GET", where)).iter_lines()
            for _ in range(STREAMS_OF_A_BROWSER)
        ]
        for stream in streams:
            next_event(stream)
        sixth = table.browser.get(where).text

    ((at, fragments),) = events_in(sixth)
    assert f"retry: {LOOK}\n" in sixth
    assert fragments.keys() >= {"@table", "@prompt"}
    assert events_in(table.browser.get(f"{where}?glance=1&since={at}").text) == [(at, {})]


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
