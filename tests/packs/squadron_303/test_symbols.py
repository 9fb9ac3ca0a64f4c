"""Sets and support sequences, p. 5-6."""

import pytest

from packs.squadron_303.questions.symbols import support_gained, ways_to_activate

HIT_DIE, HIT_CARD = ("hit", "die"), ("hit", "card")
MANEUVER_DIE, EVADE_CARD = ("maneuver", "die"), ("evade", "card")


def test_a_set_is_two_symbols_from_die_and_card():
    assert ways_to_activate([HIT_DIE, HIT_CARD], 0, ("hit", "hit")) == {1: (0, 0, (0, 1))}
    assert ways_to_activate([HIT_DIE, EVADE_CARD], 0, ("hit", "hit")) == {}


def test_each_symbol_serves_in_one_set_only():
    three_hits = [HIT_DIE, HIT_CARD, HIT_DIE]
    four_hits = [*three_hits, HIT_CARD]

    assert max(ways_to_activate(three_hits, 0, ("hit", "hit"))) == 1
    assert max(ways_to_activate(four_hits, 0, ("hit", "hit"))) == 2


def test_a_maneuver_symbol_used_in_a_set_is_counted_as_used_up():
    assert ways_to_activate([MANEUVER_DIE, HIT_CARD], 0, ("maneuver", "hit")) == {1: (0, 1, (0, 1))}


def test_a_kept_token_may_stand_for_a_maneuver_symbol():
    assert ways_to_activate([HIT_DIE, HIT_CARD], 1, ("maneuver", "hit")) == {1: (1, 0, (0,))}


def test_dice_only_and_token_only_parts_accept_nothing_else():
    assert ways_to_activate([HIT_CARD, HIT_CARD], 0, ("any/die", "any/die")) == {}
    assert ways_to_activate([HIT_DIE, MANEUVER_DIE], 0, ("any/die", "any/die")) == {
        1: (0, 1, (0, 1))
    }
    assert ways_to_activate([MANEUVER_DIE, HIT_CARD], 0, ("maneuver/token", "hit")) == {}
    assert ways_to_activate([HIT_CARD], 1, ("maneuver/token", "hit")) == {1: (1, 0, (0,))}


@pytest.mark.parametrize(
    ("rows", "gained"),
    [
        pytest.param([("joker", "joker"), ("hit",)], ["hit"], id="two jokers and a hit"),
        pytest.param([("evade", "joker"), ("joker",)], ["evade"], id="evasion and two jokers"),
        pytest.param([("joker", "joker"), ("joker",)], [], id="three jokers make nothing"),
        pytest.param([("hit",), ("hit",)], [], id="two symbols are too few"),
        pytest.param([("hit", "joker"), ("hit",)], ["hit"], id="two hits and a joker"),
        pytest.param([("hit",), ("evade", "joker")], [], id="different leading symbols"),
    ],
)
def test_support_takes_three_alike_with_one_leading_symbol(rows, gained):
    assert support_gained(*rows) == gained
