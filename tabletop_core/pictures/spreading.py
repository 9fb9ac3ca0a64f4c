"""Where a stack of a free map hides least of other spaces."""

from functools import lru_cache
from math import dist
from typing import Any, NamedTuple, TypeAlias

from ..boards import Board, Graph
from ..panels import BoardPanel
from .plan import plan_of
from .writing import drawn_width

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ABOVE = 11.0
"""So far above the middle of its space a stack begins."""
_ROW = 4
"""So many counters lie in a row at most."""
_GROWN = 1.6
"""So much larger may a page draw what it draws small: counters, and names beside them."""

_REACH, _FAR = 110.0, 8.0
"""So far from its space a stack may reach; each pixel more counts like so many that are hidden."""
_NEAR = 300.0
"""So near to each other stacks may come into each other's way."""
_DETACHED = 300.0
"""So many square pixels may be hidden rather than that a stack lies beside its space."""


class Spread(NamedTuple):
    """How many counters of a stack lie in a row, and how far aside and up from the usual place."""

    per_row: int
    aside: float = 0.0
    up: float = 0.0


def near_stacks(panel: BoardPanel | None) -> dict[str, tuple[str, ...]]:
    """Return for each space of a free map that holds counters the other ones near it."""
    if panel is None or not isinstance(panel.board, Graph):
        return {}
    return _near_each_other(panel.board, frozenset(panel.stacks))


@lru_cache(maxsize=1 << 9)
def _near_each_other(board: Graph, spaces: frozenset[str]) -> dict[str, tuple[str, ...]]:
    at = plan_of(board).at
    return {
        name: tuple(
            other
            for other in at
            if other in spaces and other != name and dist(at[name], at[other]) < _NEAR
        )
        for name in spaces
    }


def freest(
    board: Board[Any],
    name: str,
    count: int,
    apart: tuple[float, float],
    near: tuple[str, ...] = (),
) -> Spread:
    """Return how a stack hides least of other spaces, and loses least at the edges of the picture.

    Args:
        apart: how far from each other its counters lie, across and down.
        near: other spaces with a stack.
    """
    rows = -(-count // (2 if count <= 4 else 3))
    usual = -(-count // rows)
    in_a_row = sorted(range(1, min(count, _ROW) + 1), key=lambda per_row: abs(per_row - usual))
    sides = (0, 1, -1)
    on_it = [
        Spread(per_row, side * (per_row - 1) / 2 * apart[0])
        for per_row in in_a_row
        for side in sides
    ]
    beside = [
        Spread(
            per_row, side * (per_row + 1) / 2 * apart[0], up * (-(-count // per_row) - 1) * apart[1]
        )
        for per_row in in_a_row
        for up in (0, 0.5, 1)
        for side in sides[1:]
    ]
    costs = {}
    for tried in (*on_it, *beside):
        block = _covered(board, name, count, tried, apart)
        costs[tried] = _hidden(board, name, block, near) + _away(plan_of(board).at[name], block)
    return min(costs, key=lambda tried: costs[tried] + _DETACHED * (tried in beside))


def _covered(
    board: Board[Any], name: str, count: int, laid: Spread, apart: tuple[float, float]
) -> Box:
    """Return what a stack covers, where it is drawn large."""
    (x, y), (wide, high) = plan_of(board).at[name], apart
    middle, half = x + _GROWN * laid.aside, _GROWN * laid.per_row * wide / 2
    top = y - ABOVE - _GROWN * laid.up
    return middle - half, top, middle + half, top + _GROWN * high * -(-count // laid.per_row)


def _away(middle: tuple[float, float], block: Box) -> float:
    """Return what it costs that a stack reaches to where it seems to lie in other spaces."""
    (x, y), (left, top, right, bottom) = middle, block
    return _FAR * max(0.0, max(x - left, right - x, y - top, bottom - y) - _REACH)


def _hidden(board: Board[Any], name: str, block: Box, near: tuple[str, ...]) -> float:
    """Return how much a stack of a space hides of others, and has outside of the picture."""
    plan = plan_of(board)
    picture = (plan.left, plan.top, plan.left + plan.width, plan.top + plan.height)
    outside = _shared(block, block) - _shared(block, picture)
    taken = _taken(board)
    others = [box for other in taken if other != name for box in taken[other]]
    others += [box for boxes in taken.values() for box in boxes[1:]]  # names count twice
    others += 3 * taken[name][1:]
    others += [(x - 70, y - ABOVE, x + 70, y + 50) for x, y in map(plan.at.__getitem__, near)]
    return 4 * outside + sum(_shared(block, box) for box in others)


@lru_cache(maxsize=16)
def _taken(board: Board[Any]) -> dict[str, tuple[Box, ...]]:
    """Return what each space takes: its shape, or its circle with the name above it."""
    plan = plan_of(board)
    taken: dict[str, tuple[Box, ...]] = {}
    for name, (x, y) in plan.at.items():
        half = _GROWN * drawn_width(name, 13) / 2
        taken[name] = (x - 23, y - 23, x + 23, y + 23), (x - half - 11, y - 50, x + half, y - 24)
        if outline := plan.outlines.get(name):
            xs, ys = zip(*outline, strict=True)
            taken[name] = ((min(xs), min(ys), max(xs), max(ys)),)
    return taken


def _shared(one: Box, other: Box) -> float:
    """Return how large a part two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)
