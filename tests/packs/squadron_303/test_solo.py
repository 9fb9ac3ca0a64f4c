"""The solo variant, p. 19."""

import pytest

from packs.squadron_303.rules.damage import damage_fighter
from packs.squadron_303.rules.fight import combat, fights
from packs.squadron_303.rules.hands import hand_limit
from packs.squadron_303.rules.movement import may_withdraw, move_plane, move_points, movement
from packs.squadron_303.rules.players import declare_abilities, draw_cards


@pytest.fixture
def pair(make_table):
    """Blue leads, yellow is the Wingman."""
    table = make_table(players=1, scenario="training")
    table.state.leader = "blue"
    blue = table.fly("blue", "urbanowicz", "A5")
    yellow = table.fly("yellow", "paszkiewicz", "A5")
    return table, blue, yellow


def test_one_player_decides_for_both_pilots(pair):
    table, blue, yellow = pair

    assert table.play.seats == ("blue",)
    assert blue.seat == yellow.seat == "blue"


def test_hand_limits_of_leader_and_wingman(pair):
    table, blue, yellow = pair
    blue.ammunition, yellow.ammunition = 2, 1

    assert hand_limit(table.play, blue) == 3 + 2
    assert hand_limit(table.play, yellow) == 4


def test_the_wingman_draws_one_card_and_the_leader_three(pair):
    table, blue, yellow = pair
    blue.ammunition = 4
    table.script("c01", "c02", "c03", "c04")

    table.run(draw_cards)

    assert (yellow.cards, blue.cards) == (["c01"], ["c02", "c03", "c04"])


def test_a_full_row_of_wingman_cards_loses_one_for_the_new_card(pair):
    table, _, yellow = pair
    yellow.cards = [table.state.deck.take(card) for card in ("c01", "c02", "c03", "c04")]
    table.script("c05", "c06", "c07", "c08")

    table.run(draw_cards, answers=("c02",))

    assert yellow.cards == ["c01", "c03", "c04", "c05"]


def test_lokuciewski_leading_draws_five_keeps_three_and_splits_them(pair):
    table, blue, yellow = pair
    table.fly("blue", "lokuciewski", "A5", declared=True, ammunition=4)
    table.script("c01", "c02", "c03", "c04", "c05", "c06")

    table.run(draw_cards, answers=(("c02", "c03"), ("c04",)))

    assert yellow.cards == ["c01", "c04"]
    assert blue.cards == ["c05", "c06"]


def test_only_the_leader_declares_an_ability(pair):
    table, blue, yellow = pair

    table.run(declare_abilities, answers=("ability",))

    assert (blue.declared, yellow.declared) == (True, False)


def test_one_card_of_the_leader_moves_both_pilots(pair):
    table, blue, yellow = pair
    table.card("c01", move=2)
    blue.cards = ["c01"]

    table.run(movement, answers=("blue", "c01", "B3", "B3"))

    assert (blue.area, yellow.area) == ("B3", "B3")
    assert blue.cards == []


@pytest.mark.parametrize("first", ["blue", "yellow"])
def test_feric_leading_takes_the_wingman_along_whoever_moves_first(pair, first):
    table, blue, yellow = pair
    table.fly("blue", "feric", "A5", declared=True)

    # From A5 to A8 it is three areas, of which one is flown for nothing and one by his ability.
    table.run(movement, answers=(first, "A7", "A7"))

    assert (blue.area, yellow.area) == ("A7", "A7")


def test_feric_leading_leaves_a_wingman_alone_who_starts_elsewhere(pair):
    table, _, yellow = pair
    table.fly("blue", "feric", "A5", declared=True)
    yellow.area = "A7"
    table.state.together = False

    assert table.run(move_points, yellow) == 1


def test_the_pilot_in_the_air_leads_when_the_leader_lands(pair):
    table, blue, yellow = pair
    blue.area = "biggin_hill"
    blue.cards, yellow.cards = [], ["c02"]

    table.run(move_plane, blue, answers=("land:biggin_hill",))

    assert table.state.leader == "yellow"
    assert (blue.cards, yellow.cards) == (["c02"], [])


def test_the_pilot_in_the_air_leads_when_the_leader_withdraws(pair):
    table, blue, _ = pair
    blue.fought_last_turn = True
    table.state.pilots["urbanowicz"].medals = 1

    assert table.run(may_withdraw, blue, answers=("yes",))

    assert table.state.leader == "yellow"


def test_the_leader_fights_first(pair):
    table, _, _ = pair
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(fights, answers=("blue", "raf", "none"))

    assert [event["colour"] for event in table.events("fight")] == ["blue"]


def test_the_wingman_may_fight_after_the_leader_stays_out(pair):
    table, _, _ = pair
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(fights, answers=("none", "yellow", "raf"))

    assert [event["colour"] for event in table.events("fight")] == ["yellow"]


def test_the_wingman_fights_with_cards_of_the_hand_and_of_the_table(pair):
    table, blue, yellow = pair
    for card in ("c01", "c02"):
        table.card(card, symbol="hit", support=("hit",), set=("maneuver/token", "hit"))
    blue.cards, yellow.cards = ["c01"], ["c02"]
    plane = table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(combat, yellow, answers=("raf", "c01", "c02"))

    assert (blue.cards, yellow.cards) == ([], [])
    assert plane.damage == 2


def test_damage_to_a_wingman_without_cards_makes_the_leader_discard(pair):
    table, blue, yellow = pair
    blue.cards = ["c01"]
    table.script("discard")

    table.run(damage_fighter, yellow, 1)

    assert blue.cards == []


def test_a_medal_of_the_wingman_buys_the_ability_of_the_leader(pair):
    table, _, yellow = pair
    table.state.pilots["paszkiewicz"].medals = 1
    table.plane("bf109", "A5")
    table.script("blank", "blank", "hit-2", "blank", "blank", "blank")

    table.run(combat, yellow, answers=("raf", "extra_evade"))

    assert table.events("round")[0]["evades"] == 1
    assert table.state.pilots["paszkiewicz"].medals == 0
