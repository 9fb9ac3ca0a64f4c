"""The parts that panels are made of: figures, bars, cards, slots and texts.

Each has a `name`, which is what people call it, and `words` for what it shows.
"""

from collections.abc import Mapping

import attrs

from .appearance import PanelError, check_id, check_tone

_MAX_TICKS = 40
"""A bar with more spaces than this has ticks at its marks only."""
_MAX_NUMBERS = 12
"""A bar with more spaces than this has numbers at some of them only."""
_DIGIT = 0.025
"""The share of a bar that a digit takes."""


def _check_part(part: "Figure | Bar | Card | Slot | TextLine", what: str) -> None:
    if part.id:
        check_id(part.id, what, part.name or part.words)
    check_tone(part.tone, what, part.name or part.words)


@attrs.frozen(kw_only=True, cache_hash=True)
class Figure:
    """A value with its label, such as *fuel: 12*.

    Raises:
        PanelError: an id with blanks; an unknown tone.
    """

    label: str
    value: str
    tone: str = ""
    id: str = ""

    def __attrs_post_init__(self) -> None:
        _check_part(self, "figure")

    @property
    def name(self) -> str:
        """What people call it: its label."""
        return self.label

    @property
    def words(self) -> str:
        """What it shows, in words."""
        return self.value


@attrs.frozen(kw_only=True)
class Bar:
    """A row of spaces with a marker on one of them, such as a turn track or a gauge.

    Attributes:
        low, high: the first space and the last.
        value: the space with the marker.
        label: what it measures; without one it stands for the whole panel and has its title and id.
        marks: the names of spaces that mean something.

    Raises:
        PanelError: an id with blanks; an unknown tone.
    """

    low: int
    high: int
    value: int
    label: str = ""
    marks: Mapping[int, str] = attrs.field(factory=dict)
    tone: str = ""
    id: str = ""

    def __attrs_post_init__(self) -> None:
        _check_part(self, "bar")

    @property
    def name(self) -> str:
        """What people call it: its label."""
        return self.label

    @property
    def words(self) -> str:
        """What it shows, in words."""
        return str(self.value)

    @property
    def reading(self) -> str:
        """Where the marker is, in words.

        >>> Bar(low=0, high=9, value=4, marks={4: "dusk"}).reading
        '4 of 9: dusk'
        >>> Bar(low=-3, high=3, value=0).reading
        '0 (-3 to 3)'
        """
        among = f"of {self.high}" if self.low in (0, 1) else f"({self.low} to {self.high})"
        mark = self.marks.get(self.value)
        return f"{self.value} {among}" + (f": {mark}" if mark else "")

    @property
    def ticks(self) -> tuple[int, ...]:
        """The spaces to be drawn: all of a short bar, the marked ones of a long bar."""
        spaces = range(self.low, self.high + 1)
        if len(spaces) <= _MAX_TICKS + 1:
            return tuple(spaces)
        return tuple(at for at in sorted(self.marks) if at in spaces)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The spaces that carry their number: all of a short bar, else round ones and the ends.

        >>> Bar(low=0, high=30, value=4).numbers
        (0, 5, 10, 15, 20, 25, 30)
        >>> Bar(low=-19, high=40, value=4).numbers[:3]
        (-19, -10, -5)
        """
        spaces = self.high - self.low + 1
        steps = (step * 10**zeros for zeros in range(len(str(spaces))) for step in (1, 2, 5))
        step = next((step for step in steps if spaces <= step * _MAX_NUMBERS), spaces)
        room = _DIGIT * max(len(str(self.low)), len(str(self.high))) * spaces
        between = [
            at
            for at in range(self.low + 1, self.high)
            # One too near to an end would lie on its number.
            if at % step == 0 and min(at - self.low, self.high - at) >= min(room, step)
        ]
        return tuple(dict.fromkeys((self.low, *between, self.high)))

    @property
    def other_marks(self) -> list[str]:
        """The marked spaces without the marker, each with its name."""
        return [f"{at}: {name}" for at, name in sorted(self.marks.items()) if at != self.value]


@attrs.frozen(kw_only=True, cache_hash=True)
class Card:
    """A card: its name, what it says, and its condition (`ready`, `exhausted`).

    Attributes:
        id: what an option calls it by, where it can be touched; without one it is called by its
            place in the panel. The id of a card that others may not know must not say which card
            it is.
        corners: up to four short values, from the upper left to the lower right.
        symbol: what is drawn on it.
        art: the kind of picture on it: one of the core's kinds, or one of the game's theme. Cards
            of one kind differ in their pictures by their names.
        is_die: it is a die, and its symbol the face that is up.
        hidden: it shows its back. Its name then says what kind of card it is, and nothing else may
            be given.
        apart: a line is drawn between it and the card before, as between a market's row and its
            stalls; only in a browser.

    Raises:
        PanelError: a hidden card that shows more than its name; an id with blanks; an unknown tone.
    """

    name: str
    detail: str = ""
    state: str = ""
    id: str = ""
    corners: tuple[str, ...] = ()
    tone: str = ""
    symbol: str = ""
    art: str = ""
    is_die: bool = False
    hidden: bool = False
    apart: bool = False

    def __attrs_post_init__(self) -> None:
        _check_part(self, "card")
        if len(self.corners) > 4:
            raise PanelError(
                f"the card {self.name!r} has {len(self.corners)} corner values; give up to 4"
            )
        if self.hidden and (self.detail or self.corners or self.symbol or self.art):
            raise PanelError(
                f"the hidden card {self.name!r} shows what it is; leave out its detail, "
                "corners, symbol and art"
            )

    @property
    def words(self) -> str:
        """What it shows, in words."""
        return ", ".join(filter(None, (self.name, self.detail.rstrip("."), self.state)))


@attrs.frozen(kw_only=True, cache_hash=True)
class Slot:
    """A named place with what is in it, such as a crew position or an engine; `id` as of a card.

    `is_die`: it is a die, and its symbol the face that is up; its content may say how many.

    Raises:
        PanelError: an id with blanks; an unknown tone.
    """

    name: str
    content: str = ""
    tone: str = ""
    id: str = ""
    symbol: str = ""
    is_die: bool = False

    def __attrs_post_init__(self) -> None:
        _check_part(self, "slot")

    @property
    def words(self) -> str:
        """What it shows, in words."""
        return self.content or "empty"


@attrs.frozen(kw_only=True, cache_hash=True)
class TextLine:
    """A line of text, broken where it is too long.

    Raises:
        PanelError: an id with blanks; an unknown tone.
    """

    text: str
    tone: str = ""
    id: str = ""

    def __attrs_post_init__(self) -> None:
        _check_part(self, "text")

    @property
    def name(self) -> str:
        """Nothing: a line is called by its panel."""
        return ""

    @property
    def words(self) -> str:
        """What it shows, in words."""
        return self.text
