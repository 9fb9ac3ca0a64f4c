"""Text in a picture: escaped, measured, broken into lines."""

from functools import lru_cache
from html import escape as _escape

_NARROW = frozenset("ijlI.,:;'|!ft()[]{} -/r")
_WIDE = frozenset("mwMW@%—")


@lru_cache(maxsize=1 << 14)
def esc(text: str) -> str:
    """Return a text escaped for markup and attributes, without control characters."""
    plain = text if text.isprintable() else "".join(s if s.isprintable() else " " for s in text)
    return _escape(plain, quote=True)


def num(value: float) -> str:
    """Return a length with at most one digit after the point.

    >>> num(12.0), num(12.34), num(-0.01)
    ('12', '12.3', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def drawn_width(text: str, size: float = 14) -> float:
    """Return the approximate width of a text in pixels, too much rather than too little."""
    return size * sum(map(_share, text))


def _share(sign: str) -> float:
    if sign in _NARROW:
        return 0.4
    if sign in _WIDE:
        return 0.95
    if sign.isupper():
        return 0.72
    return 0.6 if ord(sign) < 0x1100 else 1.05


def wrapped(text: str, width: float, size: float = 14) -> list[str]:
    """Break a text into lines of at most this many pixels; a longer word is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if drawn_width(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while drawn_width(word, size) > width and len(word) > 1:
            cut = _fitting(word, width, size)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line] if line or not lines else lines


def _fitting(word: str, width: float, size: float) -> int:
    count = 1
    while count < len(word) and drawn_width(word[: count + 1], size) <= width:
        count += 1
    return count


def text_at(x: float, y: float, text: str, kind: str = "row", anchor: str = "") -> str:
    """Return a line of text."""
    where = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{kind}" x="{num(x)}" y="{num(y)}"{where}>{esc(text)}</text>'


def squeezed(text: str, size: float, room: float) -> str:
    """Return the attribute that squeezes a text into its room; empty where it fits."""
    if drawn_width(text, size) <= room:
        return ""
    return f' textLength="{num(room)}" lengthAdjust="spacingAndGlyphs"'
