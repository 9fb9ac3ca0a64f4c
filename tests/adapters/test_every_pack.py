"""Every pack, from its first question to its end, as an environment of each framework."""

from random import Random

import pytest

from tabletop_core import load_pack
from tests.adapters.conftest import every_pack

SHORT = {
    "b29_superfortress": {"mission": 5},
    "bomber_boys": {},
    "bomber_run": {},
    "squadron_303": {"players": 2},
    "wing_and_prayer": {"campaign": "single", "players": 2},
}
"""Options with which a game of random moves is short."""

MAX_STEPS = 20_000


def options_of(pack):
    """Return all options of a short game; an option that the pack does not have is an error."""
    game = load_pack(pack)
    return dict(game.read_options(SHORT[pack]))


def chosen(mask, draw):
    return draw.choice([action for action, legal in enumerate(mask) if legal])


@every_pack
def test_it_ends_as_an_environment_of_gymnasium(pack):
    pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")
    from tabletop_core.adapters.gym import SeatEnv

    env, draw = SeatEnv(pack, options=options_of(pack)), Random(3)
    observation, _ = env.reset(seed=3)
    for _ in range(MAX_STEPS):
        observation, reward, is_over, _, _ = env.step(chosen(observation["action_mask"], draw))
        if is_over:
            break

    assert env.match.is_over
    assert -1 <= reward <= 1
    assert env.render() is None or env.render()


@every_pack
def test_it_ends_as_an_environment_of_pettingzoo(pack):
    pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")
    from tabletop_core.adapters.pettingzoo import TableEnv

    env, draw = TableEnv(pack, options=options_of(pack)), Random(3)
    env.reset(seed=3)
    rewards = {}
    for agent in env.agent_iter(MAX_STEPS):
        observation, reward, is_over, is_cut, _ = env.last()
        rewards[agent] = reward
        is_done = is_over or is_cut
        env.step(None if is_done else chosen(observation["action_mask"], draw))

    assert env.match.is_over
    assert rewards.keys() == set(env.possible_agents)


@every_pack
def test_it_ends_as_a_game_of_openspiel_and_its_states_are_serialised(pack):
    pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    from tabletop_core.adapters.openspiel import register

    game, draw = pyspiel.load_game(register(pack), options_of(pack)), Random(3)
    state, number = game.new_initial_state(), 0
    while not state.is_terminal():
        act(state, draw)
        number += 1
        if number == 400:
            assert copied(game, state).position.match.state == state.position.match.state

    assert len(state.returns()) == game.num_players()
    assert all(-1 <= value <= 1 for value in state.returns())
    assert copied(game, state).returns() == state.returns()


def act(state, draw):
    """Take an action or an outcome of chance."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(draw.choices(outcomes, weights)[0])
    else:
        state.apply_action(draw.choice(state.legal_actions()))


def copied(game, state):
    """Return a state that was serialised and read again."""
    import pyspiel

    return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]


@pytest.mark.gate
def test_a_state_after_a_thousand_steps_is_serialised():
    """A state that keeps its history as a chain would exceed the depth of recursion."""
    pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    from tabletop_core.adapters.openspiel import register

    game, draw = pyspiel.load_game(register("wing_and_prayer")), Random(3)
    state = game.new_initial_state()
    for _ in range(1_200):
        act(state, draw)

    copy = copied(game, state)
    assert copy.history() == state.history()
    assert copy.position.match.state == state.position.match.state
