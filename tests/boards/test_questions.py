"""The questions that every board answers, held against walking over it step by step."""

from itertools import pairwise

import pytest
from board_strategies import boards, boards_with, counted_steps, graphs, grids, holed
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_core.boards import Graph, HexGrid, SquareGrid
from tabletop_core.boards.board import BoardError

full_grids = boards_with(2, grids)


@given(boards_with(2), st.integers(-1, 5))
def test_distances_ranges_and_rings_count_steps(drawn, steps):
    board, a, b = drawn
    away = counted_steps(board, a)

    if b in away:
        assert board.distance(a, b) == away[b]
    else:
        with pytest.raises(BoardError, match="no way leads from"):
            board.distance(a, b)
    assert board.distances(a) == away
    assert set(board.within(a, steps)) == {at for at, far in away.items() if far <= steps}
    assert set(board.ring(a, steps)) == {at for at, far in away.items() if far == steps}


@given(boards_with(2))
def test_a_path_is_a_shortest_way_over_neighbours(drawn):
    board, a, b = drawn
    path, steps = board.path(a, b), board.distances(a).get(b)

    assert bool(path) == (steps is not None)
    if path:
        assert (path[0], path[-1], len(path)) == (a, b, steps + 1)
        assert all(there in board.neighbours(here) for here, there in pairwise(path))


@given(full_grids)
def test_a_line_over_a_grid_is_a_shortest_way_near_the_straight_one(drawn):
    board, a, b = drawn
    line = board.line(a, b)
    (x, y), (to_x, to_y) = board.centre(a), board.centre(b)
    long = max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1e-9)

    assert (line[0], line[-1], len(line)) == (a, b, board.distance(a, b) + 1)
    assert all(there in board.neighbours(here) for here, there in pairwise(line))
    for at_x, at_y in map(board.centre, line):
        aside = abs((to_x - x) * (at_y - y) - (to_y - y) * (at_x - x)) / long
        assert aside <= 0.5**0.5 + 1e-9, "no further than the corner of a space"


@given(boards_with(2))
def test_a_line_is_the_same_both_ways_and_over_open_ground_all_along_it_is_seen(drawn):
    board, a, b = drawn
    line = board.line(a, b)

    assert line == board.line(b, a)[::-1]
    assert bool(board.sight(a, b)) == bool(line)


@given(boards_with(2), st.randoms(use_true_random=False))
def test_sight_is_the_same_both_ways(drawn, chance):
    board, a, b = drawn
    heights = {space: chance.randint(0, 2) for space in board}
    walls = {side: chance.randint(0, 1) for side in board.sides}
    given_ = {
        "ground": heights.__getitem__,
        "wall": lambda here, there: walls.get((here, there), 0),
    }

    assert board.sight(a, b, **given_).clear == board.sight(b, a, **given_).clear


@given(boards, st.randoms(use_true_random=False))
def test_regions_are_the_parts_between_which_no_way_leads(board, chance):
    chosen = {space for space in board if chance.random() < 0.5}
    regions = board.regions(chosen.__contains__)

    assert sorted(space for part in regions for space in part) == sorted(chosen)
    for part in regions:
        for other in regions:
            beside = {there for here in part for there in board.neighbours(here)}
            assert part is other or not beside & set(other)
        start = part[0]
        joined = [(a, b) for a, b in board.sides if {a, b} <= set(part)]
        assert set(Graph(part, tuple(joined)).distances(start)) == set(part)


def test_regions_end_where_spaces_do_not_hang_together():
    board = SquareGrid(3, 1, directions=4)

    regions = board.regions(lambda _: True, lambda a, b: {a, b} != {(2, 1), (3, 1)})

    assert regions == (((1, 1), (2, 1)), ((3, 1),))


@given(boards)
def test_every_space_and_every_side_is_found_by_its_name(board):
    assert all(board.space(board.name(space)) == space for space in board)
    assert len(set(map(board.name, board))) == len(board)
    assert all(board.side_named(board.side_name(b, a)) == (a, b) for a, b in board.sides)


@given(grids | holed(grids))
def test_every_side_is_found_by_a_space_and_a_direction(board):
    for space in board:
        for direction, there in board.around(space).items():
            assert board.side_named(f"{board.name(space)} {direction}") == board.side(space, there)


@given(grids)
def test_adjacent_spaces_of_a_grid_lie_one_apart_and_share_a_side_or_else_a_corner(board):
    for a, b in board.sides:
        (x, y), (to_x, to_y) = board.centre(a), board.centre(b)
        apart = ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5
        shared = {(round(x, 6), round(y, 6)) for x, y in board.outline(a)} & {
            (round(x, 6), round(y, 6)) for x, y in board.outline(b)
        }
        is_corner = isinstance(board, SquareGrid) and a[0] != b[0] and a[1] != b[1]

        assert apart == pytest.approx(2**0.5 if is_corner else 1)
        assert len(shared) == (1 if is_corner else 2)


@given(grids)
def test_a_grid_is_drawn_from_the_corner_on(board):
    corners = [corner for space in board for corner in board.outline(space)]

    assert min(x for x, _ in corners) >= -1e-9
    assert min(y for _, y in corners) >= -1e-9


@given(graphs())
@settings(max_examples=30)
def test_links_of_one_way_do_not_hide(board):
    for a, b in board.sides:
        assert board.sight(a, b)
        assert board.sight(b, a)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("0407/0499", "there is no hex '0499' on this board; it runs from 0101 to 1410"),
        ("0407/0410", "0407 and 0410 do not adjoin; beside 0407 lie 0406"),
        ("0407 E", "0407 has no side 'E' with a space beyond it; it has N, NE"),
        ("0101 N", "0101 has no side 'N'"),
        ("0407", "'0407' is not a side; write two adjacent spaces"),
    ],
)
def test_a_side_that_is_not_there_is_refused_with_those_that_are(name, said):
    with pytest.raises(BoardError, match=said):
        HexGrid(14, 10).side_named(name)
