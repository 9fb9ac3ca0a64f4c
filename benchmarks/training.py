"""How many steps a learning program gets from the environment of each pack.

    python benchmarks/training.py [SECONDS]

With actions by place, with actions that keep their meaning, and with structured observations.
The yardstick is the same game with random answers and nobody who looks: what is left is the
encoding of what the seat sees, and the environment. Needs the extra `gym`.
"""

from random import Random

from measure import Line, beside, main, missing

from tabletop_core.engine.match import Match
from tabletop_core.plugins.packs import find_packs

STEPS = 150
NOBODY = "decisions where nobody looks"


def stepping(pack, **how):
    """Return what takes some steps with random actions, game after game."""
    from tabletop_core.adapters.gym import SeatEnv

    env, random = SeatEnv(pack, **how), Random(1)
    seen, _ = env.reset(seed=1)

    def step():
        nonlocal seen
        for _ in range(STEPS):
            legal = seen["action_mask"].nonzero()[0]
            seen, _, is_over, is_cut, _ = env.step(int(random.choice(legal)))
            if is_over or is_cut:
                seen, _ = env.reset()
        return STEPS

    return step


def bare(game):
    options, data, seed = game.read_options({}), game.data_with(), 0

    def play():
        nonlocal seed
        decisions = 0
        while decisions < STEPS:
            seed += 1
            match = Match(game, options=options, data=data, seed=seed, record=False, headings=False)
            decisions += match.begin().run_at_random(Random(seed).random).decisions
        return decisions

    return play


def measured(seconds):
    ways = {"by place": {"actions": "places"}, "": {}, "structured": {"structured": True}}
    why = missing("SeatEnv", "gymnasium")
    for pack in find_packs().packs:
        for way, how in ways.items():
            what = ", ".join(filter(None, ("steps", pack.id, way)))
            if why:
                yield Line(what, NOBODY, why=why)
                continue
            step = stepping(pack.id, **how)
            for _ in range(5):  # its caches are filled, as in a program that trains
                step()
            yield from beside(what, step, {NOBODY: bare(pack.load())}, seconds)


if __name__ == "__main__":
    main(measured)
