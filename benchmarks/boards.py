"""Measure the questions that boards answer against networkx and a plain loop, all in one run.

    python benchmarks/boards.py [--json]

A map of 1,000 hexes with three kinds of terrain; 100 movers spread over it.
The plain loop is what a pack writes without the core: neighbours worked out from the numbers, costs
looked up, a heap of what to visit next.
networkx gets its graph ready-made and is measured where it is installed.
All contestants must find the same. The exit status is 1 when a promise is broken.
"""

import heapq
import json
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from timeit import Timer
from typing import Any

from tabletop_core.boards import BoardMap, HexGrid
from tabletop_core.boards.maps import Terrain

COLUMNS, ROWS, MOVERS = 40, 25, 100
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

EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def best(work: Callable[[], Any], number: int = 3, repeat: int = 7) -> float:
    """Return the least time of one call, in milliseconds of the processor."""
    return min(Timer(work, timer=process_time).repeat(repeat, number)) / number * 1e3


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


Line = tuple[str, str, float, float, float, float | None]


def reaches(graph: Any, points: int) -> list[Line]:
    """Reach of every mover, in milliseconds for all of them."""
    going = MAP.movement_costs()
    question = f"reach, {MOVERS} movers, {points} points"

    def ours() -> list[Any]:
        return [going.reach(start, points) for start in STARTS]

    def plain() -> list[Any]:
        return [plain_reach(start, points) for start in STARTS]

    found = ours()
    assert [dict(reach) for reach in found] == plain()
    mine = best(ours)
    size = sum(map(len, found)) / MOVERS
    lines = [(question, "plain loop", mine, best(plain, 1, 3), size, 5.0)]
    if graph is not None:
        from networkx import single_source_dijkstra_path_length as dijkstra

        def theirs() -> list[Any]:
            return [dijkstra(graph, start, cutoff=points) for start in STARTS]

        told = [{space: points - cost for space, cost in one.items()} for one in theirs()]
        assert [dict(reach) for reach in found] == told
        lines.append((question, "networkx", mine, best(theirs, 1, 5), size, 1.3))
    return lines


def ways(graph: Any) -> list[Line]:
    """Return the cheapest way across the map, for as many pairs as there are movers."""
    going = MAP.movement_costs()

    def ours() -> list[Any]:
        return [going.cheapest(a, b) for a, b in PAIRS]

    mine = best(ours, 1)
    if graph is None:
        return []
    from networkx import bidirectional_dijkstra

    def theirs() -> list[Any]:
        return [bidirectional_dijkstra(graph, a, b) for a, b in PAIRS]

    assert [way.cost for way in ours()] == [cost for cost, _ in theirs()]
    return [("cheapest way", "networkx", mine, best(theirs, 1, 3), 0.0, 1.0)]


def distances(graph: Any) -> list[Line]:
    def ours() -> list[Any]:
        return [HEXES.distance(a, b) for a, b in PAIRS]

    def plain() -> list[Any]:
        return [plain_steps(a, b) for a, b in PAIRS]

    assert ours() == plain()
    mine = best(ours, 1000)
    lines: list[Line] = [("distance", "plain loop", mine, best(plain, 1, 3), 0.0, 10.0)]
    if graph is not None:
        from networkx import shortest_path_length

        def theirs() -> list[Any]:
            return [shortest_path_length(graph, a, b) for a, b in PAIRS]

        assert ours() == theirs()
        lines.append(("distance", "networkx", mine, best(theirs, 1, 3), 0.0, 10.0))
    return lines


def preparations() -> dict[str, float]:
    """Return what is worked out once, in milliseconds."""

    def board() -> None:
        _ = HexGrid(COLUMNS, ROWS)._adjacent

    def movement_costs() -> None:
        MAP.board.movement_costs(lambda here, there: MAP._cost("any", here, there))

    return {
        "the board": best(board, 1),
        "costs of one kind of mover": best(movement_costs, 1),
        f"lines of sight, {MOVERS}": best(lambda: [MAP.sight(a, b) for a, b in PAIRS], 1),
    }


def main() -> int:
    graph = networkx_graph()
    lines = [*reaches(graph, 6), *reaches(graph, 1000), *ways(graph), *distances(graph)]
    broken = [line for line in lines if line[5] is not None and line[3] / line[2] < line[5]]
    if "--json" in sys.argv:
        keys = ("question", "yardstick", "ms", "yardstick_ms", "spaces", "promise")
        print(json.dumps([dict(zip(keys, line, strict=True)) for line in lines], indent=1))
        return bool(broken)
    print("| question | ms for all | spaces each | yardstick | its ms | tabletop is | aim |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: |")
    for question, yardstick, mine, its, size, promise in lines:
        spaces = f"{size:.0f}" if size else ""
        aim = f"{promise:g} x" if promise else ""
        print(
            f"| {question} | {mine:.2f} | {spaces} | {yardstick} | {its:.1f} | {its / mine:.1f} x "
            f"| {aim} |"
        )
    print("\n| worked out once, or besides | ms |\n| --- | ---: |")
    for what, spent in preparations().items():
        print(f"| {what} | {spent:.1f} |")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
