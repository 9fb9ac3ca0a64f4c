"""Words that cannot be read are found without a browser, where they are."""

import re
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

from tabletop_core.boards import Graph, HexGrid, SquareGrid
from tabletop_core.panels import BoardPanel, Piece, Spot
from tabletop_core.panels.appearance import GROUNDS
from tabletop_core.pictures import legibility, panel_svg
from tabletop_core.pictures.board_svg import PATTERNS
from tabletop_core.pictures.drawn_words import Zoom
from tabletop_core.pictures.legibility import unreadable, zoom_on

STATIC = Path(__file__).parents[2] / "tabletop_core" / "web" / "static"


PLATE = '<rect class="plate" width="40" height="40"/>'


def road(*places, **labels):
    """Return a free board; its places lie at these points, in the order of their labels."""
    names = list(labels)
    board = Graph(
        tuple(names),
        tuple(pairwise(names)),
        positions=dict(zip(names, places, strict=True)),
    )
    spots = tuple(Spot(id=name, label=label) for name, label in labels.items())
    return BoardPanel(title="Road", board=board, spots=spots)


def faults(panel, width=1280):
    return [one.fault for one in unreadable(panel_svg(panel), zoom_on(panel, width))]


def picture(inside):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>'


def test_names_with_room_can_be_read_in_any_window():
    panel = road((0, 0), (4, 0), (8, 2), a="Mill", b="Ford", c="Keep")

    assert faults(panel, 390) == faults(panel, 1280) == []


def test_long_names_of_places_near_each_other_lie_on_each_other():
    near = [(column, row) for column in range(4) for row in range(4)]
    labels = {f"m{number}": f"Old Mill {number}" for number, _ in enumerate(near)}
    panel = road(*near, (99, 99), **labels, far="Keep")

    assert "on words" in faults(panel)


def test_a_counter_hides_the_name_of_a_place():
    name = '<g id="b" class="space"><text class="given halo" x="5" y="30">Ford</text></g>'
    [fault] = unreadable(picture(f'{name}<g id="on:a" class="stack"><g id="g">{PLATE}</g></g>'))

    assert str(fault) == "the counter g covers the name Ford (b)"
    assert "the position" in fault.remedy


@pytest.mark.parametrize(("tone", "width"), [("blue", 390), ("red", 1280)])
def test_counters_on_adjacent_squares_leave_each_other_their_names(tone, width):
    board = SquareGrid(24, 24)
    around = [f"{column}{row}" for row in (5, 6, 7) for column in "EFG"]
    pieces = tuple(
        Piece(id=f"w{at}", words="fighter", at=square, symbol="fighter", tone=tone, corners=("4",))
        for at, square in enumerate(around)
    )
    crowd = BoardPanel(title="Sky", board=board, pieces=pieces)

    found = unreadable(panel_svg(crowd), zoom_on(crowd, width))
    assert [str(one) for one in found if one.words.startswith("the words w")] == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_counters_on_adjacent_hexes_leave_each_other_their_words(top, width):
    """Stacks of up to three with and without states beside each other in every order."""
    tones, labels, states = ("ours", "red", "theirs", "blue"), ("Guard", ""), ("worn", "", "")
    board, pieces = HexGrid(9, 7, top=top), []
    for at, name in enumerate(board.named):
        for high in range(at * at % 7 % 4):
            unit = Piece(
                id=f"w{at}.{high}", words="", at=name, symbol="infantry", corners=("4", "6")
            )
            look = {"tone": tones[at % 4], "label": labels[high % 2], "state": states[at % 5 % 3]}
            pieces.append(attrs.evolve(unit, **look))
    crowd = BoardPanel(title="Marsh", board=board, pieces=tuple(pieces))

    assert [str(one) for one in unreadable(panel_svg(crowd), zoom_on(crowd, width))] == []


@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        # what is drawn before words does not hide them
        (f'{PLATE}<text x="5" y="20">Inn</text>', ""),
        (f'<text x="5" y="20">Inn</text>{PLATE}', "under"),
        ('<text x="80" y="20">Harbour</text>', "cut"),
        ('<text x="5" y="20" font-size="7">Inn</text>', "too small"),
        ('<g font-size="7"><text x="5" y="20">Inn</text></g>', "too small"),
        ('<text x="5" y="20" textLength="20">A long way home</text>', "squeezed"),
        ('<g transform="translate(90 9)"><text>Harbour</text></g>', "cut"),
        ('<g transform="rotate(90)"><text x="60" y="-20">Harbour</text></g>', "cut"),
    ],
)
def test_each_fault_has_its_name(inside, fault):
    found = unreadable(picture(inside))

    assert [one.fault for one in found] == [fault] * bool(fault)
    assert all(str(one) and one.remedy for one in found)


def test_words_at_an_angle_are_compared_as_they_lie():
    up = '<text transform="translate(20 90) rotate(-60)">Up the river</text>'

    assert unreadable(picture(f'{up}<text x="0" y="30">Inn</text>')) == []
    assert unreadable(picture(f'{up}<text x="30" y="66">Inn</text>')) != []


def test_a_picture_that_is_drawn_small_has_small_words():
    inn = picture('<text x="5" y="20">Inn</text>')

    assert unreadable(inn, Zoom(0.9)) == []
    assert [one.fault for one in unreadable(inn, Zoom(0.5))] == ["too small"]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("board", [HexGrid(7, 5), HexGrid(7, 5, top="pointy"), SquareGrid(8, 8)])
def test_names_and_states_in_a_grid_keep_clear_of_each_other(board, width):
    """Names of one and of two words with and without states, in every order of neighbours."""
    labels, states = ("Bridgend", "Ely", "Market Cross", "Heron Hall", ""), ("repaired", "", "3")
    spots = [
        Spot(id=name, label=labels[at % 5] or name, state=states[at // 2 % 3], symbol="town")
        for at, name in enumerate(board.named)
    ]
    guards = [Piece(id=f"g{at}", words="", at=spot.id) for at, spot in enumerate(spots[::4])]
    panel = BoardPanel(title="Marsh", board=board, spots=tuple(spots), pieces=tuple(guards))

    assert [str(one) for one in unreadable(panel_svg(panel), zoom_on(panel, width))] == []


def test_a_symbol_that_words_lie_on_is_faint_and_each_ground_has_a_drawing():
    board = HexGrid(len(PATTERNS), 1)
    grounds = dict(zip(board.named, PATTERNS, strict=True))
    spots = [Spot(id=name, ground=ground) for name, ground in grounds.items()]
    plain = panel_svg(BoardPanel(title="Marsh", board=board, spots=tuple(spots)))
    town = [Spot(id=one.id, ground=one.ground, symbol="town", state="held") for one in spots]
    named = [attrs.evolve(one, label="Eel Weir") for one in town]

    assert [plain.count(drawing) for drawing in PATTERNS.values()] == [1] * len(PATTERNS)
    assert {*PATTERNS} == {*GROUNDS} - {"", "land"}
    for shown, faded in ((town, 0), (named, len(named))):
        svg = panel_svg(BoardPanel(title="Marsh", board=board, spots=tuple(shown)))
        assert (svg.count('"sign faded"'), svg.count('class="pattern"')) == (faded, 0)


def test_a_page_reads_each_size_that_the_search_uses_and_no_other():
    given = set(re.findall(r"--size-([a-z-]+):", legibility.page_sizes()))
    read = set(re.findall(r"var\(--size-([a-z-]+)\)", (STATIC / "style.css").read_text("utf-8")))
    read |= set(re.findall(r"""\bsize\("([a-z-]+)"\)""", (STATIC / "stage.js").read_text("utf-8")))

    assert read == given
