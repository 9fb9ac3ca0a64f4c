"""The table as somebody at it sees it, and what looks different since that one looked."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..panels.kinds import Panel


def seen_anew(before: Iterable[Panel], now: Iterable[Panel]) -> Iterator[tuple[Panel, bool]]:
    """Yield each panel of the table, with whether it looks different from before."""
    known: list[Any] = list(before)
    for panel in now:
        yield panel, panel not in known
