"""What is written at a space of a free map: its name in lines, with its state."""

from functools import lru_cache
from typing import NamedTuple

from ..panels import Spot
from .boxes import Box
from .svg_text import drawn_width

LINE = 150
"""The most pixels for the line of a name."""
BESIDE = 22
"""Pixels for a symbol beside a name."""
_SHORT = 3
"""The most letters of a state that stands beside the name; a longer one has a line of its own."""
MAX_GROWTH = 1.75
"""How much larger a page may draw names on a board that it shows small."""
GROWTHS = (1.0, 1.2, 1.4, 1.6)
"""How much larger it may draw those that have less room, by the room that they have."""
SIZE = 13.0
"""Pixels of the letters of a name."""
APART = 1.2
"""From one line to the next, in sizes of letters."""
_RISE, _FALL, _TOUCHED = 0.84, 0.22, 0.1
"""How far letters reach above and below their line, in their sizes; and how far below it for
counters, which may touch them."""


class NamePlace(NamedTuple):
    """Where words at a space stand: their first line of letters, and by which end.

    `is_down`: further lines stand below it; else above. `lines`: the name, as it is broken.
    """

    x: float
    y: float
    anchor: str
    is_down: bool = False
    lines: tuple[str, ...] = ()

    def lines_with(self, spot: Spot | None) -> list[tuple[int, str]]:
        """Return the lines, each with how many lines away from the place it stands.

        The last has the state of the space if that is short.
        """
        *others, last = self.lines
        state = spot.state if spot and not is_long(spot.state) else ""
        lines = [*others, " ".join(filter(None, (last, state)))]
        return [line for line in enumerate(lines if self.is_down else lines[::-1]) if line[1]]

    def box(
        self, wide: float, growth: float, first: int = 0, last: int = 0, *, is_tight: bool = False
    ) -> Box:
        """Return the room of the lines from `first` to `last`, this many pixels wide."""
        size = SIZE * growth
        wide *= growth
        left = self.x - wide * {"start": 0, "middle": 0.5, "end": 1}[self.anchor]
        high, low = (first, last) if self.is_down else (-last, -first)
        top, bottom = (self.y + APART * size * line for line in (high, low))
        fall = _TOUCHED if is_tight else _FALL
        return left, top - _RISE * size, left + wide, bottom + fall * size


def is_long(state: str) -> bool:
    """Return whether a state needs a line of its own."""
    return len(state) > _SHORT


def breaks_of(label: str) -> list[tuple[str, ...]]:
    """Return a name in one line, if that is not squeezed, and in two.

    >>> breaks_of("Ford"), breaks_of("Old Mill")
    ([('Ford',)], [('Old Mill',), ('Old', 'Mill')])
    >>> breaks_of("The Great Hill of the Northern March")
    [('The Great Hill of', 'the Northern March')]
    """
    words = label.split(" ")
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    found: list[tuple[str, ...]] = [min(halves, key=width_of)] if halves else []
    return [(label,), *found] if drawn_width(label, SIZE) <= LINE or not halves else found


@lru_cache(maxsize=1 << 12)
def width_of(lines: tuple[str, ...]) -> float:
    """Return the width of the widest line, which is squeezed where it is too wide."""
    return max((min(drawn_width(line, SIZE), LINE) for line in lines), default=0.0)
