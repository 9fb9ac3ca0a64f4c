"""A chart of odds as an SVG picture."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from ..presentation.charts import Bars, percent


def svg_bars(title: str, bars: Bars) -> str:
    """Return an SVG picture of the bars; each has a text for screen readers."""
    most = max(chance for _, chance in bars)
    left = 24 + 7 * min(60, max(len(label) for label, _ in bars))
    height = 48 + 22 * len(bars)
    parts = list(_svg_bars(bars, most, left))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{left + 440}" '
            f'height="{height}" viewBox="0 0 {left + 440} {height}" '
            f'font-family="sans-serif" font-size="13">',
            f"<title>{escape(title)}</title>",
            f'<text x="12" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


def _svg_bars(bars: Bars, most: Fraction, left: int) -> Iterable[str]:
    for at, (label, chance) in enumerate(bars):
        y = 40 + 22 * at
        length = max(1.0, float(chance / most) * 320)
        words = escape(f"{label}: {percent(chance)}")
        short = escape(label if len(label) <= 60 else label[:59] + "…")
        yield (
            f'<g><title>{words}</title><text x="{left - 8}" y="{y + 13}" text-anchor="end">{short}'
            f'</text><rect x="{left}" y="{y}" width="{length:.1f}" height="17" fill="#3b6ea5"/>'
            f'<text x="{left + length + 6:.1f}" y="{y + 13}">{percent(chance)}</text></g>'
        )
