"""Read tables from TOML, CSV and Markdown, and write them back.

The classes here mirror the keys of the file (docs/table-format.md); `_build` makes tables of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from tabletop_core.data import (
    Component,
    Document,
    Entry,
    PathLike,
    as_path,
    collect,
    converter,
    in_order,
    read_documents,
    structure,
    wrong,
)
from tabletop_core.data import (
    read_text as read_file,
)
from tabletop_core.dice import Dice
from tabletop_core.errors import DataError, DiceError, Problem
from tabletop_core.table_checks import check_set
from tabletop_core.table_results import read_result, written
from tabletop_core.tables import Modifier, Note, Override, Row, Table, Tables
from tabletop_core.toml_lines import read_key, write_key


@attrs.frozen
class Cell:
    """A result that was read; a class of its own so that the converter knows how to read it."""

    result: Any


@attrs.frozen
class Words:
    """A text, or an array of them."""

    words: tuple[str, ...]


@attrs.frozen(kw_only=True)
class RowForm(Entry):
    on: Words
    result: Cell | None = None
    results: tuple[Cell, ...] | None = None
    note: Words = Words(())
    unreachable: bool = False


@attrs.frozen(kw_only=True)
class ModifierForm(Entry):
    id: str
    dm: int | None = None
    why: str
    per: str = ""
    most: int | None = None
    group: str = ""
    when: str = ""
    columns: tuple[str, ...] = ()
    shift: int = 0
    column_shift: int = 0


@attrs.frozen(kw_only=True)
class OverrideForm(Entry):
    natural: Words
    result: Cell | None = None
    results: tuple[Cell, ...] | None = None
    why: str
    columns: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class NoteForm:
    id: str = ""
    text: str


@attrs.frozen(kw_only=True)
class TableForm(Entry):
    """The keys of a table that stands inside a file."""

    id: str
    title: str = ""
    source: str = ""
    dice: Dice | None = None
    columns: Words = Words(())
    beyond: str = ""
    digits: str = ""
    row: tuple[RowForm, ...] = ()
    modifier: tuple[ModifierForm, ...] = ()
    override: tuple[OverrideForm, ...] = ()
    note: tuple[NoteForm, ...] = ()


@attrs.frozen(kw_only=True)
class FileForm(Component):
    """The keys of a file: a table, further tables, or only these."""

    dice: Dice | None = None
    columns: Words = Words(())
    beyond: str = ""
    digits: str = ""
    row: tuple[RowForm, ...] = ()
    modifier: tuple[ModifierForm, ...] = ()
    override: tuple[OverrideForm, ...] = ()
    note: tuple[NoteForm, ...] = ()
    table: tuple[TableForm, ...] = ()


def _read_words(value: Any, _: Any) -> Words:
    """Accept a text, a whole number, or an array of these."""
    items = value if isinstance(value, list) else [value]
    if not items or any(type(item) not in (str, int) for item in items):
        raise wrong("D105", "this must be text or an array of texts", value, "write '2-3'")
    return Words(tuple(map(str, items)))


converter().register_structure_hook(Words, _read_words)
converter().register_structure_hook(Cell, lambda value, _: Cell(read_result(value)))


def load(path: PathLike, overlays: Sequence[PathLike] = ()) -> Tables:
    """Load tables; see `tabletop_core.tables.load_tables`."""
    where = as_path(path)
    if where.name.endswith((".csv", ".md")):
        kind = "csv" if where.name.endswith(".csv") else "markdown"
        stem = where.name.rpartition(".")[0]
        return Tables.of([read_text(read_file(where), stem, kind, {})])
    problems: list[Problem] = []
    documents, overlaid = read_documents(where, overlays, problems, tables=True)
    homes: dict[str, tuple[Document, str]] = {}
    tables: list[Table] = []
    for document in documents:
        for form in collect([partial(structure, document, FileForm)], problems):
            tables += _tables_of(document, form, homes, problems)
    if not problems and not tables:
        remedy = "give a TOML, CSV or Markdown file, or a folder of TOML files"
        problems.append(
            Problem(code="D101", file=str(path), message="there is no table here", remedy=remedy)
        )
    # Where a table failed by itself, what refers to it would only repeat the news.
    for problem in check_set(tables) if not problems else ():
        document, prefix = homes[problem.file]
        problems.append(document.place(_under(problem, prefix)))
    if problems:
        raise in_order(problems)
    raw = tuple((document.stem, document.raw) for document in documents)
    return Tables({table.id: table for table in tables}, overlaid, raw)


def _under(problem: Problem, prefix: str) -> Problem:
    return attrs.evolve(problem, key=f"{prefix}.{problem.key}" if prefix else problem.key)


def _tables_of(
    document: Document,
    form: FileForm,
    homes: dict[str, tuple[Document, str]],
    problems: list[Problem],
) -> list[Table]:
    """Build the tables of one file; place their problems."""
    prefixes = {id(form): ""} | {id(sub): f"table[{at}]" for at, sub in enumerate(form.table)}
    forms: list[FileForm | TableForm] = [*form.table]
    if form.row or form.dice or not form.table:
        forms.insert(0, form)
    built: list[Table] = []
    for one in forms:
        prefix = prefixes[id(one)]
        if one.id in homes:
            other = homes[one.id][0].name
            clash = Problem(
                code="T300", key="id", value=repr(one.id), remedy="rename one",
                message=f"two tables have this id (the other stands in {other})",
            )  # fmt: skip
            problems.append(document.place(_under(clash, prefix)))
        homes[one.id] = (document, prefix)
        try:
            built.append(_build(one, form))
        except DataError as error:
            problems += [document.place(_under(p, prefix)) for p in error.problems]
    return built


def _build(form: FileForm | TableForm, file: FileForm) -> Table:
    """Make a table; what it does not state itself it has from its file."""
    faults: list[Problem] = []
    rows = tuple(
        Row(
            row.on.words, _results(f"row[{at}]", row, faults), row.note.words, row.unreachable,
            row.provenance, row.confidence,
        )
        for at, row in enumerate(form.row)
    )  # fmt: skip
    overrides = tuple(
        Override(
            ",".join(one.natural.words), _results(f"override[{at}]", one, faults), why=one.why,
            columns=one.columns, provenance=one.provenance, confidence=one.confidence,
        )
        for at, one in enumerate(form.override)
    )  # fmt: skip
    for at, one in enumerate(form.modifier):
        if one.dm is None and not (one.shift or one.column_shift):
            fault = Problem(
                code="T110", key=f"modifier[{at}]", value=repr(one.id),
                message="this modifier changes nothing", remedy="give dm, shift or column_shift",
            )  # fmt: skip
            faults.append(fault)
    if faults:
        raise DataError(faults)
    modifiers = [attrs.asdict(one, recurse=False) for one in form.modifier]
    return Table(
        id=form.id,
        title=form.title,
        rows=rows,
        dice=form.dice,
        columns=form.columns.words,
        modifiers=tuple(Modifier(**{**one, "dm": one["dm"] or 0}) for one in modifiers),
        overrides=overrides,
        notes=tuple(Note(note.id, note.text) for note in form.note),
        beyond=form.beyond,
        digits=form.digits,
        source=form.source or file.source,
        provenance=form.provenance or file.provenance,
        confidence=form.confidence or file.confidence,
    )


def _results(key: str, form: RowForm | OverrideForm, faults: list[Problem]) -> tuple[Any, ...]:
    if (form.result is None) == (form.results is None):
        message = "give either result or results"
        remedy = "write result = ... without columns, results = [...] with them"
        faults.append(Problem(code="T106", key=key, message=message, remedy=remedy))
        return ()
    if form.results is not None:
        return tuple(cell.result for cell in form.results)
    return (form.result.result,) if form.result is not None else ()


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
    from tabletop_core.dice import parse_dice

    try:
        return {"dice": parse_dice(heading)}
    except DiceError:
        return {}


def _read_cell(text: str) -> Any:
    """Read a cell: a whole number, true or false, `{ ... }` as in TOML, or text."""
    from tabletop_core.data import _parse

    if text.startswith(("{", "[")):
        return read_result(_parse("", f"cell = {text}")["cell"])
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
