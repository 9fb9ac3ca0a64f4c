"""The example packs of the benchmarks follow the rules of their games."""

import sys
from pathlib import Path
from random import Random

import pytest

from tabletop_core import Viewer, load_pack, run_games
from tabletop_core.chance import Scripted

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def start():
    def start(pack, *answers, **how):
        match = load_pack(pack, [BENCHMARKS / "games"]).start(**how)
        for answer in answers:
            match.answer(answer)
        return match

    return start


@pytest.mark.parametrize(
    ("answers", "kind", "winner"),
    [
        ((0, 3, 1, 4, 2), "three in a row", "X"),
        ((0, 1, 3, 4, 8, 7), "three in a row", "O"),
        ((2, 0, 4, 1, 6), "three in a row", "X"),
        ((0, 1, 2, 4, 3, 5, 7, 6, 8), "draw", None),
    ],
)
def test_three_in_a_row_win_and_a_full_board_is_a_draw(start, answers, kind, winner):
    match = start("tic_tac_toe", *answers)

    assert (match.outcome.kind, match.outcome.winner) == (kind, winner)


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param((3, 0, 3, 0, 3, 0, 3), id="upright"),
        pytest.param((0, 0, 1, 1, 2, 2, 3), id="level"),
        pytest.param((0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3), id="rising"),
        pytest.param((6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3), id="falling"),
    ],
)
def test_four_in_a_line_win_in_every_direction(start, answers):
    before = start("connect_four", *answers[:-1])
    after = start("connect_four", *answers)

    assert before.outcome is None
    assert (after.outcome.kind, after.outcome.winner) == ("four in a line", "red")


def test_only_free_cells_and_columns_that_are_not_full_can_be_chosen(start):
    assert start("tic_tac_toe", 4, 0).decision.options == [1, 2, 3, 5, 6, 7, 8]
    assert start("connect_four", 2, 2, 2, 2, 2, 2).decision.options == [0, 1, 3, 4, 5, 6]


def test_a_held_turn_is_kept_and_a_one_loses_it(start):
    dice = Scripted([4, 3, 6, 1])
    match = start("pig", "roll", "roll", "hold", "roll", "roll", source=dice)

    assert dice.left == []
    assert match.state.points == {"north": 7, "south": 0}
    assert match.play.seat == "north"


def test_reaching_the_goal_by_holding_ends_the_game(start):
    rolls = [6] * 9
    answers = ["roll"] * 9 + ["hold"]
    match = start("pig", *answers, options={"goal": 50}, source=Scripted(rolls))

    assert (match.outcome.winner, match.outcome.scores["north"]) == ("north", 54)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("name", "games"), [("tic_tac_toe", 3000), ("connect_four", 1000), ("pig", 300)]
)
def test_the_plain_loops_play_the_same_games_as_the_packs(monkeypatch, name, games):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import plain

    report = run_games(load_pack(name, [BENCHMARKS / "games"]), games, seed=7)
    number = Random(7).random
    lengths = [getattr(plain, name)(number) for _ in range(games)]
    low, high = (report.to_json()["length"]["decisions"][side] for side in ("low", "high"))
    mean = sum(lengths) / games

    # Twice the distance of the interval, since both are samples.
    assert abs(mean - report.decisions.mean) < high - low
    sys.modules.pop("plain", None)


def test_each_example_shows_its_board_to_each_seat(start):
    for pack in ("tic_tac_toe", "connect_four", "pig"):
        match = start(pack)
        for seat in (*match.seats, None):
            assert match.game.look.view(match.play, Viewer(seat))
