"""Wounds, oxygen, pressure, cold, and men away (7-11, 7-13, 7-14, 4.2, 7.3, 7.4)."""

import pytest

from packs.b29_superfortress.questions.bomber import fit_at, is_pressurised, is_veteran
from packs.b29_superfortress.questions.conditions import CONDITIONS
from packs.b29_superfortress.rules import (
    air,
    crewmen,
    defensive_fire,
    errands,
    tour,
    wounds,
    zones,
)


@pytest.fixture
def wounded(bomber):
    bomber.subject.man = "navigator"

    def wound(*levels):
        for level in levels:
            bomber.perform(wounds.wound, level)
        return bomber.crew["navigator"]

    return wound


def test_one_light_wound_changes_nothing(wounded):
    assert wounded("light").is_fit


def test_a_second_light_wound_costs_the_veterans_bonus(wounded, bomber):
    bomber.crew["navigator"].missions = 20
    assert is_veteran(bomber.state, "navigator")

    man = wounded("light", "light")

    assert man.shaken
    assert not is_veteran(bomber.state, "navigator")


def test_three_light_wounds_are_a_serious_one_and_four_kill(wounded):
    assert wounded("light", "light", "light").serious
    assert wounded("light").fate == "killed"


@pytest.mark.parametrize("levels", [("light", "serious"), ("serious", "light"), ("serious",) * 2])
def test_wounds_of_both_kinds_or_two_serious_ones_kill(wounded, levels):
    assert wounded(*levels).fate == "killed"


def test_a_wounded_man_who_was_moved_into_the_section_rolls_as_well(bomber):
    moved = bomber.crew["radio_operator"]
    moved.light, moved.section, moved.works_at = 1, "waist", "cfc"
    bomber.crew["cfc"].works_at = ""
    bomber.subject.section = "waist"

    bomber.perform(wounds.roll_wound, ("left_gunner",), dice=[1, 6])

    assert bomber.crew["left_gunner"].light == 1
    assert moved.fate == "killed"


@pytest.mark.parametrize(("die", "fate"), [(1, ""), (4, "sent_home"), (6, "died")])
def test_a_serious_wound_is_settled_after_landing(bomber, die, fate):
    bomber.crew["pilot"].serious = True

    bomber.perform(tour.treat_wounded, dice=[die])

    assert bomber.crew["pilot"].fate == fate


def test_frostbite_is_settled_after_landing(bomber):
    bomber.crew["tail_gunner"].frostbitten = True

    bomber.perform(tour.treat_wounded, dice=[5])

    assert bomber.crew["tail_gunner"].fate == "sent_home"


# ---------------------------------------------------------------- pressure


def test_decompression_strikes_nose_and_nav_radio_together(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.subject.section = "nose"
    # Six men of the two sections reach their masks, five others go on oxygen.
    bomber.chart("7-11", [3, *[1] * 6, *[2] * 5])

    assert all(man.masked for man in bomber.crew.values())


def test_a_six_on_decompression_wounds_everybody_in_the_section(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.subject.section = "tail"

    bomber.chart("7-11", [6, 2, 1, *[2] * 10])

    assert bomber.crew["tail_gunner"].light == 1


def test_going_on_oxygen_is_harder_with_the_intercom_out(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.out.add("intercom")

    bomber.perform(air.go_on_oxygen, bomber.crew["cfc"], dice=[4, 1])

    assert bomber.crew["cfc"].light == 1


def test_a_second_windshield_hit_takes_the_pressure_forward_and_lets_it_out_at_once(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.subject.section = "nose"
    bomber.plane.hits["7-1.8"] = 1

    # 7-1: 8; 7-11 one, six masks, five others.
    bomber.chart("7-1", [4, 4, 1, *[1] * 6, *[1] * 5])

    assert not is_pressurised(bomber.state, "nav_radio")
    assert is_pressurised(bomber.state, "waist")
    assert "windshield" in bomber.plane.out


def test_at_lo_the_same_hit_lets_nothing_out(bomber):
    bomber.put("Tokyo", 11, "lo")
    bomber.subject.section = "nose"
    bomber.plane.hits["7-1.8"] = 1

    bomber.chart("7-1", [4, 4])

    assert bomber.plane.compromised == {"nose", "nav_radio"}


def test_that_a_section_has_no_pressure_any_more_is_told_once(bomber):
    bomber.perform(air.compromise, ("nose", "nav_radio"))
    bomber.perform(air.compromise, ("nose", "nav_radio"))
    bomber.perform(air.lose_pressure, ("all",))
    bomber.perform(air.lose_pressure, ("tail",))

    told = [facts["sections"] for facts in bomber.happened("pressure")]
    assert told == [["nose", "nav_radio"], ["waist", "tail"]]


def test_second_air_duct_hit_anywhere_may_cost_all_pressure(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.subject.section, bomber.subject.bay = "fwd_bomb_bay", "forward"
    bomber.chart("7-3", [1, 1])

    bomber.chart("7-6", [1, 3, 5])

    assert not any(is_pressurised(bomber.state, part) for part in ("nose", "waist", "tail"))


def test_a_man_without_oxygen_sends_the_bomber_low_or_suffers(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.pressure_lost.add("tail")
    bomber.crew["tail_gunner"].oxygen_out = True

    bomber.perform(air.breathe, dice=[6], answers=["stay"])
    assert bomber.crew["tail_gunner"].fate == "killed"


@pytest.mark.parametrize(("count", "told"), [(3, "gunner"), (4, "4 men")])
def test_up_to_three_men_without_oxygen_are_named(bomber, count, told):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.pressure_lost |= {"waist", "tail"}
    for man in [man for man in bomber.crew.values() if man.section == "waist"][:count]:
        man.oxygen_out = True

    bomber.perform(air.breathe, dice=[4] * (5 - count), answers=["down"])

    assert told in bomber.asked[0].prompt


def test_the_bomber_may_go_low_for_air(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.pressure_lost.add("tail")
    bomber.crew["tail_gunner"].oxygen_out = True

    bomber.perform(air.breathe, answers=["down"])

    assert bomber.mission.flight.altitude == "lo"
    assert bomber.mission.flight.stays_low


@pytest.mark.parametrize(("tight", "die", "bitten"), [(True, 2, False), (False, 2, True)])
def test_frostbite_is_likelier_where_a_hit_let_the_cold_in(bomber, tight, die, bitten):
    bomber.put("Tokyo", 11, "hi")
    (bomber.plane.pressure_lost if tight else bomber.plane.compromised).add("tail")

    bomber.perform(air.freeze, dice=[die], answers=["stay"])

    assert bomber.crew["tail_gunner"].frostbitten is bitten


def test_pressure_let_out_by_choice_comes_back_the_next_turn(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.perform(air.depressurise, dice=[1] * 11)
    assert not is_pressurised(bomber.state, "nose")

    bomber.perform(air.repressurise)

    assert is_pressurised(bomber.state, "nose")
    assert not any(man.masked for man in bomber.crew.values())


def test_with_the_controls_broken_it_does_not_come_back(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.chart("7-10.9", [3])
    bomber.perform(air.depressurise, dice=[1] * 11)

    bomber.perform(air.repressurise)

    assert not is_pressurised(bomber.state, "nose")


def test_a_gunner_may_take_over_the_fire_control_of_a_dead_man(bomber):
    bomber.crew["cfc"].fate = "killed"

    bomber.perform(crewmen.fill_posts, answers=["left_gunner", "nobody"])

    assert bomber.crew["left_gunner"].works_at == "cfc"


def test_nobody_gets_through_a_holed_tunnel_under_pressure(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.compromised.add("tunnel")
    man = bomber.crew["radio_operator"]

    assert not crewmen.can_reach(bomber.state, man, "waist")
    assert crewmen.can_reach(bomber.state, man, "nose")


# ---------------------------------------------------------------- away from the post


def jammed_turret(bomber):
    gun = bomber.plane.guns["aft_lower"]
    gun.jammed, bomber.mission.flight.turn = True, 6
    return gun


def test_a_man_sent_to_utility_is_missing_at_his_post_until_the_next_turn(bomber):
    bomber.put("Tokyo", 11, "lo")
    bomber.fighter("zeke", "1:30", "high")
    gun = jammed_turret(bomber)

    bomber.perform(errands.send_men, answers=["right_gunner"])
    assert fit_at(bomber.state, "right_gunner") is None
    assert bomber.crew["right_gunner"].section == "utility"

    bomber.perform(defensive_fire.clear_jams, dice=[2])
    assert not gun.jammed
    bomber.perform(zones.begin_turn)
    assert fit_at(bomber.state, "right_gunner").section == "waist"


def test_nobody_takes_over_from_a_man_who_is_only_away(bomber):
    bomber.put("Tokyo", 11, "lo")
    jammed_turret(bomber)
    bomber.perform(errands.send_men, answers=["right_gunner"])

    bomber.perform(crewmen.fill_posts)

    assert bomber.asked == []


def test_whoever_flies_cannot_be_sent(bomber):
    bomber.put("Tokyo", 11, "lo")
    jammed_turret(bomber)

    bomber.perform(errands.send_men, answers=["nobody"])
    assert "pilot" not in bomber.asked[0].options
    assert "copilot" in bomber.asked[0].options

    bomber.crew["pilot"].serious = True
    bomber.perform(errands.send_men, answers=["nobody"])
    assert "copilot" not in bomber.asked[0].options


def test_the_charts_find_the_post_of_a_man_away_empty(bomber):
    bomber.put("Tokyo", 11, "lo")
    jammed_turret(bomber)
    bomber.perform(errands.send_men, answers=["radar_operator"])

    assert not CONDITIONS["radar_works"](bomber.play)


def test_a_hit_on_the_section_he_left_misses_him(bomber):
    bomber.put("Tokyo", 11, "lo")
    jammed_turret(bomber)
    bomber.perform(errands.send_men, answers=["right_gunner"])

    # 7-6: 10 wounds both side gunners; the left one alone is there.
    bomber.subject.section = "waist"
    bomber.chart("7-6", [5, 5, 1])

    assert bomber.crew["left_gunner"].light == 1
    assert bomber.crew["right_gunner"].light == 0


def test_his_oxygen_outlet_is_hit_at_the_post_he_left(bomber):
    bomber.put("Tokyo", 11, "lo")
    jammed_turret(bomber)
    bomber.perform(errands.send_men, answers=["flight_engineer"])

    bomber.perform(air.oxygen_out, crew=("flight_engineer",))

    assert bomber.crew["flight_engineer"].oxygen_out


def test_only_the_man_outside_the_cabins_can_freeze_with_the_pressure_let_out(bomber):
    jammed_turret(bomber)
    bomber.perform(errands.send_men, dice=[1] * 11, answers=["right_gunner"])

    # 1 + 1 for the pressure let out; in a cabin another + 1, and no die is rolled.
    bomber.perform(air.freeze, dice=[1])

    assert bomber.crew["right_gunner"].frostbitten


def test_the_wounded_may_be_carried_through_the_tunnel_out_of_the_cold(bomber):
    bomber.plane.compromised |= {"nose", "nav_radio"}
    bomber.crew["navigator"].serious = True

    bomber.perform(crewmen.carry_wounded, answers=["carry"])
    assert bomber.crew["navigator"].section == "waist"

    # A crewman hit in the waist: the radar operator, and the wounded man who was moved there.
    bomber.subject.section = "waist"
    bomber.chart("7-6", [3, 3, 5, 1, 1, 1])
    assert bomber.crew["navigator"].fate == "killed"


def test_a_post_filled_while_its_man_lay_wounded_in_utility_stays_filled(bomber):
    bomber.put("Tokyo", 11, "lo")
    jammed_turret(bomber)
    bomber.perform(errands.send_men, answers=["right_gunner"])
    bomber.crew["right_gunner"].serious = True

    bomber.perform(crewmen.fill_posts, answers=["radio_operator"])
    bomber.perform(zones.begin_turn)

    assert fit_at(bomber.state, "right_gunner") is bomber.crew["radio_operator"]
    assert bomber.crew["right_gunner"].works_at == ""


def test_they_stay_where_the_tunnel_is_holed(bomber):
    bomber.plane.compromised |= {"nose", "nav_radio", "tunnel"}
    bomber.crew["navigator"].serious = True

    bomber.perform(crewmen.carry_wounded)

    assert bomber.crew["navigator"].section == "nav_radio"


def test_who_has_taken_over_a_post_is_not_called_away_from_it(bomber):
    bomber.crew["right_gunner"].fate = "killed"

    bomber.perform(crewmen.fill_posts, answers=["bombardier", "nobody"])

    assert [asked.prompt for asked in bomber.asked] == [
        "He is dead. Who takes over from the right gunner?",
        "He is away from his guns. Who takes over from the bombardier?",
    ]
    assert "bombardier" not in bomber.asked[1].options


def test_who_orders_that_nobody_ever_goes_is_not_asked_again(bomber):
    def send(task, answers=()):
        bomber.perform(crewmen.send, task, "aft_bomb_bay", task, lambda _: {}, answers=answers)

    send("raise the gear", ["never"])

    send("raise the gear")
    send("close the doors", ["nobody"])

    assert not bomber.mission.errands


def test_the_odds_without_air_are_those_of_a_wound_to_the_first_man(bomber):
    man = bomber.crew["cfc"]

    odds = air.odds_of_choking(bomber.play, [man])

    assert odds.keys() == {"fit for duty", "seriously wounded", "a man dies"}
    assert sum(odds.values()) == 1
    assert not man.fate
