"""What a batch of games amounts to: counts with confidence intervals, spreads, a line a game."""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import floor, log10, sqrt
from typing import TYPE_CHECKING, Any, TextIO

import attrs

from .events import EVERYONE, said

if TYPE_CHECKING:
    from .rules import Rule
    from .simulate import Record

Z = 1.959963984540054
"""Standard deviations to each side that hold 95 % of a normal distribution."""

MOST_VALUES = 2_000
"""Different values that a spread keeps apart; beyond that, neighbours are put together."""


def wilson(count: float, total: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share: Wilson's, honest at 0 and 100 % too.

    >>> low, high = wilson(0, 100)
    >>> low, round(high, 3)
    (0.0, 0.037)
    """
    if not total:
        return 0.0, 1.0
    share = count / total
    middle = share + Z * Z / (2 * total)
    half = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


@attrs.define
class Distribution:
    """How often each value came up.

    Up to `MOST_VALUES` different numbers are counted exactly; with more, each is counted at the
    multiple of `width` below it, the smallest power of two that is coarse enough.
    Parts may be counted apart and added: the result does not depend on how or in which order.
    """

    counts: Counter[Any] = attrs.field(factory=Counter)
    width: float = 0

    def coarsen(self) -> None:
        """Put neighbours together until there are few enough values."""
        if len(self.counts) <= MOST_VALUES or not self.is_numeric:
            return
        width = self.width or 2.0**-20
        while len(counts := self._at_width(width)) > MOST_VALUES:
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
        """Return the spread as plain values: `low` and `high` bound the mean (95 %)."""
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
        """Return at most so many labelled counts for a picture, neighbours put together."""
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


# ---------------------------------------------------------------- the report


@attrs.frozen(kw_only=True)
class Report:
    """What a batch of games came to; `games` of `wanted` were finished."""

    pack: str
    title: str
    seed: int | str
    options: Mapping[str, Any]
    players: Mapping[str, str]
    wanted: int
    games: int
    outcomes: Mapping[tuple[str, str | None], int]
    scores: Mapping[str, Distribution]
    decisions: Distribution
    rounds: Distribution
    statistics: Mapping[str, Distribution]
    reached: "Mapping[Rule, int] | None"
    seconds: float
    is_interrupted: bool = False
    rows: Mapping[tuple[str, str], int] | None = None

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        counts = self.decisions.counts.items()
        return sum(value * count for value, count in counts) / self.seconds if self.seconds else 0.0

    @property
    def wins(self) -> dict[str, int]:
        """How many games each seat won, or everyone together."""
        won = Counter[str]()
        for (_, winner), count in self.outcomes.items():
            if winner is not None:
                won[winner] += count
        return dict(won) if EVERYONE in won else dict.fromkeys(self.players, 0) | won

    def _shares(self, counts: Iterable[tuple[dict[str, Any], int]]) -> list[dict[str, Any]]:
        shares = []
        for names, count in counts:
            low, high = wilson(count, self.games)
            shares.append(
                names
                | {
                    "count": count,
                    "percent": round(100 * count / self.games, 4) if self.games else 0.0,
                    "low": round(100 * low, 4),
                    "high": round(100 * high, 4),
                }
            )
        return shares

    def outcome_shares(self) -> list[dict[str, Any]]:
        """Return each outcome with its count, percent and 95 % interval, the commonest first."""
        counts = sorted(
            self.outcomes.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or "")
        )
        return self._shares(
            ({"outcome": outcome_name(kind, winner), "kind": kind, "winner": winner}, count)
            for (kind, winner), count in counts
        )

    def win_shares(self) -> list[dict[str, Any]]:
        """Return each seat with its wins; empty where no game has a winner."""
        wins = self.wins
        if not any(wins.values()):
            return []
        return self._shares(
            ({"seat": seat, "player": self.players.get(seat, "")}, n) for seat, n in wins.items()
        )

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, as `sim --json` prints it."""
        length = {"decisions": self.decisions.to_json()}
        if self.rounds.counts:
            length["rounds"] = self.rounds.to_json()
        page: dict[str, Any] = {
            "pack": self.pack,
            "games": self.games,
            "seed": self.seed,
            "options": dict(self.options),
            "players": dict(self.players),
            "outcomes": self.outcome_shares(),
            "wins": self.win_shares(),
            "score": {seat: spread.to_json() for seat, spread in self.scores.items()},
            "length": length,
        }
        if self.statistics:
            page["statistics"] = {
                name: spread.to_json() for name, spread in self.statistics.items()
            }
        if self.reached is not None:
            page["rules"] = [
                {"rule": rule.number, "title": rule.title, "where": rule.where, "count": count}
                for rule, count in self.reached.items()
            ]
        if self.rows is not None:
            page["rows"] = [
                {"table": table, "row": row, "count": count}
                for (table, row), count in self.rows.items()
            ]
        return page | {
            "interrupted": self.is_interrupted,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games_per_second, 1),
        }


def outcome_name(kind: str, winner: str | None) -> str:
    """Return the name of an outcome: its kind in words, and the winner where it is one seat."""
    return said(kind) if winner in (None, EVERYONE) else f"{said(kind)}: {winner}"


# ---------------------------------------------------------------- one line a game


class GameTable:
    """Writes the games of a batch as CSV, a line each as they finish."""

    def __init__(self, file: TextIO, seats: Sequence[str], statistics: Sequence[str] = ()) -> None:
        self._seats = seats
        self._writer = csv.writer(file, lineterminator="\n")
        self._writer.writerow(
            [
                *("game", "seed", "outcome", "winner", "decisions", "rounds"),
                *(f"score {seat}" for seat in seats),
                *statistics,
            ]
        )

    def write(self, record: "Record") -> None:
        self._writer.writerow(
            [
                *record[:6],
                *(record.scores.get(seat) for seat in self._seats),
                *record.statistics,
            ]
        )
