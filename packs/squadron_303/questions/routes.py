"""Where the route of a squadron leads (p. 14)."""

from ..state import InPlay, Squadron


def towards(play: InPlay, area: str, goal: str) -> str:
    """Return the next area on a shortest way; an empty text at the goal."""
    way = play.data.graph.path(area, goal) or []
    return way[1] if len(way) > 1 else ""


def onward(play: InPlay, squadron: Squadron, area: str) -> str:
    """Return the next area of the route; an empty text at its end."""
    route = squadron.route
    if area in route:
        at = route.index(area) + 1
        return route[at] if at < len(route) else ""
    return towards(play, area, route[-1])


def distance_to_target(play: InPlay, squadron: Squadron, area: str) -> int:
    """Return how many areas a squadron still has to fly."""
    if area in squadron.route:
        return len(squadron.route) - 1 - squadron.route.index(area)
    return play.data.graph.distance(area, squadron.route[-1]) or 0
