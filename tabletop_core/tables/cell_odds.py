"""Exact odds of what the dice of a table hit."""

from typing import TYPE_CHECKING, Any, TypeAlias

from ..dice.odds import Odds, dice_odds
from ..errors import TableError
from .bulk import turning_points
from .model import Applied

if TYPE_CHECKING:
    from .nested_query import Column, Counts, With
    from .range_table import RangeTable


def cell_odds(table: "RangeTable", with_: "With", column: "Column", counts: "Counts") -> Odds:
    """Return the odds of each cell; rolling again leaves the other results in proportion."""
    at = table.column_at(column)
    whole, found = hits(table, at, table.apply(with_, at, counts))
    weights: dict[Any, int] = {}
    lost, may_again = 0, table.rolls_again
    for _, result, weight in found:
        if may_again and table.is_again(result):
            lost += weight
        else:
            weights[result] = weights.get(result, 0) + weight
    if not weights:
        raise never_ends(table)
    return Odds(weights, whole - lost)


def hits(
    table: "RangeTable", at: int, applied: tuple[Applied, ...]
) -> tuple[int, list[tuple[int, Any, int]]]:
    """Return the weight of all ways in which the dice can fall, and what each of them hits.

    A hit is the identity of its row or override (0 for none), its result and its weight.
    The weights of dice without end may sum up to less than the whole.

    Raises:
        TableError: the table has no dice.
    """
    if table.dice is None:
        raise TableError(f"table {table.id} has no dice, so it has no odds; look it up instead")
    whole, ways = _ways(table, applied)
    constant, hit = table.dice.constant, table.hit
    if _is_plain_sum(table, applied):
        dm, row = sum([one.dm for one in applied]), table.row
        return whole, [(id(r := row(n + dm)), r.results[at], weight) for n, _, weight in ways]
    found = [(hit(n - constant, n, at, applied, faces), weight) for n, faces, weight in ways]
    return whole, [(id(one[1]) if one[1] else 0, one[0], weight) for one, weight in found]


def _is_plain_sum(table: "RangeTable", applied: tuple[Applied, ...]) -> bool:
    """Return whether totals are only added to, so that the bare lookup is enough."""
    if table.overrides or table.digits or table.beyond not in ("clamp", "error", ""):
        return False
    return not any(one.shift or one.column_shift for one in applied)


_Way: TypeAlias = tuple[int, tuple[int, ...] | None, int]
"""A total of the dice, the faces where the table asks for them, and the weight of the two."""


def _ways(table: "RangeTable", applied: tuple[Applied, ...]) -> tuple[int, list[_Way]]:
    """Return the weight of all that the dice of a table can show, and each part of it."""
    dice = table.dice
    assert dice is not None
    if table.asks_faces:
        from ..dice.faces import faces_odds

        shown = faces_odds(dice)
        return shown.denominator, [
            (dice.total(faces), faces, w) for faces, w in shown.weights.items()
        ]
    totals = dice_odds(dice)
    ways: list[_Way] = [(total, None, weight) for total, weight in totals.weights.items()]
    if totals.side:
        ways += _beyond(table, applied, totals)
    return totals.denominator, ways


def _beyond(table: "RangeTable", applied: tuple[Applied, ...], totals: Odds) -> list[_Way]:
    """Return one total for all that dice without end leave unlisted, if these have one result."""
    assert table.dice is not None
    constant, upwards = table.dice.constant, totals.side > 0
    natural = (max(totals) + 1 if upwards else min(totals) - 1) - constant
    starts = turning_points(table, applied)
    if any(start > natural if upwards else start <= natural for start in starts):
        return []
    return [(natural + constant, None, totals.denominator - sum(totals.weights.values()))]


def never_ends(table: "RangeTable") -> TableError:
    return TableError(
        f"table {table.id} would roll again forever with these modifiers; change them"
    )
