"""From zone to zone: fuel, weather, course, formation (chapter 4), take-off and orders."""

import pytest

from packs.b29_superfortress.bots import Skipper
from packs.b29_superfortress.questions import bomber as now
from packs.b29_superfortress.questions.bomber import fuel_needed
from packs.b29_superfortress.questions.conditions import CONDITIONS
from packs.b29_superfortress.rules import bombs, commander, target, weather, zones
from packs.b29_superfortress.shown.track import fuel_words
from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture
def under_way(bomber):
    bomber.put("Tokyo", 8)
    bomber.mission.flight.turn = 8
    return bomber


# ---------------------------------------------------------------- orders


@scripted("""
    missions 1 to 10 are flown by day at hi
        mission 3
        do target.choose_target: 4 4 -> orders.city is Tokyo; orders.kind is aircraft_factory
        -> orders.planned is hi; not orders.night
    later missions roll light, target and altitude
        # Day; 7 aircraft factory; 44 Omura; med.
        do target.choose_target: 3 4 3 4 4 4 3 3 -> orders.city is Omura; orders.planned is med
    night missions are low
        do target.choose_target: 2 2 3 4 4 4 -> orders.night; orders.planned is lo
        -> orders.city is Tokyo
    a city bombed out gives way to another
        tour.damage |= {'Tokyo': 100, 'Kyoto': 120}
        # Night; urban; Tokyo; alternates: Kyoto is gone as well; Sakai.
        do target.choose_target: 2 2 3 4 4 4 5 6 6 2 4 6 -> orders.city is Sakai
    a practised crew leads on a three
        crew.*.missions = 8
        do target.choose_position: 1 2 6 -> orders.position is lead; orders.squadron is low
    one whose bombardier flew seven missions does not
        crew.*.missions = 8; crew.bombardier.missions = 7
        do target.choose_position: 1 2 6 -> orders.position is not lead
    nor one whose navigator did
        crew.*.missions = 8; crew.navigator.missions = 7
        do target.choose_position: 1 2 6 -> orders.position is not lead
    nor one whose radar operator did
        crew.*.missions = 8; crew.radar_operator.missions = 7
        do target.choose_position: 1 2 6 -> orders.position is not lead
    at night the die tells who flies and what is armed
        at Tokyo 11 lo night
        orders.squadron = low
        roll 2-7: 4 -> armed is {'tail_turret', 'forward_lower', 'aft_lower'}
    an observer in the tail leaves the other gunners at home
        at Tokyo 11 lo night
        roll 2-7: 1 -> crew.tail_gunner.aboard; not crew.cfc.aboard; armed is set()
    zones are light or dark by the row of 3-1
        # After mission 10 a 5 or 6: outbound night in zones 1 to 5.
        flight.reached_target = False
        do target.set_times: 6
        flight.zone = 5 -> is_zone_night
        flight.zone = 6 -> not is_zone_night
    a bomber that aborted flies home in the light of its way
        # Zones 1 to 5 are dark on the way out, none on the way back.
        flight.reached_target = False
        do target.set_times: 6
        aborted_light = way
        flight.leg = back; flight.aborted_in = 9; flight.zone = 5 -> not is_zone_night
    or, where it is played so, in that of the way out
        flight.reached_target = False
        do target.set_times: 6
        aborted_light = target
        flight.leg = back; flight.aborted_in = 9; flight.zone = 5 -> is_zone_night
""")
def test_orders(bomber, script):
    script(bomber)


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


def test_iwo_jima_is_a_target_by_day_whatever_the_mission(new_bomber):
    bomber = new_bomber(20, target="Iwo Jima", time="night")

    assert not bomber.play.state.mission.orders.night
    bomber.put("Iwo Jima", 0)
    bomber.perform(target.set_times)
    assert (bomber.mission.orders.take_off, bomber.mission.orders.landing) == ("day", "day")


# ---------------------------------------------------------------- take-off


@scripted("""
    a usual take-off
        do takeoff.take_off: 3 4 -> status is flying
    a night take-off may end in a collision
        orders.take_off = night
        do takeoff.take_off: 6 6 5 6 -> crew.*.fate is {'killed'}
    a fire in the run-up scrubs the mission
        # Malfunction 1; engine 2; both bottles fail; the plane burns out.
        do takeoff.take_off: 1 1 1 2 2 3 3 5 -> status is scrubbed
        -> coming_down.plane_is is written_off
    a crash at the end of the runway hurts the crew
        # Malfunction 2; goes on; no lift; 7 - 1 is 6; the pilot is killed, the others unhurt.
        do takeoff.take_off: 1 1 2 5 5 3 4 1 1 6*20 -> crew.pilot.fate is killed
        -> coming_down.plane_is is written_off
    an engine failure may end in the sea
        flight.zone = 0
        # Malfunction 3; engine 2; ditch; bombs go; calm sea; 12 is a good ditching; all saved.
        do takeoff.take_off: 1 1 3 2 2 3 1 1 6 6 4*11 -> status is ditched; crew.*.fate is {''}
    a runaway propeller brings the bomber round to land
        flight.zone = 0
        do takeoff.take_off: 1 1 4 2 2 2 5 5 -> status is landed; not engines.2.running
""")
def test_take_off(bomber, script):
    script(bomber)


# ---------------------------------------------------------------- fuel


@scripted("""
    two boxes a zone with bombs and one without
        do zones.fly_on -> flight.fuel is 28
        bays.*.bombs = False
        do zones.fly_on -> flight.fuel is 27
    bay tanks are used first
        bays.aft.tank_fuel = 1
        do zones.fly_on -> bays.aft.tank_fuel is 0; flight.fuel is 29
    with one pump each auxiliary box is rolled for
        plane.hits |= {'pump_failed': 1}
        bays.aft.tank_fuel = 4
        do zones.fly_on: 4 5 -> bays.aft.tank_fuel is 3
    with both pumps out no auxiliary box flows
        plane.hits |= {'pump_failed': 1, 'pump_hit': 1}
        bays.aft.tank_fuel = 4
        do zones.fly_on -> bays.aft.tank_fuel is 4
    a bay tank that is hit loses its first box at once
        bays.aft.tank_fuel = 4; subject.bay = aft
        roll 7-3.d: 1 -> bays.aft.tank_fuel is 3
        roll 7-3.d: 1 -> bays.aft.tank_fuel is 3
    a leaking bay tank loses a box a turn
        bays.aft.tank_fuel = 4; bays.aft.tank_leaks = True
        do zones.fly_on -> bays.aft.tank_fuel is 1
    on an empty tank the die decides
        flight.fuel = 1
        do zones.fly_on: 4 -> flight.zone is 9
        # Out of fuel; sea smooth; ditched on 8 of 8; eleven men in zone 9.
        do zones.fly_on: 3 3 5 5 6*11 ditch -> status is ditched; flight.zone is 9
    a pump hit where one had failed may be the same
        plane.hits |= {'pump_failed': 1}
        subject.section = aft_bomb_bay; subject.bay = aft
        roll 7-4: 6 6 2 -> plane.hits lacks pump_hit
        roll 7-4: 6 6 5 -> plane.hits.pump_hit is 1
    the same tank leaks once
        subject.wing = port; subject.section = port_wing
        roll 7-5.9: 1 2 6 -> flight.fuel is 26
        roll 7-5.9: 1 -> flight.fuel is 26
        roll 7-5.9: 4 3 6 -> flight.fuel is 22
    jet stream takes a box out and gives it back
        at Tokyo 8 hi
        roll 4-2: 1 1 -> flight.fuel is 29
        flight.leg = back
        roll 4-2: 1 1 -> flight.fuel is 30
    short of fuel the commander may turn back, once asked
        flight.fuel = 12
        do commander.check_fuel: press_on
        do commander.check_fuel -> not flight.aborted
    a plane without controls comes to the end of its zones
        plane.out |= controls_pilot controls_copilot
        plane.zones_left = 1
        do zones.fly_on -> flight.zone is 9; status is flying
        do zones.fly_on: 3*11 3 6*11 -> coming_down.cause is could be flown no farther
        -> flight.zone is 9
""")
def test_fuel(under_way, script):
    script(under_way)


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


@scripted("""
    it is twice as much for the way home with doors that will not close after the run
        bays.aft.jammed = open -> fuel_needed is 29
    it is a box less in the second turn of a zone than in the first
        plane.nose_gear = dropped; flight.turns_left = 1 -> fuel_needed is 32
        flight.turns_left = 0 -> fuel_needed is 31
    it is a box a zone homeward without bombs
        do bombs.drop_all
        flight.leg = back -> fuel_needed is 8
    it is two boxes a zone but for the last homeward when slow
        do bombs.drop_all
        # From zone 8: seven zones of two turns, then over the base.
        flight.leg = back; plane.nose_gear = dropped -> fuel_needed is 15
""")
def test_the_fuel_needed(under_way, script):
    script(under_way)


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


# ---------------------------------------------------------------- weather, course, events


@scripted("""
    bad weather is likelier after bad
        flight.weather = bad
        do weather.weather: 3 4 -> flight.weather is poor
    a storm breaks up the formation and damages the plane
        # 6: collision risk 2 + 3, cockpit 7, wings 7 and 7.
        roll 4-3: 6 1 1 3 4 3 4 3 4 -> formation.disrupted
    alone a box of fuel steers wide of the storm
        alone
        roll 4-3: 5 detour -> flight.fuel is 29; not formation.disrupted
    an order to fly straight on holds to the end
        alone
        roll 4-3: 1 through_all
        roll 4-3: 1 -> flight.fuel is 30
    a near collision may throw the bomber down
        roll 4-3.collision: 5 6 2 3 -> flight.altitude is lo; not in_formation
    after a dive the bomber climbs back and joins again
        at Tokyo 8 hi
        roll 4-3.collision: 5 6 2 3
        do zones.fly_on -> not in_formation
        do zones.fly_on -> flight.altitude is hi; in_formation
    a shallow dive in a storm keeps the bomber apart for that turn
        roll 4-3.collision: 4 5 -> not in_formation
        do zones.begin_turn -> in_formation
    without bell and intercom a dive scares men aft out of the plane
        plane.out |= alarm_bell intercom
        # Shallow dive; the radar operator jumps (and is found), the other four stay.
        roll 4-3.collision: 4 5 3 3 3 6 4 4 4 4 -> not crew.radar_operator.aboard; crew.cfc.aboard
    in formation the lead finds the way
        do course.find_course -> flight.on_course
    the navigator's skill and the radar's part in a sighting
        crew.navigator.missions = 20; crew.radar_operator.missions = 3
        # 3 + 2 radar + 2 weather - 3 water is 4: only the radar saw it; 1 + 1 - 1 is wrong.
        do course.sight_land: 3 1
        -> modifiers 4-4.note is {'navigator_veteran': 1, 'radar_operator_novice': -1}
        -> results of look_up has pilotage_wrong
    off course twice running costs a turn
        alone
        # No sighting, wrong reckoning, no star, no signal, course 1 - 2.
        do course.find_course: 1*5 -> flight.turns_left is 0
        do course.find_course: 1*5 -> flight.turns_left is 1
    a new count of the fuel comes on the way home only
        roll 4-9: 3 4 -> flight.fuel is 30
        flight.leg = back
        roll 4-9: 3 4 5 5 -> flight.fuel is 27
    three reasons for a wrong count are one
        flight.leg = back; crew.flight_engineer.fate = killed; plane.out |= fuel_indicators
        roll 4-9.f: 2 1 -> flight.fuel is 29
    the event happens on the extreme dice only
        do weather.random_event: 3 4 -> charts is ['event_check']
        do weather.random_event: 6 6 5 6 -> plane.out has brakes
""")
def test_weather_course_and_events(under_way, script):
    script(under_way)


def test_an_order_for_all_fronts_holds_as_long_as_a_box_is_to_spare(under_way):
    under_way.alone()
    under_way.mission.flight.fuel = fuel_needed(under_way.state) + 2
    under_way.chart("4-3", [5], ["detour_all"])

    under_way.chart("4-3", [5])

    assert under_way.mission.flight.fuel == fuel_needed(under_way.state)
    under_way.chart("4-3", [1], ["through"])
    assert "detour_all" not in under_way.asked[0].options


def test_only_zone_6_is_not_all_water_on_the_way(under_way):
    water = {}
    for zone in range(1, 10):
        under_way.put("Tokyo", zone)
        water[zone] = CONDITIONS["over_water"](under_way.play)

    assert [zone for zone, wet in water.items() if not wet] == [6]


@scripted("""
    they do not clear at med
        at Tokyo 8 med
        flight.frosted = 2
        do weather.fly_blind -> flight.frosted is 2
    they clear at lo
        at Tokyo 8 lo
        flight.frosted = 2
        do weather.fly_blind -> flight.frosted is 0
    and in a dive to lo
        roll 4-9: 1 1 stay
        # Possible collision; 11 is a steep dive, and both wings hold.
        do weather.fly_blind: 5 4 5 6 2 3 -> flight.altitude is lo; flight.frosted is 0
    a shallow dive at the end of a turn costs the next
        flight.frosted = 1
        do weather.fly_blind: 5 4 4 5
        do zones.begin_turn -> not in_formation
        do zones.begin_turn -> in_formation
    they bar evasion and risk a collision
        roll 4-9: 1 1 stay
        do weather.fly_blind: 4 5 4 4 -> flight.frosted is 1; results of look_up has close_call
    by note a of 4-9 the commander may still go down in every later turn
        roll 4-9: 1 1 stay
        do weather.face_frost: stay
        do weather.face_frost: abort -> flight.aborted; flight.altitude is lo; flight.frosted is 0
    on the way home going down from frost aborts nothing
        flight.leg = back
        roll 4-9: 1 1 stay
        do weather.face_frost: down -> not flight.aborted; flight.altitude is lo
    a second frosting sends the bomber home low
        roll 4-9: 1 1 stay
        roll 4-9: 1 1 -> flight.aborted; flight.altitude is lo
""")
def test_frosted_windows(under_way, script):
    under_way.put("Tokyo", 8, "hi")

    script(under_way)


@pytest.mark.parametrize(
    ("frosted", "altitude", "asked"), [(1, "hi", True), (0, "hi", False), (1, "lo", False)]
)
def test_only_a_bomber_with_frosted_windows_at_hi_is_asked_to_go_down(
    under_way, frosted, altitude, asked
):
    under_way.put("Tokyo", 8, altitude)
    under_way.mission.flight.frosted = frosted

    assert weather.flies_frosted(under_way.play) is asked


@scripted("""
    a second radar failure leaves no second choice to abort
        roll 4-9: 1 2 press_on
        roll 4-9: 1 2 -> plane.out has radar; not flight.aborted
    a radar shot out before leaves the event its choice to abort
        plane.out |= radar
        roll 4-9: 1 2 press_on
    a blister blows out once
        # The left blister; a light wound; decompression, and eleven men get their masks on.
        roll 4-9: 6 6 1 1 1 1*11 press_on
        roll 4-9: 6 6 -> charts ends ['oxygen', '4-9']
""")
def test_events_that_come_twice(under_way, script):
    under_way.put("Tokyo", 8, "hi")

    script(under_way)


# ---------------------------------------------------------------- formation


@scripted("""
    a tight formation comes of good weather
        do formation.assemble: 3 4 -> formation.tight
    after a passing dive a bomber assembles with the others
        formation.apart_turns = 1
        do formation.assemble: 3 4 -> formation.tight
    a bomber that keeps apart does not roll for the assembly
        alone
        do formation.assemble -> not in_formation
    nor one with a weak engine
        engines.1.weak = True
        do formation.assemble -> not in_formation
    nor one that is low by choice
        flight.stays_low = True; flight.altitude = lo
        do formation.assemble -> not in_formation
    a bomber that missed the assembly with its bombs joins without them
        engines.1.weak = True; formation.assembled = False
        do formation.assemble
        do bombs.drop_all -> in_formation
    the escort missed is harder to find in the next zone
        orders.escort_available = True
        do formation.meet_escort: 3 -> modifiers 4-11 is {}
        at Tokyo 9
        do formation.meet_escort: 3 -> modifiers 4-11 is {'missed_before': -2}
        at Tokyo 10
        do formation.meet_escort: 6 -> orders.escort is f6f
    but not a zone later, if the bomber did not look for it in between
        orders.escort_available = True
        do formation.meet_escort: 3
        at Tokyo 10
        do formation.meet_escort: 6 -> modifiers 4-11 is {}
""")
def test_the_formation_and_its_escort(under_way, script):
    script(under_way)


# ---------------------------------------------------------------- turning back


@scripted("""
    an aborting bomber drops its bombs and turns
        do zones.abort
        do zones.fly_on -> flight.leg is back; flight.zone is 8; flight.fuel is 29
    without bombs before the target the pilot may still abort
        do bombs.drop_all
        bomb_run.run_done = True; subject.engine = 1
        roll 7-5.f: 1 abort -> flight.turning; label abort begins turn for home
    once the target is bombed there is nothing to abort
        at Tokyo 11
        bomb_run.run_done = True; subject.engine = 1
        roll 7-5.f: 1 -> not flight.aborted
""")
def test_turning_back(under_way, script):
    script(under_way)


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


# ---------------------------------------------------------------- gear that hangs down


@scripted("""
    main gear that hangs on one side may be stuck on the other
        at Tokyo 8 lo
        subject.wing = port
        roll 7-5.12: 6
        subject.wing = starboard
        roll 7-5.12: 4 -> plane.main_gear is {'port': 'dropped', 'starboard': 'stuck_up'}
        do errands.send_men: flight_engineer
        do commander.raise_main_gear: 2
        -> plane.main_gear is {'port': 'raised', 'starboard': 'stuck_up'}
    gear that hangs stays down when it is hit again
        subject.wing = port
        roll 7-5.12: 6
        roll 7-5.12: 4 -> plane.main_gear.port is dropped
    gear that hangs down slows and is tried in each zone
        plane.nose_gear = dropped; flight.entered = True; flight.fuel = 40
        do commander.give_orders: 3 raise -> flight.turns_left is 1
        do commander.give_orders: 2 raise -> plane.nose_gear is raised
    by note d of 7-1 nose gear may be left hanging and needs no hand for the landing
        plane.nose_gear = dropped; flight.entered = True
        do commander.raise_nose_gear: hangs
        do landing.lower_nose_gear -> plane.nose_gear is dropped
    in the second turn of a zone the nose gear is not tried again
        plane.nose_gear = dropped; flight.entered = False
        do commander.raise_nose_gear
""")
def test_gear_that_hangs_down(under_way, script):
    script(under_way)


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
