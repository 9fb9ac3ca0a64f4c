"""Points to spend: reach, cheapest ways, places to stop, zones of control."""

from itertools import pairwise

import pytest
from board_strategies import boards_with
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.boards import HexGrid, SquareGrid, Zone
from tabletop_core.boards.board import BoardError

HEXES = HexGrid(8, 8)
ROW = SquareGrid(6, 1, directions=4)


def at(number):
    return (number, 1)


def drawn_costs(board, chance):
    """Return a cost for each step, some of them forbidden."""
    return {
        (here, there): chance.choice([None, 0, 1, 1, 2, 3, 5])
        for here in board
        for there in board.neighbours(here)
    }


def best_left(board, start, points, cost, stops):
    """Return the most points that are left in each space, by trying on until nothing changes.

    One is in a space under way or has stopped there, which differ in where one can go on to.
    """
    under_way, stopped = {start: points}, {}
    changed = True
    while changed:
        changed = False
        for here, left in list(under_way.items()):
            for there in board.neighbours(here):
                step = cost(here, there)
                if step is None or step > left:
                    continue
                found = stopped if stops(here, there) else under_way
                if found.get(there, -1) < left - step:
                    found[there] = left - step
                    changed = True
    both = under_way.keys() | stopped.keys()
    return {space: max(under_way.get(space, -1), stopped.get(space, -1)) for space in both}


@given(boards_with(1), st.integers(0, 12), st.randoms(use_true_random=False))
def test_reach_finds_the_most_points_that_can_be_left_everywhere_and_ways_that_spend_the_others(
    drawn, points, chance
):
    board, start = drawn
    costs = drawn_costs(board, chance)
    halts = {step for step in costs if chance.random() < 0.2}
    going = board.movement_costs(lambda a, b: costs[a, b], lambda a, b: (a, b) in halts)

    reach = going.reach(start, points)

    wanted = best_left(board, start, points, lambda a, b: costs[a, b], lambda a, b: (a, b) in halts)
    assert dict(reach) == wanted
    for space, left in reach.items():
        way = reach.way(space)
        steps = list(pairwise(way))
        assert (way[0], way[-1]) == (start, space)
        assert sum(costs[step] for step in steps) == points - left
        assert not halts & set(steps[:-1]), "it stops nowhere before its end"


@given(boards_with(2), st.randoms(use_true_random=False))
def test_the_cheapest_way_costs_what_networkx_finds(drawn, chance):
    networkx = pytest.importorskip("networkx")
    board, start, goal = drawn
    costs = drawn_costs(board, chance)
    graph = networkx.DiGraph()
    graph.add_nodes_from(board)
    for (here, there), cost in costs.items():
        if cost is not None:
            graph.add_edge(here, there, weight=cost)
    found = networkx.single_source_dijkstra_path_length(graph, start)

    way = board.cheapest(start, goal, going=board.movement_costs(lambda a, b: costs[a, b]))

    assert (way.cost if way else None) == found.get(goal)
    if way:
        assert sum(costs[step] for step in pairwise(way.spaces)) == way.cost


@given(boards_with(1), st.integers(0, 9), st.randoms(use_true_random=False))
def test_zones_closed_and_full_spaces_do_what_they_say(drawn, points, chance):
    board, start = drawn
    costs = drawn_costs(board, chance)
    held, closed, full = ({space for space in board if chance.random() < 0.25} for _ in range(3))
    zone = Zone(
        held,
        stop=chance.random() < 0.5,
        enter=chance.randint(0, 2),
        leave=chance.randint(0, 2),
        through=chance.random() < 0.5,
    )

    def cost(here, there):
        if costs[here, there] is None or there in closed:
            return None
        if not zone.through and here in held and there in held:
            return None
        return (
            costs[here, there]
            + (zone.leave if here in held else 0)
            + (zone.enter if there in held else 0)
        )

    reach = board.movement_costs(lambda a, b: costs[a, b]).reach(
        start, points, closed=closed, full=full, zone=zone
    )

    wanted = best_left(board, start, points, cost, lambda _, there: zone.stop and there in held)
    assert dict(reach) == {at: left for at, left in wanted.items() if at not in full - {start}}
    assert reach.passed == wanted.keys() & full - {start}


def test_without_costs_every_step_takes_a_point_and_the_nearest_spaces_come_first():
    reach = HEXES.reach("0404", 2)

    assert (reach["0404"], reach["0402"]) == (2, 0)
    assert list(reach.values()) == [2, *[1] * 6, *[0] * 12]


@pytest.mark.parametrize(
    ("start", "points", "how", "left"),
    [
        # a mover that must stop goes no further, but may leave where it had to stop before
        (1, 5, {"stop": [at(3)]}, {1: 5, 2: 4, 3: 3}),
        (1, 2, {"stop": [at(1)]}, {1: 2, 2: 1, 3: 0}),
        # a zone that is passed at a price takes points on entering and on leaving
        (1, 6, {"zone": Zone([at(3)], stop=False, enter=1, leave=2)}, {1: 6, 2: 5, 3: 3, 4: 0}),
        # no step leads from zone to zone where that is forbidden
        (1, 6, {"zone": Zone([at(1), at(2)], through=False)}, {1: 6}),
        (1, 6, {"zone": Zone([at(1), at(2)])}, {1: 6, 2: 5}),
        # one may pass a full stack but not end there
        (1, 2, {"full": [at(2)]}, {1: 2, 3: 0}),
        # without points nothing but the start is within reach
        (2, 0, {}, {2: 0}),
    ],
)
def test_stops_zones_and_full_stacks_bound_the_reach(start, points, how, left):
    reach = ROW.reach(at(start), points, **how)

    assert dict(reach) == {at(space): points for space, points in left.items()}
    assert reach.passed == set(how.get("full", ()))


def test_the_way_to_a_space_out_of_reach_is_refused():
    with pytest.raises(KeyError):
        ROW.reach(at(1), 1).way(at(4))


def test_a_mover_goes_round_what_it_may_not_enter():
    reach = HEXES.reach("0404", 3, closed=["0403"])

    assert "0403" not in reach
    assert reach["0402"] == 0
    assert len(reach.way("0402")) == 4


def test_one_that_must_stop_behind_a_river_may_go_on_from_there_if_it_came_by_the_bridge():
    grid = SquareGrid(2, 3, directions=4)
    river = {((1, 1), (1, 2))}
    going = grid.movement_costs(stop=lambda here, there: (here, there) in river)

    reach = going.reach((1, 1), 4)

    assert reach[1, 2] == 3
    assert reach.way((1, 2)) == ((1, 1), (1, 2))
    assert reach[1, 3] == 0
    assert reach.way((1, 3))[:3] == ((1, 1), (2, 1), (2, 2))


def test_one_step_is_always_possible_unless_it_is_forbidden():
    going = ROW.movement_costs(lambda here, there: None if there == at(1) else 5)

    reach = going.reach(at(2), 1, at_least_one=True)

    assert dict(reach) == {at(2): 1, at(3): 0}
    assert reach.way(at(3)) == (at(2), at(3))


def test_the_cost_of_a_step_can_be_asked():
    going = ROW.movement_costs(
        lambda here, there: None if there == at(6) else 2, lambda here, there: there == at(3)
    )
    steps = [(at(2), at(3)), (at(5), at(6)), (at(1), at(5))]

    assert [going.cost(*step) for step in steps] == [2, None, None]
    assert going.cheapest(at(1), at(5)).cost == 8, "a cheapest way goes on after a stop"


def test_a_negative_cost_is_refused_with_its_step():
    with pytest.raises(BoardError, match="from A1 to B1 costs -1 points"):
        ROW.movement_costs(lambda here, there: -1)


AROUND = set(HEXES.neighbours("0404"))
NOT_TO_3 = ROW.movement_costs(lambda here, there: None if there == at(3) else 1)


@pytest.mark.parametrize(
    ("board", "units", "how", "controlled"),
    [
        (HEXES, ["0404"], {}, AROUND),
        (HEXES, ["0404"], {"but": ["0403"]}, AROUND - {"0403"}),
        # units off the board control nothing
        (HEXES, ["9999"], {}, set()),
        # control does not reach where a mover could not step
        (ROW, [at(2)], {"going": NOT_TO_3}, {at(1)}),
        # adjacent units control each other's spaces
        (ROW, [at(2), at(3)], {}, {at(1), at(2), at(3), at(4)}),
    ],
)
def test_units_control_the_spaces_around_them(board, units, how, controlled):
    assert board.controlled(units, **how) == controlled
