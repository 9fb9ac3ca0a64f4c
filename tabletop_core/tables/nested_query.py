"""Follow results to the end: which table is asked next, with which modifiers, and how long.

`ResultReader` interprets results once. Odds and a roll differ in what dice say and in how the
outcomes of parts are put together: `nested_odds` and `nested_roll` are the two readers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

import attrs

from ..dice.pools import Dice
from ..errors import TableError, meant
from .checks import references_of
from .model import Modifier
from .range_table import quoted
from .results import Again, Effect, Named, Noted, Reference, RollResult, Text, Threshold, parts

if TYPE_CHECKING:
    from .range_table import RangeTable

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

    def __init__(
        self,
        table: "RangeTable",
        with_: With,
        column: Column,
        counts: Counts,
        held: "Callable[[RangeTable], Sequence[str]] | None" = None,
    ) -> None:
        self.root = table
        self.held = held
        """Returns the modifiers of a table that apply by themselves."""
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

    def check_name(self, name: str) -> None:
        """Refuse a name that nothing on the way has."""
        known = {
            one
            for table in reachable(self.root)
            for results in (
                *(row.results for row in table.rows),
                *(one.results for one in table.overrides),
            )
            for result in results
            for one in names_of(result)
        }
        if name not in known:
            said = (
                f"the names are {quoted(sorted(known))}" if known else "its results have no names"
            )
            raise TableError(
                f"no result of table {self.root.id} is called {name!r}{meant(name, known)}; {said}"
            )

    def table(self, ask: Ask) -> "RangeTable":
        """Return the table that is asked."""
        tables = self.root.tables
        return self.root if ask.table == self.root.id or tables is None else tables[ask.table]

    def how(self, ask: Ask) -> dict[str, Any]:
        """Return what is said to the table: the modifiers, counts and column that it knows."""
        table = self.table(ask)
        named: tuple[str, ...] = tuple(self.held(table)) if self.held is not None else ()
        if not (self.named or self.counts or ask.more or ask.column is not None):
            return {"with_": named, "column": None, "counts": {}}
        named += tuple(n for n in self.named if n in table._modifiers and n not in named)
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


def _target(table: "RangeTable", reference: Reference) -> "RangeTable":
    tables = table.tables
    if tables is None:
        raise TableError(
            f"table {table.id} refers to {reference.table!r} but is not bound to any other table; "
            "bind both with Tables.of, or load them together"
        )
    return tables[reference.table]


def leads_to(table: "RangeTable") -> "tuple[Reference, ...]":
    """Return the references of a table, one for each table they lead to; worked out once."""
    found = table.__dict__.get("_leads_to")
    if found is None:
        cells = [*(r.results for r in table.rows), *(o.results for o in table.overrides)]
        every = (one for cell in cells for result in cell for one in references_of(result))
        found = table.__dict__["_leads_to"] = tuple({one.table: one for one in every}.values())
    return tuple(found)


def reachable(table: "RangeTable") -> "list[RangeTable]":
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


def names_of(result: Any) -> Iterator[str]:
    """Walk the names in a result: of numbers, of references, and of places in texts."""
    for part in parts(result):
        value = bare(part)
        while isinstance(value, Named):
            yield value.name
            value = value.value
        if isinstance(part, RollResult | Threshold | Reference) and part.name:
            yield part.name
        if isinstance(part, Threshold):
            yield from names_of(part.passed)
            yield from names_of(part.failed)
        if isinstance(part, Text):
            yield from (name for name, _ in part.places)


def has_column(table: "RangeTable", column: Column) -> bool:
    """Return whether a table has a column."""
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


MAX_LETTERS = 5_000_000
"""Letters of all the texts of one question, filled and half filled."""


def alone(outcome: tuple[Any, ...]) -> Any:
    """Return a single outcome as it is, and several as a tuple."""
    return outcome[0] if len(outcome) == 1 else outcome


def in_no_order(outcome: Iterable[Any]) -> tuple[Any, ...]:
    """Sort outcomes whose order means nothing."""
    return tuple(sorted(outcome, key=_order))


def _order(outcome: Any) -> tuple[str, Any]:
    number = isinstance(outcome, int | float)
    return ("", outcome) if number else (type(outcome).__name__, repr(outcome))


@attrs.define
class Budget:
    """The work that a question may take; spending more raises an error that names the table."""

    left: int
    complaint: Callable[[str], str]

    def spend(self, work: int, table: str) -> None:
        """Spend some work on a table; raise `TableError` where the budget is used up."""
        self.left -= work
        if self.left < 0:
            raise TableError(self.complaint(table))


_Outcome = TypeVar("_Outcome")
Work: TypeAlias = Generator[Any, Any, _Outcome]
"""A piece of work: it yields what must be asked first, is sent the answer, and returns its own.

It yields each `Ask`, and what effects ask of players.
"""


class ResultReader(ABC, Generic[_Outcome]):
    """Reads the results of tables to the end, each question on a stack of its own.

    `_Outcome` is what a question comes to: odds, or what was rolled.
    """

    nothing: _Outcome
    """What comes of no result at all."""
    fills_texts = True
    """Whether a text with places is an outcome as a whole; else its places are outcomes."""

    def __init__(self, walk: Walk, budget: Budget) -> None:
        self.walk = walk
        self.budget = budget
        self.letters = 0

    def hold(self, letters: int) -> None:
        """Take note of a text, filled or half filled; raise `TableError` where all are too long."""
        self.letters += letters
        if self.letters > MAX_LETTERS:
            raise TableError(
                f"the texts of table {self.walk.root.id} have more than {MAX_LETTERS:,} letters; "
                "ask for the odds of one part of them (of=...), or without deep"
            )

    # ------------------------------------------------------------ what a reading must say

    @abstractmethod
    def answer(self, ask: Ask) -> Work[_Outcome]:
        """Work out one question."""

    @abstractmethod
    def totals(self, dice: Dice) -> Iterable[tuple[int, int]]:
        """Return the totals that dice come to, each with its weight."""

    @abstractmethod
    def number(self, dice: Dice, names: tuple[str, ...]) -> _Outcome:
        """Return the total of dice as an outcome with names."""

    @abstractmethod
    def leaf(self, value: Any, names: tuple[str, ...]) -> _Outcome:
        """Return a value as an outcome with names, the outermost first."""

    @abstractmethod
    def filled(self, text: Text, words: Sequence[_Outcome], names: tuple[str, ...]) -> _Outcome:
        """Return a text whose places hold what was found for them."""

    @abstractmethod
    def join(self, first: _Outcome, second: _Outcome, ask: Ask) -> _Outcome:
        """Put together what comes of two parts."""

    @abstractmethod
    def mix(self, found: Sequence[tuple[int, _Outcome]]) -> _Outcome:
        """Put together what comes of cases, each with its weight."""

    @abstractmethod
    def repeat(self, onward: Ask, times: int) -> Work[_Outcome]:
        """Ask a table a number of times."""

    @abstractmethod
    def draws(self, onward: Ask, times: int) -> Work[_Outcome]:
        """Ask a table a number of times, no row twice."""

    @abstractmethod
    def unordered(self, found: _Outcome) -> _Outcome:
        """Forget the order of outcomes."""

    def effect(self, effect: Effect) -> Work[None]:
        """Carry out an effect, where it is more than an outcome."""
        yield from ()

    def known(self, ask: Ask) -> _Outcome | None:
        """Return the answer to a question where it need not be worked out again."""
        return None

    def opened(self, ask: Ask, depth: int) -> None:
        """Take note that a question is being worked out, and how deep within others."""

    def closed(self, ask: Ask, found: _Outcome) -> None:
        """Take note of an answer."""

    # ------------------------------------------------------------ how results are read

    def run(self, ask: Ask) -> _Outcome:
        """Answer a question and all that it leads to, where effects ask nothing."""
        following = self.follow(ask)
        try:
            next(following)
        except StopIteration as done:
            found: _Outcome = done.value
            return found
        raise AssertionError("an effect asks something here")

    def follow(self, ask: Ask) -> Work[_Outcome]:
        """Answer a question and all that it leads to; yield only what effects ask."""
        self.opened(ask, 0)
        stack = [(ask, self.answer(ask))]
        reply: Any = None
        while True:
            asked, work = stack[-1]
            try:
                wanted = work.send(reply)
            except StopIteration as done:
                stack.pop()
                reply = done.value
                self.closed(asked, reply)
                if not stack:
                    found: _Outcome = reply
                    return found
                continue
            if type(wanted) is not Ask:
                reply = yield wanted
                continue
            reply = self.known(wanted)
            if reply is None:
                self.opened(wanted, len(stack))
                stack.append((wanted, self.answer(wanted)))

    def result(self, ask: Ask, row: int, result: Any) -> Work[_Outcome]:
        """Read all parts of a result, in order."""
        found: _Outcome | None = None
        for part in parts(result):
            more = yield from self.part(ask, row, part)
            found = more if found is None else self.join(found, more, ask)
        return self.nothing if found is None else found

    def part(self, ask: Ask, row: int, part: Any) -> Work[_Outcome]:
        """Read a single result."""
        if type(part) in (str, int):
            return self.leaf(part, ask.names)
        if isinstance(part, RollResult):
            return self.number(part.dice, _further(ask.names, part.name))
        if isinstance(part, Threshold):
            return (yield from self.threshold(ask, row, part))
        if isinstance(part, Again):
            return (yield from self.times(self.walk.again(ask, row, part), part))
        if isinstance(part, Reference):
            return (yield from self.times(self.walk.beyond(ask, part), part))
        if isinstance(part, Text):
            return (yield from self.text(ask, row, part))
        value, names = bare(part), ask.names
        while isinstance(value, Named):
            value, names = value.value, _further(names, value.name)
        if isinstance(value, Effect):
            yield from self.effect(value)
        return self.leaf(value, names)

    def threshold(self, ask: Ask, row: int, part: Threshold) -> Work[_Outcome]:
        inner = ask._replace(names=_further(ask.names, part.name))
        cases: dict[Any, int] = {}
        for total, weight in self.totals(part.dice):
            meant = part.result(total)
            cases[meant] = cases.get(meant, 0) + weight
        found: list[tuple[int, _Outcome]] = []
        for meant, weight in cases.items():
            found.append((weight, (yield from self.result(inner, row, meant))))
        return self.mix(found)

    def text(self, ask: Ask, row: int, text: Text) -> Work[_Outcome]:
        """Fill a text, or take its places as parts with names."""
        if self.fills_texts:
            within = ask._replace(names=())
            words: list[_Outcome] = []
            for _, wanted in text.places:
                words.append((yield from self.part(within, row, wanted)))
            return self.filled(text, words, ask.names)
        found = self.nothing
        for name, wanted in text.places:
            more = yield from self.part(ask._replace(names=(*ask.names, name)), row, wanted)
            found = self.join(found, more, ask)
        return found

    def times(self, onward: Ask | None, step: Reference | Again) -> Work[_Outcome]:
        """Roll on as often as a reference or rolling again asks; not at all past its depth."""
        if onward is None:
            return self.nothing
        several = self.draws if step.no_duplicates else self.repeat
        if isinstance(step.times, int):
            return (yield from several(onward, step.times))
        found: list[tuple[int, _Outcome]] = []
        for number, weight in self.totals(step.times):
            found.append((weight, (yield from several(onward, max(number, 0)))))
        return self.unordered(self.mix(found))


def bare(part: Any) -> Any:
    """Return a single result as an outcome: without its note."""
    if isinstance(part, Noted):
        return part.value
    if isinstance(part, Effect):
        return Effect(part.name, part.arguments)
    return part


def _further(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (*names, name) if name else names
