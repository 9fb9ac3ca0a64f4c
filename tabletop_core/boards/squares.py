"""Square grids with four or eight directions, and pieces with a facing."""

from functools import cache, cached_property

import attrs

from .board import Board, BoardError, Point

Square = tuple[int, int]
"""A square of a grid: column and row, both from 1."""

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight directions, clockwise from north."""

ARROWS = dict(zip(DIRECTIONS, "↑↗→↘↓↙←↖", strict=True))
"""An arrow for each direction."""

DEGREES = dict(zip(DIRECTIONS, range(0, 360, 45), strict=True))
"""The degrees of each of the eight directions, in this order, clockwise from north."""

_STEPS = dict(
    zip(
        DIRECTIONS,
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        strict=True,
    )
)

_STRAIGHT = {name: move for name, move in _STEPS.items() if len(name) == 1}

_TOWARDS = {move: name for name, move in _STEPS.items()}

_NUMBERS = {name: number for number, name in enumerate(DIRECTIONS)}


def turned(direction: str, eighths: int) -> str:
    """Return the direction this many eighths of a circle clockwise.

    >>> turned("N", 1), turned("N", -2)
    ('NE', 'W')
    """
    return DIRECTIONS[(_NUMBERS[direction] + eighths) % 8]


def step(square: Square, direction: str, squares: int = 1) -> Square:
    """Return the square this many steps away; it may be off the board."""
    across, down = _STEPS[direction]
    return square[0] + across * squares, square[1] + down * squares


def direction_to(a: Square, b: Square) -> str | None:
    """Return the direction from a square to an adjacent one; None if it is not adjacent."""
    return _TOWARDS.get((b[0] - a[0], b[1] - a[1]))


def steps_between(a: Square, b: Square) -> int:
    """Return how many steps in any of the eight directions lead from one square to the other."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@cache
def _letters(column: int) -> str:
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


@attrs.frozen(slots=False, cache_hash=True)
class SquareGrid(Board[Square]):
    """A grid of `columns` x `rows` squares; columns are lettered, rows numbered from the north.

    `directions`: 8, or 4 where squares adjoin along their sides only.
    `without`: squares that the board lacks.

    >>> grid = SquareGrid(24, 24)
    >>> grid.name((3, 12)), grid.square("C12"), (25, 1) in grid
    ('C12', (3, 12), False)
    """

    columns: int
    rows: int
    directions: int = attrs.field(default=8, kw_only=True)
    without: tuple[Square, ...] = attrs.field(default=(), kw_only=True)

    _word = "square"

    def __attrs_post_init__(self) -> None:
        if self.directions not in (4, 8):
            raise BoardError(
                f"squares have 4 or 8 directions, not {self.directions!r}; give one of these"
            )
        if self.columns < 0 or self.rows < 0:
            raise BoardError(
                f"a grid cannot have {self.columns} x {self.rows} squares; give 0 or more of each"
            )
        for square in self.without:
            if not self._in_bounds(square):
                raise BoardError(
                    f"the board cannot leave out {square!r}, which is beyond it; {self._extent()}"
                )

    def _in_bounds(self, square: Square) -> bool:
        return 1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows

    def __contains__(self, square: object) -> bool:
        try:
            column, row = square  # type: ignore[misc]
            inside: bool = 1 <= column <= self.columns and 1 <= row <= self.rows  # type: ignore[has-type]
        except (TypeError, ValueError):
            return False
        return inside and (not self.without or square not in self.without)

    @cached_property
    def spaces(self) -> tuple[Square, ...]:
        """All squares, row by row."""
        every = [(x, y) for y in range(1, self.rows + 1) for x in range(1, self.columns + 1)]
        lacking = set(self.without)
        return tuple([square for square in every if square not in lacking])

    @staticmethod
    def column_name(column: int) -> str:
        """Return the letters of a column: A to Z, then AA, AB and so on."""
        return _letters(column)

    def name(self, space: Square) -> str:
        """Return the printed name of a square."""
        return f"{_letters(space[0])}{space[1]}"

    def square(self, name: str) -> Square:
        """Return the square of this name.

        Raises:
            BoardError: no such square on this board.
        """
        letters = name.rstrip("0123456789").upper()
        digits = name[len(letters) :]
        column = 0
        for letter in letters:
            column = 26 * column + ord(letter) - 64
        square = (column, int(digits or 0))
        if not letters.isascii() or not letters.isalpha() or square not in self:
            raise self._unknown(name)
        return square

    def space(self, name: str) -> Square:
        """Return the square of this name: the same as `square`.

        Raises:
            BoardError: no such square on this board.
        """
        return self.square(name)

    def _extent(self) -> str:
        return f"it runs from A1 to {self.name((self.columns, self.rows))}"

    def around(self, space: Square) -> dict[str, Square]:
        """Return the squares around one, by direction, without those off the board.

        Raises:
            BoardError: no such square.
        """
        if space not in self:
            raise self._unknown(space)
        x, y = space
        moves = _STEPS if self.directions == 8 else _STRAIGHT
        near = {name: (x + across, y + down) for name, (across, down) in moves.items()}
        return {name: there for name, there in near.items() if there in self}

    def distance(self, a: Square, b: Square) -> int:
        """Return how many steps lead from one square to another.

        Raises:
            BoardError: no such square, or no way; where there may be none, ask `distances`.
        """
        if self.without or a not in self or b not in self:
            return super().distance(a, b)
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(across, down) if self.directions == 8 else across + down

    def centre(self, space: Square) -> Point:
        """Return the middle of a square; its sides are 1 long, the corner of A1 is (0, 0).

        Raises:
            BoardError: no such square.
        """
        self._number(space)
        return space[0] - 0.5, space[1] - 0.5

    def outline(self, space: Square) -> tuple[Point, ...]:
        """Return the corners of a square, clockwise from the north-west."""
        across, down = self.centre(space)
        around = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        return tuple([(across + x, down + y) for x, y in around])

    def _course(self, a: Square, b: Square) -> list[tuple[Square, ...]]:
        return _by_corners(a, b) if self.directions == 8 else _by_sides(a, b)


def _by_corners(a: Square, b: Square) -> list[tuple[Square, ...]]:
    """Walk straight in eight directions: one square for each step along the longer way."""
    across, down = b[0] - a[0], b[1] - a[1]
    steps = max(abs(across), abs(down))
    course: list[tuple[Square, ...]] = [(a,)]
    for at in range(1, steps + 1):
        xs, ys = _nearest(a[0], across * at, steps), _nearest(a[1], down * at, steps)
        course.append(tuple([(x, y) for x in xs for y in ys]))
    return course


def _nearest(start: int, way: int, steps: int) -> tuple[int, ...]:
    """Return the whole number nearest to `start + way / steps`; both where two are as near."""
    whole, rest = divmod(way, steps)
    low = start + whole
    if 2 * rest == steps:
        return low, low + 1
    return (low + 1,) if 2 * rest > steps else (low,)


def _by_sides(a: Square, b: Square) -> list[tuple[Square, ...]]:
    """Walk straight in four directions: every square that the line enters."""
    across, down = b[0] - a[0], b[1] - a[1]
    wide, high = abs(across), abs(down)
    east, south = (1 if across > 0 else -1), (1 if down > 0 else -1)
    x, y = a
    course: list[tuple[Square, ...]] = [(a,)]
    passed_x = passed_y = 0
    while passed_x < wide or passed_y < high:
        ahead = (1 + 2 * passed_x) * high - (1 + 2 * passed_y) * wide
        if ahead == 0:  # over a corner: either square beside it
            course.append(((x + east, y), (x, y + south)))
        if ahead <= 0:
            x, passed_x = x + east, passed_x + 1
        if ahead >= 0:
            y, passed_y = y + south, passed_y + 1
        course.append(((x, y),))
    return course


@attrs.define
class GridPiece:
    """A piece on a grid; `at` is None while it is off the board."""

    at: Square | None
    facing: str = "N"

    def ahead(self, eighths: int = 0) -> Square:
        """Return the square in front of the piece, or this many eighths clockwise of it."""
        if self.at is None:
            raise BoardError("a piece off the board has no square in front; place it first")
        return step(self.at, turned(self.facing, eighths))
