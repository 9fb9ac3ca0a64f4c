"""Counters that look the same lie in a pile, others where they hide least."""

import re

from tabletop_core.boards import Graph
from tabletop_core.panels import BoardPanel, Piece
from tabletop_core.pictures import Scene, panel_svg
from tabletop_core.pictures.map_layout import layout_of
from tabletop_core.pictures.stack_layout import ALONE, Stack, spread
from tabletop_core.pictures.svg import redrawn


def raid(count, at="sea", **more):
    return [
        Piece(id=f"f{n}", words=f"fighter {n}, fresh", at=at, alike="f", **more)
        for n in range(count)
    ]


def board(pieces, **at):
    sea = Graph(("sea", "far", *at), (), positions={"sea": (0, 0), "far": (0, 9), **at})
    return BoardPanel(title="Sea", board=sea, pieces=tuple(pieces))


def labels(drawn):
    return re.findall(r'class="name[^"]*"[^>]*>([^<]+)</text>', drawn)


def places(drawn):
    found = re.findall(r'id="(f\d+)"[^>]* transform="translate\((\S+) (\S+)\)', drawn)
    return {name: (float(x), float(y)) for name, x, y in found}


def test_counters_that_look_the_same_are_one_with_their_number_and_each_keeps_its_id():
    drawn = panel_svg(board(raid(6)))

    assert labels(drawn) == ["f"]
    assert re.findall(r'class="count"[^>]*>(\d+)<', drawn) == ["6"]
    assert len(places(drawn)) == 6
    assert "<title>6 alike: fighter 5, fresh</title>" in drawn


def test_a_counter_that_shows_something_else_lies_beside_the_pile():
    hurt = Piece(id="f9", words="", at="sea", alike="f", corners=("1",))

    assert labels(panel_svg(board([*raid(3), hurt]))) == ["f", "f9"]


def test_what_a_question_asks_about_lies_in_no_pile():
    panel = board(raid(4))
    scene = Scene(panels=(panel,), asked=frozenset(("f1", "f2")))

    assert labels(panel_svg(panel, scene=scene)) == ["f", "f1", "f2"]


def test_more_than_there_is_room_for_stay_in_their_pile_though_they_are_asked_about():
    panel = board([*raid(20), Piece(id="w", label="w", words="", at="sea")])
    scene = Scene(panels=(panel,), asked=frozenset(f"f{n}" for n in range(20)))

    assert labels(panel_svg(panel, scene=scene)) == ["f", "w"]


def test_a_stack_is_drawn_anew_when_a_question_asks_about_its_pile():
    panel = board(raid(3))
    quiet, asking = Scene(panels=(panel,)), Scene(panels=(panel,), asked=frozenset(("f1",)))

    assert "on:sea" in redrawn(quiet, asking)
    assert "on:sea" in redrawn(asking, quiet)
    assert "on:sea" not in redrawn(asking, asking)


def test_a_stack_spreads_away_from_the_space_next_to_it():
    pieces = [Piece(id=f"f{n}", words="", at="sea") for n in range(6)]

    others = {"west": (-9, 0), "east": (9, 0), "coast": (9.9, 0)}
    alone = [x for x, _ in places(panel_svg(board(pieces, **others))).values()]
    beside = [x for x, _ in places(panel_svg(board(pieces, **others, near=(0.9, 0)))).values()]

    assert max(beside) < max(alone)


def test_a_stack_at_the_edge_of_a_map_stays_inside_of_it():
    pieces = [Piece(id=f"f{n}", words="", at="far") for n in range(9)]
    panel = board(pieces, left=(-9, 9), right=(9, 9))
    plan = layout_of(panel).plan

    lowest = max(y for _, y in places(panel_svg(panel)).values())

    assert lowest + 17 < plan.top + plan.height


def crowd():
    """Return a stack of six in the middle of spaces whose names it would hide on its own."""
    coast = {f"town_{n}": (n % 3 - 1.0, n // 3 + 1.0) for n in range(9)}
    pieces = [Piece(id=f"f{n}", words="", at="sea") for n in range(6)]
    return board(pieces, north=(0, -9), **coast)


def test_a_stack_that_would_hide_names_lies_off_its_space_and_a_line_leads_to_it():
    panel = crowd()
    drawn = panel_svg(panel)
    x, y = layout_of(panel).plan.at["sea"]
    right, down = map(float, re.search(r'class="tray" d="M0 0L(\S+) ([^"]+)"', drawn).groups())

    assert f'<g transform="translate({x:g} {y:g})"><path class="tray"' in drawn
    assert (right**2 + down**2) ** 0.5 > 23, "it keeps off the circle of its space"


def test_a_lone_stack_lies_on_its_space():
    pieces = [Piece(id=f"f{n}", words="", at="sea") for n in range(6)]

    assert 'class="tray"' not in panel_svg(board(pieces))


def test_a_counter_lies_a_little_aside_rather_than_on_a_name():
    plan = layout_of(board([])).plan
    x, y = plan.at["sea"]
    stack = Stack("sea", 1, 40.0, 47.0)
    name = x + 15, y + 30, x + 90, y + 43

    assert spread(plan, (stack,), ())["sea"] == ALONE
    assert spread(plan, (stack,), (("near", name),))["sea"].aside < 0
