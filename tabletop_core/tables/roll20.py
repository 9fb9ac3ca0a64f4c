"""Tables as the chat commands of Roll20 make them: `!import-table-item --Loot --gem --3 --`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs

from ..dice.notation import parse_dice
from ..errors import DataError, DiceError, Problem
from .csv_markdown import Draft, flaw, read_cell, slug
from .model import Row
from .result_forms import read_result
from .results import Text
from .table import Table

_COMMAND = re.compile(r"\s*!import-table(?:-item)?\s+--")
_LETTER = re.compile(r"<%%(\d{1,6})%%>")
_ROLL = re.compile(r"\[\[\s*(?:1?t\[([^\]]+)\]|(.*?))\s*\]\]")


@attrs.define
class _Items:
    """A table of a file: its items with their lines, weights and pictures."""

    line: int
    name: str
    items: list[tuple[int, str, int, str]] = attrs.field(factory=list)


def has_commands(text: str) -> bool:
    """Return whether the first line of a text is such a command; remarks may stand before it."""
    lines = (line for line in text.splitlines() if line.strip())
    first = next((line for line in lines if not line.startswith(("//", "#"))), "")
    return _COMMAND.match(first) is not None


def roll20_drafts(text: str, name: str) -> list[Draft]:
    """Find the tables of a file.

    Raises:
        DataError: lines that are no such command, items of a table that is not there.
    """
    found: dict[str, _Items] = {}
    problems: list[Problem] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith(("//", "#")):
            continue
        shown = repr(line)[:80]
        command, *said = (part.strip() for part in line.split("--"))
        called = _plain(said[0]) if said else ""
        if command == "!import-table-item" and (item := _item(number, said[1:])):
            if called in found:
                found[called].items.append(item)
            else:
                message, remedy = "this item has no table", f"begin it: !import-table --{called}"
                problems.append(flaw("D105", name, number, message, remedy, shown))
        elif command == "!import-table" and called and said[1:] in ([], [""], ["show"], ["hide"]):
            if found.setdefault(called, _Items(number, called)).line != number:
                message, remedy = "there is already a table of this name", "give it another name"
                problems.append(flaw("D105", name, number, message, remedy, shown))
        else:
            message = "this was read as a Roll20 command for tables, but it is not one"
            remedy = "write !import-table --NAME --show and !import-table-item --NAME --ITEM --1 --"
            problems.append(flaw("D105", name, number, message, remedy, shown))
    if problems:
        raise DataError(problems)
    return [
        Draft(name, one.line, slug(one.name), one.name, partial(_make, source=one), (one.name,))
        for one in found.values()
    ]


def _item(line: int, said: Sequence[str]) -> tuple[int, str, int, str] | None:
    """Return an item with its weight, the last number; a picture may follow, dashes precede."""
    weights = [at for at, part in enumerate(said) if at and re.fullmatch(r"\d{1,6}", part)]
    if not weights:
        return None
    at = weights[-1]
    return line, _plain(" -- ".join(said[:at])), int(said[at]), "--".join(said[at + 1 :])


def _plain(text: str) -> str:
    """Read the letters that a chat would take for its own, such as `<%%91%%>` for a bracket."""
    return _LETTER.sub(lambda match: chr(int(match[1])), text).strip()


def _make(draft: Draft, names: Mapping[str, str], source: _Items) -> Iterator[Table]:
    rows: list[Row] = []
    problems: list[Problem] = []
    for line, item, weight, picture in source.items:
        if picture:
            draft.cut(line, "an image", picture[:80])
        try:
            if not weight:
                remedy = "leave the item out"
                raise DataError([flaw("D105", "", 0, "a weight must be more than 0", remedy, "0")])
            rows.append(Row((), _result(item, names), weight=weight))
        except DataError as error:
            problems += [attrs.evolve(one, file=draft.file, line=line) for one in error.problems]
    if problems:
        raise DataError(problems)
    try:
        yield Table(id=draft.id, title=draft.title, rows=rows)
    except DataError as error:
        placed = [attrs.evolve(one, file=draft.file, line=source.line) for one in error.problems]
        raise DataError(placed) from None


def _result(item: str, names: Mapping[str, str]) -> object:
    """Read an item, which may roll dice, `[[2d4]]`, and on other tables, `[[1t[Loot]]]`."""

    def place(roll: re.Match[str]) -> str:
        if roll[1] is not None:
            return f"{{{names.get(roll[1].strip(), slug(roll[1]))}}}"
        try:
            return f"{{{parse_dice(roll[2].replace('{{', '{').replace('}}', '}'))}}}"
        except DiceError as error:
            remedy = "write dice such as [[2d4]], or another table as [[1t[NAME]]]"
            raise DataError([flaw("D105", "", 0, str(error), remedy, repr(item)[:80])]) from None

    if "[[" not in item:
        return read_cell(item, literal=True)
    result = read_result(_ROLL.sub(place, item.replace("{", "{{").replace("}", "}}")))
    alone = result.pieces if isinstance(result, Text) else ()
    return alone[0][1] if len(alone) == 1 and isinstance(alone[0], tuple) else result
