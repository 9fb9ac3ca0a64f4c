"""A run of the tests leaves nothing behind, however it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.leftovers import MARK, marked
from tests.waiting import until

ROOT = Path(__file__).parents[1]
STARTS_A_PROCESS = """
import os, subprocess, sys, tempfile, time
from pathlib import Path

def test_starts_a_process(tmp_path):
    started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3000)"])
    folder = tempfile.mkdtemp()
    Path(os.environ["NOTES"]).write_text(f"{os.environ['TABLETOP_TEST_RUN']}\\n{folder}\\nend")
    if "WAIT" in os.environ:
        time.sleep(3000)
"""

pytestmark = [
    pytest.mark.gate,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc"),
]


@pytest.fixture
def begin(tmp_path):
    """Begin a run, of two workers, of a test that starts a process, and wait for that."""
    (tmp_path / "test_starting.py").write_text(STARTS_A_PROCESS)
    notes = tmp_path / "notes"

    quick = {"NOTES": str(notes), "PYTHONPATH": str(ROOT), "TABLETOP_TEST_GRACE": "1"}

    def begin(**environment):
        command = [sys.executable, "-m", "pytest", "-p", "tests.leftovers", "-n", "2"]
        run = subprocess.Popen(
            [*command, "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path],
            env=os.environ | quick | environment,
            cwd=tmp_path, text=True, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        until(lambda: notes.exists() and notes.read_text().endswith("end"), "a test that began")
        return run, *notes.read_text().split("\n")[:2]

    return begin


def is_clean(mark, folder):
    return not marked(mark) and not Path(mark).exists() and not Path(folder).exists()


@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_an_interrupted_run_leaves_no_process_and_no_folder(begin, ending):
    run, mark, folder = begin(WAIT="yes")
    assert len(marked(mark)) >= 3  # two workers and the process

    run.send_signal(signal.Signals[ending])
    run.communicate()

    until(lambda: is_clean(mark, folder), "the end of all that was started")


def test_a_run_that_leaves_a_process_behind_fails_and_names_it(begin):
    run, mark, folder = begin()

    said, _ = run.communicate()

    assert run.returncode == 1
    assert "left these processes behind" in said
    assert "time.sleep(3000)" in said
    assert is_clean(mark, folder)


def test_a_run_has_a_mark_of_its_own():
    assert Path(os.environ[MARK]).is_dir()
