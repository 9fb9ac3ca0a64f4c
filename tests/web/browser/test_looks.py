"""Parts of a page on their own, with the style sheets of a table."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletop_core.boards import Graph, HexGrid, SquareGrid
from tabletop_core.events.drama import Moment
from tabletop_core.panels import Art, BoardPanel, Piece, Spot
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.drawn_words import PictureWords
from tabletop_core.pictures.legibility import WIDTHS, page_sizes, zoom_on
from tabletop_core.pictures.themes import stylesheet
from tabletop_core.web.table.moment_html import card_html

STATIC = Path(__file__).parents[3] / "tabletop_core" / "web" / "static"
STYLE = f"<style>{stylesheet()}{page_sizes()}{(STATIC / 'style.css').read_text('utf-8')}</style>"
CARDS = f"<style>{(STATIC / 'moments.css').read_text('utf-8')}</style>"
SEARCH = (Path(__file__).parents[3] / "benchmarks" / "screens.js").read_text("utf-8")


def hands(*cards, title="Hand", times=1):
    drawn = "".join(f'<div class="card">{card}</div>' for card in cards)
    paper = f'<section class="paper"><h2>{title}</h2><div class="cards">{drawn}</div></section>'
    paper *= times
    return f'{STYLE}<main class="tt table"><div class="foot"><div class="hands">{paper}</div></div>'


EDGE_OF_CARD = """(nth) => {
  window.card = (nth) => document.querySelectorAll(".hands .card")[nth];
  const { x, y } = card(nth).getBoundingClientRect();
  return [x + 9, y + 9];
}"""


@pytest.mark.parametrize("wide", [390, 1280])
def test_an_empty_hand_takes_no_room(pages, wide):
    page = pages(viewport={"width": wide, "height": 800})
    high = "document.querySelector('.hands').getBoundingClientRect().height"
    page.set_content(hands())
    empty = page.evaluate(high)
    page.set_content(hands("Porter"))

    assert empty == 0
    assert page.evaluate(high) > 30


def test_words_in_the_rail_of_a_tablet_have_twelve_pixels(pages):
    page = pages(viewport={"width": 820, "height": 1180})
    track = '<svg class="tt line" viewBox="-6 -14 312 48"><text class="number">5</text></svg>'
    card = '<div class="card"><strong class="long">Experimental Jet</strong></div>'
    pane = f'<div class="pane" style="display: block"><div class="track">{track}</div>{card}</div>'
    page.set_content(f'{STYLE}<main class="tt table"><div class="rail">{pane}</div></main>')

    sizes = page.locator(".number, .long").evaluate_all(
        "(found) => found.map((one) => (one.getScreenCTM?.().a ?? 1)"
        " * parseFloat(getComputedStyle(one).fontSize))"
    )

    assert len(sizes) == 2
    assert min(sizes) >= 12


def test_a_card_under_the_mouse_shows_all_its_words_above_the_others_which_stay_in_reach(pages):
    page = pages(viewport={"width": 1280, "height": 800})
    long = "<strong>Feint</strong><p class=words>" + "Support for each set. " * 14 + "</p>"
    page.set_content(hands(long, *[long] * 7))

    page.mouse.move(*page.evaluate(EDGE_OF_CARD, 2))
    page.wait_for_timeout(300)
    words = page.locator(".card .words").nth(2).bounding_box()
    top = page.locator(".card").nth(3).bounding_box()["y"]
    x, y = page.evaluate(EDGE_OF_CARD, 3)

    assert words["y"] > 0
    assert words["y"] + words["height"] <= top
    assert page.evaluate(f"card(3) === document.elementFromPoint({x}, {y}).closest('.card')")


def test_the_name_of_a_small_hand_lies_on_no_other_hand(pages):
    page = pages(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.set_content(hands("Feint", title="Yellow's cards, limit 6", times=2))
    first, second = (one.bounding_box() for one in page.locator(".hands h2").all())

    assert first["x"] + first["width"] <= second["x"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tone", ["", "good", "bad", "warn"])
def test_the_card_of_a_moment_is_read_whatever_its_tone(pages, scheme, tone):
    chance = Fraction(5, 7)
    moment = Moment(title="Down", text="It is sound.", tone=tone, faces=(2, 6), chance=chance)
    page = pages(color_scheme=scheme)
    page.set_content(f'{STYLE}{CARDS}<main class="tt">{card_html((moment,), "ann")}</main>')

    assert [one for one in page.evaluate(SEARCH) if one[0] == "faint"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_in_a_drawing_of_a_pack_keep_their_own_colour(pages, scheme):
    text = '<text class="name" fill="#1c1a16" x="1" y="3">Inn</text>'
    art = Art.read(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{text}</svg>', box=(0, 0, 9, 9)
    )
    board = Graph(("inn",), (), positions={"inn": (4, 4)})
    drawn = panel_svg(BoardPanel(title="Inn", board=board, art=art))
    page = pages(color_scheme=scheme)
    page.set_content(STYLE + drawn)

    fill = page.evaluate("getComputedStyle(document.querySelector('.art text')).fill")
    assert fill == "rgb(28, 26, 22)"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", ["free", "hexes", "squares"])
def test_words_lie_where_the_search_without_a_browser_thinks(pages, kind, width):
    boards = {
        "free": Graph(
            ("mill", "ford", "keep"), (), positions={"mill": (0, 0), "ford": (3, 2), "keep": (9, 0)}
        ),
        "hexes": HexGrid(4, 3),
        "squares": SquareGrid(24, 24),
    }
    board = boards[kind]
    names = list(board.named)[:3]
    panel = BoardPanel(
        title="Map",
        board=board,
        spots=tuple(Spot(id=name, label="Heron Hall", symbol="town") for name in names),
        pieces=(Piece(id="g1", words="guard", at=names[0], corners=("4", "6"), state="worn"),),
    )
    zoom, svg = zoom_on(panel, width), panel_svg(panel)
    svg = svg.replace("</style>", f"{zoom.css}</style>", 1)
    page = pages(viewport={"width": 2000, "height": 2000})
    page.set_content(f'<body style="margin:0">{svg}')
    size = f"svg.width.baseVal.value * {zoom.scale}, svg.height.baseVal.value * {zoom.scale}"
    page.evaluate(
        "() => { const svg = document.querySelector('svg'); const [w, h] = [" + size + "];"
        "svg.setAttribute('width', w); svg.setAttribute('height', h); }"
    )
    drawn = page.evaluate(
        "[...document.querySelectorAll('text')].map((one) => { const b = "
        "one.getBoundingClientRect(); return [one.textContent, b.left, b.top, b.right, b.bottom]})"
    )
    left, top, *_ = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    thought = PictureWords(ElementTree.fromstring(svg), zoom).words

    assert [word.text for word in thought] == [text for text, *_ in drawn]
    for word, (text, *box) in zip(thought, drawn, strict=True):
        a, b, c, d = word.box
        moved = [a - left * zoom.scale, b - top * zoom.scale]
        moved += [c - left * zoom.scale, d - top * zoom.scale]
        middle = (moved[0] + moved[2]) / 2, (moved[1] + moved[3]) / 2
        assert middle[0] == pytest.approx((box[0] + box[2]) / 2, abs=4 * max(1, zoom.scale)), text
        assert box[1] - 2 < middle[1] < box[3] + 2, text
        assert moved[2] - moved[0] == pytest.approx(box[2] - box[0], rel=0.35, abs=4), text
