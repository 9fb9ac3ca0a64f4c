"""What the host of a server alone sees and does: all rooms, and what is done with one of them."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..rooms.host_list import ORDERS, host_list
from .security import RefusedError
from .site import Site


def _check_host(site: Site, request: Request) -> None:
    if not site.cookies.is_host(request):
        raise RefusedError(403, "only the host can do this; use the host's address")


async def rooms(site: Site, request: Request) -> Response:
    """Show all rooms of the server, as far as a search finds them."""
    _check_host(site, request)
    words, order = request.query_params.get("words", "")[:80], request.query_params.get("order", "")
    found = await site.in_thread(host_list, site.registry, words, order)
    days = site.config.put_away_days
    facts: dict[str, Any] = {"words": words, "order": order, "orders": ORDERS, "days": days}
    return site.page(request, "rooms", found=found, most=site.config.max_rooms, **facts)


async def act(site: Site, request: Request) -> Response:
    """Open a room again that was set aside, or put away one that is over."""
    _check_host(site, request)
    room, act = request.path_params["room"], request.path_params["act"]
    if act == "open-again":
        await site.in_thread(site.registry.open_again, room)
    elif act == "put-away":
        await site.in_thread(site.registry.put_away, room)
    else:
        raise RefusedError(404, f"{act[:40]!r} is not an action of the host")
    return RedirectResponse(site.addresses.room(room), 303)


async def enter(site: Site, request: Request) -> Response:
    """Accept the host's secret address; this browser then has the host's rights."""
    site.count_guess(request)
    if not site.cookies.is_host_key(request.path_params["key"]):
        raise RefusedError(404, "this is not the host's address; see what the server printed")
    where = f"new/{site.config.pack}" if site.config.pack else ""
    return site.cookies.keep_host(RedirectResponse(site.addresses.to(where), 303))
