"""Square grids, graphs of spaces, pieces with a facing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.boards import (
    Graph,
    GridPiece,
    SquareGrid,
    step,
    steps_between,
    turned,
)
from tabletop_core.boards.board import BoardError
from tabletop_core.boards.graphs import unreachable
from tabletop_core.boards.squares import ARROWS, DIRECTIONS, direction_to

directions = st.sampled_from(DIRECTIONS)
squares = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@pytest.mark.parametrize(
    ("direction", "square"),
    [
        ("N", (5, 4)), ("NE", (6, 4)), ("E", (6, 5)), ("SE", (6, 6)),
        ("S", (5, 6)), ("SW", (4, 6)), ("W", (4, 5)), ("NW", (4, 4)),
    ],
)  # fmt: skip
def test_a_step_leads_to_the_adjacent_square_with_north_up(direction, square):
    assert step((5, 5), direction) == square
    assert direction_to((5, 5), square) == direction
    assert direction_to((5, 5), (7, 5)) is direction_to((5, 5), (5, 5)) is None


def test_every_direction_has_an_arrow():
    assert ARROWS.keys() == set(DIRECTIONS)
    assert len(set(ARROWS.values())) == 8


@given(squares, directions, st.integers(0, 9))
def test_steps_back_lead_back(square, direction, number):
    there = step(square, direction, number)

    assert step(there, turned(direction, 4), number) == square
    assert steps_between(square, there) == number


@given(directions, st.integers(-20, 20), st.integers(-20, 20))
def test_turns_add_up(direction, one, two):
    assert turned(turned(direction, one), two) == turned(direction, one + two)
    assert turned(direction, 8) == direction


# ---------------------------------------------------------------- grids


@pytest.mark.parametrize(
    ("square", "name"), [((1, 1), "A1"), ((26, 9), "Z9"), ((27, 10), "AA10"), ((28, 30), "AB30")]
)
def test_columns_are_lettered_and_rows_numbered(square, name):
    grid = SquareGrid(30, 30)

    assert grid.name(square) == name
    assert grid.square(name) == square
    assert grid.square(name.lower()) == square


@pytest.mark.parametrize("name", ["", "A", "5", "A0", "A25", "Y1", "1A", "A-1", "Ä1", "A1B"])
def test_a_square_that_is_not_there_is_refused_with_the_size_of_the_board(name):
    with pytest.raises(BoardError, match="runs from A1 to X24"):
        SquareGrid(24, 24).square(name)


def test_a_grid_knows_its_squares():
    grid = SquareGrid(3, 2)

    assert list(grid) == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]
    assert (3, 2) in grid
    assert not any(square in grid for square in [(0, 1), (1, 0), (4, 1), (1, 3)])
    lacking = SquareGrid(3, 3, directions=4, without=((2, 1),))
    assert (2, 1) not in lacking
    assert lacking.distance((1, 1), (3, 1)) == 4


def test_squares_off_the_board_are_no_neighbours():
    grid = SquareGrid(3, 3)

    assert grid.around((1, 1)) == {"E": (2, 1), "SE": (2, 2), "S": (1, 2)}
    assert grid.neighbours((1, 1)) == ((2, 1), (2, 2), (1, 2))
    assert len(grid.neighbours((2, 2))) == 8


def test_squares_of_four_directions_do_not_adjoin_across_corners():
    around = SquareGrid(3, 3, directions=4).around((2, 2))

    assert around == {"N": (2, 1), "E": (3, 2), "S": (2, 3), "W": (1, 2)}


def test_a_line_of_squares_in_four_directions_goes_through_sides_only():
    grid = SquareGrid(4, 4, directions=4)

    assert grid.line((1, 1), (4, 2)) == ((1, 1), (2, 1), (3, 1), (3, 2), (4, 2))


def test_a_piece_looks_at_the_square_before_it():
    piece = GridPiece((5, 5), "E")

    assert [piece.ahead(turn) for turn in (0, 1, -2)] == [(6, 5), (6, 6), (5, 4)]


# ---------------------------------------------------------------- graphs

MAP = Graph(
    spaces=("port", "isle", "cape", "reef", "moon"),
    links=(("port", "isle"), ("isle", "cape"), ("port", "reef"), ("reef", "cape")),
)


def test_links_lead_both_ways():
    assert MAP.neighbours("isle") == ("port", "cape")
    assert MAP.neighbours("cape") == ("isle", "reef")
    assert MAP.neighbours("moon") == ()
    assert Graph(("a", "b"), (("a", "b"), ("b", "a"))).neighbours("a") == ("b",)


@pytest.mark.parametrize(
    ("ends", "closed", "way"),
    [
        # a shortest way holds both ends
        ("port isle", "", "port isle"), ("port port", "", "port"), ("port moon", "", None),
        # what may not be entered is gone round, but a piece may leave it
        ("port cape", "isle", "port reef cape"), ("port cape", "isle reef", None),
        ("isle cape", "isle", "isle cape"),
    ],
)  # fmt: skip
def test_a_shortest_way_goes_round_what_may_not_be_entered(ends, closed, way):
    found = MAP.path(*ends.split(), lambda space: space not in closed.split())

    assert found == (way.split() if way else [])


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: MAP.neighbours("mars"), r"no space 'mars'.*port, isle"),
        (lambda: MAP.path("mars", "port"), "no space 'mars'"),
        (lambda: MAP.path("port", "mars"), "no space 'mars'"),
        (lambda: Graph(("a",), (("a", "b"),)), "'a' - 'b' names the unknown space 'b'"),
        (lambda: Graph(("a", "a"), ()), "'a' is declared twice"),
        (lambda: Graph(("a", "b"), (("a", "a"),)), "from 'a' to itself"),
        (lambda: Graph(("a", "b"), (), positions={"x": (0, 0)}), "unknown space 'x'"),
        (lambda: SquareGrid(3, 3, directions=6), "4 or 8 directions, not 6"),
        (lambda: GridPiece(None).ahead(), "off the board"),
    ],
)
def test_what_is_not_there_or_does_not_fit_together_is_refused(ask, said):
    with pytest.raises(BoardError, match=said):
        ask()


def test_distances_count_links_and_leave_out_what_cannot_be_reached():
    assert MAP.distances("port") == {"port": 0, "isle": 1, "reef": 1, "cape": 2}


def test_spaces_cut_off_from_the_first_are_found():
    assert unreachable(MAP) == ["moon"]
    assert list(unreachable(Graph((), ()))) == []


def test_a_line_over_a_free_board_takes_the_shortest_way_nearest_to_the_straight_line():
    spaces = ("a", "high", "near", "b")
    links = (("a", "high"), ("high", "b"), ("a", "near"), ("near", "b"))
    places = {"a": (0, 0), "high": (1, 5), "near": (1, 1), "b": (2, 0)}

    assert Graph(spaces, links, positions=places).line("a", "b") == ("a", "near", "b")


def test_the_middle_of_a_shape_stands_for_a_position():
    graph = Graph(("a", "b"), (("a", "b"),), shapes={"a": ((0, 0), (2, 0), (2, 2), (0, 2))})

    assert graph.centre("a") == (1, 1)
    with pytest.raises(BoardError, match="'b' has no position"):
        graph.centre("b")
