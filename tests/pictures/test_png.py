"""A picture as PNG has the colours that a browser would show."""

from io import BytesIO

import pytest
from PIL import Image

from tabletop_core.pictures.png import png_of

PICTURE = """
<svg xmlns="http://www.w3.org/2000/svg" class="tt" width="30" height="10" viewBox="0 0 30 10">
<style>.tt{--ground:#ff0000;color:#00ff00}.tt .blue{--ground:#0000ff}
.tt :is(.fat,.wide)>.line{stroke:var(--none, #ffff00);stroke-width:calc(4px*min(var(--grow,1),9))}
.tt .inked{fill:currentColor}</style>
<defs><g id="sign"><rect width="10" height="10" fill="var(--ground, #000)"/></g></defs>
<g class="blue"><use href="#sign"/></g><use href="#sign" x="10"/>
<g class="fat"><path class="line" d="M20 2H30"/></g>
<rect class="inked" x="20" y="6" width="10" height="4"/>
</svg>
"""


@pytest.mark.parametrize(
    ("at", "colour"),
    [
        ((10, 10), (0, 0, 255)),  # a sign takes the colour of the place of its use
        ((30, 10), (255, 0, 0)),
        ((50, 6), (255, 255, 0)),
        ((50, 10), (0, 0, 0)),  # the line is no wider than it was computed
        ((50, 16), (0, 255, 0)),
    ],
)
def test_each_element_has_the_colours_of_its_style_sheet(at, colour):
    drawn = Image.open(BytesIO(png_of(PICTURE)))
    assert drawn.size == (60, 20)
    assert drawn.getpixel(at)[:3] == colour


def test_a_large_picture_is_made_smaller():
    assert Image.open(BytesIO(png_of(PICTURE, 15))).size == (15, 5)
