"""Games of other libraries, played with random legal answers as their documentation does it.

Each function returns one that plays a game and returns the number of decisions.
"""

import importlib
from random import Random

from measure import missing

IN_PETTINGZOO = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3"}
IN_OPENSPIEL_IN_PYTHON = {"tic_tac_toe": "python_tic_tac_toe"}


def agents(env):
    """Play an environment of PettingZoo."""
    import numpy

    generator = numpy.random.default_rng(1)

    def play_one():
        decisions = 0
        env.reset(seed=1)
        for _ in env.agent_iter():
            seen, _, is_over, is_cut, _ = env.last()
            if is_over or is_cut:
                env.step(None)
                continue
            env.step(int(generator.choice(numpy.flatnonzero(seen["action_mask"]))))
            decisions += 1
        return decisions

    return play_one


def states(game):
    """Play a game of OpenSpiel."""
    number = Random(1).random

    def play_one():
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(number() * len(actions))])
            decisions += 1
        return decisions

    return play_one


def no_petting_zoo():
    """Return why PettingZoo's own games cannot run here: they draw with pygame."""
    return missing("PettingZoo's own game", "pettingzoo", "pygame")


def no_open_spiel():
    return missing("OpenSpiel", "pyspiel")


def petting_zoo(name):
    """Play PettingZoo's own game, with its wrappers."""
    return agents(importlib.import_module(f"pettingzoo.classic.{IN_PETTINGZOO[name]}").env())


def open_spiel(name):
    """Play OpenSpiel's own game, the one that is written in Python."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe

    assert tic_tac_toe
    return states(pyspiel.load_game(IN_OPENSPIEL_IN_PYTHON[name]))
