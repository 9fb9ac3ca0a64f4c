"""The answer of a table with all its evidence."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from ..dice.pools import Roll
from ..errors import TableError
from .model import Applied, Note, Override, Row
from .range_table import RangeTable

LookupStart: TypeAlias = Callable[[int], int] | Roll | int | str
"""What a lookup starts from: a face source, dice already rolled, a bare total, or a label."""

MAX_REROLLS = 1_000


class Lookup(NamedTuple):
    """The answer of a table with all its evidence.

    `result` is a `Result`; what stands in a file, no type checker knows.
    `total` is what was looked up after modifiers; `clamped` says that it lay beyond the rows.
    `before` holds the lookups that said "roll again", `then` what followed from a deep lookup, and
    `outcome` what finally came of one, in the form in which `odds(deep=True)` gives outcomes;
    `came` is the same in the order in which it was rolled.
    """

    table: RangeTable
    natural: int | str
    total: int | str
    result: Any
    roll: Roll | None = None
    applied: tuple[Applied, ...] = ()
    clamped: bool = False
    row: Row | None = None
    column: str = ""
    override: Override | None = None
    before: "tuple[Lookup, ...]" = ()
    then: "tuple[Lookup | Roll, ...]" = ()
    outcome: Any = None
    came: Any = None

    @property
    def results(self) -> tuple[Any, ...]:
        """The single results, in order: of several, each; of one, that one.

        A rule goes through them and carries out each `Effect`.
        """
        from .results import parts

        return parts(self.result)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes that the row and its result refer to."""
        from .results import note_of, parts

        wanted = [] if self.row is None or self.override else list(self.row.notes)
        wanted += [note_of(part) for part in parts(self.result) if note_of(part)]
        return tuple(note for note in self.table.notes if note.id in wanted)

    def facts(self) -> dict[str, Any]:
        """Return the evidence as plain data, fit for JSON."""
        from .result_forms import written
        from .results import describe

        return {
            "table": self.table.id,
            "title": self.table.title,
            "column": self.column,
            "dice": str(self.roll) if self.roll else "",
            "faces": list(self.roll.faces) if self.roll else [],
            "natural": self.natural,
            "modifiers": [[a.id, a.dm or a.shift or a.column_shift, a.why] for a in self.applied],
            "total": self.total,
            "clamped": self.clamped,
            "row": str(self.row) if self.row else "",
            "override": self.override.why if self.override else "",
            "result": written(self.result),
            "shown": describe(self.result),
            "notes": [note.text for note in self.notes],
            **({"moves": moves} if (moves := _moves(self.applied)) else {}),
            **({"source": self.table.source} if self.table.source else {}),
            **({"before": [lookup.facts() for lookup in self.before]} if self.before else {}),
            **(
                {
                    "then": [_followed(one) for one in self.then],
                    "outcome": _plain(self.outcome),
                    "came": describe(self.came),
                }
                if self.then
                else {}
            ),
        }

    def __repr__(self) -> str:
        return f"<Lookup {self}>"

    def __str__(self) -> str:
        from .results import describe

        column = f" [{self.column}]" if self.column else ""
        said = [str(self.roll or self.natural)]
        said += [_applied(applied) for applied in self.applied]
        if self.applied:
            said.append(f"total {self.total}")
        if self.override:
            said.append(self.override.why or f"natural {self.natural}")
        elif self.clamped:
            said.append(f"read as {self.row}" if self.row else "beyond the rows")
        came = f": {describe(self.came)}" if self.then else ""
        if rolls := [str(roll) for roll in _rolls(self.then)]:
            came += f" ({'; '.join(rolls)})"
        return f"{self.table.id}{column}: {', '.join(said)}: {describe(self.result)}{came}"


def _rolls(then: "Iterable[Lookup | Roll]") -> Iterator[Roll]:
    """Walk the dice that followed from a lookup, in the order in which they were rolled."""
    waiting = [*then][::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Roll):
            yield one
            continue
        if one.roll is not None:
            yield one.roll
        waiting += [*one.then][::-1]


def _followed(one: "Lookup | Roll") -> dict[str, Any]:
    """Return what followed from a lookup as plain data."""
    if isinstance(one, Lookup):
        return one.facts()
    return {"dice": str(one), "faces": list(one.faces), "total": one.total}


def _plain(outcome: Any) -> Any:
    """Return an outcome as plain data."""
    from .result_forms import written

    if isinstance(outcome, tuple):
        return [_plain(one) for one in outcome]
    return outcome if isinstance(outcome, str) else written(outcome)


def _moves(applied: Iterable[Applied]) -> dict[str, str]:
    """Name the modifiers that move the row or the column instead of changing the total."""
    moving = [one for one in applied if one.shift or one.column_shift]
    return {one.id: "row" if one.shift else "column" for one in moving}


def _applied(applied: Applied) -> str:
    kinds = ((applied.dm, ""), (applied.shift, " rows"), (applied.column_shift, " columns"))
    return ", ".join(f"{n:+d}{what} {applied.why or applied.id}" for n, what in kinds if n) or (
        f"+0 {applied.why or applied.id}"
    )


# ---------------------------------------------------------------- finding it


def look_up(
    table: RangeTable, source: LookupStart, at: int, applied: tuple[Applied, ...]
) -> Lookup:
    """Look something up in a column; where dice are rolled, roll until a result counts.

    Raises:
        TableError: a total beyond the rows, or rolling again that never ends.
    """
    lookup = _look_up_once(table, source, at, applied)
    if not table.rolls_again or not callable(source) or not table.is_again(lookup.result):
        return lookup
    before: list[Lookup] = []
    while table.is_again(lookup.result):
        before.append(lookup)
        if len(before) > MAX_REROLLS:
            raise TableError(
                f"table {table.id} said to roll again {MAX_REROLLS} times in a row; "
                f"with these modifiers no row can be reached"
            )
        lookup = _look_up_once(table, source, at, applied)
    return lookup._replace(before=tuple(before))


def _look_up_once(
    table: RangeTable, source: LookupStart, at: int, applied: tuple[Applied, ...]
) -> Lookup:
    roll: Roll | None = None
    natural: int | str
    total: int | str
    if isinstance(source, int | str):
        natural = total = source
    elif isinstance(source, Roll) or callable(source):
        roll = source if isinstance(source, Roll) else table.roll(source)
        natural, total = roll.natural, roll.total
    else:
        natural = total = table.whole(source)
    faces = roll.faces if roll else None
    result, found, at, total, clamped = table.hit(natural, total, at, applied, faces)
    label = table.columns[at] if table.columns else ""
    if type(found) is Override:
        return Lookup(table, natural, total, result, roll, applied, False, None, label, found)
    row = found if type(found) is Row else None
    return Lookup(table, natural, total, result, roll, applied, clamped, row, label)
