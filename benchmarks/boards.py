"""Measure the questions that boards answer against networkx and a plain loop, all in one run.

    python benchmarks/boards.py [SECONDS]

A map of 1,000 hexes with three kinds of terrain; 100 movers spread over it.
The plain loop is what a pack writes without the core: neighbours worked out from the numbers, costs
looked up, a heap of what to visit next.
networkx gets its graph ready-made and is measured where it is installed.
All contestants must find the same. Ours tells besides by which way each space is reached.
"""

import heapq
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from measure import Line, Work, beside, beside_plain, main, missing

from tabletop_core.boards import BoardMap, Graph, HexGrid
from tabletop_core.boards.maps import Terrain
from tabletop_core.panels import BoardPanel, Spot
from tabletop_core.pictures import map_layout

COLUMNS, ROWS, MOVERS = 40, 25, 100
PLAIN_LOOP, NETWORKX = "plain loop of the question", "networkx"
COSTS = {"clear": 1, "wood": 2, "hill": 3}

HEXES = HexGrid(COLUMNS, ROWS)
CHANCE = Random(1)
OF = {space: CHANCE.choice(list(COSTS)) for space in HEXES}
MAP = BoardMap(
    board=HEXES,
    terrain=tuple(
        Terrain(id=name, cost={"any": cost}, spaces=tuple(s for s in HEXES if OF[s] == name))
        for name, cost in COSTS.items()
    ),
)
STARTS = CHANCE.sample(HEXES.spaces, MOVERS)
PAIRS = list(zip(STARTS, reversed(STARTS), strict=True))

REGIONS = 500
NAMES = ("Ashford", "Castle Goldbury", "Ely", "Saint Ironhaven", "Mere on the Longwater", "Dun")

EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def once(work: Callable[[], Any]) -> Work:
    """Return work of which one call is one piece."""

    def done() -> float:
        work()
        return 1

    return done


def plain_neighbours(space: str) -> list[str]:
    column, row = int(space[:2]), int(space[2:])
    moves = ODD if column % 2 else EVEN
    around = [(column + across, row + down) for across, down in moves]
    return [f"{x:02}{y:02}" for x, y in around if 1 <= x <= COLUMNS and 1 <= y <= ROWS]


def plain_reach(start: str, points: int) -> dict[str, int]:
    left = {start: points}
    queue = [(-points, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if -spent < left[here]:
            continue
        for there in plain_neighbours(here):
            rest = -spent - COSTS[OF[there]]
            if rest >= 0 and rest > left.get(there, -1):
                left[there] = rest
                heapq.heappush(queue, (-rest, there))
    return left


def plain_steps(start: str, goal: str) -> int:
    seen = {start}
    edge, steps = [start], 0
    while goal not in seen:
        edge = [there for here in edge for there in plain_neighbours(here) if there not in seen]
        edge = list(dict.fromkeys(edge))
        seen.update(edge)
        steps += 1
    return steps


def networkx_graph() -> Any:
    """Return the map as a graph with weights; None without networkx."""
    try:
        import networkx
    except ImportError:
        return None
    graph = networkx.DiGraph()
    for here in HEXES:
        for there in HEXES.neighbours(here):
            graph.add_edge(here, there, weight=COSTS[OF[there]])
    return graph


def contests(graph: Any) -> Iterator[tuple[str, Any, dict[str, Any], dict[str, float]]]:
    """Yield what is asked, our way, the ways of others, and what is aimed at.

    Each way finds the same, for all movers or pairs together.
    """
    going = MAP.movement_costs()
    if graph is not None:
        from networkx import bidirectional_dijkstra, shortest_path_length
        from networkx import single_source_dijkstra_path_length as dijkstra
    for points in (6, 1000):

        def ours(points: int = points) -> list[Any]:
            return [going.reach(start, points) for start in STARTS]

        def plain(points: int = points) -> list[Any]:
            return [plain_reach(start, points) for start in STARTS]

        def theirs(points: int = points) -> list[Any]:
            all_spent = (dijkstra(graph, start, cutoff=points) for start in STARTS)
            return [{space: points - cost for space, cost in one.items()} for one in all_spent]

        what = f"reach, {MOVERS} movers, {points} points"
        yield what, ours, {PLAIN_LOOP: plain, NETWORKX: theirs}, {PLAIN_LOOP: 5, NETWORKX: 1.3}

    def cheapest() -> list[Any]:
        return [going.cheapest(a, b).cost for a, b in PAIRS]

    def theirs_cheapest() -> list[Any]:
        return [bidirectional_dijkstra(graph, a, b)[0] for a, b in PAIRS]

    yield "cheapest way", cheapest, {NETWORKX: theirs_cheapest}, {NETWORKX: 1}

    def distance() -> list[Any]:
        return [HEXES.distance(a, b) for a, b in PAIRS]

    def plain_distance() -> list[Any]:
        return [plain_steps(a, b) for a, b in PAIRS]

    def theirs_distance() -> list[Any]:
        return [shortest_path_length(graph, a, b) for a, b in PAIRS]

    ways = {PLAIN_LOOP: plain_distance, NETWORKX: theirs_distance}
    yield "distance", distance, ways, {PLAIN_LOOP: 10, NETWORKX: 10}


def regions() -> BoardPanel:
    """Return a map of `REGIONS` regions with names and links, which is neither sparse nor full."""
    chance, wide = Random(1), 25
    at = {
        f"r{number}": (
            1.8 * (number % wide) + chance.uniform(-0.5, 0.5),
            1.8 * (number // wide) + chance.uniform(-0.5, 0.5),
        )
        for number in range(REGIONS)
    }
    links = [
        (f"r{number}", f"r{number + step}")
        for number in range(REGIONS)
        for step in (1, wide)
        if f"r{number + step}" in at and (step == wide or (number + 1) % wide)
    ]
    board = Graph(tuple(at), tuple(links), positions=at)
    spots = (Spot(id=name, label=f"{chance.choice(NAMES)} {name}") for name in at)
    return BoardPanel(title="Map", board=board, spots=tuple(spots))


def laid_out() -> Any:
    map_layout._layout_of.cache_clear()
    return map_layout.layout_of(MAP_OF_REGIONS)


MAP_OF_REGIONS = regions()


def preparations() -> dict[str, Callable[[], Any]]:
    """Return what is worked out once."""
    return {
        "the board, of 1,000 hexes": lambda: HexGrid(COLUMNS, ROWS)._adjacent,
        "costs of one kind of mover, of 1,000 hexes": lambda: MAP.board.movement_costs(
            lambda here, there: MAP._cost("any", here, there)
        ),
        f"lines of sight, {MOVERS}, of 1,000 hexes": lambda: [MAP.sight(a, b) for a, b in PAIRS],
        f"names and links of a map of {REGIONS} regions laid out": laid_out,
    }


def measured(seconds: float) -> Iterator[Line]:
    graph, why = networkx_graph(), missing(NETWORKX)
    for what, ours, theirs, aims in contests(graph):
        if why:
            theirs.pop(NETWORKX)
            yield Line(what, NETWORKX, why=why)
        found = [dict(one) if isinstance(one, Mapping) else one for one in ours()]
        for yardstick, way in theirs.items():
            if way() != found:
                raise SystemExit(f"{yardstick} comes to something else: {what}")
        works = {yardstick: once(way) for yardstick, way in theirs.items()}
        yield from beside(what, once(ours), works, seconds, aims)
    yield from beside_plain({what: once(work) for what, work in preparations().items()}, seconds)


if __name__ == "__main__":
    main(measured)
