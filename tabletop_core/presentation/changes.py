"""The table as somebody at it sees it, and what looks different since that one looked."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..panels import Changes
from ..panels.panel import Panel

FEW = 6
"""Of more changes than these, only where they are is told."""


def seen_anew(before: Iterable[Panel], now: Iterable[Panel]) -> Iterator[tuple[Panel, bool]]:
    """Yield each panel of the table, with whether it looks different from before."""
    known: list[Any] = list(before)
    for panel in now:
        yield panel, panel not in known


def changes_in_few_lines(changes: Changes, now: Sequence[Panel]) -> list[str]:
    """Tell what changed on the table; where that is much, only on which parts of it."""
    lines = changes.lines()
    if len(lines) <= FEW:
        return lines
    titles = [panel.title for panel in now if panel.id in changes.panels]
    return [f"On the table {len(lines)} things changed: {', '.join(titles)} (view shows all)."]
