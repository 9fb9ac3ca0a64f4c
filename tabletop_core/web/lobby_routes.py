"""The pages around the tables: the lobby, a new game, who somebody is and what waits for them."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..bots.seating import bot_names
from ..events.words import said
from ..presentation.games import option_value, saved_words
from ..saves.folder import saved_files, saved_games
from ..saves.reader import Saved
from .rooms.errors import RoomError
from .security import RefusedError, read_form
from .site import Site
from .webhooks import KINDS, read_address

AWAY = {
    "never": "is never replaced",
    "1": "after 1 hour",
    "24": "after a day",
    "72": "after 3 days",
}

BOT_WORDS = {
    "flat": "bot: easy (flat)",
    "mcts": "bot: normal (mcts)",
    "ismcts": "bot: hard (ismcts)",
}
"""How strong the bots for every game are, with the names that settings and files use."""


async def lobby(site: Site, request: Request) -> Response:
    """Show the games that can be played, one's own, and rooms with open seats."""
    one = site.person_id(request)
    mine, free = await site.in_thread(lambda: (_games_of(site, one), _open_rooms(site, one)))
    packs = [pack.identity for pack in site.config.catalog.packs]
    titles = {pack.id: pack.title for pack in packs}
    saves = await site.in_thread(_saves, titles) if site.persons.is_host(request) else []
    return site.page(
        request,
        "lobby",
        packs=packs,
        problems=site.config.catalog.problems if site.persons.is_host(request) else (),
        mine=mine,
        free=free,
        saves=saves,
        failures=site.registry.failures.values() if site.persons.is_host(request) else (),
    )


def _games_of(site: Site, person: str) -> list[dict[str, Any]]:
    """Return the games of a person, those that wait for them first."""
    rows = (
        site.registry.store.all(
            "SELECT rooms.*, group_concat(seats.seat, char(10)) AS own "
            "FROM rooms LEFT JOIN seats ON seats.room = rooms.id AND seats.person = ? "
            "WHERE seats.person = ? OR maker = ? "
            "GROUP BY rooms.id ORDER BY touched DESC LIMIT 200",
            person,
            person,
            person,
        )
        if person
        else []
    )
    awake = {room.id: room for room in site.registry.awake()}
    for row in rows:
        room = awake.get(row["id"])
        if room is not None and room.game is not None:
            row["awaited"] = "\n".join(room.awaited)
            row["touched"] = room.touched
            if room.match.outcome is not None:
                row["ended"] = row["ended"] or f"over: {said(room.match.outcome.kind)}"
        own = set((row["own"] or "").split("\n")) - {""}
        row["awaited"] = row["awaited"].split("\n") if row["awaited"] else []
        failure = site.registry.failures.get(row["id"])
        row["failure"] = failure.why if failure is not None else ""
        row["is_mine"] = not row["ended"] and bool(own.intersection(row["awaited"]))
    return sorted(rows, key=lambda row: (not row["is_mine"], bool(row["ended"])))


def _open_rooms(site: Site, person: str) -> list[dict[str, Any]]:
    return site.registry.store.all(
        "SELECT rooms.* FROM rooms WHERE listed = 1 AND ended = '' AND maker != ? AND EXISTS "
        "(SELECT 1 FROM seats WHERE room = rooms.id AND person = '' AND bot = '') "
        "ORDER BY made DESC LIMIT 100",
        person,
    )


def _saves(titles: Mapping[str, str]) -> list[tuple[str, str]]:
    games = ((path, saved) for path, saved in saved_games() if isinstance(saved, Saved))
    return [(path.name, saved_words(saved, titles)) for path, saved in islice(games, 50)]


async def new(site: Site, request: Request) -> Response:
    """Show the form of a new game, or make the room that it asks for."""
    pack = request.path_params["pack"]
    game = await site.with_rules(site.registry.game, pack)
    if request.method == "GET":
        seats = _most_seats(game)
        house_rules = game.house_rules
        plain = [option for option in game.options if option not in house_rules]
        return site.page(
            request,
            "new",
            game=game,
            option_groups=(("Options", plain), ("House rules", house_rules)),
            value=option_value,
            seats=seats,
            bots=[(name, BOT_WORDS.get(name, f"bot: {name}")) for name in bot_names(game)],
            away=AWAY,
        )
    form = await read_form(request)
    site.count_room(request)
    person, key = await site.in_thread(site.persons.of_or_new, request, form["name"])
    options = {name[7:]: value for name, value in form.fields if name.startswith("option:")}
    seats = [value for name, value in form.fields if name.startswith("seat:")]
    settings = form.all("bot")
    kinds = [
        f"{kind}:{setting.strip()}" if kind.startswith("bot:") and setting.strip() else kind
        for kind, setting in zip(seats, [*settings, *[""] * len(seats)], strict=False)
    ]
    room = await site.with_rules(
        lambda: site.registry.new_room(
            person["id"],
            pack,
            options=options,
            seats=kinds,
            undo=form["undo"],
            dice=form["dice"] or "seeded",
            is_listed=form["listed"] == "1",
            away=form["away"] or "never",
        )
    )
    return site.persons.keep(RedirectResponse(site.addresses.room(room), 303), key)


def _most_seats(game: Any) -> list[str]:
    """Return the seats of a game, as many as it can have."""
    options = game.read_options({})
    choices = [options]
    for option in game.options:
        choices += [{**options, option.name: value} for value in option.values]
    return max((list(game.seats_for(one)) for one in choices), key=len)


async def save(site: Site, request: Request) -> Response:
    """Open a saved game of the host in a room. Only files that the list shows are read."""
    form = await read_form(request)
    if not site.persons.is_host(request):
        raise RefusedError(403, "only the host opens saved games; use the host's address")
    person, key = await site.in_thread(site.persons.of_or_new, request, form["name"])

    def opened() -> str:
        path = next((one for one in saved_files() if one.name == form["file"]), None)
        if path is None:
            raise RoomError(f"there is no saved game {form['file'][:80]!r} in the list")
        return site.registry.open_save(path, person["id"])

    room = await site.with_rules(opened)
    return site.persons.keep(RedirectResponse(site.addresses.room(room), 303), key)


async def open_again(site: Site, request: Request) -> Response:
    """Let a room that was set aside be tried again; the host alone may."""
    form = await read_form(request)
    if not site.persons.is_host(request):
        raise RefusedError(403, "only the host opens rooms again; use the host's address")
    await site.in_thread(site.registry.open_again, form["room"])
    return RedirectResponse(site.addresses.room(form["room"]), 303)


async def host(site: Site, request: Request) -> Response:
    """Take the host's address: this browser may do what the host may."""
    site.count_guess(request)
    if not site.persons.is_host_key(request.path_params["key"]):
        raise RefusedError(404, "this is not the host's address; see what the server printed")
    return site.persons.keep_host(
        RedirectResponse(
            site.addresses.to(f"new/{site.config.pack}" if site.config.pack else ""), 303
        )
    )


async def seat(site: Site, request: Request) -> Response:
    """Show what the link to a seat leads to; sitting down is a form, which no preview sends."""
    site.count_guess(request)
    secret = request.path_params["secret"]
    found = await site.in_thread(
        site.registry.store.one,
        "SELECT seats.*, rooms.title FROM seats JOIN rooms ON rooms.id = room WHERE secret = ?",
        secret,
    )
    if found is None:
        raise RefusedError(404, "this link leads to no seat (any more); ask for a new one")
    person = site.persons.of(request)
    if person and found["person"] == person["id"]:
        return RedirectResponse(site.addresses.room(found["room"]), 303)
    return site.page(request, "seat", found=found)


async def me(site: Site, request: Request) -> Response:
    """Show one's name and the way to another device; change the name, make or use a code."""
    if request.method == "GET":
        return await _me(site, request)
    form = await read_form(request)
    if form["code"]:
        site.count_guess(request)
        key = await site.in_thread(site.persons.take_code, form["code"])
        return site.persons.keep(RedirectResponse(site.addresses.to(), 303), key)
    person, key = await site.in_thread(site.persons.of_or_new, request, form["name"])
    if form["do"] == "code":
        code = await site.in_thread(site.persons.code_for, person["id"])
        return site.persons.keep(await _me(site, request, code), key)
    if form["do"] == "hook":
        kind, hook = form["kind"], form["hook"].strip()
        if hook:
            read_address(kind, hook, site.config.hooks_to)
        one, address = person["id"], site.origin_of(request)
        await site.in_thread(site.persons.send_to, one, kind, hook, address)
        return RedirectResponse(site.addresses.to("me"), 303)
    await site.in_thread(site.persons.rename, person["id"], form["name"])
    return site.persons.keep(RedirectResponse(site.addresses.to("me"), 303), key)


async def _me(site: Site, request: Request, code: str = "") -> Response:
    person = site.persons.of(request)
    sent = await site.in_thread(site.webhooks.sent_to, person["id"]) if person else []
    return site.page(request, "me", code=code, sent=sent, kinds=KINDS)


async def feed(site: Site, request: Request) -> Response:
    """Return the feed of a person, whose key the address holds: whose turn it is."""
    site.count_guess(request)
    person = await site.in_thread(
        site.registry.store.one, "SELECT * FROM persons WHERE feed = ?", request.path_params["key"]
    )
    if person is None:
        raise RefusedError(404, "there is no feed at this address; look it up on your page")
    games = await site.in_thread(_games_of, site, person["id"])
    mine = [room for room in games if room["is_mine"] or room["ended"]][:50]
    updated = max((room["touched"] for room in mine), default=person["made"])
    feed = site.templates.get_template("feed.xml").render(
        person=person, mine=mine, updated=updated, origin=site.origin_of(request)
    )
    return Response(feed, media_type="application/atom+xml")
