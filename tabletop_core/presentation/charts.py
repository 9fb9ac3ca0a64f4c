"""Charts, lookups and odds: as plain data, in words, and as bars.

The shapes of the plain data are part of the contract of the commands.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from ..events.words import counted, said, signed

if TYPE_CHECKING:
    from ..dice.odds import Odds
    from ..engine.game import Game
    from ..engine.pack_data import PackData
    from ..tables import Lookup, Modifier, Row, Table


def written_fraction(chance: Any) -> str:
    """Write a fraction in full: `1/6`, `7/1`."""
    return f"{chance.numerator}/{chance.denominator}"


def odds_json(odds: "Odds") -> list[dict[str, Any]]:
    """Return odds as plain data: result, exact fraction, percent."""
    from ..tables.result_forms import written

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
    """Return a table as plain data."""
    from ..tables.result_forms import written

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
    """Return a lookup, and the lookups that followed from it, as plain data."""
    return lookup.facts()


def amount(modifier: Any) -> str:
    """Write what a modifier does: `+2`, `-1 rows`."""
    kinds = ((modifier.dm, ""), (modifier.shift, " rows"), (modifier.column_shift, " columns"))
    return ", ".join(f"{n:+d}{what}" for n, what in kinds if n) or "+0"


def why_of(modifier: Any) -> str:
    """Write the reason of a modifier and its limits."""
    more = []
    if modifier.per:
        most = f", at most {modifier.most}" if modifier.most is not None else ""
        more.append(f"for each of {modifier.per}{most}")
    if modifier.columns:
        more.append(f"{', '.join(modifier.columns)} only")
    if modifier.group:
        more.append(f"one of {modifier.group}")
    return str(modifier.why) + (f" ({'; '.join(more)})" if more else "")


def range_words(label: str, words: Callable[[Any], str] = said) -> str:
    """Write the label of a row or column as a player reads it; `words` returns that of a name.

    >>> range_words("2,5-7"), range_words("..3"), range_words("12+"), range_words("-9..-5")
    ('2, 5-7', '3 or less', '12 or more', '-9 to -5')
    """
    from ..tables.ranges import read_spans

    spans = read_spans(label)
    return words(label) if spans is None else ", ".join(_range(*span) for span in spans)


def _range(first: int | None, last: int | None) -> str:
    if first is None:
        return f"{last} or less"
    if last is None:
        return f"{first} or more"
    if first == last:
        return str(first)
    return f"{first} to {last}" if first < 0 else f"{first}-{last}"


def words_of_results(game: "Game[Any]", data: "PackData") -> Callable[[Any], str]:
    """Return what says a result of a game's charts in words, or the label of a row or column."""

    def words(result: Any) -> str:
        name = data.names.get(result) if isinstance(result, str) else None
        return name or game.look.result_words(result)

    return words


def modifiers_in_words(modifiers: Iterable["Modifier"]) -> list[str]:
    """Write modifiers as a player reads them; those of a group, one of which applies, together."""
    together: dict[tuple[str, str], list[str]] = {}
    for one in modifiers:
        together.setdefault((one.group, "" if one.group else one.id), []).append(_modifier(one))
    return ["; or ".join(lines) for lines in together.values()]


def _modifier(one: "Modifier") -> str:
    times = " ×" if one.per else ""
    moves = [
        f"{n:+d} {what if abs(n) == 1 else what + 's'}{times or ' for'} {one.why}"
        for n, what in ((one.shift, "row"), (one.column_shift, "column"))
        if n
    ]
    if one.dm or not moves:
        moves.insert(0, f"{signed(one.dm)}{times} {one.why}")
    limits = [f"at most {counted(one.most, 'time')}"] if one.most is not None else []
    limits += [f"{', '.join(map(range_words, one.columns))} only"] if one.columns else []
    return ", ".join(moves) + (f" ({'; '.join(limits)})" if limits else "")


def note_marks(table: "Table") -> dict[str, str]:
    """Return the mark of each note that rows or results refer to: its letter, or else a number."""
    ids = [note.id for note in table.notes if note.id]
    numbers = (str(n) for n in count(1) if str(n) not in ids)
    return {id_: id_ if len(id_) == 1 else next(numbers) for id_ in ids}
