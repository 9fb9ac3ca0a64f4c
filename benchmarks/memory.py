"""Measure what must not grow: memory by the number of games, by their length, by rooms, by hexes.

usage: python benchmarks/memory.py [SECONDS]

Each figure is that of a process of its own: the largest that it ever was. What is compared is a
few with many; a ratio of 1 means that many take no more each (or, of a batch, no more at all).
"""

import subprocess
import sys
from pathlib import Path

from measure import Line, main

EXAMPLES = str(Path(__file__).parent / "games")

BATCH = """
from tabletop_core import load_pack, run_games
game, games, records = load_pack("tic_tac_toe", [PLACE]), COUNT, KEPT
with open("/dev/null", "w") as sink:
    run_games(game, games, seed=1, on_record=(lambda r: print(r, file=sink)) if records else None)
"""
LARGEST = """
import resource
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def largest(code, **values):
    """Return the kB that a process had at most which ran some code."""
    words = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    command = [sys.executable, "-c", words + code + LARGEST]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def batches():
    for kept, what in ((False, "a batch"), (True, "a batch with a line for each game")):
        few, many = (largest(BATCH, PLACE=EXAMPLES, COUNT=n, KEPT=kept) for n in (1_000, 30_000))
        yield Line(f"{what}, 30,000 games", "1,000 games", few / many, 0.9)


def measured(seconds):
    yield from batches()


if __name__ == "__main__":
    main(measured)
