"""Commands load what they need and nothing else; only line mode reads from a keyboard."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tabletop_core

HEAVY = (
    *("json", "pluggy", "cattrs", "tomllib", "rich", "prompt_toolkit", "tabletop_core.engine"),
    *(
        "tabletop_core.plugins",
        "tabletop_core.tables",
        "tabletop_core.saves",
        "tabletop_core.presentation",
    ),
)


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


def calls_input(file):
    return any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") == "input"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    )


def test_only_line_mode_reads_from_a_keyboard():
    core = Path(tabletop_core.__file__).parent
    files = [*core.rglob("*.py"), *(core.parent / "packs").rglob("*.py")]

    assert [file.name for file in files if calls_input(file)] == ["line.py"]
