"""What a command has started ends with it, whichever signal ends the command."""

import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S, until

from .conftest import FOLDERS
from .serving import TABLETOP, Server, children_of, free_port, is_running

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="needs /proc")

AGENT = f"mcp:{sys.executable} {Path(__file__).parents[1] / 'assistant' / 'agent.py'}"
PLAYED = {
    "sim": ("sim", "ice_fishers", "--games", "10000000", "--jobs", "2"),
    "match": ("match", "ice_fishers", "random", "random", "--games", "10000000", "--jobs", "2"),
    "check": ("check", "ice_fishers", "--games", "40"),
    "match mcp:": ("match", "ice_fishers", f"{AGENT} deaf", "random", "--games", "10000000"),
}
"""Commands that play in other processes, without an end."""

SERVED = {
    "serve": ((), 2),
    "serve --workers": (("--workers", "2"), 4),
    "serve --reload": (("--reload",), 3),
}
"""Servers with two bots that think, by how many processes are below the first at least."""

ENDINGS = [
    "SIGKILL",
    *(pytest.param(name, marks=pytest.mark.gate) for name in ("SIGTERM", "SIGHUP")),
]


@pytest.fixture(autouse=True)
def hangups():
    """Heed the end of a terminal: a run under `nohup` does not, nor would what it starts."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@contextmanager
def playing(command):
    packs = [part for folder in FOLDERS for part in ("--packs", str(folder))]
    words = [sys.executable, "-c", TABLETOP, *packs, *PLAYED[command]]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process, 1 if command == "check" else 2
        finally:
            process.kill()


@contextmanager
def serving(command, folder):
    words, least = SERVED[command]
    with Server(folder / "data", *words, folders=FOLDERS, port=free_port()) as server:
        for _ in range(2):
            server.table("ice_fishers", "bot:mcts:ms=5000", "bot:mcts:ms=5000").page()
        yield server.process, least


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "command",
    [
        "sim",
        *(pytest.param(one, marks=pytest.mark.gate) for one in (*PLAYED, *SERVED) if one != "sim"),
    ],
)
def test_nothing_is_left_of_a_command(command, ending, tmp_path):
    begun = playing(command) if command in PLAYED else serving(command, tmp_path)
    with begun as (process, least):
        until(lambda: len(children_of(process.pid)) >= least, "the command has processes")
        started = children_of(process.pid)
        process.send_signal(signal.Signals[ending])
        process.wait(PATIENCE_S)

        until(lambda: not any(map(is_running, started)), "they end")
