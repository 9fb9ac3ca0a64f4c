"""Fighters: who comes, who fires, what is hit (chapter 5)."""

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.rules import (
    bombs,
    combat,
    defensive_fire,
    fighter_attack,
    fighter_fire,
)


@pytest.fixture
def bomber(bomber):
    """Over Tokyo by day, in the middle of the formation, at MED."""
    bomber.mission.combat.resistance = "moderate"
    return bomber


def places(bomber):
    return [(one.type, one.place) for one in bomber.mission.combat.fighters]


# ---------------------------------------------------------------- who comes


def test_no_fighters_are_met_outside_the_zones_of_the_gazetteer(bomber):
    bomber.put("Tokyo", 8)

    assert bomber.perform(fighter_attack.resistance) is False


def test_out_of_formation_over_tokyo_resistance_is_heavier(bomber):
    bomber.alone()

    bomber.perform(fighter_attack.resistance, dice=[3, 4])

    # 7, +1 Tokyo's zone 11, +2 alone, -1 Iwo Jima taken: 9.
    assert bomber.mission.combat.resistance == "moderate"
    (look,) = bomber.happened("look_up")
    assert {one[0] for one in look["modifiers"]} == {
        "gazetteer", "out_of_formation", "iwo_jima_captured",
    }  # fmt: skip


def test_an_escort_counts_only_with_the_formation(bomber):
    bomber.mission.orders.escort = "p51"
    bomber.perform(fighter_attack.resistance, dice=[3, 4])
    assert "escort_p51" in str(bomber.happened("look_up")[-1]["modifiers"])

    bomber.alone()
    bomber.perform(fighter_attack.resistance, dice=[3, 4])
    assert "escort_p51" not in str(bomber.happened("look_up")[-1]["modifiers"])


def test_a_fighter_from_the_front(bomber):
    # Zeke; 12 o'clock; angle 4 + 1 is high.
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 2, 4, 4])

    assert places(bomber) == [("zeke", "12_high")]


def test_late_fighters_at_hi_do_not_come(bomber):
    bomber.put("Tokyo", 11, "hi")

    bomber.perform(fighter_attack.day_attack, dice=[6, 6])

    assert places(bomber) == []


def test_a_low_squadron_draws_a_frank_from_below_as_well(bomber):
    bomber.mission.orders.squadron = "low"

    # Zeke; area 2, then again 3 o'clock level.
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 1, 1, 1, 3, 3])

    assert places(bomber) == [("frank", "climb"), ("zeke", "3_level")]


def test_what_5_3_adds_counts_once_an_attack(bomber):
    bomber.mission.orders.squadron = "low"

    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 1, 1, 1, 1, 1, 3, 3])

    assert places(bomber) == [("frank", "climb"), ("zeke", "3_level")]


def test_alone_a_twelve_brings_a_tony_and_a_frank(bomber):
    bomber.alone()

    # Zeke; 12: Tony from 12 high, Frank from 6 low; then 9 o'clock level.
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 6, 6, 5, 2, 4, 6, 3])

    assert places(bomber) == [("tony", "12_high"), ("frank", "6_low"), ("zeke", "9_level")]
    assert [one["place"] for one in bomber.happened("fighter")] == ["12_high", "6_low", "9_level"]


def test_in_the_middle_a_twelve_is_losses_of_others(bomber):
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 6, 6, 1, 4, 6, 3])

    assert bomber.mission.orders.position == "lead"
    assert places(bomber) == [("zeke", "9_level")]


def test_a_coordinated_attack_has_an_area_for_each(bomber):
    # Zeke; coordinated, 5 halved is 2; 12 high and 3 low.
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 2, 3, 2, 3, 2, 4, 4, 1, 3, 1])

    assert places(bomber) == [("zeke", "12_high"), ("zeke", "3_low")]


def test_within_it_others_drive_a_fighter_off_and_may_hit_us(bomber):
    # Zeke; coordinated with one fighter; driven off, one stray shell, superficial.
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 2, 3, 1, 1, 2, 3, 6, 1, 3, 4])

    assert places(bomber) == []


def test_two_fighters_never_share_a_place(bomber):
    bomber.fighter("zeke", "3", "level")

    bomber.perform(fighter_attack.place, "zeke", dice=[1, 3, 3, 3, 6])

    assert places(bomber)[1] == ("zeke", "3_high")


def test_slow_fighters_cannot_catch_a_sound_bomber_from_behind(bomber):
    bomber.alone()
    for bay in bomber.plane.bays.values():
        bay.bombs = False

    bomber.perform(fighter_attack.place, "zeke", dice=[4, 5, 3])
    assert places(bomber) == []

    bomber.perform(fighter_attack.place, "frank", dice=[4, 5, 4])
    assert places(bomber) == [("frank", "6_level")]


def test_bakas_come_from_mission_15(new_bomber):
    early, late = new_bomber(14), new_bomber(15)
    for bomber in (early, late):
        bomber.perform(fighter_attack.day_attack, dice=[3, 3, 1, 2, 1])

    assert places(early) == []
    assert places(late) == [("baka", "6_level")]


def test_rockets_are_two_bursts_of_flak_and_no_fighter(bomber):
    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 1, 2, 4, 2, 2, 2, 2, 2])

    assert places(bomber) == []
    assert [one["column"] for one in bomber.happened("look_up") if one["table"] == "6-3"] == [
        "light", "light",
    ]  # fmt: skip


def test_out_of_formation_rockets_are_not_launched(bomber):
    bomber.alone()

    bomber.perform(fighter_attack.day_attack, dice=[3, 3, 1, 2, 4])

    assert "6-3" not in {one["table"] for one in bomber.happened("look_up")}


# ---------------------------------------------------------------- night


def test_no_night_fighter_on_eight_or_less(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.perform(fighter_attack.night_attack, dice=[4, 4])
    assert places(bomber) == []


def test_a_nick_at_night_is_placed_and_must_be_seen(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.perform(fighter_attack.night_attack, dice=[5, 5, 1, 3, 3])
    bomber.perform(fighter_attack.spot, dice=[2])

    assert places(bomber) == [("nick", "3_level")]
    assert not bomber.mission.combat.fighters[0].seen
    assert bomber.perform(defensive_fire.allot) == {}


@pytest.mark.parametrize(
    ("dice", "came"),
    [
        ([3, 1, 3, 3, 4, 6, 3], ["3_level", "9_level"]),
        ([2, 1, 3, 3], ["3_level"]),
    ],
    ids=["a 3 brings two", "a 2 brings one"],
)
def test_irvings_attack_together_from_mission_15(new_bomber, dice, came):
    bomber = new_bomber(20).put("Tokyo", 11, "lo", night=True)
    bomber.mission.combat.resistance = "heavy"

    bomber.perform(fighter_attack.night_attack, dice=[6, 6, 5, *dice])

    assert places(bomber) == [("irving", place) for place in came]


def test_a_searchlight_may_be_shot_out_by_a_low_squadron(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.mission.orders.squadron = "low"

    bomber.chart("5-14", [5, 5, 6, 6], ["fire"])

    assert not bomber.mission.combat.searchlight
    assert bomber.plane.guns["aft_lower"].boxes == 19


def test_who_holds_fire_at_a_searchlight_stays_lit_and_keeps_the_bursts(bomber):
    bomber.put("Tokyo", 11, "lo", night=True)
    bomber.mission.orders.squadron = "low"
    bursts = bomber.plane.guns["aft_lower"].boxes

    bomber.chart("5-14", [5, 5], ["hold"])

    assert bomber.mission.combat.searchlight
    assert bomber.plane.guns["aft_lower"].boxes == bursts


# ---------------------------------------------------------------- own fire


def test_the_commander_lays_guns_one_by_one_and_what_is_laid_is_not_offered_again(bomber):
    bomber.fighter("zeke", "12", "high")

    laid = bomber.perform(defensive_fire.allot, answers=["forward_upper zeke_12_high", "fire"])

    assert laid == {"forward_upper": (0, "bombardier")}
    assert [one.options for one in bomber.asked] == [
        ("zeke_12_high", "forward_upper zeke_12_high", "aft_upper zeke_12_high", "fire"),
        ("aft_upper zeke_12_high", "fire"),
    ]


def test_all_guns_that_bear_on_a_fighter_are_laid_by_one_answer(bomber):
    bomber.fighter("zeke", "12", "high")

    laid = bomber.perform(defensive_fire.allot, answers=["zeke_12_high"])

    assert set(laid) == {"forward_upper", "aft_upper"}
    assert {at for at, post in laid.values()} == {0}


def test_guns_fire_in_their_order_however_they_were_laid(bomber):
    bomber.fighter("zeke", "12", "high")

    laid = bomber.perform(
        defensive_fire.allot, answers=["aft_upper zeke_12_high", "forward_upper zeke_12_high"]
    )

    assert list(laid) == ["forward_upper", "aft_upper"]


def test_each_lay_touches_its_gun_and_its_fighter_and_tells_its_chances(bomber):
    bomber.fighter("zeke", "12", "high")

    bomber.perform(defensive_fire.allot, answers=["fire"])

    (asked,) = bomber.asked
    assert asked.targets_of("forward_upper zeke_12_high") == ("forward_upper", "zeke_12_high")
    assert asked.targets_of("fire") == ()
    chances = asked.odds("forward_upper zeke_12_high")
    assert set(chances) >= {"hit", "miss", "jam"}
    assert sum(chances.values()) == 1


def test_one_man_fires_at_one_fighter_only(bomber):
    bomber.fighter("zeke", "dive", "")
    bomber.fighter("zeke", "climb", "")

    laid = bomber.perform(defensive_fire.allot, answers=["zeke_dive"])

    assert laid == {"forward_upper": (0, "cfc"), "aft_upper": (0, "cfc")}


LAID_APART = ["forward_upper zeke_12_high", "aft_upper tony_1:30_high"]


def test_a_gun_goes_to_another_man_where_the_first_is_needed_elsewhere(bomber):
    # By 5-6 the bombardier or the controller at 12 high, the right gunner too at 1:30 high.
    bomber.crew["bombardier"].fate = "killed"
    bomber.fighter("zeke", "12", "high")
    bomber.fighter("tony", "1:30", "high")

    laid = bomber.perform(defensive_fire.allot, answers=LAID_APART)

    assert laid == {"forward_upper": (0, "cfc"), "aft_upper": (1, "right_gunner")}


def test_a_man_who_can_be_spared_leaves_the_central_fire_controller_free(bomber):
    bomber.fighter("zeke", "12", "high")
    bomber.fighter("tony", "1:30", "high")
    bomber.fighter("frank", "6", "low")

    # The bombardier at 12, the right gunner at 1:30, and only the controller reaches 6 low.
    laid = bomber.perform(
        defensive_fire.allot,
        answers=[*LAID_APART, "frank_6_low"],
    )

    assert laid == {
        "forward_upper": (0, "bombardier"),
        "aft_upper": (1, "right_gunner"),
        "forward_lower": (2, "cfc"),
        "aft_lower": (2, "cfc"),
        "tail_turret": (2, "tail_gunner"),
    }


def test_a_target_for_which_no_man_is_left_is_not_offered(bomber):
    bomber.fighter("zeke", "dive", "")
    bomber.fighter("frank", "6", "low")

    bomber.perform(defensive_fire.allot, answers=["forward_upper zeke_dive", "fire"])

    # The controller fires at the diving one; the lower turrets have nobody else.
    assert bomber.asked[-1].options == ("aft_upper zeke_dive", "tail_turret frank_6_low", "fire")


def test_two_fighters_alike_in_one_place_can_both_be_aimed_at(bomber):
    bomber.fighter("zeke", "dive", "", pilot="green")
    bomber.fighter("zeke", "dive", "", pilot="ace")

    laid = bomber.perform(defensive_fire.allot, answers=["zeke_dive_2"])

    assert laid == {"forward_upper": (1, "cfc"), "aft_upper": (1, "cfc")}
    assert "green" in bomber.asked[0].label_of("zeke_dive")
    assert "ace" in bomber.asked[0].label_of("zeke_dive_2")


def test_a_target_is_named_with_its_pilot_and_the_men_who_can_fire(bomber):
    bomber.fighter("zeke", "1:30", "high", pilot="ace", damaged=2)

    bomber.perform(defensive_fire.allot, answers=["fire"])

    assert bomber.asked[0].label_of("forward_upper zeke_1:30_high") == (
        "forward upper turret (20 bursts) at the Zeke from 1:30 o'clock high, ace pilot, "
        "damaged twice (bombardier or right gunner or CFC)"
    )


def test_with_the_intercom_out_a_man_of_the_die_who_fires_elsewhere_stays_silent(bomber):
    bomber.plane.out.add("intercom")
    bomber.fighter("zeke", "12", "high")
    bomber.fighter("tony", "3", "high")

    # Forward upper at 12: die 3, the controller, who misses; aft upper at 3: right gunner by
    # allotment, without a die.
    bomber.perform(
        defensive_fire.fire_all,
        dice=[3, 2, 3, 2, 3],
        answers=["forward_upper zeke_12_high", "aft_upper tony_3_high"],
    )
    assert bomber.plane.guns["aft_upper"].boxes == 19

    # Both at 12 and at the side, the controller by the die for each: the second is silent.
    bomber.crew["right_gunner"].fate = "killed"
    bomber.perform(
        defensive_fire.fire_all,
        dice=[3, 2, 3],
        answers=["forward_upper zeke_12_high", "aft_upper tony_3_high"],
    )
    assert bomber.plane.guns["aft_upper"].boxes == 19


def test_each_tail_gun_has_one_passing_shot_at_a_fighter_of_choice(bomber):
    bomber.fighter("george", "12", "level")
    bomber.fighter("george", "1:30", "low", pilot="ace")

    bomber.perform(
        defensive_fire.passing_shots, set(), dice=[2, 3], answers=["tail_turret george_1:30_low"]
    )

    (asked,) = bomber.asked
    assert asked.options == ("tail_turret george_12_level", "tail_turret george_1:30_low", "fire")
    assert asked.label_of("fire") == "hold all fire"


def test_with_the_intercom_out_a_die_tells_who_lays_the_gun(bomber):
    fighter = bomber.fighter("zeke", "12", "high")
    bomber.plane.out.add("intercom")
    bomber.crew["bombardier"].fate = "killed"

    args = (defensive_fire.by_intercom, "forward_upper", fighter, "cfc")

    assert bomber.perform(*args, dice=[2]) == ""
    assert bomber.perform(*args, dice=[3]) == "cfc"


@pytest.mark.parametrize(
    ("gun", "area", "angle", "table", "die", "man"),
    [
        ("forward_upper", "1:30", "high", "5-6.bombardier_right", 2, "bombardier"),
        ("forward_upper", "1:30", "high", "5-6.bombardier_right", 3, "right_gunner"),
        ("aft_lower", "10:30", "low", "5-6.bombardier_left", 1, "bombardier"),
        ("aft_lower", "10:30", "low", "5-6.bombardier_left", 6, "left_gunner"),
        ("tail_turret", "6", "high", "5-6.tail", 4, "tail_gunner"),
        ("tail_turret", "6", "high", "5-6.tail", 5, "cfc"),
    ],
)
def test_with_the_intercom_out_the_side_of_the_attack_tells_who_may_lay_the_gun(
    bomber, gun, area, angle, table, die, man
):
    fighter = bomber.fighter("zeke", area, angle)
    bomber.plane.out.add("intercom")

    assert bomber.perform(defensive_fire.by_intercom, gun, fighter, man, dice=[die]) == man
    assert bomber.charts == [table]


@pytest.mark.parametrize(("dice", "jammed"), [([1, 1], True), ([1, 2], False)])
def test_guns_jam_on_a_natural_two(bomber, dice, jammed):
    bomber.fighter("zeke", "climb", "")

    bomber.perform(defensive_fire.shoot, "aft_lower", 0, "cfc", dice=dice)

    assert bomber.plane.guns["aft_lower"].jammed is jammed
    assert bomber.plane.guns["aft_lower"].boxes == 19


@pytest.mark.parametrize(
    ("gun", "post", "dice", "jammed"),
    [
        ("aft_upper", "cfc", [1, 4], True),  # 5 - 3 is 2: row 2 of 5-7
        ("aft_upper", "cfc", [2, 4], False),  # 6 - 3 is 3: no effect for other guns
        ("aft_upper", "cfc", [1, 3], False),  # 4 - 3 is 1: the fighter attacks normally
        ("tail_cannon", "tail_gunner", [3, 5], True),  # 8 - 3 - 2 is 3
        ("tail_cannon", "tail_gunner", [3, 6], False),  # 9 - 3 - 2 is 4
        ("tail_cannon", "tail_gunner", [2, 4], False),  # 6 - 3 - 2 is 1
    ],
)
def test_guns_jam_on_a_total_of_two_and_the_cannon_on_three(new_bomber, gun, post, dice, jammed):
    # -3 for a vertical dive, -2 for the cannon.
    bomber = new_bomber(5)
    bomber.fighter("zeke", "dive", "")

    bomber.perform(defensive_fire.shoot, gun, 0, post, dice=dice)

    assert bomber.plane.guns[gun].jammed is jammed


def test_while_evading_a_baka_guns_jam_on_a_total_of_two(bomber):
    bomber.fighter("baka", "6", "level", is_baka=True)
    bomber.mission.combat.evasive = True

    # 3 less 1.
    bomber.perform(defensive_fire.shoot, "tail_turret", 0, "tail_gunner", dice=[1, 2])

    assert bomber.plane.guns["tail_turret"].jammed


def test_a_kill_goes_to_the_man_who_fired(bomber):
    bomber.fighter("oscar", "6", "level")

    # 8 + 2 from the rear hits; 7 destroys an Oscar.
    bomber.perform(defensive_fire.shoot, "tail_turret", 0, "tail_gunner", dice=[4, 4, 3, 4])

    assert bomber.crew["tail_gunner"].kills == 1
    assert bomber.mission.combat.fighters[0].gone


def test_four_times_damaged_is_destroyed(bomber):
    fighter = bomber.fighter("frank", "6", "level", damaged=3)

    bomber.perform(defensive_fire.shoot, "tail_turret", 0, "tail_gunner", dice=[4, 4, 1, 1])

    assert fighter.gone


def test_row_eight_spares_a_zeke_as_printed_and_not_in_the_regular_variant(new_bomber):
    gone = []
    for chart in ("printed", "regular"):
        bomber = new_bomber(12, chart_5_8=chart)
        fighter = bomber.fighter("zeke", "6", "level")
        bomber.perform(defensive_fire.hit, fighter, "cfc", dice=[4, 4])
        gone.append(fighter.gone)

    assert gone == [False, True]


def test_evasive_action_spoils_both_fires(bomber):
    bomber.mission.combat.evasive = True
    fighter = bomber.fighter("zeke", "3", "level")

    bomber.perform(defensive_fire.shoot, "aft_upper", 0, "cfc", dice=[4, 5])
    bomber.subject.fighter = 0
    bomber.perform(fighter_fire.fire, fighter, dice=[4, 4])

    assert not fighter.hit_us


def test_no_evasive_action_without_electrics_or_with_frosted_windows(bomber):
    assert combat.can_evade(bomber.state)

    bomber.mission.flight.frosted = 1
    assert not combat.can_evade(bomber.state)
    bomber.mission.flight.frosted = 0
    bomber.plane.out.add("electrics")
    assert not combat.can_evade(bomber.state)


def test_tail_guns_have_a_passing_shot_at_fighters_from_the_front(bomber):
    bomber.fighter("zeke", "1:30", "level")

    bomber.perform(
        defensive_fire.passing_shots, set(), dice=[5, 5], answers=["tail_turret zeke_1:30_level"]
    )

    # 10 - 1 misses.
    assert "passing_shot" in str(bomber.happened("look_up")[0]["modifiers"])
    assert bomber.mission.combat.fighters[0].damaged == 0


def test_jams_are_cleared_from_the_next_turn_on(bomber):
    gun = bomber.plane.guns["aft_upper"]
    gun.jammed, gun.jammed_in_turn, bomber.mission.flight.turn = True, 5, 5
    bomber.perform(defensive_fire.clear_jams)
    assert gun.jammed

    bomber.mission.flight.turn = 6
    bomber.perform(defensive_fire.clear_jams, dice=[2])
    assert not gun.jammed


def test_a_gun_may_break_in_mending(bomber):
    gun = bomber.plane.guns["forward_upper"]
    gun.jammed, bomber.mission.flight.turn = True, 6

    bomber.perform(defensive_fire.clear_jams, dice=[6])

    assert gun.out


# ---------------------------------------------------------------- their fire


def test_shells_are_placed_and_weighed(bomber):
    fighter = bomber.fighter("nick", "3", "level")
    bomber.subject.fighter = 0

    # Hit; 7: one shell; 2: wing on the attacking side; weight 2; both superficial.
    bomber.perform(fighter_fire.fire, fighter, dice=[5, 4, 3, 4, 1, 1, 1, 3, 4, 3, 4])

    assert bomber.plane.hits == {"starboard_wing": 2}
    assert fighter.hit_us


def test_walking_hits_strike_all_along_the_fuselage(bomber):
    fighter = bomber.fighter("tojo", "3", "high")

    # 5-11: 2; weight 1 each; every damage chart on 7 or 4, 11.
    bomber.perform(
        fighter_fire.shell,
        fighter,
        dice=[1, 1, 1, 5, 6, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4],
    )

    assert set(bomber.plane.hits) == {
        "tail", "utility", "waist", "aft_bomb_bay", "fwd_bomb_bay", "nav_radio", "nose",
    }  # fmt: skip


def test_a_fighter_that_hit_comes_again_at_most_twice(bomber):
    fighter = bomber.fighter("zeke", "3", "level", hit_us=True)
    for turn in (1, 2):
        bomber.mission.combat.fighters = bomber.perform(combat.next_attacks, dice=[3, 4])
        assert places(bomber) == [("zeke", "6_low")], turn
        fighter.hit_us = True

    assert bomber.perform(combat.next_attacks) == []


def test_with_an_engine_out_the_type_tells_the_angle(bomber):
    bomber.plane.engines[1].running = False
    bomber.fighter("frank", "3", "level", hit_us=True)

    (again,) = bomber.perform(combat.next_attacks, dice=[3, 4])

    assert again.place == "12_high"


def test_a_fighter_that_missed_is_gone(bomber):
    bomber.fighter("zeke", "3", "level")

    assert bomber.perform(combat.next_attacks) == []


@pytest.mark.parametrize(
    ("pilot", "evasive", "collides"),
    [
        ("average", False, True),
        ("average", True, False),
        ("green", True, False),
        ("ace", True, True),
    ],
)
def test_ramming_by_pilot_and_evasion(bomber, pilot, evasive, collides):
    fighter = bomber.fighter("zeke", "12", "level", rams=True, pilot=pilot)
    bomber.subject.fighter = 0
    bomber.mission.combat.evasive = evasive

    # 11; the collision strikes the tail: two hits, superficial.
    more = [3, 1, 3, 1, 3] if collides else []
    bomber.perform(fighter_fire.ram, fighter, dice=[5, 6, *more])

    assert len(bomber.happened("mid_air")) == collides


def test_a_baka_that_gets_through_is_the_end(bomber):
    baka = bomber.fighter("baka", "6", "level", is_baka=True)

    assert bomber.perform(fighter_fire.impact, baka, dice=[5, 6]) == "down"
    assert bomber.mission.coming_down.cause == "baka"


def test_a_baka_shot_down_near_by_still_hurts(bomber):
    bomber.fighter("baka", "6", "level", is_baka=True)

    # Hit, destroyed, blast: two on each wing, three on the tail, all superficial.
    bomber.perform(
        defensive_fire.shoot, "tail_turret", 0, "tail_gunner",
        dice=[5, 6, 3, 4, 2, *[3, 4] * 4, *[1, 3] * 3],
    )  # fmt: skip

    assert bomber.mission.combat.fighters[0].gone
    assert bomber.plane.hits["tail"] == 3


def test_a_burst_inside_names_a_section_and_marks_it(bomber):
    # 6-4: 2; superficial is rolled again; waist: four men, then two superficial hits.
    bomber.chart("6-3", [1, 1, 1, 1, 3, 4, 1, 3, *[1] * 4, 3, 4, 3, 4], column="light")

    assert bomber.plane.bursts == {"waist"}
    assert bomber.crew["cfc"].light == 1


def test_a_whole_attack_runs_from_resistance_to_the_last_shot(bomber):
    # Moderate; attacked; Zeke from 3 level, green; evading; no gun fires; misses.
    bomber.perform(combat.meet_fighters, dice=[3, 4, 5, 3, 3, 1, 3, 3, 2, 2])
    assert combat.is_attacked(bomber.play)
    bomber.perform(combat.fight, dice=[3, 3], answers=["evade", "fire"])

    assert bomber.mission.combat.fighters == []
    assert bomber.plane.hits == {}
    assert [one["result"] for one in bomber.happened("look_up") if one["table"] == "5-9"] == [
        "miss"
    ]


@pytest.mark.parametrize(
    ("gun", "dice", "jammed"),
    [
        ("tail_turret", [1, 1], True),
        ("tail_turret", [1, 2], False),
        ("tail_cannon", [1, 2], True),
        ("tail_cannon", [2, 2], False),
    ],
)
def test_guns_jam_at_a_baka_as_at_any_other(new_bomber, gun, dice, jammed):
    bomber = new_bomber(5)
    bomber.fighter("baka", "6", "level", is_baka=True)

    bomber.perform(defensive_fire.shoot, gun, 0, "tail_gunner", dice=dice)

    assert bomber.plane.guns[gun].jammed is jammed


def test_only_the_tail_turret_suffers_from_its_feed_trays(new_bomber):
    bomber = new_bomber(5)
    bomber.plane.hits["feed_trays"] = 2
    bomber.fighter("zeke", "6", "level")

    for gun in ("tail_turret", "tail_cannon"):
        bomber.perform(defensive_fire.shoot, gun, 0, "tail_gunner", dice=[2, 2])

    counted = [{one[0] for one in event["modifiers"]} for event in bomber.happened("look_up")]
    assert ["feed_trays_hit" in one for one in counted] == [True, False]


def test_a_ram_counter_stays_with_the_fighter_that_rolled_it(bomber):
    bomber.alone()
    bombs.drop_all(bomber.play)
    bomber.mission.combat.noted = set()

    # Special tactics: ram; then 6 o'clock, where a Zeke cannot catch up.
    bomber.perform(fighter_attack.place, "zeke", dice=[1, 2, 2, 4, 5, 3])
    bomber.perform(fighter_attack.place, "zeke", dice=[1, 3, 3])

    assert [one.rams for one in bomber.mission.combat.fighters] == [False]


def test_the_fighter_that_rolled_the_ram_counter_has_it(bomber):
    bomber.mission.combat.noted = set()

    bomber.perform(fighter_attack.place, "zeke", dice=[1, 2, 2, 1, 3, 3])
    bomber.perform(fighter_attack.place, "zeke", dice=[4, 6, 3])

    assert [one.rams for one in bomber.mission.combat.fighters] == [True, False]


@pytest.mark.parametrize(
    ("tail_guns", "guns"),
    [("with_cannon", {"tail_turret", "tail_cannon"}), ("without_cannon", {"tail_turret"})],
)
def test_the_cannon_has_a_passing_shot_where_it_is_one_of_the_tail_guns(tail_guns, guns):
    play = GAME.start({"tail_guns": tail_guns}, seed=1)

    assert set(defensive_fire.tail_guns(play)) == guns
