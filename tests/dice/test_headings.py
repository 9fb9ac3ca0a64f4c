"""Headings: what stands beside dice is read where it means one thing, and refused otherwise."""

from fractions import Fraction

import pytest

from tabletop_core.dice import dice_odds, parse_dice
from tabletop_core.dice.headings import read_heading
from tabletop_core.errors import DiceError


@pytest.mark.parametrize(
    ("heading", "dice"),
    [
        ("2d6 – 2", "2d6-2"), ("2d6 — 2", "2d6-2"), ("2d6 − 2", "2d6-2"), ("2d6 minus 2", "2d6-2"),
        ("2d6 plus 1d4", "2d6+1d4"), ("4d6 drop lowest", "4d6dl1"),
        ("4d6, drop the lowest die", "4d6dl1"), ("4d6 – drop lowest", "4d6dl1"),
        ("5d6 drop lowest two", "5d6dl2"), ("4d6 minus lowest", "4d6dl1"),
        ("2d6 (keep highest)", "2d6kh1"), ("4d6 keep highest three", "4d6kh3"),
        ("3d6 best 2", "3d6kh2"), ("best 2 of 3d6", "3d6kh2"), ("lowest of 2d20", "2d20kl1"),
        ("1d20 (advantage)", "1d20adv"), ("d20, with disadvantage", "d20dis"),
        ("1d6 (exploding)", "1d6!"), ("exploding d6", "d6!"),
        ("1d6 x 10", "1d6*10"), ("2d6 × 2", "2d6*2"), ("1d6x10", "1d6*10"),
        ("d6 times 1,000 gp", "d6*1000"), ("4d6 drop lowest x 10", "4d6dl1*10"),
        ("1W6", "1d6"), ("2W6 Ergebnis", "2d6"), ("W66", "d66"), ("two d6", "2d6"),
        ("Roll (d20)", "d20"), ("Roll - d20", "d20"), ("d20/Result", "d20"),
        ("d20 Encounter", "d20"),
        ("Table 3: d6", "d6"), ("d66 (11-66)", "d66"), ("d% (1d100)", "d%"), ("**d6**", "d6"),
        ("`dice: 1d20`", "1d20"), ("2d6+1 (night)", "2d6+1"), ("d6:", "d6"),
    ],
)  # fmt: skip
def test_a_heading_is_read_with_all_that_belongs_to_its_roll(heading, dice):
    assert read_heading(heading).dice == parse_dice(dice)


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("2d6+CHA", "+cha"), ("3d6 + level", "+ level"), ("level + 3d6", "level +"),
        ("2d6 twice", "twice"), ("twice 2d6", "twice"), ("half 2d6", "half"), ("1d6 / 2", "/ 2"),
        ("1d6 ÷ 2", "÷ 2"), ("1d6 per level", "per"), ("1d6 reroll 1s", "reroll"),
        ("1d6 exploding on 5", "exploding"), ("2d6+", "+"), ("2d6 (+2 if armed)", "+2"),
        ("(1d6+1) x 10", "x"), ("1d6+1 x 10", "x"), ("3 x 2d6", "x"), ("Roll 2 d6", "2"),
        ("d20 + 1/level", "/level"), ("d20 – Weather", "- weather"), ("d20 modified", "modified"),
        ("Roll 2d6 and add level", "add"), ("2d6 and subtract 1", "subtract"), ("d6 ½", "½"),
        ("d20, at night -1", "-1"), ("d20 (roll 3 times)", "3 times"), ("2d6 ± 1", "± 1"),
    ],
)  # fmt: skip
def test_what_may_be_part_of_the_roll_is_named_and_refused(heading, named):
    with pytest.raises(DiceError) as refused:
        read_heading(heading)

    assert str(refused.value).startswith(f"{named!r} beside ")
    assert "write the whole roll as dice" in str(refused.value)


@pytest.mark.parametrize(
    "heading", ["1d6.5", "d6s", "2k6", "3T6", "1d66", "Roll (1d66)", "d6/d8", "1d6 or 1d8", "1d6x6"]
)
def test_what_only_looks_like_one_roll_is_refused(heading):
    with pytest.raises(DiceError):
        read_heading(heading)


@pytest.mark.parametrize("heading", ["Weather", "No.", "Result", "", "drop lowest", "x" * 5000])
def test_a_heading_without_dice_names_none(heading):
    assert read_heading(heading) is None


def test_plain_words_beside_dice_are_returned():
    assert read_heading("Roll (d20) for it").words == "roll for it"


@pytest.mark.parametrize("test", [">=5", ">5", "<=2", "=3"])
def test_a_comparison_after_exploding_dice_is_refused_with_both_ways_out(test):
    with pytest.raises(DiceError, match="two ways") as refused:
        parse_dice(f"3d6!{test}")

    for way in (f"3d6{test}!", f"3d6!({test})"):
        assert f"{way} " in str(refused.value)
        parse_dice(way)


@pytest.mark.parametrize(
    ("text", "mean", "six"),
    [
        ("1d6!(>=5)", Fraction(21, 4), Fraction(1, 36)),
        ("1d6!", Fraction(21, 5), 0),
        ("2d6!(>=5)", Fraction(21, 2), Fraction(1, 12)),
    ],
)
def test_dice_may_explode_on_more_than_their_top_face(text, mean, six):
    odds = dice_odds(text)

    assert (odds.mean, odds.p(6)) == (mean, six)


def exploded(sides, explodes, depth):
    """Return the chance of each total of one die, die by die."""
    found = {}
    for face in range(1, sides + 1):
        goes_on = explodes(face) and depth
        for more, chance in (exploded(sides, explodes, depth - 1) if goes_on else {0: 1}).items():
            found[face + more] = found.get(face + more, 0) + Fraction(chance, sides)
    return found


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    ("test", "explodes"),
    [(">=5", lambda f: f >= 5), ("<3", lambda f: f < 3), ("=4", lambda f: f == 4)],
)
def test_dice_that_explode_on_a_condition_equal_enumeration(test, explodes, depth):
    dice = parse_dice(f"1d6!{depth}({test})")
    wanted = exploded(6, explodes, depth)

    assert dict(dice_odds(dice).items()) == wanted
    assert (dice.low, dice.high) == (min(wanted), max(wanted))


def test_a_roll_explodes_on_the_faces_that_the_notation_names():
    assert str(parse_dice("1d6!(>=5)").from_faces([5, 6, 2])) == "1d6!(>=5) (5+6+2) = 13"


def test_dice_every_face_of_which_explodes_are_refused():
    with pytest.raises(DiceError, match="never ends"):
        parse_dice("1d6!(>=1)")
