"""Over the target: the aim, the doors, the release, the turbulence (chapter 6)."""

from fractions import Fraction
from itertools import product

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions.bomber import doors_open, in_formation, is_slow
from packs.b29_superfortress.rules import (
    bombing,
    bombs,
    combat,
    commander,
    damage,
    errands,
    over_target,
    target,
    zones,
)


def modifiers(bomber, chart):
    found = [one for one in bomber.happened("look_up") if one["table"] == chart]
    return {one[0]: one[1] for one in found[-1]["modifiers"]}


@pytest.fixture
def run(bomber):
    bomber.mission.flight.on_course = True
    return bomber


def test_bombs_on_an_urban_area_count_double(run):
    # 4 + 1 is on target; 8 gives 60.
    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.bomb_run.percent == 60
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_off_course_at_hi_makes_the_aim_worse(run):
    run.put("Tokyo", 11, "hi")
    run.mission.flight.off_course_at_target = True

    run.perform(bombing.run_in, dice=[4])

    assert modifiers(run, "6-6") == {"high_and_off_course": -3, "urban_area": 1}


def test_radar_aim_makes_up_for_clouds_and_bombsight_over_an_urban_area(run):
    run.mission.bomb_run.visibility = "target_obscured"
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
    run.mission.bomb_run.on_the_run = True
    run.subject.section, run.subject.man = "nose", "bombardier"
    run.chart("7-13", [6])

    assert run.perform(bombing.run_in) == "off_target"


def test_flak_at_the_bombsight_of_the_lead_bomber_misses(run):
    run.mission.orders.position, run.mission.bomb_run.on_the_run = "lead", True
    # Light flak, one hit of one shell in the nose: bombsight; nobody else is hurt.
    run.perform(over_target.meet_flak, dice=[3, 1, 1, 1, 2, 1, 1, 5, 5, 1, 1, 2, 2, 2, 2])

    assert run.perform(bombing.run_in) == "off_target"


def test_a_bay_tank_costs_a_quarter_of_the_bombs(run):
    run.plane.bays["forward"].tank_fitted = True

    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.bomb_run.percent == 45


@pytest.mark.parametrize("how", [2, 5], ids=["shut", "open"])
def test_doors_that_jam_on_the_way_keep_their_place_in_the_formation_until_the_run(run, how):
    run.put("Tokyo", 9)
    run.chart("4-9.g", [1, how])
    assert in_formation(run.state)

    run.put("Tokyo", 11)
    run.perform(bombing.release, dice=[4, *([3] if how == 2 else []), 4, 4])
    assert not in_formation(run.state)


def test_the_formation_is_left_even_if_the_cockpit_opens_the_doors(run):
    run.chart("4-9.g", [1, 2])

    run.perform(bombing.release, dice=[4, 2, 4, 4])

    assert "bomb bay doors" in run.mission.formation.apart


def test_an_aborting_bomber_tries_jammed_doors_once_from_the_cockpit(run):
    run.put("Tokyo", 8)
    run.chart("4-9.g", [1, 2])
    run.perform(zones.abort)
    assert run.plane.bays["forward"].bombs

    run.perform(bombs.try_jettison, dice=[2])
    assert not run.plane.bays["forward"].bombs

    run.perform(bombs.try_jettison)


def test_the_run_leaves_no_second_try_from_the_cockpit(run):
    run.chart("4-9.g", [1, 2])
    run.perform(bombing.release, dice=[4, 3, 4, 4])

    run.perform(bombs.try_jettison)

    assert run.plane.bays["forward"].bombs


def test_bombs_behind_shut_doors_without_power_cannot_be_shaken_out(run):
    run.put("Tokyo", 10, "lo")
    electrics_out(run, "hold", "press_on")
    run.mission.bomb_run.run_done = True

    run.perform(bombs.try_jettison)

    assert all(bay.bombs for bay in run.plane.bays.values())


def test_doors_opened_with_the_generator_stand_open_in_a_ditching_on_the_way_out(run):
    run.put("Tokyo", 10, "lo")
    run.plane.bays["forward"].doors = "open"
    assert doors_open(run.state) == 1
    assert not is_slow(run.state)

    run.plane.bays["forward"].jammed = "open"
    assert doors_open(run.state) == 0


def test_jammed_doors_of_one_bay_halve_the_bombs(run):
    run.chart("4-9.g", [1, 2])
    assert run.plane.bays["forward"].doors == "jammed_shut"

    run.perform(bombing.release, dice=[4, 3, 4, 4])

    assert run.mission.bomb_run.percent == 30
    assert run.plane.bays["forward"].bombs
    assert not run.plane.bays["aft"].bombs


def test_the_pilot_may_open_them_but_the_failure_still_halves(run):
    run.chart("4-9.g", [1, 2])

    run.perform(bombing.release, dice=[4, 2, 4, 4])

    assert run.mission.bomb_run.percent == 30
    assert not run.plane.bays["forward"].bombs


def test_doors_jammed_open_do_not_halve_the_bombs(run):
    run.chart("4-9.g", [6, 5])

    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.bomb_run.percent == 60
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_doors_of_both_bays_jammed_open_are_no_miss(run):
    for which in (1, 6):
        run.chart("4-9.g", [which, 5])

    run.perform(bombing.release, dice=[4, 4, 4])

    assert run.mission.bomb_run.percent == 60
    assert not run.mission.bomb_run.off_target


def test_doors_of_both_bays_that_malfunctioned_are_a_miss_even_when_the_pilot_opens_them(run):
    # Note g of 4-9: no 6-6. Both opened; 12 off target is 2d6, halved once (note d of 6-7).
    for which in (1, 6):
        run.chart("4-9.g", [which, 2])

    run.perform(bombing.release, dice=[1, 1, 6, 6, 4, 5])

    assert run.mission.bomb_run.off_target
    assert run.mission.bomb_run.percent == 5
    assert told(run) == (
        "Bombing result: 5 percent, off target (9; halved because the doors or the release of "
        "both bays failed)."
    )


def test_doors_of_both_bays_hit_and_opened_by_the_pilot_halve_the_bombs_once(run):
    for bay in run.plane.bays.values():
        bay.doors_hit = True

    # On target; both jam shut; both are opened; 8 over a city is 60.
    run.perform(bombing.release, dice=[4, 1, 1, 1, 1, 4, 4])

    assert run.mission.bomb_run.percent == 30
    assert not run.mission.bomb_run.off_target


@pytest.mark.parametrize(("tries", "percent"), [([3, 3], 0), ([1, 3], 30)])
def test_doors_of_both_bays_hit_are_a_sure_miss_only_when_neither_is_opened(run, tries, percent):
    for bay in run.plane.bays.values():
        bay.doors_hit = True

    run.perform(bombing.release, dice=[4, 1, 1, *tries, *([4, 4] if percent else [])])

    assert run.mission.bomb_run.percent == percent
    assert run.mission.bomb_run.off_target is (percent == 0)


def test_doors_opened_by_the_pilot_and_a_release_worked_by_hand_halve_the_bombs_once(run):
    run.plane.bays["forward"].doors_hit = True
    run.plane.bays["aft"].release_out = True

    # On target; jammed shut, opened; the aft bombs by hand; 8 over a city is 60.
    run.perform(bombing.release, dice=[4, 1, 1, 2, 4, 4])

    assert run.mission.bomb_run.percent == 30


def test_releases_out_in_both_bays_are_a_sure_miss_even_worked_by_hand(run):
    for bay in run.plane.bays.values():
        bay.release_out = True

    run.perform(bombing.release, dice=[4, 2, 2])

    assert run.mission.bomb_run.percent == 0
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_doors_hit_before_the_run_are_rolled_after_the_aim(run):
    run.subject.bay = "aft"
    run.chart("7-3.8", [])

    run.perform(bombing.release, dice=[4, 3, 4, 4])

    assert run.plane.bays["aft"].doors == "open"
    assert not run.plane.bays["aft"].bombs


def test_both_releases_out_are_a_miss(run):
    run.subject.section = "fwd_bomb_bay"
    run.chart("7-3", [5, 5])
    run.chart("7-4", [5, 5])

    run.perform(bombing.release, dice=[4, 3, 3])

    assert run.mission.bomb_run.percent == 0
    assert run.mission.bomb_run.off_target


def test_a_release_that_failed_on_the_way_may_work_by_hand_over_a_city(run):
    run.chart("4-9", [4, 6])

    # By hand on a 2; over a city -2 on 6-6 instead of a sure miss.
    run.perform(bombing.release, dice=[2, 5, 4, 4])

    assert modifiers(run, "6-6") == {"bomb_release_out": -2, "urban_area": 1}
    assert run.mission.bomb_run.percent == 60


def test_hung_bombs_are_tried_each_turn_better_with_a_man_in_the_bay(run):
    run.put("Tokyo", 11, "lo")
    run.mission.bomb_run.run_done = True
    run.plane.bays["aft"].bombs = False
    run.plane.bays["forward"].release_out = True

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.try_jettison, dice=[3])

    assert not run.plane.bays["forward"].bombs


def test_doors_jammed_open_are_closed_once_with_the_motor(run):
    run.put("Tokyo", 11, "lo")
    run.mission.bomb_run.run_done = True
    bombs.drop_all(run.play)
    run.plane.bays["aft"].doors = run.plane.bays["aft"].jammed = "open"

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.work_doors, dice=[4])
    assert "motor" in run.plane.out

    assert not errands.is_man_wanted(run.play)
    assert run.plane.bays["aft"].doors == "open"


def test_above_lo_a_man_in_the_bay_costs_the_pressure(run):
    run.mission.bomb_run.run_done = True
    bombs.drop_all(run.play)
    run.plane.bays["aft"].doors = "open"

    run.perform(errands.send_men, dice=[1] * 11, answers=["flight_engineer"])
    assert run.mission.depressurised

    run.perform(bombs.work_doors, dice=[2])
    assert run.plane.bays["aft"].doors == "shut"


def test_or_the_bomber_goes_low_first(run):
    run.mission.bomb_run.run_done = True
    bombs.drop_all(run.play)
    run.plane.bays["aft"].doors = "open"

    run.perform(errands.send_men, answers=["go_low", "flight_engineer"])

    assert run.mission.flight.altitude == "lo"


def electrics_out(bomber, *answers):
    bomber.plane.hits["7-10.11"] = 1
    bomber.subject.section = "nav_radio"
    bomber.chart("7-10", [5, 6], answers)


def test_without_electrics_the_bombs_may_be_salvoed_at_once(run):
    electrics_out(run, "salvo")

    assert run.mission.bomb_run.run_done
    assert run.mission.bomb_run.percent == 0
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_or_the_doors_opened_with_the_generator_at_lo_a_bay_a_turn(run):
    run.put("Tokyo", 10, "med")
    electrics_out(run, "generator", "press_on")
    assert run.mission.flight.altitude == "lo"

    for bay in ("forward", "aft"):
        run.perform(errands.send_men, answers=["flight_engineer"])
        assert run.crew["left_gunner"].section == "utility"
        run.perform(bombs.work_doors, dice=[5])
        assert run.plane.bays[bay].doors == "open"
        run.perform(zones.begin_turn)
    assert not in_formation(run.state)

    run.put("Tokyo", 11, "lo")
    run.perform(bombing.release, dice=[4, 4, 4])
    assert run.mission.bomb_run.percent == 60


def test_who_went_down_for_the_generator_does_not_climb_again(run):
    run.put("Tokyo", 10, "med")
    electrics_out(run, "generator", "press_on")

    run.perform(zones.change_altitude)

    assert run.mission.flight.altitude == "lo"


def test_and_closed_again_the_same_way_after_the_run(run):
    run.put("Tokyo", 10, "lo")
    electrics_out(run, "hold", "press_on")
    run.mission.bomb_run.run_done = True
    bombs.drop_all(run.play)
    run.plane.bays["aft"].doors = "open"

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.work_doors, dice=[5])

    assert run.plane.bays["aft"].doors == "shut"


def test_jammed_doors_need_the_lower_roll_with_the_generator_as_well(run):
    run.put("Tokyo", 10, "lo")
    run.chart("4-9.g", [1, 2])
    electrics_out(run, "generator", "press_on")

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.work_doors, dice=[5])

    assert run.plane.bays["forward"].doors == "jammed_shut"
    assert run.plane.bays["forward"].motor_tried


def test_a_burnt_motor_leaves_doors_without_power_shut(run):
    run.put("Tokyo", 10, "lo")
    electrics_out(run, "generator", "press_on")

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.work_doors, dice=[6])

    assert "motor" in run.plane.out
    assert not errands.is_man_wanted(run.play)


def test_doors_without_power_stay_shut_above_lo_or_without_the_generator(run):
    electrics_out(run, "hold", "press_on")
    run.mission.decided.add("open doors")
    assert not errands.is_man_wanted(run.play)

    run.put("Tokyo", 10, "lo")
    assert errands.is_man_wanted(run.play)
    run.plane.out.add("generator")
    assert not errands.is_man_wanted(run.play)


def test_doors_forced_open_after_the_run_let_the_bombs_fall_and_shut_again(run):
    run.put("Tokyo", 11, "lo")
    run.chart("4-9.g", [1, 2])
    run.mission.bomb_run.run_done = True
    run.plane.bays["aft"].bombs = False

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.work_doors, dice=[3])

    assert not run.plane.bays["forward"].bombs
    assert run.plane.bays["forward"].doors == "shut"
    assert not errands.is_man_wanted(run.play)


def test_without_electrics_no_gun_fires_and_no_fit_radar_aims(run):
    electrics_out(run, "hold", "press_on")

    assert not any(gun.can_fire for gun in run.plane.guns.values())
    assert {"radar", "intercom", "loran", "feathering", "brakes"} <= run.plane.out


# Visibility 1 + 1 for the weather: mostly obscured; flak 1 - 1 + 1 over Tokyo: none.
CLOUDS_NO_FLAK = [1, 1]


@pytest.mark.parametrize(
    ("kind", "radar", "autopilot", "told"),
    [
        ("urban_area", True, True, "mostly obscured; the chance to be on target is 83 %"),
        ("urban_area", False, True, "mostly obscured; the chance to be on target is 67 %"),
        ("airfield", True, False, "mostly obscured"),
    ],
)
def test_before_the_release_the_view_of_the_target_and_the_chance_to_hit_it_are_told(
    run, kind, radar, autopilot, told
):
    run.mission.orders.kind = kind
    run.plane.out |= set(["radar"] * (not radar)) | set(["autopilot"] * (not autopilot))

    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])

    assert run.asked[0].prompt == f"The target is {told}. Release the bombs on this run?"


def test_a_run_that_misses_without_a_roll_is_told_to_miss(run):
    for bay in run.plane.bays.values():
        bay.jammed, bay.doors = "shut", "shut"

    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])

    assert (
        "the run misses without a roll (doors of both bays malfunctioned). " in run.asked[0].prompt
    )


def test_the_formation_does_not_wait_for_a_bomber_that_goes_round_again(run):
    assert in_formation(run.state)
    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])

    assert not in_formation(run.state)
    bombs.drop_all(run.play)
    assert not in_formation(run.state)


def test_the_commander_may_go_round_again_and_meets_flak_at_minus_one(run):
    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])
    assert run.mission.flight.turns_left == 1

    run.perform(over_target.bomb, dice=[*CLOUDS_NO_FLAK, 4, 4, 4], answers=["release"])

    assert modifiers(run, "6-2") == {
        "additional_flak": -1, "over_tokyo": 1, "target_mostly_obscured": -1,
    }  # fmt: skip
    assert run.mission.bomb_run.run_done


def test_flak_is_met_once_in_the_turn_of_a_second_run(run):
    run.mission.bomb_run.turns_over_target, run.mission.flight.extra_turn = 1, True

    run.perform(over_target.bomb, dice=[*CLOUDS_NO_FLAK, 4, 4, 4], answers=["release"])

    assert not over_target.lingers_over_target(run.play)


def accuracy(urban):
    """The percentages of 6-7 on target with their chances, worked out from the printed chart."""
    plain = {3: 60, 4: 50, 5: 40, 6: 30, 7: 20, 8: 30, 9: 40, 10: 50}
    for first, second in product(range(1, 7), repeat=2):
        total = first + second
        if total in plain:
            yield min(100, plain[total] * (2 if urban and total >= 7 else 1)), Fraction(1, 36)
        elif total == 12:
            for more in product(range(1, 7), repeat=2):
                yield min(100, 88 + sum(more)), Fraction(1, 36**2)
        else:
            times = 2 if urban and total == 11 else 1
            for *three, by in product(range(1, 7), repeat=4):
                yield min(100, sum(three) * by * times), Fraction(1, 36 * 6**4)


def chance(urban, least, most):
    return sum(part for percent, part in accuracy(urban) if least <= percent <= most)


def test_the_odds_of_a_release_go_to_the_percentage_and_change_nothing(run):
    run.perform(over_target.bomb, dice=CLOUDS_NO_FLAK, answers=["again"])
    before = len(run.play.events)

    odds = run.asked[-1].odds("release")

    # 6-6 from 3 up with +1 over a city. Off target 2d6 of 4 to 10 are nothing, and so is a 2
    # when the second 2d6 show 6 or less.
    nothing = Fraction(30, 36) + Fraction(1, 36) * Fraction(15, 36)
    assert odds == {
        "on target, 80 to 100 percent": Fraction(5, 6) * chance(True, 80, 100),
        "on target, 60 to 79 percent": Fraction(5, 6) * chance(True, 60, 79),
        "on target, 40 to 59 percent": Fraction(5, 6) * chance(True, 40, 59),
        "on target, 20 to 39 percent": Fraction(5, 6) * chance(True, 20, 39),
        "on target, 1 to 19 percent": Fraction(5, 6) * chance(True, 1, 19),
        "off target, 1 to 19 percent": Fraction(1, 6) * (1 - nothing),
        "off target, 0 percent": Fraction(1, 6) * nothing,
    }
    assert next(iter(odds)) == "on target, 80 to 100 percent"
    assert len(run.play.events) == before


def test_the_odds_of_a_release_know_that_bombs_may_hang(run):
    run.mission.orders.kind = "airfield"
    run.chart("4-9", [4, 6])

    odds = bombing.odds_of_release(run.play)

    # By hand on 1 or 2, off target then; else nothing falls.
    assert odds["no bombs fall"] == Fraction(4, 6)
    assert not any(result.startswith("on target") for result in odds)


def test_the_odds_of_a_release_count_doors_that_were_hit(run):
    run.mission.orders.kind = "airfield"
    run.plane.bays["aft"].doors_hit = True

    odds = bombing.odds_of_release(run.play)

    # 6-6 from 3 up; in two cases of six the doors jam shut, and half of the most is 50.
    doors_work = Fraction(4, 6) * Fraction(4, 6)
    assert odds["on target, 60 to 79 percent"] == doors_work * chance(False, 60, 79)


def test_the_odds_of_a_release_count_a_release_hit_in_both_bays(run):
    for bay in run.plane.bays.values():
        bay.release_out = True

    # Each falls by hand on 1 or 2, and note d of 6-7 makes it 0 percent all the same.
    assert bombing.odds_of_release(run.play) == {
        "off target, 0 percent": Fraction(5, 9),
        "no bombs fall": Fraction(4, 9),
    }


def test_the_odds_of_another_run_are_those_of_a_bomber_that_flies_it_alone(run):
    again = bombing.odds_of_release(run.play, again=True)
    assert in_formation(run.state)

    bombing.leave_for_another_run(run.play)

    assert again == bombing.odds_of_release(run.play)


@pytest.mark.parametrize(("tanks", "dry"), [(0, Fraction(1, 2)), (1, 0)])
def test_the_odds_of_bay_tanks_tell_whether_the_fuel_does(new_bomber, tanks, dry):
    bomber = new_bomber(30)
    bomber.crew["flight_engineer"].missions = 10
    bomber.mission.flight.target_zone = 12

    decision = next(target.fit_bay_tanks(bomber.play))

    assert decision.odds(tanks).get("the tanks run dry on the way", 0) == dry


def test_the_odds_of_dropping_a_tank_are_those_of_the_first_try(run):
    assert bombs.odds_of_drop(run.play, "aft") == {
        "it falls": Fraction(1, 3),
        "it hangs this turn": Fraction(2, 3),
    }


def told(bomber, kind="bombed"):
    return GAME.words[kind](bomber.happened(kind)[-1])


def test_the_log_tells_why_the_roll_of_accuracy_is_not_the_result(run):
    run.chart("4-9.g", [1, 2])
    run.plane.bays["aft"].tank_fitted = True

    # Jammed; on target; 8 over a city is 60, halved, less a quarter, rounded up.
    run.perform(bombing.release, dice=[4, 3, 4, 4])

    assert told(run) == (
        "Bombing result: 23 percent (60; halved because the doors or the release of "
        "the forward bay failed; "
        "less the room that 1 bay tank took). The bombs of the forward bay do not fall."
    )


def test_the_log_tells_that_no_bombs_fell(run):
    for bay in run.plane.bays.values():
        bay.release_out = True

    run.perform(bombing.release, dice=[4, 3, 3])

    assert told(run) == "No bombs fall: doors or release of both bays failed, off target."


def test_bombs_that_an_event_hung_up_are_jettisoned_all_by_one_try(run):
    run.chart("4-9", [4, 6])
    run.put("Tokyo", 11, "lo")
    run.mission.bomb_run.run_done = True

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.try_jettison, dice=[3])

    assert not any(bay.bombs for bay in run.plane.bays.values())
    assert told(run, "jettisoned") == "Bombs dropped from both bays."


def test_bombs_hung_by_hits_are_tried_bay_by_bay(run):
    run.mission.bomb_run.run_done = True
    for bay in run.plane.bays.values():
        bay.release_out = True

    run.perform(bombs.try_jettison, dice=[2, 3])

    assert [bay.bombs for bay in run.plane.bays.values()] == [False, True]
    assert told(run, "jettisoned") == (
        "Bombs dropped from the forward bay. Those of the aft bay do not fall."
    )


def test_evading_the_flak_spoils_the_aim(run):
    run.perform(combat.meet_searchlights, answers=["evade"])

    run.perform(over_target.bomb, dice=[*CLOUDS_NO_FLAK, 4, 4, 4], answers=["release"])

    assert modifiers(run, "6-2")["evasive_action"] == -1
    assert modifiers(run, "6-6")["evasive_action"] == -1


def test_turbulence_is_met_low_over_a_city_at_night(run):
    run.put("Tokyo", 11, "lo", night=True)
    run.mission.orders.squadron = "low"

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

    assert run.mission.flight.aborted
    assert not any(bay.bombs for bay in run.plane.bays.values())


def test_a_slow_bomber_meets_flak_again_over_the_target(run):
    run.mission.flight.leg, run.mission.bomb_run.run_done, run.mission.flight.extra_turn = (
        "back",
        True,
        True,
    )
    run.mission.bomb_run.turns_over_target = 1
    assert over_target.lingers_over_target(run.play)

    # 3 - 1 - 1 + 1: light; three misses.
    run.perform(over_target.linger, dice=[3, 2, 2, 2, 2, 2, 2])

    assert modifiers(run, "6-2") == {"additional_flak": -1, "evasive_action": -1, "over_tokyo": 1}


def test_evasion_from_fighters_says_nothing_of_more_flak(run):
    run.mission.bomb_run.turns_over_target = 1
    run.mission.flight.frosted = 1
    run.mission.combat.evasive = True

    # With frosted windows nobody evades: 3 - 1 + 1.
    run.perform(over_target.linger, dice=[3, 2, 2, 2, 2, 2, 2])

    assert modifiers(run, "6-2") == {"additional_flak": -1, "over_tokyo": 1}


def test_a_leak_takes_nothing_from_a_bay_tank_that_is_empty(run):
    bay = run.plane.bays["forward"]
    bay.tank_fitted, bay.tank_fuel = True, 0
    run.subject.bay = "forward"

    run.perform(damage.bay_tank_leaks)

    assert (bay.tank_leaks, bay.tank_fuel) == (True, 0)


def test_a_bay_tank_hit_leaks_and_may_be_dropped(run):
    bay = run.plane.bays["forward"]
    bay.tank_fitted, bay.tank_fuel = True, 4
    run.subject.section = "fwd_bomb_bay"
    run.perform(damage.damage, "fwd_bomb_bay", dice=[1, 4, 5, 3])
    assert bay.tank_leaks

    run.perform(bombs.drop_bay_tanks, dice=[2], answers=["drop"])

    assert bay.tank_fuel == 0
    assert not bay.is_hurt


@pytest.fixture
def tank(run):
    run.put("Tokyo", 8)
    bay = run.plane.bays["forward"]
    bay.tank_fitted, bay.tank_fuel = True, 4
    return bay


def test_a_sound_tank_is_dropped_before_the_fighters_if_the_commander_wants(run, tank):
    run.perform(bombs.drop_bay_tanks)
    run.put("Tokyo", 9)

    run.perform(bombs.drop_bay_tanks, dice=[1], answers=["drop"])

    assert tank.tank_fuel == 0
    assert run.plane.bays["forward"].bombs


def test_among_fighters_a_tank_with_fuel_in_it_may_be_dropped_in_any_turn(run, tank):
    # Note f of 7-3; the last time zone 10 lies behind, and nothing can hit the bay any more.
    for leg, zone, asked in (("out", 10, 1), ("out", 11, 1), ("back", 10, 1), ("back", 9, 0)):
        run.put("Tokyo", zone)
        run.mission.flight.leg = leg

        run.perform(bombs.drop_bay_tanks, answers=["keep"] * asked)


@pytest.mark.parametrize("zone", [1, 6], ids=["base", "Iwo Jima"])
def test_before_the_landing_a_tank_with_fuel_in_it_may_be_dropped(run, tank, zone):
    run.put("Tokyo", zone, "lo")
    run.mission.flight.leg = "back"

    run.perform(bombs.drop_bay_tanks, dice=[1], answers=["drop"])

    assert tank.tank_fuel == 0


def test_far_from_fighters_a_tank_that_cannot_be_pumped_over_is_asked_about_once(run, tank):
    run.plane.hits |= {"pump_failed": 1, "pump_hit": 1}

    run.perform(bombs.drop_bay_tanks, answers=["keep"])
    run.perform(bombs.drop_bay_tanks)

    assert tank.tank_fuel == 4


def test_a_tank_that_sticks_is_tried_every_turn_better_with_a_man_in_the_bay(run, tank):
    run.put("Tokyo", 8, "lo")
    run.plane.out.add("fuel_transfer")
    run.perform(bombs.drop_bay_tanks, dice=[3], answers=["drop"])
    assert tank.tank_fuel == 4

    run.perform(errands.send_men, answers=["flight_engineer"])
    run.perform(bombs.drop_bay_tanks, dice=[3])

    assert tank.tank_fuel == 0


def test_a_dropped_tank_cannot_be_hit_but_its_bay_still_counts_as_fitted(run, tank):
    run.plane.out.add("fuel_transfer")
    run.perform(bombs.drop_bay_tanks, dice=[1], answers=["drop"])

    # 7-3: 5; one die tells bombs from tank; nothing more.
    run.perform(damage.damage, "fwd_bomb_bay", dice=[1, 4, 4])

    assert run.mission.status == "flying"


def test_bombs_hit_in_the_bay_may_go_off(run):
    assert run.perform(damage.damage, "aft_bomb_bay", dice=[2, 3, 6]) == "down"
    assert run.mission.coming_down.cause == "explosion"


def test_hit_bombs_that_are_gone_do_nothing(run):
    bombs.drop_all(run.play)

    run.perform(damage.damage, "aft_bomb_bay", dice=[2, 3])

    assert run.mission.status == "flying"


def test_a_hit_in_an_empty_bay_spares_the_bombs_of_the_other(run):
    run.plane.bays["aft"].bombs = False

    run.perform(damage.damage, "aft_bomb_bay", dice=[2, 3])

    assert run.mission.status == "flying"


def test_a_burst_in_an_empty_bay_spares_the_bombs_of_the_other(run):
    run.plane.bays["aft"].bombs = False

    # 6-5: the aft bay; then two superficial hits.
    run.perform(damage.burst_inside, "6-5", dice=[4, 5, 3, 4, 3, 4])

    assert run.mission.status == "flying"


@pytest.mark.parametrize("hits", [1, 2])
def test_a_wing_comes_off_with_the_fifth_hit_on_its_root_and_with_any_beyond(
    run, monkeypatch, hits
):
    lost = []
    monkeypatch.setattr(damage.bailout, "bail_out", lambda play, *how: lost.append(how) or ())
    run.plane.wing_roots["port"] = 4

    run.perform(damage.wing_root_hit, "starboard", 4)
    assert not lost
    run.perform(damage.wing_root_hit, "port", hits)
    assert lost == [("8-5", "wing lost")]
