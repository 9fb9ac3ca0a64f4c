"""Compare tree search and the adapters with those of other libraries, all in one run.

usage: python benchmarks/search.py [SECONDS]

    playouts    connect four: `mcts` here, and OpenSpiel's MCTS in Python on its game in C++
    answers     those tried in a second by forks of random games, as a bot that looks ahead does
    adapters    decisions a second: each adapter with random legal answers, and a game of that
                library with the same rules through the same loop

What is not installed is left out, and its line says so.
"""

from random import Random

from measure import Line, beside, beside_plain, example, main
from others import agents, no_open_spiel, no_petting_zoo, open_spiel, petting_zoo, states

from tabletop_core.bots.seating import make_bot
from tabletop_core.plugins.packs import find_packs

PLAYOUTS = 200
PLACES = 40
"""Decisions of a random game at which answers are tried."""


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


def trying(game):
    """Return what tries answers on forks, at places spread over a random game."""
    number, places, seed = Random(1).random, [], 1
    while len(places) < PLACES:
        match, seed = game.start(seed=seed), seed + 1
        while (decision := match.decision) is not None and len(places) < PLACES:
            if number() < 0.3:
                places.append(
                    (match.fork(snapshots=True), [decision.at_random(number()) for _ in range(4)])
                )
            match.answer(decision.at_random(number()))

    def try_all():
        tried = 0
        for match, answers in places:
            for at, answer in enumerate(answers):
                match.fork(at).answer(answer)
                tried += 1
        return tried

    return try_all


def our_agents(name):
    from tabletop_core.adapters.pettingzoo import TableEnv

    return agents(TableEnv(example(name), actions=16))


def our_states(name):
    import pyspiel

    from tabletop_core.adapters.openspiel import register

    return states(pyspiel.load_game(register(example(name), actions=16)))


def contests():
    """Yield what is compared, why it cannot be, and what makes ours and theirs."""
    yield "playouts, connect_four", "OpenSpiel's search", no_open_spiel(), our_search, their_search
    for name in ("tic_tac_toe", "connect_four"):
        what, peer = f"decisions by PettingZoo's loop, {name}", "PettingZoo's own game"
        ours, theirs = lambda name=name: our_agents(name), lambda name=name: petting_zoo(name)
        yield what, peer, no_petting_zoo(), ours, theirs
    ours, theirs = lambda: our_states("tic_tac_toe"), lambda: open_spiel("tic_tac_toe")
    what = "decisions by OpenSpiel's loop, tic_tac_toe"
    yield what, "OpenSpiel's game in Python", no_open_spiel(), ours, theirs


def measured(seconds):
    for what, peer, why, ours, theirs in contests():
        if why:
            yield Line(what, peer, why=why)
        else:
            aim = 1.2 if "loop" in what else None
            yield from beside(what, ours(), {peer: theirs()}, seconds, {peer: aim})
    tried = {f"answers tried, {pack.id}": trying(pack.load()) for pack in find_packs().packs}
    yield from beside_plain(tried, seconds)


if __name__ == "__main__":
    main(measured)
