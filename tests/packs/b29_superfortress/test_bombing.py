"""Over the target: the aim, the doors, the release, the turbulence (chapter 6)."""

from fractions import Fraction
from itertools import product

import pytest

from packs.b29_superfortress.questions.bomber import in_formation
from packs.b29_superfortress.rules import bombing, bombs, damage, over_target, target
from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture
def run(bomber):
    bomber.mission.flight.on_course = True
    return bomber


@pytest.fixture
def turned(run):
    """After the run at lo, with hits that nobody has seen to."""
    run.put("Tokyo", 11, "lo")
    run.mission.bomb_run.run_done = True
    return run


# ---------------------------------------------------------------- the aim


@scripted("""
    off course at hi makes it worse
        at Tokyo 11 hi
        flight.off_course_at_target = True
        do bombing.run_in: 4 -> modifiers 6-6 is {'high_and_off_course': -3, 'urban_area': 1}
    radar makes up for clouds and bombsight over an urban area, as long as it is heard of
        bomb_run.visibility = target_obscured; plane.out |= bombsight
        do bombing.run_in: 4 -> modifiers 6-6 is {'urban_area': 1}
        plane.out |= intercom
        do bombing.run_in: 4 -> (modifiers 6-6).radar_or_intercom_out is -1
        -> (modifiers 6-6).target_obscured is -1; (modifiers 6-6).bombsight_out is -1
        -> (modifiers 6-6).urban_area is 1
    alone without bombsight nothing is hit
        alone
        plane.out |= bombsight
        do bombing.run_in -> result is off_target
    a bombardier hit on the run misses
        bomb_run.on_the_run = True; subject.section = nose; subject.man = bombardier
        roll 7-13: 6
        do bombing.run_in -> result is off_target
    flak at the bombsight of the lead bomber misses
        orders.position = lead; bomb_run.on_the_run = True
        # Light flak, one hit of one shell in the nose: bombsight; nobody else is hurt.
        do over_target.meet_flak: 3 1 1 1 2 1 1 5 5 1 1 2 2 2 2
        do bombing.run_in -> result is off_target
    evading the flak spoils it
        do combat.meet_searchlights: evade
        # Visibility 1 + 1 for the weather; flak 1 - 1 + 1 over Tokyo: none.
        do over_target.bomb: 1 1 4 4 4 release -> (modifiers 6-2).evasive_action is -1
        -> (modifiers 6-6).evasive_action is -1
""")
def test_the_aim(run, script):
    script(run)


# ---------------------------------------------------------------- doors and releases


# On the roll of 8 for accuracy over a city 60 percent are on the target, 4 + 1 being on target.
@scripted("""
    bombs on an urban area count double
        do bombing.release: 4 4 4 -> bomb_run.percent is 60; bays.*.bombs is {False}
    a bay tank costs a quarter of the bombs
        bays.forward.tank_fitted = True
        do bombing.release: 4 4 4 -> bomb_run.percent is 45
    the formation is left even if the cockpit opens the jammed doors
        roll 4-9.g: 1 2
        do bombing.release: 4 2 4 4 -> formation.apart has bomb bay doors
    jammed doors of one bay halve the bombs
        roll 4-9.g: 1 2 -> bays.forward.doors is jammed_shut
        do bombing.release: 4 3 4 4 -> bomb_run.percent is 30; bays.forward.bombs
        -> not bays.aft.bombs
    the pilot may open them but the failure still halves
        roll 4-9.g: 1 2
        do bombing.release: 4 2 4 4 -> bomb_run.percent is 30; not bays.forward.bombs
    doors jammed open do not
        roll 4-9.g: 6 5
        do bombing.release: 4 4 4 -> bomb_run.percent is 60; bays.*.bombs is {False}
    doors of both bays jammed open are not miss
        roll 4-9.g: 1 5
        roll 4-9.g: 6 5
        do bombing.release: 4 4 4 -> bomb_run.percent is 60; not bomb_run.off_target
    doors of both bays that malfunctioned are a miss even when the pilot opens them
        # Note g of 4-9: no 6-6. Both opened; 12 off target is 2d6, halved once (note d of 6-7).
        roll 4-9.g: 1 2
        roll 4-9.g: 6 2
        do bombing.release: 1 1 6 6 4 5 -> bomb_run.off_target; bomb_run.percent is 5
        -> told bombed begins Bombing result: 5 percent, off target (9
        -> told bombed ends halved because the doors or the release of both bays failed).
    doors of both bays hit and opened by the pilot halve the bombs once
        bays.*.doors_hit = True
        # On target; both jam shut; both are opened.
        do bombing.release: 4 1 1 1 1 4 4 -> bomb_run.percent is 30; not bomb_run.off_target
    they are a sure miss when neither is opened
        bays.*.doors_hit = True
        do bombing.release: 4 1 1 3 3 -> bomb_run.percent is 0; bomb_run.off_target
    and none when one is
        bays.*.doors_hit = True
        do bombing.release: 4 1 1 1 3 4 4 -> bomb_run.percent is 30; not bomb_run.off_target
    doors opened by the pilot and a release worked by hand halve the bombs once
        bays.forward.doors_hit = True; bays.aft.release_out = True
        # On target; jammed shut, opened; the aft bombs by hand.
        do bombing.release: 4 1 1 2 4 4 -> bomb_run.percent is 30
    doors hit before the run are rolled after the aim
        subject.bay = aft
        roll 7-3.8
        do bombing.release: 4 3 4 4 -> bays.aft.doors is open; not bays.aft.bombs
    releases out in both bays are a sure miss even worked by hand
        bays.*.release_out = True
        do bombing.release: 4 2 2 -> bomb_run.percent is 0; bays.*.bombs is {False}
    and if they are not
        subject.section = fwd_bomb_bay
        roll 7-3: 5 5
        roll 7-4: 5 5
        do bombing.release: 4 3 3 -> bomb_run.percent is 0; bomb_run.off_target
        -> told bombed is No bombs fall: doors or release of both bays failed, off target.
    a release that failed on the way may work by hand over a city
        roll 4-9: 4 6
        # By hand on a 2; over a city -2 on 6-6 instead of a sure miss.
        do bombing.release: 2 5 4 4 -> modifiers 6-6 is {'bomb_release_out': -2, 'urban_area': 1}
        -> bomb_run.percent is 60
    a release that was hit halves the bombs even if the emergency release drops them
        # By hand on a 1; 5 - 2 + 1 is on target; 40 for a 7 over a city, halved.
        bays.forward.release_out = True
        roll 4-9: 4 6
        do bombing.release: 1 5 3 4 -> bomb_run.percent is 20; bays.*.bombs is {False}
        -> bays.forward.release_out
    releases hit in both bays are a sure miss even if it drops them
        bays.*.release_out = True
        roll 4-9: 4 6
        do bombing.release: 1 5 -> bomb_run.percent is 0; bomb_run.off_target
        -> bays.*.bombs is {False}
        -> told bombed begins Bombing result 0 percent: doors or release of both bays failed
    it brings no bombs back that fell before
        bays.aft.bombs = False; bays.forward.release_out = True
        roll 4-9: 4 6
        do bombing.release: 1 5 3 4 -> bomb_run.percent is 20; bays.*.bombs is {False}
    and drops none through doors that are jammed
        roll 4-9.g: 1 2
        roll 4-9: 4 6
        do bombing.release: 1 5 3 3 4 -> bomb_run.percent is 20; bays.forward.bombs
    a bay whose bombs fell before is not inoperable
        # Hung up by hits, the forward bombs fall by hand on a 1: halved once.
        bays.aft.bombs = False; bays.forward.release_out = True
        do bombing.release: 4 1 4 4 -> bomb_run.percent is 30; not bomb_run.off_target
        -> told bombed ends because the doors or the release of the forward bay failed and \
the aft bay had none left).
    but an empty bay alone halves the bombs
        bays.aft.bombs = False
        do bombing.release: 4 4 4 -> bomb_run.percent is 30
        -> told bombed ends halved because the aft bay had none left).
    and nothing strikes when nothing falls
        bays.aft.bombs = False; bays.forward.release_out = True
        do bombing.release: 4 3 -> bomb_run.percent is 0; bomb_run.off_target
        -> told bombed begins No bombs fall: doors or release of the forward bay failed and the
    the log tells why the roll of accuracy is not the result
        roll 4-9.g: 1 2
        bays.aft.tank_fitted = True
        # Jammed; on target; 60, halved, less a quarter, rounded up.
        do bombing.release: 4 3 4 4 -> told bombed begins Bombing result: 23 percent (60
        -> told bombed has halved because the doors or the release of the forward bay failed
        -> told bombed ends room that 1 bay tank took). The bombs of the forward bay do not fall.
    doors that jammed shut on the way keep their place in the formation until the run
        at Tokyo 9
        roll 4-9.g: 1 2 -> in_formation
        at Tokyo 11
        do bombing.release: 4 3 4 4 -> not in_formation
    and so do those that jammed open
        at Tokyo 9
        roll 4-9.g: 1 5 -> in_formation
        at Tokyo 11
        do bombing.release: 4 4 4 -> not in_formation
""")
def test_doors_and_releases_on_the_run(run, script):
    script(run)


@scripted("""
    an aborting bomber tries jammed doors once from the cockpit
        at Tokyo 8
        roll 4-9.g: 1 2
        do zones.abort -> bays.forward.bombs
        do bombs.try_jettison: 2 -> not bays.forward.bombs
        do bombs.try_jettison
    the run leaves no second try from the cockpit
        roll 4-9.g: 1 2
        do bombing.release: 4 3 4 4
        do bombs.try_jettison -> bays.forward.bombs
    doors opened with the generator stand open in a ditching on the way out
        at Tokyo 10 lo
        bays.forward.doors = open -> doors_open is 1; not is_slow
        bays.forward.jammed = open -> doors_open is 0
    without electrics the bombs may be salvoed at once
        plane.hits |= {'7-10.11': 1}; subject.section = nav_radio
        roll 7-10: 5 6 salvo -> bomb_run.run_done; bomb_run.percent is 0; bays.*.bombs is {False}
    bombs hung by hits are tried bay by bay
        bomb_run.run_done = True; bays.*.release_out = True
        do bombs.try_jettison: 2 3 -> not bays.forward.bombs; bays.aft.bombs; told jettisoned is \
Bombs dropped from the forward bay. Those of the aft bay do not fall.
    above lo a man in the bay costs the pressure
        bomb_run.run_done = True; bays.*.bombs = False; bays.aft.doors = open
        do errands.send_men: 1*11 flight_engineer -> mission.depressurised
        do bombs.work_doors: 2 -> bays.aft.doors is shut
    or the bomber goes low first
        bomb_run.run_done = True; bays.*.bombs = False; bays.aft.doors = open
        do errands.send_men: go_low flight_engineer -> flight.altitude is lo
    with an engine weak the bombs may go
        at Tokyo 8
        engines.2.weak = True
        do commander.lighten: abort -> flight.aborted; bays.*.bombs is {False}
""")
def test_bombs_and_doors_off_the_run(run, script):
    script(run)


@scripted("""
    hung bombs are tried each turn, better with a man in the bay
        bays.aft.bombs = False; bays.forward.release_out = True
        do errands.send_men: flight_engineer
        do bombs.try_jettison: 3 -> not bays.forward.bombs
    bombs that an event hung up are jettisoned all by one try
        bomb_run.run_done = False
        roll 4-9: 4 6
        bomb_run.run_done = True
        do errands.send_men: flight_engineer
        do bombs.try_jettison: 3 -> bays.*.bombs is {False}
        -> told jettisoned is Bombs dropped from both bays.
    whose bombs fell after they hung rejoins the formation
        at Tokyo 11
        bays.aft.bombs = False; bays.forward.release_out = True
        do bombs.try_jettison: 3 -> not in_formation
        do bombs.try_jettison: 2 -> in_formation
    or stays apart, if the option says so
        mission 12 hung_bombs=apart
        bomb_run.run_done = True
        bays.aft.bombs = False; bays.forward.release_out = True
        do bombs.try_jettison: 2 -> not in_formation
    a salvo without power drops bombs whose release is out
        bomb_run.run_done = False; bays.*.release_out = True
        do bombs.door_controls_out: salvo -> bays.*.bombs is {False}
    doors jammed open are closed once with the motor
        bays.*.bombs = False; bays.aft.doors = open; bays.aft.jammed = open
        do errands.send_men: flight_engineer
        do bombs.work_doors: 4 -> plane.out has motor; not wanted; bays.aft.doors is open
    doors forced open let the bombs fall and shut again
        bomb_run.run_done = False
        roll 4-9.g: 1 2
        bomb_run.run_done = True; bays.aft.bombs = False
        do errands.send_men: flight_engineer
        do bombs.work_doors: 3 -> not bays.forward.bombs; bays.forward.doors is shut; not wanted
""")
def test_bombs_and_doors_after_the_run(turned, script):
    script(turned)


# ---------------------------------------------------------------- without electrics


def electrics_out(bomber, *answers):
    bomber.plane.hits["7-10.11"] = 1
    bomber.subject.section = "nav_radio"
    bomber.chart("7-10", [5, 6], answers)


@scripted("""
    the doors are opened with the generator at lo, a bay a turn
        do errands.send_men: flight_engineer -> crew.left_gunner.section is utility
        do bombs.work_doors: 5 -> bays.forward.doors is open
        do zones.begin_turn
        do errands.send_men: flight_engineer -> crew.left_gunner.section is utility
        do bombs.work_doors: 5 -> bays.aft.doors is open
        do zones.begin_turn -> not in_formation
        at Tokyo 11 lo
        do bombing.release: 4 4 4 -> bomb_run.percent is 60
    who went down for the generator does not climb again
        -> flight.altitude is lo
        do zones.change_altitude -> flight.altitude is lo
    a burnt motor leaves doors without power shut
        do errands.send_men: flight_engineer
        do bombs.work_doors: 6 -> plane.out has motor; not wanted
    jammed doors need the lower roll with the generator as well
        bays.forward.doors = jammed_shut; bays.forward.jammed = shut
        do errands.send_men: flight_engineer
        do bombs.work_doors: 5 -> bays.forward.doors is jammed_shut; bays.forward.motor_tried
""")
def test_with_the_generator(run, script):
    run.put("Tokyo", 10, "med")
    electrics_out(run, "generator", "press_on")

    script(run)


@scripted("""
    no gun fires and no fit radar aims
        -> firing is set(); plane.out has radar; plane.out has intercom; plane.out has loran
        -> plane.out has feathering; plane.out has brakes
    the doors are closed again with the generator after the run
        bomb_run.run_done = True; bays.*.bombs = False; bays.aft.doors = open
        do errands.send_men: flight_engineer
        do bombs.work_doors: 5 -> bays.aft.doors is shut
    bombs behind shut doors cannot be shaken out
        bomb_run.run_done = True
        do bombs.try_jettison -> bays.*.bombs is {True}
    doors stay shut above lo or without the generator
        at Tokyo 11
        mission.decided |= {'open doors'} -> not wanted
        at Tokyo 10 lo
        -> wanted
        plane.out |= generator -> not wanted
""")
def test_without_electrics(run, script):
    run.put("Tokyo", 10, "lo")
    electrics_out(run, "hold", "press_on")

    script(run)


# ---------------------------------------------------------------- runs and their odds


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


@scripted("""
    a run that misses without a roll is told to miss
        bays.*.jammed = shut; bays.*.doors = shut
        do over_target.bomb: 1 1 again
        -> prompt has the run misses without a roll (doors of both bays malfunctioned).
    the formation does not wait for a bomber that goes round again
        -> in_formation
        do over_target.bomb: 1 1 again -> not in_formation
        do bombs.drop_all -> not in_formation
    the commander may go round again and meets flak at minus one
        do over_target.bomb: 1 1 again -> flight.turns_left is 1
        do over_target.bomb: 1 1 4 4 4 release -> bomb_run.run_done
        -> modifiers 6-2 is {'additional_flak': -1, 'over_tokyo': 1, 'target_mostly_obscured': -1}
    flak is met once in the turn of a second run
        bomb_run.turns_over_target = 1; flight.extra_turn = True
        do over_target.bomb: 1 1 4 4 4 release -> not lingers
""")
def test_a_run_through_clouds_without_flak(run, script):
    script(run)


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


# ---------------------------------------------------------------- flak, turbulence and hits


@scripted("""
    turbulence is met low over a city at night
        at Tokyo 11 lo night
        orders.squadron = low
        # Severe; 12: flipped over, righted; nobody thrown about.
        do bombing.meet_turbulence: 3 6 6 5 1*11 -> plane.wing_roots is {'port': 2, 'starboard': 2}
    flipped over without electrics is the end
        plane.out |= electrics
        roll 6-9.12: 5 -> result is down
    a slow bomber meets flak again over the target
        flight.leg = back; bomb_run.run_done = True; flight.extra_turn = True
        bomb_run.turns_over_target = 1 -> lingers
        # 3 - 1 - 1 + 1: light; three misses.
        do over_target.linger: 3 2*6
        -> modifiers 6-2 is {'additional_flak': -1, 'evasive_action': -1, 'over_tokyo': 1}
    evasion from fighters says nothing of more flak
        bomb_run.turns_over_target = 1; flight.frosted = 1; combat.evasive = True
        # With frosted windows nobody evades: 3 - 1 + 1.
        do over_target.linger: 3 2*6 -> modifiers 6-2 is {'additional_flak': -1, 'over_tokyo': 1}
    bombs hit in the bay may go off
        do damage.damage(aft_bomb_bay): 2 3 6 -> result is down; coming_down.cause is explosion
    hit bombs that are gone do nothing
        do bombs.drop_all
        do damage.damage(aft_bomb_bay): 2 3 -> status is flying
    a hit in an empty bay spares the bombs of the other
        bays.aft.bombs = False
        do damage.damage(aft_bomb_bay): 2 3 -> status is flying
    a burst in an empty bay spares the bombs of the other
        bays.aft.bombs = False
        # 6-5: the aft bay; then two superficial hits.
        do damage.burst_inside(6-5): 4 5 3 4 3 4 -> status is flying
    a leak takes nothing from a bay tank that is empty
        bays.forward.tank_fitted = True; subject.bay = forward
        do damage.bay_tank_leaks -> bays.forward.tank_leaks; bays.forward.tank_fuel is 0
    a bay tank hit leaks and may be dropped
        bays.forward.tank_fitted = True; bays.forward.tank_fuel = 4; subject.section = fwd_bomb_bay
        do damage.damage(fwd_bomb_bay): 1 4 5 3 -> bays.forward.tank_leaks
        do bombs.drop_bay_tanks: 2 drop -> bays.forward.tank_fuel is 0; not bays.forward.is_hurt
""")
def test_flak_turbulence_and_hits(run, script):
    script(run)


@scripted("""
    a sound tank is dropped before the fighters if the commander wants
        do bombs.drop_bay_tanks
        at Tokyo 9
        do bombs.drop_bay_tanks: 1 drop -> bays.forward.tank_fuel is 0; bays.forward.bombs
    by note f of 7-3 one with fuel in it may be dropped among fighters in any turn
        at Tokyo 10
        do bombs.drop_bay_tanks: keep
        at Tokyo 11
        do bombs.drop_bay_tanks: keep
        # The last time zone 10 lies behind, and nothing can hit the bay any more.
        at Tokyo 10
        flight.leg = back
        do bombs.drop_bay_tanks: keep
        at Tokyo 9
        flight.leg = back
        do bombs.drop_bay_tanks
    before the landing at the base it may be dropped
        at Tokyo 1 lo
        flight.leg = back
        do bombs.drop_bay_tanks: 1 drop -> bays.forward.tank_fuel is 0
    before the landing on Iwo Jima too
        at Tokyo 6 lo
        flight.leg = back
        do bombs.drop_bay_tanks: 1 drop -> bays.forward.tank_fuel is 0
    far from fighters a tank that cannot be pumped over is asked about once
        plane.hits |= {'pump_failed': 1, 'pump_hit': 1}
        do bombs.drop_bay_tanks: keep
        do bombs.drop_bay_tanks -> bays.forward.tank_fuel is 4
    a tank that sticks is tried every turn, better with a man in the bay
        at Tokyo 8 lo
        plane.out |= fuel_transfer
        do bombs.drop_bay_tanks: 3 drop -> bays.forward.tank_fuel is 4
        do errands.send_men: flight_engineer
        do bombs.drop_bay_tanks: 3 -> bays.forward.tank_fuel is 0
    a dropped tank cannot be hit but its bay still counts as fitted
        plane.out |= fuel_transfer
        do bombs.drop_bay_tanks: 1 drop
        # 7-3: 5; one die tells bombs from tank; nothing more.
        do damage.damage(fwd_bomb_bay): 1 4 4 -> status is flying
""")
def test_a_bay_tank(run, script):
    run.put("Tokyo", 8)
    bay = run.plane.bays["forward"]
    bay.tank_fitted, bay.tank_fuel = True, 4

    script(run)


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


def test_the_odds_of_accuracy_off_target_are_those_of_its_rule(run):
    odds = run.play.odds(bombing.roll_accuracy, "off_target")

    assert bombing.odds_of_accuracy(run.play, "off_target") == odds
