"""Tables, lookups and odds as JSON and as lines; the shapes are part of the commands' contract."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...dice.odds import Odds
    from ...tables import Lookup, Row, Table


def written_fraction(chance: Any) -> str:
    """Write a fraction in full: `1/6`, `7/1`."""
    return f"{chance.numerator}/{chance.denominator}"


def odds_json(odds: "Odds") -> list[dict[str, Any]]:
    """Return odds as plain data: result, exact fraction, percent."""
    from ...tables.results import written

    return [
        {
            "result": [written(part) for part in result]
            if isinstance(result, tuple)
            else written(result),
            "p": written_fraction(chance),
            "percent": round(float(100 * chance), 6),
        }
        for result, chance in odds.items()
    ]


def dice_of(table: "Table") -> str | None:
    """Return the notation of a table's dice."""
    return str(table.dice) if table.dice else None


def _on(row: "Row", table: "Table") -> list[Any]:
    if table.is_labelled:
        return list(row.on)
    spans = [list(span) for span in row.spans or ()]
    return spans[0] if len(spans) == 1 else spans


def _filled(**keys: Any) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value not in ("", None, (), [], 0, False)}


def table_json(table: "Table") -> dict[str, Any]:
    """Return a table as plain data; the shape is part of the command's contract."""
    from ...tables.results import written

    def cells(results: Sequence[Any]) -> Any:
        if table.columns and len(results) == len(table.columns):
            return {c: written(r) for c, r in zip(table.columns, results, strict=True)}
        return written(results[0])

    return {
        "id": table.id,
        "title": table.title,
        "dice": dice_of(table),
        "columns": list(table.columns),
        "rows": [
            {
                "on": _on(row, table),
                **_filled(weight=row.weight),
                "result": cells(row.results),
                "note": (row.notes[0] if len(row.notes) == 1 else list(row.notes)) or None,
                **_filled(provenance=row.provenance, confidence=row.confidence),
            }
            for row in table.rows
        ],
        "modifiers": [
            {
                "id": one.id, "dm": one.dm, "why": one.why,
                **_filled(
                    per=one.per, most=one.most, group=one.group, when=one.when,
                    columns=list(one.columns), shift=one.shift, column_shift=one.column_shift,
                ),
            }
            for one in table.modifiers
        ],
        "overrides": [
            {"natural": o.natural, "result": cells(o.results), "why": o.why}
            for o in table.overrides
        ],
        "notes": [{"id": note.id, "text": note.text} for note in table.notes],
        "beyond": table.beyond or "error",
        "source": table.source,
        "provenance": table.provenance,
        **_filled(confidence=table.confidence),
    }  # fmt: skip


def lookup_json(lookup: "Lookup") -> dict[str, Any]:
    """Return a lookup, and what followed from it, as plain data."""
    return lookup.facts()


# ------------------------------------------------------------------ lines


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """Show control characters by their code instead of sending them to the terminal."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def aligned(lines: Sequence[Sequence[str]], gap: str = "  ") -> Iterator[str]:
    """Yield the lines with their cells in columns."""
    from .style import width_of

    widths = [max(map(width_of, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        cells = (c + " " * (w - width_of(c)) for c, w in zip(line, widths, strict=True))
        yield gap.join(cells).rstrip()


_BEYOND = {
    "clamp": "Totals past the rows are read on the nearest row.",
    "none": "Totals past the rows have no result.",
    "reroll": "Totals past the rows are rolled again.",
}


def table_lines(table: "Table") -> Iterator[str]:
    """Yield the lines that show a table."""
    from ...tables.results import describe, note_of, parts

    def cell(result: Any) -> str:
        notes = "".join(f" ({note_of(part)})" for part in parts(result) if note_of(part))
        return describe(result) + notes

    yield f"{table.id}  {table.title}".rstrip()
    has_notes = any(row.notes for row in table.rows)
    heading = [dice_of(table) or "on", *(table.columns or ("result",)), *(["note"] * has_notes)]
    rows = [
        [str(row), *map(cell, row.results), *([", ".join(row.notes)] * has_notes)]
        for row in table.rows
    ]
    yield ""
    yield from aligned([heading, *rows], "   ")
    for override in table.overrides:
        only = f" ({', '.join(override.columns)} only)" if override.columns else ""
        said = ", ".join(map(cell, override.results))
        yield f"natural {override.natural}: {said}{only}; {override.why}"
    if table.modifiers:
        yield ""
        yield "Modifiers:"
        yield from aligned([["  " + amount(m), m.id, why_of(m)] for m in table.modifiers])
    if table.beyond in _BEYOND:
        yield ""
        yield _BEYOND[table.beyond]
    if table.notes:
        yield ""
        yield "Notes:"
        yield from (f"  {f'{n.id}: ' if n.id else ''}{n.text}" for n in table.notes)
    origin = ", ".join(filter(None, (table.source, table.provenance, table.confidence)))
    if origin:
        yield ""
        yield f"From: {origin}"
    for row in table.rows:
        if row.provenance and row.provenance != table.provenance:
            yield f"  {row}: {', '.join(filter(None, (row.provenance, row.confidence)))}"


def amount(modifier: Any) -> str:
    """Write what a modifier does: `+2`, `-1 rows`."""
    kinds = ((modifier.dm, ""), (modifier.shift, " rows"), (modifier.column_shift, " columns"))
    return ", ".join(f"{n:+d}{what}" for n, what in kinds if n) or "+0"


def why_of(modifier: Any) -> str:
    """Write the reason of a modifier and what limits it."""
    more = []
    if modifier.per:
        most = f", at most {modifier.most}" if modifier.most is not None else ""
        more.append(f"for each of {modifier.per}{most}")
    if modifier.columns:
        more.append(f"{', '.join(modifier.columns)} only")
    if modifier.group:
        more.append(f"one of {modifier.group}")
    return str(modifier.why) + (f" ({'; '.join(more)})" if more else "")


def lookup_lines(lookup: "Lookup", indent: str = "") -> Iterator[str]:
    """Yield the evidence of a lookup as a referee would tell it."""
    from ...tables import Lookup, describe

    table = lookup.table
    column = f" [{lookup.column}]" if lookup.column else ""
    yield f"{indent}{table.id} {table.title}".rstrip() + column
    for before in lookup.before:
        yield f"{indent}  dice      {before.roll or before.natural}: roll again"
    start = f"dice      {lookup.roll}" if lookup.roll else f"on        {lookup.natural}"
    yield f"{indent}  {start}"
    for applied in lookup.applied:
        yield f"{indent}  modifier  {amount(applied)} {applied.why or applied.id}"
    if lookup.override:
        yield f"{indent}  natural   {lookup.natural}: {lookup.override.why}"
    else:
        if lookup.applied:
            yield f"{indent}  total     {lookup.total}"
        past = " (the total lies beyond the rows)" if lookup.clamped else ""
        yield f"{indent}  row       {lookup.row or 'none'}{past}"
    yield f"{indent}  result    {describe(lookup.result)}"
    for note in lookup.notes:
        yield f"{indent}  note      {note.text}"
    for one in lookup.then:
        if isinstance(one, Lookup):
            yield from lookup_lines(one, indent + "    ")
        else:
            yield f"{indent}    {one}"
    if lookup.then and not indent:
        yield f"  outcome   {describe(lookup.outcome)}"
