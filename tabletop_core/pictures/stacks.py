"""The counters in a space drawn: those that look the same in a pile, others beside each other."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import attrs

from ..boards import Board, Graph
from ..panels import BoardPanel, Piece
from ..panels.piles import piles_of
from .plan import Plan, across, is_hexes, plan_of
from .plates import counter
from .scene import Scene
from .spreading import ABOVE, freest, near_stacks
from .writing import esc, num

_ON_GRIDS, _ON_MAPS = 4, 9
"""So many counters of a stack are drawn; a number tells the others."""
_HEAPED = 5.0
"""So far a pile reaches over its upper counter."""


def stack_fragment(panel: BoardPanel, name: str, scene: Scene) -> str:
    """Return the counters in a space, an empty group where there are none."""
    pieces = panel.on(name)
    marks = tuple(scene.mark(piece.id) for piece in pieces)
    near = near_stacks(panel).get(name, ())
    return stack(panel.board, name, pieces, marks, apart_of(pieces, scene), near)


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
    near: tuple[str, ...] = (),
) -> str:
    """Return the counters that lie in a space.

    Args:
        marks: as of `counter`, for each.
        apart: ids of those that lie in no pile, where there is room for all of them.
        near: spaces of a free map with stacks in whose way this one might lie.
    """
    if not pieces:
        return f'<g id="on:{esc(name)}"></g>'
    most = _ON_MAPS if isinstance(board, Graph) else _ON_GRIDS
    piles = piles_of(pieces, apart)
    if len(piles) > most:
        piles = piles_of(pieces)
    is_cut = len(piles) > most
    shown = piles[-most:]
    plan = plan_of(board)
    x, y = plan.at[name]
    may_grow = isinstance(board, Graph) and name not in plan.outlines
    if may_grow:
        x, y = 0.0, ABOVE
    gap = 8 if sum(bool(pile[-1].state) for pile in piles) > 1 else 4
    if any(len(pile) > 1 for pile in piles):
        gap = 12
    if name in plan.outlines and shown[0][-1].state:
        y += 5  # a band of a counter as high as its space leaves the name there free
    marked = dict(zip(pieces, marks, strict=True)) if marks else {}
    places = _laid(board, name, len(shown), gap, near)
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
    if may_grow:  # from the middle of its upper edge on
        inside = _tray(places) + inside
        x, y = plan.at[name]
        moved = f"translate({num(x)} {num(y - ABOVE)})"
        inside = f'<g transform="{moved}"><g class="grown">{inside}</g></g>'
    head = f'<g id="on:{esc(name)}" class="stack" role="group" aria-label="{esc(name)}">'
    return f"{head}{inside}</g>"


def _tray(places: Sequence[tuple[float, float, float]]) -> str:
    """Return what joins a stack that lies beside its space with it; nothing where it lies on it."""
    half = places[0][2] / 2
    left, right = (end(across for across, _, _ in places) for end in (min, max))
    if left <= half and right >= -half:
        return ""
    left, right = left - half - 4, right + half + 4
    top, bottom = ABOVE + places[0][1] - half - 4, ABOVE + places[-1][1] + half + 4
    line = f"M0 {num(ABOVE)}H{num(left if left > 0 else right)}"
    frame = f"M{num(left)} {num(top)}H{num(right)}V{num(bottom)}H{num(left)}z"
    return f'<path class="tray" d="{line}{frame}"/>'


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
    board: Board[Any], name: str, count: int, gap: int, near: tuple[str, ...]
) -> list[tuple[float, float, float]]:
    """Return where the counters of a stack lie around the middle, and how wide each is.

    On free boards they lie in rows, in a space that has a shape as many in one as it is wide;
    others where they hide least of other spaces, with a `gap` between them.
    """
    plan = plan_of(board)
    if not isinstance(board, Graph):
        down = 1.0 if is_hexes(board) else 0.0
        if count == 1:
            return [(0.0, down, plan.plate)]
        step = 12.0 / (count - 1)
        places = [-6.0 + at * step for at in range(count)]
        return [(place, down + place, plan.plate - 6) for place in places]
    if count == 1:
        return [(0.0, 7.0, plan.plate)]
    if name in plan.outlines:
        small, per_row = _rows(plan, name, count)
        apart, aside, up = small + 4, 0.0, 0.0
    else:
        small = plan.plate - 6
        apart = small + gap
        per_row, aside, up = freest(board, name, count, (apart, small + 7), near)
    return [
        (
            (at % per_row - (min(per_row, count - at // per_row * per_row) - 1) / 2) * apart
            + aside,
            6 - up + at // per_row * (small + 7),  # shapes and bands reach over the upper edge
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
        rows = -(-count // max(1, int((across(outline) + 4) // (small + 4))))
        if rows == 1 or 6 + (rows - 1) * (small + 7) + small / 2 <= below:
            break
    return small, -(-count // rows)
