"""Compare tree search and the adapters with those of other libraries, all in one run.

usage: python benchmarks/search.py [SECONDS]

    playouts    connect four: `mcts` here, and OpenSpiel's MCTS in Python on its game in C++
    adapters    decisions a second: each adapter with random legal answers, and a game of that
                library with the same rules through the same loop

All lines run one after the other on one core, in turns, and the best of each counts.
What is not installed is left out.
"""

import os
import sys
from pathlib import Path
from time import perf_counter

from others import agents, open_spiel, petting_zoo, states

from tabletop_core import load_pack
from tabletop_core.bots.seating import make_bot

HERE = Path(__file__).parent
TURNS = 3
PLAYOUTS = 200


def rate(do_some, seconds):
    """Return how many a second; `do_some()` does some and returns how many."""
    done = 0
    began = perf_counter()
    while (took := perf_counter() - began) < seconds:
        done += do_some()
    return done / took


def example(name):
    return load_pack(name, [HERE / "games"])


# ---------------------------------------------------------------- playouts


def our_search():
    match = example("connect_four").start(seed=1)
    bot = make_bot(match.game, f"mcts:n={PLAYOUTS}")
    bot.seat = match.seats[0]
    bot.settles = False

    def search():
        bot.search(match).run()
        return PLAYOUTS

    return search


def their_search():
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("connect_four")
    random = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 1.4, PLAYOUTS, evaluator, solve=False, random_state=random)
    state = game.new_initial_state()

    def search():
        bot.mcts_search(state)
        return PLAYOUTS

    return search


# ---------------------------------------------------------------- adapters


def our_agents(name):
    from tabletop_core.adapters.pettingzoo import TableEnv

    return agents(TableEnv(example(name), actions=16))


def our_states(name):
    import pyspiel

    from tabletop_core.adapters.openspiel import register

    return states(pyspiel.load_game(register(example(name), actions=16)))


# ---------------------------------------------------------------- all of them


def contests():
    yield "playouts/s, connect four", ("mcts", our_search), ("OpenSpiel's in Python", their_search)
    for name in ("tic_tac_toe", "connect_four"):
        yield (
            f"decisions/s, {name}, PettingZoo",
            ("adapter", lambda name=name: our_agents(name)),
            ("its own game", lambda name=name: petting_zoo(name)),
        )
    yield (
        "decisions/s, tic_tac_toe, OpenSpiel",
        ("adapter", lambda: our_states("tic_tac_toe")),
        ("its game in Python", lambda: open_spiel("tic_tac_toe")),
    )


def made(contestants):
    """Return what can be run here by its label."""
    ready = {}
    for label, make in contestants:
        try:
            ready[label] = make()
        except ImportError:
            continue
    return ready


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print("| what | contestant | a second | first is |")
    print("| --- | --- | ---: | ---: |")
    for what, *contestants in contests():
        ready = made(contestants)
        best = dict.fromkeys(ready, 0.0)
        for _ in range(TURNS):
            for label, do_some in ready.items():
                best[label] = max(best[label], rate(do_some, seconds / TURNS))
        for number, (label, speed) in enumerate(best.items()):
            ratio = f"{next(iter(best.values())) / speed:.2f} x" if number else ""
            print(f"| {what} | {label} | {speed:,.0f} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
