"""8.0 Flak attack and 10.0 Combat results."""

import pytest

from packs.wing_and_prayer.rules import experience, flak, mission_turn, results

from .conftest import at_level, became, bomber, carry_out, cases, fly, kinds, levels

NO_HIT = [1, 1, 1]
BOMBER = "b17f-a"


def six_bombers(**how):
    return fly(6, "rhine", **how)


# ---------------------------------------------------------------------- 8.0


def test_example_a_flak_site_is_checked_attacks_moderately_and_damages_the_first_bomber_lightly():
    """The example of 8.0: six B-17F, check 3, intensity 5, dice 2 6 6, hits 3 5, effect 5.

    10.2.1 then rolls for dropping out, which the example leaves out; it stays with a 1.
    """
    play = six_bombers()
    dice = [1, 2, 5, 2, 6, 6, 3, 5, 5, 1, *NO_HIT * 5]

    carry_out(play, mission_turn.check_flak_site, dice=dice)

    assert became(play) == "a damaged"


def test_the_example_stops_before_the_drop_out_roll_where_that_reading_is_chosen():
    play = six_bombers(light_damage="example")

    carry_out(play, mission_turn.check_flak_site, dice=[1, 2, 5, 2, 6, 6, 3, 5, 5, *NO_HIT * 5])

    assert became(play) == "a damaged"


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
    play = six_bombers(hurt="a")

    carry_out(play, flak.flak_against, BOMBER, 1, 6, dice=[6, 5])

    assert play.events[-1].facts["total"] == 5 - 3


def test_flak_strength_is_eight_twelve_or_fifteen(data):
    table = data.tables["flak_value"]

    assert [table.result(die, "attack") for die in range(1, 7)] == [8, 8, 8, 12, 12, 15]


# ---------------------------------------------------------------------- 10.2


@cases("""
claim                                        | hurt | letter | hit   | dice  | then
heavy damage damages and may force it out    |      | f      | heavy | 4 6   | f damaged and out
heavy damage destroys a damaged one and crew | f    | f      | heavy |       | f lost, -2 VP
light damage can pass without effect         |      | a      | light | 3     |
light damage can force a damaged one out     | f    | f      | light | 4 4 6 | f damaged and out
casualties are looked at before it drops out |      | a      | heavy | 1 3   | a damaged and veteran
light damage does not check the crew         |      | a      | light | 4 1   | a damaged
""")
def test_a_bomber_that_is_hit(hurt, letter, hit, dice, then):
    play = six_bombers(hurt=hurt)
    one = bomber(play, letter)

    carry_out(play, results.hit_bomber, one.id, hit, dice=dice)

    assert became(play) == then
    assert (one.crew in play.state.crews) is ("lost" not in then)


def test_a_destroyed_bomber_returns_its_counter_to_the_draw_pool():
    play = six_bombers()

    carry_out(play, results.hit_bomber, BOMBER, "destroyed")

    assert play.state.bomber_pool["b17f"] == [BOMBER]


# ---------------------------------------------------------------------- 10.4 and 10.5


@cases("""
claim                                            | hurt | letter | dice  | then
a bomber stays on three or more                  |      | f      | 3     |
the performance of a crack crew helps it to stay |      | a      | 1 4   |
it drops out on a failed check                   | f    | f      | 2 4 6 | f damaged and out
""")
def test_the_check_of_a_damaged_bomber(hurt, letter, dice, then):
    play = six_bombers(hurt=hurt)

    carry_out(play, results.check_damaged_bomber, f"b17f-{letter}", dice=dice)

    assert became(play) == then


@pytest.mark.parametrize(
    ("box", "die"), [("abbeville", 1), ("rhine", 2), ("wruhr", 3), ("berlin", 4)]
)
def test_a_damaged_b17_with_a_green_crew_fails_to_return_more_easily_from_afar(box, die):
    for roll, then in ((die, "f lost, -2 VP"), (die + 1, "f damaged and out")):
        play = fly(6, box, hurt="f")
        carry_out(play, results.drop_out, "b17f-f", dice=[roll])
        assert became(play) == then


def test_a_bomber_that_drops_out_over_england_gets_home_without_a_roll():
    play = fly(6, "eng_e")

    carry_out(play, results.drop_out, BOMBER)

    assert became(play) == "a out"


def test_an_escort_damaged_twice_flies_on_damaged():
    play = six_bombers(mine="p47")
    (one,) = play.state.mission.escorts

    for _ in range(2):
        carry_out(play, results.hit_escort, one, "damaged")

    assert play.state.mission.escorts == [one]
    assert one.damaged
    assert kinds(play)[-1] == "hit_for_nothing"


def test_no_lady_luck_counter_is_offered_for_a_hit_without_effect():
    play = six_bombers(mine="p47", luck="wing_and_a_prayer")
    (one,) = play.state.mission.escorts
    one.damaged = True

    carry_out(play, results.hit_escort, one, "damaged")

    assert play.state.lady_luck == ["wing_and_a_prayer"]


def test_a_damaged_fighter_can_still_be_destroyed():
    play = fly(3, mine="p47", foes="me109")
    mission = play.state.mission
    (friend,), (foe,) = mission.escorts, mission.interceptors
    friend.damaged = foe.damaged = True

    carry_out(play, results.hit_escort, friend, "destroyed")
    assert carry_out(play, results.hit_interceptor, foe, "destroyed")

    assert (mission.escorts, mission.interceptors) == ([], [])
    assert (mission.record.escorts_lost, mission.record.kills) == (1, {"me109": 1})


def test_an_escort_that_drops_out_costs_nothing():
    play = six_bombers(mine="p47 p47")
    play.state.mission.escorts[0].damaged = True

    carry_out(play, mission_turn.check_damaged_aircraft, dice=[1, 4])

    assert [other.id for other in play.state.mission.escorts] == ["e2"]
    assert play.state.mission.vp == 0


# ---------------------------------------------------------------------- 10.6


@cases("""
claim                                      | before  | dice | after
a crack crew becomes veteran by casualties | crack   | 2    | veteran
a veteran crew is replaced by a green one  | veteran | 1    | green
a green crew is never checked              | green   |      | green
""")
def test_a_check_of_a_crew(before, dice, after):
    play = six_bombers()
    named = at_level(play, "a", before).id

    carry_out(play, experience.check_crew, bomber(play, "a"), dice=dice)

    assert levels(play, "a") == after
    assert (named in play.state.crew_pool) is (before == "veteran")  # it can come back


# ---------------------------------------------------------------------- 6.4


def test_nine_bombers_become_loose_with_the_fourth_loss():
    play = fly(9, "rhine")

    for letter in "ghi":
        carry_out(play, results.hit_bomber, f"b17f-{letter}", "destroyed")
    assert not play.state.mission.is_loose

    carry_out(play, results.hit_bomber, "b17f-f", "destroyed")
    assert play.state.mission.is_loose


# ---------------------------------------------------------------------- 6.1.2


def test_wing_and_a_prayer_does_not_keep_damaged_aircraft_from_dropping_out_by_the_check():
    play = six_bombers(hurt="f", luck="wing_and_a_prayer", mine="p47")
    play.state.mission.escorts[0].damaged = True

    carry_out(play, mission_turn.check_damaged_aircraft, dice=[1, 6, 6, 1, 6], answers=[])

    assert play.state.mission.escorts == []
    assert became(play) == "f damaged and out"
    assert play.state.lady_luck == ["wing_and_a_prayer"]
