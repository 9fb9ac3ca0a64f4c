"""Maps of real places: longitudes and latitudes on the drawn map."""

import pytest

from tabletop_core.boards import Earth, MapFile
from tabletop_core.data import load_file
from tabletop_core.errors import DataError

HEAD = 'schema = 1\nid = "map"\nprovenance = "public"\n'
EARTH = "[earth]\nwest = -10\neast = 10\nsouth = -20\nnorth = 60\nwidth = 40\n"
MAP = Earth(west=-10, east=10, south=-20, north=60, width=40)


def load(tmp_path, text):
    file = tmp_path / "map.toml"
    file.write_text(HEAD + text)
    return load_file(file, MapFile)


def problems_of(tmp_path, text):
    with pytest.raises(DataError) as caught:
        load(tmp_path, text)
    return [(problem.key, problem.line) for problem in caught.value.problems]


def test_the_corners_of_the_map_are_its_edges():
    assert MAP.place(-10, 60) == (0, 0)
    assert MAP.place(10, -20) == (40, pytest.approx(MAP.height))


def test_a_degree_of_latitude_is_drawn_as_long_as_it_is_beside_one_of_longitude():
    earth = Earth(west=0, east=10, south=40, north=70)
    across = earth.place(1, 60)[0] - earth.place(0, 60)[0]
    down = earth.place(0, 59.99)[1] - earth.place(0, 60.01)[1]

    assert 50 * down == pytest.approx(2 * across, rel=1e-4)  # cos 60 degrees is one half


def test_positions_and_shapes_on_the_earth_are_laid_out_on_the_map(tmp_path):
    text = '[[space]]\nid = "a"\nposition = [0, 0]\nshape = [[-10, 60], [10, 60], [0, 0]]\n'
    board = load(tmp_path, EARTH + text).board

    assert board.centre("a") == MAP.place(0, 0)
    assert board.outline("a") == ((0, 0), (40, 0), MAP.place(0, 0))


@pytest.mark.parametrize("part", ["position = [1, 61]", "shape = [[0, 0], [1, 1], [-11, 0]]"])
def test_what_lies_beyond_the_edges_is_refused_with_its_line(tmp_path, part):
    key = "space[0].position" if part.startswith("p") else "space[0].shape[2]"

    assert problems_of(tmp_path, f'{EARTH}[[space]]\nid = "a"\n{part}\n') == [(key, 12)]


@pytest.mark.parametrize(
    ("west", "east", "south", "north", "width"),
    [(5, 5, 0, 1, 9), (0, 1, 2, 1, 9), (0, 1, 0, 90, 9), (0, 1, "nan", 1, 9), (0, 1, 0, 1, 0)],
)
def test_edges_that_bound_nothing_are_refused(tmp_path, west, east, south, north, width):
    edges = f"west = {west}\neast = {east}\nsouth = {south}\nnorth = {north}\nwidth = {width}"
    text = f'[earth]\n{edges}\n[[space]]\nid = "a"\nposition = [0.5, 0.5]\n'

    assert problems_of(tmp_path, text) == [("earth", 4)]


def test_a_grid_lies_nowhere_on_the_earth(tmp_path):
    assert problems_of(tmp_path, f"{EARTH}[hexes]\ncolumns = 2\nrows = 2\n") == [("earth", 4)]
