"""`benchmarks/ladder.py`: Elo points of all bots, with intervals, the same by the seed."""

import importlib.util
import re
from math import log10
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

from tabletop_core import load_pack

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def ladder():
    spec = importlib.util.spec_from_file_location("ladder", BENCHMARKS / "ladder.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_points_of_two_bots_follow_the_logistic_curve(ladder):
    elo = ladder.rate({("a", "b"): [(1.5, 2)] * 1000}, ["a", "b"])

    assert elo["a"] - elo["b"] == pytest.approx(400 * log10(3), abs=0.01)
    assert elo["a"] + elo["b"] == pytest.approx(0, abs=0.01)


def test_a_bot_that_lost_all_has_a_number_and_is_the_last(ladder):
    pairs = {("a", "b"): [(2.0, 2)] * 5, ("a", "c"): [(2.0, 2)] * 5, ("b", "c"): [(2.0, 2)] * 5}
    elo = ladder.rate({key: [ladder.settled(one)] for key, one in pairs.items()}, "abc")

    assert elo["a"] > elo["b"] > elo["c"] > -1000


def test_ten_wins_out_of_ten_leave_doubt(ladder):
    random = Random(1)
    shares = sorted(ladder.drawn([(2.0, 2)] * 5, random)[0] / 10 for _ in range(1000))

    assert shares[25] == pytest.approx(0.783, abs=0.02)  # Jeffreys' interval of 10 of 10


@pytest.mark.gate
def test_a_contest_is_ranked_with_intervals_the_same_by_its_seed(ladder):
    game = load_pack("tic_tac_toe", [BENCHMARKS / "games"])
    bots = ladder.bots_to_rank(game, 20)
    first, again = (ladder.contest(game, bots, 10, 3, {}) for _ in range(2))
    other = ladder.contest(game, bots, 10, 4, {})

    def figures(rungs):
        return [(one.bot, one.strength, one.low, one.high, one.note) for one in rungs]

    assert figures(first) == figures(again) != figures(other)
    assert first[0].bot == "mcts:n=20"
    assert all(one.low <= one.strength <= one.high for one in first)


def test_bots_that_play_alone_are_ranked_by_wins_with_wilsons_interval(ladder):
    bots, options = ["captain", "random"], {"mission": "milk_run"}
    page = "\n".join(ladder.ladder_of(load_pack("bomber_boys"), bots, 2, 1, options))

    assert re.search(r"\| `captain` \| 100% \| 34% to 100% \| [\d.]+ \|", page)
    assert "Each bot played 2 games, seed 1." in page


def test_levels_that_play_alone_are_compared_in_the_games_that_end_differently(ladder):
    levels = {"easy": "captain", "normal": "captain", "hard": "random"}
    options = {"mission": "milk_run"}
    equal, worse = ladder.steps_between(load_pack("bomber_boys"), levels, 2, 1, options)

    assert (equal.below, equal.level) == ("easy", "normal")
    assert (equal.better, equal.worse, equal.games) == (0, 0, 2)
    assert (worse.better, worse.worse, worse.games) == (0, 2, 2)


@pytest.mark.gate
def test_levels_that_meet_are_compared_in_the_games_that_one_of_them_won(ladder):
    game = load_pack("tic_tac_toe", [BENCHMARKS / "games"])
    levels = {"easy": "random", "hard": "mcts:n=200"}
    (step,) = ladder.steps_between(game, levels, 20, 2, {})

    assert step.better >= 12
    assert step.worse <= 1
    assert step.decisive <= step.games == 20


def test_the_page_says_how_often_a_level_did_better_and_how_long_it_thought(ladder):
    levels = {"easy": "random", "normal": "captain"}
    lines = ladder.levels_of(load_pack("bomber_boys"), levels, 4, 1, {"mission": "milk_run"})

    assert re.fullmatch(r"\| easy \| `random` \| \d\.\d\d\d s \| – \| – \|", lines[4])
    assert re.fullmatch(
        r"\| normal \| `captain` \| \d\.\d\d\d s \| 100% \(4 of 4 decisive\) \| 51% to 100% \|",
        lines[5],
    )
