"""The parts of a table, and the answer it gives with all its evidence."""

from collections.abc import Callable, Iterable
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import attrs

from ..dice.pools import Roll
from ..values import Value
from .ranges import Span, read_spans

if TYPE_CHECKING:
    from .results import Result
    from .table import Table

LookupStart: TypeAlias = Callable[[int], int] | Roll | int | str
"""What a lookup starts from: a face source, dice already rolled, a bare total, or a label."""


def words(value: "str | int | Iterable[str | int]") -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(map(str, value)) if isinstance(value, Iterable) else (str(value),)


def _text(value: str | int) -> str:
    return str(value)


def _cells(value: Any) -> tuple[Any, ...]:
    return tuple(map(_cell, value)) if type(value) is tuple else (_cell(value),)


def _cell(value: Any) -> Any:
    """Take a list as several results, and whole numbers of other libraries as ours."""
    if type(value) in (str, int):
        return value
    if isinstance(value, list):
        from tabletop_core.tables.results import Several

        return Several(tuple(map(_cell, value)))
    if getattr(value, "note", None) == "" and hasattr(value, "value"):
        return value.value  # a note that says nothing leaves the plain value
    return index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value


@attrs.frozen(eq=False, repr=False)
class Row(Value):
    """One line: what it stands on, a result for each column, and where the facts come from.

    A row with a `weight` stands on nothing: it comes up that often among the others with weights.
    """

    on: tuple[str, ...] = attrs.field(converter=words)
    results: "tuple[Result, ...]" = attrs.field(converter=_cells)
    notes: tuple[str, ...] = attrs.field(default=(), converter=words)
    unreachable: bool = False
    provenance: str = ""
    confidence: str = ""
    weight: int = attrs.field(default=0, kw_only=True)

    @property
    def result(self) -> "Result":
        """The result of the first or only column."""
        return self.results[0]

    @property
    def spans(self) -> tuple[Span, ...] | None:
        """The ranges of numbers it stands on; `None` when it stands on labels."""
        read = [read_spans(text) for text in self.on]
        return None if None in read else tuple(span for spans in read for span in spans or ())

    def __str__(self) -> str:
        return ", ".join(self.on)


@attrs.frozen(eq=False, repr=False)
class Modifier(Value):
    """A named change to the total, or to the row or column found, with its reason.

    With `per`, `dm` counts once for each of a named number (at most `most`) given at the lookup.
    At most one modifier of a `group` applies; one with `columns` applies in these alone.
    `when` names the condition under which a game applies it by itself.
    """

    id: str
    dm: int = 0
    why: str = attrs.field(default="", kw_only=True)
    per: str = attrs.field(default="", kw_only=True)
    most: int | None = attrs.field(default=None, kw_only=True)
    group: str = attrs.field(default="", kw_only=True)
    when: str = attrs.field(default="", kw_only=True)
    columns: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=words)
    shift: int = attrs.field(default=0, kw_only=True)
    column_shift: int = attrs.field(default=0, kw_only=True)
    provenance: str = attrs.field(default="", kw_only=True)
    confidence: str = attrs.field(default="", kw_only=True)


@attrs.frozen(eq=False, repr=False)
class Override(Value):
    """A result that the unmodified dice decide alone, such as "a natural 12 always hits"."""

    natural: str = attrs.field(converter=_text)
    results: "tuple[Result, ...]" = attrs.field(converter=_cells)
    why: str = attrs.field(default="", kw_only=True)
    columns: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=words)
    provenance: str = attrs.field(default="", kw_only=True)
    confidence: str = attrs.field(default="", kw_only=True)


class Note(NamedTuple):
    """A remark that rows and results refer to by id; without one it is for the whole table."""

    id: str
    text: str


class Applied(NamedTuple):
    """A modifier as it counted in one lookup."""

    id: str
    dm: int
    why: str
    shift: int = 0
    column_shift: int = 0


class Lookup(NamedTuple):
    """The answer of a table with all its evidence.

    `total` is what was looked up after modifiers; `clamped` says that it lay beyond the rows.
    `before` holds the lookups that said "roll again", `then` what followed from a deep lookup, and
    `outcome` what finally came of it, in the form in which `odds(deep=True)` tells outcomes.
    """

    table: "Table"
    natural: int | str
    total: int | str
    result: "Result"
    roll: Roll | None = None
    applied: tuple[Applied, ...] = ()
    clamped: bool = False
    row: Row | None = None
    column: str = ""
    override: Override | None = None
    before: "tuple[Lookup, ...]" = ()
    then: "tuple[Lookup | Roll, ...]" = ()
    outcome: Any = None

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes that the row and its result refer to."""
        from .results import note_of, parts

        wanted = [] if self.row is None or self.override else list(self.row.notes)
        wanted += [note_of(part) for part in parts(self.result) if note_of(part)]
        return tuple(note for note in self.table.notes if note.id in wanted)

    def facts(self) -> dict[str, Any]:
        """Return the evidence as plain data, fit for JSON."""
        from .results import describe, written

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
                    "came": describe(self.outcome),
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
        came = f": {describe(self.outcome)}" if self.then else ""
        return f"{self.table.id}{column}: {', '.join(said)}: {describe(self.result)}{came}"


def _followed(one: "Lookup | Roll") -> dict[str, Any]:
    """Return what followed from a lookup as plain data."""
    if isinstance(one, Lookup):
        return one.facts()
    return {"dice": str(one), "faces": list(one.faces), "total": one.total}


def _plain(outcome: Any) -> Any:
    """Return an outcome as plain data."""
    from tabletop_core.tables.results import written

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
