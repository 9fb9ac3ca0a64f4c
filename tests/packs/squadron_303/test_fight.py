"""The Fight, p. 11-13 and 20."""

import pytest

from packs.squadron_303.rules.dice import roll_dice
from packs.squadron_303.rules.duel import ways_now
from packs.squadron_303.rules.fight import combat, fights, may_fight, within
from packs.squadron_303.rules.opponents import luftwaffe_dice
from packs.squadron_303.shown.words import WORDS
from packs.squadron_303.state import Fight
from tabletop_core.events import narrate
from tabletop_core.testing import perform
from tests.packs.squadron_303.tables import claims

CLAIMS = """
# The example: a Bf 109 goes down, and support turns one of two hits away.
blue fights over two rounds with yellows support
    c01 hit support=hit set=maneuver,hit effect=extra_evade
    c02 maneuver plain support=evade,joker
    c03 support=joker
    blue zumbach A5 c01 c02 declared -> damage=no_extra ammunition=3
    yellow urbanowicz A5 c03 declared -> cards=none
    bf109 A5 -> down, he111 A5
    combat blue with hit maneuver hit-3 evade hit-2 hit-4 no_extra: #1, maneuver c01, 1,
        #1, c02, yellow:c03:evade, give, give
    told round.hits 1, 2
    told round.german_evades 1, 0
    told round.evades 1, 1
    table -> discards=c03,c01,c02 fight=none
against a new opponent only the second die and card count
    c01 hit set=hit,hit effect=extra_hit
    blue zumbach A5 c01 declared
    bf109 A5 -> down, bf109 A5 -> damage=0
    combat blue with hit evade blank blank blank blank: #1, hit c01
    told round.symbols hit+hit, evade
against the same opponent dice and cards of both rounds count
    c01 hit plain
    blue zumbach A5 c01 declared
    he111 A5 -> damage=2
    combat blue with hit evade blank blank: hit, c01
    told round.symbols hit, hit+evade+hit
with a plane its squadron is attacked
    blue zumbach A5 declared
    I: A5 A7 -> was_attacked
    he111 A5 I
    combat blue with hit hit blank blank
a fight ends when no enemy is left and still costs its ammunition
    c01 hit plain
    blue zumbach A5 c01 declared -> ammunition=3
    bf109 A5 -> down
    combat blue with hit hit blank blank: c01
    told 1 round
the log names whose ability added an Evasion, which counts in the first round only
    blue urbanowicz A5 declared -> damage=no_extra
    bf109 A5
    combat blue with blank blank hit-2 blank hit-2 blank no_extra
    told round.evades 1, 0
    told helped.by Witold Urbanowicz
    told helped.text one more Evasion in the first round of a Fight
what a round makes counts the declared ability
    c01 hit plain
    blue urbanowicz A5 c01 declared
    he111 A5
    combat blue with blank blank blank blank: c01
    asked 1 ours: no symbol yet (0 Hits, 1 Evasion);
the log names whose ability rolled dice again
    blue frantisek A5 declared
    bf109 A5
    combat blue with blank blank blank blank hit blank blank: (0), hit
    told helped.by Josef František
    told round.hits 1, 1
the special die is offered only without the ability
    blue zumbach A5 declared
    bf109 A5 damage=1
    combat blue with hit hit blank blank
    asked no which dice
failure of the special die deals two points of damage
    blue zumbach A5 -> damage=no_extra,hand_limit
    bf109 A5
    combat blue with hit failure blank blank no_extra hand_limit blank blank: special, failure
failure of the special die deals its damage once, also where a third round follows
    c01 evade set=hit,evade effect=third_round
    blue zumbach A5 c01 -> damage=no_extra,hand_limit
    he111 A5
    combat blue with hit failure blank blank no_extra hand_limit blank: special, hit c01, #1
a pilot whom the special die shoots down hits nothing in this round
    c01 hit set=maneuver,maneuver
    blue zumbach A5 c01 damage=no_extra,hand_limit,no_free_move,discard -> pilot=none
    he111 A5 markers=2 -> damage=0
    combat blue with blank failure: special, failure c01
    table -> discards=c01
success of the special die is any one symbol
    blue zumbach A5
    bf109 A5 -> down
    combat blue with hit success blank blank blank blank: special, success:hit
    told round.symbols hit, hit+hit
a Reroll face is rolled once more and then misses
    blue zumbach A5 declared
    bf109 A5 damage=1
    combat blue with reroll hit hit reroll reroll reroll hit-2 no_extra
    told round.luftwaffe blank+hit-2
    told round.symbols hit
# The first card rolls the first die again, the second can roll the second one only.
a die that a card rolled again is not rolled again by a second card
    c01 c02 evade set=evade,any effect=reroll_own
    blue zumbach A5 c01 c02 declared
    he111 A5 markers=1
    combat blue with evade evade evade hit: c01, 0, c02, 1
    told round.symbols evade+evade, evade+hit+evade+evade
# Two Hits shoot it down; of its dice only the second one was not rolled again yet.
a Luftwaffe die that was rolled again is not rolled again by a card
    c01 hit set=hit,hit effect=reroll_luftwaffe
    blue zumbach A5 c01 declared
    bf109 A5 -> down
    combat blue with hit hit reroll hit-3 hit-2 blank no_extra: c01, 1
    told round.luftwaffe hit-2+blank
a Maneuver symbol gives a token to the opponent which then rolls no dice
    blue zumbach A5 declared
    he111 A5 -> markers=3
    combat blue with maneuver maneuver blank: give, give, give
    told round.luftwaffe blank, none
a player board holds three tokens at most
    blue zumbach A5 declared tokens=2 -> tokens=3
    he111 A5 -> markers=2
    combat blue with maneuver maneuver blank blank: keep, 0
kept tokens may be given in the second round
    blue zumbach A5 declared -> tokens=0
    he111 A5 -> markers=2
    combat blue with maneuver blank blank blank: maneuver, keep, give, 1
a token kept in a round is not given in the same round
    blue zumbach A5 declared -> tokens=1
    he111 A5 -> markers=0
    combat blue with blank maneuver blank blank: blank, keep
a First strike cancels the dice of a plane it shoots down
    c01 evade set=hit,evade effect=first_strike
    blue zumbach A5 c01 declared -> damage=none
    bf109 A5 damage=1 -> down
    combat blue with hit hit hit-2 hit-3: c01
    told 1 struck_first
a First strike hits before the Evasions of the opponent count
    c01 evade set=hit,evade effect=first_strike
    blue zumbach A5 c01 declared -> damage=none
    bf109 A5 damage=1 ace=agile -> down
    combat blue with hit hit evade hit-3: c01
the Hits of a plane that outlives a First strike still count
    c01 hit set=hit,hit effect=first_strike
    blue zumbach A5 c01 declared -> damage=no_extra
    he111 A5
    combat blue with hit blank hit-2 no_extra blank: hit, c01
# Two Hits and a set of them in the first round; three Hits in the second, one of them new.
a symbol that made a set makes none in the second round
    c01 c02 hit support=none set=hit,hit effect=extra_hit
    blue zumbach A5 c01 c02 declared
    he111 A5 markers=1
    combat blue with hit blank: hit c01, c02
    told round.hits 3, 3
symbols of the first round that made no set make one in the second
    c01 hit support=none set=evade,evade effect=extra_evade
    c02 hit support=none set=hit,hit effect=extra_hit
    blue zumbach A5 c01 c02 declared
    he111 A5 markers=1
    combat blue with hit blank: hit c01, c02
    told 1 effect
after a Break away the second round is not fought
    c01 evade set=hit,evade effect=break_away
    blue zumbach A5 c01 declared -> A1
    he111 A5
    combat blue with hit hit blank: c01, A1
    told 1 round
    told moved.landed False
a Break away that finds a hidden squadron may go on as far as it reaches
    c01 evade set=hit,evade effect=break_away
    blue zumbach A7 c01 declared -> A6 scouted
    II: A8 A6 hidden -> down
    he111 A7
    combat blue with hit hit blank: c01, A8, A6
    asked 1 Blue: fly up to 2 areas?
    asked 1 Blue: fly up to 1 area?
    called stay fight on, stay here
a card may add a third round without a new die
    c01 evade set=hit,evade effect=third_round
    blue zumbach A5 c01 declared
    he111 A5 -> damage=1
    combat blue with hit blank blank blank blank: hit c01, #1
    told round.number 1, 2, 3
a third round may be left alone
    c01 evade set=hit,evade effect=third_round
    blue zumbach A5 c01 declared
    he111 A5
    combat blue with hit blank blank blank: hit c01, end
    told round.number 1, 2
support is given once in a fight and never activates the card
    c01 c02 evade plain support=hit,joker
    c03 c04 hit support=joker set=any,any effect=extra_hit
    blue zumbach A5 c01 c02 declared, yellow urbanowicz A5 c03 c04
    he111 A5 -> damage=1
    combat blue with blank blank blank blank: c01, yellow:c03:hit, c02
    told supported.card c03
players attack in the order they agree on
    blue zumbach A5 declared, yellow urbanowicz A5 declared
    he111 A5
    fights with blank blank blank blank: yellow 1, blue stay
    told fight.colour yellow
who stays out of the fight leaves it to the other player
    blue zumbach A5 declared, yellow urbanowicz A5 declared
    he111 A5
    fights with blank blank blank blank: blue stay, yellow 1
    told fight.colour yellow
Paszkiewicz hits once more in the first round only
    blue paszkiewicz A5 declared
    he111 A5
    combat blue with hit hit blank blank
    told round.hits 2, 2
    told round.symbols hit, hit+hit
Frantisek rolls RAF dice again once in a fight
    blue frantisek A5 declared
    bf109 A5 -> damage=2
    combat blue with blank blank blank blank hit evade blank blank: (0 1), hit
Frantisek may roll a placed die again that still counts
    blue frantisek A5 declared
    he111 A5 -> damage=1
    combat blue with blank evade blank blank hit: (), blank, (), (0)
    told round.symbols none, hit+evade
Frantisek may roll again once the cards are seen
    c01 evade set=hit,evade effect=extra_hit
    blue frantisek A5 c01 declared
    bf109 A5 -> down
    combat blue with blank blank blank blank hit: (), c01, (0)
a die of an earlier opponent is not rolled again
    blue frantisek A5 declared
    he111 A5, bf109 A5
    combat blue with hit blank blank blank blank hit: #1, (), hit, (), #2, (1)
    told round.symbols hit, hit
the ammunition of a fight is taken back once
    c01 c02 hit set=hit,any effect=save_ammo
    blue zumbach A5 c01 c02 declared ammunition=2 -> ammunition=2
    he111 A5
    combat blue with evade evade evade evade: c01, c02
"""


@claims(CLAIMS)
def test_of_a_fight(script):
    assert script.play() == []


def test_failure_of_the_special_die_comes_after_the_card_and_the_support(table):
    table.card("c01", symbol="hit", support=("hit",), set=("maneuver", "maneuver"))
    table.card("c02", support=("hit", "joker"))
    blue = table.fly("blue", "zumbach", "A5", "c01")
    table.fly("yellow", "urbanowicz", "A5", "c02")
    table.plane("he111", "A5", markers=1)
    table.script("blank", "failure", "discard", "no_extra")

    done = perform(table.play, combat, blue, answers=("special", "failure c01", "yellow:c02:hit"))

    assert done.asked[-1].glowing() == {"c02"}
    kinds = [event.kind for event in table.play.events]
    assert kinds.index("placed_in_round") < kinds.index("supported") < kinds.index("damaged")
    assert kinds.index("damaged") < kinds.index("round")


def test_all_dice_are_rolled_before_those_that_show_reroll_are_rolled_again(table):
    table.script("reroll", "hit-2", "evade")

    assert roll_dice(table.play, ["red", "red"], "the Luftwaffe") == (["evade", "hit-2"], [0])


def test_a_kept_token_does_not_activate_a_first_strike(table):
    card = table.card("c01", symbol="evade", set=("maneuver", "evade"), effect="first_strike")
    fight = Fight(colour="blue", opponent="1", cards=[card], active=card)
    table.fly("blue", "zumbach", "A5", tokens=2)
    table.plane("bf109", "A5")

    assert ways_now(table.play, fight) == {}

    fight.dice, fight.counting, fight.symbols = ["maneuver", "hit"], [0], ["maneuver"]
    assert ways_now(table.play, fight) == {1: (0, 1, (0, 1))}


def test_a_die_that_is_rolled_again_after_its_set_shows_a_new_symbol():
    fight = Fight(colour="blue", opponent="1", dice=["hit", "hit"], counting=[0, 1])
    fight.symbols, fight.served = ["hit", "hit"], ["die 0", "die 1"]

    fight.roll_again(0, "evade")

    assert fight.served == ["die 1"]
    assert fight.spent == [0]


def test_no_break_away_leads_past_a_hidden_squadron_unseen(table):
    assert within(table.play, "northolt", 2)["biggin_hill"] == 2

    table.squadron("II", "london", hidden=True)

    assert "biggin_hill" not in within(table.play, "northolt", 2)


def test_each_unmarked_he_111_lends_a_black_die_up_to_three(table):
    one = table.plane("he111", "A5")
    assert luftwaffe_dice(table.play, one) == 1
    two = table.plane("he111", "A5")
    assert luftwaffe_dice(table.play, one) == 2
    two.markers = 1
    assert luftwaffe_dice(table.play, one) == 1
    for _ in range(4):
        table.plane("he111", "A5")
    assert luftwaffe_dice(table.play, one) == 3


def test_the_log_tells_who_is_attacked_in_each_round_and_how_many_tokens_are_given(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True, tokens=2)
    one, two = table.plane("bf109", "A5"), table.plane("he111", "A5")
    table.script("hit", "hit", "blank", "blank", "blank")

    table.run(combat, blue, answers=(one.id, two.id, 2))

    (told,) = table.events("opponent")
    assert WORDS["opponent"](told) == "Round 2: Blue now attacks He 111 #2 of squadron I"
    (told,) = table.events("marked")
    assert WORDS["marked"](told) == "He 111 #2 of squadron I gets 2 Maneuver tokens"
    assert [event["who"] for event in table.events("rolled")] == ["Blue", "Bf 109 #1", "He 111 #2"]


def test_the_choice_of_an_opponent_marks_the_ace(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.plane("bf109", "A5", ace="keen")
    table.plane("bf109", "A5")

    decision = next(combat(table.play, blue))

    assert decision.label_of("1").endswith("the ace: Keen shots")
    assert "ace" not in decision.label_of("2")


def test_who_may_fight_is_asked_for_an_opponent_at_once(table):
    table.fly("yellow", "urbanowicz", "A5", declared=True)
    table.plane("he111", "A5")

    asked = next(fights(table.play))

    assert (asked.seats, asked.options) == (("yellow",), ("yellow 1", "yellow stay"))


@pytest.mark.parametrize(
    ("how", "may"),
    [
        pytest.param({}, True, id="who has ammunition and has not scouted"),
        pytest.param({"ammunition": 0}, False, id="nobody without ammunition"),
        pytest.param({"scouted": True}, False, id="nobody who scouted in this turn"),
    ],
)
def test_who_may_start_a_fight(table, how, may):
    table.plane("bf109", "A5")

    assert may_fight(table.play, table.fly("blue", "zumbach", "A5", **how)) is may


def test_a_round_tells_what_came_through_on_both_sides_and_what_it_did(table):
    table.card("c01", symbol="hit", set=("maneuver", "maneuver"))
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("he111", "A5", damage=1)
    table.script("hit", "hit", "hit-4", "no_extra", "evade")

    table.run(combat, blue, answers=("c01",))

    told = (event for event in table.play.events if event.kind not in ("rolled", "step"))
    assert [narrate(event, WORDS, table.play.data.names) for event in told] == [
        "Blue attacks He 111 #1 of squadron I at A5 (ammunition left 3)",
        "Blue places Hit and plays Deflection shot 01",
        "Blue, round 1: 2 Hits on He 111 #1, 1 point of damage, toughness left 1; "
        "1 Hit on Blue, 1 point of damage",
        "Blue is damaged (1 of 5): Holed wing, no further penalty",
        "Round 2: Blue attacks the same plane again",
        "Blue places Hit",
        "Blue, round 2: 3 Hits less 1 Evasion on He 111 #1, 1 point of damage",
        "He 111 #1 of squadron I is shot down by Blue",
    ]
