"""Hex grids: flat or pointed at the top, numbered as printed maps are."""

import re
from functools import cached_property
from math import sqrt

import attrs

from .board import Board, BoardError, Point
from .squares import SquareGrid

_DIRECTIONS = {
    # Each step as (along columns, along rows) in numbers of which one counts half hexes:
    # the rows where the hexes stand in columns, the columns where they stand in rows.
    "flat": {
        "N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1),
    },
    "pointy": {
        "NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1),
    },
}  # fmt: skip

_PART = re.compile(r"\{(column|row|letters|row_letters)(?::0(\d))?\}")
_FINE = 16
"""A line is shifted by 1/16 of a step's fraction, too little to reach a hex it does not touch."""


@attrs.frozen(slots=False, cache_hash=True)
class HexGrid(Board[str]):
    """A grid of `columns` x `rows` hexes; a hex is called by its printed number.

    `top`: `flat` where hexes stand in columns, `pointy` where they lie in rows.
    `shifted`: the columns (in rows: the rows) that sit half a hex further down (to the right),
    those of `even` or of `odd` number as printed.
    `number`: how numbers are printed, of `{column}`, `{row}`, `{letters}` (columns A to Z, AA) and
    `{row_letters}`; `{column:02}` has two digits.
    `first_column`, `first_row`: the numbers of the first ones.
    `without`: hexes that the board lacks.

    >>> hexes = HexGrid(14, 10)
    >>> hexes.around("0407")["S"], hexes.line("0101", "0302")
    ('0408', ('0101', '0201', '0302'))
    >>> HexGrid(8, 8, top="pointy", number="{letters}{row}").neighbours("D5")
    ('D4', 'E5', 'D6', 'C6', 'C5', 'C4')
    """

    columns: int
    rows: int
    top: str = attrs.field(default="flat", kw_only=True)
    shifted: str = attrs.field(default="even", kw_only=True)
    number: str = attrs.field(default="{column:02}{row:02}", kw_only=True)
    first_column: int = attrs.field(default=1, kw_only=True)
    first_row: int = attrs.field(default=1, kw_only=True)
    without: tuple[str, ...] = attrs.field(default=(), kw_only=True)

    _word = "hex"

    def __attrs_post_init__(self) -> None:
        if self.top not in _DIRECTIONS:
            raise BoardError(f"hexes are flat or pointy at the top, not {self.top!r}")
        if self.shifted not in ("even", "odd"):
            raise BoardError(f"the even or the odd ones are shifted, not {self.shifted!r}")
        if self.columns < 1 or self.rows < 1:
            raise BoardError(
                f"a grid cannot have {self.columns} x {self.rows} hexes; give 1 or more of each"
            )
        rest = _PART.sub("", self.number)
        if rest == self.number or "{" in rest or "}" in rest:
            raise BoardError(
                f"{self.number!r} is not a way to number hexes; write such as "
                "'{column:02}{row:02}' or '{letters}{row}'"
            )
        if len(self._every) < self.columns * self.rows:
            raise BoardError(
                f"numbered as {self.number!r} two hexes have the same number; give columns and "
                "rows a fixed number of digits, or a stop between them"
            )
        for name in self.without:
            if name not in self._every:
                raise BoardError(
                    f"the board cannot leave out {name!r}, which is beyond it; {self._extent()}"
                )

    # ------------------------------------------------------------ numbers

    def number_of(self, column: int, row: int) -> str:
        """Return the printed number of a column and a row; it may lie off the board."""

        def part(match: re.Match[str]) -> str:
            value = column if match[1] in ("column", "letters") else row
            if match[1].endswith("letters"):
                return SquareGrid.column_name(value)
            return f"{value:0{match[2] or 1}}"

        return _PART.sub(part, self.number)

    @cached_property
    def _every(self) -> dict[str, tuple[int, int]]:
        """Column and row of each hex, those that are lacking included."""
        return {
            self.number_of(column, row): (column, row)
            for column in range(self.first_column, self.first_column + self.columns)
            for row in range(self.first_row, self.first_row + self.rows)
        }

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """All hexes, column by column."""
        lacking = set(self.without)
        return tuple([name for name in self._every if name not in lacking])

    def column_and_row(self, space: str) -> tuple[int, int]:
        """Return the column and the row of a hex, as printed.

        Raises:
            BoardError: no such hex.
        """
        self._number(space)
        return self._every[space]

    def name(self, space: str) -> str:
        """Return the printed number of a hex: the hex itself."""
        return space

    def space(self, name: str) -> str:
        """Return the hex of this number.

        Raises:
            BoardError: no such hex on this board.
        """
        self._number(name)
        return name

    def _extent(self) -> str:
        names = list(self._every)
        return f"it runs from {names[0]} to {names[-1]}"

    # ------------------------------------------------------------ near and far

    @cached_property
    def _at(self) -> dict[str, tuple[int, int]]:
        """Where each hex lies: columns and half rows, or half columns and rows."""
        even = self.shifted == "even"
        if self.top == "flat":
            return {
                name: (column, 2 * row + ((column % 2 == 0) == even))
                for name, (column, row) in self._every.items()
            }
        return {
            name: (2 * column + ((row % 2 == 0) == even), row)
            for name, (column, row) in self._every.items()
        }

    @cached_property
    def _of(self) -> dict[tuple[int, int], str]:
        return {self._at[name]: name for name in self.spaces}

    def around(self, space: str) -> dict[str, str]:
        """Return the hexes around one, by direction, without those off the board.

        Raises:
            BoardError: no such hex.
        """
        self._number(space)
        x, y = self._at[space]
        moves = _DIRECTIONS[self.top].items()
        near = {name: self._of.get((x + across, y + down)) for name, (across, down) in moves}
        return {name: there for name, there in near.items() if there is not None}

    def _apart(self, a: str, b: str) -> tuple[int, int]:
        """Return how far a hex is from another: straight lines of hexes crossed, half hexes."""
        (x, y), (other_x, other_y) = self._at[a], self._at[b]
        across, down = other_x - x, other_y - y
        return (across, down) if self.top == "flat" else (down, across)

    def distance(self, a: str, b: str) -> int:
        """Return how many steps lead from one hex to another.

        Raises:
            BoardError: no such hex, or no way; where there may be none, ask `distances`.
        """
        if self.without or a not in self or b not in self:
            return super().distance(a, b)
        lines, halves = map(abs, self._apart(a, b))
        return lines + max(0, (halves - lines) // 2)

    def _course(self, a: str, b: str) -> list[tuple[str, ...]]:
        lines, halves = self._apart(a, b)
        way = (lines, (halves - lines) // 2)
        steps = max(abs(way[0]), abs(way[1]), abs(way[0] + way[1]))
        course: list[tuple[str, ...]] = [(a,)]
        for at in range(1, steps + 1):
            hands = [_hex_at(way, at, steps, hand) for hand in (1, -1)]
            names = [self._beyond(a, hand) for hand in dict.fromkeys(hands)]
            course.append(tuple([name for name in names if name is not None]))
        return course

    def _beyond(self, a: str, way: tuple[int, int]) -> str | None:
        lines, halves = way[0], 2 * way[1] + way[0]
        across, down = (lines, halves) if self.top == "flat" else (halves, lines)
        x, y = self._at[a]
        return self._of.get((x + across, y + down))

    # ------------------------------------------------------------ the drawn board

    def centre(self, space: str) -> Point:
        """Return the middle of a hex; its sides are 1 apart, the board begins at (0, 0).

        Raises:
            BoardError: no such hex.
        """
        self._number(space)
        x, y = self._at[space]
        if self.top == "flat":
            return (
                (x - self.first_column) * sqrt(3) / 2 + 1 / sqrt(3),
                (y - 2 * self.first_row) / 2 + 0.5,
            )
        return (
            (x - 2 * self.first_column) / 2 + 0.5,
            (y - self.first_row) * sqrt(3) / 2 + 1 / sqrt(3),
        )

    def outline(self, space: str) -> tuple[Point, ...]:
        """Return the corners of a hex, clockwise."""
        across, down = self.centre(space)
        far, near, half = 1 / sqrt(3), 0.5 / sqrt(3), 0.5
        around = (
            (-near, -half),
            (near, -half),
            (far, 0.0),
            (near, half),
            (-near, half),
            (-far, 0.0),
        )
        if self.top == "pointy":
            around = (
                (0.0, -far),
                (half, -near),
                (half, near),
                (0.0, far),
                (-half, near),
                (-half, -near),
            )
        return tuple([(across + x, down + y) for x, y in around])


def _hex_at(way: tuple[int, int], at: int, steps: int, hand: int) -> tuple[int, int]:
    """Return the hex under a line after some of its steps, as steps along two of its axes.

    `hand`: 1 or -1, to which side of the line it is taken where the line runs between two.
    """
    whole = steps * _FINE
    exact = [way[0] * at * _FINE + hand, way[1] * at * _FINE + 2 * hand]
    exact.append(-exact[0] - exact[1])
    near = [(2 * part + whole) // (2 * whole) for part in exact]
    off = [abs(part * whole - wanted) for part, wanted in zip(near, exact, strict=True)]
    worst = off.index(max(off))
    if worst < 2:
        near[worst] = -near[1 - worst] - near[2]
    return near[0], near[1]
