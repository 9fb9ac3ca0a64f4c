"""What the benchmarks share: processor time, contestants in turns, lines of ratios.

A script has `measured(seconds)`, which yields lines. A contestant does the same work at each call
and returns how much it was; `seconds` only says how often it has a turn, so that a short run and a
long one tell the same.
"""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import plain

from tabletop_core import load_pack
from tabletop_core.engine.game import Game

PLAIN = "1,000 moves of a plain loop"
"""What is compared with no other library: three in a row as a bare function, `plain.py`."""
TURNS = 3

Work = Callable[[], float]


class Line(NamedTuple):
    """How many times as quick as its yardstick something is, or as small."""

    what: str
    yardstick: str
    ratio: float | None = None
    aim: float | None = None
    why: str = ""
    """Why there is no ratio."""


def example(name: str) -> Game:
    return load_pack(name, [Path(__file__).parent / "games"])


def missing(peer: str, *modules: str) -> str:
    """Return what a peer lacks here, as the reason of a line; "" where it can run."""
    lacking = [module for module in modules or (peer,) if not importlib.util.find_spec(module)]
    return f"{peer} is left out: {' and '.join(lacking)} not installed" if lacking else ""


def plain_moves() -> float:
    """Play the plain loop, and return thousands of moves."""
    number = Random(1).random
    return sum(plain.tic_tac_toe(number) for _ in range(1_000)) / 1_000


def children_time() -> float:
    """Return the seconds of processor time of all processes that were started and have ended."""
    from resource import RUSAGE_CHILDREN, getrusage  # Windows has none, where nobody measures

    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rates(
    contestants: dict[str, Work], seconds: float, clock: Callable[[], float] = process_time
) -> dict[str, float]:
    """Return how much each does in a second of the clock: the best of its turns.

    They take turns, so that a busy moment of the machine falls on all alike, and have some
    before, which do not count.
    """
    for work in contestants.values():
        work()
    best, spent, turns = dict.fromkeys(contestants, 0.0), 0.0, 0
    while turns < TURNS or spent < seconds * len(contestants):
        for name, work in contestants.items():
            done, began = 0.0, clock()
            # A hundredth of a second at least: a clock has its steps.
            while (took := clock() - began) < 0.01:
                done += work()
            best[name] = max(best[name], done / took)
            spent += took
        turns += 1
    return best


def beside(
    what: str,
    ours: Work,
    theirs: dict[str, Work],
    seconds: float,
    aims: dict[str, float] | None = None,
) -> Iterator[Line]:
    """Measure ours beside each yardstick."""
    found = rates({"": ours, **theirs}, seconds)
    for yardstick in theirs:
        yield Line(what, yardstick, found[""] / found[yardstick], (aims or {}).get(yardstick))


def beside_plain(contestants: dict[str, Work], seconds: float) -> Iterator[Line]:
    """Measure each beside the plain loop."""
    found = rates({PLAIN: plain_moves, **contestants}, seconds)
    for what in contestants:
        yield Line(what, PLAIN, found[what] / found[PLAIN])


def fresh(code: str, *words: str, typed: str = "", **environment: str) -> Work:
    """Return the work of a new process; its time is `children_time`."""

    def run() -> float:
        command = [sys.executable, "-c", code, *words]
        kept = {name: one for name, one in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(
            command, input=typed, text=True, capture_output=True, env=kept | environment
        )
        if done.returncode:
            raise RuntimeError(f"{code} {' '.join(words)} failed:\n{done.stderr}")
        return 1

    return run


def signed(ratio: float | None) -> str:
    """Return a ratio with three figures that count."""
    return "" if ratio is None else f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.3g} x"


def show(lines: Iterable[Line]) -> None:
    """Print lines as a table, as they come."""
    print(f"| {Path(sys.argv[0]).name} | yardstick | tabletop is | aim |")
    print("| --- | --- | ---: | ---: |")
    for line in lines:
        told = line.why or signed(line.ratio)
        print(f"| {line.what} | {line.yardstick} | {told} | {signed(line.aim)} |", flush=True)


def main(measured: Callable[[float], Iterable[Line]]) -> None:
    """Run a script alone: its first word is the seconds that each contestant has."""
    show(measured(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0))
