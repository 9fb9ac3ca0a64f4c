"""Free boards: spaces wherever the map has them, joined by links."""

from collections.abc import Iterable, Mapping
from functools import cached_property

import attrs

from .board import Board, BoardError, Point, S, _steps


@attrs.frozen(slots=False, cache_hash=True)
class Graph(Board[str]):
    """Spaces joined by links, each link usable both ways.

    `one_way`: links that lead from the first space to the second only.
    `positions`, `shapes`: where the middle of a space and its corners lie on the drawn board,
    across and down, in any unit.

    >>> board = Graph(("home", "ford", "away"), (("home", "ford"), ("ford", "away")))
    >>> board.neighbours("ford"), board.distance("home", "away")
    (('home', 'away'), 2)
    """

    spaces: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    one_way: tuple[tuple[str, str], ...] = attrs.field(default=(), kw_only=True)
    positions: Mapping[str, Point] = attrs.field(factory=dict, kw_only=True, hash=False)
    shapes: Mapping[str, tuple[Point, ...]] = attrs.field(factory=dict, kw_only=True, hash=False)

    def __attrs_post_init__(self) -> None:
        known = set(self.spaces)
        if len(known) < len(self.spaces):
            twice = next(space for space in self.spaces if self.spaces.count(space) > 1)
            raise BoardError(f"the space {twice!r} is declared twice; rename one")
        for link in (*self.links, *self.one_way):
            for space in link:
                if space not in known:
                    raise BoardError(
                        f"the link {link[0]!r} - {link[1]!r} names the unknown space {space!r}; "
                        "add the space or correct the name"
                    )
            if link[0] == link[1]:
                raise BoardError(f"a link leads from {link[0]!r} to itself; take it out")
        for space in (*self.positions, *self.shapes):
            if space not in known:
                raise BoardError(
                    f"the unknown space {space!r} has a position or a shape; "
                    "add the space or correct the name"
                )

    @cached_property
    def _beside(self) -> dict[str, tuple[str, ...]]:
        around: dict[str, list[str]] = {space: [] for space in self.spaces}
        for a, b in self.links:
            around[a].append(b)
            around[b].append(a)
        for a, b in self.one_way:
            around[a].append(b)
        return {space: tuple(dict.fromkeys(there)) for space, there in around.items()}

    @cached_property
    def _entered_from(self) -> list[tuple[int, ...]]:
        if not self.one_way:
            return self._adjacent
        entered: list[list[int]] = [[] for _ in self.spaces]
        for here, near in enumerate(self._adjacent):
            for there in near:
                entered[there].append(here)
        return [tuple(near) for near in entered]

    def around(self, space: str) -> dict[str, str]:
        """Return the spaces linked to one, each by its own name.

        Raises:
            BoardError: no such space.
        """
        return {there: there for there in self.neighbours(space)}

    def name(self, space: str) -> str:
        """Return the name of a space: its id."""
        return space

    def space(self, name: str) -> str:
        """Return the space of this id.

        Raises:
            BoardError: no such space.
        """
        self._number(name)
        return name

    def _extent(self) -> str:
        return f"it has: {', '.join(self.spaces)}"

    def centre(self, space: str) -> Point:
        """Return the position of a space, or the middle of its corners.

        Raises:
            BoardError: no such space, or it has neither position nor shape.
        """
        self._number(space)
        corners = self.shapes.get(space, ())
        if space in self.positions:
            return self.positions[space]
        if not corners:
            raise BoardError(f"the space {space!r} has no position; give it one")
        across, down = zip(*corners, strict=True)
        return sum(across) / len(corners), sum(down) / len(corners)

    def outline(self, space: str) -> tuple[Point, ...]:
        """Return the corners of a space; none where it has no shape.

        Raises:
            BoardError: no such space.
        """
        self._number(space)
        return self.shapes.get(space, ())

    def _course(self, a: str, b: str) -> list[tuple[str, ...]]:
        """Walk a shortest way; of several the one nearest to the straight line.

        Sight is not movement: it goes both ways along a one-way link.
        """
        spaces = self.spaces
        near = [
            tuple(dict.fromkeys((*out, *back)))
            for out, back in zip(self._adjacent, self._entered_from, strict=True)
        ]
        first, last = self._number(a), self._number(b)
        to_go = _steps(near, last)
        if to_go[first] < 0:
            return []
        best: dict[int, tuple[float, tuple[int, ...]]] = {first: (0.0, (first,))}
        for left in range(to_go[first] - 1, -1, -1):
            further: dict[int, tuple[float, tuple[int, ...]]] = {}
            for off, way in best.values():
                for there in near[way[-1]]:
                    if to_go[there] == left:
                        found = (off + self._aside(a, b, spaces[there]), (*way, there))
                        further[there] = min(further.get(there, found), found)
            best = further
        return [(spaces[number],) for number in best[last][1]]

    def _aside(self, a: str, b: str, space: str) -> float:
        """Return how far a space lies from the straight line between two others."""
        placed = self.positions.keys() | self.shapes.keys()
        if not {a, b, space} <= placed:
            return 0.0
        (x, y), (to_x, to_y), (at_x, at_y) = self.centre(a), self.centre(b), self.centre(space)
        across, down = to_x - x, to_y - y
        return abs(across * (at_y - y) - down * (at_x - x))


def unreachable(board: Board[S]) -> Iterable[S]:
    """Return the spaces that cannot be reached from the first one (none on a sound map)."""
    if not board.spaces:
        return ()
    reached = board.distances(board.spaces[0])
    return [space for space in board.spaces if space not in reached]
