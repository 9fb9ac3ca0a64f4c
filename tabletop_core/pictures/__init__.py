"""Pictures of what is on the table: plain functions of panels, without a server or a terminal.

`view_svg` and `panel_svg` give SVG, `board_cells` a board as lines of characters with tones.
"""

from .cells import Run, board_cells
from .scans import NO_SCANS, Scans
from .scene import Scene
from .sheet import panel_svg, redrawn, symbol_defs, view_svg
from .symbols import Symbols, core_symbols, symbols_of
from .themes import COLOURS, INKS, THEMES, contrast, stylesheet

__all__ = [
    "COLOURS",
    "INKS",
    "NO_SCANS",
    "THEMES",
    "Run",
    "Scans",
    "Scene",
    "Symbols",
    "board_cells",
    "contrast",
    "core_symbols",
    "panel_svg",
    "redrawn",
    "stylesheet",
    "symbol_defs",
    "symbols_of",
    "view_svg",
]
