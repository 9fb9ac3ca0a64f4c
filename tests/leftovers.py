"""Nothing of a run of the tests outlives it: no process, server, database or folder.

Every process of a run inherits a mark in its environment. A watchdog waits for the end of pytest,
however it ends, then ends whatever bears the mark and removes the folder of the run. A run that
ends by itself and has left a process behind fails and names it.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from pluggy import HookimplMarker

hookimpl = HookimplMarker("pytest")

MARK = "TABLETOP_TEST_RUN"
GRACE_S = float(os.environ.get("TABLETOP_TEST_GRACE", "20"))
"""Seconds in which processes that were told to end may do so."""


def pytest_configure(config):
    """Begin a run: its mark, its folder for all that is temporary, its watchdog."""
    # A run in the background inherits an ignored interrupt, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(config, "workerinput"):
        return
    folder = tempfile.mkdtemp(prefix="tabletop-")
    os.chmod(folder, 0o711)  # PostgreSQL, as another user, comes through
    environment = {name: value for name, value in os.environ.items() if name != MARK}
    os.environ[MARK], os.environ["TMPDIR"] = folder, folder
    tempfile.tempdir = None
    command = [sys.executable, __file__, folder]
    config.watchdog = subprocess.Popen(
        command, stdin=subprocess.PIPE, env=environment, cwd="/", start_new_session=True
    )


def pytest_unconfigure(config):
    """Let the watchdog sweep, and wait for it."""
    if watchdog := getattr(config, "watchdog", None):
        watchdog.communicate()


@hookimpl(wrapper=True)
def pytest_sessionfinish(session):
    """Fail a run that leaves processes behind, once its workers have ended."""
    yield
    if hasattr(session.config, "workerinput"):
        return
    end = time.monotonic() + GRACE_S
    while (left := marked(os.environ[MARK])) and time.monotonic() < end:
        time.sleep(0.05)
    if left:
        print("\nThe tests left these processes behind:", *left.values(), sep="\n  ")
        session.exitstatus = 1


def marked(mark):
    """Find the other processes that bear a mark, with their command lines; on Linux alone."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            is_marked = f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0")
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has ended, or belongs to somebody else
        # A tracker of Python's own ends with whoever has started it.
        if is_marked and int(entry.name) != os.getpid() and "resource_tracker import" not in words:
            found[int(entry.name)] = words[:300]
    return found


def sweep(folder):
    """End what bears the mark of a run, and what that has started meanwhile; remove its folder."""
    end = time.monotonic() + GRACE_S
    while (left := marked(folder)) and time.monotonic() < end:
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.02)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for ending in {"SIGINT", "SIGTERM", "SIGHUP"} & set(signal.Signals.__members__):
        signal.signal(signal.Signals[ending], signal.SIG_IGN)
    sys.stdin.buffer.read()  # until pytest closes it, or is no more
    sweep(sys.argv[1])
