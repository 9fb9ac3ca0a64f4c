"""Read what a row stands on: `7`, `2-3`, `..3`, `12..`, `3,5-12`, or labels such as `clear`."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[int | None, int | None]
"""First and last number of a range; `None` where the range is open."""

_SPAN = re.compile(r"(-?\d{1,9})(?:-(\d{1,9})|\.\.(-?\d{1,9})?)?|\.\.(-?\d{1,9})")


def read_spans(text: str) -> tuple[Span, ...] | None:
    """Return the ranges that a text writes, or `None` when it is a label.

    >>> read_spans("3,5-12"), read_spans("..3"), read_spans("-1..2"), read_spans("clear")
    (((3, 3), (5, 12)), ((None, 3),), ((-1, 2),), None)
    """
    spans: list[Span] = []
    for part in text.split(","):
        match = _SPAN.fullmatch(part.strip())
        if match is None:
            return None
        first, dash, dots, open_low = match.groups()
        if open_low is not None:
            spans.append((None, int(open_low)))
        elif dash is not None or dots is not None:
            spans.append((int(first), int(dash or dots)))
        elif part.strip().endswith(".."):
            spans.append((int(first), None))
        else:
            spans.append((int(first), int(first)))
    return tuple(spans)


def write_spans(spans: Iterable[Span]) -> str:
    """Write ranges as a row would.

    >>> write_spans([(3, 3), (5, 12), (14, None)])
    '3,5-12,14..'
    """
    return ",".join(map(_write_span, spans))


def _write_span(span: Span) -> str:
    first, last = span
    if first is None:
        return f"..{last}"
    if last is None:
        return f"{first}.."
    if first == last:
        return str(first)
    return f"{first}..{last}" if first < 0 or last < 0 else f"{first}-{last}"


def covered(span: Span, number: int) -> bool:
    """Tell whether a number lies in a range."""
    first, last = span
    return (first is None or first <= number) and (last is None or number <= last)


def find(spans: Sequence[Sequence[Span]], number: int) -> int | None:
    """Return the index of the first entry whose ranges hold the number."""
    for index, entry in enumerate(spans):
        if any(covered(span, number) for span in entry):
            return index
    return None
