"""Tables built in Python: rows, modifiers, overrides, evidence, odds, bulk."""

import pickle
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random

import numpy
import pytest

from tabletop_core.dice.notation import parse_dice
from tabletop_core.dice.odds import Odds
from tabletop_core.dice.roller import Roller
from tabletop_core.errors import DataError, TableError
from tabletop_core.tables import (
    Again,
    Effect,
    Modifier,
    Named,
    Noted,
    Override,
    Reference,
    RollResult,
    Row,
    Several,
    Table,
    Tables,
)
from tabletop_core.tables.model import Note
from tabletop_core.tables.ranges import read_ratio
from tabletop_core.tables.result_forms import read_result, written
from tabletop_core.tables.results import describe
from tests.tables.charts import codes_of, coin, feed, one_to_six, problems_of

FLAK = {
    "id": "flak",
    "title": "Flak over the target",
    "dice": "2d6",
    "beyond": "clamp",
    "rows": [
        Row("..3", "none"),
        Row("4-7", "light", notes="a"),
        Row("8-11", "medium"),
        Row("12..", "heavy"),
    ],
    "modifiers": [
        Modifier("low", 2, why="flying low"),
        Modifier("high", -2, why="flying high"),
        Modifier("engines", -1, why="engines out", per="engines_out", most=2),
        Modifier("dawn", 1, why="it is dawn", group="light"),
        Modifier("dusk", -1, why="it is dusk", group="light", when="is_dusk"),
    ],
    "notes": [Note("a", "No effect at night."), Note("", "Roll for each zone.")],
}


def flak(**settings):
    return Table(**{**FLAK, **settings})


def beyond(policy):
    modifiers = [Modifier("up", 3, why="up"), Modifier("down", -3, why="down")]
    return one_to_six(beyond=policy, modifiers=modifiers)


def half_of_two_dice(**settings):
    """A chart whose rows leave out 2, 6 to 8 and 12 of 2d6."""
    rows = [Row("3-5", "low"), Row("9-11", "high")]
    return Table(**{"id": "half", "dice": "2d6", "rows": rows, "beyond": "reroll", **settings})


def matrix(**settings):
    rows = [Row("0", ("miss", "miss", 1)), Row("1-2", ("miss", 1, 2)), Row("3..", (1, 2, 3))]
    modifiers = [
        Modifier("up", shift=1, why="veteran gunner"),
        Modifier("down", shift=-2, why="wounded"),
        Modifier("wide", column_shift=1, why="close formation"),
        Modifier("one", shift=1, why="lone target", columns="1"),
    ]
    how = {"columns": ["1", "2-3", "4.."], "rows": rows, "modifiers": modifiers, "beyond": "clamp"}
    return Table(**{"id": "fire", **how, **settings})


def columns(*headings):
    return Table(id="c", columns=headings, rows=[Row("x", tuple(headings))])


def digits(**settings):
    rows = [Row("11-16", "a"), Row("21-36", "b"), Row("41..", "c")]
    return Table(**{"id": "d", "dice": "d66", "rows": rows, **settings})


def labels(*names, **settings):
    return Table(id="w", rows=[Row(name, at) for at, name in enumerate(names, 1)], **settings)


def far_away():
    """A chart that always rolls again where its modifier applies."""
    return one_to_six(beyond="reroll", modifiers=[Modifier("far", 90, why="far")])


def in_each(table, totals):
    return [table.row(total).result for total in totals]


# ---------------------------------------------------------------- rows


OPEN = [Row("..3", "none"), Row("4-7", "light"), Row("8-11", "medium"), Row("12..", "heavy")]


@pytest.mark.parametrize(
    ("rows", "totals", "results"),
    [
        # a total finds the row that covers it, and open rows reach as far as one likes
        (OPEN, (2, 3, 4, 7, 8, 12), "none none light light medium heavy"),
        (OPEN, (-50, 99), "none heavy"),
        # a row may stand on a set, on numbers below zero, or on labels
        ([Row("2,4-12", "miss"), Row("3", "hit")], (2, 3, 4, 12), "miss hit miss miss"),
        ([Row("-3..-1", "a"), Row("0", "b"), Row("1..2", "c")], (-3, -1, 0, 2), "a a b c"),
        ([Row("clear", "1"), Row(["poor", "bad"], "2")], ("clear", "poor", "bad"), "1 2 2"),
    ],
)
def test_a_total_or_a_label_finds_the_row_that_covers_it(rows, totals, results):
    assert in_each(Table(id="x", rows=rows), totals) == results.split()


SHIFTS = [Modifier("on", shift=1), Modifier("back", shift=-1)]
SIX = {"modifiers": SHIFTS, "beyond": "clamp"}
WEATHER = labels("good", "poor", "bad", modifiers=SHIFTS, beyond="clamp")


@pytest.mark.parametrize(
    ("table", "total", "how", "result", "clamped"),
    [
        # clamping reads the nearest row and says so, none gives no result
        (beyond("clamp"), 5, {"with_": ["up"]}, "row 6", True),
        (beyond("clamp"), 2, {"with_": ["up"]}, "row 5", False),
        (beyond("clamp"), 1, {"with_": ["down"]}, "row 1", True),
        (beyond("none"), 6, {"with_": ["up"]}, None, True),
        # a shift past either end of the rows is clamped, and one within is not
        (one_to_six(**SIX), 1, {"with_": ["back"]}, "row 1", True),
        (one_to_six(**SIX), 2, {"with_": ["back"]}, "row 1", False),
        (one_to_six(**SIX), 5, {"with_": ["on"]}, "row 6", False),
        (one_to_six(**SIX), 6, {"with_": ["on"]}, "row 6", True),
        # it follows the stated policy
        (matrix(), 3, {"column": 1, "with_": ["up"]}, 1, True),
        (matrix(beyond="none"), 3, {"column": 1, "with_": ["up"]}, None, True),
        # labels can be shifted in the order of their rows
        (WEATHER, "poor", {"with_": ["on"]}, 3, False),
        (WEATHER, "bad", {"with_": ["on"]}, 3, True),
        (WEATHER, "bad", {}, 3, False),
    ],
)
def test_what_lies_past_the_rows_follows_the_stated_policy(table, total, how, result, clamped):
    lookup = table.look_up(total, **how)

    assert (lookup.result, lookup.clamped) == (result, clamped)
    assert (lookup.row is None) == (result is None)


@pytest.mark.parametrize(
    ("policy", "said"), [("clamp", "read as 6: row 6"), ("none", "beyond the rows: no result")]
)
def test_the_words_of_a_lookup_say_what_became_of_a_total_past_the_rows(policy, said):
    lookup = beyond(policy).look_up(6, with_=["up"])

    assert str(lookup) == f"six: 6, +3 up, total 9, {said}"


def test_reroll_rolls_until_a_row_is_met_and_keeps_the_evidence():
    lookup = beyond("reroll").look_up(feed(6, 4, 2), with_=["up"])

    assert lookup.result == "row 5"
    assert [before.total for before in lookup.before] == [9, 7]
    assert beyond("reroll").look_up(6, with_=["up"]).result == Again()


def test_reroll_fills_what_the_rows_leave_out_in_lookups_odds_and_bulk():
    table = half_of_two_dice()
    lookup = table.look_up(feed(1, 1, 3, 4, 6, 6, 2, 3))

    assert (lookup.result, lookup.total) == ("low", 5)
    assert [before.total for before in lookup.before] == [2, 7, 12]
    assert lookup.facts()["before"][1]["faces"] == [3, 4]
    assert table.odds() == table.odds(deep=True) == Odds.of({"low": 9, "high": 9})
    bulk = table.bulk()
    assert [bulk.results[code] for code in bulk([2, 3, 7, 11, 12])] == [
        Again(), "low", Again(), "high", Again()
    ]  # fmt: skip


def test_reroll_of_digit_dice_fills_the_labels_without_a_row():
    table = digits(beyond="reroll", rows=[Row("11-16", "a"), Row("31-33", "b")])

    assert table.odds() == Odds.of({"a": 6, "b": 3})
    assert table.look_up(feed(2, 4, 3, 1)).result == "b"


def test_a_gap_without_reroll_is_refused_and_reroll_is_named_as_a_way_out():
    problems = problems_of(half_of_two_dice, beyond="clamp")

    assert [problem.code for problem in problems] == ["T144", "T144"]
    assert 'beyond = "reroll"' in "".join(map(str, problems))


def test_dice_past_the_rows_without_modifiers_are_one_fault_that_speaks_of_the_dice():
    (problem,) = problems_of(Table, id="x", dice="1d101", rows=[Row("1-100", "a")])

    assert problem.code == "T144"
    assert "modifiers" not in str(problem)


def test_a_row_that_says_roll_again_is_rolled_again():
    table = Table(id="x", dice="1d6", rows=[Row("1-3", Again()), Row("4-6", "done")])

    lookup = table.look_up(feed(1, 3, 5))

    assert lookup.result == "done"
    assert [str(before.row) for before in lookup.before] == ["1-3", "1-3"]


@pytest.mark.parametrize(
    ("settings", "rolls"),
    [
        ({}, False),
        ({"beyond": "clamp"}, False),
        ({"beyond": "reroll"}, True),
        ({"rows": [Row("1-5", 1), Row("6", Again())]}, True),
        ({"rows": [Row("1-5", 1), Row("6", Again(times=2))]}, False),
        ({"overrides": [Override("6", Again())]}, True),
    ],
)
def test_a_table_knows_whether_a_lookup_may_roll_its_dice_again(settings, rolls):
    assert one_to_six(**settings).rolls_again == rolls


# ---------------------------------------------------------------- modifiers


def test_each_modifier_is_in_the_evidence_with_its_reason():
    lookup = flak().look_up(feed(3, 4), with_=["low", "dawn"])

    assert [(a.id, a.dm, a.why) for a in lookup.applied] == [
        ("low", 2, "flying low"),
        ("dawn", 1, "it is dawn"),
    ]
    assert (lookup.natural, lookup.total, lookup.result) == (7, 10, "medium")
    assert str(lookup) == ("flak: 2d6 (3, 4) = 7, +2 flying low, +1 it is dawn, total 10: medium")


IF_OUT = {"modifiers": [Modifier("out", -1, why="out", per="out", when="is_out")]}


@pytest.mark.parametrize(
    ("table", "natural", "with_", "counts", "total"),
    [
        # a counted modifier multiplies up to its limit
        (flak(), 9, ["engines"], {"engines_out": 0}, 9),
        (flak(), 9, ["engines"], {"engines_out": 1}, 8),
        (flak(), 9, ["engines"], {"engines_out": 2}, 7),
        (flak(), 9, ["engines"], {"engines_out": 4}, 7),
        # a number that is given applies the modifier that counts it
        (flak(), 9, [], {"engines_out": 2}, 7),
        # a number counts nothing by itself where a condition decides
        (one_to_six(beyond="clamp", **IF_OUT), 6, [], {"out": 2}, 6),
        (one_to_six(beyond="clamp", **IF_OUT), 6, ["out"], {"out": 2}, 4),
        # a modifier named twice counts once, and one of one's own counts as well
        (flak(), 7, ["low", "low"], {}, 9),
        (flak(), 9, [Modifier("luck", 3, why="house rule")], {}, 12),
    ],
)
def test_modifiers_and_counts_are_added_to_the_total(table, natural, with_, counts, total):
    assert table.look_up(natural, with_=with_, counts=counts).total == total


def test_a_number_that_is_given_counts_in_odds_too_and_nought_applies_nothing():
    assert flak().look_up(9, counts={"engines_out": 0}).applied == ()
    assert flak().odds(counts={"engines_out": 1}) == flak().odds(with_=[Modifier("x", -1)])


@pytest.mark.parametrize(("why", "said"), [("no wind", "no wind"), ("", "still")])
def test_a_modifier_that_changes_nothing_is_told_with_its_reason_or_name(why, said):
    lookup = flak().look_up(9, with_=[Modifier("still", 0, why=why)])

    assert str(lookup) == f"flak: 9, +0 {said}, total 9: medium"


def test_conditions_name_what_the_game_decides():
    assert flak().conditions == {"dusk": "is_dusk"}


@pytest.mark.parametrize(
    ("total", "column", "with_", "result"),
    [
        (1, 1, [], "miss"),
        (1, 3, [], 1),
        (1, "2-3", [], 1),
        (1, 99, [], 2),
        (1, 3, ["up"], 2),
        (3, 3, ["down"], "miss"),
        (3, 3, ["up"], 2),
        (0, 3, ["down"], "miss"),
        (1, 3, ["wide"], 2),
        (1, 4, ["wide"], 2),
        (1, 1, ["one"], 1),
        (1, 3, ["one"], 1),
        (0, 1, ["up", "wide", "one"], 2),
        (1, "9" * 11, [], 2),
    ],
)
def test_a_matrix_shifts_rows_and_columns(total, column, with_, result):
    assert matrix().look_up(total, column=column, with_=with_).result == result


ODDS = ("1:2", "1:1", "2:1", "3:1")


@pytest.mark.parametrize(
    ("headings", "column", "result"),
    [
        # a label that reads like a range stays a label
        (("1-2", "1-1", "2-1"), "2-1", "2-1"),
        # a plus leaves a column open, and single numbers may leave gaps
        (("1-9", "10-19", "20+"), 99, "20+"),
        (("10", "20", "25"), 20, "20"),
        # odds count as the greatest column that they reach
        (ODDS, "7:2", "3:1"),
        (ODDS, "3:1", "3:1"),
        (ODDS, "2:3", "1:2"),
        (ODDS, "9:1", "3:1"),
    ],
)
def test_a_column_is_found_by_its_label_its_range_or_the_odds(headings, column, result):
    assert columns(*headings).result("x", column) == result


def test_the_column_of_a_table_without_columns_is_the_first():
    assert flak().column_at(None) == 0


def test_odds_of_something_to_nothing_are_none():
    assert read_ratio("0:3") == 0
    assert read_ratio("3:0") is None


@pytest.mark.parametrize(
    ("headings", "code"),
    [
        (["1-3", "3-4"], "T107"), (["1:1", "2:2"], "T107"), (["1-2", "4.."], "T108"),
        (["5..3", "4"], "T142"),
    ],
)  # fmt: skip
def test_faults_of_headings(headings, code):
    assert codes_of(columns, *headings) == [code]


@pytest.mark.parametrize(
    ("headings", "missing"), [(["1-2", "4.."], "3"), (["1-2", "6-9"], "3-5"), (["..2", "9"], "3-8")]
)
def test_the_gap_between_two_columns_is_told(headings, missing):
    with pytest.raises(DataError, match=rf"no column covers {missing} \("):
        columns(*headings)


# ---------------------------------------------------------------- what cannot be looked up


def many_columns(count):
    names = tuple(f"c{n}" for n in range(1, count + 1))
    return Table(id="c", columns=names, rows=[Row("x", names)])


UP_A_ROW = {"modifiers": [Modifier("up", shift=1)], "beyond": "error"}


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: labels("clear", "stormy").look_up("story"),
         r"no row 'story' \(did you mean 'stormy'\?\).*'clear'"),
        (lambda: beyond("error").look_up(6, with_=["up"]),
         r"table six has no row for 9: its rows reach 1\.\.6"),
        (lambda: beyond("none").row(7), "no row for 7"),
        (lambda: matrix(beyond="error").look_up(3, column=1, with_=["up"]), "past the rows"),
        (lambda: one_to_six(**UP_A_ROW).look_up(6, with_=["up"]),
         r"a shift of \+1 from row 6 leads past the rows"),
        (lambda: far_away().look_up(lambda sides: 3, with_=["far"]), "1000 times in a row"),
        (lambda: far_away().odds(with_=["far"]), "forever"),
        (lambda: matrix().odds(column=1), "no dice"),
        # numbers that modifiers count
        (lambda: flak().look_up(9, with_=["engines"]), "counts 'engines_out', which was not given"),
        (lambda: flak().look_up(9, with_=["engines"], counts={"engine_out": 2}),
         r"does not count 'engine_out' \(did you mean 'engines_out'\?\); it counts 'engines_out'"),
        (lambda: one_to_six().look_up(3, counts={"men": 2}),
         "does not count 'men'; it counts nothing"),
        # modifiers of one group, and unknown ones
        (lambda: flak().look_up(9, with_=["dawn", "dusk"]), "'dawn' and 'dusk' exclude each other"),
        (lambda: flak().look_up(9, with_=["dusk", "dawn"]), "'dusk' and 'dawn' exclude each other"),
        (lambda: flak().look_up(9, with_=["lo"]),
         r"'lo' \(did you mean 'low'\?\); choose from 'low', 'high', 'engines', 'dawn', 'dusk'$"),
        (lambda: one_to_six().look_up(3, with_=["lo"]), "'lo'; choose from none: it has no modif"),
        (lambda: leaking()["hit"].odds(with_=["colder"], deep=True), "no modifier 'colder'"),
        # columns
        *((lambda column=column: matrix().look_up(1, column=column), "no column")
          for column in (0, "x", -1, "9" * 12, "9" * 5_000, "--", "-")),
        (lambda: columns("1-2", "1-1", "2-1").result("x", 1), "no column 1"),
        (lambda: columns("1:2", "1:1").result("x", "1:3"), "odds of 1:3 are worse than"),
        (lambda: matrix().look_up(1), r"choose one of '1', '2-3', '4\.\.'"),
        (lambda: many_columns(12).look_up("x"), "'c11', 'c12'$"),
        (lambda: many_columns(13).look_up("x"), "'c11', 'c12' and 1 more$"),
        (lambda: flak().look_up(7, column="light"), "one unnamed column"),
        # digits, references, bulk, tables that are not there
        (lambda: digits().look_up(17), "d66 never shows 17"),
        (lambda: digits().look_up(11, with_=[Modifier("up", 1)]), "whose digits are a label"),
        (lambda: coin(Reference("b"), 1, id="a").odds(deep=True),
         "refers to 'b' but is not bound to any other table"),
        (lambda: labels("clear").bulk(), "labels"),
        (lambda: Tables.of([one_to_six()])["sex"], r"no table 'sex' \(did you mean 'six'\?\)"),
    ],
)  # fmt: skip
def test_what_a_table_cannot_answer_is_refused_with_what_it_can(ask, said):
    with pytest.raises(TableError, match=said):
        ask()


# ---------------------------------------------------------------- overrides, digits, notes


def hit():
    return Table(
        id="hit",
        dice="2d6",
        columns=["near", "far"],
        rows=[Row("..8", ("miss", "miss")), Row("9..", ("hit", "hit"))],
        modifiers=[Modifier("evading", -5, why="evading")],
        overrides=[
            Override("12", "hit", why="a natural 12 always hits"),
            Override("2", ("jam", "miss"), why="a natural 2 jams", columns="near"),
        ],
    )


def test_a_natural_roll_overrides_all_modifiers():
    lookup = hit().look_up(feed(6, 6), column="far", with_=["evading"])

    assert lookup.result == "hit"
    assert lookup.override.why == "a natural 12 always hits"
    assert (lookup.column, lookup.total, lookup.clamped) == ("far", 12, False)


@pytest.mark.parametrize(("column", "result"), [("near", "jam"), ("far", "miss")])
def test_an_override_may_hold_in_some_columns(column, result):
    assert hit().look_up(2, column=column).result == result


def test_digit_dice_find_rows_by_label():
    assert in_each(digits(), (11, 16, 21, 36, 41, 66)) == list("aabbcc")
    assert digits().look_up(feed(1, 6)).result == "a"


def test_modifiers_step_along_the_labels_where_the_table_says_so():
    table = digits(
        rows=[Row("11-16", "a"), Row("21-36", "b"), Row("41-66", "c")],
        digits="step",
        beyond="clamp",
        modifiers=[Modifier("up", 1, why="up")],
    )

    assert table.look_up(feed(1, 6), with_=["up"]).total == 21
    past = table.look_up(feed(6, 6), with_=["up"])
    assert (past.clamped, past.total, past.result) == (True, 67, "c")
    before = table.look_up(feed(1, 1), with_=[Modifier("down", -1)])
    assert (before.clamped, before.total, before.result) == (True, 10, "a")
    assert table.odds(with_=["up"]).p("a") == Fraction(5, 36)


def test_a_lookup_brings_the_notes_of_its_row_and_result():
    table = Table(
        id="x",
        dice="1d6",
        rows=[Row("1-3", Noted("hit", "b"), notes="a"), Row("4-6", "miss")],
        notes=[Note("a", "first"), Note("b", "second")],
    )

    assert [note.text for note in table.look_up(1).notes] == ["first", "second"]
    assert table.look_up(4).notes == ()


def test_facts_are_plain_data_with_all_evidence():
    assert flak().look_up(feed(1, 3), with_=["low"]).facts() == {
        "table": "flak", "title": "Flak over the target", "column": "", "dice": "2d6 (1, 3) = 4",
        "faces": [1, 3], "natural": 4, "modifiers": [["low", 2, "flying low"]], "total": 6,
        "clamped": False, "row": "4-7", "override": "", "result": "light", "shown": "light",
        "notes": ["No effect at night."],
    }  # fmt: skip


def test_facts_tell_which_modifiers_move_the_row_or_the_column():
    modifiers = [Modifier("on", shift=1), Modifier("over", column_shift=1), Modifier("up", 1)]
    table = matrix(modifiers=modifiers)

    facts = table.look_up(1, column=1, with_=["on", "over", "up"]).facts()

    assert facts["moves"] == {"on": "row", "over": "column"}
    assert facts["modifiers"] == [["on", 1, ""], ["over", 1, ""], ["up", 1, ""]]
    assert "moves" not in table.look_up(1, column=1, with_=["up"]).facts()


# ---------------------------------------------------------------- odds


SIX_SIX = {"rows": [Row("..12", "low")], "overrides": [Override("6", "six", why="six")]}
TENS = [Row(str(total), "ten") for total in range(10, 70, 10)]
UP = [Modifier("up", 3, why="up")]


@pytest.mark.parametrize(
    ("table", "with_", "weights"),
    [
        (flak(), ["low"], {"light": 10, "medium": 20, "heavy": 6}),
        # the constant of the dice is not natural
        (one_to_six(dice="1d6+6", **SIX_SIX), [], {"six": 1, "low": 5}),
        # modifiers are added before it is asked whether a row fits
        (half_of_two_dice(modifiers=UP), ["up"], {"low": 1, "high": 16}),
        # rolling again leaves the others in proportion
        (beyond("reroll"), ["up"], {"row 4": 1, "row 5": 1, "row 6": 1}),
        # multiplied dice leave no gap where they show nothing
        (one_to_six(dice="1d6*10", rows=TENS), [], {"ten": 6}),
    ],
)
def test_odds_of_each_result_are_exact(table, with_, weights):
    assert table.odds(with_=with_) == Odds.of(weights)


def leaking():
    leak = Table(
        id="leak",
        dice="1d6",
        rows=[Row("..4", "slow"), Row("5..", "fast")],
        modifiers=[Modifier("cold", -1, why="cold")],
    )
    rows = [
        Row("1-2", "nothing"),
        Row("3-4", Reference("leak", times=2)),
        Row("5", RollResult(parse_dice("1d6"))),
        Row("6", Several((Effect("fire"), Reference("leak", with_=("cold",))))),
    ]
    return Tables.of([Table(id="hit", dice="1d6", rows=rows), leak])


def test_deep_odds_follow_references_and_dice_to_the_end():
    odds = leaking()["hit"].odds(deep=True)
    third, sixth = Fraction(1, 3), Fraction(1, 6)

    assert dict(odds.items()) == {
        "nothing": third,
        ("slow", "slow"): third * Fraction(4, 9),
        ("fast", "slow"): third * 2 * Fraction(2, 9),
        ("fast", "fast"): third * Fraction(1, 9),
        **dict.fromkeys(range(1, 7), sixth * sixth),
        (Effect("fire"), "slow"): sixth * Fraction(5, 6),
        (Effect("fire"), "fast"): sixth * Fraction(1, 6),
    }


def test_a_deep_question_passes_modifiers_to_the_tables_that_know_them():
    odds = leaking()["hit"].odds(with_=["cold"], deep=True)

    assert odds.p(("slow", "slow")) == Fraction(1, 3) * Fraction(25, 36)


def test_references_may_be_followed_a_rolled_number_of_times():
    often = Reference("b", times=parse_dice("1d2"))
    tables = Tables.of([coin(often, often, id="a"), coin("x", "y", id="b")])

    odds = tables["a"].odds(deep=True)

    assert odds.p("x") == odds.p(("x", "y")) == Fraction(1, 4)


def test_a_deep_lookup_rolls_on_and_keeps_every_step():
    lookup = leaking()["hit"].look_up(feed(3, 1, 6), deep=True)

    assert [then.result for then in lookup.then] == ["slow", "fast"]
    assert leaking()["hit"].look_up(feed(5, 4), deep=True).then[0].total == 4


def test_rolling_many_times_follows_nested_rolls_where_that_is_asked():
    hit, roller = leaking()["hit"], Roller(Random(7).randbytes)

    assert set(hit.roll_many(9, roller).results) == set(hit.odds())
    assert set(hit.roll_many(9, roller, deep=True).results) == set(hit.odds(deep=True))


def test_results_that_never_end_are_refused():
    on_and_on = Several((Effect("fire"), Again()))
    table = coin(on_and_on, on_and_on)

    with pytest.raises(TableError, match="does not stop rolling"):
        table.look_up(lambda sides: 1, deep=True)
    with pytest.raises(TableError, match="have no end"):
        table.odds(deep=True)


def test_tables_survive_pickling():
    tables = pickle.loads(pickle.dumps(leaking()))

    assert tables["hit"] == leaking()["hit"]
    assert tables["hit"].row(1).result == "nothing"
    assert tables["hit"].odds(deep=True) == leaking()["hit"].odds(deep=True)


def test_importing_tables_brings_in_nothing_heavy():
    code = "import sys, tabletop_core.tables; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    heavy = {"cattrs", "tomllib", "pluggy", "typer", "numpy", "random", "tabletop_core.dice.odds"}
    assert heavy.isdisjoint(run.stdout.split())
    assert "tabletop_core.engine" not in run.stdout


def test_more_outcomes_than_anyone_can_read_are_refused():
    often = Reference("six", times=90)

    with pytest.raises(TableError, match="ask for its odds without deep"):
        Tables.of([coin(often, often), one_to_six()])["coin"].odds(deep=True)


# ---------------------------------------------------------------- bulk


@pytest.mark.parametrize("as_array", [False, True])
def test_bulk_lookups_equal_single_ones(as_array):
    table = flak(overrides=[Override("3", "dud", why="dud")])
    naturals = [2, 3, 4, 7, 8, 11, 12]
    given_ = numpy.array(naturals, dtype=numpy.int64) if as_array else bytes(naturals)
    bulk = table.bulk(with_=["low"])

    coded = table.look_up_many(given_, with_=["low"])

    assert [bulk.results[code] for code in coded] == [
        table.look_up(natural, with_=["low"]).result for natural in naturals
    ]


@pytest.mark.parametrize("as_array", [False, True])
def test_a_total_without_an_answer_is_named(as_array):
    given_ = numpy.array([1, 6], dtype=numpy.uint8) if as_array else bytes([1, 6])

    with pytest.raises(TableError, match="no answer for the total 6"):
        beyond("error").look_up_many(given_, with_=["up"])


def as_series(totals):
    return pytest.importorskip("pandas").Series(
        totals, index=range(7, 7 + len(totals)), name="roll"
    )


@pytest.mark.parametrize(
    "form", [list, tuple, numpy.array, as_series], ids=["list", "tuple", "array", "series"]
)
@pytest.mark.parametrize(
    ("dice", "low", "high"),
    [("1d6-1d6", -5, 5), ("4d3-8", 4, 12), ("1d10000", 1, 10_000), ("1d(300)*5+7", 5, 1500)],
)
def test_bulk_lookups_take_every_total_of_the_dice(dice, low, high, form):
    middle = (low + high) // 2 + parse_dice(dice).constant
    rows = [Row(f"..{middle}", "low"), Row(f"{middle + 1}..", "high")]
    table = Table(id="t", dice=dice, rows=rows, modifiers=[Modifier("up", 2, why="up")])
    naturals = list(range(low, high + 1))
    bulk = table.bulk(with_=["up"])

    assert [bulk.results[code] for code in bulk(form(naturals))] == [
        table.look_up(table.dice.constant + natural, with_=["up"]).result for natural in naturals
    ]


def test_bulk_lookups_of_three_digits_step_along_the_labels():
    rows = [Row("111-333", "low"), Row("334-666", "high")]
    modifiers = [Modifier("up", 3, why="up")]
    table = digits(dice="d666", rows=rows, modifiers=modifiers, digits="step", beyond="clamp")
    labels = list(table.dice.labels())
    bulk = table.bulk(with_=["up"])

    assert [bulk.results[code] for code in bulk(numpy.array(labels))] == [
        table.look_up(label, with_=["up"]).result for label in labels
    ]
    with pytest.raises(TableError, match="no answer for the total 117"):
        bulk([117])


def test_a_series_keeps_its_index_and_name():
    codes = flak().look_up_many(as_series([2, 12]))

    assert list(codes.index) == [7, 8]
    assert codes.name == "roll"


def test_more_results_than_a_byte_tells_apart_are_told_apart_in_arrays_and_lists():
    table = Table(id="t", dice="1d1000", rows=[Row(str(n), f"r{n}") for n in range(1, 1001)])
    bulk = table.bulk()

    assert bulk.results[bulk(numpy.array([1000]))[0]] == bulk.results[bulk([1000])[0]] == "r1000"
    with pytest.raises(TableError, match="1,000 results and a byte can hold only 255 codes"):
        bulk(b"a")


FROM_ZERO = ("..-1", "0-9", "10..")


@pytest.mark.parametrize(
    ("rows", "dtype", "naturals", "found"),
    [
        # every whole dtype is looked up alike
        *((FROM_ZERO, dtype, (0, 9, 10, 120), (1, 1, 2, 2)) for dtype in
          ("int8", "uint16", "int64", "uint64")),
        # a range too wide to lay down is looked up all the same
        (("1-999999", "1000000.."), "int64", (999_999, 1_000_000), (0, 1)),
        (("..-5", "-4..900000000", "900000001.."), "int64", (-5, -4, 9 * 10**8, 10**9),
         (0, 1, 1, 2)),
        # a total that no signed number holds is in the last row
        (("..9", "10.."), "uint64", (3, 2**63 + 5, 2**64 - 1), (0, 1, 1)),
        # totals of no sign, where all rows begin below zero
        (("..-5", "-4.."), "uint64", (0, 3, 2**64 - 1), (1, 1, 1)),
    ],
)  # fmt: skip
def test_totals_of_any_size_are_looked_up_in_arrays(rows, dtype, naturals, found):
    bulk = labels(*rows).bulk()

    codes = bulk(numpy.array(naturals, dtype=dtype))

    assert [bulk.results[code] - 1 for code in codes] == list(found)


@pytest.mark.parametrize("far", [0, 10**7])
def test_of_many_totals_the_first_without_an_answer_is_named(far):
    rows = [Row("1-2", "a"), Row("3-4", "b"), Row(f"5-{far + 5}", "c")]
    bulk = Table(id="t", rows=rows).bulk()
    naturals = numpy.array([[1, 3], [5, -7], [-8, 2]])

    with pytest.raises(TableError, match="no answer for the total -7;"):
        bulk(naturals)


@pytest.mark.parametrize(
    "totals", ["78", 7, ["7"], [7.0], numpy.array([7.5]), numpy.array([True]), [True]], ids=repr
)
def test_bulk_lookups_refuse_what_is_no_row_of_whole_numbers(totals):
    with pytest.raises(TableError, match=r"cannot look up many in .* whole numbers all"):
        flak().look_up_many(totals)


# ---------------------------------------------------------------- faults


STEPPING = {"dice": "d66", "digits": "step", "rows": [Row("11-66", 1)]}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"id": ""}, "T100"),
        ({"rows": []}, "T101"),
        ({"beyond": "explode"}, "T102"),
        ({"digits": "walk"}, "T103"),
        ({"digits": "step"}, "T103"),
        ({"columns": ["a", "a"], "rows": [Row("1-6", (1, 2))]}, "T104"),
        ({"columns": ["a", "b"], "rows": [Row("1-6", (1, 2, 3))]}, "T105"),
        ({"columns": ["a", "b"], "rows": [Row("1-6", 1)]}, "T105"),
        ({"modifiers": [Modifier("x", column_shift=1, why="x")]}, "T112"),
        ({"modifiers": [Modifier("x", 0, why="x", most=1)]}, "T113"),
        ({"modifiers": [Modifier("x", 0, why="x"), Modifier("x", 0, why="y")]}, "T114"),
        ({"modifiers": [Modifier("x", 0, why="x", columns="a")]}, "T115"),
        ({"rows": [Row("1-6", 1, notes="q")]}, "T120"),
        ({"rows": [Row("1-6", Noted(1, "q"))]}, "T120"),
        ({"notes": [Note("q", "x")]}, "T122"),
        ({"overrides": [Override("seven", 1, why="x")]}, "T130"),
        ({"overrides": [Override("7", 1, why="x")]}, "T131"),
        ({"overrides": [Override("doubles", 1, why="x")]}, "T131"),
        ({"rows": [Row("1-3", 1), Row("banana", 2)]}, "T141"),
        ({"rows": [Row("6-1", 1)]}, "T142"),
        ({"rows": [Row("1-4", 1), Row("4-6", 2)]}, "T143"),
        ({"rows": [Row("..5", 1), Row("2", 2), Row("4", 3), Row("6", 4)]}, "T143 T143"),
        ({"rows": [Row("1-2", 1), Row("4-6", 2)]}, "T144"),
        ({"rows": [Row("1-5", 1)]}, "T144"),
        ({"rows": [Row("2..", 1)]}, "T144"),
        ({"rows": [Row("1-6", 1), Row("7", 2)]}, "T145"),
        # modifiers of one group do not add up when looking for rows never reached
        (
            {
                "rows": [Row("1-7", 1), Row("8", 2)],
                "modifiers": [Modifier(name, 1, why=name, group="g") for name in ("a", "b")],
            },
            "T145",
        ),
        ({"dice": "d66", "rows": [Row("11..", 1), Row("7", 2)]}, "T145"),
        ({"dice": "d66", "rows": [Row("1-33", 1), Row("34-66", 2)]}, "T145"),
        ({"dice": "d66", "rows": [Row("11-65", 1)]}, "T144"),
        ({"modifiers": [Modifier("x", 1, why="x")]}, "T146"),
        ({**STEPPING, "modifiers": [Modifier("x", 1, why="x")]}, "T146"),
        ({"modifiers": [Modifier("x", -1, why="x", per="n")]}, "T146"),
        ({"rows": [Row("..6", 1), Row("7", Again(dm=1))]}, "T146"),
        ({"rows": [Row("1..5", 1), Row("6..", Again(dm=-1))]}, "T146"),
        ({"rows": [Row("1-5", 1), Row("6", 2, unreachable=True)]}, "T147"),
        # reroll without a row that can come up
        ({"rows": [Row("7-9", "a", unreachable=True)], "beyond": "reroll"}, "T150"),
        ({"rows": [Row("1-5", 1), Row("6", True)]}, "T202"),
        # tables of labels
        ({"dice": None, "rows": [Row("a", 1), Row("a", 2)]}, "T140"),
        ({"dice": None, "rows": [Row("a", 1)], "modifiers": [Modifier("x", 1)]}, "T111"),
        # all faults come together
        (
            {
                "rows": [Row("1-2", 1), Row("4-7", 2, notes="q")],
                "beyond": "maybe",
                "modifiers": [Modifier("x", 1, why="x", columns="c")],
            },
            "T102 T115 T120 T144",
        ),
    ],
)
def test_each_fault_is_found_under_its_code(settings, code):
    found = codes_of(one_to_six, **settings)

    assert not Counter(code.split()) - Counter(found), found


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        # numbers and labels that no row covers are told, labels up to eight
        *(
            ({"rows": [Row(rows, 1)]}, f"no row covers {missing}[;,]")
            for rows, missing in [
                ("1-5", "6"), ("2-6", "1"), ("3-4", "1-2,5-6"), ("1,2,6", "3-5"),
            ]
        ),
        *(
            ({"dice": "d33", "rows": [Row(row, 1)]}, f"no row covers {missing};")
            for row, missing in [
                ("11-13", "21, 22, 23, 31, 32, 33"),
                ("33", "11, 12, 13, 21, 22, 23, 31, 32"),
                ("34", "11, 12, 13, 21, 22, 23, 31, 32 and more"),
            ]
        ),
        # how far modifiers lead past the rows is told
        *(
            ({"modifiers": [Modifier(f"at {dm}", dm) for dm in dms]}, rf"past the rows \({reach}\)")
            for dms, reach in [((1,), "1-7"), ((-1,), "0-6"), ((2, -3), r"-2\.\.8")]
        ),
        # a counted modifier leads as far as its most one way, and any way the other
        *(
            (
                {"modifiers": [Modifier("by", dm, per="n", most=3)], "rows": [Row(on, 1)]},
                rf"T146: .* past the rows \({reach}\)",
            )
            for dm, on, reach in [(2, "..11", r"\.\.12"), (-2, "-4..", r"-5\.\.")]
        ),
        # what leads any way in both directions is told as a range without ends
        ({"modifiers": [Modifier("by", 1, per="n")]}, r"T146: .* past the rows \(\.\.\) and"),
        (
            {"rows": [Row("1", Again(dm=-1)), Row("2-5", 1), Row("6", Again(dm=1))]},
            r"T146: .* past the rows \(\.\.\) and",
        ),
        ({"modifiers": [Modifier("up", shift=1)]}, r"T146: modifier\[0\].shift"),
        # nothing is added to digits whose table does not say how
        (
            {"dice": "d66", "rows": [Row("11..", 1)], "modifiers": [Modifier("up", 1)]},
            "nothing can be added to d66",
        ),
    ],
)  # fmt: skip
def test_a_fault_says_how_far_rows_and_modifiers_lead(settings, said):
    with pytest.raises(DataError, match=said):
        one_to_six(**settings)


@pytest.mark.parametrize(
    ("settings", "total", "result"),
    [
        # a counted modifier that leads just to the open rows
        ({"modifiers": [Modifier("by", 2, per="n", most=3)], "rows": [Row("..12", 1)]}, 12, 1),
        ({"modifiers": [Modifier("by", -2, per="n", most=3)], "rows": [Row("-5..", 1)]}, -5, 1),
        # rolling again with a number added leads any way in its direction
        ({"rows": [Row("1-5", 1), Row("6..", Again(dm=1))]}, 6, Again(dm=1)),
        ({"rows": [Row("..5", 1), Row("6", Again(dm=-1))]}, 6, Again(dm=-1)),
        # a row that only modifiers reach, or one that says that it is never reached
        (
            {
                "rows": [Row("..0", 0), Row("1-6", 1), Row("7..", 2)],
                "modifiers": [Modifier("up", 1), Modifier("down", -1)],
            },
            7,
            2,
        ),
        ({"rows": [Row("1-6", 1), Row("7", 2, unreachable=True)]}, 7, 2),
    ],
)
def test_rows_as_far_as_anything_leads_are_sound(settings, total, result):
    assert one_to_six(**settings).row(total).result == result


def test_steps_past_labels_end_in_a_row_that_is_open():
    rows = [Row("..36", "low"), Row("41..", "high")]
    table = digits(digits="step", rows=rows, modifiers=[Modifier("up", 20, why="x")])

    assert table.look_up(66, with_=["up"]).result == "high"


def test_a_counted_shift_of_columns_leads_past_no_rows():
    table = one_to_six(
        columns=["a", "b"],
        rows=[Row("1-6", (1, 2))],
        modifiers=[Modifier("on", column_shift=1, why="on", per="n")],
    )

    assert table.look_up(3, column="a", counts={"n": 5}).result == 2


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        (Reference("nowhere"), "T301"),
        (Reference("self"), "T302"),
        (Reference("other", with_=("x",)), "T303"),
        (Reference("other", column="x"), "T304"),
        (Reference("label"), "T305"),
        (Reference("other", times=parse_dice("1d6-6")), "T306"),
    ],
)
def test_faults_between_tables(reference, code):
    others = [one_to_six(id="other"), Table(id="label", rows=[Row("x", 1)])]

    assert codes_of(Tables.of, [*others, coin(reference, 1, id="self")]) == [code]


def circle(count):
    """Return tables each of which leads to the next, and the last to the first."""
    return [coin(Reference(f"t{(n + 1) % count}"), 1, id=f"t{n}") for n in range(count)]


@pytest.mark.parametrize(
    ("count", "way"),
    [
        (1, "t0 -> t0"),
        (3, "t0 -> t1 -> t2 -> t0"),
        (11, "t4 -> t5 -> t6 -> t7 -> t8 -> t9 -> t10 -> t0"),
        (12, "t4 -> t5 -> ... -> t8 -> t9 -> t10 -> t11 -> t0"),
    ],
)
def test_a_circle_of_references_is_told_with_its_way_and_a_long_one_by_its_ends(count, way):
    with pytest.raises(DataError, match=rf"cycle: (t\d -> )*{re.escape(way)};"):
        Tables.of(circle(count))


@pytest.mark.parametrize("count", [19, 20, 30])
def test_no_more_than_twenty_circles_are_told(count):
    own = [coin(Reference(f"t{n}"), 1, id=f"t{n}") for n in range(count)]

    assert codes_of(Tables.of, own) == ["T302"] * min(count, 20)


@pytest.mark.parametrize(
    ("reference", "remedy"),
    [
        (Reference("wide", with_="hot"), "it has cold, warm"),
        (Reference("bare", with_="cold"), "it has none"),
        (Reference("bare", column="x"), "it has no columns"),
        (Reference("wide", column="x"), "it has a, b"),
    ],
)
def test_a_reference_to_what_is_not_there_is_told_what_there_is(reference, remedy):
    modifiers = [Modifier("warm", 0), Modifier("cold", 0)]
    wide = one_to_six(id="wide", columns=["a", "b"], rows=[Row("1-6", (1, 2))], modifiers=modifiers)
    tables = [wide, one_to_six(id="bare"), coin(reference, 1)]

    assert [problem.remedy for problem in problems_of(Tables.of, tables)] == [remedy]


WEIGHTS = "give every row a weight of 1 or more, and no `on`"
AT_Z = {"modifiers": [Modifier("x", columns="z")]}


@pytest.mark.parametrize(
    ("settings", "value", "remedy"),
    [
        (AT_Z, "'z'", "the table has no columns"),
        (
            {**AT_Z, "columns": ["a", "b"], "rows": [Row("1-6", (1, 2))]},
            "'z'", "the table has a, b",
        ),
        (
            {"overrides": [Override("dubles", 1)]}, "'dubles'",
            "write a total of the dice; write doubles, triples, quadruples, or 2x6 for two sixes",
        ),
        ({"dice": None, "rows": [Row((), 1, weight=-1), Row((), 2, weight=1)]}, "-1", WEIGHTS),
        ({"dice": None, "rows": [Row((), 1, weight=1), Row("3", 2)]}, "'3'", WEIGHTS),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_what_stands_there_and_what_to_write(settings, value, remedy):
    problems = problems_of(one_to_six, **settings)

    assert [(p.value, p.remedy) for p in problems] == [(value, remedy)]


def test_weights_sum_up_to_a_million_at_most():
    rows = [Row((), 1, weight=999_999), Row((), 2, weight=1)]

    assert Table(id="x", rows=rows).dice.high == 1_000_000
    with pytest.raises(DataError, match="add up to more than 1000000"):
        Table(id="x", rows=[*rows, Row((), 3, weight=1)])


def test_a_long_chain_of_references_is_no_circle_and_no_crash():
    chain = [one_to_six(id=str(n), rows=[Row("1-6", Reference(str(n + 1)))]) for n in range(3000)]
    first = Tables.of([*chain, one_to_six(id="3000", rows=[Row("1-6", 1)])])["0"]

    assert first.odds(deep=True).p(1) == 1
    with pytest.raises(TableError, match="table 101 is more than 100 rolls deep"):
        first.look_up(lambda sides: 1, deep=True)


def test_two_tables_with_one_id_are_refused():
    assert codes_of(Tables.of, [one_to_six(), one_to_six()]) == ["T300"]


def test_a_table_that_may_be_missing_is_asked_for_without_an_error():
    assert Tables.of([one_to_six()]).get("sex") is None


# ---------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("storm", "storm"),
        (3, "3"),
        (True, "yes"),
        ({"roll": "1d6"}, "roll 1d6"),
        ({"roll": "1d6", "name": "boxes"}, "roll 1d6 for boxes"),
        ({"roll": "2d6", "needs": "7+"}, "7+ on 2d6"),
        ({"table": "a", "times": 2}, "roll on table a, 2 times"),
        ({"table": "a", "times": "1d6"}, "roll on table a, 1d6 times"),
        ({"table": "a", "column": "x", "with": ["m"]}, "roll on table a, column x, with m"),
        (
            {"table": "x", "times": "1d4", "no_duplicates": True},
            "roll on table x, 1d4 times, no row twice",
        ),
        ({"table": "x", "depth": 2}, "roll on table x"),
        ({"effect": "crew_hit", "who": "pilot"}, "crew hit (who pilot)"),
        ({"again": True}, "roll again"),
        ({"again": True, "times": 2, "not_this_row": True}, "roll again, 2 times, not this row"),
        ({"again": True, "dm": 10, "depth": 3}, "roll again at +10"),
        ({"again": True, "with": ["a"]}, "roll again, with a"),
        ({"value": "hit", "note": "a"}, "hit"),
        ({"value": 3, "name": "gp"}, "3 gp"),
        ({"value": 3, "name": "gp", "note": "a"}, "3 gp"),
        ({"value": 0.5, "name": "gp"}, "0.5 gp"),
        ({"value": True, "name": "trapped"}, "trapped: yes"),
        ({"value": "axe", "name": "loot"}, "loot: axe"),
        (["fire", {"roll": "1d6"}], "fire and roll 1d6"),
        ("{2d6} wolves, {mood}", "{2d6} wolves, {mood}"),
    ],
)
def test_results_read_write_and_speak(form, said):
    result = read_result(form)

    assert written(result) == form
    assert describe(result) == said


@pytest.mark.parametrize(
    "form",
    [
        [], {}, None, {"roll": "1d6", "table": "x"}, {"rol": "1d6"}, {"roll": "x"}, {"roll": 6},
        {"roll": "1d6", "times": 2}, {"table": "x", "times": 0}, {"table": "x", "times": True},
        {"table": "x", "with": "y"}, {"table": 5}, {"again": False}, {"effect": ""}, {"effect": 1},
        {"effect": "x", "by": {"a": 1}}, {"value": [1]}, {"value": 1, "note": 2},
        {"table": "x", "column": 1.5}, {"table": ""},
        # what cannot be carried out
        {"again": True, "depth": 0}, {"again": True, "depth": 101}, {"table": "x", "depth": 0},
        {"again": True, "dm": 1_000_001}, {"again": True, "dm": -1_000_001},
        {"table": "x", "times": 101}, 2**63, -(2**63), {"again": True, "times": 0},
        {"again": True, "dm": 1.5},
        {"again": True, "not_this_row": False}, {"table": "x", "depth": 101},
        {"roll": "1d6", "needs": "many"}, {"roll": "1d6", "then": 1}, float("nan"), float("inf"),
        2**70, {"value": float("nan")}, {"effect": "x", "by": float("inf")},
    ],
)  # fmt: skip
def test_what_is_no_result_or_cannot_be_carried_out_is_refused(form):
    assert codes_of(read_result, form) == ["T201"]


@pytest.mark.parametrize("last", ["dust", Named(1, "gold")])
def test_a_name_costs_nothing_however_often_tables_are_rolled_on_unless_it_comes(last):
    tables = [coin("dust", Reference(f"t{n + 1}", times=10), id=f"t{n}") for n in range(1, 12)]
    first = coin(Named(1, "gold"), Reference("t1", times=10), id="t0")
    nested = Tables.of([first, *tables, coin("dust", last, id="t12")])["t0"]

    if last == "dust":
        assert nested.odds(of="gold").p(()) == Fraction(1, 2)
        assert nested.totals("gold").p(0) == Fraction(1, 2)
    else:
        with pytest.raises(TableError, match="use smaller times"):
            nested.odds(of="gold")
