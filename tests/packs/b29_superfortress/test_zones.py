"""From zone to zone: fuel, weather, course, formation (chapter 4), take-off and orders."""

import pytest

from packs.b29_superfortress.bots import Skipper
from packs.b29_superfortress.questions import bomber as now
from packs.b29_superfortress.questions.bomber import fuel_needed, in_formation, is_zone_night
from packs.b29_superfortress.questions.conditions import CONDITIONS
from packs.b29_superfortress.rules import (
    bombs,
    commander,
    course,
    errands,
    formation,
    landing,
    takeoff,
    target,
    weather,
    zones,
)
from packs.b29_superfortress.shown.track import fuel_words


@pytest.fixture
def under_way(bomber):
    bomber.put("Tokyo", 8)
    bomber.mission.flight.turn = 8
    return bomber


# ---------------------------------------------------------------- orders


def test_missions_1_to_10_are_flown_by_day_at_hi(new_bomber):
    bomber = new_bomber(3)
    bomber.mission.number = 3

    bomber.perform(target.choose_target, dice=[4, 4])

    assert (bomber.mission.orders.city, bomber.mission.orders.kind) == ("Tokyo", "aircraft_factory")
    assert (bomber.mission.orders.planned, bomber.mission.orders.night) == ("hi", False)


def test_later_missions_roll_light_target_and_altitude(bomber):
    # Day; 7 aircraft factory; 44 Omura; med.
    bomber.perform(target.choose_target, dice=[3, 4, 3, 4, 4, 4, 3, 3])

    assert (bomber.mission.orders.city, bomber.mission.orders.planned) == ("Omura", "med")


@pytest.mark.parametrize(
    ("mission", "city", "kind"),
    [
        (3, "Tokyo", "aircraft_factory"),
        (3, "Kobe", "urban_area"),
        (3, "Nagoya", "aircraft_factory"),
        (20, "Tokyo", "urban_area"),
        (20, "Kanoya", "airfield"),
        (20, "Koriyama", "aircraft_factory"),
    ],
)
def test_a_city_named_beforehand_is_the_kind_of_target_its_chart_says(
    new_bomber, mission, city, kind
):
    assert target.kind_of_wanted(new_bomber(mission, target=city).play) == kind


def test_night_missions_are_low(bomber):
    bomber.perform(target.choose_target, dice=[2, 2, 3, 4, 4, 4])

    assert bomber.mission.orders.night
    assert bomber.mission.orders.planned == "lo"
    assert bomber.mission.orders.city == "Tokyo"


def test_a_city_bombed_out_gives_way_to_another(bomber):
    bomber.state.tour.damage["Tokyo"] = 100
    bomber.state.tour.damage["Kyoto"] = 120

    # Night; urban; Tokyo; alternates: Kyoto is gone as well; Sakai.
    bomber.perform(target.choose_target, dice=[2, 2, 3, 4, 4, 4, 5, 6, 6, 2, 4, 6])

    assert bomber.mission.orders.city == "Sakai"


def test_a_practised_crew_leads_on_a_three(bomber):
    for man in bomber.crew.values():
        man.missions = 8

    bomber.perform(target.choose_position, dice=[1, 2, 6])

    assert (bomber.mission.orders.position, bomber.mission.orders.squadron) == ("lead", "low")


@pytest.mark.parametrize("post", ["bombardier", "navigator", "radar_operator"])
def test_a_crew_one_of_whose_aimers_flew_seven_missions_does_not_lead_on_a_three(bomber, post):
    for man in bomber.crew.values():
        man.missions = 8
    bomber.crew[post].missions = 7

    bomber.perform(target.choose_position, dice=[1, 2, 6])

    assert bomber.mission.orders.position != "lead"


def test_at_night_the_die_tells_who_flies_and_what_is_armed(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.mission.orders.squadron = "low"

    bomber.chart("2-7", [4])

    armed = {name for name, gun in bomber.plane.guns.items() if gun.armed}
    assert armed == {"tail_turret", "forward_lower", "aft_lower"}


def test_an_observer_in_the_tail_leaves_the_other_gunners_at_home(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)

    bomber.chart("2-7", [1])

    assert bomber.crew["tail_gunner"].aboard
    assert not bomber.crew["cfc"].aboard
    assert not any(gun.armed for gun in bomber.plane.guns.values())


def test_zones_are_light_or_dark_by_the_row_of_3_1(bomber):
    # After mission 10 a 5 or 6: outbound night in zones 1 to 5.
    bomber.mission.flight.reached_target = False
    bomber.perform(target.set_times, dice=[6])
    bomber.mission.flight.zone = 5
    assert is_zone_night(bomber.state)
    bomber.mission.flight.zone = 6
    assert not is_zone_night(bomber.state)


@pytest.mark.parametrize(("light", "is_night"), [("way", False), ("target", True)])
def test_a_bomber_that_aborted_flies_home_in_the_light_of_its_way_or_of_the_way_out(
    bomber, light, is_night
):
    # Mission 12, a day row of 5 or 6: zones 1 to 5 are dark on the way out, none on the way back.
    bomber.mission.flight.reached_target = False
    bomber.perform(target.set_times, dice=[6])
    bomber.state.aborted_light = light
    bomber.mission.flight.leg, bomber.mission.flight.aborted_in = "back", 9
    bomber.mission.flight.zone = 5

    assert is_zone_night(bomber.state) is is_night


# ---------------------------------------------------------------- take-off


def test_a_usual_take_off(bomber):
    bomber.perform(takeoff.take_off, dice=[3, 4])
    assert bomber.mission.status == "flying"


def test_a_night_take_off_may_end_in_a_collision(bomber):
    bomber.mission.orders.take_off = "night"

    bomber.perform(takeoff.take_off, dice=[6, 6, 5, 6])

    assert {man.fate for man in bomber.crew.values()} == {"killed"}


def test_a_fire_in_the_run_up_scrubs_the_mission(bomber):
    # Malfunction 1; engine 2; both bottles fail; the plane burns out.
    bomber.perform(takeoff.take_off, dice=[1, 1, 1, 2, 2, 3, 3, 5])

    assert (bomber.mission.status, bomber.mission.coming_down.plane_is) == (
        "scrubbed",
        "written_off",
    )


def test_a_crash_at_the_end_of_the_runway_hurts_the_crew(bomber):
    # Malfunction 2; goes on; no lift; 7 - 1 is 6; the pilot is killed, the others unhurt.
    bomber.perform(takeoff.take_off, dice=[1, 1, 2, 5, 5, 3, 4, 1, 1, *[6] * 20])

    assert bomber.crew["pilot"].fate == "killed"
    assert bomber.mission.coming_down.plane_is == "written_off"


def test_an_engine_failure_may_end_in_the_sea(bomber):
    bomber.mission.flight.zone = 0
    # Malfunction 3; engine 2; ditch; bombs go; calm sea; 12 is a good ditching; all saved.
    bomber.perform(takeoff.take_off, dice=[1, 1, 3, 2, 2, 3, 1, 1, 6, 6, *[4] * 11])

    assert bomber.mission.status == "ditched"
    assert not any(man.fate for man in bomber.crew.values())


def test_a_runaway_propeller_brings_the_bomber_round_to_land(bomber):
    bomber.mission.flight.zone = 0

    bomber.perform(takeoff.take_off, dice=[1, 1, 4, 2, 2, 2, 5, 5])

    assert bomber.mission.status == "landed"
    assert not bomber.plane.engines[2].running


# ---------------------------------------------------------------- fuel


def test_two_boxes_a_zone_with_bombs_and_one_without(under_way):
    under_way.perform(zones.fly_on)
    assert under_way.mission.flight.fuel == 28

    for bay in under_way.plane.bays.values():
        bay.bombs = False
    under_way.perform(zones.fly_on)
    assert under_way.mission.flight.fuel == 27


def test_the_need_to_a_zone_and_back_is_three_boxes_a_zone_and_one(under_way):
    mission = under_way.mission
    under_way.put("Tokyo", 0)
    mission.flight.fuel = 100
    while mission.flight.leg == "out" or mission.flight.zone:
        if mission.flight.leg == "out" and mission.flight.zone == 11:
            for bay in under_way.plane.bays.values():
                bay.bombs = False
        under_way.perform(zones.fly_on)
    assert 100 - mission.flight.fuel == 3 * 11 + 1


def test_bay_tanks_are_used_first(under_way):
    under_way.plane.bays["aft"].tank_fuel = 1

    under_way.perform(zones.fly_on)

    assert under_way.plane.bays["aft"].tank_fuel == 0
    assert under_way.mission.flight.fuel == 29


def test_with_one_pump_each_auxiliary_box_is_rolled_for(under_way):
    under_way.plane.hits["pump_failed"] = 1
    under_way.plane.bays["aft"].tank_fuel = 4

    under_way.perform(zones.fly_on, dice=[4, 5])

    assert under_way.plane.bays["aft"].tank_fuel == 3


def test_with_both_pumps_out_no_auxiliary_box_flows(under_way):
    under_way.plane.hits |= {"pump_failed": 1, "pump_hit": 1}
    under_way.plane.bays["aft"].tank_fuel = 4

    under_way.perform(zones.fly_on)

    assert under_way.plane.bays["aft"].tank_fuel == 4


def test_a_bay_tank_that_is_hit_loses_its_first_box_at_once(under_way):
    bay = under_way.plane.bays["aft"]
    bay.tank_fuel, under_way.subject.bay = 4, "aft"

    under_way.chart("7-3.d", [1])
    assert bay.tank_fuel == 3

    under_way.chart("7-3.d", [1])
    assert bay.tank_fuel == 3


def test_a_leaking_bay_tank_loses_a_box_a_turn(under_way):
    bay = under_way.plane.bays["aft"]
    bay.tank_fuel, bay.tank_leaks = 4, True

    under_way.perform(zones.fly_on)

    assert bay.tank_fuel == 1


def test_on_an_empty_tank_the_die_decides(under_way):
    under_way.mission.flight.fuel = 1
    under_way.perform(zones.fly_on, dice=[4])
    assert under_way.mission.flight.zone == 9

    # Out of fuel; sea smooth; ditched on 8 of 8; eleven men in zone 9.
    under_way.perform(zones.fly_on, dice=[3, 3, 5, 5, *[6] * 11], answers=["ditch"])
    assert under_way.mission.status == "ditched"
    assert under_way.mission.flight.zone == 9


def test_a_pump_hit_where_one_had_failed_may_be_the_same(under_way):
    under_way.plane.hits["pump_failed"] = 1
    under_way.subject.section, under_way.subject.bay = "aft_bomb_bay", "aft"

    under_way.chart("7-4", [6, 6, 2])
    assert "pump_hit" not in under_way.plane.hits

    under_way.chart("7-4", [6, 6, 5])
    assert under_way.plane.hits["pump_hit"] == 1


def test_the_same_tank_leaks_once(under_way):
    under_way.subject.wing, under_way.subject.section = "port", "port_wing"

    under_way.chart("7-5.9", [1, 2, 6])
    assert under_way.mission.flight.fuel == 26
    under_way.chart("7-5.9", [1])
    assert under_way.mission.flight.fuel == 26

    under_way.chart("7-5.9", [4, 3, 6])
    assert under_way.mission.flight.fuel == 22


def test_jet_stream_takes_a_box_out_and_gives_it_back(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-2", [1, 1])
    assert under_way.mission.flight.fuel == 29

    under_way.mission.flight.leg = "back"
    under_way.chart("4-2", [1, 1])
    assert under_way.mission.flight.fuel == 30


# ---------------------------------------------------------------- weather, course, events


def test_bad_weather_is_likelier_after_bad(under_way):
    under_way.mission.flight.weather = "bad"

    under_way.perform(weather.weather, dice=[3, 4])

    assert under_way.mission.flight.weather == "poor"


def test_a_storm_breaks_up_the_formation_and_damages_the_plane(under_way):
    # 6: collision risk 2 + 3, cockpit 7, wings 7 and 7.
    under_way.chart("4-3", [6, 1, 1, 3, 4, 3, 4, 3, 4])

    assert under_way.mission.formation.disrupted


def test_alone_a_box_of_fuel_steers_wide_of_the_storm(under_way):
    under_way.alone()

    under_way.chart("4-3", [5], ["detour"])

    assert under_way.mission.flight.fuel == 29
    assert not under_way.mission.formation.disrupted


def test_an_order_for_all_fronts_holds_as_long_as_a_box_is_to_spare(under_way):
    under_way.alone()
    under_way.mission.flight.fuel = fuel_needed(under_way.state) + 2
    under_way.chart("4-3", [5], ["detour_all"])

    under_way.chart("4-3", [5])

    assert under_way.mission.flight.fuel == fuel_needed(under_way.state)
    under_way.chart("4-3", [1], ["through"])
    assert "detour_all" not in under_way.asked[0].options


def test_an_order_to_fly_straight_on_holds_to_the_end(under_way):
    under_way.alone()
    under_way.chart("4-3", [1], ["through_all"])

    under_way.chart("4-3", [1])

    assert under_way.mission.flight.fuel == 30


def test_a_near_collision_may_throw_the_bomber_down(under_way):
    under_way.chart("4-3.collision", [5, 6, 2, 3])

    assert under_way.mission.flight.altitude == "lo"
    assert not in_formation(under_way.state)


def test_after_a_dive_the_bomber_climbs_back_and_joins_again(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-3.collision", [5, 6, 2, 3])

    under_way.perform(zones.fly_on)
    assert not in_formation(under_way.state)
    under_way.perform(zones.fly_on)

    assert under_way.mission.flight.altitude == "hi"
    assert in_formation(under_way.state)


def test_a_shallow_dive_in_a_storm_keeps_the_bomber_apart_for_that_turn(under_way):
    under_way.chart("4-3.collision", [4, 5])
    assert not in_formation(under_way.state)

    under_way.perform(zones.begin_turn)
    assert in_formation(under_way.state)


@pytest.mark.parametrize(("altitude", "frosted"), [("med", 2), ("lo", 0)])
def test_frosted_windows_clear_at_lo_alone(under_way, altitude, frosted):
    under_way.put("Tokyo", 8, altitude)
    under_way.mission.flight.frosted = 2

    under_way.perform(weather.fly_blind)

    assert under_way.mission.flight.frosted == frosted


def test_a_shallow_dive_with_frosted_windows_at_the_end_of_a_turn_costs_the_next(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.mission.flight.frosted = 1
    under_way.perform(weather.fly_blind, dice=[5, 4, 4, 5])

    under_way.perform(zones.begin_turn)
    assert not in_formation(under_way.state)
    under_way.perform(zones.begin_turn)
    assert in_formation(under_way.state)


def test_in_formation_the_lead_finds_the_way(under_way):
    under_way.perform(course.find_course)
    assert under_way.mission.flight.on_course


def test_the_navigators_skill_and_the_radars_part_in_a_sighting(under_way):
    under_way.crew["navigator"].missions = 20
    under_way.crew["radar_operator"].missions = 3

    under_way.perform(course.sight_land, dice=[3, 1])

    # 3 + 2 radar + 2 weather - 3 water is 4: only the radar saw it; 1 + 1 - 1 is wrong.
    last = under_way.happened("look_up")[-1]
    assert {one[0] for one in last["modifiers"]} == {"navigator_veteran", "radar_operator_novice"}
    assert last["result"] == "pilotage_wrong"


def test_only_zone_6_is_not_all_water_on_the_way(under_way):
    water = {}
    for zone in range(1, 10):
        under_way.put("Tokyo", zone)
        water[zone] = CONDITIONS["over_water"](under_way.play)

    assert [zone for zone, wet in water.items() if not wet] == [6]


def test_off_course_twice_running_costs_a_turn(under_way):
    under_way.alone()
    wrong = [1, 1, 1, 1, 1]  # no sighting, wrong reckoning, no star, no signal, course 1 - 2
    under_way.perform(course.find_course, dice=wrong)
    assert under_way.mission.flight.turns_left == 0

    under_way.perform(course.find_course, dice=wrong)
    assert under_way.mission.flight.turns_left == 1


def test_a_new_count_of_the_fuel_comes_on_the_way_home_only(under_way):
    under_way.chart("4-9", [3, 4])
    assert under_way.mission.flight.fuel == 30

    under_way.mission.flight.leg = "back"
    under_way.chart("4-9", [3, 4, 5, 5])
    assert under_way.mission.flight.fuel == 27


def test_three_reasons_for_a_wrong_count_are_one(under_way):
    under_way.mission.flight.leg = "back"
    under_way.crew["flight_engineer"].fate = "killed"
    under_way.plane.out.add("fuel_indicators")

    under_way.chart("4-9.f", [2, 1])

    assert under_way.mission.flight.fuel == 29


def test_frosted_windows_bar_evasion_and_risk_a_collision(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-9", [1, 1], ["stay"])

    under_way.perform(weather.fly_blind, dice=[4, 5, 4, 4])

    assert under_way.mission.flight.frosted == 1
    assert under_way.happened("look_up")[-1]["result"] == "close_call"


def test_with_frosted_windows_the_commander_may_still_go_down_in_every_later_turn(under_way):
    # Note a of 4-9: one or the other, turn by turn.
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-9", [1, 1], ["stay"])

    under_way.perform(weather.face_frost, answers=["stay"])
    under_way.perform(weather.face_frost, answers=["abort"])

    assert under_way.mission.flight.aborted
    assert (under_way.mission.flight.altitude, under_way.mission.flight.frosted) == ("lo", 0)


def test_on_the_way_home_going_down_from_frost_aborts_nothing(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.mission.flight.leg = "back"
    under_way.chart("4-9", [1, 1], ["stay"])

    under_way.perform(weather.face_frost, answers=["down"])

    assert not under_way.mission.flight.aborted
    assert under_way.mission.flight.altitude == "lo"


@pytest.mark.parametrize(
    ("frosted", "altitude", "asked"), [(1, "hi", True), (0, "hi", False), (1, "lo", False)]
)
def test_only_a_bomber_with_frosted_windows_at_hi_is_asked_to_go_down(
    under_way, frosted, altitude, asked
):
    under_way.put("Tokyo", 8, altitude)
    under_way.mission.flight.frosted = frosted

    assert weather.flies_frosted(under_way.play) is asked


def test_a_second_frosting_sends_the_bomber_home_low(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-9", [1, 1], ["stay"])

    under_way.chart("4-9", [1, 1])

    assert under_way.mission.flight.aborted
    assert under_way.mission.flight.altitude == "lo"


def test_frosted_windows_clear_in_a_dive_to_lo(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-9", [1, 1], ["stay"])

    # Possible collision; 11 is a steep dive, and both wings hold.
    under_way.perform(weather.fly_blind, dice=[5, 4, 5, 6, 2, 3])

    assert under_way.mission.flight.altitude == "lo"
    assert under_way.mission.flight.frosted == 0


def test_a_second_radar_failure_leaves_no_second_choice_to_abort(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.chart("4-9", [1, 2], ["press_on"])

    under_way.chart("4-9", [1, 2])

    assert "radar" in under_way.plane.out
    assert not under_way.mission.flight.aborted


def test_a_radar_shot_out_before_leaves_the_event_its_choice_to_abort(under_way):
    under_way.put("Tokyo", 8, "hi")
    under_way.plane.out.add("radar")

    under_way.chart("4-9", [1, 2], ["press_on"])


def test_a_blister_blows_out_once(under_way):
    under_way.put("Tokyo", 8, "hi")
    # The left blister; a light wound; decompression, and eleven men get their masks on.
    under_way.chart("4-9", [6, 6, 1, 1, 1, *[1] * 11], ["press_on"])
    before = len(under_way.happened("look_up"))

    under_way.chart("4-9", [6, 6])

    assert len(under_way.happened("look_up")) == before + 1


def test_the_event_happens_on_the_extreme_dice_only(under_way):
    under_way.perform(weather.random_event, dice=[3, 4])
    assert [one["table"] for one in under_way.happened("look_up")] == ["event_check"]

    under_way.perform(weather.random_event, dice=[6, 6, 5, 6])
    assert "brakes" in under_way.plane.out


def test_a_tight_formation_comes_of_good_weather(under_way):
    under_way.perform(formation.assemble, dice=[3, 4])
    assert under_way.mission.formation.tight


@pytest.mark.parametrize("why", ["apart", "weak engine", "low by choice"])
def test_a_bomber_that_cannot_join_does_not_roll_for_the_assembly(under_way, why):
    if why == "apart":
        under_way.alone()
    elif why == "weak engine":
        under_way.plane.engines[1].weak = True
    else:
        under_way.mission.flight.stays_low, under_way.mission.flight.altitude = True, "lo"

    under_way.perform(formation.assemble)

    assert not in_formation(under_way.state)


def test_after_a_passing_dive_a_bomber_assembles_with_the_others(under_way):
    under_way.mission.formation.apart_turns = 1

    under_way.perform(formation.assemble, dice=[3, 4])

    assert under_way.mission.formation.tight


def test_a_bomber_that_missed_the_assembly_with_its_bombs_joins_without_them(under_way):
    under_way.plane.engines[1].weak = True
    under_way.mission.formation.assembled = False
    under_way.perform(formation.assemble)

    bombs.drop_all(under_way.play)

    assert in_formation(under_way.state)


def test_the_escort_missed_is_harder_to_find_in_the_next_zone(under_way):
    under_way.mission.orders.escort_available = True
    under_way.perform(formation.meet_escort, dice=[3])
    assert under_way.mission.orders.escort_missed

    under_way.perform(formation.meet_escort, dice=[6])
    assert under_way.mission.orders.escort == "f6f"


def test_an_aborting_bomber_drops_its_bombs_and_turns(under_way):
    under_way.perform(zones.abort)
    under_way.perform(zones.fly_on)

    assert under_way.mission.flight.leg == "back"
    assert under_way.mission.flight.zone == 8
    assert under_way.mission.flight.fuel == 29


def test_without_bombs_before_the_target_the_pilot_may_still_abort(under_way):
    bombs.drop_all(under_way.play)
    under_way.mission.bomb_run.run_done = True
    under_way.subject.engine = 1

    under_way.chart("7-5.f", [1], ["abort"])

    assert under_way.mission.flight.turning
    assert under_way.asked[0].label_of("abort").startswith("turn for home")


@pytest.mark.parametrize(
    ("reached", "credit"), [(False, "; the mission does not count"), (True, "")]
)
def test_who_may_abort_reads_whether_the_mission_counts(under_way, reached, credit):
    under_way.mission.flight.reached_target = reached

    words = zones.press_on_or_abort(under_way.state)

    assert words["abort"] == f"drop the bombs, turn for home{credit}"


@pytest.mark.parametrize(("zone", "touched"), [(10, "zone_11"), (11, "bomber")])
def test_to_press_on_the_target_is_touched_or_the_bomber_that_hides_it(under_way, zone, touched):
    under_way.put("Tokyo", zone)

    assert zones.where_to(under_way.state) == {"press_on": touched, "abort": "zone_0"}


def test_once_the_target_is_bombed_there_is_nothing_to_abort(under_way):
    under_way.put("Tokyo", 11)
    under_way.mission.bomb_run.run_done = True
    under_way.subject.engine = 1

    under_way.chart("7-5.f", [1])

    assert not under_way.mission.flight.aborted


def test_main_gear_that_hangs_on_one_side_may_be_stuck_on_the_other(under_way):
    under_way.put("Tokyo", 8, "lo")
    for wing, die in (("port", 6), ("starboard", 4)):
        under_way.subject.wing = wing
        under_way.chart("7-5.12", [die])
    assert under_way.plane.main_gear == {"port": "dropped", "starboard": "stuck_up"}

    under_way.perform(errands.send_men, answers=["flight_engineer"])
    under_way.perform(commander.raise_main_gear, dice=[2])

    assert under_way.plane.main_gear == {"port": "raised", "starboard": "stuck_up"}


def test_gear_that_hangs_stays_down_when_it_is_hit_again(under_way):
    under_way.subject.wing = "port"

    under_way.chart("7-5.12", [6])
    under_way.chart("7-5.12", [4])

    assert under_way.plane.main_gear["port"] == "dropped"


def test_gear_that_hangs_down_slows_and_is_tried_in_each_zone(under_way):
    under_way.plane.nose_gear = "dropped"
    under_way.mission.flight.entered, under_way.mission.flight.fuel = True, 40

    under_way.perform(commander.give_orders, dice=[3], answers=["raise"])
    assert under_way.mission.flight.turns_left == 1

    under_way.perform(commander.give_orders, dice=[2], answers=["raise"])
    assert under_way.plane.nose_gear == "raised"


def test_nose_gear_that_hangs_down_may_be_left_so_and_needs_no_hand_for_the_landing(under_way):
    # Note d of 7-1: the raising "may" be tried.
    under_way.plane.nose_gear = "dropped"
    under_way.mission.flight.entered = True

    under_way.perform(commander.raise_nose_gear, answers=["hangs"])
    under_way.perform(landing.lower_nose_gear)

    assert under_way.plane.nose_gear == "dropped"


@pytest.mark.parametrize(
    ("leg", "zone", "fuel", "answer"),
    [("out", 8, 40, "raise"), ("back", 10, 40, "raise"), ("back", 9, 40, "hangs"),
     ("back", 9, 5, "raise")],
)  # fmt: skip
def test_the_skipper_raises_the_nose_gear_where_speed_or_fuel_is_short(
    under_way, leg, zone, fuel, answer
):
    under_way.put("Tokyo", zone)
    under_way.plane.nose_gear = "dropped"
    under_way.mission.flight.leg, under_way.mission.flight.fuel = leg, fuel
    bombs.drop_all(under_way.play)
    decision = next(commander.raise_nose_gear(under_way.play))

    assert Skipper().choose(under_way.match, decision) == answer


def test_in_the_second_turn_of_a_zone_the_nose_gear_is_not_tried_again(under_way):
    under_way.plane.nose_gear = "dropped"
    under_way.mission.flight.entered = False

    under_way.perform(commander.raise_nose_gear)


def test_short_of_fuel_the_commander_may_turn_back_once_asked(under_way):
    under_way.mission.flight.fuel = 12

    under_way.perform(commander.check_fuel, answers=["press_on"])
    under_way.perform(commander.check_fuel)

    assert not under_way.mission.flight.aborted


@pytest.mark.parametrize(
    ("engines", "drags", "need"),
    [
        (0, False, 3 * 2 + 1 + 11),
        (1, False, 3 * 3 + 1 + 11),  # two turns a zone until the bombs are gone
        (2, False, 3 * 3 + 1 + 22),
        (0, True, 3 * 3 + 1 + 22),
    ],
)
def test_fuel_needed_counts_the_turns_of_a_slow_bomber(under_way, engines, drags, need):
    for number in range(1, engines + 1):
        under_way.plane.engines[number].running = False
    if drags:
        under_way.plane.nose_gear = "dropped"
    under_way.mission.flight.turns_left = int(bool(engines or drags))

    assert fuel_needed(under_way.state) == need


def test_doors_that_will_not_close_after_the_run_make_the_way_home_twice_as_long(under_way):
    under_way.plane.bays["aft"].jammed = "open"

    assert fuel_needed(under_way.state) == 3 * 2 + 1 + 22


def test_in_the_second_turn_of_a_zone_a_box_less_is_needed_than_in_the_first(under_way):
    under_way.plane.nose_gear = "dropped"
    under_way.mission.flight.turns_left = 1
    outward = fuel_needed(under_way.state)
    under_way.mission.flight.turns_left = 0

    assert fuel_needed(under_way.state) == outward - 1


def test_fuel_needed_homeward_when_slow_is_two_boxes_a_zone_but_for_the_last(under_way):
    bombs.drop_all(under_way.play)
    under_way.mission.flight.leg = "back"
    under_way.plane.nose_gear = "dropped"

    # From zone 8: seven zones of two turns, then over the base.
    assert fuel_needed(under_way.state) == 7 * 2 + 1


def test_fuel_needed_homeward_is_a_box_a_zone_without_bombs(under_way):
    bombs.drop_all(under_way.play)
    under_way.mission.flight.leg = "back"

    assert fuel_needed(under_way.state) == 8


def test_without_bell_and_intercom_a_dive_scares_men_aft_out_of_the_plane(under_way):
    under_way.plane.out |= {"alarm_bell", "intercom"}

    # Shallow dive; the radar operator jumps (and is found), the other four stay.
    under_way.chart("4-3.collision", [4, 5, 3, 3, 3, 6, 4, 4, 4, 4])

    assert not under_way.crew["radar_operator"].aboard
    assert under_way.crew["cfc"].aboard


def test_a_plane_without_controls_comes_to_the_end_of_its_zones(under_way):
    under_way.plane.out |= {"controls_pilot", "controls_copilot"}
    under_way.plane.zones_left = 1

    under_way.perform(zones.fly_on)
    assert (under_way.mission.flight.zone, under_way.mission.status) == (9, "flying")

    under_way.perform(zones.fly_on, dice=[3] * 11 + [3] + [6] * 11)
    assert under_way.mission.coming_down.cause == "could be flown no farther"
    assert under_way.mission.flight.zone == 9


def test_iwo_jima_is_a_target_by_day_whatever_the_mission(new_bomber):
    bomber = new_bomber(20, target="Iwo Jima", time="night")

    assert not bomber.play.state.mission.orders.night
    bomber.put("Iwo Jima", 0)
    bomber.perform(target.set_times)
    assert (bomber.mission.orders.take_off, bomber.mission.orders.landing) == ("day", "day")


@pytest.mark.parametrize(
    ("mission", "zone", "fuel", "is_saved"),
    [
        (11, 9, 9, False),  # enough for the base
        (11, 9, 8, True),
        (11, 9, 3, True),
        (11, 9, 2, False),  # not even zone 6
        (10, 9, 8, False),  # in Japanese hands
        (11, 6, 5, False),  # already there
    ],
)
def test_fuel_that_is_short_of_the_base_may_reach_iwo_jima(
    new_bomber, mission, zone, fuel, is_saved
):
    bomber = new_bomber(mission).put("Tokyo", zone)
    bombs.drop_all(bomber.play)
    bomber.mission.flight.leg, bomber.mission.flight.fuel = "back", fuel

    assert now.saves_iwo_jima(bomber.state) is is_saved
    assert ("Iwo Jima" in fuel_words(bomber.state)) is is_saved
