"""Odds as bars: as lines of text and as an SVG picture."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import takewhile
from textwrap import wrap
from typing import Any

Bars = Sequence[tuple[str, Fraction]]
"""Labels with their probabilities."""


MAX_BARS = 100
"""Beyond this many totals, the rare ones at each end share a bar."""

_RARE = 20_000
"""A result that comes less often than once in this many is written as `<0.01%`."""


def bars_of(weights: Mapping[Any, int], denominator: int, words: Callable[[Any], str]) -> Bars:
    """Return the bars of a distribution: one for each outcome, in words.

    Where there are many totals, the rare ones at each end share a bar.

    >>> bars_of({"hit": 1, "miss": 2}, 3, str)
    [('hit', Fraction(1, 3)), ('miss', Fraction(2, 3))]
    """
    outcomes = list(weights)
    low = high = 0
    if len(outcomes) > MAX_BARS and all(isinstance(outcome, int) for outcome in outcomes):
        rare = denominator // _RARE
        low = _rare_first(outcomes, weights, rare)
        high = _rare_first(outcomes[::-1], weights, rare)
    end = len(outcomes) - high
    shown = [(words(one), Fraction(weights[one], denominator)) for one in outcomes[low:end]]
    first = _together(outcomes[:low], weights, denominator)
    return [*first, *shown, *_together(outcomes[end:], weights, denominator)]


def _rare_first(outcomes: Iterable[Any], weights: Mapping[Any, int], rare: int) -> int:
    """Count the outcomes before the first that is not rare, if they are several."""
    number = sum(1 for _ in takewhile(lambda one: weights[one] < rare, outcomes))
    return number if number > 1 else 0


def _together(outcomes: Sequence[Any], weights: Mapping[Any, int], denominator: int) -> Bars:
    if not outcomes:
        return []
    weight = sum(weights[one] for one in outcomes)
    return [(f"{outcomes[0]} to {outcomes[-1]}", Fraction(weight, denominator))]


def percent(chance: Fraction) -> str:
    """Write a probability in percent; a possible result is never shown as 0.

    >>> percent(Fraction(1, 6)), percent(Fraction(1, 10**9))
    ('16.67%', '<0.01%')
    """
    return "<0.01%" if 0 < chance < Fraction(1, _RARE) else f"{float(100 * chance):.2f}%"


def fraction(chance: Fraction) -> str:
    """Write a fraction; return nothing where it has more digits than anyone reads."""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if len(text) <= 15 else ""


_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: Fraction | float, width: int) -> str:
    """Return a bar that fills this share of the width, to an eighth of a column.

    >>> bar(0.5, 4), bar(0.28, 4)
    ('██', '█▏')
    """
    eighths = round(share * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def text_bars(
    bars: Bars, width: int, pictures: bool = True, width_of: Callable[[str], int] = len
) -> list[str]:
    """Return a line for each outcome: label, percent, fraction, bar.

    `width_of` says how many columns a text takes where that is not its length.
    """
    labels = max(width_of(label) for label, _ in bars)
    fractions = [fraction(chance) for _, chance in bars]
    widest = max(map(len, fractions))
    if pictures:
        labels = min(labels, max(12, width - widest - 25))
    most = max(float(chance) for _, chance in bars)
    # Two columns separate label, percent, fraction and bar.
    room = width - labels - widest - 7 - 3 * 2
    lines = []
    for (label, chance), exact in zip(bars, fractions, strict=True):
        *before, last = wrap(label, labels, break_on_hyphens=False) if pictures else [label]
        shown = last + " " * (labels - width_of(last))
        line = f"{shown}  {percent(chance):>7}  {exact:>{widest}}"
        picture = f"  {bar(float(chance) / most, room)}" if pictures and room > 0 else ""
        lines += [*before, (line + picture).rstrip()]
    return lines


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


def svg_heatmap(title: str, columns: Sequence[str], rows: Mapping[str, Sequence[Fraction]]) -> str:
    """Return an SVG picture of chances: a line for each row, darker where it is likelier."""
    left, wide = 24 + 7 * min(60, max(map(len, rows))), 24 + max(52, 8 * max(map(len, columns)))
    width, height = left + wide * len(columns) + 12, 72 + 26 * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<text x="12" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for at, column in enumerate(columns):
        middle = left + wide * at + wide / 2
        parts.append(f'<text x="{middle}" y="52" text-anchor="middle">{escape(column)}</text>')
    for line, (label, chances) in enumerate(rows.items()):
        y = 60 + 26 * line
        short = escape(label if len(label) <= 60 else label[:59] + "…")
        parts.append(f'<text x="{left - 8}" y="{y + 17}" text-anchor="end">{short}</text>')
        for at, (column, chance) in enumerate(zip(columns, chances, strict=True)):
            x, ink = left + wide * at, "#fff" if chance > Fraction(1, 2) else "#000"
            of = ", ".join(filter(None, (label, column)))
            words = escape(f"{of}: {percent(chance)}")
            parts.append(
                f'<g><title>{words}</title><rect x="{x}" y="{y}" width="{wide}" height="26" '
                f'fill="#1d4f8a" fill-opacity="{float(chance):.3f}" stroke="#999"/>'
                f'<text x="{x + wide / 2}" y="{y + 17}" text-anchor="middle" fill="{ink}">'
                f"{percent(chance) if chance else ''}</text></g>"
            )
    return "\n".join([*parts, "</svg>\n"])
