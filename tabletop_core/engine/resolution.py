"""Charts carried out by a rule: all that a result asks for, with a line of the log for each."""

from collections.abc import Generator, Iterable
from fractions import Fraction
from functools import partial
from keyword import iskeyword
from types import GeneratorType
from typing import TYPE_CHECKING, Any, TypeAlias

from ..dice.pools import Dice, Roll
from ..errors import PackError
from ..events.words import chart_words
from ..tables.lookups import Lookup, LookupStart
from ..tables.nested_odds import deep_odds
from ..tables.nested_query import Ask, Counts, Walk, Work
from ..tables.nested_roll import RollReader
from ..tables.results import Effect
from .outcome import Seats

if TYPE_CHECKING:
    from ..tables import Table
    from ..tables.range_table import RangeTable

First: TypeAlias = tuple[int | str | Roll | None, str]
"""What the first lookup starts from in place of dice, and why it is made."""


def resolve(
    play: Any,
    chart: "Table",
    first: First,
    with_: Iterable[str],
    column: Any,
    counts: Counts,
    seats: Seats | None,
) -> Generator[Any, Any, Lookup]:
    """Carry out a chart; see `Play.resolve`."""
    reader = _PlayReader(play, _walk(play, chart, with_, column, counts), first, seats)
    yield from reader.follow(reader.walk.first)
    return reader.found


def outcome_odds(
    play: Any, chart: "Table", with_: Iterable[str], column: Any, counts: Counts
) -> dict[Any, Fraction]:
    """Return the chance of each outcome of carrying out a chart as things are now."""
    return dict(deep_odds(_walk(play, chart, with_, column, counts)).items())


def _walk(play: Any, chart: "Table", with_: Iterable[str], column: Any, counts: Counts) -> Walk:
    return Walk(chart, tuple(with_), column, counts, partial(play._modifiers, with_=()))


class _PlayReader(RollReader):
    """Reads results by rolling in a game, and carries out effects."""

    def __init__(self, play: Any, walk: Walk, first: First, seats: Seats | None) -> None:
        super().__init__(walk)
        self.play = play
        self.at, self.why = first
        self.seats = seats
        self.chart: RangeTable = walk.root
        """The chart whose result is being carried out."""

    def answer(self, ask: Ask) -> Work[Any]:
        before, self.chart = self.chart, self.walk.table(ask)
        outcome = yield from super().answer(ask)
        self.chart = before
        return outcome

    def once(self, ask: Ask) -> Lookup:
        lookup: Lookup = self.play._asking(self.seats, super().once, ask)
        self.play._log_look_up(lookup, self.why, self.seats)
        self.at, self.why = None, ""
        return lookup

    def start(self, table: "RangeTable") -> LookupStart:
        start: LookupStart = self.play._start(table, self.why) if self.at is None else self.at
        return start

    def rolled(self, dice: Dice, names: tuple[str, ...] = ()) -> Roll:
        why = ", ".join(names) or chart_words(self.chart.title, self.chart.id)
        rolled: Roll = self.play.roll(dice, why, seats=self.seats)
        return rolled

    def effect(self, effect: Effect) -> Work[None]:
        game = self.play.game
        function = game.effects.get(effect.name)
        if function is None:
            raise PackError(
                f"{game.id}: table {self.chart.id} has the effect {effect.name!r}, but the game "
                "has no function of that name; add it to `effects`, which has: "
                f"{', '.join(game.effects) or 'none'}"
            )
        carried_out = function(self.play, **keywords_of(effect))
        if type(carried_out) is GeneratorType:
            yield from carried_out


def keywords_of(effect: Effect) -> dict[str, Any]:
    """Return the arguments of an effect as a function takes them: `from` as `from_`."""
    return {f"{name}_" if iskeyword(name) else name: given for name, given in effect.arguments}
