"""How far the turn has come."""

from ..state import InPlay


def has_aircraft(play: InPlay) -> bool:
    """Tell whether the player whose turn it is has aircraft left."""
    return bool(play.state.of(play.seat))


def has_flown(play: InPlay) -> bool:
    """Tell whether every aircraft of the player whose turn it is has moved."""
    return all(name in play.state.flown for name in play.state.of(play.seat))


def waiting(play: InPlay) -> list[str]:
    """Return the aircraft of the player whose turn it is that have not moved."""
    return [name for name in play.state.of(play.seat) if name not in play.state.flown]
