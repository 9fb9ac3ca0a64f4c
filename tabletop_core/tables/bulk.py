"""Look up a million totals at once: one byte in, one code out.

All that a lookup does, modifiers, overrides and clamping, is worked out once for each possible
natural total and laid down in a table of 256 bytes, which `bytes.translate` then applies.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ..errors import TableError
from .parts import Modifier

if TYPE_CHECKING:
    from .table import Table

NO_CODE = 255


@attrs.frozen
class Bulk:
    """Prepared lookups: call it with natural totals, get codes; `results[code]` is the result.

    >>> from tabletop_core.tables import Row, Table
    >>> table = Table(id="hit", dice="2d6", rows=[Row("..7", "miss"), Row("8..", "hit")])
    >>> bulk = table.bulk()
    >>> [bulk.results[code] for code in bulk(bytes([2, 7, 8, 12]))]
    ['miss', 'miss', 'hit', 'hit']
    """

    results: tuple[Any, ...]
    codes: bytes
    table: str
    _array: list[Any] = attrs.field(factory=list, init=False, repr=False, eq=False)

    def __call__(self, naturals: Any) -> Any:
        """Return bytes for bytes, and an array of uint8 for a numpy array.

        Raises:
            TableError: a total for which the table has no answer.
        """
        if isinstance(naturals, bytes | bytearray):
            coded = bytes(naturals).translate(self.codes)
            if NO_CODE in coded:
                raise self._unanswered(naturals[coded.index(NO_CODE)])
            return coded
        return self._take(naturals)

    def _take(self, naturals: Any) -> Any:
        import numpy

        if not isinstance(naturals, numpy.ndarray):
            raise TableError(
                f"cannot look up many in {type(naturals).__name__} (table {self.table}); "
                f"give bytes or a numpy array of unmodified totals"
            )
        if not self._array:
            self._array.append(numpy.frombuffer(self.codes, dtype=numpy.uint8))
        if naturals.dtype != numpy.uint8 and len(naturals):
            low, high = int(naturals.min()), int(naturals.max())
            if low < 0 or high > 255:
                raise self._unanswered(low if low < 0 else high)
        coded = self._array[0].take(naturals)
        if NO_CODE in self.codes and coded.max(initial=0) == NO_CODE:
            raise self._unanswered(int(naturals[int((coded == NO_CODE).argmax())]))
        return coded

    def _unanswered(self, natural: int) -> TableError:
        return TableError(
            f"table {self.table} has no answer for the total {natural}; bulk lookups take "
            f"unmodified totals of its dice, from 0 to 255"
        )


def make_bulk(
    table: "Table",
    with_: Iterable[str | Modifier],
    column: str | int | None,
    counts: Mapping[str, int] | None,
) -> Bulk:
    """Prepare bulk lookups; see `Table.bulk`."""
    if table.beyond == "reroll":
        raise TableError(f"table {table.id} may roll again, which bulk lookups cannot; use odds()")
    if table.is_labelled:
        raise TableError(f"table {table.id} stands on labels; bulk lookups take totals of dice")
    at = table.column_at(column)
    applied = table.apply(with_, at, counts)
    results: dict[Any, int] = {}
    codes = bytearray([NO_CODE]) * 256
    constant = table.dice.constant if table.dice else 0
    for natural in range(256):
        override = table.override_for(natural, at) if table.overrides else None
        if override is not None:
            result = override.results[at if len(override.results) > 1 else 0]
        else:
            try:
                row, column_at, _, _ = table.land(natural + constant, at, applied)
            except TableError:
                continue
            result = None if row is None else row.results[column_at]
        codes[natural] = min(results.setdefault(result, len(results)), NO_CODE)
    if len(results) > NO_CODE:
        raise TableError(f"table {table.id} has more than {NO_CODE} results; look up one by one")
    return Bulk(tuple(results), bytes(codes), table.id)
