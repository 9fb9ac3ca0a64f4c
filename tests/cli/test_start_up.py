"""Commands load what they need and nothing else."""

import subprocess
import sys

import pytest

HEAVY = [
    *("json", "pluggy", "cattrs", "tomllib", "rich", "prompt_toolkit"),
    *(f"tabletop_core.{name}" for name in ("engine", "plugins", "tables", "saves", "presentation")),
]


@pytest.mark.parametrize("command", ["--help", "roll 2d6"])
def test_help_and_dice_load_no_engine_and_no_pack(saves, command):
    code = f"""
import sys
from tabletop_core.cli import app
try:
    app({command.split()!r}, prog_name="tabletop")
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *[name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_no_collection_looks_through_what_a_start_has_made(saves):
    code = """
import gc, os
from tabletop_core.cli import main
def tell(phase, told):
    if phase == "start":
        os.write(2, b"%d " % len(gc.get_objects()))
gc.callbacks.append(tell)
main()
"""
    command = [sys.executable, "-c", code, "play", "bomber_run", "--seats", "human"]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True)
    looked_through = [int(number) for number in done.stderr.split()]

    assert looked_through, "the last collection comes when the program ends"
    assert max(looked_through) < 1_000
