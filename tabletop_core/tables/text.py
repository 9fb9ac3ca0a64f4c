"""Tables written in the table format."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from .results import written
from .table import Table

_SHARED = ("source", "provenance", "confidence")


def _stated(form: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in form.items() if value not in ("", None, [], (), 0, False)}


def _one_or_all(words: Sequence[str]) -> Any:
    return words[0] if len(words) == 1 else list(words)


def form_of(table: Table) -> dict[str, Any]:
    """Return a table as plain data, with the keys of the table format."""
    many = bool(table.columns)
    rows = [
        {
            **({"weight": row.weight} if row.weight else {"on": _one_or_all(row.on)}),
            **_cells(row.results, many),
            **_stated({
                "note": _one_or_all(row.notes) if row.notes else "",
                "unreachable": row.unreachable,
                "provenance": row.provenance,
                "confidence": row.confidence,
            }),
        }
        for row in table.rows
    ]  # fmt: skip
    overrides = [
        {
            "natural": one.natural,
            **_cells(one.results, len(one.results) > 1),
            "why": one.why,
            **_stated({
                "columns": list(one.columns),
                "provenance": one.provenance,
                "confidence": one.confidence,
            }),
        }
        for one in table.overrides
    ]  # fmt: skip
    modifiers = [
        {
            "id": one.id,
            "dm": one.dm,
            "why": one.why,
            **_stated(_listed(attrs.asdict(one, recurse=False))),
        }
        for one in table.modifiers
    ]
    head = {
        "title": table.title,
        "source": table.source,
        "provenance": table.provenance,
        "confidence": table.confidence,
        "dice": "" if any(row.weight for row in table.rows) else str(table.dice or ""),
        "columns": list(table.columns),
        "beyond": table.beyond,
        "digits": table.digits,
    }
    parts = {
        "row": rows,
        "modifier": modifiers,
        "override": overrides,
        "note": [_stated(note._asdict()) for note in table.notes],
    }
    return {"id": table.id, **_stated(head), **_stated(parts)}


def _cells(results: Sequence[Any], many: bool) -> dict[str, Any]:
    return {"results": [written(r) for r in results]} if many else {"result": written(results[0])}


def _listed(form: dict[str, Any]) -> dict[str, Any]:
    return {key: list(v) if isinstance(v, tuple) else v for key, v in form.items()}


def write(tables: Iterable[Table]) -> str:
    """Write tables as one TOML file; see `tabletop_core.tables.to_toml`."""
    first, *others = map(form_of, tables)
    if any(key in first and key not in form for key in _SHARED for form in others):
        # Tables in a file have these from its head where they state none.
        first, others = {"id": "tables"}, [first, *others]
    lines = ["schema = 1", *_lines(first, "")]
    for form in others:
        lines += ["", "[[table]]", *_lines(form, "table.")]
    return "\n".join(lines) + "\n"


def _lines(form: dict[str, Any], prefix: str) -> Iterator[str]:
    """Write the head of a table, then each part under a heading of its own."""
    parts = {key: form.pop(key, []) for key in ("row", "modifier", "override", "note")}
    yield from (f"{key} = {inline(value)}" for key, value in form.items())
    for key, entries in parts.items():
        for entry in entries:
            yield ""
            yield f"[[{prefix}{key}]]"
            yield from (f"{name} = {inline(value)}" for name, value in entry.items())


def inline(value: Any) -> str:
    """Write a value on one line."""
    import json

    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_name(k)} = {inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    return repr(value)


def _name(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").isalnum() else inline(key)
