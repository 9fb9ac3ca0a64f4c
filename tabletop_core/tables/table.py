"""A table: rows by range or label, modifiers and overrides, and every question it answers."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ..dice.notation import one_die
from ..errors import DataError
from .lookups import Lookup, LookupStart, look_up
from .model import Modifier, Row
from .range_table import RangeTable

if TYPE_CHECKING:
    from ..dice.odds import Odds
    from ..dice.roller import Drawn, Roller
    from .bulk import Bulk


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class Table(RangeTable):
    """Rows by range or label, modifiers, overrides and notes; checked when it is made.

    `row(total)` is the bare lookup.
    `beyond` says what a total past the rows means: `clamp` to the nearest row, `error`, `none`
    (no result) or `reroll` (roll again, also for totals in gaps between rows).
    `digits="step"` lets modifiers move a `d66` along its labels, so that 16 and one is 21.
    Rows with weights need no dice: they come up as often as their weights say.

    Raises:
        DataError: all faults of the table together.
    """

    if TYPE_CHECKING:
        tables: "Mapping[str, Table] | None" = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        from .checks import check_table

        if any(row.weight for row in self.rows):
            self._weigh()
        if problems := check_table(self):
            raise DataError(problems)
        self._compile()

    def _weigh(self) -> None:
        """Give rows with weights ranges side by side on one die."""
        from .checks import check_weights

        total = sum(row.weight for row in self.rows)
        own = one_die(total)
        if self.dice == own:
            return  # they have them already, as in a copy
        if problems := check_weights(self):
            raise DataError(problems)
        rows: list[Row] = []
        last = 0
        for row in self.rows:
            first, last = last + 1, last + row.weight
            on = str(first) if first == last else f"{first}-{last}"
            rows.append(attrs.evolve(row, on=on))
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "dice", own)

    def look_up(
        self,
        source: LookupStart,
        *,
        with_: Iterable[str | Modifier] = (),
        column: str | int | None = None,
        counts: Mapping[str, int] | None = None,
        deep: bool = False,
    ) -> Lookup:
        """Look something up and return the answer with its evidence.

        Args:
            source: a face source `die(sides)`, a finished roll, a bare total, or a label.
            with_: ids of the modifiers that apply, or modifiers of the caller's own, such as
                `Modifier("luck", 1, why="a house rule")`.
            column: label of the column, or a number or odds that its label covers.
            counts: the numbers that `per` modifiers count; those given (but 0) apply them.
            deep: also roll what the result asks for; needs a face source.

        Raises:
            TableError: unknown column, modifier or label, or a total beyond the rows.
        """
        with_ = tuple(with_)
        if deep:
            from .nested_roll import look_up_deep

            return look_up_deep(self, source, with_, column, counts)
        at = self.column_at(column)
        return look_up(self, source, at, self.apply(with_, at, counts))

    def data_count(self) -> list[tuple[str, int]]:
        """Return how many facts each row, modifier and override states, and from where."""
        facts: list[tuple[str, int]] = [(row.provenance, len(row.results)) for row in self.rows]
        facts += [(modifier.provenance, 1) for modifier in self.modifiers]
        return facts + [(one.provenance, len(one.results)) for one in self.overrides]

    def odds(
        self,
        *,
        with_: Iterable[str | Modifier] = (),
        column: str | int | None = None,
        counts: Mapping[str, int] | None = None,
        deep: bool = False,
        of: str = "",
    ) -> "Odds":
        """Return the exact odds of each result; `deep` follows nested rolls to the end.

        `of` names the only part of deep results that is asked for: a number by its name, or a
        place of a text; the outcome is `()` where there is none.

        Raises:
            TableError: no dice, or more outcomes or more work than is reasonable.
        """
        if deep or of:
            from .nested_odds import deep_odds
            from .nested_query import Walk

            return deep_odds(Walk(self, tuple(with_), column, counts), of)
        from .cell_odds import cell_odds

        return cell_odds(self, tuple(with_), column, counts)

    def roll_many(
        self,
        count: int,
        roller: "Roller",
        *,
        with_: Iterable[str | Modifier] = (),
        column: str | int | None = None,
        counts: Mapping[str, int] | None = None,
        deep: bool = False,
    ) -> "Drawn":
        """Roll on the table by the million; `deep` follows nested rolls to the end.

        The results have the exact chances that `odds` gives for the same arguments.
        """
        return roller.draw(self.odds(with_=with_, column=column, counts=counts, deep=deep), count)

    def totals(
        self,
        of: "str | Callable[[Any], int]",
        *,
        with_: Iterable[str | Modifier] = (),
        column: str | int | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> "Odds":
        """Return the exact odds of a sum over everything that a roll on the table leads to.

        Args:
            of: the name of the numbers to add up, or a function that returns how much a single
                outcome counts.

        Sums are convolved, so they are exact where the outcomes themselves are too many to list.

        Raises:
            TableError: no dice, a result without end, more work than is reasonable.
        """
        from .nested_odds import total_odds

        return total_odds(self, of, tuple(with_), column, counts)

    def bulk(
        self,
        *,
        with_: Iterable[str | Modifier] = (),
        column: str | int | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> "Bulk":
        """Prepare lookups by the million: natural totals in, codes of results out."""
        from .bulk import make_bulk

        return make_bulk(self, tuple(with_), column, counts)

    def look_up_many(
        self,
        naturals: Any,
        *,
        with_: Iterable[str | Modifier] = (),
        column: str | int | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> Any:
        """Look up many unmodified totals at once: bytes, a list, an array or a Series of codes.

        A code is an index into `table.bulk(...).results` for the same modifiers and column.
        """
        return self.bulk(with_=with_, column=column, counts=counts)(naturals)
