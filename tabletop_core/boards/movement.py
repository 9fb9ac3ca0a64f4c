"""Movement with points: reachable spaces, the cheapest way, zones of control."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Generic, Protocol, TypeVar

import attrs

S = TypeVar("S", bound=Hashable)

_UNSEEN = -1
_SHUT = 1 << 62
_PLENTY = 1 << 60
"""More points than any way can cost."""


class Numbered(Protocol[S]):
    """The part of a board that movement needs: its spaces and their numbers."""

    @property
    def spaces(self) -> tuple[S, ...]: ...
    @property
    def _index(self) -> Mapping[S, int]: ...
    def _number(self, space: S) -> int: ...
    def _numbers(self, spaces: Iterable[S]) -> list[int]: ...


@attrs.frozen(init=False)
class Zone(Generic[S]):
    """Spaces under the control of others, and how that affects a mover.

    `stop`: a mover must stop on entering; `enter`, `leave`: additional points;
    `through`: whether a mover may go directly from one controlled space to another.
    A mover that starts in a controlled space may leave it.
    """

    spaces: frozenset[S]
    stop: bool
    enter: int
    leave: int
    through: bool

    def __init__(
        self,
        spaces: Iterable[S],
        *,
        stop: bool = True,
        enter: int = 0,
        leave: int = 0,
        through: bool = True,
    ) -> None:
        self.__attrs_init__(frozenset(spaces), stop, enter, leave, through)


@attrs.frozen
class Route(Generic[S]):
    """A way over a board, both ends included, and the points it costs."""

    spaces: tuple[S, ...]
    cost: int


class Reach(Mapping[S, int]):
    """Where a mover can end, by the points it has left there; the dearest spaces come last.

    The space it starts from is among them, with all its points.
    """

    __slots__ = ("_came", "_ended", "_left", "_number", "_spaces", "passed", "start")

    def __init__(
        self,
        spaces: tuple[S, ...],
        number: Mapping[S, int],
        start: S,
        left: dict[S, int],
        passed: frozenset[S],
        came: list[int],
        ended: dict[int, int],
    ) -> None:
        self.start = start
        self.passed = passed
        """Spaces that it can pass but not end in, since they are full."""
        self._spaces, self._number, self._left = spaces, number, left
        self._came, self._ended = came, ended

    def __getitem__(self, space: S) -> int:
        return self._left[space]

    def __iter__(self) -> Iterator[S]:
        return iter(self._left)

    def __len__(self) -> int:
        return len(self._left)

    def __contains__(self, space: object) -> bool:
        return space in self._left

    def __repr__(self) -> str:
        return f"Reach({self._left!r})"

    def way(self, space: S) -> tuple[S, ...]:
        """Return the cheapest way to a space within reach, both ends included.

        Raises:
            KeyError: the space is not within reach.
        """
        if space not in self._left and space not in self.passed:
            raise KeyError(space)
        here = self._number[space]
        way = [space]
        came = self._ended.get(here, self._came[here])
        while came >= 0:
            way.append(self._spaces[came])
            came = self._came[came]
        return tuple(way[::-1])


class MovementCosts(Generic[S]):
    """What each step over a board costs one kind of mover; made by `Board.movement_costs`.

    >>> from tabletop_core.boards import HexGrid
    >>> hexes = HexGrid(14, 10)
    >>> going = hexes.movement_costs(lambda here, there: 3 if there == "0302" else 1)
    >>> reach = going.reach("0102", 4)
    >>> reach["0302"], reach.way("0502")
    (0, ('0102', '0201', '0301', '0401', '0502'))
    """

    __slots__ = ("_edges", "_halting", "board")

    def __init__(
        self,
        board: Numbered[S],
        edges: list[list[tuple[int, int]]],
        halting: dict[int, list[tuple[int, int]]],
    ) -> None:
        self.board = board
        self._edges = edges
        self._halting = halting

    def steps_from(self, number: int) -> Iterator[int]:
        """Yield the numbers of the spaces to which a step leads from one."""
        yield from (there for there, _ in self._edges[number])
        yield from (there for there, _ in self._halting.get(number, ()))

    def cost(self, here: S, there: S) -> int | None:
        """Return what one step costs; None where it is forbidden.

        Raises:
            BoardError: no such space.
        """
        first, last = self.board._number(here), self.board._number(there)
        steps = (*self._edges[first], *self._halting.get(first, ()))
        return next((points for beside, points in steps if beside == last), None)

    def reach(
        self,
        start: S,
        points: int,
        *,
        closed: Iterable[S] = (),
        stop: Iterable[S] = (),
        full: Iterable[S] = (),
        zone: Zone[S] | None = None,
        at_least_one: bool = False,
    ) -> Reach[S]:
        """Return where a mover with this many points can go, what it has left there, and the ways.

        Args:
            closed: spaces that it may not enter, such as those of the enemy.
            stop: spaces in which it must stop.
            full: spaces that it may pass but not end in, such as full stacks of its own side.
            zone: spaces that others control.
            at_least_one: one step is always possible, whatever it costs, unless it is forbidden.

        Raises:
            BoardError: no such space.
        """
        board = self.board
        first, index, spaces = board._number(start), board._index, board.spaces
        halts = set(board._numbers(stop))
        if zone is not None and zone.stop:
            halts.update(board._numbers(zone.spaces))
        left, came, found, ends = self._spread(first, points, closed, halts, zone, at_least_one)
        for there, (rest, _) in ends.items():
            if left[there] < 0:
                found.append(there)
            left[there] = rest
        if ends:
            found.sort(key=left.__getitem__, reverse=True)
        within = {spaces[here]: left[here] for here in found}
        passed = frozenset(space for space in full if space in within and space != start)
        for space in passed:
            del within[space]
        origins = {there: origin for there, (_, origin) in ends.items()}
        return Reach(spaces, index, start, within, passed, came, origins)

    def cheapest(
        self,
        start: S,
        goal: S,
        *,
        closed: Iterable[S] = (),
        zone: Zone[S] | None = None,
    ) -> Route[S] | None:
        """Return the cheapest way to a space, however many moves it takes; None if there is none.

        A space where the mover must stop ends a move, not the way.

        Raises:
            BoardError: no such space.
        """
        board = self.board
        first, last, spaces = board._number(start), board._number(goal), board.spaces
        edges = self._edges
        if self._halting:
            edges = [[*near, *self._halting.get(here, ())] for here, near in enumerate(edges)]
        plain = MovementCosts(board, edges, {})
        left, came, _, _ = plain._spread(first, _PLENTY, closed, set(), zone, False, last)
        if not 0 <= left[last] <= _PLENTY:
            return None
        way = [last]
        while way[-1] != first:
            way.append(came[way[-1]])
        return Route(tuple([spaces[here] for here in reversed(way)]), _PLENTY - left[last])

    def _spread(
        self,
        start: int,
        points: int,
        closed: Iterable[S],
        halts: set[int],
        zone: Zone[S] | None,
        at_least_one: bool,
        goal: int = -1,
    ) -> tuple[list[int], list[int], list[int], dict[int, tuple[int, int]]]:
        """Search outwards from a space, always from where most points are left.

        Return, by number of the space, the points left where the mover may go on (-1: not reached)
        and the space before; the spaces found; and for a space where a forced stop leaves more
        points than any way that goes on, these points and the space before.
        """
        edges, halting = self._edges, self._halting
        left, came = [_UNSEEN] * len(edges), [_UNSEEN] * len(edges)
        shut = set(self.board._numbers(closed))
        for number in shut:
            left[number] = _SHUT
        left[start] = points
        halts.discard(start)
        toll = _Toll(self.board, zone) if zone is not None else None
        if toll is not None and not toll.is_due:
            toll = None
        ends: dict[int, tuple[int, int]] = {}
        found: list[int] = []
        # One bucket for each number of points left, emptied from the greatest number down.
        buckets = {points: [start]}
        purses = [-points] if points >= 0 else []
        while purses:
            purse = -heappop(purses)
            for here in buckets[purse]:
                if left[here] != purse:
                    continue
                found.append(here)
                if here == goal:
                    return left, came, found, ends
                if here in halts:
                    continue
                for there, cost in edges[here] if toll is None else toll.on(here, edges[here]):
                    rest = purse - cost
                    if rest > left[there]:  # which is -1 at least
                        left[there] = rest
                        came[there] = here
                        try:
                            buckets[rest].append(there)
                        except KeyError:
                            buckets[rest] = [there]
                            heappush(purses, -rest)
                if halting and here in halting:
                    last = halting[here]
                    for there, cost in last if toll is None else toll.on(here, last):
                        rest = purse - cost
                        if rest >= 0 and there not in shut and rest > ends.get(there, (-1, 0))[0]:
                            ends[there] = (rest, here)
        if at_least_one and points >= 0:
            for steps in (edges[start], halting.get(start, [])):
                for there, _ in steps if toll is None else toll.on(start, steps):
                    if left[there] < 0 and there not in ends:
                        ends[there] = (0, start)
        for number in shut - {start}:
            left[number] = _UNSEEN
        better = {there: end for there, end in ends.items() if end[0] > left[there]}
        return left, came, found, better


class _Toll(Generic[S]):
    """What a zone adds to the steps from a space."""

    def __init__(self, board: Numbered[S], zone: Zone[S]) -> None:
        self.inside = set(board._numbers(zone.spaces))
        self.enter, self.leave, self.through = zone.enter, zone.leave, zone.through
        self.is_due = bool(zone.enter or zone.leave or not zone.through)

    def on(self, here: int, steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
        inside = self.inside
        held = here in inside
        leave = self.leave if held else 0
        return [
            (there, cost + leave + (self.enter if there in inside else 0))
            for there, cost in steps
            if self.through or not (held and there in inside)
        ]
