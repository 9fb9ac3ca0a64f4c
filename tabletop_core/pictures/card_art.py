"""Pictures on cards, of simple shapes: the kind says what they show, the name says how.

Two cards with one name have the same picture; the sky, the weather and the course differ between
names.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from zlib import crc32

from ..panels import Theme
from ..panels.art import drawing
from .counter_svg import PICTURED
from .svg_text import esc, num

WIDE, HIGH = 120, 56
_SKIES = (
    # above, at the horizon, the ground
    ("#7fb3d1", "#d6e8ea", "#7f955a"),
    ("#5e9cc4", "#bfe0e6", "#5f8fa3"),
    ("#e0a06c", "#f6dcae", "#6f7450"),
    ("#8d7aa8", "#f0b99c", "#4d4a63"),
    ("#8fa9b5", "#d9dfd8", "#77805f"),
    ("#3f6f9a", "#9ecbd8", "#3d6b83"),
)
_NIGHT = ("#131f3d", "#3a4a74", "#0d1424")
_INK, _CLOUD, _SUN, _FIRE, _SMOKE = "#1f2a33", "#ffffff", "#ffe08a", "#f08a2c", "#4b4541"


class _Draw:
    """Numbers that follow from a name, one after the other."""

    def __init__(self, name: str) -> None:
        self._at = crc32(name.encode())

    def number(self, low: float, high: float) -> float:
        self._at = (self._at * 1103515245 + 12345) % (1 << 31)
        return low + (high - low) * (self._at >> 8) / (1 << 23)


def _sign(symbol: str, x: float, y: float, size: float, turn: float, ink: str = _INK) -> str:
    """Return a symbol around a point."""
    half = num(size / 2)
    return (
        f'<use href="#sym-{symbol}" x="-{half}" y="-{half}" width="{num(size)}" '
        f'height="{num(size)}" color="{ink}" '
        f'transform="translate({num(x)} {num(y)})rotate({num(turn)})"/>'
    )


def _cloud(x: float, y: float, size: float, clear: float = 0.85) -> str:
    bumps = ((-0.9, 0.1, 0.5), (-0.2, -0.3, 0.65), (0.6, -0.05, 0.55), (1.2, 0.2, 0.35))
    drawn = ""
    for across, down, radius in bumps:
        r = num(radius * size)
        left = num(x + (across - radius) * size)
        drawn += f"M{left} {num(y + down * size)}"
        drawn += (
            f"a{r} {r} 0 1 1 {num(2 * radius * size)} 0a{r} {r} 0 1 1 -{num(2 * radius * size)} 0"
        )
    return f'<path d="{drawn}" fill="{_CLOUD}" fill-opacity="{clear}"/>'


def _tracers(draw: _Draw, x: float, y: float, to_x: float, to_y: float) -> str:
    lines = "".join(f"M{num(x)} {num(y + away)}L{num(to_x)} {num(to_y + away)}" for away in (-2, 2))
    return f'<path d="{lines}" stroke="{_FIRE}" stroke-width="1.3" stroke-dasharray="5 4"/>'


def _burst(x: float, y: float, size: float) -> str:
    points = " ".join(
        f"{num(x + size * across)},{num(y + size * down)}"
        for across, down in (
            *((0, -1), (0.24, -0.3), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81)),
            *((0, 0.4), (-0.59, 0.81), (-0.38, 0.12), (-0.95, -0.31), (-0.24, -0.3)),
        )
    )
    return (
        f'<g fill="{_SMOKE}" fill-opacity=".7"><circle cx="{num(x - size * 0.5)}" cy="{num(y)}" '
        f'r="{num(size * 0.7)}"/><circle cx="{num(x + size * 0.5)}" cy="{num(y - size * 0.3)}" '
        f'r="{num(size * 0.75)}"/></g><polygon points="{points}" fill="{_FIRE}"/>'
    )


def _fighter(draw: _Draw) -> str:
    y, turn = draw.number(22, 32), draw.number(58, 84)
    far = draw.number(84, 100)
    return (
        _sign("fighter", far, draw.number(12, 20), 15, turn + draw.number(-20, 20), "#7d2a20")
        + _tracers(draw, 58, y - 3, far - 12, 17)
        + _sign("fighter", 40, y, 36, turn)
    )


def _dogfight(draw: _Draw) -> str:
    turn = draw.number(20, 60)
    return (
        f'<path d="M20 44Q{num(draw.number(40, 60))} 6 78 16T104 {num(draw.number(30, 42))}" '
        f'fill="none" stroke="{_CLOUD}" stroke-width="1.4" stroke-dasharray="3 3"/>'
        + _sign("fighter", 44, 24, 28, turn)
        + _sign("fighter", 88, 26, 25, turn + 150, "#7d2a20")
    )


def _evade(draw: _Draw) -> str:
    turn = draw.number(120, 150)
    return (
        f'<path d="M8 {num(draw.number(8, 16))}C40 4 60 10 74 34" fill="none" stroke="{_CLOUD}" '
        'stroke-width="2" stroke-opacity=".8"/>' + _sign("fighter", 80, 38, 30, turn)
    )


def _climb(draw: _Draw) -> str:
    return (
        f'<path d="M18 54C36 52 {num(draw.number(48, 60))} 44 66 26" fill="none" '
        f'stroke="{_CLOUD}" stroke-width="2" stroke-opacity=".8"/>'
        + _sign("fighter", 70, 20, 30, draw.number(8, 40))
    )


def _bomber(draw: _Draw) -> str:
    return _sign("bomber_4", 60, 26, 44, draw.number(60, 120))


def _formation(draw: _Draw) -> str:
    turn = draw.number(70, 110)
    places = ((64, 16, 22), (40, 26, 19), (90, 28, 19), (64, 40, 17), (22, 42, 14))
    return "".join(_sign("bomber_4", x, y, size, turn) for x, y, size in places)


def _flak(draw: _Draw) -> str:
    bursts = "".join(
        _burst(draw.number(14, 106), draw.number(8, 42), draw.number(4, 8)) for _ in range(5)
    )
    return bursts + _sign("bomber_4", 60, 26, 30, draw.number(60, 120))


def _fire(draw: _Draw) -> str:
    return (
        f'<path d="M60 28C40 26 24 16 4 18C22 30 42 36 60 34z" fill="{_SMOKE}" '
        'fill-opacity=".75"/>'
        + _sign("bomber_4", 72, 28, 36, draw.number(86, 110))
        + _burst(62, 26, 6)
    )


def _clouds(draw: _Draw) -> str:
    return "".join(
        _cloud(draw.number(10, 110), draw.number(18, 46), draw.number(10, 17), 0.9)
        for _ in range(5)
    )


def _target(draw: _Draw) -> str:
    x = draw.number(48, 72)
    return (
        _sign("factory", x, 34, 30, 0)
        + f'<g fill="none" stroke="#a8281c" stroke-width="1.6"><circle cx="{num(x)}" cy="32" '
        f'r="16"/><path d="M{num(x - 22)} 32h44M{num(x)} 10v44"/></g>'
    )


def _crew(draw: _Draw) -> str:
    return "".join(
        _sign("person", x, 32, 30, 0, ink)
        for x, ink in ((40, "#5b4a33"), (80, "#3a4a5c"), (60, _INK))
    )


def _crate(draw: _Draw) -> str:
    x, tilt = draw.number(46, 60), draw.number(-8, 8)
    return (
        f'<g transform="rotate({num(tilt)} {num(x + 14)} 32)"><path d="M{num(x)} 20h30v26h-30z" '
        f'fill="#a9743f" stroke="{_INK}" stroke-width="1.5"/><path d="M{num(x)} 20l30 26'
        f'M{num(x + 30)} 20l-30 26M{num(x)} 24h30M{num(x)} 42h30" stroke="{_INK}" '
        'stroke-width="1.2" fill="none"/></g>'
    )


def _luck(draw: _Draw) -> str:
    return _burst(60, 26, 2) + _sign("star", 60, 26, 34, draw.number(-14, 14), "#c8901c")


def _gun(draw: _Draw) -> str:
    return _sign("gun", 36, 34, 32, 90) + _tracers(draw, 54, 32, 114, draw.number(8, 26))


def _fuel(draw: _Draw) -> str:
    return _sign("fuel", 60, 28, 36, draw.number(-6, 6))


_FIGURES: Mapping[str, Callable[[_Draw], str]] = {
    "bomber": _bomber,
    "climb": _climb,
    "clouds": _clouds,
    "crate": _crate,
    "crew": _crew,
    "dogfight": _dogfight,
    "evade": _evade,
    "fighter": _fighter,
    "fire": _fire,
    "flak": _flak,
    "formation": _formation,
    "fuel": _fuel,
    "gun": _gun,
    "luck": _luck,
    "night": _bomber,
    "target": _target,
}
_WHOLE = "3 0 18 24"
"""The part of a picture of a whole card that is shown: cards are higher than wide."""
KINDS = tuple(_FIGURES)
"""The kinds of pictures that every pack has."""


@lru_cache(maxsize=1 << 10)
def card_picture(kind: str, name: str, place: str = "") -> str:
    """Return the picture of a card, `WIDE` by `HIGH`; nothing without a kind.

    `place`: attributes for its position in a larger picture. A kind that is not in `KINDS` is one
    of the game's theme, to which the picture refers as `#card-KIND`; or it names pictures that the
    owner of the game has, which are shown whole.
    """
    if not kind:
        return ""
    if is_whole(kind):
        used = (f'<use href="#sym-{esc(one)}" width="24" height="24"/>' for one in kind.split())
        return (
            f'<svg class="picture whole" viewBox="{_WHOLE}"{place} aria-hidden="true">'
            f"{''.join(used)}</svg>"
        )
    head = f'<svg class="picture" viewBox="0 0 {WIDE} {HIGH}"{place} aria-hidden="true"'
    head += ' preserveAspectRatio="xMidYMid slice">'
    if kind not in _FIGURES:
        return f'{head}<use href="#card-{esc(kind)}" width="{WIDE}" height="{HIGH}"/></svg>'
    draw = _Draw(f"{kind} {name}")
    above, low, ground = _SKIES[int(draw.number(0, len(_SKIES)))] if kind != "night" else _NIGHT
    sun, hill = draw.number(14, 106), draw.number(40, 48)
    back = (
        f'<path d="M0 0H{WIDE}V{HIGH}H0z" fill="{above}"/>'
        f'<path d="M0 {num(draw.number(24, 32))}Q60 {num(draw.number(16, 26))} {WIDE} 26'
        f'V{HIGH}H0z" fill="{low}" fill-opacity=".7"/>'
        f'<circle cx="{num(sun)}" cy="{num(draw.number(9, 18))}" r="6" fill="{_SUN}"/>'
        + _cloud(draw.number(8, 60), draw.number(10, 22), draw.number(5, 8))
        + _cloud(draw.number(64, 114), draw.number(12, 30), draw.number(4, 8), 0.7)
        + f'<path d="M0 {num(hill)}Q30 {num(hill - draw.number(1, 8))} 60 {num(hill + 2)}'
        f'T{WIDE} {num(hill - 2)}V{HIGH}H0z" fill="{ground}"/>'
    )
    return f"{head}{back}{_FIGURES[kind](draw)}</svg>"


def is_whole(kind: str) -> bool:
    """Return whether a picture is a whole card, three wide to four high."""
    return kind.startswith(PICTURED)


def card_back(place: str = "") -> str:
    """Return the back of a card: a lattice in the ink of the card."""
    lines = "".join(f"M{x} 0L{x + 34} {HIGH}M{x + 34} 0L{x} {HIGH}" for x in range(-34, WIDE, 17))
    return (
        f'<svg class="picture lattice" viewBox="0 0 {WIDE} {HIGH}"{place} aria-hidden="true" '
        f'preserveAspectRatio="xMidYMid slice"><path d="{lines}" fill="none" '
        'stroke="currentColor" stroke-opacity=".45"/></svg>'
    )


def card_defs(package: str, theme: Theme) -> str:
    """Return the pictures that a theme adds, to which cards refer as `#card-KIND`.

    Raises:
        PanelError: a file is missing or cannot be used.
    """
    drawn = []
    for kind, file in theme.card_art.items():
        art = drawing(package, file)
        view = " ".join(map(num, art.view))
        drawn.append(
            f'<symbol id="card-{esc(kind)}" viewBox="{view}" '
            f'preserveAspectRatio="xMidYMid slice">{art.inside}</symbol>'
        )
    return "".join(drawn)
