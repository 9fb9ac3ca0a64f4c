"""Names at the edges of a free map."""

import re

import pytest

from tabletop_core.boards import Graph
from tabletop_core.panels import BoardPanel, Spot
from tabletop_core.pictures import view_svg
from tabletop_core.pictures.map_layout import layout_of
from tabletop_core.pictures.svg_text import drawn_width

LARGEST = 1.75
"""So much larger a page draws names at most."""


def towns(names, symbol=""):
    """Return a map of two towns side by side."""
    board = Graph(("west", "east"), (("west", "east"),), positions={"west": (0, 0), "east": (1, 0)})
    spots = tuple(
        Spot(id=space, words=name, label=name, symbol=symbol)
        for space, name in zip(board, names, strict=True)
    )
    return BoardPanel(title="Map", board=board, spots=spots)


@pytest.mark.parametrize("names", [("Wilhelmshaven", "Bremerhaven"), ("Ems", "Ede")])
def test_no_name_reaches_over_the_edge_of_its_map_however_large_it_is_drawn(names):
    panel = towns(names)
    plan, svg = layout_of(panel).plan, view_svg([panel])
    for name in names:
        x, anchor = re.search(rf'x="([-\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>{name}<', svg).groups()
        wide = drawn_width(name, 13) * LARGEST
        first = float(x) - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        assert plan.left <= first
        assert first + wide <= plan.left + plan.width


def test_a_name_leaves_room_for_the_symbol_before_it():
    panel = towns(("Wilhelmshaven", "Ede"), "target")
    plan, svg = layout_of(panel).plan, view_svg([panel])
    signs = re.findall(r'translate\((\S+) \S+\)"><use class="sign[^>]* x="(\S+)"', svg)

    assert len(signs) == 2
    assert all(plan.left <= float(x) + LARGEST * float(left) for x, left in signs)
