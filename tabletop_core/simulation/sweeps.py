"""Sweeps: the same batch with several values of options or line-ups of bots, compared.

Every setting is played with the same seeds.
The tests treat the games as independent. That errs on the side of caution, because the same dice
make the settings more alike.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import erfc, exp, lgamma, log, sqrt
from typing import Any

import attrs

from ..bots.seating import split_seats
from ..engine.game import Game
from ..errors import PackError
from ..intervals import Z
from .distributions import Distribution
from .report import Report

Setting = tuple[tuple[str, str], ...]
BOTS = "bots"


def read_sweep(game: Game[Any], texts: Iterable[str]) -> list[Setting]:
    """Return the settings for texts such as `mission=all` or `bots=greedy,random`.

    An option takes the values named, or all; `bots` takes line-ups: one bot for all seats, or one
    for each seat with `;` between the line-ups.

    Raises:
        PackError: no such option or value.
    """
    known = {option.name: option for option in game.options}
    swept: dict[str, list[str]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        if not values or (name != BOTS and name not in known):
            legal = ", ".join([*known, BOTS])
            raise PackError(
                f"cannot sweep {text!r}; write NAME=all or NAME=A,B with one of: {legal}"
            )
        if name == BOTS:
            swept[name] = values.split(";") if ";" in values else split_seats(values)
        elif values == "all":
            swept[name] = [str(value) for value in known[name].values]
        else:
            swept[name] = [value.strip() for value in values.split(",")]
            for value in swept[name]:
                known[name].read(value)
    return [tuple(zip(swept, values, strict=True)) for values in product(*swept.values())]


@attrs.frozen
class Compared:
    """One number of a setting compared with that of the first: the difference and its interval.

    `p` is the Bonferroni-corrected p-value: multiplied by the number of comparisons (at most 1), so
    that many comparisons do not find a difference by chance.
    """

    what: str
    setting: str
    difference: float
    low: float
    high: float
    p: float


@attrs.frozen(kw_only=True)
class SweepReport:
    """The report of each setting, and the differences between them."""

    settings: tuple[Setting, ...]
    reports: tuple[Report, ...]

    @property
    def is_interrupted(self) -> bool:
        return any(report.is_interrupted for report in self.reports)

    def names(self) -> list[str]:
        """Return a name for each setting."""
        return [", ".join(f"{name}={value}" for name, value in one) for one in self.settings]

    def outcomes_differ(self) -> tuple[float, int, float]:
        """Return chi-square, its degrees of freedom, and its p-value if all were alike."""
        kinds = sorted({kind for report in self.reports for kind in report.outcomes}, key=str)
        rows = [[report.outcomes.get(kind, 0) for kind in kinds] for report in self.reports]
        rows = [row for row in rows if sum(row)]
        total = sum(map(sum, rows))
        square = 0.0
        for at in range(len(kinds)):
            share = sum(row[at] for row in rows) / total
            square += sum((row[at] - share * sum(row)) ** 2 / (share * sum(row)) for row in rows)
        freedom = (len(rows) - 1) * (len(kinds) - 1)
        return square, freedom, chi_square_tail(square, freedom)

    def compared(self) -> list[Compared]:
        """Return shares of outcomes and mean scores of each setting against the first."""
        found = []
        first = self.reports[0]
        for name, report in list(zip(self.names(), self.reports, strict=True))[1:]:
            for what, ours, theirs in _shares(first, report):
                found.append(_of_shares(what, name, ours, theirs, first.games, report.games))
            for seat in first.scores:
                if seat in report.scores:
                    what = f"score of {seat}"
                    found.append(_of_means(what, name, first.scores[seat], report.scores[seat]))
        return [attrs.evolve(one, p=min(1.0, one.p * len(found))) for one in found]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        square, freedom, p = self.outcomes_differ()
        return {
            "settings": [
                {"setting": dict(setting), "report": report.to_json()}
                for setting, report in zip(self.settings, self.reports, strict=True)
            ],
            "outcomes_differ": {"chi_square": round(square, 4), "freedom": freedom, "p": p},
            "compared_with_first": [attrs.asdict(one) for one in self.compared()],
            "interrupted": self.is_interrupted,
        }


def run_sweep(settings: Sequence[Setting], play: Callable[[Setting], Report]) -> SweepReport:
    """Play a batch for each setting; after an interrupt, report the games finished so far."""
    reports = []
    for setting in settings:
        reports.append(play(setting))
        if reports[-1].is_interrupted:
            break
    played = [
        (setting, report)
        for setting, report in zip(settings, reports, strict=False)
        if report.games or len(reports) == 1
    ]
    return SweepReport(
        settings=tuple(setting for setting, _ in played),
        reports=tuple(report for _, report in played),
    )


def _shares(one: Report, other: Report) -> list[tuple[str, int, int]]:
    """Return what to compare: the wins of seats if there are winners, else the outcomes."""
    if any(one.wins.values()) or any(other.wins.values()):
        seats = dict.fromkeys([*one.wins, *other.wins])
        return [(f"wins of {s}", one.wins.get(s, 0), other.wins.get(s, 0)) for s in seats]
    kinds = dict.fromkeys([kind for kind, _ in [*one.outcomes, *other.outcomes]])
    return [(kind, _of_kind(one, kind), _of_kind(other, kind)) for kind in kinds]


def _of_kind(report: Report, kind: str) -> int:
    return sum(count for (name, _), count in report.outcomes.items() if name == kind)


def _of_shares(what: str, name: str, ours: int, theirs: int, n: int, m: int) -> Compared:
    if not n or not m:
        return Compared(what, name, 0.0, -1.0, 1.0, 1.0)
    difference = theirs / m - ours / n
    # One extra success and failure on each side (Agresti-Caffo) keep it honest near 0 and 1.
    a, b = (ours + 1) / (n + 2), (theirs + 1) / (m + 2)
    half = Z * sqrt(a * (1 - a) / (n + 2) + b * (1 - b) / (m + 2))
    pooled = (ours + theirs) / (n + m)
    error = sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return Compared(
        what, name, difference, b - a - half, b - a + half, _two_sided(difference, error)
    )


def _of_means(what: str, name: str, ours: Distribution, theirs: Distribution) -> Compared:
    difference = theirs.mean - ours.mean
    error = sqrt(ours.sd**2 / ours.total + theirs.sd**2 / theirs.total)
    return Compared(
        what,
        name,
        difference,
        difference - Z * error,
        difference + Z * error,
        _two_sided(difference, error),
    )


def _two_sided(difference: float, error: float) -> float:
    if not error:
        return 1.0 if not difference else 0.0
    return erfc(abs(difference) / error / sqrt(2))


def chi_square_tail(square: float, freedom: int) -> float:
    """Return the probability that chi-square with these degrees of freedom is at least this large.

    >>> round(chi_square_tail(3.841, 1), 3)
    0.05
    """
    if freedom < 1 or square <= 0:
        return 1.0
    a, x = freedom / 2, square / 2
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        number = a
        while term > total * 1e-15:
            number += 1
            term *= x / number
            total += term
        return max(0.0, 1 - scale * total)
    # Lentz's continued fraction for the upper incomplete gamma function.
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for step in range(1, 10_000):
        factor = step * (a - step)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return scale * fraction
