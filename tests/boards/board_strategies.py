"""Boards of every kind, for questions that all of them answer."""

from collections import deque

from hypothesis import strategies as st

from tabletop_core.boards import Graph, HexGrid, SquareGrid

sizes = st.integers(1, 7)

hex_grids = st.builds(
    HexGrid,
    sizes,
    sizes,
    top=st.sampled_from(["flat", "pointy"]),
    shifted=st.sampled_from(["even", "odd"]),
    first_column=st.integers(0, 3),
    first_row=st.integers(0, 3),
)
square_grids = st.builds(SquareGrid, sizes, sizes, directions=st.sampled_from([4, 8]))


@st.composite
def holed(draw, grids):
    """A grid that lacks some of its spaces."""
    import attrs

    grid = draw(grids)
    lacking = draw(st.sets(st.sampled_from(grid.spaces), max_size=len(grid) - 1))
    return attrs.evolve(grid, without=tuple(sorted(lacking)))


@st.composite
def graphs(draw):
    names = tuple(f"s{number}" for number in range(draw(st.integers(1, 9))))
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    links = draw(st.sets(pairs.filter(lambda pair: pair[0] < pair[1]), max_size=20))
    lone = draw(st.sets(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=5))
    return Graph(names, tuple(sorted(links)), one_way=tuple(sorted(lone)))


grids = hex_grids | square_grids
boards = grids | holed(hex_grids) | holed(square_grids) | graphs()


@st.composite
def boards_with(draw, spaces, kinds=boards):
    """A board and some of its spaces."""
    board = draw(kinds)
    return board, *[draw(st.sampled_from(board.spaces)) for _ in range(spaces)]


def counted_steps(board, start):
    """Return the steps to each space, found by walking."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in board.neighbours(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
