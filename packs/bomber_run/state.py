"""What is on the board, and the progress of the current turn."""

from enum import StrEnum
from typing import TypeAlias

import attrs

from tabletop_core import Play
from tabletop_core.boards import GridPiece, Square

from .data import Data

BASE_DESTROYED = "base_destroyed"
"""The outcome of a game won by a bombing run."""


class Kind(StrEnum):
    FIGHTER = "fighter"
    BOMBER = "bomber"


@attrs.define
class Aircraft(GridPiece):
    """An aircraft; `at` is None once it is destroyed or has left the board."""

    side: str = ""
    kind: Kind = Kind.FIGHTER

    @property
    def die(self) -> int:
        """Sides of the die it rolls to attack and to defend."""
        return 4 if self.kind is Kind.FIGHTER else 6


@attrs.define
class Flight:
    """The move of the current aircraft: what it has left and what it has done.

    Points are counted in halves, since a diagonal square costs one and a half.
    """

    aircraft: str
    halves: int
    squares: int = 0
    squares_since_turn: int = 0
    has_attacked: bool = False
    shot_at_by: list[str] = attrs.field(factory=list)


@attrs.frozen
class Moment:
    """A turning point: its round, what happened in words, and each aircraft lost with its cause."""

    round: int
    words: str
    lost: tuple[tuple[str, str], ...] = ()


@attrs.define
class State:
    """The game: bases, aircraft by id, the order of play, and the current turn.

    `dice` are movement dice not yet assigned; `assigned` gives each fighter its points;
    `flown` lists the aircraft that have moved this turn; `trails` has the names of the squares that
    each aircraft crossed in its side's last turn. `by_compass`: squares that are diagonal on the
    board cost 1.5 points, instead of those diagonal to the nose. `moments`: losses and bombs in
    order; `shots`, `hits`: shots and hits of each kind, by aircraft or base.
    """

    bases: dict[str, Square] = attrs.field(factory=dict)
    aircraft: dict[str, Aircraft] = attrs.field(factory=dict)
    order: list[str] = attrs.field(factory=list)
    dice: list[int] = attrs.field(factory=list)
    assigned: dict[str, int] = attrs.field(factory=dict)
    flown: list[str] = attrs.field(factory=list)
    flight: Flight | None = None
    trails: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    by_compass: bool = False
    moments: list[Moment] = attrs.field(factory=list)
    shots: dict[str, dict[str, int]] = attrs.field(factory=dict)
    hits: dict[str, dict[str, int]] = attrs.field(factory=dict)

    def of(self, side: str, kind: Kind | None = None) -> list[str]:
        """Return the ids of a side's aircraft on the board."""
        return [
            name
            for name, plane in self.aircraft.items()
            if plane.side == side and plane.at is not None and kind in (None, plane.kind)
        ]

    def at(self, square: Square, *, but: str = "") -> str | None:
        """Return the aircraft on a square, other than `but`; at most one stands there at rest."""
        for name, plane in self.aircraft.items():
            if plane.at == square and name != but:
                return name
        return None


InPlay: TypeAlias = Play[State, Data]
"""A game of Bomber Run in progress."""


def enemy_of(side: str) -> str:
    return "east" if side == "west" else "west"
