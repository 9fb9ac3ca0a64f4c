"""Tables from CSV and Markdown, as this format writes them and as they are found.

A sheet is a heading and rows; the first column holds the ranges or labels, its heading the dice.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import attrs

from ..data.documents import collect, parse_toml
from ..data.lines import read_key, write_key
from ..dice.headings import read_heading
from ..dice.notation import one_die, parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from .first_lines import is_stated, take_stated
from .model import Row
from .ranges import Span, covered, read_spans, write_spans
from .result_forms import read_result
from .results import RollResult, Several, Text
from .table import Table

TABLE_ENDINGS = (
    *(".json", ".db", ".csv", ".tsv", ".md", ".txt"),
    *(".html", ".htm", ".wiki", ".mediawiki"),
)
"""How files end that an import reads."""
EITHER_WAY = re.compile(r"(?<![\w.])1?[dw](33|44|66|88)(?!\w)", re.IGNORECASE)
"""What some write for two dice read as digits, some for one die of that many sides."""
_OR = re.compile(
    r"\s+(?:to|or|through)\s+(?=\d)|\s*[-‐‑‒–—−]\s*(?=\d)|(?<=\d)\s*(?:\.{2,3}|…)\s*(?=\d)"
)
_MORE = re.compile(r"(\d+)\s*(?:\+|or (?:more|higher|above|over)|and (?:up|above|over))")
_LESS = re.compile(r"(?:<=|≤)\s*(\d+)|(\d+)\s*(?:or (?:less|lower|below|under|fewer)|and below)")
_SHARE = re.compile(r"(\d{1,3}(?:[.,]\d{1,6})?)\s*%")
_NUMBER = re.compile(r"\s*\d")
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
    cuts: list["Cut"] = attrs.field(factory=list)
    """What was left out when it was made."""

    def cut(self, line: int, what: str, value: str) -> None:
        """Note something that the table format does not hold."""
        self.cuts.append(Cut(self.file, line, what, value))


class Cut(NamedTuple):
    """Something of a file that an import leaves out, and where it was."""

    file: str
    line: int
    what: str
    value: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}: {self.value!r}"


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


def sheets_in(text: str, kind: str, name: str, join: bool = False) -> list[Sheet]:
    """Take a text apart into its tables.

    Raises:
        DataError: quotes that never end, no table at all, or what `charts_in` refuses.
    """
    text = text.removeprefix("\ufeff")
    if kind == "csv" and has_table(text):
        message = "this is a table of Markdown, not CSV"
        raise DataError([flaw("D102", name, 0, message, "rename the file so that it ends in .md")])
    stacked = _csv_sheets(text, name) if kind == "csv" else _markdown_sheets(text)
    found = charts_in(stacked, name, join)
    if not found:
        message = f"there is no {kind} table with a heading and rows"
        remedy = "write a heading line, then one line for each row"
        raise DataError([flaw("D102", name, 0, message, remedy)])
    return found


def has_table(text: str) -> bool:
    """Return whether there is a table in Markdown."""
    return any(True for _ in _markdown_sheets(text))


def is_csv(text: str) -> bool:
    """Return whether a text is CSV: tabs in each line, or dice at the head of some."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(re.search(r"\S\t+\S", line) for line in lines):
        return True
    for line in lines[:12]:
        first, *more = re.split(r"[,;\t|]", line.replace('"', ""))
        try:
            dice = read_heading(first) if more else None
        except DiceError:
            continue
        if dice is not None and dice.pools:
            return True
    return False


def read_text(text: str, id_: str, kind: str, settings: Mapping[str, Any], file: str = "") -> Table:
    """Read a table from CSV or Markdown text; see `tabletop_core.tables.read_table`."""
    name = file or id_
    stated, text = take_stated(text, kind, name)
    settings = {**stated, **settings}
    sheets = sheets_in(text, kind, name)
    if len(sheets) > 1:
        message = "a second table begins here"
        remedy = "give each table a file of its own, or use `tabletop table import`"
        value = repr(sheets[1].heading[0])
        raise DataError([flaw("D102", name, sheets[1].line, message, remedy, value)])
    return table_of(sheets[0], id_, name, settings)


def table_of(
    sheet: Sheet, id_: str, name: str, settings: Mapping[str, Any], *, literal: bool = False
) -> Table:
    """Make a table of a sheet; `literal` takes braces in cells for what they are.

    Raises:
        DataError: all its faults, with their lines.
    """
    heading, problems = sheet.heading, list[Problem]()
    dice = settings.get("dice") or _dice_of(sheet, name)
    dice = parse_dice(dice) if isinstance(dice, str) else dice
    if settings.get("dice") and read_spans(plain_range(heading[0], dice)) is not None:
        message, remedy = "there is no heading above this row", f"write one, such as {dice},result"
        raise DataError([flaw("D105", name, sheet.line, message, remedy, repr(heading[0]))])
    columns = tuple(heading[1:]) if len(heading) > 2 else ()
    settings = {**settings}
    past = read_spans(settings.pop("unreachable", "")) or ()
    weighs = is_weight(heading[0])
    is_ours = heading[0] == "on"
    if not (dice or is_ours) and (shares := _shares(sheet, name)):
        weighs, sheet = True, shares
    # One label that is no range makes labels of all, `00` and `..0` too.
    is_labelled = dice is None and _spans_of([cells[0] for _, cells in sheet.rows], None) is None
    if is_labelled and not is_ours:
        problems += _headings_among(sheet, name)
    rows: list[Row] = []
    for number, cells in sheet.rows:
        if len(cells) != len(heading):
            message = f"this row has {len(cells)} cells, the heading {len(heading)}"
            problems.append(flaw("D105", name, number, message, "fix the row"))
            continue
        works: list[Callable[[], Any]] = [partial(read_cell, c, literal) for c in cells[1:]]
        faults: list[Problem] = []
        results = collect(works, faults)
        problems += [attrs.evolve(one, file=name, line=number) for one in faults]
        if faults:
            continue
        if not weighs:
            on = cells[0] if is_labelled else plain_range(cells[0], dice)
            idle = not settings.get("modifiers") and _is_for_nothing(on, dice)
            idle = idle or bool(past and _lies_in(read_spans(on), past))
            rows.append(Row(on, tuple(results), unreachable=idle))
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


def is_weight(heading: str) -> bool:
    """Return whether a heading stands above weights.

    >>> is_weight("Weights"), is_weight("Roll")
    (True, False)
    """
    return heading.strip().lower() in ("weight", "weights", "frequency")


def _shares(sheet: Sheet, name: str) -> Sheet | None:
    """Take rows headed by 30% or 12.5% as rows with weights; `None` where any is headed otherwise.

    Raises:
        DataError: shares that do not come to a hundred, such as those that count on.
    """
    found = [_SHARE.fullmatch(cells[0].strip()) for _, cells in sheet.rows]
    if not all(found):
        if any(found) and all(_NUMBER.match(cells[0]) for _, cells in sheet.rows):
            line = next(
                line for (line, _), share in zip(sheet.rows, found, strict=True) if not share
            )
            message = "this row has no share, but others have one"
            raise DataError([flaw("D105", name, line, message, "write such as 30% or 12.5%")])
        return None
    shares = [Decimal(share[1].replace(",", ".")) for share in found if share]
    if sum(shares) != 100:
        message = f"these shares add up to {sum(shares)}%, not 100%"
        remedy = "write the share of each row, or ranges such as 1-30 under the heading 1d100"
        raise DataError([flaw("D105", name, sheet.line, message, remedy, repr(sheet.heading[0]))])
    finest = min(share.as_tuple().exponent for share in shares)
    weights = [str(int(share.scaleb(-int(finest)))) for share in shares]
    rows = zip(weights, sheet.rows, strict=True)
    return attrs.evolve(
        sheet, rows=tuple((line, (weight, *cells[1:])) for weight, (line, cells) in rows)
    )


def _headings_among(sheet: Sheet, name: str) -> Iterator[Problem]:
    """Yield the rows that are headed by dice where all others hold numbers."""
    headed = [row for row in sheet.rows if not _spans_of([row[1][0]], None)]
    if len(headed) == len(sheet.rows):
        return
    for line, cells in headed:
        try:
            dice = read_heading(cells[0])
        except DiceError:
            continue
        if dice is not None and dice.pools:
            message = (
                f"this is the heading of a table, but {sheet.heading[0]!r} above it is read as one"
            )
            remedy = "remove the text above it, or state it, as in `title = The sky`"
            yield flaw("D105", name, line, message, remedy, repr(cells[0]))


def _is_for_nothing(on: str, dice: Dice | None) -> bool:
    """Return whether a row such as `4 or less` lies past all that the dice show.

    A row with an open end is there to be safe; any other past the dice is a mistake.
    """
    spans = read_spans(on)
    if dice is None or dice.digits or spans is None or len(spans) != 1:
        return False
    return None in spans[0] and not is_shown(spans[0], dice)


def _lies_in(spans: Sequence[Span] | None, others: Sequence[Span]) -> bool:
    """Return whether each range lies in one of others."""
    return all(
        any(
            (low is None or (first is not None and first >= low))
            and (high is None or (last is not None and last <= high))
            for low, high in others
        )
        for first, last in spans or [(None, None)]
    )


def is_shown(span: Span, dice: Dice) -> bool:
    """Return whether dice alone show a number of a range."""
    first, last = span
    if dice.digits:
        return any(covered(span, label) for label in dice.labels())
    return (first is None or first <= dice.high) and (last is None or last >= dice.low)


# ---------------------------------------------------------------- halves of a chart


def charts_in(sheets: Iterable[Sheet], name: str, join: bool) -> list[Sheet]:
    """Return the tables that sheets are, those of dice side by side apart from each other.

    A chart that is printed in halves, beside or below each other, is made one if `join` says so.

    Raises:
        DataError: halves that are not to be joined, or a second column of ranges.
    """
    found: list[Sheet] = []
    for half in (half for sheet in sheets for half in _halves_of(sheet)):
        if not (found and _goes_on(found[-1], half)):
            found.append(half)
        elif join:
            found[-1] = attrs.evolve(found[-1], rows=found[-1].rows + half.rows)
        else:
            message = "this continues the table before it, like a chart printed in two halves"
            remedy = "import it with --join to make one table, or give each a file of its own"
            value = repr(half.rows[0][1][0])
            raise DataError([flaw("D105", name, half.line, message, remedy, value)])
    return [part for sheet in found for part in _side_by_side(sheet, name)]


def _halves_of(sheet: Sheet) -> list[Sheet]:
    """Take a sheet apart where its heading comes again, in a row or in the heading itself."""
    heading = _folded(sheet.heading)
    starts = [at for at, (_, cells) in enumerate(sheet.rows) if _folded(cells) == heading]
    ends = zip([0, *(at + 1 for at in starts)], [*starts, len(sheet.rows)], strict=True)
    below = [attrs.evolve(sheet, rows=sheet.rows[start:end]) for start, end in ends]
    width = len(heading)
    period = next(n for n in range(1, width + 1) if heading == (heading[:n] * width)[:width])
    if 1 < period < width and width % period == 0:
        columns = range(0, width, period)
        below = [_columns(part, at, at + period) for part in below for at in columns]
    halves = [
        attrs.evolve(half, line=half.rows[0][0] if at else sheet.line)
        for at, half in enumerate(below)
        if half.rows
    ]
    return halves if all(_goes_on(*pair) for pair in pairwise(halves)) else [sheet]


def _columns(sheet: Sheet, start: int, end: int) -> Sheet:
    cells = [(line, (*row, *[""] * (end - len(row)))[start:end]) for line, row in sheet.rows]
    rows = tuple((line, row) for line, row in cells if any(row))
    return attrs.evolve(sheet, heading=sheet.heading[start:end], rows=rows)


def _folded(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(cell.strip().lower() for cell in cells)


def _goes_on(first: Sheet, second: Sheet) -> bool:
    """Return whether the rows of a table go on from those of another under the same heading."""
    if _folded(first.heading) != _folded(second.heading):
        return False
    try:
        dice = read_heading(first.heading[0])
    except DiceError:
        return False  # making the tables says why
    had, more = (_spans_of([cells[0] for _, cells in one.rows], dice) for one in (first, second))
    if not had or not more:
        return False
    end, start = had[-1][1], more[0][0]
    if end is None or start is None or (dice is not None and end >= dice.high):
        return False
    between = dice.labels() if dice is not None and dice.digits else range(end + 1, start)
    return start > end and not any(end < label < start for label in between)


# ---------------------------------------------------------------- columns of ranges


def _side_by_side(sheet: Sheet, name: str) -> list[Sheet]:
    """Take a sheet apart where further columns hold ranges of dice.

    Two columns of dice side by side are two tables. Several columns of ranges before one of results
    are one table, which has a column for each.

    Raises:
        DataError: a second column of ranges that is neither.
    """
    width = len(sheet.heading)
    if width < 3 or any(len(cells) != width for _, cells in sheet.rows):
        return [sheet]
    kinds = [_kind_of_column(sheet, at) for at in range(width)]
    further = [at for at in range(1, width) if kinds[at]]
    if not further or not (kinds[0] or "dice" in kinds):
        return [sheet]
    if kinds[0] and further == list(range(1, width - 1)):
        return [_by_columns(sheet, name)]
    starts = [0, *further]
    ends = [*further, width]
    headed = all(kinds[at] == "dice" for at in starts)
    if headed and all(end - start > 1 for start, end in zip(starts, ends, strict=True)):
        return [_between(sheet, start, end) for start, end in zip(starts, ends, strict=True)]
    message = "this column holds ranges of dice, as the first does"
    remedy = "give each table a sheet of its own, or head each column of ranges with its dice"
    value = repr(sheet.heading[further[0]])
    raise DataError([flaw("D105", name, sheet.line, message, remedy, value)])


def _kind_of_column(sheet: Sheet, at: int) -> str:
    """Return how a column shows that it holds totals: by its heading ("dice") or cells ("ranges").

    Numbers alone are results, unless the heading names dice and they are all that these show.
    """
    try:
        dice = read_heading(sheet.heading[at])
    except DiceError:
        dice = None
    if dice is not None and not dice.pools:
        dice = None  # a number alone heads a column
    cells = [cells[at] for _, cells in sheet.rows if not _is_blank(cells[at])]
    spans = _spans_of(cells, dice)
    if spans is None or len(cells) < 2:
        return ""
    if at == 0:
        return "dice" if dice else "ranges"
    if dice is None:
        return "ranges" if follow_each_other(cells) else ""
    has_ranges = any(first != last for first, last in spans)
    return "dice" if has_ranges or {spans[0][0], spans[-1][1]} == {dice.low, dice.high} else ""


def _spans_of(cells: Iterable[str], dice: Dice | None) -> list[Span] | None:
    read = [read_spans(plain_range(cell, dice)) for cell in cells]
    return None if None in read else [span for one in read for span in one or ()]


def follow_each_other(cells: Sequence[str]) -> bool:
    """Return whether cells read as ranges that go on from each other, as those of a die do."""
    spans = _spans_of(cells, None)
    if spans is None or len(spans) < 2 or all(first == last for first, last in spans):
        return False
    return all(last is not None and first == last + 1 for (_, last), (first, _) in pairwise(spans))


def _is_blank(cell: str) -> bool:
    return cell.strip("-‐‑‒–—− ") == ""


def _between(sheet: Sheet, start: int, end: int) -> Sheet:
    """Return the table in some columns of a sheet."""
    heading = sheet.heading[start:end]
    results = heading[1] if len(heading) == 2 else ""
    rows = [(line, cells[start:end]) for line, cells in sheet.rows if any(cells[start:end])]
    return Sheet(": ".join(filter(None, (sheet.title, results))), heading, sheet.line, tuple(rows))


def _by_columns(sheet: Sheet, name: str) -> Sheet:
    """Make one table of several columns of ranges: the totals of dice, and a result in each column.

    Raises:
        DataError: columns that do not reach the same totals, or name different dice.
    """
    *labels, _ = sheet.heading
    dice = _dice_of(sheet, name)
    reached: list[dict[Span, tuple[int, str]]] = []
    for at in range(len(labels)):
        reached.append({})
        for line, cells in sheet.rows:
            if not _is_blank(cells[at]):
                for span in read_spans(plain_range(cells[at], dice)) or ():
                    reached[at][span] = line, cells[-1]
    cuts = sorted({first for one in reached for first, _ in one if first is not None})
    cuts += sorted({last + 1 for one in reached for _, last in one if last is not None})
    rows: list[tuple[int, tuple[str, ...]]] = []
    for span in _pieces(sorted(set(cuts)), reached):
        found = [_holding(one, span) for one in reached]
        if not any(found):
            continue
        if not all(found):
            message = f"no row of this column covers {write_spans([span])}, but other columns do"
            value = repr(labels[found.index(None)])
            remedy = "make all columns cover the same totals"
            raise DataError([flaw("D105", name, sheet.line, message, remedy, value)])
        lines = [line for line, _ in filter(None, found)]
        results = [result for _, result in filter(None, found)]
        rows.append((min(lines), (write_spans([span]), *results)))
    return Sheet(sheet.title, (str(dice or "on"), *labels), sheet.line, tuple(rows))


def _pieces(cuts: Sequence[int], reached: Iterable[Iterable[Span]]) -> Iterator[Span]:
    """Yield the longest ranges within which no column changes."""
    spans = [span for one in reached for span in one]
    if any(first is None for first, _ in spans):
        yield None, cuts[0] - 1
    yield from ((first, after - 1) for first, after in pairwise(cuts))
    if any(last is None for _, last in spans):
        yield cuts[-1], None


def _holding(column: Mapping[Span, tuple[int, str]], piece: Span) -> tuple[int, str] | None:
    first, last = piece
    inside = first if first is not None else last
    assert inside is not None
    for span, found in column.items():
        if covered(span, inside):
            return found
    return None


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
        dice = read_heading(heading)
    except DiceError as error:
        raise DataError([_unread_heading(error, heading, name, sheet.line)]) from None
    if dice is not None and not dice.pools:
        message = "there is no heading above the rows, or one without dice"
        remedy = "write the dice, or a word, above the ranges of the rows"
        raise DataError([flaw("D106", name, sheet.line, message, remedy, repr(heading))])
    return dice


def _unread_heading(error: DiceError, heading: str, name: str, line: int) -> Problem:
    remedy = "write dice such as 2d6, or another word where rows have labels"
    return flaw("D106", name, line, str(error), remedy, repr(heading))


def rolled_by(said: str, spans: Iterable[Span]) -> str | None:
    """Name the die that rows go through, 1 to n or the digits 11 to 66, where a heading does not.

    What it names decides, but for `1d66` and `d66`, which others write for either.

    Raises:
        DiceError: dice that cannot be read.
    """
    if match := EITHER_WAY.search(said):
        sides, die = int(match[1]), _gone_through(spans)
        if die not in (f"1d({sides})", f"d{sides}"):
            return None
        found = read_heading(f"{said[: match.start()]}{die}{said[match.end() :]}")
        return str(found) if found else None
    return None if read_heading(said) else _gone_through(spans)


def _gone_through(spans: Iterable[Span]) -> str | None:
    numbers: set[int] = set()
    for first, last in spans:
        if first is None or last is None or not 0 <= last - first < 10_000:
            return None
        numbers.update(range(first, last + 1))
    high = max(numbers, default=0)
    if high > 1 and numbers == set(range(1, high + 1)):
        return str(one_die(high)) if high <= 10_000 else None
    return f"d{high}" if _go_by_digits(numbers) else None


def _go_by_digits(numbers: set[int]) -> bool:
    """Return whether numbers are the labels of two digit dice, with or without those between."""
    high = max(numbers, default=0)
    faces = range(1, high % 10 + 1)
    labels = {10 * tens + units for tens in faces for units in faces}
    return high in (33, 44, 66, 88) and labels <= numbers and min(numbers) == 11


def plain_range(text: str, dice: Dice | None) -> str:
    """Read the ranges of a row as they are printed: `1–3`, `10+`, `51-00`, `3 or less`."""
    is_ours = text.isascii() and not re.search(r"\+|(?<!\d)0\d|(?<!\d)0$", text)
    if is_ours and read_spans(text) is not None:
        return text
    plain = _OR.sub("-", text.strip().lower().rstrip(".):"))
    plain = re.sub(r"(\d)\s*%?\s*-\s*(\d+)\s*%", r"\1-\2", plain)
    for pattern, written in ((_MORE, "{}.."), (_LESS, "..{}"), (_LEAST, "{}..")):
        if match := pattern.fullmatch(plain):
            plain = written.format(next(filter(None, match.groups())))
    if dice is not None and not dice.digits and dice.high in (100, 1000):
        zero = "0" * (len(str(dice.high)) - 1)
        plain = re.sub(rf"(?<!\d){zero}$", str(dice.high), plain)
    spans = read_spans(plain) or read_spans(text)
    return text if spans is None else write_spans(spans)


def is_wrapped(result: Any) -> bool:
    """Return whether an array stands around a result just so that a cell is read as one of ours."""
    alone = result.results if isinstance(result, Several) and len(result.results) == 1 else ()
    return any(isinstance(one, Text | Several) for one in alone)


def read_cell(text: str, literal: bool = False) -> Any:
    """Read a cell: a whole number, true or false, `{ ... }` as in TOML, dice to roll, or text.

    Dice to roll are written as Obsidian has them, `` `dice: 2d4` ``, or as Foundry, `[[2d4]]`.
    """
    if text[:1] in ("{", "[") and (_WRITTEN if literal else _FORM).match(text):
        result: Any = read_result(parse_toml("", f"cell = {text}")["cell"])
        return result.results[0] if is_wrapped(result) else result
    if "[[" in text or "`" in text:
        rolled = _read_rolls(text, literal)
        if rolled is not None:
            return rolled
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?[0-9]{1,19}", text) and abs(int(text)) < 2**63:
        return int(text)
    if literal:
        return text
    return read_result(text) if "{" in text or "}" in text else text


_FORM = re.compile(r"\{\s*[\w-]+\s*=|\[(?!\[[^\"\[\]{},]*d|[^\"\[\]{},]+\]\()")
"""A result in the form that it has in TOML; `[[2d4]]` are dice of Foundry, `[a](b)` is a link."""
_WRITTEN = re.compile(r"\{\s*(?:roll|table|effect|value|again)\s*=|\[+\s*[\"{]")
"""Such a result in what others may have written, too."""
_ROLLS = re.compile(
    r"`dice(?:[-+|][\w-]*)*\s*:\s*([^`]*)`|\[\[(?:/\w+\s+)?([^\[\]#]*d[^\[\]#]*)(?:#[^\[\]]*)?\]\]",
    re.IGNORECASE,
)


def spans_of_dice(text: str) -> list[tuple[int, int]]:
    """Return where dice to roll stand in a cell that others have written."""
    if _WRITTEN.match(text):
        return []
    return [roll.span() for roll in _ROLLS.finditer(text) if _is_roll(roll[0])]


def _is_roll(text: str) -> bool:
    try:
        return _read_rolls(text, literal=True) is not None
    except DataError:
        return True  # such as a table in another note, which is refused where it is read


def _read_rolls(text: str, literal: bool) -> Any:
    """Read a cell with dice to roll in it; `None` where there are none."""
    found: list[Dice] = []

    def place(match: re.Match[str]) -> str:
        said = match[2] if match[1] is None else match[1].partition("|")[0]
        try:
            found.append(parse_dice(said))
        except DiceError as error:
            if match[1] is None and not re.match(r"\s*\d*d[\d%(]", said, re.IGNORECASE):
                return match[0]  # a link of a wiki looks like Foundry's dice
            remedy = "write dice such as 2d4; a table in another note is not rolled on"
            raise DataError([flaw("D105", "", 0, str(error), remedy, repr(match[0]))]) from None
        return f"\0{len(found) - 1}\0"

    said = _ROLLS.sub(place, text.replace("\0", ""))
    if not found:
        return None
    if said == "\x000\x00":
        return RollResult(found[0])
    if literal:
        said = said.replace("{", "{{").replace("}", "}}")
    return read_result(re.sub(r"\0(\d+)\0", lambda match: f"{{{found[int(match[1])]}}}", said))


# ---------------------------------------------------------------- CSV


def _csv_sheets(text: str, name: str) -> Iterator[Sheet]:
    """Yield the tables of a CSV text; empty lines part them, a line of one cell is a title."""
    lines = _csv_lines(text, name)
    block: list[tuple[int, list[str]]] = []
    is_above = True  # whether all lines of the block may be titles
    for number, cells in [*lines, (0, [])]:
        if any(cells):
            block.append((number, cells))
            is_above = is_above and sum(map(bool, cells)) == 1
            if is_above and is_stated(said := "".join(cells)):
                message = "only the first lines of a file can describe its tables"
                remedy = "give this table a file of its own"
                raise DataError([flaw("D105", name, number, message, remedy, repr(said))])
            continue
        is_above = True
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
    """Return the cells to the right of the heading, unless they are empty."""
    return list(cells[width:]) if any(cells[width:]) else []


def _csv_lines(text: str, name: str) -> list[tuple[int, list[str]]]:
    import csv

    stated = re.match(r'"?sep=(.)"?[ \t]*(?=\r?\n)', text, re.IGNORECASE)
    if stated:  # a line for Excel, no cells
        text = text[stated.end() :]
    first = next((line for line in text.split("\n") if line.strip()), "")
    counts = {mark: _outside_quotes(first).count(mark) for mark in ",;\t|"}
    if not any(counts.values()):
        second = "\n".join(text.split("\n")[1:20])
        counts = {mark: second.count(mark) for mark in ",;\t|"}
    mark = stated[1] if stated else max(counts, key=lambda mark: counts[mark])
    found: list[tuple[int, list[str]]] = []
    before = 0
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark, strict=True)
    try:
        for cells in reader:
            found.append((before + 1, [_one_line(cell) for cell in cells]))
            before = reader.line_num
    except csv.Error as error:
        remedy = "check the quotes in this line"
        problem = flaw("D102", name, before + 1, f"this is not CSV: {error}", remedy)
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
        is_rule = "-" in rule and "|" in rule and not rule.strip("|:-+ \t")
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
