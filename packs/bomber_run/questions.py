"""What can be read from the board: who is under fire, who still has to fly, which ways are open."""

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_core.boards import DIRECTIONS, Square, SquareGrid, step, turned

from .state import Flight, InPlay, Kind, State

# Eighths of a circle from the nose to the squares an aircraft can attack.
FIGHTER_ARC = (0,)
BOMBER_ARCS = (0, 2, 4, 6)

# Costs in halves of a movement point.
FORWARD = 2
DIAGONAL = 3
ACROBATIC = 4

HEADINGS = {"left": -1, "forward": 0, "right": 1}


class Course(NamedTuple):
    """Where a moving aircraft is and what movement it has left and used."""

    kind: Kind
    at: Square
    facing: str
    halves: int
    squares: int
    squares_since_turn: int


def has_aircraft(play: InPlay) -> bool:
    """Tell whether the player whose turn it is has aircraft left."""
    return bool(play.state.of(play.seat))


def has_flown(play: InPlay) -> bool:
    """Tell whether every aircraft of the player whose turn it is has moved."""
    return all(name in play.state.flown for name in play.state.of(play.seat))


def targets_of(state: State, attacker: str) -> list[str]:
    """Return the enemies in the squares that an aircraft can attack."""
    side = state.aircraft[attacker].side
    under_fire = squares_under_fire(state, attacker)
    return [
        name
        for name, plane in state.aircraft.items()
        if plane.side != side and plane.at in under_fire
    ]


def squares_under_fire(state: State, attacker: str) -> list[Square]:
    """Return the squares next to an aircraft that its guns cover."""
    plane = state.aircraft[attacker]
    arcs = FIGHTER_ARC if plane.kind is Kind.FIGHTER else BOMBER_ARCS
    return [plane.ahead(eighths) for eighths in arcs]


def options_for(play: InPlay, name: str) -> tuple[str, ...]:
    """Return everything the moving aircraft may do now."""
    state, grid = play.state, play.data.board.grid
    flight = state.flight
    assert flight is not None
    here = course_of(state, flight)
    options = [option for option, there in moves_from(here) if can_finish(state, grid, name, there)]
    blocked = not here.squares and not options
    if not flight.has_attacked:
        options.extend(f"attack:{target}" for target in targets_of(state, name))
    end = end_here(state, name, here)
    if end == "stop":
        options.append("done")
    elif end == "ram":
        options.append(f"ram:{state.at(here.at, but=name)}")
    elif blocked:
        options.append("stay")
    return tuple(options)


def start_of(state: State, name: str, points: int) -> Course:
    """Return the course of an aircraft about to move with so many points."""
    return course_of(state, Flight(name, 2 * points))


def course_of(state: State, flight: Flight) -> Course:
    plane = state.aircraft[flight.aircraft]
    assert plane.at is not None
    return Course(
        plane.kind,
        plane.at,
        plane.facing,
        flight.halves,
        flight.squares,
        flight.squares_since_turn,
    )


def moves_from(here: Course) -> Iterator[tuple[str, Course]]:
    """Yield each square and each new facing that the movement left allows."""
    fighter = here.kind is Kind.FIGHTER
    for heading, eighths in HEADINGS.items():
        cost = (DIAGONAL if eighths else FORWARD) if fighter else 0
        if here.halves < cost or (not fighter and here.squares):
            continue
        facing = turned(here.facing, eighths)
        yield (
            heading,
            Course(
                here.kind,
                step(here.at, facing),
                facing,
                here.halves - cost,
                here.squares + 1,
                here.squares_since_turn + 1,
            ),
        )
    if fighter and here.squares_since_turn and here.halves >= ACROBATIC:
        for facing in DIRECTIONS:
            if facing != here.facing:
                yield (
                    f"turn:{facing}",
                    here._replace(
                        facing=facing, halves=here.halves - ACROBATIC, squares_since_turn=0
                    ),
                )


def end_here(state: State, name: str, here: Course) -> str:
    """Return how the move would end here: `stop`, or `ram` on an enemy; empty where it may not."""
    if not here.squares:
        return ""
    other = state.at(here.at, but=name)
    if other is None:
        return "stop"
    return "ram" if state.aircraft[other].side != state.aircraft[name].side else ""


def can_finish(state: State, grid: SquareGrid, name: str, here: Course) -> bool:
    """Tell whether some legal way to end the move is left, leaving the board included."""
    return any(ends_of(state, grid, name, here))


def ends_of(state: State, grid: SquareGrid, name: str, here: Course) -> Iterator[str]:
    """Yield how each way on can end: stop on an empty square, ram, leave the board."""
    if here.at not in grid:
        yield "leave the board"
        return
    end = end_here(state, name, here)
    if end:
        yield end
    for _, there in moves_from(here):
        yield from ends_of(state, grid, name, there)
