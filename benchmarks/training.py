"""How many steps a second a learning program gets from the environment of each pack.

    python benchmarks/training.py [SECONDS]

With actions by place, with actions that keep their meaning, and with structured observations.
Beside it the same games with random answers and nothing told: what is left is the encoding of what
the seat sees, and the environment. Each figure is that of a process of its own, which has played
for a while, as one that trains has. Needs the extra `gym`.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import process_time

from tabletop_core import load_pack
from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.engine.match import Match
from tabletop_core.plugins.packs import find_packs


def steps(env: SeatEnv, seconds: float) -> float:
    """Return the steps a second of processor time with random actions."""
    random = Random(1)
    seen, _ = env.reset(seed=1)
    count, began = 0, process_time()
    while process_time() - began < seconds:
        legal = seen["action_mask"].nonzero()[0]
        seen, _, is_over, is_cut, _ = env.step(int(random.choice(legal)))
        count += 1
        if is_over or is_cut:
            seen, _ = env.reset()
    return count / (process_time() - began)


def bare(pack: str, seconds: float) -> float:
    """Return the decisions a second of the same game where nobody looks."""
    game = load_pack(pack)
    options, data = game.read_options({}), game.data_with()
    count, began, seed = 0, process_time(), 0
    while process_time() - began < seconds:
        match = Match(game, options=options, data=data, seed=seed, record=False, headings=False)
        count += match.begin().run_at_random(Random(seed).random).decisions
        seed += 1
    return count / (process_time() - began)


def places(pack: str, seconds: float) -> float:
    return warm(SeatEnv(pack, actions="places"), seconds)


def keys(pack: str, seconds: float) -> float:
    return warm(SeatEnv(pack), seconds)


def structured(pack: str, seconds: float) -> float:
    return warm(SeatEnv(pack, structured=True), seconds)


def warm(env: SeatEnv, seconds: float) -> float:
    """Return the steps a second once the caches are filled."""
    steps(env, seconds)
    return steps(env, seconds)


def alone(measure: Callable[[str, float], float], pack: str, seconds: float) -> float:
    """Measure in a process of its own."""
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(measure, pack, seconds).result()


def main(seconds: float) -> None:
    print(f"{'pack':22}{'places':>10}{'keys':>10}{'structured':>12}{'bare':>10}")
    for pack in find_packs().packs:
        found = [alone(one, pack.id, seconds) for one in (places, keys, structured, bare)]
        print("{:22}{:10,.0f}{:10,.0f}{:12,.0f}{:10,.0f}".format(pack.id, *found), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
