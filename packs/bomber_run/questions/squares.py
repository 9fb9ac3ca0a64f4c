"""Sets of squares as whole numbers, a bit for each square.

One `&` intersects two sets, and one shift moves a set to another square. So the reach of an
aircraft is computed once, relative to its square, and compared with everything on the board.
"""

from collections.abc import Iterable
from functools import cache

from tabletop_core.boards import Square, SquareGrid

# No move leads farther than this beyond the board; a row of bits has room for every square.
MARGIN = 8
ROW = 128


def number_of(square: Square) -> int:
    """Return the number of the bit that stands for a square, or for a way from one."""
    return (square[1] + MARGIN) * ROW + square[0] + MARGIN


@cache
def bit_of(square: Square) -> int:
    return 1 << number_of(square)


def squares_as_bits(squares: Iterable[Square]) -> int:
    """Return a set of squares, or of ways from one, as a number.

    >>> here = squares_as_bits([(3, 4), (7, 9)])
    >>> has(here, (7, 9)), has(here, (4, 3)), has(here >> distance_to((3, 4)), (4, 5))
    (True, False, True)
    """
    bits = 0
    for square in squares:
        bits |= bit_of(square)
    return bits


def has(bits: int, square: Square) -> bool:
    """Return whether a set has a square."""
    return bool(bits >> number_of(square) & 1)


def distance_to(at: Square) -> int:
    """Return by how many bits to shift a set to move it to a square, or to see it from there.

    >>> way = squares_as_bits([(1, -2)])
    >>> has(way << distance_to((3, 4)), (4, 2))
    True
    """
    return at[1] * ROW + at[0]


@cache
def off_the_board(grid: SquareGrid) -> int:
    """Return the squares beyond the edges, as far as anything could fly or look."""
    columns = range(1 - MARGIN, grid.columns + MARGIN)
    rows = range(1 - MARGIN, grid.rows + MARGIN)
    return squares_as_bits((x, y) for x in columns for y in rows if (x, y) not in grid)
