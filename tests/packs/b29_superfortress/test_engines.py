"""Propellers, oil and what becomes of an engine (7-5 notes f to m, 7.2)."""

import pytest

from packs.b29_superfortress.questions.bomber import in_formation, is_slow
from packs.b29_superfortress.rules import commander, engines


@pytest.fixture
def struck(bomber):
    bomber.put("Tokyo", 8, "lo")
    bomber.subject.engine = 3
    return bomber


def test_an_engine_shot_out_is_feathered_and_leaves_the_choice_to_abort(struck):
    struck.chart("7-5.f", [4], ["press_on"])

    assert struck.plane.engines[3].prop == "feathered"
    assert not struck.mission.flight.aborted


def test_an_engine_that_cannot_be_feathered_drags(struck):
    struck.chart("7-5.f", [5])

    assert struck.plane.engines[3].prop == "drags"
    assert is_slow(struck.state)


def test_with_the_feathering_controls_hit_no_die_is_rolled(struck):
    struck.plane.out.add("feathering")

    struck.chart("7-5.g", [])

    assert struck.plane.engines[3].prop == "runaway"


def test_an_oil_leak_shuts_the_engine_down_after_its_turns(struck):
    struck.chart("7-5.h.leak", [1])
    struck.mission.flight.turn += 1
    struck.perform(engines.run_engines)
    assert struck.plane.engines[3].running

    struck.mission.flight.turn += 1
    struck.perform(engines.run_engines, dice=[4], answers=["abort"])

    assert struck.plane.engines[3].prop == "feathered"
    assert struck.mission.flight.aborted


def test_the_turn_of_an_oil_leak_does_not_count_even_before_the_engines_are_looked_after(struck):
    struck.mission.flight.turn = 8
    struck.chart("7-5.h.leak", [3])

    for turn in (8, 9, 10):
        struck.mission.flight.turn = turn
        struck.perform(engines.run_engines)
        assert struck.plane.engines[3].running, turn

    struck.mission.flight.turn = 11
    struck.perform(engines.run_engines, dice=[4], answers=["press_on"])
    assert not struck.plane.engines[3].running


def test_at_night_an_oil_leak_is_seen_late(struck):
    struck.put("Tokyo", 8, "lo", night=True)
    struck.subject.engine = 3

    struck.chart("7-5.i", [4, 2])

    assert struck.plane.engines[3].prop == "windmilling"
    assert struck.mission.flight.aborted


def test_a_windmilling_propeller_may_run_away_and_burn(struck):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "windmilling"

    struck.perform(engines.run_engines, dice=[6, 6, 1])

    assert struck.plane.engines[3].prop == "runaway"
    assert not struck.plane.engines[3].fire


@pytest.mark.parametrize(("die", "prop"), [(1, "windmilling"), (3, "runaway")])
def test_a_runaway_propeller_is_checked_for_fire_first_each_turn(struck, die, prop):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "runaway"

    struck.perform(engines.run_engines, dice=[2, die])

    assert struck.plane.engines[3].prop == prop


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


def test_a_runaway_propeller_that_burns_does_not_vibrate_as_well(struck):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "runaway"

    # 7-5.j fire, which neither bottle puts out; it burns on without harm to the wing.
    struck.perform(engines.run_engines, dice=[6, 6, 6, 1], answers=["stay"])

    assert struck.plane.engines[3].fire
    assert struck.plane.wing_roots["starboard"] == 0


def test_vibration_of_a_runaway_propeller_hits_the_wing_root(struck):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "runaway"

    struck.perform(engines.run_engines, dice=[2, 4])

    assert struck.plane.wing_roots["starboard"] == 1


def test_a_propeller_that_flies_apart_may_take_the_engine_beside_it(struck):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "runaway"

    # 7-5.j none, 7-5.l apart, 7-5.m debris, inboard: beside it, 7-5.10.hit out, feathered.
    struck.perform(engines.run_engines, dice=[2, 5, 4, 3, 4, 4])

    assert struck.plane.engines[3].prop == "gone"
    assert struck.plane.engines[4].prop == "feathered"


@pytest.mark.parametrize(
    ("die", "dice", "beside", "root", "hits"),
    [
        (4, [], "ok", 0, 0),
        (5, [4, 4], "feathered", 0, 0),
        (6, [4, 4, 1, 3, 4], "feathered", 1, 1),  # one hit on nav/radio, superficial
    ],
)
def test_debris_of_an_outboard_propeller_reaches_the_engine_beside_it_on_five(
    struck, die, dice, beside, root, hits
):
    struck.plane.engines[4].running = False
    struck.plane.engines[4].prop = "runaway"

    # 7-5.j none, 7-5.l apart, 7-5.m debris.
    struck.perform(engines.run_engines, dice=[2, 5, 4, die, *dice])

    assert "7-5.m.outboard" in struck.charts
    assert struck.plane.engines[4].prop == "gone"
    assert struck.plane.engines[3].prop == beside
    assert struck.plane.wing_roots["starboard"] == root
    assert struck.plane.hits.get("nav_radio", 0) == hits


@pytest.mark.parametrize(("out", "die"), [({"port"}, 2), ({"port", "starboard"}, 3)])
def test_each_aileron_out_makes_the_debris_of_a_propeller_more_dangerous(struck, out, die):
    struck.plane.ailerons_out |= out

    # 2 - 1 or 3 - 2: out of control; nobody gets out.
    struck.chart("7-5.m", [die, *[1] * 11])

    assert struck.mission.coming_down.cause == "out_of_control"


def test_an_engine_that_is_out_takes_no_more_harm(struck):
    struck.plane.engines[3].running = False
    struck.plane.engines[3].prop = "feathered"

    assert struck.chart("7-5.10.hit", []) == []


def test_fifth_hit_on_a_wing_root_takes_the_wing(struck):
    struck.plane.wing_roots["port"] = 4

    struck.perform(
        __import__("packs.b29_superfortress.rules.damage", fromlist=["x"]).wing_root_hit,
        "port",
        1,
        dice=[6] * 11 + [3] + [6] * 11,
    )

    assert struck.mission.coming_down.cause == "wing lost"


def test_with_an_engine_out_bombs_go_or_the_formation(struck):
    struck.plane.engines[3].running = False
    assert not in_formation(struck.state)

    struck.perform(commander.lighten, answers=["jettison"])

    assert in_formation(struck.state)
    assert struck.mission.bomb_run.run_done


def test_a_weak_engine_leaves_the_choice_before_the_combat_of_the_turn(struck):
    # Note e of 4-9: only without bombs does it keep up with the formation.
    struck.plane.engines[3].weak = True
    assert not in_formation(struck.state)

    struck.perform(commander.look_after_engines, answers=["jettison"])
    assert in_formation(struck.state)

    struck.perform(commander.give_orders)


def test_an_engine_lost_in_combat_leaves_the_choice_at_the_end_of_the_turn(struck):
    struck.perform(commander.look_after_engines)
    struck.plane.engines[3].running = False

    struck.perform(commander.give_orders, answers=["keep"])

    assert struck.asked[0].prompt == "1 of 4 engines out or weak. What now?"


def test_an_engine_returned_to_full_operation_is_weak_no_more(struck):
    # Note e of 4-9, first outcome.
    struck.plane.engines[3].weak = True

    struck.chart("4-9.e", [3])

    assert in_formation(struck.state)
    assert [event["state"] for event in struck.happened("engine")] == ["at_full_power_again"]


def test_an_engine_that_was_sound_all_along_is_not_told_to_be_at_full_power_again(struck):
    struck.chart("4-9.e", [1])

    assert not struck.happened("engine")


def test_an_engine_that_weakens_anew_after_full_operation_leaves_the_choice_again(struck):
    struck.plane.engines[3].weak = True
    struck.perform(commander.lighten, answers=["keep"])
    struck.chart("4-9.e", [2])
    struck.plane.engines[3].weak = True

    struck.perform(commander.lighten, answers=["keep"])
    [asked] = struck.asked
    assert not asked.touched(), "all three are buttons"
    struck.perform(commander.lighten)


def test_a_weak_engine_that_is_lost_leaves_the_choice_again(struck):
    struck.plane.engines[3].weak = True
    struck.perform(commander.lighten, answers=["keep"])
    struck.plane.engines[3].running = False

    struck.perform(commander.lighten, answers=["keep"])


def test_two_engines_out_are_two_turns_a_zone(struck):
    for number in (1, 2):
        struck.plane.engines[number].running = False
        struck.plane.engines[number].prop = "feathered"
    for bay in struck.plane.bays.values():
        bay.bombs = False

    assert is_slow(struck.state)
    assert not in_formation(struck.state)


def test_on_the_last_engine_the_bombs_go_and_two_zones_remain(struck):
    for number in (1, 2, 3):
        struck.plane.engines[number].running = False

    struck.perform(engines.fly_on_what_is_left)

    assert struck.plane.zones_left == 2


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


def test_without_engines_the_bomber_comes_down(struck):
    for engine in struck.plane.engines.values():
        engine.running = False

    struck.perform(engines.fly_on_what_is_left, dice=[3, 6, 6, *[6] * 11], answers=["ditch"])

    assert struck.mission.status == "ditched"


def test_the_last_engine_lost_in_combat_brings_the_bomber_down_in_that_turn(struck):
    struck.perform(commander.look_after_engines)
    for engine in struck.plane.engines.values():
        engine.running = False

    struck.perform(commander.give_orders, dice=[3, 6, 6, *[6] * 11], answers=["ditch"])

    assert struck.mission.coming_down.cause == "no engine left"
