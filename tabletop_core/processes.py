"""Processes that we start: each ends as soon as we do, however that happens.

`multiprocessing` gives its processes a parent to wait for. Any other waits for a pipe of which we
alone hold the other end, and which the system closes with us.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread


def end_with_parent() -> None:
    """Let this process, which `multiprocessing` has started, end as soon as its parent does."""
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
