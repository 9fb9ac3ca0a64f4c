"""Statistics for batches of games: attacks, bombs dropped, and aircraft lost by each side."""

from collections.abc import Sequence

from tabletop_core import Event

from .state import InPlay


def attacks(events: Sequence[Event]) -> int:
    return sum(event.kind == "attack" for event in events)


def bombs_dropped(events: Sequence[Event]) -> int:
    return sum(event.kind == "bombs" for event in events)


def west_lost(play: InPlay) -> int:
    """Return the aircraft of west that were destroyed or left the board."""
    return _lost(play, "west")


def east_lost(play: InPlay) -> int:
    """Return the aircraft of east that were destroyed or left the board."""
    return _lost(play, "east")


def _lost(play: InPlay, side: str) -> int:
    planes = play.state.aircraft.values()
    return sum(plane.side == side and plane.at is None for plane in planes)


STATISTICS = (attacks, bombs_dropped, west_lost, east_lost)
