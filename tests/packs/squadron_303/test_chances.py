"""Exact chances that questions of a Fight tell."""

from fractions import Fraction

from packs.squadron_303.rules.chances import of_opponent
from packs.squadron_303.rules.dice import chances_of_rolling_again


def test_the_chances_of_an_opponent_are_those_of_its_dice_with_their_rerolls(table):
    plane = table.plane("he111", "A5")

    chances = of_opponent(table.play, plane.id)

    # One black die: two Hits, an Evasion, two blanks; the sixth face is rolled again.
    assert chances == {
        "1 Hit on you": Fraction(2, 6) + Fraction(1, 6) * Fraction(2, 6),
        "nothing": Fraction(2, 6) + Fraction(1, 6) * Fraction(3, 6),
        "1 Evasion": Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 6),
    }


def test_a_plane_with_a_maneuver_token_rolls_no_dice(table):
    plane = table.plane("bf109", "A5", markers=1)

    assert of_opponent(table.play, plane.id) == {"no dice": 1}


def test_a_die_that_is_rolled_again_misses_with_a_second_reroll(table):
    assert chances_of_rolling_again(table.play, "blue")["blank"] == Fraction(2, 6)
