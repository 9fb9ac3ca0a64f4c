"""Boards of a module in the format of map files, and where on them a place of the picture is."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import dist, hypot
from statistics import median
from typing import Any

import attrs

from .build_file import Element
from .grids import Area, Cell, Grid, Pixels

MIN_MAIN_CELLS = 24
"""From this many cells on, a grid among zones is a board of its own, beside one with the zones."""

MAX_LINKED = 500
"""Regions of a zone up to which links are proposed; each pair is compared with others."""
MAX_LENGTH = 3.0
"""Of a proposed link, in median ones: longer ones lead across a sea, or around the edge."""

_GRIDS = ("HexGrid", "SquareGrid")
_UNITS_IN_A_COUNTER = 1.2
"""A counter and the gap beside it, in the units of a free map."""


@attrs.define
class Ids:
    """Ids that are unique in the whole pack: of spaces, pieces, cards, boards."""

    taken: set[str] = attrs.field(factory=set)
    _numbers: dict[str, int] = attrs.field(factory=dict)

    def of(self, title: str, *, within: str = "") -> str:
        """Return an id for a title; `within` tells it apart from others of the same title."""
        bare = slug(title)
        long = f"{slug(within)}.{bare}" if within else bare
        found = bare if bare not in self.taken else long
        while found in self.taken:
            self._numbers[long] = self._numbers.get(long, 1) + 1
            found = f"{long}_{self._numbers[long]}"
        self.taken.add(found)
        return found


def slug(title: str) -> str:
    """Make an id of a title.

    >>> slug("Turn 1: Levy/Campaign")
    'turn_1_levy_campaign'
    """
    return re.sub(r"[^\w.-]+", "_", title.lower()).strip("_") or "unnamed"


@attrs.define
class BoardPart:
    """A zone with what is in it, or the grid of a whole board."""

    title: str
    area: Area
    grid: Grid | None = None
    regions: tuple[tuple[str, Pixels], ...] = ()
    own: bool = False
    """The grid is ours, because the module has none."""
    ids: dict[Cell | int, str] = attrs.field(factory=dict)
    middles: dict[str, Pixels] = attrs.field(factory=dict)
    names: dict[str, str] = attrs.field(factory=dict)
    """The ids by the names of the module."""

    def space_at(self, place: Pixels) -> str:
        """Return the space of a place: the cell there, or the nearest."""
        if self.grid is not None and (found := self.ids.get(self.grid.cell_at(place))):
            return found
        return nearest(self.middles, place)

    def add(self, key: Cell | int, id_: str, name: str, middle: Pixels) -> None:
        """Note a space."""
        self.ids[key] = id_
        self.middles[id_] = middle
        self.names.setdefault(name, id_)


def nearest(middles: dict[str, Pixels], place: Pixels) -> str:
    """Return the space whose middle is the nearest; an empty text if there is none."""
    x, y = place
    return min(middles, key=lambda id_: hypot(middles[id_][0] - x, middles[id_][1] - y), default="")


@attrs.define
class LaidBoard:
    """A board of the pack: its map file, and where its spaces are on the picture of the module.

    `proposed`: links between regions, of which the module has none.
    """

    id: str
    title: str
    picture: str
    size: Pixels
    data: dict[str, Any]
    middles: dict[str, Pixels]
    proposed: list[tuple[str, str]] = attrs.field(factory=list)


@attrs.define
class ModuleBoard:
    """A board of the module, from which one or two boards of the pack are made."""

    name: str
    size: Pixels
    parts: list[BoardPart]
    laid: list[LaidBoard] = attrs.field(factory=list)

    @property
    def has_grid(self) -> bool:
        """Whether its grid is the module's."""
        return not any(part.own for part in self.parts)

    def space(self, location: str, place: Pixels) -> str:
        """Return the space that the module calls so, or the one at a place of the picture."""
        for part in self.parts:
            if location and location in part.names:
                return part.names[location]
        for part in self.parts:
            if place in part.area and (found := part.space_at(place)):
                return found
        every = {id_: middle for part in self.parts for id_, middle in part.middles.items()}
        return nearest(every, place)


def lay_out(
    element: Element,
    title: str,
    size: Pixels,
    counter: Pixels,
    ids: Ids,
    source: str,
    *,
    is_first: bool,
) -> ModuleBoard:
    """Make the boards of the pack from a board of the module.

    The largest grid with a numbering that our boards have is one board. What is left, zones and
    regions, and cells whose numbers follow other rules, is a free board with shapes and positions.

    Args:
        counter: width and height of a usual counter, in pixels.
        is_first: without a grid the first board gets squares of our own, any other is one space.
    """
    parts, groups = _parts_of(element, size)
    for part in parts:
        if part.grid is not None:
            part.grid = part.grid.no_finer_than(max(counter))
    if not any(part.grid is None or part.grid.cells for part in parts):
        # No larger than what a handful of counters needs: it has nothing else to show.
        whole = BoardPart(title, Area.whole((4 * max(counter), 3 * max(counter))), own=True)
        parts = [_own_grid(size, counter)] if is_first else [whole]
    board = ModuleBoard(element.get("name") or title, size, parts)
    picture, unit = element.get("image"), max(counter) * _UNITS_IN_A_COUNTER
    main = _main_of(parts)
    head = {"schema": 1, "provenance": "public", "source": source}
    if main is not None and (grid := _as_grid(main, title, ids)) is not None:
        name = ids.of(f"{title} board")
        data = {**head, "id": name, "title": title, **grid}
        regions = [
            {"id": ids.of(zone, within=title), "title": zone, "spaces": inside}
            for zone, area in groups
            if (inside := [one for one, middle in main.middles.items() if middle in area])
        ]
        data |= {"region": regions} if regions else {}
        board.laid.append(LaidBoard(name, title, picture, size, data, main.middles))
        parts = [part for part in parts if part is not main]
    if parts:
        for part in parts:
            _name_freely(part, title, ids)
        called = f"{title}: boxes" if board.laid else title
        name = ids.of(f"{called} board")
        middles = {id_: middle for part in parts for id_, middle in part.middles.items()}
        if middles:
            data = {**head, "id": name, "title": called, **_free(parts, unit)}
            links = [link for part in parts if part.regions for link in proposed(part.middles)]
            board.laid.append(LaidBoard(name, called, picture, size, data, middles, links))
    return board


def proposed(middles: dict[str, Pixels]) -> list[tuple[str, str]]:
    """Return the pairs of places that may be neighbours, by where they lie; no two of them cross.

    Two are a pair where no third lies in the circle between them (the Gabriel graph, a part of the
    Delaunay triangulation). Far longer pairs than others are left out.

    >>> proposed({"a": (0, 0), "b": (10, 0), "c": (20, 1), "far": (900, 900)})
    [('a', 'b'), ('b', 'c')]
    """
    if len(middles) > MAX_LINKED:
        return []
    near = {
        name: sorted(middles.values(), key=partial(dist, place)) for name, place in middles.items()
    }
    found = [
        (a, b)
        for a, b in combinations(middles, 2)
        if not any(_between(third, middles[a], middles[b]) for third in near[a])
    ]
    longest = MAX_LENGTH * median([dist(middles[a], middles[b]) for a, b in found] or [0.0])
    return [(a, b) for a, b in found if dist(middles[a], middles[b]) <= longest]


def _between(third: Pixels, a: Pixels, b: Pixels) -> bool:
    """Return whether a place lies in the circle between two others, or on it."""
    if third in (a, b):
        return False
    (x, y), (ax, ay), (bx, by) = third, a, b
    return (ax - x) * (bx - x) + (ay - y) * (by - y) <= 0


def _parts_of(element: Element, size: Pixels) -> tuple[list[BoardPart], list[tuple[str, Area]]]:
    """Return the zones that go before the grid below them, then that grid; and the mere names."""
    zones: list[BoardPart] = []
    groups: list[tuple[str, Area]] = []
    below: list[Element] = list(element.children)
    for zoned in element.all("ZonedGrid"):
        below += zoned.children
        for zone in zoned.all("Zone"):
            area, title = Area.of(zone.get("path")), zone.get("name")
            if len(area.corners) < 3:
                continue
            if zone.is_set("useParentGrid"):
                groups.append((title, area))
            else:
                zones.append(_part(title, area, zone.children))
    whole = [_part("", Area.whole(size), below)] if _has_grid(below) else []
    for part in whole:
        if part.grid is not None:
            lacks = tuple(zone.area for zone in zones)
            part.grid = attrs.evolve(part.grid, lacks=lacks)
    return [*zones, *whole], groups


def _has_grid(children: list[Element]) -> bool:
    return any(child.tag in (*_GRIDS, "RegionGrid") for child in children)


def _part(title: str, area: Area, children: list[Element]) -> BoardPart:
    for child in children:
        if child.tag in _GRIDS:
            return BoardPart(title, area, Grid(child, area))
        if child.tag == "RegionGrid":
            regions = tuple(
                (one.get("name"), (one.number("originx"), one.number("originy")))
                for one in child.all("Region")
            )
            return BoardPart(title, area, regions=regions)
    return BoardPart(title, area)


def _own_grid(size: Pixels, counter: Pixels) -> BoardPart:
    """Lay squares over a board without a grid, each larger than a counter, at most 16 by 16."""
    side = max(*counter, max(size) / 16)
    fields = {"dx": str(side), "dy": str(side), "x0": str(side / 2), "y0": str(side / 2)}
    area = Area.whole(size)
    return BoardPart("", area, Grid(Element("SquareGrid", fields), area), own=True)


def _main_of(parts: list[BoardPart]) -> BoardPart | None:
    """Return the part with the most cells, if they are many or it is alone."""
    grids = [part for part in parts if part.grid is not None and part.grid.cells]
    main = max(grids, key=lambda part: len(part.grid.cells) if part.grid else 0, default=None)
    if main is None or main.grid is None:
        return None
    return main if len(parts) == 1 or len(main.grid.cells) >= MIN_MAIN_CELLS else None


def _as_grid(part: BoardPart, title: str, ids: Ids) -> dict[str, Any] | None:
    """Return `[hexes]` or `[squares]` with the numbers of a grid, and note its spaces."""
    grid = part.grid
    assert grid is not None
    if not grid.is_hex:
        return _as_squares(part, grid, ids)
    for prefix in ("", f"{slug(title)}."):
        names = {prefix + grid.name(cell): cell for cell in grid.cells}
        if not ids.taken & names.keys() and (fields := grid.as_hexes(prefix)) is not None:
            for name, cell in names.items():
                part.add(cell, name, name.removeprefix(prefix), grid.middle(cell))
            ids.taken |= names.keys()
            return {"hexes": fields}
    return None


def _as_squares(part: BoardPart, grid: Grid, ids: Ids) -> dict[str, Any] | None:
    """Return `[squares]` where the module numbers none, or numbers them as we do: A1, B2."""
    from ..boards import SquareGrid

    columns = sorted({column for column, _ in grid.cells})
    rows = sorted({row for _, row in grid.cells})
    names = {
        cell: f"{SquareGrid.column_name(cell[0] - columns[0] + 1)}{cell[1] - rows[0] + 1}"
        for cell in grid.cells
    }
    is_numbered = next(iter(grid.element.children), None) is not None
    if ids.taken & set(names.values()):
        return None
    if is_numbered and any(grid.name(cell) != name for cell, name in names.items()):
        return None
    for cell, name in names.items():
        part.add(cell, name, name, grid.middle(cell))
    ids.taken |= set(names.values())
    wide, high = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    every = SquareGrid(wide, high)
    lacks = [one for one in map(every.name, every.spaces) if one not in part.middles]
    return {"squares": {"columns": wide, "rows": high} | ({"without": lacks} if lacks else {})}


def _name_freely(part: BoardPart, title: str, ids: Ids) -> None:
    """Give ids to what a zone holds: its cells, its regions, or else itself."""
    if part.grid is not None and part.grid.cells:
        within = part.title or title
        for cell in part.grid.cells:
            name = part.grid.name(cell)
            part.add(cell, ids.of(name, within=within), name, part.grid.middle(cell))
    elif part.regions:
        for number, (name, middle) in enumerate(part.regions):
            part.add(number, ids.of(name, within=part.title or title), name, middle)
    else:
        left, top, right, bottom = part.area.box
        middle = ((left + right) / 2, (top + bottom) / 2)
        part.add(0, ids.of(part.title, within=title), part.title, middle)


def _free(parts: list[BoardPart], unit: float) -> dict[str, Any]:
    """Return the spaces and links of a free map, in counters rather than pixels."""

    def drawn(place: Pixels) -> list[float]:
        return [round(place[0] / unit, 2), round(place[1] / unit, 2)]

    spaces: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    for part in parts:
        titles = {id_: name for name, id_ in part.names.items()}
        for key, id_ in part.ids.items():
            space: dict[str, Any] = {"id": id_, "title": titles.get(id_, id_)}
            outline = part.area.corners
            if part.grid is not None and isinstance(key, tuple):
                outline = part.grid.outline(key)
                links += ({"ends": [id_, there]} for there in _after(part, part.grid, key))
            elif part.regions:
                outline = ()
            space |= {"position": drawn(part.middles[id_])}
            space |= {"shape": [drawn(corner) for corner in outline]} if outline else {}
            spaces.append(space)
    return {"space": spaces} | ({"link": links} if links else {})


def _after(part: BoardPart, grid: Grid, cell: Cell) -> Iterator[str]:
    """Yield the neighbours of a cell, each pair of cells once."""
    for there in grid.neighbours(cell):
        if there > cell and there in part.ids:
            yield part.ids[there]
