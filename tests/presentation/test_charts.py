"""Bars of a distribution: one for each outcome, and the rare ends of a long one together."""

from tabletop_core.dice import Odds, dice_odds
from tabletop_core.dice.bars import MAX_BARS, bars_of
from tabletop_core.presentation.charts import modifiers_in_words, note_marks
from tabletop_core.tables import Modifier, Note, Row, Table


def listed(odds):
    return bars_of(odds.weights, odds.denominator, str)


def test_each_outcome_of_a_short_distribution_has_its_bar():
    assert [label for label, _ in listed(dice_odds("2d6"))] == [str(n) for n in range(2, 13)]


def test_the_rare_ends_of_a_long_distribution_are_one_bar_each_and_nothing_is_lost():
    odds = dice_odds("1000d6")
    bars = listed(odds)
    assert len(bars) < len(odds) / 5
    assert bars[0][0].startswith("1000 to ")
    assert bars[-1][0].endswith(" to 6000")
    assert sum(chance for _, chance in bars) == 1


def test_every_bar_between_the_ends_is_of_one_outcome():
    odds = dice_odds("100d6")
    for label, chance in listed(odds)[1:-1]:
        assert chance == odds.p(int(label))


def test_one_rare_outcome_at_an_end_keeps_its_own_bar():
    odds = Odds.of({0: 1, **dict.fromkeys(range(1, MAX_BARS + 2), 10**6)})
    assert [label for label, _ in listed(odds)][:2] == ["0", "1"]


def test_outcomes_that_are_no_totals_are_never_told_together():
    odds = Odds.of({f"row {n}": 1 if n < 50 else 10**6 for n in range(MAX_BARS + 50)})
    assert len(listed(odds)) == len(odds)


def test_modifiers_of_which_one_applies_stand_together_and_counted_ones_are_multiplied():
    modifiers = [
        Modifier("good", 1, why="good weather", group="weather"),
        Modifier("engines", -2, why="engines out", per="engines_out", most=4),
        Modifier("bad", -1, why="bad weather", group="weather"),
        Modifier("loose", why="loose formation", shift=-2, columns=("..3", "9..")),
        Modifier("crew", why="rating of the crew", shift=1, per="rating"),
    ]

    assert modifiers_in_words(modifiers) == [
        "+1 good weather; or -1 bad weather",
        "-2 × engines out (at most 4 times)",
        "-2 rows for loose formation (3 or less, 9 or more only)",
        "+1 row × rating of the crew",
    ]


def test_a_note_has_its_letter_as_its_mark_or_else_the_next_number_that_is_free():
    notes = (Note("a", "Once."), Note("star", "Twice."), Note("1", "Never."))
    rows = [Row("1", "hit", notes=("a", "star", "1"))]

    marks = note_marks(Table(id="t", dice="1d1", rows=rows, notes=notes))

    assert marks == {"a": "a", "star": "2", "1": "1"}
