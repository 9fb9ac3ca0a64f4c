"""Many games on a terminal: the progress while they are played, and the report in words."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from ...events.words import said

if TYPE_CHECKING:
    from ...simulation.distributions import Distribution
    from ...simulation.report import Report
    from ...simulation.sweeps import SweepReport
    from ...text.style import Style


_BAR = 24
"""The width of the bar, where a terminal has room for it beside the words."""


class Progress:
    """A line with a bar, the rate and the time left, kept up to date on a terminal."""

    def __init__(self, out: TextIO, games: int, clock: Callable[[], float] = monotonic) -> None:
        self._out = out
        self._games = games
        self._clock = clock
        self._began = clock()
        self._width = 0

    def __call__(self, done: int) -> None:
        took = max(self._clock() - self._began, 1e-9)
        left = duration((self._games - done) * took / done)
        words = f"{done:,} of {self._games:,} games, {done / took:,.0f} a second, {left} left"
        room = get_terminal_size((80, 24)).columns - 1
        wide = max(0, min(_BAR, room - len(words) - len("[] ")))
        filled = wide * done // self._games
        line = f"[{'#' * filled}{'.' * (wide - filled)}] {words}"[:room]
        self._out.write("\r" + line.ljust(self._width))
        self._out.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Erase the line."""
        if self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._out.flush()


def duration(seconds: float) -> str:
    """Write a time in words.

    >>> duration(8.2), duration(95), duration(7300)
    ('8 s', '1 min 35 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def progress(games: int) -> Progress | None:
    """Return a progress line if there is a terminal to show it, else None."""
    return Progress(sys.stderr, games) if sys.stderr.isatty() else None


def report_lines(report: "Report", style: "Style") -> Iterator[str]:
    """Return the report as lines; bars where there is a terminal to show them."""
    yield f"{report.title}: {report.games:,} games with seed {report.seed}"
    if report.is_interrupted:
        yield f"Interrupted: {report.wanted:,} games were asked for."
    yield "Players: " + ", ".join(f"{seat} ({name})" for seat, name in report.players.items())
    if report.options:
        from ...presentation.games import option_value

        options = (f"{name} = {option_value(value)}" for name, value in report.options.items())
        yield "Options: " + ", ".join(options)
    yield (
        f"Time: {report.seconds:.1f} s, {report.games_per_second:,.0f} games and "
        f"{report.decisions_per_second:,.0f} decisions a second"
    )
    if not report.games:
        return
    yield from _share_lines("Outcomes", "outcome", report.outcome_shares(), style)
    wins = report.win_shares()
    if wins:
        yield from _share_lines("Wins", "seat", wins, style)
    yield from _place_lines(report, style)
    spreads = {f"score of {seat}": spread for seat, spread in report.scores.items()}
    spreads |= {"rounds": report.rounds, "decisions": report.decisions}
    yield ""
    yield style.paint("Scores and length", "head")
    spreads |= report.statistics
    for name, spread in spreads.items():
        if spread.counts:
            counted = spread.total
            of = f", in {counted:,} of {report.games:,} games" if counted < report.games else ""
            yield f"  {name}: {spread_words(spread)}{of}"
    if report.reached is not None:
        yield ""
        yield from _reached_lines(report, style)


def _place_lines(report: "Report", style: "Style") -> Iterator[str]:
    places = report.place_shares()
    if not places:
        return
    yield ""
    yield style.paint("Places", "head")
    for one in places:
        counts = ", ".join(f"{count:,} times {place}" for place, count in one["counts"].items())
        yield f"  {one['seat']}: mean {one['mean']:.3g} ({counts})"


def _reached_lines(report: "Report", style: "Style") -> Iterator[str]:
    reached, rows = report.reached or {}, report.rows or {}
    for title, counts in (
        ("Rules", {r.name: n for r, n in reached.items()}),
        ("Rows", _named(rows)),
    ):
        if not counts:
            continue
        never = [name for name, count in counts.items() if not count]
        yield (
            style.paint(f"{title} reached", "head")
            + f": {len(counts) - len(never)} of {len(counts)}"
        )
        for name in never:
            yield f"  never: {name}"


def _named(rows: Mapping[tuple[str, str], int]) -> dict[str, int]:
    return {f"table {table}, row {row}": count for (table, row), count in rows.items()}


def sweep_lines(report: "SweepReport", style: "Style") -> Iterator[str]:
    """Return a sweep as lines: each setting, then the differences."""
    for name, one in zip(report.names(), report.reports, strict=True):
        yield style.paint(name or "no change", "head")
        yield from (f"  {line}" if line else "" for line in report_lines(one, style))
        yield ""
    if len(report.reports) < 2:
        return
    square, freedom, p = report.outcomes_differ()
    yield (
        style.paint("Differences", "head")
        + f" (against {report.names()[0]}; p corrected for all comparisons)"
    )
    yield f"  outcomes of all settings: chi-square {square:.1f}, {freedom} degrees, p = {p:.2g}"
    for found in report.compared():
        yield (
            f"  {found.setting}: {said(found.what)} {found.difference:+.4g} "
            f"({found.low:+.4g} to {found.high:+.4g}), p = {found.p:.2g}"
            + ("" if found.p < 0.05 else ", no difference shown")
        )


def _share_lines(
    title: str, key: str, shares: Sequence[Mapping[str, Any]], style: "Style"
) -> Iterator[str]:
    from ...dice.bars import bar
    from ...text.style import width_of

    yield ""
    yield style.paint(title, "head") + " (with 95 % confidence interval)"
    names = max(width_of(share[key]) for share in shares)
    counts = max(len(f"{share['count']:,}") for share in shares)
    room = min(40, style.width - names - counts - 36)
    for share in shares:
        padded = share[key] + " " * (names - width_of(share[key]))
        line = (
            f"  {padded}  {share['count']:>{counts},}  {share['percent']:6.2f} %"
            f"  ({share['low']:.2f} to {share['high']:.2f})"
        )
        if style.boxes and room >= 10:
            line = f"{line:<{names + counts + 34}}  {bar(share['percent'] / 100, room)}"
        yield line.rstrip()


def spread_words(spread: "Distribution") -> str:
    """Describe a distribution in one line."""
    if not spread.is_numeric:
        return ", ".join(f"{value} {count:,}" for value, count in spread.bars())
    plain = spread.to_json()
    return (
        f"mean {plain['mean']:.4g} ({plain['low']:.4g} to {plain['high']:.4g}), "
        f"sd {plain['sd']:.3g}, median {plain['median']:g}, "
        f"from {plain['least']:g} to {plain['most']:g}"
    )
