"""Pictures that the owner of a game has: of its boards, below the spaces, counters and cards."""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from pathlib import Path
from statistics import linear_regression
from typing import Any

import attrs

from ..boards.board import Board
from ..data import fault
from ..data.documents import collect, in_order
from ..data.loading import load_file, load_folder
from ..errors import Problem
from ..panels import Art, BoardPanel, Cards, Panel
from ..panels.appearance import PanelError
from .board_layout import middles_of
from .counter_pictures import (
    CARDS,
    FOLDER,
    KINDS,
    MAX_BYTES,
    CardPictures,
    CounterPictures,
    address_of,
)
from .svg import symbol_defs
from .symbols import Symbols, symbols_of


@attrs.frozen(kw_only=True)
class Scan:
    """How a picture lies below a board: the content of `PANEL.toml` beside the picture.

    `picture`: the name of its file.
    `size`: its width and height in pixels.
    `at`: where the middles of two or more spaces are, in pixels from the upper left.

        picture = "board.jpg"
        size = [1700, 1200]
        at.A1 = [120, 80]
        at.F9 = [1540, 1100]
    """

    picture: str
    size: tuple[int, int]
    at: dict[str, tuple[float, float]]

    def faults(self) -> Iterator[Problem]:
        """Yield what is wrong with the description, for the reader of the file."""
        if min(self.size) < 1:
            yield fault(
                "size",
                "a picture has pixels",
                list(self.size),
                "give width and height",
            )
        if Path(self.picture).name != self.picture or Path(self.picture).suffix not in KINDS:
            yield fault(
                "picture",
                "it is not a picture in this folder",
                self.picture,
                f"name a file ending in {', '.join(KINDS)}",
            )
        for axis in (0, 1):
            if len({place[axis] for place in self.at.values()}) < 2:
                yield fault(
                    "at",
                    "these spaces give no scale across and down",
                    sorted(self.at),
                    "give two that differ in both",
                )
                return


@attrs.frozen(slots=False)
class Scans:
    """The pictures in a folder of the owner: `found` by the id of the panel below which they lie.

    >>> Scans.read("").under([])
    []
    """

    folder: Path
    found: Mapping[str, Scan]
    counters: CounterPictures = attrs.field(factory=CounterPictures, repr=False)
    cards: CardPictures = attrs.field(factory=CardPictures, repr=False)
    _arts: dict[str, tuple[Board[Any], int, Art]] = attrs.field(factory=dict, repr=False, eq=False)

    @classmethod
    def read(cls, folder: str | Path, pack: str = "") -> "Scans":
        """Return the pictures that a folder describes; without a folder there are none.

        `pack`: if the folder has a subfolder of this name, the pictures are taken from there.

        Raises:
            DataError: a description is wrong, or there is none.
        """
        if not folder:
            return NO_SCANS
        path = Path(folder)
        if pack and (path / pack).is_dir():
            path /= pack
        files = sorted(path.glob("*.toml"))
        counters, cards = (sorted((path / kind).glob("*.toml")) for kind in (FOLDER, CARDS))
        if not files and not counters and not cards:
            return cls(path, load_folder(path, Scan))  # it says that there is nothing
        problems: list[Problem] = []
        boards = collect([partial(load_folder, file, Scan) for file in files], problems)
        found = collect([partial(load_file, file, CounterPictures) for file in counters], problems)
        dealt = collect([partial(load_file, file, CardPictures) for file in cards], problems)
        if problems:
            raise in_order(problems)
        pictured = CounterPictures(counter=tuple(one for file in found for one in file.counter))
        faced = CardPictures(card=tuple(one for file in dealt for one in file.card))
        return cls(path, dict(ChainMap(*boards)), pictured, faced)

    @property
    def are_none(self) -> bool:
        """Whether there is no picture."""
        return not (self.found or self.counters.counter or self.cards.card)

    @cached_property
    def drawings(self) -> dict[str, str]:
        """The pictures of counters and cards, each the inside of a symbol, by the name of that."""
        cards = self.cards.drawings(self.folder / CARDS)
        return {**self.counters.drawings(self.folder / FOLDER), **cards}

    @cached_property
    def defs(self) -> str:
        """The definitions of these symbols on a page."""
        return symbol_defs(self.drawings, Symbols(self.drawings))

    def symbols(self, package: str) -> Symbols:
        """Return the symbols of a pack and the pictures of its counters and cards."""
        return Symbols({**symbols_of(package).drawings, **self.drawings}, package)

    def under(self, panels: Iterable[Panel]) -> list[Panel]:
        """Return the panels of a view with these pictures below the boards, on counters and cards.

        Raises:
            PanelError: a picture cannot be read, or names a space that its board does not have.
        """
        return [self._illustrated(panel) for panel in panels]

    def _illustrated(self, panel: Panel) -> Panel:
        if isinstance(panel, Cards) and self.cards.card:
            return attrs.evolve(panel, cards=tuple(map(self.cards.on, panel.cards)))
        if not isinstance(panel, BoardPanel):
            return panel
        changed: dict[str, Any] = {}
        if panel.id in self.found:
            changed["art"] = self._art(panel)
        if self.counters.counter:
            changed["pieces"] = tuple(map(self.counters.on, panel.pieces))
        return attrs.evolve(panel, **changed) if changed else panel

    def _art(self, panel: BoardPanel) -> Art:
        """Return the art of a board, made only once, because a whole picture is in its text."""
        scan = self.found[panel.id]
        changed = _changed(self.folder / scan.picture)
        board, at, art = self._arts.get(panel.id, (None, 0, None))
        if art is None or (board, at) != (panel.board, changed):
            art = art_of(self.folder, scan, panel)
            self._arts[panel.id] = panel.board, changed, art
        return art


NO_SCANS = Scans(Path(), {})


def art_of(folder: Path, scan: Scan, panel: BoardPanel) -> Art:
    """Return a picture as the art of a board, scaled and placed so that the spaces match.

    Raises:
        PanelError: it cannot be read, or names a space that the board does not have.
    """
    middles = middles_of(panel.board)
    strange = [name for name in scan.at if name not in middles]
    if strange:
        raise PanelError(
            f"{folder / (panel.id + '.toml')}: at.{strange[0]}: {panel.title!r} has no such space; "
            f"it has {', '.join(list(middles)[:8])} ..."
        )
    places = [(scan.at[name], middles[name]) for name in scan.at]
    across, down = (
        linear_regression(
            [pixels[axis] for pixels, _ in places], [middle[axis] for _, middle in places]
        )
        for axis in (0, 1)
    )
    width, height = scan.size
    path = folder / scan.picture
    return Art(
        f'<image href="{_address(path, _changed(path))}" width="{width}" height="{height}" '
        'preserveAspectRatio="none"/>',
        view=(0.0, 0.0, width, height),
        box=(across.intercept, down.intercept, across.slope * width, down.slope * height),
        printed=True,
    )


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise PanelError(
            f"{path} cannot be read: {error.strerror}; put the picture there"
        ) from None


@lru_cache(maxsize=8)
def _address(path: Path, changed: int) -> str:
    """Return the picture as a `data:` address, so that nothing has to be fetched."""
    content = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b""
    if not content:
        raise PanelError(f"{path} is empty or larger than {MAX_BYTES} bytes; save it smaller")
    return address_of(path.name, content)
