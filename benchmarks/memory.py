"""Measure what must not grow: memory by the number of games, by their length, by rooms, by hexes.

usage: python benchmarks/memory.py [SECONDS]

A few are compared with many. Of batches it is the largest that a process ever was, and many games
should take no more; of what is kept it is the memory of each, and of boards the work, too: with a
ratio of 1 they grow in proportion. Memory is what Python says that it holds, but of rooms what the
server has.
"""

import asyncio
import gc
import subprocess
import sys
import tracemalloc
from itertools import count
from pathlib import Path
from random import Random
from time import process_time

from measure import Line, example, main
from replay import endless
from serve import TICTACTOE, WIDE, memory_of, played, server

from tabletop_core.boards import HexGrid
from tabletop_core.panels import BoardPanel
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.scene import Scene
from tabletop_core.web.table.board_html import board_parts, spaces_of

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


def traced(make):
    """Return the bytes that something takes once it is made, the most on the way, and seconds."""
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    began = process_time()
    make()
    return held, most, process_time() - began


def lengths():
    """Compare what an answer of a short game takes with one of a long game."""

    def played_on(answers):
        match, number = endless(example("pig")).start(seed=1), Random(1).random
        while match.decisions < answers:
            match.answer(match.decision.at_random(number()))
        return match

    few, many = 500, 5_000
    traced(lambda: played_on(few))
    each = [traced(lambda n=n: played_on(n))[0] / n for n in (few, many)]
    yield Line(f"an answer of {many:,}, pig", f"one of {few}", each[0] / each[1], 0.9)


def rooms():
    """Compare what a further room takes on a server that has few with one that has many."""
    more = 60
    for game in (TICTACTOE, WIDE):
        with server() as (process, port):

            async def grow(game=game, process=process, port=port):
                kept, sizes = [await played(port, game, 20)], [memory_of(process)]
                for _ in "12":
                    kept.append(await played(port, game, more))
                    sizes.append(memory_of(process))
                return sizes[1] - sizes[0], sizes[2] - sizes[1]

            each = asyncio.run(grow())
        what, before = f"a room after {20 + more}, {game}", "one after 20"
        yield Line(what, before, each[0] / each[1], 0.9)


def pages(panel):
    return [*board_parts(panel, Scene(panels=(panel,)))], spaces_of(panel)


def boards():
    """Compare what a hex takes on a board of 1,000 with one of 10,000: drawn, and on a page."""
    columns = count(100)
    for what, draw in (("drawn", panel_svg), ("on a page", pages)):

        def each(rows, draw=draw):
            """Return the bytes and the seconds that a hex takes on a board with these rows."""
            found = []
            for _ in range(3):
                # No two boards are the same: drawings of what has not changed are kept.
                grids = [HexGrid(next(columns), rows) for _ in "12"]
                panels = [BoardPanel(title="Board", board=grid) for grid in grids]
                _, most, spent = traced(lambda panels=panels: draw(panels.pop()))
                found.append((most / len(grids[1].spaces), spent / len(grids[0].spaces)))
            return list(map(min, zip(*found, strict=True)))

        each(5)
        few, many = each(10), each(100)
        for name, one, of_many in zip(("memory", "work"), few, many, strict=True):
            yield Line(f"a hex of 10,000 {what}, {name}", "one of 1,000", one / of_many, 0.9)


def measured(seconds):
    for part in (batches, lengths, rooms, boards):
        yield from part()


if __name__ == "__main__":
    main(measured)
