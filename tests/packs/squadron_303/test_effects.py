"""Special effects of the Combat cards, p. 5-6 and 20."""

import pytest

from packs.squadron_303.rules.dice import chances_of_rolling_again
from packs.squadron_303.rules.effects import reroll_luftwaffe, reroll_own
from packs.squadron_303.rules.fight import combat
from packs.squadron_303.state import Fight


def fight(table, opponent, card, *dice, answers=(), **blue):
    """Blue fights with one card in hand; the Luftwaffe shows nothing but blanks."""
    fighter = table.fly("blue", "zumbach", "A5", card, declared=True, **blue)
    plane = table.plane(opponent, "A5")
    number = {"bf109": 2, "he111": 1}[opponent]
    table.script(*dice, *["blank"] * number * 2)
    table.run(combat, fighter, answers=answers)
    return plane


def hits(table):
    return [event["hits"] for event in table.events("round")]


def test_a_hit_that_counts_double_may_be_the_cards_own(table):
    table.card("c37", symbol="hit", set=("hit", "any"), effect="fighter_killer")
    fighter = table.fly("blue", "zumbach", "A5", "c37", declared=True)
    table.plane("bf109", "A5")
    table.script("evade", "evade", "blank", "blank")

    table.run(combat, fighter, answers=("c37",))

    assert hits(table) == [2]
    assert table.state.planes == {}


def test_hits_of_dice_and_cards_count_double_as_often_as_there_are_sets(table):
    table.card("c37", symbol="evade", effect="extra_hit", set=("hit", "maneuver"))
    table.card("c39", symbol="hit", effect="bomber_killer", set=("hit", "evade"))
    fighter = table.fly("blue", "zumbach", "A5", "c37", "c39", declared=True)
    table.plane("he111", "A5")
    table.script("hit", "evade", "blank", "blank")

    table.run(combat, fighter, answers=("hit c37", "c39"))

    assert hits(table) == [1, 4]


def test_without_any_hit_nothing_counts_double(table):
    table.card("c34", symbol="evade", set=("evade", "evade"), effect="bomber_killer")

    fight(table, "he111", "c34", "evade", "evade", answers=("c34",))

    assert hits(table) == [0, 0]
    assert table.events("effect") == []


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
    dice = ("evade", "evade")

    fight(table, opponent, "c01", *dice, answers=("c01", 0), tokens=1)

    assert not any("activate" in prompt for prompt in table.prompts)


def test_a_third_round_is_gained_once_only(table):
    for card in ("c16", "c17"):
        table.card(card, symbol="evade", set=("maneuver/token", "evade"), effect="third_round")
    fighter = table.fly("blue", "zumbach", "A5", "c16", "c17", declared=True, tokens=2)
    table.plane("he111", "A5")
    table.script("evade", "evade", "blank", "blank", "blank")

    table.run(combat, fighter, answers=("c16", 1, "c17", 0, "1", 0))

    assert sum("activate" in prompt for prompt in table.prompts) == 1


def test_the_prompt_for_a_card_tells_what_it_would_make_of_the_round(table):
    table.card("c37", symbol="hit", set=("hit", "any"), effect="fighter_killer")
    fighter = table.fly("blue", "zumbach", "A5", "c37", declared=True)
    table.plane("bf109", "A5")
    table.script("evade", "evade", "blank", "blank")
    asking = combat(table.play, fighter)

    decision = next(asking)

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
