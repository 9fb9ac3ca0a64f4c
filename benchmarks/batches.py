"""Measure batches by pack and bot, the start of a game, and what workers take besides.

usage: python benchmarks/batches.py [SECONDS]

Loading is no part of a batch: it was done before, once, as in any long batch.
Workers have a ratio of the work of one process to that of two: 1 where nothing is lost on the way.
Dask is measured where it is installed (`pip install .[dask]`), with a scheduler and workers of our
own, against as many processes without it.
"""

from time import process_time

from measure import Line, beside_plain, children_time, example, main, missing, rates

from tabletop_core import run_games
from tabletop_core.bots.simple import bots_of
from tabletop_core.plugins.packs import find_packs

GAMES = {"random": 30, "skipper": 5}
FEW = 1
"""Games in a batch of a bot that thinks."""

MANY = 20_000


def batch(game, bot):
    seats = game.seats_for(game.read_options({}))
    games, players = GAMES.get(bot, FEW), dict.fromkeys(seats, bot)

    def play():
        report = run_games(game, games, seed=1, players=players)
        return sum(length * count for length, count in report.decisions.counts.items())

    return play


def starting(game):
    def start():
        game.start(seed=1)
        return 1

    return start


def of_all():
    """Return the processor time of this process and of all that it has started and that ended."""
    return process_time() + children_time()


def with_workers(game, jobs):
    def play():
        run_games(game, MANY, seed=1, jobs=jobs)
        return MANY

    return play


def with_dask(game, games):
    from distributed import LocalCluster

    from tabletop_core.simulation.workers import open_executor

    def play():
        with LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster:
            place = cluster.scheduler_address.removeprefix("tcp://")
            with open_executor(f"dask://{place}") as (executor, workers):
                run_games(game, games, seed=1, jobs=workers, executor=executor)
        return 1

    return play


def workers(seconds):
    game, why = example("pig"), missing("Dask", "distributed")
    found = rates({f"{jobs}": with_workers(game, jobs) for jobs in (1, 2)}, seconds, of_all)
    yield Line("pig with two workers", "one process", found["2"] / found["1"], 1.0)
    dask = "pig with two workers of Dask"
    if why:
        yield Line(dask, "two processes", why=why)
        return
    # A cluster takes long to begin and end: that is taken off.
    begun = rates({"few": with_dask(game, 2), "many": with_dask(game, MANY)}, seconds, of_all)
    ratio = MANY / (1 / begun["many"] - 1 / begun["few"]) / found["2"]
    yield Line(dask, "two processes", ratio, 1.0)


def measured(seconds):
    games = [pack.load() for pack in find_packs().packs]
    yield from beside_plain({f"Game.start, {game.id}": starting(game) for game in games}, seconds)
    for game in games:
        bots = {f"decisions, {game.id}, {bot}": batch(game, bot) for bot in bots_of(game)}
        yield from beside_plain(bots, seconds)
    yield from workers(seconds)


if __name__ == "__main__":
    main(measured)
