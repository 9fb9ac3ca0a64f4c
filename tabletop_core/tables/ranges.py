"""Read the ranges of a row: `7`, `2-3`, `..3`, `12..`, `12+`, `3,5-12`; others are labels."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

Span: TypeAlias = tuple[int | None, int | None]
"""First and last number of a range; `None` where the range is open."""

_SPAN = re.compile(r"(-?\d{1,9})(?:-(\d{1,9})|(?:\+|\.\.)(-?\d{1,9})?)?|\.\.(-?\d{1,9})")
_RATIO = re.compile(
    r"(\d{1,9})\s*:\s*(\d{1,9})(?:\s*\+| or (?:more|better|higher)| and (?:up|more|better))?"
)
_DASHES = str.maketrans("‐‑‒–—−", "------")


def read_spans(text: str) -> tuple[Span, ...] | None:
    """Return the ranges that a text writes, or `None` when it is a label.

    Dashes of print count as hyphens, and `12+` is another way to write `12..`.

    >>> read_spans("3,5-12"), read_spans("..3"), read_spans("-1..2"), read_spans("clear")
    (((3, 3), (5, 12)), ((None, 3),), ((-1, 2),), None)
    """
    spans: list[Span] = []
    for part in (text if text.isascii() else text.translate(_DASHES)).split(","):
        match = _SPAN.fullmatch(part.strip())
        if match is None or ("+" in part and not part.strip().endswith("+")):
            return None
        first, dash, dots, open_low = match.groups()
        if open_low is not None:
            spans.append((None, int(open_low)))
        elif dash is not None or dots is not None:
            spans.append((int(first), int(dash or dots)))
        elif part.strip().endswith(("..", "+")):
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
        return ".." if last is None else f"..{last}"
    if last is None:
        return f"{first}.."
    if first == last:
        return str(first)
    return f"{first}..{last}" if first < 0 or last < 0 else f"{first}-{last}"


def covered(span: Span, number: int) -> bool:
    """Return whether a number lies in a range."""
    first, last = span
    return (first is None or first <= number) and (last is None or number <= last)


def index_of(spans: Sequence[Sequence[Span]], number: int) -> int | None:
    """Return the index of the first entry whose ranges hold the number."""
    for index, entry in enumerate(spans):
        if any(covered(span, number) for span in entry):
            return index
    return None


def read_columns(labels: Iterable[str]) -> list[tuple[Span, ...]]:
    """Return the ranges that columns cover; an empty list where their headings are labels.

    Where one heading is a label all are, and so are odds such as 1-1 and 2-1.

    >>> read_columns(["1", "2-3", "4+"]), read_columns(["1-2", "1-1", "2-1"])
    ([((1, 1),), ((2, 3),), ((4, None),)], [])
    """
    found: list[tuple[Span, ...]] = []
    for label in labels:
        spans = read_spans(label)
        if spans is None or any(_is_odds(part) for part in label.split(",")):
            return []
        found.append(spans)
    return found


def _is_odds(text: str) -> bool:
    """Return whether a text such as 2-1 or 1-1 runs the way no range does."""
    match = _SPAN.fullmatch(text.strip().translate(_DASHES))
    return bool(match and match[2] and int(match[1]) >= int(match[2]))


def read_ratio(text: object) -> "Fraction | None":
    """Read odds such as `3:1`, or `4:1+` and `4:1 or more` at the head of a last column.

    `None` stands for anything else.

    >>> read_ratio("7:2")
    Fraction(7, 2)
    """
    match = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if match is None or not int(match[2]):
        return None
    from fractions import Fraction

    return Fraction(int(match[1]), int(match[2]))


def read_ratios(labels: Sequence[str]) -> "list[Fraction]":
    """Return the odds that columns are headed by; an empty list where a heading is none."""
    found = [ratio for label in labels if (ratio := read_ratio(label)) is not None]
    return found if len(found) == len(labels) else []


def words(value: "str | int | Iterable[str | int]") -> tuple[str, ...]:
    """Return labels, ranges or names as texts, be it one or several."""
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(map(str, value)) if isinstance(value, Iterable) else (str(value),)
