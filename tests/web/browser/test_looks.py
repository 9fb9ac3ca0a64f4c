"""Parts of a page on their own, with the style sheets of a table."""

from pathlib import Path

import pytest

from tabletop_core.boards import Graph
from tabletop_core.panels import Art, BoardPanel
from tabletop_core.pictures import panel_svg, stylesheet

STATIC = Path(__file__).parents[3] / "tabletop_core" / "web" / "static"
STYLE = f"<style>{stylesheet()}{(STATIC / 'style.css').read_text('utf-8')}</style>"


def hands(*cards):
    drawn = "".join(f'<div class="card">{card}</div>' for card in cards)
    paper = f'<section class="paper"><h2>Hand</h2><div class="cards">{drawn}</div></section>'
    return f'{STYLE}<main class="tt table"><div class="foot"><div class="hands">{paper}</div></div>'


@pytest.mark.parametrize("wide", [390, 1280])
def test_an_empty_hand_takes_no_room(pages, wide):
    page = pages(viewport={"width": wide, "height": 800})
    high = "document.querySelector('.hands').getBoundingClientRect().height"
    page.set_content(hands())
    empty = page.evaluate(high)
    page.set_content(hands("Porter"))

    assert empty == 0
    assert page.evaluate(high) > 30


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
