"""Crew abilities: one action each, then the man is exhausted."""

from packs.bomber_boys.questions.board import FOCUS, cards_left
from packs.bomber_boys.rules.abilities import ACTIONS
from packs.bomber_boys.rules.enemies import EVADE
from packs.bomber_boys.shown.words import WORDS

MISS = 1


def options_with(asked, text):
    return [option for option in asked.options if text in str(option)]


def test_every_action_on_a_crew_card_is_carried_out_somewhere(table):
    printed = {action for card in table.play.data.crew.values() for action in card.actions}

    assert printed | {FOCUS} == {*ACTIONS, EVADE, "bombs_away"}


def test_reload_rolls_the_chosen_dice_again(table):
    table.take_turn(
        "fighter_3_low", 1, 6, 2, 4, 5, MISS,
        answers=["pool_3", "bombardier", [1, 3], "done"],
    )  # fmt: skip

    assert table.state.turn.dice == [4, 6, 5]
    assert table.tired == {"bombardier"}


def test_who_reloads_cannot_fire_as_well(table):
    asked = table.take_turn(
        "fighter_12_low", 3, 4, MISS,
        answers=["pool_1", "bombardier", "done"],
    )  # fmt: skip

    assert table.shots(asked[1], "bombardier")
    assert not options_with(asked[2], "bombardier")


def test_spotting_raises_an_ammo_die_by_one(table):
    table.take_turn(
        "fighter_3_low", 4, answers=["pool_1", "co_pilot d4",
        "d5 right_waist fighter_3_low", "done"],
    )  # fmt: skip

    assert table.state.display == []
    assert table.tired == {"co_pilot", "right_waist"}


def test_the_ammo_dice_are_told_only_where_enemies_are_fought(table, table_for):
    fought = table.take_turn("fighter_3_low", 4, 2, MISS, answers=["pool_2", "done"])
    ground = table_for().take_turn("flak", MISS, answers=["fight"])

    assert fought[-1].prompt == "Ammo dice: 4 2. What does the crew do?"
    assert "Ammo dice" not in ground[-1].prompt


def test_dice_of_the_pool_are_touched_by_how_many_are_rolled(table):
    asked = table.take_turn("fighter_3_low", 4, 2, MISS, answers=["pool_2", "done"])

    assert asked[0].glowing() >= {"pool_1", "pool_2", "pool_3", "pool_4", "pool_5"}


def test_a_6_is_not_raised_and_of_any_other_die_is_told_what_it_becomes(table):
    asked = table.take_turn("fighter_3_low", 6, 5, 3, MISS, answers=["pool_3", "done"])

    spotting = {one: asked[1].label_of(one) for one in options_with(asked[1], "co_pilot")}
    assert {one: words for one, words in spotting.items() if "spots" in words} == {
        "co_pilot d3": "Co-Pilot spots: a 3 becomes a 4",
        "co_pilot d5": "Co-Pilot spots: a 5 becomes a 6",
    }


def test_a_maneuver_gives_a_gunner_line_of_sight_on_every_aircraft(table):
    asked = table.take_turn(
        "fighter_3_low", 6,
        answers=["pool_1", "pilot tail_gunner",
                 "d6 tail_gunner fighter_3_low", "done"],
    )  # fmt: skip

    assert not table.shots(asked[1], "tail_gunner")
    assert table.state.display == []
    assert table.tired == {"pilot", "tail_gunner"}


def test_pilot_and_co_pilot_may_both_maneuver_in_a_turn(table):
    table.exhaust("right_waist", "ball_turret")

    table.take_turn(
        "fighter_3_low", 2, 2, 2,
        answers=["pool_3", "pilot tail_gunner", "co_pilot left_waist",
                 "d2 tail_gunner fighter_3_low", "d2 left_waist fighter_3_low", "done"],
    )  # fmt: skip

    assert table.state.display == []


def test_repair_removes_minor_damage_in_the_cabin_only(table):
    table.wound("pilot", "navigator")
    table.state.engines["engine_1"] = type(table.state.crew["pilot"].damage).MINOR

    asked = table.take_turn("flak_jacket", answers=["flight_engineer pilot", "done"])

    repairs = options_with(asked[0], "flight_engineer ")
    assert repairs == ["flight_engineer navigator", "flight_engineer pilot"]
    assert table.hurt == {"navigator": "minor", "engine_1": "minor"}
    assert table.tired == {"flight_engineer"}


def test_who_repairs_his_own_damage_is_told_so(table):
    table.wound("flight_engineer", "pilot")

    asked = table.take_turn("flak_jacket", answers=["flight_engineer flight_engineer", "done"])

    assert [asked[0].label_of(one) for one in options_with(asked[0], "flight_engineer ")] == [
        "Flight Engineer repairs the damage of the Pilot; Flak Jacket is kept",
        "Flight Engineer repairs his own damage; Flak Jacket is kept",
    ]
    (repaired,) = table.happened("repaired")
    assert WORDS["repaired"](repaired) == "The Flight Engineer repairs his own damage."


def test_escort_fighters_do_one_damage_to_any_aircraft_without_a_die(table):
    table.put("fighter_12_low", damage=2)

    table.take_turn(
        "fighter_9_low", MISS,
        answers=["no_dice", "radio_operator fighter_12_low", "done"],
    )  # fmt: skip

    assert table.happened("shot_down") == [{"enemy": "Fighter (12 o'clock low)"}]
    assert table.tired == {"radio_operator"}


def test_there_are_no_escort_fighters_once_the_escort_is_lost(table):
    table.state.events = ["lose_escort"]

    asked = table.take_turn("fighter_9_low", MISS, answers=["no_dice", "done"])

    assert "radio_operator fighter_12_low" not in asked[1].options


def test_course_correct_discards_the_next_card_and_damages_an_engine(table):
    before = cards_left(table.state)

    table.take_turn(
        "flak_jacket", "fighter_6_low",
        answers=["navigator", "engine_2"],
    )  # fmt: skip

    assert table.state.display == []
    assert table.state.discard[-1] == "fighter_6_low"
    assert table.hurt == {"engine_2": "minor"}
    assert cards_left(table.state) == before - 2


def test_course_correct_costs_an_engine_once_all_have_minor_damage(table):
    for engine in table.state.engines:
        table.state.engines[engine] = type(table.state.crew["pilot"].damage).MINOR

    table.take_turn(
        "flak_jacket", "flak",
        answers=["navigator", "engine_2"],
    )  # fmt: skip

    assert table.hurt["engine_2"] == "major"
    assert table.state.cubes == 4


def test_the_target_cannot_be_avoided(table):
    for stack in table.state.deck.values():
        stack.left = 0
    table.put("fighter_3_low", damage=1)

    asked = table.take_turn(2, answers=["pool_1", "d2 right_waist fighter_3_low"])

    assert "navigator" not in asked[1].options


def test_any_number_of_men_may_act_but_each_only_once(table):
    table.wound("pilot")
    asked = table.take_turn(
        "fighter_6_high", 2, 4, 6, MISS,
        answers=[
            "pool_3",
            "d2 tail_gunner fighter_6_high",
            "flight_engineer pilot",
            "d4 radio_operator fighter_6_high",
            "done",
        ],
    )  # fmt: skip

    assert table.tired == {"tail_gunner", "flight_engineer", "radio_operator"}
    left = {part for option in asked[-1].options for part in option.split()}
    assert not left & table.tired


def test_an_item_is_kept_before_the_crew_acts_in_the_same_answer(table):
    table.take_turn("flak_jacket", "flak", answers=["navigator", "engine_1"])

    assert table.state.items == ["flak_jacket"]
    assert table.state.discard[-1] == "flak"


def test_an_item_just_turned_up_may_be_used_at_once(table):
    table.exhaust("flight_engineer")
    table.wound("pilot")

    table.take_turn(
        "letters_from_home", answers=["letters_from_home", "flight_engineer pilot", "done"]
    )

    assert table.state.items == []
    assert table.hurt == {}


def test_who_steers_around_a_card_under_flak_has_not_rallied(table):
    table.exhaust("pilot", "radio_operator")

    table.take_turn("flak", "fighter_3_low", MISS, answers=["navigator", "engine_1"])

    assert table.happened("rallied") == []
    assert table.happened("attacked") == [{"enemy": "Enemy Flak", "die": 1, "damage": 0}]


def test_the_only_aircraft_need_not_be_touched_to_fire_at_it(table):
    asked = table.take_turn("fighter_3_low", 5, MISS, answers=["pool_1", "done"])

    assert asked[1].targets_of("d5 right_waist fighter_3_low") == ("d5", "right_waist")
    assert asked[1].targets_of("co_pilot d5") == ("co_pilot", "d5")


def test_of_two_aircraft_the_only_one_that_a_man_sees_need_not_be_touched(table):
    table.put("fighter_9_high")

    asked = table.take_turn("fighter_3_low", 5, MISS, MISS, answers=["pool_1", "done"])

    assert asked[1].targets_of("d5 left_waist fighter_9_high") == ("d5", "left_waist")
    assert asked[1].targets_of("radio_operator fighter_9_high") == (
        *("radio_operator", "fighter_9_high"),
    )


def test_of_two_aircraft_the_one_that_is_meant_is_touched(table):
    table.put("fighter_3_high")

    asked = table.take_turn("fighter_3_low", 5, MISS, MISS, answers=["pool_1", "done"])

    shot = "d5 right_waist fighter_3_low"
    assert asked[1].targets_of(shot) == tuple(shot.split())
