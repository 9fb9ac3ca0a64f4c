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
from packs.wing_and_prayer.state import Fighter, Post

from .conftest import carry_out, crew, escorts, fly, kinds, modifiers

LOW = [1, 1]
HIGH = [6, 6]
AIM = [3, 1]
"""A lot that falls on B-17F E, high element, left."""


def combat(mine="p47", foes="me109", *, aces=(), post=Post.COMBAT, **how):
    """Escorts meet interceptors beside nine bombers; aces: by the fighters that they fly."""
    play = fly(mine=mine, foes=foes, post=post, **how)
    mission = play.state.mission
    for one in (*mission.escorts, *mission.interceptors):
        one.ace = dict(aces).get(one.id, "")
    return play


def attack(foes="me109", mine="", **how):
    """Interceptors attack nine bombers, whose escorts are free to give cover."""
    return combat(mine, foes, post=Post.SECTION, **how)


def sets_of(play, answers=()):
    """The fighters of each set, in their order: escort, foe, and the wingman of either."""

    def told(*fighters):
        return " ".join(one.id if one else "-" for one in fighters)

    sets = carry_out(play, engagements.position_fighters, answers=answers)
    return [told(one.escort, one.foe, one.escort_wingman, one.foe_wingman) for one in sets]


def pair(play):
    mission = play.state.mission
    return Engagement(mission.escorts[0], mission.interceptors[0], None, None)


def posts(play):
    return " ".join(one.post.value for one in play.state.mission.escorts)


def test_interceptors_of_a_second_air_combat_are_others_than_those_of_the_first():
    play = fly()

    air_combat.place_interceptors(play, [Fighter("", "me109"), Fighter("", "me109")])
    air_combat.place_interceptors(play, [Fighter("", "fw190")])

    assert [one.id for one in play.state.mission.interceptors] == ["i3"]


# ---------------------------------------------------------------------- 9.1.3 to 9.1.6


def test_enemy_aces_are_placed_from_the_left():
    play = attack("me109 me109 me109")

    carry_out(play, air_combat.place_enemy_aces, dice=[6, "vogt", "rahn"])

    assert [one.ace for one in play.state.mission.interceptors] == ["vogt", "rahn", ""]


def test_some_escorts_must_attack_and_more_may():
    play = attack(mine="p47 p47 p47 p47")

    carry_out(play, air_combat.aggressive_escorts, dice=[3], answers=[3])

    assert posts(play) == "combat combat combat section"


def test_escorts_that_differ_are_named_one_by_one():
    play = attack(mine="p47 p47 p47", aces={"e2": "pike"})

    carry_out(play, air_combat.aggressive_escorts, dice=[1], answers=[("e2",)])

    assert posts(play) == "section combat section"


def test_fewer_than_the_aggressive_escorts_cannot_be_sent():
    play = attack(mine="p47 p47 p47 p47")

    decision = next(air_combat.send_more_escorts(play, 2))

    assert list(decision.options) == [2, 3, 4]


@pytest.mark.parametrize(
    ("mine", "foes", "aces", "answers", "sets"),
    [
        # extra escorts become wingmen of the leaders
        (
            "p47 p47 p47", "me109 me109", {"i2": "vogt"},
            [("e1", "e2"), "assist", "e2"], ["e1 i1 - -", "e2 i2 e3 -"],
        ),
        # extra interceptors become wingmen from the left
        ("p47 p47", "me109 me109 me109", {}, [], ["e1 i1 - i3", "e2 i2 - -"]),
        # the player chooses whom his escorts attack when it makes a difference
        ("p47", "me109 me109", {"i1": "vogt"}, ["i2"], ["e1 i2 - i1"]),
        # sets stand from left to right by their interceptors, whoever attacks them
        (
            "p47 p47", "me109 me109 me109", {"e1": "pike", "i1": "vogt"},
            [("i3", "i1")], ["e2 i1 - i2", "e1 i3 - -"],
        ),
        # alike escorts against as many interceptors leave nothing to choose
        ("p47 p47", "me109 me109", {"i1": "vogt"}, [], ["e1 i1 - -", "e2 i2 - -"]),
        # nobody asks which of as many alike interceptors an escort attacks
        ("p47 p47", "me109 me109", {"e1": "pike"}, [], ["e1 i1 - -", "e2 i2 - -"]),
    ],
    ids=["wingmen", "their wingmen", "choice", "left to right", "alike escorts", "alike foes"],
)  # fmt: skip
def test_who_fights_whom(mine, foes, aces, answers, sets):
    assert sets_of(combat(mine, foes, aces=aces), answers) == sets


def test_an_extra_escort_need_not_become_a_wingman_and_may_then_withdraw():
    play = combat("p47 p47")

    carry_out(play, air_combat.first_round, dice=[*LOW, *LOW], answers=["apart"])

    assert play.state.mission.engaged == ["e1"]
    assert "P-47 e2" in next(air_combat.second_round(play)).prompt


def test_of_alike_extra_escorts_only_the_number_of_wingmen_is_asked_for():
    play = combat("p47 p47 p47 p47 p47", "me109 me109")

    decision = next(engagements.position_fighters(play))
    assert list(decision.options) == [0, 1, 2]

    assert sets_of(play, [2]) == ["e1 i1 e3 -", "e2 i2 e4 -"]
    assert play.events[-1].facts["fighters"] == "P-47 e5"


def test_of_extra_escorts_that_differ_the_player_names_the_wingmen():
    play = combat("p47 p47 p47")
    play.state.mission.escorts[2].damaged = True

    assert sets_of(play, ["e1", ("e3",)]) == ["e1 i1 e3 -"]


def test_in_the_second_round_extra_escorts_assist_without_being_asked():
    play = combat("p47 p47")

    carry_out(play, air_combat.second_round, dice=[*LOW, *LOW], answers=[0])

    (told,) = [event.facts for event in play.events if event.kind == "advantage"]
    assert (told["escort"], told["wingman"]) == ("P-47 e1", "P-47 e2")


def test_fighters_beyond_two_to_one_stay_out():
    play = combat("p47", "me109 me109 me109 me109")

    assert sets_of(play) == ["e1 i1 - i2"]
    assert play.events[-1].facts["fighters"] == "Me-109 i3, Me-109 i4"


def test_the_order_of_alike_escorts_is_not_asked_for():
    play = combat("p47 p47", "me109 me109 me109", aces={"i1": "vogt"})

    decision = next(engagements.position_fighters(play))

    assert not decision.ordered
    assert decision.prompt == "Which interceptors do P-47 e1, P-47 e2 attack?"


# ---------------------------------------------------------------------- 9.1.8 and 9.1.9


def test_example_an_ace_gives_the_german_fighter_the_advantage():
    """The example of 9.1.8: fighter 3 and ace 1 make 4 against the 3 of a P-47."""
    play = combat(aces={"i1": "ostheim"})

    assert play.data.aces["ostheim"].performance == 1
    assert carry_out(play, air_combat.advantage, pair(play)) == -1


def test_the_better_fighter_fires_first_and_a_destroyed_one_does_not_fire_back():
    play = combat("p51", mission=20)

    carry_out(play, air_combat.conduct_fire, pair(play), dice=HIGH)

    assert play.state.mission.interceptors == []
    assert play.state.mission.vp == 1


def test_a_damaged_defender_fires_back_from_its_back_side():
    play = combat("p51", mission=20)

    carry_out(play, air_combat.conduct_fire, pair(play), dice=[4, 4, *LOW])

    assert play.state.mission.interceptors[0].damaged
    assert ["air_combat", 2, "air combat rating"] in modifiers(play)


def test_equal_fighters_fire_at_the_same_time():
    play = combat("p47", "fw190")

    carry_out(play, air_combat.conduct_fire, pair(play), dice=[*HIGH, *HIGH])

    assert play.state.mission.interceptors == []
    assert play.state.mission.escorts == []
    assert play.state.mission.vp == 1 - 1


def test_an_ace_shot_down_never_comes_back():
    play = combat("p51", aces={"i1": "rahn"}, mission=20)
    play.state.aces["luftwaffe"].remove("rahn")

    carry_out(play, air_combat.conduct_fire, pair(play), dice=HIGH)
    carry_out(play, air_combat.conclude_air_combat)

    assert "rahn" not in play.state.aces["luftwaffe"]


def test_a_wingman_adds_one_to_the_fire_of_his_leader():
    play = combat()
    one = pair(play)

    carry_out(play, air_combat.fire_at_fighter, one.escort, one.foe, True, dice=LOW)

    assert ["wingman", 1, "wingman"] in modifiers(play)


@pytest.mark.parametrize(
    ("kind", "points"), [("me109", 1), ("fw190", 1), ("me110", 2), ("me262", 2)]
)
def test_victory_points_for_interceptors(kind, points):
    play = attack(kind)
    (foe,) = play.state.mission.interceptors

    assert results.hit_interceptor(play, foe, "destroyed")
    assert play.state.mission.vp == points


# ---------------------------------------------------------------------- 9.1.10


def test_an_escort_with_an_undamaged_opponent_cannot_withdraw():
    play = combat("p47 p47", "me109 me109")

    carry_out(play, air_combat.first_round, dice=[*LOW, *LOW, *HIGH, *LOW])

    assert play.state.mission.engaged == ["e1"]
    decision = next(air_combat.second_round(play))
    assert decision.prompt == "Does P-47 e2 withdraw? 1 interceptor left"
    assert list(decision.options) == ["stay", "withdraw"]


def test_a_wingman_does_not_withdraw_even_when_the_opponent_is_gone():
    play = combat("p47 p47")

    carry_out(play, air_combat.first_round, dice=[*HIGH, *LOW], answers=["assist"])

    assert play.state.mission.engaged == ["e2"]


def test_damaged_interceptors_leave_after_the_first_round():
    play = combat()

    carry_out(play, air_combat.first_round, dice=[4, 4, *LOW])

    mission = play.state.mission
    assert (mission.interceptors, len(mission.retired)) == ([], 1)


def test_escorts_that_withdraw_give_no_cover_afterwards():
    play = combat("p47 p47")

    carry_out(play, air_combat.second_round, answers=[2])

    assert posts(play) == "withdrawn withdrawn"
    assert kinds(play)[-2:] == ["withdraws"] * 2
    assert air_combat.in_section(play) == []


def test_the_only_escort_that_may_withdraw_is_asked_for_by_name():
    play = combat()

    carry_out(play, air_combat.second_round, answers=["withdraw"])

    assert posts(play) == "withdrawn"


def test_survivors_return_to_their_section_and_interceptors_leave_the_card():
    play = combat(post=Post.WITHDRAWN)

    carry_out(play, air_combat.conclude_air_combat)

    assert posts(play) == "section"
    assert play.state.mission.interceptors == []


def test_an_ace_changes_to_no_other_fighter_within_a_mission():
    """Neither a German one nor that of an escort that turns home, until the mission is over."""
    play = attack(mine="p47 p47", aces={"i1": "vogt", "e1": "pike", "e2": "colby"})
    first = play.state.mission.escorts[0]
    for side, ace in (("luftwaffe", "vogt"), ("usaaf", "pike"), ("usaaf", "colby")):
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


def aims(play, letters):
    """The interceptors aim at these bombers, one each."""
    names = [f"b17f-{letter}" for letter in letters]
    return list(map(Aim, play.state.mission.interceptors, names))


def test_example_a_bomber_of_the_high_element_with_two_others_damages_on_a_nine():
    """The example of 9.2.5: 3 - 3, +2 for two others, +0 for the element; 9 + 2 = 11."""
    play = attack()

    (aim,) = aims(play, "d")
    assert carry_out(play, attacks_on_bombers.fire_of_bomber, aim, dice=[4, 5]) == "damaged"
    assert play.events[-1].facts["total"] == 11


def test_a_loose_formation_fires_worse():
    play = attack(loose=True)

    carry_out(play, attacks_on_bombers.fire_of_bomber, *aims(play, "d"), dice=[4, 5])

    assert play.events[-1].facts["total"] == 9


def test_the_gunnery_of_the_crew_counts():
    play = attack()

    carry_out(play, attacks_on_bombers.fire_of_bomber, *aims(play, "a"), dice=LOW)

    gunnery = play.data.crews[crew(play, "a").id].crack.air_combat
    assert ["crew", gunnery, "gunnery of the crew"] in modifiers(play)


def test_covering_arcs_last_for_one_air_combat():
    play = attack(luck="covering_arcs")
    wave = aims(play, "d")

    carry_out(play, attacks_on_bombers.defensive_fire, wave, dice=LOW, answers=["covering_arcs"])
    carry_out(play, attacks_on_bombers.defensive_fire, wave, dice=LOW)
    assert ["covering_arcs", 1, "Lady Luck: covering arcs"] in modifiers(play)

    carry_out(play, air_combat.conclude_air_combat)
    assert not play.state.mission.covering_arcs


def test_covering_arcs_kept_back_in_one_wave_are_offered_again_in_the_next():
    play = attack(luck="covering_arcs")
    wave = aims(play, "d")

    for answer in ("no", "covering_arcs"):
        carry_out(play, attacks_on_bombers.defensive_fire, wave, dice=LOW, answers=[answer])

    assert play.state.lady_luck == []
    assert play.state.mission.covering_arcs


def test_cover_is_given_by_escorts_in_their_section_and_hampers_the_interceptor():
    play = attack(mine="p47 p47")
    play.state.mission.escorts[1].post = Post.WITHDRAWN
    wave = aims(play, "d")

    assert carry_out(play, attacks_on_bombers.cover_support, wave, answers=["i1"]) == ("i1",)
    assert posts(play) == "cover withdrawn"

    carry_out(play, attacks_on_bombers.fire_at_bomber, *wave, True, dice=LOW)
    assert ["cover", -2, "escort gives cover"] in modifiers(play)


def test_no_more_interceptors_are_covered_than_escorts_are_free():
    play = attack("me109 me109", mine="p47")

    decision = next(attacks_on_bombers.cover_support(play, aims(play, "dd")))
    assert (list(decision.options), decision.several) == (["i1", "i2", "none"], False)

    escorts(play, "p47", "p47")
    assert next(attacks_on_bombers.cover_support(play, aims(play, "dd"))).most == 2


def test_one_touch_covers_where_one_interceptor_can_be_covered():
    play = attack(mine="p47 p47")
    wave = aims(play, "d")

    assert carry_out(play, attacks_on_bombers.cover_support, wave, answers=["none"]) == ()
    assert posts(play) == "section section"

    decision = next(attacks_on_bombers.cover_support(play, wave))
    assert not decision.several
    assert (decision.targets_of("i1"), decision.targets_of("none")) == (("i1",), ())


def test_four_escorts_cover_an_element_in_all_waves_of_both_rounds():
    """The high element has three escorts already, so one of two more interceptors is covered."""
    play = attack("me109 me109 me109", mine="p47 p47 p47")
    wave = aims(play, "dge")
    play.state.mission.covered = [1, 1, 1]

    decision = next(attacks_on_bombers.cover_support(play, wave))
    assert list(decision.options) == ["i1", "i3", "none"]

    ids = carry_out(play, attacks_on_bombers.cover_support, wave, answers=["i3", "i2"])
    assert ids == ("i3", "i2")
    assert sorted(play.state.mission.covered) == [1, 1, 1, 1, 2]

    carry_out(play, air_combat.conclude_air_combat)
    assert play.state.mission.covered == []


def test_an_element_with_four_escorts_gets_no_more_in_the_same_air_combat():
    play = attack(mine="p47")
    play.state.mission.covered = [1, 1, 1, 1]

    assert carry_out(play, attacks_on_bombers.cover_support, aims(play, "d")) == ()


def test_an_escort_that_covered_in_the_first_round_gives_no_cover_in_the_second():
    """Of two escorts one is kept for the second round; there it is the only one left."""
    play = attack("me109 me109", mine="p47 p47")
    dice = [*AIM * 2, *LOW * 2, *LOW * 2]

    carry_out(play, attacks_on_bombers.first_attacks, dice=dice, answers=[("i1",)])
    carry_out(play, attacks_on_bombers.second_attacks, dice=dice, answers=["i2"])

    told = [event.facts for event in play.events if event.kind == "covers"]
    assert [one["escort"] for one in told] == ["P-47 e1", "P-47 e2"]


def test_nobody_is_asked_for_cover_in_the_second_round_once_all_escorts_have_given_it():
    play = attack(mine="p47")
    dice = [*AIM, *LOW, *LOW]

    carry_out(play, attacks_on_bombers.first_attacks, dice=dice, answers=["i1"])
    carry_out(play, attacks_on_bombers.second_attacks, dice=dice)
    assert posts(play) == "cover"

    carry_out(play, air_combat.conclude_air_combat)
    assert posts(play) == "section"


def test_more_than_four_interceptors_attack_in_waves_and_aim_when_their_own_wave_comes():
    """Four of six aim before anybody fires; the others after the fire of the first wave."""
    play = attack(" ".join(["me109"] * 6))

    four, two = ([*AIM * n, *LOW * n, *LOW * n] for n in (4, 2))
    carry_out(play, attacks_on_bombers.first_attacks, dice=[*four, *two])

    steps = [kind for kind in kinds(play) if kind in ("lot", "wave")]
    assert steps == ["lot"] * 4 + ["wave"] + ["lot"] * 2


def test_a_destroyed_interceptor_does_not_fire_and_is_credited_to_the_crew():
    play = attack()

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*AIM, *HIGH])

    assert play.state.mission.interceptors == []
    assert crew(play, "e").kills == 1


@pytest.mark.parametrize(
    ("damaged_interceptors", "fire"), [("fire", [*LOW, *LOW]), ("leave", [*LOW])]
)
def test_an_interceptor_damaged_by_the_bombers_fires_or_not_and_leaves(damaged_interceptors, fire):
    play = attack("me109 me109", damaged_interceptors=damaged_interceptors)
    foe, other = play.state.mission.interceptors

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*AIM * 2, 4, 5, *LOW, *fire])

    mission = play.state.mission
    assert foe.damaged
    assert (mission.interceptors, mission.retired) == ([other], [foe])


def test_a_damaged_interceptor_fires_with_the_ratings_of_its_damaged_side():
    play = attack()

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*AIM, 4, 5, *LOW])

    (fired,) = [one for one in play.events if one.facts.get("table") == "bomber_combat"]
    rating = dict(one[:2] for one in fired.facts["modifiers"])["air_combat"]
    sides = play.data.aircraft["me109"]
    assert rating == sides.back.air_combat < sides.front.air_combat


def test_an_interceptor_whose_bomber_is_gone_loses_its_attack():
    play = attack("fw190 fw190")

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*AIM * 2, *LOW * 2, *HIGH])

    assert "b17f-e" not in play.state.bombers
    assert play.events[-1].kind == "attack_lost"


def test_the_fire_at_a_bomber_is_air_combat_less_structure():
    play = attack("me262")
    (aim,) = aims(play, "d")

    assert carry_out(play, attacks_on_bombers.fire_at_bomber, aim, False, dice=[4, 3]) == "light"
    assert play.events[-1].facts["total"] == 7 + 5 - 4


def test_answers_of_how_many_say_what_so_many_do_and_the_others():
    play = attack(mine="p47 p47 p47")

    decision = next(air_combat.send_more_escorts(play, 1))

    assert [decision.label_of(number) for number in decision.options] == [
        "1 attacks, 2 stay with the bombers",
        "2 attack, 1 stays with the bombers",
        "3 attack, none stays with the bombers",
    ]
