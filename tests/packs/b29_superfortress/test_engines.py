"""Propellers, oil and what becomes of an engine (7-5 notes f to m, 7.2)."""

import pytest

from packs.b29_superfortress.questions.bomber import is_slow
from packs.b29_superfortress.rules import commander, engines
from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture
def struck(bomber):
    """In zone 8, where engine 3 is hit."""
    bomber.put("Tokyo", 8, "lo")
    bomber.subject.engine = 3
    return bomber


@scripted("""
    an engine shot out is feathered and leaves the choice to abort
        roll 7-5.f: 4 press_on -> engines.3.prop is feathered; not flight.aborted
    an engine that cannot be feathered drags
        roll 7-5.f: 5 -> engines.3.prop is drags; is_slow
    with the feathering controls hit no die is rolled
        plane.out |= feathering
        roll 7-5.g -> engines.3.prop is runaway
    an oil leak shuts the engine down after its turns
        roll 7-5.h.leak: 1
        flight.turn += 1
        do engines.run_engines -> engines.3.running
        flight.turn += 1
        do engines.run_engines: 4 abort -> engines.3.prop is feathered; flight.aborted
    the turn of an oil leak does not count even before the engines are looked after
        flight.turn = 8
        roll 7-5.h.leak: 3
        do engines.run_engines -> engines.3.running
        flight.turn = 9
        do engines.run_engines -> engines.3.running
        flight.turn = 10
        do engines.run_engines -> engines.3.running
        flight.turn = 11
        do engines.run_engines: 4 press_on -> not engines.3.running
    at night an oil leak is seen late
        at Tokyo 8 lo night
        subject.engine = 3
        roll 7-5.i: 4 2 -> engines.3.prop is windmilling; flight.aborted
    an engine that is out takes no more harm
        engines.3.running = False; engines.3.prop = feathered
        roll 7-5.10.hit -> result is []
    an engine returned to full operation is weak no more, by note e of 4-9
        engines.3.weak = True
        roll 4-9.e: 3 -> in_formation; states of engine is ['at_full_power_again']
    an engine that was sound all along is not told to be at full power again
        roll 4-9.e: 1 -> states of engine is []
""")
def test_what_becomes_of_an_engine(struck, script):
    script(struck)


@scripted("""
    a windmilling propeller may run away and burn
        engines.3.prop = windmilling
        do engines.run_engines: 6 6 1 -> engines.3.prop is runaway; not engines.3.fire
    a runaway propeller is checked for fire first each turn, and windmills on a 1
        do engines.run_engines: 2 1 -> engines.3.prop is windmilling
    and runs on on a 3
        do engines.run_engines: 2 3 -> engines.3.prop is runaway
    one that burns does not vibrate as well
        # 7-5.j fire, which neither bottle puts out; it burns on without harm to the wing.
        do engines.run_engines: 6 6 6 1 stay -> engines.3.fire; plane.wing_roots.starboard is 0
    its vibration hits the wing root
        do engines.run_engines: 2 4 -> plane.wing_roots.starboard is 1
    one that flies apart may take the engine beside it
        # 7-5.j none, 7-5.l apart, 7-5.m debris, inboard: beside it, 7-5.10.hit out, feathered.
        do engines.run_engines: 2 5 4 3 4 4 -> engines.3.prop is gone; engines.4.prop is feathered
    an aileron out makes its debris more dangerous
        # 2 - 1: out of control; nobody gets out.
        plane.ailerons_out |= port
        roll 7-5.m: 2 1*11 -> coming_down.cause is out_of_control
    each aileron out does
        plane.ailerons_out |= port starboard
        roll 7-5.m: 3 1*11 -> coming_down.cause is out_of_control
""")
def test_what_a_propeller_does(struck, script):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "runaway"

    script(struck)


@scripted("""
    it is superficial on a 4
        do engines.run_engines: 2 5 4 4 -> engines.3.prop is ok; plane.wing_roots.starboard is 0
    it reaches the engine beside on a 5
        do engines.run_engines: 2 5 4 5 4 4 -> engines.3.prop is feathered; plane.hits is {}
        -> plane.wing_roots.starboard is 0
    a propeller that it makes run away is checked from the next turn on
        # 7-5.10.hit 5, 7-5.g 5. The engine beside is looked at before this one.
        do engines.run_engines: 2 5 4 5 5 5 -> engines.3.prop is runaway
    and wing root and nav/radio, superficially, as well on a 6
        do engines.run_engines: 2 5 4 6 4 4 1 3 4 -> engines.3.prop is feathered
        -> plane.wing_roots.starboard is 1; plane.hits is {'nav_radio': 1}
""")
def test_debris_of_an_outboard_propeller(struck, script):
    struck.plane.engines[4].running = False
    struck.plane.engines[4].prop = "runaway"

    # 7-5.j none, 7-5.l apart, 7-5.m debris.
    script(struck)

    assert "7-5.m.outboard" in struck.charts
    assert struck.plane.engines[4].prop == "gone"


@scripted("""
    as that of engine 1 beside engine 2
        engines.1.running = False; engines.1.prop = runaway
        do engines.run_engines: 2 5 4 5 5 5 -> engines.1.prop is gone; engines.2.prop is runaway
        # 7-5.j none and 7-5.l in the next turn.
        do engines.run_engines: 2 3 -> engines.2.prop is runaway
    or of engine 2 beside engine 1
        engines.2.running = False; engines.2.prop = runaway
        do engines.run_engines: 2 5 4 3 5 5 -> engines.2.prop is gone; engines.1.prop is runaway
        do engines.run_engines: 2 3 -> engines.1.prop is runaway
    or of engine 3 beside engine 4
        engines.3.running = False; engines.3.prop = runaway
        do engines.run_engines: 2 5 4 3 5 5 -> engines.3.prop is gone; engines.4.prop is runaway
        do engines.run_engines: 2 3 -> engines.4.prop is runaway
""")
def test_a_propeller_that_debris_makes_run_away_is_checked_from_the_next_turn_on(struck, script):
    script(struck)


@pytest.mark.parametrize(
    ("out", "bombs", "slow"),
    [(1, False, False), (1, True, True), (2, False, True), (3, False, True)],
)
def test_engines_out_slow_the_bomber(struck, out, bombs, slow):
    for number in range(1, out + 1):
        struck.plane.engines[number].running = False
        struck.plane.engines[number].prop = "feathered"
    for bay in struck.plane.bays.values():
        bay.bombs = bombs

    assert is_slow(struck.state) is slow


@scripted("""
    with an engine out bombs go or the formation
        engines.3.running = False -> not in_formation
        do commander.lighten: jettison -> in_formation; bomb_run.run_done
    with two out the formation is left even without bombs
        engines.1,2.running = False; engines.1,2.prop = feathered; bays.*.bombs = False
        -> not in_formation
    a weak engine leaves the choice before the combat of the turn
        # Note e of 4-9: only without bombs does it keep up with the formation.
        engines.3.weak = True -> not in_formation
        do commander.look_after_engines: jettison -> in_formation
        do commander.give_orders
    an engine lost in combat leaves the choice at the end of the turn
        do commander.look_after_engines
        engines.3.running = False
        do commander.give_orders: keep -> prompt is 1 of 4 engines out or weak. What now?
    a weak engine that is lost leaves the choice again
        engines.3.weak = True
        do commander.lighten: keep
        engines.3.running = False
        do commander.lighten: keep
    on the last engine the bombs go and two zones remain
        engines.1,2,3.running = False
        do engines.fly_on_what_is_left -> plane.zones_left is 2
    without engines the bomber comes down
        engines.*.running = False
        do engines.fly_on_what_is_left: 3 6 6 6*11 ditch -> status is ditched
    the last engine lost in combat brings it down in that turn
        do commander.look_after_engines
        engines.*.running = False
        do commander.give_orders: 3 6 6 6*11 ditch -> coming_down.cause is not an engine left
""")
def test_what_engines_out_leave_to_the_bomber(struck, script):
    script(struck)


def test_an_engine_that_weakens_anew_after_full_operation_leaves_the_choice_again(struck):
    struck.plane.engines[3].weak = True
    struck.perform(commander.lighten, answers=["keep"])
    struck.chart("4-9.e", [2])
    struck.plane.engines[3].weak = True

    struck.perform(commander.lighten, answers=["keep"])
    [asked] = struck.asked
    assert not asked.touched(), "all three are buttons"
    struck.perform(commander.lighten)


@pytest.mark.parametrize(("before", "left"), [(8, 2), (1, 1)])
def test_without_controls_and_on_the_last_engine_the_lower_limit_of_zones_holds(
    struck, before, left
):
    struck.plane.limit_zones("controls", before)
    for number in (1, 2, 3):
        struck.plane.engines[number].running = False

    struck.perform(engines.fly_on_what_is_left)
    struck.perform(engines.fly_on_what_is_left)

    assert struck.plane.zones_left == left
