"""Whose turn has come in a room while they did not look at it."""

from time import time

from .room import Room

LOOKING_S = 60.0
"""The number of seconds for which somebody who has opened a page counts as looking at it."""


class Turns:
    """Whose turn has come in a room while they did not look, for whoever notifies them."""

    def __init__(self) -> None:
        self._opened: dict[str, float] = {}
        self._waited_for: set[str] = set()

    def opened(self, person: str) -> None:
        """Record that a person has looked at the room."""
        self._opened[person] = time()

    def newly_awaited(self, room: Room, looking: set[str]) -> dict[str, list[str]]:
        """Return the persons whose answer is now awaited but was not at the last call.

        Each comes with their seats. Anybody who is `looking` at the room, or was within a minute,
        is left out.
        """
        found: dict[str, list[str]] = {}
        for seat in room.awaited:
            person = room.seating.person_at(seat)
            if person:
                found.setdefault(person, []).append(seat)
        before, self._waited_for = self._waited_for, set(found)
        here = {one for one, at in self._opened.items() if time() - at < LOOKING_S}
        away = before | here | looking
        return {person: seats for person, seats in found.items() if person not in away}
