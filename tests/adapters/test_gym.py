"""The Gymnasium environment, held to Gymnasium's own checks."""

import copy
import pickle

import attrs
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


def test_there_are_actions_for_the_largest_question_that_a_game_can_ask(boxes_with):
    env = SeatEnv(boxes_with(most_options=300))

    assert env.action_space.n == 301
    assert env.reset(seed=1)[0]["action_mask"].shape == (301,)
    assert SeatEnv(boxes_with(most_options=300), actions=5).action_space.n == 5


def test_the_bots_have_chosen_before_the_learner_does_and_show_nothing(auction_with):
    env = SeatEnv(auction_with(), seat="ann", bots={"bob": "greedy", "cid": "random"})
    env.reset(seed=1)

    assert env.match.sealed == ["bob", "cid"]
    assert env.match.decision.seat == "ann"
    env.step(3)
    assert env.match.state.coins["ann"] == 6
    assert env.match.state.coins["bob"] == 0


def test_the_table_is_looked_at_anew_after_an_answer_and_not_while_options_are_taken(boxes):
    looks = []
    game = attrs.evolve(
        boxes, view=lambda play, viewer: looks.append(1) or boxes.view(play, viewer)
    )
    env = SeatEnv(game, seat="ann")
    first, _ = env.reset(seed=1)

    taking, *_ = env.step(0)
    assert len(looks) == 1
    assert not np.array_equal(first["observation"], taking["observation"])

    fresh = env.encoding.observe(env.match, "ann", env._chooser)
    assert np.array_equal(taking["observation"], np.array(fresh, np.float32))
    looks.clear()
    env.step(1)
    assert len(looks) == 1


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


@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_copy_in_the_middle_of_a_game_goes_on_as_the_environment_does(copied, bots):
    env = SeatEnv("bomber_run", bots=bots)
    seen, _ = env.reset(seed=3)
    for _ in range(4):
        seen, *_ = env.step(int(seen["action_mask"].argmax()))
    other = copied(env)

    for _ in range(4):
        action = int(seen["action_mask"].argmax())
        seen, reward, *_ = env.step(action)
        same, earned, *_ = other.step(action)
        assert (seen["observation"] == same["observation"]).all()
        assert reward == earned


def test_a_copy_before_the_first_game_starts_the_same_games(example):
    env = SeatEnv(example("tic_tac_toe"))

    assert play_out(pickle.loads(pickle.dumps(env)), 3) == play_out(env, 3)


def test_options_of_one_game_may_bring_more_seats_which_the_bots_take():
    env = SeatEnv("squadron_303")
    seen, _ = env.reset(seed=1, options={"players": "4"})

    assert len(env.match.seats) == 4
    assert seen["action_mask"].any()
    assert len(env.reset(seed=1)[0]) == 2
    assert len(env.match.seats) == 2


def test_options_that_leave_no_place_for_the_bots_named_are_refused():
    env = SeatEnv("squadron_303", bots={"yellow": "wingman"})

    with pytest.raises(PackError, match="the bots are for yellow, but the other seats"):
        env.reset(options={"players": "4"})


def test_a_step_earns_what_is_new_of_a_reward(example):
    env = SeatEnv(
        example("connect_four"), reward=lambda match, seat: match.decisions / 100, actions=8
    )
    seen, _ = env.reset(seed=1)
    rewards = [env.step(int(seen["action_mask"].argmax()))[1] for _ in range(3)]

    assert rewards == pytest.approx([0.02, 0.02, 0.02])


def test_a_plain_observation_is_the_array_alone_with_the_mask_beside_it(example):
    env = SeatEnv(example("connect_four"), plain=True)
    seen, info = env.reset(seed=1)

    assert env.observation_space.contains(seen)
    assert info["action_mask"].sum() == 7
    check_env(
        gymnasium.make(ENVIRONMENT, pack=example("pig"), plain=True, render_mode="ansi").unwrapped
    )


def test_gymnasium_finds_the_environment_by_its_module(example):
    env = gymnasium.make(f"tabletop_core.adapters.gym:{ENVIRONMENT}", pack=example("pig"))

    assert isinstance(env.unwrapped, SeatEnv)
