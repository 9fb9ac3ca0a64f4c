"""Tables from CSV and Markdown, as this format writes them and as they are found.

A sheet is a heading and rows; the first column is what the rows stand on, its heading the dice.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from ..data import collect, parse_toml
from ..data.lines import read_key, write_key
from ..dice.notation import one_die, parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from .parts import Row
from .ranges import Span, read_spans, write_spans
from .results import read_result
from .table import Table

_DICE = re.compile(
    r"(?<![a-z])(?:[1-9]\d*)?d(?:%|\d+)(?:[!*/+-]?(?:kh|kl|dh|dl|\d))*(?![a-z\d])", re.IGNORECASE
)
_LIKE_DICE = re.compile(r"\d+\s*[dw]+\s*([\d%]|$)|[dw]\s*[\d%]", re.IGNORECASE)
READ_EITHER_WAY = re.compile(r"\s*1?d(33|44|66|88)\s*", re.IGNORECASE)
"""What some write for two dice read as digits, some for one die of so many sides."""
_OR = re.compile(r"\s+(?:to|or|through)\s+(?=\d)|\s*(?:[-‐‑‒–—−]|\.{2,3}|…)\s*(?=\d)")
_MORE = re.compile(r"(\d+)\s*(?:\+|or (?:more|higher|above|over)|and (?:up|above|over))")
_LESS = re.compile(r"(?:<=|≤)\s*(\d+)|(\d+)\s*(?:or (?:less|lower|below|under|fewer)|and below)")
_LEAST = re.compile(r"(?:>=|≥)\s*(\d+)")


@attrs.frozen
class Sheet:
    """A table as text: a title where one stood above it, a heading, and rows with their lines."""

    title: str
    heading: tuple[str, ...]
    line: int
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@attrs.define
class Draft:
    """A table that was found: where, what it is called, and how to make it once ids are known."""

    file: str
    line: int
    id: str
    title: str
    make: "Callable[[Draft, Mapping[str, str]], Iterable[Table]]"
    keys: tuple[str, ...] = ()
    """What other tables may call it."""


def slug(text: str) -> str:
    """Make an id of a title.

    >>> slug("Wilderness Encounters (Day)")
    'wilderness-encounters-day'
    """
    return re.sub(r"[^\w.]+", "-", text.lower()).strip("-.") or "table"


def flaw(
    code: str, name: str, line: int, message: str, remedy: str, value: str = "", key: str = ""
) -> Problem:
    """Make a problem of one line of a file."""
    return Problem(
        code=code, file=name, line=line, message=message, remedy=remedy, value=value, key=key
    )


def sheets_in(text: str, kind: str, name: str) -> list[Sheet]:
    """Take a text apart into its tables.

    Raises:
        DataError: quotes that never end, or no table at all.
    """
    text = text.removeprefix("\ufeff")
    found = list(_csv_sheets(text, name) if kind == "csv" else _markdown_sheets(text))
    if not found:
        message = f"there is no {kind} table with a heading and rows"
        remedy = "write a heading line, then one line for each row"
        raise DataError([flaw("D102", name, 0, message, remedy)])
    return found


def read_text(text: str, id_: str, kind: str, settings: Mapping[str, Any], file: str = "") -> Table:
    """Read a table from CSV or Markdown text; see `tabletop_core.tables.read_table`."""
    name = file or id_
    sheets = sheets_in(text, kind, name)
    if kind == "csv" and len(sheets) > 1:
        message = "a second table begins here"
        remedy = "give each table a file of its own, or use `tabletop table import`"
        raise DataError([flaw("D102", name, sheets[1].line, message, remedy)])
    return table_of(sheets[0], id_, name, settings)


def table_of(
    sheet: Sheet, id_: str, name: str, settings: Mapping[str, Any], *, literal: bool = False
) -> Table:
    """Make a table of a sheet; `literal` takes braces in cells for what they are.

    Raises:
        DataError: all its faults, with the lines where they stand.
    """
    heading, problems = sheet.heading, list[Problem]()
    dice = settings.get("dice") or _dice_of(sheet, name)
    columns = tuple(heading[1:]) if len(heading) > 2 else ()
    weighs = heading[0].strip().lower() == "weight"
    rows: list[Row] = []
    for number, cells in sheet.rows:
        if len(cells) != len(heading):
            message = f"this row has {len(cells)} cells, the heading {len(heading)}"
            problems.append(flaw("D105", name, number, message, "mend the row"))
            continue
        works: list[Callable[[], Any]] = [partial(read_cell, c, literal) for c in cells[1:]]
        faults: list[Problem] = []
        results = collect(works, faults)
        problems += [attrs.evolve(one, file=name, line=number) for one in faults]
        if faults:
            continue
        if not weighs:
            rows.append(Row(stands_on(cells[0], dice), tuple(results)))
        elif cells[0].isdecimal() and len(cells[0]) < 9:
            rows.append(Row((), tuple(results), weight=int(cells[0])))
        else:
            message = "a weight must be a whole number"
            problems.append(flaw("D105", name, number, message, "write one", repr(cells[0])))
    if problems:
        raise DataError(problems)
    try:
        return Table(
            id=id_, rows=tuple(rows), columns=columns, **{**settings, "dice": dice or None}
        )
    except DataError as error:
        lines = [number for number, _ in sheet.rows]
        raise DataError(_at_lines(error, name, sheet.line, lines)) from None


def _at_lines(error: DataError, name: str, top: int, lines: Sequence[int]) -> list[Problem]:
    placed = []
    for problem in error.problems:
        key = read_key(problem.key)
        in_row = len(key) > 1 and key[0] == "row" and isinstance(key[1], int)
        line = lines[int(key[1])] if in_row else top
        placed.append(attrs.evolve(problem, file=name, line=line, key=write_key(key)))
    return placed


def _dice_of(sheet: Sheet, name: str) -> Dice | None:
    """Read the first heading as dice; refuse what only looks like some."""
    heading = sheet.heading[0]
    try:
        return parse_dice(heading)
    except DiceError as error:
        found = _DICE.findall(heading)
        if len(found) == 1:
            try:
                return parse_dice(found[0])
            except DiceError:
                pass
        if _LIKE_DICE.match(heading.strip()):
            remedy = "write dice such as 2d6, or another word where rows stand on labels"
            problem = flaw("D106", name, sheet.line, str(error), remedy, repr(heading))
            raise DataError([problem]) from None
        return None


def rolled_by(said: str, spans: Iterable[Span]) -> str | None:
    """Name the die that rows go through, 1 to n or the digits 11 to 66, where dice do not.

    What is said decides, but for `1d66` and `d66`, which others write for either; and where it
    names another number of sides than the rows have.
    """
    try:
        dice = parse_dice(said)
        if not dice.digits:
            return None
    except DiceError:
        dice = None
    numbers: set[int] = set()
    for first, last in spans:
        if first is None or last is None or not 0 <= last - first < 10_000:
            return None
        numbers.update(range(first, last + 1))
    high = max(numbers, default=0)
    if high > 1 and numbers == set(range(1, high + 1)):
        die = str(one_die(high))
    elif dice is None and _go_by_digits(numbers):
        die = f"d{high}"
    else:
        return None
    named = _LIKE_DICE.match(said.strip())
    return None if named and not said.strip().endswith(str(high)) else die


def _go_by_digits(numbers: set[int]) -> bool:
    """Tell whether numbers are the labels of two digit dice, with or without those between."""
    high = max(numbers, default=0)
    faces = range(1, high % 10 + 1)
    labels = {10 * tens + units for tens in faces for units in faces}
    return high in (33, 44, 66, 88) and labels <= numbers and min(numbers) == 11


def stands_on(text: str, dice: Dice | None) -> str:
    """Read what a row stands on, in the ways of print: `1–3`, `10+`, `51-00`, `3 or less`."""
    is_ours = text.isascii() and not re.search(r"\+|(?<!\d)0\d|(?<!\d)0$", text)
    if is_ours and read_spans(text) is not None:
        return text
    plain = _OR.sub("-", text.strip().lower().rstrip(".):"))
    for pattern, written in ((_MORE, "{}.."), (_LESS, "..{}"), (_LEAST, "{}..")):
        if match := pattern.fullmatch(plain):
            plain = written.format(next(filter(None, match.groups())))
    if dice is not None and not dice.digits and dice.high in (100, 1000):
        zero = "0" * (len(str(dice.high)) - 1)
        plain = re.sub(rf"(?<!\d){zero}$", str(dice.high), plain)
    spans = read_spans(plain) or read_spans(text)
    return text if spans is None else write_spans(spans)


def read_cell(text: str, literal: bool = False) -> Any:
    """Read a cell: a whole number, true or false, `{ ... }` as in TOML, or text."""
    if not literal and re.match(r"\{\s*[\w-]+\s*=|\[", text):
        return read_result(parse_toml("", f"cell = {text}")["cell"])
    if text in ("true", "false"):
        return text == "true"
    number = text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 18
    if number and text.count("-") < 2:
        return int(text)
    if literal:
        return text
    return read_result(text) if "{" in text or "}" in text else text


# ---------------------------------------------------------------- CSV


def _csv_sheets(text: str, name: str) -> Iterator[Sheet]:
    """Yield the tables of a CSV text; empty lines part them, a line of one cell is a title."""
    lines = _csv_lines(text, name)
    block: list[tuple[int, list[str]]] = []
    for number, cells in [*lines, (0, [])]:
        if any(cells):
            block.append((number, cells))
            continue
        if sheet := _block(block):
            yield sheet
            block = []
        elif block and (len(block) > 1 or number == 0):
            block = []


def _block(block: Sequence[tuple[int, list[str]]]) -> Sheet | None:
    title = ""
    while len(block) > 1 and sum(map(bool, block[0][1])) == 1 and len(block[1][1]) > 1:
        title, block = next(filter(None, block[0][1])), block[1:]
    if len(block) < 2 or len(block[0][1]) < 2:
        return None
    line, heading = block[0]
    width = len(heading)
    while width > 2 and not any(cell for _, cells in block for cell in cells[width - 1 : width]):
        width -= 1  # spreadsheets leave empty columns behind
    rows = tuple(
        (number, tuple(cells[:width] + _rest(cells, width))) for number, cells in block[1:]
    )
    return Sheet(title, tuple(heading[:width]), line, rows)


def _rest(cells: Sequence[str], width: int) -> list[str]:
    """Return what stands right of the heading, unless it is empty."""
    return list(cells[width:]) if any(cells[width:]) else []


def _csv_lines(text: str, name: str) -> list[tuple[int, list[str]]]:
    import csv

    first = next((line for line in text.split("\n") if line.strip()), "")
    counts = {mark: _outside_quotes(first).count(mark) for mark in ",;\t|"}
    if not any(counts.values()):
        second = "\n".join(text.split("\n")[1:20])
        counts = {mark: second.count(mark) for mark in ",;\t|"}
    mark = max(counts, key=lambda mark: counts[mark])
    found: list[tuple[int, list[str]]] = []
    before = 0
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark, strict=True)
    try:
        for cells in reader:
            found.append((before + 1, [_one_line(cell) for cell in cells]))
            before = reader.line_num
    except csv.Error as error:
        remedy = "see to the quotes of this line"
        problem = flaw("D102", name, before + 1, f"this is no CSV: {error}", remedy)
        raise DataError([problem]) from None
    return found


def _outside_quotes(line: str) -> str:
    return re.sub(r'"[^"]*"', "", line)


def _one_line(cell: str) -> str:
    return " ".join(cell.split())


# ---------------------------------------------------------------- Markdown


def _markdown_sheets(text: str) -> Iterator[Sheet]:
    """Yield the tables of a Markdown text, each with the heading of its section as title."""
    lines = text.split("\n")
    title, at = "", 0
    while at < len(lines):
        line = lines[at].strip()
        if match := re.match(r"#{1,6}\s+(.*?)\s*#*$|\*\*(.+)\*\*:?$", line):
            title = match[1] or match[2]
        rule = lines[at + 1].strip() if at + 1 < len(lines) else ""
        is_rule = "-" in rule and "|" in rule and not rule.strip("|:- \t")
        if "|" not in line or not is_rule:
            at += 1
            continue
        heading, first = _pipes(line), at + 1
        rows: list[tuple[int, tuple[str, ...]]] = []
        at += 2
        while at < len(lines) and lines[at].strip() and "|" in lines[at]:
            cells = _pipes(lines[at])
            rows.append((at + 1, (*cells, *[""] * (len(heading) - len(cells)))))
            at += 1
        if rows and len(heading) > 1:
            yield Sheet(title, heading, first, tuple(rows))
            title = ""


def _pipes(line: str) -> tuple[str, ...]:
    """Return the cells of a line; the outer pipes may be missing."""
    text = line.strip().replace("\\|", "\0")
    text = text.removeprefix("|").removesuffix("|")
    return tuple(_one_line(cell.replace("\0", "|")) for cell in text.split("|"))
