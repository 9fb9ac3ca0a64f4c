"""What random missions hardly ever reach: each row and rule with its effect."""

import pytest

from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture
def over_sea(bomber):
    """In zone 8, where all who jump come down in the water: well on a 4, saved on a 3 and a 6."""
    return bomber.put("Tokyo", 8, "lo")


# ---------------------------------------------------------------- 5-2, 5-3, 5-14, 7-1, 7-2


@scripted("""
    at lo a two on 5-2 is rolled again
        at Tokyo 11 lo
        # 2 - 1 is 1: again; 4 - 1 is a Nick; 3 o'clock level.
        do fighter_attack.day_attack: 1 1 2 2 1 3 3 -> places is [('nick', '3_level')]
    a six in the nose wounds the bombardier and, up to 3, the pilot
        # Both lightly by 7-13.
        roll 7-1.6: 6 1 1 1 -> charts has 7-1.6.pilot; mans of wound is ['bombardier', 'pilot']
    a 3 is still the pilot
        roll 7-1.6: 6 1 3 1 -> mans of wound is ['bombardier', 'pilot']
    from 4 on it is the copilot
        roll 7-1.6: 6 1 4 1 -> mans of wound is ['bombardier', 'copilot']
    oxygen in nav/radio rolled again never burns, on a 2
        roll 7-2.2: 5 2 -> charts is ['7-2.2', '7-2.2.again']; states of fire is []
        -> crews of oxygen_out is [['flight_engineer']]; sectionss of oxygen_out is [[]]
    on a 3
        roll 7-2.2: 5 3 -> crews of oxygen_out is [['navigator']]; states of fire is []
    on a 6
        roll 7-2.2: 5 6 -> crews of oxygen_out is [['radio_operator']]; states of fire is []
    a second air duct hit in utility may leave the tail its pressure
        at Tokyo 11 hi
        subject.section = utility
        roll 7-7: 1 1
        roll 7-7: 1 1 4 -> plane.pressure_lost is set()
    or cost it
        at Tokyo 11 hi
        subject.section = utility
        roll 7-7: 1 1
        roll 7-7: 1 1 5 -> plane.pressure_lost is {'tail'}
    air ducts in utility and elsewhere are counted apart
        at Tokyo 11 hi
        roll 7-7: 1 1
        roll 7-3: 1 1 -> plane.hits is {'7-7.2': 1, '7-3.2': 1}
""")
def test_rows_of_the_fighters_and_the_cabins(bomber, script):
    script(bomber)


@scripted("""
    it is hit without modifiers
        # 9 + 2 from the rear would hit anything else.
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 4 5 -> gone is [False]
    it flies on with six or less
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 5 6 3 3 -> gone is [False]
        -> crew.tail_gunner.kills is 0
    destroyed far enough away it does no harm
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 5 6 3 4 5 -> gone is [True]
        -> plane.hits is {}
    evasive action is all that counts against it
        combat.evasive = True
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 5 6 -> gone is [False]
""")
def test_a_baka_that_is_fired_at(bomber, script):
    bomber.fighter("baka", "6", "level", is_baka=True)

    script(bomber)


@scripted("""
    a two jams the forward lower turret on a 3
        roll 5-14: 5 5 1 1 3 fire -> combat.searchlight; jammed is ['forward_lower']
    and the aft one on a 4
        roll 5-14: 5 5 1 1 4 fire -> combat.searchlight; jammed is ['aft_lower']
    less than twelve leaves it on and costs a burst of each
        roll 5-14: 5 5 5 6 fire -> combat.searchlight; guns.forward_lower.boxes is 19
        -> guns.aft_lower.boxes is 19
    it is not shot at by a high squadron
        orders.squadron = high
        roll 5-14: 5 5 -> asked is 0
    nor with one turret alone
        guns.aft_lower.jammed = True
        roll 5-14: 5 5 -> asked is 0
    nor without a gunner
        crew.cfc,left_gunner,right_gunner.serious = True
        roll 5-14: 5 5 -> asked is 0
""")
def test_a_searchlight_on_a_low_squadron(bomber, script):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.mission.orders.squadron = "low"

    script(bomber)


@pytest.mark.parametrize(
    ("die", "column"), [(1, "medium"), (2, "medium"), (3, "light"), (6, "light")]
)
def test_bombs_dropped_onto_the_formation_are_flak_twice(bomber, die, column):
    # 3 is a hit of medium flak alone, and 4 of none.
    bomber.mission.combat.noted = set()
    hits = [4, 4] if column == "light" else [2, 2]

    bomber.chart("5-3.e", [die, 1, 3, *hits])

    rolled = [look for look in bomber.happened("look_up") if look["table"] == "6-3"]
    assert [look["column"] for look in rolled] == [column, column]
    assert "left" in bomber.mission.combat.noted


# ---------------------------------------------------------------- 6-7


@scripted("""
    18 on a twelve
        do bombing.assess: 1 1 6 6 -> bomb_run.percent is 18
    15 on an eleven
        do bombing.assess: 1 1 5 6 -> bomb_run.percent is 15
    12 on a ten
        do bombing.assess: 1 1 4 6 -> bomb_run.percent is 12
    0 on a six
        do bombing.assess: 1 1 2 4 -> bomb_run.percent is 0
""")
def test_stray_bombs_hit_three_times_the_dice_beyond_six(bomber, script):
    # A 2 on 6-7, off target.
    bomber.mission.bomb_run.off_target = bomber.mission.bomb_run.bombs_fell = True

    script(bomber)


# ---------------------------------------------------------------- 7-3, 7-4, 7-5: tanks and pumps


@pytest.mark.parametrize(
    ("chart", "pumps", "transfer", "die", "lost"),
    [
        # The centre tanks lose half a die, less or more by the pumps.
        ("7-3.b", 0, True, 1, 0),
        ("7-3.b", 0, True, 6, 2),
        ("7-3.b", 1, True, 5, 3),
        ("7-3.b", 2, True, 5, 4),
        ("7-3.b", 2, True, 1, 2),
        # A wing tank loses less the more pumps transfer.
        ("7-5.e", 0, True, 6, 4),
        ("7-5.e", 1, True, 6, 5),
        ("7-5.e", 2, True, 6, 6),
        ("7-5.e", 0, False, 6, 6),
    ],
)
def test_a_leak_goes_with_the_pumps(bomber, chart, pumps, transfer, die, lost):
    bomber.subject.wing, bomber.subject.tank = "port", "inboard"
    bomber.plane.hits["pump_failed"] = pumps
    bomber.plane.out |= set() if transfer else {"fuel_transfer"}

    bomber.chart(chart, [die])

    assert bomber.mission.flight.fuel == 30 - lost


@scripted("""
    the centre tanks leak once whichever bay is hit
        roll 7-3: 1 2 3 5
        roll 7-4: 1 2 -> flight.fuel is 28
    pump hits add up to both and no further
        subject.section = aft_bomb_bay; subject.bay = aft
        roll 7-4: 6 6 -> pumps_out is 1
        roll 7-4: 6 6 -> pumps_out is 2
        roll 7-4: 6 6 -> pumps_out is 2
        bays.aft.tank_fuel = 4 -> not auxiliary
    a bay tank that burns sends everybody out
        # 7-3: 5; the tank; fire; 7-3.a: it goes on.
        do damage.damage(fwd_bomb_bay): 1 4 4 5 4 4*11 3 6*11 -> status is bailed_out
        -> coming_down.cause is fire
    one that explodes beside the bombs kills all
        do damage.damage(fwd_bomb_bay): 1 4 4 6 5 -> crew.*.fate is {'killed'}
    with the bombs gone some may get out of the explosion
        bays.*.bombs = False
        do damage.damage(fwd_bomb_bay): 1 4 4 6 5 6 1*10 3 6 -> crew.pilot.fate is ''
        -> crew.copilot.fate is killed
    an empty one cannot be hit
        bays.forward.tank_fuel = 0
        do damage.damage(fwd_bomb_bay): 1 4 4 -> not bays.forward.tank_leaks
""")
def test_tanks_and_pumps(over_sea, script):
    bay = over_sea.plane.bays["forward"]
    bay.tank_fitted, bay.tank_fuel = True, 4

    script(over_sea)


# ---------------------------------------------------------------- 7-9


@pytest.mark.parametrize(
    ("dice", "impaired", "flies", "halved"),
    [
        ((1, 2), 2, 1, None),
        ((2, 2), 2, 2, 1),
        ((1, 2), 0, 3, 1),
        ((2, 2), 0, 4, 2),
        ((2, 3), 0, 5, 2),
        ((3, 3), 0, 6, 3),
        ((3, 4), 0, 7, 3),
        ((4, 4), 0, 8, 4),
        ((5, 4), 0, 9, 4),
        ((5, 5), 0, 10, 5),
        ((6, 5), 0, 11, 5),
        ((6, 6), 0, 12, 6),
    ],
)
def test_zones_left_are_the_dice_less_an_engine_each_halved_without_autopilot(
    new_bomber, dice, impaired, flies, halved
):
    for autopilot, left in ((True, flies), (False, halved)):
        if left is None:
            continue
        bomber = new_bomber().put("Tokyo", 8, "lo")
        bomber.plane.out |= {"controls_pilot"} | (set() if autopilot else {"autopilot"})
        for number in range(1, impaired + 1):
            bomber.plane.engines[number].weak = True

        bomber.chart("7-9", [6, 6, *dice])

        assert bomber.plane.zones_left == left


# ---------------------------------------------------------------- 3-3, 5.5, 6-9, 7-9


@scripted("""
    a fire in the run-up put out at once leaves the plane repairable
        # Malfunction 1; engine 2; the first bottle does it.
        do takeoff.take_off: 1 1 1 2 2 1 -> status is scrubbed; coming_down.plane_is is repairable
    a fire after take-off put out by the second bottle costs the engine alone
        # Malfunction 5; engine 2; the first bottle fails; 8-1.
        do takeoff.take_off: 1 1 5 2 2 2 1 6 5 -> engines.2.prop is feathered; status is landed
        -> coming_down.plane_is is sound
    a take-off broken off in time leaves the plane sound
        # Malfunction 2: odd power; the pilot stops.
        do takeoff.take_off: 1 1 2 1 1 -> charts ends ['3-3.2.stop']; status is scrubbed
        -> coming_down.plane_is is sound
    on a 5 as well
        do takeoff.take_off: 1 1 2 1 5 -> charts ends ['3-3.2.stop']; status is scrubbed
        -> coming_down.plane_is is sound
    one broken off too late is an accident on the ground
        # The brakes fail; 9 on 3-5.
        do takeoff.take_off: 1 1 2 1 6 3 6 -> status is scrubbed
        -> coming_down.plane_is is written_off
    a bomber that burns after take-off may still get down at the base
        # Neither bottle puts it out. 8-1: 6 - 1 for the engine out.
        do takeoff.take_off: 1 1 5 2 2 2 2 1 3 3 -> engines.2.prop is feathered; status is landed
        -> coming_down.plane_is is sound
    on a 3 as well
        do takeoff.take_off: 1 1 5 2 2 2 2 3 3 3 -> engines.2.prop is feathered; status is landed
        -> coming_down.plane_is is sound
    or has to ditch
        # Note b of 3-3, smooth sea, 6 on 8-3, and 8-6 for the eleven.
        do takeoff.take_off: 1 1 5 2 2 2 2 4 3 3 3 3 3*11 -> status is ditched
    a landing forced by an engine that fails on take-off aborts the mission
        # Malfunction 3; engine 2; 8-1 with the engine out.
        do takeoff.take_off: 1 1 3 2 2 1 3 4 -> status is landed; flight.aborted
        -> told aborted is The mission is aborted on take-off.
    so does a propeller that runs away after take-off
        do takeoff.take_off: 1 1 4 2 2 1 3 4 -> status is landed; flight.aborted
    and a ditching
        # Bombs gone, smooth sea, 8-3, and 8-6 for the eleven.
        do takeoff.take_off: 1 1 3 2 2 3 3 3 3 3 3*11 -> status is ditched; flight.aborted
    or explodes too low to jump
        do takeoff.take_off: 1 1 5 2 2 2 2 6 -> charts ends ['3-3.5.crash']; status is destroyed
        -> coming_down.cause is explosion; everybody_goes_down
    a bomber swept towards another misses it on ten
        roll 6-9.10: 5 5 -> status is flying
    and collides on eleven
        roll 6-9.10: 5 6 1*10 6 3 6 -> status is bailed_out
    a collision may cost a wing two hits on its root, port on a 3
        do fighter_attack.mid_air: 2 3 -> plane.wing_roots.port is 2
    and starboard on a 4
        do fighter_attack.mid_air: 2 4 -> plane.wing_roots.starboard is 2
    it may strike the tail twice
        do fighter_attack.mid_air: 4 1 3 1 3 -> plane.hits.tail is 2
    it may stop an engine
        do fighter_attack.mid_air: 5 4 5 -> engines.4.prop is feathered
    it may be the end of the bomber
        do fighter_attack.mid_air: 6 6 1*10 3 6 -> status is bailed_out
        -> coming_down.cause is collision
    bombs thrown about by the updraft hold on a five
        roll 6-9: 5 6 5 -> status is flying
    and go off on a six
        roll 6-9: 5 6 6 -> status is destroyed
    with more engines weak than the dice allow everybody jumps at once
        plane.out |= controls_pilot; engines.1,2.weak = True
        roll 7-9: 6 6 1 1 4*11 3 6*11 -> status is bailed_out
    no zone left without controls is a jump at once
        plane.out |= controls_pilot autopilot; engines.1,2.weak = True
        # 7-9: the copilot's controls; 3 - 2 is 1, halved is 0. Without autopilot the pilot has 8-5.
        roll 7-9: 6 6 1 2 6 4*10 3 6*11 -> status is bailed_out; coming_down.cause is not a controls
""")
def test_accidents(over_sea, script):
    script(over_sea)
