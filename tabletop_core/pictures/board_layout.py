"""Where the spaces of a board lie in a picture, in pixels."""

from collections.abc import Container
from functools import lru_cache
from itertools import islice
from typing import Any

import attrs

from ..boards import Graph, HexGrid
from ..boards.board import Board, BoardError
from ..panels.appearance import PanelError

_SQUARE, _HEX = 56, 74
"""Pixels between two adjacent spaces of a grid of squares, and of hexes."""
_BETWEEN, _SHAPED = 84, 62
"""Pixels between two spaces of a free board, at least, where names need no more room.

Spaces with shapes may be closer, since their names and counters stand inside the shapes.
"""
_LARGEST = 2400
"""The most pixels across a free board."""
_PLATE, _SMALL_PLATE = 46, 40
"""The width of a counter on a grid, and on a free board."""
_MARGIN, _BORDER, _WORDS = 26, 8, 84
"""Pixels around a grid; around the shapes of a free board; around its other spaces, beside which
names stand."""


@attrs.frozen(eq=False)
class Plan:
    """Where the spaces of a board lie in its picture.

    Attributes:
        unit: pixels for a length of 1 on the board.
        left, top: the upper left corner of the picture, in pixels.
        width, height: its size.
        at: the middle of each space, by name.
        outlines: the corners of the spaces that have a shape.
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


@lru_cache(maxsize=128)
def plan_of(board: Board[Any], larger: float = 1.0) -> Plan:
    """Return where the spaces of a board lie.

    `larger`: how much farther apart those of a free board are than they must be.
    What a panel draws lies as `map_layout.layout_of` says.

    Raises:
        PanelError: a space of a free board has no position.
    """
    middles = middles_of(board)
    shapes = {name: shape for name, space in board.named.items() if (shape := board.outline(space))}
    unit: float = _HEX if is_hexes(board) else _SQUARE
    border = words = _MARGIN
    if isinstance(board, Graph):
        unit, border, words = _unit_of(middles, shapes, larger), _BORDER, _WORDS
    edges = [
        (x * unit, y * unit, border if name in shapes else words)
        for name, middle in middles.items()
        for x, y in shapes.get(name, (middle,))
    ] or [(0.0, 0.0, border)]
    left, top = (min(edge[side] - edge[2] for edge in edges) for side in (0, 1))
    right, bottom = (max(edge[side] + edge[2] for edge in edges) for side in (0, 1))
    return Plan(
        unit=unit,
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        at={name: (x * unit, y * unit) for name, (x, y) in middles.items()},
        outlines={
            name: tuple((x * unit, y * unit) for x, y in shape) for name, shape in shapes.items()
        },
        plate=_SMALL_PLATE if isinstance(board, Graph) else _PLATE,
    )


def in_order(board: Board[Any]) -> list[str]:
    """Return the names of the spaces in the order in which they are drawn.

    Free boards are drawn from the top down, since a name stands above its space and may cover the
    spaces there.
    """
    if not isinstance(board, Graph):
        return list(board.named)
    at = middles_of(board)
    return sorted(board.named, key=lambda name: at[name][1])


def middles_of(board: Board[Any]) -> dict[str, tuple[float, float]]:
    """Return the middle of each space by name, in the units of the board.

    Raises:
        PanelError: a space of a free board has no position.
    """
    try:
        return {name: board.centre(space) for name, space in board.named.items()}
    except BoardError as error:
        raise PanelError(f"the board cannot be drawn: {error}") from None


def _unit_of(
    middles: dict[str, tuple[float, float]], shapes: Container[str], larger: float
) -> float:
    """Return the pixels for a length of 1 on a free board, such that counters have room."""
    places = {at: name in shapes for name, at in middles.items()}
    row, most = sorted(places.items()), 0.0
    for at, ((x, y), is_shaped) in enumerate(row, 1):
        for (u, v), other_is in islice(row, at, None):
            if (u - x) * most > _BETWEEN:
                break
            apart = _SHAPED if is_shaped and other_is else _BETWEEN
            most = max(most, apart / ((x - u) ** 2 + (y - v) ** 2) ** 0.5)
    widest = max((max(side) - min(side) for side in zip(*places, strict=True) if side), default=0.0)
    return min(larger * (most or _BETWEEN), _LARGEST / widest if widest else _BETWEEN)


def across(outline: tuple[tuple[float, float], ...]) -> float:
    """Return how wide a shape is; 0 where there is none."""
    sides = [x for x, _ in outline]
    return max(sides) - min(sides) if sides else 0.0


def is_hexes(board: Board[Any]) -> bool:
    return isinstance(board, HexGrid)
