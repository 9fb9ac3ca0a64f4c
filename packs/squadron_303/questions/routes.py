"""Where the route of a squadron leads (p. 14)."""

from ..state import Squadron
from .board import Table, facts


def onward(play: Table, squadron: Squadron, area: str) -> str:
    """Return the next area of the route; an empty text at its end."""
    route = squadron.route
    if area in route:
        at = route.index(area) + 1
        return route[at] if at < len(route) else ""
    return facts(play).board.towards(area, route[-1])


def distance_to_target(play: Table, squadron: Squadron, area: str) -> int:
    """Return how many areas a squadron still has to fly."""
    if area in squadron.route:
        return len(squadron.route) - 1 - squadron.route.index(area)
    return facts(play).board.away[area][squadron.route[-1]]
