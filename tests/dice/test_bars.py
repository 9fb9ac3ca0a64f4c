"""Bars of a distribution: one for each outcome, the rare ends of a long one together."""

import re
from fractions import Fraction

import pytest

from tabletop_core.dice import Odds, dice_odds
from tabletop_core.dice.bars import MAX_BARS, bar, bars_of, percent, svg_heatmap


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


@pytest.mark.parametrize(
    ("share", "width", "drawn"),
    [
        (0, 4, ""),
        (Fraction(1, 2), 4, "██"),
        (0.28, 4, "█▏"),
        (1, 4, "████"),
        (Fraction(1, 16), 2, "▏"),
    ],
)
def test_a_bar_fills_its_share_of_the_width_to_an_eighth_of_a_column(share, width, drawn):
    assert bar(share, width) == drawn


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(0), "0.00%"),
        (Fraction(2, 40_001), "<0.01%"),
        (Fraction(1, 20_000), "0.01%"),
        (Fraction(1, 6), "16.67%"),
        (Fraction(1), "100.00%"),
    ],
)
def test_what_may_come_is_never_told_to_have_no_chance(chance, told):
    assert percent(chance) == told


def test_the_heading_of_a_heat_map_stands_over_the_middle_of_its_column():
    drawn = svg_heatmap("Fire", ["near", "far"], {"hit": [Fraction(1, 3), Fraction(1, 6)]})

    headings = re.findall(r'<text x="([\d.]+)" y="52"', drawn)
    columns = re.findall(r'<rect x="([\d.]+)" y="\d+" width="([\d.]+)"', drawn)
    assert list(map(float, headings)) == [float(x) + float(wide) / 2 for x, wide in columns]
    assert len(headings) == 2
