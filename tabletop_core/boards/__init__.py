"""Boards: square grids, hex grids and free boards with the same methods, and maps as checked data.

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
free board; `board.name(space)` and `board.space(name)` convert between spaces and printed names.

Boards and maps are frozen data; the positions of pieces are state: see `Stacks`.
Each name is loaded on first use, so importing a part stays light.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .checks import not_drawn as not_drawn
    from .earth import Earth as Earth
    from .files import CounterFile as CounterFile
    from .files import MapFile as MapFile
    from .graphs import Graph as Graph
    from .hexes import HexGrid as HexGrid
    from .maps import BoardMap as BoardMap
    from .maps import Feature as Feature
    from .maps import MapSpace as MapSpace
    from .movement import Reach as Reach
    from .movement import Zone as Zone
    from .squares import DEGREES as DEGREES
    from .squares import GridPiece as GridPiece
    from .squares import Square as Square
    from .squares import SquareGrid as SquareGrid
    from .squares import step as step
    from .squares import steps_between as steps_between
    from .squares import turned as turned
    from .stacks import Stacks as Stacks

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "checks": ("not_drawn",),
        "earth": ("Earth",),
        "files": ("CounterFile", "MapFile"),
        "graphs": ("Graph",),
        "movement": ("Reach", "Zone"),
        "hexes": ("HexGrid",),
        "maps": ("BoardMap", "Feature", "MapSpace"),
        "squares": (
            "DEGREES",
            "GridPiece",
            "Square",
            "SquareGrid",
            "step",
            "steps_between",
            "turned",
        ),
        "stacks": ("Stacks",),
    },
)
