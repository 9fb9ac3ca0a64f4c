"""Look up a million totals at once: whole numbers in, codes of results out.

All that a lookup does, modifiers, overrides and what lies beyond the rows, changes its answer at
few totals only. It is worked out once between each two of them; the answers are then laid down
total by total, so that looking up is `bytes.translate` or one `take` of numpy.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..errors import TableError
from .model import Modifier

if TYPE_CHECKING:
    from .model import Applied
    from .range_table import RangeTable

NO_CODE = 255
"""The code of a byte without an answer; so bytes can tell that many results apart."""

MAX_DENSE_TOTALS = 1_000_000
"""Totals between the first and the last change for which a dense array is made."""


@attrs.frozen
class Bulk:
    """Prepared lookups: call it with unmodified totals, get codes; `results[code]` is the result.

    >>> from tabletop_core.tables import Row, Table
    >>> table = Table(id="hit", dice="2d6", rows=[Row("..7", "miss"), Row("8..", "hit")])
    >>> bulk = table.bulk()
    >>> [bulk.results[code] for code in bulk(bytes([2, 7, 8, 12]))]
    ['miss', 'miss', 'hit', 'hit']
    >>> bulk([-3, 400])
    [0, 1]
    """

    results: tuple[Any, ...]
    starts: tuple[int, ...]
    """The totals at which the answer changes; the first answer holds below them all."""
    answers: tuple[int, ...]
    """The code of each stretch, one more than `starts`; -1 where the table has no answer."""
    table: str
    _laid: dict[str, Any] = attrs.field(factory=dict, init=False, repr=False, eq=False)

    @property
    def codes(self) -> bytes:
        """The code of each total from 0 to 255, as `bytes.translate` takes it; 255 for none."""
        if "bytes" not in self._laid:
            if len(self.results) > NO_CODE:
                raise TableError(
                    f"table {self.table} has {len(self.results):,} results and a byte can hold "
                    f"only {NO_CODE} codes; give a list or a numpy array of totals"
                )
            every = map(self.code, range(256))
            self._laid["bytes"] = bytes(NO_CODE if code < 0 else code for code in every)
        laid: bytes = self._laid["bytes"]
        return laid

    def code(self, natural: int) -> int:
        """Return the code for one total, -1 where the table has no answer."""
        return self.answers[bisect_right(self.starts, natural)]

    def __call__(self, naturals: Any) -> Any:
        """Look up unmodified totals: bytes give bytes, a numpy array or pandas Series the same.

        Any other sequence of whole numbers gives a list.

        Raises:
            TableError: a total for which the table has no answer, or what is not a whole number.
        """
        if isinstance(naturals, bytes | bytearray):
            coded = bytes(naturals).translate(self.codes)
            if NO_CODE in coded:
                raise self._unanswered(naturals[coded.index(NO_CODE)])
            return coded
        if hasattr(naturals, "to_numpy") and hasattr(naturals, "index"):
            series = type(naturals)
            return series(self._take(naturals.to_numpy()), naturals.index, name=naturals.name)
        if hasattr(naturals, "__array__"):
            return self._take(naturals)
        if isinstance(naturals, Iterable) and not isinstance(naturals, str):
            return [self._checked(natural) for natural in naturals]
        raise self._unreadable(type(naturals).__name__)

    def _checked(self, natural: Any) -> int:
        if type(natural) is not int:
            raise self._unreadable(repr(natural))
        code = self.code(natural)
        if code < 0:
            raise self._unanswered(natural)
        return code

    def _take(self, naturals: Any) -> Any:
        import numpy

        naturals = numpy.asarray(naturals)
        if naturals.dtype.kind not in "iu":
            if naturals.size:
                raise self._unreadable(f"an array of {naturals.dtype}")
            naturals = naturals.astype(numpy.int64)
        if not self.starts:
            coded = numpy.full(naturals.shape, self.answers[0], dtype=numpy.int64)
        elif naturals.dtype == numpy.uint8 and len(self.results) <= NO_CODE:
            if "array" not in self._laid:
                self._laid["array"] = numpy.frombuffer(self.codes, dtype=numpy.uint8)
            coded = self._laid["array"].take(naturals)
            if NO_CODE in self.codes and coded.max(initial=0) == NO_CODE:
                raise self._unanswered(int(naturals[(coded == NO_CODE).argmax()]))
            return coded
        elif self.starts[-1] - self.starts[0] < MAX_DENSE_TOTALS:
            coded = self._dense(numpy).take(self._places(numpy, naturals))
        else:
            at = numpy.searchsorted(self._array(numpy, self.starts), naturals, side="right")
            coded = self._array(numpy, self.answers).take(at)
        if -1 in self.answers and coded.min(initial=0) < 0:
            raise self._unanswered(int(naturals.flat[int((coded < 0).argmax())]))
        return coded.astype(self._kind(numpy), copy=False)

    def _places(self, numpy: Any, naturals: Any) -> Any:
        """Return the place of each total in the dense array, which begins before the first."""
        first, last = self.starts[0] - 1, self.starts[-1]
        if naturals.dtype == numpy.uint64:
            naturals = naturals.clip(max=max(last, 0))
        return naturals.astype(numpy.int64, copy=False).clip(first, last) - first

    def _dense(self, numpy: Any) -> Any:
        if "dense" not in self._laid:
            ends = [*self.starts[1:], self.starts[-1] + 1]
            lengths = [1, *(end - start for start, end in zip(self.starts, ends, strict=True))]
            self._laid["dense"] = numpy.repeat(self._array(numpy, self.answers), lengths)
        return self._laid["dense"]

    def _array(self, numpy: Any, numbers: Sequence[int]) -> Any:
        return numpy.array(numbers, dtype=numpy.int64)

    def _kind(self, numpy: Any) -> Any:
        count = len(self.results)
        return numpy.uint8 if count <= NO_CODE else numpy.uint16 if count < 65536 else numpy.uint32

    def _unreadable(self, given: str) -> TableError:
        return TableError(
            f"cannot look up many in {given} (table {self.table}); give unmodified totals, whole "
            f"numbers all: bytes, a list, a numpy array or a pandas Series"
        )

    def _unanswered(self, natural: int) -> TableError:
        return TableError(
            f"table {self.table} has no answer for the total {natural}; bulk lookups take "
            f"unmodified totals of its dice"
        )


def make_bulk(
    table: "RangeTable",
    with_: Iterable[str | Modifier],
    column: str | int | None,
    counts: Mapping[str, int] | None,
) -> Bulk:
    """Prepare bulk lookups; see `Table.bulk`."""
    if table.is_labelled:
        raise TableError(f"table {table.id} has labels; bulk lookups take totals of dice")
    if table.asks_faces:
        raise TableError(
            f"table {table.id} asks what the dice show, which totals do not show; use odds() or "
            f"roll_many()"
        )
    at = table.column_at(column)
    applied = table.apply(with_, at, counts)
    starts = sorted(set(turning_points(table, applied)))
    results: dict[Any, int] = {}
    answers = []
    for natural in [starts[0] - 1 if starts else 0, *starts]:
        try:
            result = _result(table, natural, at, applied)
        except TableError:
            answers.append(-1)
        else:
            answers.append(results.setdefault((type(result), result), len(results)))
    kept = [n for n in range(len(starts)) if answers[n + 1] != answers[n]]
    return Bulk(
        tuple(result for _, result in results),
        tuple(starts[n] for n in kept),
        (answers[0], *(answers[n + 1] for n in kept)),
        table.id,
    )


def turning_points(table: "RangeTable", applied: "Sequence[Applied]") -> Iterator[int]:
    """Walk the unmodified totals at which another answer may begin."""
    dice = table.dice
    if dice is not None and dice.digits:
        for label in dice.labels():
            yield label
            yield label + 1
        return
    moved = sum(one.dm for one in applied) + (dice.constant if dice else 0)
    for row in table.rows:
        for first, last in row.spans or ():
            if first is not None:
                yield first - moved
            if last is not None:
                yield last + 1 - moved
    ranges = [natural for natural in table._naturals if not callable(natural)]
    for first, last in (span for spans in ranges for span in spans):
        if first is not None:
            yield first
        if last is not None:
            yield last + 1


def _result(table: "RangeTable", natural: int, at: int, applied: "Sequence[Applied]") -> Any:
    if table._steps and natural not in table._steps and not table.override_for(natural, at):
        raise TableError(f"{table.dice} never shows {natural} (table {table.id})")
    total = natural + (table.dice.constant if table.dice else 0)
    return table.hit(natural, total, at, applied)[0]
