"""Exact chances that questions of a Fight tell."""

from fractions import Fraction

from packs.squadron_303.rules.chances import of_counterattack, of_opponent, of_strike
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


def test_a_first_strike_and_a_counterattack_are_told_by_the_dice_that_strike(table):
    hit, miss = propeller_chances(table.play, "black")

    assert of_strike(table.play, {"black": 2}) == {
        "no Hit": miss**2,
        "1 Hit on every plane": 2 * hit * miss,
        "2 Hits on every plane": hit**2,
    }


def test_who_stays_out_is_told_what_the_counterattack_may_do(table):
    plane = table.plane("bf109", "A5")
    kind = table.play.data.aircraft["bf109"]

    told = of_counterattack(table.play, "A5")

    assert told == of_strike(table.play, {kind.die: kind.dice})
    plane.attacked = True
    assert of_counterattack(table.play, "A5") == {}


def test_bombers_alone_strike_nobody(table):
    table.plane("he111", "A5")

    assert of_counterattack(table.play, "A5") == {}


def propeller_chances(play, die):
    """The part of the faces that hit: a Reroll once more, and then a miss."""
    faces = [face for face, number in play.data.dice[die].items() for _ in range(number)]
    hits = sum(face.startswith("hit") for face in faces)
    rerolls = faces.count("reroll")
    hit = Fraction(hits, len(faces)) + Fraction(rerolls, len(faces)) * Fraction(hits, len(faces))
    return hit, 1 - hit
