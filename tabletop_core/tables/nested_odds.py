"""Odds of what finally comes of a roll on a table, all further rolls followed to the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import TYPE_CHECKING, Any

from ..dice.odds import Odds, dice_odds
from ..dice.pools import Dice
from ..errors import TableError
from .cell_odds import hits, never_ends
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

MAX_OUTCOMES = 20_000
MAX_STEPS = 1_000_000
MAX_SIZE = 1_000_000
MAX_ROUNDS = 200


def deep_odds(walk: Walk, of: str = "") -> Odds:
    """Return the odds of what finally comes of a roll on a table.

    Dice become their totals and references what their tables say.
    Several results become a tuple, in order; results of repeated references a sorted tuple.
    """
    if of:
        walk.check_name(of)
    odds = _OddsReader(walk, _Outcomes(of)).run(walk.first)
    return odds.map(alone)


def total_odds(
    table: "RangeTable", of: str | Callable[[Any], int], with_: With, column: Column, counts: Counts
) -> Odds:
    """Return the odds of a sum over what finally comes of a roll; see `Table.totals`."""
    walk = Walk(table, with_, column, counts)
    if isinstance(of, str):
        walk.check_name(of)
    odds = _OddsReader(walk, _Totals(of)).run(walk.first)
    return Odds(dict(sorted(odds.weights.items())), odds.denominator)


class _Outcomes:
    """Outcomes are listed: tuples of all that comes, or only of what has a name."""

    unit: Any = ()

    def __init__(self, of: str) -> None:
        self.of = of
        self.fills_texts = not of

    def leaf(self, value: Any, names: tuple[str, ...]) -> Any:
        if self.of:
            return (value,) if self.of in names else ()
        return (named(value, names),)

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
    fills_texts = False

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
            f"the results of table {table} have more than {MAX_OUTCOMES} outcomes; ask for its "
            "odds without deep, for one part (of=...), or for sums: totals(...)"
        )


def _refuse_long(first: Odds, second: Odds, table: str) -> None:
    bits = first.denominator.bit_length() + second.denominator.bit_length()
    if len(first) * len(second) * bits > 8 * MAX_SIZE:
        raise TableError(
            f"the odds of table {table} need {bits} binary digits, which would take too long; use "
            "smaller times"
        )


def _refuse_wide(width: int, bits: int, table: str) -> None:
    if width * bits > 8 * MAX_SIZE:
        raise TableError(
            f"the sums of table {table} span {width} numbers with odds of {bits} binary digits, "
            "which would take too long; use smaller times or dice"
        )


class _OddsReader(ResultReader[Odds]):
    """Reads results as odds; each table under the same circumstances is asked once."""

    def __init__(self, walk: Walk, algebra: _Outcomes | _Totals) -> None:
        super().__init__(
            walk,
            Budget(
                MAX_STEPS,
                lambda at: (
                    f"the odds of table {walk.root.id} take too long (it was at table {at}); use "
                    "smaller times, state depth where the references form a cycle, or ask for "
                    "its odds without deep"
                ),
            ),
        )
        self.algebra = algebra
        self.fills_texts = algebra.fills_texts
        self.nothing = Odds({algebra.unit: 1}, 1)
        self.answers: dict[Ask, Odds] = {}
        self.under_way: set[Ask] = set()
        self.rounds: Counter[str] = Counter()

    def known(self, ask: Ask) -> Odds | None:
        return self.answers.get(ask)

    def opened(self, ask: Ask, depth: int) -> None:
        self.rounds[ask.table] += 1
        if ask in self.under_way or self.rounds[ask.table] > MAX_ROUNDS + (depth == 0):
            raise TableError(
                f"table {ask.table} rolls again and also does something else, so its results have "
                "no end; state depth or not_this_row, or ask without deep"
            )
        self.under_way.add(ask)

    def closed(self, ask: Ask, found: Odds) -> None:
        self.answers[ask] = found
        self.under_way.discard(ask)
        self.rounds[ask.table] -= 1

    def answer(self, ask: Ask) -> Work[Odds]:
        if ask.draws == 0:
            return self.nothing
        mixed: list[tuple[int, Odds]] = []
        cells, unlisted = self.cells(ask)
        for row, (weight, result) in cells.items():
            odds = yield from self.result(ask._replace(draws=None), row, result)
            if ask.draws is not None:
                left = ask._replace(draws=ask.draws - 1, without=ask.without | {row})
                odds = self.unordered(self.join(odds, (yield left), ask))
            mixed.append((weight, odds))
        self.budget.spend(sum(len(odds) for _, odds in mixed), ask.table)
        odds = Odds.mix(mixed)
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
        how = self.walk.how(ask)
        at = table.column_at(how["column"])
        whole, ways = hits(table, at, table.apply(how["with_"], at, how["counts"]))
        self.budget.spend(len(ways), ask.table)
        unlisted = whole - sum(weight for _, _, weight in ways)
        cells: dict[int, tuple[int, Any]] = {}
        for row, result, weight in ways:
            if row in ask.without or table.is_again(result):
                continue
            cells[row] = (cells[row][0] + weight if row in cells else weight, result)
        if not cells:
            if ask.without:
                raise TableError(
                    f"table {table.id} does not have enough different rows for this; check its "
                    "times and rows"
                )
            raise never_ends(table)
        return cells, unlisted

    def totals(self, dice: Dice) -> Iterable[tuple[int, int]]:
        return dice_odds(dice).weights.items()

    def number(self, dice: Dice, names: tuple[str, ...]) -> Odds:
        return dice_odds(dice).map(lambda total: self.algebra.leaf(total, names))

    def leaf(self, value: Any, names: tuple[str, ...]) -> Odds:
        return Odds({self.algebra.leaf(value, names): 1}, 1)

    def filled(self, text: Text, words: Sequence[Odds], names: tuple[str, ...]) -> Odds:
        said = Odds({(): 1}, 1)
        for odds in words:
            each = odds.map(lambda one: (describe(alone(one)),))
            said = self.algebra.join(said, each, self.budget, self.walk.root.id)
        self.hold(sum(len(word) for every in said for word in every))
        self.hold(len(said) * len(text.template))
        return said.map(lambda every: self.algebra.leaf(text.filled(every), names))

    def join(self, first: Odds, second: Odds, ask: Ask) -> Odds:
        return self.algebra.join(first, second, self.budget, ask.table)

    def mix(self, found: Sequence[tuple[int, Odds]]) -> Odds:
        return Odds.mix(found)

    def repeat(self, onward: Ask, times: int) -> Work[Odds]:
        one = yield onward
        return self.algebra.repeat(one, times, self.budget, onward.table)

    def draws(self, onward: Ask, times: int) -> Work[Odds]:
        found: Odds = yield onward._replace(draws=times)
        return found

    def unordered(self, found: Odds) -> Odds:
        return self.algebra.unordered(found)
