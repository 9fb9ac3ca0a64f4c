"""The base of all boards: neighbours, distance, line, range, reach, sight, regions."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from ..errors import TabletopError
from .movement import MovementCosts, Reach, Route, Zone
from .sight import Sight, look

S = TypeVar("S", bound=Hashable)

Point: TypeAlias = tuple[float, float]
"""A place on the drawn board: across and down; adjacent spaces of a grid lie 1 apart."""

_MAX_KNOWN_DISTANCES = 4_000_000
"""The number of distances cached at once; enough for all those of a board of 2,000 spaces."""


class BoardError(TabletopError, ValueError):
    """A space, side or direction that the board does not have."""


def _one(_: Any, __: Any) -> int:
    return 1


def _never(_: Any, __: Any = None) -> bool:
    return False


def _zero(_: Any, __: Any = None) -> int:
    return 0


class Board(Generic[S]):
    """Base of all boards; a board is a frozen value that knows its spaces and which of them adjoin.

    Spaces are numbered once, in the order of `spaces`; the questions below work on these numbers.
    """

    if TYPE_CHECKING:

        @property
        def spaces(self) -> tuple[S, ...]:
            """All spaces, in the order of the board."""

    # ------------------------------------------------------------ what each kind of board defines

    def around(self, space: S) -> dict[str, S]:
        """Return the adjacent spaces by the side on which they lie: `{"N": "0406", ...}`.

        On a free board the side is named by the space beyond it.

        Raises:
            BoardError: no such space.
        """
        raise NotImplementedError

    def name(self, space: S) -> str:
        """Return the printed name of a space."""
        raise NotImplementedError

    def space(self, name: str) -> S:
        """Return the space of this name.

        Raises:
            BoardError: no such space on this board.
        """
        raise NotImplementedError

    def centre(self, space: S) -> Point:
        """Return where the middle of a space lies on the drawn board.

        Raises:
            BoardError: no such space, or it has no position.
        """
        raise NotImplementedError

    def outline(self, space: S) -> tuple[Point, ...]:
        """Return the corners of a space on the drawn board; none where it has no shape."""
        raise NotImplementedError

    def _course(self, a: S, b: S) -> list[tuple[S, ...]]:
        """Return the spaces under a straight line, step by step.

        A step has two spaces where the line runs along the side between them.
        """
        raise NotImplementedError

    def _extent(self) -> str:
        """Return words for an error that say which spaces there are."""
        raise NotImplementedError

    _word = "space"

    # ------------------------------------------------------------ spaces

    def __contains__(self, space: object) -> bool:
        return space in self._index

    def __iter__(self) -> Iterator[S]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    @cached_property
    def _index(self) -> dict[S, int]:
        return {space: number for number, space in enumerate(self.spaces)}

    @cached_property
    def named(self) -> dict[str, S]:
        """The spaces by their printed names."""
        return {self.name(space): space for space in self.spaces}

    @cached_property
    def name_with_blanks(self) -> str:
        """The first of these names with a blank in it, which a view rejects; empty if none."""
        return next((name for name in self.named if " " in name), "")

    @cached_property
    def _beside(self) -> dict[S, tuple[S, ...]]:
        return {space: tuple(self.around(space).values()) for space in self.spaces}

    @cached_property
    def _adjacent(self) -> list[tuple[int, ...]]:
        """The numbers of the spaces that may be entered from each."""
        index = self._index
        return [tuple([index[there] for there in near]) for near in self._beside.values()]

    @cached_property
    def _entered_from(self) -> list[tuple[int, ...]]:
        """The numbers of the spaces from which each may be entered."""
        return self._adjacent

    def _number(self, space: S) -> int:
        try:
            return self._index[space]
        except (KeyError, TypeError):
            raise self._unknown(space) from None

    def _unknown(self, space: object) -> BoardError:
        return BoardError(f"there is no {self._word} {space!r} on this board; {self._extent()}")

    def _numbers(self, spaces: Iterable[S]) -> list[int]:
        """Return the numbers of spaces; those off the board, where nothing can be, left out."""
        index = self._index
        return [index[space] for space in spaces if space in index]

    # ------------------------------------------------------------ near and far

    def neighbours(self, space: S) -> tuple[S, ...]:
        """Return the spaces adjacent to one.

        Raises:
            BoardError: no such space.
        """
        try:
            return self._beside[space]
        except (KeyError, TypeError):
            raise self._unknown(space) from None

    def distance(self, a: S, b: S) -> int:
        """Return how many steps lead from one space to another.

        Raises:
            BoardError: no such space, or no way; where there may be none, ask `distances`.
        """
        away = self._steps_from(self._number(a))[self._number(b)]
        if away < 0:
            raise BoardError(
                f"no way leads from {self.name(a)} to {self.name(b)}; ask `distances` what does"
            )
        return away

    @cached_property
    def _known_steps(self) -> dict[int, list[int]]:
        return {}

    def _steps_from(self, start: int) -> list[int]:
        """Return the steps to every space by number, -1 where there is no way."""
        known = self._known_steps
        # Read the cache once: another thread may clear it between two reads.
        steps = known.get(start)
        if steps is None:
            if len(known) * len(self) > _MAX_KNOWN_DISTANCES:
                known.clear()
            steps = known[start] = _steps(self._adjacent, start)
        return steps

    def distances(self, start: S, passable: Callable[[S], bool] | None = None) -> dict[S, int]:
        """Return the number of steps from `start` to each space that can be reached.

        `passable(space)` tells whether a space may be entered.

        Raises:
            BoardError: no such space.
        """
        spaces, adjacent = self.spaces, self._adjacent
        first = self._number(start)
        found = {first: 0}
        queue = deque([first])
        while queue:
            here = queue.popleft()
            for there in adjacent[here]:
                if there not in found and (passable is None or passable(spaces[there])):
                    found[there] = found[here] + 1
                    queue.append(there)
        return {spaces[number]: away for number, away in found.items()}

    def path(self, start: S, goal: S, passable: Callable[[S], bool] | None = None) -> list[S]:
        """Return a shortest way, both ends included; it is empty if there is none.

        The goal need not be passable.

        Raises:
            BoardError: no such space.
        """
        first, last, spaces = self._number(start), self._number(goal), self.spaces

        def may_pass(number: int) -> bool:
            return number == first or passable is None or passable(spaces[number])

        away = _steps(self._entered_from, last, may_pass)
        if away[first] < 0:
            return []
        way = [first]
        while way[-1] != last:
            further = [there for there in self._adjacent[way[-1]] if away[there] >= 0]
            way.append(min(further, key=away.__getitem__))
        return [spaces[number] for number in way]

    def within(self, space: S, steps: int) -> tuple[S, ...]:
        """Return the spaces at most this many steps away, this one included, the nearest first.

        Raises:
            BoardError: no such space.
        """
        return tuple([self.spaces[number] for number in self._range(self._number(space), steps)])

    def ring(self, space: S, steps: int) -> tuple[S, ...]:
        """Return the spaces exactly this many steps away.

        Raises:
            BoardError: no such space.
        """
        found = self._range(self._number(space), steps)
        return tuple([self.spaces[number] for number, away in found.items() if away == steps])

    def _range(self, start: int, steps: int) -> dict[int, int]:
        """Return the spaces in range by number, with their distance."""
        if steps < 0:
            return {}
        adjacent = self._adjacent
        found = {start: 0}
        edge = [start]
        for away in range(1, steps + 1):
            edge = list(
                dict.fromkeys(
                    there for here in edge for there in adjacent[here] if there not in found
                )
            )
            if not edge:
                break
            found.update(dict.fromkeys(edge, away))
        return found

    # ------------------------------------------------------------ lines and sight

    def line(self, a: S, b: S) -> tuple[S, ...]:
        """Return the spaces under a straight line, both ends included; the same both ways.

        Where the line runs along a side, the space on one side of it stands for both.
        On a free board it is a shortest way, the one nearest to the straight line where spaces
        have positions; none where no links lead there.

        Raises:
            BoardError: no such space.
        """
        return tuple([step[0] for step in self._line(a, b) if step])

    def _line(self, a: S, b: S) -> list[tuple[S, ...]]:
        """Return the course with the spaces on the board; a step over a gap is empty."""
        turned = self._number(a) > self._number(b)
        course = self._course(b, a) if turned else self._course(a, b)
        steps = [tuple([space for space in step if space in self]) for step in course]
        return steps[::-1] if turned else steps

    def sight(
        self,
        a: S,
        b: S,
        *,
        ground: Callable[[S], int] = _zero,
        cover: Callable[[S], int] = _zero,
        wall: Callable[[S, S], int] = _zero,
        eyes: tuple[int, int] = (0, 0),
    ) -> Sight[S]:
        """Return whether one space can be seen from the other, and what blocks the view.

        Args:
            ground: how high a space lies.
            cover: how high what stands there rises above its ground (woods, houses).
            wall: how high what stands on a side rises above the higher ground beside it.
            eyes: the height of the eyes above the ground at both ends.

        A space between the two blocks if it rises above the straight line between the eyes; one
        that just touches the line does not. Sides of the first and the last space never block.
        Where the line runs along a side, both spaces beside it must block.

        Raises:
            BoardError: no such space.
        """
        return look(self._line(a, b), ground, cover, wall, eyes, self._side)

    # ------------------------------------------------------------ moving

    def movement_costs(
        self,
        cost: Callable[[S, S], int | None] = _one,
        stop: Callable[[S, S], bool] = _never,
    ) -> MovementCosts[S]:
        """Return what moving costs on this board, worked out once for every step.

        Args:
            cost: points for a step from one space to an adjacent one; None where it is forbidden.
            stop: whether a mover must stop after that step.

        Raises:
            BoardError: a cost is negative.
        """
        spaces = self.spaces
        edges: list[list[tuple[int, int]]] = []
        halting: dict[int, list[tuple[int, int]]] = {}
        for number, near in enumerate(self._adjacent):
            here, free = spaces[number], []
            for beside in near:
                there = spaces[beside]
                points = cost(here, there)
                if points is None:
                    continue
                if points < 0:
                    raise BoardError(
                        f"moving from {self.name(here)} to {self.name(there)} costs {points} "
                        "points; give 0 or more, or None where it is forbidden"
                    )
                if stop(here, there):
                    halting.setdefault(number, []).append((beside, points))
                else:
                    free.append((beside, points))
            edges.append(free)
        return MovementCosts(self, edges, halting)

    @cached_property
    def _plain_going(self) -> MovementCosts[S]:
        return self.movement_costs()

    def reach(
        self,
        start: S,
        points: int,
        *,
        going: MovementCosts[S] | None = None,
        closed: Iterable[S] = (),
        stop: Iterable[S] = (),
        full: Iterable[S] = (),
        zone: Zone[S] | None = None,
        at_least_one: bool = False,
    ) -> Reach[S]:
        """Return where a mover with this many points can go: see `MovementCosts.reach`.

        Without `going` every step costs 1 point.

        Raises:
            BoardError: no such space.
        """
        return (going or self._plain_going).reach(
            start, points, closed=closed, stop=stop, full=full, zone=zone, at_least_one=at_least_one
        )

    def cheapest(
        self,
        start: S,
        goal: S,
        *,
        going: MovementCosts[S] | None = None,
        closed: Iterable[S] = (),
        zone: Zone[S] | None = None,
    ) -> Route[S] | None:
        """Return the cheapest way, however many moves it takes: see `MovementCosts.cheapest`.

        Raises:
            BoardError: no such space.
        """
        return (going or self._plain_going).cheapest(start, goal, closed=closed, zone=zone)

    def controlled(
        self, by: Iterable[S], *, going: MovementCosts[S] | None = None, but: Iterable[S] = ()
    ) -> frozenset[S]:
        """Return the spaces adjacent to some others, which units there control.

        Args:
            by: where the units stand; their own spaces count only where another controls them.
            going: control does not reach where a mover could not step.
            but: spaces that are never controlled.
        """
        spaces = self.spaces
        found: set[int] = set()
        for here in self._numbers(by):
            found.update(self._adjacent[here] if going is None else going.steps_from(here))
        return frozenset([spaces[number] for number in found]).difference(but)

    # ------------------------------------------------------------ parts

    def regions(
        self, belongs: Callable[[S], bool], joined: Callable[[S, S], bool] | None = None
    ) -> tuple[tuple[S, ...], ...]:
        """Return the connected parts of the spaces of which `belongs` is true.

        `joined(here, there)` tells whether two adjacent spaces hang together.
        """
        spaces, adjacent = self.spaces, self._adjacent
        left = {number: None for number, space in enumerate(spaces) if belongs(space)}
        parts = []
        while left:
            part = {next(iter(left))}
            edge = list(part)
            while edge:
                here = edge.pop()
                for there in (*adjacent[here], *self._entered_from[here]):
                    fits = there in left and there not in part
                    if fits and (joined is None or joined(spaces[here], spaces[there])):
                        part.add(there)
                        edge.append(there)
            for number in part:
                del left[number]
            parts.append(tuple([spaces[number] for number in sorted(part)]))
        return tuple(parts)

    # ------------------------------------------------------------ sides

    @cached_property
    def sides(self) -> tuple[tuple[S, S], ...]:
        """All sides between two spaces, each once, as the two in the order of the board."""
        pairs = {
            (min(here, there), max(here, there))
            for here, near in enumerate(self._adjacent)
            for there in near
        }
        return tuple([(self.spaces[here], self.spaces[there]) for here, there in sorted(pairs)])

    def side(self, a: S, b: S) -> tuple[S, S]:
        """Return the side between two adjacent spaces: the two in the order of the board.

        Raises:
            BoardError: no such space, or they do not adjoin.
        """
        here, there = self._number(a), self._number(b)
        if there not in self._adjacent[here] and here not in self._adjacent[there]:
            near = ", ".join(self.name(space) for space in self.neighbours(a)) or "nothing"
            raise BoardError(
                f"{self.name(a)} and {self.name(b)} do not adjoin; beside {self.name(a)} lie {near}"
            )
        return self._side(a, b)

    def _side(self, a: S, b: S) -> tuple[S, S]:
        return (a, b) if self._index[a] < self._index[b] else (b, a)

    def side_name(self, a: S, b: S) -> str:
        """Return the name of the side between two adjacent spaces: `0407/0408`.

        Raises:
            BoardError: no such space, or they do not adjoin.
        """
        return "/".join(self.name(space) for space in self.side(a, b))

    def side_named(self, name: str) -> tuple[S, S]:
        """Return a side by the names of both spaces, or of one and a direction.

        >>> from tabletop_core.boards import HexGrid
        >>> HexGrid(14, 10).side_named("0408/0407"), HexGrid(14, 10).side_named("0407 S")
        (('0407', '0408'), ('0407', '0408'))

        Raises:
            BoardError: there is no such side.
        """
        first, slash, second = name.partition("/")
        if slash:
            return self.side(self.space(first.strip()), self.space(second.strip()))
        first, _, direction = name.strip().rpartition(" ")
        if not first:
            raise BoardError(
                f"{name!r} is not a side; write two adjacent spaces with a slash between them, or "
                "a space, a blank and a direction"
            )
        here = self.space(first.strip())
        around = self.around(here)
        if direction not in around:
            raise BoardError(
                f"{first.strip()} has no side {direction!r} with a space beyond it; "
                f"it has {', '.join(around) or 'none'}"
            )
        return self.side(here, around[direction])


def _steps(
    adjacent: Sequence[Sequence[int]], start: int, may_pass: Callable[[int], bool] | None = None
) -> list[int]:
    """Return the steps from a space to every other, -1 where there is no way."""
    away = [-1] * len(adjacent)
    away[start] = 0
    edge = [start]
    steps = 0
    while edge:
        steps += 1
        beyond = []
        for here in edge:
            for there in adjacent[here]:
                if away[there] < 0 and (may_pass is None or may_pass(there)):
                    away[there] = steps
                    beyond.append(there)
        edge = beyond
    return away
