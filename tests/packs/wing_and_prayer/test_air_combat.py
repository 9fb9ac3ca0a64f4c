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

from .conftest import carry_out, fly, kinds
from .scenes import play_scene, scenes

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


def test_fighters_beyond_two_to_one_stay_out():
    play = combat("p47", "me109 me109 me109 me109")

    assert sets_of(play) == ["e1 i1 - i2"]
    assert play.events[-1].facts["fighters"] == "Me-109 i3, Me-109 i4"


# ---------------------------------------------------------------------- 9.1.8 and 9.1.9


def test_example_an_ace_gives_the_german_fighter_the_advantage():
    """The example of 9.1.8: fighter 3 and ace 1 make 4 against the 3 of a P-47."""
    play = combat(aces={"i1": "ostheim"})

    assert play.data.aces["ostheim"].performance == 1
    assert carry_out(play, air_combat.advantage, pair(play)) == -1


# ---------------------------------------------------------------------- 9.1.10


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


@scenes("""
enemy aces are placed from the left
    fly foes=me109,me109,me109 -> air_combat.place_enemy_aces : 6 vogt rahn
    interceptors me109+vogt me109+rahn me109
some escorts must attack and more may
    fly mine=p47,p47,p47,p47 foes=me109 -> air_combat.aggressive_escorts : 3 : 3
    posts combat combat combat section
escorts that differ are named one by one
    fly mine=p47,p47,p47 foes=me109 -> set e2.ace=pike
    air_combat.aggressive_escorts : 1 : (e2) -> posts section combat section
fewer than the aggressive escorts cannot be sent
    fly mine=p47,p47,p47,p47 foes=me109 -> ask air_combat.send_more_escorts 2 -> options 2 3 4
answers of how many say what so many do and the others
    fly mine=p47,p47,p47 foes=me109 -> ask air_combat.send_more_escorts 1
    label 1 1 attacks, 2 stay with the bombers
    label 2 2 attack, 1 stays with the bombers
    label 3 3 attack, none stays with the bombers
the order of alike escorts is not asked for
    fly mine=p47,p47 post=Post.COMBAT foes=me109,me109,me109 -> set i1.ace=vogt
    ask engagements.position_fighters -> in_order False
    prompt Which interceptors do P-47 e1 and P-47 e2 attack?
an extra escort need not become a wingman and may then withdraw
    fly mine=p47,p47 post=Post.COMBAT foes=me109
    air_combat.first_round : 1 1 1 1 : apart -> state mission.engaged ['e1']
    ask air_combat.second_round -> prompt Does P-47 e2 withdraw? 1 interceptor left
an escort with an undamaged opponent cannot withdraw
    fly mine=p47,p47 post=Post.COMBAT foes=me109,me109
    air_combat.first_round : 1 1 1 1 6 6 1 1 -> state mission.engaged ['e1']
    ask air_combat.second_round -> options stay withdraw
    prompt Does P-47 e2 withdraw? 1 interceptor left
a wingman does not withdraw even when the opponent is gone
    fly mine=p47,p47 post=Post.COMBAT foes=me109
    air_combat.first_round : 6 6 1 1 : assist -> state mission.engaged ['e2']
in the second round extra escorts assist without being asked
    fly mine=p47,p47 post=Post.COMBAT foes=me109 -> air_combat.second_round : 1 1 1 1 : 0
    event advantage escort P-47 e1 -> event advantage wingman P-47 e2
damaged interceptors leave after the first round
    fly mine=p47 post=Post.COMBAT foes=me109 -> air_combat.first_round : 4 4 1 1
    interceptors -> retired me109
the only escort that may withdraw is asked for by name
    fly mine=p47 post=Post.COMBAT foes=me109
    air_combat.second_round : : withdraw -> posts withdrawn
survivors return to their section and interceptors leave the card
    fly mine=p47 post=Post.WITHDRAWN foes=me109
    air_combat.conclude_air_combat -> posts section -> interceptors
the better fighter fires first, and a destroyed one does not fire back
    fly mine=p51 foes=me109 mission=20 -> air_combat.conduct_fire e1~i1 : 6 6
    interceptors -> became 1 VP
a damaged defender fires back from its back side
    fly mine=p51 foes=me109 mission=20 -> air_combat.conduct_fire e1~i1 : 4 4 1 1
    state i1.damaged True -> modifier air_combat 2
equal fighters fire at the same time
    fly mine=p47 foes=fw190 -> air_combat.conduct_fire e1~i1 : 6 6 6 6
    interceptors -> escorts -> became 1 escort lost
an ace shot down never comes back
    fly mine=p51 foes=me109 mission=20 -> set i1.ace=rahn aces.luftwaffe=[]
    air_combat.conduct_fire e1~i1 : 6 6 -> air_combat.conclude_air_combat
    state aces.luftwaffe [] -> post_mission.clean_up_formation -> state aces.luftwaffe []
a wingman adds one to the fire of his leader
    fly mine=p47 foes=me109 -> air_combat.fire_at_fighter e1 i1 True : 1 1 -> modifier wingman 1
escorts that withdraw give no cover afterwards
    fly mine=p47,p47 post=Post.COMBAT foes=me109 -> air_combat.second_round : : 2
    posts withdrawn withdrawn -> kinds withdraws 2
a Me-109 is worth one point
    fly foes=me109 -> results.hit_interceptor i1 destroyed -> became 1 VP
a FW-190 is worth one point
    fly foes=fw190 -> results.hit_interceptor i1 destroyed -> became 1 VP
a Me-110 is worth two points
    fly foes=me110 -> results.hit_interceptor i1 destroyed -> became 2 VP
a Me-262 is worth two points
    fly foes=me262 -> results.hit_interceptor i1 destroyed -> became 2 VP
""")
def test_fights_of_fighters(scene):
    play_scene(scene)


# ---------------------------------------------------------------------- 9.2


def aims(play, letters):
    """The interceptors aim at these bombers, one each."""
    names = [f"b17f-{letter}" for letter in letters]
    return list(map(Aim, play.state.mission.interceptors, names))


def test_more_than_four_interceptors_attack_in_waves_and_aim_when_their_own_wave_comes():
    """Four of six aim before anybody fires; the others after the fire of the first wave."""
    play = attack(" ".join(["me109"] * 6))

    four, two = ([*AIM * n, *LOW * n, *LOW * n] for n in (4, 2))
    carry_out(play, attacks_on_bombers.first_attacks, dice=[*four, *two])

    steps = [kind for kind in kinds(play) if kind in ("lot", "wave")]
    assert steps == ["lot"] * 4 + ["wave"] + ["lot"] * 2


def test_a_damaged_interceptor_fires_with_the_ratings_of_its_damaged_side():
    play = attack()

    carry_out(play, attacks_on_bombers.first_attacks, dice=[*AIM, 4, 5, *LOW])

    (fired,) = [one for one in play.events if one.facts.get("table") == "bomber_combat"]
    rating = dict(one[:2] for one in fired.facts["modifiers"])["air_combat"]
    sides = play.data.aircraft["me109"]
    assert rating == sides.back.air_combat < sides.front.air_combat


@scenes("""
example of 9.2.5: 3 - 3, +2 for two others, +0 for the high element; 9 + 2 = 11 damages
    fly foes=me109 -> attacks_on_bombers.fire_of_bomber i1@d : 4 5
    fact total 11 -> fact shown damaged
a loose formation fires worse
    fly foes=me109 loose=True -> attacks_on_bombers.fire_of_bomber i1@d : 4 5 -> fact total 9
the gunnery of the crew counts
    fly foes=me109 -> attacks_on_bombers.fire_of_bomber i1@a : 1 1 -> modifier crew 1
the fire at a bomber is air combat less structure
    fly foes=me262 -> attacks_on_bombers.fire_at_bomber i1@d False : 4 3
    fact total 8 -> fact shown light
cover is given by escorts in their section and hampers the interceptor
    fly mine=p47,p47 foes=me109 -> set e2.post=Post.WITHDRAWN
    attacks_on_bombers.cover_support [i1@d] : : i1 -> posts cover withdrawn
    attacks_on_bombers.fire_at_bomber i1@d True : 1 1 -> modifier cover -2
one escort covers against one of two interceptors
    fly mine=p47 foes=me109,me109 -> ask attacks_on_bombers.cover_support [i1@d,i2@d]
    options i1 i2 none -> several False
two escorts cover against two interceptors
    fly mine=p47,p47 foes=me109,me109 -> ask attacks_on_bombers.cover_support [i1@d,i2@d] -> most 2
one touch covers where one interceptor can be covered
    fly mine=p47,p47 foes=me109 -> attacks_on_bombers.cover_support [i1@d] : : none
    posts section section -> ask attacks_on_bombers.cover_support [i1@d]
    several False -> touched i1 i1 -> touched none
four escorts cover an element in all waves of both rounds: one more where three have
    fly mine=p47,p47,p47 foes=me109,me109,me109 -> set mission.covered=[1,1,1]
    ask attacks_on_bombers.cover_support [i1@d,i2@g,i3@e] -> options i1 i3 none
    attacks_on_bombers.cover_support [i1@d,i2@g,i3@e] : : i3 i2
    state mission.covered [1, 1, 1, 2, 1] -> air_combat.conclude_air_combat
    state mission.covered []
an escort that covered in the first round gives no cover in the second
    fly mine=p47,p47 foes=me109,me109
    attacks_on_bombers.first_attacks : 3 1 3 1 1 1 1 1 1 1 1 1 : (i1)
    attacks_on_bombers.second_attacks : 3 1 3 1 1 1 1 1 1 1 1 1 : i2
    event covers escort P-47 e1 P-47 e2
an interceptor damaged by the bombers fires and leaves
    fly foes=me109,me109 damaged_interceptors=fire
    attacks_on_bombers.first_attacks : 3 1 3 1 4 5 1 1 1 1 1 1
    state i2.damaged False -> interceptors me109 -> retired me109
an interceptor damaged by the bombers leaves without firing where that is chosen
    fly foes=me109,me109 damaged_interceptors=leave
    attacks_on_bombers.first_attacks : 3 1 3 1 4 5 1 1 1 1
    state i2.damaged False -> interceptors me109 -> retired me109
an interceptor whose bomber is gone loses its attack
    fly foes=fw190,fw190 -> attacks_on_bombers.first_attacks : 3 1 3 1 1 1 1 1 6 6
    became e lost, -2 VP -> kind attack_lost
an element with four escorts gets no more in the same air combat
    fly mine=p47 foes=me109 -> set mission.covered=[1,1,1,1]
    attacks_on_bombers.cover_support [i1@d] -> posts section
covering arcs last for one air combat
    fly foes=me109 luck=covering_arcs
    attacks_on_bombers.defensive_fire [i1@d] : 1 1 : covering_arcs
    attacks_on_bombers.defensive_fire [i1@d] : 1 1 -> modifier covering_arcs 1
    air_combat.conclude_air_combat -> state mission.covering_arcs False
covering arcs kept back in one wave are offered again in the next
    fly foes=me109 luck=covering_arcs -> attacks_on_bombers.defensive_fire [i1@d] : 1 1 : no
    attacks_on_bombers.defensive_fire [i1@d] : 1 1 : covering_arcs
    luck -> state mission.covering_arcs True
a destroyed interceptor does not fire
    fly foes=me109 -> attacks_on_bombers.first_attacks : 3 1 6 6 -> interceptors
a kill is credited to the crew
    fly foes=me109 -> attacks_on_bombers.first_attacks : 3 1 6 6 -> state crew:e.kills 1
nobody is asked for cover in the second round once all escorts have given it
    fly mine=p47 foes=me109 -> attacks_on_bombers.first_attacks : 3 1 1 1 1 1 : i1
    attacks_on_bombers.second_attacks : 3 1 1 1 1 1 -> posts cover
    air_combat.conclude_air_combat -> posts section
""")
def test_attacks_on_bombers(scene):
    play_scene(scene)
