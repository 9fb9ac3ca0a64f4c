"""An engine fire brought to each of its ends (7-5, 7-10, 7-12)."""

import pytest

from packs.b29_superfortress.bots import Skipper
from packs.b29_superfortress.rules.fire import section_fire
from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture
def burning(bomber):
    """In zone 8, where engine 2 burns. Who jumps is well on a 4, and saved on a 3 and a 6."""
    bomber.put("Tokyo", 8, "lo")
    bomber.subject.engine = 2
    bomber.subject.wing, bomber.subject.tank = "port", "inboard"
    return bomber


@scripted("""
    the first bottle puts the fire out and the mission is aborted
        roll 7-5.fire: 1 -> not engines.2.fire; not engines.2.running; flight.aborted
    the second bottle may do it
        roll 7-5.fire: 4 1 -> not engines.2.fire
    without bottles the choice comes at once
        plane.out |= engine_bottles
        roll 7-5.fire: 1 stay -> engines.2.fire
    at lo no dive is offered
        roll 7-5.fire: 2 2 1 stay -> options is ['stay', 'bail_out']
    who stays may see it burn on with the engine out
        roll 7-5.fire: 2 2 2 stay -> engines.2.fire; not engines.2.running
    who stays may have to jump under control on a 3
        roll 7-5.fire: 2 2 3 4*11 3 6*11 stay -> status is bailed_out; crew.*.fate is {''}
    and on a 4
        roll 7-5.fire: 2 2 4 4*11 3 6*11 stay -> status is bailed_out; crew.*.fate is {''}
    who stays may lose control
        # 8-5: only the pilot gets out, and is not found.
        roll 7-5.fire: 2 2 5 6 5*10 3 1 stay -> crew.pilot.fate is died
        -> crew.*.fate is {'died', 'killed'}
    who stays may be blown up
        roll 7-5.fire: 2 2 6 stay -> result is down; coming_down.cause is explosion
        -> crew.*.fate is {'killed'}
    the crew may jump at once
        roll 7-5.fire: 2 2 4*11 3 6*11 bail_out -> coming_down.plane_is is lost
""")
def test_an_engine_fire_at_lo(burning, script):
    script(burning)


@scripted("""
    it puts the fire out at lo with the engine stopped
        roll 7-5.fire: 2 2 3 1 dive () -> flight.altitude is lo; not engines.2.fire
        -> not engines.2.running
    from hi it has the better chance
        at Tokyo 8 hi
        roll 7-5.fire: 2 2 3 2 dive () -> not engines.2.fire
    one that fails leaves the choice of lo
        roll 7-5.fire: 2 2 3 2 1 dive () stay -> engines.2.fire; options is ['stay', 'bail_out']
    it may end in the parachutes under control
        roll 7-5.fire: 2 2 3 3 4*11 3 6*11 dive () -> controlleds of bail_out is [True]
    or without, when the pressure of nose, nav/radio, waist and tail goes first
        roll 7-5.fire: 2 2 3 5 1*4 6*11 3 6*11 dive () -> controlleds of bail_out is [False]
    a weakened wing snaps in it
        plane.wing_roots.port = 2
        roll 7-5.fire: 2 2 2 1*4 6*11 3 6*11 dive () -> coming_down.cause is wing_lost
    some may jump before it but not who flies
        roll 7-5.fire: 2 2 4 5 3 6 6 3 1 dive (navigator,cfc) -> options lacks pilot
        -> not crew.cfc.aboard; crew.copilot.aboard
""")
def test_a_dive_on_an_engine_fire(burning, script):
    burning.put("Tokyo", 8, "med")

    script(burning)


@scripted("""
    one that burns on is rolled again every turn
        engines.2.fire = True; engines.2.running = False
        do engines.run_engines: 6 stay -> status is destroyed
    the turn in which it starts has no second roll for it
        roll 7-5.fire: 2 2 2 stay
        do engines.run_engines -> engines.2.fire
        flight.turn += 1
        do engines.run_engines: 1 stay
    one from an oil leak is rolled for once in its turn
        engines.2.leak_until = 3; engines.2.leak_then = 7-5.i; flight.turn = 4
        # Feathering fails, fire, both bottles fail; it burns on.
        do engines.run_engines: 5 6 2 2 1 stay -> engines.2.fire
""")
def test_an_engine_fire_in_its_turns(burning, script):
    script(burning)


def test_the_odds_of_staying_are_those_of_the_chart(burning):
    burning.chart("7-5.fire", [2, 2, 1], ["stay"])

    odds = burning.asked[0].odds("stay")

    assert sum(odds.values()) == 1
    assert sorted(map(str, odds.values())) == ["1/3", "1/3", "1/6", "1/6"]


# ---------------------------------------------------------------- tanks and sections


@scripted("""
    a tank fire at lo sends everybody out
        roll 7-5.d: 2 4*11 3 6*11 -> coming_down.cause is fire
    a tank fire put out in a dive leaves a leak, of whose five boxes two pumps save two
        at Tokyo 8 med
        roll 7-5.d: 2 3 1 5 dive () -> flight.altitude is lo; flight.fuel is 27
    a section fire takes one extinguisher after the other
        do fire.section_fire(nose): 6 6 3 4 -> plane.extinguishers is {'waist', 'utility', 'tail'}
    a section fire nobody can put out empties the plane
        do fire.section_fire(tail): 6 6 6 6 4*11 3 6*11 -> status is bailed_out
    a man enters utility against a fire only when the pressure is let out
        at Tokyo 8 med
        # Eleven men put masks on; the fire goes out.
        do fire.section_fire(utility): 1*11 3 4 let_out -> mission.depressurised
        -> crew.*.masked is {True}; flight.altitude is med
    against a fire in utility the bomber may go down instead
        at Tokyo 8 med
        do fire.section_fire(utility): 3 4 go_low -> flight.altitude is lo
        -> not mission.depressurised
    where the pressure cannot be let out a fire in utility brings the bomber down to lo
        at Tokyo 8 med
        plane.out |= cannot_depressurise
        do fire.section_fire(utility): 3 4 -> flight.altitude is lo
    a fire in a waist without fit men is reached through the tunnel if that is tight
        at Tokyo 8 med
        crew.cfc,left_gunner,right_gunner,radar_operator.serious = True
        do fire.section_fire(waist): 3 4
        plane.compromised |= tunnel
        do fire.section_fire(waist): 3 4 go_low
    without an extinguisher nobody goes to a fire in utility
        at Tokyo 8 med
        plane.extinguishers = set()
        do fire.section_fire(utility): 4*11 3 6*11 -> status is bailed_out; asked is 0
    thin air helps against a section fire
        at Tokyo 8 med
        plane.pressure_lost |= waist
        do fire.section_fire(waist): 5 5 -> plane.extinguishers lacks waist
        -> states of fire is ['out']
""")
def test_fires_in_tanks_and_sections(burning, script):
    script(burning)


@pytest.mark.parametrize(("leg", "answer"), [("out", "let_out"), ("back", "go_low")])
def test_the_skipper_goes_low_against_a_fire_only_on_the_way_home(burning, leg, answer):
    burning.put("Tokyo", 8, "med")
    burning.mission.flight.leg = leg
    decision = next(section_fire(burning.play, "utility"))

    assert Skipper().choose(burning.match, decision) == answer


@pytest.mark.parametrize("section", ["nose", "nav_radio", "waist", "tail"])
def test_a_fire_in_a_manned_section_is_fought_under_pressure(burning, section):
    burning.put("Tokyo", 8, "med")

    burning.perform(section_fire, section, dice=[3, 4])

    assert not burning.mission.depressurised
