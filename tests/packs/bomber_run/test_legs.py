"""Legs against single moves: the same flights, with fewer answers.

The single moves are tried out one by one here; the legs have to lead to the same ends.
"""

import random
from itertools import product

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.questions.courses import MOVEMENT_DIE, course_of, moved, moves_from
from packs.bomber_run.questions.guns import squares_under_fire, targets_of
from packs.bomber_run.questions.legs import Orders, Sky, most_orders_of
from packs.bomber_run.rules.movement import orders_now
from packs.bomber_run.state import Kind
from tabletop_core.boards.squares import DIRECTIONS
from tabletop_core.chance import Scripted
from tests.packs.bomber_run.tables import Position

CORNERS = ((1, 1), (9, 9), (18, 4))


def crowded(position, number):
    """Put an aircraft of west among friends and enemies, at an edge or not; return its name."""
    chance = random.Random(number)
    left, top = CORNERS[number % len(CORNERS)]
    squares = [(left + x, top + y) for x in range(7) for y in range(7)]
    names = [chance.choice(["w1", "w1", "w1", "WA"]), "w2", "w3", "w4", "e1", "e2", "e3", "EA"]
    for name, square in zip(names, chance.sample(squares, len(names)), strict=True):
        position.put(name, position.grid.name(square), chance.choice(DIRECTIONS))
    position.start_flight(names[0], chance.randint(1, 4) if names[0] == "w1" else 0)
    return names[0]


class Flights:
    """All ways to fly one aircraft on, if no enemy fires: by single moves, and by legs."""

    def __init__(self, position, name):
        self.position, self.name = position, name
        self.state, self.grid = position.play.state, position.grid
        self.start = course_of(self.state, self.state.flight)
        self.others = {
            plane.at: other for other, plane in self.state.aircraft.items() if other != name
        }
        enemies = [other for other in self.others.values() if other[0] in "eE"]
        self.guarded = {at for enemy in enemies for at in squares_under_fire(self.state, enemy)}

    def put(self, here):
        plane = self.state.aircraft[self.name]
        plane.at, plane.facing = here.at, here.facing

    def moves(self, here):
        """Return the legal single moves: those after which the move can be ended somehow."""
        return [(move, there) for move, there in moves_from(here) if self.can_end(there)]

    def can_end(self, here):
        if here.at not in self.grid or (self.others.get(here.at) or "e")[0] in "eE":
            return True
        return any(self.can_end(there) for _, there in moves_from(here))

    def end_of(self, here):
        """Return how the move ends here, if it may."""
        other = self.others.get(here.at, "")
        if here.at not in self.grid:
            return "off"
        if other:
            return f"ram {other}" if other[0] in "eE" else ""
        return f"{here.at} {here.facing}"

    def legs(self, here):
        self.put(here)
        sky = Sky.of(self.state, self.grid, "west", self.state.flight)
        orders = Orders(sky, self.name, here, may_attack=True)
        return [(leg, leg.flown_from(here.at)) for leg in orders.values() if leg is not None]

    def by_moves(self):
        """Return how the move can end and whom it can attack where, with the most points left."""
        found = {}
        for here in self._walk(lambda here: [there for _, there in self.moves(here)]):
            if here.squares and (end := self.end_of(here)):
                note(found, end, here)
        return found | self.attacks

    def by_legs(self):
        found = {}
        for here in self._walk(self._stops):
            if here.at not in self.grid:
                continue
            for leg, there in self.legs(here):
                if leg.ends:
                    note(found, self.end_of(there), there)
        return found | self.attacks

    def orders(self):
        self.put(self.start)
        return orders_now(self.position.play, self.name)

    def ends_of(self, leg):
        """Return where legal single moves, those of the leg, lead."""
        ends = [self.start]
        for move in leg.moves:
            after = where(move.put_on(moved(self.start.at, move.at)))
            ends = [one for here in ends for _, one in self.moves(here) if where(one) == after]
        return [where(here) for here in ends]

    def is_guarded(self, move):
        return moved(self.start.at, move.at) in self.guarded

    def _stops(self, here):
        return [there for leg, there in self.legs(here) if not leg.ends]

    def _walk(self, follow):
        """Return every course that is reached, and note the attacks that are open on the way."""
        self.attacks = {}
        courses, queue = set(), [self.start]
        while queue:
            here = queue.pop()
            if here in courses:
                continue
            courses.add(here)
            if here.at in self.grid:
                self.put(here)
                for target in targets_of(self.state, self.name):
                    note(self.attacks, f"{here.at} {here.facing} at {target}", here)
                queue.extend(follow(here))
        return courses


def where(course):
    return course.at, course.facing, course.halves


def note(found, what, here):
    """Keep the most points left; off the board and in a ram they are lost anyway."""
    left = 0 if what == "off" or what.startswith("ram") else here.halves
    found[what] = max(found.get(what, 0), left)


@pytest.fixture(scope="module")
def flights():
    """Flights of 120 aircraft among others, by number."""
    positions = [Position() for _ in range(120)]
    return {n: Flights(it, crowded(it, n)) for n, it in enumerate(positions)}


def legs_lead_to_every_end_and_attack_of_the_single_moves_for_no_more_points(flight):
    return flight.by_legs() == flight.by_moves()


def no_aircraft_has_more_orders_than_the_most_of_its_kind_and_points(flight):
    plane, points = flight.state.aircraft[flight.name], flight.state.flight.halves // 2
    return 0 < len(flight.orders()) <= most_orders_of(plane.kind, points)


def every_leg_is_a_chain_of_legal_single_moves(flight):
    legs = flight.legs(flight.start)
    return all(flight.ends_of(leg) == [where(there)] for leg, there in legs)


def no_leg_enters_a_square_before_enemy_guns_on_its_way(flight):
    moves = [move for leg, _ in flight.legs(flight.start) for move in leg.moves[:-1]]
    return not any(move.squares_since_turn and flight.is_guarded(move) for move in moves)


def a_leg_stops_where_an_enemy_may_fire(flight):
    for leg, _ in flight.legs(flight.start):
        enters = leg.moves and leg.moves[-1].squares_since_turn
        if leg.under_fire != bool(enters and flight.is_guarded(leg.moves[-1])):
            return False
    return not any(leg.under_fire and leg.ends for leg, _ in flight.legs(flight.start))


def orders_asked_for_by_number_are_those_that_are_read_in_a_row(flight):
    orders, row = flight.orders(), [*flight.orders()]
    with pytest.raises(IndexError):
        orders[len(orders)]
    by_number = [orders[number] for number in range(-len(orders), len(orders))]
    in_it = all(order in orders for order in row) and 1 not in orders
    return by_number == row * 2 and orders[1:3] == tuple(row[1:3]) and in_it


@pytest.mark.parametrize(
    "claim",
    [
        legs_lead_to_every_end_and_attack_of_the_single_moves_for_no_more_points,
        no_aircraft_has_more_orders_than_the_most_of_its_kind_and_points,
        every_leg_is_a_chain_of_legal_single_moves,
        no_leg_enters_a_square_before_enemy_guns_on_its_way,
        a_leg_stops_where_an_enemy_may_fire,
        orders_asked_for_by_number_are_those_that_are_read_in_a_row,
    ],
    ids=lambda claim: claim.__name__,
)
def test_of_every_flight(flights, claim):
    assert [number for number, flight in flights.items() if not claim(flight)] == []


@pytest.mark.parametrize("square", ["L12", "A1", "X24", "B12"])
def test_an_aircraft_with_an_enemy_on_every_square_around_it_has_no_more_orders(position, square):
    column, row = position.grid.square(square)
    around = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    wrong = []
    for facing, points in product(DIRECTIONS, range(1, MOVEMENT_DIE + 1)):
        position.put("w1", square, facing)
        for number, at in enumerate(at for at in around if at in position.grid):
            position.put(f"e{number}", position.grid.name(at), facing)
        position.start_flight("w1", points)

        orders = orders_now(position.play, "w1")

        if not 0 < len(orders) <= most_orders_of(Kind.FIGHTER, points):
            wrong.append((facing, points, len(orders)))

    assert wrong == []


def test_a_squadron_with_nothing_but_fours_has_nearly_as_many_orders_as_the_game_says():
    """The most counts diagonal noses under the option, and an enemy before all guns."""
    source = Scripted([3] * 10 + [6, 1] + [4] * 8)
    match = GAME.start({"formation": "expanded"}, source=source)
    match.answer("first")

    most = GAME.learning.most_options_with(match.data)
    assert most == 8 * (75 + 1) + 2 * (3 + 4)
    assert 256 < most - 200 < len(match.decision.options) <= most


def test_a_way_under_fire_that_saves_points_is_left_to_the_player(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G13", "N")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 4)
    orders = position.orders("w1")

    # Straight ahead lies G12, before the guns of e1; H11 is reached around it.
    assert "G12 E" in orders
    assert "H11 E" in orders
    assert "H12 E" not in orders
    assert "w1 H12 E" in position.fly("w1", "w1 G12 E", "hold", "w1 H12 E")[2].options
