"""The counters in a space drawn: those that look the same in a pile, others beside each other."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from ..boards import Board, Graph
from ..panels import BoardPanel, Piece
from ..panels.board_panel import piles_of
from .board_layout import Plan, across, is_hexes, plan_of
from .counter_svg import counter
from .scene import Scene
from .space_names import names_of
from .stack_layout import ABOVE, ALONE, DOWN, FRAME, GAP, Spread, Stack, spread
from .svg_text import esc, num

_ON_GRIDS, _ON_MAPS = 4, 16
"""So many counters of a stack are drawn; a number tells the others."""
_HEAPED = 5.0
"""So far a pile reaches over its upper counter."""


def stack_fragment(panel: BoardPanel, name: str, scene: Scene, laid: Mapping[str, Spread]) -> str:
    """Return the counters in a space, an empty group where there are none.

    `laid`: as `spreads` tells it.
    """
    pieces = panel.on(name)
    marks = tuple(scene.mark(piece.id) for piece in pieces)
    apart = apart_of(pieces, scene)
    return stack(panel.board, name, pieces, marks, apart, laid.get(name, ALONE))


def spreads(panel: BoardPanel | None, apart: frozenset[str]) -> dict[str, Spread]:
    """Return how the stacks of a free map lie, but those in spaces that have shapes.

    Args:
        apart: ids of counters that lie in no pile.
    """
    if panel is None or not isinstance(panel.board, Graph):
        return {}
    plan = plan_of(panel.board)
    stacks = []
    for name, pieces in panel.stacks.items():
        if name not in plan.outlines:
            piles = _shown(pieces, apart, _ON_MAPS)
            small = _small(plan, len(piles))
            is_heaped = len(piles) > 1 and any(len(pile) > 1 for pile in piles)
            wide, high = small + _gap(piles), small + DOWN
            stacks.append(Stack(name, len(piles), wide, high, is_heaped))
    return spread(panel.board, tuple(stacks), names_of(panel))


def apart_of(pieces: Iterable[Piece], scene: Scene) -> frozenset[str]:
    """Return the ids of counters that may look like others and yet lie alone."""
    return frozenset(piece.id for piece in pieces if piece.alike and piece.id in scene.apart)


@lru_cache(maxsize=1 << 13)
def stack(
    board: Board[Any],
    name: str,
    pieces: tuple[Piece, ...],
    marks: tuple[str, ...] = (),
    apart: frozenset[str] = frozenset(),
    laid: Spread = ALONE,
) -> str:
    """Return the counters that lie in a space.

    Args:
        marks: as of `counter`, for each.
        apart: ids of those that lie in no pile, where there is room for all of them.
        laid: how they lie on a free map.
    """
    if not pieces:
        return f'<g id="on:{esc(name)}"></g>'
    most = _ON_MAPS if isinstance(board, Graph) else _ON_GRIDS
    shown = _shown(pieces, apart, most)
    is_cut = sum(map(len, shown)) < len(pieces)
    plan = plan_of(board)
    x, y = plan.at[name]
    may_grow = isinstance(board, Graph) and name not in plan.outlines
    if may_grow:
        x, y = 0.0, ABOVE
    if name in plan.outlines and shown[0][-1].state:
        y += 5  # a band of a counter as high as its space leaves the name there free
    marked = dict(zip(pieces, marks, strict=True)) if marks else {}
    places = _laid(board, name, shown, laid)
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
    if may_grow:
        (x, y), (right, down) = plan.at[name], laid.start
        tray, line = _tray(places, laid)
        inside = f'<g class="grown">{tray}{inside}</g>'
        inside = f'{line}<g transform="translate({num(right)} {num(down)})">{inside}</g>'
        inside = f'<g transform="translate({num(x)} {num(y)})">{inside}</g>'
    head = f'<g id="on:{esc(name)}" class="stack" role="group" aria-label="{esc(name)}">'
    return f"{head}{inside}</g>"


def _shown(
    pieces: tuple[Piece, ...], apart: frozenset[str], most: int
) -> tuple[tuple[Piece, ...], ...]:
    """Return the piles of a stack that are drawn, the uppermost where there are too many."""
    piles = piles_of(pieces, apart)
    return (piles if len(piles) <= most else piles_of(pieces))[-most:]


def _gap(piles: Sequence[Sequence[Piece]]) -> float:
    """Return how far from each other counters lie in a row: bands and numbers take room."""
    if any(len(pile) > 1 for pile in piles):
        return 3 * GAP
    return 2 * GAP if sum(bool(pile[-1].state) for pile in piles) > 1 else GAP


def _small(plan: Plan, count: int) -> float:
    """Return how wide each of so many counters in a space without a shape is."""
    return plan.plate if count == 1 else plan.plate - 6


def _tray(places: Sequence[tuple[float, float, float]], laid: Spread) -> tuple[str, str]:
    """Return a frame around a stack that lies off its space, and the line between them."""
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
    """Return a counter, or several that look the same: plates below what one shows."""
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
    """Return how many counters lie here."""
    return (
        f'<g transform="translate({num(x)} {num(y)})"><circle class="badge" r="10"/>'
        f'<text class="count" y="4.5" text-anchor="middle">{count}</text></g>'
    )


def _laid(
    board: Board[Any], name: str, shown: Sequence[Sequence[Piece]], laid: Spread
) -> list[tuple[float, float, float]]:
    """Return where the counters of a stack lie around the middle, and how wide each is.

    On free boards they lie in rows, in a space that has a shape as many in one as it is wide.
    """
    plan, count = plan_of(board), len(shown)
    if not isinstance(board, Graph):
        down = 1.0 if is_hexes(board) else 0.0
        if count == 1:
            return [(0.0, down, plan.plate)]
        step = 12.0 / (count - 1)
        places = [-6.0 + at * step for at in range(count)]
        return [(place, down + place, plan.plate - 6) for place in places]
    if name not in plan.outlines:
        small, gap, (per_row, aside, up, _) = _small(plan, count), _gap(shown), laid
    elif count == 1:
        small, gap, (per_row, aside, up, _) = plan.plate, 0.0, ALONE
    else:
        small, per_row = _rows(plan, name, count)
        gap, aside, up = GAP, 0.0, 0.0
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
    """Return how wide the counters of a stack in a shape are, and how many lie in a row.

    They are as large as it has room for.
    """
    outline = plan.outlines[name]
    below = max(down for _, down in outline) - plan.at[name][1]
    for small in (plan.plate, plan.plate - 6, plan.plate - 12):
        rows = -(-count // max(1, int((across(outline) + GAP) // (small + GAP))))
        if rows == 1 or 6 + (rows - 1) * (small + DOWN) + small / 2 <= below:
            break
    return small, -(-count // rows)
