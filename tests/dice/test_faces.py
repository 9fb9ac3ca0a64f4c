"""Conditions on faces: doubles, two sixes; exact, and as overrides of tables."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_core.dice.faces import faces_odds, read_showing
from tabletop_core.dice.notation import parse_dice
from tabletop_core.errors import DataError, DiceError, TableError
from tabletop_core.tables import Modifier, Override, Row, Table, load_tables, to_toml


@pytest.mark.parametrize(
    ("dice", "condition", "chance"),
    [
        ("2d6", "doubles", "1/6"), ("3d6", "triples", "1/36"), ("4d6", "quadruples", "1/216"),
        ("3d6", "doubles", "4/9"), ("2d6", "2x6", "1/36"), ("2d6", "1x6", "11/36"),
        ("5d6", "2x6", 1 - Fraction(5**5 + 5 * 5**4, 6**5)), ("3d6", "3x5-6", "1/27"),
        ("d66", "doubles", "1/6"), ("1d6+1d8", "doubles", "1/8"), ("2d6", "doubles,1x6", "16/36"),
        ("3d6kh2", "triples", "1/36"),
    ],
)  # fmt: skip
def test_chances_of_faces_are_exact(dice, condition, chance):
    assert faces_odds(dice).chance(read_showing(condition)) == Fraction(chance)


conditions = st.sampled_from(
    ["doubles", "triples", "quadruples", "1x1", "2x2-3", "2X1", " doubles , 1x3 "]
)
few_dice = st.sampled_from(["2d4", "3d3", "4d2", "2d3+1d4", "d44", "3d4kh2+1", "1d5"])


@given(few_dice, conditions)
def test_chances_of_faces_equal_walking_every_roll(text, condition):
    dice, shows = parse_dice(text), read_showing(condition)
    rolls = list(product(*(range(1, sides + 1) for sides in dice.sides)))

    met = sum(map(shows, rolls))

    assert faces_odds(dice).chance(shows) == Fraction(met, len(rolls))


@pytest.mark.parametrize("text", ["", "7", "sixes", "0x6", "2x0", "2x6-5", "x6", "doubles,"])
def test_what_says_nothing_of_faces_is_refused(text):
    with pytest.raises(DiceError, match="does not say what dice show"):
        read_showing(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [("2d6r1", "rolled once"), ("1d6!", "rolled once"), ("60d6", "8,259,888 different rolls")],
)
def test_faces_that_cannot_be_counted_are_refused(text, message):
    with pytest.raises(DiceError, match=message):
        faces_odds(text)


def attack(**settings):
    overrides = [
        Override("2x6", "critical", why="two sixes"),
        Override("doubles", "fumble", why="doubles"),
        Override("3", "slip", why="a natural 3"),
    ]
    rows = [Row("..6", "miss"), Row("7..", "hit")]
    settings = {"dice": "2d6", "overrides": overrides, **settings}
    return Table(id="attack", rows=rows, modifiers=[Modifier("up", 2, why="higher")], **settings)


@pytest.mark.parametrize("with_", [[], ["up"]])
@pytest.mark.parametrize("dice", ["2d6", "3d6kh2", "1d6+1d6-1"])
def test_the_odds_of_a_table_that_asks_what_dice_show_equal_walking_every_roll(dice, with_):
    table = attack(dice=dice, overrides=attack().overrides[:2])
    found = {}
    rolls = list(product(range(1, 7), repeat=len(table.dice.sides)))
    for faces in rolls:
        result = table.look_up(table.dice.from_faces(faces), with_=with_).result
        found[result] = found.get(result, 0) + Fraction(1, len(rolls))

    assert dict(table.odds(with_=with_).items()) == found


@pytest.mark.parametrize(
    ("faces", "result"),
    [([6, 6], "critical"), ([5, 5], "fumble"), ([4, 6], "hit"), ([1, 2], "slip")],
)
def test_doubles_decide_before_the_total(faces, result):
    assert attack().look_up(attack().dice.from_faces(faces)).result == result


def test_a_lookup_says_what_the_dice_showed():
    lookup = attack().look_up(attack().dice.from_faces([2, 2]))

    assert str(lookup) == "attack: 2d6 (2, 2) = 4, doubles: fumble"


def test_a_bare_total_does_not_tell_what_dice_show():
    with pytest.raises(TableError, match=r"asks whether the dice show '2x6'.*give a roll"):
        attack().look_up(12)
    with pytest.raises(TableError, match=r"asks what the dice show.*roll_many"):
        attack().bulk()


def test_a_table_that_asks_what_dice_show_survives_its_file(tmp_path):
    path = tmp_path / "attack.toml"
    path.write_text(to_toml(attack(title="Attack", provenance="reconstructed")))

    assert load_tables(path)["attack"].odds() == attack().odds()


@pytest.mark.parametrize(
    ("dice", "natural", "code"),
    [("2d6", "sixes", "T130"), ("2d6", "3x6", "T131"), ("2d6", "1x7", "T131"),
     ("1d6", "doubles", "T131"), ("2d6r1", "doubles", "T130"), ("2d6!", "doubles", "T130")],
)  # fmt: skip
def test_conditions_that_dice_cannot_meet_are_faults(dice, natural, code):
    with pytest.raises(DataError, match=code):
        attack(dice=dice, overrides=[Override(natural, "x", why="x")])


@pytest.mark.parametrize(
    ("table", "with_", "row", "chance"),
    [
        (attack(dice="1d6!", overrides=[]), [], "hit", "1/6"),
        (attack(dice="1d6!", overrides=[]), ["up"], "hit", "1/3"),
        (
            Table(id="t", dice="10-1d6!", rows=[Row("..3", "low"), Row("4..9", "high")]),
            [],
            "low",
            "1/6",
        ),
    ],
)
def test_the_open_row_of_dice_without_end_has_its_exact_chance(table, with_, row, chance):
    odds = table.odds(with_=with_)

    assert (odds.p(row), odds.rest) == (Fraction(chance), 0)


def test_a_table_must_say_what_comes_of_the_highest_totals_of_dice_without_end():
    with pytest.raises(DataError, match=r"no row covers 10\.\."):
        Table(id="t", dice="1d6!", beyond="clamp", rows=[Row("1-9", "a")])


@settings(max_examples=40)
@given(st.lists(st.tuples(conditions, st.integers(0, 3)), min_size=1, max_size=3), few_dice)
def test_any_conditions_on_any_dice_equal_walking_every_roll(listed, text):
    dice = parse_dice(text)
    if not all(read_showing(condition).is_possible(dice.sides) for condition, _ in listed):
        return
    overrides = [Override(condition, result, why="x") for condition, result in listed]
    rows = [Row(f"..{dice.low}", "low"), Row(f"{dice.low + 1}..", "high")]
    table = Table(id="t", dice=dice, rows=rows, overrides=overrides)
    rolls = list(product(*(range(1, sides + 1) for sides in dice.sides)))
    found = {}
    for faces in rolls:
        result = table.look_up(dice.from_faces(faces)).result
        found[result] = found.get(result, 0) + Fraction(1, len(rolls))

    assert dict(table.odds().items()) == found
