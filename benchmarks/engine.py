"""Compare the batch runner with a plain Python loop of the same game, and with other libraries.

usage: python benchmarks/engine.py [SECONDS]

PettingZoo and OpenSpiel are compared where they are installed (`pip install .[bench]`).
"""

from random import Random

import plain
from measure import Line, beside, example, main
from others import (
    IN_OPENSPIEL_IN_PYTHON,
    IN_PETTINGZOO,
    no_open_spiel,
    no_petting_zoo,
    open_spiel,
    petting_zoo,
)

from tabletop_core import rule, run_games

GAMES = {"tic_tac_toe": 4000, "connect_four": 1000, "pig": 400}
AIMS = {"tic_tac_toe": 0.25, "connect_four": 0.3, "pig": 0.08}
PEERS = {
    "PettingZoo": (IN_PETTINGZOO, no_petting_zoo, petting_zoo, 10),
    "OpenSpiel in Python": (IN_OPENSPIEL_IN_PYTHON, no_open_spiel, open_spiel, 5),
}


def batch_runner(name):
    """Return a function that runs the public batch runner with random bots in all seats."""
    game = example(name)

    def play_some():
        report = run_games(game, GAMES[name], seed=1)
        return sum(length * count for length, count in report.decisions.counts.items())

    return play_some


def plain_loop(name):
    play = getattr(plain, name)
    number = Random(1).random
    return lambda: sum(play(number) for _ in range(200))


def marks():
    """Return a call of a procedure that is marked with `@rule`, and one of a plain one."""

    def plainly(play, number, twice=False):
        return number

    marked, play = rule("1", "A rule")(plainly), example("pig").start(seed=1).play

    def calling(procedure):
        def call():
            for _ in range(20_000):
                procedure(play, 1)
            return 1

        return call

    return calling(marked), calling(plainly)


def measured(seconds):
    for name, aim in AIMS.items():
        what = f"{name}, decisions of random games"
        theirs, aims = {"plain loop of the game": plain_loop(name)}, {"plain loop of the game": aim}
        for peer, (has, lacks, make, wanted) in PEERS.items():
            if name in has and (why := lacks()):
                yield Line(what, peer, why=why)
            elif name in has:
                theirs[peer], aims[peer] = make(name), wanted
        yield from beside(what, batch_runner(name), theirs, seconds, aims)
    marked, unmarked = marks()
    call = "call of a procedure"
    yield from beside(f"{call} marked `@rule`", marked, {call: unmarked}, seconds, {call: 0.2})


if __name__ == "__main__":
    main(measured)
