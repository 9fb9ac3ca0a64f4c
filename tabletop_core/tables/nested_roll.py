"""Lookups that roll everything that their results ask for, to the end."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..dice.pools import Dice, Roll
from ..errors import TableError
from .lookups import MAX_REROLLS, Lookup, LookupStart, look_up
from .nested_query import (
    Ask,
    Budget,
    Column,
    Counts,
    ResultReader,
    Walk,
    With,
    Work,
    alone,
    in_no_order,
    named,
)
from .results import Text, describe

if TYPE_CHECKING:
    from .range_table import RangeTable

MAX_LINKS = 10_000
MAX_DEPTH = 100

_FINAL = (str, int)
"""Kinds of results, the most common ones, that lead nowhere."""


class _Rolled(NamedTuple):
    """What a roll comes to: every outcome, as odds give them and in the order of the dice."""

    outcome: tuple[Any, ...] = ()
    came: tuple[Any, ...] = ()

    @classmethod
    def of(cls, one: Any) -> "_Rolled":
        return cls((one,), (one,))

    def and_(self, more: "_Rolled") -> "_Rolled":
        return _Rolled(self.outcome + more.outcome, self.came + more.came)

    def called(self, names: tuple[str, ...]) -> "_Rolled":
        return _Rolled(*(tuple(named(one, names) for one in every) for every in self))


def look_up_deep(
    table: "RangeTable", source: LookupStart, with_: With, column: Column, counts: Counts
) -> Lookup:
    """Look up, then roll all that the results ask for; see `Table.look_up`."""
    if not callable(source):
        raise TableError(
            f"a deep lookup rolls again (table {table.id}); give it a face source die(sides)"
        )
    begun: Lookup | None = None
    if not (with_ or counts or column is not None):
        begun = look_up(table, source, table.column_at(None), ())
        if type(begun.result) in _FINAL:
            return begun._replace(outcome=begun.result, came=begun.result)
    reading = _DieReader(Walk(table, with_, column, counts), source, begun)
    reading.run(reading.walk.first)
    return reading.found


class RollReader(ResultReader[_Rolled]):
    """Reads results by rolling, and keeps the evidence."""

    nothing = _Rolled()

    def __init__(self, walk: Walk) -> None:
        super().__init__(
            walk,
            Budget(
                MAX_LINKS,
                lambda at: (
                    f"table {walk.root.id} does not stop rolling: more than {MAX_LINKS} rolls, "
                    f"the last on table {at}; use smaller times, or state depth where the "
                    "references form a cycle"
                ),
            ),
        )
        self.then: list[Lookup | Roll] = []
        """What has followed so far from the lookup that is being carried out."""
        self.row = 0
        """The identity of the row that the last lookup hit."""

    @property
    def found(self) -> Lookup:
        """The lookup that was asked for, with all that followed from it."""
        found = self.then[0]
        assert isinstance(found, Lookup)
        return found

    def opened(self, ask: Ask, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise TableError(
                f"table {self.walk.root.id} does not stop rolling: table {ask.table} is more than "
                f"{MAX_DEPTH} rolls deep; state depth where the references form a cycle"
            )

    def answer(self, ask: Ask) -> Work[_Rolled]:
        lookup = self.once(ask)
        row = id(lookup.row or lookup.override)
        before, self.then = self.then, []
        outcome = yield from self.result(ask, row, lookup.result)
        then, self.then = self.then, before
        found = {"outcome": alone(outcome.outcome), "came": alone(outcome.came)}
        self.then.append(lookup._replace(then=tuple(then), **found))
        self.row = row
        return outcome

    def once(self, ask: Ask) -> Lookup:
        """Roll on a table until a row comes up that counts."""
        table, how = self.walk.table(ask), self.walk.how(ask)
        at = table.column_at(how["column"])
        applied = table.apply(how["with_"], at, how["counts"])
        before: list[Lookup] = []
        while True:
            self.budget.spend(1, ask.table)
            lookup = look_up(table, self.start(table), at, applied)
            if id(lookup.row or lookup.override) not in ask.without:
                return lookup._replace(before=(*before, *lookup.before)) if before else lookup
            before += [*lookup.before, lookup._replace(before=())]
            if len(before) > MAX_REROLLS:
                raise TableError(
                    f"table {ask.table} rolled {MAX_REROLLS} times and found no row that counts; "
                    f"check that it has enough different ones"
                )

    @abstractmethod
    def start(self, table: "RangeTable") -> LookupStart:
        """Return what a lookup on a table starts from."""

    @abstractmethod
    def rolled(self, dice: Dice, names: tuple[str, ...] = ()) -> Roll:
        """Roll dice that a result asks for; `names` say what their total counts."""

    def totals(self, dice: Dice) -> Iterable[tuple[int, int]]:
        self.then.append(rolled := self.rolled(dice))
        return [(rolled.total, 1)]

    def number(self, dice: Dice, names: tuple[str, ...]) -> _Rolled:
        self.then.append(rolled := self.rolled(dice, names))
        return _Rolled.of(named(rolled.total, names))

    def leaf(self, value: Any, names: tuple[str, ...]) -> _Rolled:
        self.hold(len(value) if isinstance(value, str) else 0)
        return _Rolled.of(named(value, names))

    def filled(self, text: Text, words: Sequence[_Rolled], names: tuple[str, ...]) -> _Rolled:
        said = (
            text.filled([describe(alone(one.outcome)) for one in words]),
            text.filled([describe(alone(one.came)) for one in words]),
        )
        self.hold(len(said[0]))
        return _Rolled(*((named(one, names),) for one in said))

    def join(self, first: _Rolled, second: _Rolled, ask: Ask) -> _Rolled:
        return first.and_(second)

    def mix(self, found: Sequence[tuple[int, _Rolled]]) -> _Rolled:
        ((_, outcome),) = found
        return outcome

    def repeat(self, onward: Ask, times: int) -> Work[_Rolled]:
        every: list[_Rolled] = []
        for _ in range(times):
            every.append((yield onward._replace(names=())))
        found = _together(every).called(onward.names)
        return found if times == 1 else self.unordered(found)

    def draws(self, onward: Ask, times: int) -> Work[_Rolled]:
        every: list[_Rolled] = []
        for _ in range(times):
            every.append((yield onward._replace(names=())))
            onward = onward._replace(without=onward.without | {self.row})
        return self.unordered(_together(every).called(onward.names))

    def unordered(self, found: _Rolled) -> _Rolled:
        return found._replace(outcome=in_no_order(found.outcome))


class _DieReader(RollReader):
    """Reads results by rolling with a face source; the first lookup may have been made already."""

    def __init__(self, walk: Walk, die: Callable[[int], int], begun: Lookup | None) -> None:
        super().__init__(walk)
        self.die = die
        self.begun = begun

    def once(self, ask: Ask) -> Lookup:
        lookup, self.begun = self.begun or super().once(ask), None
        return lookup

    def start(self, table: "RangeTable") -> LookupStart:
        return self.die

    def rolled(self, dice: Dice, names: tuple[str, ...] = ()) -> Roll:
        return dice.roll(self.die)


def _together(every: Iterable[_Rolled]) -> _Rolled:
    outcomes: list[Any] = []
    came: list[Any] = []
    for one in every:
        outcomes += one.outcome
        came += one.came
    return _Rolled(tuple(outcomes), tuple(came))
