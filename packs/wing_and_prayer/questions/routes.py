"""Shortest routes over the mission map, and routes around guarded boxes."""

from heapq import heappop, heappush

from ..data import Data, Routes
from ..state import InPlay
from .mission import goal_of, guarded_boxes

# A route around guns may be this many boxes longer for each, a route past a rendezvous this many.
_AROUND_GUNS = 4
_VIA_RENDEZVOUS = 2


def shortest_route(
    data: Data, start: str, goal: str, guarded: frozenset[str], extra: int = 0
) -> tuple[str, ...]:
    """Return the boxes from `start` (left out) to `goal`, each guarded one counting `extra` more.

    Routes of equal length are compared by the guarded boxes on them.
    """
    best = {start: (0, 0)}
    before: dict[str, str] = {}
    queue = [(0, 0, start)]
    while queue:
        length, guns, here = heappop(queue)
        if here == goal:
            break
        if (length, guns) > best[here]:
            continue
        for there in data.graph.neighbours(here):
            if there == data.base and goal != data.base:
                continue
            is_guarded = there in guarded and there != goal
            reached = (length + 1 + extra * is_guarded, guns + is_guarded)
            if there not in best or reached < best[there]:
                best[there] = reached
                before[there] = here
                heappush(queue, (*reached, there))
    boxes = []
    while goal != start:
        boxes.append(goal)
        goal = before[goal]
    return tuple(reversed(boxes))


def _routes(data: Data, start: str, goal: str, guarded: frozenset[str], guns: str) -> Routes:
    direct = shortest_route(data, start, goal, guarded)
    found = {"direct": ("the shortest way", direct)}
    quiet = shortest_route(data, start, goal, guarded, extra=_AROUND_GUNS)
    if len(quiet) > len(direct):
        found["quiet"] = (f"around {guns}", quiet)
    for box in data.map.spaces_with("rendezvous"):
        if box in (start, goal):
            continue
        via = (
            *shortest_route(data, start, box, guarded),
            *shortest_route(data, box, goal, guarded),
        )
        is_short = len(via) <= len(direct) + _VIA_RENDEZVOUS
        if is_short and via not in (direct, quiet) and len({start, *via}) == len(via) + 1:
            found[box] = (f"past {data.map.title_of(box)}", via)
    return found


def routes_between(data: Data, start: str, goal: str, guarded: frozenset[str], guns: str) -> Routes:
    """Return the routes worth planning, by a short id, each with its words.

    `guns` says in words what is `guarded`: *flak sites*.
    """
    key = (start, goal, guarded)
    found = data.known_routes.get(key)
    if found is None:
        found = data.known_routes[key] = _routes(data, start, goal, guarded, guns)
    return found


def possible_routes(play: InPlay) -> Routes:
    """Return the routes worth planning from where the formation is."""
    guarded = guarded_boxes(play)
    here = play.state.mission.box
    return routes_between(play.data, here, goal_of(play), guarded.boxes, guarded.many)
