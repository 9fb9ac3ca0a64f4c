"""8.0 Flak attack and 10.0 Combat results."""

import pytest

from packs.wing_and_prayer.rules import experience, flak, mission_turn, results
from packs.wing_and_prayer.state import Level

from .conftest import carry_out, escorts, interceptors, kinds, start, take_off

NO_HIT = [1, 1, 1]
BOMBER = "b17f-a"


def six_bombers(**options):
    play = start(**options)
    take_off(play, 6, box="rhine")
    return play


# ---------------------------------------------------------------------- 8.0


def test_example_a_flak_site_is_checked_attacks_moderately_and_damages_the_first_bomber_lightly():
    """The example of 8.0: six B-17F, check 3, intensity 5, dice 2 6 6, hits 3 5, effect 5.

    10.2.1 then rolls for dropping out, which the example leaves out; it stays with a 1.
    """
    play = six_bombers()
    dice = [1, 2, 5, 2, 6, 6, 3, 5, 5, 1, *NO_HIT * 5]

    carry_out(play, mission_turn.check_flak_site, dice=dice)

    assert play.state.bombers[BOMBER].damaged
    assert play.state.mission.formation[0] == BOMBER
    assert [one.damaged for one in play.state.bombers.values()].count(True) == 1


def test_the_example_stops_before_the_drop_out_roll_where_that_reading_is_chosen():
    play = six_bombers(light_damage="example")

    carry_out(play, mission_turn.check_flak_site, dice=[1, 2, 5, 2, 6, 6, 3, 5, 5, *NO_HIT * 5])

    assert play.state.bombers[BOMBER].damaged


def test_a_flak_site_holds_its_fire_on_six_or_more():
    play = six_bombers()

    carry_out(play, mission_turn.check_flak_site, dice=[2, 4])

    assert "flak_hit" not in kinds(play)


def test_a_site_hits_on_five_but_a_target_on_six_only():
    play = six_bombers()

    carry_out(play, flak.flak_against, BOMBER, 1, 5, dice=[5, 1])
    carry_out(play, flak.flak_against, BOMBER, 1, 6, dice=[5])

    looked_up = [event.facts["table"] for event in play.events if event.kind == "look_up"]
    assert looked_up.count("flak_damage") == 1


def test_the_structure_of_a_damaged_bomber_is_that_of_its_back():
    play = six_bombers()
    play.state.bombers[BOMBER].damaged = True

    carry_out(play, flak.flak_against, BOMBER, 1, 6, dice=[6, 5])

    assert play.events[-1].facts["total"] == 5 - 3


def test_flak_strength_is_eight_twelve_or_fifteen(data):
    table = data.tables["flak_value"]

    assert [table.result(die, "attack") for die in range(1, 7)] == [8, 8, 8, 12, 12, 15]


# ---------------------------------------------------------------------- 10.2


def test_heavy_damage_damages_and_may_force_a_bomber_out():
    play = six_bombers()

    carry_out(play, results.hit_bomber, "b17f-f", "heavy", dice=[4, 6])

    assert play.state.bombers["b17f-f"].damaged
    assert "b17f-f" not in play.state.mission.formation


def test_heavy_damage_destroys_a_damaged_bomber_with_its_crew():
    play = six_bombers()
    one = play.state.bombers["b17f-f"]
    one.damaged = True

    carry_out(play, results.hit_bomber, "b17f-f", "heavy")

    assert "b17f-f" not in play.state.bombers
    assert one.crew not in play.state.crews
    assert play.state.mission.vp == -2


def test_light_damage_can_pass_without_effect():
    play = six_bombers()

    carry_out(play, results.hit_bomber, BOMBER, "light", dice=[3])

    assert not play.state.bombers[BOMBER].damaged


def test_light_damage_on_a_damaged_bomber_can_force_it_out():
    play = six_bombers(light_damage="example")
    play.state.bombers["b17f-f"].damaged = True

    carry_out(play, results.hit_bomber, "b17f-f", "light", dice=[4, 4, 6])

    assert "b17f-f" not in play.state.mission.formation


def test_a_destroyed_bomber_returns_its_counter_to_the_draw_pool():
    play = six_bombers()

    carry_out(play, results.hit_bomber, BOMBER, "destroyed")

    assert play.state.bomber_pool["b17f"] == [BOMBER]


# ---------------------------------------------------------------------- 10.4 and 10.5


def test_a_damaged_bomber_stays_on_three_or_more():
    play = six_bombers()

    carry_out(play, results.check_damaged_bomber, BOMBER, dice=[3])


def test_the_performance_of_the_crew_helps_a_bomber_to_stay():
    play = six_bombers()
    crew = play.state.crews[play.state.bombers[BOMBER].crew]
    crew.level = Level.CRACK
    performance = play.data.crews[crew.id].crack.performance

    carry_out(play, results.check_damaged_bomber, BOMBER, dice=[1, 3 + performance])

    assert BOMBER in play.state.mission.formation


def test_a_damaged_bomber_drops_out_on_a_failed_check():
    play = six_bombers()
    play.state.bombers["b17f-f"].damaged = True

    carry_out(play, results.check_damaged_bomber, "b17f-f", dice=[2, 4, 6])

    assert "b17f-f" not in play.state.mission.formation
    assert "b17f-f" in play.state.bombers
    assert play.state.mission.vp == 0


@pytest.mark.parametrize(
    ("box", "die"), [("abbeville", 1), ("rhine", 2), ("wruhr", 3), ("berlin", 4)]
)
def test_a_damaged_b17_with_a_green_crew_fails_to_return_more_easily_from_afar(box, die):
    for roll, returns in ((die, False), (die + 1, True)):
        play = six_bombers()
        play.state.mission.box = box
        play.state.bombers["b17f-f"].damaged = True
        carry_out(play, results.drop_out, "b17f-f", dice=[roll])
        assert ("b17f-f" in play.state.bombers) is returns
        assert play.state.mission.vp == (0 if returns else -2)


def test_a_bomber_that_drops_out_over_england_gets_home_without_a_roll():
    play = six_bombers()
    play.state.mission.box = "eng_e"

    carry_out(play, results.drop_out, BOMBER)

    assert BOMBER in play.state.bombers


def test_casualties_are_looked_at_before_the_bomber_may_drop_out():
    play = six_bombers()
    one = play.state.bombers[BOMBER]
    play.state.crews[one.crew].level = Level.CRACK

    carry_out(play, results.hit_bomber, BOMBER, "heavy", dice=[1, 3])

    assert play.state.crews[one.crew].level is Level.VETERAN
    assert one.damaged
    assert BOMBER in play.state.mission.formation


def test_an_escort_damaged_twice_flies_on_damaged():
    play = six_bombers()
    (one,) = escorts(play, "p47")

    for _ in range(2):
        carry_out(play, results.hit_escort, one, "damaged")

    assert play.state.mission.escorts == [one]
    assert one.damaged
    assert kinds(play)[-1] == "hit_for_nothing"


def test_no_lady_luck_counter_is_offered_for_a_hit_without_effect():
    play = six_bombers()
    (one,) = escorts(play, "p47")
    one.damaged = True
    play.state.lady_luck = ["wing_and_a_prayer"]

    carry_out(play, results.hit_escort, one, "damaged")

    assert play.state.lady_luck == ["wing_and_a_prayer"]


def test_a_damaged_fighter_can_still_be_destroyed():
    play = start()
    mission = take_off(play, 3)
    (friend,), (foe,) = escorts(play, "p47"), interceptors(play, "me109")
    friend.damaged = foe.damaged = True

    carry_out(play, results.hit_escort, friend, "destroyed")
    assert carry_out(play, results.hit_interceptor, foe, "destroyed")

    assert (mission.escorts, mission.interceptors) == ([], [])
    assert (mission.record.escorts_lost, mission.record.kills) == (1, {"me109": 1})


def test_an_escort_that_drops_out_costs_nothing():
    play = six_bombers()
    one, _ = escorts(play, "p47", "p47")
    one.damaged = True

    carry_out(play, mission_turn.check_damaged_aircraft, dice=[1, 4])

    assert [other.id for other in play.state.mission.escorts] == ["e2"]
    assert play.state.mission.vp == 0


# ---------------------------------------------------------------------- 10.6


def test_a_crack_crew_becomes_veteran_by_casualties():
    play = six_bombers()
    one = play.state.bombers[BOMBER]
    play.state.crews[one.crew].level = Level.CRACK

    carry_out(play, experience.check_crew, one, dice=[2])

    assert play.state.crews[one.crew].level is Level.VETERAN


def test_a_veteran_crew_is_replaced_by_a_green_one_and_its_counter_can_come_back():
    play = six_bombers()
    one = play.state.bombers[BOMBER]
    named = one.crew
    play.state.crews[named].level = Level.VETERAN

    carry_out(play, experience.check_crew, one, dice=[1])

    assert play.state.crews[one.crew].level is Level.GREEN
    assert named in play.state.crew_pool


def test_a_green_crew_is_never_checked():
    play = six_bombers()

    carry_out(play, experience.check_crew, play.state.bombers["b17f-f"])


def test_light_damage_does_not_check_the_crew():
    play = six_bombers()
    play.state.crews[play.state.bombers[BOMBER].crew].level = Level.CRACK

    carry_out(play, results.hit_bomber, BOMBER, "light", dice=[4, 1])

    assert "crew_level" not in kinds(play)


# ---------------------------------------------------------------------- 6.4


def test_nine_bombers_become_loose_with_the_fourth_loss():
    play = start()
    mission = take_off(play, 9, box="rhine")

    for name in ("b17f-g", "b17f-h", "b17f-i"):
        carry_out(play, results.hit_bomber, name, "destroyed")
    assert not mission.is_loose

    carry_out(play, results.hit_bomber, "b17f-f", "destroyed")
    assert mission.is_loose


# ---------------------------------------------------------------------- 6.1.2


def test_wing_and_a_prayer_saves_a_destroyed_bomber_and_is_discarded():
    play = six_bombers()
    play.state.lady_luck = ["wing_and_a_prayer", "angel"]

    carry_out(play, results.hit_bomber, BOMBER, "destroyed", answers=["wing_and_a_prayer"])

    assert BOMBER in play.state.mission.formation
    assert play.state.lady_luck == ["angel"]


@pytest.mark.parametrize("counter", ["bench_mark", "wing_and_a_prayer"])
def test_a_lady_luck_counter_brings_a_lost_bomber_home(counter):
    play = six_bombers()
    play.state.lady_luck = [counter]

    carry_out(play, results.drop_out, "b17f-f", dice=[1], answers=[counter])

    assert "b17f-f" in play.state.bombers
    assert play.state.mission.vp == 0


def test_bench_mark_keeps_a_thinned_formation_tight():
    play = start()
    mission = take_off(play, 2, box="rhine")
    play.state.lady_luck = ["bench_mark"]

    carry_out(play, results.hit_bomber, "b17f-b", "destroyed", answers=["bench_mark"])

    assert not mission.is_loose


def test_angel_on_my_side_keeps_the_level_of_a_crew():
    play = six_bombers()
    one = play.state.bombers[BOMBER]
    play.state.crews[one.crew].level = Level.CRACK
    play.state.lady_luck = ["angel"]

    carry_out(play, experience.check_crew, one, dice=[1], answers=["angel"])

    assert play.state.crews[one.crew].level is Level.CRACK


def test_wing_and_a_prayer_does_not_keep_damaged_aircraft_from_dropping_out_by_the_check():
    play = six_bombers()
    play.state.lady_luck = ["wing_and_a_prayer"]
    (escort,) = escorts(play, "p47")
    escort.damaged = play.state.bombers["b17f-f"].damaged = True

    carry_out(play, mission_turn.check_damaged_aircraft, dice=[1, 6, 6, 1, 6], answers=[])

    assert play.state.mission.escorts == []
    assert "b17f-f" not in play.state.mission.formation
    assert play.state.lady_luck == ["wing_and_a_prayer"]
