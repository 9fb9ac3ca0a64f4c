"""Dice notation, faces and totals."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.dice.notation import one_die, parse_dice
from tabletop_core.dice.pools import ENDLESS, Dice
from tabletop_core.errors import DiceError


def feed(*faces):
    """Return a face source that shows the given faces and records the sides asked for."""
    left = iter(faces)
    asked = []

    def die(sides):
        asked.append(sides)
        return next(left)

    die.asked = asked
    return die


def cases(page):
    """Return the cases of a page, which stand between bars; each has a few words."""
    return [case.split() for line in page.strip().splitlines() for case in line.split("|")]


FACES = """
    2d6 3,5 8          | d20 17 17           | d% 100 100          | 5d4+1 1,2,3,4,4 15
    2d6+1d4-1 3,5,4 11 | 2d6-1d4 3,5,4 4     | 1d6*10 4 40         | 2d6+1 1,1 3
    2d6//2 3,4 3       | 2d6/^2 3,4 4        | 6d6>=5 1,5,6,4,5,2 3 | 3d6=6 6,6,1 2
    4d6kh3 2,5,3,6 14  | 4d6k3 2,5,3,6 14    | 4d6dl1 2,5,3,6 14   | 4d6kl3 2,5,3,6 10
    4d6dh1 2,5,3,6 10  | 2d20kh 4,11 11      | d20adv 4,11 11      | 1d20dis+2 4,11 6
    2d6r1 1,1,4,6 10   | 2d6ro<=2 1,2,4 6    | 1d6!3 6,6,2 14      | 1d6!1 6,6 12
    2d6!1>=5 6,5,3 2   | 2d6!1kh1 6,6,5 12   | 1d6! 6,6,6,6,1 25   | 2d6>=5! 6,5,3 2
    d66 3,5 35         | 1d(66) 61 61        | 1d22 12 12          | d22 12 12
    d33 3,1 31         | d666 1,2,3 123      | D44 4,2 42          | 4dF 1,2,3,3 1
    4dFkh1 1,2,1,1 0   | 4dF>0 1,2,3,3 2     | 2dFr0 2,3,1 0
"""


def test_faces_amount_to_the_total_of_the_notation():
    wrong = []
    for text, shown, total in cases(FACES):
        faces = [int(face) for face in shown.split(",")]
        roll = parse_dice(text).from_faces(faces)
        if (roll.total, roll.faces) != (int(total), tuple(faces)):
            wrong.append((text, faces, roll.total))

    assert wrong == []
    assert parse_dice(" 2D6 + 1 ").from_faces([1, 1]).total == 3


def test_each_die_is_asked_for_once_in_order_with_its_sides():
    die = feed(1, 2, 3)

    roll = parse_dice("2d6+1d4").roll(die)

    assert die.asked == [6, 6, 4]
    assert roll.faces == (1, 2, 3)


def test_a_die_knows_what_it_showed_before_it_was_rolled_again():
    assert parse_dice("2d6r1").from_faces([1, 4, 5]).dice_shown[0].rerolled == (1,)


@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        ("4d6kh3", [2, 5, 3, 6], "4d6kh3 ([2], 5, 3, 6) = 14"),
        ("2d6+1", [3, 5], "2d6+1 (3, 5) = 9"),
        ("1d6!2", [6, 3], "1d6!2 (6+3) = 9"),
        ("d66", [3, 5], "d66 (3, 5) = 35"),
        # a reroll asks for another die and shows both
        ("2d6r1", [1, 4, 5], "2d6r1 (1>4, 5) = 9"),
    ],
)
def test_a_roll_reads_as_one_line(text, faces, line):
    assert str(parse_dice(text).from_faces(faces)) == line


def test_natural_leaves_out_the_constant():
    assert parse_dice("2d6+3").from_faces([6, 6]).natural == 12
    assert parse_dice("d66").from_faces([4, 1]).natural == 41


ENDS = """
    2d6 2 12      | 5d4+1 6 21   | 4d6kh3 3 18    | 4d6kl1 1 6      | 2d6-1d4 -2 11 | 2d6r<=2 6 12
    2d6ro1 2 12   | 1d6!3 1 24   | 6d6>=5 0 6     | 2d6!1>=5 0 4    | 2d6//2 1 6    | 2d6/^2 1 6
    d66 11 66     | d666 111 666 | 4dF -4 4       | d20adv 1 20     | 1d6! 1 inf    | 10-1d6! -inf 9
    3d6>=5! 0 inf | 3d6<3! 0 3   | 1d6r6! 1 5
"""


def test_low_and_high_are_the_ends_of_what_can_come_up():
    ends = {"inf": ENDLESS, "-inf": -ENDLESS}
    wanted = {
        text: tuple(ends[end] if end in ends else int(end) for end in both)
        for text, *both in cases(ENDS)
    }

    assert {text: (parse_dice(text).low, parse_dice(text).high) for text in wanted} == wanted


def test_plain_dice_are_only_those_whose_faces_are_added():
    plain = {text: parse_dice(text).plain for text in ("2d6", "2d6+1d4-1", "4d6kh3", "d66", "-1d6")}

    assert plain == {"2d6": True, "2d6+1d4-1": True, "4d6kh3": False, "d66": False, "-1d6": False}


def test_digit_dice_walk_thirty_six_labels():
    labels = list(parse_dice("d66").labels())

    assert len(labels) == 36
    assert labels[:7] == [11, 12, 13, 14, 15, 16, 21]


@pytest.mark.parametrize("sides", [1, 20, 66])
def test_one_die_shows_its_faces_and_nothing_is_added(sides):
    die = one_die(sides)

    assert parse_dice(die.text) == die
    assert (die.low, die.high, die.total(iter([1]))) == (1, sides, 1)


def test_advantage_is_the_better_of_two():
    assert parse_dice("d20adv").pools == parse_dice("2d20kh1").pools
    assert parse_dice("d20dis").pools == parse_dice("2d20kl1").pools


def test_alike_digits_of_dice_that_nobody_has_are_a_number_of_sides():
    for sides in (22, 55, 77, 99, 222):
        assert parse_dice(f"d{sides}").sides == parse_dice(f"1d{sides}").sides == (sides,)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        # what cannot be read, and the part that cannot
        (
            [
                "", "  ", "d", "2d", "d0", "0d6", "2x6", "2d6++1", "2d6kk", "2d6!!", "2d(6",
                "2d6k3", "2d6k0", "1d6r<=6", "2d6k1k1", "1001d6", "1d10001", "1d6!21", "2d6>=",
                "2d6/2", "6 d6 d6", "1d6*0", "9" * 5000, "d6" * 5000, "+", "2d6+", "1d6+10001",
            ],
            None,
        ),
        (["2d6 banana"], "cannot read 'banana' at column 5 of the dice expression '2d6 banana'"),
        # a comparison after `k` is meant otherwise by others, and a blank ends a number
        (["4d6k>3"], "cannot read '>3' at column 5"),
        (["1d6 + 1d6kh>3"], "cannot read '>3' at column 12"),
        (["d6 6"], "cannot read '6' at column 4"),
        (["3 2d6", "2d6 1", "1d6+1 0", "4d6kh1 2", "1d6*1 0"], "cannot read"),
        # nothing is added to digits, and they stand alone
        (["d66+1"], r"d66 is read as digits.*'d66\+1'.*let a table say how"),
        (["1+d66", "-d66", "d66kh1", "2d6+d66"], None),
        # a number in front of digit dice is written for either
        *(
            ([f"{count}d{digits}"], rf"two ways; write d{digits} for .* or {count}d\({digits}")
            for count, digits in [(1, 66), (2, 66), (1, 33), (1, 44), (1, 88), (1, 666)]
        ),
        # advantage is of one die, and dice must stop exploding
        (["2d20adv", "d20advkh1", "1d20kh1adv"], r"rolled twice|how many dice to keep"),
        (["1d1!", "2d6r<=5!"], "never ends; state a depth"),
    ],
)  # fmt: skip
def test_what_is_no_dice_is_refused(texts, said):
    for text in texts:
        with pytest.raises(DiceError, match=said):
            parse_dice(text)


@pytest.mark.parametrize(
    ("text", "faces", "message"),
    [
        ("2d6", [3], "2d6 needs more dice than the 1 given"),
        ("2d6", [3, 4, 5], "2d6 needs 2 dice, got 3"),
        ("2d6", [3, 7], "no d6 shows 7"),
        ("2d6", [3, 0], "no d6 shows 0"),
        ("2d6", [3, 1.0], r"no d6 shows 1\.0"),
        ("2d6", [3, True], "no d6 shows True"),
        ("1d6!1", [6], "needs more dice"),
        ("1d6!1", [5, 2], "needs 1 dice, got 2"),
        ("d66", [7, 1], "no d6 shows 7"),
    ],
)
def test_hand_rolled_faces_that_do_not_fit_are_refused(text, faces, message):
    with pytest.raises(DiceError, match=message):
        parse_dice(text).check_faces(faces)


def test_hand_rolled_faces_that_fit_pass():
    parse_dice("1d6!1").check_faces([6, 2])

    assert parse_dice("2d6").total(iter([3, 4])) == 7


@pytest.mark.parametrize(
    "text",
    ["2d6", "3d4kh2-1", "3dFkl2", "2d6-1d4", "3d3>=2", "2d6//2", "1d4*3+1", "2d4/^3"],
)
def test_walking_every_face_reaches_exactly_low_and_high(text):
    dice = parse_dice(text)
    sides = [pool.sides for pool in dice.pools for _ in range(pool.count)]

    totals = {dice.total(f) for f in itertools.product(*(range(1, s + 1) for s in sides))}

    assert (min(totals), max(totals)) == (dice.low, dice.high)


def test_parsing_the_same_text_twice_gives_the_same_object():
    assert parse_dice("3d6") is parse_dice("3d6")


@given(st.text(alphabet="0123456789d+-khlrfadvis()!<>=*/^o% ", max_size=24))
def test_any_text_is_either_refused_or_reads_back_the_same(text):
    try:
        dice = parse_dice(text)
    except DiceError:
        return

    assert isinstance(dice, Dice)
    assert dice.low <= dice.high
    assert parse_dice(dice.text) == dice


def test_rolls_are_equal_where_the_same_dice_show_the_same_faces():
    one, same = parse_dice("2d6").from_faces([2, 5]), parse_dice("2d6").from_faces([2, 5])

    assert one == same
    assert hash(one) == hash(same)
    others = [("2d6", [5, 2]), ("2d6", [1, 5]), ("2d6+1", [2, 5])]
    assert all(one != parse_dice(dice).from_faces(faces) for dice, faces in others)
