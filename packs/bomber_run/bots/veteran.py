"""A bot that plans as the pilot does, by the chance to win learned from games."""

from math import exp

from tabletop_core.boards import Square, SquareGrid

from ..state import Aircraft, InPlay, Kind, State
from .learned import cells_alone, cells_of_numbers, cells_of_pair, kinds_of, sum_of
from .pilot import Pilot
from .plans import BOMBS_HIT, Plan


class Chances:
    """The chance to win of the side of an aircraft that has moved, wherever that aircraft is."""

    def __init__(self, state: State, grid: SquareGrid, mover: Aircraft) -> None:
        self._state, self._grid, self._mover = state, grid, mover
        side = self._side = mover.side
        planes = [plane for plane in state.aircraft.values() if plane.at is not None]
        ours, theirs = kinds_of(planes, side)
        self._decided = decided(ours, theirs)
        self._known: dict[tuple[Square | None, str], float] = {}
        self._others = [plane for plane in planes if plane is not mover]
        self._rest = sum_of(cells_of_numbers(ours, theirs))
        for number, plane in enumerate(self._others):
            self._rest += self._brought_by(plane, self._others[:number])

    def _brought_by(self, plane: Aircraft, others: list[Aircraft]) -> float:
        """Return the sum of an aircraft alone and with each of the others."""
        side = self._side
        total = sum_of(cells_alone(side, plane, self._state, self._grid))
        for other in others:
            total += sum_of(cells_of_pair(side, plane, other))
        return total

    def here(self) -> float:
        """Return the chance with the aircraft where it is now."""
        if self._decided is not None:
            return self._decided
        mover = self._mover
        key = mover.at, mover.facing
        if key not in self._known:
            total = self._rest
            if mover.at is not None:
                total += self._brought_by(mover, self._others)
            self._known[key] = 1 / (1 + exp(-total))
        return self._known[key]


def decided(ours: list[Kind], theirs: list[Kind]) -> float | None:
    """Return 1 for a game won, 0 for one lost, a half for a draw; None while it goes on."""
    if Kind.BOMBER in ours or Kind.BOMBER in theirs or (ours and theirs):
        return None
    return 0.5 if not ours and not theirs else float(bool(ours))


class LearnedPlan(Plan):
    """A plan by the learned chance to win."""

    standings = Chances

    def bombed(self, value: float) -> float:
        return value + BOMBS_HIT * (1 - value)


class Veteran(Pilot):
    """A bot that compares all ways to complete an aircraft's move by the learned chance to win."""

    plan = LearnedPlan


def chance(play: InPlay, seat: str) -> float:
    """Return the chance of a seat to win after a flight, for the bots that search."""
    if play.outcome is not None:
        return {seat: 1.0, None: 0.5}.get(play.outcome.winner, 0.0)
    state = play.state
    if not state.bases:
        return 0.5
    mover = next((plane for plane in state.aircraft.values() if plane.side == play.seat), None)
    if mover is None:
        return 0.5
    ours = Chances(state, play.data.board.grid, mover).here()
    return ours if seat == play.seat else 1 - ours
