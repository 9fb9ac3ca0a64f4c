"""Single moves: the next square, a new facing, and how a move can end."""

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_core.boards import DEGREES, Square, step, turned

from ..state import Flight, Kind, State
from .squares import has

# Costs in halves of a movement point.
FORWARD = 2
DIAGONAL = 3
ACROBATIC = 4

MOVEMENT_DIE = 4
"""Sides of the die that gives a fighter its points."""

HEADINGS = {"left": -1, "forward": 0, "right": 1}


class Course(NamedTuple):
    """Where a moving aircraft is and what movement it has left and used.

    `by_compass`: a square costs 1.5 where it is diagonal on the board, however the nose points.
    """

    kind: Kind
    at: Square
    facing: str
    halves: int
    squares: int
    squares_since_turn: int
    by_compass: bool = False

    def put_on(self, at: Square) -> "Course":
        """Return the same course on another square."""
        kind, _, facing, halves, squares, squares_since_turn, by_compass = self
        return Course(kind, at, facing, halves, squares, squares_since_turn, by_compass)


def moved(at: Square, way: Square) -> Square:
    """Return the square at this offset in columns and rows."""
    return at[0] + way[0], at[1] + way[1]


def points_of(halves: int) -> str:
    """Write a number of half points as points."""
    return "1 point" if halves == 2 else f"{halves / 2:g} points"


def start_of(state: State, name: str, points: int) -> Course:
    """Return the course of an aircraft about to move with this many points."""
    plane = state.aircraft[name]
    assert plane.at is not None
    return Course(plane.kind, plane.at, plane.facing, 2 * points, 0, 0, state.by_compass)


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
        state.by_compass,
    )


def moves_from(here: Course) -> Iterator[tuple[str, Course]]:
    """Yield each square and each new facing that the movement left allows."""
    fighter = here.kind is Kind.FIGHTER
    for heading, eighths in HEADINGS.items():
        facing = turned(here.facing, eighths)
        aside = DEGREES[facing] % 90 != 0 if here.by_compass else eighths != 0
        cost = (DIAGONAL if aside else FORWARD) if fighter else 0
        if here.halves < cost or (not fighter and here.squares):
            continue
        yield (
            heading,
            Course(
                here.kind,
                step(here.at, facing),
                facing,
                here.halves - cost,
                here.squares + 1,
                here.squares_since_turn + 1,
                here.by_compass,
            ),
        )
    if fighter and here.squares_since_turn and here.halves >= ACROBATIC:
        for facing in DEGREES:
            if facing != here.facing:
                yield (
                    f"turn:{facing}",
                    here._replace(
                        facing=facing, halves=here.halves - ACROBATIC, squares_since_turn=0
                    ),
                )


class Near(NamedTuple):
    """What an aircraft could meet in one move: sets of squares relative to its own.

    `guns`: the squares that the enemy's guns cover; `outside`: those off the board.
    """

    friends: int
    enemies: int
    guns: int
    outside: int


def end_here(near: Near, here: Course) -> str:
    """Return how the move would end here: `stop`, `ram` on an enemy, or empty if it may not."""
    if not here.squares or has(near.friends, here.at):
        return ""
    return "ram" if has(near.enemies, here.at) else "stop"


def can_finish(near: Near, here: Course) -> bool:
    """Return whether some legal way to end the move is left, leaving the board included."""
    return any(ends_of(near, here))


def ends_of(near: Near, here: Course) -> Iterator[str]:
    """Yield how each way on can end: stop on an empty square, ram, leave the board."""
    if has(near.outside, here.at):
        yield "leave the board"
        return
    end = end_here(near, here)
    if end:
        yield end
    for _, there in moves_from(here):
        yield from ends_of(near, there)
