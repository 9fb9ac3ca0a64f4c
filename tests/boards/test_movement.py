"""Points to spend: reach, cheapest ways, places to stop, zones of control."""

from itertools import pairwise

import pytest
from board_strategies import boards_with
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.boards import BoardError, HexGrid, SquareGrid, Zone

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
def test_reach_finds_the_most_points_that_can_be_left_everywhere(drawn, points, chance):
    board, start = drawn
    costs = drawn_costs(board, chance)
    halts = {step for step in costs if chance.random() < 0.2}
    going = board.movement_costs(lambda a, b: costs[a, b], lambda a, b: (a, b) in halts)

    reach = going.reach(start, points)

    wanted = best_left(board, start, points, lambda a, b: costs[a, b], lambda a, b: (a, b) in halts)
    assert dict(reach) == wanted


@given(boards_with(1), st.integers(0, 12), st.randoms(use_true_random=False))
def test_a_way_within_reach_costs_what_was_spent_and_stops_nowhere_before_its_end(
    drawn, points, chance
):
    board, start = drawn
    costs = drawn_costs(board, chance)
    halts = {step for step in costs if chance.random() < 0.2}
    going = board.movement_costs(lambda a, b: costs[a, b], lambda a, b: (a, b) in halts)

    reach = going.reach(start, points)

    for space, left in reach.items():
        steps = list(pairwise(reach.way(space)))
        assert reach.way(space)[0] == start
        assert reach.way(space)[-1] == space
        assert sum(costs[step] for step in steps) == points - left
        assert not halts & set(steps[:-1])


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


def test_without_costs_every_step_takes_a_point():
    reach = HEXES.reach("0404", 2)

    assert len(reach) == 19
    assert reach["0404"] == 2
    assert reach["0402"] == 0


def test_the_nearest_spaces_come_first():
    assert list(HEXES.reach("0404", 2).values()) == [2, *[1] * 6, *[0] * 12]


def test_a_mover_goes_round_what_it_may_not_enter():
    reach = HEXES.reach("0404", 3, closed=["0403"])

    assert "0403" not in reach
    assert reach["0402"] == 0
    assert len(reach.way("0402")) == 4


def test_a_mover_that_must_stop_goes_no_further():
    reach = ROW.reach(at(1), 5, stop=[at(3)])

    assert list(reach) == [at(1), at(2), at(3)]


def test_a_mover_may_leave_the_space_where_it_had_to_stop_before():
    assert at(3) in ROW.reach(at(1), 5, stop=[at(1)])


def test_one_that_must_stop_behind_a_river_may_go_on_from_there_if_it_came_by_the_bridge():
    grid = SquareGrid(2, 3, directions=4)
    river = {((1, 1), (1, 2))}
    going = grid.movement_costs(stop=lambda here, there: (here, there) in river)

    reach = going.reach((1, 1), 4)

    assert reach[1, 2] == 3
    assert reach.way((1, 2)) == ((1, 1), (1, 2))
    assert reach[1, 3] == 0
    assert reach.way((1, 3))[:3] == ((1, 1), (2, 1), (2, 2))


def test_a_zone_that_is_passed_at_a_price_takes_points_on_entering_and_on_leaving():
    zone = Zone([at(3)], stop=False, enter=1, leave=2)

    assert dict(ROW.reach(at(1), 6, zone=zone)) == {
        at(1): 6, at(2): 5, at(3): 3, at(4): 0,
    }  # fmt: skip


def test_no_step_leads_from_zone_to_zone_where_that_is_forbidden():
    zone = Zone([at(1), at(2)], through=False)

    assert list(ROW.reach(at(1), 6, zone=zone)) == [at(1)]
    assert list(ROW.reach(at(1), 6, zone=Zone([at(1), at(2)]))) == [at(1), at(2)]


def test_one_may_pass_a_full_stack_but_not_end_there():
    reach = ROW.reach(at(1), 2, full=[at(2)])

    assert list(reach) == [at(1), at(3)]
    assert reach.passed == {at(2)}


def test_one_step_is_always_possible_unless_it_is_forbidden():
    going = ROW.movement_costs(lambda here, there: None if there == at(1) else 5)

    reach = going.reach(at(2), 1, at_least_one=True)

    assert dict(reach) == {at(2): 1, at(3): 0}
    assert reach.way(at(3)) == (at(2), at(3))


def test_without_points_nothing_but_the_start_is_within_reach():
    assert dict(ROW.reach(at(2), 0)) == {at(2): 0}


def test_the_way_to_a_space_out_of_reach_is_refused():
    with pytest.raises(KeyError):
        ROW.reach(at(1), 1).way(at(4))


def test_a_cheapest_way_goes_on_after_a_stop():
    going = ROW.movement_costs(stop=lambda here, there: there == at(3))

    assert going.cheapest(at(1), at(5)).cost == 4


def test_a_negative_cost_is_refused_with_its_step():
    with pytest.raises(BoardError, match="from A1 to B1 costs -1 points"):
        ROW.movement_costs(lambda here, there: -1)


def test_the_cost_of_a_step_can_be_asked():
    going = ROW.movement_costs(
        lambda here, there: None if there == at(6) else 2, lambda here, there: there == at(3)
    )

    assert [going.cost(at(2), at(3)), going.cost(at(5), at(6)), going.cost(at(1), at(5))] == [
        2, None, None,
    ]  # fmt: skip


def test_units_control_the_spaces_around_them():
    assert HEXES.controlled(["0404"]) == set(HEXES.neighbours("0404"))
    assert HEXES.controlled(["0404"], but=["0403"]) == set(HEXES.neighbours("0404")) - {"0403"}


def test_units_off_the_board_control_nothing():
    assert HEXES.controlled(["9999"]) == frozenset()


def test_control_does_not_reach_where_a_mover_could_not_step():
    going = ROW.movement_costs(lambda here, there: None if there == at(3) else 1)

    assert ROW.controlled([at(2)], going=going) == {at(1)}


def test_adjacent_units_control_each_others_spaces():
    assert ROW.controlled([at(2), at(3)]) == {at(1), at(2), at(3), at(4)}
