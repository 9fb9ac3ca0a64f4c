"""Find every fault of a table, and of tables that refer to each other.

Codes: T1xx within one table, T2xx results, T3xx between tables.
Keys are paths as in the file, such as `row[3].on`, so that a loader can add file and line.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..errors import DiceError, Problem, TableError
from .ranges import (
    Span,
    read_columns,
    read_ratios,
    read_spans,
    write_spans,
)
from .results import (
    Again,
    Effect,
    Named,
    Noted,
    Reference,
    RollResult,
    Text,
    Threshold,
    note_of,
    parts,
)

if TYPE_CHECKING:
    from .model import Override
    from .range_table import RangeTable

BEYOND = ("clamp", "error", "none", "reroll")
FARTHEST = 10**9
_UNCOVERED = 'add a row for it, or state beyond = "reroll" where such totals are rolled again'
MAX_WEIGHT = 1_000_000
MAX_CYCLES = 20
MAX_NAMES_COMPARED = 300
_RESULTS = (str, int, float, RollResult, Threshold, Reference, Effect, Named, Noted, Again, Text)


def _problem(code: str, key: str, value: Any, message: str, remedy: str) -> Problem:
    shown = "" if value is None else repr(value)
    return Problem(code=code, key=key, value=shown, message=message, remedy=remedy)


def check_table(table: "RangeTable") -> list[Problem]:
    """Return all faults of one table; an empty list when it is sound."""
    found = list(_check_head(table))
    found += _check_modifiers(table)
    found += _check_notes(table)
    for at, row in enumerate(table.rows):
        found += _check_width(table, f"row[{at}]", row.results)
        found += _check_results(f"row[{at}]", row.results)
    for at, override in enumerate(table.overrides):
        found += _check_override(table, at, override)
    found += _check_alike(table)
    found += _check_again(table)
    if table.rows:
        found += _check_labels(table) if table.is_labelled else _check_numbers(table)
    return found


def _check_head(table: "RangeTable") -> Iterator[Problem]:
    if not table.id:
        yield _problem("T100", "id", table.id, "a table needs an id", "name it")
    if not table.rows:
        yield _problem("T101", "row", None, "the table has no rows", "add a row")
    if table.beyond and table.beyond not in BEYOND:
        yield _problem(
            "T102", "beyond", table.beyond, "no such policy", f"use one of {', '.join(BEYOND)}"
        )
    if table.digits not in ("", "step"):
        yield _problem("T103", "digits", table.digits, "no such way to move", "use 'step'")
    elif table.digits and not (table.dice and table.dice.digits):
        yield _problem(
            "T103", "digits", table.digits, "only digit dice move by steps", "roll d66 or drop it"
        )
    for label in _repeated(table.columns):
        yield _problem(
            "T104", "columns", label, "this column appears twice", "give each its own label"
        )
    yield from _check_headings(table)


def _check_headings(table: "RangeTable") -> Iterator[Problem]:
    """Check columns that cover ranges of numbers, or odds."""
    headings = read_columns(table.columns)
    segments = sorted(
        (_low(span), _high(span), at) for at, spans in enumerate(headings) for span in spans
    )
    for (_, reached, other), (first, last, at) in pairwise(segments):
        label, before = table.columns[at], table.columns[other]
        if first <= reached:
            shared = write_spans([(_end(first), _end(min(reached, last)))])
            yield _problem(
                "T107", "columns", label, f"{shared} is also in column {before}",
                "put each number in one column; write odds as 1:2",
            )  # fmt: skip
        elif first > reached + 1 and any(low < high for low, high, _ in segments):
            missing = write_spans([(reached + 1, first - 1)])
            yield _problem(
                "T108", "columns", label, f"no column covers {missing}", "fix the headings"
            )
    for label, low, high in (
        (label, low, high) for label, spans in zip(table.columns, headings, strict=False)
        for low, high in ((_low(span), _high(span)) for span in spans)
    ):  # fmt: skip
        if low > high:
            yield _problem(
                "T142", "columns", label, "this range runs backwards",
                "write the smaller number first",
            )  # fmt: skip
    ratios = read_ratios(table.columns)
    for at, ratio in enumerate(ratios):
        if ratio in ratios[:at]:
            other_label = table.columns[ratios.index(ratio)]
            yield _problem(
                "T107", "columns", table.columns[at], f"these odds equal {other_label}", "drop one"
            )


def _low(span: Span) -> int:
    return -FARTHEST if span[0] is None else span[0]


def _high(span: Span) -> int:
    return FARTHEST if span[1] is None else span[1]


def check_weights(table: "RangeTable") -> list[Problem]:
    """Return the faults of rows with weights; they decide alone how often each row comes up."""
    found: list[Problem] = []
    if table.dice is not None:
        found.append(
            _problem(
                "T109", "dice", str(table.dice), "rows with weights need no dice",
                "leave out dice, or give every row a range",
            )
        )  # fmt: skip
    for at, row in enumerate(table.rows):
        if row.on or row.weight < 1:
            value = ", ".join(row.on) or row.weight
            found.append(
                _problem(
                    "T109", f"row[{at}]", value, "rows with weights have no ranges",
                    "give every row a weight of 1 or more, and no `on`",
                )
            )  # fmt: skip
    if sum(row.weight for row in table.rows) > MAX_WEIGHT:
        message = f"the weights add up to more than {MAX_WEIGHT}"
        found.append(_problem("T109", "row", None, message, "divide them by a common factor"))
    return found


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _check_width(table: "RangeTable", key: str, results: Sequence[Any]) -> Iterator[Problem]:
    wanted = max(len(table.columns), 1)
    if len(results) != wanted:
        yield _problem(
            "T105", key, len(results), f"the number of results is not {wanted}",
            "give one result for each column",
        )  # fmt: skip


def _check_results(key: str, results: Sequence[Any]) -> Iterator[Problem]:
    for result in _all_parts(results):
        is_kind = isinstance(result, _RESULTS)
        if not is_kind or (isinstance(result, float) and not abs(result) < float("inf")):
            yield _problem(
                "T203", key, result, "this is not a result",
                "give text, a finite number, true or false, or one of the kinds of results",
            )  # fmt: skip
        elif isinstance(result, Text):
            yield from _check_text(key, result)


def _check_text(key: str, result: Text) -> Iterator[Problem]:
    from ..errors import DiceError

    try:
        _ = result.pieces
    except DiceError as error:
        remedy = "write {2d6} or {table}, and {{ }} for braces"
        yield _problem("T203", key, result.template, str(error), remedy)


def _check_again(table: "RangeTable") -> Iterator[Problem]:
    """Refuse a column whose every row only rolls again: that never ends."""
    if not table.rows or table.overrides:
        return
    if table.beyond == "reroll" and all(row.unreachable for row in table.rows):
        yield _problem(
            "T150", "beyond", table.beyond, "no row can be reached, so the table never ends",
            "add at least one row that the dice can show",
        )  # fmt: skip
    for at in range(min(len(row.results) for row in table.rows)):
        if all(isinstance(row.results[at], Again) for row in table.rows):
            yield _problem(
                "T150", "row", None, "every row rolls again, so the table never ends",
                "give at least one row another result",
            )  # fmt: skip


def _check_modifiers(table: "RangeTable") -> Iterator[Problem]:
    for at, modifier in enumerate(table.modifiers):
        key = f"modifier[{at}]"
        if modifier.shift and not table.beyond:
            yield _problem(
                "T146", f"{key}.shift", modifier.shift,
                "this leads past the rows, and the table does not state beyond",
                f"state beyond: one of {', '.join(BEYOND)}",
            )  # fmt: skip
        if modifier.dm and table.is_labelled:
            yield _problem(
                "T111", f"{key}.dm", modifier.dm, "nothing can be added to a label", "use shift"
            )
        elif modifier.dm and table.dice and table.dice.digits and not table.digits:
            yield _problem(
                "T111", f"{key}.dm", modifier.dm, f"nothing can be added to {table.dice}",
                "state digits = 'step' in the table, or use shift",
            )  # fmt: skip
        if modifier.column_shift and not table.columns:
            yield _problem(
                "T112", f"{key}.column_shift", modifier.column_shift, "there are no columns",
                "use dm or shift",
            )  # fmt: skip
        if modifier.most is not None and not modifier.per:
            yield _problem(
                "T113", f"{key}.most", modifier.most, "`most` limits what `per` counts", "give per"
            )
        yield from _check_columns(table, f"{key}.columns", modifier.columns)
    for name in _repeated(modifier.id for modifier in table.modifiers):
        yield _problem("T114", "modifier", name, "two modifiers have this id", "rename one")


def _check_columns(table: "RangeTable", key: str, columns: Iterable[str]) -> Iterator[Problem]:
    for label in columns:
        if label not in table.columns:
            known = ", ".join(table.columns) or "no columns"
            yield _problem("T115", key, label, "there is no such column", f"the table has {known}")


def _check_notes(table: "RangeTable") -> Iterator[Problem]:
    known = {note.id for note in table.notes}
    for name in _repeated(note.id for note in table.notes if note.id):
        yield _problem("T121", "note", name, "two notes have this id", "rename one")
    used: set[str] = set()
    for key, names in _note_names(table):
        for name in names:
            used.add(name)
            if name not in known:
                yield _problem(
                    "T120", key, name, "there is no such note", "add a [[note]] with this id"
                )
    for at, note in enumerate(table.notes):
        if note.id not in used and note.id:
            yield _problem(
                "T122", f"note[{at}]", note.id, "no row refers to this note",
                "name it in the row it belongs to, or drop its id if it is for the whole table",
            )  # fmt: skip


def _note_names(table: "RangeTable") -> Iterator[tuple[str, Iterable[str]]]:
    for at, row in enumerate(table.rows):
        yield f"row[{at}].note", row.notes
        yield f"row[{at}]", filter(None, map(note_of, _every_part(row.results)))
    for at, override in enumerate(table.overrides):
        yield f"override[{at}]", filter(None, map(note_of, _every_part(override.results)))


def _every_part(results: Iterable[Any]) -> Iterator[Any]:
    """Walk the single results, also those behind thresholds."""
    for part in _all_parts(results):
        yield part
        if isinstance(part, Threshold):
            yield from _every_part((part.passed, part.failed))


def _all_parts(results: Iterable[Any]) -> Iterator[Any]:
    for result in results:
        yield from parts(result)


def _check_showing(table: "RangeTable", key: str, override: "Override") -> Iterator[Problem]:
    from ..dice.faces import read_showing

    assert table.dice is not None
    try:
        showing = read_showing(override.natural)
    except DiceError as error:
        yield _problem(
            "T130", f"{key}.natural", override.natural, "this does not refer to dice of the table",
            f"write a total of the dice; {str(error).partition('; ')[2]}",
        )  # fmt: skip
        return
    if not showing.is_possible(table.dice.sides):
        yield _problem(
            "T131", f"{key}.natural", override.natural, f"{table.dice} never shows this",
            "fix the override",
        )  # fmt: skip


def _check_override(table: "RangeTable", at: int, override: "Override") -> Iterator[Problem]:
    key = f"override[{at}]"
    if len(override.results) != 1:
        yield from _check_width(table, key, override.results)
    yield from _check_columns(table, f"{key}.columns", override.columns)
    spans = read_spans(override.natural)
    if spans is None and table.dice is not None and table.dice.fixed:
        yield from _check_showing(table, key, override)
        return
    if table.dice is None or spans is None:
        yield _problem(
            "T130", f"{key}.natural", override.natural, "this does not refer to dice of the table",
            "give the table dice, and a number or range here",
        )  # fmt: skip
        return
    low, high = table.dice.low - table.dice.constant, table.dice.high - table.dice.constant
    if not any(_meets(span, low, high) for span in spans):
        yield _problem(
            "T131", f"{key}.natural", override.natural, f"{table.dice} never shows this",
            f"its dice show {low} to {high}",
        )  # fmt: skip


def _goes_past(span: Span, low: int, high: int) -> bool:
    """Return whether a range has a stated end past these."""
    first, last = span
    return (first is not None and first < low) or (last is not None and last > high)


def _meets(span: Span, low: int, high: int) -> bool:
    first, last = span
    return (first is None or first <= high) and (last is None or low <= last)


def _check_alike(table: "RangeTable") -> Iterator[Problem]:
    """Refuse true beside 1: they count as the same outcome and odds would add them up."""
    kinds: dict[Any, type] = {}
    for at, row in enumerate(table.rows):
        for result in row.results:
            if isinstance(result, bool | int | float):
                kind = kinds.setdefault(result, type(result))
                if kind is not type(result):
                    yield _problem(
                        "T202", f"row[{at}]", result, "true and 1 cannot be told apart",
                        "write both as numbers, or both as text",
                    )  # fmt: skip


def _check_labels(table: "RangeTable") -> Iterator[Problem]:
    for at, row in enumerate(table.rows):
        if not row.on:
            yield _nothing(at)
    for label in _repeated(label for row in table.rows for label in row.on):
        yield _problem("T140", "row", label, "two rows have this label", "merge them")


def _nothing(at: int) -> Problem:
    return _problem(
        "T148",
        f"row[{at}]",
        None,
        "this row has neither a range nor a weight",
        "state on, or give every row a weight",
    )


def _check_numbers(table: "RangeTable") -> Iterator[Problem]:
    segments: list[tuple[int, int, int]] = []
    for at, row in enumerate(table.rows):
        spans = row.spans
        if not row.on:
            yield _nothing(at)
        if spans is None:
            yield _problem(
                "T141", f"row[{at}].on", ", ".join(row.on), "this is not a range of numbers",
                "write such as '7', '2-3', '..3', '12..' or '3,5-12'",
            )  # fmt: skip
            continue
        for first, last in spans:
            low, high = -FARTHEST if first is None else first, FARTHEST if last is None else last
            if low > high:
                yield _problem(
                    "T142", f"row[{at}].on", str(row), "this range runs backwards",
                    "write the smaller number first",
                )  # fmt: skip
            else:
                segments.append((low, high, at))
    segments.sort()
    yield from _check_overlaps(table, segments)
    if table.dice is not None and table.dice.digits:
        yield from _check_digits(table)
    elif segments:
        if table.beyond != "reroll":
            yield from _check_gaps(table, segments)
        yield from _check_reach(table, segments)


def _check_overlaps(table: "RangeTable", segments: list[tuple[int, int, int]]) -> Iterator[Problem]:
    widest = segments[:1]
    for first, last, at in segments[1:]:
        _, reached, other = widest[0]
        if first <= reached:
            shared = write_spans([(_end(first), _end(min(reached, last)))])
            yield _problem(
                "T143", f"row[{max(at, other)}].on", str(table.rows[max(at, other)]),
                f"{shared} is also in row {table.rows[min(at, other)]}",
                "put each total in one row",
            )  # fmt: skip
        if last > reached:
            widest = [(first, last, at)]


def _end(number: int) -> int | None:
    return None if abs(number) == FARTHEST else number


def _check_gaps(table: "RangeTable", segments: list[tuple[int, int, int]]) -> Iterator[Problem]:
    reached = segments[0][1]
    for first, last, at in segments[1:]:
        if first > reached + 1 and _can_show(table, reached + 1, first - 1):
            missing = write_spans([(reached + 1, first - 1)])
            yield _problem("T144", f"row[{at}].on", None, f"no row covers {missing}", _UNCOVERED)
        reached = max(reached, last)


def _can_show(table: "RangeTable", low: int, high: int) -> bool:
    """Return whether a total may fall into a gap; `1d6*10` never shows 11 to 19."""
    dice = table.dice
    scaled = dice is not None and any(pool.scale == "*" for pool in dice.pools)
    if dice is None or not scaled or any(one.dm for one in table.modifiers):
        return True
    from ..dice.odds import dice_odds

    try:
        totals = dice_odds(dice)
    except DiceError:
        return True
    return bool(totals.rest) or any(low <= total <= high for total in totals)


def _check_digits(table: "RangeTable") -> Iterator[Problem]:
    assert table.dice is not None
    segments = sorted(
        (_low(span), _high(span), at)
        for at, row in enumerate(table.rows)
        for span in row.spans or ()
    )
    seen: set[int] = set()
    missing: list[int] = []
    reached = 0
    for label in table.dice.labels():
        while reached < len(segments) and segments[reached][1] < label:
            reached += 1
        if reached < len(segments) and segments[reached][0] <= label:
            seen.add(segments[reached][2])
        else:
            missing.append(label)
    if missing and table.beyond != "reroll":
        named = ", ".join(map(str, missing[:8])) + (" and more" if len(missing) > 8 else "")
        yield _problem("T144", "row", None, f"no row covers {named}", _UNCOVERED)
    low, high = table.dice.low, table.dice.high
    for at, row in enumerate(table.rows):
        spans = row.spans or ()
        if at not in seen and spans and not row.unreachable:
            yield _problem(
                "T145", f"row[{at}].on", str(row), f"{table.dice} never shows this",
                "fix the row, or state unreachable = true",
            )  # fmt: skip
        elif any(_goes_past(span, low - 1, high + 1) for span in spans):
            yield _problem(
                "T145", f"row[{at}].on", str(row),
                f"{table.dice} are digits and show {low} to {high}",
                f"write such labels; one die of {high} sides is 1d({high})",
            )  # fmt: skip

    is_open = any(None in span for row in table.rows for span in row.spans or ())
    if table.digits and not (table.beyond or is_open) and any(m.dm for m in table.modifiers):
        yield _problem(
            "T146", "beyond", None,
            "modifiers lead past the rows, and the table does not say what happens there",
            f"state beyond: one of {', '.join(BEYOND)}",
        )  # fmt: skip


def reach_of(table: "RangeTable") -> tuple[int, int]:
    """Return the least and greatest total that dice and modifiers can make."""
    assert table.dice is not None
    groups: dict[str, tuple[int, int]] = {}
    for modifier in table.modifiers:
        ends = (modifier.dm, modifier.dm)
        if modifier.per and modifier.dm:
            limit = FARTHEST if modifier.most is None else modifier.dm * modifier.most
            ends = (-FARTHEST, limit) if modifier.dm > 0 else (limit, FARTHEST)
            if modifier.most is None:
                ends = (-FARTHEST, FARTHEST)
        name = modifier.group or f"\0{modifier.id}"
        so_far = groups.get(name, (0, 0))
        groups[name] = (min(so_far[0], ends[0]), max(so_far[1], ends[1]))
    for part in (part for row in table.rows for part in _all_parts(row.results)):
        if isinstance(part, Again) and part.dm:  # each time further
            name = "\0again" + "+-"[part.dm < 0]
            groups[name] = (-FARTHEST, 0) if part.dm < 0 else (0, FARTHEST)
    low = _sum([table.dice.low, *(least for least, _ in groups.values())])
    return low, _sum([table.dice.high, *(most for _, most in groups.values())])


def _sum(ends: Sequence[int]) -> int:
    """Add up the ends of ranges; where one of them is open, so is the sum."""
    found = next((end for end in ends if abs(end) >= FARTHEST), sum(ends))
    return max(-FARTHEST, min(found, FARTHEST))


def _check_reach(table: "RangeTable", segments: list[tuple[int, int, int]]) -> Iterator[Problem]:
    if table.dice is None:
        return
    dice_low, dice_high = table.dice.low, table.dice.high
    first, last = segments[0][0], max(segment[1] for segment in segments)
    if (first > dice_low or last < dice_high) and table.beyond != "reroll":
        past = write_spans(
            span
            for span, is_open in (
                ((_end(dice_low), first - 1), first > dice_low),
                ((last + 1, _end(dice_high)), last < dice_high),
            )
            if is_open
        )
        yield _problem(
            "T144", "row", None, f"no row covers {past}, which {table.dice} shows unmodified",
            _UNCOVERED,
        )  # fmt: skip
    low, high = reach_of(table)
    if (low < min(first, dice_low) or high > max(last, dice_high)) and not table.beyond:
        yield _problem(
            "T146", "beyond", None,
            f"modifiers lead past the rows ({write_spans([(_end(low), _end(high))])}) and the "
            "table does not say what happens there",
            f"state beyond: one of {', '.join(BEYOND)}",
        )  # fmt: skip
    yield from _check_unreachable(table, low, high)


def _check_unreachable(table: "RangeTable", low: int, high: int) -> Iterator[Problem]:
    shifted = any(modifier.shift for modifier in table.modifiers)
    for at, row in enumerate(table.rows):
        reached = shifted or any(_meets(span, low, high) for span in row.spans or ())
        if not reached and not row.unreachable:
            yield _problem(
                "T145", f"row[{at}].on", str(row),
                f"dice and modifiers only reach {write_spans([(_end(low), _end(high))])}",
                "fix the row or the modifiers, or state unreachable = true",
            )  # fmt: skip
        elif row.unreachable and reached:
            yield _problem(
                "T147", f"row[{at}].unreachable", str(row), "this row can be reached",
                "remove unreachable",
            )  # fmt: skip


def references(table: "RangeTable") -> Iterator[tuple[str, Reference]]:
    """Walk the references of a table with their keys."""
    for at, row in enumerate(table.rows):
        yield from _references_in(table, f"row[{at}]", row.results)
    for at, override in enumerate(table.overrides):
        yield from _references_in(table, f"override[{at}]", override.results)


def _references_in(
    table: "RangeTable", entry: str, results: Sequence[Any]
) -> Iterator[tuple[str, Reference]]:
    for number, result in enumerate(results):
        key = f"results[{number}]" if table.columns else "result"
        for reference in references_of(result):
            yield f"{entry}.{key}", reference


def references_of(result: Any) -> Iterator[Reference]:
    """Walk the references in a result, also those in texts and behind thresholds."""
    for part in parts(result):
        if isinstance(part, Reference):
            yield part
        elif isinstance(part, Threshold):
            yield from references_of(part.passed)
            yield from references_of(part.failed)
        elif isinstance(part, Text):
            yield from (wanted for _, wanted in part.places if isinstance(wanted, Reference))


def check_set(tables: Sequence["RangeTable"]) -> list[Problem]:
    """Return the faults between tables; `file` holds the id of the table at fault."""
    import attrs

    by_id = {table.id: table for table in tables}
    found: list[Problem] = []
    for name in _repeated(table.id for table in tables):
        problem = _problem("T300", "id", name, "two tables have this id", "rename one")
        found.append(attrs.evolve(problem, file=name))
    for table in by_id.values():
        for key, reference in references(table):
            for problem in _check_reference(key, reference, by_id):
                found.append(attrs.evolve(problem, file=table.id))
    found += [attrs.evolve(problem, file=cycle) for cycle, problem in _cycles(by_id)]
    return found


def _check_reference(
    key: str, reference: Reference, by_id: dict[str, "RangeTable"]
) -> list[Problem]:
    target = by_id.get(reference.table)
    if target is None:
        from difflib import get_close_matches

        close = get_close_matches(reference.table, list(by_id)[:MAX_NAMES_COMPARED], 1)
        remedy = f"did you mean {close[0]!r}?" if close else "add the table or fix the reference"
        return [_problem("T301", key, reference.table, "there is no such table", remedy)]
    found = []
    if target.dice is None:
        found.append(
            _problem(
                "T305", key, reference.table, f"table {target.id} has no dice to roll on",
                "give that table dice, or name an effect that a rule carries out",
            )
        )  # fmt: skip
    if not isinstance(reference.times, int) and reference.times.high < 1:
        found.append(
            _problem(
                "T306", key, str(reference.times), "this is never one time or more", "fix the dice"
            )
        )
    known = {modifier.id: modifier for modifier in target.modifiers}
    groups = [known[name].group for name in reference.with_ if name in known]
    for group in _repeated(filter(None, groups)):
        found.append(
            _problem(
                "T306", key, group, "modifiers of one group exclude each other", "leave one of them"
            )
        )
    for name in reference.with_:
        if name not in known:
            found.append(
                _problem(
                    "T303", key, name, f"table {target.id} has no such modifier",
                    f"it has {', '.join(sorted(known)) or 'none'}",
                )
            )  # fmt: skip
    column = reference.column
    if column is not None:
        try:
            target.column_at(column)
        except TableError:
            found.append(
                _problem(
                    "T304", key, column, f"table {target.id} has no such column",
                    f"it has {', '.join(target.columns) or 'no columns'}",
                )
            )  # fmt: skip
    return found


def _cycles(by_id: dict[str, "RangeTable"]) -> Iterator[tuple[str, Problem]]:
    """Find tables that lead back to themselves, each cycle once; without recursion."""
    graph = {
        name: list(
            dict.fromkeys(r.table for _, r in references(table) if r.table in by_id and not r.depth)
        )
        for name, table in by_id.items()
    }
    done: set[str] = set()
    told = 0
    for start in graph:
        path: list[str] = []
        on_path: set[str] = set()
        stack = [(start, False)]
        while stack:
            name, leaving = stack.pop()
            if leaving:
                path.pop()
                on_path.discard(name)
                done.add(name)
            elif name in on_path:
                told += 1
                if told > MAX_CYCLES:
                    return
                way = [*path[path.index(name) :], name]
                way = way if len(way) <= 12 else [*way[:6], "...", *way[-5:]]
                yield name, _problem(
                    "T302", "row", None,
                    f"references form a cycle: {' -> '.join(way)}",
                    "roll again on the same table with again = true, name an effect, or state a "
                    "limit: depth = 3",
                )  # fmt: skip
            elif name not in done:
                path.append(name)
                on_path.add(name)
                stack.append((name, True))
                stack += [(follow, False) for follow in graph[name]]
