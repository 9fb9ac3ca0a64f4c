"""What the log says."""

import pytest

from packs.wing_and_prayer.rules import (
    aces,
    events,
    mission_turn,
    post_mission,
    pre_mission,
    results,
    routes,
    two_player,
)
from packs.wing_and_prayer.state import MissionRecord
from packs.wing_and_prayer.words import WORDS
from tabletop_core.events import Event, narrate

from .conftest import carry_out, escorts, start, take_off


def said(kind, **facts):
    return narrate(Event(kind, "", "", facts), WORDS)


def last_line(play):
    return narrate(play.events[-1], WORDS)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "No bombers have landed."),
        (1, "1 bomber has landed."),
        (9, "9 bombers have landed."),
    ],
)
def test_bombers_are_counted_in_good_english(number, words):
    assert said("landed", number=number) == words


def test_one_bomber_takes_off_and_drops_its_bombs():
    assert said("formation", bombers=["B-17F A"]) == "1 bomber takes off: B-17F A."
    assert said("bombs_away", bombers=1, factors=4) == "1 bomber drops its bombs, 4 factors."


def test_the_base_is_not_told_as_a_distance():
    play = start()
    mission = take_off(play, 9, box="eng_e")
    mission.bombed, mission.route = True, ["base"]

    carry_out(play, routes.move_formation)

    assert last_line(play) == "Turn 1: 8th Air Force Base."


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "The last P-47 is at the end of its range and turns back."),
        (2, "The P-47s are at the end of their range and turn back."),
    ],
)
def test_escorts_turn_back_in_their_number(number, words):
    play = start()
    take_off(play, 9)
    escorts(play, *["p47"] * number)
    play.state.mission.escort_range = 6

    carry_out(play, mission_turn.check_escort_range)

    assert last_line(play) == words


def test_the_log_tells_which_bomber_has_trouble_where_it_flies_and_what_became_of_it():
    play = start()
    take_off(play, 9)

    carry_out(play, events.systems_trouble, dice=[3, 1, 1])

    told = [narrate(event, WORDS) for event in play.events]
    assert "B-17F E (high element, left)." in told
    assert told[-1] == "B-17F E: damaged."


def test_a_sentence_about_a_green_crew_begins_with_a_capital():
    assert said("boards", crew="green crew 3", bomber="B-17F C") == "Green crew 3 boards B-17F C."


def test_the_mission_log_names_the_colour_of_a_red_card():
    play = start()
    play.state.mission.record = MissionRecord(4, "meaulte", red=True)

    post_mission.log_mission(play)

    assert last_line(play).startswith("Mission log: Meaulte (red card), ")


def test_an_ace_that_comes_up_is_told_with_his_side():
    play = start()

    carry_out(play, aces.draw_ace, "luftwaffe", dice=["vogt"])

    assert last_line(play).startswith("Luftwaffe ace: ")


def test_no_name_of_a_box_can_be_taken_for_two_in_a_route(data):
    assert not [box.name for box in data.boxes.values() if "," in box.name]


def test_types_of_aircraft_and_columns_are_told_by_name():
    play = start(mission=20)

    play.look_up("interceptor_type", at=6, column="1944")
    assert last_line(play).endswith("-> Me-262")

    play.look_up("event_chance", at=4, column=10)
    assert "column 9 or more" in last_line(play)


def test_light_damage_that_earns_nothing_says_why():
    assert said("bomb_damage", target="Berlin", damage="light damage", why="a card of 1944") == (
        "Berlin: light damage; on a card of 1944 that earns no points."
    )
    assert said("bomb_damage", target="Berlin", damage="heavy damage", why="") == (
        "Berlin: heavy damage."
    )


@pytest.mark.parametrize(
    ("number", "stay", "words"),
    [
        (1, 0, "1 escort attacks them; none stays with the bombers."),
        (2, 1, "2 escorts attack them; 1 stays with the bombers."),
        (0, 4, "No escorts attack them; 4 stay with the bombers."),
    ],
)
def test_escorts_that_attack_and_stay_are_counted_in_good_english(number, stay, words):
    assert said("escorts_attack", number=number, stay=stay) == words


def test_modifiers_by_clouds_name_the_clouds():
    play = start()

    play.look_up("combat", at=18, column=9, with_=["light_clouds"])

    assert "-1 row for light clouds (12.14)" in last_line(play)


def test_a_rescue_is_told_with_the_rule_of_crew_fate():
    play = start(crew_fate="on")
    take_off(play, 9, box="chan")

    carry_out(play, results.fail_to_return, "b17f-i", dice=[6])

    (rescue,) = [event for event in play.events if event.kind == "crew_rescued"]
    assert rescue.rule == "12.4"


def test_german_resources_are_told_by_the_table_alone():
    play = start(players=2)

    carry_out(play, two_player.roll_german_resources, dice=[4, 4])

    given = "rolls 2d6 (4, 4) = 8 -> counters (FW-190 3, Me-109 4, light flak 1)"
    assert last_line(play).endswith(given)


def test_the_altitude_chosen_is_told():
    play = start(low_altitude=True)
    take_off(play, 9)

    carry_out(play, pre_mission.decide_altitude, answers=["standard"])

    assert last_line(play) == "The bombing run is to be flown at standard altitude."
