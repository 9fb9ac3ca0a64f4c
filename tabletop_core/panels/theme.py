"""How a game looks: its colours, the tones it adds, and the drawings it brings."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import attrs

from .appearance import TONES, PanelError

Colour: TypeAlias = tuple[str, str]
"""A colour in light and in dark surroundings, as `#rrggbb`."""

SHAPES: Mapping[str, str] = {
    # Outlines in a square from -1 to 1.
    "square": "M-1-1H1V1H-1z",
    "card": "M-.86-1H.86Q1-1 1-.86V.86Q1 1 .86 1H-.86Q-1 1-1 .86V-.86Q-1-1-.86-1z",
    "rounded": "M-.5-1H.5Q1-1 1-.5V.5Q1 1 .5 1H-.5Q-1 1-1 .5V-.5Q-1-1-.5-1z",
    "circle": "M0-1.08A1.08 1.08 0 0 1 0 1.08A1.08 1.08 0 0 1 0-1.08z",
    "octagon": "M-.58-1.02H.58L1.02-.58V.58L.58 1.02H-.58L-1.02 .58V-.58z",
    "hexagon": "M-.62-1H.62L1.15 0L.62 1H-.62L-1.15 0z",
    "house": "M0-1.18L1-.58V1H-1V-.58z",
    "shield": "M-1-1H1V.55L0 1.12L-1 .55z",
    "diamond": "M0-1.15L1.12 0L0 1.15L-1.12 0z",
    "frame": "M-1-1H1V1H-1zM-.86-.86H.86V.86H-.86z",
    "torn": "M-1-1L-.8-.9L1-1L.9-.8L1 1L.8 .9L-1 1L-.9 .8z",
    "notched": "M-.72-1H.72L1-.72V1H-.72L-1 .72V-1z",
}
"""The silhouettes that a counter can have."""

TITLE_ART = "title.svg"
"""The usual file of the title art, which a pack may have or not."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def colour(given: str | Colour, where: str) -> Colour:
    """Return a colour in light and in dark; a single one is the same in both.

    >>> colour("#1d52a6", "the fill")
    ('#1d52a6', '#1d52a6')

    Raises:
        PanelError: it is not written as `#rrggbb`.
    """
    pair = (given, given) if isinstance(given, str) else tuple(given)
    if len(pair) != 2 or not all(_COLOUR.fullmatch(one) for one in pair):
        raise PanelError(
            f"{where} is {given!r}; write `#rrggbb` in small letters, or a pair for light and dark"
        )
    return pair[0], pair[1]


def _colour(given: str | Colour) -> Colour:
    return colour(given, "a colour of a tone")


def _optional(given: str | Colour | None) -> Colour | None:
    return None if given is None else colour(given, "a colour of the theme")


def _colours(given: Mapping[str, str | Colour]) -> dict[str, Colour]:
    return {name: colour(one, f"the colour {name!r}") for name, one in given.items()}


@attrs.frozen(kw_only=True)
class Tone:
    """The look of all that is of one side or in one condition.

    Attributes:
        fill: the colour of its counters and cards.
        ink: the colour of what is written on them.
        shape: the silhouette of its counters: one of `SHAPES`. Two tones of a game that can be on
            the table together should differ in it.

    Raises:
        PanelError: a colour that is not a `#rrggbb`; an unknown shape.
    """

    fill: Colour = attrs.field(converter=_colour)
    ink: Colour = attrs.field(default=("#ffffff", "#ffffff"), converter=_colour)
    shape: str = "square"

    def __attrs_post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise PanelError(
                f"a tone has the unknown shape {self.shape!r}; use one of {', '.join(SHAPES)}"
            )


@attrs.frozen(kw_only=True, eq=False)
class Theme:
    """How a game looks, for `Game(look=Look(theme=...))`; all of it is optional.

    Attributes:
        accent: the one colour of headings, buttons and marks.
        table: the colour of what lies under the board.
        colours: further colours by name, for the pack's drawings, which use them as
            `fill="var(--tt-NAME, #rrggbb)"`; those of the core, such as `sea`, can be replaced.
        tones: tones of the pack by name, beside those of the core or in their place.
        seat_tones: the tone of each seat: it stays the same on every screen, whoever looks.
        title_art: a file in the pack's folder `art/`, 16 wide to 9 high, which stands for the game
            in lists of games (default: `title.svg`, if there is one, else the first board).
        card_art: files in the pack's folder `art/` by the kind that `Card(art=...)` names, beside
            the kinds of the core.

    Raises:
        PanelError: a name or colour that is none.

    >>> theme = Theme(accent=("#a83a00", "#ffb92e"), seat_tones={"west": "blue", "east": "red"})
    >>> theme.tone_of("west"), theme.tone_of("umpire")
    ('blue', '')
    """

    accent: Colour | None = attrs.field(default=None, converter=_optional)
    table: Colour | None = attrs.field(default=None, converter=_optional)
    colours: Mapping[str, Colour] = attrs.field(factory=dict, converter=_colours)
    tones: Mapping[str, Tone] = attrs.field(factory=dict)
    seat_tones: Mapping[str, str] = attrs.field(factory=dict)
    title_art: str = TITLE_ART
    card_art: Mapping[str, str] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for name in (*self.colours, *self.tones, *self.card_art):
            if not _NAME.fullmatch(name):
                raise PanelError(
                    f"the theme names {name!r}; use small letters, digits, `-` and `_`"
                )
        for seat, tone in self.seat_tones.items():
            if not self.knows(tone):
                known = ", ".join((*filter(None, TONES), *self.tones))
                raise PanelError(f"the seat {seat!r} has the tone {tone!r}; use one of {known}")

    def tone_of(self, seat: str) -> str:
        """Return the tone of a seat; empty where it has none."""
        return self.seat_tones.get(seat, "")

    def knows(self, tone: str) -> bool:
        """Return whether there is a tone of this name, of the core or of the pack."""
        return tone in TONES or tone in self.tones

    @property
    def files(self) -> Iterator[str]:
        """The drawings that the pack must have."""
        if self.title_art != TITLE_ART:
            yield self.title_art
        yield from self.card_art.values()


NO_THEME = Theme()
"""The look of a game that declares none."""
