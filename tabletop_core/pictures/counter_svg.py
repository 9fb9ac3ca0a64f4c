"""Counters as SVG: a silhouette in the shape of the tone, and slots for what is on it.

A counter has these slots, so that nothing on it can meet anything else: the pips along its upper
rim, a row with the symbol and one or two values, the label below, a band at the foot, badges on
the rim for the lower corner values, and the nose outside.
"""

from collections.abc import Container, Sequence
from functools import lru_cache

from ..panels import Piece, Theme
from ..panels.appearance import tone_class
from ..panels.theme import NO_THEME, SHAPES
from .svg_text import drawn_width, esc, num, squeezed
from .themes import CORE_SHAPES

_SHADE = 'fill="var(--tt-shade, #2b2416)" fill-opacity=".34" stroke="none"'
"""The look of a shadow."""
PICTURED = "art:"
"""How the symbols begin that are pictures of whole counters; several lie on each other."""
_HULL = 2.5
"""The size of a silhouette in halves of a plate."""
_RINGS = {"ring": 6.5, "glow": 3, "hand": 3}
"""Pixels between the plate and an outline that marks the counter."""
_BAND = 7.0
"""Pixels by which a band reaches up over the plate."""
_MORE = 1.25
"""How much larger a page may write on a counter that it shows small."""
_TIGHT = 0.5
"""The share of its width to which a word may be squeezed."""
_CRAMPED = 0.7
"""A label that would be squeezed further lies on a band, which is as wide as the plate."""
_SHORT = 2
"""The most letters of a label or value that is drawn larger."""
_SMALL = 15.0
"""On a counter with a smaller half than this, two values leave no room for a symbol; nor do longer
ones on any."""
_CORNERS = {"blue": 1.04, "theirs": 1.1, "ours": 1.16, "green": 1.04}
"""How far the corners of silhouettes are from their middle, in halves of the plate."""
_ROOMS = {"blue": 1.4, "green": 1.5, "warn": 1.0, "theirs": 1.55}
"""The width of the slot of the label, in halves of the plate, where its silhouette narrows."""
_ROOM = 1.72
"""The same on other silhouettes."""


@lru_cache(maxsize=1 << 12)
def plate(tone: str, half: float, kind: str = "plate") -> str:
    """Return the silhouette of a counter around (0, 0); `kind` is its class.

    It refers to the drawings that `plate_defs` returns.
    """
    dashes = ' stroke-dasharray="3 3"' if tone == "quiet" and kind == "plate" else ""
    scale = num(half) if half == int(half) else f"{half:.2f}"
    drawing = "plate" if kind == "plate" else "edge"
    name = tone_class(tone) or "plain"
    return f'<use class="{kind}" href="#{drawing}-{name}" transform="scale({scale})"{dashes}/>'


def plate_defs(theme: Theme = NO_THEME, names: Container[str] | None = None) -> str:
    """Return the silhouettes of the tones of a game, to which its counters refer.

    `names`: the drawings that are needed, such as `plate-blue` (default: all).
    """
    shapes = {**CORE_SHAPES, **{name: tone.shape for name, tone in theme.tones.items()}}
    drawn = []
    for tone, shape in shapes.items():
        name = tone_class(tone) or "plain"
        path = f'd="{SHAPES[shape]}"'
        edge = f'<path id="edge-{name}" vector-effect="non-scaling-stroke" {path}/>'
        # Attributes, not a class: rules that begin outside do not reach what `use` refers to.
        shade = f'<path {_SHADE} transform="translate(.08 .14)" {path}/>'
        body = f'<path vector-effect="non-scaling-stroke" {path}/>'
        if names is None or f"edge-{name}" in names:
            drawn.append(edge)
        if names is None or f"plate-{name}" in names:
            drawn.append(f'<g id="plate-{name}">{shade}{body}</g>')
    return "".join(drawn)


@lru_cache(maxsize=1 << 14)
def counter(piece: Piece, x: float, y: float, width: float, mark: str) -> str:
    """Return a counter around a point.

    `mark`: classes for its marks at this moment: `glow`, `hand`, `ring`.
    """
    half = width / 2
    tone = piece.tone
    parts = _silhouette(piece, half) if piece.silhouette else _plated(piece, half)
    parts += [plate(tone, half + _RINGS[kind], kind) for kind in mark.split()]
    words = ", ".join(filter(None, (piece.words, piece.state)))
    classes = " ".join(filter(None, ("piece", tone_class(tone))))
    return (
        f'<g id="{esc(piece.id)}" class="{classes}" role="img" '
        f'transform="translate({num(x)} {num(y)})"><title>{esc(words)}</title>{"".join(parts)}</g>'
    )


def _unseen_plate(tone: str, half: float) -> str:
    """Return the plate of a counter that is drawn without it, which says how large it is."""
    return plate(tone, half).replace("<use", '<use opacity="0"', 1)


def _silhouette(piece: Piece, half: float) -> list[str]:
    """Return a symbol without a plate, with its shadow, label and state."""
    size = half * _HULL
    at = f'x="{num(-size / 2)}" y="{num(-size / 2)}" width="{num(size)}" height="{num(size)}"'
    turned = f"rotate({piece.facing})" if piece.facing else ""
    parts = [_unseen_plate(piece.tone, half)]
    for kind, moved in ("cast", "translate(3 5)"), ("hull", ""):
        place = f' transform="{moved}{turned}"' if moved or turned else ""
        parts.append(f'<use class="{kind}" href="#sym-{esc(piece.symbol)}" {at}{place}/>')
    is_short = len(piece.label) <= _SHORT + 1
    if piece.label and (is_short or not piece.state):  # a long one would lie under the band
        parts.append(
            f'<text class="name aboard" y="{num(0.0 if is_short else half * 0.86)}" dy=".36em" '
            f'text-anchor="middle"{squeezed(piece.label, 13, half * _HULL)}>{esc(piece.label)}'
            "</text>"
        )
    return [*parts, _band(piece.state, half)] if piece.state else parts


def _plated(piece: Piece, half: float) -> list[str]:
    """Return a plate with all that is on it."""
    parts = [] if piece.facing is None else [_nose(piece, half)]
    is_pictured = piece.symbol.startswith(PICTURED)
    parts.append((_unseen_plate if is_pictured else plate)(piece.tone, half))
    upper, pips = _upper(piece.corners)
    if pips:
        parts.append(_pips(pips, half))
    row = _row_at(piece, half, has_pips=bool(pips))
    is_full = len(upper) > 1 and (half < _SMALL or sum(len(value) for _, value in upper) > _SHORT)
    if is_pictured:
        parts += [_picture(name, half, piece.facing or 0) for name in piece.symbol.split()]
    elif piece.symbol and not is_full:
        parts.append(_symbol(piece, half, upper, row, has_pips=bool(pips)))
    parts += _values(piece, half, upper, row, has_symbol=bool(piece.symbol) and not is_full)
    if piece.label and not _is_die(piece):
        parts.append(_label(piece, half, is_alone=not (piece.symbol or upper or pips)))
    if piece.state:
        parts.append(_band(piece.state, half))
    return parts + _badges(piece.corners[2:4], half)


def _is_die(piece: Piece) -> bool:
    """Return whether the symbol is the face of a die, whose pips say what the label says."""
    return piece.symbol == f"die_{piece.label}"


def _nose(piece: Piece, half: float) -> str:
    """Return the wedge outside the body of a counter that shows where it points."""
    facing = piece.facing or 0
    edge = half * (1.04 if facing % 90 == 0 else _CORNERS.get(piece.tone, 1.3))
    return (
        f'<path class="nose" d="M{num(-0.6 * half)} {num(0.3 * half - edge)}L0 '
        f'{num(-edge - 0.46 * half)}L{num(0.6 * half)} {num(0.3 * half - edge)}z" '
        f'transform="rotate({facing})"/>'
    )


def _upper(corners: Sequence[str]) -> tuple[list[tuple[int, str]], str]:
    """Return the values of the upper corners, each with its side, and the pips among them."""
    upper, pips = [], ""
    for side, value in zip((-1, 1), corners, strict=False):
        if value and not set(value) - set("• "):
            pips = value
        elif value:
            upper.append((side, value))
    return upper, pips


def _row_at(piece: Piece, half: float, *, has_pips: bool) -> float:
    """Return how far below the middle the row of symbol and values lies."""
    down = -0.34 if piece.label and not _is_die(piece) else 0.0
    if piece.state:
        down -= 0.14
    if has_pips:
        down += 0.2 if piece.label else 0.12
    return half * down


def _symbol(
    piece: Piece, half: float, upper: Sequence[tuple[int, str]], row: float, *, has_pips: bool
) -> str:
    """Return the symbol of a counter, as large as label, values and band allow."""
    across = 0.0
    if len(upper) > 1:
        size = half * 0.7
    elif upper:
        across, size = -upper[0][0] * half * 0.38, half * (0.86 if piece.label else 1.0)
    elif _is_die(piece):
        size = half * 1.6
    elif piece.label:
        size = half * (0.78 if has_pips else 0.84 if piece.state else 0.98)
    else:
        size = half * (1.2 if piece.state or has_pips else 1.5)
    turned = f"rotate({piece.facing})" if piece.facing else ""
    moved = f"translate({num(across)} {num(row)})" if across or row else ""
    place = f' transform="{moved + turned}"' if moved or turned else ""
    return (
        f'<use href="#sym-{esc(piece.symbol)}" x="{num(-size / 2)}" y="{num(-size / 2)}" '
        f'width="{num(size)}" height="{num(size)}"{place}/>'
    )


def _picture(symbol: str, half: float, facing: int) -> str:
    """Return a picture that covers a counter."""
    turned = f' transform="rotate({facing})"' if facing else ""
    place = f'x="{num(-half)}" y="{num(-half)}" width="{num(2 * half)}" height="{num(2 * half)}"'
    return f'<use href="#sym-{esc(symbol)}" {place}{turned}/>'


def _values(
    piece: Piece,
    half: float,
    upper: Sequence[tuple[int, str]],
    row: float,
    *,
    has_symbol: bool,
) -> list[str]:
    """Return the values beside the symbol: one is large; two are smaller."""
    drawn = []
    is_large = len(upper) == 1 and len(upper[0][1]) <= _SHORT and not piece.state
    for side, value in upper:
        aside = 0.64 if len(upper) > 1 and has_symbol else 0.42
        if not has_symbol and len(upper) == 1:
            aside = 0.0
        kind, size = ("corner value", 17) if is_large else ("corner", 14)
        room = half * (0.66 if has_symbol and len(upper) > 1 else 0.82 if aside else 1.5)
        drawn.append(
            f'<text class="{kind}" x="{num(side * half * aside)}" y="{num(row)}" dy=".36em" '
            f'text-anchor="middle"{squeezed(value, size, room)}>{esc(value)}</text>'
        )
    return drawn


def _pips(pips: str, half: float) -> str:
    """Return pips along the upper rim, with gaps between their groups."""
    groups = pips.split()
    count = sum(map(len, groups))
    step = min(0.27 * half, 1.5 * half / (count + 0.7 * (len(groups) - 1)))
    at = -step * (count - 1 + 0.7 * (len(groups) - 1)) / 2
    drawn = ""
    radius = num(0.4 * step)
    for group in groups:
        for _ in group:
            drawn += f'<circle cx="{num(at)}" cy="{num(-0.76 * half)}" r="{radius}"/>'
            at += step
        at += 0.7 * step
    return f'<g class="pips">{drawn}</g>'


def _leaning(corners: Sequence[str]) -> int:
    """Return the side on which a left and a right corner leave room: -1, 1, or 0 for neither."""
    left, right = (bool(value) for value in (*corners, "", "")[:2])
    return left - right


def _label(piece: Piece, half: float, *, is_alone: bool) -> str:
    """Return the label of a counter: below its symbol, or larger where it stands alone.

    It moves aside for a badge.
    """
    is_short = is_alone and not piece.state and len(piece.label) <= _SHORT
    down = 0.34 if is_short else 0.22 if is_alone else 0.8
    if piece.state:
        down -= 0.28 if not is_alone else 0.14
    lower = piece.corners[2:4]
    room = half * (_ROOMS.get(piece.tone, _ROOM) - (0.5 if any(lower) else 0.0))
    away = f'x="{num(half * 0.22 * _leaning(lower))}" ' if _leaning(lower) else ""
    if room < _CRAMPED * drawn_width(piece.label, 13) and not (is_alone or piece.state):
        return _band(piece.label, half)
    return (
        f'<text class="name{" alone" if is_short else ""}" {away}y="{num(half * down)}" '
        f'text-anchor="middle"{squeezed(piece.label, 13, room)}>{esc(piece.label)}</text>'
    )


def _band(state: str, half: float) -> str:
    """Return the state of a piece as a band over the foot of its plate.

    A word is cut short where squeezing it would make it unreadable.
    """
    size = 11 * _MORE
    most = half * 2.2  # so that the words of neighbours do not touch
    while drawn_width(state, size) * _TIGHT > most - 4 and len(state) > _SHORT + 1:
        state = f"{state.rstrip('.')[:-1].rstrip()}."
    room = min(drawn_width(state, size) + 6, most)
    top, high = num(half - _BAND), num(_BAND + 5)
    return (
        f'<rect class="badge" x="{num(-room / 2)}" y="{top}" width="{num(room)}" height="{high}" '
        f'rx="2"/><text class="band" y="{num(half - _BAND + 9.6)}" text-anchor="middle"'
        f"{squeezed(state, size, room - 4)}>{esc(state)}</text>"
    )


def _badges(lower: Sequence[str], half: float) -> list[str]:
    """Return the lower corner values as badges on the rim."""
    drawn = []
    for side, value in zip((-1, 1), lower, strict=False):
        if value:
            x, wide = side * half * 0.92, max(13.0, drawn_width(value, 12) + 5)
            drawn.append(
                f'<rect class="badge" x="{num(x - wide / 2)}" y="{num(half * 0.34 - 7)}" '
                f'width="{num(wide)}" height="14" rx="7"/>'
                f'<text class="corner on" x="{num(x)}" y="{num(half * 0.34)}" dy=".36em" '
                f'text-anchor="middle">{esc(value)}</text>'
            )
    return drawn
