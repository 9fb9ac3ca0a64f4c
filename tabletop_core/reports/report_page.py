"""The report of a batch as one page that needs nothing else: text, tables and SVG pictures."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..engine.rules import Rule
from ..intervals import wilson
from ..simulation.distributions import Distribution
from ..simulation.report import Report

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: .15rem .8rem .15rem 0; text-align: left; }}
td.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
svg {{ display: block; max-width: 100%; height: auto; }}
</style>
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


def page(title: str, body: str) -> str:
    """Return a whole page."""
    return _PAGE.format(title=escape(title), body=body)


def report_html(report: Report) -> str:
    """Return the report as the inside of a page."""
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
    """Return bars with whiskers as SVG; every bar tells its numbers in words too."""
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
