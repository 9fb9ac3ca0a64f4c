"""The counters in a space drawn: those that look the same in a pile, others beside each other."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import attrs

from ..boards import Board, Graph
from ..panels import BoardPanel, Piece
from ..panels.piles import piles_of
from .plan import Plan, across, is_hexes, plan_of
from .plates import counter
from .scene import Scene
from .writing import drawn_width, esc, num

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_ON_GRIDS, _ON_MAPS = 4, 9
"""So many counters of a stack are drawn; a number tells the others."""
_ROW = 5
"""So many counters lie in a row at most, beside a space without a shape."""
_HEAPED = 5.0
"""So far a pile reaches over its upper counter."""
_SPREAD = 1.5
"""So much larger may a page draw what it draws small: counters, and names beside them."""


def stack_fragment(panel: BoardPanel, name: str, scene: Scene) -> str:
    """Return the counters in a space, an empty group where there are none."""
    pieces = panel.on(name)
    marks = tuple(scene.mark(piece.id) for piece in pieces)
    return stack(panel.board, name, pieces, marks, apart_of(pieces, scene))


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
) -> str:
    """Return the counters that lie in a space.

    Args:
        marks: as of `counter`, for each.
        apart: ids of those that lie in no pile, where there is room for all of them.
    """
    if not pieces:
        return f'<g id="on:{esc(name)}"></g>'
    most = _ON_MAPS if isinstance(board, Graph) else _ON_GRIDS
    piles = piles_of(pieces, apart)
    if len(piles) > most:
        piles = piles_of(pieces)
    is_cut = len(piles) > most
    shown = piles[-most:]
    x, y = plan_of(board).at[name]
    has_bands = sum(bool(pile[-1].state) for pile in piles) > 1
    if name in plan_of(board).outlines and shown[0][-1].state:
        y += 5  # a band of a counter as high as its space leaves the name there free
    marked = dict(zip(pieces, marks, strict=True)) if marks else {}
    places = _laid(board, name, len(shown), has_bands)
    drawn = [
        _pile(pile, x + right, y + down, width, [marked.get(piece, "") for piece in pile])
        for pile, (right, down, width) in zip(shown, places, strict=True)
    ]
    if is_cut:
        drawn.append(_number(len(pieces), x + 22, y - 22))
    grown = "" if name in plan_of(board).outlines or not isinstance(board, Graph) else "grown "
    head = f'<g id="on:{esc(name)}" class="{grown}stack" role="group" aria-label="{esc(name)}">'
    return f"{head}{''.join(drawn)}</g>"


def _pile(pieces: Sequence[Piece], x: float, y: float, width: float, marks: Sequence[str]) -> str:
    """Return a counter, or several that look the same: plates, the upper one with their number."""
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
    return "".join(drawn) + _number(len(pieces), x + width / 2, y - width / 2)


def _number(count: int, x: float, y: float) -> str:
    """Return how many counters lie here."""
    return (
        f'<g transform="translate({num(x)} {num(y)})"><circle class="badge" r="10"/>'
        f'<text class="count" y="4.5" text-anchor="middle">{count}</text></g>'
    )


def _laid(
    board: Board[Any], name: str, count: int, has_bands: bool
) -> list[tuple[float, float, float]]:
    """Return where the counters of a stack lie around the middle, and how wide each is.

    On free boards they lie in rows, in a space that has a shape as many in one as it is wide;
    beside it where they hide least of others, and those with bands farther apart.
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
        apart, aside = small + 4, 0.0
    else:
        small = plan.plate - 6
        apart = small + (8 if has_bands else 4)
        per_row, aside = _freest(board, name, count, (apart, small + 7))
    return [
        (
            (at % per_row - (min(per_row, count - at // per_row * per_row) - 1) / 2) * apart
            + aside,
            6 + at // per_row * (small + 7),  # shapes and bands reach over the upper edge
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


def _freest(
    board: Board[Any], name: str, count: int, apart: tuple[float, float]
) -> tuple[int, float]:
    """Return how many counters of a stack lie in a row, and how far aside, so as to hide least.

    That is of the names and places of other spaces, and of what the picture's edges cut off.
    `apart`: how far from each other they lie, across and down.
    """
    rows = -(-count // (2 if count <= 4 else 3))
    usual = -(-count // rows)
    in_a_row = sorted(range(1, min(count, _ROW) + 1), key=lambda per_row: abs(per_row - usual))
    step = apart[0] / 2
    tries = [(per_row, side * (per_row - 1) * step) for per_row in in_a_row for side in (0, 1, -1)]
    (x, y), (wide, high) = plan_of(board).at[name], apart

    def covered(tried: tuple[int, float]) -> Box:
        """Return what a stack that is laid so covers, where it is drawn large."""
        per_row, aside = tried
        half, top = _SPREAD * per_row * wide / 2, y + 6 - high / 2
        bottom = top + _SPREAD * high * -(-count // per_row)
        return x + aside - half, top, x + aside + half, bottom

    return min(tries, key=lambda tried: _hidden(board, name, covered(tried)))


def _hidden(board: Board[Any], name: str, block: Box) -> float:
    """Return how much a stack of a space hides of others, and has outside of the picture."""
    plan = plan_of(board)
    picture = (plan.left, plan.top, plan.left + plan.width, plan.top + plan.height)
    outside = _shared(block, block) - _shared(block, picture)
    others = (box for other, boxes in _taken(board).items() if other != name for box in boxes)
    return outside + sum(_shared(block, box) for box in others)


@lru_cache(maxsize=16)
def _taken(board: Board[Any]) -> dict[str, tuple[Box, ...]]:
    """Return what each space takes: its shape, or its circle with the name above it."""
    plan = plan_of(board)
    taken: dict[str, tuple[Box, ...]] = {}
    for name, (x, y) in plan.at.items():
        half = _SPREAD * drawn_width(name, 13) / 2
        taken[name] = (x - 23, y - 23, x + 23, y + 23), (x - half - 20, y - 50, x + half, y - 24)
        if outline := plan.outlines.get(name):
            xs, ys = zip(*outline, strict=True)
            taken[name] = ((min(xs), min(ys), max(xs), max(ys)),)
    return taken


def _shared(one: Box, other: Box) -> float:
    """Return how large a part two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)
