"""The seats of a room, and who has seen what they hold."""

from collections.abc import Collection
from typing import Any

import attrs

from .errors import RoomError
from .store import Store

ALL = "*"
"""Stands for every seat, and for the dice and cards to come."""


@attrs.define
class Seat:
    """A seat: played by a person, by a bot, or open. `secret` is in its link."""

    seat: str
    person: str
    bot: str
    secret: str

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot


class Seating:
    """The seats of a room and the names of its persons.

    Every change is in the store when the method returns.
    """

    def __init__(self, room: str, maker: str, store: Store) -> None:
        self.room = room
        self.maker = maker
        self.store = store
        self.names: dict[str, str] = {}
        self._read_seats()

    def _read_seats(self) -> None:
        rows = self.store.all("SELECT * FROM seats WHERE room = ? ORDER BY number", self.room)
        self.seats = {
            row["seat"]: Seat(row["seat"], row["person"], row["bot"], row["secret"]) for row in rows
        }
        self._own: dict[str, tuple[str, ...]] = {}
        for seat in self.seats.values():
            if seat.person:
                self._own[seat.person] = (*self.seats_of(seat.person), seat.seat)
        self.names = self.store.names({seat.person for seat in self.seats.values()} | {self.maker})

    # ------------------------------------------------------------------ who sits where

    @property
    def players(self) -> dict[str, str]:
        """Return the player of each seat for a session; an open seat waits for a person."""
        return {name: seat.bot or "human" for name, seat in self.seats.items()}

    @property
    def persons(self) -> set[str]:
        return set(self._own)

    @property
    def has_bots(self) -> bool:
        return any(seat.bot for seat in self.seats.values())

    def seats_of(self, person: str) -> tuple[str, ...]:
        return self._own.get(person, ())

    def person_at(self, seat: str) -> str:
        """Return the person in a seat; empty for a bot, an open seat or an unknown one."""
        return self.seats[seat].person if seat in self.seats else ""

    def name_of(self, seat: str) -> str:
        """Return a seat with who sits there: `west (Ann)`."""
        return f"{seat} ({self.sitter(seat)})"

    def sitter(self, seat: str) -> str:
        """Return who sits in a seat: a person's name, `bot greedy`, or `open`."""
        one = self.seats[seat]
        return f"bot {one.bot}" if one.bot else self.names.get(one.person, "open")

    def check_own(self, person: str, seat: str) -> None:
        """Refuse a seat that is not this person's.

        Raises:
            RoomError: it is not.
        """
        if seat not in self.seats_of(person):
            yours = ", ".join(self.seats_of(person)) or "none"
            raise RoomError(f"{seat!r} is not your seat (yours: {yours}); nothing has happened")

    def check_plays(self, person: str) -> None:
        """Refuse somebody who does not play here.

        Raises:
            RoomError: they do not.
        """
        if person not in self.persons:
            raise RoomError("only players in this game may do that")

    def may_take(self, person: str, seat: str, secret: str, *, is_listed: bool) -> bool:
        """Return whether a person may sit here: by its link, as the maker, or in a listed room."""
        found = self.seats.get(seat)
        return found is not None and (is_listed or secret == found.secret or person == self.maker)

    def assign(self, seat: str, *, person: str = "", bot: str = "") -> None:
        """Give a seat to a person or a bot, or open it."""
        before = self.person_at(seat)
        if before not in ("", person):
            self.note_sight(before, seat)
        self.store.change(
            "UPDATE seats SET person = ?, bot = ? WHERE room = ? AND seat = ?",
            person,
            bot,
            self.room,
            seat,
        )
        self._read_seats()

    # ------------------------------------------------------------------ who has seen what

    @property
    def sights(self) -> set[tuple[str, str]]:
        """Who has seen what a seat holds in which they do not sit; other workers note it, too."""
        rows = self.store.all("SELECT person, seat FROM sights WHERE room = ?", self.room)
        return {(row["person"], row["seat"]) for row in rows}

    def note_sight(self, person: str, seat: str = ALL) -> None:
        """Record that a person has seen what a seat holds; nobody's name stands for everybody."""
        self.store.put("sights", "room, person, seat", room=self.room, person=person, seat=seat)

    def forget_sights(self) -> None:
        """What was seen is true no more: it has been dealt again."""
        self.store.change("DELETE FROM sights WHERE room = ?", self.room)

    def is_alone(self, person: str) -> bool:
        """Return whether nobody else plays or has ever played in this room."""
        return not (self.persons | {who for who, _ in self.sights}) - {person}

    def unknown_to_all(self, person: str, seat: str, *, hides: bool) -> str | None:
        """Return what must be redrawn before a person sits down, so that nobody knows too much.

        None: nothing; empty: the dice and cards to come; a seat: also all that it may not know.

        Raises:
            RoomError: somebody would know what another seat holds, and it cannot be dealt again.
        """
        holders = [name for name, one in self.seats.items() if one.person not in ("", person)]
        sights = self.sights
        own = {name for who, name in sights if who in ("", person)} - {seat}
        knowers = {who for who, name in sights if who != person and name in (seat, ALL)}
        if hides and holders:
            if seen := own & {ALL, *holders}:
                what = "all the cards" if ALL in seen else f"what {', '.join(sorted(seen))} holds"
                raise RoomError(f"you have seen {what} in this game; watch, or start another")
            if knowers and len(holders) == 1:
                return str(holders[0])
            if knowers & self.persons:
                names = " and ".join(sorted(self.names[one] for one in knowers & self.persons))
                raise RoomError(f"{names} has seen what {seat} holds; start another game together")
        return "" if any(who != person and name == ALL for who, name in sights) else None

    def others(self, seats: Collection[str], *but: str) -> tuple[str, ...]:
        """Return the persons in these seats, without those named."""
        return tuple(sorted({self.seats[seat].person for seat in seats} - {"", *but}))


def seat_of_link(store: Store, secret: str) -> dict[str, Any] | None:
    """Return the seat that a link leads to, with its room, for whoever is invited."""
    return store.one(
        "SELECT seats.*, rooms.title, rooms.pack, rooms.setup, rooms.maker, persons.name AS host, "
        "EXISTS (SELECT 1 FROM seats WHERE room = rooms.id AND person = maker) AS maker_sits "
        "FROM seats JOIN rooms ON rooms.id = room JOIN persons ON persons.id = maker "
        "WHERE secret = ? AND deleted = 0",
        secret,
    )
