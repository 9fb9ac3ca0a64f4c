"""Sets and support sequences, p. 5-6."""

import pytest

from packs.squadron_303.questions.symbols import support_gained, ways_to_activate


@pytest.mark.parametrize(
    ("symbols", "tokens", "needed", "ways"),
    [
        # A set is two symbols from die and card.
        ("hit/die hit/card", 0, "hit hit", {1: (0, 0, (0, 1))}),
        ("hit/die evade/card", 0, "hit hit", {}),
        # A Maneuver symbol used in a set is counted as used up; a kept token may stand for one.
        ("maneuver/die hit/card", 0, "maneuver hit", {1: (0, 1, (0, 1))}),
        ("hit/die hit/card", 1, "maneuver hit", {1: (1, 0, (0,))}),
        # Parts for dice or tokens only accept nothing else.
        ("hit/card hit/card", 0, "any/die any/die", {}),
        ("hit/die maneuver/die", 0, "any/die any/die", {1: (0, 1, (0, 1))}),
        ("maneuver/die hit/card", 0, "maneuver/token hit", {}),
        ("hit/card", 1, "maneuver/token hit", {1: (1, 0, (0,))}),
    ],
)
def test_which_symbols_make_a_set(symbols, tokens, needed, ways):
    found = [tuple(symbol.split("/")) for symbol in symbols.split()]

    assert ways_to_activate(found, tokens, tuple(needed.split())) == ways


@pytest.mark.parametrize(("hits", "sets"), [(3, 1), (4, 2)])
def test_each_symbol_serves_in_one_set_only(hits, sets):
    symbols = [("hit", "die"), ("hit", "card")] * 2

    assert max(ways_to_activate(symbols[:hits], 0, ("hit", "hit"))) == sets


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
