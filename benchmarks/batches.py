"""Measure batches: games a second by pack and bot, scaling with jobs, the price of Dask.

usage: python benchmarks/batches.py [SECONDS]

The share of the ideal tells how much faster N jobs are than one, divided by N; on a machine that
does other work it says little.
Dask is measured where it is installed (`pip install .[dask]`), with a scheduler and workers of our
own, against as many processes without it.
"""

import os
import sys
from pathlib import Path
from time import perf_counter

from tabletop_core import load_pack, run_games
from tabletop_core.bots.simple import bots_of
from tabletop_core.plugins.packs import find_packs

HERE = Path(__file__).parent


def by_bot(seconds):
    print("| pack | bot | games/s | decisions/s |")
    print("| --- | --- | ---: | ---: |")
    for pack in find_packs().packs:
        game = pack.load()
        seats = game.seats_for(game.read_options({}))
        for bot in bots_of(game):
            games, players = 1, dict.fromkeys(seats, bot)
            while True:
                began = perf_counter()
                report = run_games(game, games, seed=1, players=players)
                took = perf_counter() - began
                if took >= seconds / 2 or games >= 1_000:
                    break
                games *= 4
            print(
                f"| {pack.id} | {bot} | {report.games_per_second:,.1f} "
                f"| {report.decisions_per_second:,.0f} |",
                flush=True,
            )


def scaling(seconds):
    game = load_pack("pig", [HERE / "games"])
    alone = run_games(game, 2_000, seed=1).games_per_second
    games = int(alone * seconds) + 1
    print("\n| jobs | games/s | share of the ideal |")
    print("| ---: | ---: | ---: |")
    for jobs in (1, 2, 4, 8):
        if jobs > (os.cpu_count() or 1):
            break
        speed = run_games(game, games * jobs, seed=1, jobs=jobs).games_per_second
        if jobs == 1:
            alone = speed
        print(f"| {jobs} | {speed:,.0f} | {100 * speed / alone / jobs:.0f} % |", flush=True)
    return game, games


def dask(game, games):
    try:
        from distributed import LocalCluster
    except ImportError:
        return
    from tabletop_core.simulation.workers import open_executor

    processes = run_games(game, 2 * games, seed=1, jobs=2).games_per_second
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        place = cluster.scheduler_address.removeprefix("tcp://")
        with open_executor(f"dask://{place}") as (executor, workers):
            report = run_games(game, 2 * games, seed=1, jobs=workers, executor=executor)
    print("\n| two workers | games/s | against processes |")
    print("| --- | ---: | ---: |")
    print(f"| processes | {processes:,.0f} | |")
    print(
        f"| Dask | {report.games_per_second:,.0f} | {report.games_per_second / processes:.2f} x |"
    )


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    by_bot(seconds)
    dask(*scaling(seconds))


if __name__ == "__main__":
    main()
