"""The grids of a module's boards: which cells they have, how these are numbered, where they lie."""

from collections.abc import Iterator
from functools import cached_property
from math import hypot, sqrt
from typing import Any

import attrs

from ..boards import HexGrid
from ..boards.board import BoardError
from .build_file import MAX_NUMBER, Element

Cell = tuple[int, int]
Pixels = tuple[float, float]

MAX_LETTERS = 100
"""In the number of a cell, where after Z come AA, BB."""
MAX_CORNERS = 1_000
"""Of one zone."""
MAX_CELLS = 20_000
"""Of one grid. VASSAL's own limits are higher, printed maps have fewer."""


@attrs.frozen
class Area:
    """A polygon on the picture of a board: a zone, or the whole of it."""

    corners: tuple[Pixels, ...]

    @classmethod
    def of(cls, path: str) -> "Area":
        """Read the path of a zone: `x,y;x,y;...`; none where it is broken."""
        corners = []
        for pair in path.split(";")[:MAX_CORNERS]:
            across, _, down = pair.partition(",")
            try:
                corner = float(across), float(down)
            except ValueError:
                return cls(())
            if not all(abs(number) <= MAX_NUMBER for number in corner):
                return cls(())
            corners.append(corner)
        return cls(tuple(corners))

    @classmethod
    def whole(cls, size: Pixels) -> "Area":
        """Return the area of a whole board."""
        return cls(((0, 0), (size[0], 0), size, (0, size[1])))

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        if not self.corners:
            return (0, 0, 0, 0)
        across, down = zip(*self.corners, strict=True)
        return min(across), min(down), max(across), max(down)

    def __contains__(self, place: Pixels) -> bool:
        """Return whether a place is inside, by the number of sides to its right."""
        x, y = place
        inside = False
        for (ax, ay), (bx, by) in zip(
            self.corners, (*self.corners[1:], *self.corners[:1]), strict=True
        ):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside


@attrs.frozen(slots=False)
class Grid:
    """A grid of hexes or squares over an area, with cells by column and row.

    As in VASSAL, a grid that lies sideways has its columns across the screen, one above the other.
    """

    element: Element
    area: Area
    lacks: tuple[Area, ...] = ()

    @property
    def is_hex(self) -> bool:
        """Whether its cells are hexes."""
        return self.element.tag == "HexGrid"

    @property
    def is_sideways(self) -> bool:
        """Whether its hexes are pointed at the top."""
        return self.is_hex and self.element.is_set("sideways")

    @cached_property
    def _steps(self) -> Pixels:
        across, down = self.element.number("dx", 64), self.element.number("dy", 64)
        return max(4.0, abs(across)), max(4.0, abs(down))

    @cached_property
    def _origin(self) -> Pixels:
        return self.element.number("x0"), self.element.number("y0")

    @cached_property
    def _numbering(self) -> Element | None:
        kinds = ("HexGridNumbering", "SquareGridNumbering")
        return next(self.element.all(*kinds), None)

    def no_finer_than(self, side: float) -> "Grid":
        """Return a grid of cells that hold a counter, unless the module numbers its cells.

        Squares without numbers only keep counters straight, and are often a few pixels wide.
        """
        if self.is_hex or self._numbering is not None or min(self._steps) >= side / 2:
            return self
        left, top, _, _ = self.area.box
        fields = {"dx": str(side), "dy": str(side)}
        fields |= {"x0": str(left + side / 2), "y0": str(top + side / 2)}
        return attrs.evolve(self, element=Element("SquareGrid", fields))

    def middle(self, cell: Cell) -> Pixels:
        """Return where the middle of a cell is on the picture."""
        column, row = cell
        (dx, dy), (x0, y0) = self._steps, self._origin
        x, y = x0 + column * dx, y0 + row * dy
        if self.is_hex and column % 2:
            y += dy / 2
        return (y, x) if self.is_sideways else (x, y)

    def cell_at(self, place: Pixels) -> Cell:
        """Return the cell whose middle is the nearest."""
        x, y = place[::-1] if self.is_sideways else place
        (dx, dy), (x0, y0) = self._steps, self._origin
        column = round((x - x0) / dx)
        near = [
            (there, round((y - y0) / dy) + row)
            for there in (column - 1, column, column + 1)
            for row in (-1, 0, 1)
        ]
        return min(near, key=lambda cell: hypot(*_less(self.middle(cell), place)))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells whose middle lies in the area and in no other zone, column by column."""
        return tuple(self._cells())

    @cached_property
    def _first(self) -> Cell:
        return min(column for column, _ in self.cells), min(row for _, row in self.cells)

    def _cells(self) -> Iterator[Cell]:
        left, top, right, bottom = self.area.box
        corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
        ends = [self.cell_at(corner) for corner in corners]
        columns = range(min(c for c, _ in ends) - 1, max(c for c, _ in ends) + 2)
        rows = range(min(r for _, r in ends) - 1, max(r for _, r in ends) + 2)
        if len(columns) * len(rows) > 2 * MAX_CELLS:
            return
        for column in columns:
            for row in rows:
                middle = self.middle((column, row))
                if middle in self.area and not any(middle in lack for lack in self.lacks):
                    yield column, row

    def name(self, cell: Cell) -> str:
        """Return the number that the module prints in a cell; without numbering, one of ours."""
        column, row = self._counted(cell)
        rules = self._numbering
        if rules is None:
            return f"{column:02}{row:02}"
        parts = [
            _numbered(column + int(rules.number("hOff")), rules, "h"),
            _numbered(row + int(rules.number("vOff")), rules, "v"),
        ]
        if rules.get("first") == "V":
            parts.reverse()
        return rules.attributes.get("sep", "").join(parts)

    def _counted(self, cell: Cell) -> Cell:
        """Return a cell as its number counts it: some count from the right, or from below."""
        column, row = cell
        rules = self._numbering
        if rules is None:
            return column - self._first[0] + 1, row - self._first[1] + 1
        dx, dy = self._steps
        left, top, right, bottom = self.area.box
        wide, high = right - left, bottom - top
        falls, rises = rules.is_set("hDescend"), rules.is_set("vDescend")
        if self.is_sideways:
            wide, high, falls, rises = high, wide, rises, falls
        down = -1 if rises else 1
        row = int(high / dy + 0.5) - row if rises else row
        if self.is_hex and rules.is_set("stagger") and column % 2:
            row += down
        return (int(wide / dx + 0.5) - column if falls else column), row

    def outline(self, cell: Cell) -> tuple[Pixels, ...]:
        """Return the corners of a cell."""
        (dx, dy), (x, y) = self._steps, self.middle(cell)
        if not self.is_hex:
            wide, high = dx / 2, dy / 2
            return (x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (
                x - wide, y + high)  # fmt: skip
        far, near, half = dx * 2 / 3, dx / 3, dy / 2
        around: tuple[Pixels, ...] = (
            (-near, -half),
            (near, -half),
            (far, 0),
            (near, half),
            (-near, half),
            (-far, 0),
        )
        if self.is_sideways:
            around = tuple((down, across) for across, down in around)
        return tuple((x + across, y + down) for across, down in around)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells around one, some of which the grid may lack."""
        column, row = cell
        if not self.is_hex:
            near = (-1, 0, 1)
            return tuple((column + a, row + b) for a in near for b in near if a or b)
        up = row if column % 2 else row - 1
        sides = ((column + step, up + down) for step in (-1, 1) for down in (0, 1))
        return (column, row - 1), (column, row + 1), *sides

    def as_hexes(self, prefix: str = "") -> dict[str, Any] | None:
        """Return the fields of a `HexGrid` with the same numbers in the same places, if any.

        It is compared hex by hex, so whatever numbering `HexGrid` lacks is found out.
        """
        if not self.is_hex or not self.cells:
            return None
        sides = [self._side("h", "column"), self._side("v", "row")]
        parts = [pattern for pattern, _ in sides]
        columns, rows = (
            {self._counted(cell)[axis] + first for cell in self.cells}
            for axis, (_, first) in enumerate(sides)
        )
        if self.is_sideways:  # its columns are our rows
            columns, rows = rows, columns
            parts = [_turned(pattern) for pattern in parts]
        rules = self._numbering
        if rules is not None and rules.get("first") == "V":
            parts.reverse()
        number = prefix + (rules.attributes.get("sep", "") if rules else "").join(parts)
        fields: dict[str, object] = {
            "columns": max(columns) - min(columns) + 1,
            "rows": max(rows) - min(rows) + 1,
            "top": "pointy" if self.is_sideways else "flat",
            "number": number,
            "first_column": min(columns),
            "first_row": min(rows),
        }
        names = {prefix + self.name(cell): self.middle(cell) for cell in self.cells}
        for shifted in ("even", "odd"):
            if (lacks := self._lacking(fields | {"shifted": shifted}, names)) is not None:
                without = {"without": lacks} if lacks else {}
                return fields | {"shifted": shifted} | without
        return None

    def _side(self, side: str, what: str) -> tuple[str, int]:
        """Return how a `HexGrid` writes the columns or rows, and the number of the first one."""
        rules = self._numbering
        if rules is None:
            return f"{{{what}:02}}", 0
        offset = int(rules.number(f"{side}Off"))
        if rules.get(f"{side}Type") == "A":  # A is 0 in VASSAL, 1 here
            return ("{letters}" if what == "column" else "{row_letters}"), offset + 1
        digits = min(int(rules.number(f"{side}Leading")), 8) + 1
        return (f"{{{what}:0{digits}}}" if 1 < digits < 10 else f"{{{what}}}"), offset

    def _lacking(self, fields: dict[str, Any], names: dict[str, Pixels]) -> list[str] | None:
        """Return what a `HexGrid` has beyond these hexes; None if they do not lie as in it."""
        try:
            board = HexGrid(**fields)
        except BoardError:
            return None
        if len(names) < len(self.cells) or any(name not in board for name in names):
            return None
        dx, dy = self._steps
        scale = (dy, dx * 2 / sqrt(3)) if self.is_sideways else (dx * 2 / sqrt(3), dy)
        first = next(iter(names))
        start, drawn = names[first], board.centre(first)
        for name, (x, y) in names.items():
            across, down = _less(board.centre(name), drawn)
            if (
                abs(start[0] + across * scale[0] - x) > scale[0] / 4
                or abs(start[1] + down * scale[1] - y) > scale[1] / 4
            ):
                return None
        return [name for name in board.spaces if name not in names]


def _less(a: Pixels, b: Pixels) -> Pixels:
    return a[0] - b[0], a[1] - b[1]


def _numbered(value: int, rules: Element, side: str) -> str:
    """Write a number as VASSAL does: after Z come AA, BB; a leading digit is a leading zero."""
    sign, value = "-" if value < 0 else "", abs(value)
    if rules.get(f"{side}Type") == "A":
        return sign + chr(65 + value % 26) * min(value // 26 + 1, MAX_LETTERS)
    return sign + str(value).zfill(min(int(rules.number(f"{side}Leading")), 8) + 1)


def _turned(pattern: str) -> str:
    """Return the pattern of a column as that of a row, or the other way."""
    if "letters" in pattern:
        return "{letters}" if "row" in pattern else "{row_letters}"
    return (
        pattern.replace("row", "column") if "row" in pattern else pattern.replace("column", "row")
    )
