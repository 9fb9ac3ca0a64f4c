"""Readings of one rule between which an option chooses: the one taken, and the other."""

import pytest

from packs.squadron_303.game import GAME
from packs.squadron_303.rules.movement import free_germans, may_withdraw
from packs.squadron_303.rules.opponents import luftwaffe_dice
from packs.squadron_303.rules.players import begin_turn
from packs.squadron_303.rules.shot_down import shot_down
from tests.packs.squadron_303.tables import claims

CLAIMS = """
# ------------------------------------------------------------ 14, British planes
# Two Hits fall on a British plane that bears one more; bombers are next door.
a British plane shot down gives the Germans near it a move
    B: A5 A3 british
    hurricane A5 B damage=1
    I: A8 A7 A5 biggin_hill
    he111 A7 I -> A5
    strike at A5 red 2 with hit-2 hit-3
    table -> british_lost=1
each of several British planes shot down at once gives a move
    B: A5 A3 british
    2 hurricane A5 B damage=1
    I: A8 A7 A5 biggin_hill
    he111 A7 I -> biggin_hill
    strike at A5 red 2 with hit-2 hit-3
    table -> british_lost=2
a medal holds a squadron after a British loss too
    blue zumbach A3
    zumbach medals=1
    B: A5 A3 british
    hurricane A5 B damage=1
    I: A8 A7 A5 biggin_hill
    he111 A7 I -> A7
    strike at A5 red 2 with hit-2 hit-3: I
without the reading only the loss of a pilot gives a move
    game players=2 scenario=biggin_hill british_morale=no
    B: A5 A3 british
    hurricane A5 B damage=1
    I: A8 A7 A5 biggin_hill
    he111 A7 I -> A7
    strike at A5 red 2 with hit-2 hit-3
    table -> british_lost=1

# ------------------------------------------------------------ 15, the way home
# A bomber and its escort have destroyed their target.
escorts of bombers on their way home counterattack
    blue zumbach biggin_hill
    I: A8 A7 A5 biggin_hill
    he111 biggin_hill, bf109 biggin_hill
    table bombs=biggin_hill:2
    bombing
    counterattacks with blank blank
    told 1 counterattack
escorts fly home with their bombers and off the map
    I: A8 A7 A5 biggin_hill
    he111 biggin_hill -> down, bf109 biggin_hill -> down
    table bombs=biggin_hill:2
    bombing
    german movement
    end turn
    german movement
    end turn
    german movement
    end turn
    german movement
    end turn
    table -> squadrons=none
escorts that lose their bombers on the way home patrol back to their start
    I: A8 A7 A5 biggin_hill -> patrol homeward=no route=biggin_hill,A5,A7,A8
    bf109 biggin_hill -> A5, he111 biggin_hill
    table bombs=biggin_hill:2
    bombing
    lost #2
    german movement
in Escape mode the whole squadron strikes only when it was attacked
    game players=2 scenario=biggin_hill way_home=escape
    blue zumbach biggin_hill
    I: A8 A7 A5 biggin_hill -> escape
    he111 biggin_hill, bf109 biggin_hill
    table bombs=biggin_hill:2
    bombing
    counterattacks
    told no counterattack
    I was_attacked
    counterattacks with blank blank
    told 1 counterattack

# ------------------------------------------------------------ 15, the last turn
a pilot lost on the last turn need not be replaced
    yellow urbanowicz A1, blue zumbach A5
    shot down blue
    table turn=8
    check goals
    table -> result=win
a pilot lost before the last turn must be replaced
    he111 A8
    blue zumbach A5
    shot down blue
    table turn=7
    check goals
    new pilots
    table -> result=loss
with the option a pilot lost on the last turn must be replaced
    game players=2 scenario=biggin_hill last_reserve
    yellow urbanowicz A1, blue zumbach A5
    shot down blue
    table turn=8
    check goals
    table -> result=loss
    why no pilot is left in the Reserve
with the option a pilot of the Reserve saves the last turn
    game players=2 scenario=biggin_hill last_reserve
    feric reserve
    yellow urbanowicz A1, blue zumbach A5
    shot down blue
    table turn=8
    check goals
    table -> result=win

# ------------------------------------------------------------ 11, first service
a plane that waits where it starts gets no action points
    blue zumbach northolt landed
    service
    asked nothing
a plane that has landed gets points and gets them again where it waits
    blue zumbach biggin_hill ammunition=2
    move blue: blue land:biggin_hill
    service: (ammunition)
    blue ammunition=2
    move blue: blue stay
    service: (ammunition)
    blue -> ammunition=4
a plane that has taken off again has not landed
    blue zumbach biggin_hill landed has_landed -> landed=no has_landed=no
    move blue: blue biggin_hill
with the option waiting at the start is enough
    game players=2 scenario=biggin_hill first_service
    blue zumbach northolt landed -> cards=c01
    service with c01: (card)

# ------------------------------------------------------------ 17, aces
a disciplined bomber with one token flies and bombs
    I: A8 A7 A5 biggin_hill
    he111 A5 ace=steady markers=1 -> biggin_hill, he111 A5
    german movement
    bombing
    table -> bombs=biggin_hill:2
with the option Acrobats evade once in a fight
    game players=2 scenario=biggin_hill acrobats=fight
    blue zumbach A5 declared
    bf109 A5 ace=agile
    combat blue with evade evade blank blank blank blank
    told round.german_evades 1, 0

# ------------------------------------------------------------ 6, one reroll
Frantisek may roll a die again that its Reroll has turned blank
    blue frantisek A5 declared
    bf109 A5 markers=1 -> down
    combat blue with reroll reroll blank reroll hit hit: (0 1)
with the option what was rolled again is not rolled again
    game players=2 scenario=biggin_hill one_reroll
    blue frantisek A5 declared
    bf109 A5 markers=1
    combat blue with reroll reroll blank reroll
    asked no again
a steadfast fighter rolls a die once more that its Reroll has turned blank
    blue zumbach A5 declared
    bf109 A5 ace=steadfast
    combat blue with hit hit reroll evade blank evade evade evade
    told round.luftwaffe evade+evade, evade+evade
with the option a steadfast fighter does not roll a die a third time
    game players=2 scenario=biggin_hill one_reroll
    blue zumbach A5 declared
    bf109 A5 ace=steadfast
    combat blue with hit hit reroll evade blank evade evade
    told round.luftwaffe blank+evade, evade+evade
level one is offered for dice that were rolled again
    game players=2 specialization
    zumbach victories=fighter:3 specialization=fighter
    blue zumbach A5 declared
    bf109 A5 markers=1
    combat blue with reroll reroll blank blank: none, none
    asked 2 Specialization
with the option level one is not offered for dice that were rolled again
    game players=2 scenario=biggin_hill one_reroll specialization
    zumbach victories=fighter:3 specialization=fighter
    blue zumbach A5 declared
    bf109 A5 markers=1
    combat blue with reroll reroll blank blank
    asked no Specialization

# ------------------------------------------------------------ 10, withdrawing
who supports a fight and who is struck is noted
    c01 hit support=hit set=evade,evade
    c02 support=hit,hit
    blue zumbach A5 c01 declared, yellow urbanowicz A5 c02
    bf109 A5 damage=1
    combat blue with blank blank blank blank: c01, yellow:c02:hit
    yellow -> supported struck=no
    strike at A5 red 1 with hit-2 no_extra no_extra
    blue -> struck, yellow -> struck supported

# ------------------------------------------------------------ 7, Medals for victories
a pilot gets a medal for every fifth plane that he shoots down
    zumbach victories=fighter:3,bomber:1 -> medals=2
    blue zumbach A5
    7 bf109 A5
    damage plane #1 2 blue
    zumbach -> medals=1
    damage plane #2 2 blue
    damage plane #3 2 blue
    damage plane #4 2 blue
    damage plane #5 2 blue
    zumbach -> medals=1
    damage plane #6 2 blue
    told medal.why 5 planes shot down, 10 planes shot down
with the option a pilot gets a medal for the fifth plane alone
    game players=2 scenario=biggin_hill fifth_plane=first
    zumbach victories=fighter:3,bomber:1 -> medals=1
    blue zumbach A5
    6 bf109 A5
    damage plane #1 2 blue
    damage plane #2 2 blue
    damage plane #3 2 blue
    damage plane #4 2 blue
    damage plane #5 2 blue
    damage plane #6 2 blue
    told medal.why 5 planes shot down

# ------------------------------------------------------------ 13, defence
with the option a plane cancels several propellers with several cards
    game players=2 scenario=biggin_hill defence_cards=any
    c01 c02 defence=2,3
    blue zumbach A5 c01 c02 -> damage=none
    bf109 A5
    counterattacks with hit-2 hit-2: blue:c01:2, blue:c02:2
"""


@claims(CLAIMS)
def test_of_house_rules(script):
    assert script.play() == []


def test_each_house_rule_is_named_by_a_ruling_with_the_reading_that_it_rejects():
    rulings = {ruling.option: ruling for ruling in GAME.all_rulings if ruling.option}

    assert set(rulings) == {option.name for option in GAME.house_rules}
    assert all(ruling.rejected for ruling in rulings.values())
    assert len(GAME.house_rules) == 11


@pytest.mark.parametrize(
    ("reading", "tokens", "dice", "free"),
    [
        pytest.param("flies", 1, (0, 1), 1, id="with one token he rolls no dice"),
        pytest.param("undisturbed", 1, (2, 2), 2, id="with the option one token does nothing"),
        pytest.param("undisturbed", 2, (0, 1), 1, id="with the option two tokens do"),
    ],
)
def test_dice_of_a_disciplined_bomber(make_table, reading, tokens, dice, free):
    table = make_table(players=2, scenario="biggin_hill", iron_discipline=reading)
    marked = table.plane("he111", "A5", ace="steady", markers=tokens)
    other = table.plane("he111", "A5")

    assert (luftwaffe_dice(table.play, marked), luftwaffe_dice(table.play, other)) == dice
    assert free_germans(table.play)["A5"] == free


INVOLVED = {
    "combat": {"fought": True, "supported": True, "struck": False},
    "fight": {"fought": True, "supported": False, "struck": False},
    "strike": {"fought": True, "supported": True, "struck": True},
}


@pytest.mark.parametrize("reading", INVOLVED)
def test_who_was_in_combat_on_the_last_turn_may_withdraw(make_table, reading):
    may = {}
    for part in ("fought", "supported", "struck"):
        table = make_table(players=2, scenario="biggin_hill", withdrawal=reading)
        blue = table.fly("blue", "zumbach", "A5", **{part: True})
        table.state.pilots["zumbach"].medals = 1
        begin_turn(table.play)
        may[part] = may_withdraw(table.play, blue)

    assert may == INVOLVED[reading]


def test_a_plane_lost_leaves_nothing_of_its_turn_to_the_next_pilot(table):
    marks = dict.fromkeys(("fought", "supported", "struck", "declared", "has_landed"), True)
    blue = table.fly("blue", "zumbach", "A5", **marks)

    table.run(shot_down, blue)

    assert not any(getattr(blue, name) for name in marks)
