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
from tests.adapters.conftest import first_legal, is_same

WRECK_SALE = Path(__file__).parents[2] / "examples" / "wreck_sale"

# What PettingZoo would rather have; its own board games, with a mask in a dict, do the same.
ADVICE = [
    "ignore:Observation space for each agent",
    "ignore:Observation is not a NumPy array",
    "ignore:We recommend agents to be named",
    # Its tests give an option that no game has.
    "ignore:.* has no option 'options'",
    # Of those that are not asked.
    "ignore:Action mask numpy array is all zeros",
]
pytestmark = [pytest.mark.filterwarnings(advice) for advice in ADVICE]


@pytest.mark.parametrize(
    ("name", "how", "cycles"),
    [
        ("tic_tac_toe", {"render_mode": "ansi"}, 100),
        ("tic_tac_toe", {"structured": True}, 60),
        ("pig", {}, 100),
        ("connect_four", {}, 100),
        # Hidden hands; choices at the same time, one after the other.
        ("boxes", {}, 60),
        ("auction", {}, 60),
    ],
)
def test_pettingzoos_api_test_passes(game_of, name, how, cycles):
    api_test(TableEnv(game_of(name), **how), num_cycles=cycles)


@pytest.mark.parametrize("structured", [False, True])
def test_pettingzoos_parallel_test_passes(auction_with, structured):
    together = ParallelTableEnv(auction_with(), structured=structured, render_mode="ansi")
    parallel_api_test(together, num_cycles=50)


def test_pettingzoos_seed_tests_pass(example, auction_with):
    for name in ("tic_tac_toe", "pig"):
        seed_test(lambda name=name: TableEnv(example(name)), num_cycles=50)
    parallel_seed_test(lambda: ParallelTableEnv(auction_with()), num_cycles=20)


def test_there_are_actions_for_the_largest_question_that_a_game_can_ask(boxes_with, auction_with):
    table = TableEnv(boxes_with(most_options=300), actions="places")
    together = ParallelTableEnv(auction_with(most_options=300), actions="places")

    assert {table.action_space(agent).n for agent in table.possible_agents} == {301}
    assert {together.action_space(agent).n for agent in together.possible_agents} == {301}


def step(table, agent):
    """Take the first legal action of the agent whose turn it is; return what it saw."""
    seen, _, is_over, is_cut, info = table.last()
    assert (is_over, is_cut, agent) == (False, False, table.agent_selection)
    legal, mask = table.unwrapped._chooser.legal(), info["action_mask"].copy()
    table.step(first_legal(info))
    return seen, mask, legal


@pytest.mark.parametrize("plain", [False, True])
def test_the_mask_beside_what_an_agent_sees_follows_each_of_several_options(plain):
    table = TableEnv("bomber_run", plain=plain)
    table.reset(seed=7)
    for agent in table.agent_iter(max_iter=40):
        seen, mask, legal = step(table, agent)
        assert set(np.flatnonzero(mask)) == set(legal)
        assert plain or (seen["action_mask"] == mask).all()


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
        seen, *_ = step(table, agent)
        assert table.observation_space(agent).contains(seen)


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
        seen, _, is_over, _, infos = several.step(np.array([first_legal(info) for info in infos]))
        ended += is_over.all()
        assert seen.shape[0] == several.num_envs == 2 * len(table.possible_agents)
        assert not any("illegal" in info for info in infos)

    assert ended >= 2


@pytest.fixture
def lines(example):
    env = TableEnv(example("tic_tac_toe"), actions="places")
    env.reset(seed=1)
    return env


def test_only_the_agent_that_is_asked_has_legal_actions(lines):
    assert [lines.observe(agent)["action_mask"].sum() for agent in "XO"] == [9, 0]


def test_the_end_is_rewarded_for_every_seat(lines):
    for action in (0, 2, 0, 1, 0):  # X: a1, b1, c1
        lines.step(action)

    assert lines.match.outcome.winner == "X"
    assert lines.rewards == {"X": 1.0, "O": -1.0}
    assert all(lines.terminations.values())


def test_an_illegal_action_loses_the_game_for_its_seat_alone(lines):
    lines.step(60)

    assert lines.rewards == {"X": -1.0, "O": 0.0}
    assert lines.infos["X"]["illegal"]
    assert all(lines.terminations.values())


# ---------------------------------------------------------------- at the same time


def legal(seen):
    """Return how many actions each agent has."""
    return [int(one["action_mask"].sum()) for one in seen.values()]


@pytest.fixture
def auction(auction_with):
    env = ParallelTableEnv(auction_with())
    env.reset(seed=1)
    return env


def test_all_agents_answer_in_one_step_and_the_end_is_rewarded(auction):
    other = copy.deepcopy(auction)
    bids = [{"ann": 1, "bob": 2, "cid": 3}, {"ann": 1, "bob": 1, "cid": 1}]

    seen, reward, is_over, _, _ = auction.step(bids[0])

    assert other.step(bids[0])[1] == reward == {"ann": 0.0, "bob": 0.0, "cid": 0.0}
    assert auction.match.state.coins == other.match.state.coins == {"ann": 8, "bob": 7, "cid": 6}
    assert legal(seen) == [9, 8, 7]
    assert not any(is_over.values())
    auction.step(bids[1])
    _, reward, is_over, _, _ = auction.step({"ann": 1, "bob": 2, "cid": 1})
    assert reward == {"ann": -0.5, "bob": 1.0, "cid": -0.5}
    assert all(is_over.values())
    assert auction.agents == []


def test_several_options_are_taken_one_a_step_while_the_others_wait(auction_with):
    def pack(play):
        boxes = play.ask("Pack what?", ("rum", "tea", "silk"), least=2, most=2)
        taken = yield play.ask_all({"ann": boxes, "cid": play.ask("Go?", ("yes", "no"))})
        play.log("taken", **taken)
        play.end("packed")

    env = ParallelTableEnv(auction_with(sequence=Step("Pack", pack)), actions="places")
    seen, _ = env.reset(seed=1)
    assert legal(seen) == [3, 0, 2]
    seen = env.step({"ann": 2, "bob": 0, "cid": 1})[0]
    assert legal(seen) == [2, 0, 0]

    is_over = env.step({"ann": 0, "bob": 0, "cid": 0})[2]
    assert is_over["ann"]


def test_an_illegal_action_at_the_same_time_loses_for_its_seat_alone(auction):
    _, reward, is_over, _, infos = auction.step({"ann": 1, "bob": 60, "cid": 3})

    assert reward == {"ann": 0.0, "bob": -1.0, "cid": 0.0}
    assert infos["bob"]["illegal"]
    assert all(is_over.values())


def test_a_game_that_asks_one_seat_alone_is_refused(example):
    with pytest.raises(PackError, match="is asked of X alone; use TableEnv"):
        ParallelTableEnv(example("tic_tac_toe")).reset(seed=1)


def test_options_of_one_game_count_and_others_are_left_out_with_a_warning(example):
    env = TableEnv(example("pig"))
    env.reset(seed=1, options={"goal": 50})

    assert env.match.options["goal"] == 50
    with pytest.warns(UserWarning, match="has no option 'gaol'; it is ignored"):
        env.reset(seed=1, options={"gaol": 50})


def test_options_that_bring_seats_without_agents_are_refused():
    env = TableEnv("squadron_303")

    with pytest.raises(PackError, match="these options make a seat 'red', which is not an agent"):
        env.reset(options={"players": "4"})


def test_a_copy_in_the_middle_of_a_game_goes_on_as_the_environment_does(example):
    env = TableEnv(example("connect_four"))
    env.reset(seed=3)
    env.step(1)
    other = pickle.loads(pickle.dumps(env))

    for _ in range(4):
        mine, theirs = env.last()[0], other.last()[0]
        assert is_same(mine, theirs)
        for one in (env, other):
            one.step(first_legal(mine))


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
