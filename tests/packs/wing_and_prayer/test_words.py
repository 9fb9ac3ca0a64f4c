"""What the log says."""

import pytest

from packs.wing_and_prayer.questions.names import ace_label
from packs.wing_and_prayer.rules import (
    aces,
    air_combat,
    attacks_on_bombers,
    bombing_run,
    engagements,
    events,
    experience,
    flak,
    general,
    mission_turn,
    post_mission,
    pre_mission,
    results,
    routes,
    two_player,
)
from packs.wing_and_prayer.shown.words import WORDS
from packs.wing_and_prayer.state import MissionRecord, Post
from tabletop_core import load_pack
from tabletop_core.events import Event, narrate

from .conftest import bomber, carry_out, crew, fly, modifiers, start, story


def last_line(play):
    return narrate(play.events[-1], WORDS)


def sentence(kind, words, **facts):
    return pytest.param(kind, facts, words, id=words[:40])


LEVEL = {"before": "", "level": "veteran", "crew": "Sue", "bomber": "", "up": True, "rolled": None}


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        # things are counted in good English
        sentence("landed", "No bombers have landed.", number=0, safe={}),
        sentence("landed", "1 bomber has landed.", number=1, safe={}),
        sentence("landed", "9 bombers have landed.", number=9, safe={}),
        sentence("formation", "1 bomber takes off: B-17F A.", bombers=["B-17F A"]),
        sentence(
            "escorts_attack", "1 escort attacks them; none stays with the bombers.",
            number=1, stay=0,
        ),
        sentence(
            "escorts_attack", "2 escorts attack them; 1 stays with the bombers.",
            number=2, stay=1,
        ),
        sentence(
            "escorts_attack", "No escorts attack them; 4 stay with the bombers.",
            number=0, stay=4,
        ),
        # a sentence about a green crew begins with a capital
        sentence("crew_rescued", "Green crew 3 is rescued.", crew="green crew 3"),
        # crews that board are told in one line
        sentence(
            "boards", "Aboard now: green crew 3 in B-17F C and Paper Tiger in B-17F D.",
            aboard={"B-17F C": "green crew 3", "B-17F D": "Paper Tiger"},
        ),
        # light damage that earns nothing says why
        sentence(
            "bomb_damage", "Berlin: light damage; on a card of 1944 that earns no points.",
            target="Berlin", damage="light damage", why="a card of 1944",
        ),
        sentence(
            "bomb_damage", "Berlin: heavy damage.",
            target="Berlin", damage="heavy damage", why="",
        ),
        # a crew that stays aboard takes nobody's place
        sentence(
            "crew_level", "The crew of B-17F A rises to crack (5): Sue.",
            **LEVEL | {"bomber": "B-17F A", "level": "crack", "rolled": 5},
        ),
        # the level of a crew without a bomber is told too
        sentence(
            "crew_level",
            "A crew without a bomber rises to veteran: Sue in place of green crew 3.",
            **LEVEL | {"before": "green crew 3"},
        ),
        # a bomber that turns back on its own field is not told to make it home alone
        sentence(
            "bomber_home", "B-24J H lands again on its own field.", bomber="B-24J H", over="base"
        ),
        sentence("bomber_home", "B-24J H makes it home alone.", bomber="B-24J H", over=""),
        # losses say what they are compared with
        sentence(
            "losses", "2 of 9 bombers are gone; the formation holds until 4 are.",
            lost=2, flown=9, least=4,
        ),
        sentence(
            "losses", "4 of 9 bombers are gone: that breaks up the formation.",
            lost=4, flown=9, least=4,
        ),
    ],
)  # fmt: skip
def test_how_an_event_is_told(kind, facts, words):
    assert narrate(Event(kind, "", "", facts), WORDS) == words


def test_the_base_is_not_told_as_a_distance():
    play = fly(box="eng_e")
    play.state.mission.bombed, play.state.mission.route = True, ["base"]

    carry_out(play, routes.move_formation)

    general.tell_way(play)
    assert last_line(play) == "Turn 1: 8th Air Force Base."


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "The last P-47 is at the end of its range and turns back."),
        (2, "The P-47s are at the end of their range and turn back."),
    ],
)
def test_escorts_turn_back_in_their_number(number, words):
    play = fly(mine="p47 " * number)
    play.state.mission.escort_range = 6

    carry_out(play, mission_turn.check_escort_range)

    assert last_line(play) == words


def test_the_log_tells_which_bomber_has_trouble_where_it_flies_and_what_became_of_it():
    play = fly()

    carry_out(play, events.systems_trouble, dice=[3, 1, 1])

    assert "Systems trouble: the lot falls on B-17F E, high element, left (3 1)." in story(play)
    assert last_line(play) == "B-17F E is damaged."


def test_the_mission_log_names_the_colour_of_a_red_card():
    play = start()
    play.state.mission.record = MissionRecord(4, "meaulte_red")

    post_mission.log_mission(play)

    assert last_line(play).startswith("Mission log: Meaulte (red card), ")


def test_an_ace_that_comes_up_is_told_with_his_side():
    play = start()

    carry_out(play, aces.draw_ace, "luftwaffe", dice=["vogt"])

    assert last_line(play).startswith("Luftwaffe ace: ")


def test_no_name_of_a_box_can_be_taken_for_two_in_a_route(data):
    assert not [box for box in data.graph if "," in data.map.title_of(box)]


def test_types_of_aircraft_and_columns_are_told_by_name():
    play = start(mission=20)

    play.look_up("interceptor_type", at=6, column="1944")
    assert last_line(play).endswith("-> Me-262")

    play.look_up("lost_bomber_fate", at=4, column=10)
    assert "column 7 or more" in last_line(play)


def test_modifiers_by_clouds_name_the_clouds():
    play = start()

    play.look_up("combat", at=18, column=9, with_=["light_clouds"])

    assert "-1 row for light clouds (12.14)" in last_line(play)


def test_a_rescue_is_told_with_the_rule_of_crew_fate():
    play = fly(box="chan", crew_fate="on")

    carry_out(play, results.fail_to_return, "b17f-i", dice=[6])

    (rescue,) = [event for event in play.events if event.kind == "crew_rescued"]
    assert rescue.rule == "12.4"


def test_german_resources_are_told_in_one_sentence_with_the_dice():
    play = start(players=2)

    carry_out(play, two_player.roll_german_resources, dice=[4, 4])

    have = "The German side has 4 Me-109s, 3 FW-190s and 1 light flak for this mission"
    assert last_line(play) == f"{have} (rolls 2d6 (4, 4) = 8)."


def test_the_altitude_chosen_is_told():
    play = fly(low_altitude=True)

    carry_out(play, pre_mission.decide_altitude, answers=["standard"])

    assert last_line(play) == "The bombing run is to be flown at standard altitude."


def test_points_are_counted_in_good_english():
    told = [post_mission.points_of("mission", number) for number in (1, -1, 0, -4)]

    points = "1 mission point, -1 mission point, 0 mission points, -4 mission points"
    assert ", ".join(told) == points


def test_tag_along_tells_how_many_fly_anyway_and_what_each_other_bomber_costs():
    play = start(tag_along=True)
    play.state.mission.required = 9

    decision = next(pre_mission.tag_along(play, list(play.state.bombers)))

    assert decision.prompt == "9 bombers fly as required. How many more, each for -1 mission VP?"
    carry_out(play, pre_mission.tag_along, list(play.state.bombers), answers=[1])
    assert last_line(play) == "-1 mission VP: 1 additional bomber (now -1)"


def test_the_commander_is_offered_with_what_he_adds_and_what_his_loss_costs():
    play = start()
    play.state.commander = "brannigan"

    decision = next(pre_mission.send_commander(play))

    words = "he flies: +1 performance for that bomber, but -5 campaign points if he is lost with it"
    assert decision.label_of("fly") == words


def test_an_ace_comes_up_with_his_ratings():
    play = fly(mine="p47")

    aces.put_ace(play, "usaaf", "brannigan", play.state.mission.escorts[0])

    words = "Maj. Walt Brannigan (+2 air combat, +1 performance) flies P-47 e1."
    assert last_line(play) == words


def test_a_fighter_that_is_chosen_is_told_with_its_damage_and_what_its_ace_adds():
    play = fly(mine="p47")
    (one,) = play.state.mission.escorts
    one.ace, one.damaged = "colby", True

    words = "P-47 e1 (damaged) with Capt. Ned Colby (+1 air combat)"
    assert engagements.choice_label(play, one) == engagements.names(play, [one]) == words


def test_a_rendezvous_tells_the_aces_one_would_let_go():
    play = fly(box="rv_pas", mine="p47 " * 6)
    play.state.mission.escorts[0].ace = "pike"

    decision = next(mission_turn.meet_escorts(play))

    assert f"keep 6 P-47s, with {ace_label(play, 'pike')}, range" in decision.label_of("keep")
    assert decision.label_of("roll") == "let them go with their ace and roll for a new escort"


def test_going_around_tells_which_flak_is_on_the_way_out_and_which_on_the_way_in():
    play = fly(1, cloud="heavy", go_around=True)

    carry_out(play, bombing_run.go_around, dice=[1] * 14, answers=["again"])

    told = [line for line in story(play) if line.startswith("Around again")]
    ways = ["Around again: the flak on the way out.", "Around again: the flak on the way in."]
    assert told == ways


def test_a_crew_replaced_by_a_green_one_is_named():
    play = fly()
    veteran = crew(play, "b")
    name = play.data.names[veteran.id]

    experience.downgrade(play, bomber(play, "b"), veteran)

    assert last_line(play).endswith(f" falls to green: green crew 10 in place of {name}.")


def test_a_replacement_is_boarded_by_a_named_green_crew():
    play = start()
    del play.state.bombers["b17f-l"]
    play.state.bomber_pool["b17f"].append("b17f-l")

    carry_out(play, post_mission.replace_bombers, dice=[6])

    assert story(play)[-2].endswith(" joins the squadron.")
    assert last_line(play) == "Aboard now: green crew 10 in B-17F L."


def test_the_fate_roll_tells_ratings_of_nothing_too():
    play = fly(hurt="i")

    carry_out(play, results.gets_home, "b17f-i", 1, dice=[6])

    whys = [why for _, _, why in modifiers(play)]
    assert whys == ["performance of the bomber", "performance of the crew"]


def test_turns_in_which_nothing_happens_are_told_in_one_line():
    play = fly(box="base")
    play.state.mission.route = ["eng_s", "chan", "abbeville"]

    for roll in ((5, 6), (4, 4)):
        carry_out(play, routes.move_formation)
        carry_out(play, events.check_formation_event, dice=roll)
    assert "way" not in [event.kind for event in play.events]
    general.tell_way(play)

    told = "Turns 1 to 2: Kent, Channel (2 boxes from base). No events (11 8)."
    assert last_line(play) == told


def test_no_event_is_told_of_the_box_where_the_formation_is_when_its_way_is_told_already():
    play = fly(box="eng_s")
    play.state.mission.route = ["chan", "abbeville"]
    carry_out(play, routes.move_formation)
    general.tell_way(play)

    carry_out(play, events.check_formation_event, dice=[5, 6])

    assert last_line(play) == "No event over Channel (11)."
    carry_out(play, routes.move_formation)
    general.tell_way(play)
    assert "No event" not in last_line(play)


@pytest.mark.parametrize(
    ("left", "flying", "words"),
    [
        (["colby"], 2, "Only 1 can fly: the USAAF has no more."),
        ([], 2, "None can fly: the USAAF has no more."),
        (["colby", "pike", "brannigan"], 1, "Only 1 can fly: each flies a fighter of his own."),
    ],
)
def test_aces_that_are_rolled_and_do_not_come_are_told(left, flying, words):
    play = fly(mine="p47 " * flying)
    play.state.aces["usaaf"] = left

    carry_out(play, aces.number_of_aces, "usaaf", play.state.mission.escorts, dice=[6])

    assert last_line(play) == words


def test_escorts_that_are_sent_home_come_in_the_log_before_none_comes():
    play = fly(box="rv_pas", mine="p47 " * 5)

    carry_out(play, mission_turn.meet_escorts, dice=[1], answers=["roll"])

    assert story(play)[-3::2] == ["The 5 P-47s are sent home.", "No escort comes."]


def test_a_barrage_of_flak_tells_its_dice_and_whom_it_left_alone_in_one_line():
    play = fly(2)

    carry_out(play, flak.flak_attack, 4, 6, dice=[1, 6, 4])

    assert [line for line in story(play)[-6:] if line] == [
        "Flak 4 at 2 bombers, hits on 6: 1 die at each.",
        "The flak misses B-17F A (1). No damage to B-17F B (1 hit, 4 - 4).",
    ]


def at_schweinfurt():
    """Nine bombers on their way home, a turn's flight from the last box in the log."""
    play = fly(box="schweinfurt")
    mission = play.state.mission
    mission.bombed, mission.turn, mission.stretch.boxes = True, 14, ["schweinfurt"]
    return play


def test_guns_that_stay_silent_are_told_with_their_dice_on_the_way_to_what_follows():
    play = at_schweinfurt()

    carry_out(play, mission_turn.check_flak_site, dice=[4, 3])
    general.tell_way(play)

    told = "Turn 14: Schweinfurt (8 boxes from base). The guns of Schweinfurt (7) stay silent."
    assert last_line(play) == told


def test_guns_that_stay_silent_where_the_way_is_told_already_are_told_at_once():
    play = at_schweinfurt()
    general.tell_way(play)

    carry_out(play, mission_turn.check_flak_site, dice=[4, 3])

    assert last_line(play) == "The guns of Schweinfurt stay silent (7)."
    assert not play.state.mission.stretch.silent


def test_the_strength_of_a_flak_site_is_told_by_its_name():
    play = fly(1)

    carry_out(play, flak.site_flak_attack, dice=[4, 1, 1, 1, 1])

    assert "The flak is moderate (4 on the die)." in story(play)
    assert "Flak 12 at 1 bomber, hits on 5 or more: 4 dice at each." in story(play)


@pytest.mark.parametrize(
    ("letter", "die", "pool", "told"),
    [
        ("b", 5, 1, "The crew of B-17F B rises to crack (5): "),
        # no named crew is left for a green one
        ("d", 6, 0, "No more experience for the crew of B-17F D (6)."),
    ],
)
def test_a_crew_that_rises_or_cannot_is_told_with_its_die(letter, die, pool, told):
    play = start(campaign="short")
    bomber(play, letter).flew = True
    del play.state.crew_pool[pool:]

    carry_out(play, experience.check_experience, dice=[die])

    assert last_line(play).startswith(told)


@pytest.mark.parametrize(
    ("procedure", "dice", "told"),
    [
        (air_combat.second_round, 4, "The fighters meet a second time."),
        (attacks_on_bombers.second_attacks, 6, "The interceptors attack a second time."),
    ],
)
def test_a_second_round_is_told_before_anything_is_rolled(procedure, dice, told):
    play = fly(mine="p47", post=Post.COMBAT, foes="me109")
    play.state.mission.engaged = ["e1"]
    before = len(play.events)

    carry_out(play, procedure, dice=[1] * dice)

    assert story(play)[before] == told


def test_a_target_to_choose_beforehand_is_called_as_on_the_mission_map(data):
    option = next(one for one in load_pack("wing_and_prayer").options if one.name == "target")

    assert option.words("st_nazaire") == "St. Nazaire"
    assert all(option.words(one) == data.names[one] for one in data.targets)
