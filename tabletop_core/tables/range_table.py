"""Rows by range or label: what totals, columns and modifiers hit."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index as as_index
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from ..dice.notation import parse_dice
from ..dice.pools import Dice, Roll
from ..errors import TableError, meant
from ..values import Value
from .model import Applied, Modifier, Note, Override, Row
from .ranges import (
    Span,
    index_of,
    read_columns,
    read_ratio,
    read_ratios,
    read_spans,
    words,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from ..dice.faces import Showing
    from .results import Again, Result


class _Index(dict[Any, Row]):
    """Rows by total: a hit is one dictionary look, a miss finds the row and remembers it."""

    __slots__ = ("firsts", "lasts", "rows", "table")

    table: "RangeTable"
    firsts: list[float]
    lasts: list[float]
    rows: list[int]

    def __missing__(self, total: Any) -> Row:
        row, _ = self.table.find(total)
        if row is None:
            raise TableError(
                f"table {self.table.id} has no row for {total!r}; its rows reach "
                f"{self.table.reach}, and beyond them it states {self.table.beyond!r}"
            )
        if len(self) < 100_000:
            self[total] = row
        return row


def _read_natural(text: str) -> "tuple[Span, ...] | Showing":
    """Read what an override looks at: ranges of totals, or what the dice show."""
    spans = read_spans(text)
    if spans is not None:
        return spans
    from ..dice.faces import read_showing

    return read_showing(text)


def _tupled(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(values)


def _to_dice(dice: Dice | str | None) -> Dice | None:
    return parse_dice(dice) if isinstance(dice, str) else dice


Hit: TypeAlias = "tuple[Result, Row | Override | None, int, int | str, bool]"
"""A result, the row or override that holds it, the column, the total, and whether it was beyond."""


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RangeTable(Value):
    """The fields of a table, and everything that finds a result in it; `Table` is built on it.

    `row(total)` is the bare lookup; `hit` is what lookups, bulk lookups and odds have in common.
    """

    id: str
    rows: tuple[Row, ...] = attrs.field(converter=_tupled, repr=False)
    title: str = ""
    # `| Any`, as in typeshed: who asks for the dice of a table knows that it has some.
    dice: Dice | Any = attrs.field(default=None, converter=_to_dice)
    columns: tuple[str, ...] = attrs.field(default=(), converter=words)
    modifiers: tuple[Modifier, ...] = attrs.field(default=(), converter=_tupled, repr=False)
    overrides: tuple[Override, ...] = attrs.field(default=(), converter=_tupled, repr=False)
    notes: tuple[Note, ...] = attrs.field(default=(), converter=_tupled, repr=False)
    beyond: str = ""
    digits: str = ""
    source: str = attrs.field(default="", repr=False)
    provenance: str = attrs.field(default="", repr=False)
    confidence: str = attrs.field(default="", repr=False)
    tables: "Mapping[str, RangeTable] | None" = attrs.field(
        default=None, init=False, repr=False, eq=False
    )
    row: Callable[[Any], Row] = attrs.field(init=False, repr=False, eq=False)

    def _compile(self) -> None:
        index = _Index()
        index.table = self
        segments: list[tuple[float, float, int]] = []
        for at, row in enumerate(self.rows):
            if self.is_labelled:
                index.update(dict.fromkeys(row.on, row))
            else:
                for first, last in row.spans or ():
                    low = float("-inf") if first is None else first
                    segments.append((low, float("inf") if last is None else last, at))
        segments.sort()
        index.firsts = [first for first, _, _ in segments]
        index.lasts = [last for _, last, _ in segments]
        index.rows = [at for _, _, at in segments]
        from .results import Again

        own = self.__dict__
        own["_again"] = Again  # imported with the first table, not with this module
        own["row"] = index.__getitem__
        own["_index"] = index
        results = [result for row in self.rows for result in row.results]
        results += [result for one in self.overrides for result in one.results]
        own["rolls_again"] = self.beyond == "reroll" or any(map(self.is_again, results))
        own["_modifiers"] = {modifier.id: modifier for modifier in self.modifiers}
        own["_counts"] = frozenset(one.per for one in self.modifiers if one.per)
        own["_naturals"] = [_read_natural(override.natural) for override in self.overrides]
        own["asks_faces"] = any(callable(natural) for natural in self._naturals)
        own["_columns"] = {label: at for at, label in enumerate(self.columns)}
        own["_column_spans"] = read_columns(self.columns)
        own["_ratios"] = read_ratios(self.columns)
        own["_steps"] = tuple(self.dice.labels()) if self.dice and self.dice.digits else ()
        own["conditions"] = {m.id: m.when for m in self.modifiers if m.when}

    if TYPE_CHECKING:
        # To a type checker, what has no default here would be an argument.
        _index: _Index = attrs.field(init=False)
        _again: type[Again] = attrs.field(init=False)
        rolls_again: bool = attrs.field(init=False)
        _modifiers: dict[str, Modifier] = attrs.field(init=False)
        _counts: frozenset[str] = attrs.field(init=False)
        _naturals: list[tuple[Span, ...] | Showing] = attrs.field(init=False)
        asks_faces: bool = attrs.field(init=False)
        _columns: dict[str, int] = attrs.field(init=False)
        _column_spans: list[tuple[Span, ...]] = attrs.field(init=False)
        _ratios: list[Fraction] = attrs.field(init=False)
        _steps: tuple[int, ...] = attrs.field(init=False)
        conditions: dict[str, str] = attrs.field(init=False)

    @property
    def is_labelled(self) -> bool:
        """Whether rows have labels rather than numbers."""
        if "_labelled" not in self.__dict__:
            labelled = self.dice is None and any(row.spans is None for row in self.rows)
            self.__dict__["_labelled"] = labelled
        return bool(self.__dict__["_labelled"])

    @property
    def reach(self) -> str:
        """What the rows cover, in words."""
        if self.is_labelled:
            return ", ".join(self._index)
        first, last = self._index.firsts[0], self._index.lasts[-1]
        return f"{'' if first == float('-inf') else first}..{'' if last == float('inf') else last}"

    def find(self, total: Any) -> tuple[Row | None, bool]:
        """Return the row for a total and whether the total lies beyond the rows.

        The row is `None` where `beyond` is "none" or "reroll".
        """
        index = self._index
        if type(total) is not int and not isinstance(total, str):
            total = self.whole(total)
        if self.is_labelled or type(total) is not int:
            if total in index:
                return index[total], False
            raise TableError(
                f"table {self.id} has no row {total!r}{meant(total, index)}; "
                f"give one of {quoted(index) if self.is_labelled else 'its whole numbers'}"
            )
        at = bisect_right(index.firsts, total) - 1
        if at >= 0 and total <= index.lasts[at]:
            return self.rows[index.rows[at]], False
        steps = self._steps
        if steps and steps[0] <= total <= steps[-1] and total not in steps:
            raise TableError(f"{self.dice} never shows {total!r} (table {self.id}); give a label")
        return self._outside(total, index.rows[0 if at < 0 else -1])

    def whole(self, total: Any) -> int:
        """Take whole numbers of any kind, such as those of numpy."""
        try:
            return as_index(total)
        except TypeError:
            raise TableError(
                f"table {self.id} cannot look up {total!r}; give a whole number, a label, "
                f"a roll, or a face source die(sides)"
            ) from None

    def _outside(self, total: int, nearest: int) -> tuple[Row | None, bool]:
        if self.beyond == "clamp":
            return self.rows[nearest], True
        if self.beyond in ("none", "reroll"):
            return None, True
        raise TableError(
            f"table {self.id} has no row for {total}: its rows reach {self.reach}; "
            f"change the modifiers, or state beyond in the table"
        )

    def column_at(self, column: str | int | None) -> int:
        """Return the index of a column given by label, or by a number or odds that it covers.

        Odds such as 7:2 count as the greatest column that they reach, here 3:1.
        """
        if not self.columns:
            if column is None:
                return 0
            raise TableError(
                f"table {self.id} has one unnamed column, got {column!r}; leave it out"
            )
        if column is None:
            raise TableError(f"table {self.id} has columns; choose one of {quoted(self.columns)}")
        at = self._columns.get(column) if isinstance(column, str) else None
        if at is None and self._column_spans:
            number = column_number(column)
            at = None if number is None else index_of(self._column_spans, number)
        if at is None and self._ratios and (ratio := read_ratio(column)) is not None:
            reached = [one for one in self._ratios if one <= ratio]
            if not reached:
                least = self.columns[self._ratios.index(min(self._ratios))]
                raise TableError(
                    f"odds of {column} are worse than those of the first column of table "
                    f"{self.id}, {least}; give {least} or better"
                )
            at = self._ratios.index(max(reached))
        if at is None:
            raise TableError(
                f"table {self.id} has no column {column!r}{meant(column, self.columns)}; "
                f"choose one of {quoted(self.columns)}"
            )
        return at

    def result(self, total: Any, column: str | int | None = None) -> Any:
        """Return the bare result for a total, without evidence: a `Result`."""
        row: Row = self.row(total)
        return row.results[self.column_at(column)]

    def modifier(self, id_: str) -> Modifier:
        """Return a modifier by id; raise `TableError` naming those there are."""
        try:
            return self._modifiers[id_]
        except KeyError:
            known = quoted(self._modifiers) if self._modifiers else "none: it has no modifiers"
            raise TableError(
                f"table {self.id} has no modifier {id_!r}{meant(id_, self._modifiers)}; "
                f"choose from {known}"
            ) from None

    def apply(
        self, with_: Iterable[str | Modifier], column: int, counts: Mapping[str, int] | None = None
    ) -> tuple[Applied, ...]:
        """Return the modifiers that count in a column, each with its amount.

        A number given for something that a modifier counts applies that modifier, unless it is 0
        or the condition of a game decides about it.
        """
        if not with_ and not counts:
            return ()
        applied: list[Applied] = []
        groups: dict[str, str] = {}
        chosen: list[Modifier] = []
        for given in with_:
            modifier = given if isinstance(given, Modifier) else self.modifier(given)
            if modifier is given or not any(modifier is one for one in chosen):
                chosen.append(modifier)
        if counts:
            chosen += self._counted(chosen, counts)
        for modifier in chosen:
            if modifier.columns and self.columns[column] not in modifier.columns:
                continue
            if modifier.group:
                other = groups.setdefault(modifier.group, modifier.id)
                if other != modifier.id:
                    raise TableError(
                        f"table {self.id}: {other!r} and {modifier.id!r} exclude each other "
                        f"(group {modifier.group!r}); give one of them"
                    )
            times = self._count(modifier, counts) if modifier.per else 1
            entry = Applied(
                modifier.id,
                modifier.dm * times,
                modifier.why,
                modifier.shift * times,
                modifier.column_shift * times,
            )
            applied.append(entry)
        return tuple(applied)

    def _counted(self, chosen: list[Modifier], counts: Mapping[str, int]) -> list[Modifier]:
        """Return the modifiers that given numbers call for; refuse numbers that nothing counts."""
        for name in counts:
            if name not in self._counts and name not in [one.per for one in chosen]:
                known = {one.per for one in (*self.modifiers, *chosen) if one.per}
                raise TableError(
                    f"table {self.id} does not count {name!r}{meant(name, known)}; it counts "
                    f"{quoted(sorted(known)) if known else 'nothing'}"
                )
        had = {one.id for one in chosen}
        waiting = [one for one in self.modifiers if one.per and not one.when and one.id not in had]
        return [one for one in waiting if counts.get(one.per)]

    def _count(self, modifier: Modifier, counts: Mapping[str, int] | None) -> int:
        count = (counts or {}).get(modifier.per)
        if count is None:
            raise TableError(
                f"table {self.id}: modifier {modifier.id!r} counts {modifier.per!r}, which was not "
                f"given; give counts={{{modifier.per!r}: a number}}"
            )
        count = self.whole(count)
        return count if modifier.most is None else min(count, modifier.most)

    def is_again(self, result: Any) -> bool:
        """Return whether a result only says to roll once more."""
        return type(result) is self._again and result.is_plain

    def hit(
        self,
        natural: int | str,
        total: int | str,
        at: int,
        applied: Sequence[Applied],
        faces: Sequence[int] | None = None,
    ) -> "Hit":
        """Return what a roll or a label hits, modifiers applied.

        Args:
            natural: the unmodified dice, or a bare total or label.
            total: the same with the constant of the dice.
            at: the index of the column.
            applied: the modifiers that count there.
            faces: what the dice show, for overrides that ask for it.
        """
        if self.overrides:
            override = self.override_for(natural, at, faces)
            if override is not None:
                result = override.results[at if len(override.results) > 1 else 0]
                return result, override, at, total, False
        dm = shift = columns = 0
        for one in applied:
            dm += one.dm
            shift += one.shift
            columns += one.column_shift
        if dm:
            total = self._moved(total, dm)
        row, clamped = self.find(total)
        if shift and row is not None:
            row, past = self._shifted(row, shift)
            clamped = clamped or past
        if columns:
            at = min(max(at + columns, 0), len(self.columns) - 1)
        if row is not None:
            return row.results[at], row, at, total, clamped
        return self._again() if self.beyond == "reroll" else None, None, at, total, clamped

    def _moved(self, total: int | str, dm: int) -> int | str:
        if isinstance(total, str):
            raise TableError(
                f"table {self.id}: {dm:+d} cannot be added to the label {total!r}; "
                f"use a modifier with shift"
            )
        if not self._steps:
            return total + dm
        if self.digits != "step":
            raise TableError(
                f"table {self.id}: {dm:+d} cannot be added to {self.dice}, whose digits are a "
                f'label; state digits = "step" in the table, or use a modifier with shift'
            )
        at = self._steps.index(total) + dm
        if 0 <= at < len(self._steps):
            return self._steps[at]
        return self._steps[0] - 1 if at < 0 else self._steps[-1] + 1

    def _shifted(self, row: Row, shift: int) -> tuple[Row | None, bool]:
        order = (
            list(range(len(self.rows)))
            if self.is_labelled
            else list(dict.fromkeys(self._index.rows))
        )
        wanted = order.index(self.rows.index(row)) + shift
        if 0 <= wanted < len(order):
            return self.rows[order[wanted]], False
        if self.beyond in ("", "error"):
            raise TableError(
                f"table {self.id}: a shift of {shift:+d} from row {row} leads past the rows; "
                f"change the modifiers, or state beyond in the table"
            )
        return self._outside(wanted, order[0 if wanted < 0 else -1])

    def override_for(
        self, natural: int | str, at: int, faces: Sequence[int] | None = None
    ) -> Override | None:
        """Return the override that the unmodified dice call for, if any."""
        if isinstance(natural, str):
            return None
        for override, wanted in zip(self.overrides, self._naturals, strict=True):
            if override.columns and self.columns[at] not in override.columns:
                continue
            if not callable(wanted):
                if index_of((wanted,), natural) is not None:
                    return override
            elif faces is None:
                raise TableError(
                    f"table {self.id} asks whether the dice show {override.natural!r}, which the "
                    f"total {natural} does not show; give a roll, such as {self.dice} from_faces"
                )
            elif wanted(faces):
                return override
        return None

    def roll(self, die: Callable[[int], int]) -> Roll:
        """Roll the table's dice."""
        if self.dice is None:
            raise TableError(f"table {self.id} is not rolled on; look it up by one of {self.reach}")
        return self.dice.roll(die)


def column_number(column: Any) -> int | None:
    """Read a column that was asked for by a number."""
    if isinstance(column, str):
        return int(column) if column.lstrip("-").isdecimal() and len(column) < 12 else None
    try:
        return as_index(column)
    except TypeError:
        return None


def quoted(names: Iterable[Any]) -> str:
    """Write what can be chosen, in quotes; of many, the first twelve."""
    first = [repr(name) for name in names]
    return ", ".join(first[:12]) + (f" and {len(first) - 12} more" if len(first) > 12 else "")
