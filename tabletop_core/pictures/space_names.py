"""Where the names of spaces stand on a free map: above them, and never cut off at an edge."""

from functools import lru_cache
from typing import TypeAlias

from ..boards import Graph
from ..panels import BoardPanel, Spot
from .board_layout import plan_of
from .svg_text import drawn_width

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

LINE = 150
"""The most pixels for the line of a name."""
BESIDE = 22
"""Pixels for a symbol beside a name."""
_SHORT = 3
"""The most letters of a state that stands beside the name; a longer one stands above it."""
MAX_GROWTH = 1.75
"""How much larger a page may draw names on a board that it shows small."""
GROWTHS = (1.0, 1.2, 1.4, 1.6)
"""How much larger it may draw those that are kept in a shape, by the room that they leave."""
_HIGH = 20.0
"""The height of a line that is drawn large."""


def line_of(spot: Spot) -> str:
    """Return the name of a space, with its state if that is short.

    The state never stands below the name, where counters would hide it.
    """
    state = "" if is_long(spot.state) else spot.state
    return " ".join(filter(None, (spot.label, state)))


def is_long(state: str) -> bool:
    """Return whether a state needs a line of its own, above the name."""
    return len(state) > _SHORT


def place_of(
    line: str, x: float, edges: tuple[float, float], *, has_sign: bool
) -> tuple[float, str]:
    """Return where the name of a space is anchored, and by which end, so that no edge cuts it."""
    half = 1.05 * MAX_GROWTH * min(drawn_width(line, 13), LINE) / 2
    sign = MAX_GROWTH * BESIDE if has_sign else 0.0
    if x + half > edges[1]:
        return edges[1] - 2, "end"
    if x - half - sign < edges[0]:
        return edges[0] + sign + 2, "start"
    return x, "middle"


def names_of(panel: BoardPanel) -> tuple[tuple[str, Box], ...]:
    """Return the room of names and states that are drawn large, for each space without a shape."""
    return _names_of(panel.board, panel.spots) if isinstance(panel.board, Graph) else ()


@lru_cache(maxsize=1 << 8)
def _names_of(board: Graph, spots: tuple[Spot, ...]) -> tuple[tuple[str, Box], ...]:
    plan = plan_of(board)
    by_space = {spot.id: spot for spot in spots}
    found: list[tuple[str, Box]] = []
    for name, (x, y) in plan.at.items():
        if name in plan.outlines:
            continue
        spot = by_space.get(name) or Spot(id=name, words="", label=name)
        lines = [line_of(spot), spot.state if is_long(spot.state) else ""]
        edges = plan.left, plan.left + plan.width
        for at, line in enumerate(lines):
            if line:
                has_sign = bool(spot.symbol) and at == 0
                start, anchor = place_of(line, x, edges, has_sign=has_sign)
                wide = MAX_GROWTH * min(drawn_width(line, 13), LINE)
                left = start - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
                low = y - 28 - at * 1.2 * _HIGH
                sign = MAX_GROWTH * BESIDE if has_sign else 0.0
                found.append((name, (left - sign, low - _HIGH, left + wide, low)))
    return tuple(found)
