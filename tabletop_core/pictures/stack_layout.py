"""A layout for the stacks of a free map in which they hide as little as possible."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import hypot, inf
from typing import NamedTuple

from .board_layout import Plan
from .boxes import Box, Boxes, do_overlap
from .drawn_words import SIZES

ABOVE = 11.0
"""Pixels above the middle of its space at which a stack begins."""
GAP = 4.0
"""Pixels between the counters of a row, at least."""
DOWN = 7.0
"""Pixels between the rows of a stack, since bands and some shapes reach over the upper edge."""
_NUMBER = 9.0, 5.0
"""Pixels by which the numbers of piles stick out of a stack, to the right and up."""
_RAISED = 2.0
"""Pixels by which a counter alone begins above that."""
_BAND = 5.0
"""Pixels by which the state of a single counter sticks out below it."""
_MAX_PER_ROW = 5
_GROWN, _SINGLE, _MOST = 1.6, SIZES["grown-single"], SIZES["grown"]
"""How much larger a page draws the counters of a stack beside names, on a board it shows small, and
a single one at most, and any at most."""
FRAME = 3.0
"""Pixels between a stack that lies off its space and its frame."""
_FIELD = 23.0
"""The radius of the circle of a space."""

_NAME, _OWN, _STACK, _EDGE = 5, 6, 3, 4
"""The cost of a hidden pixel of a name, of the name of the stack's own space, of another stack, and
of the stack itself outside the picture; a pixel of another space costs 1."""
_LETTER, _UNREAD = 50.0, 1000.0
"""A name of which more pixels than the first are hidden cannot be read, and costs at least the
second."""
_HANGING, _LONG = 110.0, 8.0
"""Pixels a stack may reach from its space at no cost, and the cost of each pixel beyond."""
_OFF, _LINE = 2000.0, 4.0
"""The cost of a stack that lies off its space, and of each pixel between them."""
_CROSSED, _STEP = 40.0, 6.0
"""The cost of each pixel where the line between them crosses something, and the pixels between two
points at which that is checked."""
_AROUND = (0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 2.5, -2.5, 3, -3, 4, -4)
"""Where the middle of a stack may lie, in counters from the middle of its space."""
_ASIDE, _UP = (0.0, 0.25, -0.25, 0.5, -0.5, 0.6, -0.6), (0.0, 0.1, -0.1, 0.2, -0.2, 0.5)
_MOVED = 3000.0
"""Where a single counter may lie, in widths to the right of its usual place and up from it, which
both touch its space, and the cost of a whole width."""
_ELSEWHERE = 3
"""The cost of a pixel of another space under a single counter, which would seem to be there."""


class Weighed(NamedTuple):
    """A box, the cost of each hidden pixel of it, and whether it holds a name."""

    weight: int
    box: Box
    is_name: bool = False


class Stack(NamedTuple):
    """The counters of a space.

    Attributes:
        many: their number.
        wide, high: what each takes of a row and of a column, in pixels.
        is_heaped: whether there are piles with numbers.
        is_banded: whether a single one has a state below it.
    """

    space: str
    many: int
    wide: float
    high: float
    is_heaped: bool = False
    is_banded: bool = False


class Spread(NamedTuple):
    """How a stack lies.

    Attributes:
        per_row: how many counters lie in a row.
        aside, up: how far the middle of the upper edge of its first row is from `start`.
        start: the point that stays in place when the stack is drawn larger, from the middle of its
            space.
    """

    per_row: int
    aside: float = 0.0
    up: float = 0.0
    start: tuple[float, float] = (0.0, -ABOVE)


ALONE = Spread(1)
"""The layout of a counter that nothing moves aside."""


@lru_cache(maxsize=1 << 8)
def spread(
    plan: Plan, stacks: tuple[Stack, ...], names: tuple[tuple[str, Box], ...]
) -> dict[str, Spread]:
    """Return the layout of each stack of a free map; the largest stacks choose first."""
    usual = {stack.space: covered(plan, stack, _usual(stack), _MOST) for stack in stacks}
    fields, found = list(_fields(plan).items()), {}
    places, rooms = (Boxes(box for _, box in them) for them in (fields, names))
    for stack in sorted(stacks, key=lambda stack: -stack.many):
        name = stack.space
        weight = _ELSEWHERE if stack.many == 1 else 1
        # What is far away costs nothing, and a change there leaves the result as it is.
        reach = _reach(plan, stack)
        near = [
            Weighed(weight, box)
            for other, box in (fields[at] for at in places.over(reach))
            if other != name
        ]
        near += [
            Weighed(_OWN if other == name else _NAME, box, True)
            for other, box in (names[at] for at in rooms.over(reach))
        ]
        near += [
            Weighed(_STACK, box)
            for other, box in usual.items()
            if other != name and do_overlap(box, reach)
        ]
        found[name] = _freest(plan, stack, tuple(near))
        usual[name] = covered(plan, stack, found[name], _MOST)
    return found


def _usual(stack: Stack) -> Spread:
    rows = -(-stack.many // (2 if stack.many <= 4 else 3))
    return Spread(-(-stack.many // rows))


def _reach(plan: Plan, stack: Stack) -> Box:
    """Return a box around all that the layouts of a stack cover, and lines to them cross."""
    x, y = plan.at[stack.space]
    rows = min(stack.many, _MAX_PER_ROW + 1)
    wide = _GROWN * ((max(_AROUND) + _MAX_PER_ROW / 2) * stack.wide + FRAME + sum(_NUMBER))
    high = ABOVE + _GROWN * ((max(_AROUND) + 1.5 * rows) * stack.high + FRAME + sum(_NUMBER))
    return x - wide, y - high, x + wide, y + high


@lru_cache(maxsize=1 << 11)
def _freest(plan: Plan, stack: Stack, taken: tuple[Weighed, ...]) -> Spread:
    """Return the layout in which a stack hides least and loses least at the edges."""
    ways = sorted((cost, at, laid) for at, (laid, cost) in enumerate(_ways(plan, stack)))
    boxes = Boxes(it.box for it in taken)
    least, best = inf, ways[0][2]
    for cost, _, laid in ways:
        if cost >= least:
            break
        block = covered(plan, stack, laid)
        cost += _outside(plan, block)
        for at in boxes.over(block):
            cost += _hidden(block, taken[at])
            if cost >= least:
                break
        else:
            cost += _CROSSED * _crossed(plan.at[stack.space], block, boxes)
        if cost < least:
            least, best = cost, laid
    return best


def _hidden(block: Box, it: Weighed) -> float:
    """Return the cost of what a stack hides of a thing."""
    hidden = overlap(block, it.box)
    if it.is_name and hidden > _LETTER:
        hidden = max(hidden, _UNREAD)
    return it.weight * hidden


def _ways(plan: Plan, stack: Stack) -> Iterator[tuple[Spread, float]]:
    """Yield the layouts of a stack, on its space or off it, each with its own cost."""
    wide, high = stack.wide, stack.high
    if stack.many == 1:
        for right, up in product(_ASIDE, _UP):
            yield Spread(1, right * wide, up * wide), _MOVED * hypot(right, up)
        return
    x, y = plan.at[stack.space]
    usual = _usual(stack).per_row
    for per_row in sorted(
        range(1, min(stack.many, _MAX_PER_ROW) + 1), key=lambda n: abs(n - usual)
    ):
        rows = -(-stack.many // per_row)
        if rows > per_row + 1:
            continue  # a tower would seem to lie in the spaces below
        for side in (0, 1, -1):
            laid = Spread(per_row, side * (per_row - 1) / 2 * wide)
            left, _, right, bottom = covered(plan, stack, laid)
            farthest = max(x - left, right - x, bottom - y)
            yield laid, _LONG * max(0.0, farthest - _HANGING)
        for across, down in product(_AROUND, _AROUND):
            laid = Spread(per_row, across * wide, (rows - 1) / 2 * high - down * high)
            start = _way_to((x, y), covered(plan, stack, laid))
            away = hypot(*start) - _FIELD
            if away >= 0:
                yield _grown_from(start, laid), _OFF + _LINE * away


def _grown_from(start: tuple[float, float], laid: Spread) -> Spread:
    """Return a layout that covers the same when drawn large, and less of it when drawn small."""
    right, down = start
    return Spread(
        laid.per_row, laid.aside - right / _GROWN, laid.up + (down + ABOVE) / _GROWN, start
    )


def covered(plan: Plan, stack: Stack, laid: Spread, grown: float = _GROWN) -> Box:
    """Return the box that a stack covers when it is drawn large."""
    (x, y), (right, down) = plan.at[stack.space], laid.start
    is_single = stack.many == 1
    grown = min(grown, _SINGLE) if is_single else grown
    middle, half = x + right + grown * laid.aside, grown * (laid.per_row * stack.wide - GAP) / 2
    top = y + down - grown * (laid.up + _RAISED * is_single)
    rows = -(-stack.many // laid.per_row)
    low = top + grown * (rows * stack.high - DOWN + _BAND * stack.is_banded)
    edge = grown * FRAME if laid.start != ALONE.start else 0.0
    over, above = (grown * so_far for so_far in _NUMBER) if stack.is_heaped else (0.0, 0.0)
    return middle - half - edge, top - above - edge, middle + half + over + edge, low + edge


def _way_to(middle: tuple[float, float], box: Box) -> tuple[float, float]:
    """Return how far across and down a box is from a point; 0 if the point is inside."""
    (x, y), (left, top, right, bottom) = middle, box
    return min(max(x, left), right) - x, min(max(y, top), bottom) - y


def _crossed(middle: tuple[float, float], block: Box, boxes: Boxes) -> float:
    """Return the pixels of other things that the line from a space to its stack crosses."""
    (x, y), (across, down) = middle, _way_to(middle, block)
    steps = int(hypot(across, down) / _STEP)
    points = [(x + across * at / steps, y + down * at / steps) for at in range(1, steps + 1)]
    return _STEP * sum(len(boxes.over((u, v, u, v))) for u, v in points)


def _outside(plan: Plan, block: Box) -> float:
    """Return the cost of the part of a stack outside the picture."""
    picture = (plan.left, plan.top, plan.left + plan.width, plan.top + plan.height)
    return _EDGE * (overlap(block, block) - overlap(block, picture))


@lru_cache(maxsize=16)
def _fields(plan: Plan) -> dict[str, Box]:
    """Return the box of each space: that of its shape, or of its circle."""
    fields = {
        name: (x - _FIELD, y - _FIELD, x + _FIELD, y + _FIELD) for name, (x, y) in plan.at.items()
    }
    for name, outline in plan.outlines.items():
        xs, ys = zip(*outline, strict=True)
        fields[name] = (min(xs), min(ys), max(xs), max(ys))
    return fields


def overlap(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    if wide <= 0:
        return 0.0
    return wide * max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
