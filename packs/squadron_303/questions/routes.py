"""Queries about the routes of squadrons (p. 14)."""

from math import ceil

from ..state import InPlay, Squadron
from .board import kind_of, planes_of
from .germans import leads
from .names import area_name


def towards(play: InPlay, area: str, goal: str) -> str:
    """Return the next area on a shortest path, or an empty string at the goal."""
    way = play.data.graph.path(area, goal)
    return way[1] if len(way) > 1 else ""


def onward(play: InPlay, squadron: Squadron, area: str) -> str:
    """Return the next area of the route, or an empty string at its end."""
    route = squadron.route
    if area in route:
        at = route.index(area) + 1
        return route[at] if at < len(route) else ""
    return towards(play, area, route[-1])


def distance_to_target(play: InPlay, squadron: Squadron, area: str) -> int:
    """Return how many areas a squadron has left to fly."""
    if area in squadron.route:
        return len(squadron.route) - 1 - squadron.route.index(area)
    return play.data.graph.distance(area, squadron.route[-1])


def arrival(play: InPlay, squadron: Squadron) -> int:
    """Return the turn on which the first planes reach the end of the route if nothing holds them.

    Return 0 if none of its planes follows the route.
    """
    areas = [squadron.area] if squadron.hidden else []
    speed = 1
    for plane in planes_of(play, squadron.id):
        if leads(play, plane):
            areas.append(plane.area)
            speed = kind_of(play, plane).move
    if not areas:
        return 0
    now = max(1, play.state.turn)
    far = min(distance_to_target(play, squadron, area) for area in areas)
    return now + ceil(far / speed) - (not squadron.has_moved) if far else now


def arrivals(play: InPlay) -> dict[str, int]:
    """Return the turns on which the squadrons reach the ends of their routes."""
    return {it.id: arrival(play, it) for it in play.state.squadrons.values()}


def is_there(play: InPlay, squadron: Squadron) -> bool:
    """Return whether any plane of a squadron is at the end of its route."""
    here = [plane.area for plane in planes_of(play, squadron.id)] or [squadron.area]
    return squadron.route[-1] in here


def arrival_words(play: InPlay, squadron: Squadron, turn: int) -> str:
    """Return in words when a squadron reaches the end of its route; empty if it does not."""
    goal = area_name(play, squadron.route[-1])
    if turn and is_there(play, squadron):
        return f"over {goal}"
    return f"at {goal} on turn {turn}" if turn else ""
