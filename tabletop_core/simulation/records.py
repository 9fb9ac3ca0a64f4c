"""Files with one line for each game, or decision, of one or several batches: CSV, JSON, Parquet."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TextIO, TypeAlias, TypeVar

import attrs

from ..engine.outcome import Outcome, Seats
from ..errors import TabletopError

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


class DecisionRecord(NamedTuple):
    """One answer of a game of a batch, and what was asked.

    number: its place among all answers of its game, from 0.
    round: the round of the outermost loop of the sequence, from 1; None before it, or without one.
    rule: the rule that asks, empty where it has no name. options: how many there are.
    answer: the id of the option; where several are taken, all of them, with semicolons between.
    """

    game: int
    seed: int
    number: int
    round: int | None
    step: str
    seat: str
    rule: str
    kind: str
    prompt: str
    options: int
    answer: str


@attrs.frozen(kw_only=True)
class BatchFacts:
    """What all games of a batch have in common: pack, options by name, and the bot in each seat."""

    pack: str
    version: str
    options: Mapping[str, Any] = attrs.field(factory=dict)
    players: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Columns:
    """The columns of a file of records.

    `seats` are those of all its batches; there are places where the winner alone is not enough.
    `options` are the options of the game that are written down, with a column for each.
    """

    seats: Sequence[str]
    statistics: Sequence[str] = ()
    options: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        return [
            *("pack", "version"),
            *(f"option {name}" for name in self.options),
            *(f"bot {seat}" for seat in self.seats),
            *("game", "seed", "outcome", "winner", "decisions"),
            *self.dropped_if_empty,
            *self.statistics,
        ]

    @property
    def dropped_if_empty(self) -> list[str]:
        """The columns that not every game fills; a file keeps those in which something stands."""
        return [
            "rounds",
            *(f"score {seat}" for seat in self.seats),
            *(f"place {seat}" for seat in self._placed),
        ]

    @property
    def kinds(self) -> Mapping[str, str]:
        """What stands in the columns, but for scores and statistics; see `_kinds`."""
        return _kinds(
            words=[
                *("pack", "version", "outcome", "winner"),
                *(f"option {name}" for name in self.options),
                *(f"bot {seat}" for seat in self.seats),
            ],
            whole=["game", "decisions", "rounds", *(f"place {seat}" for seat in self._placed)],
        )

    @property
    def _placed(self) -> Sequence[str]:
        return self.seats if len(self.seats) > 2 else ()

    def values(self, record: Record, batch: BatchFacts) -> list[Any]:
        """Return the line of a game."""
        return [
            *(batch.pack, batch.version),
            *(batch.options.get(name) for name in self.options),
            *(batch.players.get(seat) for seat in self.seats),
            *(record.game, record.seed, record.outcome, record.winner, record.decisions),
            record.rounds,
            *(record.scores.get(seat) for seat in self.seats),
            *(record.place_of(seat) for seat in self._placed),
            *record.statistics,
        ]


@attrs.frozen
class DecisionColumns:
    """The columns of a file of decisions; `options` are those of the game, a column for each."""

    options: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        return [
            *("pack", "version"),
            *(f"option {name}" for name in self.options),
            "bot",
            *DecisionRecord._fields,
        ]

    @property
    def dropped_if_empty(self) -> list[str]:
        return ["round"]

    @property
    def kinds(self) -> Mapping[str, str]:
        """What stands in the columns; see `_kinds`."""
        return _kinds(
            words=[
                *("pack", "version", "bot"),
                *(f"option {name}" for name in self.options),
                *("step", "seat", "rule", "kind", "prompt", "answer"),
            ],
            whole=["game", "number", "round", "options"],
        )

    def values(self, record: DecisionRecord, batch: BatchFacts) -> list[Any]:
        """Return the line of a decision."""
        return [
            *(batch.pack, batch.version),
            *(batch.options.get(name) for name in self.options),
            batch.players.get(record.seat),
            *record,
        ]


def _kinds(words: Sequence[str], whole: Sequence[str]) -> Mapping[str, str]:
    """Return `words`, `whole` or `seed` for each column of which it is known before any value.

    Options are words: in a sweep, later settings may be of another kind than the first.
    """
    return {"seed": "seed", **dict.fromkeys(words, "words"), **dict.fromkeys(whole, "whole")}


R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)


class ColumnsOf(Protocol[R_contra]):
    """The columns of a file of records of one kind."""

    @property
    def names(self) -> list[str]: ...

    @property
    def dropped_if_empty(self) -> list[str]: ...

    @property
    def kinds(self) -> Mapping[str, str]: ...

    def values(self, record: R_contra, batch: BatchFacts) -> list[Any]: ...


Write: TypeAlias = Callable[[R, BatchFacts], None]
"""Writes a game, or decision, of a batch with this batch."""
_Row: TypeAlias = list[Any]


@contextmanager
def open_records(path: Path, columns: ColumnsOf[R], kind: str = "") -> Iterator[Write[R]]:
    """Open a file of records and yield the function that writes one.

    Lines are written as games finish. At the end, scores, places and rounds that no game had are
    taken out again.
    `kind` is the format, one of `KINDS` (default: the ending of the name).

    Raises:
        TabletopError: an unknown ending, an extra that is missing, or a file that cannot be
            written, or a statistic with the name of a column.
    """
    kind = kind or path.suffix
    if kind not in KINDS:
        raise TabletopError(
            f"{path} has no known format for records; end its name with one of: " + ", ".join(KINDS)
        )
    form = _FORMS[kind]
    names = columns.names
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise TabletopError(
            f"{path} would have two columns {twice[0]!r}; give the function of that statistic "
            "another name"
        )
    empty = set(columns.dropped_if_empty)

    try:
        with form.open(path, names, columns.kinds) as write_row:

            def write(record: R, batch: BatchFacts) -> None:
                row = columns.values(record, batch)
                if empty:
                    empty.difference_update(
                        [name for name, value in zip(names, row, strict=True) if value is not None]
                    )
                write_row(row)

            yield write
        # A pipe cannot be written again.
        if empty and path.is_file():
            form.drop(path, empty)
    except OSError as error:
        raise TabletopError(f"{path} cannot be written: {error.strerror}; choose another") from None


class _Form(Protocol):
    """A format of files with rows."""

    def open(self, path: Path, names: Sequence[str], kinds: Mapping[str, str]) -> Any:
        """Return a context that yields the function that writes a row; `kinds`: see `_kinds`."""

    def drop(self, path: Path, names: set[str]) -> None:
        """Write the file again without some of its columns."""


@contextmanager
def _rewritten(path: Path) -> Iterator[tuple[TextIO, TextIO]]:
    """Yield a text file and the one that takes its place at the end."""
    new = path.with_name(f"{path.name}.part")
    with (
        path.open(encoding="utf-8", newline="") as old_file,
        new.open("w", encoding="utf-8", newline="") as new_file,
    ):
        yield old_file, new_file
    new.replace(path)


class _Csv:
    @contextmanager
    def open(
        self, path: Path, names: Sequence[str], kinds: Mapping[str, str]
    ) -> Iterator[Callable[[_Row], object]]:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(names)
            yield writer.writerow

    def drop(self, path: Path, names: set[str]) -> None:
        with _rewritten(path) as (old, new):
            rows, writer = csv.reader(old), csv.writer(new, lineterminator="\n")
            heading = next(rows)
            kept = [at for at, name in enumerate(heading) if name not in names]
            writer.writerow([heading[at] for at in kept])
            writer.writerows([row[at] for at in kept] for row in rows)


class _JsonLines:
    @contextmanager
    def open(
        self, path: Path, names: Sequence[str], kinds: Mapping[str, str]
    ) -> Iterator[Callable[[_Row], object]]:
        with path.open("w", encoding="utf-8", newline="") as file:

            def write(row: _Row) -> None:
                line = dict(zip(names, row, strict=True))
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

            yield write

    def drop(self, path: Path, names: set[str]) -> None:
        with _rewritten(path) as (old, new):
            for text in old:
                line = {name: one for name, one in json.loads(text).items() if name not in names}
                new.write(json.dumps(line, ensure_ascii=False) + "\n")


class _Parquet:
    @contextmanager
    def open(
        self, path: Path, names: Sequence[str], kinds: Mapping[str, str]
    ) -> Iterator[Callable[[_Row], object]]:
        pyarrow, parquet = _pyarrow()
        waiting: list[_Row] = []
        writer = None

        def flush() -> None:
            nonlocal writer
            columns = list(zip(*waiting, strict=True)) or [()] * len(names)
            if writer is None:
                types = [
                    _type_of(pyarrow, kinds.get(name, ""), values)
                    for name, values in zip(names, columns, strict=True)
                ]
                schema = pyarrow.schema(list(zip(names, types, strict=True)))
                writer = parquet.ParquetWriter(path, schema)
            arrays = [
                pyarrow.array([_as(field.type, value) for value in column], field.type)
                for column, field in zip(columns, writer.schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=writer.schema))
            waiting.clear()

        def _as(kind: Any, value: Any) -> Any:
            return value if value is None or kind != pyarrow.string() else str(value)

        def write(row: _Row) -> None:
            waiting.append(row)
            if len(waiting) == ROWS_AT_ONCE:
                flush()

        try:
            yield write
        finally:
            if waiting or writer is None:
                flush()
            assert writer is not None
            writer.close()

    def drop(self, path: Path, names: set[str]) -> None:
        _, parquet = _pyarrow()
        table = parquet.read_table(path)
        parquet.write_table(table.drop_columns(sorted(names)), path)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TabletopError(
            "Parquet needs the extra `parquet`; pip install 'tabletop-core[parquet]', "
            "or write .csv or .jsonl"
        ) from None
    return pyarrow, parquet


def _type_of(pyarrow: Any, kind: str, values: Sequence[Any]) -> Any:
    """Return the type of a column; of a score or statistic its first values show it."""
    if kind == "seed":
        return pyarrow.uint64()
    if kind == "whole":
        return pyarrow.int64()
    if kind == "words" or any(isinstance(value, str) for value in values):
        return pyarrow.string()
    return pyarrow.float64()


_FORMS: Mapping[str, _Form] = {".csv": _Csv(), ".jsonl": _JsonLines(), ".parquet": _Parquet()}
