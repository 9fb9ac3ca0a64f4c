"""Bring tables in from what people have: Foundry, Roll20, Perchance, CSV, Markdown, HTML, JSON.

Each file becomes tables of this format; what cannot be carried over is reported with file and line.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from ..data.documents import (
    Document,
    PathLike,
    as_path,
    files_in,
    in_order,
    parse_json,
    parse_keys,
    read_file,
)
from ..errors import DataError, DiceError, Problem
from .checks import check_set
from .collection import Tables
from .csv_markdown import (
    TABLE_ENDINGS,
    Cut,
    Draft,
    Sheet,
    charts_in,
    flaw,
    has_table,
    is_csv,
    is_weight,
    plain_range,
    read_cell,
    rolled_by,
    sheets_in,
    slug,
    spans_of_dice,
    table_of,
)
from .exports import PAGE_DATA
from .first_lines import take_stated
from .foundry import foundry_drafts
from .json_shapes import is_own_form, tracery_lists
from .lists import lists_in, numbered_in
from .marked_up import html_sheets, wiki_sheets
from .perchance import perchance_drafts
from .ranges import Span, read_spans
from .result_forms import read_result
from .results import RollResult, Text
from .roll20 import has_commands, roll20_drafts
from .table import Table

_ENDINGS = f"give files that end in {', '.join(TABLE_ENDINGS)}"


@attrs.frozen
class Imported:
    """The tables of an import by the file they stood in, and the faults of the others."""

    tables: dict[str, list[Table]]
    problems: tuple[Problem, ...]
    cuts: tuple[Cut, ...] = ()
    """What sound tables lost: links, images."""
    skipped: tuple[str, ...] = ()
    """Files of imported folders that hold no table, such as a README."""

    @property
    def all(self) -> Tables:
        """All tables, bound together."""
        return Tables.of(table for tables in self.tables.values() for table in tables)


def import_tables(paths: Iterable[PathLike], *, join: bool = False) -> Imported:
    """Read tables from files and folders of them; faults do not keep the sound ones away.

    `join` makes one table of a chart that is printed in halves, beside or below each other.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "animals.txt"
    >>> _ = file.write_text("animal\\n  cat ^2\\n  dog\\n")
    >>> str(import_tables([file]).all["animal"].odds().p("cat"))
    '2/3'
    """
    problems: list[Problem] = []
    drafts: list[Draft] = []
    skipped: list[str] = []
    for path in map(as_path, paths):
        try:
            files = files_in(path, TABLE_ENDINGS)
            if not files:
                raise DataError([flaw("D102", str(path), 0, "it holds no file to read", _ENDINGS)])
            for file in files:
                try:
                    drafts += _drafts_in(file, join)
                except DataError as error:
                    if path.is_dir() and _holds_no_table(file, error):
                        skipped.append(str(file))
                    else:
                        problems += error.problems
        except DataError as error:
            problems += error.problems
    _tell_apart(drafts)
    names = {key: draft.id for draft in drafts for key in (*draft.keys, draft.title)}
    made: list[tuple[Draft, Table]] = []
    for draft in drafts:
        try:
            made += [(draft, table) for table in draft.make(draft, names)]
        except DataError as error:
            problems += error.problems
    while faults := check_set([table for _, table in made]):
        # Who refers to what could not be read fails too, and so on.
        failed = {problem.file for problem in faults}
        homes = {table.id: draft for draft, table in made}
        problems += [
            attrs.evolve(one, file=homes[one.file].file, line=homes[one.file].line)
            for one in faults
        ]
        made = [(draft, table) for draft, table in made if table.id not in failed]
    tables: dict[str, list[Table]] = {}
    for draft, table in made:
        tables.setdefault(draft.file, []).append(table)
    sound = {id(draft): draft for draft, _ in made}.values()
    cuts = tuple(cut for draft in sound for cut in draft.cuts)
    return Imported(tables, tuple(in_order(problems).problems), cuts, tuple(skipped))


_PAPERS = re.compile(
    r"readme|licen[cs]e|copying|notice|changelog|changes|credits|authors|contributing"
)


def _holds_no_table(file: Any, error: DataError) -> bool:
    """Return whether a file of a folder is there for something else than tables."""
    if _PAPERS.match(file.name.lower()):
        return True
    if file.name.endswith((".csv", ".tsv")):
        return False
    return all(problem.message.startswith("there is no ") for problem in error.problems)


def _drafts_in(file: Any, join: bool) -> list[Draft]:
    name, text = str(file), read_file(file)
    stem, _, ending = file.name.rpartition(".")
    kind = _kind_of(text, ending)
    if kind == "json":
        return _json_drafts(text, name, stem)
    if kind == "page":
        data = text.partition(PAGE_DATA)[2].partition("</script>")[0]
        return _own_drafts(Document(name, stem, "", parse_keys(name, data)))
    if kind == "roll20":
        return roll20_drafts(text, name)
    if kind == "perchance":
        return perchance_drafts(text, name, stem)
    if kind in _MARKED_UP:
        sheets = _MARKED_UP[kind](text, name)
        if not sheets:
            message = "there is no table with a heading and rows"
            raise DataError([flaw("D102", name, 0, message, "give a page with a table in it")])
        sheets = charts_in(sheets, name, join)
        return [_sheet_draft(sheet, name, stem, len(sheets) == 1, {}) for sheet in sheets]
    if kind not in ("csv", "markdown"):
        raise DataError([flaw("D101", name, 0, "files of this kind are not supported", _ENDINGS)])
    lists = list(lists_in(text, indented=ending == "md")) if kind == "markdown" else []
    stated, text = take_stated(text, kind, name)
    try:
        sheets = sheets_in(text, kind, name, join)
    except DataError:
        if not lists:
            _refuse_steps(text, ending, name)
            raise
        sheets = []
    sheets = sorted([*sheets, *lists], key=lambda sheet: sheet.line)
    return [_sheet_draft(sheet, name, stem, len(sheets) == 1, stated) for sheet in sheets]


def _kind_of(text: str, ending: str) -> str:
    """Return what a file holds, by its ending, and for texts by what they look like."""
    if ending in ("html", "htm"):
        return "page" if PAGE_DATA in text else "html"
    if ending not in ("csv", "tsv", "md", "txt"):
        return _KINDS.get(ending, "")
    if has_commands(text):
        return "roll20"
    is_sheet = ending in ("csv", "tsv")
    if not is_sheet and _IS_WIKI.search(text):
        return "wiki"
    if has_table(text):
        return "markdown"
    if is_sheet:
        return "csv"
    if _IS_HTML.search(text):
        return "html"
    if ending == "md":
        return "markdown"
    if text.lstrip()[:1] in ("[", "{") and _json_of(text, "") is not None:
        return "json"
    if is_csv(text):
        return "csv"
    is_list = any(lists_in(text, indented=False)) or numbered_in(text, indented=False)[0]
    return "markdown" if is_list else "perchance"


def _refuse_steps(text: str, ending: str, name: str) -> None:
    """Refuse a numbered list that may be steps of something, and one of ranges with a gap."""
    if ending not in ("md", "txt"):
        return
    line, numbers = numbered_in(text, indented=ending == "md")
    if line:
        message = "there is no table, only a numbered list whose title names no die"
        remedy = "write the die above it, such as `Beasts (d4)`, if it is rolled on"
        if any(not number.isdecimal() for number in numbers):
            message = f"there is no table, only a list of ranges with a gap: {', '.join(numbers)}"
            remedy = "begin each range where the previous one ends"
        raise DataError([flaw("D102", name, line, message[:200], remedy)])


_IS_WIKI = re.compile(r"^[ \t]*\{\|", re.MULTILINE)
_IS_HTML = re.compile(r"<table[\s>]", re.IGNORECASE)
_MARKED_UP: Mapping[str, Callable[[str, str], list[Sheet]]] = {
    "html": html_sheets,
    "wiki": wiki_sheets,
}
_KINDS = {"json": "json", "db": "json", "wiki": "wiki", "mediawiki": "wiki"}


def _json_drafts(text: str, name: str, stem: str) -> list[Draft]:
    raw = _json_of(text, name)
    if is_own_form(raw):
        return _own_drafts(Document(name, stem, text, raw))
    grammar = tracery_lists(raw, name)
    if grammar is not None:
        return perchance_drafts(grammar, name, stem)
    return foundry_drafts(text, name, stem)


def _json_of(text: str, name: str) -> Any:
    try:
        return parse_json(name, text)
    except DataError:
        return None  # reading it as a roll table says why


def _own_drafts(document: Document) -> list[Draft]:
    """Read the tables of a file that has the keys of this format."""
    from .files import tables_of

    def draft_of(table: Table) -> Draft:
        def make(draft: Draft, _: Mapping[str, str]) -> list[Table]:
            return [attrs.evolve(table, id=draft.id)]

        return Draft(document.name, 1, table.id, table.title, make)

    return [draft_of(table) for table in tables_of(document)]


def _sheet_draft(
    sheet: Sheet, name: str, stem: str, is_alone: bool, stated: Mapping[str, str]
) -> Draft:
    def make(draft: Draft, _: Mapping[str, str]) -> list[Table]:
        titled = {"title": draft.title} if draft.title else {}
        settings = {**titled, **stated} if is_alone else {**stated, **titled}
        for line, cells in sheet.rows:
            for cell in cells[1:]:
                if "{" in cell and _is_text(cell) and ("{{" in cell or _fills(cell)):
                    draft.cut(line, "braces, kept as text", cell)
        plain = [(line, [_without_links(one, line, draft) for one in c]) for line, c in sheet.rows]
        read = attrs.evolve(sheet, rows=tuple((line, tuple(cells)) for line, cells in plain))
        return [table_of(rolled(read), draft.id, name, settings, literal=True)]

    id_ = slug(stem if is_alone else sheet.title or stem)
    return Draft(name, sheet.line, id_, sheet.title, make)


_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)|!\[\[[^\]]*\]\]|<img\b[^>]*>", re.IGNORECASE)
_LINKS = re.compile(
    r"\[([^\[\]]+)\]\([^)]*\)|<a\b[^>]*>(.*?)</a>|\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]",
    re.IGNORECASE,
)


def _without_links(cell: str, line: int, draft: Draft) -> str:
    """Keep the words of links and images, and dice, and note what is left out."""
    dice = spans_of_dice(cell)
    if not dice and ("`" in cell or not _is_text(cell)):
        return cell  # one of ours, or with code in it

    def image(match: re.Match[str]) -> str:
        draft.cut(line, "an image", match[0][:80])
        return match[1] or ""

    def link(match: re.Match[str]) -> str:
        draft.cut(line, "a link", match[0][:80])
        words: str = next(filter(None, match.groups()), "")
        return words

    kept, at = "", 0
    for start, end in [*dice, (len(cell), len(cell))]:
        kept += _LINKS.sub(link, _IMAGE.sub(image, cell[at:start])) + cell[start:end]
        at = end
    return " ".join(kept.split())


def _is_text(cell: str) -> bool:
    """Return whether a cell is text: neither one of our results nor with dice in it."""
    try:
        return bool(read_cell(cell, literal=True) == cell)
    except DataError:
        return False


def _fills(cell: str) -> bool:
    """Return whether a cell would roll dice if it were one of ours."""
    try:
        result = read_result(cell)
    except DataError:
        return False
    return isinstance(result, Text) and any(
        isinstance(wanted, RollResult) for _, wanted in result.places
    )


_CHANCE = re.compile(r"chances?|odds|probability|percent(?:age)?|share|%|p", re.IGNORECASE)
"""A heading above numbers that are not those of a die."""
_HUNDRED = re.compile(r"(?<=\D)00$|^00$")
"""How the highest roll of two dice that show tens and units is printed."""


def rolled(sheet: Sheet) -> Sheet:
    """Name the die of a sheet by the ranges of its rows, where its heading does not."""
    spans: list[Span] = []
    for _, cells in sheet.rows:
        found = read_spans(plain_range(_HUNDRED.sub("100", cells[0]), None)) if cells else None
        spans += found or ((None, None),)
    heading = sheet.heading[0]
    if is_weight(heading) or _CHANCE.fullmatch(heading.strip()):
        return sheet
    try:
        die = rolled_by(heading, spans)
    except DiceError:
        die = None  # making the table says why
    return sheet if die is None else attrs.evolve(sheet, heading=(die, *sheet.heading[1:]))


def _tell_apart(drafts: Iterable[Draft]) -> None:
    """Number tables that would have the same id."""
    taken: set[str] = set()
    for draft in drafts:
        wanted, number = draft.id, 1
        while draft.id in taken:
            number += 1
            draft.id = f"{wanted}-{number}"
        taken.add(draft.id)
