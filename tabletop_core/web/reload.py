"""A server that restarts when a file of a pack changes: `tabletop serve --reload`.

The rooms go on: each journal is on the disk before anybody sees the result of an answer, and open
pages reconnect.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from ..processes import pipe_to_end_with

POLL_INTERVAL_S = 0.2
"""Seconds between two looks at the files."""

SERVER = (
    "from tabletop_core.processes import end_with_pipe; end_with_pipe(); "
    "from tabletop_core.cli import main; main()"
)

KINDS = frozenset({".py", ".toml", ".json", ".csv", ".md", ".svg"})


def serve_again(
    words: Collection[str], folders: Collection[Path], say: Callable[[str], object]
) -> None:
    """Run `tabletop` with these words, and again whenever a file in one of these folders changes.

    A program that ends by itself, for example because a pack cannot be loaded, waits for the next
    change.
    """
    command = [sys.executable, "-c", SERVER, *words]
    seen = _times(folders)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with pipe_to_end_with() as pipe:
        while True:
            process = subprocess.Popen(command, stdin=pipe)
            try:
                while (now := _times(folders)) == seen:
                    time.sleep(POLL_INTERVAL_S)
            except KeyboardInterrupt:
                # The server was told to end as well.
                process.wait()
                return
            except BaseException:
                process.terminate()
                process.wait()
                raise
            changed = {*now.items()} ^ {*seen.items()}
            say(f"{min(changed)[0]} has changed; the server restarts")
            process.terminate()
            process.wait()
            command = [word for word in command if word != "--open"]
            seen = now


def _times(folders: Collection[Path]) -> Mapping[str, int]:
    """Return when each file was last changed."""
    found = {}
    for path in _files(folders):
        with suppress(OSError):
            found[str(path)] = path.stat().st_mtime_ns
    return found


def _files(folders: Collection[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in folder.rglob("*.*") if path.suffix in KINDS)
