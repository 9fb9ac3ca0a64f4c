"""Tables as text: read from CSV and Markdown, written in the table format."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from ..data import collect, parse_toml
from ..data.lines import read_key, write_key
from ..dice.notation import parse_dice
from ..errors import DataError, DiceError, Problem
from .parts import Row
from .results import read_result, written
from .table import Table


def _stated(form: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in form.items() if value not in ("", None, [], (), 0, False)}


def _one_or_all(words: Sequence[str]) -> Any:
    return words[0] if len(words) == 1 else list(words)


def _form_of(table: Table) -> dict[str, Any]:
    many = bool(table.columns)
    rows = [
        {
            "on": _one_or_all(row.on),
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
        "dice": str(table.dice or ""),
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
    first, *others = map(_form_of, tables)
    lines = ["schema = 1", *_lines(first, "")]
    for form in others:
        lines += ["", "[[table]]", *_lines(form, "table.")]
    return "\n".join(lines) + "\n"


def _lines(form: dict[str, Any], prefix: str) -> Iterator[str]:
    """Write the head of a table, then each part under a heading of its own."""
    parts = {key: form.pop(key, []) for key in ("row", "modifier", "override", "note")}
    yield from (f"{key} = {_inline(value)}" for key, value in form.items())
    for key, entries in parts.items():
        for entry in entries:
            yield ""
            yield f"[[{prefix}{key}]]"
            yield from (f"{name} = {_inline(value)}" for name, value in entry.items())


def _inline(value: Any) -> str:
    """Write a value on one line."""
    import json

    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_name(k)} = {_inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return repr(value)


def _name(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").isalnum() else _inline(key)


def read_text(text: str, id_: str, kind: str, settings: Mapping[str, Any]) -> Table:
    """Read a table from CSV or Markdown text; see `tabletop_core.tables.read_table`."""
    lines = _csv_lines(text) if kind == "csv" else _markdown_lines(text)
    if len(lines) < 2 or len(lines[0][1]) < 2:
        message = f"there is no {kind} table with a heading and rows"
        remedy = "write a heading line, then one line for each row"
        raise DataError([Problem(code="D102", file=id_, message=message, remedy=remedy)])
    heading = lines[0][1]
    settings = {**_dice_setting(heading[0]), **settings}
    columns = tuple(heading[1:]) if len(heading) > 2 else ()
    problems: list[Problem] = []
    rows: list[Row] = []
    for number, cells in lines[1:]:
        if len(cells) != len(heading):
            message = f"this row has {len(cells)} cells, the heading {len(heading)}"
            problems.append(
                Problem(code="D105", file=id_, line=number, message=message, remedy="mend the row")
            )
            continue
        works: list[Callable[[], Any]] = [partial(_read_cell, cell) for cell in cells[1:]]
        faults: list[Problem] = []
        results = collect(works, faults)
        problems += [attrs.evolve(fault, file=id_, line=number) for fault in faults]
        rows.append(Row(cells[0], tuple(results)))
    if problems:
        raise DataError(problems)
    try:
        return Table(id=id_, rows=tuple(rows), columns=columns, **settings)
    except DataError as error:
        raise DataError(_at_lines(error, id_, [number for number, _ in lines])) from None


def _at_lines(error: DataError, name: str, numbers: Sequence[int]) -> list[Problem]:
    placed = []
    for problem in error.problems:
        key = read_key(problem.key)
        at = key[1] + 1 if len(key) > 1 and key[0] == "row" and isinstance(key[1], int) else 0
        placed.append(attrs.evolve(problem, file=name, line=numbers[at], key=write_key(key)))
    return placed


def _dice_setting(heading: str) -> dict[str, Any]:
    """Read the first heading as the table's dice where it is some."""
    try:
        return {"dice": parse_dice(heading)}
    except DiceError:
        return {}


def _read_cell(text: str) -> Any:
    """Read a cell: a whole number, true or false, `{ ... }` as in TOML, or text."""
    if text.startswith(("{", "[")):
        return read_result(parse_toml("", f"cell = {text}")["cell"])
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else text


def _csv_lines(text: str) -> list[tuple[int, list[str]]]:
    import csv

    reader = csv.reader(text.splitlines())
    return [(reader.line_num, [c.strip() for c in cells]) for cells in reader if any(cells)]


def _markdown_lines(text: str) -> list[tuple[int, list[str]]]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").replace("\\|", "\0").split("|")]
            if not all(cell.strip(":-") == "" and cell for cell in cells):
                found.append((number, [cell.replace("\0", "|") for cell in cells]))
        elif found:
            break
    return found
