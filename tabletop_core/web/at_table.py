"""The pages of a table: its room, the stream of changes, what is done there, what opens beside."""

import asyncio
from collections import Counter
from collections.abc import Callable
from time import time
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..pictures import stylesheet
from .acts import ACTS, Doer
from .beside import (
    MAX_THINGS,
    advice_page,
    advised,
    chart_page,
    end_page,
    odds_page,
    rule_page,
    rules_page,
    story_told,
    thing_page,
    things_page,
    to_advise,
)
from .drawing import drawn, is_drawn
from .rooms.room import Room
from .safety import Form, RefusedError, read_form
from .site import Site
from .streams import BOOT, GLANCE, LOOK, EventStream, News, changes, version_of
from .table import Parts, table_html

STREAMS_OF_A_BROWSER = 5
"""A browser holds six lines to a host; one is left for everything else."""


async def room(site: Site, request: Request) -> Response:
    """Show the table of a room as it is now."""
    room_id, one = request.path_params["room"], site.person_id(request)

    def seen(room: Room) -> tuple[str, Parts, int]:
        shown = drawn(room, one)
        room.looked[one] = time()
        return room.title, shown.now, shown.at

    title, parts, at = await site.within(room_id, seen)
    table, version = table_html(parts), f"{BOOT}-{at}"
    page = site.page(request, "room", title=title, table=table, version=version)
    return site.persons.keep_browser(request, page)


async def stream(site: Site, request: Request) -> Any:
    """Send what changes in a room, as server-sent events."""
    room_id, who = request.path_params["room"], site.who(request)
    one = site.person_id(request)
    # A browser that has got a name may still have tabs from before.
    browser = {one, site.persons.browser_of(request)} - {""}
    if site.streams.total() >= site.config.streams:
        raise RefusedError(503, "too many pages are open; try again later")
    event_id = request.headers.get("last-event-id") or request.query_params.get("since", "")

    async def looked(version: int) -> News:
        return await site.within(room_id, lambda room: drawn(room, one).since(version))

    is_full = any(site.streams_of_browsers[known] >= STREAMS_OF_A_BROWSER for known in browser)
    is_glance = request.query_params.get("glance")
    if is_full or is_glance:
        event = (await looked(version_of(event_id))).to_event(GLANCE if is_glance else LOOK)
        return Response(event, media_type="text/event-stream")
    if site.streams[who] >= site.config.streams_of_one:
        raise RefusedError(429, "you have too many pages open; close some")
    news = asyncio.Event()
    # Counted before anything is waited for, so that of those who come at once none is too many.
    site.streams[who] += 1
    site.streams_of_browsers.update(browser)

    def uncount() -> None:
        # Taken away so that nothing is left of who has no stream any more.
        site.streams -= Counter([who])
        site.streams_of_browsers -= Counter(browser)

    def listen(room: Room) -> Room:
        room.watching[news] = one
        return room

    try:
        room = await site.within(room_id, listen)
    except BaseException:
        uncount()
        raise

    async def fresh(version: int) -> News:
        # Mostly it was drawn where it was done, and no thread is needed.
        if room.lock.acquire(blocking=False):
            try:
                if is_drawn(room, one):
                    return drawn(room, one).since(version)
            finally:
                room.lock.release()
        return await looked(version)

    events = changes(fresh, news, event_id)

    def ended() -> None:
        room.watching.pop(news, None)
        uncount()

    return EventStream(events, site.ending, ended)


async def act(site: Site, request: Request) -> Response:
    """Do one thing in a room, and show the table as it is then."""
    room_id, act = request.path_params["room"], request.path_params["act"]
    form = await read_form(request)
    if act not in ACTS:
        raise RefusedError(404, f"{act[:40]!r} is nothing that can be done in a room")
    make = act in ("sit", "copy")
    person, key = (
        await site.in_thread(site.persons.of_or_new, request, form["name"])
        if make
        else (site.persons.of(request), "")
    )
    if person is None:
        raise RefusedError(403, "you have no seat at this table; take one first")
    doer = Doer(site.house, person, site.persons.is_host(request), site.write_to)
    if act == "copy" and not site.stories.take(person["id"]):
        raise RefusedError(429, "too many copies at once; wait a moment")
    where = await site.within(room_id, lambda room: ACTS[act](doer, room, form))
    if "text/html" in request.headers.get("accept", ""):
        return site.persons.keep(RedirectResponse(where or f"/r/{room_id}", 303), key)
    headers = {"location": where} if where else {}
    return site.persons.keep(Response(status_code=204, headers=headers), key)


async def story(site: Site, request: Request) -> Response:
    """Show a game step by step, as this person may see it."""
    if not site.stories.take(site.who(request)):
        raise RefusedError(429, "too many stories at once; wait a moment")
    one, room_id = site.person_id(request), request.path_params["room"]
    seat = request.query_params.get("seat", "")

    def begin(room: Room) -> tuple[str, list[str], Callable[[], tuple[str, str]]]:
        seats = list(room.seats) if room.is_over else []
        return room.title, seats, story_told(room, one if one in room.names else "", seat)

    title, seats, tell = await site.within(room_id, begin)
    table, frames = await site.in_thread(tell)
    facts = {"title": title, "room": room_id, "seats": seats, "seat": seat}
    return site.page(request, "story", table=table, frames=frames, **facts)


async def end(site: Site, request: Request) -> Response:
    """Show what is worth keeping of a game that is over."""
    title, html = await site.within(request.path_params["room"], end_page)
    return site.page(request, "beside", title=title, html=html)


async def tones(site: Site, request: Request) -> Response:
    """Return the colours of the pictures, light and dark, as a style sheet."""
    headers = {"cache-control": "max-age=3600"}
    return Response(stylesheet(), media_type="text/css", headers=headers)


async def rules(site: Site, request: Request) -> Response:
    """Show all rules of a game, or one."""
    game = await site.in_thread(site.house.game, request.path_params["pack"])
    number = request.path_params.get("number")
    html = await site.in_thread(
        lambda: rules_page(game) if number is None else rule_page(game, number)
    )
    return site.page(request, "beside", title=game.title, html=html)


async def chart(site: Site, request: Request) -> Response:
    """Show a chart, with the row that was hit."""
    game = await site.in_thread(site.house.game, request.path_params["pack"])
    table, row = request.path_params["table"], request.query_params.get("row", "")
    html = await site.in_thread(chart_page, game, table, row)
    return site.page(request, "beside", title=game.title, html=html)


async def odds(site: Site, request: Request) -> Response:
    """Tell the chances of an option to the one who is asked."""
    asked = Form(list(request.query_params.multi_items()))
    person = site.person_id(request)
    title, html = await site.within(
        request.path_params["room"],
        lambda room: odds_page(
            room,
            person,
            asked["seat"],
            asked.number("token"),
            asked["option"],
            tuple(asked["touched"].split()),
        ),
    )
    return site.page(request, "beside", title=title, html=html)


async def thing(site: Site, request: Request) -> Response:
    """Tell of the first of these things that lies on the table, as this person sees it.

    Where none is named, all that lies there is listed.
    """
    ids = request.query_params.get("ids", "").split()[:MAX_THINGS]
    person = site.person_id(request)
    html = await site.within(
        request.path_params["room"],
        lambda room: thing_page(room, person, ids) if ids else things_page(room, person),
    )
    if not html:
        return Response(status_code=204)
    return site.page(request, "beside", title="On the table", html=html)


async def advise(site: Site, request: Request) -> Response:
    """Tell what a search advises to the one who is asked; it searches in another process."""
    room_id, seat = request.path_params["room"], request.query_params.get("seat", "")
    person = site.person_id(request)
    if not site.guesses.take(f"advice {person}"):
        raise RefusedError(429, "that is much advice at once; wait a moment")
    given = await site.within(room_id, lambda room: to_advise(room, person, seat))
    found = await site.bots.elsewhere(advised, *given)
    html = await site.within(room_id, lambda room: advice_page(room, person, seat, found))
    return site.page(request, "beside", title="Advice", html=html)
