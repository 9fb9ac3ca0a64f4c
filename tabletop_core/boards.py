"""Boards: square grids with eight directions, graphs of spaces, pieces with a facing."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

import attrs

from .errors import TabletopError

Square = tuple[int, int]
"""A square of a grid: column and row, both from 1."""

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight directions, clockwise from north."""

ARROWS = dict(zip(DIRECTIONS, "↑↗→↘↓↙←↖", strict=True))
"""An arrow for each direction."""

_STEPS = dict(
    zip(
        DIRECTIONS,
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        strict=True,
    )
)

_NUMBERS = {name: number for number, name in enumerate(DIRECTIONS)}


class BoardError(TabletopError, ValueError):
    """A space or direction that the board does not have."""


def turned(direction: str, eighths: int) -> str:
    """Return the direction so many eighths of a circle clockwise.

    >>> turned("N", 1), turned("N", -2)
    ('NE', 'W')
    """
    return DIRECTIONS[(_NUMBERS[direction] + eighths) % 8]


def is_diagonal(direction: str) -> bool:
    """Tell whether a direction, such as `NE`, runs across the corners of squares."""
    return len(direction) == 2


def step(square: Square, direction: str, squares: int = 1) -> Square:
    """Return the square so many steps away; it may lie off the board."""
    across, down = _STEPS[direction]
    return square[0] + across * squares, square[1] + down * squares


def direction_to(a: Square, b: Square) -> str | None:
    """Return the direction from a square to an adjacent one; None if it is not adjacent."""
    way = (b[0] - a[0], b[1] - a[1])
    return next((name for name, move in _STEPS.items() if move == way), None)


def steps_between(a: Square, b: Square) -> int:
    """Return how many steps in any of the eight directions lead from one square to the other."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@attrs.frozen
class SquareGrid:
    """A grid of `columns` x `rows` squares; columns are lettered, rows numbered from the north.

    >>> grid = SquareGrid(24, 24)
    >>> grid.name((3, 12)), grid.square("C12"), (25, 1) in grid
    ('C12', (3, 12), False)
    """

    columns: int
    rows: int

    def __contains__(self, square: Square) -> bool:
        return 1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows

    def __iter__(self) -> Iterator[Square]:
        return (
            (column, row)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
        )

    @staticmethod
    def column_name(column: int) -> str:
        """Return the letters of a column: A to Z, then AA, AB and so on."""
        name = ""
        while column > 0:
            column, letter = divmod(column - 1, 26)
            name = chr(65 + letter) + name
        return name

    def name(self, square: Square) -> str:
        return f"{self.column_name(square[0])}{square[1]}"

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
            last = self.name((self.columns, self.rows))
            raise BoardError(
                f"there is no square {name!r} on this board; it runs from A1 to {last}"
            )
        return square

    def neighbours(self, square: Square) -> dict[str, Square]:
        """Return the squares around one, by direction, without those off the board."""
        around = {name: step(square, name) for name in DIRECTIONS}
        return {name: there for name, there in around.items() if there in self}


@attrs.define
class Piece:
    """A piece on a grid; `at` is None while it is off the board."""

    at: Square | None
    facing: str = "N"

    def ahead(self, eighths: int = 0) -> Square:
        """Return the square in front of the piece, or so many eighths clockwise from its front."""
        if self.at is None:
            raise BoardError("a piece off the board has no square in front; place it first")
        return step(self.at, turned(self.facing, eighths))


@attrs.frozen(slots=False)
class Graph:
    """Spaces joined by links, each link usable both ways."""

    spaces: tuple[str, ...]
    links: tuple[tuple[str, str], ...]

    def __attrs_post_init__(self) -> None:
        known = set(self.spaces)
        for link in self.links:
            for space in link:
                if space not in known:
                    raise BoardError(
                        f"the link {link[0]!r} - {link[1]!r} names the unknown space {space!r}; "
                        "add the space or correct the name"
                    )

    @cached_property
    def _around(self) -> Mapping[str, tuple[str, ...]]:
        around: dict[str, list[str]] = {space: [] for space in self.spaces}
        for a, b in self.links:
            around[a].append(b)
            around[b].append(a)
        return {space: tuple(dict.fromkeys(there)) for space, there in around.items()}

    def neighbours(self, space: str) -> tuple[str, ...]:
        """Return the spaces linked to one, in the order of the links.

        Raises:
            BoardError: no such space.
        """
        try:
            return self._around[space]
        except KeyError:
            raise BoardError(
                f"there is no space {space!r} on this board; it has: {', '.join(self.spaces)}"
            ) from None

    def distances(
        self, start: str, passable: Callable[[str], bool] | None = None
    ) -> dict[str, int]:
        """Return the number of links from `start` to each space that can be reached.

        `passable(space)` tells whether a space may be entered.
        """
        self.neighbours(start)
        found = {start: 0}
        queue = deque([start])
        while queue:
            space = queue.popleft()
            for there in self._around[space]:
                if there not in found and (passable is None or passable(there)):
                    found[there] = found[space] + 1
                    queue.append(there)
        return found

    def distance(self, a: str, b: str) -> int | None:
        """Return the number of links between two spaces; None if there is no way."""
        self.neighbours(b)
        return self.distances(a).get(b)

    def path(
        self, start: str, goal: str, passable: Callable[[str], bool] | None = None
    ) -> list[str] | None:
        """Return a shortest way, both ends included; None if there is none.

        Raises:
            BoardError: no such space.
        """
        self.neighbours(start)
        away = self.distances(goal, lambda space: space == start or not passable or passable(space))
        if start not in away:
            return None
        way = [start]
        while way[-1] != goal:
            way.append(min(self._around[way[-1]], key=lambda space: away.get(space, 1 << 30)))
        return way


def unreachable(graph: Graph) -> Iterable[str]:
    """Return the spaces that cannot be reached from the first one (none on a sound map)."""
    if not graph.spaces:
        return ()
    reached = graph.distances(graph.spaces[0])
    return [space for space in graph.spaces if space not in reached]
