"""An engine fire brought to each of its ends (7-5, 7-10, 7-12)."""

import pytest

from packs.b29_superfortress.bots import Skipper
from packs.b29_superfortress.rules.fire import section_fire

ALL_JUMP = [4] * 11
SEA = [3]  # 8-2: smooth
ALL_SAVED = [6] * 11


@pytest.fixture
def burning(new_bomber):
    def light(altitude="lo"):
        bomber = new_bomber().put("Tokyo", 8, altitude)
        bomber.subject.engine = 2
        return bomber

    return light


def test_the_first_bottle_puts_the_fire_out_and_the_mission_is_aborted(burning):
    bomber = burning()

    bomber.chart("7-5.fire", [1])

    engine = bomber.plane.engines[2]
    assert not engine.fire
    assert not engine.running
    assert bomber.mission.flight.aborted


def test_the_second_bottle_may_do_it(burning):
    bomber = burning()

    bomber.chart("7-5.fire", [4, 1])

    assert not bomber.plane.engines[2].fire


def test_at_lo_no_dive_is_offered(burning):
    bomber = burning()

    bomber.chart("7-5.fire", [2, 2, 1], ["stay"])

    assert bomber.asked[0].options == ("stay", "bail_out")


def test_who_stays_may_see_it_burn_on_with_the_engine_out(burning):
    bomber = burning()

    bomber.chart("7-5.fire", [2, 2, 2], ["stay"])

    assert bomber.plane.engines[2].fire
    assert not bomber.plane.engines[2].running


@pytest.mark.parametrize("die", [3, 4])
def test_who_stays_may_have_to_jump_under_control(burning, die):
    bomber = burning()

    bomber.chart("7-5.fire", [2, 2, die, *ALL_JUMP, *SEA, *ALL_SAVED], ["stay"])

    assert bomber.mission.status == "bailed_out"
    assert not any(man.fate for man in bomber.crew.values())


def test_who_stays_may_lose_control(burning):
    bomber = burning()

    # 8-5: only the pilot gets out, and is not found.
    bomber.chart("7-5.fire", [2, 2, 5, 6, *[5] * 10, *SEA, 1], ["stay"])

    assert bomber.crew["pilot"].fate == "died"
    assert {man.fate for man in bomber.crew.values()} == {"died", "killed"}


def test_who_stays_may_be_blown_up(burning):
    bomber = burning()

    assert bomber.chart("7-5.fire", [2, 2, 6], ["stay"]) == "down"
    assert {man.fate for man in bomber.crew.values()} == {"killed"}
    assert bomber.mission.coming_down.cause == "explosion"


def test_the_crew_may_jump_at_once(burning):
    bomber = burning()

    bomber.chart("7-5.fire", [2, 2, *ALL_JUMP, *SEA, *ALL_SAVED], ["bail_out"])

    assert bomber.mission.coming_down.plane_is == "lost"


def test_a_dive_puts_it_out_at_lo_with_the_engine_stopped(burning):
    bomber = burning("med")

    bomber.chart("7-5.fire", [2, 2, 3, 1], ["dive", ()])

    assert bomber.mission.flight.altitude == "lo"
    assert not bomber.plane.engines[2].fire
    assert not bomber.plane.engines[2].running


def test_a_dive_from_hi_has_the_better_chance(burning):
    bomber = burning("hi")

    bomber.chart("7-5.fire", [2, 2, 3, 2], ["dive", ()])

    assert not bomber.plane.engines[2].fire


def test_a_dive_that_fails_leaves_the_choice_of_lo(burning):
    bomber = burning("med")

    bomber.chart("7-5.fire", [2, 2, 3, 2, 1], ["dive", (), "stay"])

    assert bomber.asked[-1].options == ("stay", "bail_out")
    assert bomber.plane.engines[2].fire


@pytest.mark.parametrize(("die", "status"), [(3, "controlled"), (5, "uncontrolled")])
def test_a_dive_may_end_in_the_parachutes(burning, die, status):
    bomber = burning("med")
    # Pressure goes first when control is lost: nose, nav/radio, waist, tail.
    pressure = [] if die == 3 else [1, 1, 1, 1]
    jumps = ALL_JUMP if die == 3 else [6] * 11

    bomber.chart("7-5.fire", [2, 2, 3, die, *pressure, *jumps, *SEA, *ALL_SAVED], ["dive", ()])

    assert bomber.happened("bail_out")[0]["controlled"] is (status == "controlled")


def test_a_weakened_wing_snaps_in_the_dive(burning):
    bomber = burning("med")
    bomber.plane.wing_roots["port"] = 2

    bomber.chart("7-5.fire", [2, 2, 2, 1, 1, 1, 1, *[6] * 11, *SEA, *ALL_SAVED], ["dive", ()])

    assert bomber.mission.coming_down.cause == "wing_lost"


def test_some_may_jump_before_the_dive_but_not_who_flies(burning):
    bomber = burning("med")

    bomber.chart("7-5.fire", [2, 2, 4, 5, *SEA, 6, 6, 3, 1], ["dive", ("navigator", "cfc")])

    assert "pilot" not in bomber.asked[1].options
    assert not bomber.crew["cfc"].aboard
    assert bomber.crew["copilot"].aboard


def test_without_bottles_the_choice_comes_at_once(burning):
    bomber = burning()
    bomber.plane.out.add("engine_bottles")

    bomber.chart("7-5.fire", [1], ["stay"])

    assert bomber.plane.engines[2].fire


def test_a_fire_that_burns_on_is_rolled_again_every_turn(burning):
    from packs.b29_superfortress.rules.engines import run_engines

    bomber = burning()
    bomber.plane.engines[2].fire = True
    bomber.plane.engines[2].running = False

    bomber.perform(run_engines, dice=[6], answers=["stay"])

    assert bomber.mission.status == "destroyed"


def test_the_turn_in_which_a_fire_starts_has_no_second_roll_for_it(burning):
    from packs.b29_superfortress.rules.engines import run_engines

    bomber = burning()
    bomber.chart("7-5.fire", [2, 2, 2], ["stay"])

    bomber.perform(run_engines)
    assert bomber.plane.engines[2].fire

    bomber.mission.flight.turn += 1
    bomber.perform(run_engines, dice=[1], answers=["stay"])


def test_a_fire_from_an_oil_leak_is_rolled_for_once_in_its_turn(burning):
    from packs.b29_superfortress.rules.engines import run_engines

    bomber = burning()
    bomber.plane.engines[2].leak_until, bomber.plane.engines[2].leak_then = 3, "7-5.i"
    bomber.mission.flight.turn = 4

    # Feathering fails, fire, both bottles fail; it burns on.
    bomber.perform(run_engines, dice=[5, 6, 2, 2, 1], answers=["stay"])

    assert bomber.plane.engines[2].fire


def test_the_odds_of_staying_are_those_of_the_chart(burning):
    bomber = burning()
    bomber.chart("7-5.fire", [2, 2, 1], ["stay"])

    odds = bomber.asked[0].odds("stay")

    assert sum(odds.values()) == 1
    assert sorted(map(str, odds.values())) == ["1/3", "1/3", "1/6", "1/6"]


# ---------------------------------------------------------------- tanks and sections


def test_a_tank_fire_at_lo_sends_everybody_out(burning):
    bomber = burning()
    bomber.subject.wing, bomber.subject.tank = "port", "inboard"

    bomber.chart("7-5.d", [2, *ALL_JUMP, *SEA, *ALL_SAVED])

    assert bomber.mission.coming_down.cause == "fire"


def test_a_tank_fire_put_out_in_a_dive_leaves_a_leak(burning):
    bomber = burning("med")
    bomber.subject.wing, bomber.subject.tank = "port", "inboard"

    bomber.chart("7-5.d", [2, 3, 1, 5], ["dive", ()])

    assert bomber.mission.flight.altitude == "lo"
    assert bomber.mission.flight.fuel == 30 - 3  # two pumps save two of five


def test_a_section_fire_takes_one_extinguisher_after_the_other(burning):
    bomber = burning()

    bomber.perform(section_fire, "nose", dice=[6, 6, 3, 4])

    assert bomber.plane.extinguishers == {"waist", "utility", "tail"}


def test_a_section_fire_nobody_can_put_out_empties_the_plane(burning):
    bomber = burning()

    bomber.perform(section_fire, "tail", dice=[6, 6, 6, 6, *ALL_JUMP, *SEA, *ALL_SAVED])

    assert bomber.mission.status == "bailed_out"


def test_a_man_enters_utility_against_a_fire_only_when_the_pressure_is_let_out(burning):
    bomber = burning("med")

    # Eleven men put masks on; the fire goes out.
    bomber.perform(section_fire, "utility", dice=[*[1] * 11, 3, 4], answers=["let_out"])

    assert bomber.mission.depressurised
    assert all(man.masked for man in bomber.crew.values())
    assert bomber.mission.flight.altitude == "med"


def test_against_a_fire_in_utility_the_bomber_may_go_down_instead(burning):
    bomber = burning("med")

    bomber.perform(section_fire, "utility", dice=[3, 4], answers=["go_low"])

    assert (bomber.mission.flight.altitude, bomber.mission.depressurised) == ("lo", False)


@pytest.mark.parametrize(("leg", "answer"), [("out", "let_out"), ("back", "go_low")])
def test_the_skipper_goes_low_against_a_fire_only_on_the_way_home(burning, leg, answer):
    bomber = burning("med")
    bomber.mission.flight.leg = leg
    decision = next(section_fire(bomber.play, "utility"))

    assert Skipper().choose(bomber.match, decision) == answer


def test_where_the_pressure_cannot_be_let_out_a_fire_in_utility_brings_the_bomber_down_to_lo(
    burning,
):
    bomber = burning("med")
    bomber.plane.out.add("cannot_depressurise")

    bomber.perform(section_fire, "utility", dice=[3, 4])

    assert bomber.mission.flight.altitude == "lo"


@pytest.mark.parametrize("section", ["nose", "nav_radio", "waist", "tail"])
def test_a_fire_in_a_manned_section_is_fought_under_pressure(burning, section):
    bomber = burning("med")

    bomber.perform(section_fire, section, dice=[3, 4])

    assert not bomber.mission.depressurised


def test_a_fire_in_a_waist_without_fit_men_is_reached_through_the_tunnel_if_that_is_tight(burning):
    bomber = burning("med")
    for post in ("cfc", "left_gunner", "right_gunner", "radar_operator"):
        bomber.crew[post].serious = True
    bomber.perform(section_fire, "waist", dice=[3, 4])

    bomber.plane.compromised.add("tunnel")
    bomber.perform(section_fire, "waist", dice=[3, 4], answers=["go_low"])


def test_without_an_extinguisher_nobody_goes_to_a_fire_in_utility(burning):
    bomber = burning("med")
    bomber.plane.extinguishers.clear()

    bomber.perform(section_fire, "utility", dice=[*ALL_JUMP, *SEA, *ALL_SAVED])

    assert (bomber.mission.status, bomber.asked) == ("bailed_out", [])


def test_thin_air_helps_against_a_section_fire(burning):
    bomber = burning("med")
    bomber.plane.pressure_lost.add("waist")

    bomber.perform(section_fire, "waist", dice=[5, 5])

    assert "waist" not in bomber.plane.extinguishers
    assert bomber.happened("fire") == [{"state": "out"}]
