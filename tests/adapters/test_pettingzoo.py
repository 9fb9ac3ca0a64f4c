"""The PettingZoo environment, held to PettingZoo's own tests."""

import copy
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")

with warnings.catch_warnings():
    # Its tests load a board game of its own in a way that it has deprecated itself.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tabletop_core import Step, load_pack
from tabletop_core.adapters.pettingzoo import ParallelTableEnv, TableEnv, env
from tabletop_core.errors import PackError

WRECK_SALE = Path(__file__).parents[2] / "examples" / "wreck_sale"

# What PettingZoo would rather have; its own board games, with a mask in a dict, do the same.
ADVICE = [
    "ignore:Observation space for each agent",
    "ignore:Observation is not a NumPy array",
    "ignore:We recommend agents to be named",
    # Its tests give an option that no game has.
    "ignore:.* has no option 'options'",
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


def test_there_are_actions_for_the_largest_question_that_a_game_can_ask(boxes_with, auction_with):
    table = TableEnv(boxes_with(most_options=300), actions="places")
    together = ParallelTableEnv(auction_with(most_options=300), actions="places")

    assert {table.action_space(agent).n for agent in table.possible_agents} == {301}
    assert {together.action_space(agent).n for agent in together.possible_agents} == {301}


@pytest.mark.parametrize("plain", [False, True])
def test_the_mask_beside_what_an_agent_sees_follows_each_of_several_options(plain):
    table = TableEnv("bomber_run", plain=plain)
    table.reset(seed=7)
    for agent in table.agent_iter(max_iter=40):
        seen, _, is_over, is_cut, info = table.last()
        assert not is_over
        assert not is_cut
        assert set(np.flatnonzero(info["action_mask"])) == set(table._chooser.legal())
        if not plain:
            assert (seen["action_mask"] == info["action_mask"]).all()
        assert agent == table.agent_selection
        table.step(int(info["action_mask"].argmax()))


WRAPPERS = {
    "agent_indicator": lambda ss, one: ss.agent_indicator_v0(one),
    "clip_reward": lambda ss, one: ss.clip_reward_v0(one),
    "dtype": lambda ss, one: ss.dtype_v0(one, np.float16),
    "flatten": lambda ss, one: ss.flatten_v0(one),
    "frame_stack": lambda ss, one: ss.frame_stack_v1(one, 3),
    "max_observation": lambda ss, one: ss.max_observation_v0(one, 2),
    "normalize_obs": lambda ss, one: ss.normalize_obs_v0(one),
    "pad_action_space": lambda ss, one: ss.pad_action_space_v0(one),
    "pad_observations": lambda ss, one: ss.pad_observations_v0(one),
    "reward_lambda": lambda ss, one: ss.reward_lambda_v0(one, lambda reward: 2 * reward),
}


@pytest.mark.parametrize("name", WRAPPERS)
def test_a_table_plays_on_under_each_wrapper_of_supersuit(name):
    supersuit = pytest.importorskip("supersuit", reason="SuperSuit is not installed")
    table = WRAPPERS[name](supersuit, TableEnv("bomber_run", plain=True))
    table.reset(seed=7)
    for agent in table.agent_iter(max_iter=60):
        seen, _, is_over, is_cut, info = table.last()
        assert not is_over
        assert not is_cut
        assert table.observation_space(agent).contains(seen)
        table.step(int(info["action_mask"].argmax()))


def test_a_parallel_table_plays_game_after_game_in_vectors_of_supersuit():
    supersuit = pytest.importorskip("supersuit", reason="SuperSuit is not installed")
    table = ParallelTableEnv(load_pack("wreck_sale", [WRECK_SALE]), plain=True)
    several = supersuit.concat_vec_envs_v1(
        supersuit.pettingzoo_env_to_vec_env_v1(supersuit.black_death_v3(table)),
        2,
        base_class="gymnasium",
    )
    _, infos = several.reset(seed=1)
    ended = 0
    for _ in range(30):
        seen, _, is_over, _, infos = several.step(
            np.array([int(info["action_mask"].argmax()) for info in infos])
        )
        ended += is_over.all()
        assert seen.shape[0] == several.num_envs == 2 * len(table.possible_agents)
        assert not any("illegal" in info for info in infos)

    assert ended >= 2


def test_only_the_agent_that_is_asked_has_legal_actions(example):
    env = TableEnv(example("tic_tac_toe"))
    env.reset(seed=1)

    assert env.observe("X")["action_mask"].sum() == 9
    assert env.observe("O")["action_mask"].sum() == 0


def test_the_end_is_rewarded_for_every_seat(example):
    env = TableEnv(example("tic_tac_toe"), actions="places")
    env.reset(seed=1)
    for action in (0, 2, 0, 1, 0):  # X: a1, b1, c1
        env.step(action)

    assert env.match.outcome.winner == "X"
    assert env.rewards == {"X": 1.0, "O": -1.0}
    assert all(env.terminations.values())


def test_an_illegal_action_loses_the_game_for_its_seat_alone(example):
    env = TableEnv(example("tic_tac_toe"))
    env.reset(seed=1)
    env.step(60)

    assert env.rewards == {"X": -1.0, "O": 0.0}
    assert env.infos["X"]["illegal"]
    assert all(env.terminations.values())


# ---------------------------------------------------------------- at the same time


def test_pettingzoos_api_test_passes_for_choices_at_the_same_time_one_after_the_other(auction_with):
    api_test(TableEnv(auction_with()), num_cycles=60)


def test_pettingzoos_parallel_tests_pass(auction_with):
    parallel_api_test(ParallelTableEnv(auction_with(), render_mode="ansi"), num_cycles=50)
    parallel_seed_test(lambda: ParallelTableEnv(auction_with()), num_cycles=20)


def test_all_agents_answer_in_one_step(auction_with):
    env = ParallelTableEnv(auction_with())
    seen, _ = env.reset(seed=1)
    assert [int(seen[agent]["action_mask"].sum()) for agent in env.agents] == [10, 10, 10]

    seen, reward, is_over, _, _ = env.step({"ann": 1, "bob": 2, "cid": 3})

    assert env.match.state.coins == {"ann": 8, "bob": 7, "cid": 6}
    assert [int(seen[agent]["action_mask"].sum()) for agent in env.agents] == [9, 8, 7]
    assert set(reward.values()) == {0.0}
    assert not any(is_over.values())


def test_the_end_of_choices_at_the_same_time_is_rewarded(auction_with):
    env = ParallelTableEnv(auction_with())
    env.reset(seed=1)
    for bids in ((1, 1, 1), (1, 1, 1), (1, 2, 1)):
        _, reward, is_over, _, _ = env.step(dict(zip(env.agents, bids, strict=True)))

    assert reward == {"ann": -0.5, "bob": 1.0, "cid": -0.5}
    assert all(is_over.values())
    assert env.agents == []


def test_several_options_are_taken_one_a_step_while_the_others_wait(auction_with):
    def pack(play):
        boxes = play.ask("Pack what?", ("rum", "tea", "silk"), least=2, most=2)
        taken = yield play.ask_all({"ann": boxes, "cid": play.ask("Go?", ("yes", "no"))})
        play.log("taken", **taken)
        play.end("packed")

    env = ParallelTableEnv(auction_with(sequence=Step("Pack", pack)), actions="places")
    seen, _ = env.reset(seed=1)
    assert [int(seen[agent]["action_mask"].sum()) for agent in env.agents] == [3, 0, 2]
    seen = env.step({"ann": 2, "bob": 0, "cid": 1})[0]
    assert [int(seen[agent]["action_mask"].sum()) for agent in env.agents] == [2, 0, 0]

    is_over = env.step({"ann": 0, "bob": 0, "cid": 0})[2]
    assert is_over["ann"]


def test_an_illegal_action_at_the_same_time_loses_for_its_seat_alone(auction_with):
    env = ParallelTableEnv(auction_with())
    env.reset(seed=1)
    _, reward, is_over, _, infos = env.step({"ann": 1, "bob": 60, "cid": 3})

    assert reward == {"ann": 0.0, "bob": -1.0, "cid": 0.0}
    assert infos["bob"]["illegal"]
    assert all(is_over.values())


def test_a_game_that_asks_one_seat_alone_is_refused(example):
    with pytest.raises(PackError, match="is asked of X alone; use TableEnv"):
        ParallelTableEnv(example("tic_tac_toe")).reset(seed=1)


def test_options_of_one_game_count_and_others_are_left_out_with_a_warning(example):
    env = TableEnv(example("pig"))
    name, value = next(
        (option.name, one)
        for option in env.game.options
        for one in option.values
        if one != option.default
    )
    env.reset(seed=1, options={name: value})

    assert env.match.options[name] == value
    with pytest.warns(UserWarning, match="has no option 'gaol'; it is left out"):
        env.reset(seed=1, options={"gaol": 50})


def test_options_that_bring_seats_without_agents_are_refused():
    env = TableEnv("squadron_303")

    with pytest.raises(PackError, match="these options make a seat 'red', which is no agent"):
        env.reset(options={"players": "4"})


def test_a_copy_in_the_middle_of_a_game_goes_on_as_the_environment_does(example):
    env = TableEnv(example("connect_four"))
    env.reset(seed=3)
    env.step(1)
    other = pickle.loads(pickle.dumps(env))

    for _ in range(4):
        mine, theirs = env.last()[0], other.last()[0]
        assert (mine["observation"] == theirs["observation"]).all()
        assert (mine["action_mask"] == theirs["action_mask"]).all()
        action = int(mine["action_mask"].argmax())
        env.step(action)
        other.step(action)


def test_a_parallel_copy_goes_on_as_the_environment_does(auction_with):
    env = ParallelTableEnv(auction_with())
    env.reset(seed=1)
    other = copy.deepcopy(env)
    bids = dict.fromkeys(env.agents, 1)

    assert env.step(bids)[1] == other.step(bids)[1]
    assert env.match.state.coins == other.match.state.coins


def test_a_step_earns_what_is_new_of_a_reward(example):
    env = TableEnv(
        example("tic_tac_toe"), reward=lambda match: {"X": match.decisions, "O": -match.decisions}
    )
    env.reset(seed=1)
    env.step(0)

    assert env.rewards == {"X": 1.0, "O": -1.0}
    env.step(1)
    assert env.rewards == {"X": 1.0, "O": -1.0}


def test_the_state_shows_what_no_agent_sees_alone(boxes):
    env = TableEnv(boxes)
    env.reset(seed=1)

    assert env.state_space.contains(env.state())
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert not any((env.state() == one).all() for one in seen)


def test_env_refuses_steps_before_the_first_game(example):
    wrapped = env(example("pig"))

    with pytest.raises(Exception, match="reset"):
        wrapped.step(0)
    api_test(wrapped, num_cycles=20)


def test_a_plain_observation_is_the_array_alone(example):
    table = TableEnv(example("connect_four"), plain=True)
    table.reset(seed=1)

    agent = table.agent_selection
    assert table.observation_space(agent).contains(table.observe(agent))
    assert table.infos[table.agent_selection]["action_mask"].sum() == 7
