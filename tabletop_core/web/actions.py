"""The actions of a person in a room, by the last part of a form's address."""

from collections.abc import Callable
from typing import Any

import attrs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..presentation.answers import Choices
from ..rooms.consent import Consent
from ..rooms.perspective import Perspective
from ..rooms.registry import RoomRegistry
from ..rooms.room import Room
from .addresses import Addresses
from .security import Form, RefusedError, read_form
from .site import Site


@attrs.frozen
class Actor:
    """The person who acts in a room; `write_to` sends a message to another person."""

    registry: RoomRegistry
    addresses: Addresses
    person: dict[str, Any]
    is_host: bool
    write_to: Callable[[str, Room, str, str], object]

    @property
    def id(self) -> str:
        return str(self.person["id"])


def _close(who: Actor, room: Room, form: Form) -> None:
    Consent(room).close(who.id, who.person["name"], is_host=who.is_host)


def _delete(who: Actor, room: Room, form: Form) -> str:
    Consent(room).delete(who.id, who.person["name"], is_host=who.is_host)
    return who.addresses.to("games") if room.deleted else who.addresses.room(room.id)


def _sit(who: Actor, room: Room, form: Form) -> None:
    room.sit(who.id, who.person["name"], form["seat"], form["secret"])


def _answer(who: Actor, room: Room, form: Form) -> None:
    # A form sends its list with each of its buttons, wherever these are on the page.
    given = form.all("answer") or form.all("listed")
    seat, token = form["seat"], form.number("token")
    choices = Choices(room.question(who.id, seat, token))
    room.answer(who.id, seat, choices.with_ids(given), token)


def _dice(who: Actor, room: Room, form: Form) -> None:
    """Take the dice rolled or the card drawn: `shown`, or `shown:0`, `shown:1` for each die."""
    shown = [value for name, value in form.fields if name.partition(":")[0] == "shown"]
    room.give_dice(who.id, " ".join(shown))


def _nudge(who: Actor, room: Room, form: Form) -> None:
    person = room.nudge(who.id, form["seat"])
    who.write_to(person, room, f"Your turn: {room.title}", f"{who.person['name']} waits")


def _rematch(who: Actor, room: Room, form: Form) -> str:
    return who.addresses.room(who.registry.factory.rematch(room, who.id))


def _copy(who: Actor, room: Room, form: Form) -> str:
    return who.addresses.room(who.registry.factory.copy(room, form.number("at"), who.id))


ACTIONS: dict[str, Callable[[Actor, Room, Form], str | None]] = {
    "answer": _answer,
    "retract": lambda who, room, form: room.retract(who.id, form["seat"]),
    "undo": lambda who, room, form: Consent(room).undo(who.id),
    "redo": lambda who, room, form: room.redo(who.id),
    "agree": lambda who, room, form: Consent(room).agree(who.id, bool(form["yes"])),
    "coach": lambda who, room, form: room.coach(who.id, form["do"]),
    "dice": _dice,
    "look": lambda who, room, form: Perspective(room, who.id).look(form["seat"]),
    "sit": _sit,
    "leave": lambda who, room, form: room.leave(who.id, form["seat"]),
    "chat": lambda who, room, form: room.say(who.id, who.person["name"], form["text"]),
    "nudge": _nudge,
    "bot": lambda who, room, form: Consent(room).replace(who.id, form["seat"], "bot"),
    "resign": lambda who, room, form: Consent(room).replace(who.id, form["seat"], "resign"),
    "rematch": _rematch,
    "copy": _copy,
    "close": _close,
    "delete": _delete,
}

NEED_NO_GAME = frozenset({"agree", "chat", "close", "delete"})
"""What can also be done in a room whose game cannot be woken."""

ASKED_FIRST = frozenset({"close", "delete", "resign"})
"""What loses something: a page asks first, whose form sends `sure`."""


async def act(site: Site, request: Request) -> Response:
    """Do one thing in a room, and show the table afterwards."""
    room_id, act = request.path_params["room"], request.path_params["act"]
    form = await read_form(request)
    if act not in ACTIONS:
        raise RefusedError(404, f"{act[:40]!r} is not an action of a room")
    if act in ASKED_FIRST and not form["sure"]:
        return _elsewhere(request, site.addresses.ask_first(room_id, act, form["seat"]))
    if act not in ("sit", "copy") and site.cookies.person_of(request) is None:
        raise RefusedError(403, "you have no seat at this table; take one first")
    async with site.person_for(request, form["name"]) as (person, key):
        doer = Actor(
            site.registry, site.addresses, person, site.cookies.is_host(request), site.write_to
        )
        if act in ("copy", "rematch"):
            site.count_room(request)
        if act == "copy" and not site.replays.take(person["id"]):
            raise RefusedError(429, "too many copies at once; wait a moment")
        within = site.within_even_asleep if act in NEED_NO_GAME else site.within
        where = await within(room_id, lambda room: ACTIONS[act](doer, room, form))
    if where or "text/html" in request.headers.get("accept", ""):
        answer = _elsewhere(request, where or site.addresses.room(room_id))
    else:
        answer = Response(status_code=204)
    return site.cookies.keep(answer, key)


def _elsewhere(request: Request, where: str) -> Response:
    """Redirect to another page: a browser directly, the script of a table by a header."""
    if "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(where, 303)
    return Response(status_code=204, headers={"location": where})
