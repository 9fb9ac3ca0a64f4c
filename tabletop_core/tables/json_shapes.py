"""Tables in JSON of other shapes: entries with min, max or weight, and the lists of Tracery."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import DataError
from .csv_markdown import flaw, rolled_by
from .ranges import Span, read_spans

_TEXTS = ("text", "result", "value", "name", "description", "label", "outcome")
_LOWS, _HIGHS = ("min", "from", "low", "start"), ("max", "to", "high", "end")
_LISTS = ("entries", "items", "rows", "results", "table", "outcomes", "tableitems")
_PLACES = (*_LOWS, *_HIGHS, "weight", "range", "roll")
UNREAD = "\0unread"
"""Marks tables of such JSON, whose rows must hold each total, and what entries say besides."""
_DICE = ("formula", "dice", "die", "roll")


def is_own_form(raw: Any) -> bool:
    """Return whether keys are those of the table format."""
    has_id = isinstance(raw, Mapping) and "id" in raw
    return has_id and ("schema" in raw or isinstance(raw.get("row"), list))


def as_roll_table(raw: Any) -> dict[str, Any] | None:
    """Write entries with min and max, a range or a weight as a roll table; `None` if it has none.

    >>> as_roll_table([{"min": 1, "max": 5, "text": "dust"}, {"min": 6, "text": "gem"}])["formula"]
    '1d6'
    """
    head: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
    lists = [raw] if isinstance(raw, list) else [head[key] for key in _LISTS if key in head]
    entries = next((one for one in lists if isinstance(one, list) and one), None)
    if entries is None or not all(isinstance(one, Mapping) for one in entries):
        return None
    results, spans, end = [], list[Span](), 0
    for one in entries:
        span = _span(one, end)
        said = [one[key] for key in _TEXTS if isinstance(one.get(key), str | int)]
        if span is None or not said:
            return None
        end = span[1]
        spans.append(span)
        text = said[0] if isinstance(said[0], str) else json.dumps(said[0])
        used = next(key for key in _TEXTS if isinstance(one.get(key), str | int))
        more = {key: said for key, said in one.items() if key not in (*_PLACES, used) and said}
        results.append({"range": list(span), "text": text, UNREAD: more})
    stated = next((head[key] for key in _DICE if isinstance(head.get(key), str)), "")
    name = next((head[key] for key in ("name", "title") if isinstance(head.get(key), str)), "")
    formula = stated or rolled_by("", spans) or ""
    return {"name": name, "formula": formula, "results": results, UNREAD: {}}


def _span(entry: Mapping[str, Any], end: int) -> tuple[int, int] | None:
    """Return the totals of an entry; one with a weight goes on where the last has ended."""
    low = next((n for key in _LOWS if (n := _whole(entry.get(key))) is not None), None)
    high = next((n for key in _HIGHS if (n := _whole(entry.get(key))) is not None), low)
    if low is not None:
        return low, low if high is None else high
    if (weight := _whole(entry.get("weight"))) and 0 < weight < 10_000:
        return end + 1, end + weight
    said = entry.get("range", entry.get("roll"))
    if isinstance(said, str | int) and (spans := read_spans(str(said))) and len(spans) == 1:
        first, last = spans[0]
        return (first, last) if first is not None and last is not None else None
    return None


def _whole(value: Any) -> int | None:
    """Return a whole number, which some write as text."""
    is_written = isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value)
    return int(value) if is_written or type(value) is int else None


def tracery_lists(raw: Any, name: str) -> str | None:
    """Write a grammar of Tracery as lists of Perchance; `None` where it is none.

    Raises:
        DataError: what such lists cannot say: actions in square brackets, braces, weights.
    """
    if not isinstance(raw, Mapping) or not raw:
        return None
    lists = {key: [said] if isinstance(said, str) else said for key, said in raw.items()}
    plain = all(
        isinstance(said, list) and said and all(isinstance(one, str) for one in said)
        for said in lists.values()
    )
    if not plain or not any("#" in one for said in lists.values() for one in said):
        return None
    for key, said in lists.items():
        for one in said:
            if re.search(r"[\[\]{}\\^\n]|#\w+\.\w", one) or not re.fullmatch(r"\w+", key):
                remedy = "write it without brackets, braces, backslashes, ^ and #name.change#"
                message = "this Tracery grammar does more than choose and insert"
                raise DataError([flaw("D105", name, 1, message, remedy, repr(one)[:80], key)])
    return "".join(
        f"{key}\n" + "".join(f"  {_calls(one)}\n" for one in said) for key, said in lists.items()
    )


def _calls(text: str) -> str:
    return re.sub(r"#(\w+)#", r"[\1]", text)


def shape_of(raw: Any) -> str:
    """Say what a JSON text was taken for."""
    if isinstance(raw, Mapping):
        entries = next((key for key in _LISTS if isinstance(raw.get(key), list)), None)
        inside = f"; {entries!r} is {shape_of(raw[entries])}" if entries else ""
        return f"an object with {_some(raw) or 'nothing in it'}{inside}"
    if isinstance(raw, list):
        first = f" of which the first is {shape_of(raw[0])}" if raw else ""
        return f"an array of {len(raw)}{first}"
    return "a single value"


def _some(keys: Iterable[Any]) -> str:
    listed = [repr(str(key)[:30]) for key in keys]
    return ", ".join(listed[:6]) + (" and others" if len(listed) > 6 else "")
