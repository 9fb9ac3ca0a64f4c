"""`tabletop draw` and `check --looks`: all that a pack draws, and which words cannot be read."""

import json
import re
import sys
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.looks import check_looks, count_unreadable

MAP = '''
"""Two places."""

import attrs

from tabletop_core import Game, Identity, Look, Step, hookimpl, rule
from tabletop_core.boards import Graph
from tabletop_core.panels import BoardPanel, Card, Cards, Facts, Piece, Spot

NEAR = {"a": (0, 0), "b": (0.9, 0), "c": (9, 6)}
# Names stay in the shapes of their spaces, however narrow these are.
SHAPES = {
    at: tuple((x + 0.45 * right, down) for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    for at, (x, _) in NEAR.items()
    if at != "c"
}
BOARD = Graph(tuple(NEAR), (("a", "b"), ("b", "c")), positions=NEAR, shapes=SHAPES)


@attrs.define
class State:
    at: str = "a"


@rule("1", "Walk")
def walk(play):
    play.state.at = yield play.ask("Where to?", ("b", "c"))
    play.end("there")


def view(play, viewer):
    names = {"a": "A_NAME", "b": "B_NAME", "c": "Keep"}
    spots = tuple(Spot(id=at, label=name) for at, name in names.items())
    guard = Piece(id="g", words="the guard", at=play.state.at, symbol="infantry", tone="ours")
    return [
        BoardPanel(title="The map", board=BOARD, spots=spots, pieces=(guard,)),
        Cards(title="Hand", cards=(Card(name="Rain"), Card(name="Rain", id="two"))),
        Facts(title="State", rows=(("turn", "1"),)),
    ]


@hookimpl
def tabletop_identity():
    return Identity(
        id="walk", title="A Walk", summary="Two places.", players=(1, 1), version="1", core=">=0.1"
    )


@hookimpl
def tabletop_game():
    return Game(
        package=__name__,
        seats=("ann",),
        sequence=Step("Walk", walk, may_end=True),
        state=State,
        new_state=lambda play: State(),
        look=Look(view=view),
    )
'''


@pytest.fixture
def pack(tmp_path):
    """Write a pack of two places with these names."""

    def write(one, other):
        file = tmp_path / "walk.py"
        file.write_text(MAP.replace("A_NAME", one).replace("B_NAME", other))
        return file

    yield write
    sys.modules.pop("walk", None)


def test_the_sheet_shows_each_thing_light_and_dark_for_a_phone_and_a_wide_window(
    run, pack, tmp_path
):
    shown = run(f"draw {pack('Mill', 'Ford')} --to {tmp_path}/out").output.splitlines()
    page = (tmp_path / "out" / "walk.html").read_text("utf-8")
    alts = re.findall(r'alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]*)"', page)
    pictures = {alt: b64decode(source).decode() for alt, source in alts}
    looks = [f"{width} pixels, {scheme}" for width in (390, 1280) for scheme in ("light", "dark")]

    assert shown == [f"{tmp_path}/out/walk.html"]
    assert "All words can be read" in page
    assert {f"{title}, {look}" for title in ("The map", "Cards", "State") for look in looks} < set(
        pictures
    )
    assert "Counters, 1280 pixels, dark" in pictures
    assert "infantry" in pictures["Symbols, 1280 pixels, light"]
    for svg in pictures.values():
        ElementTree.fromstring(svg)
    assert pictures["Cards, 390 pixels, light"].count(">Rain<") == 1, "equal cards are one"
    assert not re.search(r'(src|href)="(?!data:)', page), "the page loads nothing"


def test_names_that_lie_on_each_other_are_told_with_the_widths_of_the_windows(run, pack, tmp_path):
    where = pack("The Old Mill at Ely", "The Ford of Denver")
    told = (
        "at 390 and 1280 pixels the name The Old Mill at Ely (a) and the name The Ford of Denver "
        "(b) overlap"
    )
    shown = run(f"draw {where} --to {tmp_path}").output

    assert f"  The map: {told}\n" in shown
    assert told in (tmp_path / "walk.html").read_text("utf-8")
    checked = run(f"check {where} --looks").output
    assert "A Walk (walk): " in checked
    assert f"panel 'The map': {told}" in checked
    assert "shorten one of them (on a map, `short` of the space), or move the two apart" in checked
    problems = json.loads(run(f"check {where} --looks --json").output)
    assert {(problem["code"], problem["severity"]) for problem in problems} == {("C719", "warning")}
    plain = run(f"check {where} --games 1").output
    faults = f"{len(problems)} faults of words that cannot be read"
    assert f"{faults}; `tabletop check {where} --looks` lists them\n" in plain


def test_a_pack_whose_words_can_be_read_passes(run, pack):
    assert run(f"check {pack('Mill', 'Ford')} --looks").output == (
        "A Walk (walk): passed without remarks\n"
    )


def test_looks_that_have_used_up_their_time_say_what_they_have_left_out(pack):
    game = find_packs([pack("Mill", "Ford")]).packs[0].load()

    (note,) = check_looks(game, allowed=0.0)
    assert note.code == "C413"
    assert "left out some of the moments, some of the games, some of the boards and" in note.message
    assert count_unreadable(game, allowed=0.0) == (0, False)
