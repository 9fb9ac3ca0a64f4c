"""Queries about German squadrons and planes: modes, aces, targets (p. 13-15)."""

from ..components import Mode
from ..state import InPlay, Plane, Squadron
from .board import british_in, flying, germans_in, planes_of, raf_in


def may_counterattack(play: InPlay, plane: Plane) -> bool:
    """Return whether a plane is an unmarked German fighter that has not fought or struck yet."""
    squadron = play.state.squadrons[plane.squadron]
    return (
        plane.is_fighter
        and not (plane.markers or plane.engaged or plane.attacked)
        and (squadron.mode is not Mode.ESCAPE or squadron.was_attacked)
    )


def flies_home(squadron: Squadron) -> bool:
    """Return whether the bombers of a squadron fly off the map at the end of its route."""
    return squadron.homeward or squadron.mode is Mode.ESCAPE


def aces_of(play: InPlay, plane: Plane) -> list[str]:
    """Return the abilities of a plane: of its squadron's aces, and of those lost this turn."""
    flying = [other.ace for other in planes_of(play, plane.squadron) if other.ace]
    return [*flying, *plane.fallen_aces]


def has_ace(play: InPlay, plane: Plane, ace: str) -> bool:
    return ace in aces_of(play, plane)


def has_friends(play: InPlay, area: str) -> bool:
    return bool(raf_in(play, area) or british_in(play, area))


def areas_with_friends(play: InPlay) -> list[str]:
    """Return the areas with planes that a strike would hit, in map order."""
    friends = {fighter.area for fighter in flying(play)}
    friends |= {p.area for p in play.state.planes.values() if not p.is_german}
    return [area for area in play.data.board.areas if area in friends]


def mode_words(play: InPlay, squadron: Squadron) -> str:
    """Return in words how a squadron flies: its mode, or `bombers` for one with bombers."""
    planes = planes_of(play, squadron.id)
    if squadron.mode is Mode.ESCORT and any(plane.is_bomber for plane in planes):
        with_fighters = any(plane.is_fighter for plane in planes)
        words = "bombers with escort" if with_fighters else "bombers"
        return f"{words} on the way home" if squadron.homeward else words
    return "British" if squadron.mode is Mode.BRITISH else squadron.mode.value


def is_hunter(play: InPlay, squadron: Squadron) -> bool:
    on_patrol = squadron.mode is Mode.PATROL
    return squadron.mode is Mode.HUNTING or (on_patrol and bool(play.state.hunted))


def quarry_area(play: InPlay, squadron: Squadron) -> str:
    """Return the area of a squadron's quarry if it is in the air, else an empty string."""
    if squadron.quarry == "british":
        for plane in play.state.planes.values():
            if not plane.is_german:
                return plane.area
        return ""
    for fighter in play.state.fighters.values():
        if fighter.in_air and fighter.pilot == (squadron.quarry or play.state.hunted):
            return fighter.area
    return ""


def free_fighters(play: InPlay) -> list[Plane]:
    """Return the German fighters without bombers in their area that are not flying home."""
    state = play.state
    return [
        plane
        for plane in state.planes.values()
        if plane.is_german
        and not plane.is_bomber
        and state.squadrons[plane.squadron].mode is not Mode.ESCAPE
        and not any(other.is_bomber for other in germans_in(play, plane.area))
    ]


def leads(play: InPlay, plane: Plane) -> bool:
    """Return whether a plane sets its squadron's course: a bomber, or a homeward British plane."""
    return plane.is_bomber or not plane.is_german
