"""Pictures of what is on the table: plain functions of panels, without a server or a terminal.

`view_svg` and `panel_svg` return SVG.
Each name is loaded when it is first used, because a terminal needs nothing that draws SVG.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .scene import Scene as Scene
    from .svg import panel_svg as panel_svg
    from .svg import view_svg as view_svg

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "scene": ("Scene",),
        "svg": (
            "panel_svg",
            "view_svg",
        ),
    },
)
