"""Shortest ways over the mission map."""

from heapq import heappop, heappush

from .data import Data, Ways

# A way around flak may be this many boxes longer, a way past a rendezvous this many.
_AROUND_FLAK = 4
_VIA_RENDEZVOUS = 2


def way(data: Data, start: str, goal: str, site: int = 0) -> tuple[str, ...]:
    """Return the boxes from `start` (left out) to `goal`, each flak site counting `site` more.

    Ways of equal length are compared by the flak sites on them.
    """
    best = {start: (0, 0)}
    before: dict[str, str] = {}
    queue = [(0, 0, start)]
    while queue:
        length, sites, here = heappop(queue)
        if here == goal:
            break
        if (length, sites) > best[here]:
            continue
        for there in data.graph.neighbours(here):
            if there == data.base and goal != data.base:
                continue
            flak = data.boxes[there].flak_site and there != goal
            reached = (length + 1 + (site if flak else 0), sites + flak)
            if there not in best or reached < best[there]:
                best[there] = reached
                before[there] = here
                heappush(queue, (*reached, there))
    boxes = []
    while goal != start:
        boxes.append(goal)
        goal = before[goal]
    return tuple(reversed(boxes))


def _ways(data: Data, start: str, goal: str) -> Ways:
    direct = way(data, start, goal)
    found = {"direct": ("the shortest way", direct)}
    quiet = way(data, start, goal, site=_AROUND_FLAK)
    if len(quiet) > len(direct):
        found["quiet"] = ("around the flak sites", quiet)
    for box in data.boxes.values():
        if not box.rendezvous or box.id in (start, goal):
            continue
        via = (*way(data, start, box.id), *way(data, box.id, goal))
        is_short = len(via) <= len(direct) + _VIA_RENDEZVOUS
        if is_short and via not in (direct, quiet) and len({start, *via}) == len(via) + 1:
            found[box.id] = (f"past {box.name}", via)
    return found


def ways_between(data: Data, start: str, goal: str) -> Ways:
    """Return the ways worth planning, by a short id, each with its words."""
    found = data.known_ways.get((start, goal))
    if found is None:
        found = data.known_ways[start, goal] = _ways(data, start, goal)
    return found
