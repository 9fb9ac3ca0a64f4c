"""Tracks: a bounded value with marked spaces."""

from collections.abc import Mapping
from enum import Enum

import attrs

from ..errors import TabletopError


class TrackError(TabletopError, ValueError):
    """A move beyond the end of a track that does not allow it."""


class Overflow(Enum):
    """What happens to a move beyond an end of a track."""

    STOP = "stop"
    """The marker stays on the last space; the rest of the move is lost."""
    REFUSE = "refuse"
    """The move is an error of the rules."""
    WRAP = "wrap"
    """The marker goes on from the other end."""


@attrs.define
class Track:
    """A marker on a track from `low` to `high`; `marks` names spaces.

    >>> fuel = Track(low=0, high=10, value=2, marks={0: "empty"})
    >>> fuel.move(-5), fuel.value, fuel.mark
    (-2, 0, 'empty')
    """

    low: int
    high: int
    value: int = attrs.field(default=attrs.Factory(lambda self: self.low, True))
    overflow: Overflow = Overflow.STOP
    marks: Mapping[int, str] = attrs.field(factory=dict)

    @property
    def mark(self) -> str:
        """The name of the present space, empty if it has none."""
        return self.marks.get(self.value, "")

    @property
    def is_at_low(self) -> bool:
        return self.value == self.low

    @property
    def is_at_high(self) -> bool:
        return self.value == self.high

    def move(self, spaces: int) -> int:
        """Move the marker and return by how many spaces it really moved.

        Raises:
            TrackError: beyond an end of a track that refuses it.
        """
        return self.set(self.value + spaces)

    def set(self, value: int) -> int:
        """Put the marker on a space and return the difference; see `move`."""
        before = self.value
        if not self.low <= value <= self.high:
            if self.overflow is Overflow.REFUSE:
                raise TrackError(
                    f"{value} is beyond the track, which runs from {self.low} to {self.high}; "
                    "check the move before making it"
                )
            if self.overflow is Overflow.WRAP:
                value = self.low + (value - self.low) % (self.high - self.low + 1)
            else:
                value = min(max(value, self.low), self.high)
        self.value = value
        return value - before

    def crossed(self, before: int) -> list[int]:
        """Return the marked spaces entered or passed on the way from `before` to here."""
        step = 1 if self.value >= before else -1
        way = range(before + step, self.value + step, step)
        return [space for space in way if space in self.marks]
