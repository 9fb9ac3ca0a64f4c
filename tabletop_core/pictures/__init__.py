"""Pictures of what is on the table: plain functions of panels, without a server or a terminal.

`view_svg` and `panel_svg` return SVG, `board_cells` a board as lines of characters with tones.
Each name is loaded when it is first used, because a terminal needs nothing that draws SVG.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .scans import NO_SCANS as NO_SCANS
    from .scans import Scans as Scans
    from .scene import Scene as Scene
    from .svg import panel_svg as panel_svg
    from .svg import redrawn as redrawn
    from .svg import symbol_defs as symbol_defs
    from .svg import view_svg as view_svg
    from .symbols import Symbols as Symbols
    from .symbols import core_symbols as core_symbols
    from .symbols import symbols_of as symbols_of
    from .text_board import Run as Run
    from .text_board import board_cells as board_cells
    from .themes import COLOURS as COLOURS
    from .themes import INKS as INKS
    from .themes import THEMES as THEMES
    from .themes import contrast as contrast
    from .themes import stylesheet as stylesheet

_HOMES = {
    "text_board": ("Run", "board_cells"),
    "scans": ("NO_SCANS", "Scans"),
    "scene": ("Scene",),
    "svg": ("panel_svg", "redrawn", "symbol_defs", "view_svg"),
    "symbols": ("Symbols", "core_symbols", "symbols_of"),
    "themes": ("COLOURS", "INKS", "THEMES", "contrast", "stylesheet"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
