"""The scenes on the cards of moments, and the faces of people whom a game only names.

All are flat shapes without ids, so that any number of them may stand on one page.
"""

from collections.abc import Iterator, Mapping
from functools import cache

WIDTH, HEIGHT = 320, 120
"""The size of a scene, in its own units."""

_DAY, _DUSK, _NIGHT, _GREY = (
    ("#8fbfe0", "#c3dcec"),
    ("#5d4a66", "#c98262"),
    ("#141d33", "#2c3a5c"),
    (
        "#6f7d88",
        "#a9b3b8",
    ),
)
_PLANE = (
    "M0-30q4 0 4 12v6l30 12v6l-30-4-1 16 9 7v4l-12-3-12 3v-4l9-7-1-16-30 4v-6l30-12v-6q0-12 4-12z"
)
_BOMBER = (
    "M0-38q5 0 5 14v6l44 14v7l-44-5-1 22 15 9v5l-19-4-19 4v-5l15-9-1-22-44 5v-7l44-14v-6q0-14 5-14z"
)


def _sky(colours: tuple[str, str], ground: str = "") -> str:
    """Return a sky in two tones, with a strip of sea or land where one is named."""
    high, low = colours
    strip = f'<path fill="{ground}" d="M0 104q80-8 160 0t160 0v16H0z"/>' if ground else ""
    return (
        f'<path fill="{high}" d="M0 0h320v120H0z"/><path fill="{low}" '
        f'd="M0 66q160-22 320 0v54H0z"/>'
        f"{strip}"
    )


_SEA, _LAND = "#2f6d8c", "#6f8a52"


def _cloud(x: int, y: int, size: float = 1.0, fill: str = "#fff") -> str:
    return (
        f'<g fill="{fill}" transform="translate({x} {y}) scale({size})" opacity=".85">'
        '<ellipse cx="0" cy="0" rx="34" ry="9"/><circle cx="-10" cy="-7" r="11"/>'
        '<circle cx="9" cy="-9" r="14"/></g>'
    )


def _plane(x: int, y: int, turn: int, fill: str, size: float = 1.0, shape: str = _PLANE) -> str:
    return (
        f'<path d="{shape}" fill="{fill}" stroke="#1a2430" stroke-width="2" '
        f'transform="translate({x} {y}) rotate({turn}) scale({size})"/>'
    )


def _smoke(x: int, y: int, dx: int, dy: int, number: int = 7) -> str:
    """Return a trail of smoke that leads away from a place."""
    return "".join(
        f'<circle cx="{x + dx * at}" cy="{y + dy * at}" r="{5 + 2 * at}" fill="#33302e" '
        f'opacity="{0.75 - 0.08 * at:.2f}"/>'
        for at in range(number)
    )


def _flame(x: int, y: int, size: float = 1.0) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({size})">'
        '<path fill="#d9481f" '
        'd="M0 14q-16-4-12-20 3 6 6 6-2-14 8-22 0 10 6 14 3-3 3-8 8 10 4 21-4 8-15 9z"/>'
        '<path fill="#ffc23d" d="M0 12q-8-2-6-11 3 4 5 3 0-6 4-10 2 7 4 9 3 6-7 9z"/></g>'
    )


def _burst(x: int, y: int, size: float = 1.0) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({size})" fill="#2c2f36">'
        '<circle r="13" opacity=".85"/><circle cx="12" cy="-8" r="9" opacity=".7"/>'
        '<circle cx="-12" cy="7" r="10" opacity=".6"/><circle r="5" fill="#ff9a2e"/></g>'
    )


def _chute(x: int, y: int) -> str:
    return (
        f'<g transform="translate({x} {y})"><path fill="#f4f1e4" stroke="#1a2430" '
        'd="M-16 0a16 15 0 0 1 32 0z"/><path fill="none" stroke="#1a2430" '
        'd="M-16 0L0 20 16 0M-5 0L0 20 5 0"/>'
        '<circle cy="23" r="4" fill="#2b2a26"/></g>'
    )


def _bomb(x: int, y: int) -> str:
    return (
        f'<path fill="#3b3f3a" stroke="#14181b" transform="translate({x} {y})" '
        'd="M0 12q-6-6-4-16l-3-6h14l-3 6q2 10-4 16z"/>'
    )


def _rain() -> str:
    return (
        '<path stroke="#cfe0ea" opacity=".6" d="'
        + "".join(f"M{x} {60 + (x * 7) % 30}l-8 20" for x in range(20, 320, 14))
        + '"/>'
    )


_OURS, _THEIRS, _SILVER = "#3c6aa8", "#a1302a", "#b9c2c7"


def _scenes() -> Iterator[tuple[str, str]]:
    yield (
        "orders",
        (
            '<path fill="#3d4a52" d="M0 0h320v120H0z"/><path fill="#e8dcb4" stroke="#7a6a3a" '
            'stroke-width="3" d="M40 8h240v104H40z"/><path fill="#b9d3d8" '
            'd="M42 60q60-30 110-8t126-14v72H42z"/>'
            '<path fill="none" stroke="#b23326" stroke-width="4" stroke-dasharray="9 6" '
            'd="M64 96q60-56 110-36t74-30"/><circle cx="64" cy="96" r="6" fill="#22324a"/>'
            '<circle cx="250" cy="30" r="10" fill="none" stroke="#b23326" stroke-width="4"/>'
        ),
    )
    yield (
        "bandits",
        _sky(_DAY)
        + _cloud(60, 90)
        + _cloud(270, 34, 0.8)
        + "".join(
            _plane(x, y, 160, _THEIRS, size)
            for x, y, size in ((90, 50, 0.8), (165, 34, 0.9), (235, 66, 0.8))
        ),
    )
    yield (
        "kill",
        (
            _sky(_DAY, _LAND)
            + _cloud(50, 30, 0.8)
            + _smoke(214, 66, -17, -9)
            + _plane(222, 72, 125, _THEIRS)
            + _flame(206, 60, 0.9)
            + _plane(84, 84, 40, _OURS, 0.8)
        ),
    )
    yield (
        "ram",
        (
            _sky(_DUSK)
            + _plane(130, 66, 90, _SILVER, 1.0, _BOMBER)
            + _plane(190, 46, 250, _THEIRS, 0.9)
            + _flame(166, 56, 1.5)
            + _burst(166, 60, 0.8)
        ),
    )
    yield (
        "flak",
        (
            _sky(_GREY)
            + _plane(160, 76, 90, _SILVER, 0.8, _BOMBER)
            + "".join(
                _burst(x, y, s)
                for x, y, s in ((60, 40, 0.9), (110, 92, 0.7), (232, 36, 1.1), (276, 88, 0.8))
            )
        ),
    )
    yield (
        "wounded",
        (
            '<path fill="#47525a" d="M0 0h320v120H0z"/><path fill="#5d6a72" d="M0 90h320v30H0z"/>'
            '<path fill="#6f7d86" d="M20 0h8v120h-8zM292 0h8v120h-8z"/>'
            '<g transform="translate(160 62)"><path fill="#5a5236" d="M-52 50q4-44 52-44t52 44z"/>'
            '<circle cy="-14" r="24" fill="#c79a72"/><path fill="#6a5a34" '
            'd="M-26-20q4-24 26-24t26 24z"/>'
            '<path fill="#f2eee0" d="M-25-24l50 8v9l-50-8z"/><circle cx="12" cy="-17" r="5" '
            'fill="#b23326"/></g>'
        ),
    )
    yield (
        "fire",
        (
            '<path fill="#2b2e33" d="M0 0h320v120H0z"/><path fill="#3c4148" '
            'd="M30 0h10v120H30zM150 0h10v120h-10zM270 0h10v120h-10z"/>'
            + _smoke(160, 40, 14, -6, 6)
            + _flame(120, 84, 2.2)
            + _flame(170, 78, 2.8)
            + _flame(222, 88, 2.0)
        ),
    )
    yield (
        "engine",
        (
            _sky(_GREY)
            + _smoke(190, 58, 20, -7, 7)
            + _flame(196, 58, 1.1)
            + '<g transform="translate(140 66)"><circle r="40" fill="#7b868c"/><circle r="26" '
            'fill="#3a4248"/>'
            '<path fill="#20262b" d="M-4-58h8v116h-8z"/><circle r="8" fill="#5b666d"/></g>'
        ),
    )
    yield (
        "storm",
        (
            _sky(("#38424d", "#5a6873"))
            + _rain()
            + _cloud(90, 38, 1.8, "#20272f")
            + _cloud(220, 34, 2.0, "#2a323b")
            + '<path fill="#ffd34d" d="M168 46l-14 28h10l-8 26 26-36h-12l10-18z"/>'
        ),
    )
    yield (
        "bombs",
        (
            _sky(_DAY, _LAND)
            + _plane(160, 26, 90, _SILVER, 0.8, _BOMBER)
            + "".join(_bomb(120 + 16 * at, 58 + 9 * (at % 3)) for at in range(6))
            + '<g fill="#3a3430"><circle cx="200" cy="104" r="12"/><circle cx="220" cy="98" '
            'r="16"/></g>' + _flame(206, 102)
        ),
    )
    yield (
        "photographs",
        (
            '<path fill="#2a2722" d="M0 0h320v120H0z"/>'
            + "".join(
                f'<g transform="translate({x} 60) rotate({turn})"><path fill="#f4f1e6" '
                f'd="M-44-44h88v88h-88z"/>'
                '<path fill="#8b8f86" d="M-38-38h76v70h-76z"/><path fill="#c8ccc2" '
                'd="M-38 4l30-22 20 14 26-20v56h-76z"/>'
                f'<circle cx="{at}" cy="2" r="9" fill="#2f302c"/><circle cx="{at + 12}" '
                f'cy="12" r="6" fill="#2f302c"/></g>'
                for x, turn, at in ((96, -7, -12), (214, 5, 4))
            )
        ),
    )
    yield (
        "chutes",
        _sky(_DUSK, _SEA)
        + _smoke(70, 30, -12, -6, 5)
        + _plane(82, 36, 120, _SILVER, 0.7, _BOMBER)
        + _flame(70, 30)
        + "".join(_chute(x, y) for x, y in ((148, 30), (196, 56), (238, 34), (284, 66))),
    )
    yield (
        "splash",
        (
            _sky(_GREY, _SEA) + '<path fill="#2f6d8c" d="M0 84q40-8 80 0t80 0 80 0 80 0v36H0z"/>'
            '<ellipse cx="160" cy="88" rx="56" ry="13" '
            'fill="#e0b02e" stroke="#5c4708" stroke-width="3"/><ellipse cx="160" cy="86" '
            'rx="40" ry="7" fill="#6b5410"/>'
            + "".join(
                f'<circle cx="{x}" cy="76" r="9" fill="{skin}"/>'
                for x, skin in ((138, "#d9a57e"), (160, "#c08a62"), (182, "#e3b793"))
            )
        ),
    )
    yield (
        "crash",
        _sky(_DUSK, _LAND)
        + _cloud(250, 30, 0.9)
        + _smoke(196, 74, -16, -11, 7)
        + _plane(206, 84, 150, "#7d8a5c", 1.0, _BOMBER)
        + _flame(196, 70, 1.2),
    )
    yield (
        "home",
        (
            _sky(("#e7b878", "#f3dcae"), _LAND)
            + '<path fill="#8d8b82" d="M120 120l26-22h28l26 22z"/><path stroke="#f4f1e4" '
            'stroke-width="2" stroke-dasharray="5 5" d="M160 99v21"/>'
            '<circle cx="262" cy="44" r="18" fill="#fff3d0"/>'
            + _plane(160, 56, 0, _SILVER, 0.9, _BOMBER)
        ),
    )
    yield (
        "medal",
        (
            '<path fill="#23364f" d="M0 0h320v120H0z"/><path fill="#b23326" '
            'd="M140 0h12v54h-12zM168 0h12v54h-12z"/>'
            '<path fill="#f4f1e4" d="M152 0h16v54h-16z"/><path fill="#d9b548" stroke="#6b5410" '
            'stroke-width="2" '
            'd="M160 50l9 18 20 3-14 14 3 20-18-9-18 9 3-20-14-14 20-3z"/>'
        ),
    )


@cache
def _drawn() -> Mapping[str, str]:
    return dict(_scenes())


def moment_picture(name: str) -> str:
    """Return a scene as SVG, or nothing for no name; the card says in words what it shows."""
    if not name:
        return ""
    return (
        f'<svg class="scene" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true">{_drawn()[name]}</svg>'
    )


_SKINS = ("#f0cba6", "#e0b088", "#c68f62", "#9a6640", "#6f4528")
_HAIRS = ("#2b2118", "#4a3222", "#7a5230", "#a8763a", "#5b5550")
_CAPS = (
    '<path fill="#6d6b3c" d="M-17-8q0-17 17-17t17 17z"/><path fill="#55532c" '
    'd="M-19-8h38v4h-38z"/>',
    '<path fill="#a08b52" d="M-19-12l19-10 19 10-3 6h-32z"/><path fill="#2b2a26" '
    'd="M-14-7h28v4h-28z"/>',
    '<path fill="#5c3f25" d="M-18 8q-3-33 18-33t18 33l-4 2q2-20-14-22-16 2-14 22z"/>'
    '<path fill="#cfe3ee" stroke="#3a2c1c" d="M-13-16h11v7h-11zM2-16h11v7h-11z"/>',
)


def face(number: int, *, hurt: bool = False, dead: bool = False) -> str:
    """Return the face that belongs to a number, bandaged if hurt and grey if dead."""
    number, skin = divmod(number, len(_SKINS))
    number, hair = divmod(number, len(_HAIRS))
    number, cap = divmod(number, len(_CAPS))
    has_moustache = number % 5 == 0
    moustache = (
        f'<path fill="{_HAIRS[hair]}" d="M-7 7q7-4 14 0l-2 2h-10z"/>' if has_moustache else ""
    )
    bandage = '<path fill="#f4f1e4" d="M-17-10l34 6v6l-34-6z"/><circle cx="9" cy="-4" r="3" '
    'fill="#b23326"/>'
    eyes = (
        '<path stroke="#222" stroke-width="1.6" d="M-9-2l4 3m0-3l-4 3M5-2l4 3m0-3l-4 3"/>'
        if dead
        else '<circle cx="-6" cy="0" r="1.7"/><circle cx="6" cy="0" r="1.7"/>'
    )
    look = ' filter="grayscale(1)" opacity=".7"' if dead else ""
    return (
        f'<svg class="face" viewBox="-24 -28 48 56" aria-hidden="true"><g{look}>'
        '<path fill="#5f5b36" d="M-24 28q2-14 24-14t24 14z"/>'
        f'<ellipse rx="16" ry="18" cy="-1" fill="{_SKINS[skin]}"/>'
        f'<path fill="{_HAIRS[hair]}" d="M-16-4q0-16 16-16t16 16l-3-6h-26z"/>{eyes}'
        f'<path fill="none" stroke="#5a3520" stroke-width="1.4" '
        f'd="M-5 11q5 {-1 if hurt else 3} 10 0"/>'
        f"{moustache}{_CAPS[cap]}{bandage if hurt and not dead else ''}</g></svg>"
    )
