"""Where the spaces of a board lie in a picture, in pixels."""

from functools import lru_cache
from typing import Any

import attrs

from ..boards import Board, BoardError, Graph, HexGrid
from ..panels import PanelError

_SQUARE, _HEX = 56, 74
"""So many pixels lie between two adjacent spaces of a grid."""
_BETWEEN = 84
"""So many between the two spaces of a free board that lie nearest to each other."""
_LARGEST = 2400
_PLATE, _SMALL_PLATE = 46, 40
_MARGIN = 26


@attrs.frozen(eq=False)
class Plan:
    """Where things lie.

    Attributes:
        unit: pixels for a length of 1 on the board.
        left, top: the corner of the picture, in pixels; width, height: its size.
        at: the middle of each space, by name.
        outlines: the corners of those that have a shape.
        plate: the width of a counter.
    """

    unit: float
    left: float
    top: float
    width: float
    height: float
    at: dict[str, tuple[float, float]]
    outlines: dict[str, tuple[tuple[float, float], ...]]
    plate: float


@lru_cache(maxsize=64)
def plan_of(board: Board[Any]) -> Plan:
    """Return where the spaces of a board lie.

    Raises:
        PanelError: a space of a free board has no position.
    """
    middles = middles_of(board)
    shapes = {name: board.outline(space) for name, space in board.named.items()}
    free = isinstance(board, Graph)
    unit = _unit_of(middles) if free else _HEX if is_hexes(board) else _SQUARE
    points = [*middles.values(), *(point for shape in shapes.values() for point in shape)]
    across = [x * unit for x, _ in points] or [0.0]
    down = [y * unit for _, y in points] or [0.0]
    margin = 62 if free else _MARGIN
    return Plan(
        unit=unit,
        left=min(across) - margin,
        top=min(down) - margin,
        width=max(across) - min(across) + 2 * margin,
        height=max(down) - min(down) + 2 * margin,
        at={name: (x * unit, y * unit) for name, (x, y) in middles.items()},
        outlines={
            name: tuple((x * unit, y * unit) for x, y in shape)
            for name, shape in shapes.items()
            if shape
        },
        plate=_SMALL_PLATE if free else _PLATE,
    )


def middles_of(board: Board[Any]) -> dict[str, tuple[float, float]]:
    """Return the middle of each space by name, in the units of the board.

    Raises:
        PanelError: a space of a free board has no position.
    """
    try:
        return {name: board.centre(space) for name, space in board.named.items()}
    except BoardError as error:
        raise PanelError(f"the board cannot be drawn: {error}") from None


def _unit_of(middles: dict[str, tuple[float, float]]) -> float:
    """Return the pixels for a length of 1 on a free board: as far apart as counters need."""
    places = sorted(set(middles.values()))
    nearest = min(
        (
            ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            for number, (x, y) in enumerate(places)
            for u, v in places[number + 1 :]
        ),
        default=1.0,
    )
    widest = max((max(side) - min(side) for side in zip(*places, strict=True) if side), default=0.0)
    return min(_BETWEEN / nearest, _LARGEST / widest if widest else _BETWEEN / nearest)


def is_hexes(board: Board[Any]) -> bool:
    return isinstance(board, HexGrid)
