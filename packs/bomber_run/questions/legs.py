"""Legs: what an aircraft flies in one go, up to where somebody has to choose.

A leg leads over single moves to a square and a nose, by the way that spends least, and ends the
move there. Where an enemy may take a snap-shot, or the aircraft may attack, it stops instead, and
the player says how to go on. On its way it enters no square in which an enemy could fire: who wants
to cross such a square flies a leg that stops on it.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import attrs

from tabletop_core.boards import Square, SquareGrid

from ..state import Flight, State, enemy_of
from .courses import FORWARD, Course, can_finish, course_of, end_here, moves_from
from .guns import guns_of, squares_covered, targets_of


class Leg(NamedTuple):
    """Single moves in a row, the course after them, and what meets the aircraft there.

    `guns`: the enemies that may take a snap-shot there; `ends`: the aircraft's move is then over.
    A leg without moves ends the move where the aircraft is.
    """

    moves: tuple[str, ...]
    to: Course
    guns: tuple[str, ...] = ()
    ends: bool = True


@attrs.frozen
class Sky:
    """What an aircraft of one side meets: friends, enemies, and the enemy's guns, by square."""

    grid: SquareGrid
    friends: Mapping[Square, str]
    enemies: Mapping[Square, str]
    guns: Mapping[Square, tuple[str, ...]]

    @classmethod
    def of(cls, state: State, grid: SquareGrid, side: str, flight: Flight | None = None) -> "Sky":
        """Return what a side meets before its next aircraft moves, or in the middle of a flight."""
        mover, fired = (flight.aircraft, flight.shot_at_by) if flight else ("", ())
        friends: dict[Square, str] = {}
        enemies: dict[Square, str] = {}
        for name, plane in state.aircraft.items():
            if plane.at is not None and name != mover:
                (friends if plane.side == side else enemies)[plane.at] = name
        return cls(grid, friends, enemies, guns_of(state, enemy_of(side), but=fired))

    def near(self, name: str, here: Course) -> "Near":
        """Return the part of it that the aircraft could come to, without the aircraft itself."""
        column, row = here.at
        reach = here.halves // FORWARD + 2

        def is_near(square: Square) -> bool:
            return abs(square[0] - column) <= reach and abs(square[1] - row) <= reach

        return Near(
            self.grid,
            frozenset(at for at, other in self.friends.items() if other != name and is_near(at)),
            frozenset(item for item in self.enemies.items() if is_near(item[0])),
            frozenset(item for item in self.guns.items() if is_near(item[0])),
        )


class Near(NamedTuple):
    """The part of the sky to which an aircraft could come."""

    grid: SquareGrid
    friends: frozenset[Square]
    enemies: frozenset[tuple[Square, str]]
    guns: frozenset[tuple[Square, tuple[str, ...]]]


class Known(NamedTuple):
    """A course as seen from where the leg begins, what its guns cover, and what comes before it."""

    course: Course
    covered: tuple[Square, ...]
    before: tuple[tuple[int, str], ...]


@cache
def courses_from(start: Course) -> tuple[Known, ...]:
    """Return every course to which single moves lead, those that spend least first.

    Other aircraft and the edges of the board are left aside.
    """
    before: dict[Course, list[tuple[Course, str]]] = {start: []}
    queue = [start]
    for here in queue:
        for move, there in moves_from(here):
            there = plain(there)
            if there not in before:
                before[there] = []
                queue.append(there)
            before[there].append((here, move))
    # Each comes after those before it; of two that spend the same first the one that may turn.
    queue[1:] = sorted(queue[1:], key=lambda one: (-one.halves, -one.squares_since_turn))
    numbers = {course: number for number, course in enumerate(queue)}
    return tuple(
        Known(
            course,
            tuple(squares_covered(course.kind, course.at, course.facing)),
            tuple((numbers[one], move) for one, move in before[course]),
        )
        for course in queue
    )


def plain(course: Course) -> Course:
    """Return a course that counts squares no farther than the rules do: none, or some."""
    return course._replace(
        squares=min(course.squares, 1), squares_since_turn=min(course.squares_since_turn, 1)
    )


def legs_from(sky: Sky, name: str, here: Course, *, may_attack: bool) -> Mapping[str, Leg]:
    """Return the legs of an aircraft from its course, by the answer that flies them.

    `w3 D7 E` flies to a square and a nose, `w3 e5 ram` onto an enemy, `w3 off` off the board.
    """
    return _legs(sky.near(name, here), name, plain(here), may_attack)


# Most of what an aircraft meets stays as it is from question to question.
@lru_cache(maxsize=4096)
def _legs(near: Near, name: str, here: Course, may_attack: bool) -> Mapping[str, Leg]:
    grid, names, friends = near.grid, names_of(near.grid), near.friends
    enemies, guns = dict(near.enemies), dict(near.guns)
    column, row = here.at
    legs: dict[str, Leg] = {}
    ways: dict[int, tuple[str, ...]] = {0: ()}
    seen: set[tuple[Square, str]] = set()
    courses = enumerate(courses_from(here._replace(at=(0, 0))))
    next(courses)
    for number, (course, covered, before) in courses:
        last = next((step for step in before if step[0] in ways), None)
        if last is None:
            continue
        moves = (*ways[last[0]], last[1])
        kind, (across, down), facing, halves, squares, since_turn = course
        square = (column + across, row + down)
        there = Course(kind, square, facing, halves, squares, since_turn)
        if square not in names:
            legs.setdefault(f"{name} off", Leg(moves, there))
            continue
        # Only who enters a square is shot at, not who turns on it.
        shooters = guns.get(square, ()) if since_turn else ()
        if not shooters:
            ways[number] = moves
        if (square, facing) in seen:
            continue
        seen.add((square, facing))
        stops = bool(shooters)
        if may_attack and enemies and not stops:
            stops = any((column + x, row + y) in enemies for x, y in covered)
        if square in enemies and not stops:
            legs.setdefault(f"{name} {enemies[square]} ram", Leg(moves, there))
        elif square not in friends or (stops and can_finish(grid, friends, enemies, there)):
            option = f"{name} {names[square]} {facing}"
            legs[option] = Leg(moves, there, shooters, ends=not stops)
    return legs


@cache
def names_of(grid: SquareGrid) -> Mapping[Square, str]:
    """Return the squares of a board with their names."""
    return {square: name for name, square in grid.named.items()}


def orders_for(sky: Sky, state: State, flight: Flight) -> dict[str, Leg | None]:
    """Return everything an aircraft may do now, with the leg where it flies."""
    here = course_of(state, flight)
    return orders_at(sky, state, flight.aircraft, here, may_attack=not flight.has_attacked)


def orders_at(
    sky: Sky, state: State, name: str, here: Course, *, may_attack: bool
) -> dict[str, Leg | None]:
    """Return everything that an aircraft on this course may do; the state holds it there."""
    legs = legs_from(sky, name, here, may_attack=may_attack)
    orders: dict[str, Leg | None] = dict(legs)
    if may_attack:
        for target in targets_of(state, name):
            orders[f"{name} {target} attack"] = None
    if here.squares:
        end = end_here(sky.friends, sky.enemies, here)
        if end == "ram":
            orders[f"{name} {sky.enemies[here.at]} ram"] = Leg((), here)
        elif end == "stop":
            orders["done"] = Leg((), here)
    elif not legs:
        orders[f"{name} stay"] = None
    return orders
