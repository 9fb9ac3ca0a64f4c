"""Worker processes: our own, or those of an executor that the caller provides."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from ..errors import TabletopError
from ..processes import end_with_parent

T = TypeVar("T")

MAX_DEATHS = 3
"""The number of workers that may die over the same work before it is blamed."""


# ---------------------------------------------------------------- in a worker of ours


STOP = getattr(signal, "SIGUSR1", None)
"""The signal that makes our worker drop its work; on systems without it, the worker is killed."""


class _Dropped(BaseException):
    """Raised in the middle of a chunk that nobody waits for any more."""


class _AtWork:
    """The state of one of our workers, in its own process."""

    is_busy = False
    is_stopped = False


def _begin_worker() -> None:
    end_with_parent()
    # Ctrl-C reaches every process of the group; only the main one decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if STOP is not None:
        signal.signal(STOP, _stop)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {STOP})


def _stop(*_: object) -> None:
    _AtWork.is_stopped = True
    if _AtWork.is_busy:
        raise _Dropped


def _do(work: Callable[..., T], *what: Any) -> T:
    """Do the work of a chunk in one of our workers, unless it has a signal to stop."""
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
    """Worker processes of our own; the pool is reopened when one of them has died."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._before = set(multiprocessing.active_children())
        self._executor = self._open()

    def _open(self) -> Executor:
        return ProcessPoolExecutor(self.jobs, initializer=_begin_worker)

    def submit(self, work: Callable[..., T], *what: Any) -> Any:
        # This may fork a worker; a signal before it has installed its handler would kill it.
        if STOP is None:
            return self._executor.submit(_do, work, *what)
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {STOP})
        try:
            return self._executor.submit(_do, work, *what)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def reopen(self) -> None:
        # A broken pool ends its other workers by itself.
        self._executor.shutdown()
        self._executor = self._open()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._stop_workers()
        # Only the pool may cancel futures: otherwise one with a dead worker fails on them.
        self._executor.shutdown(cancel_futures=True)

    def _stop_workers(self) -> None:
        # A worker killed while it sends a result would leave the executor waiting for the rest.
        for process in set(multiprocessing.active_children()) - self._before:
            if STOP is None:
                process.terminate()
            elif process.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, STOP)


class ExternalExecutor:
    """An executor that the caller provides: not ours to reopen or to shut down."""

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
        """Do nothing: the executor is trusted to have other workers."""

    def __enter__(self) -> "ExternalExecutor":
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
        raise TabletopError(
            f"{address!r} is not the address of an executor; give one such as dask://HOST:PORT"
        )
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
    """Record Ctrl-C instead of raising at once; yield a function that says whether there was one.

    Raised in the code that waits for workers, it could leave a lock locked and everything waiting
    forever.
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
