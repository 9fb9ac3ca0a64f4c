"""The squares that guns cover, and the aircraft on them."""

from collections.abc import Collection
from functools import cache

from tabletop_core.boards import DEGREES, Square, step, turned

from ..state import Kind, State
from .squares import distance_to, squares_as_bits

# Eighths of a circle from the nose to the squares that an aircraft can attack.
ARCS = {Kind.FIGHTER: (0,), Kind.BOMBER: (0, 2, 4, 6)}


# Offsets from an aircraft to the squares that its guns cover, by its kind and heading.
COVERED = {
    (kind, facing): tuple([step((0, 0), turned(facing, eighths)) for eighths in ARCS[kind]])
    for kind in ARCS
    for facing in DEGREES
}

COVERED_AS_BITS = {aim: squares_as_bits(ways) for aim, ways in COVERED.items()}


@cache
def covered_as_bits(kind: Kind, at: Square, facing: str) -> int:
    """Return the squares next to an aircraft of this kind that its guns cover, as a set of bits."""
    return COVERED_AS_BITS[kind, facing] << distance_to(at)


def squares_covered(kind: Kind, at: Square, facing: str) -> list[Square]:
    """Return the squares next to an aircraft of this kind that its guns cover."""
    column, row = at
    return [(column + across, row + down) for across, down in COVERED[kind, facing]]


def squares_under_fire(state: State, attacker: str) -> list[Square]:
    """Return the squares next to an aircraft that its guns cover."""
    plane = state.aircraft[attacker]
    assert plane.at is not None
    return squares_covered(plane.kind, plane.at, plane.facing)


def targets_of(state: State, attacker: str) -> list[str]:
    """Return the enemies in the squares that an aircraft can attack."""
    under_fire = squares_under_fire(state, attacker)
    side = state.aircraft[attacker].side
    return [
        name
        for name, plane in state.aircraft.items()
        if plane.at in under_fire and plane.side != side
    ]


def guns_of(state: State, side: str, *, but: Collection[str] = ()) -> dict[Square, tuple[str, ...]]:
    """Return the squares that a side's guns cover, and which aircraft cover each."""
    covered: dict[Square, tuple[str, ...]] = {}
    for name, plane in state.aircraft.items():
        if plane.side == side and plane.at is not None and name not in but:
            for square in squares_covered(plane.kind, plane.at, plane.facing):
                covered[square] = (*covered.get(square, ()), name)
    return covered


def squares_of_battery(state: State, side: str) -> list[Square]:
    """Return the squares, clockwise, at which the battery of a side's base fires."""
    base = state.bases[side]
    return [step(base, direction) for direction in ("NE", "SE", "SW", "NW")]
