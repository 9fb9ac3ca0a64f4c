"""Files with one line for each game of a batch: CSV, JSON lines, Parquet."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from ..engine.outcome import Outcome, Seats
from ..errors import TabletopError

COLUMNS = ("game", "seed", "outcome", "winner", "decisions", "rounds")
KINDS = (".csv", ".jsonl", ".parquet")
ROWS_AT_ONCE = 10_000
"""Games written to a Parquet file at a time."""


class Record(NamedTuple):
    """One game of a batch; `seed` plays it again.

    `winner` and `places` are those of `Outcome`.
    """

    game: int
    seed: int
    outcome: str
    winner: str | None
    decisions: int
    rounds: int | None
    scores: Mapping[str, float]
    statistics: tuple[str | int | float | None, ...]
    places: tuple[Seats, ...] = ()

    def place_of(self, seat: str) -> int | None:
        """Return the place of a seat, from 1; None: there are no places."""
        return Outcome(kind=self.outcome, places=self.places).place_of(seat)


def columns_of(seats: Sequence[str], statistics: Sequence[str]) -> list[str]:
    """Return the names of the columns, with places where the winner alone is not enough."""
    scores = [f"score {seat}" for seat in seats]
    return [*COLUMNS, *scores, *(f"place {seat}" for seat in _placed(seats)), *statistics]


def _placed(seats: Sequence[str]) -> Sequence[str]:
    return seats if len(seats) > 2 else ()


def values_of(record: Record, seats: Sequence[str]) -> list[Any]:
    scores = [record.scores.get(seat) for seat in seats]
    places = [record.place_of(seat) for seat in _placed(seats)]
    return [*record[:6], *scores, *places, *record.statistics]


class GameTable:
    """Writes the games of a batch as CSV, a line each as they finish."""

    def __init__(self, file: TextIO, seats: Sequence[str], statistics: Sequence[str] = ()) -> None:
        self._seats = seats
        self._writer = csv.writer(file, lineterminator="\n")
        self._writer.writerow(columns_of(seats, statistics))

    def write(self, record: Record) -> None:
        self._writer.writerow(values_of(record, self._seats))


@contextmanager
def open_records(
    path: Path, seats: Sequence[str], statistics: Sequence[str] = (), kind: str = ""
) -> Iterator[Callable[[Record], None]]:
    """Open a file of records and yield the function that writes one.

    `kind` is the format, one of `KINDS` (default: the ending of the name).

    Raises:
        TabletopError: an unknown ending, an extra that is missing, or a file that cannot be
            written.
    """
    kind = kind or path.suffix
    if kind not in KINDS:
        raise TabletopError(
            f"{path} has no known format for records; end its name with one of: " + ", ".join(KINDS)
        )
    try:
        if kind == ".parquet":
            with _parquet(path, seats, statistics) as write:
                yield write
            return
        with path.open("w", encoding="utf-8", newline="") as file:
            yield _text_writer(file, kind, seats, statistics)
    except OSError as error:
        raise TabletopError(f"{path} cannot be written: {error.strerror}; choose another") from None


def _text_writer(
    file: TextIO, kind: str, seats: Sequence[str], statistics: Sequence[str]
) -> Callable[[Record], None]:
    if kind == ".csv":
        return GameTable(file, seats, statistics).write
    names = columns_of(seats, statistics)

    def write(record: Record) -> None:
        line = dict(zip(names, values_of(record, seats), strict=True))
        file.write(json.dumps(line, ensure_ascii=False) + "\n")

    return write


@contextmanager
def _parquet(
    path: Path, seats: Sequence[str], statistics: Sequence[str]
) -> Iterator[Callable[[Record], None]]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TabletopError(
            "Parquet needs the extra `parquet`; pip install 'tabletop-core[parquet]', "
            "or write .csv or .jsonl"
        ) from None
    whole, text, number = pyarrow.int64(), pyarrow.string(), pyarrow.float64()
    kinds = [whole, pyarrow.uint64(), text, text, whole, whole, *[number] * len(seats)]
    kinds += [whole] * len(_placed(seats))
    waiting: list[list[Any]] = []
    writer = None
    names = columns_of(seats, statistics)

    def flush() -> None:
        nonlocal writer, kinds
        columns = list(zip(*waiting, strict=True)) or [()] * len(names)
        if writer is None:
            # A statistic is a number or a text; its first values show which.
            kinds += [
                text if any(isinstance(value, str) for value in column) else number
                for column in columns[len(kinds) :]
            ]
            schema = pyarrow.schema(list(zip(names, kinds, strict=True)))
            writer = parquet.ParquetWriter(path, schema)
        arrays = [
            pyarrow.array([_as(kind, value) for value in column], kind)
            for column, kind in zip(columns, kinds, strict=True)
        ]
        writer.write_table(pyarrow.Table.from_arrays(arrays, schema=writer.schema))
        waiting.clear()

    def _as(kind: Any, value: Any) -> Any:
        return value if value is None or kind != text else str(value)

    def write(record: Record) -> None:
        waiting.append(values_of(record, seats))
        if len(waiting) == ROWS_AT_ONCE:
            flush()

    try:
        yield write
    finally:
        if waiting or writer is None:
            flush()
        assert writer is not None
        writer.close()
