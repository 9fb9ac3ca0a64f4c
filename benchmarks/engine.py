"""Compare the batch runner with a plain Python loop of the same game, and with other libraries.

usage: python benchmarks/engine.py [SECONDS]

All contestants take turns on one core; processor time is measured, and the best of each counts.
PettingZoo and OpenSpiel are compared where they are installed (`pip install .[bench]`).
"""

import os
import sys
from pathlib import Path
from random import Random
from time import process_time
from timeit import Timer

import plain
from others import open_spiel, petting_zoo

from tabletop_core import load_pack, rule, run_games

HERE = Path(__file__).parent
AIMS = {"tic_tac_toe": 0.25, "connect_four": 0.3, "pig": 0.08}
TURNS = 10
MARK = 5.0
"""A small procedure marked with `@rule` may take this many times as long as one without."""


def rate(play_some, seconds):
    """Return decisions a second; `play_some()` plays some games and returns the decisions."""
    decisions = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        decisions += play_some()
    return decisions / took


def batch_runner(name):
    """Return a function that runs the public batch runner with random bots in all seats."""
    game = load_pack(name, [HERE / "games"])
    games = {"tic_tac_toe": 4000, "connect_four": 1000, "pig": 400}[name]

    def play_some():
        report = run_games(game, games, seed=1)
        return sum(length * count for length, count in report.decisions.counts.items())

    return play_some


def plain_loop(name):
    play = getattr(plain, name)
    number = Random(1).random
    return lambda: sum(play(number) for _ in range(200))


def contestants(name):
    yield "tabletop", batch_runner(name)
    yield "plain loop", plain_loop(name)
    for label, make in (("PettingZoo", petting_zoo), ("OpenSpiel in Python", open_spiel)):
        try:
            yield label, make(name)
        except (ImportError, KeyError):
            continue


def price_of_a_mark():
    """Return how many times as long a call takes where its procedure is marked with `@rule`."""

    def plainly(play, number, twice=False):
        return number

    play = load_pack("pig", [HERE / "games"]).start(seed=1).play
    calls = {"plain": plainly, "marked": rule("1", "A rule")(plainly)}
    best = {
        name: min(Timer(lambda call=call: call(play, 1), timer=process_time).repeat(20, 20_000))
        for name, call in calls.items()
    }
    idle = min(Timer(lambda: None, timer=process_time).repeat(20, 20_000))
    return (best["marked"] - idle) / (best["plain"] - idle)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print("| game | contestant | decisions/s | tabletop is | aim |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name, aim in AIMS.items():
        playing = dict(contestants(name))
        best = dict.fromkeys(playing, 0.0)
        for _ in range(TURNS):
            for label, play_some in playing.items():
                best[label] = max(best[label], rate(play_some, seconds / TURNS))
        ours = best["tabletop"]
        aims = {"plain loop": aim, "PettingZoo": 10, "OpenSpiel in Python": 5}
        for label, theirs in best.items():
            versus = f"{ours / theirs:.2f} x" if label in aims else ""
            wanted = f"{aims[label]} x" if label in aims else ""
            print(f"| {name} | {label} | {theirs:,.0f} | {versus} | {wanted} |")
    print(
        f"\nA call of a marked rule takes {price_of_a_mark():.1f} times a plain one (aim {MARK:g})."
    )


if __name__ == "__main__":
    main()
