"""Results of games for each seat, kept for the players' history after the rooms are gone."""

import json
from collections.abc import Iterable, Mapping, Sequence
from time import time
from typing import Any

import attrs

from ..engine.match import Match
from ..events.words import listed, said
from .seating import Seat, Seating
from .store import Store


def options_key(options: Mapping[str, Any]) -> str:
    """Write the options of a game so that games with the same options can be found."""
    return json.dumps(dict(options), sort_keys=True)


DRAWN = 0.5


@attrs.frozen
class Results:
    """How the game of a room ended, a row in the store for each seat."""

    room: str
    pack: str
    setup: str
    store: Store

    def keep(self, match: Match[Any], seating: Seating, story: str = "") -> None:
        """Save the result of a finished game and its story, in place of an earlier one."""
        outcome = match.outcome
        assert outcome is not None
        self._keep(
            self._row(seat, match, seating)
            | {
                # A history tells a draw of whoever plays alone, for which `worth` gives nothing.
                "worth": DRAWN if outcome.is_draw else outcome.worth(seat, match.teams),
                "result": said(outcome.kind),
                "score": outcome.scores.get(seat),
                "story": story,
            }
            for seat in seating.seats
        )

    def keep_resigned(self, match: Match[Any], seating: Seating, losers: Sequence[str]) -> None:
        """Save the result of a game that the losers resigned."""
        self._keep(
            self._row(seat, match, seating)
            | {"worth": float(seat not in losers), "result": "resigned", "score": None}
            for seat in seating.seats
        )

    def forget(self) -> None:
        """Remove the result, because an undo has made it untrue."""
        self.store.change("DELETE FROM results WHERE room = ?", self.room)

    def _keep(self, rows: Iterable[dict[str, Any]]) -> None:
        with self.store.together():
            self.forget()
            for row in rows:
                self.store.insert("results", **row)

    def _row(self, seat: str, match: Match[Any], seating: Seating) -> dict[str, Any]:
        return {
            "room": self.room,
            "seat": seat,
            "pack": self.pack,
            "setup": self.setup,
            "options": options_key(match.options),
            "person": seating.seats[seat].person,
            "player": seating.sitter(seat),
            "others": listed(_others(seating, seating.seats[seat])),
            "at": time(),
        }


def _others(seating: Seating, own: Seat) -> list[str]:
    """Return who plays the other seats; a person who plays several has no opponent."""
    return [
        seating.sitter(seat.seat)
        for seat in seating.seats.values()
        if seat is not own and (seat.bot or seat.person != own.person)
    ]
