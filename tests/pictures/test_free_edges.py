"""Names at the edges of a free map."""

import re

import pytest

from tabletop_core.boards import Graph
from tabletop_core.panels import BoardPanel, Spot
from tabletop_core.pictures import view_svg
from tabletop_core.pictures.board_layout import plan_of
from tabletop_core.pictures.svg_text import drawn_width

LARGEST = 1.75
"""So much larger a page draws names at most."""


def spans(names, symbol=""):
    """Yield from where to where each name of a map of two towns side by side reaches."""
    board = Graph(("west", "east"), (("west", "east"),), positions={"west": (0, 0), "east": (1, 0)})
    spots = tuple(
        Spot(id=space, words=name, label=name, symbol=symbol)
        for space, name in zip(board, names, strict=True)
    )
    svg = view_svg([BoardPanel(title="Map", board=board, spots=spots)])
    for name in names:
        x, anchor = re.search(rf'x="([-\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>{name}<', svg).groups()
        wide = drawn_width(name, 13) * LARGEST
        first = float(x) - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        yield first, first + wide, plan_of(board)


@pytest.mark.parametrize("names", [("Wilhelmshaven", "Bremerhaven 7"), ("Ems", "Ede")])
def test_no_name_reaches_over_the_edge_of_its_map_however_large_it_is_drawn(names):
    for first, last, plan in spans(names):
        assert plan.left <= first
        assert last <= plan.left + plan.width


def test_a_name_leaves_room_for_the_symbol_before_it():
    bare, marked = (next(spans(("Wilhelmshaven", "Ede"), symbol))[0] for symbol in ("", "target"))

    assert marked - bare > 20
