"""Maps, counters and set-ups as TOML files, checked when they are read.

The format is described in docs/boards.md.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs

from ..data import Component, Entry, fault
from ..errors import Problem
from .board import Board, BoardError, Point
from .checks import faults_of, said_twice, undeclared
from .earth import Earth
from .graphs import Graph
from .hexes import HexGrid
from .maps import BoardMap, Feature, MapSpace, Region, Terrain
from .squares import SquareGrid
from .stacks import Stacks


@attrs.frozen(kw_only=True)
class Hexes(Entry):
    """A board of hexes: the fields of `HexGrid`."""

    columns: int
    rows: int
    top: str = "flat"
    shifted: str = "even"
    number: str = "{column:02}{row:02}"
    first_column: int = 1
    first_row: int = 1
    without: tuple[str, ...] = ()

    def lay_out(self) -> HexGrid:
        return HexGrid(
            self.columns,
            self.rows,
            top=self.top,
            shifted=self.shifted,
            number=self.number,
            first_column=self.first_column,
            first_row=self.first_row,
            without=self.without,
        )


@attrs.frozen(kw_only=True)
class Squares(Entry):
    """A board of squares: the fields of `SquareGrid`, the squares it lacks by name."""

    columns: int
    rows: int
    directions: int = 8
    without: tuple[str, ...] = ()

    def lay_out(self) -> SquareGrid:
        whole = SquareGrid(self.columns, self.rows)
        lacking = tuple(map(whole.square, self.without))
        return SquareGrid(self.columns, self.rows, directions=self.directions, without=lacking)


@attrs.frozen(kw_only=True)
class Link(Entry):
    """A link between two spaces of a free board, written once; `one_way`: from first to second."""

    ends: tuple[str, str]
    one_way: bool = False


@attrs.frozen(kw_only=True, slots=False)
class MapFile(Component):
    """A file with a map: the board and what is printed on it.

    It has `[hexes]` or `[squares]`; without these it is a free board of its `[[space]]` entries.
    With `[earth]` the positions and shapes on it are longitudes and latitudes.
    A subclass may declare further keys, or entries of its own: `terrain: tuple[MyTerrain, ...]`.
    """

    hexes: Hexes | None = None
    squares: Squares | None = None
    earth: Earth | None = None
    kinds: tuple[str, ...] = ()
    ground: str = ""
    terrain: tuple[Terrain, ...] = ()
    feature: tuple[Feature, ...] = ()
    space: tuple[MapSpace, ...] = ()
    link: tuple[Link, ...] = ()
    region: tuple[Region, ...] = ()

    @cached_property
    def board(self) -> Board[Any]:
        """The bare board.

        Raises:
            BoardError: it cannot be laid out.
        """
        if self.hexes is not None:
            return self.hexes.lay_out()
        if self.squares is not None:
            return self.squares.lay_out()
        listed = [(entry.id, there) for entry in self.space for there in entry.links]
        once: dict[frozenset[str], tuple[str, str]] = {}
        for pair in listed:  # a link written at both of its ends is one link
            once.setdefault(frozenset(pair), pair)
        return Graph(
            tuple(entry.id for entry in self.space),
            (*once.values(), *(link.ends for link in self.link if not link.one_way)),
            one_way=tuple(link.ends for link in self.link if link.one_way),
            positions={e.id: self._drawn(e.position) for e in self.space if e.position},
            shapes={e.id: tuple(map(self._drawn, e.shape)) for e in self.space if e.shape},
        )

    def _drawn(self, position: tuple[float, ...]) -> Point:
        across, down = position
        return (across, down) if self.earth is None else self.earth.place(across, down)

    @cached_property
    def map(self) -> BoardMap[Any]:
        """The map that the file describes.

        Raises:
            BoardError: it is inconsistent; a file that was read and checked is not.
        """
        return BoardMap(
            board=self.board,
            terrain=self.terrain,
            feature=self.feature,
            space=self.space,
            region=self.region,
            ground=self.ground,
            kinds=self.kinds,
        )

    def faults(self) -> Iterator[Problem]:
        """Yield the inconsistencies of the file; the reader calls it."""
        early = [*self._faults_of_grid(), *self._faults_of_links(), *self._faults_of_places()]
        yield from early
        board = self._sound_board()
        if board is not None:
            yield from faults_of(self, board)

    def _sound_board(self) -> Board[Any] | None:
        """Return the board, on which the rest is checked; without links that have a fault."""
        if self.hexes is None and self.squares is None:
            known = list(dict.fromkeys(entry.id for entry in self.space))
            listed = [(entry.id, there) for entry in self.space for there in entry.links]
            pairs = [*listed, *(link.ends for link in self.link)]
            return Graph(
                tuple(known),
                tuple(pair for pair in pairs if {*pair} <= {*known} and pair[0] != pair[1]),
            )
        try:
            return self.board
        except BoardError:
            return None

    def _faults_of_grid(self) -> Iterator[Problem]:
        if self.hexes is not None and self.squares is not None:
            yield fault("squares", "a board has hexes or squares", "both", "take one out",
                        code="D306")  # fmt: skip
        grid = "hexes" if self.hexes is not None else "squares" if self.squares is not None else ""
        if grid:
            try:
                _ = self.board
            except BoardError as error:
                message, _, remedy = str(error).partition("; ")
                yield fault(grid, message, grid, remedy or "fix it", code="D306")
            keys = [name for name in ("link", "earth") if getattr(self, name)]
            for key in (
                *keys,
                *(
                    f"space[{at}].{part}"
                    for at, entry in enumerate(self.space)
                    for part in ("links", "position", "shape")
                    if getattr(entry, part)
                ),
            ):
                yield fault(key, "a grid fixes the positions and links of its spaces", grid,
                            "take it out", code="D306")  # fmt: skip

    def _faults_of_places(self) -> Iterator[Problem]:
        for at, entry in enumerate(self.space):
            if len(entry.position) not in (0, 2):
                yield fault(f"space[{at}].position", "a position is two numbers", entry.position,
                            "write across and down", code="D306")  # fmt: skip
        earth = self.earth
        if earth is None:
            return
        if not earth.is_sound:
            yield fault(
                "earth", "these edges do not enclose a map",
                [earth.west, earth.east, earth.south, earth.north, earth.width],
                "give west < east, south < north (at most 85), and a width", code="D306",
            )  # fmt: skip
            return
        for at, entry in enumerate(self.space):
            corners = {f"shape[{place}]": corner for place, corner in enumerate(entry.shape)}
            for part, place in ({"position": entry.position} | corners).items():
                if len(place) == 2 and not earth.shows(*place):
                    yield fault(
                        f"space[{at}].{part}", "this lies beyond the map", list(place),
                        f"write longitude, from {earth.west:g} to {earth.east:g}, and latitude, "
                        f"from {earth.south:g} to {earth.north:g}", code="D306",
                    )  # fmt: skip

    def _faults_of_links(self) -> Iterator[Problem]:
        if self.hexes is not None or self.squares is not None:
            return
        leads = {entry.id: set(entry.links) for entry in self.space}
        for at, entry in enumerate(self.space):
            for place, there in enumerate(entry.links):
                key = f"space[{at}].links[{place}]"
                yield from _fault_of_link(key, entry.id, there, leads)
                if there in leads and entry.id not in leads[there]:
                    yield fault(
                        key, f"{entry.id} leads to {there}, but {there} does not lead back", there,
                        f"add {entry.id!r} to the links of {there}, or write a [[link]] with "
                        "`one_way = true`", code="D303",
                    )  # fmt: skip
            yield from said_twice(f"space[{at}].links", entry.links, "")
        seen: set[frozenset[str]] = set()
        for at, link in enumerate(self.link):
            first, second = link.ends
            for place in (0, 1):
                key = f"link[{at}].ends[{place}]"
                yield from _fault_of_link(key, link.ends[1 - place], link.ends[place], leads)
            pair = frozenset(link.ends)
            if pair in seen or second in leads.get(first, ()) or first in leads.get(second, ()):
                yield fault(f"link[{at}].ends", "this link is already there",
                            list(link.ends), "write it once", code="D305")  # fmt: skip
            seen.add(pair)


def _fault_of_link(
    key: str, here: str, there: str, leads: Mapping[str, set[str]]
) -> Iterator[Problem]:
    if there not in leads:
        yield fault(key, f"a link leads to {there!r}, which is not a space of this map", there,
                    "add the space, or correct the name", code="D301")  # fmt: skip
    elif here == there:
        yield fault(key, f"a link leads from {here!r} to itself", there, "take it out",
                    code="D306")  # fmt: skip


@attrs.frozen(kw_only=True)
class Counter(Entry):
    """A counter: its side, its kind, and what is printed on it.

    `copies`: how many equal counters there are; their ids are then `infantry_1`, `infantry_2`, ...
    """

    id: str
    title: str = ""
    side: str = ""
    kind: str = ""
    symbol: str = ""
    values: Mapping[str, int] = attrs.field(factory=dict, hash=False)
    copies: int = 1

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its copies."""
        if self.copies == 1:
            return (self.id,)
        return tuple(f"{self.id}_{number}" for number in range(1, self.copies + 1))


@attrs.frozen(kw_only=True)
class Placing(Entry):
    """Counters that are set up on a space, from the bottom up; `turn`: when they arrive."""

    at: str
    counters: tuple[str, ...]
    turn: int = 0


@attrs.frozen(kw_only=True)
class StartingPosition(Entry):
    """Where counters stand when a scenario begins, and where others arrive later."""

    id: str
    title: str = ""
    place: tuple[Placing, ...] = ()


@attrs.frozen(kw_only=True, slots=False)
class CounterFile(Component):
    """A file with counters and set-ups; it is read with the map that it belongs to."""

    counter: tuple[Counter, ...] = ()
    setup: tuple[StartingPosition, ...] = ()

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """The counters by the ids of their copies."""
        return {name: counter for counter in self.counter for name in counter.ids}

    def placings(self, setup: str) -> tuple[Placing, ...]:
        """Return where the counters of a set-up stand and arrive.

        Raises:
            BoardError: no such set-up.
        """
        for one in self.setup:
            if one.id == setup:
                return one.place
        known = ", ".join(one.id for one in self.setup) or "none"
        raise BoardError(f"there is no set-up {setup!r}; choose one of: {known}")

    def stacks(
        self, setup: str, board: Board[Any], *, turn: int = 0, limit: int = 0
    ) -> Stacks[Any]:
        """Return the counters of a set-up on their spaces, those that are there on a turn.

        Raises:
            BoardError: no such set-up, or a stack is larger than the limit.
        """
        stacks: Stacks[Any] = Stacks(limit=limit)
        for placing in self.placings(setup):
            for counter in placing.counters if placing.turn == turn else ():
                stacks.put(counter, board.space(placing.at))
        return stacks

    def faults(self, map: BoardMap[Any]) -> Iterator[Problem]:
        """Yield the inconsistencies of the file and with the map; the reader calls it."""
        yield from said_twice("counter", [counter.id for counter in self.counter])
        yield from said_twice("setup", [setup.id for setup in self.setup])
        for at, counter in enumerate(self.counter):
            if counter.copies < 1:
                yield fault(f"counter[{at}].copies", "there must be at least one", counter.copies,
                            "write 1 or more", code="D306")  # fmt: skip
            if " " in counter.id:
                yield fault(f"counter[{at}].id", "an id has no blanks", counter.id,
                            "write it as one word", code="D306")  # fmt: skip
            if map.kinds and counter.kind and counter.kind not in map.kinds:
                key = f"counter[{at}].kind"
                yield undeclared(
                    key, "kind of mover", counter.kind, map.kinds, "`kinds` of the map"
                )
        for at, setup in enumerate(self.setup):
            yield from self._misplaced(f"setup[{at}]", setup, map.board)

    def _misplaced(
        self, base: str, setup: StartingPosition, board: Board[Any]
    ) -> Iterator[Problem]:
        placed: set[str] = set()
        for at, placing in enumerate(setup.place):
            try:
                board.space(placing.at)
            except BoardError as error:
                message, _, remedy = str(error).partition("; ")
                yield fault(f"{base}.place[{at}].at", message, placing.at, remedy, code="D301")
            for place, name in enumerate(placing.counters):
                key = f"{base}.place[{at}].counters[{place}]"
                if name not in self.counters:
                    yield undeclared(
                        key, "counter", name, list(self.counters)[:12], "a [[counter]]"
                    )
                elif name in placed:
                    yield fault(key, "this counter has a place already", name, "take one out",
                                code="D305")  # fmt: skip
                placed.add(name)
