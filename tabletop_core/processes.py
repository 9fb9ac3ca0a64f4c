"""Processes that we start: each ends as soon as we do, however that happens.

`multiprocessing` gives its processes a parent to wait for. Any other waits for a pipe of which we
alone hold the other end, and which the system closes with us. A program of somebody else does not;
for it, this file is run as a script.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

GRACE_S = 3.0
"""Seconds that the program of somebody else has to end by itself once its input has ended."""


def end_with_parent() -> None:
    """Let this process, which `multiprocessing` has started, end as soon as its parent does."""
    # Not at the top: the script needs none of it, and this takes most of its time.
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        _end_after(parent.join)


@contextmanager
def pipe_to_end_with() -> Iterator[int]:
    """Give the standard input of a program that calls `end_with_pipe`."""
    theirs, ours = os.pipe()
    try:
        yield theirs
    finally:
        os.close(ours)
        os.close(theirs)


def end_with_pipe(pipe: int = 0) -> None:
    """Let this process end as soon as nobody holds the other end of a pipe any more."""
    _end_after(lambda: os.read(pipe, 1))


def _end_after(wait: Callable[[], object]) -> None:
    def end() -> None:
        wait()
        os._exit(1)

    Thread(target=end, daemon=True, name="end with parent").start()


def ending_with_input(words: Sequence[str]) -> list[str]:
    """Return a command that runs a program, in a session of its own, until its input ends.

    The program and all that it has started are killed soon after, even if they heed nothing.
    Where there are no groups of processes the command is left as it is.
    """
    if not hasattr(os, "killpg"):
        return list(words)
    return [sys.executable, "-I", __file__, *words]


def _run_watched(words: list[str]) -> None:
    from select import poll

    program = os.getpid()
    if os.fork() == 0:
        # Whoever reads what the program writes must see its end, and this process still runs then.
        os.close(1)
        os.close(2)
        line = poll()
        line.register(0, 0)  # no event but the end: what there is to read is for the program
        line.poll()
        until = monotonic() + GRACE_S
        while os.getppid() == program and monotonic() < until:
            sleep(0.05)
        os.killpg(program, signal.SIGKILL)
    os.execvp(words[0], words)


if __name__ == "__main__":
    _run_watched(sys.argv[1:])
