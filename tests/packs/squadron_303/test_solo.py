"""The solo variant, p. 19."""

import pytest

from packs.squadron_303.questions.hands import hand_limit
from packs.squadron_303.rules.damage import damage_fighter, damage_plane
from packs.squadron_303.rules.events import begin_event, check_events
from packs.squadron_303.rules.fight import combat, fights
from packs.squadron_303.rules.movement import in_reach, movement, next_move, withdraw
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


def test_lokuciewski_leading_keeps_all_three_where_the_row_of_the_wingman_is_full(pair):
    table, blue, yellow = pair
    table.fly("blue", "lokuciewski", "A5", declared=True, ammunition=4)
    yellow.cards = [table.state.deck.take(card) for card in ("c11", "c12", "c13")]
    table.script("c01", "c02", "c03", "c04", "c05", "c06")

    table.run(draw_cards, answers=(("c02", "c03"),))

    assert yellow.cards == ["c11", "c12", "c13", "c01"]
    assert blue.cards == ["c04", "c05", "c06"]


def test_only_the_leader_declares_an_ability(pair):
    table, blue, yellow = pair

    table.run(declare_abilities, answers=("blue",))

    assert (blue.declared, yellow.declared) == (True, False)


def test_one_card_of_the_leader_moves_both_pilots(pair):
    table, blue, yellow = pair
    table.card("c01", move=2)
    blue.cards = ["c01"]

    table.run(movement, answers=("blue B3", "yellow B3"))

    assert (blue.area, yellow.area) == ("B3", "B3")
    assert blue.cards == []


def feric_leads(table, leader, wingman):
    """Ferić has led from A5 to an area; the Wingman with his one free area is about to follow."""
    table.state.together = True
    blue = table.fly("blue", "feric", leader, declared=True, moved=True)
    return blue, table.fly("yellow", "paszkiewicz", wingman)


def test_the_wingman_follows_feric_one_area_farther_than_he_flies_alone(pair):
    table, _, _ = pair
    # From A5 it is two areas to A8: one is flown for nothing, one by the ability.
    _, yellow = feric_leads(table, "A8", "A5")
    assert table.play.data.graph.distance("A5", "A8") == 2

    table.run(next_move, [yellow], answers=("yellow A8",))

    assert yellow.area == "A8"


@pytest.mark.parametrize(
    "otherwise",
    [
        pytest.param({"together": False}, id="they did not start in one area"),
        pytest.param({"moved": False}, id="the Leader has not flown yet"),
        pytest.param({"declared": False}, id="the ability was not declared"),
        pytest.param({"area": "A6"}, id="the Leader flew elsewhere"),
    ],
)
def test_a_wingman_who_does_not_fly_together_with_feric_has_no_extra_area(pair, otherwise):
    table, _, _ = pair
    blue, yellow = feric_leads(table, "A8", "A5")
    for name, value in otherwise.items():
        setattr(table.state if name == "together" else blue, name, value)

    assert "A8" not in in_reach(table.play, yellow, 1)


def test_the_pilot_in_the_air_leads_when_the_leader_lands(pair):
    table, blue, yellow = pair
    blue.area = "biggin_hill"
    blue.cards, yellow.cards = [], ["c02"]

    table.run(next_move, [blue], answers=("blue land:biggin_hill",))

    assert table.state.leader == "yellow"
    assert (blue.cards, yellow.cards) == (["c02"], [])


def test_the_wingman_leads_who_takes_off_while_the_leader_stays_on_the_ground(pair):
    table, blue, yellow = pair
    for fighter in (blue, yellow):
        fighter.area, fighter.landed = "northolt", True

    table.run(movement, answers=("yellow london", "blue stay"))

    assert table.state.leader == "yellow"


def test_the_leader_still_leads_who_takes_off_after_the_wingman(pair):
    table, blue, yellow = pair
    for fighter in (blue, yellow):
        fighter.area, fighter.landed = "northolt", True

    table.run(movement, answers=("yellow london", "blue london"))

    assert table.state.leader == "blue"


def test_the_pilot_in_the_air_leads_when_the_leader_withdraws(pair):
    table, blue, _ = pair
    blue.was_in_combat = True
    table.state.pilots["urbanowicz"].medals = 1

    withdraw(table.play, blue)

    assert table.state.leader == "yellow"


def test_the_leader_fights_first(pair):
    table, _, _ = pair
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(fights, answers=("blue 1", "raf", "yellow stay"))

    assert [event["colour"] for event in table.events("fight")] == ["blue"]


def test_the_wingman_may_fight_after_the_leader_stays_out(pair):
    table, _, _ = pair
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(fights, answers=("blue stay", "yellow 1", "raf"))

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


def test_a_medal_of_the_leader_does_not_buy_the_ability_of_the_wingman(pair):
    table, blue, _ = pair
    table.state.pilots["urbanowicz"].medals = 1
    table.plane("bf109", "A5")
    table.script("blank", "blank", "blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("raf",))

    assert [event["hits"] for event in table.events("round")] == [0, 0]
    assert table.state.pilots["urbanowicz"].medals == 1


def test_alone_an_event_that_both_pilots_helped_to_win_brings_one_medal(pair):
    table, blue, yellow = pair
    begin_event(table.play, "doing_it")
    for fighter in (blue, yellow, blue):
        table.run(damage_plane, table.plane("bf109", "A5"), 2, fighter)

    table.run(check_events, answers=("paszkiewicz",))

    medals = {name: table.state.pilots[name].medals for name in ("urbanowicz", "paszkiewicz")}
    assert medals == {"urbanowicz": 0, "paszkiewicz": 1}


def test_alone_the_mulligan_is_used_once_for_both_planes(make_table):
    table = make_table(players=1, mulligan=True)
    table.state.leader = "blue"
    blue, yellow = table.fly("blue", "zumbach", "A5"), table.fly("yellow", "feric", "A5")
    table.script("hand_limit", "no_extra")
    table.run(damage_fighter, blue, 1, answers=("again",))

    table.script("no_free_move")
    table.run(damage_fighter, yellow, 1)

    assert (blue.damage, yellow.damage) == (["no_extra"], ["no_free_move"])
