"""The pictures of tiles, as files of their own: pages are there at once, and pictures follow."""

from starlette.requests import Request
from starlette.responses import Response

from ..presentation.titles import title_picture
from ..rooms.errors import PutAwayError
from ..rooms.room import Room
from .room_pictures import room_picture
from .site import Site


async def art(site: Site, request: Request) -> Response:
    """Return the title picture of a game."""
    game = await site.with_rules(site.registry.games.game, request.path_params["pack"])
    return _picture(await site.with_rules(title_picture, game), "public, max-age=3600")


async def board(site: Site, request: Request) -> Response:
    """Return the board of a room as this person sees it; `at` in the address changes with it."""
    room_id, one = request.path_params["room"], site.person_id(request)

    def drawn(room: Room) -> str:
        known = one if one in room.seating.names else ""
        svg = site.pictures.get(room_id, known, room.touched)
        if not svg:
            svg = room_picture(room, known)
            site.pictures.keep(room_id, known, room.touched, svg)
        return svg

    try:
        svg = await site.within(room_id, drawn)
    except PutAwayError:
        pack = await site.within(room_id, lambda room: room.pack, awake=False)
        game = await site.with_rules(site.registry.games.game, pack)
        svg = await site.with_rules(title_picture, game)
    return _picture(svg, "private, max-age=86400")


def _picture(svg: str, keep: str) -> Response:
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": keep})
