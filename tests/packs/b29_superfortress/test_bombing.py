"""Over the target: the aim, the doors, the release, the turbulence (chapter 6)."""

from fractions import Fraction

import pytest

from packs.b29_superfortress.rules import (
    bombing,
    bombs,
    combat,
    commander,
    damage,
    flak,
    over_target,
)


def modifiers(bomber, chart):
    found = [one for one in bomber.happened("look_up") if one["table"] == chart]
    return {one[0]: one[1] for one in found[-1]["modifiers"]}


@pytest.fixture
def run(bomber):
    bomber.mission.on_course = True
    return bomber


def test_bombs_on_an_urban_area_count_double(run):
    # 4 + 1 is on target; 8 gives 60.
    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.percent == 60
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_off_course_at_hi_makes_the_aim_worse(run):
    run.put("Tokyo", 11, "hi")
    run.mission.off_course_at_target = True

    run.perform(bombing.run_in, dice=[4])

    assert modifiers(run, "6-6") == {"high_and_off_course": -3, "urban_area": 1}


def test_radar_aim_makes_up_for_clouds_and_bombsight_over_an_urban_area(run):
    run.mission.visibility = "target_obscured"
    run.plane.out.add("bombsight")

    run.perform(bombing.run_in, dice=[4])
    assert modifiers(run, "6-6") == {"urban_area": 1}

    run.plane.out.add("intercom")
    run.perform(bombing.run_in, dice=[4])
    assert modifiers(run, "6-6") == {
        "urban_area": 1, "radar_or_intercom_out": -1, "target_obscured": -1, "bombsight_out": -1,
    }  # fmt: skip


def test_alone_without_bombsight_nothing_is_hit(run):
    run.alone()
    run.plane.out.add("bombsight")

    assert run.perform(bombing.run_in) == "off_target"


def test_a_bombardier_hit_on_the_run_misses(run):
    run.mission.on_the_run = True
    run.hand.section, run.hand.man = "nose", "bombardier"
    run.chart("7-13", [6])

    assert run.perform(bombing.run_in) == "off_target"


def test_flak_at_the_bombsight_of_the_lead_bomber_misses(run):
    run.mission.position = "lead"
    # Light flak, one hit of one shell in the nose: bombsight; nobody else is hurt.
    run.perform(flak.meet_flak, dice=[3, 1, 1, 1, 2, 1, 1, 5, 5, 1, 1, 2, 2, 2, 2])

    assert run.perform(bombing.run_in) == "off_target"


def test_a_bay_tank_costs_a_quarter_of_the_bombs(run):
    run.plane.bays["forward"].tank_fitted = True

    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.percent == 45


def test_jammed_doors_of_one_bay_halve_the_bombs(run):
    run.chart("4-9.g", [1, 2])
    assert run.plane.bays["forward"].doors == "jammed_shut"

    run.perform(bombing.release, dice=[4, 3, 4, 4])

    assert run.mission.percent == 30
    assert run.plane.bays["forward"].bombs
    assert not run.plane.bays["aft"].bombs


def test_the_pilot_may_open_them_but_the_failure_still_halves(run):
    run.chart("4-9.g", [1, 2])

    run.perform(bombing.release, dice=[4, 2, 4, 4])

    assert run.mission.percent == 30
    assert not run.plane.bays["forward"].bombs


def test_doors_hit_before_the_run_are_rolled_after_the_aim(run):
    run.hand.bay = "aft"
    run.chart("7-3.8", [])

    run.perform(bombing.release, dice=[4, 3, 4, 4])

    assert run.plane.bays["aft"].doors == "open"
    assert not run.plane.bays["aft"].bombs


def test_both_releases_out_are_a_miss(run):
    run.hand.section = "fwd_bomb_bay"
    run.chart("7-3", [5, 5])
    run.chart("7-4", [5, 5])

    run.perform(bombing.release, dice=[4, 3, 3])

    assert run.mission.percent == 0
    assert run.mission.off_target


def test_a_release_that_failed_on_the_way_may_work_by_hand_over_a_city(run):
    run.chart("4-9", [4, 6])

    # By hand on a 2; over a city -2 on 6-6 instead of a sure miss.
    run.perform(bombing.release, dice=[2, 5, 4, 4])

    assert modifiers(run, "6-6") == {"bomb_release_out": -2, "urban_area": 1}
    assert run.mission.percent == 60


def test_hung_bombs_are_tried_each_turn_better_with_a_man_in_the_bay(run):
    run.put("Tokyo", 11, "lo")
    run.mission.run_done = True
    run.plane.bays["aft"].bombs = False
    run.plane.bays["forward"].release_out = True

    run.perform(bombs.try_jettison, dice=[3], answers=["flight_engineer"])

    assert not run.plane.bays["forward"].bombs


def test_doors_jammed_open_are_closed_once_with_the_motor(run):
    run.put("Tokyo", 11, "lo")
    run.mission.run_done = True
    run.plane.bays["aft"].doors, run.plane.bays["aft"].doors_failed = "open", True

    run.perform(bombs.try_doors, dice=[4], answers=["flight_engineer"])
    assert "motor" in run.plane.out

    run.perform(bombs.try_doors)
    assert run.plane.bays["aft"].doors == "open"


def test_above_lo_a_man_in_the_bay_costs_the_pressure(run):
    run.mission.run_done = True
    run.plane.bays["aft"].doors = "open"

    run.perform(bombs.try_doors, dice=[1] * 11 + [2], answers=["flight_engineer"])

    assert run.mission.depressurised
    assert run.plane.bays["aft"].doors == "shut"


def test_or_the_bomber_goes_low_first(run):
    run.mission.run_done = True
    run.plane.bays["aft"].doors = "open"

    run.perform(bombs.try_doors, dice=[2], answers=["go_low", "flight_engineer"])

    assert run.mission.altitude == "lo"


def electrics_out(bomber, *answers):
    bomber.plane.hits["7-10.11"] = 1
    bomber.hand.section = "nav_radio"
    bomber.chart("7-10", [5, 6], answers)


def test_without_electrics_the_bombs_may_be_salvoed_at_once(run):
    electrics_out(run, "salvo")

    assert run.mission.run_done
    assert run.mission.percent == 0
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_or_the_doors_opened_with_the_generator_at_lo_a_bay_a_turn(run):
    run.put("Tokyo", 10, "med")
    electrics_out(run, "generator", "press_on")
    assert run.mission.altitude == "lo"

    run.perform(bombs.open_doors_by_generator, dice=[3], answers=["flight_engineer"])
    run.perform(bombs.open_doors_by_generator, dice=[3], answers=["flight_engineer"])
    run.put("Tokyo", 11, "lo")
    run.mission.apart.add("open doors")
    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.percent == 60


def test_without_electrics_no_gun_fires_and_no_fit_radar_aims(run):
    electrics_out(run, "hold", "press_on")

    assert not any(gun.can_fire for gun in run.plane.guns.values())
    assert {"radar", "intercom", "loran", "feathering", "brakes"} <= run.plane.out


# Visibility 1 + 1 for the weather: mostly obscured; flak 1 - 1 + 1 over Tokyo: none.
CLOUDS_NO_FLAK = [1, 1]


def test_the_commander_may_go_round_again_and_meets_flak_at_minus_one(run):
    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])
    assert run.mission.turns_left == 1

    run.perform(over_target.bomb, dice=[*CLOUDS_NO_FLAK, 4, 4, 4], answers=["release"])

    assert modifiers(run, "6-2") == {
        "additional_flak": -1, "over_tokyo": 1, "target_mostly_obscured": -1,
    }  # fmt: skip
    assert run.mission.run_done


def test_the_odds_of_the_run_are_exact_and_change_nothing(run):
    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])
    before = len(run.play.events)

    odds = run.asked[-1].odds("release")

    # 6-6 from 3 up with +1 over a city.
    assert odds == {"off_target": Fraction(1, 6), "on_target": Fraction(5, 6)}
    assert len(run.play.events) == before


def test_evading_the_flak_spoils_the_aim(run):
    run.perform(combat.meet_searchlights, answers=["evade"])

    run.perform(over_target.bomb, dice=[*CLOUDS_NO_FLAK, 4, 4, 4], answers=["release"])

    assert modifiers(run, "6-2")["evasive_action"] == -1
    assert modifiers(run, "6-6")["evasive_action"] == -1


def test_turbulence_is_met_low_over_a_city_at_night(run):
    run.put("Tokyo", 11, "lo", night=True)
    run.mission.squadron = "low"

    # Severe; 12: flipped over, righted; nobody thrown about.
    run.perform(bombing.meet_turbulence, dice=[3, 6, 6, 5, *[1] * 11])

    assert run.plane.wing_roots == {"port": 2, "starboard": 2}


def test_flipped_over_without_electrics_is_the_end(run):
    run.plane.out.add("electrics")

    assert run.chart("6-9.12", [5]) == "down"


def test_engines_out_the_bombs_may_go(run):
    run.put("Tokyo", 8)
    run.plane.engines[2].weak = True

    run.perform(commander.lighten, answers=["abort"])

    assert run.mission.aborted
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_a_slow_bomber_meets_flak_again_over_the_target(run):
    run.mission.leg, run.mission.run_done, run.mission.extra_turn = "back", True, True
    run.mission.turns_over_target = 1
    assert over_target.lingers_over_target(run.play)

    # 3 - 1 + 1: light; three misses.
    run.perform(over_target.linger, dice=[3, 2, 2, 2, 2, 2, 2])

    assert modifiers(run, "6-2") == {"additional_flak": -1, "over_tokyo": 1}


def test_a_bay_tank_hit_leaks_and_may_be_dropped(run):
    bay = run.plane.bays["forward"]
    bay.tank_fitted, bay.tank_aboard, bay.tank_fuel = True, True, 4
    run.hand.section = "fwd_bomb_bay"
    run.perform(damage.damage, "fwd_bomb_bay", dice=[1, 4, 5, 3])
    assert bay.tank_leaks

    run.perform(commander.drop_bay_tanks, dice=[2], answers=["drop"])

    assert not bay.tank_aboard
    assert bay.tank_fuel == 0


def test_bombs_hit_in_the_bay_may_go_off(run):
    assert run.perform(damage.damage, "aft_bomb_bay", dice=[2, 3, 6]) == "down"
    assert run.mission.cause == "explosion"


def test_hit_bombs_that_are_gone_do_nothing(run):
    bombs.drop_all(run.play)

    run.perform(damage.damage, "aft_bomb_bay", dice=[2, 3])

    assert run.mission.status == "flying"
