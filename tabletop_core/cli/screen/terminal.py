"""Panels drawn on a terminal: with boxes and colour, or as plain lines.

Plain lines hold no frames and no pictures: each fact is a line, so they can be piped and read
aloud. A grid is told there as the list of its occupied squares.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from ...boards import SquareGrid
from ...events.words import counted
from ...panels import (
    BoardPanel,
    Card,
    Cards,
    Cell,
    Facts,
    GridPanel,
    Lines,
    MapPanel,
    Panel,
    PanelError,
    Slots,
    TrackPanel,
    in_words,
)
from ...pictures.scene import Scene
from ...pictures.text_board import board_cells
from .style import Style, fit, in_columns, width_of

WIDEST = 110
"""Frames grow no wider than this, however wide the terminal."""
_LONGEST_TRACK = 40
_BESIDE_BOARD = 6
"""Lines for what stands in sight with a board: its title, where we are, the question."""
_LOWEST_BOARD = 12


def draw(panels: Iterable[Panel], style: Style, scene: Scene | None = None) -> list[str]:
    """Return the lines that show these panels, a blank line between them.

    `scene` says what may be touched and what changed, to be marked on boards.
    """
    ways = _BOXED if style.boxes else _PLAIN
    lines: list[str] = []
    for panel in panels:
        if lines:
            lines.append("")
        if isinstance(panel, BoardPanel) and style.boxes:
            lines += _boxed_board(panel, style, scene)
        else:
            lines += ways[type(panel)](panel, style)
    return lines


# ---------------------------------------------------------------------------- plain lines


def _plain_facts(panel: Facts, style: Style) -> list[str]:
    return [f"{panel.title}:", *(f"  {label}: {value}" for label, value in panel.rows)]


def _plain_track(panel: TrackPanel, style: Style) -> list[str]:
    mark = panel.marks.get(panel.value)
    here = f", {mark}" if mark else ""
    lines = [f"{panel.title}: {panel.value} ({panel.low} to {panel.high}){here}"]
    others = [f"{at}: {name}" for at, name in sorted(panel.marks.items()) if at != panel.value]
    return lines + ([f"  Marked spaces: {', '.join(others)}"] if others else [])


def _plain_card(card: Card) -> str:
    detail = f": {card.detail}" if card.detail else ""
    state = f" ({card.state})" if card.state else ""
    return f"  {card.name}{state}{detail}"


def _plain_cards(panel: Cards, style: Style) -> list[str]:
    if not panel.cards:
        return [f"{panel.title}: no cards"]
    return [f"{panel.title}: {counted(len(panel.cards), 'card')}", *map(_plain_card, panel.cards)]


def _plain_board(panel: BoardPanel, style: Style) -> list[str]:
    lines = in_words(panel) or ["All spaces are empty."]
    return [f"{panel.title}:", *(f"  {line}" for line in lines)]


def _plain_grid(panel: GridPanel, style: Style) -> list[str]:
    grid = SquareGrid(panel.columns, panel.rows)
    last = grid.column_name(panel.columns)
    lines = [f"{panel.title}: columns A to {last}, rows 1 to {panel.rows}, row 1 in the north"]
    for square, cell in sorted(panel.cells.items(), key=lambda item: (item[0][1], item[0][0])):
        lines.append(f"  {grid.name(square)}: {cell.words or cell.text}")
    if not panel.cells:
        lines.append("  All squares are empty.")
    return lines


def _plain_map(panel: MapPanel, style: Style) -> list[str]:
    lines = [f"{panel.title}:"]
    for space in panel.spaces:
        contents = f": {space.contents}" if space.contents else ""
        links = f"; leads to {', '.join(space.links)}" if space.links else ""
        lines.append(f"  {space.name}{contents}{links}")
    return lines


def _plain_slots(panel: Slots, style: Style) -> list[str]:
    return [
        f"{panel.title}:",
        *(f"  {slot.name}: {slot.content or 'empty'}" for slot in panel.slots),
    ]


def _plain_lines(panel: Lines, style: Style) -> list[str]:
    return [f"{panel.title}:", *(f"  {line}" for line in panel.lines)]


# ---------------------------------------------------------------------------- boxes


def _frame(title: str, lines: Sequence[str], style: Style, tones: Sequence[str] = ()) -> list[str]:
    """Put a frame around lines; `tones` colours whole lines."""
    most = min(style.width, WIDEST) - 4
    title = fit(title, min(width_of(title), most - 2))
    inner = min(most, max([width_of(title) + 2, *map(width_of, lines)]))
    head = style.paint(title, "head")
    rule = "─" * (inner - width_of(title) - 1)
    framed = [f"┌─ {head} {rule}┐"]
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


def _boxed_facts(panel: Facts, style: Style) -> list[str]:
    label_width = min(max((width_of(label) for label, _ in panel.rows), default=0), 28)
    lines = []
    for label, value in panel.rows:
        parts = _wrapped(value, _inner(style) - label_width - 2)
        lines.append(f"{fit(label, label_width)}  {parts[0]}")
        lines += [" " * (label_width + 2) + part for part in parts[1:]]
    return _frame(panel.title, lines, style)


def _boxed_track(panel: TrackPanel, style: Style) -> list[str]:
    mark = panel.marks.get(panel.value)
    here = f"{panel.value} of {panel.high}" + (f": {mark}" if mark else "")
    if panel.low:
        here = f"{panel.value} ({panel.low} to {panel.high})" + (f": {mark}" if mark else "")
    lines = [here]
    spaces = range(panel.low, panel.high + 1)
    if len(spaces) <= _LONGEST_TRACK:
        bar = "".join(
            "▲" if at == panel.value else "◆" if at in panel.marks else "·" for at in spaces
        )
        lines = [f"{panel.low} {bar} {panel.high}   {here}"]
    named = [f"◆ {at}: {name}" for at, name in sorted(panel.marks.items()) if at != panel.value]
    if named:
        lines += in_columns(named, _inner(style))
    return _frame(panel.title, lines, style)


def _boxed_cards(panel: Cards, style: Style) -> list[str]:
    cards = [
        (card.name, [part for part in (card.detail, card.state) if part], card.state)
        for card in panel.cards
    ]
    return _tiles(panel.title, cards, panel.per_row, style, {"exhausted": "quiet", "lost": "bad"})


def _boxed_slots(panel: Slots, style: Style) -> list[str]:
    slots = [(slot.name, [slot.content or "–"], slot.tone) for slot in panel.slots]
    return _tiles(panel.title, slots, panel.per_row, style, {})


def _tiles(
    title: str,
    tiles: Sequence[tuple[str, list[str], str]],
    per_row: int,
    style: Style,
    tones: dict[str, str],
) -> list[str]:
    """Lay small boxes side by side: a name, lines below it, and a tone."""
    if not tiles:
        return _frame(title, ["(none)"], style)
    longest = max(width_of(text) for name, texts, _ in tiles for text in (name, *texts))
    room = min(style.width, WIDEST)
    per_row = max(1, min(per_row, room // 14, len(tiles)))
    width = min(max(longest, 8), room // per_row - 4, 34)
    lines = [style.paint(title, "head")]
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
                painted = tones.get(tone, tone) or ("bold" if number < len(name) else "")
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
    """Draw a board under its title on a canvas of cells, in at most so many lines.

    One that has no geometry is told in words, however many lines that takes.
    """
    try:
        rows = board_cells(panel, min(style.width, WIDEST), height - 1, scene)
    except PanelError:
        words = [part for line in in_words(panel) for part in _wrapped(line, _inner(style))]
        return _frame(panel.title, words, style)
    lines = [style.paint(panel.title, "head")]
    lines += ["".join(style.paint(text, tone) for text, tone in row).rstrip() for row in rows]
    return lines


def _boxed_grid(panel: GridPanel, style: Style) -> list[str]:
    """Draw a grid with lettered columns and numbered rows, in bands if it is too wide."""
    widest = max((width_of(cell.text) for cell in panel.cells.values()), default=1)
    letters = width_of(SquareGrid.column_name(panel.columns))
    edge = len(str(panel.rows)) + 1
    room = min(style.width, WIDEST) - 2 * edge
    cell = max(widest, letters) + 1
    if panel.columns * cell > room:
        cell = max(widest, letters, 2)
    band = max(1, room // cell)
    lines = [style.paint(panel.title, "head")]
    for first in range(1, panel.columns + 1, band):
        columns = range(first, min(first + band, panel.columns + 1))
        lines += _band(panel, columns, cell, edge, style)
    for text in panel.legend:
        lines += [style.paint(line, "quiet") for line in style.wrap(text, " " * edge)]
    return lines


def _band(panel: GridPanel, columns: range, cell_width: int, edge: int, style: Style) -> list[str]:
    names = "".join(_centred(SquareGrid.column_name(column), cell_width) for column in columns)
    header = style.paint(" " * edge + names.rstrip(), "quiet")
    lines = [header]
    for row in range(1, panel.rows + 1):
        squares = [panel.cells.get((column, row)) for column in columns]
        # Empty squares are painted together: a terminal far away shows the board sooner.
        line = "".join(
            style.paint("".join(_square(cell, cell_width) for cell in run), tone)
            for tone, run in groupby(squares, _tone)
        )
        number = style.paint(f"{row:>{edge - 1}} ", "quiet")
        lines.append(number + line + style.paint(f" {row}", "quiet"))
    return [*lines, header]


def _centred(text: str, width: int) -> str:
    left = (width - width_of(text)) // 2
    return fit(" " * left + text, width)


def _square(cell: Cell | None, width: int) -> str:
    return _centred("·" if cell is None else cell.text, width)


def _tone(cell: Cell | None) -> str:
    return "quiet" if cell is None else cell.tone or "bold"


def _boxed_map(panel: MapPanel, style: Style) -> list[str]:
    name_width = min(max((width_of(space.name) for space in panel.spaces), default=0), 24)
    lines: list[str] = []
    tones: list[str] = []
    for space in panel.spaces:
        links = " → " + ", ".join(space.links) if space.links else ""
        text = f"{space.contents}{links}".strip()
        parts = _wrapped(text, _inner(style) - name_width - 2)
        lines.append(f"{fit(space.name, name_width)}  {parts[0]}")
        lines += [" " * (name_width + 2) + part for part in parts[1:]]
        tones += [space.tone] * len(parts)
    return _frame(panel.title, lines, style, tones)


def _boxed_lines(panel: Lines, style: Style) -> list[str]:
    lines = [part for line in panel.lines for part in _wrapped(line, _inner(style))]
    return _frame(panel.title, lines or [""], style)


_Way = Callable[[Any, Style], list[str]]
_PLAIN: dict[type, _Way] = {
    Facts: _plain_facts,
    TrackPanel: _plain_track,
    Cards: _plain_cards,
    BoardPanel: _plain_board,
    GridPanel: _plain_grid,
    MapPanel: _plain_map,
    Slots: _plain_slots,
    Lines: _plain_lines,
}
_BOXED: dict[type, _Way] = {
    Facts: _boxed_facts,
    TrackPanel: _boxed_track,
    Cards: _boxed_cards,
    GridPanel: _boxed_grid,
    MapPanel: _boxed_map,
    Slots: _boxed_slots,
    Lines: _boxed_lines,
}
