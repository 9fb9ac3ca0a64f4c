"""Pictures of what is on the table: plain functions of panels, without a server or a terminal.

`view_svg` and `panel_svg` return SVG, `board_cells` a board as lines of characters with tones.
Each name is loaded when it is first used, because a terminal needs nothing that draws SVG.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .scans import NO_SCANS as NO_SCANS
    from .scans import Scans as Scans
    from .scene import Scene as Scene
    from .svg import counters_svg as counters_svg
    from .svg import panel_svg as panel_svg
    from .svg import redrawn as redrawn
    from .svg import symbol_defs as symbol_defs
    from .svg import symbols_svg as symbols_svg
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

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "text_board": ("Run", "board_cells"),
        "scans": ("NO_SCANS", "Scans"),
        "scene": ("Scene",),
        "svg": (
            "counters_svg",
            "panel_svg",
            "redrawn",
            "symbol_defs",
            "symbols_svg",
            "view_svg",
        ),
        "symbols": ("Symbols", "core_symbols", "symbols_of"),
        "themes": ("COLOURS", "INKS", "THEMES", "contrast", "stylesheet"),
    },
)
