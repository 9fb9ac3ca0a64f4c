"""Roll tables as Foundry exports them: one, several, or the lines of a compendium."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import unescape
from typing import Any

import attrs

from ..data.documents import parse_json
from ..data.lines import Key, json_lines
from ..dice.headings import read_heading
from ..dice.notation import parse_dice
from ..dice.pools import Dice
from ..errors import DataError, DiceError, Problem
from .csv_markdown import EITHER_WAY, Draft, flaw, is_shown, rolled_by, slug
from .json_shapes import UNREAD, as_roll_table, shape_of
from .model import Row
from .ranges import Span, covered
from .result_forms import read_result
from .results import Reference, RollResult, Text
from .table import Table

_LINK = re.compile(r"@(\w+)\[([^\]]*)\](?:\{([^}]*)\})?")
_INLINE = re.compile(r"\[\[(?:/\w+\s+)?([^\]\[]*?)(?:\s*#[^\]]*)?\]\](?:\{[^}]*\})?")


def foundry_drafts(text: str, name: str, stem: str) -> list[Draft]:
    """Find the tables of a file.

    Raises:
        DataError: the text is not JSON, or holds no table.
    """
    found: list[Draft] = []
    tables, others = _tables_in(text, name)
    for line, key, raw in tables:
        title = str(raw["name"]) if isinstance(raw.get("name"), str) else ""
        keys = tuple(k for k in (raw.get("_id"), raw.get("id")) if isinstance(k, str) and k)
        make = partial(_make, raw=raw, key=key, text=text, first=line)
        own = line or json_lines(text).get(key, 1)
        found.append(Draft(name, own, slug(title or stem), title, make, keys))
    for line, key, raw in others:
        found[0].cut(
            line or json_lines(text).get(key, 1), "an entry that is not a table", shape_of(raw)[:80]
        )
    return found


_Place = tuple[int, Key, Any]


def _tables_in(text: str, name: str) -> tuple[list[_Place], list[_Place]]:
    """Return the tables of a text with their line and place, and what else stands among them."""
    read: list[_Place]
    try:
        whole = parse_json(name, text)
    except DataError:
        if not re.match(r"\s*\{.*\}[ \t\r]*\n+\{", text):
            raise
        whole = None  # one document on each line
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        read = [(n, (), parse_json(name, line, n)) for n, line in lines]
    else:
        key: Key = ()
        if isinstance(whole, Mapping) and isinstance(whole.get("tables"), list):
            whole, key = whole["tables"], ("tables",)
        several = whole if isinstance(whole, list) else None
        if several is None:
            read = [(0, key, whole)]
        else:
            read = [(0, (*key, at), one) for at, one in enumerate(several)]
    tables = [one for one in read if isinstance(one[2], Mapping) and "results" in one[2]]
    if tables:
        return tables, [one for one in read if one not in tables]
    table = as_roll_table(whole)
    if table is not None:
        return [(1, (), table)], []
    shaped = [(line, key, as_roll_table(raw)) for line, key, raw in read]
    found = [one for one in shaped if one[2] is not None]
    if not found:
        remedy = "give a roll table with a formula and results, or entries with min, max and text"
        message = f"there is no roll table here, but {shape_of(whole)}"
        raise DataError([flaw("D102", name, 1, message, remedy)])
    rest = zip(read, shaped, strict=True)
    return found, [one for one, (_, _, table) in rest if table is None]


def _make(
    draft: Draft,
    names: Mapping[str, str],
    raw: Mapping[str, Any],
    key: Key,
    text: str,
    first: int,
) -> list[Table]:
    lines = {} if first else json_lines(text)
    own = first or lines.get(key, 1)

    def line_of(*steps: str | int) -> int:
        return lines.get((*key, *steps), own)

    problems: list[Problem] = []
    name = draft.file

    def wrong(at: int, what: str, message: str, value: Any, remedy: str) -> None:
        shown = repr(value)[:80]
        problems.append(flaw("D105", name, at, message, remedy, shown, what))

    results = raw.get("results")
    rows: list[Row] = []
    spots: list[int] = []
    spans: list[Span] = []
    for at, one in enumerate(results if isinstance(results, list) else ()):
        where, spot = f"results[{at}]", line_of("results", at)
        span = one.get("range") if isinstance(one, Mapping) else None
        if not (isinstance(span, list) and len(span) == 2 and all(type(n) is int for n in span)):
            wrong(spot, f"{where}.range", "a range must be two whole numbers", span, "write [1, 3]")
            continue
        try:
            result = _result(one, names, partial(draft.cut, spot))
        except DataError as error:
            wrong(spot, where, error.problems[0].message, one.get("text"), "fix the text")
            continue
        for said, value in one.get(UNREAD, {}).items():
            draft.cut(spot, f"what {said!r} says", str(value)[:80])
        on = str(span[0]) if span[0] == span[1] else f"{span[0]}..{span[1]}"
        on = on if span[0] < 0 or "." not in on else f"{span[0]}-{span[1]}"
        rows.append(Row(on, result))
        spots.append(spot)
        spans.append((span[0], span[1]))
    formula = raw.get("formula")
    try:
        dice = _rolled(formula if isinstance(formula, str) else "", spans)
    except DiceError as error:
        if spans and not formula:
            said = "no dice are stated, and the ranges do not run from 1 without gaps"
            wrong(line_of("results"), "formula", said, spans, 'state them: "formula": "2d6"')
        else:
            wrong(line_of("formula"), "formula", str(error), formula, "write dice such as 1d20")
    if not isinstance(results, list):
        wrong(line_of("results"), "results", "results must be an array", results, "write [...]")
    if problems:
        raise DataError(problems)
    beyond = ""
    if UNREAD not in raw:  # Foundry rolls until a row fits
        beyond = "" if _covers(spans, dice) else "reroll"
        rows = [
            row if is_shown(span, dice) else attrs.evolve(row, unreachable=True)
            for row, span in zip(rows, spans, strict=True)
        ]
    try:
        return [Table(id=draft.id, title=draft.title, dice=dice, rows=rows, beyond=beyond)]
    except DataError as error:
        raise DataError(_placed(problem, name, own, spots) for problem in error.problems) from None


def _rolled(formula: str, spans: Sequence[Span]) -> Dice:
    """Read a formula; words in brackets behind dice say what they are for.

    Raises:
        DiceError: a formula that cannot be read.
    """
    said = re.sub(r"(?<=[\w)])\s*\[[^\]\[]*\]", "", formula)
    meant = rolled_by(said, spans) if EITHER_WAY.search(said) else None
    return read_heading(meant or said) or parse_dice(said)


def _covers(spans: Iterable[Span], dice: Dice) -> bool:
    """Return whether rows hold all that dice show."""
    if dice.digits:
        return all(any(covered(span, label) for span in spans) for label in dice.labels())
    reached = dice.low - 1
    for first, last in sorted((first or 0, last or 0) for first, last in spans):
        if first > reached + 1:
            break
        reached = max(reached, last)
    return reached >= dice.high


def _placed(problem: Problem, name: str, own: int, spots: list[int]) -> Problem:
    row = re.match(r"row\[(\d+)\]", problem.key)
    line = spots[int(row[1])] if row else own
    return attrs.evolve(problem, file=name, line=line, key=problem.key.replace("row[", "results["))


def _result(
    one: Mapping[str, Any], names: Mapping[str, str], cut: Callable[[str, str], None]
) -> Any:
    """Read one result: another table, dice, or text."""
    said = " ".join(
        part for k in ("name", "text", "description") if isinstance(part := one.get(k), str)
    )
    collection = str(one.get("documentCollection") or one.get("collection") or "")
    target = one.get("documentId") or one.get("resultId") or ""
    uuid = str(one.get("documentUuid") or "")
    if collection.endswith("RollTable") or ".RollTable." in f".{uuid}":
        known = names.get(str(target)) or names.get(uuid.rpartition(".")[2]) or names.get(said)
        if known:
            return Reference(known)
        if not said:
            problem = flaw("D105", "", 0, "it leads to a table that is not here", "import both")
            raise DataError([problem])
    plain = _plain(said, names, cut)
    if re.fullmatch(r"-?\d{1,15}", plain):
        return int(plain)
    result = read_result(plain)
    alone = result.pieces if isinstance(result, Text) else ()
    if len(alone) == 1 and isinstance(alone[0], tuple) and isinstance(alone[0][1], RollResult):
        return alone[0][1]
    return result


def _plain(text: str, names: Mapping[str, str], cut: Callable[[str, str], None]) -> str:
    """Turn the text of a page into a text with places to fill."""
    for image in re.findall(r"<(?:img|video|audio|iframe)\b[^>]*>", text, flags=re.IGNORECASE):
        cut("an image or a recording", image[:80])
    text = re.sub(r"<(?:br|/p|/li|/div|/h\d)\b[^>]*>", " ", text, flags=re.IGNORECASE)
    text = unescape(re.sub(r"<[^>]*>", "", text)).replace("\xa0", " ")
    places: list[str] = []

    def keep(place: str) -> str:
        places.append(place)
        return f"\0{len(places) - 1}\0"

    def link(match: re.Match[str]) -> str:
        target = match[2].rpartition(".")[2]
        if match[1] == "RollTable" or ".RollTable." in f".{match[2]}":
            known = names.get(target) or names.get(match[2]) or names.get(match[3] or "")
            if known:
                return keep(f"{{{known}}}")
        cut("a link", match[0][:80])
        return match[3] or target

    def dice(match: re.Match[str]) -> str:
        try:
            rolled = parse_dice(match[1])
        except DiceError:
            cut("a roll that cannot be read", match[0][:80])
            return match[1]
        return keep(f"{{{rolled}}}") if rolled.pools else str(rolled)

    text = _INLINE.sub(dice, _LINK.sub(link, text.replace("\0", "")))
    text = " ".join(text.replace("{", "{{").replace("}", "}}").split())
    return re.sub(r"\0(\d+)\0", lambda match: places[int(match[1])], text)
