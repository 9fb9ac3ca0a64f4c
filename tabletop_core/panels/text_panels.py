"""Panels without a board: facts, tracks, cards, slots and lines.

They hold plain values only, and nothing that the viewer may not see.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from .appearance import Place
from .panel import Panel
from .primitives import Bar, Card, Figure, Slot, TextLine

if TYPE_CHECKING:
    from ..components.tracks import Track


@lru_cache(maxsize=1 << 14)
def _figure(label: str, value: str) -> Figure:
    """Return a figure; most rows are the same from view to view, so the object is shared."""
    return Figure(label=label, value=value)


@attrs.frozen(kw_only=True)
class Facts(Panel):
    """Rows of label and value.

    Attributes:
        people: whose faces a page shows above the rows: the id of each, which `Drama.people`
            names, a label such as the post, how they are if not well, and a tone, of which
            `warn` bandages a face and `dead` greys it.
    """

    rows: tuple[tuple[str, str], ...]
    people: tuple[Figure, ...] = ()

    def parts(self) -> Iterable[Figure]:
        return [_figure(label, value) for label, value in self.rows]


@attrs.frozen(kw_only=True)
class TrackPanel(Panel):
    """A track with its marker and the names of marked spaces."""

    low: int
    high: int
    value: int
    marks: Mapping[int, str] = attrs.field(factory=dict)

    @classmethod
    def of(cls, title: str, track: "Track", **panel: Any) -> "TrackPanel":
        """Return the panel of a `Track` of the state, with its ends, value and marks.

        `panel` has other fields, such as `id`, and `marks` where the panel has its own.

        >>> from tabletop_core import Track
        >>> TrackPanel.of("Will", Track(low=0, high=5, value=3, marks={0: "surrender"})).marks
        {0: 'surrender'}
        """
        shown = {"low": track.low, "high": track.high, "value": track.value, "marks": track.marks}
        return cls(title=title, **{**shown, **panel})

    def parts(self) -> Iterable[Bar]:
        return [Bar(low=self.low, high=self.high, value=self.value, marks=self.marks)]


@attrs.frozen(kw_only=True)
class Cards(Panel):
    """A row of cards."""

    cards: tuple[Card, ...]
    place: Place = Place.HAND

    def parts(self) -> Iterable[Card]:
        return self.cards


@attrs.frozen(kw_only=True)
class Slots(Panel):
    """Named places side by side: crew positions, engines, boxes."""

    slots: tuple[Slot, ...]

    def parts(self) -> Iterable[Slot]:
        return self.slots


@attrs.frozen(kw_only=True)
class Lines(Panel):
    """Lines of text."""

    lines: tuple[str, ...]
    place: Place = Place.FOOT

    def parts(self) -> Iterable[TextLine]:
        return [TextLine(text=line) for line in self.lines]
