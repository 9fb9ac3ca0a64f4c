"""The PettingZoo environment, held to PettingZoo's own tests."""

import warnings

import pytest

pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")

with warnings.catch_warnings():
    # Its tests load a board game of its own in a way that it has deprecated itself.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

from tabletop_core.adapters.pettingzoo import TableEnv

# What PettingZoo would rather have; its own board games, with a mask in a dict, do the same.
ADVICE = [
    "ignore:Observation space for each agent",
    "ignore:Observation is not a NumPy array",
    "ignore:We recommend agents to be named",
]
pytestmark = [pytest.mark.filterwarnings(advice) for advice in ADVICE]


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "connect_four"])
def test_pettingzoos_api_test_passes(example, name):
    api_test(TableEnv(example(name), render_mode="ansi"), num_cycles=100)


def test_pettingzoos_api_test_passes_for_a_game_with_hidden_hands(boxes):
    api_test(TableEnv(boxes), num_cycles=60)


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig"])
def test_pettingzoos_seed_test_passes(example, name):
    seed_test(lambda: TableEnv(example(name)), num_cycles=50)


def test_only_the_agent_that_is_asked_has_legal_actions(example):
    env = TableEnv(example("tic_tac_toe"))
    env.reset(seed=1)

    assert env.observe("X")["action_mask"].sum() == 9
    assert env.observe("O")["action_mask"].sum() == 0


def test_the_end_is_rewarded_for_every_seat(example):
    env = TableEnv(example("tic_tac_toe"))
    env.reset(seed=1)
    for action in (0, 2, 0, 1, 0):  # X: a1, b1, c1
        env.step(action)

    assert env.play.outcome.winner == "X"
    assert env.rewards == {"X": 1.0, "O": -1.0}
    assert all(env.terminations.values())


def test_an_illegal_action_loses_the_game_for_its_seat_alone(example):
    env = TableEnv(example("tic_tac_toe"))
    env.reset(seed=1)
    env.step(60)

    assert env.rewards == {"X": -1.0, "O": 0.0}
    assert env.infos["X"]["illegal"]
    assert all(env.terminations.values())
