"""Rolling by the million: exact chances, the same with and without numpy."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.chance import byte_stream
from tabletop_core.dice import roller as dice_roller
from tabletop_core.dice.notation import parse_dice
from tabletop_core.dice.odds import Odds, dice_odds
from tabletop_core.dice.roller import Roller
from tabletop_core.errors import DiceError, TableError
from tabletop_core.tables import Again, Modifier, Reference, RollResult, Row, Table, Tables


@pytest.fixture
def without_numpy(monkeypatch):
    monkeypatch.setattr(dice_roller, "numpy", None)


def exactly(odds, number):
    """Return the outcome in which a number from 0 to 2^64 falls, or None next to a boundary."""
    at, below = Fraction(number, 2**64), Fraction(0)
    for outcome, chance_ in odds.where(lambda _: True).items():
        below += chance_
        if abs(below - at) < Fraction(2, 2**64) and below < 1:
            return None
        if at < below:
            return outcome
    raise AssertionError


weights = st.lists(st.integers(1, 10**9), min_size=1, max_size=40)
numbers = st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20)


def near_boundaries(odds):
    """Return numbers close to each boundary between two outcomes."""
    found, below = [0, 2**64 - 1], 0
    for weight in odds.weights.values():
        below += weight
        at = below * 2**64 // odds.denominator
        found += [number for number in (at - 9, at + 9) if 0 <= number < 2**64]
    return found


@given(weights, numbers)
def test_each_random_number_gives_the_outcome_in_whose_share_it_lies_with_and_without_numpy(
    listed, some
):
    odds = Odds.of(dict(enumerate(listed)))
    some = [*some, *near_boundaries(odds)]
    slots = dice_roller._Slots(odds)
    first = b"".join((number >> 48).to_bytes(2, "little") for number in some)
    cut = [n & (2**48 - 1) for n in some if slots.codes[n >> 48] == slots.split]
    further = b"".join((n << 16).to_bytes(8, "little") for n in cut)
    arrays = [numpy.frombuffer(part, dtype=numpy.uint8) for part in (first, further)]
    pieces = [first, *(n.to_bytes(6, "little") for n in cut)]
    codes = numpy.empty(len(some), dtype=slots.codes.dtype)

    slots.choose_into(codes, lambda count: arrays.pop(0)[:count])
    slots.codes = slots.codes.tolist()
    without = slots.choose(lambda count: pieces.pop(0)[:count], len(some))

    for number, code in zip(some, codes.tolist(), strict=True):
        assert exactly(odds, number) in (None, slots.results[code])
    assert list(without) == codes.tolist()


@pytest.mark.parametrize("text", ["2d6", "4d6kh3", "d66", "1d6!", "4dF", "1d1000", "2d6-1d4"])
def test_totals_come_as_often_as_their_chances_say(text):
    odds, rolls = dice_odds(text), 400_000
    totals = Roller(byte_stream("often", text)).roll(text, rolls)
    found = Counter(totals.tolist())
    often = [(outcome, float(p) * rolls) for outcome, p in odds.items() if p * rolls > 20]
    chi = sum((found[outcome] - expected) ** 2 / expected for outcome, expected in often)

    assert found.keys() <= set(odds)
    assert abs(chi - len(often)) < 5 * (2 * len(often)) ** 0.5


def test_the_same_name_gives_the_same_rolls_and_another_gives_others_and_they_go_on():
    roller = Roller(byte_stream(7, "a"))
    once = roller.roll("3d6", 1_000)

    assert (once == Roller(byte_stream(7, "a")).roll("3d6", 1_000)).all()
    assert not (once == Roller(byte_stream(7, "b")).roll("3d6", 1_000)).all()
    assert not (once == roller.roll("3d6", 1_000)).all()


@pytest.mark.parametrize(
    ("text", "count", "different"),
    [
        # more rolls than are made at once are all made, one outcome alone is always drawn
        ("1d6", 2 * dice_roller.AT_ONCE + 3, 6), ("5", 10, 1),
        # many outcomes are told apart
        ("1d10000", 300_000, 10_000),
    ],
)  # fmt: skip
def test_as_many_rolls_are_made_as_are_asked_for(text, count, different):
    totals = Roller(byte_stream(3)).roll(text, count)

    assert len(totals) == count
    assert len(set(totals.tolist())) == different
    assert len(set(totals[-100:].tolist())) >= min(different, 2)


@pytest.mark.parametrize("number", [2, 255, 256, 257])
def test_as_many_outcomes_as_a_byte_has_values_are_drawn_too(number):
    odds = Odds.of({outcome: outcome + 1 for outcome in range(number)})

    drawn = Roller(Random(7).randbytes).draw(odds, 10_000)

    assert len(drawn) == 10_000
    assert max(drawn) >= number // 2
    assert list(drawn) == [drawn.results[code] for code in drawn.codes]
    assert drawn.counts() == {outcome: list(drawn).count(outcome) for outcome in range(number)}


def loot():
    rows = [
        Row("2-6", "dust"),
        Row("7-9", RollResult(parse_dice("3d6"))),
        Row("10-11", Reference("gem", times=2)),
        Row("12", Again()),
    ]
    how = {"beyond": "clamp", "modifiers": [Modifier("up", 1, why="up")]}
    gem = Table(id="gem", dice="1d6", rows=[Row("1-5", "opal"), Row("6", "ruby")])
    return Tables.of([Table(id="loot", dice="2d6", rows=rows, **how), gem])["loot"]


@pytest.mark.parametrize("deep", [False, True])
def test_tables_and_their_chains_are_rolled_with_their_exact_odds(deep):
    odds = loot().odds(with_=["up"], deep=deep)
    drawn = loot().roll_many(200_000, Roller(byte_stream("loot")), with_=["up"], deep=deep)

    assert len(drawn) == 200_000
    for outcome, found in drawn.counts().items():
        expected = float(odds.p(outcome)) * 200_000
        assert abs(found - expected) < 5 * expected**0.5


def test_without_numpy_rolls_are_lists_with_the_same_chances(without_numpy):
    roller = Roller(Random(7).randbytes)
    totals = roller.roll("2d6", 40_000)
    drawn = roller.draw(dice_odds("1d6").map(lambda face: face > 4), 30_000)

    assert sum(drawn.counts().values()) == 30_000
    assert type(totals) is list
    assert abs(totals.count(7) - 40_000 / 6) < 5 * (40_000 / 6) ** 0.5
    assert abs(drawn.counts()[True] - 10_000) < 500


def test_byte_streams_of_one_name_are_the_same_and_of_several_differ():
    a, b, c = byte_stream(1, "x"), byte_stream(1, "x"), byte_stream(2, "x")
    first = bytes(a(13))

    assert len(first) == 13
    assert first == bytes(b(13)) != bytes(c(13))


def test_without_numpy_the_bytes_come_from_the_named_stream():
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['numpy.random'] = None\n"
        "from tabletop_core.chance import byte_stream, stream\n"
        "from tabletop_core.dice.roller import Roller\n"
        "assert byte_stream(4, 'a')(9) == stream(4, 'a').randbytes(9)\n"
        "print(len(Roller(byte_stream(4)).roll('4d6kh3', 100)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout == "100\n"


@pytest.mark.parametrize("count", [-1, 1.5, True, "3"])
def test_a_count_that_is_none_is_refused(count):
    with pytest.raises(DiceError, match="give a whole number from 0"):
        Roller(byte_stream(1)).roll("1d6", count)


def test_a_table_without_dice_is_not_rolled_on():
    with pytest.raises(TableError, match="has no dice"):
        Table(id="t", rows=[Row("1", "a")]).roll_many(3, Roller(byte_stream(1)))
