"""Panels of boards without geometry, replaced by `BoardPanel`; they go with the next release."""

from collections.abc import Mapping
from warnings import warn

import attrs

from ..boards import Square
from .appearance import Place
from .text_panels import PanelBase


@attrs.frozen(kw_only=True)
class Cell:
    """What stands on a square: at most three characters, the words for it, and a tone.

    The tone (`ours`, `theirs`, `good`, `bad`, `quiet`) chooses a colour where there is colour.
    """

    text: str
    words: str
    tone: str = ""


@attrs.frozen(kw_only=True)
class GridPanel(PanelBase):
    """A square grid; `cells` holds the squares that are not empty. Use `BoardPanel`."""

    columns: int
    rows: int
    cells: Mapping[Square, Cell]
    legend: tuple[str, ...] = ()
    place: Place = Place.BOARD

    def __attrs_post_init__(self) -> None:
        _warn("GridPanel")


@attrs.frozen(kw_only=True)
class Space:
    """A space of a map: its name, what is there, and the spaces it leads to."""

    name: str
    contents: str = ""
    links: tuple[str, ...] = ()
    tone: str = ""


@attrs.frozen(kw_only=True)
class MapPanel(PanelBase):
    """A map of linked spaces. Use `BoardPanel`."""

    spaces: tuple[Space, ...]
    place: Place = Place.BOARD

    def __attrs_post_init__(self) -> None:
        _warn("MapPanel")


def _warn(name: str) -> None:
    warn(
        f"{name} is replaced by BoardPanel, which has a board and pieces; it goes with the next "
        "release",
        DeprecationWarning,
        stacklevel=4,
    )
