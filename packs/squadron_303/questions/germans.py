"""What German squadrons and planes are about to do (p. 13-15)."""

from ..components import Mode
from ..state import InPlay, Plane, Squadron
from .board import british_in, germans_in, is_bomber, is_fighter, is_german, raf_in


def may_counterattack(play: InPlay, plane: Plane) -> bool:
    """Tell whether a plane is a German fighter, unmarked, that neither fought nor struck yet."""
    squadron = play.state.squadrons[plane.squadron]
    return (
        is_fighter(play, plane)
        and not (plane.markers or plane.engaged or plane.attacked)
        and (squadron.mode is not Mode.ESCAPE or squadron.was_attacked)
    )


def has_friends(play: InPlay, area: str) -> bool:
    return bool(raf_in(play, area) or british_in(play, area))


def is_hunter(play: InPlay, squadron: Squadron) -> bool:
    on_patrol = squadron.mode is Mode.PATROL
    return squadron.mode is Mode.HUNTING or (on_patrol and bool(play.state.hunted))


def quarry_area(play: InPlay, squadron: Squadron) -> str:
    """Return the area of what a squadron hunts, if it is known and in the air."""
    if squadron.quarry == "british":
        for plane in play.state.planes.values():
            if not is_german(play, plane):
                return plane.area
        return ""
    for fighter in play.state.fighters.values():
        if fighter.in_air and fighter.pilot == (squadron.quarry or play.state.hunted):
            return fighter.area
    return ""


def free_fighters(play: InPlay) -> list[Plane]:
    """Return German fighters that have no bombers with them and are not on their way home."""
    state = play.state
    return [
        plane
        for plane in state.planes.values()
        if is_german(play, plane)
        and not is_bomber(play, plane)
        and state.squadrons[plane.squadron].mode is not Mode.ESCAPE
        and not any(is_bomber(play, other) for other in germans_in(play, plane.area))
    ]


def leads(play: InPlay, plane: Plane) -> bool:
    """Tell whether a plane sets the course: bombers, and the British on their way home."""
    return is_bomber(play, plane) or not is_german(play, plane)
