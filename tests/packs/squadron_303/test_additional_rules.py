"""Elite squadrons and Specialization, p. 16-17."""

import pytest

from packs.squadron_303.questions.pilots import level_of, usable_level
from packs.squadron_303.rules.dice import chances_of_rolling_again
from packs.squadron_303.rules.reorganization import end_turn
from packs.squadron_303.rules.setup import turn_up
from packs.squadron_303.rules.specialization import change_die, give_first_levels, use
from packs.squadron_303.state import Fight
from tests.packs.squadron_303.tables import claims

ACES = """
# ------------------------------------------------------------ who has an ace
the token is revealed when a plane enters the area, and its effect is told
    he111 A8, bf109 A8 ace_kind=fighter -> ace=keen ace_kind=none
    reveal ace I with keen
    told ace.text one more die for each fighter in a Counterattack
a mixed squadron gets the kind of ace that the players choose
    game players=2 aces=1
    he111 A8 -> ace_kind=none, bf109 A8 -> ace_kind=fighter
    deal aces: fighter
the players say which squadrons have the aces they agreed on
    game players=2 aces=2
    he111 A8 I -> ace_kind=bomber, he111 A8 II -> ace_kind=none
    he111 A8 III -> ace_kind=bomber
    deal aces: (I III)
no squadron has more than one ace
    game players=2 aces=5
    he111 A8 I -> ace_kind=bomber, he111 A8 II -> ace_kind=bomber
    he111 A8 I -> ace_kind=none
    deal aces
a hidden squadron may have the ace, which is unknown
    game players=2 aces=1
    II: A8 hidden face_down=bombers:1 -> unknown_ace
    deal aces
a British squadron has no ace
    game players=2 aces=5
    II: C8 british
    hurricane C8 II -> ace_kind=none
    deal aces

# ------------------------------------------------------------ what aces do
bombers of a disciplined squadron move with one token
    I: A8 A7 A5 biggin_hill
    he111 A7 ace=steady markers=1
    german movement
    #1 -> A5, #1 markers=2
    german movement
    #1 -> A5
a swift squadron moves two areas after an attack
    I: A8 A7 A5 biggin_hill was_attacked
    he111 A7 ace=swift -> biggin_hill
    german movement
fighters of a swift squadron fly an area more without bombers too
    I: A8 A7 A5 biggin_hill patrol was_attacked
    bf109 A7 ace=swift -> biggin_hill
    german movement
a swift patrol stops where it meets RAF planes
    blue zumbach A3
    I: A8 A7 A5 biggin_hill patrol was_attacked
    bf109 A7 ace=swift -> A3
    german movement with blank
fighters with keen shots counterattack with a third die
    blue zumbach A7
    bf109 A7 ace=keen
    counterattacks with blank blank blank
fierce fighters roll a third die
    blue zumbach A7 declared
    bf109 A7 ace=fierce
    combat blue with hit hit blank blank blank blank blank blank
    told round.luftwaffe blank+blank+blank, blank+blank+blank
    told round.german_evades 0, 0
    told no helped
agile fighters evade once for free
    blue zumbach A7 declared
    bf109 A7 ace=agile
    combat blue with hit hit blank blank blank blank
    told round.luftwaffe blank+blank, blank+blank
    told round.german_evades 1, 1
    told helped.by Acrobats, Acrobats
steadfast fighters roll blank dice once more
    blue zumbach A7 declared
    bf109 A7 ace=steadfast
    combat blue with hit hit blank evade hit-2 no_extra evade evade
    told round.luftwaffe hit-2+evade, evade+evade
the ability ends with the turn in which the ace is shot down
    blue zumbach northolt
    I: A8 A7 A5 biggin_hill
    bf109 A7 ace=keen, bf109 A7
    damage plane #1 2 blue
    ability keen #2
    end turn
    ability keen nobody
# The example of two fighters and a bomber: the one left over patrols in the German phase.
a comrade who parts in the turn in which the ace is shot down keeps the ability
    blue zumbach A7 -> damage=none
    I: A8 A7 A5 biggin_hill
    bf109 A8 ace=keen, bf109 A8 -> A7, he111 A3
    damage plane #1 2 blue
    german movement with blank blank
    ability keen #2 #3
    told propellers.dice {'red': 2}
a comrade whom German morale brings to a fight keeps the ability of the ace shot down
    blue zumbach A7 declared
    I: A8 A7 A5 biggin_hill
    bf109 A7 ace=fierce, bf109 A8 I, he111 A3 I
    damage plane #1 2 blue
    bonus moves A8
    combat blue with hit hit blank blank blank blank blank blank
    told round.luftwaffe blank+blank+blank, blank+blank+blank
who joins other bombers takes the ability of the ace shot down with him and gives it to nobody
    blue zumbach northolt
    I: A8 A7 A5 biggin_hill, II: A6 A5 A3
    bf109 A7 I ace=keen, bf109 A7 I -> squadron=II, he111 A6 II markers=1, bf109 A6 II
    damage plane #1 2 blue
    german movement
    ability keen #2
a bomber shot down as an ace gives its squadron the longer move for this turn
    blue zumbach northolt
    I: A8 A7 A5 biggin_hill was_attacked
    he111 A7 ace=swift, he111 A7 -> biggin_hill, bf109 A7 -> biggin_hill
    damage plane #1 3 blue
    german movement
fighters of a swift squadron keep to the speed of the bombers that they have joined
    I: A8 A7 A5 biggin_hill was_attacked
    he111 A7 -> A5, bf109 A7 fallen_aces=swift -> A5
    german movement
# He loses sight of the bombers that his comrade stays with, and patrols.
an ace parted from his squadron keeps the ability and his comrades lose it
    I: A8 A7 A5 biggin_hill
    bf109 E8 ace=keen -> squadron=I-2, bf109 A7 -> squadron=I, he111 A7
    german movement
    ability keen #1
    told ace_goes.squadron I-2
an ace who joins other bombers gives their squadron the ability
    I: A8 A7 A5 biggin_hill -> down, II: A6 A5 A3
    bf109 A7 ace=keen -> squadron=II, he111 A6 II markers=1, bf109 A6 II
    german movement
    end turn
    ability keen #1 #2 #3
    told ace_goes.squadron II
    all II -> squadron=II
a face-down token goes with its plane too
    I: A8 A7 A5 biggin_hill, II: A7 A5 A3
    bf109 A7 I ace_kind=fighter -> squadron=II ace=agile, he111 A7 II markers=1
    german movement
    reveal ace II with agile
"""
LEVELS = """
level one rolls a blue die again and sets the clock
    zumbach victories=fighter:3 specialization=fighter -> clock=2
    blue zumbach A7 declared
    bf109 A7 damage=1 -> down
    combat blue with blank blank blank blank hit: reroll:0, hit
level one rolls no die again that its face has rolled again
    zumbach victories=fighter:3 specialization=fighter
    blue zumbach A7 declared
    bf109 A7 damage=1 -> down
    combat blue with reroll blank blank blank blank hit: reroll:1, hit
level two adds a support symbol to the card
    c01 evade support=hit set=hit,hit
    c02 support=hit
    zumbach victories=fighter:7 specialization=fighter -> clock=3
    blue zumbach A7 c01 declared, yellow urbanowicz A7 c02
    bf109 A7 damage=1 -> down
    combat blue with blank blank blank blank: none, c01, joker, yellow:c02:hit
level two completes the sequence of the card played without a helper
    c01 evade support=hit,joker set=hit,hit
    zumbach victories=fighter:7 specialization=fighter
    blue zumbach A7 c01 declared
    bf109 A7 damage=1 -> down
    combat blue with blank blank blank blank: none, c01, hit, alone:hit
the sequence of level two is not the support of a fight
    c01 c02 c03 evade support=hit,joker set=hit,hit
    zumbach victories=bomber:5 specialization=bomber
    blue zumbach A7 c01 c02 declared, yellow urbanowicz A7 c03
    he111 A7 -> damage=1
    combat blue with blank blank blank blank: none, c01, hit, alone:hit, c02, yellow:c03:hit
    told round.hits 1, 1
level two is no use to a card that one symbol does not complete
    c01 evade support=hit set=hit,hit
    zumbach victories=fighter:7 specialization=fighter
    blue zumbach A7 c01 declared, yellow urbanowicz A5 c02
    bf109 A7 damage=1
    combat blue with blank blank blank blank blank blank: none, c01, none
    asked no support symbol
level three sets a blue die
    zumbach victories=fighter:10 specialization=fighter -> clock=4
    blue zumbach A7 declared
    bf109 A7 damage=1 -> down
    combat blue with blank blank blank blank: set:1:hit, hit
specialization helps only with a green clock
    zumbach victories=fighter:3 specialization=fighter clock=1
    blue zumbach A7 declared
    bf109 A7 damage=1 -> down
    combat blue with hit hit blank blank
a group is chosen at once so that it serves in the next round
    c01 hit set=joker,joker effect=extra_hit
    blue zumbach A7 c01 declared
    zumbach victories=fighter:2
    bf109 A7 -> down, bf109 A7 -> damage=0
    combat blue with hit hit blank blank blank blank evade: #1, c01, fighter, reroll:1
    told specialization_used.level 1
    told specialization_used.colour blue
a pilot chooses one group for good
    blue zumbach A7
    zumbach victories=fighter:3,bomber:2 -> specialization=bomber
    choose group blue: bomber
    choose group blue
a new level is told
    zumbach victories=fighter:6 specialization=fighter
    blue zumbach A7 declared
    bf109 A7
    damage plane #1 2 blue
    told level.level 2
a level given can be used at once
    game players=2 first_level=1
    blue zumbach A7 declared, yellow urbanowicz A5
    give first levels: fighter, fighter
    bf109 A7 damage=1 -> down
    combat blue with blank blank blank blank hit: reroll:0, hit
"""
HUNTING = """
with hunting the Luftwaffe picks one of the pilots who fly
    game players=2 hunting
    blue zumbach A7, yellow urbanowicz A7
    choose hunted with urbanowicz
    table -> hunted=urbanowicz
# The hunted one is two areas away, and Red next door.
hunting patrols pass other planes by
    game players=3 hunting
    blue zumbach B3, red urbanowicz A7
    table hunted=zumbach
    I: A5 A6 patrol
    bf109 A5 -> B5
    german movement
patrols are patrols again when the hunted pilot is out
    game players=3 hunting
    blue zumbach B3, red urbanowicz A7
    table hunted=feric
    I: A5 A6 patrol
    bf109 A5 -> A7
    german movement with blank
"""


@claims(ACES)
def test_of_elite_squadrons(script):
    assert script.play() == []


@claims(LEVELS, "game players=2 specialization")
def test_of_specialization(script):
    assert script.play() == []


@claims(HUNTING)
def test_of_hunting(script):
    assert script.play() == []


def test_the_ace_of_a_hidden_squadron_is_a_bomber_where_there_is_one(table):
    squadron = table.squadron("I", "A8", hidden=True, unknown_ace=True)
    squadron.face_down = {"fighters": 1, "bombers": 1}
    table.state.fighter_cards.mix_in(["d08"])
    table.state.bomber_cards.mix_in(["d32"])
    table.script("d08", "d32")

    table.run(turn_up, squadron)

    bearers = [plane for plane in table.state.planes.values() if plane.ace_kind]
    assert [(plane.group, plane.ace_kind) for plane in bearers] == [("bomber", "bomber")]
    assert not squadron.unknown_ace


@pytest.mark.parametrize(
    ("group", "levels"),
    [
        ("fighter", {2: 0, 3: 1, 7: 2, 10: 3}),
        ("heavy_fighter", {2: 1, 4: 2, 7: 3}),
        ("bomber", {2: 1, 5: 2, 8: 3}),
        ("bomber after a level given for two", {2: 1, 3: 2, 5: 2, 6: 3}),
        ("heavy_fighter after a level given for two", {0: 0}),
    ],
)
def test_levels_follow_the_number_of_planes_shot_down(make_table, group, levels):
    table = make_table(players=2, first_level=1) if "given" in group else make_table(players=2)
    blue, record = table.fly("blue", "zumbach", "A7"), table.state.pilots["zumbach"]
    group, given, _ = group.partition(" ")
    if given:
        record.specialization, record.head_start = "bomber", 2

    found = {}
    for victories in levels:
        record.victories = {group: victories} if victories else {}
        found[victories] = level_of(table.play, blue, group)

    assert found == levels


def specialist(make_table, victories):
    """Blue, specialized on fighters, about to fight one."""
    table = make_table(players=2, specialization=True)
    record = table.state.pilots["zumbach"]
    record.victories, record.specialization = {"fighter": victories}, "fighter"
    blue = table.fly("blue", "zumbach", "A7", declared=True)
    return table, blue, Fight(colour="blue", opponent=table.plane("bf109", "A7").id)


def test_only_a_die_that_is_rolled_again_has_chances(make_table):
    table, blue, fight = specialist(make_table, 10)
    fight.dice = ["blank"]

    decision = next(change_die(table.play, blue, fight, [0]))

    assert decision.odds("reroll:0") == chances_of_rolling_again(table.play, "blue")
    assert decision.odds("set:0:hit") == decision.odds("none") == {}


def test_level_one_is_green_again_after_the_next_turn_and_level_two_a_turn_later(make_table):
    table, blue, fight = specialist(make_table, 7)
    ready = {}
    for level in (1, 2):
        use(table.play, blue, fight, level)
        fight.specialized = False
        ready[level] = [
            (table.run(end_turn), usable_level(table.play, blue, fight) > 0)[1] for _ in range(3)
        ]

    assert ready == {1: [False, True, True], 2: [False, False, True]}


def test_a_first_level_is_given_to_the_pilots_who_fly_first(make_table):
    table = make_table(players=2, first_level=1)
    blue = table.fly("blue", "zumbach", "A7")
    table.fly("yellow", "urbanowicz", "A7")

    table.run(give_first_levels, answers=("bomber", "fighter"))

    assert level_of(table.play, blue, "bomber") == 1
    assert level_of(table.play, blue, "fighter") == 0
    assert table.state.pilots["urbanowicz"].specialization == "fighter"
    assert table.state.pilots["feric"].specialization == ""
