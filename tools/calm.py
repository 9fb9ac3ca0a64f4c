"""Run the tests several times while busy processes take the machine.

usage: python tools/calm.py [--times N] [--busy N] [WORDS FOR PYTEST]...

Without words it runs what `make test` runs. The tests run from a copy of the project in a folder
with blanks in its name, without a terminal, with an ignored interrupt as in the background, each
time with other games (`TABLETOP_SEEDS`), and, where root starts this, as another user. The busy
processes end with this one, however it ends.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from pwd import getpwnam
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
BUSY = """
import os, sys
parent = int(sys.argv[1])
while os.getppid() == parent:
    sum(range(100_000))
"""


def copy_of_project(folder: Path, user: str | None) -> Path:
    """Copy what git knows or would take, and give it to the user."""
    copy = folder / "a path with blanks"
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    if user:
        for path in (folder, copy, *copy.rglob("*")):
            shutil.chown(path, user)
    return copy


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=3, help="how often (default 3)")
    parser.add_argument("--busy", type=int, default=6, help="busy processes (default 6)")
    given, words = parser.parse_known_args()
    # Who ends this one ends the tests, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    user = "nobody" if hasattr(os, "geteuid") and os.geteuid() == 0 else None
    # With its own groups: a folder may be open to all but the group of root.
    groups: dict[str, Any] = {}
    if user:
        groups = {"group": getpwnam(user).pw_gid, "extra_groups": ()}
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "loadgroup", "-r", "fE"]
    busy, failed = [], 0
    with tempfile.TemporaryDirectory(prefix="calm") as made:
        folder = Path(made)
        copy = copy_of_project(folder, user)
        environment = os.environ | {"HOME": made, "PYTHONPATH": str(copy), "TMPDIR": made}
        environment.pop("TABLETOP_TEST_RUN", None)
        try:
            for _ in range(given.busy):
                busy.append(subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())]))
            for time in range(given.times):
                began = perf_counter()
                status = subprocess.call(
                    [*command, "-p", "no:cacheprovider", *(words or ["-m", "not gate"])],
                    cwd=copy,
                    env=environment | {"TABLETOP_SEEDS": f"calm {time}"},
                    stdin=subprocess.DEVNULL,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
                    user=user,
                    **groups,
                )
                failed += status != 0
                print(
                    f"run {time + 1}: status {status}, {perf_counter() - began:.0f} s", flush=True
                )
        finally:
            for process in busy:
                process.kill()
    return failed


if __name__ == "__main__":
    sys.exit(main())
