"""Pictures of what is on the table, as SVG: plain functions of panels, without a server."""

from .scene import Scene
from .sheet import panel_svg, redrawn, symbol_defs, view_svg
from .symbols import Symbols, core_symbols, symbols_of
from .themes import COLOURS, INKS, THEMES, contrast, stylesheet

__all__ = [
    "COLOURS",
    "INKS",
    "THEMES",
    "Scene",
    "Symbols",
    "contrast",
    "core_symbols",
    "panel_svg",
    "redrawn",
    "stylesheet",
    "symbol_defs",
    "symbols_of",
    "view_svg",
]
