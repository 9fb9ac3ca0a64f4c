"""9.0 Air combat."""

import pytest

from packs.wing_and_prayer.rules import (
    air_combat,
    attacks_on_bombers,
    engagements,
    post_mission,
    pre_mission,
    results,
)
from packs.wing_and_prayer.rules.attacks_on_bombers import Aim
from packs.wing_and_prayer.rules.engagements import Engagement
from packs.wing_and_prayer.state import Fighter, Level, Post

from .conftest import carry_out, escorts, interceptors, kinds, start, take_off

LOW = [1, 1]
HIGH = [6, 6]


def nine_bombers(**options):
    play = start(**options)
    take_off(play, 9)
    return play


def pair(play, escort="p47", foe="me109"):
    mine = escorts(play, escort, post=Post.COMBAT)[0]
    theirs = interceptors(play, foe)[0]
    return Engagement(mine, theirs, None, None)


def test_interceptors_of_a_second_air_combat_are_others_than_those_of_the_first():
    play = nine_bombers()

    air_combat.place_interceptors(play, [Fighter("", "me109"), Fighter("", "me109")])
    air_combat.place_interceptors(play, [Fighter("", "fw190")])

    assert [one.id for one in play.state.mission.interceptors] == ["i3"]


# ---------------------------------------------------------------------- 9.1.3 to 9.1.6


def test_enemy_aces_are_placed_from_the_left():
    play = nine_bombers()
    there = interceptors(play, "me109", "me109", "me109")

    carry_out(play, air_combat.place_enemy_aces, dice=[6, "vogt", "rahn"])

    assert [one.ace for one in there] == ["vogt", "rahn", ""]


def test_some_escorts_must_attack_and_more_may():
    play = nine_bombers()
    there = escorts(play, "p47", "p47", "p47", "p47")
    interceptors(play, "me109")

    carry_out(play, air_combat.aggressive_escorts, dice=[3], answers=[3])

    assert [one.post for one in there] == [Post.COMBAT] * 3 + [Post.SECTION]


def test_escorts_that_differ_are_named_one_by_one():
    play = nine_bombers()
    there = escorts(play, "p47", "p47", "p47")
    there[1].ace = "pike"
    interceptors(play, "me109")

    carry_out(play, air_combat.aggressive_escorts, dice=[1], answers=[("e2",)])

    assert [one.post for one in there] == [Post.SECTION, Post.COMBAT, Post.SECTION]


def test_fewer_than_the_aggressive_escorts_cannot_be_sent():
    play = nine_bombers()
    escorts(play, "p47", "p47", "p47", "p47")
    interceptors(play, "me109")

    decision = next(air_combat.send_more_escorts(play, 2))

    assert list(decision.options) == [2, 3, 4]


def test_extra_escorts_become_wingmen_of_the_leaders():
    play = nine_bombers()
    escorts(play, "p47", "p47", "p47", post=Post.COMBAT)
    foes = interceptors(play, "me109", "me109")
    foes[1].ace = "vogt"

    answers = [("e1", "e2"), "assist", "e2"]
    sets = carry_out(play, engagements.position_fighters, answers=answers)

    assert [(one.escort.id, one.foe.id) for one in sets] == [("e1", "i1"), ("e2", "i2")]
    assert [one.escort_wingman and one.escort_wingman.id for one in sets] == [None, "e3"]


def test_an_extra_escort_need_not_become_a_wingman_and_may_then_withdraw():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109")

    carry_out(play, air_combat.first_round, dice=[*LOW, *LOW], answers=["apart"])

    assert play.state.mission.engaged == ["e1"]
    assert "P-47 e2" in next(air_combat.second_round(play)).prompt


def test_of_alike_extra_escorts_only_the_number_of_wingmen_is_asked_for():
    play = nine_bombers()
    escorts(play, "p47", "p47", "p47", "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109", "me109")

    decision = next(engagements.position_fighters(play))
    assert list(decision.options) == [0, 1, 2]

    sets = carry_out(play, engagements.position_fighters, answers=[2])
    assert [one.escort_wingman.id for one in sets] == ["e3", "e4"]
    assert play.events[-1].facts["fighters"] == "P-47 e5"


def test_of_extra_escorts_that_differ_the_player_names_the_wingmen():
    play = nine_bombers()
    mine = escorts(play, "p47", "p47", "p47", post=Post.COMBAT)
    mine[2].damaged = True
    interceptors(play, "me109")

    answers = ["e1", ("e3",)]
    (one,) = carry_out(play, engagements.position_fighters, answers=answers)

    assert one.escort_wingman.id == "e3"


def test_in_the_second_round_extra_escorts_assist_without_being_asked():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109")

    carry_out(play, air_combat.second_round, dice=[*LOW, *LOW], answers=[0])

    (told,) = [event.facts for event in play.events if event.kind == "advantage"]
    assert (told["escort"], told["wingman"]) == ("P-47 e1", "P-47 e2")


def test_extra_interceptors_become_wingmen_from_the_left():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109", "me109", "me109")

    sets = carry_out(play, engagements.position_fighters)

    assert [one.foe_wingman and one.foe_wingman.id for one in sets] == ["i3", None]


def test_fighters_beyond_two_to_one_stay_out():
    play = nine_bombers()
    escorts(play, "p47", post=Post.COMBAT)
    interceptors(play, "me109", "me109", "me109", "me109")

    (one,) = carry_out(play, engagements.position_fighters)

    assert one.foe_wingman.id == "i2"
    assert play.events[-1].facts["fighters"] == "Me-109 i3, Me-109 i4"


def test_the_player_chooses_whom_his_escorts_attack_when_it_makes_a_difference():
    play = nine_bombers()
    escorts(play, "p47", post=Post.COMBAT)
    foes = interceptors(play, "me109", "me109")
    foes[0].ace = "vogt"

    (one,) = carry_out(play, engagements.position_fighters, answers=["i2"])

    assert (one.foe.id, one.foe_wingman.id) == ("i2", "i1")


def sets_of(play, answers):
    sets = carry_out(play, engagements.position_fighters, answers=answers)
    return [(one.escort.id, one.foe.id, one.foe_wingman and one.foe_wingman.id) for one in sets]


def test_sets_stand_from_left_to_right_by_their_interceptors_whoever_attacks_them():
    play = nine_bombers()
    mine = escorts(play, "p47", "p47", post=Post.COMBAT)
    mine[0].ace = "pike"
    foes = interceptors(play, "me109", "me109", "me109")
    foes[0].ace = "vogt"

    assert sets_of(play, [("i3", "i1")]) == [("e2", "i1", "i2"), ("e1", "i3", None)]


def test_the_order_of_alike_escorts_is_not_asked_for():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    foes = interceptors(play, "me109", "me109", "me109")
    foes[0].ace = "vogt"

    decision = next(engagements.position_fighters(play))

    assert not decision.ordered
    assert decision.prompt == "Which interceptors do P-47 e1, P-47 e2 attack?"


def test_alike_escorts_against_as_many_interceptors_leave_nothing_to_choose():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    foes = interceptors(play, "me109", "me109")
    foes[0].ace = "vogt"

    assert sets_of(play, []) == [("e1", "i1", None), ("e2", "i2", None)]


# ---------------------------------------------------------------------- 9.1.8 and 9.1.9


def test_example_an_ace_gives_the_german_fighter_the_advantage():
    """The example of 9.1.8: fighter 3 and ace 1 make 4 against the 3 of a P-47."""
    play = nine_bombers()
    one = pair(play)
    one.foe.ace = "ostheim"

    assert play.data.aces["ostheim"].performance == 1
    assert carry_out(play, air_combat.advantage, one) == -1


def test_the_better_fighter_fires_first_and_a_destroyed_one_does_not_fire_back():
    play = nine_bombers(mission=20)
    one = pair(play, "p51")

    carry_out(play, air_combat.conduct_fire, one, dice=[6, 6])

    assert play.state.mission.interceptors == []
    assert play.state.mission.vp == 1


def test_a_damaged_defender_fires_back_from_its_back_side():
    play = nine_bombers(mission=20)
    one = pair(play, "p51")

    carry_out(play, air_combat.conduct_fire, one, dice=[4, 4, *LOW])

    assert one.foe.damaged
    back = play.events[-1].facts["modifiers"]
    assert ["air_combat", 2, "air combat rating"] in back


def test_equal_fighters_fire_at_the_same_time():
    play = nine_bombers()
    one = pair(play, "p47", "fw190")

    carry_out(play, air_combat.conduct_fire, one, dice=[*HIGH, *HIGH])

    assert play.state.mission.interceptors == []
    assert play.state.mission.escorts == []
    assert play.state.mission.vp == 1 - 1


def test_an_ace_shot_down_never_comes_back():
    play = nine_bombers(mission=20)
    one = pair(play, "p51")
    one.foe.ace = "rahn"
    play.state.aces["luftwaffe"].remove("rahn")

    carry_out(play, air_combat.conduct_fire, one, dice=[6, 6])
    carry_out(play, air_combat.conclude_air_combat)

    assert "rahn" not in play.state.aces["luftwaffe"]


def test_a_wingman_adds_one_to_the_fire_of_his_leader():
    play = nine_bombers()
    one = pair(play)

    carry_out(play, air_combat.fire_at_fighter, one.escort, one.foe, True, dice=LOW)

    assert ["wingman", 1, "wingman"] in play.events[-1].facts["modifiers"]


@pytest.mark.parametrize(
    ("kind", "points"), [("me109", 1), ("fw190", 1), ("me110", 2), ("me262", 2)]
)
def test_victory_points_for_interceptors(kind, points):
    play = nine_bombers()
    (foe,) = interceptors(play, kind)

    assert results.hit_interceptor(play, foe, "destroyed")
    assert play.state.mission.vp == points


# ---------------------------------------------------------------------- 9.1.10


def test_an_escort_with_an_undamaged_opponent_cannot_withdraw():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109", "me109")

    carry_out(play, air_combat.first_round, dice=[*LOW, *LOW, *HIGH, *LOW])

    assert play.state.mission.engaged == ["e1"]
    decision = next(air_combat.second_round(play))
    assert decision.prompt == "Does P-47 e2 withdraw? 1 interceptor left"
    assert list(decision.options) == ["stay", "withdraw"]


def test_a_wingman_does_not_withdraw_even_when_the_opponent_is_gone():
    play = nine_bombers()
    escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109")

    carry_out(play, air_combat.first_round, dice=[*HIGH, *LOW], answers=["assist"])

    assert play.state.mission.engaged == ["e2"]


def test_damaged_interceptors_leave_after_the_first_round():
    play = nine_bombers()
    escorts(play, "p47", post=Post.COMBAT)
    interceptors(play, "me109")

    carry_out(play, air_combat.first_round, dice=[4, 4, *LOW])

    mission = play.state.mission
    assert (mission.interceptors, len(mission.retired)) == ([], 1)


def test_escorts_that_withdraw_give_no_cover_afterwards():
    play = nine_bombers()
    mine = escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109")

    carry_out(play, air_combat.second_round, answers=[2])

    assert [one.post for one in mine] == [Post.WITHDRAWN] * 2
    assert kinds(play)[-2:] == ["withdraws"] * 2
    assert air_combat.in_section(play) == []


def test_the_only_escort_that_may_withdraw_is_asked_for_by_name():
    play = nine_bombers()
    (mine,) = escorts(play, "p47", post=Post.COMBAT)
    interceptors(play, "me109")

    carry_out(play, air_combat.second_round, answers=["withdraw"])

    assert mine.post is Post.WITHDRAWN


def test_survivors_return_to_their_section_and_interceptors_leave_the_card():
    play = nine_bombers()
    (mine,) = escorts(play, "p47", post=Post.WITHDRAWN)
    interceptors(play, "me109")

    carry_out(play, air_combat.conclude_air_combat)

    assert mine.post is Post.SECTION
    assert play.state.mission.interceptors == []


def test_an_ace_changes_to_no_other_fighter_within_a_mission():
    """Neither a German one nor that of an escort that turns home, until the mission is over."""
    play = nine_bombers()
    (foe,) = interceptors(play, "me109")
    first, second = escorts(play, "p47", "p47")
    for side, one, ace in (
        ("luftwaffe", foe, "vogt"), ("usaaf", first, "pike"), ("usaaf", second, "colby")
    ):  # fmt: skip
        one.ace = ace
        play.state.aces[side].remove(ace)

    carry_out(play, air_combat.conclude_air_combat)
    carry_out(play, results.escort_drops_out, first)
    carry_out(play, pre_mission.release_escorts)
    assert play.state.mission.aces_home == ["vogt", "pike", "colby"]
    left = play.state.aces["usaaf"] + play.state.aces["luftwaffe"]
    assert not {"vogt", "pike", "colby"} & set(left)

    carry_out(play, post_mission.clean_up_formation)
    assert {"pike", "colby"} <= set(play.state.aces["usaaf"])
    assert "vogt" in play.state.aces["luftwaffe"]


# ---------------------------------------------------------------------- 9.2


def test_example_a_bomber_of_the_high_element_with_two_others_damages_on_a_nine():
    """The example of 9.2.5: 3 - 3, +2 for two others, +0 for the element; 9 + 2 = 11."""
    play = nine_bombers()
    (foe,) = interceptors(play, "me109")

    result = carry_out(play, attacks_on_bombers.fire_of_bomber, Aim(foe, "b17f-d"), dice=[4, 5])

    assert result == "damaged"
    assert play.events[-1].facts["total"] == 11


def test_a_loose_formation_fires_worse():
    play = nine_bombers()
    play.state.mission.is_loose = True
    (foe,) = interceptors(play, "me109")

    carry_out(play, attacks_on_bombers.fire_of_bomber, Aim(foe, "b17f-d"), dice=[4, 5])

    assert play.events[-1].facts["total"] == 9


def test_the_gunnery_of_the_crew_counts():
    play = nine_bombers()
    (foe,) = interceptors(play, "me109")
    crew = play.state.crews[play.state.bombers["b17f-a"].crew]
    crew.level = Level.CRACK

    carry_out(play, attacks_on_bombers.fire_of_bomber, Aim(foe, "b17f-a"), dice=LOW)

    gunnery = play.data.crews[crew.id].crack.air_combat
    assert ["crew", gunnery, "gunnery of the crew"] in play.events[-1].facts["modifiers"]


def test_covering_arcs_last_for_one_air_combat():
    play = nine_bombers()
    play.state.lady_luck = ["covering_arcs"]
    (foe,) = interceptors(play, "me109")
    aims = [Aim(foe, "b17f-d")]

    carry_out(play, attacks_on_bombers.defensive_fire, aims, dice=LOW, answers=["covering_arcs"])
    carry_out(play, attacks_on_bombers.defensive_fire, aims, dice=LOW)
    assert ["covering_arcs", 1, "Lady Luck: covering arcs"] in play.events[-1].facts["modifiers"]

    carry_out(play, air_combat.conclude_air_combat)
    assert not play.state.mission.covering_arcs


def test_covering_arcs_kept_back_in_one_wave_are_offered_again_in_the_next():
    play = nine_bombers()
    play.state.lady_luck = ["covering_arcs"]
    (foe,) = interceptors(play, "me109")
    aims = [Aim(foe, "b17f-d")]

    carry_out(play, attacks_on_bombers.defensive_fire, aims, dice=LOW, answers=["no"])
    carry_out(play, attacks_on_bombers.defensive_fire, aims, dice=LOW, answers=["covering_arcs"])

    assert play.state.lady_luck == []
    assert play.state.mission.covering_arcs


def test_cover_is_given_by_escorts_in_their_section_and_hampers_the_interceptor():
    play = nine_bombers()
    there = escorts(play, "p47", "p47")
    there[1].post = Post.WITHDRAWN
    (foe,) = interceptors(play, "me109")
    aim = Aim(foe, "b17f-d")

    ids = carry_out(play, attacks_on_bombers.cover_support, [aim], answers=["i1"])
    assert ids == ("i1",)
    assert there[0].post is Post.COVER

    carry_out(play, attacks_on_bombers.fire_at_bomber, aim, True, dice=LOW)
    assert ["cover", -2, "escort gives cover"] in play.events[-1].facts["modifiers"]


def test_no_more_interceptors_are_covered_than_escorts_are_free():
    play = nine_bombers()
    escorts(play, "p47")
    foes = interceptors(play, "me109", "me109")

    aims = [Aim(foe, "b17f-d") for foe in foes]
    decision = next(attacks_on_bombers.cover_support(play, aims))
    assert (list(decision.options), decision.several) == (["i1", "i2", "none"], False)

    escorts(play, "p47", "p47")
    assert next(attacks_on_bombers.cover_support(play, aims)).most == 2


def test_one_touch_covers_where_one_interceptor_can_be_covered():
    play = nine_bombers()
    mine, _ = escorts(play, "p47", "p47")
    (foe,) = interceptors(play, "me109")
    aims = [Aim(foe, "b17f-d")]

    assert carry_out(play, attacks_on_bombers.cover_support, aims, answers=["none"]) == ()
    assert mine.post is Post.SECTION

    decision = next(attacks_on_bombers.cover_support(play, aims))
    assert not decision.several
    assert (decision.targets_of("i1"), decision.targets_of("none")) == (("i1",), ())


def test_four_escorts_cover_an_element_in_all_waves_of_both_rounds():
    """The high element has three escorts already, so one of two more interceptors is covered."""
    play = nine_bombers()
    escorts(play, "p47", "p47", "p47")
    foes = interceptors(play, "me109", "me109", "me109")
    at_high, at_low = Aim(foes[0], "b17f-d"), Aim(foes[1], "b17f-g")
    aims = [at_high, at_low, Aim(foes[2], "b17f-e")]
    play.state.mission.covered = [1, 1, 1]

    decision = next(attacks_on_bombers.cover_support(play, aims))
    assert list(decision.options) == ["i1", "i3", "none"]

    answers = ["i3", "i2"]
    ids = carry_out(play, attacks_on_bombers.cover_support, aims, answers=answers)
    assert ids == ("i3", "i2")
    assert sorted(play.state.mission.covered) == [1, 1, 1, 1, 2]

    carry_out(play, air_combat.conclude_air_combat)
    assert play.state.mission.covered == []


def test_an_element_with_four_escorts_gets_no_more_in_the_same_air_combat():
    play = nine_bombers()
    play.state.mission.covered = [1, 1, 1, 1]
    escorts(play, "p47")
    (foe,) = interceptors(play, "me109")

    aims = [Aim(foe, "b17f-d")]
    assert carry_out(play, attacks_on_bombers.cover_support, aims) == ()


def test_an_escort_that_covered_in_the_first_round_gives_no_cover_in_the_second():
    """Of two escorts one is kept for the second round; there it is the only one left."""
    play = nine_bombers()
    escorts(play, "p47", "p47")
    interceptors(play, "me109", "me109")
    aim = [3, 1]  # high element, left bomber
    dice = [*aim * 2, *LOW * 2, *LOW * 2]

    carry_out(play, attacks_on_bombers.first_attacks, dice=dice, answers=[("i1",)])
    carry_out(play, attacks_on_bombers.second_attacks, dice=dice, answers=["i2"])

    told = [event.facts for event in play.events if event.kind == "covers"]
    assert [one["escort"] for one in told] == ["P-47 e1", "P-47 e2"]


def test_nobody_is_asked_for_cover_in_the_second_round_once_all_escorts_have_given_it():
    play = nine_bombers()
    (mine,) = escorts(play, "p47")
    interceptors(play, "me109")
    dice = [3, 1, *LOW, *LOW]

    carry_out(play, attacks_on_bombers.first_attacks, dice=dice, answers=["i1"])
    carry_out(play, attacks_on_bombers.second_attacks, dice=dice)
    assert mine.post is Post.COVER

    carry_out(play, air_combat.conclude_air_combat)
    assert mine.post is Post.SECTION


def test_extra_interceptors_roll_for_their_bomber_when_their_own_wave_comes():
    """Four of five aim before anybody fires; the fifth after the fire of the first wave."""
    play = nine_bombers()
    interceptors(play, *["me109"] * 5)
    aim = [3, 1]

    dice = [*aim * 4, *LOW * 4, *LOW * 4, *aim, *LOW, *LOW]
    carry_out(play, attacks_on_bombers.first_attacks, dice=dice)

    steps = [kind for kind in kinds(play) if kind in ("lot", "wave")]
    assert steps == ["lot"] * 4 + ["wave", "lot"]


def test_more_than_four_interceptors_attack_in_waves():
    play = nine_bombers()
    interceptors(play, *["me109"] * 6)
    aim = [3, 1]  # high element, left bomber
    four = [*aim * 4, *LOW * 4, *LOW * 4]
    two = [*aim * 2, *LOW * 2, *LOW * 2]

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*four, *two])

    assert kinds(play).count("wave") == 1


def test_a_destroyed_interceptor_does_not_fire():
    play = nine_bombers()
    interceptors(play, "me109")

    carry_out(play, attacks_on_bombers.first_attacks, dice=[3, 1, *HIGH])

    assert play.state.mission.interceptors == []


def test_a_kill_is_credited_to_the_crew():
    play = nine_bombers()
    interceptors(play, "me109")

    carry_out(play, attacks_on_bombers.first_attacks, dice=[3, 1, *HIGH])

    crew = play.state.crews[play.state.bombers["b17f-e"].crew]
    assert crew.kills == 1


@pytest.mark.parametrize(
    ("damaged_interceptors", "fire"), [("fire", [*LOW, *LOW]), ("leave", [*LOW])]
)
def test_an_interceptor_damaged_by_the_bombers_fires_or_not_and_leaves(damaged_interceptors, fire):
    play = nine_bombers(damaged_interceptors=damaged_interceptors)
    foe, other = interceptors(play, "me109", "me109")
    aim = [3, 1]

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*aim * 2, 4, 5, *LOW, *fire])

    mission = play.state.mission
    assert foe.damaged
    assert (mission.interceptors, mission.retired) == ([other], [foe])


def test_a_damaged_interceptor_fires_with_the_ratings_of_its_damaged_side():
    play = nine_bombers()
    interceptors(play, "me109")

    carry_out(play, attacks_on_bombers.first_attacks, dice=[3, 1, 4, 5, *LOW])

    (fired,) = [one for one in play.events if one.facts.get("table") == "bomber_combat"]
    rating = dict(one[:2] for one in fired.facts["modifiers"])["air_combat"]
    assert rating == play.data.aircraft["me109"].back.air_combat
    assert rating < play.data.aircraft["me109"].front.air_combat


def test_an_interceptor_whose_bomber_is_gone_loses_its_attack():
    play = nine_bombers()
    interceptors(play, "fw190", "fw190")
    aim = [3, 1]

    dice = [*aim * 2, *LOW * 2, *HIGH]
    carry_out(play, attacks_on_bombers.first_attacks, dice=dice)

    assert "b17f-e" not in play.state.bombers
    assert play.events[-1].kind == "attack_lost"


def test_the_fire_at_a_bomber_is_air_combat_less_structure():
    play = nine_bombers()
    (foe,) = interceptors(play, "me262")

    result = carry_out(
        play, attacks_on_bombers.fire_at_bomber, Aim(foe, "b17f-d"), False, dice=[4, 3]
    )

    assert play.events[-1].facts["total"] == 7 + 5 - 4
    assert result == "light"


def test_nobody_asks_which_of_as_many_alike_interceptors_an_escort_attacks():
    play = nine_bombers()
    mine = escorts(play, "p47", "p47", post=Post.COMBAT)
    mine[0].ace = "pike"
    interceptors(play, "me109", "me109")

    sets = carry_out(play, engagements.position_fighters)

    assert [(one.escort.id, one.foe.id) for one in sets] == [("e1", "i1"), ("e2", "i2")]


def test_answers_of_how_many_say_what_so_many_do_and_the_others():
    play = start()
    take_off(play, 9)
    escorts(play, "p47", "p47", "p47")
    interceptors(play, "me109")

    decision = next(air_combat.send_more_escorts(play, 1))

    assert [decision.label_of(number) for number in decision.options] == [
        "1 attacks, 2 stay with the bombers",
        "2 attack, 1 stays with the bombers",
        "3 attack, none stays with the bombers",
    ]
