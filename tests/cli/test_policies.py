"""`policy:FILE` among bots, and `--policy` where a name must be known."""

import shlex

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

from tabletop_core import load_pack

from .conftest import GAMES


@pytest.fixture
def ace(tmp_path, untrained_policy):
    game = load_pack("tic_tac_toe", [GAMES])
    path = tmp_path / "ace.npz"
    untrained_policy(game).save(path)
    return path


def test_a_policy_plays_under_the_name_of_its_file_in_matches_batches_and_sweeps(run_example, ace):
    match = run_example(f"match tic_tac_toe policy:{ace} random --games 6 --seed 1").output
    batch = run_example(f"sim tic_tac_toe --games 4 --seed 2 --bots policy:{ace},random").output
    sweep = f"sim tic_tac_toe --games 4 --seed 2 --sweep 'bots=random;policy:{ace},random'"

    assert "ace against random, 6 games with seed 1" in match
    assert "ace as X: won" in match
    assert "X (ace), O (random)" in batch
    assert "ace" in run_example(sweep).output


def test_it_has_parameters_like_other_bots(run_example, ace):
    command = f"match tic_tac_toe policy:{ace},temperature=2 policy:{ace} --games 2 --seed 1"

    assert "ace,temperature=2 against ace" in run_example(command).output


def test_a_game_against_it_is_resumed_with_its_file(run_example, ace, tmp_path):
    save = tmp_path / "game.toml"
    run_example(f"play tic_tac_toe --seats human,policy:{ace} --seed 1 --save {save}", "1")
    lost = run_example(f"resume {save}", exits=2).stderr
    text = run_example(f"resume {save} --policy {ace}").output

    assert "'ace' is not a bot of tic_tac_toe" in lost
    assert "Players: X (human), O (ace)" in text


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ("policy:none.npz random", "none.npz cannot be read: No such file or directory"),
        ("policy:{readme} random", "holds no policy, or is damaged: "),
    ],
)
def test_a_file_that_is_no_policy_is_one_line(run_example, bots, message):
    named = bots.format(readme=shlex.quote(str(GAMES.parent / "training.py")))
    error = run_example(f"match tic_tac_toe {named} --games 2", exits=2).stderr

    assert message in error
    assert error.count("\n") == 1


def test_a_policy_of_another_game_is_one_line(run, ace):
    error = run(f"match bomber_run policy:{ace} random --games 2", exits=2).stderr

    assert error == f"tabletop: {ace} was trained in tic_tac_toe, not in bomber_run\n"
