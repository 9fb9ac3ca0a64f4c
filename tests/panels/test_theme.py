"""The theme of a game: what it refuses, what it changes, and the pictures that it names."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletop_core import ALL_SEEING
from tabletop_core.boards import SquareGrid
from tabletop_core.panels import BoardPanel, Card, Cards, Piece, Theme, Tone
from tabletop_core.panels.appearance import PanelError
from tabletop_core.panels.art import faults_of_colours
from tabletop_core.panels.theme import SHAPES
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.card_art import KINDS, card_picture
from tabletop_core.pictures.counter_svg import plate_defs
from tabletop_core.pictures.themes import contrast, stylesheet, theme_css
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.titles import title_picture

PACKS = ("b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer")
SILK = Theme(
    accent=("#1d5a3c", "#7fd6a4"),
    tones={"silk": Tone(fill="#7d3c98", shape="diamond"), "blue": Tone(fill="#003366")},
    seat_tones={"ann": "silk"},
)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: Theme(accent="red"), "#rrggbb"),
        (lambda: Theme(colours={"sky": "#FFF"}), "#rrggbb"),
        (lambda: Theme(colours={"Big Sky": "#ffffff"}), "small letters"),
        (lambda: Tone(fill="#ffffff", shape="cloud"), "unknown shape 'cloud'"),
        (lambda: Theme(seat_tones={"west": "pink"}), "the tone 'pink'"),
    ],
)
def test_a_theme_refuses_what_is_no_colour_shape_or_tone(wrong, told):
    with pytest.raises(PanelError, match=told):
        wrong()


def test_a_tone_of_the_pack_is_drawn_in_its_shape_and_its_colour():
    board = BoardPanel(
        title="Fair",
        board=SquareGrid(2, 2),
        pieces=(Piece(id="a", words="a bale", at="A1", tone="silk"),),
    )

    drawn = panel_svg(board, look=SILK)

    assert 'class="piece tone-silk"' in drawn
    assert 'id="plate-tone-silk"><path fill="var(--tt-shade, #2b2416)"' in drawn
    assert SHAPES["diamond"] in drawn
    assert "--tt-tone-silk:#7d3c98" in drawn


def test_a_theme_replaces_a_tone_of_the_core_and_leaves_the_others():
    css = stylesheet("light", SILK)

    assert css.rindex("--tt-blue:#003366") > css.index("--tt-blue:#1d52a6")
    assert theme_css(Theme()) == ""
    assert 'id="plate-red"' in plate_defs(SILK)


@pytest.mark.parametrize("pack", PACKS)
def test_the_drawings_of_a_pack_take_their_colours_from_the_theme(pack):
    game = load_pack(pack)
    panels = game.look.view(game.start(seed=1).play, ALL_SEEING)
    arts = [panel.art for panel in panels if isinstance(panel, BoardPanel) and panel.art]

    assert [fault for art in arts for fault in faults_of_colours(art.inside)] == []
    used = {name for art in arts for name in re.findall(r"var\(--tt-([\w-]+),", art.inside)}
    defined = set(re.findall(r"--tt-([\w-]+):", stylesheet("light", game.look.theme)))
    assert used <= defined


@pytest.mark.parametrize("pack", PACKS)
def test_the_title_of_a_pack_is_its_own_and_small(pack):
    title = title_picture(load_pack(pack))

    assert ElementTree.fromstring(title).tag.endswith("svg")
    assert len(title) < 30_000
    assert "http" not in title.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("pack", PACKS)
def test_the_accent_of_a_pack_stands_out_from_the_page(pack):
    for accent, page in zip(load_pack(pack).look.theme.accent, ("#f6efdd", "#171c21"), strict=True):
        assert contrast(accent, page) >= 4.5, page


@pytest.mark.parametrize("kind", KINDS)
def test_cards_of_one_kind_differ_by_their_names_and_a_card_never_changes(kind):
    one, other = card_picture(kind, "Out of the sun"), card_picture(kind, "Hard turn")

    assert one != other
    assert one == card_picture(kind, "Out of the sun")
    assert ElementTree.fromstring(one).get("viewBox") == "0 0 120 56"


def test_a_hidden_card_shows_no_picture_of_what_it_is():
    with pytest.raises(PanelError, match="leave out"):
        Card(name="A card", art="fighter", hidden=True)
    drawn = panel_svg(Cards(title="Hand", cards=(Card(name="A card", hidden=True),)))

    assert "lattice" in drawn


def test_the_page_about_looks_names_every_kind_of_picture():
    page = (Path(__file__).parents[2] / "docs" / "looks.md").read_text("utf-8")

    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []
