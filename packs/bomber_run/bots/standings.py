"""The value of positions that differ in one aircraft, without counting the rest again."""

from collections.abc import Sequence

from tabletop_core.boards import Square, SquareGrid

from ..state import Aircraft, State
from .evaluation import (
    OURS,
    THEIRS,
    escape,
    prey_among,
    price,
    standing,
    threat,
    worth_of,
)


class Standings:
    """What positions are worth to the side of an aircraft, wherever that aircraft is.

    `here()` is `standing` of the state, to the last bit: the same terms are added in the same
    order. Those that the aircraft does not touch are computed once, so all others must stay where
    they were.
    """

    def __init__(self, state: State, grid: SquareGrid, mover: Aircraft) -> None:
        self._state, self._grid, self._mover = state, grid, mover
        self._known: dict[tuple[Square | None, str], float] = {}
        if mover.at is None:
            return
        present = [plane for plane in state.aircraft.values() if plane.at is not None]
        own = self._own = [plane for plane in present if plane.side == mover.side]
        enemies = self._enemies = [plane for plane in present if plane.side != mover.side]
        place = own.index(mover)
        self._prey = prey_among(enemies)
        self._ours_before = self._added(own[:place], self._prey)
        self._ours_after = [worth_of(plane, state, grid, self._prey) for plane in own[place + 1 :]]
        self._threats = [_Threat(state, own, place, enemy) for enemy in enemies]
        self._is_hunted = mover.at in prey_among(own)
        self._theirs = 0.0 if self._is_hunted else self._added(enemies, prey_among(own))
        under_threat = [
            THEIRS * price(state, plane) * threat(enemies, plane, state.by_compass) for plane in own
        ]
        self._lost_before, self._lost_after = under_threat[:place], under_threat[place + 1 :]

    def _added(self, planes: Sequence[Aircraft], prey: list[Square]) -> float:
        total = 0.0
        for plane in planes:
            total += worth_of(plane, self._state, self._grid, prey)
        return total

    def here(self) -> float:
        """Return the value of the position with the aircraft where it is now."""
        key = self._mover.at, self._mover.facing
        if key not in self._known:
            self._known[key] = self._computed()
        return self._known[key]

    def _computed(self) -> float:
        mover, state = self._mover, self._state
        if mover.at is None:
            return standing(state, self._grid, mover.side)
        ours = self._ours_before + worth_of(mover, state, self._grid, self._prey)
        for worth in self._ours_after:
            ours += worth
        for one in self._threats:
            ours += one.worth(mover)
        theirs = self._theirs
        if self._is_hunted:
            theirs = self._added(self._enemies, prey_among(self._own))
        for worth in self._lost_before:
            theirs += worth
        danger = threat(self._enemies, mover, state.by_compass)
        theirs += THEIRS * price(state, mover) * danger
        for worth in self._lost_after:
            theirs += worth
        return ours - theirs


class _Threat:
    """What it is worth to threaten an enemy, wherever one of the hunters is."""

    __slots__ = ("_after", "_before", "_by_compass", "_enemy", "_price", "_usual")

    def __init__(self, state: State, own: Sequence[Aircraft], mover: int, enemy: Aircraft) -> None:
        by_compass = self._by_compass = state.by_compass
        self._enemy = enemy
        self._price = OURS * price(state, enemy)
        self._before = escape(own[:mover], enemy, by_compass)
        self._after = [escape([one], enemy, by_compass) for one in own[mover + 1 :]]
        self._usual = self._worth(1.0)

    def _worth(self, escapes: float) -> float:
        safe = self._before * escapes
        for others in self._after:
            safe *= others
        return self._price * (1 - safe)

    def worth(self, mover: Aircraft) -> float:
        """Return the worth with this hunter where it is now."""
        escapes = escape((mover,), self._enemy, self._by_compass)
        return self._usual if escapes == 1.0 else self._worth(escapes)
