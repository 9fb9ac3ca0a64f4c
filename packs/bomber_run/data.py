"""The board and the first formations."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import attrs

from tabletop_core import DataFolder, Entry, PackData
from tabletop_core.boards import MapFile, SquareGrid
from tabletop_core.data import Glossary


@attrs.frozen(kw_only=True)
class Base(Entry):
    """The column of a side's base, and the heading of its aircraft."""

    side: str
    column: str
    facing: str


@attrs.frozen(kw_only=True)
class Formation(Entry):
    """A first formation: offsets (forward, right) from the base."""

    id: str
    title: str
    bombers: tuple[tuple[int, int], ...]
    fighters: tuple[tuple[int, int], ...]


@attrs.frozen(kw_only=True, slots=False)
class BoardFile(MapFile):
    """The map, the bases and the first formations."""

    base: tuple[Base, ...]
    formation: tuple[Formation, ...]

    @cached_property
    def grid(self) -> SquareGrid:
        assert isinstance(self.board, SquareGrid)
        return self.board

    def formation_of(self, name: str) -> Formation:
        return next(formation for formation in self.formation if formation.id == name)


@attrs.frozen(kw_only=True)
class Data(PackData):
    board: BoardFile


def load_data(overlays: Sequence[Path]) -> Data:
    folder = DataFolder(__package__, overlays)
    board = folder.file("board.toml", BoardFile)
    glossary = folder.file("glossary.toml", Glossary)
    return Data(board=board, glossary=glossary.word, **folder.account())
