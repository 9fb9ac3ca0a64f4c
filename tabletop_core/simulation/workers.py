"""Who does the work that is given out: processes of our own, or an executor of somebody else's."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from ..errors import TabletopError

T = TypeVar("T")

MAX_DEATHS = 3
"""Workers that may die over the same work before it is held to blame."""


# ---------------------------------------------------------------- in a worker of ours


STOP = getattr(signal, "SIGUSR1", None)
"""Tells a worker of ours to drop what it does; where there is no such signal, it is killed."""


class _Dropped(BaseException):
    """Raised in the midst of a chunk that nobody waits for any more."""


class _AtWork:
    """What a worker of ours knows of itself."""

    is_busy = False
    is_stopped = False


def _begin_worker() -> None:
    # Ctrl-C reaches every process of the group; the first one alone decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if STOP is not None:
        signal.signal(STOP, _stop)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {STOP})


def _stop(*_: object) -> None:
    _AtWork.is_stopped = True
    if _AtWork.is_busy:
        raise _Dropped


def _do(work: Callable[..., T], *what: Any) -> T:
    """Do the work of a chunk in a worker of ours, unless it is told to stop."""
    try:
        _AtWork.is_busy = True
        if _AtWork.is_stopped:
            raise _Dropped
        return work(*what)
    except _Dropped:
        raise CancelledError from None
    finally:
        _AtWork.is_busy = False


# ---------------------------------------------------------------- workers


class Workers:
    """Worker processes of our own; opened again when one of them has died."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._before = set(multiprocessing.active_children())
        self._executor = self._open()

    def _open(self) -> Executor:
        return ProcessPoolExecutor(self.jobs, initializer=_begin_worker)

    def submit(self, work: Callable[..., T], *what: Any) -> Any:
        # A worker may be forked now; told to stop before it can hear that, it would be killed.
        if STOP is None:
            return self._executor.submit(_do, work, *what)
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {STOP})
        try:
            return self._executor.submit(_do, work, *what)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def reopen(self) -> None:
        # A pool that is broken ends its other workers by itself.
        self._executor.shutdown()
        self._executor = self._open()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._stop_workers()
        # Cancelled by anybody else, a future would trip up a pool one of whose workers has died.
        self._executor.shutdown(cancel_futures=True)

    def _stop_workers(self) -> None:
        # One killed while it hands over a result would leave the executor waiting for the rest.
        for process in set(multiprocessing.active_children()) - self._before:
            if STOP is None:
                process.terminate()
            elif process.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, STOP)


class Borrowed:
    """An executor of somebody else's: not ours to open again, nor to shut down."""

    def __init__(self, executor: Executor, jobs: int) -> None:
        self.jobs = jobs
        self._executor = executor
        self._waiting: set[Any] = set()

    def submit(self, work: Callable[..., T], *what: Any) -> Any:
        future = self._executor.submit(work, *what)
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def reopen(self) -> None:
        """Trust it to have other workers."""

    def __enter__(self) -> "Borrowed":
        return self

    def __exit__(self, *_: object) -> None:
        for future in list(self._waiting):
            future.cancel()


# ---------------------------------------------------------------- executors by address


@contextmanager
def open_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to a cluster, `dask://HOST:PORT`; yield its executor and the number of its workers.

    Raises:
        TabletopError: no such kind, the extra is missing, or nobody answers.
    """
    kind, _, place = address.partition("://")
    if kind != "dask" or not place:
        raise TabletopError(f"{address!r} names no executor; give one such as dask://HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        raise TabletopError(
            "a Dask cluster needs the extra `dask`; pip install 'tabletop-core[dask]'"
        ) from None
    try:
        client = Client(f"tcp://{place}", timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise TabletopError(
            f"no Dask scheduler answers at {place}: {error}; start one and give its address"
        ) from None
    try:
        threads = sum(client.nthreads().values())
        yield client.get_executor(pure=False, retries=MAX_DEATHS), max(1, threads)
    finally:
        with suppress(OSError):
            client.close()


# ---------------------------------------------------------------- interrupts


@contextmanager
def interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C, rather than break off whatever runs; yield what tells whether there was one.

    Raised in the midst of the code that waits for workers, it could leave a lock locked, and
    everything waiting for ever.
    """
    seen: list[object] = []
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, lambda *_: seen.append(True))
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if seen:
        raise KeyboardInterrupt
