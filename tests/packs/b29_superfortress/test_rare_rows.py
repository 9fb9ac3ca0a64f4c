"""What random missions hardly ever reach: each row and rule with its effect."""

import pytest

from packs.b29_superfortress.questions.bomber import is_pressurised, pumps_out
from packs.b29_superfortress.rules import (
    bombing,
    damage,
    defensive_fire,
    fighter_attack,
    takeoff,
    zones,
)

ALL_JUMP = [4] * 11
SEA = [3]  # 8-2: smooth
ALL_SAVED = [6] * 11


@pytest.fixture
def over_sea(bomber):
    """In zone 8, where all who jump come down in the water."""
    return bomber.put("Tokyo", 8, "lo")


# ---------------------------------------------------------------- 5-2, 5-3, 5-14, 7-1, 7-2


def test_at_lo_a_two_on_5_2_is_rolled_again(bomber):
    bomber.put("Tokyo", 11, "lo")

    # 2 - 1 is 1: again; 4 - 1 is a Nick; 3 o'clock level.
    bomber.perform(fighter_attack.day_attack, dice=[1, 1, 2, 2, 1, 3, 3])

    assert [(one.type, one.place) for one in bomber.mission.combat.fighters] == [
        ("nick", "3_level")
    ]


def shoot_baka(bomber, *dice):
    bomber.fighter("baka", "6", "level", is_baka=True)
    bomber.perform(defensive_fire.shoot, "tail_turret", 0, "tail_gunner", dice=dice)
    return bomber.mission.combat.fighters[0]


def test_a_baka_is_hit_without_modifiers_and_flies_on_with_six_or_less(bomber):
    # 9 + 2 from the rear would hit anything else.
    assert not shoot_baka(bomber, 4, 5).gone

    assert not shoot_baka(bomber, 5, 6, 3, 3).gone
    assert bomber.crew["tail_gunner"].kills == 0


def test_a_baka_destroyed_far_enough_away_does_no_harm(bomber):
    assert shoot_baka(bomber, 5, 6, 3, 4, 5).gone
    assert bomber.plane.hits == {}


def test_evasive_action_is_all_that_counts_against_a_baka(bomber):
    bomber.mission.combat.evasive = True

    assert not shoot_baka(bomber, 5, 6).gone


@pytest.fixture
def lit(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.mission.orders.squadron = "low"
    return bomber


@pytest.mark.parametrize(
    ("die", "jammed"), [(3, "forward_lower"), (4, "aft_lower")], ids=["forward", "aft"]
)
def test_a_two_at_the_searchlight_jams_one_lower_turret(lit, die, jammed):
    lit.chart("5-14", [5, 5, 1, 1, die], ["fire"])

    assert lit.mission.combat.searchlight
    assert [name for name, gun in lit.plane.guns.items() if gun.jammed] == [jammed]


def test_less_than_twelve_leaves_the_searchlight_on_and_costs_a_burst_of_each(lit):
    lit.chart("5-14", [5, 5, 5, 6], ["fire"])

    assert lit.mission.combat.searchlight
    assert lit.plane.guns["forward_lower"].boxes == lit.plane.guns["aft_lower"].boxes == 19


@pytest.mark.parametrize("spoil", ["squadron", "jam", "gunners"])
def test_the_light_is_shot_at_by_low_squadrons_with_both_turrets_and_a_gunner_only(lit, spoil):
    if spoil == "squadron":
        lit.mission.orders.squadron = "high"
    elif spoil == "jam":
        lit.plane.guns["aft_lower"].jammed = True
    else:
        for post in ("cfc", "left_gunner", "right_gunner"):
            lit.crew[post].serious = True

    lit.chart("5-14", [5, 5])

    assert lit.asked == []


@pytest.mark.parametrize(("die", "man"), [(1, "pilot"), (3, "pilot"), (4, "copilot")])
def test_a_six_in_the_nose_wounds_the_bombardier_and_one_of_the_pilots(bomber, die, man):
    # Both lightly by 7-13.
    bomber.chart("7-1.6", [6, 1, die, 1])

    assert "7-1.6.pilot" in bomber.charts
    assert [wound["man"] for wound in bomber.happened("wound")] == ["bombardier", man]


@pytest.mark.parametrize(
    ("die", "man"), [(2, "flight_engineer"), (3, "navigator"), (6, "radio_operator")]
)
def test_oxygen_in_nav_radio_rolled_again_never_burns(bomber, die, man):
    bomber.chart("7-2.2", [5, die])

    assert bomber.charts == ["7-2.2", "7-2.2.again"]
    assert bomber.happened("oxygen_out") == [{"crew": [man], "sections": []}]
    assert bomber.happened("fire") == []


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


@pytest.mark.parametrize(
    ("dice", "percent"), [((6, 6), 18), ((5, 6), 15), ((4, 6), 12), ((2, 4), 0)]
)
def test_stray_bombs_hit_three_times_the_dice_beyond_six(bomber, dice, percent):
    bomber.mission.bomb_run.off_target = True

    # 6-7 off target: 2.
    bomber.perform(bombing.assess, dice=[1, 1, *dice])

    assert bomber.mission.bomb_run.percent == percent


# ---------------------------------------------------------------- 7-3, 7-4, 7-5: tanks and pumps


@pytest.mark.parametrize(
    ("pumps", "die", "lost"), [(0, 1, 0), (0, 6, 2), (1, 5, 3), (2, 5, 4), (2, 1, 2)]
)
def test_a_leak_in_the_centre_tanks_is_half_a_die_less_or_more_by_the_pumps(
    bomber, pumps, die, lost
):
    bomber.plane.hits["pump_failed"] = pumps

    bomber.chart("7-3.b", [die])

    assert bomber.mission.flight.fuel == 30 - lost


def test_the_centre_tanks_leak_once_whichever_bay_is_hit(bomber):
    bomber.chart("7-3", [1, 2, 3, 5])
    bomber.chart("7-4", [1, 2])

    assert bomber.mission.flight.fuel == 30 - 2


@pytest.mark.parametrize(
    ("pumps", "transfer", "lost"), [(0, True, 4), (1, True, 5), (2, True, 6), (0, False, 6)]
)
def test_a_wing_tank_leaks_less_the_more_pumps_transfer(bomber, pumps, transfer, lost):
    bomber.subject.wing, bomber.subject.tank = "port", "inboard"
    bomber.plane.hits["pump_failed"] = pumps
    if not transfer:
        bomber.plane.out.add("fuel_transfer")

    bomber.chart("7-5.e", [6])

    assert bomber.mission.flight.fuel == 30 - lost


@pytest.fixture
def tank(over_sea):
    bay = over_sea.plane.bays["forward"]
    bay.tank_fitted, bay.tank_fuel = True, 4
    return bay


def test_a_bay_tank_that_burns_sends_everybody_out(over_sea, tank):
    # 7-3: 5; the tank; fire; 7-3.a: it goes on.
    over_sea.perform(
        damage.damage, "fwd_bomb_bay", dice=[1, 4, 4, 5, 4, *ALL_JUMP, *SEA, *ALL_SAVED]
    )

    assert (over_sea.mission.status, over_sea.mission.coming_down.cause) == ("bailed_out", "fire")


def test_a_bay_tank_that_explodes_beside_the_bombs_kills_all(over_sea, tank):
    over_sea.perform(damage.damage, "fwd_bomb_bay", dice=[1, 4, 4, 6, 5])

    assert {man.fate for man in over_sea.crew.values()} == {"killed"}


def test_with_the_bombs_gone_some_may_get_out_of_the_explosion(over_sea, tank):
    for bay in over_sea.plane.bays.values():
        bay.bombs = False

    over_sea.perform(damage.damage, "fwd_bomb_bay", dice=[1, 4, 4, 6, 5, 6, *[1] * 10, *SEA, 6])

    assert over_sea.crew["pilot"].fate == ""
    assert over_sea.crew["copilot"].fate == "killed"


def test_an_empty_bay_tank_cannot_be_hit(over_sea, tank):
    tank.tank_fuel = 0

    over_sea.perform(damage.damage, "fwd_bomb_bay", dice=[1, 4, 4])

    assert not tank.tank_leaks


def test_pump_hits_add_up_to_both_and_no_further(bomber):
    bomber.subject.section, bomber.subject.bay = "aft_bomb_bay", "aft"

    for hits in (1, 2, 2):
        bomber.chart("7-4", [6, 6])
        assert pumps_out(bomber.state) == hits
    bomber.plane.bays["aft"].tank_fuel = 4
    assert not zones.is_auxiliary_fuel_usable(bomber.state)


# ---------------------------------------------------------------- 7-7, 7-9


@pytest.mark.parametrize(("die", "holds"), [(4, True), (5, False)])
def test_a_second_air_duct_hit_in_utility_may_cost_the_tail_its_pressure(bomber, die, holds):
    bomber.put("Tokyo", 11, "hi")
    bomber.subject.section = "utility"
    bomber.chart("7-7", [1, 1])

    bomber.chart("7-7", [1, 1, die])

    assert is_pressurised(bomber.state, "tail") is holds
    assert is_pressurised(bomber.state, "waist")


def test_air_ducts_in_utility_and_elsewhere_are_counted_apart(bomber):
    bomber.put("Tokyo", 11, "hi")

    bomber.chart("7-7", [1, 1])
    bomber.chart("7-3", [1, 1])

    assert bomber.plane.hits["7-7.2"] == bomber.plane.hits["7-3.2"] == 1


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


def test_with_more_engines_weak_than_the_dice_allow_everybody_jumps_at_once(over_sea):
    over_sea.plane.out.add("controls_pilot")
    for number in (1, 2):
        over_sea.plane.engines[number].weak = True

    over_sea.chart("7-9", [6, 6, 1, 1, *ALL_JUMP, *SEA, *ALL_SAVED])

    assert over_sea.mission.status == "bailed_out"


def test_no_zone_left_without_controls_is_a_jump_at_once(over_sea):
    over_sea.plane.out |= {"controls_pilot", "autopilot"}
    for number in (1, 2):
        over_sea.plane.engines[number].weak = True

    # 7-9: the copilot's controls; 3 - 2 is 1, halved is 0. Without autopilot the pilot has 8-5.
    over_sea.chart("7-9", [6, 6, 1, 2, 6, *[4] * 10, *SEA, *ALL_SAVED])

    assert (over_sea.mission.status, over_sea.mission.coming_down.cause) == (
        "bailed_out",
        "no controls",
    )


# ---------------------------------------------------------------- 3-3, 5.5, 6-9


def test_a_fire_in_the_run_up_put_out_at_once_leaves_the_plane_repairable(over_sea):
    # Malfunction 1; engine 2; the first bottle does it.
    over_sea.perform(takeoff.take_off, dice=[1, 1, 1, 2, 2, 1])

    assert (over_sea.mission.status, over_sea.mission.coming_down.plane_is) == (
        "scrubbed",
        "repairable",
    )


def test_a_fire_after_take_off_put_out_by_the_second_bottle_costs_the_engine_alone(over_sea):
    # Malfunction 5; engine 2; the first bottle fails; 8-1.
    over_sea.perform(takeoff.take_off, dice=[1, 1, 5, 2, 2, 2, 1, 6, 5])

    assert over_sea.plane.engines[2].prop == "feathered"
    assert (over_sea.mission.status, over_sea.mission.coming_down.plane_is) == ("landed", "sound")


@pytest.mark.parametrize("die", [1, 5])
def test_a_take_off_broken_off_in_time_leaves_the_plane_sound(over_sea, die):
    # Malfunction 2: odd power; the pilot stops.
    over_sea.perform(takeoff.take_off, dice=[1, 1, 2, 1, die])

    assert over_sea.charts[-1] == "3-3.2.stop"
    assert (over_sea.mission.status, over_sea.mission.coming_down.plane_is) == ("scrubbed", "sound")


def test_a_take_off_broken_off_too_late_is_an_accident_on_the_ground(over_sea):
    # The brakes fail; 9 on 3-5.
    over_sea.perform(takeoff.take_off, dice=[1, 1, 2, 1, 6, 3, 6])

    assert over_sea.mission.status == "scrubbed"
    assert over_sea.mission.coming_down.plane_is == "written_off"


FIRE_THAT_NEITHER_BOTTLE_PUTS_OUT = [1, 1, 5, 2, 2, 2, 2]


@pytest.mark.parametrize("die", [1, 3])
def test_a_bomber_that_burns_after_take_off_may_still_get_down_at_the_base(over_sea, die):
    # 8-1: 6 - 1 for the engine out.
    over_sea.perform(takeoff.take_off, dice=[*FIRE_THAT_NEITHER_BOTTLE_PUTS_OUT, die, 3, 3])

    assert over_sea.plane.engines[2].prop == "feathered"
    assert (over_sea.mission.status, over_sea.mission.coming_down.plane_is) == ("landed", "sound")


def test_a_bomber_that_burns_after_take_off_may_have_to_ditch(over_sea):
    # Note b of 3-3, smooth sea, 6 on 8-3, and 8-6 for the eleven.
    over_sea.perform(
        takeoff.take_off, dice=[*FIRE_THAT_NEITHER_BOTTLE_PUTS_OUT, 4, 3, *SEA, 3, 3, *[3] * 11]
    )

    assert over_sea.mission.status == "ditched"


def test_a_bomber_that_burns_after_take_off_may_explode_too_low_to_jump(over_sea):
    over_sea.perform(takeoff.take_off, dice=[*FIRE_THAT_NEITHER_BOTTLE_PUTS_OUT, 6])

    assert over_sea.charts[-1] == "3-3.5.crash"
    assert (over_sea.mission.status, over_sea.mission.coming_down.cause) == (
        "destroyed",
        "explosion",
    )
    assert over_sea.happened("go_down")[0]["men"] == list(over_sea.crew)


@pytest.mark.parametrize(("dice", "status"), [((5, 5), "flying"), ((5, 6), "bailed_out")])
def test_a_bomber_swept_towards_another_collides_on_eleven(over_sea, dice, status):
    jump = [] if status == "flying" else [1] * 10 + [6, *SEA, 6]

    over_sea.chart("6-9.10", [*dice, *jump])

    assert over_sea.mission.status == status


@pytest.mark.parametrize(("die", "side"), [(3, "port"), (4, "starboard")])
def test_a_collision_may_cost_a_wing_two_hits_on_its_root(over_sea, die, side):
    over_sea.perform(fighter_attack.mid_air, dice=[2, die])

    assert over_sea.plane.wing_roots[side] == 2


def test_a_collision_may_strike_the_tail_twice(over_sea):
    over_sea.perform(fighter_attack.mid_air, dice=[4, 1, 3, 1, 3])

    assert over_sea.plane.hits["tail"] == 2


def test_a_collision_may_stop_an_engine(over_sea):
    over_sea.perform(fighter_attack.mid_air, dice=[5, 4, 5])

    assert over_sea.plane.engines[4].prop == "feathered"


def test_a_collision_may_be_the_end_of_the_bomber(over_sea):
    over_sea.perform(fighter_attack.mid_air, dice=[6, 6, *[1] * 10, *SEA, 6])

    assert (over_sea.mission.status, over_sea.mission.coming_down.cause) == (
        "bailed_out",
        "collision",
    )


@pytest.mark.parametrize(("die", "status"), [(5, "flying"), (6, "destroyed")])
def test_bombs_thrown_about_by_the_updraft_go_off_on_a_six(bomber, die, status):
    bomber.chart("6-9", [5, 6, die])

    assert bomber.mission.status == status
