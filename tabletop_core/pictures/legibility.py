"""Can the words of a picture be read? They are measured without a browser.

A page draws a board at a scale of its own and enlarges what would be too small (`zoom_on`). At that
scale the words may be cut, overlap, be covered by what is drawn later, or be too small.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from ..boards import Graph, SquareGrid
from ..boards.board import Board
from ..panels import BoardPanel
from .board_layout import Plan
from .boxes import Boxes, bounds_of
from .drawn_words import AS_DRAWN, SIZES, DrawnWord, PictureWords, Shape, Solid, Zoom
from .map_layout import layout_of

_FRAMES = {390: (374.0, 640.0), 1280: (906.0, 690.0)}
"""The room for a board in a window of this width, in pixels."""
WIDTHS = tuple(_FRAMES)
"""The widths of windows in which pictures are looked at."""

_LEAST = 8.5
"""Pixels of the smallest letters that can be read."""
_ACROSS, _DOWN, _EDGE = 3.0, 2.0, 1.5
"""Pixels of two words that may overlap, and pixels that an edge may cut off."""
_HIDDEN = 0.12
"""The share of a word that may lie under something."""
_POINTS = [(at + 0.5) / 12 for at in range(12)]
"""Where a word is looked at, as shares of its width."""
_SQUEEZED = 0.5
"""The share of its width to which a word may be squeezed."""


class Unreadable(NamedTuple):
    """What is wrong with words of a picture; `str` makes a sentence of it.

    Attributes:
        fault: `cut`, `on words`, `under`, `squeezed` or `too small`.
        words: which words, with what they are: *the name Keep*.
        by: what covers them, the other words, or a measure.

    >>> str(Unreadable("under", "the name Keep", "the counter red"))
    'the counter red covers the name Keep'
    """

    fault: str
    words: str
    by: str = ""

    def __str__(self) -> str:
        return _SENTENCES[self.fault].format(words=self.words, by=self.by)

    @property
    def remedy(self) -> str:
        """What the author of the game can do about it."""
        return _REMEDIES[self.fault]


_SENTENCES = {
    "cut": "the edge of the picture cuts off {words}",
    "on words": "{words} and {by} overlap",
    "under": "{by} covers {words}",
    "squeezed": "{words}: squeezed to {by} of the full width",
    "too small": "{words}: letters of only {by}",
}
_REMEDIES = {
    "cut": "shorten the words, or move them away from the edge",
    "on words": "shorten one of them (on a map, `short` of the space), or move the two apart",
    "under": "shorten the covered words, or move what covers them away (on a map, the position)",
    "squeezed": "shorten the words",
    "too small": f"write them larger: {_LEAST} pixels can be read; or draw less beside them",
}


def page_sizes() -> str:
    """Return as custom properties of CSS, `--size-NAME`, how a page draws a board that is small."""
    return "\n.tt{" + ";".join(f"--size-{name}:{size:g}" for name, size in SIZES.items()) + "}"


def zoom_on(panel: BoardPanel, width: int) -> Zoom:
    """Return how a page shows a whole board in a window of one of `WIDTHS`.

    The board fills its frame. It is larger than that where its counters would otherwise be too
    small for a finger; one then sees a part of it.
    """
    board, plan = panel.board, layout_of(panel).plan
    wide, high = _FRAMES[width]
    fits = min(wide / plan.width, high / plan.height)
    size = SIZES
    finger = size["finger-narrow" if width < 700 else "finger-wide"]
    scale = max(fits, finger / _least_plate(board, plan))
    grow = min(size["names"], max(1.0, size["names-from"] / scale))
    is_squares = isinstance(board, SquareGrid)
    where = "map" if isinstance(board, Graph) else "squares" if is_squares else "grid"
    most = size["grown" if where == "map" else f"grown-on-{where}"]
    counters = min(most, max(1.0, size[f"grown-from-on-{where}"] / scale))
    more = size["words-on-squares" if is_squares else "words"]
    return Zoom(scale, grow, counters, more)


def _least_plate(board: Board[Any], plan: Plan) -> float:
    if isinstance(board, SquareGrid):
        return SIZES["plate-on-squares"] * SIZES["grown-on-squares"]
    if not isinstance(board, Graph):
        return SIZES["plate"] * SIZES["grown-on-grid"]
    return SIZES["plate"] if plan.outlines else SIZES["plate-at-point"] * SIZES["grown"]


def unreadable(svg: str, zoom: Zoom = AS_DRAWN) -> list[Unreadable]:
    """Return what is wrong with the words of a picture, each once.

    >>> two = '<text x="9" y="29">Mill</text><text x="12" y="31">Ford</text>'
    >>> head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99">'
    >>> [str(one) for one in unreadable(f"{head}{two}</svg>")]
    ['the words Mill and the words Ford overlap']
    """
    root = ElementTree.fromstring(svg)
    drawn = PictureWords(root, zoom)
    return list(dict.fromkeys(_faults(drawn)))


def _faults(drawn: PictureWords) -> Iterator[Unreadable]:
    solids = Boxes(bounds_of(solid.shape) for solid in drawn.solids)
    for word in drawn.words:
        if word.size < _LEAST:
            yield Unreadable("too small", word.told, f"{word.size:.0f} pixels")
        if word.squeezed < _SQUEEZED:
            yield Unreadable("squeezed", word.told, f"{word.squeezed:.0%}")
        left, top, right, bottom = word.clip
        (a, b, c, d), more = word.box, _EDGE
        if a < left - more or b < top - more or c > right + more or d > bottom + more:
            yield Unreadable("cut", word.told)
        near = (drawn.solids[at] for at in solids.over(word.box))
        covers = (one for one in near if _hides(one, word))
        if cover := next(covers, None):
            yield Unreadable("under", word.told, cover.told)
    yield from _on_words(drawn.words)


def _on_words(words: Iterable[DrawnWord]) -> Iterator[Unreadable]:
    ordered = sorted(((word, word.box) for word in words), key=lambda one: one[1][1])
    for at, (word, box) in enumerate(ordered):
        for other, there in ordered[at + 1 :]:
            if there[1] >= box[3]:
                break
            across = min(box[2], there[2]) - max(box[0], there[0])
            down = min(box[3], there[3]) - max(box[1], there[1])
            if word.stack and word.stack == other.stack:
                continue
            if (word.is_ground and other.stack) or (word.stack and other.is_ground):
                continue
            if across >= _ACROSS and down >= _DOWN and _meet(word, other):
                yield Unreadable("on words", word.told, other.told)


def _hides(solid: Solid, word: DrawnWord) -> bool:
    """Return whether a solid that is drawn later hides too much of a word."""
    if solid.at <= word.at:
        return False
    if solid.stack and (word.is_ground or word.stack == solid.stack):
        return False
    return _share_inside(word.shape, solid.shape) > _HIDDEN


def _meet(word: DrawnWord, other: DrawnWord) -> bool:
    """Return whether two words overlap, though either is written at an angle."""
    shares = _share_inside(word.shape, other.shape), _share_inside(other.shape, word.shape)
    return max(shares) > 0


def _share_inside(letters: Shape, shape: Shape) -> float:
    """Return how much of four corners lies in a shape, from points all over them."""
    (x, y), (a, b), _, (c, d) = letters
    points = [
        (x + (a - x) * right + (c - x) * down, y + (b - y) * right + (d - y) * down)
        for right in _POINTS
        for down in _POINTS[::3]
    ]
    return sum(_is_inside(point, shape) for point in points) / len(points)


def _is_inside(point: tuple[float, float], shape: Shape) -> bool:
    x, y = point
    crossed = False
    for (a, b), (c, d) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b):
            crossed = not crossed
    return crossed
