"""Threads that start games before anything of a game was made for the first time.

`STORM=50` makes it so many times as often.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LENGTH = int(os.environ.get("STORM", "1"))
EXAMPLES = Path(__file__).parents[1] / "examples"
PACKS = ("b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer")
IN_FOLDERS = ("ice_fishers", "night_crossing", "reed_march")

COLD = """
import sys
from threading import Barrier, Thread

from tabletop_core import load_pack
from tabletop_core.engine.state import clone, decode, encode, fingerprint, state_key
from tabletop_core.viewers import Viewer

packs, *folders = sys.argv[1:]
packs = packs.split(",")
together = Barrier(10)
failed = []


def start(number):
    together.wait()
    try:
        game = load_pack(packs[number % len(packs)], folders)
        match = game.start(seed=number, data=game.data_with())
        copy = clone(match.state)
        assert fingerprint(copy) == fingerprint(decode(type(copy), encode(copy)))
        assert state_key(copy) == state_key(match.state)
        game.rules
        game.look.view(match.play, Viewer(match.seats[0]))
    except BaseException as error:
        failed.append(f"{packs[number % len(packs)]}: {type(error).__name__}: {error}")


# Threads change places as often as they can, so that what can go wrong does so soon.
sys.setswitchinterval(1e-5)
threads = [Thread(target=start, args=(number,)) for number in range(10)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(*failed, sep="\\n", end="")
"""


@pytest.mark.gate
@pytest.mark.timeout(240 * LENGTH)
@pytest.mark.parametrize(
    ("packs", "folders"),
    [(PACKS, ()), (IN_FOLDERS, [EXAMPLES / name for name in IN_FOLDERS])],
    ids=["installed", "folders"],
)
def test_ten_threads_start_games_from_cold(packs, folders):
    for _ in range(5 * LENGTH):
        done = subprocess.run(
            [sys.executable, "-c", COLD, ",".join(packs), *map(str, folders)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == ""
