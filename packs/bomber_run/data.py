"""The board and the first formations."""

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import attrs

from tabletop_core import PackData, SquareGrid
from tabletop_core.data import Component, Entry, digest_files, load_file, provenance_count


@attrs.frozen(kw_only=True)
class Base(Entry):
    """Where a side's base stands, and which way its aircraft look."""

    side: str
    column: str
    facing: str


@attrs.frozen(kw_only=True)
class Formation(Entry):
    """Squares (forward, right) of the base at which the aircraft begin."""

    id: str
    title: str
    bombers: tuple[tuple[int, int], ...]
    fighters: tuple[tuple[int, int], ...]


@attrs.frozen(kw_only=True, slots=False)
class Board(Component):
    columns: int
    rows: int
    base: tuple[Base, ...]
    formation: tuple[Formation, ...]

    @cached_property
    def grid(self) -> SquareGrid:
        return SquareGrid(self.columns, self.rows)

    def formation_of(self, name: str) -> Formation:
        return next(formation for formation in self.formation if formation.id == name)


@attrs.frozen(kw_only=True)
class Data(PackData):
    board: Board


def load_data(overlays: Sequence[Path]) -> Data:
    folder = files(__package__) / "data"
    board = load_file(folder / "board.toml", Board, overlays=overlays)
    return Data(
        board=board,
        provenance=provenance_count(board),
        overlaid=tuple(map(str, overlays)),
        digest=digest_files(folder, overlays),
    )
