"""Each test is a claim of the rules of Bomber Run, with the dice written down."""

from fractions import Fraction

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.questions.courses import course_of, moves_from, start_of
from packs.bomber_run.questions.guns import targets_of
from packs.bomber_run.rules import combat, ending, movement, setup
from packs.bomber_run.rules.combat import attack_odds, attack_run, fire_batteries
from packs.bomber_run.rules.ending import bombing_run
from packs.bomber_run.rules.movement import (
    fly_next,
    odds_of,
    orders_now,
    roll_movement,
    warning,
    words_for,
)
from packs.bomber_run.shown.view import strengths
from packs.bomber_run.state import Kind
from tabletop_core import Scripted, Viewer
from tabletop_core.boards import step
from tabletop_core.engine.outcome import GameOver
from tabletop_core.engine.rules import Rule

FIRST_DICE = [6, 1, *[1] * 6]


def start(*faces, **options):
    return GAME.start(options, source=Scripted([*faces]))


# ---------------------------------------------------------------- setup


def test_bases_stand_on_columns_c_and_v_on_the_row_of_five_four_sided_dice():
    play = start(1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 6, 1).play

    assert play.state.bases == {"west": (3, 5), "east": (22, 20)}


@pytest.mark.parametrize(
    ("formation", "fighters", "bombers"), [("standard", 6, 1), ("expanded", 8, 2)]
)
def test_each_formation_brings_its_aircraft(formation, fighters, bombers):
    play = start(*[3] * 10, 6, 1, formation=formation).play

    for side in ("west", "east"):
        assert len(play.state.of(side, Kind.FIGHTER)) == fighters
        assert len(play.state.of(side, Kind.BOMBER)) == bombers


@pytest.mark.parametrize("formation", ["standard", "expanded"])
@pytest.mark.parametrize("row", [5, 20])
def test_every_formation_fits_the_board_at_the_first_and_last_row(formation, row):
    play = start(*[row // 5] * 10, 6, 1, formation=formation).play

    squares = [plane.at for plane in play.state.aircraft.values()]
    assert all(square in play.data.board.grid for square in squares)
    assert len(set(squares)) == len(squares)


def test_both_sides_start_with_their_noses_towards_the_enemy_edge():
    play = start(*[3] * 10, 6, 1).play

    assert {plane.facing for plane in play.state.aircraft.values() if plane.side == "west"} == {"E"}
    assert {plane.facing for plane in play.state.aircraft.values() if plane.side == "east"} == {"W"}
    assert play.state.aircraft["WA"].at == (5, 15)
    assert play.state.aircraft["EA"].at == (20, 15)


@pytest.mark.parametrize(
    ("faces", "chooser", "choice", "order"),
    [
        ([4, 4, 2, 5], "east", "first", ["east", "west"]),
        ([4, 4, 2, 5], "east", "second", ["west", "east"]),
        ([3, 3, 6, 6, 5, 2], "west", "first", ["west", "east"]),
        ([3, 3, 6, 6, 5, 2], "west", "second", ["east", "west"]),
    ],
)
def test_equal_rolls_for_the_first_player_are_rolled_again_and_the_higher_chooses(
    faces, chooser, choice, order
):
    match = start(*[3] * 10, *faces, *[1] * 6)

    rolls = [event.facts["faces"] for event in match.events if event.kind == "roll"][2:]
    assert rolls == [[face] for face in faces]
    assert match.decision.seat == chooser
    match.answer(choice)
    assert match.state.order == order
    assert match.play.seat == order[0]


# ---------------------------------------------------------------- movement


def test_each_fighter_on_the_board_gets_one_of_the_four_sided_dice():
    match = start(*[3] * 10, 6, 1, 1, 2, 3, 4, 4, 4)
    match.answer("first")

    asked = []
    for answer in ("w4", "w5", "w6"):
        asked.append(match.decision.prompt)
        match.answer(answer)

    assert [prompt.split("?")[0] for prompt in asked] == [
        f"Which fighter moves with the {face}" for face in (3, 2, 1)
    ]

    assert match.state.assigned == {"w1": 4, "w2": 4, "w3": 4, "w4": 3, "w5": 2, "w6": 1}


def test_a_die_once_assigned_cannot_be_used_again():
    match = start(*[3] * 10, 6, 1, 1, 1, 1, 1, 1, 4)
    match.answer("first")
    match.answer("w1")

    # Only ones are left, so nothing more is asked.
    assert match.state.assigned == {"w1": 4, "w2": 1, "w3": 1, "w4": 1, "w5": 1, "w6": 1}


def test_equal_dice_are_dealt_by_one_answer_and_touch_the_fighters_that_get_them():
    match = start(*[3] * 10, 6, 1, 1, 4, 1, 4, 1, 1)
    match.answer("first")

    assert match.decision.prompt.startswith("Which 2 fighters move with a 4?")
    assert match.decision.glowing() == {"w1", "w2", "w3", "w4", "w5", "w6"}
    match.answer(("w2", "w5"))

    assert match.state.assigned == {"w1": 1, "w2": 4, "w3": 1, "w4": 1, "w5": 4, "w6": 1}


def test_straight_ahead_costs_one_point_and_a_diagonal_one_and_a_half(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 4)

    costs = {
        name: 8 - there.halves
        for name, there in moves_from(course_of(position.play.state, position.play.state.flight))
    }

    assert costs == {"left": 3, "forward": 2, "right": 3}


def test_whether_a_square_costs_one_and_a_half_is_a_matter_of_the_nose(position):
    position.put("w1", "F12", "NE")
    position.start_flight("w1", 4)

    assert {name: 8 - there.halves for name, there in moves_of(position, "w1")} == {
        "left": 3,
        "forward": 2,
        "right": 3,
    }


@pytest.mark.parametrize(
    ("nose", "costs"),
    [
        ("E", {"left": 3, "forward": 2, "right": 3}),
        ("NE", {"left": 2, "forward": 3, "right": 2}),
    ],
)
def test_with_the_option_it_is_a_matter_of_the_board(position, nose, costs):
    position.put("w1", "F12", nose)
    position.play.state.by_compass = True
    position.start_flight("w1", 4)

    assert {name: 8 - there.halves for name, there in moves_of(position, "w1")} == costs


def test_the_option_for_diagonals_holds_for_the_orders_of_a_whole_leg(position):
    position.put("w1", "F12", "NE")
    position.play.state.by_compass = True
    position.start_flight("w1", 1)

    assert set(position.orders("w1")) == {"F11 N", "G12 E"}


def test_a_game_begins_with_the_reading_that_was_chosen():
    assert not GAME.start(seed=1).state.by_compass
    assert GAME.start({"diagonals": "compass"}, seed=1).state.by_compass


def test_one_point_takes_a_fighter_straight_ahead_only(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 1)

    assert position.orders("w1") == ["G12 E"]


def test_the_half_point_left_after_a_diagonal_moves_nobody(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 2)
    asked = position.fly("w1", "w1 G11 NE")

    assert position.orders("w1") == ["done"]
    # One and a half of two points are spent: the move is over without another question.
    assert len(asked) == 1
    assert position.square("w1") == "G11"


@pytest.mark.parametrize(
    ("points", "order", "left"),
    [
        (3, "G11 NE", "1.5 points left"),
        (4, "G11 NE", "2.5 points left"),
        (4, "H10 NE", "1.5 points left"),
        (4, "G12 E", "3 points left"),
        (4, "G12 S", "1 point left"),
    ],
)
def test_a_leg_tells_how_many_points_are_left(position, points, order, left):
    position.put("w1", "F12", "E")
    position.start_flight("w1", points)
    orders = orders_now(position.play, "w1")

    assert words_for(position.play, orders, f"w1 {order}").endswith(f", {left}")


@pytest.mark.parametrize(
    ("points", "reached"),
    [
        (1, {"G12"}),
        (2, {"G12", "H12", "G11", "G13"}),
        # Two points and a half: straight and diagonal. Three: to either side, or straight on.
        (
            3,
            {"G12", "H12", "I12", "G11", "G13", "H11", "H13", "H10", "H14", "G10", "G14"},
        ),
    ],
)
def test_points_lead_to_these_squares(position, points, reached):
    position.put("w1", "F12", "E")
    position.start_flight("w1", points)

    assert {order.split()[0] for order in position.orders("w1")} == reached


def test_the_nose_matches_the_last_direction_flown(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 3)
    position.fly("w1", "w1 G14 S")

    assert position.square("w1") == "G14"
    assert position.facing("w1") == "S"
    assert position.happened("moved")[-1]["over"] == ["G13"]


def test_a_fighter_must_move_at_least_one_square(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 3)

    assert "done" not in position.orders("w1")


def test_movement_points_not_used_are_lost(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 4)
    asked = position.fly("w1", "w1 G12 E")

    assert len(asked) == 1
    assert position.square("w1") == "G12"


def test_an_acrobatic_maneuver_needs_a_square_flown_before_it(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 4)

    assert not any(order.startswith("F12") for order in position.orders("w1") if order != "F12 W")


def test_an_acrobatic_maneuver_costs_two_points_and_turns_to_any_facing(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 4)
    noses = {order.split()[1] for order in position.orders("w1") if order.startswith("G12")}
    position.fly("w1", "w1 F12 W")

    assert len(noses) == 8
    assert position.square("w1") == "F12"
    assert position.facing("w1") == "W"
    assert [facts["facing"] for facts in position.happened("turned")] == ["W"]


def test_an_acrobatic_maneuver_is_not_repeated_without_another_square(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 3)
    flight = position.play.state.flight
    flight.halves, flight.squares, flight.squares_since_turn = 6, 1, 0

    turns = {there.facing for order, there in moves_of(position, "w1") if order.startswith("turn")}
    assert not turns
    assert "F12 W" not in position.orders("w1")
    flight.squares_since_turn = 1
    assert "F12 W" in position.orders("w1")


def moves_of(position, name):
    return list(moves_from(course_of(position.play.state, position.play.state.flight)))


def test_a_bomber_moves_exactly_one_square_without_a_roll(position):
    position.put("WA", "F12", "E")
    position.start_flight("WA")
    assert position.orders("WA") == ["G11 NE", "G12 E", "G13 SE"]
    position.fly("WA", "WA G11 NE")

    assert position.square("WA") == "G11"
    assert position.facing("WA") == "NE"


def test_allied_aircraft_may_not_share_a_square_but_fly_past_each_other(position):
    position.put("w1", "F12", "E")
    position.put("w2", "G12", "E")
    position.start_flight("w1", 2)

    assert set(position.orders("w1")) == {"H12 E", "G11 NE", "G13 SE"}


def test_an_aircraft_that_friends_block_moves_after_them(position):
    position.put("w1", "F12", "E")
    position.put("w2", "G12", "E")
    position.put("w3", "F3", "E")
    position.play.seat = "west"
    position.play.state.flown.clear()
    position.play.state.assigned = {"w1": 1, "w2": 1, "w3": 1}

    asked = position.perform(fly_next, answers=["w2 H12 E"])
    assert list(asked[0].options) == ["w2 H12 E", "w3 G3 E"]

    asked = position.perform(fly_next, answers=["w1 G12 E"])
    assert list(asked[0].options) == ["w1 G12 E", "w3 G3 E"]
    assert position.square("w1") == "G12"


def test_a_one_for_the_fighter_behind_its_bomber_costs_nobody_an_aircraft():
    match = start(*[3] * 10, 6, 1, *[1] * 6)
    match.answer("first")

    assert match.state.assigned["w6"] == 1
    assert "w6" not in match.decision.glowing()
    match.answer("WA F15 E")
    assert "w6" in match.decision.glowing()


def test_an_aircraft_that_can_neither_move_nor_leave_the_board_stays_where_it_is(position):
    position.put("w1", "F12", "E")
    position.put("w2", "G12", "W")
    position.play.seat = "west"
    position.play.state.flown.clear()
    position.play.state.assigned = {"w1": 1, "w2": 1}
    position.perform(fly_next, answers=["w1 stay"])
    position.perform(fly_next)

    assert (position.square("w1"), position.square("w2")) == ("F12", "G12")
    assert [facts["aircraft"] for facts in position.happened("blocked")] == ["w1", "w2"]
    assert not position.happened("retreated")


def test_a_bomber_that_stays_over_the_enemy_base_makes_no_second_run(position):
    position.put("WA", "V12", "E")
    for name, square in (("w1", "W11"), ("w2", "W12"), ("w3", "W13")):
        position.put(name, square, "E")
    position.start_flight("WA")
    position.fly("WA")

    assert position.square("WA") == "V12"
    assert not position.happened("bombs")


def test_a_label_warns_of_dice_and_aircraft_that_can_only_leave_the_board(position):
    position.put("w1", "X12", "NE")
    position.play.seat = "west"
    position.roll(1)
    state = position.play.state
    label = {face: warning(position.play, "w1", start_of(state, "w1", face)) for face in (1, 2)}
    assert label == {1: ", only to leave the board", 2: ""}


def test_the_highest_die_is_dealt_first_and_each_fighter_says_what_it_gets(position):
    position.put("w1", "X12", "NE")
    position.put("w2", "F12", "E")
    position.play.seat = "west"
    position.roll(1, 2)
    decision = next(roll_movement(position.play))

    assert decision.prompt == "Which fighter moves with the 2? Dice left: 2 1"
    assert [decision.label_of(option) for option in decision.options] == [
        "w1 gets 2 points",
        "w2 gets 2 points",
    ]


def test_a_die_that_leaves_a_fighter_no_square_to_end_on_says_so(position):
    position.put("w1", "X12", "NE")
    position.put("w2", "F12", "E")
    position.put("w3", "F14", "E")
    position.play.seat = "west"
    position.roll(1, 2, 2)
    decision = next(roll_movement(position.play))

    assert decision.label_of("w1") == "w1 gets 1 point, only to leave the board"


def test_a_fighter_whose_only_square_an_enemy_holds_can_only_ram(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "N")
    position.start_flight("w1", 1)
    position.play.state.flight.has_attacked = True

    assert position.orders("w1") == ["e1 ram"]


def test_a_leg_that_ends_before_enemy_guns_tells_whose(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.put("EA", "H12", "N")
    position.start_flight("w1", 2)
    orders = orders_now(position.play, "w1")

    assert words_for(position.play, orders, "w1 G13 SE") == (
        "w1 flies to G13, nose SE, 0.5 points left, into the sights of e1"
    )


def test_a_leg_onto_the_enemy_base_tells_that_it_bombs(position):
    at = position.grid.name(position.play.state.bases["east"])
    position.put("WA", f"U{at[1:]}", "E")
    position.put("e1", "D4", "W")
    position.start_flight("WA")
    orders = orders_now(position.play, "WA")

    assert words_for(position.play, orders, f"WA {at} E") == (
        f"WA flies to {at}, nose E, and bombs the east base"
    )


def test_a_leg_tells_whom_the_aircraft_may_then_attack_while_it_may(position):
    position.put("w1", "F12", "E")
    position.put("WA", "F14", "E")
    position.put("e1", "H13", "W")
    position.put("e2", "G15", "W")
    flown = {}
    for name, points, order in [("w1", 3, "w1 G12 SE"), ("WA", 0, "WA G14 E")]:
        position.start_flight(name, points)
        flown[name] = words_for(position.play, orders_now(position.play, name), order)
    position.start_flight("w1", 3)
    position.play.state.flight.has_attacked = True
    no_more = words_for(position.play, orders_now(position.play, "w1"), "w1 G12 SE")

    assert flown == {
        "w1": "w1 flies to G12, nose SE | e1 ahead",
        "WA": "WA flies to G14, nose E | e2 before its guns",
    }
    assert no_more == "w1 flies to G12, nose SE"


@pytest.mark.parametrize(
    ("attacker", "defender", "price"),
    [
        ("w1", "e1", "lost in any case"),
        ("w1", "EA", "lost in any case"),
        ("WA", "e1", "lost if it fails"),
        ("WA", "EA", "lost in any case"),
    ],
)
def test_a_label_tells_what_ramming_costs(position, attacker, defender, price):
    position.put(attacker, "F12", "E")
    position.put(defender, "F12", "N")
    order = f"{attacker} {defender} ram"
    position.start_flight(attacker)
    position.play.state.flight.squares = 1
    orders = orders_now(position.play, attacker)

    assert words_for(position.play, orders, order) == (
        f"{attacker} rams {defender}, and is {price}"
    )


def test_an_aircraft_that_leaves_the_board_is_out_of_the_game(position):
    position.put("w1", "X12", "E")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 4)
    assert position.orders("w1") == ["off"]
    position.fly("w1")

    assert position.square("w1") is None
    assert position.happened("retreated") == [{"aircraft": "w1", "over": []}]


def test_base_squares_count_as_empty(position):
    position.put("w1", "B12", "E")
    position.put("e1", "U12", "W")
    position.start_flight("w1", 1)
    position.fly("w1")

    assert position.square("w1") == "C12"


# ---------------------------------------------------------------- attack runs


def test_a_fighter_attacks_only_the_square_in_front_of_its_nose(position):
    position.put("w1", "F12", "NE")
    for name, square in (("e1", "G11"), ("e2", "F11"), ("e3", "G12"), ("e4", "E13")):
        position.put(name, square, "W")

    assert targets_of(position.play.state, "w1") == ["e1"]


def test_a_bomber_attacks_ahead_behind_and_to_both_sides(position):
    position.put("WA", "F12", "E")
    for name, square in (("e1", "G12"), ("e2", "E12"), ("e3", "F11"), ("e4", "F13"), ("e5", "G11")):
        position.put(name, square, "W")

    assert targets_of(position.play.state, "WA") == ["e1", "e2", "e3", "e4"]


@pytest.mark.parametrize(
    ("attack", "defence", "destroyed"), [(3, 3, True), (4, 1, True), (2, 3, False)]
)
def test_an_attack_that_equals_or_exceeds_the_defence_destroys(
    position, attack, defence, destroyed
):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "E")
    position.put("EA", "V1", "W")
    position.roll(attack, defence)
    attack_run(position.play, "w1", "e1")

    assert (position.square("e1") is None) == destroyed


def test_fighters_roll_four_sided_and_bombers_six_sided_dice(position):
    position.put("w1", "F12", "E")
    position.put("EA", "G12", "E")
    position.roll(4, 6)
    attack_run(position.play, "w1", "EA")

    assert position.square("EA") == "G12"
    assert [facts["dice"] for facts in position.happened("roll")[-2:]] == ["d4", "d6"]


def test_an_attack_may_come_before_during_or_after_movement_but_once(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "E")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 2)
    position.roll(1, 4)
    asked = position.fly("w1", "w1 e1 attack", "w1 G11 NE")

    assert "w1 e1 attack" in asked[0].options
    assert not any(option.endswith("attack") for option in asked[1].options)


def test_the_exact_odds_of_an_attack_are_shown(position):
    position.put("w1", "F12", "E")
    position.put("EA", "G12", "E")
    position.start_flight("w1", 2)
    (decision, *_) = position.fly("w1", "w1 G11 NE", "hold")

    # d4 against d6: 1 + 2 + 3 + 4 of 24 pairs reach the defence.
    odds = decision.odds("w1 EA attack")
    assert odds == {"EA destroyed": pytest.approx(10 / 24), "missed": pytest.approx(14 / 24)}


def test_the_odds_of_a_leg_before_guns_count_all_that_may_fire(position):
    position.put("w1", "F12", "E")
    position.put("WA", "A1", "E")
    position.put("e1", "G14", "N")
    position.put("e2", "F14", "NE")
    position.start_flight("w1", 2)
    (decision, *_) = position.fly("w1", "w1 G13 SE", "hold", "hold")

    # Each misses in 6 of 16 pairs of four-sided dice.
    odds = decision.odds("w1 G13 SE")
    assert odds == {"w1 comes through if all of them fire": pytest.approx((6 / 16) ** 2)}


def test_who_holds_its_fire_before_guns_is_told_how_likely_it_comes_through(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.start_flight("w1", 4)
    position.roll(1, 4)

    asked = position.fly("w1", "w1 G12 E", "hold", "hold", "done")

    odds = next(decision.odds for decision in asked if "hold" in decision.options)
    assert odds("hold") == {"w1 comes through if all of them fire": Fraction(6, 16)}


def test_an_aircraft_that_friends_block_may_attack_before_it_stays(position):
    position.put("WA", "F12", "E")
    for name, square in (("w1", "G11"), ("w2", "G12"), ("w3", "G13")):
        position.put(name, square, "E")
    position.put("e1", "F11", "W")
    position.start_flight("WA")
    position.roll(4, 4)
    asked = position.fly("WA", "WA e1 attack")

    assert list(asked[0].options) == ["WA e1 attack", "WA stay"]
    assert position.square("e1") is None
    assert position.square("WA") == "F12"


# ---------------------------------------------------------------- snap-shots


def test_entering_a_defenders_arc_gives_it_a_snap_shot(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.put("WA", "A1", "E")
    position.start_flight("w1", 2)
    position.roll(4, 2)
    asked = position.fly("w1", "w1 G13 SE", "e1 w1 attack")

    assert [decision.seat for decision in asked] == ["west", "east"]
    assert position.square("w1") is None


def test_a_snap_shot_touches_the_aircraft_that_flew_into_the_sights(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.start_flight("w1", 2)
    shot = position.fly("w1", "w1 G13 SE", "hold")[1]

    assert shot.targets_of("e1 w1 attack") == ("w1",)
    assert shot.targets_of("hold") == ()


def test_an_attack_before_a_snap_shot_touches_the_enemy(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 2)
    position.roll(3, 3)
    attack = position.fly("w1", "w1 G12 E", "w1 e1 attack", "done")[1]

    assert attack.targets_of("w1 e1 attack") == ("e1",)


def test_the_mover_may_attack_before_the_snap_shot_and_the_destroyed_do_not_fire(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 2)
    position.roll(3, 3)
    position.fly("w1", "w1 G12 E", "w1 e1 attack", "done")

    assert position.square("e1") is None
    assert not position.happened("snap_shot")


def test_an_attack_before_the_snap_shot_is_the_movers_one_attack(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 2)
    position.roll(1, 4)
    asked = position.fly("w1", "w1 G12 E", "w1 e1 attack", "hold", "done")

    assert "w1 e1 attack" not in asked[3].options
    assert asked[3].prompt == "What does w1 do, at G12 heading E, 1 point left?"


def test_a_surviving_defender_fires_after_the_movers_attack(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.put("WA", "A1", "E")
    position.start_flight("w1", 2)
    position.roll(1, 4, 2, 2)
    position.fly("w1", "w1 G12 E", "w1 e1 attack", "e1 w1 attack")

    assert position.square("w1") is None


def test_a_defender_fires_once_at_the_same_mover_in_a_turn(position):
    position.put("w1", "F12", "E")
    position.put("EA", "H13", "W")
    position.start_flight("w1", 4)
    position.roll(1, 4)
    # G13 is in front of the bomber, H14 beside it.
    position.fly("w1", "w1 G13 SE", "EA w1 attack", "w1 H14 SE")

    assert len(position.happened("snap_shot")) == 1


def test_a_defender_may_hold_its_fire(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.start_flight("w1", 2)
    position.fly("w1", "w1 G13 SE", "hold")

    assert position.square("w1") == "G13"
    assert position.happened("held") == [{"attacker": "e1", "defender": "w1"}]


def test_a_defender_that_holds_its_fire_is_asked_again_at_the_next_square_of_its_reach(position):
    position.put("w1", "F12", "E")
    position.put("WA", "A1", "E")
    position.put("EA", "H13", "W")
    position.start_flight("w1", 4)
    position.roll(4, 4)
    # G13 is in front of the bomber, H14 beside it.
    asked = position.fly("w1", "w1 G13 SE", "hold", "w1 H14 SE", "EA w1 attack")

    assert [decision.seat for decision in asked] == ["west", "east", "west", "east"]
    assert position.square("w1") is None


def test_a_defender_that_holds_its_fire_is_not_asked_outside_its_reach(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.start_flight("w1", 3)
    asked = position.fly("w1", "w1 G13 SE", "hold", "w1 H14 SE")

    assert [decision.seat for decision in asked] == ["west", "east", "west"]


def test_an_attack_on_the_spot_gives_a_defender_that_held_its_fire_no_other_chance(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.put("EA", "V1", "W")
    position.start_flight("w1", 2)
    position.roll(1, 4)
    asked = position.fly("w1", "w1 G12 E", "hold", "hold", "w1 e1 attack", "done")

    assert [decision.seat for decision in asked] == ["west", "west", "east", "west", "west"]


def test_whom_an_aircraft_flies_over_it_may_ram_in_one_way_only(position):
    position.put("w1", "D7", "E")
    position.put("e1", "E7", "W")
    position.put("e2", "E6", "S")
    position.start_flight("w1", 4)
    position.put("EA", "V1", "W")
    position.roll(1, 4)
    _, _, asked = position.fly("w1", "w1 E7 E", "hold", "w1 e1 ram")

    assert sorted(set(asked.options)) == sorted(asked.options)


def test_turning_on_the_spot_provokes_no_snap_shot(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.start_flight("w1", 4)
    position.fly("w1", "w1 G13 SE", "hold", "w1 G13 N")

    assert not position.happened("snap_shot")


# ---------------------------------------------------------------- anti-aircraft fire


@pytest.mark.parametrize("square", ["W11", "W13", "U11", "U13"])
def test_batteries_fire_at_the_four_diagonal_squares(position, square):
    position.put("w1", square, "E")
    position.put("WA", "A1", "E")
    position.play.seat = "west"
    position.roll(2, 2)
    fire_batteries(position.play)

    assert position.square("w1") is None


@pytest.mark.parametrize("square", ["V12", "V11", "W12", "U12", "X13"])
def test_batteries_do_not_reach_other_squares_nor_their_own(position, square):
    position.put("w1", square, "E")
    position.play.seat = "west"
    fire_batteries(position.play)

    assert position.square("w1") == square


def test_batteries_fire_only_at_the_enemy_whose_turn_ends(position):
    position.put("e1", "W11", "E")
    position.play.seat = "west"
    fire_batteries(position.play)
    position.play.seat = "east"
    fire_batteries(position.play)

    assert position.square("e1") == "W11"


# ---------------------------------------------------------------- collisions


@pytest.mark.parametrize(("attack", "defence", "target_survives"), [(2, 2, False), (1, 3, True)])
def test_a_kamikaze_dies_and_takes_the_target_on_a_success(
    position, attack, defence, target_survives
):
    position.put("w1", "F12", "E")
    position.put("WA", "A1", "E")
    position.put("EA", "G12", "N")
    position.put("EB", "V1", "W")
    position.start_flight("w1", 1)
    position.roll(attack, defence)
    position.fly("w1", "w1 EA ram")

    assert position.square("w1") is None
    assert (position.square("EA") == "G12") == target_survives


def test_a_fighter_may_fly_over_an_enemy_without_ramming_it(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "N")
    position.start_flight("w1", 2)
    position.fly("w1", "w1 H12 E")

    assert position.square("w1") == "H12"
    assert position.square("e1") == "G12"


@pytest.mark.parametrize("base", ["C12", "V12"])
def test_a_fighter_may_ram_over_either_base(position, base):
    position.put("w1", base, "W")
    position.play.state.aircraft["w1"].at = step(position.grid.square(base), "E")
    position.put("WA", "A1", "E")
    position.put("EA", base, "E")
    position.put("EB", "V1", "W")
    position.start_flight("w1", 2)
    position.roll(4, 4)
    position.fly("w1", "w1 EA ram")

    assert (position.square("w1"), position.square("EA")) == (None, None)


def test_a_bomber_flies_over_no_enemy_but_ends_its_one_square_on_it(position):
    position.put("WA", "F12", "E")
    position.put("e1", "G12", "N")
    position.start_flight("WA")

    assert set(position.orders("WA")) == {"G11 NE", "G13 SE", "e1 ram", "e1 attack"}


def test_a_bomber_that_succeeds_against_a_fighter_survives(position):
    position.put("WA", "F12", "E")
    position.put("e1", "G12", "N")
    position.put("EA", "V1", "W")
    position.start_flight("WA")
    position.roll(5, 4)
    position.fly("WA", "WA e1 ram")

    assert position.square("WA") == "G12"
    assert position.square("e1") is None


def test_a_bomber_that_fails_against_a_fighter_is_lost_with_it(position):
    position.put("WA", "F12", "E")
    position.put("e1", "G12", "N")
    position.put("EA", "V1", "W")
    position.start_flight("WA")
    position.roll(1, 2)
    position.fly("WA", "WA e1 ram")

    assert position.square("WA") is None
    assert position.square("e1") is None


@pytest.mark.parametrize(("attack", "defender"), [(4, None), (6, None), (3, "G12")])
def test_a_bomber_that_rams_a_bomber_is_lost_and_on_a_success_the_enemy_also(
    position, attack, defender
):
    position.put("WA", "F12", "E")
    position.put("WB", "A1", "E")
    position.put("EA", "G12", "N")
    position.put("EB", "V1", "W")
    position.start_flight("WA")
    position.roll(attack, 4)
    position.fly("WA", "WA EA ram")

    assert (position.square("WA"), position.square("EA")) == (None, defender)


def test_a_bomber_that_rams_a_bomber_over_the_enemy_base_does_not_bomb_it(position):
    position.put("WA", "U12", "E")
    position.put("WB", "A1", "E")
    position.put("EA", "V12", "N")
    position.start_flight("WA")
    position.roll(6, 1)
    position.fly("WA", "WA EA ram")

    assert (position.square("WA"), position.square("EA")) == (None, None)
    assert not position.happened("bombs")


def test_a_bomber_that_downs_a_fighter_over_the_enemy_base_bombs_it(position):
    position.put("WA", "U12", "E")
    position.put("EA", "A1", "E")
    position.put("e1", "V12", "N")
    position.start_flight("WA")
    position.roll(4, 4, 1)
    position.fly("WA", "WA e1 ram")

    assert position.happened("bombs") == [{"bomber": "WA", "roll": 1, "hit": False}]


def test_the_last_bombers_ramming_each_other_is_a_draw(position):
    position.put("WA", "F12", "E")
    position.put("EA", "G12", "E")
    position.start_flight("WA")
    position.roll(6, 1)
    position.fly("WA", "WA EA ram")

    assert (position.play.outcome.kind, position.play.outcome.winner) == ("draw", None)


# ---------------------------------------------------------------- bombing runs and the end


def test_a_bombing_run_misses_on_a_one(position):
    position.put("WA", "V12", "E")
    position.roll(1)
    bombing_run(position.play, "WA")

    assert position.play.outcome is None


@pytest.mark.parametrize("face", [2, 3, 4])
def test_a_bombing_run_destroys_the_base_on_two_to_four(position, face):
    position.put("WA", "V12", "E")
    position.roll(face)
    with pytest.raises(GameOver):
        bombing_run(position.play, "WA")

    assert position.play.outcome.winner == "west"
    assert position.play.outcome.kind == "base_destroyed"
    board, *_ = position.play.game.view(position.play, Viewer("west"))
    wreck, bomber = board.stacks["V12"]
    assert wreck.words == "the east base, destroyed"
    assert bomber.id == "WA"


def test_a_bomber_runs_as_soon_as_it_ends_its_move_on_the_enemy_base(position):
    position.put("WA", "U12", "E")
    position.put("EA", "A1", "E")
    position.start_flight("WA")
    position.roll(1)
    position.fly("WA", "WA V12 E")

    assert position.happened("bombs") == [{"bomber": "WA", "roll": 1, "hit": False}]


def test_a_bomber_over_its_own_base_drops_nothing(position):
    position.put("WA", "B12", "E")
    position.put("EA", "A1", "E")
    position.start_flight("WA")
    position.fly("WA", "WA C12 E")

    assert not position.happened("bombs")


def test_without_bombers_the_side_that_first_destroys_all_fighters_wins(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "E")
    position.roll(4, 1)
    with pytest.raises(GameOver):
        attack_run(position.play, "w1", "e1")

    assert position.play.outcome.winner == "west"


def test_while_one_bomber_flies_the_game_goes_on_without_fighters(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "E")
    position.put("WA", "A1", "E")
    position.roll(4, 1)
    attack_run(position.play, "w1", "e1")

    assert position.play.outcome is None


def test_the_last_fighters_ramming_each_other_is_a_draw(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "E")
    position.start_flight("w1", 1)
    position.roll(4, 1)
    position.fly("w1", "w1 e1 ram")

    assert position.play.outcome.kind == "draw"
    assert position.play.outcome.winner is None


def test_an_order_touches_the_aircraft_and_then_a_square_or_an_enemy(position):
    position.put("w1", "D7", "E")
    position.put("w2", "D17", "E")
    position.put("e1", "E7", "W")
    position.play.seat = "west"
    position.play.state.assigned = {"w1": 2, "w2": 1}
    (decision,) = position.perform(fly_next, answers=["w1 E6 NE"])

    assert decision.glowing() == {"w1", "w2"}
    assert decision.glowing(["w1"]) == {"E6", "F7", "E8", "e1"}
    assert decision.matching(["w1", "e1"]) == ["w1 e1 ram", "w1 e1 attack"]
    assert decision.matching(["w1", "E6"]) == ["w1 E6 NE"]


def test_the_only_aircraft_that_may_fly_need_not_be_touched(position):
    position.put("w1", "D7", "E")
    position.put("e1", "E7", "W")
    position.play.seat = "west"
    position.play.state.assigned = {"w1": 2}
    (decision,) = position.perform(fly_next, answers=["w1 E6 NE"])

    assert decision.prompt == "Where does w1 fly?"
    assert decision.glowing() == {"E6", "F7", "E8", "e1"}
    assert decision.matching(["e1"]) == ["w1 e1 ram", "w1 e1 attack"]


def test_who_touches_the_only_aircraft_that_may_fly_does_not_send_it_off_the_board(position):
    position.put("w1", "W7", "E")
    position.start_flight("w1", points=2)
    (decision, *_) = position.fly("w1", "w1 off")

    assert "w1" not in decision.glowing()
    assert decision.targets_of("w1 off") == ()


# ---------------------------------------------------------------- what is told and shown


def told(position):
    """Return the last line of the log in words."""
    event = position.play.events[-1]
    words = position.play.game.words[event.kind]
    return words.format(**event.facts) if isinstance(words, str) else words(event.facts)


@pytest.mark.parametrize(
    ("attack", "defence", "words"),
    [
        (4, 3, "w1 attacks e1: 4 against 3, e1 goes down."),
        (3, 4, "w1 attacks e1: 3 against 4, w1 misses."),
    ],
)
def test_an_attack_tells_who_went_down_or_who_missed(position, attack, defence, words):
    position.put("w1", "F12", "E")
    position.put("e1", "G12", "E")
    position.put("EA", "V1", "W")
    position.roll(attack, defence)
    attack_run(position.play, "w1", "e1")

    assert told(position) == words


@pytest.mark.parametrize(
    ("rammer", "target", "attack", "defence", "words"),
    [
        ("w1", "e1", 3, 2, "w1 rams e1: 3 against 2, it hits; both e1 and w1 go down."),
        ("w1", "e1", 1, 2, "w1 rams e1: 1 against 2, it fails; w1 goes down, e1 flies on."),
        ("WA", "e1", 4, 2, "WA rams e1: 4 against 2, it hits; e1 goes down, WA flies on."),
        ("WA", "e1", 1, 4, "WA rams e1: 1 against 4, it fails; both e1 and WA go down."),
    ],
)
def test_a_ram_tells_who_is_lost_and_who_flies_on(position, rammer, target, attack, defence, words):
    position.put(rammer, "F12", "E")
    position.put(target, "G12", "N")
    position.put("WB", "A1", "E")
    position.put("EB", "X1", "W")
    position.start_flight(rammer, 1)
    position.roll(attack, defence)
    position.fly(rammer, f"{rammer} {target} ram")

    assert told(position) == words
    assert position.happened("roll")[-2]["why"] == f"{rammer} rams {target}"


def test_an_aircraft_that_stays_is_told_to_be_blocked_by_friends(position):
    position.put("w1", "F12", "E")
    position.put("w2", "G12", "W")
    position.start_flight("w1", 1)
    position.fly("w1")

    assert told(position) == "w1 stays on F12: friends block every way."


def test_a_leg_is_told_with_the_squares_flown_over_and_each_maneuver(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 4)
    position.fly("w1", "w1 H12 N")

    words = position.play.game.words
    assert words["moved"](position.play.events[-2].facts) == "w1 flies over G12 to H12, nose E."
    assert position.happened("turned") == [{"aircraft": "w1", "facing": "N"}]


def shown(position, seat):
    board, *_ = position.play.game.view(position.play, Viewer(seat))
    return board


def test_the_board_marks_what_the_guns_of_either_side_cover(position):
    position.put("w1", "F12", "E")
    position.put("e1", "H12", "W")
    position.put("e2", "K3", "N")
    board = shown(position, "west")

    assert board.spot("G12").tone == "warn"
    assert board.spot("G12").words == "before the guns of w1 and e1"
    assert board.spot("K2").tone == "red"
    assert shown(position, "east").spots == board.spots, "a side has its colour on every screen"


def test_the_squares_of_a_battery_are_marked_as_covered(position):
    assert shown(position, "west").spot("W11").words == "in range of the battery of the east base"


def test_the_board_shows_the_last_moves_of_the_other_side_as_trails(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 3)
    position.fly("w1", "w1 G14 S")

    assert [way.spaces for way in shown(position, "east").ways] == [("F12", "G13", "G14")]
    assert shown(position, "west").ways == ()


def test_the_last_move_of_a_lost_aircraft_is_shown_for_one_turn(position):
    position.put("w1", "F12", "E")
    position.put("EA", "R12", "W")
    position.start_flight("w1", 3)
    position.play.state.flown.append("w1")
    position.fly("w1", "w1 G14 S")
    position.play.state.aircraft["w1"].at = None
    position.play.seat = "east"
    position.perform(roll_movement)
    assert [way.id for way in shown(position, "east").ways] == ["trail:w1"]

    position.perform(roll_movement)  # the west has no turn without aircraft
    assert shown(position, "east").ways == ()


def test_a_counter_shows_the_points_left_until_its_move_is_over(position):
    position.put("w1", "F12", "E")
    position.put("e1", "G14", "N")
    position.play.seat = "west"
    position.play.state.flown.clear()
    position.play.state.assigned = {"w1": 2}
    assert shown(position, "west").on("F12")[0].corners == ("2",)

    position.start_flight("w1", 2)
    position.play.state.flown.append("w1")
    position.fly("w1", "w1 G13 SE", "hold")
    assert shown(position, "west").on("G13")[0].corners == ("½",)
    position.play.state.flight = None
    assert shown(position, "west").on("G13")[0].corners == ()


def test_no_counter_has_points_left_once_the_game_is_over(position):
    position.put("WA", "V12", "E")
    position.put("w1", "F12", "E")
    position.play.seat = "west"
    position.play.state.flown.clear()
    position.play.state.assigned = {"w1": 2}
    position.roll(4)
    assert shown(position, "west").on("F12")[0].corners == ("2",)

    with pytest.raises(GameOver):
        bombing_run(position.play, "WA")
    assert shown(position, "west").on("F12")[0].corners == ()


def test_the_status_row_tells_how_far_each_side_is_from_bombing(position):
    position.put("WA", "S14", "E")
    position.put("EA", "S14", "W")
    position.play.state.aircraft["EA"].at = None
    *_, facts = position.play.game.view(position.play, Viewer("west"))

    assert dict(facts.glance)["WA to base"] == "3", "three squares east, two of them aslant"
    assert dict(facts.glance)["EA"] == "lost"


def test_before_take_off_the_status_row_tells_nothing_of_bombers(position):
    *_, facts = position.play.game.view(position.play, Viewer("west"))

    assert [name for name, _ in facts.glance] == ["west planes", "east planes"]


def test_who_has_nothing_left_to_shoot_down_is_told_what_still_wins(position):
    position.put("WA", "S14", "E")
    position.put("e1", "D4", "W")
    assert "to win" not in dict(strengths(position.play))

    position.play.state.aircraft["e1"].at = None
    base = position.grid.name(position.play.state.bases["east"])
    assert dict(strengths(position.play))["to win"] == (
        f"WA still has to bomb the east base on {base}"
    )


def test_those_that_still_move_are_named_with_the_die_that_they_have(position):
    position.put("w1", "F12", "E")
    position.put("w2", "F14", "E")
    position.play.seat = "west"
    position.play.state.flown.clear()
    position.play.state.assigned = {"w1": 2}
    assert ("to move", "w1 2, w2") in tuple(strengths(position.play))


def test_every_rule_tells_a_player_what_it_does():
    marked = {
        thing
        for module in (combat, ending, movement, setup)
        for thing in vars(module).values()
        if isinstance(getattr(thing, "rule", None), Rule)
    }

    assert marked
    assert [procedure.rule.number for procedure in marked if not procedure.__doc__] == []


def test_a_flight_onto_the_enemy_base_tells_the_chance_of_its_bombs(position):
    position.put("WA", "U12", "E")
    position.put("e1", "B2", "W")
    position.start_flight("WA")

    orders = orders_now(position.play, "WA")

    assert odds_of(position.play, orders, "WA V12 E") == {"the base is destroyed": Fraction(3, 4)}


def test_a_flight_beside_the_enemy_base_tells_the_chance_to_come_through_its_guns(position):
    position.put("w1", "T11", "E")
    position.start_flight("w1", 1)

    orders = orders_now(position.play, "w1")

    assert odds_of(position.play, orders, "w1 U11 E") == {
        "w1 comes through the guns of the base": Fraction(3, 8)
    }


def test_chances_are_exact_fractions(position):
    position.put("w1", "E12", "E")
    position.put("e1", "F12", "W")
    position.start_flight("w1", 1)

    assert attack_odds(position.play, "w1 e1 attack") == {
        "e1 destroyed": Fraction(5, 8),
        "missed": Fraction(3, 8),
    }
