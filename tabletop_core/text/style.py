"""How to write on a terminal: colours by hand, widths, wrapping."""

import re
import unicodedata
from collections.abc import Iterable

import attrs

_CODES = {
    "bold": "1",
    "dim": "2",
    "ours": "1;36",
    "theirs": "1;33",
    "good": "32",
    "bad": "1;31",
    "quiet": "2",
    "warn": "33",
    "red": "31",
    "blue": "34",
    "green": "32",
    "yellow": "33",
    "glow": "1;7",
    "news": "1;4",
    "head": "1;34",
    "ask": "1",
}
_PAINT = re.compile("\x1b\\[[0-9;]*m")


@attrs.frozen(kw_only=True)
class Style:
    """What an output can show.

    `boxes` is False for plain lines: no frames, one fact a line, no wrapping.
    `height` is the number of lines in sight and the maximum height of a board.
    `brief`: plain lines leave out where the spaces of a map lead, the marks of a track, and the
        ids of options that a label alone tells apart.
    """

    boxes: bool = False
    colour: bool = False
    width: int = 80
    height: int = 50
    brief: bool = False

    def paint(self, text: str, tone: str) -> str:
        """Return the text in the colour of a tone, where there is colour."""
        code = _CODES.get(tone)
        return f"\x1b[{code}m{text}\x1b[0m" if code and self.colour and text else text

    def wrap(self, text: str, indent: str = "", hang: str | None = None) -> list[str]:
        """Wrap a text; lines after the first are indented by `hang`."""
        if not self.boxes:
            return [indent + text]
        from textwrap import wrap

        rest = indent if hang is None else hang
        return wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=rest,
            break_on_hyphens=False,
        ) or [indent.rstrip()]

    def wrap_prompt(self, text: str) -> list[str]:
        """Wrap a prompt so that the input starts in its last line."""
        return attrs.evolve(self, width=self.width - 1).wrap(text.rstrip())


def width_of(text: str) -> int:
    """Return how many columns a text without colour takes.

    >>> width_of("B↗2"), width_of("戦")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def fit(text: str, width: int) -> str:
    """Return the text at exactly this width, cut with an ellipsis or filled with spaces.

    >>> fit("Captain", 5), fit("ab", 4)
    ('Capt…', 'ab  ')
    """
    if width_of(text) > width:
        while width_of(text) > max(width - 1, 0):
            text = text[:-1]
        text = text + "…" if width else ""
    return text + " " * (width - width_of(text))


def fit_painted(text: str, width: int) -> str:
    """Fill a painted text that is not too wide with spaces up to this width."""
    return text + " " * (width - width_of(_PAINT.sub("", text)))


def refit(line: str, width: int) -> list[str]:
    """Wrap a line that was painted for a wider output; indent and paint carry over.

    >>> refit("  a fair wind", 9)
    ['  a fair', '  wind']
    """
    parts = []
    while width_of(_PAINT.sub("", line)) > width:
        end, tone = _break(line, width)
        indent = line[: len(line) - len(line.lstrip(" "))]
        parts.append(line[:end].rstrip() + ("\x1b[0m" if tone else ""))
        rest = line[end:].lstrip(" ")
        line = (indent if len(indent) < width // 2 else "") + tone + rest
    return [*parts, line]


def _break(line: str, width: int) -> tuple[int, str]:
    """Return where to break a painted line, at a blank if possible, and the paint there."""
    columns, tone, at = 0, "", 0
    found, seen = (0, ""), False
    while True:
        paint = _PAINT.match(line, at)
        if paint:
            tone = "" if paint[0] == "\x1b[0m" else paint[0]
            at = paint.end()
            continue
        columns += width_of(line[at])
        if line[at] == " " and seen:
            found = at, tone
        elif line[at] != " ":
            seen = True
        if columns > width:
            return found if found[0] else (at, tone)
        at += 1


def in_columns(items: Iterable[str], width: int, gap: int = 2) -> list[str]:
    """Lay short texts out in columns, read along the lines."""
    items = list(items)
    if not items:
        return []
    widest = max(map(width_of, items))
    per_line = max(1, (width + gap) // (widest + gap))
    return [
        (" " * gap).join(fit(item, widest) for item in items[at : at + per_line]).rstrip()
        for at in range(0, len(items), per_line)
    ]
