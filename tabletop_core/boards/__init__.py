"""Boards: square, hex and free, with one family of questions, and their maps as checked data.

>>> from tabletop_core.boards import Graph, HexGrid, SquareGrid
>>> hexes = HexGrid(14, 10)
>>> hexes.neighbours("0407"), hexes.distance("0407", "0710")
(('0406', '0507', '0508', '0408', '0308', '0307'), 4)
>>> hexes.reach("0101", 1)["0102"]
0
>>> SquareGrid(8, 8, directions=4).distance((1, 1), (3, 4))
5
>>> Graph(("home", "ford", "away"), (("home", "ford"), ("ford", "away"))).path("home", "away")
['home', 'ford', 'away']

A space is what its board calls it: `(3, 12)` on a square grid, `"0407"` on a hex grid, its id on a
free board; `board.name(space)` and `board.space(name)` lead between spaces and printed names.

Boards and maps are frozen data; who stands where is state: see `Stacks`.
Each name is loaded when it is first used, so importing a part stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import Board, BoardError, Point
    from .checks import not_drawn
    from .earth import Earth
    from .files import Counter, CounterFile, MapFile, Placing, Setup
    from .free import Graph, unreachable
    from .hexes import HexGrid
    from .maps import BoardMap, Feature, MapSpace, Region, Terrain
    from .movement import MovementCosts, Reach, Route, Zone
    from .sight import Sight
    from .squares import (
        ARROWS,
        DEGREES,
        DIRECTIONS,
        GridPiece,
        Square,
        SquareGrid,
        direction_to,
        is_diagonal,
        step,
        steps_between,
        turned,
    )
    from .stacks import Stacks

_HOMES = {
    "board": ("Board", "BoardError", "Point"),
    "checks": ("not_drawn",),
    "earth": ("Earth",),
    "files": ("Counter", "CounterFile", "MapFile", "Placing", "Setup"),
    "free": ("Graph", "unreachable"),
    "movement": ("MovementCosts", "Reach", "Route", "Zone"),
    "hexes": ("HexGrid",),
    "maps": ("BoardMap", "Feature", "MapSpace", "Region", "Terrain"),
    "sight": ("Sight",),
    "squares": (
        *("ARROWS", "DEGREES", "DIRECTIONS", "GridPiece", "Square", "SquareGrid", "direction_to"),
        *("is_diagonal", "step", "steps_between", "turned"),
    ),
    "stacks": ("Stacks",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [  # noqa: RUF022 - by room
    "Board", "BoardError", "Point",
    "Earth", "not_drawn",
    "Counter", "CounterFile", "MapFile", "Placing", "Setup",
    "Graph", "unreachable",
    "MovementCosts", "Reach", "Route", "Zone",
    "HexGrid",
    "BoardMap", "Feature", "MapSpace", "Region", "Terrain",
    "Sight",
    "ARROWS", "DEGREES", "DIRECTIONS", "GridPiece", "Square", "SquareGrid", "direction_to",
    "is_diagonal", "step", "steps_between", "turned",
    "Stacks",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
