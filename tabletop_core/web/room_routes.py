"""The pages of a table: the room, its stream of changes and its popups."""

import asyncio
import gzip
from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..engine.faults import Fault, fault_of
from ..engine.setups import DIFFICULTIES
from ..errors import TabletopError
from ..panels.theme import NO_THEME
from ..pictures.legibility import page_sizes
from ..pictures.themes import stylesheet
from ..rooms.hints import find_hints, find_level_answer, hint_task
from ..rooms.room import Room
from . import author_bar
from .author_routes import is_own_machine
from .endings import Ending, ending_of, report_of
from .error_pages import status_of
from .popups import (
    MAX_STACKED_THINGS,
    chart_page,
    hint_page,
    level_hint_page,
    odds_page,
    replay_of,
    rule_page,
    thing_page,
    things_page,
)
from .security import Form, RefusedError
from .sidebar import proposal_notice
from .site import Site
from .streams import (
    HIDDEN_RETRY_MS,
    POLL_RETRY_MS,
    Delta,
    EventStream,
    changes,
    event_id_of,
    version_of,
)
from .table import Links, Parts, table_html

MAX_STREAMS_PER_BROWSER = 5
"""A browser holds six lines to a host; one is left for everything else."""


async def room(site: Site, request: Request) -> Response:
    """Show the table of a room as it is now."""
    room_id, one = request.path_params["room"], site.person_id(request)

    def seen(room: Room) -> tuple[dict[str, Any], Parts, int]:
        audience = site.audiences.of(room)
        shown = audience.shown_to(room, one)
        audience.turns.opened(one)
        room.note_look()
        seats = room.seating.seats.values()
        is_shared = len(room.seating.persons) > 1 or any(seat.is_open for seat in seats)
        is_lesson = room.coaching.is_lesson
        facts = {"title": room.name, "pack": room.pack} | {
            "is_shared": is_shared,
            "is_lesson": is_lesson,
        }
        return facts, shown.now, shown.at

    try:
        facts, parts, at = await site.within(room_id, seen)
    except Exception as error:
        if not site.has_no_game(room_id, error) and _fault(site, error) is None:
            raise
        return await _without_game(site, request, error)
    table, version = table_html(parts), event_id_of(at)
    if site.config.is_studio and is_own_machine(request):
        facts["author"] = parts[author_bar.ID]
    page = site.page(request, "room", table=table, version=version, **facts)
    return site.cookies.keep_browser(request, page)


def _fault(site: Site, error: Exception) -> Fault | None:
    """Return the line of a game that failed, to show its author; None where nobody edits one."""
    return fault_of(error) if site.config.is_studio else None


async def _without_game(site: Site, request: Request, error: Exception) -> Response:
    """Show a room whose game cannot be woken or drawn: why, its seats, what can be done with it."""
    room_id, one = request.path_params["room"], site.person_id(request)

    def told(room: Room) -> dict[str, Any]:
        is_maker = one == room.maker or site.cookies.is_host(request)
        return {
            "title": room.name,
            "setup": room.setup,
            "ended": room.ended,
            "put_away": room.put_away,
            "has_report": site.registry.shelf.has_report(room),
            "seats": [room.seating.name_of(seat) for seat in room.seating.seats],
            "is_maker": is_maker,
            "may_save": is_maker or one in room.seating.persons,
            "proposal": proposal_notice(room, one, site.addresses),
            "chat": room.chat.lines,
        }

    facts = await site.within(room_id, told, awake=False)
    if isinstance(error, TabletopError):
        words = site.registry.paths.removed_from(str(error))
    elif fault := _fault(site, error):
        words = str(fault)
    else:
        words = site.registry.failures[room_id].why
    # On the author's own machine the fault may be fixed the next moment.
    facts["waits_s"] = 0.5 if site.config.is_studio else 2 if site.config.is_local else 30
    status = 200 if facts["put_away"] else status_of(error)
    return site.page(request, "without_game", status, room=room_id, words=words, **facts)


def links_in(site: Site, room: Room) -> Links:
    """Return the links of the popups of a room's table."""
    return site.addresses.links(room.pack, room.id)


async def stream(site: Site, request: Request) -> Any:
    """Send what changes in a room, as server-sent events."""
    room_id, who = request.path_params["room"], site.who(request)
    one = site.person_id(request)
    # A browser that has got a name may still have tabs from before.
    browser = {one, site.cookies.browser_of(request)} - {""}
    if site.streams.total() >= site.config.streams:
        raise RefusedError(503, "too many pages are open; try again later")
    before = request.headers.get("last-event-id") or request.query_params.get("since", "")

    async def looked(version: int) -> Delta:
        return await site.within(
            room_id, lambda room: site.audiences.of(room).shown_to(room, one).since(version)
        )

    most = max(1, MAX_STREAMS_PER_BROWSER // site.registry.share.count)
    is_full = any(site.streams_of_browsers[known] >= most for known in browser)
    is_glance = request.query_params.get("glance")
    if is_full or is_glance:
        event = (await looked(version_of(before))).to_event(
            HIDDEN_RETRY_MS if is_glance else POLL_RETRY_MS
        )
        return Response(event, media_type="text/event-stream")
    network = site.network(request)
    if site.streams[who] >= site.config.streams_of_one or (
        network and site.streams_of_networks[network] >= site.config.streams_of_network
    ):
        raise RefusedError(429, "you have too many pages open; close some")
    news = asyncio.Event()
    # Counted before anything is waited for, so that of those who come at once none is too many.
    site.streams[who] += 1
    site.streams_of_networks[network] += 1
    site.streams_of_browsers.update(browser)

    def uncount() -> None:
        # Taken away so that nothing is left of who has no stream any more.
        site.streams -= Counter([who])
        site.streams_of_networks -= Counter([network])
        site.streams_of_browsers -= Counter(browser)

    def listen(room: Room) -> Room:
        site.audiences.of(room).watchers[news] = one
        return room

    try:
        room = await site.within(room_id, listen)
    except BaseException:
        uncount()
        raise

    async def fresh(version: int) -> Delta:
        # Mostly it was drawn where it was done, and no thread is needed.
        if room.lock.acquire(blocking=False):
            try:
                audience = site.audiences.of(room)
                if audience.is_current(room, one):
                    return audience.shown_to(room, one).since(version)
            finally:
                room.lock.release()
        return await looked(version)

    async def flushed(version: int) -> Delta:
        found = await fresh(version)
        await site.flush()
        return found

    events = changes(flushed, news, before)

    def ended() -> None:
        site.audiences.of(room).watchers.pop(news, None)
        uncount()

    return EventStream(events, site.ending, ended)


async def steps(site: Site, request: Request) -> Response:
    """Return what happened since a version that a page shows, or since this person's last answer.

    `at` is the version to which the steps lead.
    """
    one, since = site.person_id(request), request.query_params.get("since")
    if not site.recounts.take(site.who(request)):
        raise RefusedError(429, "too many steps at once; wait a moment")
    version = None if since is None else version_of(since)
    at, tell = await site.within(
        request.path_params["room"],
        lambda room: site.audiences.of(room).steps(room, one, version),
    )
    found = await site.with_rules(tell)
    return JSONResponse({"at": event_id_of(at), **attrs.asdict(found)})


async def replay(site: Site, request: Request) -> Response:
    """Show the replay of a game, as this person may see it."""
    if not site.replays.take(site.who(request)):
        raise RefusedError(429, "too many replays at once; wait a moment")
    one, room_id = site.person_id(request), request.path_params["room"]
    seat = request.query_params.get("seat", "")

    def begin(room: Room) -> tuple[str, str, list[str], Callable[[], tuple[str, str]]]:
        seats = list(room.seating.seats) if room.is_over else []
        return (
            room.title,
            room.pack,
            seats,
            replay_of(
                room, one if one in room.seating.names else "", seat, site.audiences.scans_of(room)
            ),
        )

    title, pack, seats, tell = await site.within(room_id, begin)
    table, frames = await site.with_rules(tell)
    facts = {"title": title, "pack": pack, "room": room_id, "seats": seats, "seat": seat}
    return site.page(request, "replay", table=table, frames=frames, **facts)


async def end(site: Site, request: Request) -> Response:
    """Show how a finished game ended for this person, with its files to keep."""
    room_id, one = request.path_params["room"], site.person_id(request)

    def seen(room: Room) -> Ending:
        room.note_look()
        return ending_of(room, one, site.addresses.under)

    ending = await site.within(room_id, seen)
    return site.page(request, "end", end=ending, room=room_id)


async def report(site: Site, request: Request) -> Response:
    """Return a finished game as one page that needs no server, to keep and to send."""
    if not site.replays.take(site.who(request)):
        raise RefusedError(429, "too many replays at once; wait a moment")
    room_id, one = request.path_params["room"], site.person_id(request)

    def begin(room: Room) -> tuple[str, Callable[[], str]]:
        known = one if one in room.seating.names else ""
        return room.pack, report_of(room, known, site.audiences.scans_of(room))

    try:
        pack, make = await site.within(room_id, begin)
        page: str | bytes = await site.with_rules(make)
    except Exception as error:
        kept = site.registry.shelf.report(room_id)
        if not site.has_no_game(room_id, error) or not kept.exists():
            raise
        pack = await site.within(room_id, lambda room: room.pack, awake=False)
        page = gzip.decompress(await site.in_thread(kept.read_bytes))
    headers = {"content-disposition": f'attachment; filename="{pack}.html"'}
    return Response(page, media_type="text/html", headers=headers)


async def tones(site: Site, request: Request) -> Response:
    """Return the colours and sizes of the pictures as a style sheet, as in a game."""
    headers = {"cache-control": "max-age=3600"}
    pack, theme = request.query_params.get("game", ""), NO_THEME
    if pack in {one.id for one in site.registry.catalog.packs}:
        theme = (await site.with_rules(site.registry.games.game, pack)).look.theme
    return Response(stylesheet(theme=theme) + page_sizes(), media_type="text/css", headers=headers)


async def rule(site: Site, request: Request) -> Response:
    """Show one rule of a game."""
    game = await site.with_rules(site.registry.games.game, request.path_params["pack"])
    number, links = request.path_params["number"], site.addresses.links(game.id)
    html = await site.with_rules(rule_page, game, number, links)
    return site.page(request, "popup", title=game.title, html=html)


async def chart(site: Site, request: Request) -> Response:
    """Show a chart, with the row that was hit."""
    game = await site.with_rules(site.registry.games.game, request.path_params["pack"])
    table, row = request.path_params["table"], request.query_params.get("row", "")
    html = await site.with_rules(chart_page, game, table, row)
    return site.page(request, "popup", title=game.title, html=html)


async def odds(site: Site, request: Request) -> Response:
    """Show the odds of an option to the one who is asked."""
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
            in_short=bool(asked["short"]),
        ),
    )
    return site.page(request, "popup", title=title, html=html)


async def thing(site: Site, request: Request) -> Response:
    """Describe the first of these things that is on the table, as this person sees it.

    Where none is named, all that lies there is listed.
    """
    ids = request.query_params.get("ids", "").split()[:MAX_STACKED_THINGS]
    person = site.person_id(request)
    html = await site.within(
        request.path_params["room"],
        lambda room: (
            thing_page(room, person, ids, links_in(site, room))
            if ids
            else things_page(room, person, links_in(site, room))
        ),
    )
    if not html:
        return Response(status_code=204)
    title = "On the table" if ids else "All pieces"
    return site.page(request, "popup", title=title, html=html)


async def hint(site: Site, request: Request) -> Response:
    """Show the hints of a search to the one who is asked; it searches in another process.

    With a `level`, show what the bot of that level would answer.
    """
    room_id, seat = request.path_params["room"], request.query_params.get("seat", "")
    person = site.person_id(request)
    if not site.guesses.take(f"advice {person}"):
        raise RefusedError(429, "too many hints at once; wait a moment")
    given = await site.within(room_id, lambda room: hint_task(room, person, seat))
    level = request.query_params.get("level", "")
    if level in DIFFICULTIES:
        answer = await site.bots.work_out(person, find_level_answer, *given, level)
        html = await site.within(
            room_id, lambda room: level_hint_page(room, person, seat, level, answer)
        )
    else:
        found = await site.bots.work_out(person, find_hints, *given)
        html = await site.within(
            room_id, lambda room: hint_page(room, person, seat, found, links_in(site, room))
        )
    return site.page(request, "popup", title="Hint", html=html)
