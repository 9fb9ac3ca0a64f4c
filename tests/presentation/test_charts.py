"""Bars of a distribution: one for each outcome, and the rare ends of a long one together."""

from tabletop_core.dice import Odds, dice_odds
from tabletop_core.presentation.charts import MAX_BARS, bars_of


def test_each_outcome_of_a_short_distribution_has_its_bar():
    assert [label for label, _ in bars_of(dice_odds("2d6"), str)] == [str(n) for n in range(2, 13)]


def test_the_rare_ends_of_a_long_distribution_are_one_bar_each_and_nothing_is_lost():
    odds = dice_odds("1000d6")
    bars = bars_of(odds, str)
    assert len(bars) < len(odds) / 5
    assert bars[0][0].startswith("1000 to ")
    assert bars[-1][0].endswith(" to 6000")
    assert sum(chance for _, chance in bars) == 1


def test_every_bar_between_the_ends_is_of_one_outcome():
    odds = dice_odds("100d6")
    for label, chance in bars_of(odds, str)[1:-1]:
        assert chance == odds.p(int(label))


def test_one_rare_outcome_at_an_end_keeps_its_own_bar():
    odds = Odds.of({0: 1, **dict.fromkeys(range(1, MAX_BARS + 2), 10**6)})
    assert [label for label, _ in bars_of(odds, str)][:2] == ["0", "1"]


def test_outcomes_that_are_no_totals_are_never_told_together():
    odds = Odds.of({f"row {n}": 1 if n < 50 else 10**6 for n in range(MAX_BARS + 50)})
    assert len(bars_of(odds, str)) == len(odds)
