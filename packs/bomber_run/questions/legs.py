"""Legs: what an aircraft flies in one go, up to where somebody has to choose.

A leg leads over single moves to a square and a nose, by the way that spends least, and ends the
move there. Where an enemy may take a snap-shot, or the aircraft may attack, it stops instead, and
the player says how to go on. On its way it enters no square in which an enemy could fire: who wants
to cross such a square flies a leg that stops on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple, TypeAlias, overload

import attrs

from tabletop_core.boards import Square, SquareGrid

from ..data import Formation
from ..state import Flight, Kind, State, enemy_of
from .courses import (
    FORWARD,
    MOVEMENT_DIE,
    Course,
    Near,
    can_finish,
    course_of,
    end_here,
    moved,
    moves_from,
)
from .guns import ARCS, guns_of, squares_covered

End: TypeAlias = tuple[Square, str]


class Leg(NamedTuple):
    """Single moves in a row, and the course after them, counted from the square they begin on.

    `under_fire`: enemies may take a snap-shot there; `ends`: the aircraft's move is then over.
    A leg without moves ends the move where the aircraft is.
    """

    moves: tuple[str, ...]
    to: Course
    under_fire: bool = False
    ends: bool = True

    def flown_from(self, at: Square) -> Course:
        """Return the course after a leg that begins on this square of the board."""
        return self.to.put_on(moved(at, self.to.at))


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

    def near(self, name: str, here: Course) -> Near:
        """Return what of it an aircraft on this course could meet, without the aircraft itself."""
        column, row = here.at
        entered, seen = reach_from(plain(here.put_on((0, 0))))
        friends = [
            way
            for (x, y), other in self.friends.items()
            if (way := (x - column, y - row)) in entered and other != name
        ]
        enemies = [way for x, y in self.enemies if (way := (x - column, y - row)) in seen]
        guns = [way for x, y in self.guns if (way := (x - column, y - row)) in entered]
        outside = beyond(self.grid, here.at, entered)
        return Near(frozenset(friends), frozenset(enemies), frozenset(guns), outside)


class Reach(NamedTuple):
    """The squares that an aircraft could enter, and those and all that its guns could cover."""

    entered: frozenset[Square]
    seen: frozenset[Square]


@cache
def reach_from(start: Course) -> Reach:
    courses = courses_from(start)
    entered = {known.course.at for known in courses}
    covered = {square for known in courses for square in known.covered}
    return Reach(frozenset(entered), frozenset(entered | covered))


@lru_cache(maxsize=4096)
def beyond(grid: SquareGrid, at: Square, ways: frozenset[Square]) -> frozenset[Square]:
    """Return which ways from a square lead off the board."""
    return frozenset(way for way in ways if moved(at, way) not in grid)


class Known(NamedTuple):
    """A course as seen from where the leg begins, what its guns cover, and what comes before it."""

    course: Course
    covered: frozenset[Square]
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
            frozenset(squares_covered(course.kind, course.at, course.facing)),
            tuple((numbers[one], move) for one, move in before[course]),
        )
        for course in queue
    )


def plain(course: Course) -> Course:
    """Return a course that counts squares no farther than the rules do: none, or some."""
    if course.squares < 2 and course.squares_since_turn < 2:
        return course
    return course._replace(
        squares=min(course.squares, 1), squares_since_turn=min(course.squares_since_turn, 1)
    )


# What an aircraft meets is often the same: nothing, or what it met at the question before.
@lru_cache(maxsize=4096)
def find_legs(start: Course, near: Near, may_attack: bool) -> Mapping[End, Leg]:
    """Return the legs by their last square and how they end there: `off`, `ram`, or which nose.

    Squares are counted from where the aircraft is, so that this holds anywhere on the board.
    """
    friends, enemies, guns, outside = near
    legs: dict[End, Leg] = {}
    ways: dict[int, tuple[str, ...]] = {0: ()}
    seen: set[End] = set()
    courses = enumerate(courses_from(start))
    next(courses)
    for number, (there, covered, before) in courses:
        for last, move in before:
            if last in ways:
                moves = (*ways[last], move)
                break
        else:
            continue
        square = there.at
        if square in outside:
            legs.setdefault(((0, 0), "off"), Leg(moves, there))
            continue
        # Only who enters a square is shot at, not who turns on it.
        under_fire = square in guns and there.squares_since_turn > 0
        if not under_fire:
            ways[number] = moves
        if (square, there.facing) in seen:
            continue
        seen.add((square, there.facing))
        stops = under_fire or (may_attack and not enemies.isdisjoint(covered))
        if square in enemies and not stops:
            legs.setdefault((square, "ram"), Leg(moves, there))
        elif square not in friends or (stops and can_finish(near, there)):
            legs[square, there.facing] = Leg(moves, there, under_fire, ends=not stops)
    return legs


class Orders(Mapping[str, Leg | None]):
    """Everything that an aircraft on a course may do, with the leg where it flies.

    `w3 D7 E` flies to a square and a nose, `w3 e5 ram` onto an enemy, `w3 off` off the board,
    `w3 e5 attack` attacks, `done` ends the move, `w3 stay` is for one whose every way is blocked.
    They are named when somebody reads them: most are only counted.
    """

    def __init__(self, sky: Sky, name: str, here: Course, *, may_attack: bool) -> None:
        self.name = name
        self._sky, self._here, self._may_attack = sky, here, may_attack

    @classmethod
    def of(cls, sky: Sky, state: State, flight: Flight) -> "Orders":
        """Return what an aircraft may do at this moment of its flight."""
        here = course_of(state, flight)
        return cls(sky, flight.aircraft, here, may_attack=not flight.has_attacked)

    @cached_property
    def _found(self) -> tuple[Mapping[End, Leg], Mapping[str, Leg | None]]:
        """The legs, and by their names all orders that fly no farther."""
        here, near = self._here, self._sky.near(self.name, self._here)
        legs = find_legs(plain(here.put_on((0, 0))), near, self._may_attack)
        if legs and not here.squares and not near.enemies:
            return legs, {}
        return legs, self._without_flying(is_blocked=not legs and not here.squares)

    def _without_flying(self, is_blocked: bool) -> dict[str, Leg | None]:
        sky, here, name = self._sky, self._here, self.name
        orders: dict[str, Leg | None] = {}
        if self._may_attack:
            covered = squares_covered(here.kind, here.at, here.facing)
            orders = {
                f"{name} {enemy} attack": None for at, enemy in sky.enemies.items() if at in covered
            }
        end = end_here(sky.friends, sky.enemies, here)
        if end == "ram":
            orders[f"{name} {sky.enemies[here.at]} ram"] = Leg((), here.put_on((0, 0)))
        elif end == "stop":
            orders["done"] = Leg((), here.put_on((0, 0)))
        if is_blocked:
            orders[f"{name} stay"] = None
        return orders

    @property
    def is_blocked(self) -> bool:
        """Whether friends block every way of an aircraft that has to move."""
        return not self._found[0] and not self._here.squares

    def _name(self, end: End) -> str:
        way, how = end
        if how == "off":
            return f"{self.name} off"
        square = moved(self._here.at, way)
        if how == "ram":
            return f"{self.name} {self._sky.enemies[square]} ram"
        return f"{self.name} {self._sky.grid.name(square)} {how}"

    def _end(self, order: str) -> End:
        """Return where and how the leg of this name ends.

        Raises:
            KeyError: no leg has such a name.
        """
        _, where, how = order.split(" ") if order.count(" ") == 2 else ("", "", "off")
        end = ((0, 0), how)
        if how != "off":
            (column, row), (x, y) = self._here.at, self._square(where)
            end = ((x - column, y - row), how)
        if end not in self._found[0] or self._name(end) != order:
            raise KeyError(order)
        return end

    def _square(self, where: str) -> Square:
        for at, enemy in self._sky.enemies.items():
            if enemy == where:
                return at
        return self._sky.grid.named[where]

    def __len__(self) -> int:
        legs, others = self._found
        return len(legs) + len(others)

    def __iter__(self) -> Iterator[str]:
        legs, others = self._found
        return chain(map(self._name, legs), others)

    def __getitem__(self, order: str) -> Leg | None:
        legs, others = self._found
        return others[order] if order in others else legs[self._end(order)]

    def course_after(self, leg: Leg) -> Course:
        """Return the course of the aircraft on the board once it has flown a leg."""
        return leg.flown_from(self._here.at)

    def guns_after(self, leg: Leg) -> tuple[str, ...]:
        """Return the enemies that may take a snap-shot where a leg leads."""
        return self._sky.guns[self.course_after(leg).at] if leg.under_fire else ()

    def numbered(self, number: int) -> str:
        """Return one order by its number in their row, without naming the others."""
        legs, others = self._found
        if number < len(legs):
            return self._name(next(islice(legs, number, None)))
        return list(others)[number - len(legs)]


def most_orders(formation: Formation) -> int:
    """Return how many orders a side can have at most: all its fighters with the most points."""
    fighters = len(formation.fighters) * most_orders_of(Kind.FIGHTER, MOVEMENT_DIE)
    return fighters + len(formation.bombers) * most_orders_of(Kind.BOMBER, 0)


def most_orders_of(kind: Kind, points: int) -> int:
    """Return how many orders an aircraft can have at most that is about to move.

    It ends a leg on each square and nose of its reach at most once, and rams or leaves the board
    where it would otherwise end one; it attacks one enemy on each square that its guns cover.
    """
    _, *courses = courses_from(Course(kind, (0, 0), "N", points * FORWARD, 0, 0))
    ends = {(known.course.at, known.course.facing) for known in courses}
    return len(ends) + len(ARCS[kind])


class OrdersOfAll(Sequence[str]):
    """What several aircraft may do, one of which is to fly next.

    Those that are blocked wait for the friends that are not.
    """

    def __init__(self, all_orders: Sequence[Orders]) -> None:
        self._all = all_orders

    @cached_property
    def _free(self) -> Sequence[Orders]:
        return [orders for orders in self._all if not orders.is_blocked] or self._all

    def leg(self, order: str) -> Leg | None:
        """Return the leg that an order flies, None where it flies none."""
        return self.of(order)[order]

    def of(self, order: str) -> Orders:
        """Return the orders of the aircraft to which one is given."""
        name, _, _ = order.partition(" ")
        # Only for an aircraft in the middle of its move there are orders without its name.
        return next((orders for orders in self._all if orders.name == name), self._all[0])

    @property
    def is_choice(self) -> bool:
        """Whether there is more than one."""
        some = any(len(orders) > 1 for orders in self._all if not orders.is_blocked)
        return some or len(self) > 1

    def __bool__(self) -> bool:
        return bool(self._all)

    def __len__(self) -> int:
        return sum(map(len, self._free))

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._free)

    def __contains__(self, order: object) -> bool:
        if not isinstance(order, str):
            return False
        orders = self.of(order)
        return order in orders and any(orders is one for one in self._free)

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[str]: ...
    def __getitem__(self, number: int | slice) -> str | Sequence[str]:
        if isinstance(number, slice):
            return tuple(self)[number]
        left = number if number >= 0 else number + len(self)
        for orders in self._free:
            if 0 <= left < len(orders):
                return orders.numbered(left)
            left -= len(orders)
        raise IndexError(number)
