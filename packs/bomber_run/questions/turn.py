"""The progress of the turn."""

from ..state import InPlay


def has_aircraft(play: InPlay) -> bool:
    """Return whether the player whose turn it is has aircraft left."""
    planes = play.state.aircraft.values()
    return any(plane.side == play.seat and plane.at is not None for plane in planes)


def has_flown(play: InPlay) -> bool:
    """Return whether every aircraft of the player whose turn it is has moved."""
    return not waiting(play)


def waiting(play: InPlay) -> list[str]:
    """Return the aircraft of the player whose turn it is that have not moved."""
    state, side = play.state, play.seat
    return [
        name
        for name, plane in state.aircraft.items()
        if plane.side == side and plane.at is not None and name not in state.flown
    ]
