"""The chances that decisions tell, against the rules' own code."""

from fractions import Fraction

import pytest

from packs.wing_and_prayer.questions import chances
from packs.wing_and_prayer.rules import (
    attacks_on_bombers,
    bombing_run,
    engagements,
    flak,
    mission_turn,
    pre_mission,
    two_player,
)
from packs.wing_and_prayer.rules.attacks_on_bombers import Aim
from packs.wing_and_prayer.state import Post

from .conftest import escorts, interceptors, start, take_off


def bomb(play):
    asking = bombing_run.bomb_target(play)
    for _ in asking:
        raise AssertionError("nothing should be asked")
    bombing_run.determine_damage(play)
    return play.state.mission.damage


def test_the_chances_of_a_bombing_run_are_those_of_the_rule_itself():
    play = start(low_altitude=True)
    mission = take_off(play, 2)
    mission.cloud = "light"

    exact = play.odds(bomb)
    told = chances.of_bombing(play, low=False)

    assert told == {f"{'no' if k == 'none' else k} damage": p for k, p in exact.items()}
    assert sum(told.values()) == 1


def test_the_chances_of_an_interceptor_are_those_of_its_fire_without_cover_and_with_it():
    play = start()
    take_off(play, 9)
    escorts(play, "p47")
    aims = [Aim(foe, "b17f-d") for foe in interceptors(play, "me109", "me262")]
    decision = next(attacks_on_bombers.cover_support(play, aims))

    for aim in aims:
        covered, bare = (
            {
                chances.DAMAGE.get(result, result): chance
                for result, chance in play.odds(
                    attacks_on_bombers.fire_at_bomber, aim, is_covered
                ).items()
            }
            for is_covered in (True, False)
        )
        told = decision.odds(aim.interceptor.id)
        assert told == {f"with cover, {damage}": chance for damage, chance in covered.items()}
        assert sum(told.values()) == 1
        unhurt = f"without cover no damage: {float(bare['no damage']):.1%}"
        assert decision.label_of(aim.interceptor.id).endswith(unhurt)


def test_cover_makes_damage_less_likely():
    play = start()
    take_off(play, 9)
    escorts(play, "p47")
    (foe,) = interceptors(play, "fw190")

    aim = Aim(foe, "b17f-d")
    bare, covered = (
        play.odds(attacks_on_bombers.fire_at_bomber, aim, is_covered)
        for is_covered in (False, True)
    )

    told = attacks_on_bombers.chances_of_cover(play, aim)

    unhurt = next(result for result, words in chances.DAMAGE.items() if words == "no damage")
    assert bare[unhurt] < covered[unhurt] == told["with cover, no damage"]


def test_low_altitude_hits_more_often():
    play = start(low_altitude=True)
    take_off(play, 9)

    decision = next(pre_mission.decide_altitude(play))

    heavy = [decision.odds(option)["heavy damage"] for option in ("standard", "low")]
    assert heavy[0] < heavy[1]


def test_a_rendezvous_brings_nobody_with_one_in_six():
    play = start()
    take_off(play, 9, box="rv_pas")

    decision = next(mission_turn.meet_escorts(play))

    assert decision.odds("roll")["0 escorts"] == Fraction(1, 6)
    assert decision.odds("keep") == {}


def test_an_interception_near_england_succeeds_with_ten_in_thirty_six():
    play = start(players=2)
    mission = take_off(play, 9, box="meaulte")
    mission.german.fighters = {"me109": 2}

    decision = next(two_player.german_interception(play))

    assert decision.odds("intercept")["the formation is found"] == Fraction(10, 36)


def test_another_look_finds_a_clear_sky_with_fifteen_in_thirty_six():
    play = start(go_around=True)
    take_off(play, 9).cloud = "heavy"

    decision = next(bombing_run.go_around(play))

    assert decision.odds("again")["clear"] == Fraction(15, 36)


@pytest.mark.parametrize("hits_on", [5, 6])
def test_the_chances_of_flak_are_those_of_the_rule_itself(hits_on):
    play = start()
    take_off(play, 3)
    play.state.bombers["b17f-b"].damaged = True
    dice = play.data.tables["combat"].look_up(7, column=3).result
    assert dice == 2

    told = chances.of_flak(play, 7, hits_on, "b17f-b")

    exact = {}
    for hit, chance in play.odds(flak.flak_against, "b17f-b", dice, hits_on).items():
        words = chances.DAMAGE.get(hit.result, hit.result)
        exact[words] = exact.get(words, 0) + chance
    assert told == exact


def test_one_die_of_flak_harms_a_damaged_bomber_by_a_six_alone():
    play = start()
    take_off(play, 2)
    play.state.bombers["b17f-b"].damaged = True

    told = chances.of_flak(play, 4, 6, "b17f-b")

    assert told["light damage"] == Fraction(1, 36)


def test_the_guns_of_a_way_open_up_with_ten_in_thirty_six_each():
    play = start()

    way = ["abbeville", "picardy", "paris"]

    assert chances.of_route(play, way)["guns open up"] == Fraction(10, 36)
    assert chances.of_route(play, way[1:])["guns open up"] == 0


def test_the_choice_of_an_opponent_tells_the_fire_of_the_first_escort():
    play = start()
    take_off(play, 9)
    escorts(play, "p47", post=Post.COMBAT)
    interceptors(play, "me109", "me110")

    decision = next(engagements.position_fighters(play))

    fire = {foe: decision.odds(foe) for foe in ("i1", "i2")}
    assert all(sum(one.values()) == 1 for one in fire.values())
    exact = play.data.tables["fighter_combat"].odds(
        with_=["air_combat", "structure"], counts={"air_combat": 4, "structure": 3}
    )
    assert fire["i1"]["destroyed"] == dict(exact.items())["destroyed"]
