"""Landing, ditching, jumping, and what becomes of the men (chapter 8)."""

from fractions import Fraction
from itertools import product

import pytest

from packs.b29_superfortress.bots import Skipper
from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions.bomber import is_friendly
from packs.b29_superfortress.rules import (
    bombs,
    coming_down,
    landing,
    odds,
    zones,
)
from tests.packs.b29_superfortress.scripts import scripted


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


@scripted("""
    a sound bomber lands with any dice
        do coming_down.come_home: 1 1 -> coming_down.plane_is is sound
    a veteran pilot helps
        crew.pilot.missions = 14
        do coming_down.come_home: 1 1 -> modifiers 8-1 is {'pilot_veteran': 1}
    a propeller that runs away after take-off, if feathered, is one engine out
        at Tokyo 0 lo
        subject.engine = 1
        roll 3-3.4: 4 6 5 -> modifiers 8-1 is {'engine_out': -1}
    restored, it is nothing
        at Tokyo 0 lo
        subject.engine = 1
        roll 3-3.4: 5 6 5 -> modifiers 8-1 is {}
    windmilling, it is -2 and no more
        at Tokyo 0 lo
        subject.engine = 1
        roll 3-3.4: 6 6 5 -> modifiers 8-1 is {'windmilling_prop': -2}
    a natural twelve spares the crew and the total tells the plane
        plane.out |= brakes; plane.reservoirs |= nose nav_radio
        flight.weather = bad; plane.nose_gear = wont_hold
        do coming_down.come_home: 6 6 'land base' -> coming_down.plane_is is written_off
        -> crew.*.fate is {''}
    a crash with fuel aboard may burn
        plane.nose_gear = wont_hold; flight.weather = bad; flight.fuel = 10
        # 7 - 4 - 3 is 0: fuel 10 against 4, no fire on a 3.
        do coming_down.come_home: 3 4 2 2 3 'land base' -> coming_down.plane_is is written_off
    a crash with bombs aboard may blow up
        bays.aft.bombs = True; plane.nose_gear = wont_hold; flight.weather = bad
        # 7 - 7 is 0; the bombs go off on a 6.
        do coming_down.come_home: 3 4 6 'land base' -> result is nothing; status is destroyed
    a wrecked plane wounds its crew
        plane.nose_gear = wont_hold; flight.weather = bad; flight.fuel = 0; orders.landing = day
        # 5 - 7 = -2: every man rolls with +1.
        do coming_down.come_home: 2 3 2*11 6 6 'land base' -> coming_down.plane_is is wrecked
        -> crew.*.light is {1}
    bombs that hang let the pilot land alone
        bays.aft.bombs = True
        do coming_down.come_home: 3*10 6 6 land_alone -> options is ['land base', 'land_alone']
        -> crew.pilot.aboard; not crew.copilot.aboard; status is landed
    without controls the bomber is never landed
        plane.out |= controls_pilot controls_copilot
        do coming_down.come_home: 4*11 -> status is bailed_out; crew.*.fate is {''}
    the light of the landing follows where the bomber turned
        flight.reached_target = False; orders.abort_out_night = 1-3
        flight.aborted_in = 2 -> is_landing_night
        flight.aborted_in = 4 -> not is_landing_night
""")
def test_over_the_base(home, script):
    script(home)


@scripted("""
    all that is broken adds up
        plane.out |= windshield rudder brakes; engines.1.running = False
        engines.1.prop = windmilling; plane.flaps_out |= port starboard
        plane.bursts |= utility; flight.weather = poor
        # 12 - 12.
        do coming_down.come_home: 6 6 'land base' -> coming_down.plane_is is written_off
        -> modifiers 8-1 is {'windshield_out': -1, 'rudder_out': -1, 'brakes_weak': -2, \
'engine_out': -1, 'windmilling_prop': -2, 'flaps_out': -1, 'burst_inside': -2, 'weather_poor': -2}
    an engine with a windmilling propeller is out as well
        subject.engine = 1
        do engines.windmilling
        do coming_down.come_home: 6 6 'land base'
        -> modifiers 8-1 is {'engine_out': -1, 'windmilling_prop': -2}
    both reservoirs hit leave no brakes
        subject.section = nose
        roll 7-1: 2 3 6 1
        roll 7-2: 1 2 1 5
        do coming_down.come_home: 6 5 'land base' -> modifiers 8-1 is {'brakes_out': -6}
    nose gear stuck up is tried twice by hand
        plane.nose_gear = stuck_up
        do coming_down.come_home: 3 2 1 1 -> plane.nose_gear is down
        -> coming_down.plane_is is sound
    nose and main gear up count once
        plane.nose_gear = stuck_up; plane.main_gear.port = stuck_up
        do coming_down.come_home: 5 5 5 6 6 'land base' -> modifiers 8-1 is {'gear_up': -3}
    main gear raised by hand comes down by note n whatever the panel
        plane.main_gear.port = raised; plane.out |= main_gear_by_hand_panel
        do coming_down.come_home: 3 6 6 'land base' -> modifiers 8-1 is {'gear_up': -3}
    gear stuck on one side counts though the other hangs down
        plane.main_gear |= {'port': 'stuck_up', 'starboard': 'dropped'}
        do coming_down.come_home: 3 6 6 'land base' -> modifiers 8-1 is {'gear_up': -3}
        -> plane.main_gear.starboard is dropped
    nose gear that will not hold keeps its modifier when it is hit again
        roll 7-1.4: 3
        roll 7-1.4: 1
        do coming_down.come_home: 6 6 'land base' -> modifiers 8-1 is {'nose_gear_wont_hold': -4}
        -> not is_slow
    elevators shot out count beside a lost tailplane, and their controls do not
        plane.tailplane_roots.port = 3
        plane.out |= elevators -> not elevators_out
        plane.elevators_out |= port starboard -> elevators_out
    a burst in the aft bay wrecks the hand gear
        plane.main_gear.port = stuck_up; plane.bursts |= aft_bomb_bay
        do coming_down.come_home: 6 6 'land base' -> plane.main_gear.port is stuck_up
    gear controls hit need the hand gear for both
        roll 7-9: 2 2
        do coming_down.come_home: 5 6 4 1 1 -> plane.nose_gear is down
        -> plane.main_gear is {'port': 'down', 'starboard': 'down'}
    without flap controls the motor may burn out
        roll 7-9: 6 5
        do coming_down.come_home: 6 1 1 -> modifiers 8-1 is {'flaps_out': -1}; plane.out has motor
    nobody sees to flaps of which both are out
        plane.flaps_out |= port starboard; plane.out |= flaps_by_motor
        do landing.extend_flaps -> mission.errands is {}; plane.out lacks flaps_stay_up
""")
def test_what_is_broken_on_landing(home, script):
    script(home)


@scripted("""
    the generator feeds one item, here the brakes
        # Main gear down, nose gear down by hand, flaps out, then the landing.
        do coming_down.come_home: 2 2 2 6 6 brakes 'land base' -> modifiers 8-1 lacks brakes_weak
        -> ailerons_out; elevators_out; rudder_out
    the gear fails on a six and counts once
        # Main gear (7-10.e) stuck, nose gear (7-10.f) stuck, flaps (7-10.g) out.
        do coming_down.come_home: 6 6 5 6 6 brakes 'land base' -> plane.nose_gear is stuck_up
        -> plane.main_gear is {'port': 'stuck_up', 'starboard': 'stuck_up'}
        -> (modifiers 8-1).gear_up is -3; modifiers 8-1 lacks flaps_out
    flaps burn the motor on a six
        do coming_down.come_home: 2 2 6 6 6 nothing 'land base'
        -> (modifiers 8-1).flaps_out is -1; plane.out has motor
    the nose gear fed by the generator needs no hand
        do coming_down.come_home: 2 2 6 6 nose_gear_by_hand_electrics 'land base'
        -> plane.nose_gear is ok; (modifiers 8-1).brakes_weak is -2
    without the generator flaps stay up and nothing is fed
        plane.out |= generator
        do coming_down.come_home: 2 2 6 6 'land base' -> modifiers 8-1 has flaps_out
        -> modifiers 8-1 has brakes_weak
    gear, flaps and generator take a man each
        crew.*.serious = True; crew.pilot,copilot,cfc.serious = False
        # The gunner runs the generator, the copilot winds the gear; nobody is left for the flaps.
        do coming_down.come_home: 2 2 6 6 brakes 'land base' -> (modifiers 8-1).flaps_out is -1
        -> mission.errands.cfc.section is utility; mission.errands.copilot.section is aft_bomb_bay
""")
def test_a_landing_without_electrics(home, script):
    home.plane.hits["7-10.11"] = 1
    home.mission.bomb_run.run_done = True
    home.chart("7-10", [5, 6])

    script(home)


# ---------------------------------------------------------------- the sea


@pytest.fixture
def at_sea(bomber):
    bomber.put("Tokyo", 3, "lo")
    for bay in bomber.plane.bays.values():
        bay.bombs = False
    return bomber


@scripted("""
    a good ditching gives everybody a raft
        mission.number = 20
        # Sea moderate -2, good +1: 8 - 1; then eleven men with raft and weather +2.
        do landing.land_in_water: 4 4 4 2*11 -> status is ditched; crew.*.fate is {''}
    both rafts hit leave none
        mission.number = 20; plane.rafts_hit |= aft forward
        do landing.land_in_water: 4 4 4 2*11 -> crew.*.fate is {'died'}
    one raft hit leaves six places
        mission.number = 20; plane.rafts_hit |= aft
        do landing.land_in_water: 4 4 4 2*11 \
(navigator,flight_engineer,cfc,left_gunner,right_gunner,tail_gunner)
        -> crew.navigator,flight_engineer,cfc,left_gunner,right_gunner,tail_gunner.fate is {''}
        -> crew.pilot,copilot,bombardier,radio_operator,radar_operator.fate is {'died'}
    the six are chosen among those the ditching left alive
        mission.number = 20; plane.rafts_hit |= aft; flight.weather = bad
        # Sea 1 + 2 for the weather: smooth, -1; 6 - 1 - 1 is 4: first wounds, the pilot's deadly.
        do landing.land_in_water: 1 3 3 6 1*10 6*10 \
(copilot,bombardier,navigator,flight_engineer,radio_operator,cfc)
        -> options lacks pilot; crew.pilot.fate is killed
        -> coming_down.rafts is {'copilot', 'bombardier', 'navigator', 'flight_engineer', \
'radio_operator', 'cfc'}
    one that wrecks the bomber wounds before the sea takes its share
        flight.weather = poor
        # Sea: 3 + 1 moderate -2; 5 - 2 = 3. Wounds at +1: light each; 7-13.a; then 8-6.
        do landing.land_in_water: 3 2 3 1*11 6*11 -> coming_down.plane_is is lost
        -> coming_down.rafts is set()
    one in which all die is still a ditching
        bays.forward.doors = open; bomb_run.run_done = True
        do landing.land_in_water: 5 2 2 -> status is ditched; coming_down.plane_is is lost
        -> crew.*.fate is {'killed'}
    a missing radio counts for men in the sea
        mission.number = 20; plane.out |= radio
        # Die 3, calm sea, good weather and raft +3, no radio -2: 4, rescued.
        do landing.land_in_water: 1 5 5 3*11 -> crew.*.fate is {''}
    the generator feeds the radio once a turn
        mission.number = 20; plane.out |= radio electrics; plane.on_generator |= radio
        do landing.land_in_water: 1 5 5 3*11 radio -> modifiers 8-6 lacks radio_out
        -> mission.errands.left_gunner.section is utility
    a radio that was hit is not fed
        roll 7-2: 2 3
        plane.out |= electrics
        do landing.land_in_water: 1 5 5 3*11 -> asked is 0; (modifiers 8-6).radio_out is -2
    what it feeds already this turn it cannot change
        plane.out |= radio electrics autopilot; plane.on_generator |= radio autopilot
        mission.generator_feeds = autopilot
        do landing.land_in_water: 1 5 5 3*11 -> asked is 0; (modifiers 8-6).radio_out is -2
    far out a raft full of men is picked up as one
        at Tokyo 10 lo
        # Rescued by the Japanese once for all, then captivity for each.
        do landing.land_in_water: 1 5 5 6 5 4 6 4 6 4 6 4 6 4 6 4 6 4 6 4 6 4 6 4 6 4
        -> crew.*.fate is {'captured'}
    the sea is rolled for in each zone once
        do bailout.sea_state: 5
        do bailout.sea_state -> coming_down.sea is rough
        do zones.enter(4)
        do bailout.sea_state: 1 -> coming_down.sea is calm
""")
def test_ditching(at_sea, script):
    script(at_sea)


@scripted("""
    a crew under control chooses between water and land
        at Tokyo 11
        do bailout.force_down
        do coming_down.ways_down -> result has ditch; result has land japan
    or a die decides, if the option says so, for water up to 3
        mission 12 forced_down=rolled
        do bailout.force_down: 3
        do coming_down.ways_down -> result has ditch; result lacks land japan
    and for land from 4 on
        mission 12 forced_down=rolled
        do bailout.force_down: 4 -> coming_down.terrain is japan
        do coming_down.ways_down -> result lacks ditch; result has land japan
        # It is not rolled for again.
        do bailout.force_down
    it rolls before the crew is asked how to come down
        mission 12 forced_down=rolled
        crew.*.aboard = False; crew.pilot.aboard = True
        do coming_down.come_down(out of fuel): 1 3 3 6 6 4 5 ditch -> charts has 2-9
""")
def test_where_a_bomber_comes_down_that_is_forced_to(bomber, script):
    script(bomber)


@scripted("""
    men who jump over Japan are prisoners
        at Tokyo 11
        do bailout.bail_out(8-4, fire): 3*11 4*10 2 japan -> crew.tail_gunner.fate is died
        -> crew.pilot.fate is captured
    without control a die tells water from land
        at Tokyo 11 lo
        do bailout.bail_out(8-5, wing lost): 6*11 5 6*11 -> coming_down.ends_in is japan
    the seriously wounded go down with the plane
        crew.cfc.serious = True
        do bailout.bail_out(8-4, fire): 3*10 3 6*10 -> crew.cfc.fate is killed
    without autopilot the last to fly jumps from an uncontrolled plane
        plane.out |= autopilot
        do bailout.bail_out(8-4, fire): 5 3*10 3 6*10 -> crew.pilot.fate is killed
    without bell and intercom men aft jump late
        plane.out |= intercom alarm_bell
        # Six forward on a 2; five aft at -1 roll the awkward exit, the tail gunner's is deadly.
        do bailout.bail_out(8-4, fire): 2*6 2 1 2 1 2 1 2 1 2 6 3 6*10
        -> crew.tail_gunner.fate is killed
    men who jump one by one pay for pressure that cannot be let out
        at Tokyo 8 med
        plane.out |= cannot_depressurise; subject.section = nose
        # The tail alone is left: 7-11 strikes him, a light wound; then 8-4, the sea, saved.
        do bailout.jump_first: 6 1 4 3 6 (tail_gunner) -> crew.tail_gunner.light is 1
        subject.man = cfc
        do bailout.bail_out_one(8-4): 1 4 6 -> not crew.cfc.aboard; subject.section is nose
        subject.man = left_gunner
        # The waist is open already.
        do bailout.bail_out_one(8-4): 4 6 -> not crew.left_gunner.aboard
    both sets of controls gone leave the zones of the chart
        roll 7-9: 1 1
        plane.out |= autopilot; engines.2.weak = True
        roll 7-9: 6 6 4 4 -> plane.zones_left is 3     # 8 less one engine, halved
    the generator may hold the autopilot when both controls go
        plane.out |= controls_copilot electrics autopilot; plane.on_generator |= autopilot
        roll 7-9: 1 1 4 4 autopilot -> plane.zones_left is 8
    to feed gear and brakes the gear goes down a zone early
        at Tokyo 1 lo
        flight.leg = back; plane.on_generator |= nose_gear_by_hand_electrics brakes
        do commander.lower_nose_gear_early: now -> plane.nose_gear is down; flight.turns_left is 1
    not yet in zone 2
        at Tokyo 2 lo
        flight.leg = back; plane.on_generator |= nose_gear_by_hand_electrics brakes
        do commander.lower_nose_gear_early -> plane.nose_gear is ok
    nor in a second turn in zone 1
        at Tokyo 1 lo
        flight.leg = back; plane.on_generator |= nose_gear_by_hand_electrics brakes
        flight.entered = False
        do commander.lower_nose_gear_early -> plane.nose_gear is ok
""")
def test_jumping_and_flying_with_what_is_left(bomber, script):
    bomber.put("Tokyo", 8, "lo")

    script(bomber)


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


@scripted("""
    it is not offered to a bomber on its way out that presses on
        do coming_down.may_divert
    a bomber that turns back there for want of fuel may land at once
        flight.fuel = 10
        do commander.give_orders: 5 6 abort 'land iwo_jima' -> coming_down.ends_in is iwo_jima
    by note e of 3-1 who aborts there lands by day where ditching on the way out is by day
        flight.reached_target = False; orders.ditch_out_night = 1-5; orders.ditch_back_night = none
        do zones.may_abort: abort
        do coming_down.may_divert: 5 6 'land iwo_jima' -> status is landed
        -> modifiers 8-1 lacks landing_at_night
    and by night where it is by night
        flight.reached_target = False; orders.ditch_out_night = 1-6; orders.ditch_back_night = none
        do zones.may_abort: abort
        do coming_down.may_divert: 5 6 'land iwo_jima' -> status is landed
        -> modifiers 8-1 has landing_at_night
    a landing is told by its name
        flight.leg = back; flight.fuel = 6; bays.*.bombs = False
        do coming_down.may_divert: 4 4 'land iwo_jima'
        -> told landed begins Landed on Iwo Jima; told landed ends the plane is sound.
    it is offered again only where the trouble is another
        flight.leg = back; crew.cfc.light = 1; bays.*.bombs = False
        do coming_down.may_divert: go_on
        do coming_down.may_divert
        crew.copilot.serious = True
        do coming_down.may_divert: go_on
        -> prompt is Iwo Jima lies below (2 men hurt). Land there?
    that nobody can fly the bomber is told
        flight.leg = back; crew.pilot.serious = True; crew.copilot.fate = killed
        bays.*.bombs = False
        do coming_down.may_divert: go_on
        -> prompt begins Iwo Jima lies below (1 man hurt, nobody fit to fly). Against a safe
        -> prompt ends both pilots dead or seriously wounded, another man lands. Land there?
""")
def test_iwo_jima_from_mission_11(new_bomber, script):
    script(new_bomber(11).put("Tokyo", 6, "med"))


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


def test_whether_to_land_on_iwo_jima_is_answered_in_words_lest_a_touch_mean_the_other(new_bomber):
    bomber = homeward_over_iwo_jima(new_bomber)
    bomber.crew["cfc"].light = 1

    bomber.perform(coming_down.may_divert, answers=["go_on"])

    [asked] = bomber.asked
    assert [asked.targets_of(option) for option in asked.options] == [(), ()]


def test_a_ditching_is_told_before_its_rolls_and_summed_up_after_them(new_bomber):
    bomber = new_bomber(20).put("Tokyo", 3, "lo")
    bombs.drop_all(bomber.play)

    bomber.perform(landing.land_in_water, dice=[4, 4, 4, 1, *[2] * 10])

    told = [event for event in bomber.play.events if event.facts.get("table") != "8-2"]
    assert [event.kind for event in told[:3]] == ["look_up", "ditched", "look_up"]
    assert GAME.look.words["ditched"](told[1].facts) == "Ditched in zone 3, sea moderate."
    assert told[-1].kind == "survivors"
    assert (
        GAME.look.words["survivors"](told[-1].facts)
        == "10 of the 11 men who came down are saved; lost: pilot."
    )
