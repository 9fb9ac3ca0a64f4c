"""What the log says."""

import pytest

from packs.wing_and_prayer.questions.names import ace_label
from packs.wing_and_prayer.rules import (
    aces,
    air_combat,
    attacks_on_bombers,
    engagements,
    experience,
    mission_turn,
    post_mission,
    pre_mission,
    results,
)
from packs.wing_and_prayer.shown.words import WORDS
from packs.wing_and_prayer.state import MissionRecord, Post
from tabletop_core import load_pack
from tabletop_core.events import Event, narrate

from .conftest import bomber, carry_out, fly, modifiers, start, story
from .scenes import play_scene, scenes


def last_line(play):
    return narrate(play.events[-1], WORDS)


LEVEL = {"before": "", "level": "veteran", "crew": "Sue", "bomber": "", "up": True, "rolled": None}
ATTACK = "escorts_attack"
LOSSES = {"flown": 9, "least": 4}
SENTENCES = [
    # things are counted in good English
    ("landed", {"number": 0, "safe": {}}, "No bombers have landed."),
    ("landed", {"number": 1, "safe": {}}, "1 bomber has landed."),
    ("landed", {"number": 9, "safe": {}}, "9 bombers have landed."),
    ("formation", {"bombers": ["B-17F A"]}, "1 bomber takes off: B-17F A."),
    (ATTACK, {"number": 1, "stay": 0}, "1 escort attacks them; none stays with the bombers."),
    (ATTACK, {"number": 2, "stay": 1}, "2 escorts attack them; 1 stays with the bombers."),
    (ATTACK, {"number": 0, "stay": 4}, "No escorts attack them; 4 stay with the bombers."),
    # a sentence about a green crew begins with a capital
    ("crew_rescued", {"crew": "green crew 3"}, "Green crew 3 is rescued."),
    # crews that board are told in one line
    (
        "boards", {"aboard": {"B-17F C": "green crew 3", "B-17F D": "Paper Tiger"}},
        "Aboard now: green crew 3 in B-17F C and Paper Tiger in B-17F D.",
    ),
    # light damage that earns nothing says why
    (
        "bomb_damage", {"target": "Berlin", "damage": "light damage", "why": "a card of 1944"},
        "Berlin: light damage; on a card of 1944 that earns no points.",
    ),
    (
        "bomb_damage", {"target": "Berlin", "damage": "heavy damage", "why": ""},
        "Berlin: heavy damage.",
    ),
    # a crew that stays aboard takes nobody's place
    (
        "crew_level", {**LEVEL, "bomber": "B-17F A", "level": "crack", "rolled": 5},
        "The crew of B-17F A rises to crack (5): Sue.",
    ),
    # the level of a crew without a bomber is told too
    (
        "crew_level", {**LEVEL, "before": "green crew 3"},
        "A crew without a bomber rises to veteran: Sue in place of green crew 3.",
    ),
    # a bomber that turns back on its own field is not told to make it home alone
    ("bomber_home", {"bomber": "B-24J H", "over": "base"}, "B-24J H lands again on its own field."),
    ("bomber_home", {"bomber": "B-24J H", "over": ""}, "B-24J H makes it home alone."),
    # losses say what they are compared with
    ("losses", {"lost": 2, **LOSSES}, "2 of 9 bombers are gone; the formation holds until 4 are."),
    ("losses", {"lost": 4, **LOSSES}, "4 of 9 bombers are gone: that breaks up the formation."),
]  # fmt: skip


def test_how_events_are_told():
    told = [narrate(Event(kind, "", "", facts), WORDS) for kind, facts, _ in SENTENCES]

    assert told == [words for *_, words in SENTENCES]


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


def test_types_of_aircraft_columns_and_modifiers_by_clouds_are_told_by_name():
    play = start(mission=20)

    play.look_up("interceptor_type", at=6, column="1944")
    assert last_line(play).endswith("-> Me-262")

    play.look_up("lost_bomber_fate", at=4, column=10)
    assert "column 7 or more" in last_line(play)

    play.look_up("combat", at=18, column=9, with_=["light_clouds"])
    assert "-1 row for light clouds (12.14)" in last_line(play)


def test_a_rescue_is_told_with_the_rule_of_crew_fate():
    play = fly(box="chan", crew_fate="on")

    carry_out(play, results.fail_to_return, "b17f-i", dice=[6])

    (rescue,) = [event for event in play.events if event.kind == "crew_rescued"]
    assert rescue.rule == "12.4"


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


@scenes("""
German resources are told in one sentence with the dice
    start players=2 -> two_player.roll_german_resources : 4 4
    last The German side has 4 Me-109s, 3 FW-190s and 1 light flak for this mission
    ... (rolls 2d6 (4, 4) = 8).
a crew replaced by a green one is named
    fly -> results.hit_bomber b heavy : 1 1
    log The crew of B-17F B falls to green: green crew 10 in place of Memphis Belle.
the base is not told as a distance
    fly box=eng_e -> set mission.bombed=True mission.route=[base] -> routes.move_formation
    general.tell_way -> last Turn 1: 8th Air Force Base.
the last escort turns back
    fly mine=p47 -> set mission.escort_range=6 -> mission_turn.check_escort_range
    last The last P-47 is at the end of its range and turns back.
escorts turn back in their number
    fly mine=p47,p47 -> set mission.escort_range=6 -> mission_turn.check_escort_range
    last The P-47s are at the end of their range and turn back.
the log tells which bomber has trouble, where it flies and what became of it
    fly -> events.systems_trouble : 3 1 1 -> last B-17F E is damaged.
    log Systems trouble: B-17F E (high element, left), chosen at random (3 1).
the altitude chosen is told
    fly low_altitude=True -> pre_mission.decide_altitude : : standard
    last The bombing run is to be flown at standard altitude.
the commander is offered with what he adds and what his loss costs
    start -> set commander=brannigan -> ask pre_mission.send_commander
    label fly he flies: +1 performance for that bomber, but -5 campaign points if he is lost with it
an ace comes up with his ratings
    fly mine=p47 -> aces.put_ace usaaf brannigan e1
    last Maj. Walt Brannigan (+2 air combat, +1 performance) flies P-47 e1.
going around tells which flak is on the way out and which on the way in
    fly 1 cloud=heavy go_around=True
    bombing_run.go_around : 1 1 1 1 1 1 1 1 1 1 1 1 1 1 : again
    log Around again: the flak on the way out. -> log Around again: the flak on the way in.
turns in which nothing happens are told in one line
    fly box=base -> set mission.route=[eng_s,chan,abbeville]
    routes.move_formation -> events.check_formation_event : 5 6
    routes.move_formation -> events.check_formation_event : 4 4 -> general.tell_way
    last Turns 1 to 2: Kent, Channel (2 boxes from base). No events (11 8).
an event that does not come is told at once where the way is told already, and not once more
    fly box=eng_s -> set mission.route=[chan,abbeville] -> routes.move_formation
    general.tell_way -> events.check_formation_event : 5 6 -> last No event over Channel (11).
    routes.move_formation -> general.tell_way -> last Turn 2: Abbeville (3 boxes from base).
fewer aces come than are rolled where no more are left
    fly mine=p47,p47 -> set aces.usaaf=[colby] -> aces.number_of_aces usaaf [e1,e2] : 6
    last Only 1 can fly: the USAAF has no more.
no ace comes where none is left
    fly mine=p47,p47 -> set aces.usaaf=[] -> aces.number_of_aces usaaf [e1,e2] : 6
    last None can fly: the USAAF has no more.
fewer aces come than are rolled where fewer escorts fly
    fly mine=p47 -> set aces.usaaf=[colby,pike,brannigan] -> aces.number_of_aces usaaf [e1] : 6
    last Only 1 can fly: each flies a fighter of his own.
escorts that are sent home come in the log before none comes
    fly box=rv_pas mine=p47,p47,p47,p47,p47 -> mission_turn.meet_escorts : 1 : roll
    log The 5 P-47s are sent home. -> last No escort comes.
a barrage of flak tells its dice and whom it left alone in one line
    fly 2 players=2 -> flak.flak_attack 4 6 : 1 6 4
    log Flak 4 at 2 bombers, hits on 6: 1 die at each.
    last The flak misses B-17F A (1). No damage to B-17F B (1 hit, 4 - 4).
a bomber has the name of its crew, but where a player may not know the crews
    fly 1 -> flak.flak_attack 4 6 : 1 -> last The flak misses Iron Duchess (B-17F A; 1).
    fly 1 players=2 -> flak.flak_attack 4 6 : 1 -> last The flak misses B-17F A (1).
guns that stay silent are told with their dice on the way to what follows
    fly box=schweinfurt
    set mission.bombed=True mission.turn=14 mission.stretch.boxes=[schweinfurt]
    mission_turn.check_flak_site : 4 3 -> general.tell_way
    last Turn 14: Schweinfurt (8 boxes from base). The guns of Schweinfurt (7) stay silent.
guns that stay silent where the way is told already are told at once
    fly box=schweinfurt
    set mission.bombed=True mission.turn=14 mission.stretch.boxes=[schweinfurt]
    general.tell_way -> mission_turn.check_flak_site : 4 3
    last The guns of Schweinfurt stay silent (7). -> state mission.stretch.silent []
the strength of a flak site is told by its name
    fly 1 -> flak.site_flak_attack : 4 1 1 1 1 -> log The flak is moderate (4 on the die).
    log Flak 12 at 1 bomber, hits on 5 or more: 4 dice at each.
""")
def test_what_the_log_tells(scene):
    play_scene(scene)
