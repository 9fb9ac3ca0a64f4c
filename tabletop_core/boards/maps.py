"""Maps: a board with its terrain, features, heights and regions. Frozen data, not state."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

import attrs

from ..data import Entry
from ..errors import Problem
from .board import Board, BoardError
from .checks import ANY, faults_of
from .movement import MovementCosts, Reach, Route, Zone
from .sight import Sight

S = TypeVar("S", bound=Hashable)


@attrs.frozen(kw_only=True)
class Effects(Entry):
    """The effects of terrain and features on movers, by their kind, and on sight.

    `any` stands for the kinds that are not named.
    `cost`: points; for entering a terrain, in addition for a feature.
    `stop`: kinds that must stop there; `closed`: kinds that may not go there.
    `blocks`: how high it rises above the ground in the way of sight.
    """

    id: str
    title: str = ""
    cost: Mapping[str, int] = attrs.field(factory=dict, hash=False)
    stop: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    blocks: int = 0
    spaces: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Terrain(Effects):
    """What covers a space; each space has one. Entering costs 1 point by default."""


@attrs.frozen(kw_only=True)
class Feature(Effects):
    """What lies on a side or in a space besides its terrain: a river, a road, a bridge, a town.

    `sides`: names of sides; `through`: ways from space to space, which cross the sides between.
    `instead`: points that a step along it costs in place of the terrain, whatever that does.
    `cancels`: features on the same side or in the same space that then have no effect on movers.
    """

    instead: Mapping[str, int] = attrs.field(factory=dict, hash=False)
    cancels: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    through: tuple[tuple[str, ...], ...] = ()


@attrs.frozen(kw_only=True)
class MapSpace(Entry):
    """The entry of one space; on a free board each space has one.

    `short`: what is written there if the title is long.
    `height`: of its ground, in the levels of the game.
    `position`: of its middle, across and down; `shape`: its corners.
    On a map of the earth they are longitudes and latitudes: see `Earth`.
    `links`: the spaces it leads to; each of them lists this one.
    """

    id: str
    title: str = ""
    short: str = ""
    terrain: str = ""
    features: tuple[str, ...] = ()
    height: int = 0
    position: tuple[float, ...] = ()
    shape: tuple[tuple[float, float], ...] = ()
    links: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Region(Entry):
    """Spaces with a name in common."""

    id: str
    title: str = ""
    spaces: tuple[str, ...] = ()


@attrs.frozen(kw_only=True, slots=False, eq=False)
class BoardMap(Generic[S]):
    """A board and all that is printed on it.

    `ground`: the terrain of the spaces that have no other.
    `kinds`: kinds of movers that costs may name.

    >>> from tabletop_core.boards import HexGrid
    >>> wood = Terrain(id="wood", cost={"any": 2}, spaces=("0203",))
    >>> river = Feature(id="river", cost={"any": 1}, sides=("0202/0203",))
    >>> map = BoardMap(
    ...     board=HexGrid(4, 4), terrain=(Terrain(id="clear"), wood), feature=(river,),
    ...     ground="clear",
    ... )
    >>> map.terrain_of("0203").id, map.side_has("0203", "0202", "river")
    ('wood', True)
    >>> map.reach("0202", 3)["0203"]
    0

    Raises:
        BoardError: it names spaces, sides, terrain or features that are not there.
    """

    board: Board[S]
    terrain: tuple[Terrain, ...] = ()
    feature: tuple[Feature, ...] = ()
    space: tuple[MapSpace, ...] = ()
    region: tuple[Region, ...] = ()
    ground: str = ""
    kinds: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        found = [f"{problem.key}: {problem}" for problem in self.faults()]
        if found:
            raise BoardError("\n".join(found))

    def faults(self) -> Iterator[Problem]:
        """Yield the inconsistencies, each with its place: `terrain[2].spaces[0]`."""
        return faults_of(self)

    # ------------------------------------------------------------ terrain and features

    def terrain_of(self, space: S) -> Terrain:
        """Return the terrain of a space.

        Raises:
            BoardError: no such space, or the map has no terrain.
        """
        self.board._number(space)
        try:
            return self._terrain[space]
        except KeyError:
            raise BoardError("this map has no terrain; give it some") from None

    def features_of(self, space: S) -> tuple[Feature, ...]:
        """Return the features in a space, those on its sides left out."""
        self.board._number(space)
        return self._features.get(space, ())

    def features_between(self, a: S, b: S) -> tuple[Feature, ...]:
        """Return the features on the side between two adjacent spaces.

        Raises:
            BoardError: no such space, or they do not adjoin.
        """
        return self._on_sides.get(self.board.side(a, b), ())

    def has(self, space: S, feature: str) -> bool:
        """Return whether a feature lies in a space.

        Raises:
            BoardError: no such space or feature.
        """
        return self._declared(feature) in self.features_of(space)

    def side_has(self, a: S, b: S, feature: str) -> bool:
        """Return whether a feature lies on the side between two adjacent spaces.

        Raises:
            BoardError: no such space or feature, or the spaces do not adjoin.
        """
        return self._declared(feature) in self.features_between(a, b)

    def spaces_with(self, feature: str) -> tuple[S, ...]:
        """Return the spaces in which a feature lies, in the order of the board.

        Raises:
            BoardError: no such feature.
        """
        found = self._spaces_with.get(feature)
        if found is None:
            wanted, of = self._declared(feature), self._features
            found = tuple([space for space in self.board if wanted in of.get(space, ())])
            self._spaces_with[feature] = found
        return found

    def sides_with(self, feature: str) -> tuple[tuple[S, S], ...]:
        """Return the sides on which a feature lies, in the order of the board.

        Raises:
            BoardError: no such feature.
        """
        wanted = self._declared(feature)
        return tuple([side for side in self.board.sides if wanted in self._on_sides.get(side, ())])

    def title_of(self, space: S) -> str:
        """Return the title of a space, its printed name where it has none."""
        self.board._number(space)
        entry = self._entries.get(space)
        return (entry.title if entry else "") or self.board.name(space)

    def short_of(self, space: S) -> str:
        """Return what is written in a space: its short title, else its title."""
        entry = self._entries.get(space)
        return (entry.short if entry else "") or self.title_of(space)

    def height_of(self, space: S) -> int:
        """Return how high the ground of a space lies."""
        entry = self._entries.get(space)
        return entry.height if entry else 0

    def region_of(self, name: str) -> tuple[S, ...]:
        """Return the spaces of a region, as the map lists them.

        Raises:
            BoardError: no such region.
        """
        for region in self.region:
            if region.id == name:
                return tuple(map(self.board.space, region.spaces))
        known = ", ".join(region.id for region in self.region) or "none"
        raise BoardError(f"there is no region {name!r} on this map; it has {known}")

    def _declared(self, name: str) -> Feature:
        for feature in self.feature:
            if feature.id == name:
                return feature
        known = ", ".join(feature.id for feature in self.feature) or "none"
        raise BoardError(f"there is no feature {name!r} on this map; it has {known}")

    @cached_property
    def _entries(self) -> dict[S, MapSpace]:
        return {self.board.space(entry.id): entry for entry in self.space}

    @cached_property
    def _terrain(self) -> dict[S, Terrain]:
        known = {terrain.id: terrain for terrain in self.terrain}
        found = dict.fromkeys(self.board, known[self.ground]) if self.ground else {}
        for terrain in self.terrain:
            found.update(dict.fromkeys(map(self.board.space, terrain.spaces), terrain))
        found.update((at, known[e.terrain]) for at, e in self._entries.items() if e.terrain)
        return found

    @cached_property
    def _features(self) -> dict[S, tuple[Feature, ...]]:
        found: dict[S, list[Feature]] = {}
        for feature in self.feature:
            named = {self.board.space(name) for name in feature.spaces}
            named.update(at for at, entry in self._entries.items() if feature.id in entry.features)
            for space in named:
                found.setdefault(space, []).append(feature)
        return {space: tuple(features) for space, features in found.items()}

    @cached_property
    def _spaces_with(self) -> dict[str, tuple[S, ...]]:
        return {}

    @cached_property
    def _on_sides(self) -> dict[tuple[S, S], tuple[Feature, ...]]:
        board = self.board
        found: dict[tuple[S, S], list[Feature]] = {}
        for feature in self.feature:
            sides = {board.side_named(name) for name in feature.sides}
            for way in feature.through:
                spaces = [board.space(name) for name in way]
                sides.update(map(board.side, spaces, spaces[1:]))
            for side in sides:
                found.setdefault(side, []).append(feature)
        return {side: tuple(features) for side, features in found.items()}

    # ------------------------------------------------------------ moving

    @cached_property
    def _known_going(self) -> dict[str, MovementCosts[S]]:
        return {}

    def movement_costs(self, kind: str = ANY) -> MovementCosts[S]:
        """Return what moving costs a kind of mover here, worked out once.

        Raises:
            BoardError: the map knows no such kind.
        """
        if kind != ANY and kind not in self.kinds:
            known = ", ".join(self.kinds) or "none"
            raise BoardError(f"this map has no costs for movers of kind {kind!r}; it has {known}")
        if kind not in self._known_going:
            self._known_going[kind] = self.board.movement_costs(
                lambda here, there: self._cost(kind, here, there),
                lambda here, there: self._stops(kind, here, there),
            )
        return self._known_going[kind]

    def _met(self, here: S, there: S) -> list[Feature]:
        """Return the features that a step meets and that nothing cancels."""
        side = self.board._side(here, there)
        met = (*self._on_sides.get(side, ()), *self._features.get(there, ()))
        cancelled = {name for feature in met for name in feature.cancels}
        return [feature for feature in met if feature.id not in cancelled]

    def _cost(self, kind: str, here: S, there: S) -> int | None:
        features = self._met(here, there)
        if any(_holds(feature.closed, kind) for feature in features):
            return None
        besides = sum(_points(feature.cost, kind) or 0 for feature in features)
        instead = [_points(feature.instead, kind) for feature in features]
        along = [points for points in instead if points is not None]
        if along:
            return min(along) + besides
        terrain = self._terrain.get(there)
        if terrain is None:
            return 1 + besides
        if _holds(terrain.closed, kind):
            return None
        points = _points(terrain.cost, kind)
        return (1 if points is None else points) + besides

    def _stops(self, kind: str, here: S, there: S) -> bool:
        features = self._met(here, there)
        if any(_holds(feature.stop, kind) for feature in features):
            return True
        if any(_points(feature.instead, kind) is not None for feature in features):
            return False
        terrain = self._terrain.get(there)
        return terrain is not None and _holds(terrain.stop, kind)

    def reach(
        self,
        start: S,
        points: int,
        kind: str = ANY,
        *,
        closed: Iterable[S] = (),
        stop: Iterable[S] = (),
        full: Iterable[S] = (),
        zone: Zone[S] | None = None,
        at_least_one: bool = False,
    ) -> Reach[S]:
        """Return where a mover of a kind with this many points can go: see `MovementCosts.reach`.

        Raises:
            BoardError: no such space or kind.
        """
        return self.movement_costs(kind).reach(
            start, points, closed=closed, stop=stop, full=full, zone=zone, at_least_one=at_least_one
        )

    def cheapest(
        self,
        start: S,
        goal: S,
        kind: str = ANY,
        *,
        closed: Iterable[S] = (),
        zone: Zone[S] | None = None,
    ) -> Route[S] | None:
        """Return the cheapest way of a mover of a kind: see `MovementCosts.cheapest`.

        Raises:
            BoardError: no such space or kind.
        """
        return self.movement_costs(kind).cheapest(start, goal, closed=closed, zone=zone)

    # ------------------------------------------------------------ sight

    def sight(self, a: S, b: S, *, eyes: tuple[int, int] = (0, 0)) -> Sight[S]:
        """Return whether one space is seen from another over this ground: see `Board.sight`.

        Raises:
            BoardError: no such space.
        """
        return self.board.sight(
            a, b, ground=self.height_of, cover=self._cover, wall=self._wall, eyes=eyes
        )

    def _cover(self, space: S) -> int:
        terrain = self._terrain.get(space)
        tall = [feature.blocks for feature in self._features.get(space, ())]
        return max(0, terrain.blocks if terrain else 0, *tall)

    def _wall(self, a: S, b: S) -> int:
        return max([feature.blocks for feature in self._on_sides.get((a, b), ())], default=0)


def _points(costs: Mapping[str, int], kind: str) -> int | None:
    return costs.get(kind, costs.get(ANY))


def _holds(kinds: tuple[str, ...], kind: str) -> bool:
    return kind in kinds or ANY in kinds
