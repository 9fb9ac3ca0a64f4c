"""Counters as SVG: a plate in the shape of the tone, a symbol, a label, values in the corners."""

from collections.abc import Container, Sequence
from functools import lru_cache

from ..panels import NO_THEME, SHAPES, Piece, Theme
from ..panels.appearance import tone_class
from .svg_text import drawn_width, esc, num, squeezed
from .themes import CORE_SHAPES

_RINGS = {"ring": 6.5, "glow": 3, "hand": 3}
"""Pixels between the plate and an outline that marks the counter."""
_NEAR = 0.75
"""How far from the middle of the plate the corner values stand, as a share of its half."""
_LETTERS = 10.0
"""The height of a letter and a little space, in pixels."""
_BAND = 8.0
"""Pixels by which a band reaches down over the plate."""
_MORE = 1.25
"""How much larger a page may write on a counter that it shows small."""
_TIGHT = 0.5
"""The share of its width to which a word may be squeezed."""
_SHORT = 2
"""The most letters of a label that is drawn larger where it stands alone on the counter."""
_ASIDE = 0.3
"""How far a symbol moves aside for one upper corner, as a share of half the plate."""
_SMALL = 15.0
"""On a counter with a smaller half than this, two upper corners leave no room for a symbol."""
_LIFT = 4.0
"""Pixels by which a band is raised to leave room for these corners."""
_FOOT = 0.86
"""How far below the middle a label stands under a symbol, as a share of half the plate."""


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
        shade = f'<path class="shade" transform="translate(.07 .13)" {path}/>'
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
    parts = [plate(tone, half)]
    is_full = half < _SMALL and _has_both(piece.corners)
    if piece.symbol and not is_full:
        parts.append(_symbol(piece, half))
    if piece.label:
        parts.append(_label(piece, half))
    lift = _LIFT if is_full else 0.0
    parts += _corners(piece, half, lift)
    if piece.state:
        parts.append(_band(piece.state, half, lift))
    if piece.facing is not None:
        # Towards a corner the nose stands farther out, so that it covers no value there.
        edge = half if piece.facing % 90 == 0 else half * 1.28
        if piece.state and piece.facing % 360 == 0:
            edge += _BAND - 2  # above the band
        parts.append(
            f'<path class="nose" d="M-7 {num(1 - edge)}L0 {num(-edge - 5)}L7 {num(1 - edge)}z" '
            f'transform="rotate({piece.facing})"/>'
        )
    parts += [plate(tone, half + _RINGS[kind], kind) for kind in mark.split()]
    words = ", ".join(filter(None, (piece.words, piece.state)))
    classes = " ".join(filter(None, ("piece", tone_class(tone))))
    return (
        f'<g id="{esc(piece.id)}" class="{classes}" role="img" '
        f'transform="translate({num(x)} {num(y)})"><title>{esc(words)}</title>{"".join(parts)}</g>'
    )


def _symbol(piece: Piece, half: float) -> str:
    """Return the symbol of a counter, as large as label, corners and band allow."""
    aside = half * _ASIDE * _leaning(piece.corners[:2])
    size, up = half, half * (0.3 if aside else 0.2)
    if piece.state and _has_both(piece.corners):  # the symbol stands between these
        size, up = half * 0.76, 0.0
    elif not (piece.corners or piece.state):
        size, up = half * 1.68, half * 0.2
        if piece.label:  # the symbol ends above the label
            size, up = half * (1 + _FOOT) - _LETTERS - 2, half * 0.28
    turned = f"rotate({piece.facing})" if piece.facing else ""
    moved = f"translate({num(aside)} {num(-up)})" if piece.label else ""
    place = f' transform="{moved + turned}"' if moved or turned else ""
    return (
        f'<use href="#sym-{esc(piece.symbol)}" x="{num(-size / 2)}" y="{num(-size / 2)}" '
        f'width="{num(size)}" height="{num(size)}"{place}/>'
    )


def _has_both(corners: Sequence[str]) -> bool:
    """Return whether both upper corners hold a value."""
    return len(corners) > 1 and all(corners[:2])


def _leaning(corners: Sequence[str]) -> int:
    """Return the side on which a left and a right corner leave room: -1, 1, or 0 for neither."""
    left, right = (bool(value) for value in (*corners, "", "")[:2])
    return left - right


def _label(piece: Piece, half: float) -> str:
    """Return the label of a counter: below its symbol, or larger where it stands alone.

    It moves aside for a lower corner.
    """
    is_alone = not (piece.symbol or piece.corners or piece.state) and len(piece.label) <= _SHORT
    down = half * (_FOOT if piece.symbol else 0.36 if is_alone else 0.12)
    lower = piece.corners[2:4]
    fit = squeezed(piece.label, 13, 2 * half * (0.54 if any(lower) else 0.86))
    away = f'x="{num(half * 0.22 * _leaning(lower))}" ' if _leaning(lower) else ""
    return (
        f'<text class="name{" alone" if is_alone else ""}" {away}y="{num(down)}" '
        f'text-anchor="middle"{fit}>{esc(piece.label)}</text>'
    )


def _band(state: str, half: float, lift: float) -> str:
    """Return the state of a piece as a band over the upper edge of its plate.

    A word is cut short where squeezing it would make it unreadable.
    """
    size = 11 * _MORE
    most = half * 2.1  # so that the bands of neighbours do not touch
    while drawn_width(state, size) * _TIGHT > most - 4 and len(state) > _SHORT + 1:
        state = f"{state.rstrip('.')[:-1].rstrip()}."
    room = min(drawn_width(state, size) + 6, most)
    top, high = num(-half - 5 - lift), num(_BAND + 5)
    return (
        f'<rect class="badge" x="{num(-room / 2)}" y="{top}" width="{num(room)}" height="{high}" '
        f'rx="2"/><text class="band" y="{num(-half + 5 - lift)}" text-anchor="middle"'
        f"{squeezed(state, size, room - 4)}>{esc(state)}</text>"
    )


def _corners(piece: Piece, half: float, lift: float) -> list[str]:
    # The upper values hang from the edge of the plate, or from its band, whatever their size.
    top = num(1.5 - half + (_BAND - lift if piece.state else 0))
    upper, lower = f'y="{top}" dy=".75em"', f'y="{num(half * _FOOT)}"'
    places = ((-1, upper, "start"), (1, upper, "end"), (-1, lower, "start"), (1, lower, "end"))
    room = half * (0.8 if _has_both(piece.corners) else 2 * _NEAR)
    return [
        f'<text class="corner" x="{num(side * half * _NEAR)}" {down} '
        f'text-anchor="{anchor}"{squeezed(value, 12, room)}>{esc(value)}</text>'
        for value, (side, down, anchor) in zip(piece.corners, places, strict=False)
        if value
    ]
