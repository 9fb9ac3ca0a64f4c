"""Names of a free map: beside its links, and in two lines where they are long."""

import re
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

from tabletop_core import plugins
from tabletop_core.boards import Graph, MapFile
from tabletop_core.data import load_file
from tabletop_core.panels import Art, BoardPanel, Edge, Spot, Way
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.board_layout import plan_of
from tabletop_core.pictures.space_names import curve, names_of

ROOT = Path(__file__).parents[2]
TEMPLATE = Path(plugins.__file__).parent / "templates" / "map_map.toml.tmpl"
STAR = {"hub": (0, 0), "north": (0, -3), "south": (0, 3), "west": (-3, 0), "east": (3, 0)}


def siege(folder):
    """Return the map that `tabletop new --kind map` writes, with what its tutorial adds."""
    pages = (ROOT / "docs" / "siege.md").read_text("utf-8")
    (added,) = re.findall(r"```toml siege/siege/data/map.toml \(added\)\n(.*?)```", pages, re.S)
    (folder / "map.toml").write_text(TEMPLATE.read_text("utf-8") + "\n" + added, "utf-8")
    return load_file(folder / "map.toml", MapFile).map.board


def star(folder):
    return Graph(tuple(STAR), tuple(("hub", one) for one in STAR if one != "hub"), positions=STAR)


def panel_of(board, label=str.title, **more):
    spots = tuple(Spot(id=name, words=name, label=label(name)) for name in board.named)
    return BoardPanel(title="Map", board=board, spots=spots, **more)


def lines_in(svg):
    """Yield each link and way of a picture as points."""
    for course in re.findall(r'class="(?:link|way)[^"]*"[^>]* d="M([^"]*)"', svg):
        start, *legs = re.split("(?=[LQ])", course)
        here = tuple(map(float, start.split()))
        for leg in legs:
            *middle, u, v = map(float, leg[1:].split())
            yield curve(here, tuple(middle) or ((here[0] + u) / 2, (here[1] + v) / 2), (u, v))
            here = u, v


def crossings(panel):
    """Return which names lines run through, however large the names are drawn."""
    svg = panel_svg(panel)
    points = [
        (x + (u - x) * part / 8, y + (v - y) * part / 8)
        for line in lines_in(svg)
        for (x, y), (u, v) in pairwise(line)
        for part in range(9)
    ]
    assert points
    return {
        name
        for name, (left, top, right, bottom) in names_of(panel)
        if any(left < x < right and top < y < bottom for x, y in points)
    }


@pytest.mark.parametrize("board", [siege, star])
def test_no_link_or_way_runs_through_a_name(board, tmp_path):
    board = board(tmp_path)
    way = Way(id="march", words="march", spaces=board.links[0])

    assert crossings(panel_of(board, ways=(way,))) == set()


def test_a_link_bends_around_the_name_of_a_space_beside_it():
    at = {"west": (0, 0), "east": (9, 0), "mill": (4.5, 0.7)}
    panel = panel_of(Graph(tuple(at), (("west", "east"),), positions=at))

    assert crossings(panel) == set()
    assert {name for name, _ in names_of(panel)} == set(at)


def test_an_edge_of_a_free_map_is_a_bar_across_its_link_also_where_that_bends():
    at = {"west": (0, 0), "east": (9, 0), "mill": (4.5, 0.7)}
    limit = Edge(id="limit", words="limit of 2", sides=("west/east",))
    svg = panel_svg(panel_of(Graph(tuple(at), (("west", "east"),), positions=at), edges=(limit,)))
    (bar,) = re.findall(r'class="bed" d="M([^"]*)"', svg)
    ends = [tuple(map(float, end.split())) for end in bar.split("L")]
    (link,) = lines_in(svg)

    middle = tuple((a + b) / 2 for a, b in zip(*ends, strict=True))
    assert min(abs(middle[0] - x) + abs(middle[1] - y) for x, y in link) < 2
    assert "<title>limit of 2</title>" in svg


def test_a_long_name_has_two_lines_and_a_short_one_has_one():
    board = Graph(("hill", "ford"), (), positions={"hill": (0, 0), "ford": (9, 0)})
    names = {"hill": "The Great Hill of the Northern March", "ford": "Old Ford"}
    svg = panel_svg(panel_of(board, names.get))

    assert re.findall(r">([^<>]+)</text>", svg)[-3:].count("The Great Hill of") == 1
    assert ">the Northern March</text>" in svg
    assert ">Old Ford</text>" in svg
    assert "textLength" not in svg


def test_names_stay_where_they_are_when_states_change():
    panel = panel_of(star(None))
    told = attrs.evolve(panel, spots=tuple(attrs.evolve(one, state="3") for one in panel.spots))

    def heights(panel):
        return {name: box[1] for name, box in names_of(panel)}

    assert heights(panel) == heights(told)


def test_over_a_drawing_with_links_of_its_own_all_names_stand_above():
    art = Art("", view=(0, 0, 9, 9), box=(0, 0, 9, 9), faint_lines=True)
    panel = panel_of(star(None), art=art)
    plan = plan_of(panel.board)

    assert all(box[3] < plan.at[name][1] for name, box in names_of(panel))
    assert ' d="M0 0Q' not in panel_svg(panel)
