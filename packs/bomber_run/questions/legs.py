"""Legs: what an aircraft flies in one go, until a player has to choose.

A leg is a chain of single moves to a square and a heading, by the cheapest way, and it ends the
move there. Where an enemy may take a snap-shot, or the aircraft may attack, it stops instead, and
the player chooses how to continue. A leg never passes through a square in which an enemy could
fire: to cross such a square, a player flies a leg that stops on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import chain, islice
from operator import or_
from typing import NamedTuple, TypeAlias, overload

import attrs

from tabletop_core.boards import Square, SquareGrid

from ..data import Formation
from ..state import Flight, Kind, State
from .courses import FORWARD, MOVEMENT_DIE, Course, Near, can_finish, end_here, moved, moves_from
from .guns import ARCS, covered_as_bits, squares_covered
from .squares import bit_of, distance_to, has, off_the_board, squares_as_bits

End: TypeAlias = tuple[Square, str]


class Leg(NamedTuple):
    """Single moves in a row: the course after each of them, counted from the square they begin on.

    `under_fire`: enemies may take a snap-shot at its end; `ends`: the aircraft's move is then over.
    A leg without moves ends the move where the aircraft is.
    """

    moves: tuple[Course, ...]
    to: Course
    under_fire: bool = False
    ends: bool = True

    def flown_from(self, at: Square) -> Course:
        """Return the course after a leg that begins on this square of the board."""
        return self.to.put_on(moved(at, self.to.at))


class Sky(NamedTuple):
    """The board as one side meets it: friends, enemies by square, and what each enemy covers.

    `mover` is the aircraft in the middle of its flight; it is not among them.
    """

    grid: SquareGrid
    friends: int
    enemies: Mapping[Square, str]
    guns: Mapping[str, int]
    all_enemies: int
    all_guns: int
    outside: int
    mover: str

    @classmethod
    def of(cls, state: State, grid: SquareGrid, side: str, flight: Flight | None = None) -> "Sky":
        """Return the sky of a side before its next aircraft moves, or in the middle of a flight."""
        mover, fired = (flight.aircraft, flight.shot_at_by) if flight else ("", ())
        friends = all_enemies = all_guns = 0
        enemies: dict[Square, str] = {}
        guns: dict[str, int] = {}
        for name, plane in state.aircraft.items():
            at = plane.at
            if at is None or name == mover:
                continue
            if plane.side == side:
                friends |= bit_of(at)
            else:
                enemies[at] = name
                all_enemies |= bit_of(at)
                if name not in fired:
                    guns[name] = covered_as_bits(plane.kind, at, plane.facing)
                    all_guns |= guns[name]
        outside = off_the_board(grid)
        return cls(grid, friends, enemies, guns, all_enemies, all_guns, outside, mover)

    def near(self, name: str, here: Course, reach: "Reach") -> Near:
        """Return the part that an aircraft on this course could meet, without the aircraft."""
        to_here, entered = distance_to(here.at), reach.entered
        friends = self.friends >> to_here & entered
        return Near(
            friends if name == self.mover else friends & ~ITSELF,
            self.all_enemies >> to_here & reach.seen,
            self.all_guns >> to_here & entered,
            self.outside >> to_here & entered,
        )

    def guns_at(self, square: Square) -> tuple[str, ...]:
        """Return the enemies whose guns cover a square."""
        return tuple([name for name, covered in self.guns.items() if has(covered, square)])


ITSELF = bit_of((0, 0))
"""The square of an aircraft, relative to itself."""


class Known(NamedTuple):
    """A course relative to the start of the leg, and the leg to it if nothing is in the way.

    `end`, `square`: where it leads; `covered`: what the guns cover there; `before`: the indexes of
    the courses one move earlier.
    """

    leg: Leg
    end: End
    square: int
    covered: int
    before: tuple[int, ...]


@attrs.frozen(eq=False)
class Reach:
    """Every course that single moves can reach from one, cheapest first.

    Other aircraft and the edges of the board are ignored. `entered` holds the squares that the
    aircraft could enter, `seen` those and all that its guns could cover.
    """

    courses: tuple[Known, ...]
    entered: int
    seen: int


def reach_of(here: Course) -> Reach:
    """Return the reach of an aircraft, which does not depend on its square."""
    kind, _, facing, halves, squares, squares_since_turn, by_compass = here
    return reach_from(kind, facing, halves, squares > 0, squares_since_turn > 0, by_compass)


@cache
def reach_from(
    kind: Kind, facing: str, halves: int, has_flown: bool, may_turn: bool, by_compass: bool
) -> Reach:
    start = Course(kind, (0, 0), facing, halves, int(has_flown), int(may_turn), by_compass)
    before: dict[Course, list[Course]] = {start: []}
    queue = [start]
    for here in queue:
        for _, there in moves_from(here):
            there = plain(there)
            if there not in before:
                before[there] = []
                queue.append(there)
            before[there].append(here)
    # Each comes after those before it; of two that spend the same first the one that may turn.
    queue[1:] = sorted(queue[1:], key=lambda one: (-one.halves, -one.squares_since_turn))
    numbers = {course: number for number, course in enumerate(queue)}
    courses: list[Known] = []
    for there in queue:
        ways = tuple([numbers[one] for one in before[there]])
        usual = (*courses[ways[0]].leg.moves, there) if ways else ()
        covered = squares_as_bits(squares_covered(there.kind, there.at, there.facing))
        end = there.at, there.facing
        courses.append(Known(Leg(usual, there), end, bit_of(there.at), covered, ways))
    entered = reduce(or_, [known.square for known in courses])
    seen = reduce(or_, [known.covered for known in courses], entered)
    return Reach(tuple(courses), entered, seen)


def plain(course: Course) -> Course:
    """Return a course that counts squares only as far as the rules care: none, or some."""
    if course.squares < 2 and course.squares_since_turn < 2:
        return course
    return course._replace(
        squares=min(course.squares, 1), squares_since_turn=min(course.squares_since_turn, 1)
    )


# What an aircraft meets is often the same: nothing, or what it met at the question before.
@lru_cache(maxsize=8192)
def find_legs(reach: Reach, near: Near, may_attack: bool) -> Mapping[End, Leg]:
    """Return the legs by their last square and how they end there: `off`, `ram`, or a heading.

    Squares are relative to the aircraft, so that a result is valid anywhere on the board.
    """
    friends, enemies, guns, outside = near
    courses = reach.courses
    legs: dict[End, Leg] = {}
    ways = {0: courses[0].leg}
    seen: set[End] = set()
    for number in range(1, len(courses)):
        usual, end, square, covered, before = courses[number]
        for last in before:
            if last in ways:
                break
        else:
            continue
        leg, there = usual, usual.to
        if last != before[0] or ways[last] is not courses[last].leg:
            leg = Leg((*ways[last].moves, there), there)
        if square & outside:
            legs.setdefault(((0, 0), "off"), leg)
            continue
        # Only an aircraft that enters a square draws fire, not one that turns on it.
        under_fire = bool(square & guns) and there.squares_since_turn > 0
        if not under_fire:
            ways[number] = leg
        if end in seen:
            continue
        seen.add(end)
        stops = under_fire or (may_attack and bool(enemies & covered))
        if square & enemies and not stops:
            if there.at != (0, 0):  # an enemy on its own square is rammed by a leg without moves
                legs.setdefault((there.at, "ram"), leg)
        elif stops and (not square & friends or can_finish(near, there)):
            legs[end] = Leg(leg.moves, there, under_fire, ends=False)
        elif not square & friends:
            legs[end] = leg
    return legs


class Orders(Mapping[str, Leg | None]):
    """Everything that an aircraft on a course may do, with the leg where it flies.

    `w3 D7 E` flies to a square and a nose, `w3 e5 ram` onto an enemy, `w3 off` off the board,
    `w3 e5 attack` attacks, `done` ends the move, `w3 stay` is for one that cannot move at all.
    Orders are named only when read: most are only counted.
    """

    __slots__ = ("_here", "_legs", "_named", "_others", "_sky", "name")

    def __init__(self, sky: Sky, name: str, here: Course, *, may_attack: bool) -> None:
        self.name = name
        self._sky, self._here = sky, here
        reach = reach_of(here)
        near = sky.near(name, here, reach)
        self._legs = legs = find_legs(reach, near, may_attack)
        self._others: Mapping[str, Leg | None] = {}
        # The order named last is often the next one to be read.
        self._named: tuple[str, Leg | None] = ("", None)
        if near.enemies or here.squares or not legs:
            self._others = self._without_flying(near, may_attack)

    def _without_flying(self, near: Near, may_attack: bool) -> dict[str, Leg | None]:
        """Return all orders without a flight: attacks, the end of the move, staying."""
        sky, here, name = self._sky, self._here, self.name
        orders: dict[str, Leg | None] = {}
        if may_attack:
            covered = squares_covered(here.kind, here.at, here.facing)
            orders = {
                f"{name} {enemy} attack": None for at, enemy in sky.enemies.items() if at in covered
            }
        end = end_here(near, here.put_on((0, 0)))
        if end:
            order = f"{name} {sky.enemies[here.at]} ram" if end == "ram" else "done"
            orders[order] = Leg((), here.put_on((0, 0)))
        if self.is_blocked:
            orders[f"{name} stay"] = None
        return orders

    @property
    def is_blocked(self) -> bool:
        """Whether friends block every way of an aircraft that has to move."""
        return not self._legs and not self._here.squares

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
        if end not in self._legs or self._name(end) != order:
            raise KeyError(order)
        return end

    def _square(self, where: str) -> Square:
        for at, enemy in self._sky.enemies.items():
            if enemy == where:
                return at
        return self._sky.grid.named[where]

    def __len__(self) -> int:
        return len(self._legs) + len(self._others)

    def __iter__(self) -> Iterator[str]:
        for end, leg in self._legs.items():
            order = self._name(end)
            self._named = order, leg
            yield order
        yield from self._others

    def __getitem__(self, order: str) -> Leg | None:
        if order in self._others:
            return self._others[order]
        named, leg = self._named
        return leg if order == named else self._legs[self._end(order)]

    def course_after(self, leg: Leg) -> Course:
        """Return the course of the aircraft on the board once it has flown a leg."""
        return leg.flown_from(self._here.at)

    def guns_after(self, leg: Leg) -> tuple[str, ...]:
        """Return the enemies that may take a snap-shot where a leg leads."""
        return self._sky.guns_at(self.course_after(leg).at) if leg.under_fire else ()

    def targets_after(self, leg: Leg) -> list[str]:
        """Return the enemies before the guns of the aircraft where a leg stops."""
        there, enemies = self.course_after(leg), self._sky.enemies
        covered = () if leg.ends else squares_covered(there.kind, there.at, there.facing)
        return [enemies[at] for at in covered if at in enemies]

    def numbered(self, number: int) -> str:
        """Return one order by its index, without naming the others."""
        if number < len(self._legs):
            end, leg = next(islice(self._legs.items(), number, None))
            order = self._name(end)
            self._named = order, leg
            return order
        return list(self._others)[number - len(self._legs)]


def most_orders(formation: Formation) -> int:
    """Return the most orders that a side can have: all its fighters with the most points."""
    fighters = len(formation.fighters) * most_orders_of(Kind.FIGHTER, MOVEMENT_DIE)
    return fighters + len(formation.bombers) * most_orders_of(Kind.BOMBER, 0)


def most_orders_of(kind: Kind, points: int) -> int:
    """Return the most orders that an aircraft about to move can have.

    It has at most one leg to each square and heading in its reach; a ram or leaving the board takes
    the place of one of them. It attacks one enemy on each square that its guns cover.
    """
    starts = [
        Course(kind, (0, 0), facing, points * FORWARD, 0, 0, by_compass)
        for facing in ("N", "NE")
        for by_compass in (False, True)
    ]
    ends = ({known.end for known in reach_of(start).courses[1:]} for start in starts)
    return max(map(len, ends)) + len(ARCS[kind])


class OrdersOfAll(Sequence[str]):
    """The orders of several aircraft, one of which flies next.

    Blocked aircraft wait for the friends that are not.
    """

    def __init__(self, sky: Sky, courses: Mapping[str, Course], *, may_attack: bool = True) -> None:
        self._sky, self._courses, self._may_attack = sky, courses, may_attack
        self._known: dict[str, Orders] = {}
        self._free: Sequence[Orders] = ()

    def _of(self, name: str) -> Orders:
        """Return the orders of an aircraft, computed when first needed."""
        orders = self._known.get(name)
        if orders is None:
            orders = Orders(self._sky, name, self._courses[name], may_attack=self._may_attack)
            self._known[name] = orders
        return orders

    def _open(self) -> Sequence[Orders]:
        """Return the orders of all aircraft that may fly next."""
        if not self._free:
            every = [self._of(name) for name in self._courses]
            self._free = [orders for orders in every if not orders.is_blocked] or every
        return self._free

    @property
    def is_of_one(self) -> bool:
        """Whether only one aircraft may fly."""
        return len(self._open()) == 1

    def leg(self, order: str) -> Leg | None:
        """Return the leg of an order, None if it has none."""
        return self.of(order)[order]

    def of(self, order: str) -> Orders:
        """Return the orders of the aircraft to which one is given."""
        name, _, _ = order.partition(" ")
        # Orders without a name occur only for the one aircraft in the middle of its move.
        return self._of(name if name in self._courses else next(iter(self._courses)))

    @property
    def is_choice(self) -> bool:
        """Whether there is more than one."""
        for name in self._courses:
            orders = self._of(name)
            if len(orders) > 1 and not orders.is_blocked:
                return True
        return len(self) > 1

    def __bool__(self) -> bool:
        return bool(self._courses)

    def __len__(self) -> int:
        return sum([len(orders) for orders in self._open()])

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._open())

    def __contains__(self, order: object) -> bool:
        if not isinstance(order, str):
            return False
        orders = self.of(order)
        if orders.is_blocked and all(orders is not one for one in self._open()):
            return False
        return order in orders

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[str]: ...
    def __getitem__(self, number: int | slice) -> str | Sequence[str]:
        if isinstance(number, slice):
            return tuple(self)[number]
        left = number if number >= 0 else number + len(self)
        for orders in self._open():
            if 0 <= left < len(orders):
                return orders.numbered(left)
            left -= len(orders)
        raise IndexError(number)
