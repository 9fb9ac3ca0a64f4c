"""8.0 Flak attack and 10.0 Combat results."""

import pytest

from packs.wing_and_prayer.rules import experience, results

from .conftest import at_level, became, bomber, carry_out, cases, fly, levels
from .scenes import play_scene, scenes

BOMBER = "b17f-a"


def six_bombers(**how):
    return fly(6, "rhine", **how)


# ---------------------------------------------------------------------- 8.0


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


# ---------------------------------------------------------------------- 10.4 and 10.5


@pytest.mark.parametrize(
    ("box", "die"), [("abbeville", 1), ("rhine", 2), ("wruhr", 3), ("berlin", 4)]
)
def test_a_damaged_b17_with_a_green_crew_fails_to_return_more_easily_from_afar(box, die):
    for roll, then in ((die, "f lost, -2 VP"), (die + 1, "f damaged and out")):
        play = fly(6, box, hurt="f")
        carry_out(play, results.drop_out, "b17f-f", dice=[roll])
        assert became(play) == then


def test_a_damaged_fighter_can_still_be_destroyed():
    play = fly(3, mine="p47", foes="me109")
    mission = play.state.mission
    (friend,), (foe,) = mission.escorts, mission.interceptors
    friend.damaged = foe.damaged = True

    carry_out(play, results.hit_escort, friend, "destroyed")
    assert carry_out(play, results.hit_interceptor, foe, "destroyed")

    assert (mission.escorts, mission.interceptors) == ([], [])
    assert (mission.record.escorts_lost, mission.record.kills) == (1, {"me109": 1})


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


@scenes("""
example of 8.0: six bombers, check 3, intensity 5, dice 2 6 6, hits 3 5, effect 5 and, by 10.2.1, 1
    fly 6 rhine -> mission_turn.check_flak_site : 1 2 5 2 6 6 3 5 5 1 1*15 -> became a damaged
the example stops before the roll for dropping out where that reading is chosen
    fly 6 rhine light_damage=example
    mission_turn.check_flak_site : 1 2 5 2 6 6 3 5 5 1*15 -> became a damaged
a flak site holds its fire on six or more
    fly 6 rhine -> mission_turn.check_flak_site : 2 4 -> kinds flak_hit 0
a site hits on five, and its damage is looked up after the clouds of the day
    fly 6 rhine -> flak.flak_against a 1 5 : 5 1 -> event look_up table cloud_cover flak_damage
but a target on six only
    fly 6 rhine -> flak.flak_against a 1 6 : 5 -> event look_up table cloud_cover
a destroyed bomber returns its counter to the draw pool
    fly 6 rhine -> results.hit_bomber a destroyed -> state bomber_pool.b17f ['b17f-a']
nine bombers become loose with the fourth loss
    fly 9 rhine -> results.hit_bomber g destroyed -> results.hit_bomber h destroyed
    results.hit_bomber i destroyed -> state mission.is_loose False
    results.hit_bomber f destroyed -> state mission.is_loose True
the structure of a damaged bomber is that of its back
    fly 6 rhine hurt=a -> flak.flak_against a 1 6 : 6 5 -> fact total 2
a damaged bomber stays on three or more
    fly 6 rhine -> results.check_damaged_bomber f : 3 -> became
the performance of a crack crew helps a bomber to stay
    fly 6 rhine -> results.check_damaged_bomber a : 1 4 -> became
a damaged bomber drops out on a failed check
    fly 6 rhine hurt=f -> results.check_damaged_bomber f : 2 4 6 -> became f damaged and out
a bomber that drops out over England gets home without a roll
    fly 6 eng_e -> results.drop_out a -> became a out
an escort damaged twice flies on damaged
    fly 6 rhine mine=p47 -> results.hit_escort e1 damaged -> results.hit_escort e1 damaged
    became e1 damaged -> kind hit_for_nothing
no Lady Luck counter is offered for a hit without effect
    fly 6 rhine mine=p47 luck=wing_and_a_prayer -> set e1.damaged=True
    results.hit_escort e1 damaged -> luck wing_and_a_prayer
an escort that drops out costs nothing
    fly 6 rhine mine=p47,p47 -> set e1.damaged=True -> mission_turn.check_damaged_aircraft : 1 4
    escorts p47 -> became
Wing and a Prayer is discarded, and other counters stay
    fly 6 rhine luck=wing_and_a_prayer,angel
    results.hit_bomber a destroyed : : wing_and_a_prayer -> became -> luck angel
Wing and a Prayer does not keep damaged aircraft from dropping out by the check
    fly 6 rhine hurt=f luck=wing_and_a_prayer mine=p47 -> set e1.damaged=True
    mission_turn.check_damaged_aircraft : 1 6 6 1 6
    escorts -> became f damaged and out -> luck wing_and_a_prayer
""")
def test_what_hits_and_checks_come_to(scene):
    play_scene(scene)
