"""Measure what bots earn in the tasks of a pack, and write it into the pack's `tasks.toml`.

usage: python tools/measure_tasks.py PACK

A bot at random and the bot of a normal game take the place of the learner, with the seeds of the
task. The tasks themselves are written by hand; they stay as they are.
"""

import sys
import tomllib
from pathlib import Path

import tomli_w

from tabletop_core import load_pack
from tabletop_core.adapters.tasks import FILE, tasks_of, total
from tabletop_core.bots.seating import difficulties

FIRST = 5
"""The games of which each total is written down."""


def score(game, task, player):
    """Return what a player earns in a task."""
    env = task.make(game, actions="places")
    totals = [total(env, player, seed) for seed in range(task.seeds)]
    return {
        "player": player,
        "mean": round(sum(totals) / len(totals), 4),
        "won": sum(one > 0 for one in totals),
        "first": [round(one, 4) for one in totals[:FIRST]],
    }


def main(pack):
    game = load_pack(pack)
    file = Path(sys.modules[game.package].__file__).parent / FILE
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    for task, table in zip(tasks_of(game), tables["task"], strict=True):
        players = ["random", difficulties(game)["normal"]]
        table["scores"] = [score(game, task, player) for player in players]
        for one in table["scores"]:
            print(f"{pack}/{task.id}: {one['player']} {one['mean']} ({one['won']} won)")
    heading = f"# The scores are written by tools/measure_tasks.py {pack}.\n\n"
    file.write_text(heading + tomli_w.dumps(tables), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
