"""Reports of batches and sweeps as pages of HTML that load nothing: text, tables, SVG pictures."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..engine.rules import Rule
from ..events.words import said
from ..intervals import wilson
from ..simulation.distributions import Distribution
from ..simulation.report import Report
from ..simulation.sweeps import SweepReport

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: .15rem .8rem .15rem 0; text-align: left; }}
td.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
svg {{ display: block; max-width: 100%; height: auto; }}
{style}</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def report_page(report: Report) -> str:
    """Return the report as one page that needs nothing else: text, tables and SVG pictures."""
    return page(f"{report.title}: {report.games:,} games", report_html(report))


def page(title: str, body: str, style: str = "") -> str:
    """Return a whole page; `style` holds rules beside those of all reports."""
    return _PAGE.format(title=escape(title), body=body, style=style)


def report_html(report: Report) -> str:
    """Return the report as the body of a page."""
    parts = [_facts_html(report)]
    shares = report.outcome_shares()
    parts.append("<h2>Outcomes</h2>" + svg_shares(shares, "outcome"))
    wins = report.win_shares()
    if wins:
        parts.append("<h2>Wins</h2>" + svg_shares(wins, "seat"))
    for seat, spread in report.places.items():
        parts.append(_spread_html(f"Place of {seat}", spread))
    for seat, spread in report.scores.items():
        parts.append(_spread_html(f"Score of {seat}", spread))
    if report.rounds.counts:
        parts.append(_spread_html("Rounds", report.rounds))
    parts.append(_spread_html("Decisions", report.decisions))
    for name, spread in report.statistics.items():
        parts.append(_spread_html(name, spread))
    if report.reached is not None:
        parts.append(_rules_html(report.reached))
    if report.rows:
        parts.append(_rows_html(report.rows))
    return "\n".join(parts)


def _facts_html(report: Report) -> str:
    facts = [
        ("Pack", report.pack),
        ("Players", ", ".join(f"{seat}: {name}" for seat, name in report.players.items())),
        ("Options", ", ".join(f"{name} = {value}" for name, value in report.options.items())),
        ("Seed", str(report.seed)),
        ("Games", f"{report.games:,} of {report.wanted:,}"),
        ("Time", f"{report.seconds:.1f} s, {report.games_per_second:,.0f} games a second"),
    ]
    rows = "".join(f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in facts if b)
    note = "<p>Whiskers and ranges show 95 % confidence intervals.</p>"
    return f"<table>{rows}</table>{note}"


def _spread_html(name: str, spread: Distribution) -> str:
    words = ""
    if spread.is_numeric and spread.counts:
        plain = spread.to_json()
        words = (
            f"<p>Mean {plain['mean']:.4g} ({plain['low']:.4g} to {plain['high']:.4g}), "
            f"standard deviation {plain['sd']:.4g}, median {plain['median']:g}, "
            f"from {plain['least']:g} to {plain['most']:g}.</p>"
        )
    total = spread.total
    shares = []
    for label, count in spread.bars():
        low, high = wilson(count, total)
        shares.append(
            {
                "value": label,
                "count": count,
                "percent": 100 * count / total,
                "low": 100 * low,
                "high": 100 * high,
            }
        )
    return f"<h2>{escape(name)}</h2>{words}{svg_shares(shares, 'value')}"


def _rules_html(reached: Mapping[Rule, int]) -> str:
    rows = "".join(
        f"<tr><td>{escape(rule.name)}</td><td class=number>{count:,}</td></tr>"
        for rule, count in reached.items()
    )
    return f"<h2>Rules carried out</h2><table>{rows}</table>"


def _rows_html(hit: Mapping[tuple[str, str], int]) -> str:
    rows = "".join(
        f"<tr><td>{escape(table)}</td><td>{escape(row)}</td><td class=number>{count:,}</td></tr>"
        for (table, row), count in hit.items()
    )
    return f"<h2>Rows of charts hit</h2><table>{rows}</table>"


def svg_shares(shares: Sequence[Mapping[str, Any]], key: str) -> str:
    """Return bars with whiskers as SVG; each has its numbers as a text, too."""
    if not shares:
        return "<p>None.</p>"
    most = max(float(share["high"]) for share in shares) or 1.0
    left = 20 + 7 * min(50, max(len(str(share[key])) for share in shares))
    height = 20 * len(shares) + 8
    parts = []
    for at, share in enumerate(shares):
        y = 4 + 20 * at
        scale = 300 / most
        label = str(share[key])
        end, low, high = (left + scale * float(share[k]) for k in ("percent", "low", "high"))
        numbers = f"{share['percent']:.2f} % ({share['low']:.2f} to {share['high']:.2f})"
        parts.append(
            f"<g><title>{escape(label)}: {numbers}, {share['count']:,} games</title>"
            f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{escape(label[:50])}</text>'
            f'<rect x="{left}" y="{y}" width="{end - left:.1f}" height="15" fill="#3b6ea5"/>'
            f'<path d="M{low:.1f} {y + 7.5}H{high:.1f}" stroke="#222" stroke-width="2"/>'
            f'<text x="{left + 308}" y="{y + 12}">{numbers}</text></g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {left + 480} {height}" '
        f'width="{left + 480}" height="{height}" font-family="sans-serif" font-size="12">'
        + "".join(parts)
        + "</svg>"
    )


# ---------------------------------------------------------------------------- sweeps


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
    for row in report.outcome_shares():
        if row["outcome"] == outcome:
            return {key: row[key] for key in ("count", "percent", "low", "high")}
    low, high = wilson(0, report.games)
    return {"count": 0, "percent": 0.0, "low": 100 * low, "high": 100 * high}


def _differences(report: SweepReport) -> str:
    square, freedom, p = report.outcomes_differ()
    rows = "".join(
        f"<tr><td>{escape(one.setting)}</td><td>{escape(said(one.what))}</td>"
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
