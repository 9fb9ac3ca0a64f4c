"""The counters of a space as SVG: those that look alike in a pile, others side by side."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from ..boards import Graph
from ..boards.board import Board
from ..panels import BoardPanel, Piece
from ..panels.board_panel import piles_of
from .board_layout import Plan, across, is_hexes
from .counter_svg import counter
from .map_layout import layout_of, names_of
from .scene import Scene
from .stack_layout import ABOVE, ALONE, DOWN, FRAME, GAP, Spread, Stack, spread
from .svg_text import esc, num

_ON_GRIDS, _ON_MAPS = 4, 16
"""The most counters of a stack that are drawn; a number stands for the rest."""
_TIGHT = 1.5
"""Pixels between the counters of a row in a shape, at least."""
_ON_SQUARES, _ON_HEXES = (6.0, 6.0), (4.0, 1.5)
"""Pixels from the middle of a space to the top counter of a stack, to the right and down: on hexes
fewer, so that words on the counters beside it stay free."""
_HEAPED = 5.0
"""Pixels by which the lower counters of a pile stick out."""


def stack_fragment(panel: BoardPanel, name: str, scene: Scene, laid: Mapping[str, Spread]) -> str:
    """Return the counters in a space; an empty group where there are none.

    `laid`: the result of `spreads`.
    """
    pieces = panel.on(name)
    marks = tuple(scene.mark(piece.id) for piece in pieces)
    apart = apart_of(pieces, scene)
    plan = layout_of(panel).plan
    return stack(panel.board, plan, name, pieces, marks, apart, laid.get(name, ALONE))


def spreads(panel: BoardPanel | None, apart: frozenset[str]) -> dict[str, Spread]:
    """Return how the stacks of a free map lie, except in spaces with shapes.

    Args:
        apart: ids of counters that are in no pile.
    """
    if panel is None or not isinstance(panel.board, Graph):
        return {}
    plan = layout_of(panel).plan
    stacks = []
    for name, pieces in panel.stacks.items():
        if name not in plan.outlines:
            piles = _shown(pieces, apart, _ON_MAPS)
            small = _small(plan, len(piles))
            is_heaped = any(len(pile) > 1 for pile in piles)
            wide, high = small + _gap(piles), small + DOWN
            is_banded = len(piles) == 1 and bool(piles[0][-1].state)
            stacks.append(Stack(name, len(piles), wide, high, is_heaped, is_banded))
    return spread(plan, tuple(stacks), names_of(panel))


def apart_of(pieces: Iterable[Piece], scene: Scene) -> frozenset[str]:
    """Return the ids of counters that lie alone though they may look like others."""
    return frozenset(piece.id for piece in pieces if piece.alike and piece.id in scene.apart)


@lru_cache(maxsize=1 << 13)
def stack(
    board: Board[Any],
    plan: Plan,
    name: str,
    pieces: tuple[Piece, ...],
    marks: tuple[str, ...] = (),
    apart: frozenset[str] = frozenset(),
    laid: Spread = ALONE,
) -> str:
    """Return the counters that lie in a space.

    Args:
        marks: the marks of each counter, as for `counter`.
        apart: ids of counters that are in no pile, if there is room for all of them.
        laid: how they lie on a free map.
    """
    if not pieces:
        return f'<g id="on:{esc(name)}"></g>'
    most = _ON_MAPS if isinstance(board, Graph) else _ON_GRIDS
    shown = _shown(pieces, apart, most)
    is_cut = sum(map(len, shown)) < len(pieces)
    x, y = plan.at[name]
    is_free = isinstance(board, Graph)
    may_grow = name not in plan.outlines or not is_free
    if may_grow:
        x, y = 0.0, ABOVE if is_free else 0.0
    if name in plan.outlines and any(pile[-1].state for pile in shown):
        y -= 3  # so that the band of a counter as high as its space stays inside
    marked = dict(zip(pieces, marks, strict=True)) if marks else {}
    places = _laid(board, plan, name, shown, laid)
    drawn = [
        _pile(pile, x + right, y + down, width, [marked.get(piece, "") for piece in pile])
        for pile, (right, down, width) in zip(shown, places, strict=True)
    ]
    drawn += [
        _number(len(pile), x + right + width / 2 + 3, y + down - width / 2 + 5)
        for pile, (right, down, width) in zip(shown, places, strict=True)
        if len(pile) > 1
    ]
    if is_cut:
        drawn.append(_number(len(pieces), x + 22, y - 22))
    inside = "".join(drawn)
    if may_grow and not is_free:
        x, y = plan.at[name]
        inside = f'<g transform="translate({num(x)} {num(y)})"><g class="grown">{inside}</g></g>'
    elif may_grow:
        (x, y), (right, down) = plan.at[name], laid.start
        tray, line = _tray(places, laid)
        kind = "grown single" if len(shown) == 1 else "grown"
        inside = f'<g class="{kind}">{tray}{inside}</g>'
        inside = f'{line}<g transform="translate({num(right)} {num(down)})">{inside}</g>'
        inside = f'<g transform="translate({num(x)} {num(y)})">{inside}</g>'
    head = f'<g id="on:{esc(name)}" class="stack" role="group" aria-label="{esc(name)}">'
    return f"{head}{inside}</g>"


def _shown(
    pieces: tuple[Piece, ...], apart: frozenset[str], most: int
) -> tuple[tuple[Piece, ...], ...]:
    """Return the piles of a stack that are drawn: the top ones, if there are too many."""
    piles = piles_of(pieces, apart)
    return (piles if len(piles) <= most else piles_of(pieces))[-most:]


def _gap(piles: Sequence[Sequence[Piece]]) -> float:
    """Return the gap between the counters of a row: bands and numbers need room."""
    if any(len(pile) > 1 for pile in piles):
        return 3 * GAP
    return 2 * GAP if sum(bool(pile[-1].state) for pile in piles) > 1 else GAP


def _small(plan: Plan, count: int) -> float:
    """Return the width of each of `count` counters in a space without a shape."""
    return plan.plate if count == 1 else plan.plate - 6


def _tray(places: Sequence[tuple[float, float, float]], laid: Spread) -> tuple[str, str]:
    """Return a frame around a stack that lies off its space, and a line to the space."""
    if laid.start == ALONE.start:
        return "", ""
    half = places[0][2] / 2 + FRAME
    across, down = zip(*((right, below) for right, below, _ in places), strict=True)
    left, right = min(across) - half, max(across) + half
    top, bottom = ABOVE + min(down) - half, ABOVE + max(down) + half
    frame = f"M{num(left)} {num(top)}H{num(right)}V{num(bottom)}H{num(left)}z"
    line = f"M0 0L{' '.join(map(num, laid.start))}"
    return f'<path class="tray" d="{frame}"/>', f'<path class="tray" d="{line}"/>'


def _pile(pieces: Sequence[Piece], x: float, y: float, width: float, marks: Sequence[str]) -> str:
    """Return a counter, or several that look alike: one above the edges of the others."""
    *below, top = pieces
    if not below:
        return counter(top, x, y, width, marks[0])
    step = _HEAPED / len(below)
    drawn = []
    for at, (piece, mark) in enumerate(zip(below, marks, strict=False)):
        away = step * (len(below) - at)
        bare = attrs.evolve(piece, symbol="", label="", corners=(), facing=None)
        drawn.append(counter(bare, x - away, y - away, width, mark))
    words = f"{len(pieces)} alike: {top.words}"
    drawn.append(counter(attrs.evolve(top, label=top.alike, words=words), x, y, width, marks[-1]))
    return "".join(drawn)


def _number(count: int, x: float, y: float) -> str:
    """Return a badge with the number of counters."""
    return (
        f'<g transform="translate({num(x)} {num(y)})"><circle class="badge" r="10"/>'
        f'<text class="count" y="4.5" text-anchor="middle">{count}</text></g>'
    )


def _laid(
    board: Board[Any], plan: Plan, name: str, shown: Sequence[Sequence[Piece]], laid: Spread
) -> list[tuple[float, float, float]]:
    """Return where the counters of a stack lie, from the middle of the space, and their widths.

    On free boards they lie in rows; in a space with a shape, a row is as wide as the shape.
    """
    count = len(shown)
    if not isinstance(board, Graph):
        down = 1.0 if is_hexes(board) else 0.0
        if count == 1:
            return [(0.0, down, plan.plate)]
        right, below = _ON_HEXES if is_hexes(board) else _ON_SQUARES
        steps = [2 * at / (count - 1) - 1 for at in range(count)]
        return [(right * step, down + below * step, plan.plate - 6) for step in steps]
    if name not in plan.outlines:
        small, gap, (per_row, aside, up, _) = _small(plan, count), _gap(shown), laid
    elif count == 1:
        small, gap, (per_row, aside, up, _) = plan.plate, 0.0, ALONE
    else:
        small, per_row = _rows(plan, name, count)
        free = across(plan.outlines[name]) - per_row * small
        gap, aside, up = min(GAP, free / per_row), 0.0, 0.0
    first = 7 if count == 1 else 6
    return [
        (
            (at % per_row - (min(per_row, count - at // per_row * per_row) - 1) / 2) * (small + gap)
            + aside,
            first - up + at // per_row * (small + DOWN),
            small,
        )
        for at in range(count)
    ]


def _rows(plan: Plan, name: str, count: int) -> tuple[float, int]:
    """Return the width of the counters of a stack in a shape, and how many lie in a row.

    They are as large as the shape has room for.
    """
    outline = plan.outlines[name]
    below = max(down for _, down in outline) - plan.at[name][1]
    for small in (plan.plate, plan.plate - 6, plan.plate - 12):
        rows = -(-count // max(1, int((across(outline) + _TIGHT) // (small + _TIGHT))))
        if rows == 1 or 6 + (rows - 1) * (small + DOWN) + small / 2 <= below:
            break
    return small, -(-count // rows)
