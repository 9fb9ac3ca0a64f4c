"""Pictures of what is on the table: plain functions of panels, without a server or a terminal.

`view_svg` and `panel_svg` give SVG, `board_cells` a board as lines of characters with tones.
Each name is loaded when it is first used: a terminal draws without what SVG needs.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .cells import Run as Run
    from .cells import board_cells as board_cells
    from .scans import NO_SCANS as NO_SCANS
    from .scans import Scans as Scans
    from .scene import Scene as Scene
    from .sheet import panel_svg as panel_svg
    from .sheet import redrawn as redrawn
    from .sheet import symbol_defs as symbol_defs
    from .sheet import view_svg as view_svg
    from .symbols import Symbols as Symbols
    from .symbols import core_symbols as core_symbols
    from .symbols import symbols_of as symbols_of
    from .themes import COLOURS as COLOURS
    from .themes import INKS as INKS
    from .themes import THEMES as THEMES
    from .themes import contrast as contrast
    from .themes import stylesheet as stylesheet

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "cells": ("Run", "board_cells"),
        "scans": ("NO_SCANS", "Scans"),
        "scene": ("Scene",),
        "sheet": ("panel_svg", "redrawn", "symbol_defs", "view_svg"),
        "symbols": ("Symbols", "core_symbols", "symbols_of"),
        "themes": ("COLOURS", "INKS", "THEMES", "contrast", "stylesheet"),
    },
)
