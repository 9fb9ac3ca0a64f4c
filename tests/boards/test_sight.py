"""Line of sight: what blocks it, and how high that must rise."""

import pytest

from tabletop_core.boards import Graph, HexGrid, SquareGrid

ROW = SquareGrid(7, 1, directions=4)
A, B, C, D = (1, 1), (2, 1), (3, 1), (4, 1)
HEXES = HexGrid(7, 7)


def heights(**by_column):
    return lambda space: by_column.get("ABCDEFG"[space[0] - 1], 0)


def test_what_stands_between_blocks():
    sight = ROW.sight(A, C, cover=heights(B=1))

    assert not sight
    assert sight.blocked_by == (B,)


def test_what_stands_at_either_end_does_not_block():
    assert ROW.sight(A, C, cover=heights(A=3, C=3))


@pytest.mark.parametrize(("ridge", "seen"), [(1, True), (2, False)])
def test_ground_blocks_only_where_it_rises_above_both_that_lie_level(ridge, seen):
    assert bool(ROW.sight(A, C, ground=heights(A=1, B=ridge, C=1))) == seen


@pytest.mark.parametrize(("from_height", "seen"), [(2, False), (3, False), (4, True), (5, True)])
def test_from_high_up_one_looks_over_what_is_low_and_far(from_height, seen):
    # The line from height h falls by a fourth of h a step; the wood of 2 stands half way.
    assert bool(ROW.sight(A, (5, 1), ground=heights(A=from_height), cover=heights(C=2))) == seen


def test_eyes_above_the_ground_look_over_low_cover():
    assert not ROW.sight(A, C, cover=heights(B=1))
    assert ROW.sight(A, C, cover=heights(B=1), eyes=(1, 1))


def test_a_wall_between_blocks_and_is_named_by_its_side():
    sight = ROW.sight(A, D, wall=lambda here, there: int((here, there) == (B, C)))

    assert sight.blocked_by == (B, C)


@pytest.mark.parametrize("side", [(A, B), (C, D)])
def test_one_looks_over_the_walls_of_both_ends(side):
    assert ROW.sight(A, D, wall=lambda here, there: int((here, there) == side))


def test_along_a_side_both_hands_must_block():
    one, other = "0504", "0505"
    assert HEXES.sight("0404", "0604", cover=lambda space: space == one)
    assert HEXES.sight("0404", "0604", cover=lambda space: space == other)
    assert not HEXES.sight("0404", "0604", cover=lambda space: space in (one, other))


def test_over_a_corner_of_squares_both_beside_it_must_block():
    grid = SquareGrid(3, 3, directions=4)

    assert grid.sight((1, 1), (2, 2), cover=lambda space: space == (2, 1))
    assert not grid.sight((1, 1), (2, 2), cover=lambda space: space in ((2, 1), (1, 2)))


def test_a_gap_in_the_board_hides_nothing():
    assert SquareGrid(3, 1, without=((2, 1),)).sight((1, 1), (3, 1))


def test_a_line_is_told_with_the_sight():
    assert HEXES.sight("0101", "0103").line == ("0101", "0102", "0103")


def test_nothing_is_seen_where_no_links_lead():
    assert not Graph(("a", "b"), ()).sight("a", "b")


def test_each_space_sees_itself():
    assert ROW.sight(A, A, cover=heights(A=9))
