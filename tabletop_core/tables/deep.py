"""Odds of tables, and lookups that follow a result to its end."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from ..dice.odds import Odds, dice_odds, mix
from ..dice.pools import Dice, Roll
from ..errors import TableError
from .parts import Applied, Lookup, Modifier, Source
from .results import Again, Effect, Noted, Reference, RollResult, parts

if TYPE_CHECKING:
    from . import Tables
    from .table import Table

MOST_OUTCOMES = 20_000

With = tuple[str | Modifier, ...]
Counts = Mapping[str, int] | None


def table_odds(table: "Table", with_: With, column: str | int | None, counts: Counts) -> Odds:
    """Return the odds of each cell; rolling again leaves the other results in proportion."""
    if table.dice is None:
        raise TableError(f"table {table.id} has no dice, so it has no odds; look it up instead")
    at = table.column_at(column)
    applied = table.apply(with_, at, counts)
    totals, results = _cells(table, table.dice, at, applied)
    weights: dict[Any, int] = {}
    lost = 0
    for result, weight in results:
        if type(result) is Again:
            lost += weight
        else:
            weights[result] = weights.get(result, 0) + weight
    if not weights:
        raise TableError(
            f"table {table.id} would roll again for ever with these modifiers; mend them"
        )
    return Odds(weights, totals.denominator - lost)


def _cells(
    table: "Table", dice: Dice, at: int, applied: tuple[Applied, ...]
) -> tuple[Odds, Iterator[tuple[Any, int]]]:
    """Return the odds of the dice, and the result of each of their outcomes with its weight."""
    if table.asks_faces:
        from ..dice.faces import faces_odds

        shown = faces_odds(dice)
        return shown, (
            (_cell(table, at, applied, dice.total(faces), faces), weight)
            for faces, weight in shown.weights.items()
        )
    totals = dice_odds(dice)
    cell = _plain_cell(table, at, applied) or partial(_cell, table, at, applied)
    outcomes = dict(totals.weights)
    if totals.side:
        outcomes.update(_beyond(table, dice, applied, totals))
    return totals, ((cell(total), weight) for total, weight in outcomes.items())


def _beyond(
    table: "Table", dice: Dice, applied: tuple[Applied, ...], totals: Odds
) -> dict[int, int]:
    """Return one total for all that dice without end leave unlisted, if these have one result."""
    from .bulk import changes

    natural = (max(totals) + 1 if totals.side > 0 else min(totals) - 1) - dice.constant
    if any((start - natural) * totals.side > 0 for start in changes(table, applied)):
        return {}
    return {natural + dice.constant: totals.denominator - sum(totals.weights.values())}


def _cell(
    table: "Table",
    at: int,
    applied: tuple[Applied, ...],
    total: int,
    faces: tuple[int, ...] | None = None,
) -> Any:
    """Return the result of one total of the dice, as a lookup would find it."""
    assert table.dice is not None
    if override := table.override_for(total - table.dice.constant, at, faces):
        return override.results[at if len(override.results) > 1 else 0]
    row, landed, _, _ = table.land(total, at, applied)
    if row is None:
        return Again() if table.beyond == "reroll" else None
    return row.results[landed]


def _plain_cell(
    table: "Table", at: int, applied: tuple[Applied, ...]
) -> Callable[[int], Any] | None:
    """Return a short way to the results where nothing but a sum stands between dice and rows."""
    if table.overrides or table.digits or table.beyond not in ("clamp", "error", ""):
        return None
    if any(one.shift or one.column_shift for one in applied):
        return None
    dm = sum([one.dm for one in applied])
    row = table.row
    return lambda total: row(total + dm).results[at]


def deep_odds(table: "Table", with_: With, column: str | int | None, counts: Counts) -> Odds:
    """Return the odds of what finally comes of a roll on a table.

    Dice become their totals and references what their tables say.
    Several results become a tuple, in order; results of repeated references a sorted tuple.
    """
    known = _known(table, with_)
    return _Walk(with_, counts, known).table(table, column, ())


def _known(table: "Table", with_: With) -> dict[str, set[str]]:
    """Map each table that can be reached to its modifiers; refuse ids that none of them knows."""
    known = _reached(table)
    for given in with_:
        if isinstance(given, str) and not any(given in ids for ids in known.values()):
            table.modifier(given)
    return known


def _reached(table: "Table") -> dict[str, set[str]]:
    """Map each table that can be reached to its modifiers; found once for a set of tables."""
    kept: tuple[Any, dict[str, set[str]]] | None = table.__dict__.get("_reaches")
    if kept is None or kept[0] is not table.tables:
        kept = table.__dict__["_reaches"] = table.tables, _walk_references(table)
    return kept[1]


def _walk_references(table: "Table") -> dict[str, set[str]]:
    known: dict[str, set[str]] = {}
    waiting = [table]
    while waiting:
        one = waiting.pop()
        if one.id in known:
            continue
        known[one.id] = {modifier.id for modifier in one.modifiers}
        cells = [*(r.results for r in one.rows), *(o.results for o in one.overrides)]
        for part in (part for cell in cells for result in cell for part in parts(result)):
            if isinstance(part, Reference):
                waiting.append(_target(one, part))
    return known


def _target(table: "Table", reference: Reference) -> "Table":
    tables: Tables | None = table.tables
    if tables is None:
        raise TableError(
            f"table {table.id} refers to {reference.table!r} but stands alone; "
            f"bind both with Tables.of, or load them together"
        )
    return tables[reference.table]


@attrs.frozen
class _Walk:
    """What holds during one deep question."""

    with_: With
    counts: Counts
    known: dict[str, set[str]]

    def modifiers(self, table: "Table", more: Iterable[str]) -> With:
        """Choose what of the caller's modifiers a table knows, and what a reference adds."""
        if not self.with_:
            return tuple(more)
        own = self.known[table.id]
        first = tuple(given for given in self.with_ if not isinstance(given, str) or given in own)
        return first + tuple(name for name in more if name not in first)

    def table(self, table: "Table", column: str | int | None, more: Iterable[str]) -> Odds:
        shallow = table_odds(table, self.modifiers(table, more), column, self.counts)
        deep = shallow.then(lambda result: self.result(table, result))
        if len(deep) > MOST_OUTCOMES:
            raise _too_many(table)
        return deep

    def result(self, table: "Table", result: Any) -> Odds:
        found = [self.part(table, part) for part in parts(result)]
        if len(found) == 1:
            return found[0]
        joined = Odds({(): 1}, 1)
        for odds in found:
            if len(joined) * len(odds) > MOST_OUTCOMES:
                raise _too_many(table)
            joined = _paired(joined, odds)
        return joined

    def part(self, table: "Table", part: Any) -> Odds:
        if isinstance(part, RollResult):
            return dice_odds(part.dice)
        if isinstance(part, Noted):
            return Odds({part.value: 1}, 1)
        if isinstance(part, Effect):
            return Odds({attrs.evolve(part, note=""): 1}, 1)
        if isinstance(part, Again):
            raise TableError(
                f"table {table.id} rolls again and does more at once, so its results have no end; "
                f"ask for its odds without deep"
            )
        if isinstance(part, Reference):
            return self.reference(table, part)
        return Odds({part: 1}, 1)

    def reference(self, table: "Table", reference: Reference) -> Odds:
        target = _target(table, reference)
        one = self.table(target, reference.column, reference.with_)
        if isinstance(reference.times, int):
            return _repeated(one, reference.times, target)
        times = dice_odds(reference.times)
        return mix(
            (weight, _repeated(one, max(number, 0), target))
            for number, weight in times.weights.items()
        )


def _paired(first: Odds, second: Odds) -> Odds:
    return first.then(lambda so_far: second.map(lambda one: (*so_far, *_several(one))))


def _several(outcome: Any) -> tuple[Any, ...]:
    return outcome if isinstance(outcome, tuple) else (outcome,)


def _too_many(table: "Table") -> TableError:
    return TableError(
        f"what can come of table {table.id} is more than {MOST_OUTCOMES} outcomes; "
        f"ask for its odds without deep"
    )


def _repeated(one: Odds, times: int, table: "Table") -> Odds:
    """Return the odds of so many results, in no order."""
    if times == 1:
        return one
    so_far = Odds({(): 1}, 1)
    for _ in range(times):
        if len(so_far) * len(one) > MOST_OUTCOMES:
            raise _too_many(table)
        so_far = so_far.then(
            lambda had: one.map(lambda got: tuple(sorted((*had, *_several(got)), key=_order)))
        )
    return so_far


def _order(outcome: Any) -> tuple[str, Any]:
    number = isinstance(outcome, int | float)
    return ("", outcome) if number else (type(outcome).__name__, repr(outcome))


def look_up_deep(
    table: "Table", source: Source, with_: With, column: str | int | None, counts: Counts
) -> Lookup:
    """Look up, then roll all that the results ask for; see `Table.look_up`."""
    walk = _Walk(with_, counts, _known(table, with_))
    if not callable(source):
        raise TableError(
            f"a deep lookup rolls on (table {table.id}); give a face source die(sides)"
        )
    try:
        return _follow(walk, table, source, column, ())
    except RecursionError:
        raise TableError(f"table {table.id} rolls on and on; its results have no end") from None


def _follow(
    walk: _Walk, table: "Table", die: Any, column: str | int | None, more: Iterable[str]
) -> Lookup:
    lookup = table.look_up(
        die, with_=walk.modifiers(table, more), column=column, counts=walk.counts
    )
    then = tuple(_outcomes(walk, table, die, lookup))
    return lookup._replace(then=then) if then else lookup


def _outcomes(walk: _Walk, table: "Table", die: Any, lookup: Lookup) -> Iterator[Lookup | Roll]:
    for part in parts(lookup.result):
        if isinstance(part, RollResult):
            yield part.dice.roll(die)
        elif isinstance(part, Again):
            yield _follow(walk, table, die, lookup.column or None, ())
        elif isinstance(part, Reference):
            target = _target(table, part)
            times = part.times
            if not isinstance(times, int):
                counted = times.roll(die)
                yield counted
                times = counted.total
            for _ in range(times):
                yield _follow(walk, target, die, part.column, part.with_)
