"""Packs as OpenSpiel games, held to OpenSpiel's own random simulations."""

import pytest

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from tabletop_core import Identity, Step, load_pack
from tabletop_core.adapters.encoding import Encoding
from tabletop_core.adapters.openspiel import SpielGame, register
from tabletop_core.errors import PackError


def loaded(game, **parameters):
    return pyspiel.load_game(register(game), parameters)


@pytest.mark.parametrize(
    ("name", "parameters"), [("tic_tac_toe", {}), ("connect_four", {}), ("pig", {"goal": 50})]
)
def test_openspiels_random_simulations_pass(example, name, parameters):
    game = loaded(example(name), **parameters)

    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_openspiels_random_simulations_pass_with_cards_and_several_options(boxes):
    pyspiel.random_sim_test(loaded(boxes), num_sims=3, serialize=False, verbose=False)


def test_registering_twice_gives_the_same_name(example):
    assert register(example("pig")) == register(example("pig")) == "python_tabletop_pig"


def test_a_die_is_a_chance_node_with_its_exact_chances(example):
    state = loaded(example("pig")).new_initial_state()
    state.apply_action(0)

    assert state.is_chance_node()
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "to add to the turn: 4"
    state.apply_action(3)
    assert state.position.play.state.turn == 4


def test_a_card_is_a_chance_node_over_the_cards_left(boxes):
    state = loaded(boxes).new_initial_state()
    state.apply_action(2)

    assert [chance for _, chance in state.chance_outcomes()] == [1 / 3] * 3


def test_a_copy_of_a_state_goes_its_own_way(example):
    state = loaded(example("tic_tac_toe")).new_initial_state()
    copy = state.clone()
    copy.apply_action(4)

    assert state.legal_actions() == list(range(9))
    assert copy.legal_actions() == list(range(8))


def test_a_player_observes_nothing_of_the_other_hand(boxes):
    game = loaded(boxes)

    def seen(theirs):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(theirs)
        return state.observation_tensor(0), state.observation_string(0)

    assert seen(0) == seen(1)


def test_openspiels_tree_search_in_python_finds_the_win(example):
    game = loaded(example("tic_tac_toe"))
    state = game.new_initial_state()
    for action in (0, 2, 0, 1):  # X: a1 and b1; O: a2 and b2
        state.apply_action(action)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 2.0, 80, evaluator, random_state=random)

    assert state.action_to_string(bot.step(state)) == "c1"


# ---------------------------------------------------------------- at the same time


@pytest.fixture
def auction(auction_with):
    return pyspiel.load_game(register(auction_with(), simultaneous=True))


def test_openspiels_random_simulations_pass_for_choices_at_the_same_time(auction):
    assert auction.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(auction, num_sims=5, serialize=False, verbose=False)


def test_all_players_act_at_a_simultaneous_node(auction):
    state = auction.new_initial_state()

    assert state.is_simultaneous_node()
    assert [len(state.legal_actions(player)) for player in range(3)] == [10, 10, 10]
    state.apply_actions([1, 2, 3])
    assert state.is_chance_node()
    state.apply_action(5)
    assert [len(state.legal_actions(player)) for player in range(3)] == [9, 8, 7]


def test_a_player_who_is_not_asked_has_no_legal_action(auction_with):
    def pack(play):
        boxes = play.ask("Pack what?", ("rum", "tea", "silk"), least=2, most=2)
        yield play.ask_all({"ann": boxes, "cid": play.ask("Go?", ("yes", "no"))})
        play.end("packed")

    how = {"id": "packing", "title": "Packing", "players": (3, 3), "summary": "Pack."}
    game = auction_with(sequence=Step("Pack", pack), identity=Identity(**how))
    game = pyspiel.load_game(register(game, simultaneous=True))
    state = game.new_initial_state()
    assert [state.legal_actions(player) for player in range(3)] == [[0, 1, 2], [], [0, 1]]
    state.apply_actions([2, 0, 1])
    assert [state.legal_actions(player) for player in range(3)] == [[0, 1], [], []]
    state.apply_actions([0, 0, 0])

    assert state.is_terminal()
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_choices_at_the_same_time_need_a_simultaneous_game(auction_with):
    state = pyspiel.load_game(register(auction_with())).new_initial_state()

    with pytest.raises(PackError, match="register it with simultaneous=True"):
        state.current_player()


# ---------------------------------------------------------------- what is said of a game is true

UTILITY = pyspiel.GameType.Utility


@pytest.mark.parametrize(
    ("how", "utility", "total"),
    [
        ({}, UTILITY.ZERO_SUM, 0),
        ({"seats": ("ann", "bob", "cat")}, UTILITY.ZERO_SUM, 0),
        ({"cooperative": True}, UTILITY.IDENTICAL, None),
        ({"seats": ("ann", "bob", "cat"), "teams": [("bob", "cat")]}, UTILITY.GENERAL_SUM, None),
        ({"seats": ("ann",)}, UTILITY.GENERAL_SUM, None),
    ],
)
def test_the_utility_of_a_game_follows_from_its_teams(boxes_with, how, utility, total):
    game = SpielGame(boxes_with(**how), Encoding(), 256, {})

    assert game.get_type().utility == utility
    assert game.utility_sum() == total


@pytest.mark.parametrize("players", [1, 2])
def test_what_is_said_of_a_game_is_true_for_the_players_chosen(players):
    game = loaded(load_pack("wing_and_prayer"), players=players, campaign="single")

    assert game.num_players() == players
    assert (game.get_type().utility == UTILITY.ZERO_SUM) == (players == 2)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiels_random_simulations_pass_where_the_players_play_together():
    game = loaded(load_pack("squadron_303"), players=3)

    assert game.get_type().utility == UTILITY.IDENTICAL
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
