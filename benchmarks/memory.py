"""Measure the memory of batches: it must not grow with the number of games.

usage: python benchmarks/memory.py [PACK]

Each batch runs in a process of its own; `traced` is the most that Python held beyond the start,
in a second run, since tracing takes time and room.
"""

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent / "games"
GAMES = (1_000, 10_000, 100_000)
TRACED = 10_000

BATCH = """
import resource, sys, tracemalloc
from tabletop_core import load_pack, run_games

pack, games, records, traced = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "records", sys.argv[4]
game = load_pack(pack)
run_games(game, 10, seed=1)
if traced == "traced":
    tracemalloc.start()
with open("/dev/null", "w") as sink:
    run_games(game, games, seed=1, on_record=(lambda r: print(r, file=sink)) if records else None)
if traced == "traced":
    print(tracemalloc.get_traced_memory()[1])
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def measure(pack, games, records, traced):
    done = subprocess.run(
        [sys.executable, "-c", BATCH, pack, str(games), records, traced],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"TABLETOP_PACKS": str(EXAMPLES)},
    )
    return int(done.stdout) / 1e6


def main():
    pack = sys.argv[1] if len(sys.argv) > 1 else "tic_tac_toe"
    print(f"| {pack}, games | largest, MB | with a line for each game, MB | traced peak, MB |")
    print("| ---: | ---: | ---: | ---: |")
    for games in GAMES:
        largest = measure(pack, games, "counts", "whole")
        with_lines = measure(pack, games, "records", "whole")
        traced = f"{measure(pack, games, 'counts', 'traced'):.2f}" if games <= TRACED else ""
        print(f"| {games:,} | {largest:.1f} | {with_lines:.1f} | {traced} |")


if __name__ == "__main__":
    main()
