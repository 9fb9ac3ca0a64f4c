"""A layout for a free map in which no name lies on a name, a link, a border, a counter or an edge,
nor on the words of a drawing below it.

Each name has places around its space, each link bends by which it goes around names. The search
starts with the best of each and changes what lies on something, until nothing does
(Christensen, Marks and Shieber, 1995). A map that is too dense is drawn larger.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, product
from math import hypot, inf
from typing import Any, NamedTuple, TypeAlias

import attrs

from ..boards import Graph
from ..boards.board import Board, Point
from ..panels import BoardPanel, Spot
from .board_layout import Plan, plan_of
from .boxes import Box, Boxes, bounds_of, do_overlap
from .drawn_words import words_in
from .space_names import (
    BESIDE,
    GROWTHS,
    MAX_GROWTH,
    SIZE,
    NamePlace,
    breaks_of,
    is_long,
    width_of,
)

Line: TypeAlias = tuple[Point, Point]
"""From where to where a straight line runs."""

_GROWTHS = (MAX_GROWTH, GROWTHS[2])
"""How much larger names may be drawn; less would be too small on a phone."""
_ROOMIER = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5)
"""How much larger a map may be drawn for its names."""
_APART = 1.25
"""No larger than this is a map drawn for names that stand apart from their spaces."""
_BENDS = (0.0, 0.12, -0.12, 0.24, -0.24, 0.36, -0.36)
"""How far a line is bent to go around names, in its length; straight if nothing is gained."""
_WORSE, _NARROW, _BENT = 0.1, 0.5, 2.0
"""The cost of each place after the best, of a name in two lines, and of each bend."""
_DISC, _COUNTER = 24.0, (36.0, 15.0, 57.5)
"""The radius of a space; how far a counter reaches aside, above and below its middle."""
_BESIDE = 38.0
"""How far from the middle of its space a name beside it begins."""
_BAR = 5.0
"""Half the width of the bar across a link."""
_MET, _CROSSED = 100.0, 60.0
"""The cost of two things that overlap, and of a link that runs through a name."""
_FAR = 0.1
"""The cost of each pixel by which a state stands apart from its name."""
_FAULT = 20.0
"""The cost from which something must move: that of a name under the counter of another space."""
_POINTS = [*product(range(-152, 153, 8), repeat=2)]
"""Where else around its space a state may stand, in pixels."""
_MAX_TRIED = 8
"""With more faults than this a map is drawn larger at once."""


@attrs.frozen(eq=False)
class MapLayout:
    """Where everything on a board lies.

    Attributes:
        is_free: whether names of spaces without a shape stand where they have room; else above.
        growth: how much larger a page may draw them.
        names: where these stand.
        bends: the control points of links that go around them.
    """

    plan: Plan
    is_free: bool = False
    growth: float = MAX_GROWTH
    names: Mapping[str, NamePlace] = attrs.field(factory=dict)
    bends: Mapping[tuple[str, str], Point] = attrs.field(factory=dict)

    @property
    def grows(self) -> str:
        """The class of words that may not be drawn larger than `growth`; empty for any growth."""
        return f" grows{GROWTHS.index(self.growth)}" if self.growth in GROWTHS else ""

    def bend(self, one: str, other: str) -> Point | None:
        """Return the control point of a link; None for a straight one."""
        return self.bends.get((one, other)) or self.bends.get((other, one))


def layout_of(panel: BoardPanel) -> MapLayout:
    """Return how a board lies.

    Over a drawing with links of its own, or without any, all names stand above their spaces, and
    links stay straight.
    States and counters do not matter, so that no name moves during a game.

    Raises:
        PanelError: a space of a free board has no position.
    """
    if not isinstance(panel.board, Graph):
        return _plain(panel.board)
    art = panel.art
    names = tuple((spot.id, spot.label, bool(spot.symbol)) for spot in panel.spots)
    words = words_in(art)
    # A drawing that shows each space leaves nothing to be laid out anew.
    is_drawn = art is not None and (art.printed or art.faint_lines or not lines_of(panel.board))
    return _layout_of(
        panel.board,
        names,
        words,
        is_free=not is_drawn,
        has_borders=bool(panel.edges),
    )


@lru_cache(maxsize=64)
def _plain(board: Board[Any]) -> MapLayout:
    return MapLayout(plan_of(board))


@lru_cache(maxsize=1 << 7)
def _layout_of(
    board: Graph,
    names: tuple[tuple[str, str, bool], ...],
    words: tuple[Box, ...],
    *,
    is_free: bool,
    has_borders: bool,
) -> MapLayout:
    labels = {name: (name, False) for name in board.named}
    labels |= {name: (label, has_sign) for name, label, has_sign in names}
    best, least, unit = None, (inf, inf), 0.0
    for larger in _ROOMIER if is_free else _ROOMIER[:1]:
        plan = plan_of(board, larger)
        if plan.unit == unit:
            continue
        unit = plan.unit
        for growth in _GROWTHS if is_free else _GROWTHS[:1]:
            found = _NameSearch(
                board,
                plan,
                labels,
                growth,
                tuple(_scaled(word, unit) for word in words),
                is_free=is_free,
                has_borders=has_borders,
            )
            faults = found.solve(), found.apart()
            if best is None or faults <= least:
                best, least = found, faults
            if not faults[0] and (not faults[1] or larger > _APART):
                return best.layout()
    assert best is not None
    return best.layout()


def lines_of(board: Graph) -> list[tuple[str, str]]:
    """Return the links that are drawn: all but those between two spaces with shapes."""
    links = dict.fromkeys((*board.links, *board.one_way))
    return [link for link in links if not all(board.outline(space) for space in link)]


def curve(start: Point, control: Point, end: Point, steps: int = 24) -> list[Point]:
    """Return points along a quadratic curve."""
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
        )
        for t in (at / steps for at in range(steps + 1))
    ]


def bar_ends(plan: Plan, one: str, other: str, bend: Point | None) -> Line:
    """Return the ends of the bar across a link, where that bends, too."""
    (x, y), (u, v) = plan.at[one], plan.at[other]
    away = hypot(u - x, v - y) or 1.0
    across, down = (v - y) / away * plan.plate / 2, (x - u) / away * plan.plate / 2
    a, b = (x + u) / 2, (y + v) / 2
    if bend is not None:
        # A link that bends passes halfway between that point and its control point.
        a, b = (a + bend[0]) / 2, (b + bend[1]) / 2
    return (a - across, b - down), (a + across, b + down)


class _Candidate(NamedTuple):
    """A place for a name, or a bend of a link.

    Attributes:
        cost: what it costs on its own.
        bounds: the box around all of it.
        box: the room of the name, or of the bar across the link.
        legs: the parts of the link.
        place, bend: what is chosen; None for a straight link.
    """

    cost: float
    bounds: Box
    box: Box | None
    legs: tuple[Line, ...]
    place: NamePlace | None = None
    bend: Point | None = None


class _NameSearch:
    """The search for places of names and bends of links, in a map of one size."""

    def __init__(
        self,
        board: Graph,
        plan: Plan,
        labels: Mapping[str, tuple[str, bool]],
        growth: float,
        words: Iterable[Box],
        *,
        is_free: bool,
        has_borders: bool,
    ) -> None:
        self.plan, self.is_free, self.growth = plan, is_free, growth
        self.words = Boxes(words)
        self.discs, self.spaces = _discs(plan), list(plan.at)
        self.hiding = Boxes([*_counters(plan), *map(bounds_of, plan.outlines.values())])
        self.names = [name for name in board.named if name not in plan.outlines]
        self.links = lines_of(board) if is_free else []
        self.choices = [
            self._places(name, *labels[name]) if is_free else [self._above(name, *labels[name])]
            for name in self.names
        ]
        self.choices += [self._ways(link, has_bar=has_borders) for link in self.links]
        hulls = Boxes(_around(one.bounds for one in choices) for choices in self.choices)
        self.near = [
            [
                other
                for other in hulls.over(here)
                if other != at and min(at, other) < len(self.names)
            ]
            for at, here in enumerate(hulls.all)
        ]
        self._pairs: dict[tuple[int, int, int, int], float] = {}
        self.picked = [
            min(range(len(choices)), key=lambda one: choices[one].cost) for choices in self.choices
        ]

    def layout(self) -> MapLayout:
        """Return what was picked."""
        chosen = self._chosen()
        names = {
            name: one.place for name, one in zip(self.names, chosen, strict=False) if one.place
        }
        ways = zip(self.links, chosen[len(self.names) :], strict=True)
        bends = {link: one.bend for link, one in ways if one.bend}
        return MapLayout(self.plan, self.is_free, self.growth, names, bends)

    def _chosen(self) -> list[_Candidate]:
        return [choices[one] for choices, one in zip(self.choices, self.picked, strict=True)]

    def solve(self) -> int:
        """Pick a place for each name and a bend for each link; return how many faults are left."""
        self._settle()
        if 0 < self._faults() <= _MAX_TRIED:
            least = self._whole()
            while (found := self._repaired(least)) < least:
                least = found
        return self._faults()

    def apart(self) -> int:
        """Return how many names stand apart from their spaces, below the room for counters."""
        chosen = zip(self.names, self._chosen(), strict=False)
        low = _COUNTER[2]
        return sum(one.place.y > self.plan.at[name][1] + low for name, one in chosen if one.place)

    def _settle(self) -> None:
        """Let each take the best of its choices until nothing is gained.

        Another look gains only where a neighbour has changed its choice.
        """
        stale = set(range(len(self.choices)))
        for _, at in product(range(12), range(len(self.choices))):
            if at in stale:
                stale.remove(at)
                before = self.picked[at]
                self._improve(at)
                if self.picked[at] != before:
                    stale.update(self.near[at])

    def _improve(self, at: int) -> None:
        least = self._cost(at, self.picked[at])
        for one, choice in enumerate(self.choices[at]):
            if choice.cost < least and (cost := self._cost(at, one, least)) < least:
                self.picked[at], least = one, cost

    def _repaired(self, least: float) -> float:
        """Give each that lies on something another choice, and let its neighbours move."""
        for at, choices in enumerate(self.choices):
            if self._cost(at, self.picked[at]) < _FAULT:
                continue
            for one, choice in enumerate(choices):
                if choice.cost >= _CROSSED:
                    continue
                before = list(self.picked)
                self.picked[at] = one
                for other in [*self.near[at], *self.near[at]]:
                    if self._pair(at, one, other, self.picked[other]):
                        self._improve(other)
                if (now := self._whole()) < least:
                    least = now
                else:
                    self.picked = before
        return least

    def _cost(self, at: int, one: int, most: float = inf) -> float:
        """Return what a choice costs, beside those of the others; only a part from `most` on."""
        own, there, bounds = self.choices[at][one].cost, 0.0, self.choices[at][one].bounds
        for other in self.near[at]:
            picked = self.picked[other]
            if do_overlap(bounds, self.choices[other][picked].bounds):
                there += self._pair(at, one, other, picked)
                if own + there >= most:
                    break
        return own + there

    def _whole(self) -> float:
        return sum(one.cost for one in self._chosen()) + sum(self._met())

    def _met(self) -> Iterator[float]:
        for at, one in enumerate(self.picked):
            for other in self.near[at]:
                if at < other:
                    yield self._pair(at, one, other, self.picked[other])

    def _faults(self) -> int:
        hidden = sum(one.cost >= _FAULT for one in self._chosen()[: len(self.names)])
        return hidden + sum(cost > 0 for cost in self._met())

    def _pair(self, at: int, one: int, other: int, picked: int) -> float:
        """Return the cost of two choices, the one of a name, the other of a name or a link."""
        if at > other:
            at, one, other, picked = other, picked, at, one
        key = (at, one, other, picked)
        if (known := self._pairs.get(key)) is None:
            name, it = self.choices[at][one], self.choices[other][picked]
            known = 0.0
            if name.box and do_overlap(name.box, it.bounds):
                known += _MET * bool(it.box and do_overlap(name.box, it.box))
                known += _CROSSED * any(_crosses(leg, name.box) for leg in it.legs)
            self._pairs[key] = known
        return known

    def _places(self, name: str, label: str, has_sign: bool) -> list[_Candidate]:
        """Return where a name may stand; the best comes first."""
        if not label:
            return [self._above(name, label, has_sign)]
        sign = BESIDE if has_sign else 0.0
        found = [
            self._choice(place._replace(lines=lines), has_sign, _WORSE * worse + _NARROW * narrow)
            for narrow, lines in enumerate(breaks_of(label))
            for worse, place in enumerate(
                _around_space(self.plan, name, width_of(_kept(lines)), self.growth, sign)
            )
        ]
        inside = [choice for choice in found if _is_inside(choice.bounds, self.plan)]
        return inside or [self._above(name, label, has_sign)]

    def _above(self, name: str, label: str, has_sign: bool) -> _Candidate:
        """Return the place above a space, moved aside where an edge would cut the name."""
        plan, (x, y) = self.plan, self.plan.at[name]
        lines = breaks_of(label)[0]
        half = 1.05 * self.growth * width_of(lines) / 2
        sign = self.growth * BESIDE if has_sign else 0.0
        place = NamePlace(x, y - 29, "middle", lines=lines)
        if x + half > plan.left + plan.width:
            place = place._replace(x=plan.left + plan.width - 2, anchor="end")
        elif x - half - sign < plan.left:
            place = place._replace(x=plan.left + sign + 2, anchor="start")
        return self._choice(place, has_sign, 0.0)

    def _choice(self, place: NamePlace, has_sign: bool, cost: float) -> _Candidate:
        left, top, right, bottom = place.box(
            width_of(_kept(place.lines)), self.growth, 0, len(place.lines) - 1
        )
        box = (left - (self.growth * BESIDE if has_sign else 0.0), top, right, bottom)
        if not place.lines[0]:
            return _Candidate(0.0, box, None, (), place)
        cost += _MET * (len(self.discs.over(box)) + len(self.words.over(box)))
        cost += _FAULT * len(self.hiding.over(box))
        return _Candidate(cost, box, box, (), place)

    def _ways(self, link: tuple[str, str], *, has_bar: bool) -> list[_Candidate]:
        """Return how a link may bend; the straightest comes first."""
        (x, y), (u, v) = start, end = self.plan.at[link[0]], self.plan.at[link[1]]
        discs, spaces = self.discs.all, self.spaces
        found = []
        for worse, bend in enumerate(_BENDS):
            control = ((x + u) / 2 + 2 * bend * (v - y), (y + v) / 2 - 2 * bend * (u - x))
            points = curve(start, control, end, 8) if bend else [start, end]
            bounds, bar = bounds_of(points), None
            legs = tuple(pairwise(points))
            near = [discs[at] for at in self.discs.over(bounds) if spaces[at] not in link]
            met = sum(any(_crosses(leg, disc) for leg in legs) for disc in near)
            cost = _BENT * worse + _MET * met
            if has_bar:
                bar = _wider(bar_ends(self.plan, *link, control if bend else None), _BAR)
                bounds = _around((bounds, bar))
            found.append(_Candidate(cost, bounds, bar, legs, bend=control if bend else None))
        return found


def _around_space(
    plan: Plan, name: str, wide: float, growth: float, sign: float = 0.0
) -> Iterator[NamePlace]:
    """Yield the places for words at a space: above it, beside it, below its counters."""
    (x, y), aside = plan.at[name], growth * wide / 4
    middles = ((at, "middle") for at in (x, x + aside, x - aside))
    ends = (*middles, (x - 12, "start"), (x + 12, "end"))
    yield from (NamePlace(left, y - 29, anchor) for left, anchor in ends)
    low = y + _COUNTER[2] + SIZE * growth
    for down in (8, -10, 26, 44):
        yield NamePlace(x + _BESIDE + growth * sign, y + down, "start", down > 0)
        yield NamePlace(x - _BESIDE, y + down, "end", down > 0)
    yield from (NamePlace(left, low, anchor, is_down=True) for left, anchor in ends)


def _discs(plan: Plan) -> Boxes:
    return Boxes(_wider([at], _DISC) for at in plan.at.values())


def _counters(plan: Plan) -> list[Box]:
    aside, above, below = _COUNTER
    return [(x - aside, y - above, x + aside, y + below) for x, y in plan.at.values()]


def _kept(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of a name with the room for a short state."""
    return (*lines[:-1], f"{lines[-1]} 000")


def _scaled(box: Box, unit: float) -> Box:
    left, top, right, bottom = box
    return left * unit, top * unit, right * unit, bottom * unit


def _wider(points: Iterable[Point], by: float) -> Box:
    left, top, right, bottom = bounds_of(points)
    return left - by, top - by, right + by, bottom + by


def _around(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _distance(one: Box, other: Box) -> float:
    """Return how far the middles of two boxes are apart."""
    (a, b, c, d), (e, f, g, h) = one, other
    return hypot(a + c - e - g, b + d - f - h) / 2


def _is_inside(box: Box, plan: Plan) -> bool:
    right, bottom = plan.left + plan.width, plan.top + plan.height
    return box[0] >= plan.left and box[1] >= plan.top and box[2] <= right and box[3] <= bottom


def _crosses(line: Line, box: Box) -> bool:
    """Return whether a straight line runs through a box."""
    (x, y), (u, v) = line
    if (x < box[0] and u < box[0]) or (x > box[2] and u > box[2]):
        return False
    if (y < box[1] and v < box[1]) or (y > box[3] and v > box[3]):
        return False
    low, high = 0.0, 1.0
    for start, by, least, most in ((x, u - x, box[0], box[2]), (y, v - y, box[1], box[3])):
        if by:
            near, far = (least - start) / by, (most - start) / by
            if near > far:
                near, far = far, near
            low, high = max(low, near), min(high, far)
        elif not least < start < most:
            return False
    return low < high


def names_of(panel: BoardPanel) -> tuple[tuple[str, Box], ...]:
    """Return the room of names and states that are drawn large, for each space without a shape."""
    layout, spots = layout_of(panel), {spot.id: spot for spot in panel.spots}
    found = list(_lines_of(layout, spots))
    for name, (place, at) in states_of(panel).items():
        found.append(
            (name, place.box(width_of((spots[name].state,)), layout.growth, at, at, is_tight=True))
        )
    return tuple(found)


def _lines_of(layout: MapLayout, spots: Mapping[str, Spot]) -> Iterator[tuple[str, Box]]:
    for name, place in layout.names.items():
        spot = spots.get(name)
        for at, line in place.lines_with(spot):
            left, top, right, bottom = place.box(
                width_of((line,)), layout.growth, at, at, is_tight=True
            )
            sign = layout.growth * BESIDE if spot and spot.symbol and at == 0 else 0.0
            yield name, (left - sign, top, right, bottom)


def states_of(panel: BoardPanel) -> Mapping[str, tuple[NamePlace, int]]:
    """Return where long states stand: a place, and how many lines away from it.

    That is the line after the name, or another place at the space where that one lies on something.
    """
    layout = layout_of(panel)
    spots = tuple(spot for spot in panel.spots if spot.id in layout.names)
    if not any(is_long(spot.state) for spot in spots):
        return {}
    return _states_of(layout, panel.board, spots, words_in(panel.art), bool(panel.edges))


@lru_cache(maxsize=1 << 7)
def _states_of(
    layout: MapLayout,
    board: Graph,
    spots: tuple[Spot, ...],
    words: tuple[Box, ...],
    has_borders: bool,
) -> Mapping[str, tuple[NamePlace, int]]:
    plan = layout.plan
    named = {spot.id: spot for spot in spots}
    # Further lines stand nearer to the first where names are drawn small.
    taken = {
        growth: Boxes(box for _, box in _lines_of(attrs.evolve(layout, growth=growth), named))
        for growth in (1.0, layout.growth)
    }
    fixed = Boxes([*_discs(plan).all, *(_scaled(word, plan.unit) for word in words)])
    legs: list[Line] = []
    for link in lines_of(board):
        start, end, bend = plan.at[link[0]], plan.at[link[1]], layout.bend(*link)
        legs += pairwise(curve(start, bend, end, 8) if bend else [start, end])
        if has_borders:
            fixed.add(_wider(bar_ends(plan, *link, bend), _BAR))
    counters, lines = Boxes(_counters(plan)), Boxes(map(bounds_of, legs))
    found = {}
    for spot in spots:
        if not is_long(spot.state):
            continue
        wide, own = width_of((spot.state,)), layout.names[spot.id]
        name = own.box(width_of(own.lines), layout.growth)

        def cost(place: tuple[NamePlace, int], wide: float = wide, name: Box = name) -> float:
            box: Box = place[0].box(wide, layout.growth, place[1], place[1])
            met = _MET * len(fixed.over(box))
            for growth, names in taken.items():
                met += _MET * len(names.over(place[0].box(wide, growth, place[1], place[1])))
            met += _CROSSED * sum(_crosses(legs[at], box) for at in lines.over(box))
            met += _FAULT * len(counters.over(box))
            met += _FAR * _distance(box, name)
            return met if _is_inside(box, plan) else met + 2 * _MET

        places = [(own, len(own.lines))]
        if layout.is_free:
            around = _around_space(plan, spot.id, wide, layout.growth)
            places += [(own, -1), *((place, at) for place in around for at in (0, 1, -1, 2, -2, 3))]
        best = min(places, key=cost)
        if layout.is_free and cost(best) >= _FAULT:
            x, y = plan.at[spot.id]
            points = (NamePlace(x + across, y + down, "middle") for across, down in _POINTS)
            best = min([best, *((point, 0) for point in points)], key=cost)
        found[spot.id] = place, at = best
        for growth, names in taken.items():
            names.add(place.box(wide, growth, at, at))
    return found
