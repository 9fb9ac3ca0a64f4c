"""What deep odds and deep lookups share: who is asked next, with which modifiers, and how long."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import attrs

from ..errors import TableError
from .checks import references_of
from .parts import Modifier
from .results import Again, Named, Reference

if TYPE_CHECKING:
    from .table import Table

With: TypeAlias = tuple[str | Modifier, ...]
Counts: TypeAlias = Mapping[str, int] | None
Column: TypeAlias = str | int | None


class Ask(NamedTuple):
    """One table asked within a deep question.

    `more` are the modifiers that were added on the way, `without` the rows that do not count,
    `rounds` how often each reference with a stated depth was followed so far, and `draws` how many
    different rows are wanted, where that is asked.
    """

    table: str
    column: Column = None
    more: With = ()
    names: tuple[str, ...] = ()
    without: frozenset[int] = frozenset()
    rounds: frozenset[tuple[Hashable, int]] = frozenset()
    draws: int | None = None


class Walk:
    """What the caller said of one deep question, and the tables that it may lead to."""

    def __init__(self, table: "Table", with_: With, column: Column, counts: Counts) -> None:
        self.root = table
        self.counts = counts or {}
        self.named = tuple(given for given in with_ if isinstance(given, str))
        own = tuple(given for given in with_ if not isinstance(given, str))
        self.first = Ask(table.id, column, own)
        if self.named or self.counts or column is not None:
            self._check(own)

    def _check(self, own: Iterable[Any]) -> None:
        """Refuse modifiers, counts and columns that no table on the way knows."""
        reached = reachable(self.root)
        for given in self.named:
            if not any(given in table._modifiers for table in reached):
                self.root.modifier(given)
        counted = {one.per for table in reached for one in table.modifiers}
        counted |= {one.per for one in own}
        for name in self.counts:
            if name not in counted:
                self.root.apply((), 0, {name: 0})
        column = self.first.column
        if column is not None and not any(has_column(table, column) for table in reached):
            self.root.column_at(column)

    def table(self, ask: Ask) -> "Table":
        """Return the table that is asked."""
        tables = self.root.tables
        return self.root if ask.table == self.root.id or tables is None else tables[ask.table]

    def how(self, ask: Ask) -> dict[str, Any]:
        """Return what is said to the table: the modifiers, counts and column that it knows."""
        if not (self.named or self.counts or ask.more or ask.column is not None):
            return {"with_": (), "column": None, "counts": {}}
        table = self.table(ask)
        named = tuple(name for name in self.named if name in table._modifiers)
        per = {one.per for one in table.modifiers} | {
            one.per for one in ask.more if isinstance(one, Modifier)
        }
        return {
            "with_": (*named, *(given for given in ask.more if given not in named)),
            "column": ask.column if table.columns else None,
            "counts": {name: count for name, count in self.counts.items() if name in per},
        }

    def beyond(self, ask: Ask, reference: Reference) -> Ask | None:
        """Return the question that a reference leads to; `None` beyond its stated depth."""
        rounds = self._deeper(ask, reference)
        if rounds is None:
            return None
        target = _target(self.table(ask), reference)
        column = ask.column if reference.column is None else reference.column
        names = (*ask.names, reference.name) if reference.name else ask.names
        return Ask(target.id, column, reference.with_, names, rounds=rounds)

    def again(self, ask: Ask, row: int, again: Again) -> Ask | None:
        """Return the question that rolling again leads to; `None` beyond its stated depth."""
        rounds = self._deeper(ask, again)
        if rounds is None:
            return None
        more = tuple(given for given in ask.more if given not in again.with_)
        more = (*more, *again.with_)
        if again.dm:
            more = _heaped(more, again.dm)
        without = ask.without | {row} if again.not_this_row else ask.without
        return ask._replace(more=more, without=without, rounds=rounds, draws=None)

    def _deeper(self, ask: Ask, step: Reference | Again) -> frozenset[tuple[Hashable, int]] | None:
        if not step.depth:
            return ask.rounds
        rounds = dict(ask.rounds)
        key = (ask.table, step)
        if rounds.get(key, 0) >= step.depth:
            return None
        return frozenset({**rounds, key: rounds.get(key, 0) + 1}.items())


def _heaped(more: With, dm: int) -> With:
    """Add to what earlier rolls again have added."""
    so_far = sum(one.dm for one in more if isinstance(one, Modifier) and one.id == "again")
    others = tuple(m for m in more if not (isinstance(m, Modifier) and m.id == "again"))
    return (*others, Modifier("again", so_far + dm, why="rolled again"))


def _target(table: "Table", reference: Reference) -> "Table":
    tables = table.tables
    if tables is None:
        raise TableError(
            f"table {table.id} refers to {reference.table!r} but stands alone; "
            f"bind both with Tables.of, or load them together"
        )
    return tables[reference.table]


def leads_to(table: "Table") -> "tuple[Reference, ...]":
    """Return the references of a table, one for each table they lead to; worked out once."""
    found = table.__dict__.get("_leads_to")
    if found is None:
        cells = [*(r.results for r in table.rows), *(o.results for o in table.overrides)]
        every = (one for cell in cells for result in cell for one in references_of(result))
        found = table.__dict__["_leads_to"] = tuple({one.table: one for one in every}.values())
    return tuple(found)


def reachable(table: "Table") -> "list[Table]":
    """Return a table and all that it can lead to."""
    reached = {table.id: table}
    waiting = [table]
    while waiting:
        one = waiting.pop()
        for reference in leads_to(one):
            target = _target(one, reference)
            if target.id not in reached:
                reached[target.id] = target
                waiting.append(target)
    return list(reached.values())


def has_column(table: "Table", column: Column) -> bool:
    """Tell whether a table has a column."""
    try:
        table.column_at(column)
    except TableError:
        return False
    return True


def named(value: Any, names: Iterable[str]) -> Any:
    """Give a value its names, the outermost first."""
    for name in reversed(tuple(names)):
        value = Named(value, name)
    return value


def alone(outcome: tuple[Any, ...]) -> Any:
    """Return a single outcome as it is, and several as a tuple."""
    return outcome[0] if len(outcome) == 1 else outcome


def in_no_order(outcome: Iterable[Any]) -> tuple[Any, ...]:
    """Sort outcomes whose order tells nothing."""
    return tuple(sorted(outcome, key=_order))


def _order(outcome: Any) -> tuple[str, Any]:
    number = isinstance(outcome, int | float)
    return ("", outcome) if number else (type(outcome).__name__, repr(outcome))


@attrs.define
class Budget:
    """How much work a question may take; spending more tells what it was at."""

    left: int
    complaint: Callable[[str], str]

    def spend(self, work: int, table: str) -> None:
        """Spend some work on a table; raise `TableError` where the budget is used up."""
        self.left -= work
        if self.left < 0:
            raise TableError(self.complaint(table))
