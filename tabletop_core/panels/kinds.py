"""What is on the table, described for a viewer as panels.

A pack returns panels; a front end draws them (a terminal, lines of text, later a page).
Panels hold texts and numbers only, and nothing that the viewer may not see.
"""

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from ..boards import Square


@attrs.frozen(kw_only=True)
class Facts:
    """Lines of label and value."""

    title: str
    rows: tuple[tuple[str, str], ...]


@attrs.frozen(kw_only=True)
class TrackPanel:
    """A track with its marker and the names of marked spaces."""

    title: str
    low: int
    high: int
    value: int
    marks: Mapping[int, str] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Card:
    """A card or counter: its name, what it shows, and its condition (`ready`, `exhausted`)."""

    name: str
    detail: str = ""
    state: str = ""


@attrs.frozen(kw_only=True)
class Cards:
    """A row of cards; `per_row` sets how many stand side by side."""

    title: str
    cards: tuple[Card, ...]
    per_row: int = 5


@attrs.frozen(kw_only=True)
class Cell:
    """What stands on a square: at most three characters, the words for it, and a tone.

    The tone (`ours`, `theirs`, `good`, `bad`, `quiet`) chooses a colour where there is colour.
    """

    text: str
    words: str
    tone: str = ""


@attrs.frozen(kw_only=True)
class GridPanel:
    """A square grid; `cells` holds the squares that are not empty."""

    title: str
    columns: int
    rows: int
    cells: Mapping[Square, Cell]
    legend: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Space:
    """A space of a map: its name, what is there, and the spaces it leads to."""

    name: str
    contents: str = ""
    links: tuple[str, ...] = ()
    tone: str = ""


@attrs.frozen(kw_only=True)
class MapPanel:
    """A map of linked spaces."""

    title: str
    spaces: tuple[Space, ...]


@attrs.frozen(kw_only=True)
class Slot:
    """A named place with what is in it."""

    name: str
    content: str = ""
    tone: str = ""


@attrs.frozen(kw_only=True)
class Slots:
    """Named places side by side: crew positions, engines, boxes; `per_row` of them in a row."""

    title: str
    slots: tuple[Slot, ...]
    per_row: int = 5


@attrs.frozen(kw_only=True)
class Lines:
    """Free lines of text."""

    title: str
    lines: tuple[str, ...]


Panel: TypeAlias = Facts | TrackPanel | Cards | GridPanel | MapPanel | Slots | Lines
