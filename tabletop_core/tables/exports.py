"""Write tables: as TOML in the table format, as plain data, CSV, Markdown and HTML.

CSV and Markdown hold the rows, and `load_tables` reads them back; Markdown and HTML also list the
modifiers, overrides and notes in words. A page of HTML has all facts in it once more, as data.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import attrs

from ..errors import DataError
from .csv_markdown import follow_each_other, is_shown, is_wrapped, read_cell
from .result_forms import written
from .results import Noted, Several, Text, Threshold, describe, note_of
from .table import Table


def to_csv(table: Table) -> str:
    """Write the rows of a table as CSV.

    >>> from tabletop_core.tables import Row
    >>> print(to_csv(Table(id="x", dice="1d6", rows=[Row("1-5", "dust"), Row(6, "gem")])))
    1d6,result
    1-5,dust
    6,gem
    <BLANKLINE>
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([line] for line in _stated_lines(table))
    writer.writerow(_heading(table))
    writer.writerows(_lines(table))
    return out.getvalue()


def to_markdown(table: Table) -> str:
    """Write a table as Markdown: its title, its rows, and in words what else there is."""
    lines = [f"# {table.title or table.id}", ""]
    for line in _stated_lines(table):
        lines += [line, ""]
    heading = _heading(table)
    for cells in (heading, ["---"] * len(heading), *_lines(table)):
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    said = list(_said(table))
    return "\n".join([*lines, *([""] if said else []), *(f"- {one}" for one in said)]) + "\n"


def rows_alone(table: Table) -> list[str]:
    """Name what a table has beside its rows; CSV leaves it out, and Markdown lists it in words."""
    kinds = {
        "modifiers": table.modifiers,
        "overrides": table.overrides,
        "notes": table.notes,
        "rule for totals beyond the rows": table.beyond not in ("", "reroll"),
    }
    return [kind for kind, there in kinds.items() if there]


def _stated_lines(table: Table) -> Iterator[str]:
    """Yield what must stand above the rows, so that they can be read without the modifiers."""
    if table.beyond == "reroll":
        yield "beyond = reroll"
    if table.dice is None or _is_weighted(table):
        return
    idle = [
        ",".join(row.on)
        for row in table.rows
        if not any(is_shown(span, table.dice) for span in row.spans or ())
    ]
    if idle:
        yield f"unreachable = {','.join(idle)}"


def to_data(*tables: Table) -> dict[str, Any]:
    """Return tables as plain data with the keys of a file of them, fit for JSON."""
    first, *others = _forms(tables)
    return {"schema": 1, **first, **({"table": others} if others else {})}


def _forms(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Return the head of a file, which may be its first table, and its further tables."""
    first, *others = map(form_of, tables)
    if any(key in first and key not in form for key in _SHARED for form in others):
        # Tables in a file have these from its head where they state none.
        return [{"id": "tables"}, first, *others]
    return [first, *others]


def to_html(*tables: Table) -> str:
    """Write tables as one page of HTML that needs nothing else, with their data in it."""
    import json

    title = escape(tables[0].title or tables[0].id) if len(tables) == 1 else "Tables"
    parts = "\n".join(_html_table(table) for table in tables)
    data = json.dumps(to_data(*tables), ensure_ascii=False).replace("<", "\\u003c")
    return _PAGE.format(title=title, parts=parts, data=f"{PAGE_DATA}{data}</script>")


PAGE_DATA = '<script type="application/json" class="tabletop-tables">'
"""What the data in a page begin with."""


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; margin-bottom: 0.5em; }}
caption {{ font-weight: bold; text-align: left; }}
th, td {{ border: 1px solid; padding: 0.2em 0.6em; text-align: left; }}
</style>
</head>
<body>
{parts}
{data}
</body>
</html>
"""


def _html_table(table: Table) -> str:
    caption = escape(table.title or table.id)
    heading = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in _heading(table))
    rows = "\n".join(
        f'<tr><th scope="row">{escape(str(row.weight or row))}</th>'
        + "".join(f"<td>{escape(describe(result))}</td>" for result in row.results)
        + "</tr>"
        for row in table.rows
    )
    said = "".join(f"<li>{escape(one)}</li>\n" for one in _said(table))
    listed = f"<ul>\n{said}</ul>\n" if said else ""
    return (
        f'<table id="{escape(table.id)}">\n'
        f"<caption>{caption}</caption>\n<thead><tr>{heading}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>\n{listed}"
    )


def _is_weighted(table: Table) -> bool:
    return any(row.weight for row in table.rows)


def _heading(table: Table) -> list[str]:
    first = "weight" if _is_weighted(table) else str(table.dice or "on")
    return [first, *(table.columns or ("result",))]


def _lines(table: Table) -> Iterator[list[str]]:
    """Yield the cells of each line; a row on several labels takes a line for each."""
    columns = zip(
        *([cell_text(result) for result in row.results] for row in table.rows), strict=True
    )
    for row, cells in zip(table.rows, zip(*map(_no_ranges, columns), strict=True), strict=True):
        if row.weight:
            yield [str(row.weight), *cells]
        elif row.spans is None:
            yield from ([label, *cells] for label in row.on)
        else:
            yield [",".join(row.on), *cells]


def _no_ranges(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Write results that would be read as a second column of ranges so that they are not."""
    if not follow_each_other(cells):
        return cells
    return tuple(cell if cell.isdecimal() else inline({"value": cell}) for cell in cells)


def cell_text(result: Any) -> str:
    """Write a result without its notes: plainly where that reads back, else as in TOML."""
    result = _without_note(result)
    form = written(result)
    if isinstance(result, bool):
        return str(result).lower()
    plain = str(form) if isinstance(form, str | int) else ""
    if plain and not _LINK.search(plain) and _reads_back(plain, result):
        return plain
    if isinstance(result, Text) or is_wrapped(result):
        form = [form]
    elif isinstance(result, str | float):
        form = {"value": result}
    return _BLANKS.sub(lambda match: f"\\u{ord(match[0]):04x}", inline(_as_ours(form)))


_LINK = re.compile(r"\]\(|\[\[|<(?:a|img)\b", re.IGNORECASE)
"""Of links and images in the cells of others, `table import` keeps the words alone."""


def _as_ours(form: Any) -> Any:
    """Let an array begin as no others write one: `[7]` in a cell of theirs is text."""
    if not isinstance(form, list):
        return form
    first, *others = form
    return [_as_ours(first) if isinstance(first, str | dict | list) else {"value": first}, *others]


def _without_note(result: Any) -> Any:
    if isinstance(result, Noted):
        return result.value
    if isinstance(result, Several):
        return Several(map(_without_note, result.results))
    if isinstance(result, Threshold):
        then, else_ = map(_without_note, (result.passed, result.failed))
        result = attrs.evolve(result, passed=then, failed=else_)
    return attrs.evolve(result, note="") if note_of(result) else result


_BLANKS = re.compile(r"(?<=\s)\s|[^\S ]")
"""Blanks of which a sheet keeps one at most."""


def _reads_back(cell: str, result: Any) -> bool:
    # To `table import` braces in a text are only braces.
    ways = (False,) if isinstance(result, Text) else (False, True)
    try:
        return cell == " ".join(cell.split()) and all(read_cell(cell, w) == result for w in ways)
    except DataError:
        return False


def _said(table: Table) -> Iterator[str]:
    """Yield in words what a table has beside its rows."""
    for override in table.overrides:
        said = ", ".join(map(describe, override.results))
        why = f" ({override.why})" if override.why else ""
        yield f"natural {override.natural}{_only(override.columns)}: {said}{why}"
    for modifier in table.modifiers:
        moves = ((modifier.dm, ""), (modifier.shift, " rows"), (modifier.column_shift, " columns"))
        amount = ", ".join(f"{n:+d}{what}" for n, what in moves if n) or "+0"
        per = f" for each of {modifier.per}" if modifier.per else ""
        per += f", at most {modifier.most}" if modifier.most is not None else ""
        yield f"{amount}{per}{_only(modifier.columns)}: {modifier.why or modifier.id}"
    for note in table.notes:
        yield f"{note.id}: {note.text}" if note.id else note.text
    if table.beyond:
        yield f"beyond the rows: {table.beyond}"
    if origin := ", ".join(filter(None, (table.source, table.provenance, table.confidence))):
        yield f"from: {origin}"


def _only(columns: Sequence[str]) -> str:
    return f" ({', '.join(columns)} only)" if columns else ""


# ---------------------------------------------------------------- TOML

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
            **_cell_forms(row.results, many),
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
            **_cell_forms(one.results, len(one.results) > 1),
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


def _cell_forms(results: Sequence[Any], many: bool) -> dict[str, Any]:
    return {"results": [written(r) for r in results]} if many else {"result": written(results[0])}


def _listed(form: dict[str, Any]) -> dict[str, Any]:
    return {key: list(v) if isinstance(v, tuple) else v for key, v in form.items()}


def to_toml(*tables: Table) -> str:
    """Write tables in the table format; reading it back gives equal tables."""
    first, *others = _forms(tables)
    lines = ["schema = 1", *_toml_lines(first, "")]
    for form in others:
        lines += ["", "[[table]]", *_toml_lines(form, "table.")]
    return "\n".join(lines) + "\n"


def _toml_lines(form: dict[str, Any], prefix: str) -> Iterator[str]:
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
        return "{ " + ", ".join(f"{_toml_key(k)} = {inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    return repr(value)


def _toml_key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").isalnum() else inline(key)
