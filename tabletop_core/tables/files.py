"""Load tables from files.

The classes here mirror the keys of the file (docs/table-format.md); `_build` makes tables of them.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self

import attrs

from ..data import Component, Entry
from ..data.documents import (
    Document,
    PathLike,
    as_path,
    collect,
    files_in,
    in_order,
    parse_json,
    read_document,
    read_file,
)
from ..data.loading import read_documents
from ..data.strict import wrong
from ..data.structuring import structure
from ..dice.pools import Dice
from ..errors import DataError, Problem
from .checks import check_set
from .collection import Tables
from .model import Modifier, Note, Override, Row
from .ranges import read_spans
from .result_forms import read_result
from .results import Threshold
from .table import Table


@attrs.frozen
class CellForm:
    """The result in a cell."""

    result: Any

    @classmethod
    def __from_data__(cls, value: Any) -> Self:
        return cls(read_result(value))


@attrs.frozen
class WordsForm:
    """A text, or an array of them."""

    words: tuple[str, ...]

    @classmethod
    def __from_data__(cls, value: Any) -> Self:
        """Accept a text, a whole number, or an array of these."""
        items = value if isinstance(value, list) else [value]
        if not items or any(type(item) not in (str, int) for item in items):
            raise wrong("D105", "this must be text or an array of texts", value, "write '2-3'")
        return cls(tuple(map(str, items)))


@attrs.frozen(kw_only=True)
class RowForm(Entry):
    on: WordsForm = WordsForm(())
    weight: int = 0
    result: CellForm | None = None
    results: tuple[CellForm, ...] | None = None
    note: WordsForm = WordsForm(())
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
    natural: WordsForm
    result: CellForm | None = None
    results: tuple[CellForm, ...] | None = None
    why: str
    columns: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class NoteForm:
    id: str = ""
    text: str


@attrs.frozen(kw_only=True)
class TableForm(Entry):
    """The keys of a further table in a file."""

    id: str
    title: str = ""
    source: str = ""
    dice: Dice | None = None
    columns: WordsForm = WordsForm(())
    beyond: str = ""
    digits: str = ""
    thresholds: Dice | None = None
    row: tuple[RowForm, ...] = ()
    modifier: tuple[ModifierForm, ...] = ()
    override: tuple[OverrideForm, ...] = ()
    note: tuple[NoteForm, ...] = ()


@attrs.frozen(kw_only=True)
class FileForm(Component):
    """The keys of a file: a table, further tables, or only these."""

    dice: Dice | None = None
    columns: WordsForm = WordsForm(())
    beyond: str = ""
    digits: str = ""
    thresholds: Dice | None = None
    row: tuple[RowForm, ...] = ()
    modifier: tuple[ModifierForm, ...] = ()
    override: tuple[OverrideForm, ...] = ()
    note: tuple[NoteForm, ...] = ()
    table: tuple[TableForm, ...] = ()


SHEETS = (".csv", ".md")
"""The endings of files that hold one table each, as text."""


def load(path: PathLike, overlays: Sequence[PathLike] = ()) -> Tables:
    """Load tables; see `tabletop_core.tables.load_tables`."""
    where = as_path(path)
    if where.name.endswith(SHEETS):
        try:
            loaded = Tables.of([_read_sheet(where)])
        except DataError as error:
            raise DataError(_in_file(one, str(where)) for one in error.problems) from None
        loaded.homes = dict.fromkeys(loaded, str(where))
        loaded.raw = _raw(loaded.homes)
        return loaded
    _check_kind(where)
    if overlays:
        load(where)  # an overlay is only laid over what is sound
    problems: list[Problem] = []
    documents, overlaid = read_documents(where, overlays, problems, tables=True)
    homes: dict[str, tuple[Document, str]] = {}
    tables: list[Table] = []
    for document in documents:
        for form in collect([partial(structure, document, FileForm)], problems):
            tables += _tables_of(document, form, homes, problems)
    names = {id_: document.name for id_, (document, _) in homes.items()}
    sheets = _sheets_of(where, names, problems)
    tables += sheets.values()
    if not problems and not tables:
        remedy = "give a TOML, CSV or Markdown file, or a folder of such files"
        problems.append(
            Problem(code="D101", file=str(path), message="there is no table here", remedy=remedy)
        )
    # Where a table failed by itself, what refers to it would only repeat the news.
    for problem in check_set(tables) if not problems else ():
        if problem.file in homes:
            document, prefix = homes[problem.file]
            problems.append(document.place(_under(problem, prefix)))
        else:
            home = next(file for file, table in sheets.items() if table.id == problem.file)
            problems.append(attrs.evolve(problem, file=home))
    if problems:
        raise in_order(problems)
    raw = tuple((document.stem, document.raw) for document in documents)
    further = {table.id: file for file, table in sheets.items()}
    loaded = Tables({table.id: table for table in tables}, overlaid, raw + _raw(further))
    loaded.homes = names | further
    return loaded


def _in_file(problem: Problem, name: str) -> Problem:
    return problem if problem.file.startswith(name) else attrs.evolve(problem, file=name)


def _check_kind(where: Any) -> None:
    """Refuse a file of another program, which is brought in first.

    Raises:
        DataError: the file is one of those.
    """
    ending = where.name.rpartition(".")[2]
    if ending in ("toml", "") or not where.is_file():
        return
    from .csv_markdown import TABLE_ENDINGS
    from .json_shapes import is_own_form, shape_of

    said = f"a file of another kind, .{ending}"
    if ending == "json":
        try:
            raw = parse_json(str(where), read_file(where))
        except DataError:
            return  # reading it says why
        if is_own_form(raw) or (isinstance(raw, Mapping) and "schema" in raw):
            return
        said = f"JSON of another kind: {shape_of(raw)}"
    elif not where.name.endswith(TABLE_ENDINGS):
        return
    remedy = f"import it with `tabletop table import {where.name} --to FOLDER`"
    raise DataError(
        [Problem(code="D101", file=str(where), message=f"this is {said}", remedy=remedy)]
    )


def _raw(homes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return what of CSV and Markdown files counts for a digest: each table's id and text."""
    return tuple((id_, read_file(as_path(file))) for id_, file in homes.items())


def _sheets_of(where: Any, homes: Mapping[str, str], problems: list[Problem]) -> dict[str, Table]:
    """Read the CSV and Markdown files of a folder, each one table; those of `homes` are there.

    Markdown without a table is for people alone.
    """
    from .csv_markdown import has_table

    found: dict[str, Table] = {}
    taken = dict(homes)
    for file in files_in(where, SHEETS) if where.is_dir() else ():
        if file.name.endswith(".md") and not has_table(read_file(file)):
            continue
        for table in collect([partial(_read_sheet, file)], problems):
            if table.id in taken:
                clash = Problem(
                    code="T300", file=str(file), value=repr(table.id), remedy="rename one",
                    message=f"two tables have this id (the other is in {taken[table.id]})",
                )  # fmt: skip
                problems.append(clash)
            taken[table.id] = str(file)
            found[str(file)] = table
    return found


def _read_sheet(where: Any) -> Table:
    stem, _, ending = where.name.rpartition(".")
    from .csv_markdown import read_text

    return read_text(
        read_file(where), stem, "csv" if ending == "csv" else "markdown", {}, str(where)
    )


def tables_in(file: PathLike) -> list[Table]:
    """Read the tables of one file, whose references may lead out of it.

    Raises:
        DataError: all problems of the file.
    """
    if (where := as_path(file)).name.endswith(SHEETS):
        return [_read_sheet(where)]
    _check_kind(where)
    return tables_of(read_document(file))


def tables_of(document: Document) -> list[Table]:
    """Make the tables of a parsed file.

    Raises:
        DataError: all problems of the file.
    """
    problems: list[Problem] = []
    tables = _tables_of(document, structure(document, FileForm), {}, problems)
    if problems:
        raise in_order(problems)
    return tables


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
    is_table = form.row or form.dice or not form.table
    forms: list[FileForm | TableForm] = [form, *form.table] if is_table else [*form.table]
    built: list[Table] = []
    for one in forms:
        prefix = prefixes[id(one)]
        if one.id in homes:
            other = homes[one.id][0].name
            clash = Problem(
                code="T300", key="id", value=repr(one.id), remedy="rename one",
                message=f"two tables have this id (the other is in {other})",
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
            row.on.words, _results(f"row[{at}]", row, faults, form.thresholds), row.note.words,
            row.unreachable, row.provenance, row.confidence, weight=row.weight,
        )
        for at, row in enumerate(form.row)
    )  # fmt: skip
    overrides = tuple(
        Override(
            ",".join(one.natural.words),
            _results(f"override[{at}]", one, faults, form.thresholds),
            why=one.why,
            columns=one.columns,
            provenance=one.provenance,
            confidence=one.confidence,
        )
        for at, one in enumerate(form.override)
    )
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


def _results(
    key: str, form: RowForm | OverrideForm, faults: list[Problem], thresholds: Dice | None
) -> tuple[Any, ...]:
    if (form.result is None) == (form.results is None):
        message = "give either result or results"
        remedy = "write result = ... without columns, results = [...] with them"
        faults.append(Problem(code="T106", key=key, message=message, remedy=remedy))
        return ()
    cells = form.results if form.result is None else (form.result,)
    results = [cell.result for cell in cells or ()]
    return tuple([_threshold(result, thresholds) if thresholds else result for result in results])


def _threshold(result: Any, dice: Dice) -> Any:
    """Read a text such as `7+` as what these dice must show."""
    plain = isinstance(result, str) and not result.isdecimal()
    return Threshold(dice, result) if plain and read_spans(result) else result
