"""Bars for distributions, in text with eighth blocks."""

from fractions import Fraction
from textwrap import wrap

from ...presentation.bars import Bars, fraction, percent
from .style import width_of

_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: Fraction | float, width: int) -> str:
    """Return a bar that fills this share of the width, to an eighth of a column.

    >>> bar(0.5, 4), bar(0.28, 4)
    ('██', '█▏')
    """
    eighths = round(share * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def text_bars(bars: Bars, width: int, pictures: bool = True) -> list[str]:
    """Return a line for each outcome: label, percent, fraction, bar."""
    labels = max(width_of(label) for label, _ in bars)
    fractions = [fraction(chance) for _, chance in bars]
    widest = max(map(len, fractions))
    if pictures:
        labels = min(labels, max(12, width - widest - 25))
    most = max(float(chance) for _, chance in bars)
    # Two columns each part label, percent, fraction and bar.
    room = width - labels - widest - 7 - 3 * 2
    lines = []
    for (label, chance), exact in zip(bars, fractions, strict=True):
        *before, last = wrap(label, labels, break_on_hyphens=False) if pictures else [label]
        shown = last + " " * (labels - width_of(last))
        line = f"{shown}  {percent(chance):>7}  {exact:>{widest}}"
        picture = f"  {bar(float(chance) / most, room)}" if pictures and room > 0 else ""
        lines += [*before, (line + picture).rstrip()]
    return lines
