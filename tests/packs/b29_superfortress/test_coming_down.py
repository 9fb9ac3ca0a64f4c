"""Landing, ditching, jumping, and what becomes of the men (chapter 8)."""

from fractions import Fraction
from itertools import product

import pytest

from packs.b29_superfortress.bots import Skipper
from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions.bomber import is_friendly, is_landing_night, is_slow
from packs.b29_superfortress.questions.conditions import CONDITIONS
from packs.b29_superfortress.rules import (
    bailout,
    bombs,
    coming_down,
    commander,
    engines,
    landing,
    odds,
    zones,
)
from packs.b29_superfortress.shown.track import track


@pytest.fixture
def home(bomber):
    bomber.put("Tokyo", 8, "lo")
    bomber.mission.flight.reached_target = True
    bomber.mission.flight.leg = "back"
    bomber.mission.flight.turn = 20
    zones.enter(bomber.play, 0)
    for bay in bomber.plane.bays.values():
        bay.bombs = False
    return bomber


def modifiers(bomber, chart):
    return {one[0]: one[1] for event in bomber.happened("look_up") if event["table"] == chart
            for one in event["modifiers"]}  # fmt: skip


def test_a_sound_bomber_lands_with_any_dice(home):
    home.perform(coming_down.come_home, dice=[1, 1])

    assert home.mission.coming_down.plane_is == "sound"


def test_what_is_broken_adds_up_on_landing(home):
    home.plane.out |= {"windshield", "rudder", "brakes"}
    home.plane.engines[1].running = False
    home.plane.engines[1].prop = "windmilling"
    home.plane.flaps_out |= {"port", "starboard"}
    home.plane.bursts.add("utility")
    home.mission.flight.weather = "poor"

    home.perform(coming_down.come_home, dice=[6, 6], answers=["land base"])

    found = modifiers(home, "8-1")
    assert found == {
        "windshield_out": -1, "rudder_out": -1, "brakes_weak": -2, "engine_out": -1,
        "windmilling_prop": -2, "flaps_out": -1, "burst_inside": -2, "weather_poor": -2,
    }  # fmt: skip
    assert home.mission.coming_down.plane_is == "written_off"  # 12 - 12


@pytest.mark.parametrize(
    ("die", "found"), [(4, {"engine_out": -1}), (5, {}), (6, {"windmilling_prop": -2})]
)
def test_a_propeller_that_runs_away_after_take_off_costs_what_3_3_says(home, die, found):
    # Feathered: one engine out; restored: nothing; windmilling: -2 and no more.
    home.put("Tokyo", 0, "lo")
    home.subject.engine = 1

    home.chart("3-3.4", [die, 6, 5])

    assert modifiers(home, "8-1") == found


def test_in_the_air_an_engine_with_a_windmilling_propeller_is_out_as_well(home):
    home.subject.engine = 1
    home.perform(engines.windmilling)

    home.perform(coming_down.come_home, dice=[6, 6], answers=["land base"])

    assert modifiers(home, "8-1") == {"engine_out": -1, "windmilling_prop": -2}


def test_a_veteran_pilot_helps_unless_he_was_hit_twice(home):
    home.crew["pilot"].missions = 14
    home.perform(coming_down.come_home, dice=[1, 1])
    assert modifiers(home, "8-1") == {"pilot_veteran": 1}


def test_both_reservoirs_hit_leave_no_brakes(home):
    home.subject.section = "nose"
    home.chart("7-1", [2, 3, 6, 1])
    home.chart("7-2", [1, 2, 1, 5])

    home.perform(coming_down.come_home, dice=[6, 5], answers=["land base"])

    assert modifiers(home, "8-1") == {"brakes_out": -6}


def test_nose_gear_stuck_up_is_tried_twice_by_hand(home):
    home.plane.nose_gear = "stuck_up"

    home.perform(coming_down.come_home, dice=[3, 2, 1, 1])

    assert home.plane.nose_gear == "down"
    assert home.mission.coming_down.plane_is == "sound"


def test_nose_and_main_gear_up_count_once(home):
    home.plane.nose_gear = home.plane.main_gear["port"] = "stuck_up"

    home.perform(coming_down.come_home, dice=[5, 5, 5, 6, 6], answers=["land base"])

    assert modifiers(home, "8-1") == {"gear_up": -3}


def test_main_gear_raised_by_hand_comes_down_by_note_n_whatever_the_panel(home):
    home.plane.main_gear["port"] = "raised"
    home.plane.out.add("main_gear_by_hand_panel")

    home.perform(coming_down.come_home, dice=[3, 6, 6], answers=["land base"])

    assert modifiers(home, "8-1") == {"gear_up": -3}


def test_gear_stuck_on_one_side_counts_though_the_other_hangs_down(home):
    home.plane.main_gear |= {"port": "stuck_up", "starboard": "dropped"}

    home.perform(coming_down.come_home, dice=[3, 6, 6], answers=["land base"])

    assert modifiers(home, "8-1") == {"gear_up": -3}
    assert home.plane.main_gear["starboard"] == "dropped"


def test_nose_gear_that_will_not_hold_keeps_its_modifier_when_it_is_hit_again(home):
    home.chart("7-1.4", [3])
    home.chart("7-1.4", [1])

    home.perform(coming_down.come_home, dice=[6, 6], answers=["land base"])

    assert modifiers(home, "8-1") == {"nose_gear_wont_hold": -4}
    assert not is_slow(home.state)


def test_elevators_shot_out_count_beside_a_lost_tailplane_and_their_controls_do_not(home):
    home.plane.tailplane_roots["port"] = 3
    home.plane.out.add("elevators")
    assert not CONDITIONS["elevators_out"](home.play)

    home.plane.elevators_out |= {"port", "starboard"}
    assert CONDITIONS["elevators_out"](home.play)


def test_a_burst_in_the_aft_bay_wrecks_the_hand_gear(home):
    home.plane.main_gear["port"] = "stuck_up"
    home.plane.bursts.add("aft_bomb_bay")

    home.perform(coming_down.come_home, dice=[6, 6], answers=["land base"])

    assert home.plane.main_gear["port"] == "stuck_up"


def test_gear_controls_hit_need_the_hand_gear_for_both(home):
    home.chart("7-9", [2, 2])

    home.perform(coming_down.come_home, dice=[5, 6, 4, 1, 1])

    assert home.plane.main_gear == {"port": "down", "starboard": "down"}
    assert home.plane.nose_gear == "down"


def test_without_flap_controls_the_motor_may_burn_out(home):
    home.chart("7-9", [6, 5])

    home.perform(coming_down.come_home, dice=[6, 1, 1])

    assert modifiers(home, "8-1") == {"flaps_out": -1}
    assert "motor" in home.plane.out


def test_with_the_electrics_out_the_generator_feeds_one_item(home):
    home.plane.hits["7-10.11"] = 1
    home.mission.bomb_run.run_done = True
    home.chart("7-10", [5, 6])

    # Main gear down, nose gear down by hand, flaps out, then the landing.
    home.perform(coming_down.come_home, dice=[2, 2, 2, 6, 6], answers=["brakes", "land base"])

    assert "brakes_weak" not in modifiers(home, "8-1")
    assert {"ailerons_out", "elevators_out", "rudder_out"} <= set(modifiers(home, "8-1"))


def without_electrics(bomber, *dice, answers=()):
    """Come home with the electrics out, after the run."""
    bomber.plane.hits["7-10.11"] = 1
    bomber.mission.bomb_run.run_done = True
    bomber.chart("7-10", [5, 6])
    bomber.perform(coming_down.come_home, dice=[*dice, 6, 6], answers=[*answers, "land base"])
    return modifiers(bomber, "8-1")


def test_the_gear_without_electrics_fails_on_a_six_and_counts_once(home):
    # Main gear (7-10.e) stuck, nose gear (7-10.f) stuck, flaps (7-10.g) out.
    found = without_electrics(home, 6, 6, 5, answers=["brakes"])

    assert home.plane.main_gear == {"port": "stuck_up", "starboard": "stuck_up"}
    assert home.plane.nose_gear == "stuck_up"
    assert found["gear_up"] == -3
    assert "flaps_out" not in found


def test_nobody_sees_to_flaps_of_which_both_are_out(home):
    home.plane.flaps_out |= {"port", "starboard"}
    home.plane.out.add("flaps_by_motor")

    home.perform(landing.extend_flaps)

    assert home.mission.errands == {}
    assert "flaps_stay_up" not in home.plane.out


def test_flaps_without_electrics_burn_the_motor_on_a_six(home):
    found = without_electrics(home, 2, 2, 6, answers=["nothing"])

    assert found["flaps_out"] == -1
    assert "motor" in home.plane.out


def test_the_nose_gear_fed_by_the_generator_needs_no_hand(home):
    found = without_electrics(home, 2, 2, answers=["nose_gear_by_hand_electrics"])

    assert home.plane.nose_gear == "ok"
    assert found["brakes_weak"] == -2


def test_without_the_generator_flaps_stay_up_and_nothing_is_fed(home):
    home.plane.out.add("generator")

    found = without_electrics(home, 2, 2)

    assert {"flaps_out", "brakes_weak"} <= set(found)


def test_gear_flaps_and_generator_take_a_man_each(home):
    for post in home.crew:
        if post not in ("pilot", "copilot", "cfc"):
            home.crew[post].serious = True

    # The gunner runs the generator, the copilot winds the gear; nobody is left for the flaps.
    found = without_electrics(home, 2, 2, answers=["brakes"])

    assert home.mission.errands["cfc"].section == "utility"
    assert home.mission.errands["copilot"].section == "aft_bomb_bay"
    assert found["flaps_out"] == -1


def test_a_natural_twelve_spares_the_crew_and_the_total_tells_the_plane(home):
    home.plane.out |= {"brakes"}
    home.plane.reservoirs |= {"nose", "nav_radio"}
    home.mission.flight.weather = "bad"
    home.plane.nose_gear = "wont_hold"

    home.perform(coming_down.come_home, dice=[6, 6], answers=["land base"])

    assert home.mission.coming_down.plane_is == "written_off"
    assert not any(man.fate for man in home.crew.values())


def test_a_crash_with_fuel_aboard_may_burn(home):
    home.plane.nose_gear = "wont_hold"
    home.mission.flight.weather = "bad"
    home.mission.flight.fuel = 10

    # 2 - 4 - 3 = -5 kills at once; 7 - 7 = 0: fuel 10 against 4, no fire on a 3.
    home.perform(coming_down.come_home, dice=[3, 4, 2, 2, 3], answers=["land base"])

    assert home.mission.coming_down.plane_is == "written_off"


def test_a_wrecked_plane_wounds_its_crew(home):
    home.plane.nose_gear = "wont_hold"
    home.mission.flight.weather = "bad"
    home.mission.flight.fuel = 0
    home.mission.orders.landing = "day"

    # 5 - 7 = -2: every man rolls with +1.
    home.perform(coming_down.come_home, dice=[2, 3, *[2] * 11, 6, 6], answers=["land base"])

    assert home.mission.coming_down.plane_is == "wrecked"
    assert {man.light for man in home.crew.values()} == {1}


def test_bombs_that_hang_let_the_pilot_land_alone(home):
    home.plane.bays["aft"].bombs = True

    home.perform(coming_down.come_home, dice=[3] * 10 + [6, 6], answers=["land_alone"])

    assert home.asked[0].options == ("land base", "land_alone")
    assert home.crew["pilot"].aboard
    assert not home.crew["copilot"].aboard
    assert home.mission.status == "landed"


def test_without_controls_the_bomber_is_never_landed(home):
    home.plane.out |= {"controls_pilot", "controls_copilot"}

    home.perform(coming_down.come_home, dice=[4] * 11)

    assert home.mission.status == "bailed_out"
    assert not any(man.fate for man in home.crew.values())


def test_both_sets_of_controls_gone_leave_the_zones_of_the_chart(bomber):
    bomber.chart("7-9", [1, 1])
    bomber.plane.out.add("autopilot")
    bomber.plane.engines[2].weak = True

    bomber.chart("7-9", [6, 6, 4, 4])

    assert bomber.plane.zones_left == 3  # 8 less one engine, halved


# ---------------------------------------------------------------- the sea


@pytest.fixture
def at_sea(bomber):
    bomber.put("Tokyo", 3, "lo")
    for bay in bomber.plane.bays.values():
        bay.bombs = False
    return bomber


def test_a_good_ditching_gives_everybody_a_raft(at_sea):
    at_sea.mission.number = 20

    # Sea moderate -2, good +1: 8 - 1; then eleven men with raft and weather +2.
    at_sea.perform(landing.land_in_water, dice=[4, 4, 4, *[2] * 11])

    assert at_sea.mission.status == "ditched"
    assert not any(man.fate for man in at_sea.crew.values())


def test_one_raft_hit_leaves_six_places(at_sea):
    at_sea.mission.number = 20
    at_sea.plane.rafts_hit.add("aft")
    six = ("navigator", "flight_engineer", "cfc", "left_gunner", "right_gunner", "tail_gunner")

    at_sea.perform(landing.land_in_water, dice=[4, 4, 4, *[2] * 11], answers=[six])

    dead = {man.post for man in at_sea.crew.values() if man.fate == "died"}
    assert dead == set(at_sea.crew) - set(six)


def test_the_six_are_chosen_among_those_the_ditching_left_alive(at_sea):
    at_sea.mission.number = 20
    at_sea.plane.rafts_hit.add("aft")
    at_sea.mission.flight.weather = "bad"
    six = ("copilot", "bombardier", "navigator", "flight_engineer", "radio_operator", "cfc")

    # Sea 1 + 2 for the weather: smooth, -1; 6 - 1 - 1 is 4: wounds first, the pilot's is deadly.
    at_sea.perform(landing.land_in_water, dice=[1, 3, 3, 6, *[1] * 10, *[6] * 10], answers=[six])

    assert "pilot" not in at_sea.asked[-1].options
    assert at_sea.mission.coming_down.rafts == set(six)


def test_both_rafts_hit_leave_none(at_sea):
    at_sea.mission.number = 20
    at_sea.plane.rafts_hit |= {"aft", "forward"}

    at_sea.perform(landing.land_in_water, dice=[4, 4, 4, *[2] * 11])

    assert {man.fate for man in at_sea.crew.values()} == {"died"}


def test_a_wrecked_ditching_wounds_before_the_sea_takes_its_share(at_sea):
    at_sea.mission.flight.weather = "poor"
    # Sea: 3 + 1 moderate -2; 5 - 2 = 3. Wounds at +1: light each; 7-13.a; then 8-6.
    at_sea.perform(landing.land_in_water, dice=[3, 2, 3, *[1] * 11, *[6] * 11])

    assert at_sea.mission.coming_down.plane_is == "lost"
    assert not at_sea.mission.coming_down.rafts


def test_missing_radio_counts_for_men_in_the_sea(at_sea):
    at_sea.plane.out.add("radio")
    at_sea.mission.number = 20

    at_sea.perform(landing.land_in_water, dice=[1, 5, 5, *[3] * 11])

    # Die 3, calm sea, good weather and raft +3, no radio -2: 4, rescued.
    assert not any(man.fate for man in at_sea.crew.values())


def test_far_out_a_raft_full_of_men_is_picked_up_as_one(bomber):
    bomber.put("Tokyo", 10, "lo")
    for bay in bomber.plane.bays.values():
        bay.bombs = False

    # Rescued by the Japanese once for all, then captivity for each.
    bomber.perform(
        landing.land_in_water, dice=[1, 5, 5, 6, 5, 4, *[n for _ in range(10) for n in (6, 4)]]
    )

    assert {man.fate for man in bomber.crew.values()} == {"captured"}


def test_men_who_jump_over_japan_are_prisoners(bomber):
    bomber.perform(
        bailout.bail_out, "8-4", "fire", dice=[3] * 11 + [4] * 10 + [2], answers=["japan"]
    )

    assert bomber.crew["tail_gunner"].fate == "died"
    assert bomber.crew["pilot"].fate == "captured"


def test_without_control_a_die_tells_water_from_land(bomber):
    bomber.put("Tokyo", 11, "lo")

    bomber.perform(bailout.bail_out, "8-5", "wing lost", dice=[6] * 11 + [5] + [6] * 11)

    assert bomber.mission.coming_down.ends_in == "japan"


def test_the_seriously_wounded_go_down_with_the_plane(bomber):
    bomber.put("Tokyo", 8, "lo")
    bomber.crew["cfc"].serious = True

    bomber.perform(bailout.bail_out, "8-4", "fire", dice=[3] * 10 + [3] + [6] * 10)

    assert bomber.crew["cfc"].fate == "killed"


def test_without_autopilot_the_last_to_fly_jumps_from_an_uncontrolled_plane(bomber):
    bomber.put("Tokyo", 8, "lo")
    bomber.plane.out.add("autopilot")

    bomber.perform(bailout.bail_out, "8-4", "fire", dice=[5] + [3] * 10 + [3] + [6] * 10)

    assert bomber.crew["pilot"].fate == "killed"


def test_without_bell_and_intercom_men_aft_jump_late(bomber):
    bomber.put("Tokyo", 8, "lo")
    bomber.plane.out |= {"intercom", "alarm_bell"}

    # Six forward on a 2; five aft at -1 roll the awkward exit, the tail gunner's is deadly.
    bomber.perform(
        bailout.bail_out,
        "8-4",
        "fire",
        dice=[2] * 6 + [2, 1] * 4 + [2, 6] + [3] + [6] * 10,
    )

    assert bomber.crew["tail_gunner"].fate == "killed"


def test_iwo_jima_is_open_from_mission_11(new_bomber):
    early, late = new_bomber(8), new_bomber(11)
    for bomber in (early, late):
        bomber.put("Tokyo", 6, "lo")

    assert is_friendly(late.state, "iwo_jima")
    assert not is_friendly(early.state, "iwo_jima")


def test_a_landing_among_the_enemy_is_called_so(new_bomber):
    labels = {}
    for mission in (8, 11):
        bomber = new_bomber(mission).put("Tokyo", 6, "lo")
        labels[mission] = coming_down.ways_down(bomber.play)["land iwo_jima"]

    assert labels == {8: "land: Iwo Jima, in Japanese hands", 11: "land: Iwo Jima"}


def test_light_of_the_landing_follows_where_the_bomber_turned(home):
    home.mission.flight.reached_target = False
    home.mission.orders.abort_out_night = "1-3"
    home.mission.flight.aborted_in = 2
    assert is_landing_night(home.state)

    home.mission.flight.aborted_in = 4
    assert not is_landing_night(home.state)


def test_to_feed_gear_and_brakes_the_gear_goes_down_a_zone_early(bomber):
    bomber.put("Tokyo", 1, "lo")
    bomber.mission.flight.leg = "back"
    bomber.plane.on_generator |= {"nose_gear_by_hand_electrics", "brakes"}

    bomber.perform(commander.lower_nose_gear_early, answers=["now"])

    assert bomber.plane.nose_gear == "down"
    assert bomber.mission.flight.turns_left == 1


@pytest.mark.parametrize(("zone", "entered"), [(2, True), (1, False)])
def test_the_gear_goes_down_early_only_on_entering_zone_1(bomber, zone, entered):
    bomber.put("Tokyo", zone, "lo")
    bomber.mission.flight.leg, bomber.mission.flight.entered = "back", entered
    bomber.plane.on_generator |= {"nose_gear_by_hand_electrics", "brakes"}

    bomber.perform(commander.lower_nose_gear_early)

    assert bomber.plane.nose_gear == "ok"


def test_a_crash_with_bombs_aboard_may_blow_up(home):
    home.plane.bays["aft"].bombs = True
    home.plane.nose_gear, home.mission.flight.weather = "wont_hold", "bad"

    # 7 - 7 is 0; the bombs go off on a 6.
    assert home.perform(coming_down.come_home, dice=[3, 4, 6], answers=["land base"]) is None
    assert home.mission.status == "destroyed"


def test_the_generator_feeds_the_radio_of_a_ditching_bomber_once_a_turn(at_sea):
    at_sea.mission.number = 20
    at_sea.plane.out |= {"radio", "electrics"}
    at_sea.plane.on_generator.add("radio")

    at_sea.perform(landing.land_in_water, dice=[1, 5, 5, *[3] * 11], answers=["radio"])

    assert "radio_out" not in modifiers(at_sea, "8-6")
    assert at_sea.mission.errands["left_gunner"].section == "utility"


def test_a_radio_that_was_hit_is_not_fed(at_sea):
    at_sea.chart("7-2", [2, 3])
    at_sea.plane.out.add("electrics")

    at_sea.perform(landing.land_in_water, dice=[1, 5, 5, *[3] * 11])

    assert at_sea.asked == []
    assert modifiers(at_sea, "8-6")["radio_out"] == -2


def test_what_it_feeds_already_this_turn_it_cannot_change(at_sea):
    at_sea.plane.out |= {"radio", "electrics", "autopilot"}
    at_sea.plane.on_generator |= {"radio", "autopilot"}
    at_sea.mission.generator_feeds = "autopilot"

    at_sea.perform(landing.land_in_water, dice=[1, 5, 5, *[3] * 11])

    assert at_sea.asked == []
    assert modifiers(at_sea, "8-6")["radio_out"] == -2


def test_the_generator_may_hold_the_autopilot_when_both_controls_go(at_sea):
    at_sea.plane.out |= {"controls_copilot", "electrics", "autopilot"}
    at_sea.plane.on_generator.add("autopilot")

    at_sea.chart("7-9", [1, 1, 4, 4], ["autopilot"])

    assert at_sea.plane.zones_left == 8


# ---------------------------------------------------------------- chances


def test_the_odds_of_a_sound_landing_are_those_of_the_chart(home):
    assert odds.odds_of(home.play, "land base") == {"plane sound": 1}


def test_the_odds_of_a_landing_include_the_gear_that_is_worked_by_hand_first(home):
    home.plane.main_gear["port"] = "stuck_up"
    home.mission.flight.fuel = 0

    found = odds.odds_of(home.play, "land base")

    # Note n of 7-5 lowers it on 1 or 2; else -3: 2d6 of 2 wreck the plane and give a wound roll,
    # a six of which is deadly; 3 writes it off, 4 is repairable, and a 12 is sound.
    stuck = Fraction(4, 6)
    assert found == {
        "plane sound": 1 - stuck * Fraction(6, 36),
        "plane repairable": stuck * Fraction(3, 36),
        "plane written off": stuck * Fraction(2, 36),
        "plane wrecked: a man is wounded": stuck * Fraction(1, 36) * Fraction(5, 6),
        "plane wrecked: a man is killed": stuck * Fraction(1, 36) * Fraction(1, 6),
    }
    assert next(iter(found)) == "plane sound"
    assert home.plane.main_gear["port"] == "stuck_up"


def test_the_odds_of_a_landing_in_japan_count_it_and_go_on_to_captivity(bomber):
    bombs.drop_all(bomber.play)

    found = odds.odds_of(bomber.play, "land japan")

    # 2d6 - 4. With 30 boxes aboard fuel explodes on a 6 in any crash: 2 (at +1 on 7-13), 3, 4.
    # 7-13 wounds lightly, seriously or kills; a prisoner dies on 3 or less, seriously hurt on 4.
    half, third, sixth = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
    spared = Fraction(5, 6)
    hard, wounds = Fraction(1, 36) * spared, Fraction(2, 36) * spared
    unhurt = Fraction(30, 36) + Fraction(3, 36) * spared
    assert found == {
        "a man is taken prisoner and lives": unhurt * half
        + wounds * (half * half + third * third)
        + hard * (third * half + third * third),
        "a man dies at sea or in captivity": unhurt * half
        + wounds * (half * half + third * Fraction(2, 3))
        + hard * (third * half + third * Fraction(2, 3)),
        "a man is killed": wounds * sixth + hard * third,
        "all killed": Fraction(6, 36) * sixth,
    }


def test_the_odds_of_a_ditching_go_over_all_seas_to_the_rescue_of_a_man(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 3, "lo")
    bombs.drop_all(bomber.play)

    found = odds.odds_of(bomber.play, "ditch")

    # Good weather is +1 on 8-3 and 8-6, a veteran pilot on 8-3, a raft on 8-6.
    saved = {True: Fraction(0), False: Fraction(0)}
    died = {True: Fraction(0), False: Fraction(0)}
    killed = {True: Fraction(0), False: Fraction(0)}
    lost = Fraction(0)
    seas = [(0, 1), (-1, 0), (-1, 0), (-2, 0), (-3, -1), (-4, -1)]
    for (ditching, survival), (first, second) in product(seas, product(range(1, 7), repeat=2)):
        weight = Fraction(1, 216)
        total = 5 if first + second == 12 else first + second + 2 + ditching
        if total <= 2:
            lost += weight
            continue
        well = total >= 4
        wounds = {"well": Fraction(1)}
        if total == 3:
            wounds = {"well": Fraction(2, 6), "serious": Fraction(2, 6), "killed": Fraction(2, 6)}
        if total == 4:
            wounds = {"well": Fraction(3, 6), "serious": Fraction(2, 6), "killed": Fraction(1, 6)}
        for wound, part in wounds.items():
            if wound == "killed":
                killed[well] += weight * part
                continue
            least = 4 - 1 - well - survival + (wound == "serious")
            rescued = Fraction(min(6, 7 - least), 6)
            saved[well] += weight * part * rescued
            died[well] += weight * part * (1 - rescued)
    assert found == {
        "down well: a man is saved": saved[True],
        "down well: a man dies at sea or in captivity": died[True],
        "down well: a man is killed": killed[True],
        "wrecked, no rafts: a man is saved": saved[False],
        "wrecked, no rafts: a man dies at sea or in captivity": died[False],
        "wrecked, no rafts: a man is killed": killed[False],
        "all killed": lost,
    }
    assert not bomber.mission.coming_down.sea
    assert all(man.aboard for man in bomber.crew.values())


def test_the_odds_of_a_ditching_know_a_sea_that_was_rolled(at_sea):
    at_sea.mission.coming_down.sea, at_sea.mission.coming_down.sea_ditching = "high", -5

    assert odds.odds_of(at_sea.play, "ditch")["all killed"] == Fraction(15, 36)


def test_the_odds_of_a_jump_are_followed_to_the_end(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 1, "lo")

    found = odds.odds_of(bomber.play, "bail_out")

    # Out but for 1 in 36. Zone 1 and good weather +3: only a 1 in a rough or very rough sea dies.
    rough = Fraction(2, 6)
    assert found["a man is killed"] == Fraction(1, 36)
    assert found["a man dies at sea or in captivity"] == Fraction(35, 36) * rough * Fraction(1, 6)
    assert sum(found.values()) == 1
    assert all(man.aboard for man in bomber.crew.values())


def test_the_odds_of_a_jump_from_a_cabin_left_under_pressure_include_the_wounds(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 1, "hi")
    bomber.plane.out.add("cannot_depressurise")

    found = odds.odds_of(bomber.play, "bail_out")

    # 7-11 on a 6: seriously hurt on 4 and 5, killed on 6; both are lost with the plane.
    hurt = Fraction(1, 6) * Fraction(3, 6)
    assert found["a man is killed"] == hurt + (1 - hurt) * Fraction(1, 36)


def test_over_the_base_the_commander_is_asked_where_the_landing_may_hurt_the_crew(home):
    home.mission.flight.weather = "poor"
    home.perform(coming_down.come_home, dice=[6, 5])
    assert home.asked == []

    # By night and in poor weather -4: a 3 wrecks the plane.
    home.mission.orders.landing = "night"
    home.perform(coming_down.come_home, dice=[6, 5], answers=["land base"])
    assert home.asked[0].options == ("land base", "bail_out")
    assert home.asked[0].prompt == (
        "Against a safe landing: poor weather; landing at night. "
        "Over the base: how does the crew come down?"
    )


def test_over_the_base_with_bombs_aboard_the_skipper_chooses_what_is_offered(home):
    home.plane.bays["aft"].bombs = True
    home.plane.nose_gear = "wont_hold"
    home.mission.flight.weather = "bad"
    home.mission.orders.landing = "night"
    running = coming_down.come_home(home.play)
    decision = next(running)

    assert decision.options == ("land base", "land_alone")
    assert Skipper().choose(home.match, decision) == "land base"


def homeward_over_iwo_jima(new_bomber, mission=11):
    bomber = new_bomber(mission).put("Tokyo", 6, "med")
    bomber.mission.flight.leg = "back"
    bombs.drop_all(bomber.play)
    return bomber


@pytest.mark.parametrize(
    ("mission", "fuel", "light", "gun_out", "why"),
    [
        (10, 0, 1, True, ""),
        (11, 30, 0, False, ""),
        (11, 30, 0, True, "the bomber damaged"),
        (11, 30, 1, False, "1 man hurt"),
        (11, 6, 0, False, "no fuel to spare"),
        (11, 0, 1, True, "6 boxes of fuel short, 1 man hurt, the bomber damaged"),
    ],
)
def test_iwo_jima_is_offered_from_mission_11_to_a_bomber_in_trouble(
    new_bomber, mission, fuel, light, gun_out, why
):
    bomber = homeward_over_iwo_jima(new_bomber, mission)
    bomber.mission.flight.fuel = fuel
    bomber.state.crew["cfc"].light = light
    bomber.plane.guns["aft_upper"].out = gun_out

    bomber.perform(coming_down.may_divert, answers=["go_on"] * bool(why))

    assert [one.prompt for one in bomber.asked] == (
        [f"Iwo Jima lies below ({why}). Land there?"] if why else []
    )


def test_over_iwo_jima_the_bomber_that_hides_the_zone_is_what_to_touch(new_bomber):
    bomber = homeward_over_iwo_jima(new_bomber)
    bomber.crew["cfc"].light = 1

    bomber.perform(coming_down.may_divert, answers=["go_on"])

    [asked] = bomber.asked
    assert asked.targets_of("land iwo_jima") == ("bomber",)
    assert asked.targets_of("go_on") == ("zone_0",)
    assert "bomber" in {piece.id for piece in track(bomber.play).pieces}


def test_over_iwo_jima_a_bomber_that_nobody_can_fly_is_told_so(new_bomber):
    bomber = homeward_over_iwo_jima(new_bomber)
    bomber.crew["pilot"].serious = True
    bomber.crew["copilot"].fate = "killed"

    bomber.perform(coming_down.may_divert, answers=["go_on"])

    assert bomber.asked[-1].prompt == (
        "Iwo Jima lies below (1 man hurt, nobody fit to fly). Against a safe landing: both pilots "
        "dead or seriously wounded, another man lands. Land there?"
    )


def test_iwo_jima_is_offered_again_only_where_the_trouble_is_another(new_bomber):
    bomber = homeward_over_iwo_jima(new_bomber)
    bomber.state.crew["cfc"].light = 1
    bomber.perform(coming_down.may_divert, answers=["go_on"])
    bomber.perform(coming_down.may_divert)
    bomber.state.crew["copilot"].serious = True

    bomber.perform(coming_down.may_divert, answers=["go_on"])

    assert bomber.asked[-1].prompt == "Iwo Jima lies below (2 men hurt). Land there?"


@pytest.mark.parametrize(
    ("out_night", "light"), [("1-5", []), ("1-6", ["landing_at_night"])], ids=["day", "night"]
)
def test_a_bomber_that_aborts_in_zone_6_may_land_on_iwo_jima_in_the_light_of_ditch_out(
    new_bomber, out_night, light
):
    # Note e of 3-1.
    bomber = new_bomber(11).put("Tokyo", 6, "med")
    bomber.mission.flight.reached_target = False
    bomber.mission.orders.ditch_out_night, bomber.mission.orders.ditch_back_night = (
        out_night,
        "none",
    )
    bomber.perform(zones.may_abort, answers=["abort"])

    bomber.perform(coming_down.may_divert, dice=[5, 6], answers=["land iwo_jima"])

    assert bomber.mission.status == "landed"
    assert [name for name in modifiers(bomber, "8-1") if name == "landing_at_night"] == light


def test_a_bomber_on_its_way_out_over_zone_6_that_presses_on_is_not_offered_iwo_jima(new_bomber):
    bomber = new_bomber(11).put("Tokyo", 6, "med")

    bomber.perform(coming_down.may_divert)


def test_a_bomber_that_turns_back_for_want_of_fuel_in_zone_6_may_land_on_iwo_jima_at_once(
    new_bomber,
):
    bomber = new_bomber(11).put("Tokyo", 6, "med")
    bomber.mission.flight.fuel = 10

    bomber.perform(commander.give_orders, dice=[5, 6], answers=["abort", "land iwo_jima"])

    assert bomber.mission.coming_down.ends_in == "iwo_jima"


def test_a_landing_on_iwo_jima_is_told_by_its_name(new_bomber):
    bomber = homeward_over_iwo_jima(new_bomber)
    bomber.mission.flight.fuel = 6

    bomber.perform(coming_down.may_divert, dice=[4, 4], answers=["land iwo_jima"])

    (facts,) = bomber.happened("landed")
    assert GAME.words["landed"](facts) == "Landed on Iwo Jima; the plane is sound."


def test_a_ditching_is_told_before_its_rolls_and_summed_up_after_them(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 3, "lo")
    bombs.drop_all(bomber.play)

    bomber.perform(landing.land_in_water, dice=[4, 4, 4, 1, *[2] * 10])

    told = [event for event in bomber.play.events if event.facts.get("table") != "8-2"]
    assert [event.kind for event in told[:3]] == ["look_up", "ditched", "look_up"]
    assert GAME.words["ditched"](told[1].facts) == "Ditched in zone 3, sea moderate."
    assert told[-1].kind == "survivors"
    assert (
        GAME.words["survivors"](told[-1].facts)
        == "10 of the 11 men who came down are saved; lost: pilot."
    )


def test_a_ditching_in_which_all_die_is_still_a_ditching(at_sea):
    at_sea.plane.bays["forward"].doors = "open"
    at_sea.mission.bomb_run.run_done = True

    at_sea.perform(landing.land_in_water, dice=[5, 2, 2])

    assert (at_sea.mission.status, at_sea.mission.coming_down.plane_is) == ("ditched", "lost")
    assert {man.fate for man in at_sea.crew.values()} == {"killed"}


def test_the_sea_is_rolled_for_in_each_zone_once(at_sea):
    at_sea.perform(bailout.sea_state, dice=[5])
    at_sea.perform(bailout.sea_state)
    assert at_sea.mission.coming_down.sea == "rough"

    zones.enter(at_sea.play, 4)
    at_sea.perform(bailout.sea_state, dice=[1])
    assert at_sea.mission.coming_down.sea == "calm"


def test_men_who_jump_one_by_one_pay_for_pressure_that_cannot_be_let_out(bomber):
    bomber.put("Tokyo", 8, "med")
    bomber.plane.out.add("cannot_depressurise")
    bomber.subject.section = "nose"

    # The tail alone is left: 7-11 strikes him, a light wound; then 8-4, the sea, saved.
    bomber.perform(bailout.jump_first, dice=[6, 1, 4, 3, 6], answers=[("tail_gunner",)])
    assert bomber.crew["tail_gunner"].light == 1

    bomber.subject.man = "cfc"
    bomber.perform(bailout.bail_out_one, "8-4", dice=[1, 4, 6])
    assert not bomber.crew["cfc"].aboard
    assert bomber.subject.section == "nose"

    # The waist is open already.
    bomber.subject.man = "left_gunner"
    bomber.perform(bailout.bail_out_one, "8-4", dice=[4, 6])
    assert not bomber.crew["left_gunner"].aboard
