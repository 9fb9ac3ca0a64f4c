"""The page *My games*, and what is done there: archive, rename, delete, bring back, open a file."""

from email import policy
from email.parser import BytesParser
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..errors import TabletopError
from ..rooms.errors import NotFoundError
from ..rooms.my_games import digest, digests_of, games_of, keepsakes, results_of, tallies
from ..rooms.room import Room
from .game_files import GameFile, archive_of, games_in
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
        keepsakes=await site.with_rules(keepsakes, rows, site.registry.games.game),
        titles=titles,
        games=tallies(rows, "pack", titles),
        opponents=tallies(rows, "others", {}),
    )


async def change(site: Site, request: Request) -> Response:
    """Archive, rename or bring back a game, also one that was put away, as the form says."""
    form, act = await read_form(request), request.path_params["act"]
    person, room_id = site.cookies.person_of(request), request.path_params["room"]
    if person is None:
        raise RefusedError(403, "you have no games here; start one first")
    one = person["id"]
    if act == "rename":
        await site.within(room_id, lambda room: room.rename(one, form["name"]), awake=False)
    elif act == "bring-back":
        site.count_room(request)
        is_host = site.cookies.is_host(request)
        await site.in_thread(partial(site.registry.bring_back, room_id, one, is_host=is_host))
        return RedirectResponse(site.addresses.room(room_id), 303)
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
        raise RefusedError(404, f"{act[:40]!r} is not an action for a game")
    return RedirectResponse(site.addresses.to("games"), 303)


async def open_files(site: Site, request: Request) -> Response:
    """Make rooms from saved games that a person sends, one by one or as an archive.

    One game alone is shown at once; of several a page says what became of each. What somebody
    without a name sends is not even read.
    """
    if site.cookies.person_of(request) is None and not site.config.alone:
        raise RefusedError(403, "first give your name, on the page *Your name*; then open files")
    body = await read_body(request)
    async with site.opening, site.person_for(request, "") as (person, key):
        sent = await site.in_thread(_files_in, request.headers.get("content-type", ""), body)
        files, refused = await site.in_thread(games_in, sent)
        if files == sent and len(files) == 1:
            site.count_room(request)
            room = await site.with_rules(
                site.registry.factory.open_file, files[0].content, person["id"]
            )
            return site.cookies.keep(RedirectResponse(site.addresses.room(room), 303), key)
        became = await _open_each(site, request, files, person["id"])
        became["refused"] += refused
        if not became["opened"] and key:
            await site.in_thread(site.persons.forget, person["id"])
            key = ""
    return site.cookies.keep(site.page(request, "opened", **became), key)


async def _open_each(
    site: Site, request: Request, files: list[GameFile], person: str
) -> dict[str, Any]:
    """Open games; return the rooms of those opened, the names of those here, and what failed."""
    known = await site.in_thread(digests_of, site.registry, person)
    opened: list[tuple[str, str]] = []
    twins: list[str] = []
    refused: list[tuple[str, str]] = []
    for file in files:
        name = file.title or file.name
        if digest(file.content) in known:
            twins.append(name)
            continue
        known.add(digest(file.content))
        try:
            site.count_room(request)
            room = await site.with_rules(site.registry.factory.open_file, file.content, person)
            if file.title:
                await site.within(room, partial(_rename, person, file.title), awake=False)
        except TabletopError as error:
            refused.append((name, site.registry.paths.removed_from(str(error))))
        else:
            opened.append((room, name))
    return {"opened": opened, "twins": twins, "refused": refused}


def _rename(person: str, title: str, room: Room) -> None:
    room.rename(person, title)


def _files_in(content_type: str, body: bytes) -> list[GameFile]:
    """Return the files in a form of the kind that sends files.

    Raises:
        RefusedError: it has none.
    """
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    form = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    found = []
    for part in form.iter_parts() if form.is_multipart() else ():
        content, name = part.get_payload(decode=True), part.get_filename()
        if name and content:
            found.append(GameFile(name[:80], bytes(content)))
    if not found:
        raise RefusedError(400, "no file was sent; choose a saved game first")
    return found


async def save_file(site: Site, request: Request) -> Response:
    """Return the game of a room as a saved game, which `tabletop resume` and this page open."""
    room_id, one = request.path_params["room"], site.person_id(request)
    content, pack = await site.within_even_asleep(room_id, partial(_saved, site, one))
    return _download(content, f"{pack}.toml", "application/toml")


async def save_all(site: Site, request: Request) -> Response:
    """Return all games of a person that may be saved, in one archive that this page opens."""
    one = site.person_id(request)
    rows = await site.in_thread(games_of, site.registry, one)
    files, left_out = [], {}
    for row in rows:
        if row.deleted:
            continue
        try:
            content, pack = await site.within(row.id, partial(_saved, site, one), awake=False)
        except TabletopError as error:
            left_out[row.name] = site.registry.paths.removed_from(str(error))
        else:
            title = row.name if row.name != row.title else ""
            files.append(GameFile(f"{pack}.toml", content, title))
    if not files:
        raise RefusedError(400, "there is no game of yours that can be saved; start one first")
    packed = await site.in_thread(archive_of, files, left_out)
    return _download(packed, "tabletop_games.zip", "application/zip")


def _saved(site: Site, person: str, room: Room) -> tuple[bytes, str]:
    """Return the game of a room as a file, and its pack; the chat says so."""
    content = site.registry.file_for(room, person)
    room.note(f"{room.seating.names.get(person, 'somebody')} has saved this game in a file")
    return content, room.pack


def _download(content: bytes, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


LOSSES = {
    "close": (
        "Close this game?",
        "Nobody can answer in it any more. It stays in your list, without a result.",
        "Close it",
    ),
    "delete": (
        "Delete this game?",
        "The game, its log and its chat are deleted for everybody. Its players can restore it "
        "for a week, on the page My games. The history keeps its result.",
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
        raise RefusedError(404, f"{act[:40]!r} is not an action of a room")

    def told(room: Room) -> tuple[str, str, bool]:
        if act == "resign" and seat not in room.seating.seats:
            raise NotFoundError("there is no such seat in this game; resign from its table")
        others = room.seating.persons - {one}
        asks = bool(others) and not room.is_over and act != "resign"
        lost = _lost_by_resigning(room, one, seat) if act == "resign" else LOSSES[act][1]
        return room.name, lost, asks

    within = site.within if act == "resign" else site.within_even_asleep
    name, lost, asks = await within(room_id, told)
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
