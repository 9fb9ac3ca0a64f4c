"""Bars for distributions, in text with eighth blocks."""

from fractions import Fraction

from ...told.bars import Bars, fraction, percent
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
    labels = min(labels, max(20, width - 40))
    fractions = [fraction(chance) for _, chance in bars]
    widest = max(map(len, fractions))
    most = max(chance for _, chance in bars)
    room = max(10, width - labels - widest - 12)
    lines = []
    for (label, chance), exact in zip(bars, fractions, strict=True):
        shown = label + " " * (labels - width_of(label))
        line = f"{shown}  {percent(chance):>7}  {exact:>{widest}}"
        lines.append(f"{line}  {bar(chance / most, room)}".rstrip() if pictures else line.rstrip())
    return lines
