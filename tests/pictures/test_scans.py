"""An owner's own picture of a board lies under its spaces, where two of them say."""

import os

import attrs
import pytest

from tabletop_core.boards import SquareGrid
from tabletop_core.errors import DataError
from tabletop_core.panels import BoardPanel, Piece
from tabletop_core.panels.appearance import PanelError
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.scans import Scans

RIDER = Piece(id="rider", words="a rider", at="A1", label="R", corners=("4",), facing=90)
COUNTERS = """
[[counter]]
ids = ["rider"]
pictures = ["rider.gif"]
states.tired = ["rider.gif", "mark.gif"]
"""
BOARD = BoardPanel(title="Field", board=SquareGrid(4, 4))
HOLDS = 'picture = "field.png"\nsize = [500, 400]\nat.A1 = [150, 100]\nat.D4 = [450, 400]\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "field.toml").write_text(HOLDS)
    (tmp_path / "field.png").write_bytes(b"a picture")
    return tmp_path


def test_the_stated_spaces_lie_on_their_places_in_the_picture(folder):
    (panel,) = Scans.read(folder).under([BOARD])
    left, top, width, height = panel.art.box

    # A square is 100 pixels across and 100 down; the middle of A1 is half a square from both edges.
    assert (width, height) == pytest.approx((5, 4))
    assert (left, top) == pytest.approx((-1.0, -0.5))
    assert panel.art.view == (0, 0, 500, 400)


def test_the_picture_is_in_the_drawing_and_the_spaces_over_it_are_see_through(folder):
    (panel,) = Scans.read(folder).under([BOARD])
    drawn = panel_svg(panel)

    assert 'href="data:image/png;base64,YSBwaWN0dXJl"' in drawn
    assert '<g id="A1" class="space printed">' in drawn
    assert "printed" not in panel_svg(BOARD).partition("</style>")[2]


def test_a_board_without_a_picture_of_its_own_stays_as_it_is(folder):
    other = BoardPanel(title="Hangar", board=SquareGrid(2, 2))

    assert Scans.read(folder).under([other]) == [other]
    assert Scans.read("").under([BOARD]) == [BOARD]


def test_another_picture_in_the_file_is_seen_at_once(folder):
    scans = Scans.read(folder)
    before = scans.under([BOARD])[0].art
    (folder / "field.png").write_bytes(b"another")
    os.utime(folder / "field.png", ns=(1, 1))

    assert scans.under([BOARD])[0].art != before


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("field.png", "../field.png", "picture: it is not a picture in this folder"),
        ("field.png", "field.exe", "picture: it is not a picture in this folder"),
        ("[500, 400]", "[0, 400]", "size: a picture has pixels"),
        ("[450, 400]", "[150, 400]", "at: these spaces give no scale across and down"),
    ],
)
def test_what_is_wrong_with_a_description_is_told_with_file_and_line(folder, old, new, told):
    (folder / "field.toml").write_text(HOLDS.replace(old, new))

    with pytest.raises(DataError) as error:
        Scans.read(folder)

    assert "field.toml" in str(error.value)
    assert told in str(error.value)


def test_a_space_that_the_board_does_not_have_is_named(folder):
    (folder / "field.toml").write_text(HOLDS.replace("at.D4", "at.D9"))

    with pytest.raises(PanelError, match=r"at\.D9: 'Field' has no such space"):
        Scans.read(folder).under([BOARD])


def test_a_picture_that_is_not_there_is_named(folder):
    (folder / "field.png").unlink()

    with pytest.raises(PanelError, match=r"field\.png cannot be read"):
        Scans.read(folder).under([BOARD])


# ---------------------------------------------------------------- counters


def gif(wide, high):
    """Return the first bytes of a GIF, which is all that is read of it."""
    return b"GIF89a" + wide.to_bytes(2, "little") + high.to_bytes(2, "little")


@pytest.fixture
def pictured(tmp_path):
    home = tmp_path / "reeds" / "counters"
    home.mkdir(parents=True)
    (home / "ours.toml").write_text(COUNTERS)
    (home / "rider.gif").write_bytes(gif(60, 40))
    (home / "mark.gif").write_bytes(gif(20, 20))
    (tmp_path / "reeds" / "field.toml").write_text(HOLDS)
    (tmp_path / "reeds" / "field.png").write_bytes(b"a picture")
    return tmp_path


def drawn_with(scans, piece):
    (panel,) = scans.under([attrs.evolve(BOARD, pieces=(piece,))])
    return panel, panel_svg(panel, symbols=scans.symbols("tabletop_core"))


def test_a_counter_has_the_owners_picture_of_its_state(pictured):
    scans = Scans.read(pictured, "reeds")
    plain, drawn = drawn_with(scans, attrs.evolve(RIDER, silhouette=True, symbol="cavalry"))
    tired, over = drawn_with(scans, attrs.evolve(RIDER, state="tired"))
    lost, marked = drawn_with(scans, attrs.evolve(RIDER, state="lost"))

    assert [one.count('href="#sym-art:') for one in (drawn, over, marked)] == [1, 2, 1]
    assert plain.art is not None
    assert ">R</text>" not in drawn  # the picture has label and values
    assert 'transform="rotate(90)"/>' in drawn
    # A picture keeps its size beside the usual one: 60 pixels are 24 units, 20 are 8.
    assert 'x="8" y="8" width="8" height="8"' in over
    assert 'x="0" y="4" width="24" height="16"' in over
    words = [(one.pieces[0].words, one.pieces[0].state) for one in (plain, tired, lost)]
    assert words == [("a rider", ""), ("a rider, tired", ""), ("a rider", "lost")]


def test_a_counter_without_a_picture_stays_as_it_is(pictured):
    other = attrs.evolve(RIDER, id="guard")

    assert drawn_with(Scans.read(pictured, "reeds"), other)[0].pieces == (other,)


@pytest.mark.parametrize("change", [("rider.gif", "gone.gif"), ("rider.gif", "../rider.gif")])
def test_a_picture_of_a_counter_that_is_missing_or_elsewhere_is_refused(pictured, change):
    (pictured / "reeds" / "counters" / "ours.toml").write_text(COUNTERS.replace(*change))

    with pytest.raises((PanelError, DataError), match=r"gone.gif cannot|not a picture in this"):
        _ = Scans.read(pictured, "reeds").defs
