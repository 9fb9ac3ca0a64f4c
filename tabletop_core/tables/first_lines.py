"""What the first lines of CSV and Markdown state of a table.

They are written as `title = The sky`; in CSV also in two cells or as `title: The sky`, and so at
the head of a page of Markdown, between two lines of dashes.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import attrs

from ..data.entries import Entry
from ..data.strict import wrong
from ..dice.headings import read_heading
from ..dice.notation import parse_dice
from ..errors import DataError, DiceError, Problem, meant
from .checks import BEYOND
from .ranges import read_spans

_HEAD = "beyond|confidence|dice|digits|provenance|source|title|unreachable"
_KEYS = _HEAD.split("|")
_STATED = re.compile(rf'"?({_HEAD})[ \t]*=([^|]*)', re.IGNORECASE)
_CELLS = re.compile(rf'("?)({_HEAD})\1[ \t]*([,;:\t|])(.*)', re.IGNORECASE)
_PAGE = re.compile(rf"({_HEAD})[ \t]*:[ \t](.*)")
_OTHER = re.compile(r'"?([a-z_]+)[ \t]*[=:][^,;|\t]*', re.IGNORECASE)
_ONLY_IN_TOML = ("schema", "id", "columns", "thresholds")


@attrs.define
class _Line:
    """A line that states something, or that may."""

    at: int
    key: str
    value: str
    is_sure: bool = True
    fault: DataError | None = None


def take_stated(text: str, kind: str, name: str) -> tuple[dict[str, Any], str]:
    """Take lines such as `title = The sky` off a text, as what they state of the table.

    They are the first lines of CSV; in Markdown other lines may stand between, up to the table.

    Raises:
        DataError: a value that is not legal, a key that was stated before or does not exist, and
            a line that may as well be the heading of the rows.
    """
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    lines = text.removeprefix("\ufeff").split("\n")
    for line in list(_in_csv(lines) if kind == "csv" else _in_markdown(lines)):
        key, value = line.key, line.value
        try:
            if line.fault:
                raise line.fault
            if key in found:
                raise wrong("D105", "this is stated twice", value, "leave one out")
            found[key] = _read(key, value)
        except (DataError, DiceError) as error:
            one = error.problems[0] if isinstance(error, DataError) else None
            one = one or Problem(
                code="D105", message=str(error), value=repr(value), remedy="fix it"
            )
            problems.append(attrs.evolve(one, file=name, line=line.at + 1, key=key))
        # The lines keep their numbers.
        lines[line.at] = ""
    if problems:
        raise DataError(problems)
    return found, "\n".join(lines)


def is_stated(text: str) -> bool:
    """Return whether a line states something of a table.

    >>> is_stated("title = The sky"), is_stated("The sky")
    (True, False)
    """
    return _STATED.fullmatch(text) is not None


def _read(key: str, value: str) -> Any:
    """Read what is stated; `Table` looks at `beyond` and `digits`."""
    if key in ("provenance", "confidence"):
        Entry(**{key: value})
    if key == "unreachable" and read_spans(value) is None:
        raise wrong("D105", "these are not ranges", value, "write such as 0,13-14")
    return parse_dice(value) if key == "dice" else value


def _in_markdown(lines: Sequence[str]) -> Iterator[_Line]:
    dashes = [at for at, line in enumerate(lines) if line.strip() == "---"]
    head = range(dashes[1]) if len(dashes) > 1 and not dashes[0] else range(0)
    for at, line in enumerate(lines):
        if "|" in line:
            return
        stated = _STATED.fullmatch(line.rstrip("\r"))
        if stated is None and at in head:
            stated = _PAGE.fullmatch(line.rstrip("\r"))
        if stated:
            yield _Line(at, stated[1].lower(), _unquoted(stated[2]))
        elif (other := _OTHER.match(line)) and (at in head or "=" in other[0]):
            # What else stands in a page is for its readers, and for other programs.
            yield from _misspelt(at, other[1])


def _in_csv(lines: Sequence[str]) -> Iterator[_Line]:
    """Yield the lines above the heading, and the heading with a fault where it may be either."""
    found: list[_Line] = []
    end = len(lines)
    for at, raw in enumerate(lines):
        line = raw.strip("\r")
        if stated := _STATED.fullmatch(line):
            found.append(_Line(at, stated[1].lower(), _unquoted(stated[2])))
        elif cells := _CELLS.fullmatch(line):
            found.append(_of_cells(at, cells))
        elif re.search(_MARKS, line.strip(_AROUND)):
            end = at
            break
        elif other := _OTHER.match(line):
            found += _misspelt(at, other[1], _ONLY_IN_TOML)
    if found and not found[-1].is_sure and not _is_headed(lines[end:]):
        last = found.pop()
        if last.fault is None and _is_legal(last):
            message = f"this could be the {last.key} of the table or the heading of its rows"
            remedy = f"write `{last.key} = {last.value}`, or head the rows with another word"
            last.fault = wrong("D105", message, last.value, remedy)
            found.append(last)
    yield from found


def _unquoted(value: str) -> str:
    """Return a value without the quotes around it, or around it and its key, and empty cells."""
    return value.strip(" \t,;\r").strip("\"'").strip()


_MARKS, _AROUND = r"[,;\t|]", " ,;\t|"


def _of_cells(at: int, cells: re.Match[str]) -> _Line:
    """Read a key and a value in cells of their own, or a colon between them."""
    import csv

    key, mark, rest = cells[2].lower(), cells[3], cells[4].strip()
    if mark == ":":
        value = rest.strip(_AROUND)
        return _Line(at, key, value, not re.search(_MARKS, value))
    try:
        values = [value.strip() for value in next(csv.reader([rest], delimiter=mark), [])]
    except csv.Error:
        values = [rest]
    said = list(filter(None, values))
    if len(said) < 2:
        return _Line(at, key, "".join(said), not said)
    fault = wrong("D105", "this states more than one value", rest, "put it in quotes")
    return _Line(at, key, rest, False, fault)


def _is_legal(line: _Line) -> bool:
    """Return whether a line could state its value."""
    if line.key in ("beyond", "digits"):
        return line.value in (*BEYOND, "step")
    try:
        _read(line.key, line.value)
    except (DataError, DiceError):
        return False
    return not re.search(_MARKS, line.value)


def _misspelt(at: int, key: str, others: Collection[str] = ()) -> Iterator[_Line]:
    """Yield a line whose key is misspelt, or one of others that nothing reads here."""
    # A subtitle is no misspelt title.
    near = "" if key.lower().endswith("title") else meant(key.lower(), _KEYS)
    if near or key.lower() in others:
        remedy = f"first lines state {', '.join(_KEYS)}; other keys are for TOML"
        yield _Line(at, key, "", fault=wrong("D103", f"no such key{near}", key, remedy))


def _is_headed(lines: Sequence[str]) -> bool:
    """Return whether lines begin with a heading: dice, or words above rows of numbers."""
    rows = []
    for line in lines:
        if not line.strip(_AROUND + "\r"):
            break
        rows.append(re.split(_MARKS, line.replace('"', ""))[0].strip())
    if not rows:
        return False
    try:
        dice = read_heading(rows[0])
    except DiceError:
        return True
    if (dice is not None and dice.pools) or rows[0].lower() in ("on", "weight"):
        return True
    numbered = [bool(_NUMBERED.match(row)) for row in rows]
    return len(rows) > 1 and not numbered[0] and all(numbered[1:])


_NUMBERED = re.compile(r"(?:\.\.|[<>≤≥]=?)?\s*[-−]?\d")
