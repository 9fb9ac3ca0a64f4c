"""Maps: terrain, features on sides and in spaces, heights, regions, and what they cost."""

import attrs
import pytest

from tabletop_core.boards import BoardMap, Feature, HexGrid, MapSpace, SquareGrid
from tabletop_core.boards.board import BoardError
from tabletop_core.boards.maps import Region, Terrain

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
    assert row(space=(MapSpace(id="F1", terrain="wood"),)).terrain_of(F) is WOOD


BANKS = ("A1/B1",)
RIVER = Feature(id="river", cost={"any": 2}, sides=BANKS)
WIDE_RIVER = Feature(id="river", cost={"any": 2}, sides=("A1/B1", "B1/C1"))
WALL = Feature(id="wall", closed=("wheels",), sides=BANKS)
FORD = Feature(id="ford", stop=("any",), sides=BANKS)
ROAD = Feature(id="road", instead={"any": 1}, through=(("B1", "C1", "D1", "E1"),))
TRACK = Feature(id="track", instead={"any": 1}, through=(("C1", "D1"),))
BRIDGE = Feature(id="bridge", cancels=("river",), sides=BANKS)
TOWN = Feature(id="town", cost={"wheels": 1}, spaces=("B1",))


@pytest.mark.parametrize(
    ("features", "kind", "start", "points", "left"),
    [
        # terrain costs each kind of mover its own
        ((), "foot", B, 2, {A: 1, B: 2, C: 0}),
        ((), "wheels", B, 4, {A: 3, B: 4, C: 0}),
        # it may be closed to a kind, or stop it
        ((), "wheels", C, 9, {A: 7, B: 8, C: 9}),
        ((), "foot", C, 9, {A: 7, B: 8, C: 9, D: 6}),
        ((), "any", C, 9, {A: 7, B: 8, C: 9, D: 6, E: 5, F: 4}),
        # a river costs more from both banks
        ((RIVER,), "any", A, 3, {A: 3, B: 0}),
        ((RIVER,), "any", B, 3, {A: 0, B: 3, C: 1}),
        # a wall lets nobody through who may not cross it, and a ford stops those who do
        ((WALL,), "wheels", A, 5, {A: 5}),
        ((WALL,), "foot", A, 2, {A: 2, B: 1}),
        ((FORD,), "any", A, 5, {A: 5, B: 4}),
        # a road costs the same through every terrain, but helps none who come from beside it
        ((ROAD,), "wheels", B, 3, {A: 2, B: 3, C: 2, D: 1, E: 0}),
        ((TRACK,), "any", B, 3, {A: 2, B: 3, C: 1, D: 0}),
        # a bridge cancels the river on its side
        ((WIDE_RIVER, BRIDGE), "any", A, 5, {A: 5, B: 4, C: 0}),
        # a feature in a space costs those who enter
        ((TOWN,), "wheels", A, 2, {A: 2, B: 0}),
        ((TOWN,), "foot", A, 1, {A: 1, B: 0}),
        ((TOWN,), "wheels", B, 1, {A: 0, B: 1}),
    ],
)
def test_terrain_and_features_cost_those_who_move(features, kind, start, points, left):
    assert dict(row(*features).reach(start, points, kind)) == left


def test_a_feature_that_its_space_names_costs_those_who_enter_too():
    there = (MapSpace(id="B1", features=("town",)),)
    town = row(attrs.evolve(TOWN, spaces=()), space=there)

    assert town.movement_costs("wheels").cost(A, B) == 2
    assert town.movement_costs("wheels") is town.movement_costs("wheels"), "worked out once"


def test_without_terrain_each_step_costs_a_point():
    assert row(terrain=()).reach(A, 2)[C] == 0


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
        (lambda game: game.reach(A, 3, "boats"), "of kind 'boats'; it has foot, wheels"),
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


HEDGE = Feature(id="hedge", blocks=1, sides=("D1/E1",))
TOWER = Feature(id="tower", blocks=2, spaces=("B1",))
HILL = (MapSpace(id="A1", height=4),)


@pytest.mark.parametrize(
    ("game", "ends", "blocked_by"),
    [
        # woods block, and hills see over them
        (row(), (A, F), (C,)),
        (row(space=HILL), (A, F), ()),
        # a hedge on a side, a tower in a space
        (row(HEDGE, terrain=(CLEAR,)), (B, F), (D, E)),
        (row(TOWER), (A, C), (B,)),
    ],
)
def test_woods_hedges_and_towers_block_the_sight(game, ends, blocked_by):
    assert game.sight(*ends).blocked_by == blocked_by


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
