"""4.0 Planning, 5.0 Execute mission, 6.0 General rules."""

import pytest

from packs.wing_and_prayer.questions.names import bomber_label
from packs.wing_and_prayer.rules import (
    events,
    general,
    landing,
    mission_turn,
    pre_mission,
    results,
    routes,
)
from packs.wing_and_prayer.state import Level
from tabletop_core import Scripted
from tabletop_core.cli.screen.answers import Choices
from tabletop_core.testing import perform

from .conftest import DATA, GAME, carry_out, escorts, kinds, start, start_match, take_off

# ---------------------------------------------------------------------- 4.0


def test_bombers_fill_the_formation_without_gaps():
    play = start()

    mission = take_off(play, 9)

    assert all(mission.formation[:9])
    assert not any(mission.formation[9:])


def test_each_bomber_short_of_the_required_number_costs_a_point():
    play = start()
    for name in list(play.state.bombers)[:5]:
        play.state.bombers[name].ready = False
    seven = tuple(list(play.state.bombers)[5:])

    carry_out(play, pre_mission.assign_bombers, answers=["choose", seven])

    assert play.state.mission.vp == -2
    assert play.state.mission.formation[0] == "b17f-f"


def test_a_typed_number_is_a_place_in_the_list_since_bombers_have_letters():
    play = start()
    ready = [name for name in play.state.bombers if name != "b17f-c"]
    choosing = pre_mission.choose_bombers(play, ready, 9)
    next(choosing)

    decision = choosing.send("choose")

    assert decision.label_of("b17f-l").startswith("B-17F L,")
    assert Choices(decision).read_option("11") == "b17f-l"


def test_the_places_of_the_formation_are_named_where_bombers_are_chosen():
    match = start_match()
    match.answer("choose")

    assert "(lead, high, low element; in each leader, left, right)" in match.decision.prompt


def test_the_best_crews_can_be_sent_in_one_answer():
    play = start()
    crews = play.state.crews
    named = [
        name for name, one in play.state.bombers.items() if crews[one.crew].level.value != "green"
    ]

    (decision,) = perform(play, pre_mission.assign_bombers, answers=["best"]).asked

    assert decision.label_of("best").endswith(bomber_label(play, play.state.mission.formation[0]))
    assert set(play.state.mission.formation[:3]) == set(named)
    assert crews[play.state.bombers[play.state.mission.formation[0]].crew].level is Level.CRACK


def test_a_squadron_without_ready_bombers_stays_at_home():
    play = start()
    for one in play.state.bombers.values():
        one.ready = False

    carry_out(play, pre_mission.assign_bombers)

    assert play.state.mission.vp == -9
    assert not mission_turn.can_fly(play)


def test_the_escorts_of_an_early_mission_are_p47s_in_the_number_of_the_card():
    play = start(mission=4)
    take_off(play, 9)

    carry_out(play, pre_mission.meet_first_escorts, dice=[6, 5, "pike"])

    there = play.state.mission.escorts
    assert [one.kind for one in there] == ["p47"] * 6
    assert [one.ace for one in there] == ["pike"] + [""] * 5
    assert "pike" not in play.state.aces["usaaf"]


def test_p51s_that_come_early_use_the_last_column_from_box_twelve():
    play = start(mission=12)
    take_off(play, 9)
    play.state.p51_early = True

    carry_out(play, pre_mission.meet_first_escorts, dice=[4, 1])

    assert play.state.mission.escorts[0].kind == "p51"


def test_aces_are_never_more_than_those_left():
    play = start()
    take_off(play, 9)
    play.state.aces["usaaf"] = ["colby"]

    carry_out(play, pre_mission.meet_first_escorts, dice=[1, 6, "colby"])

    assert sum(bool(one.ace) for one in play.state.mission.escorts) == 1


def test_a_skipped_box_still_brings_its_cards():
    play = start(mission=6)
    state = play.state
    state.flown = 1
    state.box = 7

    carry_out(play, pre_mission.adjust_mission_counter)

    assert "1943" in state.years
    assert state.deck.count("bremen") == 1


def test_targets_of_1942_leave_at_box_seventeen():
    play = start(mission=16)
    state = play.state
    assert state.deck.count("rouen") == 1
    state.flown = 1

    carry_out(play, pre_mission.adjust_mission_counter)

    assert state.deck.count("rouen") == 0
    assert state.deck.count("berlin") == 1


# ---------------------------------------------------------------------- 5.1 and 4.6


def test_a_planned_route_is_followed_until_something_changes():
    play = start()
    mission = take_off(play, 9, box="base")
    carry_out(play, routes.plan_route, answers=["plan:direct"])
    planned = list(mission.route)

    carry_out(play, routes.move_formation)
    assert mission.box == planned[0]

    routes.something_changed(play)
    carry_out(play, routes.move_formation, answers=["plan:keep"])
    carry_out(play, routes.move_formation)
    assert (mission.box, mission.turn) == ("abbeville", 3)


def test_a_planned_route_does_not_bind_once_a_bomber_is_damaged():
    play = start()
    mission = take_off(play, 9, box="base")
    mission.route = ["lille", "abbeville"]

    carry_out(play, results.hit_bomber, mission.formation[0], "heavy", dice=[6, 1])

    assert mission.has_changed


def test_a_planned_route_does_not_bind_once_the_weather_has_turned():
    play = start()
    mission = take_off(play, 9, box="base")
    mission.route = ["lille", "abbeville"]
    mission.cloud = "clear"

    carry_out(play, events.weather_change, dice=[2, 6])

    assert mission.has_changed


def at_a_rendezvous_with_a_plan(*kinds):
    play = start(mission=20)
    mission = take_off(play, 9, box="rv_pas")
    escorts(play, *kinds)
    mission.route = ["lille", "chan", "abbeville"]
    return play


@pytest.mark.parametrize("dice", [[1], [4, 5, 1]], ids=["nobody comes", "another escort"])
def test_a_planned_route_does_not_bind_once_the_escort_has_been_given_up(dice):
    play = at_a_rendezvous_with_a_plan("p47", "p47")

    carry_out(play, mission_turn.meet_escorts, dice=dice, answers=["roll"])

    decision = next(routes.move_formation(play))
    assert {"plan:keep", "fland"} <= set(decision.options)


def test_a_planned_route_does_not_bind_once_an_escort_has_come():
    play = at_a_rendezvous_with_a_plan()

    carry_out(play, mission_turn.meet_escorts, dice=[2, 1, 1], answers=["roll"])

    assert "plan:keep" in next(routes.move_formation(play)).options


@pytest.mark.parametrize(
    ("kinds", "answer", "dice"), [((), "roll", [1]), ((), "keep", []), (("p47",), "keep", [])]
)
def test_a_planned_route_is_flown_on_where_a_rendezvous_changes_nothing(kinds, answer, dice):
    play = at_a_rendezvous_with_a_plan(*kinds)

    carry_out(play, mission_turn.meet_escorts, dice=dice, answers=[answer])
    carry_out(play, routes.move_formation)

    assert play.state.mission.box == "lille"


def test_the_last_box_home_is_entered_without_a_question():
    play = start()
    mission = take_off(play, 9, box="eng_s")
    mission.bombed = True
    mission.route = ["base"]
    routes.something_changed(play)

    carry_out(play, routes.move_formation)

    assert mission.box == "base"


def test_a_route_can_be_named_box_by_box_and_ended_by_the_shortest_way():
    play = start()
    mission = take_off(play, 9, box="base")

    carry_out(play, routes.plan_route, answers=["own", "eng_e", "sns", "rv_pas", "rest"])

    assert mission.route[:3] == ["eng_e", "sns", "rv_pas"]
    assert mission.route[-1] == "abbeville"
    assert len(mission.route) == 5


def test_the_rest_of_a_route_that_is_named_tells_its_boxes_and_flak_sites():
    play = start(target="hamburg")
    take_off(play, 9, box="twente")
    naming = routes.name_boxes(play)
    next(naming)

    decision = naming.send("emsland")

    assert decision.label_of("rest") == (
        "from here the shortest way: 2 boxes, 1 flak site on the way (Bremen, Hamburg)"
    )
    assert list(decision.options)[-1] == "rest"


def test_the_rest_of_a_route_has_the_names_of_the_map():
    play = start(target="antwerp")
    take_off(play, 9, box="base")

    decision = next(routes.name_boxes(play))

    assert decision.label_of("rest") == (
        "from here the shortest way: 4 boxes, 0 flak sites on the way "
        "(East Anglia, S North Sea, Flanders, Antwerp)"
    )


def touched(decision):
    return {option: decision.targets_of(option) for option in decision.options}


def test_a_way_is_planned_by_touching_the_first_box_that_it_alone_passes():
    play = start(target="wilhelmshaven")
    take_off(play, 9, box="base")

    decision = next(routes.plan_route(play))

    assert touched(decision) == {
        "plan:direct": (),
        "plan:rv_pas": ("eng_s",),
        "plan:rv_sch": ("holland",),
        "own": (),
        "none": (),
    }


def test_the_only_way_is_planned_by_touching_its_first_box():
    play = start(target="lorient")
    take_off(play, 9, box="base")

    assert next(routes.plan_route(play)).targets_of("plan:direct") == ("eng_s",)


def test_on_the_way_boxes_beside_the_formation_alone_are_touched_and_ways_are_buttons():
    play = start(target="wilhelmshaven")
    mission = take_off(play, 9, box="bight")
    mission.bombed = True
    mission.route = ["ns3", "ns2", "ns1", "sns", "eng_e", "base"]
    around = set(play.data.graph.neighbours("bight"))

    decision = next(routes.choose_box(play))

    ways = {option for option in decision.options if option.startswith("plan:")}
    assert ways == {"plan:keep", "plan:rv_sch"}
    assert touched(decision) == {box: (box,) for box in around} | dict.fromkeys(ways, ())


def test_ways_to_choose_from_name_the_boxes_in_which_they_differ_each_once():
    play = start(target="wilhelmshaven")
    take_off(play, 9, box="base")

    assert next(routes.plan_route(play)).label_of("plan:rv_sch") == (
        "past Frisian rendezvous: 8 boxes, 0 flak sites on the way, by East Anglia and Holland"
    )


def test_a_way_that_passes_a_rendezvous_says_so():
    play = start(target="berlin")
    take_off(play, 9, box="base")

    assert next(routes.plan_route(play)).label_of("plan:direct") == (
        "the shortest way: 10 boxes, 1 flak site on the way, by East Anglia, S North Sea, Holland, "
        "Frisian rendezvous, Twente, Emsland and Weser"
    )


def test_the_only_way_names_its_boxes():
    play = start(target="abbeville")
    take_off(play, 9, box="base")

    assert next(routes.plan_route(play)).label_of("plan:direct") == (
        "the shortest way: 3 boxes, 0 flak sites on the way, by Kent and Channel"
    )


def test_the_formation_moves_to_a_linked_box_only():
    play = start()
    take_off(play, 9, box="chan")

    decision = next(routes.choose_box(play))

    around = {option for option in decision.options if not option.startswith("plan:")}
    assert around == set(play.data.graph.neighbours("chan"))


def test_the_base_is_no_way_out_before_the_bombs_have_fallen():
    play = start()
    mission = take_off(play, 9, box="eng_s")
    assert "base" not in next(routes.choose_box(play)).options

    mission.bombed = True
    assert "base" in next(routes.choose_box(play)).options


def test_the_prompt_tells_distances_and_escort_range():
    play = start()
    take_off(play, 9, box="eng_s")
    escorts(play, "p47", "p47")
    play.state.mission.escort_range = 1

    decision = next(routes.choose_box(play))

    assert "2 boxes to Abbeville, 1 box to base" in decision.prompt
    assert "2 P-47s, range left 5 boxes" in decision.prompt
    assert "rendezvous" not in decision.label_of("chan")


# ---------------------------------------------------------------------- 5.2


def test_the_next_bomber_of_an_element_takes_over_its_lead():
    play = start()
    mission = take_off(play, 6)
    mission.formation[3] = ""

    carry_out(play, mission_turn.adjust_formation)

    assert mission.formation[3:6] == ["b17f-e", "", "b17f-f"]


def test_the_last_bomber_of_an_element_leads_it_when_the_two_before_are_gone():
    play = start()
    mission = take_off(play, 6)
    mission.formation[3:5] = ["", ""]

    carry_out(play, mission_turn.adjust_formation)

    assert mission.formation[3:6] == ["b17f-f", "", ""]


def test_example_the_elements_behind_an_eliminated_one_move_up():
    play = start()
    mission = take_off(play, 12)
    mission.formation[3:6] = ["", "", ""]

    carry_out(play, mission_turn.adjust_formation)

    assert mission.formation[3:9] == [f"b17f-{letter}" for letter in "ghijkl"]
    assert mission.formation[9:] == ["", "", ""]


# ---------------------------------------------------------------------- 5.3


@pytest.mark.parametrize(("die", "loose"), [(3, True), (4, False)])
def test_a_loose_formation_tightens_up_on_four_with_a_green_lead(die, loose):
    play = start()
    mission = take_off(play, 9)
    mission.formation[0], mission.formation[8] = mission.formation[8], mission.formation[0]
    mission.is_loose = True

    carry_out(play, mission_turn.tighten_up, dice=[die])

    assert mission.is_loose is loose


def test_the_performance_of_the_lead_crew_helps_to_tighten_up():
    play = start()
    mission = take_off(play, 9)
    mission.is_loose = True
    crew = play.state.crews[play.state.bombers["b17f-a"].crew]
    crew.level = Level.CRACK

    carry_out(play, mission_turn.tighten_up, dice=[3])

    assert not mission.is_loose


# ---------------------------------------------------------------------- 5.5 and 5.6


def test_escorts_turn_back_when_the_formation_exceeds_their_range():
    play = start()
    mission = take_off(play, 9)
    escorts(play, "p47", "p47")

    for used in range(1, 7):
        carry_out(play, mission_turn.check_escort_range)
        assert mission.escort_range == used
    carry_out(play, mission_turn.check_escort_range)

    assert mission.escorts == []
    assert mission.vp == 0


def test_a_new_escort_starts_at_half_its_range():
    play = start(mission=20)
    mission = take_off(play, 9, box="rv_pas")
    escorts(play, "p47")

    carry_out(play, mission_turn.meet_escorts, dice=[4, 5, 1], answers=["roll"])

    assert [one.kind for one in mission.escorts] == ["p51"] * 5
    assert mission.escort_range == 6


def test_rolling_for_an_escort_can_leave_the_formation_without_any():
    play = start()
    mission = take_off(play, 9, box="rv_pas")
    escorts(play, "p47")

    carry_out(play, mission_turn.meet_escorts, dice=[1], answers=["roll"])

    assert mission.escorts == []


def test_the_present_escort_can_be_kept():
    play = start()
    mission = take_off(play, 9, box="rv_pas")
    escorts(play, "p47")

    carry_out(play, mission_turn.meet_escorts, answers=["keep"])

    assert len(mission.escorts) == 1


# ---------------------------------------------------------------------- 5.7


def test_the_flak_site_of_the_target_is_left_to_the_bombing_run():
    play = start()
    take_off(play, 9, box="abbeville")
    assert not mission_turn.is_at_flak_site(play)

    play.state.mission.box = "meaulte"
    assert mission_turn.is_at_flak_site(play)


def test_the_flak_site_of_the_target_is_checked_when_the_formation_comes_again_after_bombing():
    quiet, crews = [6, 6], ["memphis_belle", "hells_angels", "sky_drummer"]
    bombing_run = [*[1] * 4 * 9, *[1] * 12, *[1] * 4 * 9]
    meaulte, abbeville_again = [*quiet, *quiet], [2, 4, *quiet]  # flak check and event check
    dice = [*crews, 1, 1, 1, 1, *quiet * 3, *bombing_run, *meaulte, *abbeville_again]
    match = GAME.start(
        {"campaign": "single", "target": "abbeville"}, source=Scripted(dice), data=DATA
    )
    for answer in ("best", "plan:direct", "meaulte", "abbeville"):
        match.answer(answer)

    checks = [event.facts for event in match.events if event.facts.get("table") == "flak_site"]
    assert match.state.mission.box == "abbeville"
    assert [check["total"] for check in checks] == [12, 6]


# ---------------------------------------------------------------------- 5.8 and 6.1


def test_example_an_event_at_five_boxes_is_lady_luck():
    """The example of 5.8: five boxes from base, a 4 causes an event, a 3 is Lady Luck."""
    play = start(target="paris")
    take_off(play, 9, box="romilly")
    assert play.data.from_base["romilly"] == 5

    dice = [1, 3, 1, 2, "clear_skies"]
    carry_out(play, events.check_formation_event, dice=dice)

    assert play.state.lady_luck == ["clear_skies"]


def test_no_event_occurs_beyond_the_range_of_the_column():
    play = start()
    take_off(play, 9, box="romilly")

    carry_out(play, events.check_formation_event, dice=[2, 3])


def test_all_seven_lady_luck_counters_in_hand_leave_nothing_to_draw(data):
    play = start()
    take_off(play, 9)
    play.state.lady_luck = list(data.lady_luck)

    carry_out(play, events.formation_event, 3, dice=[1, 2])

    assert len(play.state.lady_luck) == 7


def test_systems_trouble_damages_a_random_bomber():
    play = start()
    take_off(play, 3)

    carry_out(play, events.systems_trouble, dice=[2, 2])

    assert play.state.bombers["b17f-b"].damaged


def test_systems_trouble_forces_a_damaged_bomber_out():
    play = start()
    mission = take_off(play, 3)
    play.state.bombers["b17f-b"].damaged = True

    carry_out(play, events.systems_trouble, dice=[2, 1, 6])

    assert "b17f-b" not in mission.formation


def test_the_weather_changes_on_one_to_three():
    play = start()
    mission = take_off(play, 9)

    carry_out(play, events.weather_change, dice=[3, 5])

    assert mission.cloud == "heavy"


def test_the_weather_over_a_bombed_target_does_not_matter():
    play = start()
    mission = take_off(play, 9)
    mission.bombed = True

    carry_out(play, events.weather_change)


def test_clear_skies_ahead_replaces_a_change_by_a_better_sky():
    play = start()
    mission = take_off(play, 9)
    mission.cloud = "heavy"
    play.state.lady_luck = ["clear_skies"]

    carry_out(play, events.weather_change, dice=[1], answers=["clear_skies"])

    assert mission.cloud == "light"


@pytest.mark.parametrize(("answer", "cloud"), [("clear_skies", "clear"), ("no", "heavy")])
def test_clear_skies_ahead_keeps_a_clear_sky_from_changing(answer, cloud):
    play = start()
    mission = take_off(play, 9)
    mission.cloud = "clear"
    play.state.lady_luck = ["clear_skies"]
    rolls = [1] if answer == "clear_skies" else [1, 5]

    carry_out(play, events.weather_change, dice=rolls, answers=[answer])

    assert mission.cloud == cloud


def test_a_formation_check_loosens_the_formation_on_three():
    play = start()
    mission = take_off(play, 9)
    mission.formation[0], mission.formation[8] = mission.formation[8], mission.formation[0]

    carry_out(play, events.formation_check, dice=[3])

    assert mission.is_loose


def test_fighters_come_in_the_number_of_the_die_and_two_more_for_a_loose_formation():
    for loose, number in ((False, 3), (True, 5)):
        play = start(mission=4)
        mission = take_off(play, 9)
        mission.is_loose = loose
        carry_out(play, events.enemy_fighters, dice=[4, 3])
        assert [one.kind for one in mission.interceptors] == ["fw190"] * number
        assert kinds(play).count("more_interceptors") == loose


def test_fighters_come_up_over_england_too():
    play = start(mission=4)
    mission = take_off(play, 9, box="eng_e")

    carry_out(play, events.formation_event, 1, dice=[3, 4, 4, 2])

    assert [one.kind for one in mission.interceptors] == ["fw190"] * 2


def test_early_me_262s_open_the_column_of_1944():
    play = start(mission=4)
    mission = take_off(play, 9)
    play.state.me262_early = True

    carry_out(play, events.enemy_fighters, dice=[6, 1])

    assert mission.interceptors[0].kind == "me262"


# ---------------------------------------------------------------------- 6.3


@pytest.mark.parametrize(
    ("die", "bomber"), [(1, "b17f-b"), (2, "b17f-b"), (3, "b17f-a"), (5, "b17f-c")]
)
def test_example_three_bombers_are_chosen_from_left_to_right(die, bomber):
    play = start()
    take_off(play, 3)

    assert carry_out(play, general.random_bomber, "", dice=[die]) == bomber


def test_the_only_bomber_of_an_element_needs_no_second_roll():
    play = start()
    take_off(play, 4)

    assert carry_out(play, general.random_bomber, "", dice=[4]) == "b17f-d"


# ---------------------------------------------------------------------- 6.5


def test_all_bombers_that_reach_the_base_land():
    play = start()
    take_off(play, 9, box="base")

    carry_out(play, landing.land_aircraft)

    assert kinds(play)[-1] == "landed"
