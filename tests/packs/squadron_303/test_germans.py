"""Phase V, p. 14-15: movement by modes, bombing."""

import pytest

from packs.squadron_303.components import Mode
from packs.squadron_303.game import GAME
from packs.squadron_303.questions.routes import arrival
from packs.squadron_303.rules.bombing import bombing
from packs.squadron_303.rules.germans import german_movement, order_of_march
from packs.squadron_303.rules.modes import detach
from packs.squadron_303.rules.reorganization import end_turn
from packs.squadron_303.rules.shot_down import bonus_moves, shot_down
from tabletop_core import ALL_SEEING, Viewer

HOME = ("A8", "A7", "A5", "biggin_hill")


def test_bombers_and_their_escort_move_one_area_along_the_route(table):
    table.squadron("I", *HOME)
    planes = [table.plane("he111", "A8"), table.plane("bf109", "A8")]

    table.run(german_movement)

    assert [plane.area for plane in planes] == ["A7", "A7"]


def test_the_turn_on_which_bombers_come_to_their_target_stays_the_same_when_they_have_moved(table):
    squadron = table.squadron("I", "E5", "D5", "C4", "A5")
    table.plane("he111", "E5")
    table.state.turn = 2
    told = [arrival(table.play, squadron)]

    table.run(german_movement)
    told.append(arrival(table.play, squadron))
    table.run(end_turn)
    told.append(arrival(table.play, squadron))

    assert told == [4, 4, 4]


def test_bombers_over_their_target_are_there_on_the_present_turn(table):
    squadron = table.squadron("I", "C4", "A5")
    table.plane("he111", "C4")
    table.state.turn = 3

    table.run(german_movement)

    assert arrival(table.play, squadron) == 3


def test_escorts_stay_when_all_bombers_are_held_and_leave_with_one_that_is_free(table):
    table.squadron("I", *HOME)
    one = table.plane("he111", "A8", markers=1)
    two = table.plane("he111", "A8", markers=2)
    escort = table.plane("bf109", "A8")

    table.run(german_movement)
    assert [plane.area for plane in (one, two, escort)] == ["A8", "A8", "A8"]

    table.run(german_movement)
    assert [plane.area for plane in (one, two, escort)] == ["A7", "A8", "A7"]


def test_squadrons_with_bombers_move_first_and_single_planes_last(table):
    for name, kinds in {
        "lone": ["he111"],
        "fighters": ["bf109", "bf109"],
        "mixed": ["bf109", "he111"],
    }.items():
        table.squadron(name, *HOME)
        for kind in kinds:
            table.plane(kind, "A8", name)

    assert order_of_march(table.play) == ["mixed", "fighters", "lone"]


def test_a_patrol_next_to_raf_planes_joins_them_and_strikes_with_one_die_fewer(table):
    blue = table.fly("blue", "zumbach", "B5")
    table.squadron("P", "A7", "A5", "A3", mode="patrol")
    plane = table.plane("bf109", "A5", "P")
    table.script("hit-2", "no_extra")

    table.run(german_movement)

    assert plane.area == "B5"
    assert blue.damage == ["no_extra"]


def test_a_patrol_that_struck_in_the_counterattack_stays_with_raf_planes(table):
    table.fly("blue", "zumbach", "A5")
    table.squadron("P", "A7", "A5", "A3", mode="patrol")
    plane = table.plane("bf109", "A5", "P", attacked=True)
    table.script()

    table.run(german_movement)

    assert plane.area == "A5"


@pytest.mark.parametrize("mode", ["patrol", "hunting"])
def test_fighters_brought_up_after_the_counterattack_strike_with_one_die_fewer(table, mode):
    table.fly("blue", "zumbach", "A7")
    yellow = table.fly("yellow", "urbanowicz", "A5")
    table.squadron("P", "A8", "A7", "A5", "A3", mode=mode, quarry="urbanowicz")
    plane = table.plane("bf109", "A7", "P")
    table.run(shot_down, table.state.fighters["blue"])
    assert (plane.area, yellow.damage) == ("A5", [])

    table.script("hit-2", "no_extra")
    table.run(german_movement)

    assert plane.area == "A5"
    assert yellow.damage == ["no_extra"]


def test_hunters_strike_with_all_their_dice_when_the_quarry_comes_to_them(make_table):
    table = make_table(scenario="coming_home", players=2)
    table.squadron("II", "D5", "D3", "tonbridge", mode="british")
    british = table.plane("hurricane", "D5", "II")
    table.squadron("H", "D6", mode="hunting", quarry="british")
    table.plane("bf109", "D3", "H")
    table.script("hit-2", "hit-3")

    table.run(german_movement)

    assert (british.area, british.damage) == ("D3", 2)


def test_fighters_join_bombers_that_are_revealed_in_the_same_phase(table):
    squadron = table.squadron("II", "A6", "A5", hidden=True)
    squadron.face_down = {"bombers": 1}
    table.state.bomber_cards.mix_in(["d34"])
    table.squadron("I", "A8", "A7")
    escort = table.plane("bf109", "A7", "I")
    table.script("d34")

    table.run(german_movement)

    assert (escort.area, escort.squadron) == ("A5", "II")


def test_a_patrol_alone_flies_along_its_course(table):
    table.squadron("P", "A7", "A5", "A3", mode="patrol")
    plane = table.plane("bf109", "A7", "P")

    table.run(german_movement)

    assert plane.area == "A5"


def test_fighters_without_bombers_join_a_squadron_within_two_areas(table):
    table.squadron("I", *HOME)
    table.squadron("II", "B8", "B7", "B5", "B3", "biggin_hill")
    escort = table.plane("bf109", "A7", "I")
    bomber = table.plane("he111", "B5", "II", markers=1)

    table.run(german_movement)

    assert escort.area == bomber.area == "B5"
    assert escort.squadron == "II"


def test_bombers_count_that_were_within_two_areas_when_the_phase_began(table):
    table.squadron("I", *HOME)
    table.squadron("II", "A5", "A3", "A1")
    escort = table.plane("bf109", "A8", "I")
    bomber = table.plane("he111", "A5", "II")

    table.run(german_movement)

    assert bomber.area == "A3"
    assert table.state.squadrons["I"].mode is Mode.ESCORT
    assert table.play.data.graph.distance(escort.area, "A3") == 1


def test_fighters_that_find_bombers_among_raf_planes_strike_and_escort_them_again(table):
    table.fly("yellow", "urbanowicz", "A5")
    table.squadron("I", *HOME)
    bomber = table.plane("he111", "A5", markers=2)
    table.squadron("II", "A7", "A5")
    fighter = table.plane("bf109", "A7", "II")
    table.script("blank")

    table.run(german_movement)

    assert (bomber.area, fighter.area) == ("A5", "A5")
    assert fighter.squadron == "I"
    assert "II" not in {plane.squadron for plane in table.state.planes.values()}


def test_fighters_that_joined_a_lone_bomber_do_not_move_again_with_it(table):
    table.squadron("I", *HOME)
    table.squadron("II", "A5", "A3", "A1")
    escorts = [table.plane("bf109", "A8", "I") for _ in range(2)]
    bomber = table.plane("he111", "A5", "II")

    table.run(german_movement)

    assert bomber.area == "A3"
    assert {(plane.squadron, plane.area) for plane in escorts} == {("II", "A5")}


def test_bombers_that_come_within_two_areas_in_the_phase_do_not_count(table):
    table.squadron("I", *HOME)
    table.squadron("II", "B8", "B7", "B5", "B3")
    escort = table.plane("bf109", "A5", "I")
    table.plane("he111", "B8", "II")

    table.run(german_movement)

    assert table.state.squadrons["I"].mode is Mode.PATROL
    (told,) = table.events("patrolling")
    assert told["planes"] == f"Bf 109 #{escort.id}"


def test_fighters_that_meet_raf_planes_on_the_way_turn_to_patrol_and_strike(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.squadron("I", *HOME)
    table.squadron("II", "B8", "B7", "B5", "B3", "biggin_hill")
    escort = table.plane("bf109", "A7", "I")
    table.plane("he111", "biggin_hill", "II", markers=1)
    table.script("hit-3", "no_extra")

    table.run(german_movement)

    assert escort.area == "A5"
    assert table.state.squadrons["I"].mode is Mode.PATROL
    assert blue.damage == ["no_extra"]


def test_fighters_far_from_any_bomber_turn_to_patrol_towards_their_start(table):
    table.squadron("I", *HOME)
    escort = table.plane("bf109", "A5", "I")

    table.run(german_movement)

    squadron = table.state.squadrons["I"]
    assert (squadron.mode, squadron.was_escort) == (Mode.PATROL, True)
    assert escort.area == "A7"


@pytest.mark.parametrize(("was_escort", "of"), [(True, "II"), (False, "P")])
def test_of_patrols_only_former_escorts_take_up_the_bombers_that_they_come_upon(
    table, was_escort, of
):
    table.squadron("P", "A5", "A7", mode="patrol", was_escort=was_escort)
    table.squadron("II", "A8", "A7", "A5")
    fighter = table.plane("bf109", "A5", "P")
    table.plane("he111", "A7", "II", markers=1)

    table.run(german_movement)

    assert (fighter.area, fighter.squadron) == ("A7", of)


def test_each_patrol_that_leaves_a_squadron_is_a_squadron_of_its_own(table):
    squadron = table.squadron("I", *HOME)
    planes = [table.plane("bf109", "A5") for _ in range(3)]
    table.plane("he111", "A8", markers=1)

    for plane in planes[:2]:
        detach(table.play, squadron, [plane])
    del table.state.squadrons["I-2"]
    detach(table.play, squadron, planes[2:])

    assert [plane.squadron for plane in planes[1:]] == ["I-3", "I-2"]


def test_hunters_fly_to_their_quarry_past_other_planes(table):
    table.fly("blue", "zumbach", "A5")
    table.fly("yellow", "urbanowicz", "B1")
    table.squadron("H", "A7", "A5", mode="hunting", quarry="urbanowicz")
    hunter = table.plane("bf109", "A5", "H")
    table.script()

    table.run(german_movement)

    assert hunter.area == "biggin_hill"


def test_each_bomber_over_its_target_drops_its_bombs_each_turn(table):
    table.squadron("I", *HOME)
    table.plane("he111", "biggin_hill")
    table.plane("he111", "biggin_hill", held=True)

    table.run(bombing)

    assert table.state.bombs == {"biggin_hill": 1}


def test_bombs_beyond_the_toughness_of_a_target_are_wasted_and_the_squadron_turns_home(table):
    squadron = table.squadron("I", *HOME)
    planes = [table.plane("he111", "biggin_hill") for _ in range(4)]

    table.run(bombing)
    assert table.state.bombs == {"biggin_hill": 3}
    assert squadron.homeward

    for _ in range(3):
        table.run(german_movement)
    assert {plane.area for plane in planes} == {"A8"}
    table.run(german_movement)
    assert table.state.planes == {}


def test_a_bomber_held_a_turn_ago_bombs_when_an_additional_move_brings_it_to_its_target(table):
    table.squadron("I", *HOME)
    bomber = table.plane("he111", "A5", markers=1)
    table.run(german_movement)
    assert (bomber.area, bomber.markers) == ("A5", 0)
    table.run(end_turn)

    table.run(bonus_moves, "A5")

    assert table.state.bombs == {"biggin_hill": 1}


def pilot_shot_down_in_the_german_phase(table, at):
    """Two fighters, which move before a lone bomber, shoot Blue down: the Germans near by move."""
    tokens = ["no_extra", "hand_limit", "discard", "no_free_move"]
    table.fly("blue", "zumbach", at, damage=tokens)
    table.squadron("P", at, mode="patrol")
    for _ in range(2):
        table.plane("bf109", at, "P")
    table.script("hit-2", "blank", "blank", "blank")


def test_a_bomber_freed_by_an_additional_move_in_the_german_phase_flies_on_and_bombs(table):
    pilot_shot_down_in_the_german_phase(table, "A3")
    table.squadron("I", *HOME)
    bomber = table.plane("he111", "A5", "I", markers=1)

    table.run(german_movement)
    table.run(bombing)

    assert (bomber.area, bomber.markers) == ("biggin_hill", 0)
    assert table.state.bombs == {"biggin_hill": 1}


def test_a_bomber_freed_over_its_target_by_an_additional_move_bombs_in_the_german_phase(table):
    pilot_shot_down_in_the_german_phase(table, "A5")
    table.squadron("I", *HOME)
    bomber = table.plane("he111", "biggin_hill", "I", markers=1)

    table.run(german_movement)
    table.run(bombing)

    assert bomber.markers == 0
    assert table.state.bombs == {"biggin_hill": 1}


def test_a_squadron_revealed_after_its_move_does_not_move_again(table):
    """Its token has moved when an additional move brings it to Yellow, who reveals it."""
    pilot_shot_down_in_the_german_phase(table, "B5")
    table.fly("yellow", "urbanowicz", "A3")
    squadron = table.squadron("H", "A8", "A7", "A5", "A3", "A1", hidden=True)
    squadron.area, squadron.face_down = "A7", {"bombers": 1}
    table.state.bomber_cards.mix_in(["d34"])
    table.script("hit-2", "blank", "blank", "blank", "d34")

    table.run(german_movement)

    bombers = [plane for plane in table.state.planes.values() if plane.squadron == "H"]
    assert bombers
    assert {plane.area for plane in bombers} == {"A3"}


def test_planes_that_leave_a_squadron_that_was_attacked_were_attacked_with_it(table):
    squadron = table.squadron("I", *HOME, was_attacked=True)
    planes = [table.plane(kind, "A5", "I") for kind in ("he111", "bf109")]

    parted = detach(table.play, squadron, planes[1:])

    assert (parted.id, parted.was_attacked) == ("I-2", True)


def test_a_bomber_held_in_the_german_phase_bombs_where_an_additional_move_brings_it(table):
    table.squadron("I", *HOME)
    bomber = table.plane("he111", "A5", "I", markers=1)

    table.run(german_movement)
    table.run(bonus_moves, "A5")
    table.run(bombing)

    assert (bomber.area, table.state.bombs) == ("biggin_hill", {"biggin_hill": 1})


def test_a_bomber_held_over_its_target_does_not_bomb_for_an_additional_move(table):
    table.squadron("I", *HOME)
    table.plane("he111", "biggin_hill", "I", markers=1)

    table.run(german_movement)
    table.run(bonus_moves, "biggin_hill")
    table.run(bombing)

    assert table.state.bombs == {}


def test_a_bomber_bombs_once_in_a_turn_however_often_it_moves(table):
    table.squadron("I", *HOME)
    table.plane("he111", "A5")
    table.plane("bf109", "A5")

    table.run(bonus_moves, "A5")
    assert table.state.bombs == {"biggin_hill": 1}
    table.run(bombing)
    assert table.state.bombs == {"biggin_hill": 1}

    table.run(end_turn)
    table.run(bombing)
    assert table.state.bombs == {"biggin_hill": 2}


def test_a_bomber_over_its_target_drops_nothing_by_an_additional_move(table):
    table.squadron("I", *HOME)
    table.plane("he111", "biggin_hill")

    table.run(bonus_moves, "biggin_hill")

    assert table.state.bombs == {}


def test_an_offensive_squadron_with_bombers_turns_home_from_its_destroyed_target(table):
    squadron = table.squadron("I", *HOME, mode="offensive")
    table.plane("he111", "biggin_hill")
    fighters = table.squadron("II", *HOME, mode="offensive")
    table.plane("bf109", "biggin_hill", "II")
    table.state.bombs["biggin_hill"] = 2

    table.run(bombing)

    assert squadron.homeward
    assert squadron.route[-1] == "A8"
    assert not fighters.homeward


def test_planes_that_an_additional_move_has_parted_each_move_one_area(table):
    """The first of the patrol shoots Blue down, and of the two ahead only one moves on at once."""
    tokens = ["no_extra", "hand_limit", "discard", "no_free_move"]
    table.fly("blue", "zumbach", "A3", damage=tokens)
    table.squadron("P", "A1", "A3", "A5", "A7", "A8", mode="patrol")
    table.plane("bf109", "A1", "P")
    free, marked = (table.plane("bf109", "A5", "P", markers=number) for number in (0, 1))
    table.script("hit-2")

    table.run(german_movement)

    assert (free.area, marked.area) == ("A8", "A7")


def test_the_british_squadron_flies_home_and_lands(make_table):
    table = make_table(scenario="coming_home", players=2)
    table.squadron("II", "tonbridge", "biggin_hill", mode="british")
    table.plane("hurricane", "tonbridge", "II")

    table.run(german_movement)

    assert table.state.british_home == 1
    assert table.state.planes == {}


def test_nobody_sees_what_flies_in_a_hidden_squadron(make_table):
    seen = []
    for mode, cards in (("british", {"mixed": 1}), ("patrol", {"fighters": 1})):
        table = make_table(scenario="home_sweet_home", players=2)
        squadron = table.squadron("II", "tonbridge", "biggin_hill", mode=mode, hidden=True)
        squadron.face_down = cards
        seen.append(GAME.view(table.play, Viewer()))
        assert GAME.view(table.play, ALL_SEEING) == seen[-1]

    assert seen[0] == seen[1]
    assert "unknown planes at Tonbridge" in str(seen[0])


def test_a_british_squadron_that_comes_home_hidden_is_revealed_and_lands(make_table):
    table = make_table(scenario="home_sweet_home", players=2)
    squadron = table.squadron("II", "tonbridge", "biggin_hill", mode="british", hidden=True)
    squadron.face_down = {"mixed": 1}
    table.state.mixed_cards.mix_in(["d41"])
    table.script("d41")

    table.run(german_movement)

    assert not squadron.hidden
    assert table.state.british_home == 2
    assert table.state.planes == {}


def test_a_hidden_squadron_is_revealed_when_it_meets_raf_planes(table):
    table.fly("blue", "zumbach", "B5")
    squadron = table.squadron("II", "B7", "B5", "B3", hidden=True)
    squadron.face_down = {"bombers": 1}
    table.state.bomber_cards.mix_in(["d34"])
    table.script("d34")

    table.run(german_movement)

    assert not squadron.hidden
    assert {plane.area for plane in table.state.planes.values()} == {"B5"}
