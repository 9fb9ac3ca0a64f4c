"""The words of a picture, where a page draws them and how large, and what may hide them.

They are measured without a browser, with the sizes of the style sheet.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import cos, hypot, radians, sin
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ..events.words import said
from ..panels.art import Art
from .boxes import Box, bounds_of
from .space_names import GROWTHS, MAX_GROWTH
from .svg_text import drawn_width
from .themes import stylesheet

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""As in `matrix(a b c d e f)` of SVG."""
Shape: TypeAlias = tuple[tuple[float, float], ...]

_UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)
_LARGEST: Box = (-1e9, -1e9, 1e9, 1e9)
SIZES = {
    # Pixels of the smallest counter that a finger can touch.
    "finger-narrow": 32.0,
    "finger-wide": 36.0,
    # Units of the smallest counter: on a grid or in a shape; on squares, with its edge; on a board
    # of points.
    "plate": 40.0,
    "plate-on-squares": 47.7,
    "plate-at-point": 34.0,
    # How much larger counters are drawn at most, and from how many pixels for a unit.
    "grown": 1.8,
    "grown-from-on-grid": 0.93,
    "grown-from-on-map": 1.06,
    # A single one at a point no larger than those of a stack: it would hide the name below it.
    "grown-single": 1.53,
    # On hexes and squares less: one counter would hide words on the next.
    "grown-on-grid": 1.4,
    "grown-on-squares": 1.08,
    "grown-from-on-squares": 0.79,
    # The same for names.
    "names": MAX_GROWTH,
    "names-from": 1.15,
    # How much larger words on counters are written; on a board of squares.
    "words": 1.1,
    "words-on-squares": 1.2,
    # Pixels, at least, of the letters along a board and of the numbers of hexes.
    "margin": 12.0,
    "number": 10.0,
}
"""How a page draws a board that is small; its style sheet and its scripts read the same sizes."""
_HIGH, _LOW = 0.72, 0.03
"""How far letters reach above and below their line, in font sizes."""
_SIDES = ("x", "y", "width", "height")
_INHERITED = ("font-size", "text-anchor", "letter-spacing")
_SOLIDS = {"plate", "badge", "face", "field", "frame"}
"""The classes of what hides the words below it."""


class Zoom(NamedTuple):
    """How a page shows a picture.

    Attributes:
        scale: pixels for a unit.
        grow: how much larger it draws names.
        counters: how much larger it draws counters.
        more: how much larger it writes on them.
    """

    scale: float = 1.0
    grow: float = 1.0
    counters: float = 1.0
    more: float = 1.0

    @property
    def css(self) -> str:
        """The rules by which a picture on its own looks as it does on a page."""
        scale, grow, counters, more = self
        return (
            f".tt{{--tt-grow:{grow:.3f}}}"
            f".tt .stack .grown{{scale:{counters:.3f};--tt-more:{more}}}"
            f".tt .stack .single{{scale:{min(counters, SIZES['grown-single']):.3f}}}"
            f".tt .margin{{font-size:max(13px,{SIZES['margin'] / scale:.2f}px)}}"
            f".tt .space .name{{font-size:max(11px,{SIZES['number'] / scale:.2f}px)}}"
        )


AS_DRAWN = Zoom()
"""A pixel for a unit, as panels without a board are shown."""


class DrawnWord(NamedTuple):
    """Words where they are drawn, in pixels.

    Attributes:
        at: their place in the order of drawing.
        size: how high their letters are; `squeezed`: the share of their width that is left.
        stack: the stack on whose counters they are written; of it only the top must be seen.
        is_ground: counters may lie on them, as on what is written in a hex.
        is_name: they are written at a space.
    """

    text: str
    where: str
    at: int
    shape: Shape
    clip: Box
    size: float
    squeezed: float
    stack: str
    is_ground: bool
    is_name: bool

    @property
    def told(self) -> str:
        """The words with what they are, and with the id of their place where it is another."""
        noun = "the name" if self.is_name else "the words"
        has_place = self.where and said(self.where).casefold() != self.text.casefold()
        return f"{noun} {self.text}{f' ({self.where})' if has_place else ''}"

    @property
    def box(self) -> Box:
        return bounds_of(self.shape)


class Solid(NamedTuple):
    """What hides words that are drawn before it; `stack`: where it lies, if it is a counter."""

    at: int
    shape: Shape
    what: str
    stack: str

    @property
    def told(self) -> str:
        if not self.what:
            return "a shape"
        return f"the counter {self.what}" if self.stack else f"what is drawn at {self.what}"


class PictureWords:
    """The words of a picture, and what may hide them."""

    def __init__(self, root: Element, zoom: Zoom) -> None:
        self.zoom = zoom
        self.by_id = {one.get("id"): one for one in root.iter() if one.get("id")}
        self.words: list[DrawnWord] = []
        self.solids: list[Solid] = []
        self._count = 0
        self._stack = ""
        start: Matrix = (zoom.scale, 0, 0, zoom.scale, 0, 0)
        left, top, width, height = map(float, root.get("viewBox", "0 0 1e9 1e9").split())
        clip = bounds_of(_moved(start, _corners(left, top, width, height)))
        self._walk(root, start, clip, (), "", {})

    def _walk(
        self,
        parent: Element,
        at: Matrix,
        clip: Box,
        around: tuple[str, ...],
        where: str,
        given: Mapping[str, str],
    ) -> None:
        """Note the words and solids in an element.

        `around`: the classes outside of it; `given`: how words in it are written.
        """
        for one in parent:
            kind = one.tag.rpartition("}")[2]
            if kind in ("defs", "style", "title", "symbol", "marker"):
                continue
            self._count += 1
            classes = tuple(one.get("class", "").split())
            here = _times(_times(at, self._scaled(classes)), _transform(one))
            how = {**given, **{name: one.attrib[name] for name in _INHERITED if name in one.attrib}}
            named = one.get("id") or where
            if "stack" in classes:
                self._stack = named
            elif self._stack and "space" in classes:
                self._stack = ""
            if kind == "text":
                self._note_words(one, here, clip, (*around, *classes), classes, named, how)
            elif kind == "svg":
                inner, cut = _framed(one, here, clip)
                self._walk(one, inner, cut, (*around, *classes), named, how)
            elif kind == "use":
                self._note_use(one, here, clip, (*around, *classes), named)
            elif shape := _shape_of(one, kind):
                if _SOLIDS.intersection(classes) and not _is_clear(classes, around):
                    self.solids.append(Solid(self._count, _moved(here, shape), named, self._stack))
            else:
                self._walk(one, here, clip, (*around, *classes), named, how)

    def _scaled(self, classes: Sequence[str]) -> Matrix:
        """Return what the style sheet enlarges on a board that is drawn small."""
        if "grown" not in classes:
            return _UNMOVED
        by = self.zoom.counters
        if "single" in classes:
            by = min(by, SIZES["grown-single"])
        if "sign" in classes:
            by = min(self.zoom.grow, _most(classes))
        return by, 0, 0, by, 0, 0

    def _note_words(
        self,
        one: Element,
        at: Matrix,
        clip: Box,
        around: tuple[str, ...],
        classes: tuple[str, ...],
        where: str,
        how: Mapping[str, str],
    ) -> None:
        text = "".join(one.itertext()).strip()
        if not text or ("printed" in around and {"name", "given"}.intersection(classes)):
            return
        size = self._size_of(classes, around, how.get("font-size", ""))
        apart = float(how.get("letter-spacing", 0)) * len(text)
        natural = drawn_width(text, size) + apart
        wide = min(natural, float(one.get("textLength", natural)))
        if fits := next((step for step in classes if step.startswith("fits")), ""):
            wide *= min(1.0, GROWTHS[int(fits[-1])] / min(self.zoom.grow, _most(classes)))
        anchor = how.get("text-anchor", "start")
        left = float(one.get("x", 0)) - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        line = float(one.get("y", 0)) + _down(one.get("dy", "0"), size)
        letters = _corners(left, line - _HIGH * size, wide, (_HIGH + _LOW) * size)
        scale = hypot(at[0], at[1])
        is_drawing = "art" in around
        is_in_grid = "space" in around and "halo" not in classes
        squeezed = wide / natural if re.search(r"\w", text) else 1.0
        self.words.append(
            DrawnWord(
                text=text,
                where=where,
                at=self._count,
                shape=_moved(at, letters),
                clip=_LARGEST if is_drawing else clip,  # on a page it runs on beside the board
                size=scale * size,
                squeezed=squeezed,
                stack=self._stack if "stack" in around else "",
                is_ground=is_drawing or "margin" in classes or is_in_grid,
                is_name="space" in around,
            )
        )

    def _size_of(self, classes: tuple[str, ...], around: tuple[str, ...], given: str) -> float:
        scale, grow, _, more = self.zoom
        more = more if "grown" in around else 1.0
        found, best = float(given.removesuffix("px") or 16), 0
        for outer, own, base, factor in _sizes():
            if own.issubset(classes) and outer.issubset(around) and len(outer) + len(own) >= best:
                best = len(outer) + len(own)
                limit = min(grow, _most(classes))
                factors = {"": 1.0, "grow": grow, "more": more, "most": limit}
                found = base * factors[factor]
        if "margin" in classes:
            return max(found, SIZES["margin"] / scale)
        if "space" in around and "name" in classes:
            return max(found, SIZES["number"] / scale)
        return found

    def _note_use(
        self, one: Element, at: Matrix, clip: Box, around: tuple[str, ...], where: str
    ) -> None:
        """Note a silhouette or a symbol as a solid; what else is shown is looked into."""
        name = one.get("href", "").removeprefix("#")
        if name.startswith("plate-"):
            shape = _moved(at, _corners(-1, -1, 2, 2))
            self.solids.append(Solid(self._count, shape, where, self._stack))
        elif name.startswith("sym-") and "space" in around:
            left, top, wide, high = (float(one.get(side, 0)) for side in _SIDES)
            shape = _moved(at, _corners(left + 2, top + 2, wide - 4, high - 4))
            self.solids.append(Solid(self._count, shape, where, ""))
        elif name.startswith("card-") and name in self.by_id:
            symbol = self.by_id[name]
            framed = Element("svg", {**symbol.attrib, **one.attrib})
            framed.attrib.pop("id", None)
            inner, cut = _framed(framed, at, clip)
            self._walk(symbol, inner, cut, around, where, {})


def words_in(art: Art | None) -> tuple[Box, ...]:
    """Return the room of each of the words of a drawing, in the units of its board.

    A picture that shows the spaces has none that names of ours could meet.
    """
    return () if art is None or art.printed else _words_in(art)


@lru_cache(maxsize=64)
def _words_in(art: Art) -> tuple[Box, ...]:
    frame = " ".join(f'{name}="{side}"' for name, side in zip(_SIDES, art.box, strict=True))
    view = " ".join(map(str, art.view))
    root = ElementTree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg"><svg class="art" {frame} viewBox="{view}" '
        f'preserveAspectRatio="none">{art.inside}</svg></svg>'
    )
    return tuple(word.box for word in PictureWords(root, AS_DRAWN).words)


def _is_clear(classes: Sequence[str], around: Sequence[str]) -> bool:
    """Return whether a space shows what lies under it."""
    return "field" in classes and bool({"printed", "clear", "over"}.intersection(around))


# ------------------------------------------------------------------ the style sheet


def _most(classes: Sequence[str]) -> float:
    """Return how much larger words of these classes may be drawn."""
    return next((GROWTHS[int(one[-1])] for one in classes if "grows" in one), MAX_GROWTH)


@cache
def _sizes() -> tuple[tuple[frozenset[str], frozenset[str], float, str], ...]:
    """Return the sizes of letters: outer classes, own classes, pixels, what they grow with."""
    found = []
    for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", stylesheet("light")):
        if size := re.search(r"font-size:\D*([\d.]+)px([^;]*)", rules):
            factor = next((one for one in ("most", "grow", "more") if one in size[2]), "")
            for selector in selectors.split(","):
                *outer, own = selector.strip().split()
                if not re.search("[^.a-z]", own):
                    classes = frozenset(name[1:] for name in outer if name != ".tt")
                    found.append((classes, frozenset(own[1:].split(".")), float(size[1]), factor))
    return tuple(found)


def _down(dy: str, size: float) -> float:
    return float(dy[:-2]) * size if dy.endswith("em") else float(dy)


# ------------------------------------------------------------------ geometry


def _transform(one: Element) -> Matrix:
    found = _UNMOVED
    for kind, inside in re.findall(r"(\w+)\(([^)]*)\)", one.get("transform", "")):
        numbers = [float(number) for number in re.split(r"[\s,]+", inside.strip())]
        found = _times(found, _one_transform(kind, numbers))
    return found


def _one_transform(kind: str, numbers: list[float]) -> Matrix:
    if kind == "translate":
        return 1, 0, 0, 1, numbers[0], (*numbers, 0.0)[1]
    if kind == "scale":
        return numbers[0], 0, 0, numbers[-1], 0, 0
    if kind == "rotate":
        turn, x, y = (*numbers, 0.0, 0.0)[:3]
        c, s = cos(radians(turn)), sin(radians(turn))
        return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
    return _UNMOVED


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, n = other
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * n + e,
        b * k + d * n + f,
    )


def _moved(at: Matrix, points: Shape) -> Shape:
    a, b, c, d, e, f = at
    return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in points)


def _corners(left: float, top: float, width: float, height: float) -> Shape:
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _shape_of(one: Element, kind: str) -> Shape:
    """Return the corners of a rectangle, circle or polygon; of a circle those of its square."""
    if kind == "rect":
        left, top, width, height = (float(one.get(name, 0)) for name in _SIDES)
        return _corners(left, top, width, height)
    if kind == "circle":
        x, y, r = (float(one.get(name, 0)) for name in ("cx", "cy", "r"))
        turns = [radians(45 * at + 22.5) for at in range(8)]
        return tuple((x + r * cos(turn), y + r * sin(turn)) for turn in turns)
    if kind == "polygon":
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", one.get("points", ""))]
        return tuple(zip(numbers[::2], numbers[1::2], strict=False))
    return ()


def _framed(one: Element, at: Matrix, clip: Box) -> tuple[Matrix, Box]:
    """Return how a picture within a picture is laid into its frame, and the part that is seen."""
    x, y = float(one.get("x", 0)), float(one.get("y", 0))
    view = [float(number) for number in re.findall(r"-?[\d.]+", one.get("viewBox", ""))]
    if len(view) != 4:
        return _times(at, (1, 0, 0, 1, x, y)), clip
    wide, high = float(one.get("width", view[2])), float(one.get("height", view[3]))
    across, down = wide / view[2], high / view[3]
    fit = one.get("preserveAspectRatio", "")
    if fit != "none":
        across = down = max(across, down) if "slice" in fit else min(across, down)
    if one.get("overflow") != "visible":
        a, b, c, d = bounds_of(_moved(at, _corners(x, y, wide, high)))
        clip = max(a, clip[0]), max(b, clip[1]), min(c, clip[2]), min(d, clip[3])
    left = x + (wide - across * view[2]) / 2 - across * view[0]
    top = y + (high - down * view[3]) / 2 - down * view[1]
    return _times(at, (across, 0, 0, down, left, top)), clip
