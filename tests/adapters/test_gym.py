"""The Gymnasium environment, held to Gymnasium's own checks."""

import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from tabletop_core.adapters.gym import ENVIRONMENT, SeatEnv
from tabletop_core.errors import PackError


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "connect_four"])
def test_gymnasiums_checks_pass(example, name):
    check_env(gymnasium.make(ENVIRONMENT, pack=example(name), render_mode="ansi").unwrapped)


@pytest.mark.parametrize("bots", ["random", "mcts:n=8"])
def test_gymnasiums_checks_pass_for_a_game_with_hidden_hands(boxes, bots):
    env = gymnasium.make(ENVIRONMENT, pack=boxes, seat="bob", bots=bots, render_mode="ansi")

    check_env(env.unwrapped)


def test_gymnasiums_checks_pass_for_choices_at_the_same_time(auction_with):
    env = gymnasium.make(ENVIRONMENT, pack=auction_with(), seat="bob", render_mode="ansi")

    check_env(env.unwrapped)


def test_the_bots_have_chosen_before_the_learner_does_and_show_nothing(auction_with):
    env = SeatEnv(auction_with(), seat="ann", bots={"bob": "greedy", "cid": "random"})
    env.reset(seed=1)

    assert env.play.sealed == ["bob", "cid"]
    assert env.play.decision.seat == "ann"
    env.step(3)
    assert env.play.state.coins["ann"] == 6
    assert env.play.state.coins["bob"] == 0


def play_out(env, seed):
    """Play a game with the first legal action; return all that was seen."""
    seen, info = env.reset(seed=seed)
    story = [seen["observation"].tolist()]
    while True:
        assert (seen["action_mask"] == info["action_mask"]).all()
        seen, reward, is_over, is_cut, info = env.step(int(seen["action_mask"].argmax()))
        story.append((seen["observation"].tolist(), reward))
        if is_over or is_cut:
            return story, reward, is_over, is_cut, info["decisions"]


def test_a_seed_gives_the_same_game_with_the_bots_in_the_other_seats(example):
    env = SeatEnv(example("tic_tac_toe"), seat="O", bots="random")

    assert play_out(env, 3) == play_out(env, 3)
    assert play_out(env, 3) != play_out(env, 4)


def test_the_end_of_the_game_is_rewarded(example):
    ends = {play_out(SeatEnv(example("tic_tac_toe"), seat="O"), seed)[1] for seed in range(12)}

    assert ends <= {-1.0, 0.0, 1.0}
    assert len(ends) > 1


def test_an_illegal_action_loses_the_game_and_says_so(example):
    env = SeatEnv(example("tic_tac_toe"))
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(60)

    assert (reward, is_over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(PackError, match=r"call reset\(\) first"):
        env.step(0)


def test_a_long_game_is_cut_off(example):
    *_, is_over, is_cut, decisions = play_out(SeatEnv(example("connect_four"), most_decisions=6), 1)

    assert (is_over, is_cut, decisions) == (False, True, 6)


def test_masks_are_offered_as_truth_values_too(example):
    env = SeatEnv(example("connect_four"), actions=10)
    env.reset(seed=1)

    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().sum() == 7


def test_bots_for_seats_that_are_not_there_are_refused(example):
    with pytest.raises(PackError, match=r"the bots are for east, but the other seats .* are: O"):
        SeatEnv(example("tic_tac_toe"), bots={"east": "random"})
    with pytest.raises(PackError, match="has no seat 'Z'; its seats: X, O"):
        SeatEnv(example("tic_tac_toe"), seat="Z")
