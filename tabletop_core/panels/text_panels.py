"""Panels of texts and numbers: tables of facts, tracks, cards, places side by side, lines.

Panels hold plain values only, and nothing that the viewer may not see.
Whatever is on the table has an id: see `things`.
"""

from collections.abc import Mapping

import attrs

from .appearance import PanelError, Place, check_id, check_tone, id_from


def _id_of_title(panel: "PanelBase") -> str:
    return id_from(panel.title)


@attrs.frozen(kw_only=True, slots=False)
class PanelBase:
    """What every panel has.

    `id`: what the panel is called from view to view; made from the title if nothing is said, so
    give one where the title changes.
    `place`: where it likes to be.
    """

    title: str
    id: str = attrs.field(default=attrs.Factory(_id_of_title, takes_self=True))
    place: Place = Place.SIDE


@attrs.frozen(kw_only=True)
class Facts(PanelBase):
    """Lines of label and value."""

    rows: tuple[tuple[str, str], ...]


@attrs.frozen(kw_only=True)
class TrackPanel(PanelBase):
    """A track with its marker and the names of marked spaces."""

    low: int
    high: int
    value: int
    marks: Mapping[int, str] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True, cache_hash=True)
class Card:
    """A card with its face up: its name, what it shows, and its condition (`ready`, `exhausted`).

    `id`: what an option calls it by, where it can be touched; else it is called by its place in
    the row. A card that others may not know must not be called by what it is.
    `corners`: up to four short values, from the upper left to the lower right.
    `symbol`: what is drawn on it.
    `hidden`: it shows its back; the name then says what kind of card it is, and nothing else is
    told.

    Raises:
        PanelError: a hidden card tells what it shows; an id with blanks; an unknown tone.
    """

    name: str
    detail: str = ""
    state: str = ""
    id: str = ""
    corners: tuple[str, ...] = ()
    tone: str = ""
    symbol: str = ""
    hidden: bool = False

    def __attrs_post_init__(self) -> None:
        if self.id:
            check_id(self.id, "card", self.name)
        check_tone(self.tone, "card", self.name)
        if len(self.corners) > 4:
            raise PanelError(
                f"the card {self.name!r} has {len(self.corners)} corner values; give up to 4"
            )
        if self.hidden and (self.detail or self.corners or self.symbol):
            raise PanelError(
                f"the hidden card {self.name!r} tells what it shows; leave out its detail, "
                "corners and symbol"
            )


@attrs.frozen(kw_only=True)
class Cards(PanelBase):
    """A row of cards; `per_row` sets how many stand side by side."""

    cards: tuple[Card, ...]
    per_row: int = 5
    place: Place = Place.HAND


@attrs.frozen(kw_only=True, cache_hash=True)
class Slot:
    """A named place with what is in it; `id` as of a card.

    Raises:
        PanelError: an id with blanks; an unknown tone.
    """

    name: str
    content: str = ""
    tone: str = ""
    id: str = ""
    symbol: str = ""

    def __attrs_post_init__(self) -> None:
        if self.id:
            check_id(self.id, "slot", self.name)
        check_tone(self.tone, "slot", self.name)


@attrs.frozen(kw_only=True)
class Slots(PanelBase):
    """Named places side by side: crew positions, engines, boxes; `per_row` of them in a row."""

    slots: tuple[Slot, ...]
    per_row: int = 5


@attrs.frozen(kw_only=True)
class Lines(PanelBase):
    """Free lines of text."""

    lines: tuple[str, ...]
    place: Place = Place.FOOT
