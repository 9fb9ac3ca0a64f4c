"""Tables, lookups and odds as plain data; the shapes are part of the commands' contract."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..dice.odds import Odds
    from ..tables import Lookup, Row, Table


def written_fraction(chance: Any) -> str:
    """Write a fraction in full: `1/6`, `7/1`."""
    return f"{chance.numerator}/{chance.denominator}"


def odds_json(odds: "Odds") -> list[dict[str, Any]]:
    """Return odds as plain data: result, exact fraction, percent."""
    from ..tables.results import written

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
    from ..tables.results import written

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
