"""Distributions of values over the games of a batch."""

from collections import Counter
from math import floor, log10, sqrt
from typing import Any

import attrs

from ..intervals import Z

MAX_VALUES = 2_000
"""Beyond this many different values, a distribution merges neighbours."""


@attrs.define
class Distribution:
    """How often each value came up.

    Up to `MAX_VALUES` different numbers are counted exactly; with more, each is counted at the
    multiple of `width` below it, the smallest power of two that is coarse enough.
    Parts may be counted apart and added: the result does not depend on how or in which order.
    """

    counts: Counter[Any] = attrs.field(factory=Counter)
    width: float = 0

    def coarsen(self) -> None:
        """Merge neighbours until there are few enough values."""
        if len(self.counts) <= MAX_VALUES or not self.is_numeric:
            return
        width = self.width or 2.0**-20
        while len(counts := self._at_width(width)) > MAX_VALUES:
            width *= 2
        self.counts, self.width = counts, width

    def _at_width(self, width: float) -> Counter[Any]:
        if not width:
            return self.counts
        counts: Counter[Any] = Counter()
        for value, count in self.counts.items():
            counts[floor(value / width) * width] += count
        return counts

    def __add__(self, other: "Distribution") -> "Distribution":
        width = max(self.width, other.width)
        total = Distribution(self._at_width(width) + other._at_width(width), width)
        total.coarsen()
        return total

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(value, int | float) for value in self.counts)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return float(
            sum(value * count for value, count in sorted(self.counts.items())) / self.total
        )

    @property
    def sd(self) -> float:
        """The standard deviation of the values."""
        if self.total < 2:
            return 0.0
        mean = self.mean - self.width / 2
        squares = sum((v - mean) ** 2 * count for v, count in sorted(self.counts.items()))
        return sqrt(squares / (self.total - 1))

    def quantile(self, share: float) -> Any:
        """Return the smallest value that at least this share of the values does not exceed."""
        wanted = share * self.total
        seen = 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the distribution as plain values: `low` and `high` bound the mean (95 %)."""
        if not self.counts:
            return {}
        values = [{"value": v, "count": n} for v, n in sorted(self.counts.items(), key=_in_order)]
        if not self.is_numeric:
            return {"values": values}
        mean, sd = self.mean, self.sd
        half = Z * sd / sqrt(self.total)
        return {
            "count": self.total,
            "mean": _rounded(mean),
            "low": _rounded(mean - half),
            "high": _rounded(mean + half),
            "sd": _rounded(sd),
            "least": min(self.counts),
            "median": self.quantile(0.5),
            "most": max(self.counts),
            "width": self.width,
            "values": values,
        }

    def bars(self, most: int = 24) -> list[tuple[str, int]]:
        """Return at most `most` labelled counts for a picture, with neighbours merged."""
        if not self.is_numeric or len(self.counts) <= 1:
            return [(str(v), n) for v, n in sorted(self.counts.items(), key=_in_order)]
        low, high = min(self.counts), max(self.counts)
        if all(value == int(value) for value in self.counts):
            step: float = _round_step((high - low + 1) / most, 1)
        else:
            step = _round_step((high - low) / most, 0)
        counts: Counter[int] = Counter()
        for value, count in self.counts.items():
            counts[floor(value / step)] += count
        return [(_label(at * step, step), counts[at]) for at in range(min(counts), max(counts) + 1)]


def _in_order(item: tuple[Any, int]) -> tuple[str, Any]:
    value = item[0]
    return ("", value) if isinstance(value, int | float) else ("text", str(value))


def _rounded(number: float) -> float:
    return round(number, 6)


def _round_step(step: float, least: float) -> float:
    """Return the next step of 1, 2 or 5 times a power of ten."""
    if step <= least:
        return least or 1
    power = 10.0 ** floor(log10(step))
    chosen = next(part for part in (1, 2, 5, 10) if part * power >= step * (1 - 1e-9)) * power
    return int(chosen) if chosen >= 1 else chosen


def _label(start: float, step: float) -> str:
    if step == 1:
        return str(int(start))
    if step == int(step):
        return f"{int(start)} to {int(start + step) - 1}"
    return f"{start:g} up to {start + step:g}"
