"""Line of sight: what blocks it, and how high that must rise."""

import pytest

from tabletop_core.boards import Graph, HexGrid, SquareGrid

ROW = SquareGrid(7, 1, directions=4)
A, B, C, D, E = [(column, 1) for column in range(1, 6)]
HEXES = HexGrid(7, 7)


def heights(**by_column):
    return lambda space: by_column.get("ABCDEFG"[space[0] - 1], 0)


def side(*ends):
    return lambda here, there: int((here, there) == ends)


def around(*spaces):
    return lambda space: space in spaces


SQUARES = SquareGrid(3, 3, directions=4)


@pytest.mark.parametrize(
    ("board", "ends", "what", "blocked_by"),
    [
        # what stands between blocks, and what stands at either end does not
        (ROW, (A, C), {"cover": heights(B=1)}, (B,)),
        (ROW, (A, C), {"cover": heights(A=3, C=3)}, ()),
        (ROW, (A, A), {"cover": heights(A=9)}, ()),
        # ground blocks only where it rises above both that lie level
        (ROW, (A, C), {"ground": heights(A=1, B=1, C=1)}, ()),
        (ROW, (A, C), {"ground": heights(A=1, B=2, C=1)}, (B,)),
        # the line from height h falls by a fourth of h a step; the wood of 2 stands half way
        (ROW, (A, E), {"ground": heights(A=2), "cover": heights(C=2)}, (C,)),
        (ROW, (A, E), {"ground": heights(A=3), "cover": heights(C=2)}, (C,)),
        (ROW, (A, E), {"ground": heights(A=4), "cover": heights(C=2)}, ()),
        (ROW, (A, E), {"ground": heights(A=5), "cover": heights(C=2)}, ()),
        # eyes above the ground look over low cover
        (ROW, (A, C), {"cover": heights(B=1), "eyes": (1, 1)}, ()),
        # a wall between is named by its side; one looks over the walls of both ends
        (ROW, (A, D), {"wall": side(B, C)}, (B, C)),
        (ROW, (A, D), {"wall": side(A, B)}, ()),
        (ROW, (A, D), {"wall": side(C, D)}, ()),
        # along a side both hands must block, and over a corner both squares beside it
        (HEXES, ("0404", "0604"), {"cover": around("0504")}, ()),
        (HEXES, ("0404", "0604"), {"cover": around("0505")}, ()),
        (HEXES, ("0404", "0604"), {"cover": around("0504", "0505")}, None),
        (SQUARES, (A, (2, 2)), {"cover": around((2, 1))}, ()),
        (SQUARES, (A, (2, 2)), {"cover": around((2, 1), (1, 2))}, None),
        # a gap in the board hides nothing, but nothing is seen where no links lead
        (SquareGrid(3, 1, without=((2, 1),)), (A, C), {}, ()),
        (Graph(("a", "b"), ()), ("a", "b"), {}, None),
    ],
)
def test_what_blocks_the_sight_is_named(board, ends, what, blocked_by):
    sight = board.sight(*ends, **what)

    assert bool(sight) == (blocked_by == ())
    assert blocked_by in (None, sight.blocked_by)


def test_a_line_is_told_with_the_sight():
    assert HEXES.sight("0101", "0103").line == ("0101", "0102", "0103")
