"""Panels drawn on a terminal: with boxes and colour, or as plain lines.

Plain lines have no frames and no pictures: each fact is one line, so that they can be piped and
read aloud. A board becomes a list of its spaces that show something.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from ..events.words import counted
from ..panels import Bar, BoardPanel, Card, Figure, Panel, Slot
from ..panels.appearance import PanelError
from ..panels.board_panel import in_words
from ..panels.primitives import TextLine
from ..panels.views import PanelPart, parts_of, unfolded
from ..pictures.scene import Scene
from ..pictures.text_board import board_cells
from .style import Style, fit, in_columns, width_of

WIDEST = 110
"""The maximum width of frames, however wide the terminal."""
_LONGEST_TRACK = 40
_BESIDE_BOARD = 6
"""Lines that stay in sight with a board: its title, the current step, the question."""
_LOWEST_BOARD = 12
_TONES_OF_STATES = {"exhausted": "quiet", "lost": "bad"}
"""The tones of cards in these states."""


def draw(panels: Iterable[Panel], style: Style, scene: Scene | None = None) -> list[str]:
    """Return the lines that show these panels, a blank line between them.

    `scene` holds what can be touched and what changed; boards mark both.

    Raises:
        PanelError: a panel has something that is not a part.
    """
    lines: list[str] = []
    for panel in unfolded(panels):
        if lines:
            lines.append("")
        if not style.boxes:
            lines += _plain(panel, style)
        elif isinstance(panel, BoardPanel):
            lines += _boxed_board(panel, style, scene)
        else:
            lines += _boxed(panel, style)
    return lines


# ---------------------------------------------------------------------------- plain lines


def _plain(panel: Panel, style: Style) -> list[str]:
    """Return a title and a line for each part; a panel of a single bar is one line."""
    title, parts = panel.title, parts_of(panel)
    if not parts:
        return [f"{title}: none"]
    if all(isinstance(part, Card) for part in parts):
        title = f"{title}: {counted(len(parts), 'card')}"
    elif isinstance(parts[0], Bar) and not parts[0].label and len(parts) == 1:
        first, *others = _plain_bar(parts[0], style)
        return [f"{title}: {first}", *others]
    else:
        title = f"{title}:"
    return [title, *(f"  {line}" for part in parts for line in _plain_part(part, style))]


def _plain_part(part: PanelPart, style: Style) -> list[str]:
    match part:
        case Figure():
            return [f"{part.label}: {part.value}"]
        case Bar():
            first, *others = _plain_bar(part, style)
            return [f"{part.label}: {first}" if part.label else first, *others]
        case Card():
            detail = f": {part.detail}" if part.detail else ""
            state = f" ({part.state})" if part.state else ""
            return [f"{part.name}{state}{detail}"]
        case Slot():
            return [f"{part.name}: {part.words}"]
        case TextLine():
            return [part.text]
        case BoardPanel():
            return in_words(part, links=not style.brief) or ["All spaces are empty."]
        case _:
            assert_never(part)


def _plain_bar(bar: Bar, style: Style) -> list[str]:
    mark = bar.marks.get(bar.value)
    here = f"{bar.value} ({bar.low} to {bar.high})" + (f", {mark}" if mark else "")
    if style.brief or not bar.other_marks:
        return [here]
    return [here, f"  Marked spaces: {', '.join(bar.other_marks)}"]


# ---------------------------------------------------------------------------- boxes


def _frame(title: str, lines: Sequence[str], style: Style, tones: Sequence[str] = ()) -> list[str]:
    """Put a frame around lines; `tones` colours whole lines."""
    most = min(style.width, WIDEST) - 4
    title = fit(title, min(width_of(title), most - 2))
    inner = min(most, max([width_of(title) + 2, *map(width_of, lines)]))
    head = f" {style.paint(title, 'head')} " if title else ""
    rule = "─" * (inner - (width_of(title) + 1 if title else -1))
    framed = [f"┌─{head}{rule}┐"]
    for number, line in enumerate(lines):
        tone = tones[number] if number < len(tones) else ""
        framed.append(f"│ {style.paint(fit(line, inner), tone)} │")
    return [*framed, f"└{'─' * (inner + 2)}┘"]


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap

    is_narrow = any(len(word) > width for word in text.split())
    return wrap(text, width, break_on_hyphens=is_narrow) or [""]


def _inner(style: Style) -> int:
    return min(style.width, WIDEST) - 4


def _boxed(panel: Panel, style: Style) -> list[str]:
    """Put a panel into a frame; cards and slots get boxes of their own, side by side."""
    lines: list[str] = []
    title = panel.title
    for is_tile, run in groupby(parts_of(panel), lambda part: isinstance(part, Card | Slot)):
        if is_tile:
            tiles = [_tile(part) for part in run if isinstance(part, Card | Slot)]
            lines += _tiles(title, tiles, panel.per_row, style)
        else:
            rows = [part for part in run if isinstance(part, Figure | Bar | TextLine)]
            written = list(_written(rows, style))
            lines += _frame(
                title, [line for line, _ in written], style, [tone for _, tone in written]
            )
        title = ""
    return lines or _frame(title, ["(none)"], style)


def _written(parts: Sequence[Figure | Bar | TextLine], style: Style) -> Iterator[tuple[str, str]]:
    """Yield the lines of the parts in a frame, each with its tone."""
    labels = [part.label for part in parts if isinstance(part, Figure)]
    label_width = min(max(map(width_of, labels), default=0), 28)
    for part in parts:
        match part:
            case Figure():
                first, *others = _wrapped(part.value, _inner(style) - label_width - 2)
                yield f"{fit(part.label, label_width)}  {first}", part.tone
                yield from ((" " * (label_width + 2) + other, part.tone) for other in others)
            case Bar():
                yield from ((line, part.tone) for line in _boxed_bar(part, style))
            case TextLine():
                yield from ((line, part.tone) for line in _wrapped(part.text, _inner(style)))
            case _:
                assert_never(part)


def _boxed_bar(bar: Bar, style: Style) -> list[str]:
    lines = [bar.reading]
    spaces = range(bar.low, bar.high + 1)
    if len(spaces) <= _LONGEST_TRACK:
        drawn = "".join(
            "▲" if at == bar.value else "◆" if at in bar.marks else "·" for at in spaces
        )
        lines = [f"{bar.low} {drawn} {bar.high}   {bar.reading}"]
    if bar.label:
        lines.insert(0, bar.label)
    if bar.other_marks:
        lines += in_columns([f"◆ {mark}" for mark in bar.other_marks], _inner(style))
    return lines


def _tile(part: Card | Slot) -> tuple[str, list[str], str]:
    """Return the name of a card or slot, the lines below it, and its tone."""
    if isinstance(part, Slot):
        return part.name, [part.content or "–"], part.tone
    tone = _TONES_OF_STATES.get(part.state, part.tone)
    return part.name, [text for text in (part.detail, part.state) if text], tone


def _tiles(
    title: str,
    tiles: Sequence[tuple[str, list[str], str]],
    per_row: int,
    style: Style,
) -> list[str]:
    """Draw small boxes side by side, each with a name, lines below it, and a tone."""
    longest = max(width_of(text) for name, texts, _ in tiles for text in (name, *texts))
    room = min(style.width, WIDEST)
    per_row = max(1, min(per_row, room // 14, len(tiles)))
    width = min(max(longest, 8), room // per_row - 4, 34)
    lines = [style.paint(title, "head")] if title else []
    for at in range(0, len(tiles), per_row):
        row = tiles[at : at + per_row]
        names = [_wrapped(name, width) for name, _, _ in row]
        bodies = [
            [*name, *(part for text in texts for part in _wrapped(text, width))]
            for name, (_, texts, _) in zip(names, row, strict=True)
        ]
        height = max(map(len, bodies))
        lines.append("".join("┌" + "─" * (width + 2) + "┐" for _ in row))
        for number in range(height):
            line = ""
            for (_, _, tone), name, body in zip(row, names, bodies, strict=True):
                text = fit(body[number] if number < len(body) else "", width)
                painted = tone or ("bold" if number < len(name) else "")
                line += f"│ {style.paint(text, painted)} │"
            lines.append(line)
        lines.append("".join("└" + "─" * (width + 2) + "┘" for _ in row))
    return lines


def _boxed_board(panel: BoardPanel, style: Style, scene: Scene | None) -> list[str]:
    high = max(_LOWEST_BOARD, style.height - _BESIDE_BOARD - len(panel.legend))
    lines = board_lines(panel, style, high + 1, scene)
    for text in panel.legend:
        lines += [style.paint(line, "quiet") for line in style.wrap(text, "   ")]
    return lines


def board_lines(panel: BoardPanel, style: Style, height: int, scene: Scene | None) -> list[str]:
    """Draw a board under its title on a canvas of cells, in at most `height` lines.

    A board without geometry is described in words, in any number of lines.
    """
    try:
        rows = board_cells(panel, min(style.width, WIDEST), height - 1, scene)
    except PanelError:
        words = [part for line in in_words(panel) for part in _wrapped(line, _inner(style))]
        return _frame(panel.title, words, style)
    lines = [style.paint(panel.title, "head")]
    lines += ["".join(style.paint(text, tone) for text, tone in row).rstrip() for row in rows]
    return lines
