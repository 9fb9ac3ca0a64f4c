"""Lists as Perchance has them: a name, and indented below it items with `^weights`."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any

import attrs

from ..errors import DataError, DiceError, Problem
from .csv_markdown import Cut, Draft, flaw
from .model import Row
from .result_forms import read_result
from .table import Table

_WEIGHT = re.compile(r"\s*(?<!\\)\^\s*(\d{1,6}(?:\.\d{1,4})?|\d{1,6}/\d{1,6})\s*$")
_PIECE = re.compile(r"\\(.)|\[([^\[\]]*)\]|\{([^{}]*)\}|[\[\]{}]")
_CALL = re.compile(r"(\w+)((?:\.\w+)*)")
_PROPERTY = re.compile(r"(\$?[A-Za-z_]\w*)\s*=(?!=)\s*(.*)")
_BETWEEN = re.compile(r"(-?\d{1,6})\s*-\s*(-?\d{1,6})")


_OTHERS = {
    "commands of a chat": re.compile(r"\A\s*[!/]\w"),
    "TOML": re.compile(r"^\[\[?[\w.]+\]\]?[ \t]*$", re.MULTILINE),
    "XML": re.compile(r"\A\s*<[\w?!]"),
    "BBCode": re.compile(r"\[/\w+\]"),
    "groups of TableSmith": re.compile(r"^[:;]\w+[ \t]*\n[\d-]+,", re.MULTILINE),
    "a table of Inspiration Pad": re.compile(r"^Table:", re.MULTILINE | re.IGNORECASE),
    "a bulleted list": re.compile(r"^[-*+•][ \t].*\n[-*+•][ \t]", re.MULTILINE),
    "YAML": re.compile(r"^\w+:(?:[ \t].*)?\n(?:[ \t]+-|\w+:)", re.MULTILINE),
    "lines of words": re.compile(r"\A\n*\S(?!(?s:.)*(?:\n[ \t]+\S|=))"),
}
"""What a text may be instead."""


@attrs.define
class _List:
    """A list of a file: its items, and its values (`name = value`)."""

    line: int
    name: str
    items: list[tuple[int, str]] = attrs.field(factory=list)
    properties: dict[str, tuple[int, str]] = attrs.field(factory=dict)
    """Values by name; what `$output` says is shown in place of an item."""


def perchance_drafts(text: str, name: str, stem: str) -> list[Draft]:
    """Find the lists of a file.

    Raises:
        DataError: lists within lists, items without a list.
    """
    if taken := next((what for what, looks in _OTHERS.items() if looks.search(text)), ""):
        message = f"this is not a Perchance list but {taken}"
        remedy = "give a table as CSV or Markdown, or the name of a list with its items indented"
        raise DataError([flaw("D102", name, 1, message, remedy)])
    lists, problems = _lists(text, name)
    if problems:
        raise DataError(problems)
    names = {one.name for one in lists}
    drafts: list[Draft] = []
    cuts: list[Cut] = []
    for one in lists:
        drafts += _drafts_of(one, name, text, cuts)
        if one.name == "$output":  # what the whole file shows
            drafts[-1].id = stem if "output" in names else "output"
    if not drafts:
        remedy = "write the name of a list, and its items indented below it"
        raise DataError([flaw("D102", name, 1, "there is no list here", remedy)])
    drafts[-1].cuts += cuts
    return drafts


def _drafts_of(source: _List, file: str, text: str, cuts: list[Cut]) -> Iterator[Draft]:
    """Yield a table for a list, and further ones for what it shows and for values that are used.

    The others are added to the `cuts`.
    """

    def draft(line: int, called: str, items: list[tuple[int, str]]) -> Draft:
        make = partial(_make, source=source.name, items=items)
        return Draft(file, line, called, "", make, (f"{file}\0{called}",))

    properties = dict(source.properties)
    output = properties.pop("$output", None)
    for name, (line, value) in properties.items():
        if re.search(rf"\b(?:{source.name}|this)\.{re.escape(name)}\b", text):
            yield draft(line, f"{source.name}.{name}", [(line, value)])
        else:
            cuts.append(Cut(file, line, "a value that nothing uses", f"{name} = {value}"[:80]))
    if output is not None and source.items:
        yield draft(source.line, f"{source.name}.items", source.items)
    shown = source.items if output is None else [output]
    if shown:
        yield draft(source.line, source.name, shown)


def _lists(text: str, name: str) -> tuple[list[_List], list[Problem]]:
    lists: list[_List] = []
    problems: list[Problem] = []
    depth = 0
    for number, raw in enumerate(text.replace("\t", "  ").split("\n"), 1):
        line = re.sub(r"(?:^|(?<=\s))//.*", "", raw).rstrip()
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        item = line.strip()
        if not indent:
            depth = 0
            head, equals, value = map(str.strip, item.partition("="))
            lists.append(_List(number, head if head == "$output" else head.lstrip("$")))
            if not re.fullmatch(r"\$?\w+", head):
                remedy = "indent the items of a list below its name"
                problems.append(
                    flaw(
                        "D105",
                        name,
                        number,
                        "this was read as a Perchance list, but it is not the name of one",
                        remedy,
                        repr(head)[:80],
                    )
                )
            if equals:
                lists[-1].items.append((number, value))
        elif not lists:
            problems.append(flaw("D105", name, number, "this item has no list", "name the list"))
        elif match := _PROPERTY.fullmatch(item):
            lists[-1].properties[match[1]] = number, match[2]
        elif depth and indent > depth:
            remedy = "give the inner list a name of its own and write [name] here"
            problems.append(flaw("D105", name, number, "a list is within a list", remedy))
        else:
            depth = indent
            lists[-1].items.append((number, item))
    for one in lists:
        if not one.items and not one.properties:
            remedy = "indent its items below it"
            problems.append(flaw("D104", name, one.line, "this list has no items", remedy))
    return lists, problems


def _make(
    draft: Draft, names: Mapping[str, str], source: str, items: list[tuple[int, str]]
) -> Iterator[Table]:
    work = _Work(draft.file, draft.id, source, names)
    rows = [(number, *work.item(number, item)) for number, item in items]
    if work.problems:
        raise DataError(work.problems)
    weights = whole([weight for _, _, weight in rows])
    made = [_row(result, weight) for (_, result, _), weight in zip(rows, weights, strict=True)]
    for table in [(draft.id, made), *work.inner]:
        try:
            yield Table(id=table[0], rows=table[1])
        except DataError as error:
            placed = [attrs.evolve(p, file=draft.file, line=draft.line) for p in error.problems]
            raise DataError(placed) from None


def _row(result: Any, weight: int) -> Row:
    return Row((), result, weight=weight)


def whole(weights: list[Fraction]) -> list[int]:
    """Turn weights into the smallest whole numbers in the same proportion.

    >>> whole([Fraction(1, 2), Fraction(2)])
    [1, 4]
    """
    common = lcm(*(weight.denominator for weight in weights))
    numbers = [int(weight * common) for weight in weights]
    shared = gcd(*numbers) or 1
    return [number // shared for number in numbers]


class _Work:
    """The items of one list being read; choices within them become tables of their own."""

    def __init__(self, file: str, id_: str, source: str, names: Mapping[str, str]) -> None:
        self.file = file
        self.id = id_
        self.source = source
        self.names = names
        self.inner: list[tuple[str, list[Row]]] = []
        self.problems: list[Problem] = []

    def item(self, number: int, text: str) -> tuple[Any, Fraction]:
        """Read an item with its weight."""
        weight = Fraction(1)
        if match := _WEIGHT.search(text):
            text = text[: match.start()]
            weight = Fraction(match[1])
        elif re.search(r"(?<!\\)\^\S*$", text):
            self.wrong(number, "this weight cannot be read", text, "write a number such as ^2")
        if not weight:
            self.wrong(number, "a weight must be more than 0", text, "leave the item out")
        said = _PIECE.sub(lambda match: self.piece(number, match), text)
        if re.fullmatch(r"-?\d{1,15}", said):
            return int(said), weight
        try:
            return read_result(said), weight
        except DataError as error:
            self.wrong(number, error.problems[0].message, text, "fix the item")
            return "", weight

    def wrong(self, number: int, message: str, value: str, remedy: str) -> None:
        self.problems.append(flaw("D105", self.file, number, message, remedy, repr(value)[:80]))

    def piece(self, number: int, match: re.Match[str]) -> str:
        """Turn one escape, call or choice into what a text with places holds."""
        escaped, call, choice = match.groups()
        if escaped is not None:
            plain = {"n": " ", "t": " ", "s": " "}.get(escaped, escaped)
            return plain * 2 if plain in "{}" else plain
        if call is not None and (called := self.called(call.strip())):
            return f"{{{called}}}"
        if choice is not None and (ends := _BETWEEN.fullmatch(choice.strip())):
            return self.between(number, int(ends[1]), int(ends[2]), match[0])
        if choice is not None and "|" in choice:
            return self.choice(number, choice)
        remedy = "write [name], {1-6} or {this|that}"
        self.wrong(number, "this cannot be imported", match[0], remedy)
        return ""

    def called(self, call: str) -> str | None:
        """Return the id of the table that a call such as `animal.selectOne` rolls on."""
        match = _CALL.fullmatch(call)
        if match is None:
            return None
        name = self.source if match[1] == "this" else match[1]
        path = [step for step in match[2].split(".")[1:] if step != "evaluateItem"]
        if path == ["selectOne"]:
            wanted = [f"{self.file}\0{name}.items", f"{self.file}\0{name}", name]
        elif path:
            return self.names.get(f"{self.file}\0{'.'.join([name, *path])}")
        elif match[1] == "this":
            return None
        else:
            wanted = [f"{self.file}\0{name}", name]
        return next(filter(None, map(self.names.get, wanted)), name)

    def between(self, number: int, low: int, high: int, text: str) -> str:
        from ..dice.notation import one_die, parse_dice

        if high < low:
            remedy = "write the smaller number first"
            self.wrong(number, "this range runs backwards", text, remedy)
            return ""
        less = low - 1
        dice = f"{one_die(high - less)}{less:+d}" if less else f"{one_die(high)}"
        try:
            return f"{{{parse_dice(dice)}}}"
        except DiceError as error:
            self.wrong(number, str(error), text, "use a smaller range")
            return ""

    def choice(self, number: int, choice: str) -> str:
        id_ = f"{self.id}.{len(self.inner) + 1}"
        rows = [self.item(number, one.strip()) for one in choice.split("|")]
        weights = whole([weight for _, weight in rows])
        made = [_row(result, n) for (result, _), n in zip(rows, weights, strict=True)]
        self.inner.append((id_, made))
        return f"{{{id_}}}"
