"""A board drawn with characters: squares, hexes, free maps with their links.

Each line is a list of texts with their tones, which a terminal turns into colours.
A board that is too wide or too high is cropped around what is asked about.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from typing import TypeAlias

from ..boards import Graph, SquareGrid
from ..panels import BoardPanel, Piece
from ..panels.board_panel import piles_of
from .board_layout import is_hexes, middles_of
from .scene import Scene

Run: TypeAlias = tuple[str, str]
"""A text and its tone: one of `TONES`, `glow` for what may be touched, `news` for what moved."""

_ARROWS = "↑↗→↘↓↙←↖"
_GROUNDS = {
    "sea": "~",
    "wood": "♣",
    "hill": "^",
    "town": "#",
    "marsh": "≈",
    "road": "=",
    "cloud": "☁",
    "storm": "☂",
}
_SIGNS = {
    "base": "*",
    "town": "n",
    "city": "#",
    "airfield": "o",
    "port": "p",
    "target": "x",
    "radar": "r",
    "factory": "m",
    "anti_aircraft": "^",
    "flag": "!",
}
_SHAPES = {
    "ours": "▪",
    "theirs": "◇",
    "red": "◆",
    "blue": "●",
    "green": "▲",
    "yellow": "★",
    "bad": "×",
    "warn": "!",
}
"""Signs that distinguish the tones of counters without colour; other tones need none."""
_HEX = 7
_HIGHEST = 44


class _Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._signs = [[" "] * width for _ in range(height)]
        self._tones = [[""] * width for _ in range(height)]
        self._taken = [[False] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, tone: str) -> None:
        for at, sign in enumerate(text, x):
            if 0 <= at < self.width and 0 <= y < self.height:
                self._signs[y][at], self._tones[y][at] = sign, tone
                self._taken[y][at] = True

    def put_runs(self, x: int, y: int, runs: Iterable[Run], room: int) -> None:
        """Put texts side by side, with blanks between them, into `room` columns."""
        end = x + room
        for text, tone in runs:
            self.put(x, y, f"{text} "[: max(0, end - x)], tone)
            x += len(text) + 1

    def is_free(self, x: int, y: int) -> bool:
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and not self._taken[y][x]

    def room_for(
        self, x: int, y: int, wide: int, lines: tuple[int, ...] = (0, 1, -1, 2, -2)
    ) -> tuple[int, int, int]:
        """Return the column, line and width where a text near a point covers nothing else.

        Lines near `y` are tried in turn; if all are too narrow, the widest gap is returned.
        """
        found = [self._gap(x, y + by, wide) for by in lines if 0 <= y + by < self.height]
        return next(
            (one for one in found if one[2] >= wide),
            max(found, key=lambda one: one[2], default=(x, y, wide)),
        )

    def _gap(self, x: int, y: int, wide: int) -> tuple[int, int, int]:
        """Return the room for a text in one line, as near to its middle as others allow."""
        if not self.is_free(x, y):
            return x, y, 0
        left = right = x
        while right - x < wide and self.is_free(right + 1, y):
            right += 1
        while x - left < wide and self.is_free(left - 1, y):
            left -= 1
        # Keep a blank between two texts.
        left += left > 0 and not self.is_free(left - 1, y)
        right -= right < self.width - 1 and not self.is_free(right + 1, y)
        room = min(wide, right - left + 1)
        return max(left, min(x - wide // 2, right - room + 1)), y, max(0, room)

    def lines(self, left: int, width: int, top: int, height: int) -> list[list[Run]]:
        return [
            _runs(zip(signs[left : left + width], tones[left : left + width], strict=True))
            for signs, tones in zip(
                self._signs[top : top + height], self._tones[top : top + height], strict=True
            )
        ]


def _runs(signs: Iterable[tuple[str, str]]) -> list[Run]:
    runs: list[Run] = []
    for sign, tone in signs:
        if runs and (runs[-1][1] == tone or sign == " "):
            runs[-1] = (runs[-1][0] + sign, runs[-1][1])
        else:
            runs.append((sign, tone))
    return runs


def board_cells(
    panel: BoardPanel, width: int, height: int = _HIGHEST, scene: Scene | None = None
) -> list[list[Run]]:
    """Return a board as lines of at most `width` columns, at most `height` of them.

    >>> from tabletop_core.panels import Piece
    >>> tank = Piece(id="t1", words="a tank", at="B1", facing=90)
    >>> panel = BoardPanel(title="Field", board=SquareGrid(3, 1), pieces=(tank,))
    >>> ["".join(text for text, tone in line).rstrip() for line in board_cells(panel, 40)]
    ['   A   B   C', '1  ·  t1→  ·   1', '   A   B   C']

    Raises:
        PanelError: a space of a free board has no position.
    """
    scene = scene or Scene(panels=(panel,))
    if isinstance(panel.board, SquareGrid):
        return _squares(panel, panel.board, width, height, scene)
    places = _places(panel, width, height)
    wide = max((x for x, _ in places.values()), default=0) + 8
    high = max((y for _, y in places.values()), default=0) + 2
    if is_hexes(panel.board):
        canvas = _Canvas(wide, high)
        _put_hexes(canvas, panel, places, scene)
    else:
        canvas = _with_names((wide, high), panel, places, scene)
    _put_ways(canvas, panel, places)
    _put_links(canvas, panel, places)
    focus = _focus(panel, scene)
    xs, ys = [places[name][0] for name in focus], [places[name][1] for name in focus]
    left = _window(xs, wide, width)
    top = _window(ys, high, height)
    return canvas.lines(left, width, top, height)


def height_needed(panel: BoardPanel, scene: Scene, width: int) -> int:
    """Return the number of lines in which a board shows all that may be touched.

    For a free map it is the height at which its names fill less than half of the map.
    """
    if not isinstance(panel.board, SquareGrid) and not is_hexes(panel.board):
        names = [(_name_in(panel, name, scene), *_state_of(panel, name)) for name in panel.board]
        return round(2.2 * sum(_width(runs) + 1 for runs in names) / width)
    asked = _asked(panel, scene)
    if not asked:
        return 0
    if isinstance(panel.board, SquareGrid):
        rows = [panel.board.named[name][1] for name in asked]
        return max(rows) - min(rows) + 3
    places = _places(panel, 0, 0)
    lines = [places[name][1] for name in asked]
    return max(lines) - min(lines) + 2


def _asked(panel: BoardPanel, scene: Scene) -> list[str]:
    """Return the spaces that are asked about."""
    spaces = [panel.spaces_of.get(name, name) for name in (*scene.hand, *scene.glowing)]
    return [name for name in spaces if name in panel.board.named]


def _focus(panel: BoardPanel, scene: Scene) -> list[str]:
    """Return the spaces to be in sight: those asked about, else with counters, else all."""
    named = panel.board.named
    moved = [now for _, now in scene.changes.moved.values() if now in named]
    return (
        _asked(panel, scene)
        or moved
        or list(dict.fromkeys(panel.spaces_of.values()))
        or list(named)
    )


def _window(points: list[int], whole: int, room: int) -> int:
    """Return the start of a window around the middle of some points."""
    if whole <= room or not points:
        return 0
    return max(0, min((min(points) + max(points) + 1 - room) // 2, whole - room))


# ---------------------------------------------------------------------------- what stands there


def _arrow(piece: Piece) -> str:
    return "" if piece.facing is None else _ARROWS[round(piece.facing / 45) % 8]


def _top(panel: BoardPanel, name: str, room: int) -> tuple[str, Piece] | None:
    """Return the top counter of a space as text, with a sign if there are more."""
    pieces = panel.on(name)
    if not pieces:
        return None
    piece = pieces[-1]
    more = str(len(pieces)) if len(pieces) > 1 else ""
    tail = _arrow(piece) or ("×" + more if more and room > 4 else "+" if more else "")
    text = piece.label + tail
    if len(text) < room and room > 4:
        text = _shape(piece) + text
    return text if len(text) <= room else piece.label[: room - len(tail)] + tail, piece


def _shape(piece: Piece) -> str:
    """Return the sign for the tone of a counter, for terminals without colour."""
    return _SHAPES.get(piece.tone, "")


def _tone(scene: Scene, ids: Iterable[str], tone: str) -> str:
    marks = " ".join(map(scene.mark, ids))
    if "glow" in marks or "hand" in marks:
        return "glow"
    return "news" if "ring" in marks else tone


def _ground(panel: BoardPanel, name: str, scene: Scene) -> Run:
    spot = panel.spot(name)
    tone = spot.tone if spot and spot.tone else "quiet"
    glows = _tone(scene, [name], "")
    if spot is not None and spot.symbol:
        sign = _SIGNS.get(spot.symbol, spot.symbol[0])
        return f"[{sign}]", glows or tone
    if glows == "glow":
        return scene.left_words(name) or "+", glows
    if spot is not None and (spot.state or spot.label != name):
        return spot.state or spot.label, glows or tone
    return _GROUNDS.get(spot.ground, "·") if spot else "·", glows or tone


# ---------------------------------------------------------------------------- squares


def _squares(
    panel: BoardPanel, board: SquareGrid, width: int, height: int, scene: Scene
) -> list[list[Run]]:
    """Draw squares under lettered columns, between numbered rows."""
    edge = len(str(board.rows)) + 1
    cell = 4 if 4 * board.columns + 2 * edge <= width else 3
    room = max(1, (width - 2 * edge) // cell)
    high = max(1, height - 2)
    focus = [board.named[name] for name in _focus(panel, scene)]
    first = _window([x - 1 for x, _ in focus], board.columns, room) + 1
    top = _window([y - 1 for _, y in focus], board.rows, high) + 1
    columns = range(first, min(first + room, board.columns + 1))
    names = "".join(f"{board.column_name(column):^{cell}}" for column in columns)
    header = [(" " * edge + names, "quiet")]
    lines = [header]
    for row in range(top, min(top + high, board.rows + 1)):
        line = [(f"{row:>{edge - 1}} ", "quiet")]
        for column in columns:
            text, tone = " " * cell, ""
            if (column, row) in board:
                name = board.name((column, row))
                found = _top(panel, name, cell)
                if found is None:
                    text, tone = _ground(panel, name, scene)
                else:
                    text, tone = found[0], _tone(scene, [found[1].id, name], found[1].tone)
            line.append((f"{text[:cell]:^{cell}}", tone))
        lines.append([*line, (f" {row}", "quiet")])
    return [*lines, header]


# ---------------------------------------------------------------------------- hexes and free maps


def _places(panel: BoardPanel, width: int, height: int) -> dict[str, tuple[int, int]]:
    """Return the column and line of each space on a canvas that holds the whole board."""
    middles = middles_of(panel.board)
    xs, ys = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    if not middles:
        return {}
    if is_hexes(panel.board):
        flat = getattr(panel.board, "top", "flat") == "flat"
        across = _HEX * 2 / sqrt(3) if flat else _HEX
        down = 2.0 if flat else 2 * 2 / sqrt(3)
    else:
        across = (width - 16) / ((max(xs) - min(xs)) or 1)
        down = min(across / 2, (height - 2) / ((max(ys) - min(ys)) or 1))
    return {
        name: (round((x - min(xs)) * across) + 4, round((y - min(ys)) * down))
        for name, (x, y) in middles.items()
    }


def _put_hexes(
    canvas: _Canvas, panel: BoardPanel, places: dict[str, tuple[int, int]], scene: Scene
) -> None:
    """Put each hex as two lines: its number, and what is in it."""
    room = _HEX - 1
    for name, (x, y) in places.items():
        glow = _tone(scene, [name], "quiet")
        number = f"›{name}‹" if glow == "glow" else name
        canvas.put(x - len(number) // 2, y, number, glow)
        found = _top(panel, name, room)
        text, tone = _ground(panel, name, scene)
        if found is not None:
            text, tone = found[0], _tone(scene, [found[1].id], found[1].tone)
        text = text[:room]
        canvas.put(x - len(text) // 2, y + 1, text, tone)


def _with_names(
    size: tuple[int, int], panel: BoardPanel, places: dict[str, tuple[int, int]], scene: Scene
) -> _Canvas:
    """Return a canvas with each space of a free map: its name, its counters, its state.

    Where that leaves no room for whole names, details are dropped step by step: first the corner
    values of counters, then states that do not fit beside names, then one of the two signs that
    mark what may be touched.
    """
    for detail, marks in ((_CORNERS, "›‹"), (_STATES, "›‹"), (_NAMES, "›‹"), (_NAMES, "›")):
        canvas = _Canvas(*size)
        if _put_names(canvas, panel, places, scene, detail, marks):
            break
    return canvas


_NAMES, _STATES, _CORNERS = range(3)
"""How much detail a free map shows."""
_FAR = 16
"""The most columns that a name may be moved to the left to make room for corner values."""


def _put_names(
    canvas: _Canvas,
    panel: BoardPanel,
    places: dict[str, tuple[int, int]],
    scene: Scene,
    detail: int,
    marks: str,
) -> bool:
    """Put the names of a free map; return whether all names are whole and all details shown.

    The more important names are put first: those that may be touched, have counters, or show a
    sign. A name that would cover another is moved by a line or two, or cut.
    Counters that would push the name of their space far away lose their corner values.
    """
    ends: dict[str, tuple[int, int]] = {}
    is_whole = True
    for name in sorted(places, key=lambda name: _weight(panel, name, scene), reverse=True):
        (x, y), (title, glow) = places[name], _name_in(panel, name, scene, marks)
        piles = piles_of(panel.on(name), scene.apart)
        counters = [_counter(pile, scene, detail) for pile in piles]
        runs = [(title, glow), *counters]
        state = _state_of(panel, name)
        tries = [[runs[0], *state, *counters], runs] if state and detail else [runs]
        if detail == _CORNERS and counters:
            tries.append([runs[0], *(_counter(pile, scene, _STATES) for pile in piles)])
        for tried in tries:
            at, line, room = canvas.room_for(x, y, _width(tried), lines=(0, 1, -1))
            if room >= _width(tried) and (x - at <= _FAR or tried is tries[-1]):
                canvas.put_runs(at, line, tried, room)
                break
        else:
            at, line, room = canvas.room_for(x, y, len(title))
            cut = title if room >= len(title) else (title[: max(0, room - 1)] + "…")[:room]
            is_whole = is_whole and cut == title
            tried = [(cut, glow)]
            canvas.put_runs(at, line, tried, len(cut))
            left, below, room = canvas.room_for(x, line + 1, _width(counters), (0, -2, 1, -3))
            canvas.put_runs(left, below, counters, room)
            is_whole = is_whole and (detail < _CORNERS or room >= _width(counters))
        if state and state[0] not in tried:
            ends[name] = at + _width(tried), line
    for name, (at, line) in ends.items():
        ((state_words, tone),) = _state_of(panel, name)
        if all(canvas.is_free(at + by, line) for by in range(len(state_words) + 1)):
            canvas.put(at, line, f" {state_words}", tone)
    return is_whole


def _counter(pile: Sequence[Piece], scene: Scene, detail: int) -> Run:
    """Return a counter on a free map, with its state and corners in brackets if there is room.

    A pile is one counter with a number.
    """
    piece = pile[-1]
    label = piece.label if len(pile) == 1 else f"{piece.alike}×{len(pile)}"
    corners = " ".join(filter(None, piece.corners)) if detail == _CORNERS else ""
    state = piece.state if detail and piece.state != piece.label else ""
    inside = ", ".join(filter(None, (state, corners)))
    text = f"{_shape(piece)}{label}{_arrow(piece)}" + (f"({inside})" if inside else "")
    return text, _tone(scene, [one.id for one in pile], piece.tone)


def _state_of(panel: BoardPanel, name: str) -> list[Run]:
    """Return the state of a space in brackets; empty where it has none."""
    spot = panel.spot(name)
    return [(f"({spot.state})", spot.tone)] if spot and spot.state else []


def _width(runs: Iterable[Run]) -> int:
    """Return the width of texts with a blank between them."""
    return sum(len(text) + 1 for text, _ in runs) - 1


def _weight(panel: BoardPanel, name: str, scene: Scene) -> tuple[bool, bool, bool]:
    """Return how important it is that the name of a space can be read."""
    spot = panel.spot(name)
    asked = name in scene.glowing or name in scene.hand
    return bool(panel.on(name)), asked, bool(spot and spot.symbol)


def _name_in(panel: BoardPanel, name: str, scene: Scene, marks: str = "›‹") -> Run:
    """Return the name of a space with its sign, and with marks if it may be touched."""
    spot = panel.spot(name)
    label = spot.label if spot and spot.label else name
    glow = _tone(scene, [name], spot.tone if spot else "")
    sign = _SIGNS.get(spot.symbol, "") if spot else ""
    text = f"{sign} {label}" if sign else label
    text = f"{text} {scene.left_words(name)}".rstrip()
    return (f"{marks[0]}{text}{marks[1:]}" if glow == "glow" else text), glow


def _put_ways(canvas: _Canvas, panel: BoardPanel, places: dict[str, tuple[int, int]]) -> None:
    """Put routes and trails from space to space where there is nothing else."""
    for way in panel.ways:
        for one, other in pairwise(way.spaces):
            _put_line(canvas, places[one], places[other], "•", way.tone or "bold")


def _put_links(canvas: _Canvas, panel: BoardPanel, places: dict[str, tuple[int, int]]) -> None:
    """Put the links of a free map where there is nothing else."""
    board = panel.board
    if not isinstance(board, Graph):
        return
    for one, other in (*board.links, *board.one_way):
        _put_line(canvas, places[one], places[other], "·", "quiet")


def _put_line(
    canvas: _Canvas, start: tuple[int, int], end: tuple[int, int], sign: str, tone: str
) -> None:
    (x, y), (u, v) = start, end
    steps = max(abs(u - x), abs(v - y))
    for at in range(1, steps):
        across, down = round(x + (u - x) * at / steps), round(y + (v - y) * at / steps)
        if canvas.is_free(across, down):
            canvas.put(across, down, sign, tone)
