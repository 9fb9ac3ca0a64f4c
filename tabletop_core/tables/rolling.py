"""Lookups that roll all that their results ask for, to the end."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..dice.pools import Dice, Roll
from ..errors import TableError
from .parts import Lookup, LookupStart
from .results import (
    Again,
    Effect,
    Noted,
    Reference,
    RollResult,
    Text,
    Threshold,
    describe,
    parts,
)
from .walks import (
    Ask,
    Budget,
    Column,
    Counts,
    Walk,
    With,
    alone,
    in_no_order,
    named,
)

if TYPE_CHECKING:
    from .table import Table

MAX_LINKS = 10_000
DEEPEST = 100
MAX_REROLLS = 1_000

_FINAL = (str, int)
"""Kinds of results, the most common ones, that lead nowhere."""


def look_up_deep(
    table: "Table", source: LookupStart, with_: With, column: Column, counts: Counts
) -> Lookup:
    """Look up, then roll all that the results ask for; see `Table.look_up`."""
    if not callable(source):
        raise TableError(
            f"a deep lookup rolls on (table {table.id}); give a face source die(sides)"
        )
    begun: Lookup | None = None
    if not (with_ or counts or column is not None):
        begun = table.look_up(source)
        if type(begun.result) in _FINAL:
            return begun
    walk = Walk(table, with_, column, counts)
    try:
        return _Rolling(walk, source).follow(walk.first, 0, begun)[0]
    except RecursionError:
        raise TableError(f"table {table.id} rolls on and on; its results have no end") from None


class _Rolling:
    """One deep lookup: what was rolled is kept, and what it finally comes to."""

    def __init__(self, walk: Walk, die: Callable[[int], int]) -> None:
        self.walk = walk
        self.die = die
        self.budget = Budget(
            MAX_LINKS,
            lambda at: (
                f"table {walk.root.id} rolls on and on: more than {MAX_LINKS} rolls, the last on "
                f"table {at}; use smaller times, or state depth where it goes round"
            ),
        )

    def follow(
        self, ask: Ask, nested: int, begun: Lookup | None = None
    ) -> tuple[Lookup, tuple[Any, ...]]:
        """Roll on a table and carry out its result; return also what it comes to."""
        if nested > DEEPEST:
            raise TableError(
                f"table {self.walk.root.id} rolls on and on: table {ask.table} is more than "
                f"{DEEPEST} rolls deep; state depth where it goes round"
            )
        lookup = begun or self.once(ask)
        then: list[Lookup | Roll] = []
        outcome = self.carry_out(
            ask, id(lookup.row or lookup.override), lookup.result, then, nested
        )
        if then:
            lookup = lookup._replace(then=tuple(then), outcome=alone(outcome))
        return lookup, outcome

    def once(self, ask: Ask) -> Lookup:
        """Roll on a table until a row comes up that counts."""
        table, how = self.walk.table(ask), self.walk.how(ask)
        before: list[Lookup] = []
        while True:
            self.budget.spend(1, ask.table)
            lookup = table.look_up(self.die, **how)
            if id(lookup.row or lookup.override) not in ask.without:
                return lookup._replace(before=(*before, *lookup.before)) if before else lookup
            before += [*lookup.before, lookup._replace(before=())]
            if len(before) > MAX_REROLLS:
                raise TableError(
                    f"table {ask.table} rolled {MAX_REROLLS} times and found no row that counts; "
                    f"see that it has enough different ones"
                )

    def carry_out(
        self, ask: Ask, row: int, result: Any, then: list[Lookup | Roll], nested: int
    ) -> tuple[Any, ...]:
        found: tuple[Any, ...] = ()
        for part in parts(result):
            found += self.part(ask, row, part, then, nested)
        return found

    def part(
        self, ask: Ask, row: int, part: Any, then: list[Lookup | Roll], nested: int
    ) -> tuple[Any, ...]:
        if type(part) in _FINAL:
            return (part,)
        if isinstance(part, RollResult):
            total = self.roll(part.dice, then)
            return (named(total, filter(None, [part.name])),)
        if isinstance(part, Threshold):
            meant = part.result(self.roll(part.dice, then))
            found = self.carry_out(ask, row, meant, then, nested)
            return tuple(named(one, filter(None, [part.name])) for one in found)
        if isinstance(part, Text):
            said = [
                describe(alone(self.carry_out(ask, row, wanted, then, nested)))
                for _, wanted in part.places
            ]
            return (part.filled(said),)
        if isinstance(part, Again | Reference):
            return self.further(ask, row, part, then, nested)
        return (bare(part),)

    def roll(self, dice: Dice, then: list[Lookup | Roll]) -> int:
        rolled = dice.roll(self.die)
        then.append(rolled)
        return rolled.total

    def further(
        self,
        ask: Ask,
        row: int,
        step: Again | Reference,
        then: list[Lookup | Roll],
        nested: int,
    ) -> tuple[Any, ...]:
        """Roll on as often as a reference or rolling again asks."""
        if isinstance(step, Again):
            onward, name = self.walk.again(ask, row, step), ""
        else:
            onward, name = self.walk.beyond(ask, step), step.name
        times = step.times if isinstance(step.times, int) else self.roll(step.times, then)
        found: tuple[Any, ...] = ()
        for _ in range(times if onward is not None else 0):
            assert onward is not None
            lookup, outcome = self.follow(onward._replace(names=()), nested + 1)
            then.append(lookup)
            found += outcome
            if step.no_duplicates:
                taken = id(lookup.row or lookup.override)
                onward = onward._replace(without=onward.without | {taken})
        found = tuple(named(one, [name]) for one in found) if name else found
        return found if step.times == 1 else in_no_order(found)


def bare(part: Any) -> Any:
    """Return a single result as an outcome: without its note."""
    if isinstance(part, Noted):
        return part.value
    if isinstance(part, Effect):
        return Effect(part.name, part.arguments)
    return part
