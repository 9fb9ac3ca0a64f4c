"""Tables, lookups and distributions as lines."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..events.words import said
from ..presentation.charts import amount, dice_of, why_of
from .style import width_of

if TYPE_CHECKING:
    from ..tables import Lookup, Table


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """Replace control characters by their codes, so that a file cannot steer the terminal."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def aligned(lines: Sequence[Sequence[str]], gap: str = "  ") -> Iterator[str]:
    """Yield the lines with their cells in columns."""
    widths = [max(map(width_of, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        cells = (c + " " * (w - width_of(c)) for c, w in zip(line, widths, strict=True))
        yield gap.join(cells).rstrip()


_BEYOND = {
    "clamp": "Totals past the rows are read on the nearest row.",
    "none": "Totals past the rows have no result.",
    "reroll": "Totals past the rows are rolled again.",
}


def table_lines(table: "Table", words: Callable[[Any], str]) -> Iterator[str]:
    """Yield the lines that show a table; `words` returns those of a result."""
    from ..tables.results import note_of, parts

    def cell(result: Any) -> str:
        notes = "".join(f" ({note_of(part)})" for part in parts(result) if note_of(part))
        return said(words(result)) + notes

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
        results = ", ".join(map(cell, override.results))
        yield f"natural {override.natural}: {results}{only}; {override.why}"
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


def lookup_lines(lookup: "Lookup", words: Callable[[Any], str], indent: str = "") -> Iterator[str]:
    """Yield the evidence of a lookup as a referee would give it."""
    from ..tables import Lookup, describe

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
    yield f"{indent}  result    {words(lookup.result)}"
    for note in lookup.notes:
        yield f"{indent}  note      {note.text}"
    for one in lookup.then:
        if isinstance(one, Lookup):
            yield from lookup_lines(one, words, indent + "    ")
        else:
            yield f"{indent}    {one}"
    if lookup.then and not indent:
        yield f"  outcome   {describe(lookup.came)}"
