"""Where the names of spaces stand on a free map: beside links, and never cut off at an edge."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple, TypeAlias

from ..boards import Graph
from ..panels import BoardPanel, Spot
from .board_layout import plan_of
from .svg_text import drawn_width

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""From where to where a straight line runs."""

LINE = 150
"""The most pixels for the line of a name."""
BESIDE = 22
"""Pixels for a symbol beside a name."""
_SHORT = 3
"""The most letters of a state that stands beside the name; a longer one stands above it."""
MAX_GROWTH = 1.75
"""How much larger a page may draw names on a board that it shows small."""
GROWTHS = (1.0, 1.2, 1.4, 1.6)
"""How much larger it may draw those that are kept in a shape, by the room that they leave."""
_HIGH = 20.0
"""The height of a line that is drawn large."""


def line_of(spot: Spot) -> str:
    """Return the name of a space, with its state if that is short.

    The state never stands below the name, where counters would hide it.
    """
    state = "" if is_long(spot.state) else spot.state
    return " ".join(filter(None, (spot.label, state)))


def is_long(state: str) -> bool:
    """Return whether a state needs a line of its own, above the name."""
    return len(state) > _SHORT


def wrapped(line: str) -> tuple[str, ...]:
    """Return a name in one line, or in two where one would be squeezed.

    >>> wrapped("Old Mill"), wrapped("The Great Hill of the Northern March")
    (('Old Mill',), ('The Great Hill of', 'the Northern March'))
    """
    words = line.split(" ")
    if drawn_width(line, 13) <= LINE or len(words) == 1:
        return (line,)
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(halves, key=_wide)


def _wide(lines: Iterable[str]) -> float:
    return max(min(drawn_width(line, 13), LINE) for line in lines)


class NamePlace(NamedTuple):
    """Where the name of a space stands: its first line of letters, and by which end.

    `is_down`: further lines, and a long state, stand below it; else above.
    """

    x: float
    y: float
    anchor: str
    is_down: bool = False


def places_of(panel: BoardPanel) -> Mapping[str, NamePlace]:
    """Return where the names of spaces without a shape stand on a free map.

    That is above the space; below, right or left of it where a link would run through the name.
    Over a drawing with links of its own it is always above. States do not matter, so that no name
    moves during a game.
    """
    if not isinstance(panel.board, Graph):
        return {}
    art = panel.art
    names = tuple((spot.id, spot.label, bool(spot.symbol)) for spot in panel.spots)
    return _places_of(panel.board, names, art is None or not (art.printed or art.faint_lines))


@lru_cache(maxsize=1 << 8)
def _places_of(
    board: Graph, names: tuple[tuple[str, str, bool], ...], is_free: bool
) -> Mapping[str, NamePlace]:
    plan = plan_of(board)
    labels = {name: (label, has_sign) for name, label, has_sign in names}
    links = [(plan.at[a], plan.at[b]) for a, b in lines_of(board)] if is_free else []
    edges = plan.left, plan.left + plan.width
    found: dict[str, NamePlace] = {}
    taken: list[Box] = []
    for name, (x, y) in plan.at.items():
        if name in plan.outlines:
            continue
        label, has_sign = labels.get(name, (name, False))
        lines = wrapped(label)
        start, anchor = place_of(lines, x, edges, has_sign=has_sign)
        sign = MAX_GROWTH * BESIDE if has_sign else 0.0
        places = [
            NamePlace(start, y - 29, anchor),
            NamePlace(start, y + 56, anchor, is_down=True),
            NamePlace(x + 35 + sign, y + 8, "start", is_down=True),
            NamePlace(x - 35, y + 8, "end", is_down=True),
        ]
        discs = [at for other, at in plan.at.items() if other != name]
        rooms = [[_box(one, *line, has_sign) for line in enumerate(lines)] for one in places]
        # Of equal places the first one is kept.
        best = 0
        if label and is_free:
            costs = [
                _crossed(room, links, (x, y)) + 2 * _hidden(room, discs, taken, edges)
                for room in rooms
            ]
            best = costs.index(min(costs))
        found[name] = places[best]
        taken += rooms[best] if label else []
    return found


def _crossed(room: Sequence[Box], links: Iterable[Line], own: tuple[float, float]) -> int:
    """Return how many links run through the lines of a name.

    One of its `own` space counts three times, because it can hardly be bent around the name.
    """
    return sum(
        3 if own in link else 1 for link in links if any(_crosses(link, box) for box in room)
    )


def _hidden(
    room: Iterable[Box],
    discs: Iterable[tuple[float, float]],
    taken: Sequence[Box],
    edges: tuple[float, float],
) -> int:
    """Return how many discs and names lie under a name; one that an edge cuts counts as many."""
    count = 0
    for box in room:
        left, top, right, bottom = box
        count += sum(left - 23 < x < right + 23 and top - 23 < y < bottom + 23 for x, y in discs)
        count += sum(_overlap(box, other) for other in taken)
        count += 99 if left < edges[0] or right > edges[1] else 0
    return count


def lines_of(board: Graph) -> list[tuple[str, str]]:
    """Return the links that are drawn: all but those between two spaces with shapes."""
    shaped = plan_of(board).outlines
    links = dict.fromkeys((*board.links, *board.one_way))
    return [(one, other) for one, other in links if not (one in shaped and other in shaped)]


_BENDS = (0.0, 0.12, -0.12, 0.24, -0.24, 0.36, -0.36)
"""How far a line is bent to go around names, in its length; straight if nothing is gained."""


def bend_of(panel: BoardPanel, one: str, other: str) -> tuple[float, float] | None:
    """Return the control point of a link that goes around names; None for a straight one."""
    plan = plan_of(panel.board)
    art = panel.art
    if not isinstance(panel.board, Graph) or (art and (art.printed or art.faint_lines)):
        return None
    (x, y), (u, v) = plan.at[one], plan.at[other]
    boxes = [box for _, box in _label_boxes(panel)]
    discs = [at for name, at in plan.at.items() if name not in (one, other)]

    def control(bend: float) -> tuple[float, float]:
        return (x + u) / 2 + 2 * bend * (v - y), (y + v) / 2 - 2 * bend * (u - x)

    def cost(bend: float) -> float:
        points = curve((x, y), control(bend), (u, v))
        legs = list(pairwise(points))
        met = sum(any(_crosses(leg, box) for leg in legs) for box in boxes)
        met += sum(any(hypot(a - c, b - d) < 25 for a, b in points) for c, d in discs)
        return met

    best = min(_BENDS, key=cost) if cost(0.0) else 0.0
    return control(best) if best else None


def curve(
    start: tuple[float, float], control: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return points along a quadratic curve."""
    steps = [at / 24 for at in range(25)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
        )
        for t in steps
    ]


def _label_boxes(panel: BoardPanel) -> list[tuple[str, Box]]:
    """Return the room of each line of the names alone, without states."""
    spots = {spot.id: spot for spot in panel.spots}
    found = []
    for name, place in places_of(panel).items():
        spot = spots.get(name)
        label = spot.label if spot else name
        has_sign = bool(spot and spot.symbol)
        if label:
            lines = wrapped(label)
            found += [(name, _box(place, at, line, has_sign)) for at, line in ordered(place, lines)]
    return found


def ordered(place: NamePlace, lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return the lines of a name, each with how many lines away from its place it stands."""
    return list(enumerate(lines if place.is_down else lines[::-1]))


def _box(place: NamePlace, at: int, line: str, has_sign: bool) -> Box:
    """Return the room of a line that is drawn large."""
    wide = MAX_GROWTH * min(drawn_width(line, 13), LINE)
    left = place.x - wide * {"start": 0, "middle": 0.5, "end": 1}[place.anchor]
    low = place.y + 1 + (at if place.is_down else -at) * 1.2 * _HIGH
    sign = MAX_GROWTH * BESIDE if has_sign and at == 0 else 0.0
    return left - sign, low - _HIGH, left + wide, low


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _crosses(line: Line, box: Box) -> bool:
    """Return whether a straight line runs through a box."""
    (x, y), (u, v) = line
    low, high = 0.0, 1.0
    for start, by, least, most in ((x, u - x, box[0], box[2]), (y, v - y, box[1], box[3])):
        if by:
            near, far = sorted(((least - start) / by, (most - start) / by))
            low, high = max(low, near), min(high, far)
        elif not least < start < most:
            return False
    return low < high


def place_of(
    lines: tuple[str, ...], x: float, edges: tuple[float, float], *, has_sign: bool
) -> tuple[float, str]:
    """Return where the name of a space is anchored, and by which end, so that no edge cuts it."""
    half = 1.05 * MAX_GROWTH * _wide(lines) / 2
    sign = MAX_GROWTH * BESIDE if has_sign else 0.0
    if x + half > edges[1]:
        return edges[1] - 2, "end"
    if x - half - sign < edges[0]:
        return edges[0] + sign + 2, "start"
    return x, "middle"


def names_of(panel: BoardPanel) -> tuple[tuple[str, Box], ...]:
    """Return the room of names and states that are drawn large, for each space without a shape."""
    spots = {spot.id: spot for spot in panel.spots}
    found: list[tuple[str, Box]] = []
    for name, place in places_of(panel).items():
        spot = spots.get(name) or Spot(id=name, words="", label=name)
        lines = [line for _, line in ordered(place, wrapped(line_of(spot)))]
        lines.append(spot.state if is_long(spot.state) else "")
        for at, line in enumerate(lines):
            if line:
                found.append((name, _box(place, at, line, bool(spot.symbol))))
    return tuple(found)
