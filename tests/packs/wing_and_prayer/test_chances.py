"""The chances that decisions tell, against the rules' own code."""

from fractions import Fraction

import pytest

from packs.wing_and_prayer.questions import chances, ratings
from packs.wing_and_prayer.rules import (
    air_combat,
    attacks_on_bombers,
    bombing_run,
    engagements,
    flak,
    post_mission,
    pre_mission,
    results,
)
from packs.wing_and_prayer.rules.attacks_on_bombers import Aim
from packs.wing_and_prayer.state import Post
from tabletop_core.bots import first_legal

from .conftest import bomber, duel, escorts, fly, interceptors, start
from .scenes import play_scene, scenes


def bomb(play):
    asking = bombing_run.bomb_target(play)
    for _ in asking:
        raise AssertionError("nothing should be asked")
    bombing_run.determine_damage(play)
    return play.state.mission.damage


def exact_damage(play):
    """The chances of a bombing run by the rule itself, in the words of a decision."""
    return {f"{'no' if k == 'none' else k} damage": p for k, p in play.odds(bomb).items()}


def test_the_chances_of_a_bombing_run_are_those_of_the_rule_itself():
    told = []
    for loose in (False, True):
        play = fly(2, low_altitude=True, cloud="light", loose=loose)
        told.append(chances.of_bombing(play, low=False))
        assert told[-1] == exact_damage(play)
        assert sum(told[-1].values()) == 1

    assert told[0] != told[1]


def in_words(odds):
    return {chances.DAMAGE.get(result, result): chance for result, chance in odds.items()}


def test_the_chances_of_an_interceptor_are_those_of_its_fire_without_cover_and_with_it():
    play = fly(mine="p47", foes="me109 me262")
    aims = [Aim(foe, "b17f-d") for foe in play.state.mission.interceptors]
    decision = next(attacks_on_bombers.cover_support(play, aims))

    for aim in aims:
        covered, bare = (
            in_words(play.odds(attacks_on_bombers.fire_at_bomber, aim, is_covered))
            for is_covered in (True, False)
        )
        told = decision.odds(aim.interceptor.id)
        assert told == {f"with cover, {damage}": chance for damage, chance in covered.items()}
        assert sum(told.values()) == 1
        assert bare["no damage"] < covered["no damage"]
        unhurt = f"without cover no damage: {round(100 * bare['no damage'])} %"
        assert decision.label_of(aim.interceptor.id).endswith(unhurt)


def test_low_altitude_hits_more_often():
    play = fly(low_altitude=True)

    decision = next(pre_mission.decide_altitude(play))

    heavy = [decision.odds(option)["heavy damage"] for option in ("standard", "low")]
    assert heavy[0] < heavy[1]


@pytest.mark.parametrize("hits_on", [5, 6])
def test_the_chances_of_flak_are_those_of_the_rule_itself(hits_on):
    play = fly(3, hurt="b")
    dice = play.data.tables["combat"].look_up(7, column=3).result
    assert dice == 2

    told = chances.of_flak(play, 7, hits_on, "b17f-b")

    exact = {}
    for hit, chance in play.odds(flak.flak_against, "b17f-b", dice, hits_on).items():
        words = chances.DAMAGE.get(hit.result, hit.result)
        exact[words] = exact.get(words, 0) + chance
    assert told == exact


def test_flak_and_the_guns_of_a_way_by_numbers():
    """One die harms a damaged bomber by a six alone; guns open up with ten in thirty-six each."""
    play, way = fly(2, hurt="b"), ["abbeville", "picardy", "paris"]

    assert chances.of_flak(play, 4, 6, "b17f-b")["light damage"] == Fraction(1, 36)
    assert chances.of_route(play, way)["guns open up"] == Fraction(10, 36)
    assert chances.of_route(play, way[1:]) == {}  # its words say that there are none


def test_the_choice_of_an_opponent_tells_the_fire_of_the_first_escort():
    play = fly(mine="p47", post=Post.COMBAT, foes="me109 me110")

    decision = next(engagements.position_fighters(play))

    fire = {foe: decision.odds(foe) for foe in ("i1", "i2")}
    assert all(sum(one.values()) == 1 for one in fire.values())
    exact = play.data.tables["fighter_combat"].odds(
        with_=["air_combat", "structure"], counts={"air_combat": 4, "structure": 3}
    )
    assert fire["i1"]["destroyed"] == dict(exact.items())["destroyed"]


# ---------------------------------------------------------------- a fight of fighters

FOES = {"better": "me262", "even": "fw190", "worse": "me110"}


def performance(play, one):
    return ratings.ratings_of(play, one).performance


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("foe", FOES.values(), ids=FOES)
def test_the_chances_of_an_exchange_are_those_of_the_rule_in_its_order_of_fire(foe, damaged):
    play = fly()
    (mine,) = escorts(play, "p47", post=Post.COMBAT)
    mine.damaged = damaged
    (theirs,) = interceptors(play, foe)

    def fight(other):
        pair = other.state.mission.escorts[0], other.state.mission.interceptors[0]
        yield from air_combat.conduct_fire(other, engagements.Engagement(*pair, None, None))

    def told(other, _):
        there = other.state.mission.interceptors
        flies_on = bool(there) and not there[0].damaged
        left = other.state.mission.escorts
        hurt = bool(left) and left[0].damaged and not damaged
        fate = "damaged" if hurt else "unhurt" if left else "lost"
        return f"interceptor {'flies on' if flies_on else 'is driven off'}, escort {fate}"

    assert chances.of_exchange(play, chances.Pair(mine, theirs)) == play.odds(fight, read=told)


def test_the_three_foes_of_that_test_fire_first_at_the_same_time_and_last():
    play = start()
    mine, *others = escorts(play, "p47", *FOES.values())

    better = [performance(play, mine) - performance(play, one) for one in others]

    assert better[0] < 0 == better[1] < better[2]


def test_how_many_escorts_attack_tells_how_many_interceptors_they_drive_off():
    play = fly()
    one, *_ = escorts(play, "p47", "p47", "p47")
    foe, _ = interceptors(play, "me109", "me109")

    decision = next(air_combat.send_more_escorts(play, 0))

    def driven_off(pair):
        told = chances.of_exchange(play, pair)
        return sum(p for words, p in told.items() if "driven off" in words)

    alone, against_two = (
        driven_off(chances.Pair(one, foe, foe_helped=helped)) for helped in (False, True)
    )
    assert decision.odds(0) == {}
    assert decision.odds(1) == {
        "it is driven off": against_two,
        "it flies on": 1 - against_two,
    }
    assert decision.odds(2)["2 driven off"] == alone**2
    helped = driven_off(chances.Pair(one, foe, helped=True))
    assert decision.odds(3)["2 driven off"] == helped * alone
    assert helped > alone


def test_an_escort_that_may_withdraw_tells_what_its_staying_changes():
    play = fly(mine="p47 p47", post=Post.COMBAT, foes="me109")
    play.state.mission.engaged = ["e2"]

    decision = next(air_combat.choose_who_withdraws(play))

    stays, leaves = (decision.odds(option)["it is driven off"] for option in ("stay", "withdraw"))
    assert stays > leaves > 0


def test_escorts_that_differ_tell_what_each_meets_if_it_stays():
    play = fly(mine="p47 p47", post=Post.COMBAT, foes="me109")
    (foe,), mine = play.state.mission.interceptors, play.state.mission.escorts
    mine[1].damaged = True

    decision = next(air_combat.choose_who_withdraws(play))

    for one in mine:
        met = chances.of_exchange(play, chances.Pair(one, foe))
        assert decision.odds(one.id) == {f"if it stays, {what}": p for what, p in met.items()}


def test_a_wingman_tells_what_his_help_is_worth():
    play = fly(mine="p47 p47", post=Post.COMBAT, foes="me109")
    (leader, wingman), (foe,) = play.state.mission.escorts, play.state.mission.interceptors
    leader.beside, foe.beside = foe.id, leader.id

    decision = next(engagements.choose_wingmen(play, [leader], [wingman]))

    for option, helped in (("assist", True), ("apart", False)):
        pair = chances.Pair(leader, foe, helped)
        assert decision.odds(option) == chances.of_round(play, [pair])


def test_the_question_whose_wingman_tells_the_fire_of_each_leader_with_him():
    play = fly(mine="p47 p38 p47", post=Post.COMBAT, foes="me109 me110")
    (one, two, extra), foes = play.state.mission.escorts, play.state.mission.interceptors
    for leader, foe in zip((one, two), foes, strict=True):
        leader.beside, foe.beside = foe.id, leader.id

    asking = engagements.assign_wingmen(play, [one, two], [extra], "squadron")
    decision = next(asking)

    for leader, foe in zip((one, two), foes, strict=True):
        fire = play.odds(air_combat.fire_at_fighter, leader, foe, True)
        assert decision.odds(leader.id) == {
            "no effect" if result == "ineffective" else result: p for result, p in fire.items()
        }


# ---------------------------------------------------------------- the way and the bombs


def test_with_two_players_no_chance_of_guns_is_told():
    told = chances.of_box(duel(box="picardy"), "abbeville", on_the_run=False)

    assert told.keys() == {"nothing happens", "an event"}


def test_bombing_now_tells_the_damage_under_the_clouds_as_they_are():
    play = fly(2, go_around=True, cloud="heavy")

    decision = next(bombing_run.go_around(play))

    assert decision.odds("bomb") == exact_damage(play)


def test_more_bombers_and_better_crews_tell_the_damage_they_would_do():
    play = start(tag_along=True)
    mission = play.state.mission
    mission.required, mission.cloud = 6, "light"
    ready = list(play.state.bombers)

    extra = next(pre_mission.tag_along(play, ready))
    asked = next(pre_mission.choose_bombers(play, ready, 9))

    best = pre_mission.best_bombers(play, ready)
    for more in (0, 3, 6):
        pre_mission.place_bombers(play, tuple(best[: 6 + more]))
        assert extra.odds(more) == chances.of_bombing(play, low=False)
        if more == 3:
            assert asked.odds("best") == extra.odds(more)
        mission.formation[:] = [""] * 12
    assert asked.odds("choose") == {}


def test_a_commander_aboard_helps_a_damaged_lead_bomber_home_as_the_rule_has_it():
    play = fly(commander=True)
    lead = play.state.mission.formation[0]
    assert play.data.aces[play.state.commander].performance > 0

    decision = next(pre_mission.send_commander(play))

    def drop(other):
        other.state.bombers[lead].damaged = True
        other.state.mission.box = "abbeville"
        yield from results.drop_out(other, lead)

    for option, aboard in (("stay", ""), ("fly", lead)):
        play.state.mission.commander = aboard
        exact = play.odds(
            drop,
            read=lambda other, _: lead in other.state.bombers,
            policy=lambda _, decision: first_legal(decision),
        )
        told = decision.odds(option)
        assert told.get("damaged, it gets home from Abbeville", 0) == exact.get(True, 0)


# ---------------------------------------------------------------- damaged aircraft


def test_a_damaged_bomber_kept_ready_tells_whether_it_keeps_up_as_the_rule_has_it():
    play = fly(hurt="ad", use_damaged=True)

    decision = next(post_mission.keep_damaged_ready(play, ["b17f-a", "b17f-d"]))

    for name in ("b17f-a", "b17f-d"):
        how = ratings.by(**ratings.crew_performance(play, name))
        exact = play.odds(lambda other, how=how: results.keeps_up(other, "it", **how))
        assert decision.odds(name)["it keeps up"] == exact[True]


def test_an_unrepaired_bomber_tells_the_shop_and_the_air():
    play = start(hasty_maintenance=True)
    one = bomber(play, "a")
    one.crew = ""

    decision = next(post_mission.hasty_maintenance(play, one))

    assert decision.odds("wait") == {"not ready": Fraction(1, 2), "ready": Fraction(1, 2)}
    assert decision.odds("take") == {"it keeps up": Fraction(5, 6), "it drops out": Fraction(1, 6)}


@scenes("""
a rendezvous brings nobody with one in six
    fly box=rv_pas -> ask mission_turn.meet_escorts -> odds roll 1/6 0 escorts, 6 escorts
    odds keep any
an interception near England succeeds with ten in thirty-six
    duel -> ask two_player.german_interception -> odds intercept 5/18 the formation is found
another look finds a clear sky with fifteen in thirty-six
    fly cloud=heavy go_around=True -> ask bombing_run.go_around -> odds again 5/12 clear, light
an event comes at three to five boxes with six in thirty-six
    fly -> ask routes.choose_box -> odds picardy 5/6 nothing happens -> odds picardy 1/6 an event
the guns of the target are no matter of chance on the run
    fly box=picardy -> ask routes.choose_box -> odds abbeville 5/6 nothing happens
    odds abbeville 1/6 an event
a box tells its guns, ten in thirty-six, and its events at once
    fly box=picardy -> set mission.bombed=True -> ask routes.choose_box
    odds abbeville 65/108 nothing happens -> odds abbeville 25/108 guns open up
    odds abbeville 13/108 an event -> odds abbeville 5/108 guns, and an event
""")
def test_the_chances_that_a_question_tells(scene):
    play_scene(scene)
