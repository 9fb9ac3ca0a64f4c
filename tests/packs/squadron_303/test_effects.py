"""Special effects of the Combat cards, p. 5-6 and 20."""

import pytest

from packs.squadron_303.rules.dice import chances_of_rolling_again
from packs.squadron_303.rules.effects import reroll_luftwaffe, reroll_own
from packs.squadron_303.rules.fight import combat
from packs.squadron_303.state import Fight
from tests.packs.squadron_303.tables import claims

CLAIMS = """
a Hit that counts double may be the card's own
    c37 hit set=hit,any effect=fighter_killer
    blue zumbach A5 c37 declared
    bf109 A5 -> down
    combat blue with evade evade blank blank: c37
    told round.hits 2
Hits of dice and cards count double as often as there are sets
    c37 evade set=hit,maneuver effect=extra_hit
    c39 hit set=hit,evade effect=bomber_killer
    blue zumbach A5 c37 c39 declared
    he111 A5
    combat blue with hit evade blank blank: hit c37, c39
    told round.hits 1, 4
without any Hit nothing counts double
    c34 evade set=evade,evade effect=bomber_killer
    blue zumbach A5 c34 declared
    he111 A5
    combat blue with evade evade blank blank: c34
    told round.hits 0, 0
    told no effect
a third round is gained once only
    c16 c17 evade set=maneuver/token,evade effect=third_round
    blue zumbach A5 c16 c17 declared tokens=2
    he111 A5
    combat blue with evade evade blank blank blank: c16, 1, c17, 0, #1, 0
    asked 1 activate
"""


@claims(CLAIMS)
def test_of_special_effects(script):
    assert script.play() == []


@pytest.mark.parametrize(
    ("effect", "opponent"),
    [
        pytest.param("fighter_killer", "he111", id="an effect against fighters on a bomber"),
        pytest.param("bomber_killer", "bf109", id="an effect against bombers on a fighter"),
        pytest.param("blank_hit", "he111", id="hits to turn where there are none"),
        pytest.param("mark_second", "he111", id="another plane where there is none"),
        pytest.param("free_support", "he111", id="support that was not given"),
    ],
)
def test_a_set_that_brings_nothing_is_not_offered_at_a_price(table, effect, opponent):
    table.card("c01", symbol="evade", set=("maneuver/token", "evade"), effect=effect)
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True, tokens=1)
    table.plane(opponent, "A5")
    table.script("evade", "evade", *["blank"] * {"bf109": 4, "he111": 2}[opponent])

    table.run(combat, blue, answers=("c01", 0))

    assert not any("activate" in prompt for prompt in table.prompts)


def test_the_prompt_for_a_card_tells_what_it_would_make_of_the_round(table):
    table.card("c37", symbol="hit", set=("hit", "any"), effect="fighter_killer")
    fighter = table.fly("blue", "zumbach", "A5", "c37", declared=True)
    table.plane("bf109", "A5")
    table.script("evade", "evade", "blank", "blank")

    decision = next(combat(table.play, fighter))

    assert decision.prompt == (
        "Blue: play a card? (ours: Evasion; Luftwaffe: 2 blanks; toughness left 1-1)"
    )
    assert decision.label_of("c37").endswith("| makes 2 Hits, 1 Evasion with 1 set")


def test_another_try_is_for_dice_that_were_placed_each_once(table):
    table.fly("blue", "zumbach", "A5")
    fight = Fight(colour="blue", opponent=table.plane("bf109", "A5").id)
    fight.dice, fight.placed, fight.counting = ["hit", "blank"], [0], [0]
    fight.symbols = ["hit"]
    decision = next(reroll_own(table.play, fight, 1, 1))
    assert decision.options == ("none", 0)
    assert decision.odds("none") == {}
    assert decision.odds(0) == chances_of_rolling_again(table.play, "blue")

    fight.spent = [0]
    table.script("evade")
    table.run(reroll_own, fight, 2, 1, answers=(0,))

    assert fight.dice == ["evade", "blank"]


def test_no_more_luftwaffe_dice_are_rolled_again_than_are_left(table):
    table.fly("blue", "zumbach", "A5")
    fight = Fight(colour="blue", opponent=table.plane("bf109", "A5").id)
    fight.luftwaffe, fight.luftwaffe_spent = ["hit-2", "hit-3"], [0]
    table.script("reroll", "evade")

    table.run(reroll_luftwaffe, fight, 3, 1, answers=(1, 0))

    assert fight.luftwaffe == ["evade", "blank"]
