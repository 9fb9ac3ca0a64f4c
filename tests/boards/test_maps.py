"""Maps: terrain, features on sides and in spaces, heights, regions, and what they cost."""

import pytest

from tabletop_core.boards import (
    BoardError,
    BoardMap,
    Feature,
    HexGrid,
    MapSpace,
    Region,
    SquareGrid,
    Terrain,
)

CLEAR = Terrain(id="clear")
WOOD = Terrain(id="wood", cost={"any": 2, "wheels": 4}, blocks=1, spaces=("C1",))
SWAMP = Terrain(id="swamp", cost={"any": 3}, closed=("wheels",), stop=("foot",), spaces=("D1",))


def row(*features, space=(), terrain=(CLEAR, WOOD, SWAMP), **more):
    """A map of six squares in a row: A and B clear, C wood, D swamp, E and F clear."""
    return BoardMap(
        board=SquareGrid(6, 1, directions=4),
        terrain=terrain,
        feature=features,
        space=space,
        ground="clear" if terrain else "",
        kinds=("foot", "wheels"),
        **more,
    )


A, B, C, D, E, F = [(number, 1) for number in range(1, 7)]


def test_each_space_has_the_terrain_that_names_it_and_the_others_the_ground():
    assert [row().terrain_of(space).id for space in (B, C, D)] == ["clear", "wood", "swamp"]


def test_a_space_can_name_its_own_terrain():
    assert row(space=(MapSpace(id="F1", terrain="wood"),)).terrain_of(F) is WOOD


@pytest.mark.parametrize(("kind", "left"), [("foot", 4), ("wheels", 2), ("any", 4)])
def test_terrain_costs_each_kind_of_mover_its_own(kind, left):
    assert row().reach(B, 6, kind)[C] == left


def test_a_mover_may_not_enter_terrain_that_is_closed_to_its_kind():
    assert D not in row().reach(C, 9, "wheels")


def test_a_mover_stops_in_terrain_that_stops_its_kind():
    assert E not in row().reach(C, 9, "foot")
    assert E in row().reach(C, 9)


def test_a_river_costs_more_from_both_banks():
    river = row(Feature(id="river", cost={"any": 2}, sides=("A1/B1",)))

    assert river.reach(A, 3)[B] == 0
    assert river.reach(B, 3)[A] == 0


def test_a_wall_lets_nobody_through_who_may_not_cross_it():
    wall = row(Feature(id="wall", closed=("wheels",), sides=("A1/B1",)))

    assert B not in wall.reach(A, 5, "wheels")
    assert B in wall.reach(A, 5, "foot")


def test_a_ford_stops_those_who_cross_it():
    ford = row(Feature(id="ford", stop=("any",), sides=("A1/B1",)))

    assert list(ford.reach(A, 5)) == [A, B]


def test_a_road_costs_the_same_through_every_terrain():
    road = row(Feature(id="road", instead={"any": 1}, through=(("B1", "C1", "D1", "E1"),)))

    assert dict(road.reach(B, 3, "wheels")) == {B: 3, A: 2, C: 2, D: 1, E: 0}


def test_a_road_does_not_help_those_who_come_from_beside_it():
    road = row(Feature(id="road", instead={"any": 1}, through=(("C1", "D1"),)))

    assert road.movement_costs().cost(B, C) == 2
    assert road.movement_costs().cost(C, D) == 1


def test_a_bridge_cancels_the_river_on_its_side():
    river = Feature(id="river", cost={"any": 2}, sides=("A1/B1", "B1/C1"))
    bridge = Feature(id="bridge", cancels=("river",), sides=("A1/B1",))

    going = row(river, bridge).movement_costs()

    assert (going.cost(A, B), going.cost(B, C)) == (1, 4)


def test_a_feature_in_a_space_costs_those_who_enter():
    town = row(
        Feature(id="town", cost={"wheels": 1}), space=(MapSpace(id="B1", features=("town",)),)
    )

    assert town.movement_costs("wheels").cost(A, B) == 2
    assert town.movement_costs("foot").cost(A, B) == 1
    assert town.movement_costs("wheels").cost(B, A) == 1


def test_without_terrain_each_step_costs_a_point():
    assert row(terrain=()).reach(A, 2)[C] == 0


def test_a_kind_that_the_map_does_not_know_is_refused():
    with pytest.raises(BoardError, match="of kind 'boats'; it has foot, wheels"):
        row().reach(A, 3, "boats")


def test_features_are_found_where_they_lie():
    river = Feature(id="river", sides=("B1/A1",))
    town = Feature(id="town", spaces=("C1",))
    game = row(river, town, space=(MapSpace(id="E1", features=("town",)),))

    assert game.side_has(A, B, "river")
    assert game.side_has(B, A, "river")
    assert not game.side_has(B, C, "river")
    assert game.has(C, "town")
    assert not game.has(D, "town")
    assert game.spaces_with("town") == (C, E)
    assert game.sides_with("river") == ((A, B),)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda game: game.has(A, "moon"), "no feature 'moon'"),
        (lambda game: game.side_has(A, C, "road"), "A1 and C1 do not adjoin"),
        (lambda game: game.terrain_of((9, 9)), "no square"),
        (lambda game: game.region_of("north"), "no region 'north' on this map; it has none"),
    ],
)
def test_what_the_map_does_not_have_is_refused(ask, said):
    with pytest.raises(BoardError, match=said):
        ask(row(Feature(id="road")))


def test_spaces_have_titles_and_heights():
    game = row(space=(MapSpace(id="B1", title="Hill 20", height=2),))

    assert (game.title_of(B), game.title_of(A)) == ("Hill 20", "A1")
    assert (game.height_of(B), game.height_of(A)) == (2, 0)


def test_a_region_holds_its_spaces():
    assert row(region=(Region(id="west", spaces=("A1", "B1")),)).region_of("west") == (A, B)


def test_woods_block_the_sight_and_hills_see_over_them():
    hill = MapSpace(id="A1", height=4)

    assert row().sight(A, F).blocked_by == (C,)
    assert row(space=(hill,)).sight(A, F)


def test_a_hedge_on_a_side_blocks():
    hedge = Feature(id="hedge", blocks=1, sides=("D1/E1",))

    assert row(hedge, terrain=(CLEAR,)).sight(B, F).blocked_by == (D, E)


def test_a_tower_in_a_space_blocks():
    tower = Feature(id="tower", blocks=2, spaces=("B1",))

    assert row(tower).sight(A, C).blocked_by == (B,)


def test_a_map_that_does_not_fit_together_is_refused_with_all_that_is_wrong():
    with pytest.raises(BoardError) as refused:
        BoardMap(
            board=HexGrid(3, 3),
            terrain=(Terrain(id="wood", spaces=("0909",)),),
            feature=(Feature(id="river", sides=("0101/0103",)),),
            ground="clear",
        )

    for said in ("no terrain of this name", "'0909'", "0101 and 0103 do not adjoin"):
        assert said in str(refused.value)
