"""The pages around the tables: the lobby, a new game, a person's name and their feed."""

from collections.abc import Mapping
from itertools import islice

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..presentation.games import saved_words
from ..presentation.lessons import FILE as LESSON
from ..rooms.errors import RoomError
from ..rooms.my_games import games_of, open_games, results_of, tallies
from ..rooms.seating import seat_of_link
from ..saves.folder import saved_files, saved_games
from ..saves.reader import Saved
from .config import LOCAL
from .finder import PackSearch, words_of
from .invite import HAS_QR_CODES, qr_code
from .new_game import AWAY, DICE, UNDO, NewGame, minutes_of, read_wanted
from .security import RefusedError, read_form
from .site import Site
from .webhooks import KINDS, read_address

MAX_WAITING_TILES = 3
"""Games on the front page that wait for somebody; the others are on the page *My games*."""

MIN_PACKS_TO_SEARCH = 9
"""From how many games on the front page has a search and filters."""


async def lobby(site: Site, request: Request) -> Response:
    """Show the games that can be played, those that wait for this person, and open tables."""
    one, is_host = site.person_id(request), site.cookies.is_host(request)
    mine, free = await site.in_thread(
        lambda: (games_of(site.registry, one), open_games(site.registry, one))
    )
    packs = [pack.identity for pack in site.config.catalog.packs]
    has_search = len(packs) >= MIN_PACKS_TO_SEARCH
    search = PackSearch.read(request.query_params) if has_search else PackSearch()
    titles = {pack.id: pack.title for pack in packs}
    saves = await site.in_thread(_saves, titles) if is_host else []
    shown = [row for row in mine if not row.is_archived and not row.deleted]
    return site.page(
        request,
        "lobby",
        packs=packs,
        lessons=_with_lessons(site),
        has_search=has_search,
        search=search,
        found={pack.id for pack in packs if search.fits(pack)},
        words_of=words_of,
        problems=site.config.catalog.problems if is_host else (),
        waiting=[row for row in shown if row.is_mine][:MAX_WAITING_TILES],
        mine=shown,
        free=free,
        saves=saves,
        failures=await site.in_thread(site.registry.failures.all) if is_host else (),
    )


def _saves(titles: Mapping[str, str]) -> list[tuple[str, str]]:
    games = ((path, saved) for path, saved in saved_games() if isinstance(saved, Saved))
    return [(path.name, saved_words(saved, titles)) for path, saved in islice(games, 50)]


def _with_lessons(site: Site) -> set[str]:
    """Return the packs that have a lesson, without loading their games."""
    packs = site.config.catalog.packs
    return {pack.id for pack in packs if pack.home and (pack.home / LESSON).is_file()}


async def new(site: Site, request: Request) -> Response:
    """Show the form of a new game, or make the room that it asks for."""
    pack = request.path_params["pack"]
    game = await site.with_rules(site.registry.games.game, pack)
    if request.method == "GET":
        offer = await site.with_rules(NewGame, game)
        return site.page(
            request,
            "new",
            game=game,
            offer=offer,
            has_lesson=pack in _with_lessons(site),
            chosen=request.query_params.get("setup", ""),
            others=request.query_params.get("with", ""),
            dice=DICE,
            undo=UNDO,
            away=AWAY,
        )
    form = await read_form(request)
    site.count_room(request)

    def made(person: str) -> str:
        wanted = read_wanted(game, form)
        return site.registry.factory.new_room(
            person,
            pack,
            options=wanted.options,
            seats=wanted.seats,
            undo=form["undo"],
            dice=form["dice"] or "seeded",
            is_listed=form["listed"] == "1",
            away=form["away"] or "never",
        )

    async with site.person_for(request, form["name"]) as (person, key):
        room = await site.with_rules(made, person["id"])
    return site.cookies.keep(RedirectResponse(site.addresses.room(room), 303), key)


async def save(site: Site, request: Request) -> Response:
    """Open a saved game of the host in a room. Only files that the list shows are read."""
    form = await read_form(request)
    if not site.cookies.is_host(request):
        raise RefusedError(403, "only the host can open saved games; use the host's address")

    def opened(person: str) -> str:
        path = next((one for one in saved_files() if one.name == form["file"]), None)
        if path is None:
            raise RoomError(f"there is no saved game {form['file'][:80]!r} in the list")
        return site.registry.factory.open_save(path, person)

    async with site.person_for(request, form["name"]) as (person, key):
        room = await site.with_rules(opened, person["id"])
    return site.cookies.keep(RedirectResponse(site.addresses.room(room), 303), key)


async def seat(site: Site, request: Request) -> Response:
    """Show the invitation to a seat; sitting down is a form, which no link preview sends."""
    site.count_guess(request)
    secret = request.path_params["secret"]
    found = await site.in_thread(seat_of_link, site.registry.store, secret)
    if found is None:
        raise RefusedError(404, "this link leads to no seat (any more); ask for a new one")
    person = site.cookies.person_of(request)
    if person and found["person"] == person["id"]:
        return RedirectResponse(site.addresses.room(found["room"]), 303)
    identities = {pack.id: pack.identity for pack in site.config.catalog.packs}
    return site.page(
        request,
        "seat",
        found=found,
        pack=identities.get(found["pack"]),
        is_maker=person is not None and person["id"] == found["maker"] and found["maker_sits"],
        minutes_words=await site.with_rules(_minutes_of, site, found["pack"], found["setup"]),
        has_lesson=found["pack"] in _with_lessons(site),
    )


def _minutes_of(site: Site, pack: str, title: str) -> str:
    """Return how many minutes a game of a setup takes, by its title; None if unknown."""
    game = site.registry.games.game(pack)
    return next((minutes_of(game, one) for one in game.all_setups if one.title == title), "")


async def seat_code(site: Site, request: Request) -> Response:
    """Return the QR code of the link to a seat."""
    site.count_guess(request)
    secret = request.path_params["secret"]
    found = await site.in_thread(seat_of_link, site.registry.store, secret)
    if found is None or not HAS_QR_CODES:
        raise RefusedError(404, "this link leads to no seat (any more); ask for a new one")
    origin = site.origin_of(request)
    if request.url.hostname in (*LOCAL, "::1"):
        origin = site.addresses.outside or origin
    address = f"{origin}{site.addresses.to(f's/{secret}')}"
    return Response(qr_code(address), media_type="image/svg+xml")


async def me(site: Site, request: Request) -> Response:
    """Show a person's name and codes for other devices; change the name, make or use a code."""
    if request.method == "GET":
        return await _me(site, request)
    form = await read_form(request)
    if form["code"]:
        site.count_guess(request)
        key = await site.in_thread(site.persons.take_code, form["code"])
        return site.cookies.keep(RedirectResponse(site.addresses.to(), 303), key)
    async with site.person_for(request, form["name"]) as (person, key):
        if form["do"] == "code":
            code = await site.in_thread(site.persons.code_for, person["id"])
            return site.cookies.keep(await _me(site, request, code), key)
        if form["do"] == "hook":
            kind, hook = form["kind"], form["hook"].strip()
            if hook:
                read_address(kind, hook, site.config.hooks_to)
            one, address = person["id"], site.origin_of(request)
            await site.in_thread(site.persons.send_to, one, kind, hook, address)
            return site.cookies.keep(RedirectResponse(site.addresses.to("me"), 303), key)
        await site.in_thread(site.persons.rename, person["id"], form["name"])
        return site.cookies.keep(RedirectResponse(site.addresses.to("me"), 303), key)


async def _me(site: Site, request: Request, code: str = "") -> Response:
    person = site.cookies.person_of(request)
    sent = await site.in_thread(site.webhooks.sent_to, person["id"]) if person else []
    rows = await site.in_thread(results_of, site.registry, site.person_id(request))
    titles = {pack.id: pack.identity.title for pack in site.config.catalog.packs}
    games = tallies(rows, "pack", titles)
    return site.page(request, "me", code=code, sent=sent, kinds=KINDS, games=games)


async def feed(site: Site, request: Request) -> Response:
    """Return the feed of a person, whose key the address holds: whose turn it is."""
    site.count_guess(request)
    person = await site.in_thread(
        site.registry.store.one, "SELECT * FROM persons WHERE feed = ?", request.path_params["key"]
    )
    if person is None:
        raise RefusedError(404, "there is no feed at this address; look it up on your page")
    games = await site.in_thread(games_of, site.registry, person["id"])
    mine = [room for room in games if room.is_mine or (room.ended and not room.deleted)][:50]
    updated = max((room.touched for room in mine), default=person["made"])
    feed = site.templates.get_template("feed.xml").render(
        person=person, mine=mine, updated=updated, origin=site.origin_of(request)
    )
    return Response(feed, media_type="application/atom+xml")
