"""Hex grids: numbers as printed, both orientations, both ways of shifting."""

import pytest

from tabletop_core.boards import HexGrid
from tabletop_core.boards.board import BoardError


def test_hexes_are_numbered_by_column_and_row():
    hexes = HexGrid(14, 10)

    assert [*hexes.spaces[:2], hexes.spaces[-1]] == ["0101", "0102", "1410"]
    assert hexes.column_and_row("0407") == (4, 7)
    other = HexGrid(3, 3, first_column=0, first_row=10)
    assert (other.spaces[0], other.spaces[-1]) == ("0010", "0212")


@pytest.mark.parametrize(
    ("number", "name"),
    [
        ("{column:02}{row:02}", "0405"), ("{letters}{row}", "D5"), ("{row:02}{column:02}", "0504"),
        ("{row_letters}{column}", "E4"), ("{column}.{row}", "4.5"),
        ("W{column:02}{row:02}", "W0405"),
    ],
)  # fmt: skip
def test_numbers_are_printed_as_the_map_has_them(number, name):
    hexes = HexGrid(8, 8, number=number)

    assert hexes.column_and_row(hexes.space(name)) == (4, 5)


@pytest.mark.parametrize(
    ("top", "shifted", "hex", "around"),
    [
        ("flat", "even", "0404", {
            "N": "0403", "NE": "0504", "SE": "0505", "S": "0405", "SW": "0305", "NW": "0304"}),
        ("flat", "even", "0304", {
            "N": "0303", "NE": "0403", "SE": "0404", "S": "0305", "SW": "0204", "NW": "0203"}),
        ("flat", "odd", "0404", {
            "N": "0403", "NE": "0503", "SE": "0504", "S": "0405", "SW": "0304", "NW": "0303"}),
        ("pointy", "even", "0404", {
            "NE": "0503", "E": "0504", "SE": "0505", "SW": "0405", "W": "0304", "NW": "0403"}),
        ("pointy", "odd", "0404", {
            "NE": "0403", "E": "0504", "SE": "0405", "SW": "0305", "W": "0304", "NW": "0303"}),
    ],
)  # fmt: skip
def test_the_six_around_a_hex_are_those_of_the_printed_map(top, shifted, hex, around):
    assert HexGrid(8, 8, top=top, shifted=shifted).around(hex) == around


def test_a_hex_that_is_not_there_is_refused_with_the_size_of_the_board():
    with pytest.raises(BoardError, match="no hex '0499' on this board; it runs from 0101 to 1410"):
        HexGrid(14, 10).distance("0101", "0499")


def test_hexes_off_the_board_and_those_that_the_printed_map_lacks_are_no_neighbours():
    hexes = HexGrid(4, 3, without=("0203", "0403"))

    assert hexes.neighbours("0101") == ("0201", "0102")
    assert "0203" not in hexes
    assert len(hexes) == 10
    assert "0203" not in hexes.neighbours("0202")


@pytest.mark.parametrize(
    "line",
    [
        # along the edge it stays on the board
        ("0101", "0201", "0301", "0401", "0501"),
        # along a side it takes the same hand from either end
        ("0303", "0403"), ("0404", "0505", "0604"), ("0604", "0505", "0404"),
    ],
)  # fmt: skip
def test_a_line_goes_from_hex_to_hex(line):
    assert HexGrid(7, 7).line(line[0], line[-1]) == line


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"top": "round"}, "flat or pointy at the top, not 'round'"),
        ({"shifted": "both"}, "even or the odd ones are shifted, not 'both'"),
        ({"columns": 0}, "cannot have 0 x 12 hexes"),
        ({"number": "{column}{row}"}, "two hexes have the same number"),
        ({"number": "0101"}, "not a way to number hexes"),
        ({"number": "{column}{height}"}, "not a way to number hexes"),
        ({"without": ("9999",)}, "cannot leave out '9999'"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(given, said):
    with pytest.raises(BoardError, match=said):
        HexGrid(**{"columns": 14, "rows": 12, **given})
