"""The page *My games*, and what is done there: archive, rename, delete, bring back, open a file."""

from email import policy
from email.parser import BytesParser
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .my_games import games_of, results_of, tallies
from .rooms.errors import RoomError
from .rooms.room import Room
from .security import RefusedError, read_body, read_form
from .site import Site


async def games(site: Site, request: Request) -> Response:
    """Show the games of a person: in progress, over, archived, deleted."""
    rows = await site.in_thread(games_of, site.registry, site.person_id(request))
    shown = [row for row in rows if not row.is_archived and not row.deleted]
    return site.page(
        request,
        "games",
        mine=[row for row in shown if not row.is_over],
        over=[row for row in shown if row.is_over],
        archived=[row for row in rows if row.is_archived and not row.deleted],
        deleted=[row for row in rows if row.deleted],
    )


async def history(site: Site, request: Request) -> Response:
    """Show how the games of a person ended, with figures for each game and opponent."""
    rows = await site.in_thread(results_of, site.registry, site.person_id(request))
    titles = {pack.id: pack.identity.title for pack in site.config.catalog.packs}
    return site.page(
        request,
        "history",
        rows=rows,
        titles=titles,
        games=tallies(rows, "pack", titles),
        opponents=tallies(rows, "others", {}),
    )


async def change(site: Site, request: Request) -> Response:
    """Archive, rename or bring back a game, as the form says."""
    form, act = await read_form(request), request.path_params["act"]
    person, room_id = site.persons.of(request), form["room"]
    if person is None:
        raise RefusedError(403, "you have no games here; start one first")
    one = person["id"]
    if act == "rename":
        await site.within(room_id, lambda room: room.rename(one, form["name"]), awake=False)
    elif act == "restore":
        await site.in_thread(site.registry.restore, room_id, one)
    elif act in ("archive", "unarchive"):
        is_archived = act == "archive"

        def archive(room: Room) -> None:
            if one != room.maker:
                room.seating.check_plays(one)
            site.registry.archive(room_id, one, is_archived)

        await site.within(room_id, archive, awake=False)
    else:
        raise RefusedError(404, f"{act[:40]!r} is nothing that can be done with a game")
    return RedirectResponse(site.addresses.to("games"), 303)


async def open_file(site: Site, request: Request) -> Response:
    """Make a room from a saved game that a person sends."""
    content = _file_in(request.headers.get("content-type", ""), await read_body(request))
    person, key = await site.in_thread(site.persons.of_or_new, request, "")
    room = await site.with_rules(site.registry.open_file, content, person["id"])
    return site.persons.keep(RedirectResponse(site.addresses.room(room), 303), key)


def _file_in(content_type: str, body: bytes) -> bytes:
    """Return the file in a form of the kind that sends files.

    Raises:
        RefusedError: it has none.
    """
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    form = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    for part in form.iter_parts() if form.is_multipart() else ():
        content = part.get_payload(decode=True)
        if part.get_filename() and content:
            return bytes(content)
    raise RefusedError(400, "no file was sent; choose a saved game first")


async def save_file(site: Site, request: Request) -> Response:
    """Return the game of a room as a saved game, which `tabletop resume` and this page open."""
    room_id, one = request.path_params["room"], site.person_id(request)

    def saved(room: Room) -> tuple[bytes, str]:
        if one != room.maker:
            room.seating.check_plays(one)
        if room.seating.persons - {one} and not room.is_over:
            raise RoomError(
                "a saved game holds everybody's secrets and the dice to come; with several "
                "persons it can be saved once it is over"
            )
        return site.registry.journal(room_id).read_bytes(), room.pack

    content, pack = await site.within(room_id, saved)
    headers = {"content-disposition": f'attachment; filename="{pack}.toml"'}
    return Response(content, media_type="application/toml", headers=headers)


LOSSES = {
    "close": (
        "Close this game?",
        "Nobody can answer in it any more. It stays in your list, without a result.",
        "Close it",
    ),
    "delete": (
        "Delete this game?",
        "The game, its log and its chat go away for everybody. Whoever played in it can bring it "
        "back for a week, on the page My games. The history keeps its result.",
        "Delete it",
    ),
    "resign": ("Resign?", "", "Resign"),
}
"""What is asked before something is lost: the question, what will be lost, the button."""


async def sure(site: Site, request: Request) -> Response:
    """Ask before something is lost, and say what; the form of the page then does it."""
    room_id, act = request.path_params["room"], request.path_params["act"]
    seat, one = request.query_params.get("seat", ""), site.person_id(request)
    if act not in LOSSES:
        raise RefusedError(404, f"{act[:40]!r} is nothing that can be done in a room")

    def told(room: Room) -> tuple[str, str, bool]:
        others = room.seating.persons - {one}
        asks = bool(others) and not room.is_over and act != "resign"
        lost = _lost_by_resigning(room, one, seat) if act == "resign" else LOSSES[act][1]
        return room.name, lost, asks

    name, lost, asks = await site.within(room_id, told)
    question, _, button = LOSSES[act]
    facts: dict[str, Any] = {"question": question, "lost": lost, "button": button, "asks": asks}
    return site.page(request, "sure", room=room_id, act=act, seat=seat, game=name, **facts)


def _lost_by_resigning(room: Room, person: str, seat: str) -> str:
    teams = room.match.game.teams_for(room.match.options)
    if seat not in room.seating.seats_of(person):
        return f"The others are asked whether {seat} gives the game up."
    if len(teams) > 2:
        return f"A bot plays {seat} from now on."
    if len(teams) == 2:
        winners = next(team for team in teams if seat not in team)
        return f"You lose this game, and {' and '.join(winners)} wins it."
    return "The game ends here, and counts as lost."
