"""The actions of a person in a room, by the last part of a form's address."""

from collections.abc import Callable
from typing import Any

import attrs

from ..presentation.answers import Choices
from ..rooms.consent import Consent
from ..rooms.perspective import Perspective
from ..rooms.registry import RoomRegistry
from ..rooms.room import Room
from .addresses import Addresses
from .security import Form


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
