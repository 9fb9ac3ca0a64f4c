"""A sweep as one page: what differs first, then each setting with its pictures."""

from html import escape

from ..simulation.report import Report
from ..simulation.sweeps import SweepReport
from .report_page import page, report_html, svg_shares


def sweep_to_html(report: SweepReport) -> str:
    """Return a sweep as one page that needs nothing else."""
    parts = [_by_setting(report)]
    if len(report.reports) > 1:
        parts.append(_differences(report))
    for name, one in zip(report.names(), report.reports, strict=True):
        parts.append(f"<hr><h1>{escape(name)}</h1>{report_html(one)}")
    games = sum(one.games for one in report.reports)
    return page(f"{report.reports[0].title}: {games:,} games", "\n".join(parts))


def _by_setting(report: SweepReport) -> str:
    """Return a picture for each outcome, with a bar for each setting."""
    parts = []
    outcomes = sorted({row["outcome"] for one in report.reports for row in one.outcome_shares()})
    for outcome in outcomes:
        shares = [
            {**_share(one, outcome), "setting": name}
            for name, one in zip(report.names(), report.reports, strict=True)
            if one.games
        ]
        parts.append(f"<h2>{escape(outcome)}</h2>{svg_shares(shares, 'setting')}")
    return "\n".join(parts)


def _share(report: Report, outcome: str) -> dict[str, float]:
    from ..intervals import wilson

    for row in report.outcome_shares():
        if row["outcome"] == outcome:
            return {key: row[key] for key in ("count", "percent", "low", "high")}
    low, high = wilson(0, report.games)
    return {"count": 0, "percent": 0.0, "low": 100 * low, "high": 100 * high}


def _differences(report: SweepReport) -> str:
    square, freedom, p = report.outcomes_differ()
    rows = "".join(
        f"<tr><td>{escape(one.setting)}</td><td>{escape(one.what)}</td>"
        f"<td class=number>{one.difference:+.4g}</td>"
        f"<td class=number>{one.low:+.4g} to {one.high:+.4g}</td><td class=number>{one.p:.2g}</td>"
        f"<td>{'differs' if one.p < 0.05 else 'no difference shown'}</td></tr>"
        for one in report.compared()
    )
    return (
        f"<h2>Differences from {escape(report.names()[0])}</h2>"
        f"<p>Outcomes of all settings together: chi-square {square:.1f} with {freedom} degrees of "
        f"freedom, p = {p:.2g}.</p>"
        "<p>Each p below is already multiplied by the number of comparisons. All settings were "
        "played with the same seeds, but are compared as if they were independent.</p>"
        "<table><tr><th>setting</th><th>of</th><th>difference</th><th>95 % interval</th>"
        f"<th>p</th><th></th></tr>{rows}</table>"
    )
