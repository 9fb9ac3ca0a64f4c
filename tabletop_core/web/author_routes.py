"""What the bar of an author does: only under `tabletop serve --reload`, from this machine."""

from ipaddress import ip_address

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..rooms.room import Room
from ..rooms.studio import Studio, may_author
from .security import Form, RefusedError, read_form
from .site import Site


async def author(site: Site, request: Request) -> Response:
    """Do what an author asked for, and show the table afterwards.

    Raises:
        RefusedError: it comes from another machine, somebody else sits at the table, or there is
            no such action.
    """
    if not is_own_machine(request):
        raise RefusedError(
            403, "the author's bar works only on the machine on which the server runs"
        )
    room_id, do = request.path_params["room"], request.path_params["do"]
    form, person = await read_form(request), site.person_id(request)

    def done(room: Room) -> str:
        if not may_author(room, person):
            raise RefusedError(403, "the author's bar works only for somebody alone at a table")
        return _do(site, Studio(room, person), do, form)

    where = await site.within(room_id, done)
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(where or site.addresses.room(room_id), 303)
    return Response(status_code=204, headers={"location": where} if where else {})


def is_own_machine(request: Request) -> bool:
    """Return whether a request comes from the machine on which the server runs."""
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return address.is_loopback


def _do(site: Site, studio: Studio, do: str, form: Form) -> str:
    """Do one thing; return where to go on, if not at this table."""
    room = studio.room
    match do:
        case "jump":
            studio.jump(form.number("step"))
        case "set":
            studio.set(form["field"], form["value"])
        case "load":
            studio.load(form["faces"], form["card"])
        case "seat":
            studio.sit(form["seat"])
        case "links":
            said = {name: what or form["others"] for name, what in form.fields}
            ends = ((one, said.get(" ".join(one), "")) for one in studio.proposed)
            studio.decide({one: what == "keep" for one, what in ends if what})
        case "test":
            studio.save_test(form["words"], site.config.catalog[room.pack].home)
        case "scenario":
            return site.addresses.room(
                site.registry.factory.scenario(room, form["setup"], studio.person)
            )
        case _:
            raise RefusedError(404, f"{do[:40]!r} is not an action of an author")
    return ""
