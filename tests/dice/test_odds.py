"""Exact odds, checked against plain enumeration, icepool and numbers worked out elsewhere."""

import copy
import itertools
import pickle
from collections import Counter
from fractions import Fraction
from operator import ge, gt, le, lt
from random import Random

import icepool
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop_core.dice.notation import parse_dice
from tabletop_core.dice.odds import (
    Odds,
    _pack,
    _powers,
    _unpack,
    _width,
    dice_odds,
)
from tabletop_core.errors import DiceError
from tests.dice.expressions import chances, generated, generated_products, icepools, ours


def enumerated(text):
    """Count every way the dice can fall, by the rolling code rather than the odds code."""
    dice = parse_dice(text)
    totals = Counter()

    def walk(faces, chance):
        needed = []

        def die(sides):
            if len(needed) < len(faces):
                needed.append(None)
                return faces[len(needed) - 1]
            raise _NeedsDieError(sides)

        try:
            totals[dice.roll(die).total] += chance
        except _NeedsDieError as need:
            for face in range(1, need.sides + 1):
                walk([*faces, face], chance / need.sides)

    walk([], Fraction(1))
    return dict(totals)


class _NeedsDieError(Exception):
    def __init__(self, sides):
        self.sides = sides


def as_fractions(odds):
    return dict(odds.items())


@pytest.mark.parametrize(
    "text",
    [
        "2d6", "3d4+2", "2d6-1d4", "4d6kh3", "4d6kl2", "3d8dh1", "3d6>=5", "4d4=4", "2d6ro1",
        "2d6ro<=2", "1d6!3", "2d4!2", "2d4!1kh1", "3d4!1>=3", "2d6!2>=5", "2d6//2", "2d6/^2",
        "1d6*10+1d4", "d66", "d666", "2d6kh1+1d4-2", "3d6<3", "2d4!2ro1", "1d1!3", "-1d6",
        "4dF", "3dFkl2", "2dF!2+1", "2dFro0", "d6adv", "d6dis-1", "1d22", "1d(33)",
    ],
)  # fmt: skip
def test_odds_equal_plain_enumeration(text):
    assert as_fractions(dice_odds(text)) == enumerated(text)


def from_icepool(die):
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


@pytest.mark.parametrize(
    ("text", "peer"),
    [
        ("2d6", lambda: 2 @ icepool.d6), ("20d6", lambda: 20 @ icepool.d6),
        ("100d6", lambda: 100 @ icepool.d6), ("10d10+5", lambda: 10 @ icepool.d10 + 5),
        ("4d6kh3", lambda: icepool.d6.highest(4, 3)),
        ("10d6kl4", lambda: icepool.d6.lowest(10, 4)),
        ("15d6>=5", lambda: 15 @ (icepool.d6 >= 5)),
        ("6d6!3", lambda: 6 @ icepool.d6.explode(depth=3)),
        ("4d6!2kh2", lambda: icepool.d6.explode(depth=2).highest(4, 2)),
        ("3d6r<=2", lambda: 3 @ icepool.d6.reroll([1, 2], depth="inf")),
        ("3d6ro<=2", lambda: 3 @ icepool.d6.reroll([1, 2], depth=1)),
        ("2d6-3d4", lambda: 2 @ icepool.d6 - 3 @ icepool.d4),
        ("9d8//2", lambda: 9 @ icepool.d8 // 2),
        ("20d6kh10", lambda: icepool.d6.highest(20, 10)),
        ("30d4kl7", lambda: icepool.d4.lowest(30, 7)),
        ("200d6kh1", lambda: icepool.d6.highest(200, 1)),
        ("6d20dl2", lambda: icepool.d20.highest(6, 4)),
        ("8d6>=5kh3", lambda: icepool.d6.map(lambda face: face >= 5).highest(8, 3)),
        ("7d6!1kl3", lambda: icepool.d6.explode(depth=1).lowest(7, 3)),
    ],
)  # fmt: skip
def test_odds_equal_icepool(text, peer):
    assert as_fractions(dice_odds(text)) == from_icepool(peer())


def test_a_compound_roll_equals_icepool():
    ours = dice_odds("1d6").times(dice_odds("15d6>=5"))
    peer = 15 @ icepool.d6.map(lambda face: icepool.d6 if face >= 5 else 0)

    assert as_fractions(ours) == from_icepool(peer)
    assert len(ours) == 91
    assert ours.mean == Fraction(35, 2)


def test_a_compound_of_values_below_zero_equals_mixing_the_sums():
    each, count = dice_odds("1d6") - 4, dice_odds("3d6>=5")

    assert each.times(count) == count.then(each.times)


@pytest.mark.parametrize("text", ["100d6", "30d6", "40d6", "200d6", "1000d6", "50d20", "60d6!4"])
def test_weights_sum_to_exactly_one_at_any_size(text):
    odds = dice_odds(text)

    assert sum(odds.weights.values()) == odds.denominator
    assert sum(p for _, p in odds.items()) == 1


@pytest.mark.parametrize(("text", "outcomes"), [("30d6", 151), ("40d6", 201), ("100d6", 501)])
def test_no_tail_is_dropped(text, outcomes):
    odds = dice_odds(text)

    assert len(odds) == outcomes
    assert odds.p(parse_dice(text).high) == Fraction(1, odds.denominator)


KNOWN = Odds.of({"a": 1, "b": 2})
EVEN = dice_odds("2d6").where(lambda total: total % 2 == 0)
MIXED = Odds.mix([(1, KNOWN), (3, Odds.of({"a": 1}))])
UP, DOWN = dice_odds("1d6!"), dice_odds("10-1d6!")
MANY = Odds.of({n * n: 1 for n in range(1, 200)})


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        # chances that are well known
        (dice_odds("2d6").p(7), "1/6"), (dice_odds("3d6").p(10), "27/216"),
        (dice_odds("4d6kh3").p(18), "21/1296"), (dice_odds("2d20kh1").p(20), "39/400"),
        (dice_odds("d66").p(35), "1/36"), (dice_odds("5d6=6").p(5), "1/7776"),
        # the mean and the variance of dice, with and without end
        (dice_odds("10d6").mean, "35"), (dice_odds("10d6").variance, "350/12"),
        # at least and at most share the whole
        (dice_odds("2d6") >= 10, "6/36"), (dice_odds("2d6") <= 9, "30/36"),
        (dice_odds("1d6") > 3.5, "1/2"), (dice_odds("1d6") < 4.5, "4/6"),
        ((dice_odds("1d6") + Fraction(1, 2)) > Fraction(9, 2), "2/6"), (UP > 6, "1/6"),
        # a condition divides by what meets it
        (EVEN.p(2), "1/18"), (sum(p for _, p in EVEN.items()), "1"),
        # mixing weighs each part
        (MIXED.p("a"), "10/12"), (MIXED.p("b"), "1/6"),
        # what lies above the totals listed, and below where dice are taken away
        (UP >= 13, "1/36"), (UP <= 12, "35/36"),
        (DOWN <= 3, "1/6"), (DOWN >= 4, "5/6"), (DOWN.p(9), "1/6"),
    ],
)  # fmt: skip
def test_chances_are_exact(chance, said):
    assert chance == Fraction(said)


@pytest.mark.parametrize(
    ("odds", "share", "outcome"),
    [
        (dice_odds("2d6"), 0, 2), (dice_odds("2d6"), 0.5, 7), (dice_odds("2d6"), 1, 12),
        (dice_odds("2d6"), Fraction(1, 36), 2), (UP, 0.99, 16), (DOWN, Fraction(1, 36), -3),
    ],
)  # fmt: skip
def test_a_quantile_is_the_outcome_up_to_which_so_large_a_share_comes(odds, share, outcome):
    assert odds.quantile(share) == outcome


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        # odds without whole positive weights, and what never comes
        *((lambda weights=weights: Odds.of(weights), "whole positive weights")
          for weights in ({}, {"a": 0}, {"a": -1}, {"a": 0.5}, [])),
        (lambda: dice_odds("2d6").where(lambda total: total > 12),
         "no outcome meets the condition"),
        # sums that would take minutes say what they were at
        *((lambda text=text: dice_odds(text), said) for text, said in [
            ("1000d10000", "1,000 dice are added, to 9,999,001 different sums"),
            ("300d10000", "300 dice are added, to 2,999,701 different sums"),
            ("900d100kh450", "450 of 900 dice of 100 outcomes are kept"),
            ("1000d1000", "1,000 dice are added, to 999,001 different sums"),
            ("300d6!20", "too long to write"),
            ("10d10000kh5", "5 of 10 dice of 10,000 outcomes are kept"),
        ]),
        # odds of one's own have the same budget
        (lambda: MANY.times(1_000), "1,000 dice are added, to 39,600,001 different sums"),
        (lambda: MANY.times(Odds.of(range(901))), "up to 900 copies of 199 outcomes are added"),
        (lambda: Odds.of([0, 1]).times(9_000_000),
         "9,000,000 dice are added, to 9,000,001 different sums"),
        # terms that take too long, one by one or together
        *((lambda text=text: dice_odds(text), "would take too long") for text in (
            "100d10000+100d9999", "100d100kh50", "10d10000!2", "+".join(["90d100kh15"] * 12),
        )),
        # dice without end
        (lambda: dice_odds("3d6!kh1").mean, "state a depth, such as 1d6!20"),
        (lambda: dice_odds("1d6!") >= 200, "is beyond the outcomes listed"),
        (lambda: UP.quantile(1), "ask for another share"),
        (lambda: dice_odds("1d6!-1d6!"), "no end either way"),
    ],
)  # fmt: skip
def test_what_has_no_odds_that_can_be_told_is_refused(ask, said):
    with pytest.raises(DiceError, match=said):
        ask()


def test_odds_are_equal_when_all_chances_are():
    assert Odds.of({"a": 2, "b": 4}) == Odds.of({"b": 2, "a": 1})
    assert hash(Odds.of({"a": 2, "b": 4})) == hash(Odds.of({"b": 2, "a": 1}))
    assert Odds.of({"a": 1, "b": 1}) != Odds.of({"a": 1, "b": 2})


def test_odds_that_leave_another_chance_unlisted_are_others():
    third, quarter = Odds({1: 1, 2: 1}, 3), Odds({1: 1, 2: 1}, 4)

    assert (third.rest, quarter.rest) == (Fraction(1, 3), Fraction(1, 2))
    assert third != quarter
    assert quarter != third
    assert third == Odds({1: 2, 2: 2}, 6)


@pytest.mark.parametrize("odds", [dice_odds("2d6"), Odds.of({7: 1})], ids=str)
def test_the_weights_of_odds_are_read_only(odds):
    with pytest.raises(TypeError, match="does not support item assignment"):
        odds.weights[99] = 36

    assert 99 not in dice_odds("2d6")
    assert pickle.loads(pickle.dumps(odds)) == copy.deepcopy(odds) == odds


# ---------------------------------------------------------------- dice without end


@pytest.mark.parametrize(
    ("text", "cut", "up_to"),
    [
        ("1d6!", "1d6!9", 59), ("3d4!", "3d4!9", 40), ("2d6!+1d8!", "2d6!9+1d8!9", 60),
        ("2d6!+1d4", "2d6!9+1d4", 60), ("3d6!kh1", "3d6!9kh1", 59), ("3d4!kl2", "3d4!9kl2", 40),
        ("4d6>=5!", "4d6!9>=5", 9), ("4d6>=5!kl2", "4d6!9>=5kl2", 9), ("3d6ro1!", "3d6ro1!9", 60),
        ("2d6!//2", "2d6!9//2", 29), ("2d6!/^2", "2d6!9/^2", 29), ("2dF!", "2dF!9", 7),
        ("1d6!*10", "1d6!9*10", 590),
    ],
)  # fmt: skip
def test_dice_without_end_have_the_chances_of_dice_that_explode_often_enough(text, cut, up_to):
    endless, cut = dice_odds(text), dice_odds(cut)

    assert {total: p for total, p in endless.items() if total <= up_to} == {
        total: p for total, p in cut.items() if total <= up_to
    }
    assert 0 < endless.rest < Fraction(1, 2**59)


def test_all_totals_listed_of_dice_without_end_are_complete():
    endless = dice_odds("2d4!")
    last = max(endless)
    deep = Odds.of(
        {4 * n + f: 4 ** (last // 4 - n) for n in range(last // 4 + 1) for f in (1, 2, 3)}
    )
    one = Odds(deep.weights, 4 ** (last // 4 + 1))

    assert all((one + one).p(total) == p for total, p in endless.items())


def test_what_lies_past_the_totals_listed_has_an_exact_chance():
    last = max(UP)

    assert UP.rest == 1 - sum(p for _, p in UP.items())
    assert UP.rest == Fraction(1, 6 ** (last // 6)) * Fraction(6 - last % 6, 6)
    up, down = UP, DOWN
    assert (up >= last + 1) == up.rest
    assert (down <= min(down) - 1) == down.rest


@pytest.mark.parametrize(
    ("text", "mean", "variance"),
    [
        ("1d6!", "21/5", "266/25"), ("3d6!+2", "73/5", "798/25"), ("1d6!*10", "42", "1064"),
        ("2d6!-1d6", "49/10", Fraction(532, 25) + Fraction(35, 12)), ("10-1d6!", "29/5", "266/25"),
        ("5d6>=5!", "2", "2"),
    ],
)  # fmt: skip
def test_mean_and_variance_of_dice_without_end_are_exact(text, mean, variance):
    odds = dice_odds(text)
    listed = sum(total * p for total, p in odds.items())

    assert (odds.mean, odds.variance) == (Fraction(mean), Fraction(variance))
    assert abs(float(listed - odds.mean)) < 1e-15


@pytest.mark.parametrize(
    ("text", "one", "mean"),
    [
        # long sums of unlike dice are worked out together
        ("1000d20>=11+1000d20>=5", "", 1_300), ("500d20+500d12", "", 8_500),
        ("1000d2+1000d3-1000d4", "", 1_000), ("100d1000r1", "", 50_100),
        # a thousand exploding dice are exact
        ("1000d6!2", "1d6!2", 1000 * dice_odds("1d6!2").mean),
    ],
)  # fmt: skip
def test_long_sums_are_exact(text, one, mean):
    odds = dice_odds(text)

    assert (odds.mean, odds.rest) == (mean, 0)
    assert sum(odds.weights.values()) == odds.denominator
    assert not one or odds.variance == 1000 * dice_odds(one).variance


def open_die(total):
    return Fraction(1, 6 ** (total // 6 + 1)) if total > 0 and total % 6 else Fraction(0)


@pytest.mark.parametrize(("text", "sign"), [("1d6!+1d6", 1), ("1d6+1d6!", 1), ("1d6-1d6!", -1)])
def test_beside_plain_dice_only_totals_with_all_their_ways_are_listed(text, sign):
    for total, chance in dice_odds(text).items():
        open_ones = (sign * (total - plain) for plain in range(1, 7))
        assert chance == sum(open_die(one) for one in open_ones) / 6


def test_of_several_dice_without_end_only_totals_with_all_their_ways_are_listed():
    for total, chance in dice_odds("2d6!").items():
        ways = (open_die(first) * open_die(total - first) for first in range(1, total))
        assert chance == sum(ways)


@pytest.mark.parametrize("text", ["1d6!", "2d4!+3"])
def test_taken_away_and_copied_dice_without_end_have_the_opposite_and_so_often_their_mean(text):
    odds = dice_odds(text)

    assert ((-odds).mean, (-odds).variance) == (-odds.mean, odds.variance)
    assert (5 - odds.mean, odds.variance) == ((-odds + 5).mean, (-odds + 5).variance)
    thrice = odds.times(3)
    assert (thrice.mean, thrice.variance) == (3 * odds.mean, 3 * odds.variance)


@pytest.mark.parametrize("dice", ["1d4!", "1d6!", "1d8!", "2d4!", "2d6!", "3d6!", "1d10!"])
def test_of_halved_dice_without_end_just_the_totals_are_listed_all_of_whose_ways_are(dice):
    whole, halves = dice_odds(dice), dice_odds(f"{dice}//2")
    ways = {total: [2 * total, 2 * total + 1] for total in range(min(whole) // 2, max(whole) + 1)}

    complete = {total: two for total, two in ways.items() if two[1] <= max(whole)}

    assert set(halves) == set(complete)
    assert all(halves.p(total) == sum(map(whole.p, two)) for total, two in complete.items())


def test_a_number_without_dice_is_certain():
    odds = dice_odds("3")

    assert (odds.weights, odds.rest) == ({3: 1}, 0)


def test_what_follows_from_dice_without_end_keeps_the_rest_and_a_condition_its_share():
    followed = UP.then(lambda total: Odds.of({total % 2: 1}))

    assert followed.rest == UP.rest
    assert UP.map(lambda total: total % 2) == followed
    assert abs(followed.p(0) - Fraction(2, 5)) <= UP.rest
    assert UP.where(lambda total: total > 6).rest == UP.rest * 6


@settings(max_examples=50)
@given(st.integers(1, 3), st.integers(2, 4), st.sampled_from(["", "kh1", "kl1", ">=2"]))
def test_any_exploding_dice_equal_enumeration(count, sides, suffix):
    text = f"{count}d{sides}!{4 - count}{suffix}"

    assert as_fractions(dice_odds(text)) == enumerated(text)


outcomes = st.dictionaries(st.integers(-8, 8), st.integers(1, 9), min_size=1, max_size=5)


long_outcomes = st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=21, max_size=30)


@given(st.tuples(outcomes, outcomes) | st.tuples(long_outcomes, long_outcomes))
def test_addition_equals_the_double_loop(both):
    sums = Counter()
    for (a, w), (b, v) in itertools.product(*(weights.items() for weights in both)):
        sums[a + b] += w * v

    assert (Odds.of(both[0]) + Odds.of(both[1])).weights == dict(sums)


@given(long_outcomes | outcomes, st.integers(5, 12))
@example({1: 2, 2: 2, 3: 2}, 5)  # equal weights, but not of 1
def test_both_ways_to_a_power_agree(weights, count):
    low, width = min(weights), _width(sum(weights.values()) ** count)
    packed = _pack(weights, low, width) ** count

    assert _powers([(weights, count)])._step_by_step() == _unpack(packed, low * count, width)


@settings(max_examples=50)
@given(outcomes, st.integers(1, 4), st.data())
def test_keeping_equals_sorting_every_roll(weights, of, data):
    count = data.draw(st.integers(1, of).flatmap(lambda n: st.sampled_from([n, -n])))
    sums = Counter()
    for rolled in itertools.product(weights.items(), repeat=of):
        values = sorted((outcome for outcome, _ in rolled), reverse=count > 0)
        ways = 1
        for _, weight in rolled:
            ways *= weight
        sums[sum(values[: abs(count)])] += ways

    assert Odds.of(weights).keep(count, of).weights == dict(sums)


PAIRED = {
    "a + b": lambda a, b: a + b, "a - b": lambda a, b: a - b, "a * b": lambda a, b: a * b,
    "a.max(b)": max, "a.min(b)": min, "abs(a - b)": lambda a, b: abs(a - b),
    "a // (abs(b) + 1)": lambda a, b: a // (abs(b) + 1), "a * 3 - 1": lambda a, b: a * 3 - 1,
    "2 - a": lambda a, b: 2 - a, "a // -2": lambda a, b: a // -2,
    "a.max(1)": lambda a, b: max(a, 1),
    "-3 * a": lambda a, b: -3 * a, "a.min(-1)": lambda a, b: min(a, -1), "a * 0": lambda a, b: 0,
}  # fmt: skip
HELD = {"a > b": gt, "a >= b": ge, "a < b": lt, "a <= b": le, "a >= 1": lambda a, b: a >= 1,
        "a < 0": lambda a, b: a < 0, "2 > a": lambda a, b: a < 2}  # fmt: skip


@given(outcomes, outcomes)
def test_two_independent_odds_make_what_the_double_loop_makes(one, other):
    whole = sum(one.values()) * sum(other.values())
    both = {"a": Odds.of(one), "b": Odds.of(other)}
    for text, make in {**PAIRED, **HELD}.items():
        ways = Counter()
        for (a, w), (b, v) in itertools.product(one.items(), other.items()):
            ways[make(a, b)] += w * v
        found = eval(text, {"abs": abs}, both)
        if text in HELD:
            assert found == Fraction(ways[True], whole), text
        else:
            assert dict(found.items()) == {o: Fraction(w, whole) for o, w in ways.items()}, text


def test_generated_expressions_equal_icepool():
    random = Random(62)
    made = [generated(random) for _ in range(160)]
    made += [generated_products(random) for _ in range(40)]

    wrong = [one for one in made if chances(ours(one)) != chances(icepools(one))]
    assert wrong == []


def test_odds_say_what_is_likeliest_and_what_lies_in_the_middle():
    odds = dice_odds("2d6")

    assert (odds.modes, odds.median, round(odds.deviation, 3)) == ((7,), 7, 2.415)
    assert Odds.of("abcb").modes == ("b",)
    assert dice_odds("1d6").modes == (1, 2, 3, 4, 5, 6)
    assert sum([dice_odds("1d6")] * 3) == dice_odds("3d6")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: UP // dice_odds("1d6-1"), lambda: UP // 0, lambda: dice_odds("1d6") > UP,
        lambda: UP.map(lambda n: n % 7) >= 3, lambda: dice_odds("1000d6") * dice_odds("1000d6"),
    ],
)  # fmt: skip
def test_what_has_no_exact_answer_or_takes_too_long_is_refused(ask):
    with pytest.raises(DiceError, match=r"may be 0|state a depth|outcomes are paired"):
        ask()


@given(st.lists(st.tuples(outcomes, st.integers(0, 4)), min_size=1, max_size=3))
def test_a_product_of_powers_equals_the_copies_added_one_by_one(dice):
    added = Odds.of({0: 1})
    for weights, count in dice:
        one = Odds.of(weights)
        copies = sum([one] * count, Odds.of({0: 1}))
        assert one.times(count) == copies
        added += copies

    assert Odds.of(_powers(dice)._step_by_step()) == added
