"""Headings: what stands beside dice is read where it means one thing, and refused otherwise."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        ("d6 times 1,000", "d6*1000"), ("4d6 drop lowest x 10", "4d6dl1*10"),
        ("1W6", "1d6"), ("2W6 Ergebnis", "2d6"), ("W66", "d66"), ("two d6", "2d6"),
        ("Roll (d20)", "d20"), ("Roll - d20", "d20"), ("d20/Result", "d20"),
        ("Table 3: d6", "d6"), ("d66 (11-66)", "d66"), ("d% (1d100)", "d%"), ("**d6**", "d6"),
        ("`dice: 1d20`", "1d20"), ("2d6-1 (1 - 11)", "2d6-1"), ("d6:", "d6"),
        ("*d6*", "d6"), ("Roll 1d6 on the table.", "1d6"), ("Result | d8", "d8"),
        ("２ｄ６＋１", "2d6+1"), ("（Ｄ６６）", "d66"),
    ],
)  # fmt: skip
def test_a_heading_is_read_with_all_that_belongs_to_its_roll(heading, dice):
    assert read_heading(heading) == parse_dice(dice)


REFUSED = [
    # heading, what is named, its column
    ("1d6*-1", "*-1", 4), ("1d6*+2", "*+2", 4), ("1d6**2", "**2", 4), ("3d6 t5", "t5", 5),
    ("3d6 f1", "f1", 5), ("3d6 rr1", "rr1", 5), ("2d6 e6", "e6", 5), ("1d20 mi10", "mi10", 6),
    ("1d6 less 1", "less", 5), ("1d6 (min 1)", "min", 6), ("2d6 capped at 10", "capped", 5),
    ("2d6+CHA", "+CHA", 4), ("3d6 + level", "+ level", 5), ("level + 3d6", "level", 1),
    ("2d6 twice", "twice", 5), ("twice 2d6", "twice", 1), ("half 2d6", "half", 1),
    ("1d6 / 2", "/ 2", 5), ("1d6 ÷ 2", "÷ 2", 5), ("1d6 per level", "per", 5),
    ("1d6 reroll 1s", "reroll", 5), ("1d6 exploding on 5", "exploding", 5), ("2d6+", "+", 4),
    ("2d6 (+2 if armed)", "+2", 6), ("(1d6+1) x 10", "x", 9), ("1d6+1 x 10", "x", 7),
    ("3 x 2d6", "3", 1), ("Roll 2 d6", "2", 6), ("d20 + 1/level", "/level", 8),
    ("d20 – Weather", "– Weather", 5), ("d20 modified", "modified", 5), ("d6 ½", "½", 4),
    ("Roll 2d6 and add level", "and", 10), ("2d6 and subtract 1", "and", 5),
    ("d20, at night -1", "at", 6), ("d20 (roll 3 times)", "3", 11), ("2d6 ± 1", "± 1", 5),
    ("d20 Encounter", "Encounter", 5), ("2d6+1 (night)", "night", 8), ("ten 2d6", "ten", 1),
    ("4d6 - lowest 1", "- lowest", 5), ("4d6 drop 1 lowest 2", "drop", 5), ("d6 d6", "d6", 4),
    ("(d6) (d6)", "d6", 7), ("Roll -1d6", "-1d6", 6), ("Table 3 d6", "3", 7),
    ("2d6 (1-6)", "1-6", 6), ("d6 *2*", "2", 5), ("1d6s", "s", 4), ("1d6.5", ".5", 4),
    ("1d6 (", "(", 5), ("(1d6", "(", 1), ("1d6]", "]", 4), ("(1d6]", "]", 5), ("1d6 ()", "(", 5),
    ("2d6 (keep highest", "(", 5), ("1d6,", ",", 4), ("1d6;", ";", 4), ("Roll,, d6", ",", 5),
    ("(1d6,)", ",", 5), (": 1d6", ":", 1), ("1d6..", ".", 5), ("d20 roll -", "-", 10),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "named", "column"), REFUSED)
def test_what_is_not_understood_is_named_with_its_column_and_refused(heading, named, column):
    with pytest.raises(DiceError) as refused:
        read_heading(heading)

    assert str(refused.value).startswith(f"{named!r} at column {column} of {heading!r}")
    assert "write the whole roll as dice" in str(refused.value)


DICE = st.sampled_from(["2d6", "d20", "4d6", "1d6+1", "d66", "3d8-2", "1d10", "d%", "4dF", "1d6!2"])
PLAIN = st.sampled_from(["Roll", "roll", "die", "Result", "Table", "total", "No.", "the"])
SAID = [
    ("4d6", "4d6"), ("4d6 drop lowest", "4d6dl1"), ("4d6 keep the best three", "4d6kh3"),
    ("4d6 with disadvantage", None), ("d20 (disadvantage)", "d20dis"), ("2d6 x 10", "2d6*10"),
    ("three d8", "3d8"), ("two d6 plus d4 minus 1", "2d6+1d4-1"), ("best 2 of 3d6", "3d6kh2"),
    ("exploding d10", "1d10!"), ("3d6 dropping two lowest", "3d6dl2"), ("2D6 – 2", "2d6-2"),
]  # fmt: skip
BETWEEN = st.sampled_from([" ", ": ", ", ", " - ", " / ", "  "])


@given(st.sampled_from(SAID), st.lists(PLAIN, max_size=2), st.lists(PLAIN, max_size=2), BETWEEN)
def test_a_roll_among_plain_words_is_that_roll(said, before, after, between):
    heading = between.join([*before, said[0], *after])
    if said[1] is None:
        with pytest.raises(DiceError):
            read_heading(heading)
    else:
        assert read_heading(heading).pools == parse_dice(said[1]).pools


@given(DICE, st.text(min_size=1, max_size=8), st.booleans(), st.sampled_from(["", " ", " (", ": "]))
def test_beside_dice_is_a_roll_that_holds_it_or_nothing_that_counts(dice, more, ahead, between):
    """Whatever is written beside dice changes them as the notation says, or is refused."""
    heading = f"{more}{between}{dice}" if ahead else f"{dice}{between}{more}"
    try:
        found = read_heading(heading)
    except DiceError:
        return
    if found is None:
        return
    assert not hangs(heading), (heading, str(found))
    written = heading.translate(str.maketrans("‐‑‒–—−﹣－×✕✖", "--------***")).lower()
    left = re.sub(rf"\b({'|'.join(PLAIN_WORDS)})\b\.?|[\s,;:().\[\]]", "", written)
    if re.search(SAID_IN_WORDS, left):
        return
    if left != dice.lower():
        assert found == parse_dice(left)
    else:
        assert found == parse_dice(dice)


def hangs(heading):
    """Return whether a bracket has no other half or nothing in it, or a comma parts nothing."""
    inner = re.compile(r"\([^()\[\]]*[^()\[\]\s][^()\[\]]*\)|\[[^()\[\]]*[^()\[\]\s][^()\[\]]*\]")
    rest = heading
    while inner.search(rest):
        rest = inner.sub("x", rest)
    lone_comma = r"(?:^|[(\[,;])\s*[,;]|[,;]\s*(?:$|[)\]])"
    return bool(re.search(r"[()\[\]]", rest) or re.search(lone_comma, heading))


SAID_IN_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|adv|explod|best|high|low|worst|plus|minus|x"
)
PLAIN_WORDS = (
    "roll", "rolls", "die", "dice", "no", "nr", "a", "an", "the", "your", "of", "on", "wert",
    "table", "total", "value", "throw", "result", "chart", "number", "outcome",
)  # fmt: skip
NOTATION = "0123456789dDwk+-*/!<>=()[]%f ~^x#@,.:;"
WORDS = [
    "2d6", "d6", "kh1", "adv", "min", "max", "t5", "of", "keep", "highest", "drop", "lowest",
    "plus", "minus", "two", "times", "1", "10",
]  # fmt: skip
PARTS = st.lists(st.sampled_from([*NOTATION, *WORDS]), max_size=5).map("".join)
NEAR = st.one_of(st.text(NOTATION, max_size=10), PARTS)


@given(st.sampled_from(["2d6", "d20", "4d6"]), NEAR, NEAR)
def test_no_sign_or_number_beside_dice_is_passed_over(dice, before, after):
    """Where a heading is read, each of its numbers comes back in the dice that were read."""
    heading = f"{before}{dice}{after}"
    try:
        found = read_heading(heading)
    except DiceError:
        return
    if found is None:
        return
    counts = [*map(int, re.findall(r"\d+", heading))]
    said = [*map(int, re.findall(r"\d+", str(found)))]
    assert all(number in said for number in counts), (heading, str(found))
    assert not hangs(heading), (heading, str(found))
    plain = re.sub(r"(?<![\w)])(\*+)(.+?)\1(?![\w(])", r"\2", heading)  # the marks of Markdown
    for sign in "*!<>=^":
        assert plain.count(sign) <= str(found).count(sign), (heading, str(found))


@pytest.mark.parametrize("heading", ["*2d6*(*", "*:*2d6*", "**2d6*"])
def test_marks_that_do_not_pair_are_not_passed_over(heading):
    with pytest.raises(DiceError):
        read_heading(heading)


@pytest.mark.parametrize(
    "heading",
    ["1d(66", "d(66)x", "d6s", "2k6", "3T6", "1d66", "Roll (1d66)", "d6/d8", "1d6 or 1d8", "1d6x6"],
)
def test_what_only_looks_like_one_roll_is_refused(heading):
    with pytest.raises(DiceError):
        read_heading(heading)


@pytest.mark.parametrize("heading", ["Weather", "No.", "Result", "", "drop lowest", "x" * 5000])
def test_a_heading_without_dice_names_none(heading):
    assert read_heading(heading) is None


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
