"""Odds of tables: of their cells, and of what finally comes of a roll."""

from collections import Counter
from collections.abc import Callable, Generator
from functools import partial
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

from ..dice.odds import Odds, dice_odds, mix
from ..errors import TableError
from .parts import Applied
from .results import (
    Again,
    Named,
    Reference,
    RollResult,
    Text,
    Threshold,
    describe,
    parts,
)
from .rolling import bare
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

MAX_OUTCOMES = 20_000
MAX_STEPS = 1_000_000
MAX_SIZE = 1_000_000
MAX_ROUNDS = 200


def table_odds(table: "Table", with_: With, column: Column, counts: Counts) -> Odds:
    """Return the odds of each cell; rolling again leaves the other results in proportion."""
    if table.dice is None:
        raise TableError(f"table {table.id} has no dice, so it has no odds; look it up instead")
    at = table.column_at(column)
    applied = table.apply(with_, at, counts)
    totals, ways = _ways(table, applied)
    plain = _plain_cell(table, at, applied)
    weights: dict[Any, int] = {}
    lost = 0
    for total, faces, weight in ways:
        result = plain(total) if plain else _landing(table, at, applied, total, faces)[1]
        if type(result) is Again and result.is_plain:
            lost += weight
        else:
            weights[result] = weights.get(result, 0) + weight
    if not weights:
        raise _for_ever(table)
    return Odds(weights, totals.denominator - lost)


_Way: TypeAlias = tuple[int, tuple[int, ...] | None, int]
"""A total of the dice, the faces where the table asks for them, and the weight of the two."""


def _ways(table: "Table", applied: tuple[Applied, ...]) -> tuple[Odds, list[_Way]]:
    """Return the odds of a table's dice, and all that they can show."""
    dice = table.dice
    assert dice is not None
    if table.asks_faces:
        from ..dice.faces import faces_odds

        shown = faces_odds(dice)
        return shown, [(dice.total(faces), faces, w) for faces, w in shown.weights.items()]
    totals = dice_odds(dice)
    ways: list[_Way] = [(total, None, weight) for total, weight in totals.weights.items()]
    if totals.side:
        ways += _beyond(table, applied, totals)
    return totals, ways


def _beyond(table: "Table", applied: tuple[Applied, ...], totals: Odds) -> list[_Way]:
    """Return one total for all that dice without end leave unlisted, if these have one result."""
    from .bulk import turning_points

    assert table.dice is not None
    constant, upwards = table.dice.constant, totals.side > 0
    natural = (max(totals) + 1 if upwards else min(totals) - 1) - constant
    starts = turning_points(table, applied)
    if any(start > natural if upwards else start <= natural for start in starts):
        return []
    return [(natural + constant, None, totals.denominator - sum(totals.weights.values()))]


def _for_ever(table: "Table") -> TableError:
    return TableError(f"table {table.id} would roll again for ever with these modifiers; mend them")


def _landing(
    table: "Table",
    at: int,
    applied: tuple[Applied, ...],
    total: int,
    faces: tuple[int, ...] | None,
) -> tuple[int, Any]:
    """Return what one total of the dice hits, by its identity, and the result there."""
    assert table.dice is not None
    if override := table.override_for(total - table.dice.constant, at, faces):
        return id(override), override.results[at if len(override.results) > 1 else 0]
    row, landed, _, _ = table.land(total, at, applied)
    if row is None:
        return 0, Again() if table.beyond == "reroll" else None
    return id(row), row.results[landed]


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


def deep_odds(table: "Table", with_: With, column: Column, counts: Counts, of: str = "") -> Odds:
    """Return the odds of what finally comes of a roll on a table.

    Dice become their totals and references what their tables say.
    Several results become a tuple, in order; results of repeated references a sorted tuple.
    """
    walk = Walk(table, with_, column, counts)
    odds = _Solver(walk, _Outcomes(of)).solve(walk.first)
    return odds.map(alone)


def total_odds(
    table: "Table", of: str | Callable[[Any], int], with_: With, column: Column, counts: Counts
) -> Odds:
    """Return the odds of a sum over what finally comes of a roll; see `Table.totals`."""
    walk = Walk(table, with_, column, counts)
    odds = _Solver(walk, _Totals(of)).solve(walk.first)
    return Odds(dict(sorted(odds.weights.items())), odds.denominator)


class _Outcomes:
    """Outcomes are listed: tuples of all that comes, or only of what has a name."""

    unit: Any = ()

    def __init__(self, of: str) -> None:
        self.of = of

    def leaf(self, value: Any, names: tuple[str, ...]) -> Any:
        if self.of:
            return (value,) if self.of in names else ()
        return (named(value, names),)

    def text(self, text: Text) -> Text | None:
        """Return the text to fill, where outcomes hold it as a whole."""
        return None if self.of else text

    def join(self, first: Odds, second: Odds, budget: Budget, table: str) -> Odds:
        for certain, other in ((first, second), (second, first)):
            if len(certain) == 1 and () in certain.weights:
                return other
        _refuse_many(len(first) * len(second), table)
        _refuse_long(first, second, table)
        longest = max(map(len, first)) + max(map(len, second))
        budget.spend(len(first) * len(second) * (2 + longest), table)
        return first.then(lambda had: second.map(lambda one: had + one))

    def unordered(self, odds: Odds) -> Odds:
        return odds.map(in_no_order)

    def repeat(self, one: Odds, times: int, budget: Budget, table: str) -> Odds:
        if times == 1:
            return one
        so_far = Odds({(): 1}, 1)
        for _ in range(times):
            so_far = self.unordered(self.join(so_far, one, budget, table))
        return so_far

    def check(self, odds: Odds, table: str) -> None:
        _refuse_many(len(odds), table)


class _Totals:
    """Outcomes are added up: each counts for a whole number, and sums are convolved."""

    unit: Any = 0

    def __init__(self, of: str | Callable[[Any], int]) -> None:
        self.of = of

    def leaf(self, value: Any, names: tuple[str, ...]) -> Any:
        if isinstance(self.of, str):
            if self.of not in names:
                return 0
            number = value
        else:
            number = self.of(named(value, names))
        if not isinstance(number, int):
            raise TableError(f"{number!r} cannot be added up; only whole numbers can")
        return int(number)

    def text(self, text: Text) -> Text | None:
        return None

    def join(self, first: Odds, second: Odds, budget: Budget, table: str) -> Odds:
        if len(second) == 1 and 0 in second.weights:
            return first
        width = max(first) - min(first) + max(second) - min(second) + 1
        _refuse_wide(width, first.denominator.bit_length() + second.denominator.bit_length(), table)
        budget.spend(len(first) + len(second), table)
        return first + second

    def unordered(self, odds: Odds) -> Odds:
        return odds

    def repeat(self, one: Odds, times: int, budget: Budget, table: str) -> Odds:
        low = min(one)
        if len(one) == 1:
            return Odds({low * times: 1}, 1)
        step = gcd(*(number - low for number in one)) or 1
        width = (max(one) - low) // step * times + 1
        _refuse_wide(width, one.denominator.bit_length() * times, table)
        budget.spend(width, table)
        steps = Odds(
            {(number - low) // step: w for number, w in one.weights.items()}, one.denominator
        )
        return steps.times(times).map(lambda number: number * step + low * times)

    def check(self, odds: Odds, table: str) -> None:
        pass


def _refuse_many(outcomes: int, table: str) -> None:
    if outcomes > MAX_OUTCOMES:
        raise TableError(
            f"what can come of table {table} is more than {MAX_OUTCOMES} outcomes; "
            f"ask for its odds without deep, for one part (of=...), or for sums: totals(...)"
        )


def _refuse_long(first: Odds, second: Odds, table: str) -> None:
    bits = first.denominator.bit_length() + second.denominator.bit_length()
    if len(first) * len(second) * bits > 8 * MAX_SIZE:
        raise TableError(
            f"what can come of table {table} has odds of {bits} binary digits; that would take "
            f"too long: use smaller times"
        )


def _refuse_wide(width: int, bits: int, table: str) -> None:
    if width * bits > 8 * MAX_SIZE:
        raise TableError(
            f"the sums that can come of table {table} spread over {width} numbers with odds of "
            f"{bits} binary digits; that would take too long: use smaller times or dice"
        )


_Work: TypeAlias = Generator[Ask, Odds, Odds]


class _Solver:
    """Works out one deep question; each table under the same circumstances is asked once."""

    def __init__(self, walk: Walk, algebra: _Outcomes | _Totals) -> None:
        self.walk = walk
        self.algebra = algebra
        self.unit = Odds({algebra.unit: 1}, 1)
        self.known: dict[Ask, Odds] = {}
        self.budget = Budget(
            MAX_STEPS,
            lambda at: (
                f"what can come of table {walk.root.id} takes more work than anyone would wait "
                f"for (it was at table {at}); use smaller times, state depth where it goes "
                f"round, or ask for its odds without deep"
            ),
        )

    def solve(self, ask: Ask) -> Odds:
        """Answer a question and all that it leads to, on a stack of its own."""
        stack = [(ask, self.answer(ask))]
        under_way = {ask}
        rounds = Counter([ask.table])
        reply: Any = None
        while stack:
            asked, work = stack[-1]
            try:
                wanted = work.send(reply)
            except StopIteration as done:
                reply = self.known[asked] = done.value
                under_way.discard(asked)
                rounds[asked.table] -= 1
                stack.pop()
                continue
            reply = self.known.get(wanted)
            if reply is None:
                rounds[wanted.table] += 1
                if wanted in under_way or rounds[wanted.table] > MAX_ROUNDS:
                    raise TableError(
                        f"table {wanted.table} rolls again and does more at once, so its results "
                        f"have no end; state depth or not_this_row, or ask without deep"
                    )
                under_way.add(wanted)
                stack.append((wanted, self.answer(wanted)))
        return self.known[ask]

    def answer(self, ask: Ask) -> _Work:
        """Work out one question; what must be known first is yielded."""
        if ask.draws == 0:
            return self.unit
        mixed: list[tuple[int, Odds]] = []
        cells, unlisted = self.cells(ask)
        for row, (weight, result) in cells.items():
            odds = yield from self.result(ask._replace(draws=None), row, result)
            if ask.draws is not None:
                left = ask._replace(draws=ask.draws - 1, without=ask.without | {row})
                odds = self.algebra.unordered(self.join(odds, (yield left), ask))
            mixed.append((weight, odds))
        self.budget.spend(sum(len(odds) for _, odds in mixed), ask.table)
        odds = mix(mixed)
        if unlisted:
            told = sum(weight for weight, _ in mixed)
            odds = Odds(odds.weights, odds.denominator // told * (told + unlisted))
        self.algebra.check(odds, ask.table)
        return odds

    def cells(self, ask: Ask) -> tuple[dict[int, tuple[int, Any]], int]:
        """Return the weight and result of each row that can come up.

        And the weight of all that dice without end leave unlisted.
        """
        table = self.walk.table(ask)
        if table.dice is None:
            raise TableError(f"table {table.id} has no dice, so it has no odds; look it up instead")
        how = self.walk.how(ask)
        at = table.column_at(how["column"])
        applied = table.apply(how["with_"], at, how["counts"])
        totals, ways = _ways(table, applied)
        self.budget.spend(len(ways), ask.table)
        unlisted = totals.denominator - sum(weight for _, _, weight in ways)
        cells: dict[int, tuple[int, Any]] = {}
        for total, faces, weight in ways:
            row, result = _landing(table, at, applied, total, faces)
            if row in ask.without or (type(result) is Again and result.is_plain):
                continue
            cells[row] = (cells[row][0] + weight if row in cells else weight, result)
        if not cells:
            if ask.without:
                raise TableError(
                    f"table {table.id} has not enough different rows for what is asked of it; "
                    f"see to its times and rows"
                )
            raise _for_ever(table)
        return cells, unlisted

    def join(self, first: Odds, second: Odds, ask: Ask) -> Odds:
        return self.algebra.join(first, second, self.budget, ask.table)

    def result(self, ask: Ask, row: int, result: Any) -> _Work:
        found: Odds | None = None
        for part in parts(result):
            odds = yield from self.part(ask, row, part)
            found = odds if found is None else self.join(found, odds, ask)
        return found or self.unit

    def part(self, ask: Ask, row: int, part: Any) -> _Work:
        if isinstance(part, RollResult):
            names = _further(ask.names, part.name)
            return dice_odds(part.dice).map(lambda total: self.algebra.leaf(total, names))
        if isinstance(part, Threshold):
            return (yield from self.threshold(ask, row, part))
        if isinstance(part, Again):
            return (yield from self.again(ask, row, part))
        if isinstance(part, Reference):
            onward = self.walk.beyond(ask, part)
            return self.unit if onward is None else (yield from self.times(onward, part))
        if isinstance(part, Text):
            return (yield from self.text(ask, row, part))
        value, names = bare(part), ask.names
        while isinstance(value, Named):
            value, names = value.value, _further(names, value.name)
        return Odds({self.algebra.leaf(value, names): 1}, 1)

    def again(self, ask: Ask, row: int, again: Again) -> _Work:
        onward = self.walk.again(ask, row, again)
        return self.unit if onward is None else (yield from self.times(onward, again))

    def threshold(self, ask: Ask, row: int, part: Threshold) -> _Work:
        inner = ask._replace(names=_further(ask.names, part.name))
        ways: dict[Any, int] = {}
        rolled = dice_odds(part.dice)
        for total, weight in rolled.weights.items():
            meant = part.result(total)
            ways[meant] = ways.get(meant, 0) + weight
        mixed: list[tuple[int, Odds]] = []
        for meant, weight in ways.items():
            mixed.append((weight, (yield from self.result(inner, row, meant))))
        return mix(mixed)

    def text(self, ask: Ask, row: int, text: Text) -> _Work:
        """Fill a text, or take its places as parts with names."""
        whole = self.algebra.text(text)
        said = Odds({(): 1}, 1)
        found = self.unit
        for name, wanted in text.places:
            if whole is None:
                odds = yield from self.part(ask._replace(names=(*ask.names, name)), row, wanted)
                found = self.join(found, odds, ask)
            else:
                odds = yield from self.part(ask._replace(names=()), row, wanted)
                words = odds.map(lambda one: (describe(alone(one)),))
                said = self.join(said, words, ask)
        if whole is None:
            return found
        return said.map(lambda words: self.algebra.leaf(text.filled(words), ask.names))

    def times(self, onward: Ask, step: Reference | Again) -> _Work:
        """Return the odds of as many rolls as a reference or rolling again asks."""
        if step.no_duplicates:
            return (yield from self.draws(onward, step))
        one = yield onward
        repeat = partial(self.algebra.repeat, budget=self.budget, table=onward.table)
        if isinstance(step.times, int):
            return repeat(one, step.times)
        times = dice_odds(step.times)
        odds = mix((weight, repeat(one, max(n, 0))) for n, weight in times.weights.items())
        return self.algebra.unordered(odds)

    def draws(self, onward: Ask, step: Reference | Again) -> _Work:
        if isinstance(step.times, int):
            return (yield onward._replace(draws=step.times))
        mixed: list[tuple[int, Odds]] = []
        for number, weight in dice_odds(step.times).weights.items():
            mixed.append((weight, (yield onward._replace(draws=max(number, 0)))))
        return mix(mixed)


def _further(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (*names, name) if name else names
