"""Work given out in chunks to other processes or machines, and taken back in order.

A worker that dies loses nothing: what it had not finished is done again by another.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

import attrs

from .errors import PackError, TabletopError

CHUNK_SECONDS = 0.3
MOST_IN_CHUNK = 5_000
CHUNKS_AHEAD = 3
"""Chunks given out for each worker before the first of them has come back."""
MOST_DEATHS = 3
"""Workers that may die over the same chunk before it is held to blame."""


class Timed(Protocol):
    """What comes back from a chunk: how many pieces it had, and how long they took."""

    games: int
    seconds: float


T = TypeVar("T", bound=Timed)


@attrs.define
class Chunks:
    """Cuts work into chunks of about `CHUNK_SECONDS`, by the speed of those that came back."""

    games: int
    workers: int
    first: int = 0
    size: int = 4

    def next(self) -> tuple[int, int]:
        left = self.games - self.first
        count = max(1, min(self.size, -(-left // self.workers)))
        self.first += count
        return self.first - count, count

    @property
    def are_left(self) -> bool:
        return self.first < self.games

    def learn(self, done: Timed) -> None:
        fitting = int(done.games * CHUNK_SECONDS / max(done.seconds, 1e-6))
        self.size = max(1, min(fitting, 8 * self.size, MOST_IN_CHUNK))


# ---------------------------------------------------------------- interrupts


LOOK_SECONDS = 0.1
"""Who waits for a chunk looks so often whether there was an interrupt."""


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


# ---------------------------------------------------------------- workers


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


class Pool:
    """Worker processes of our own; opened again when one of them has died."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._before = set(multiprocessing.active_children())
        self._executor = self._open()

    def _open(self) -> Executor:
        return ProcessPoolExecutor(self.jobs, initializer=_begin_worker)

    def submit(self, work: Callable[..., T], *what: Any) -> Any:
        return self._executor.submit(_do, work, *what)

    def reopen(self) -> None:
        # A pool that is broken ends its other workers by itself.
        self._executor.shutdown()
        self._executor = self._open()

    def drop(self, futures: Iterable[Any]) -> None:
        """Leave them to the end of the pool; it would stumble over one that is cancelled."""

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        if kind is not None:
            self._stop_workers()
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
    """An executor of somebody else's, which is not ours to open again."""

    def __init__(self, executor: Executor, jobs: int) -> None:
        self._executor = executor
        self.jobs = jobs

    def submit(self, work: Callable[..., T], *what: Any) -> Any:
        return self._executor.submit(work, *what)

    def reopen(self) -> None:
        """Trust it to have other workers."""

    def drop(self, futures: Iterable[Any]) -> None:
        for future in futures:
            future.cancel()


# ---------------------------------------------------------------- giving out


@attrs.define
class _Given:
    """A chunk that was given out."""

    first: int
    count: int
    future: Any
    deaths: int = 0


def spread(
    pool: Pool | Borrowed,
    games: int,
    work: Callable[..., T],
    what: Any,
    is_interrupted: Callable[[], bool] = lambda: False,
) -> Iterator[T]:
    """Yield `work(what, first, count)` of each chunk, in order, done by the workers of a pool.

    Raises:
        KeyboardInterrupt: `is_interrupted` says so; it is asked between chunks and while waiting.
        PackError: workers die over the same chunk again and again.
    """
    chunks = Chunks(games, 2 * pool.jobs)
    given: deque[_Given] = deque()

    def submit(first: int, count: int) -> Any:
        return pool.submit(work, what, first, count)

    try:
        while given or chunks.are_left:
            while chunks.are_left and len(given) < CHUNKS_AHEAD * pool.jobs:
                first, count = chunks.next()
                with _deaths(pool, given, submit):
                    given.append(_Given(first, count, None))
                    given[-1].future = submit(first, count)
            while not (given[0].future.done() or is_interrupted()):
                wait([given[0].future], LOOK_SECONDS)
            if is_interrupted():
                raise KeyboardInterrupt
            with _deaths(pool, given, submit):
                done = given[0].future.result()
                given.popleft()
                chunks.learn(done)
                yield done
    finally:
        pool.drop([chunk.future for chunk in given if chunk.future is not None])


@contextmanager
def _deaths(
    pool: Pool | Borrowed, given: deque[_Given], submit: Callable[[int, int], Any]
) -> Iterator[None]:
    """When a worker dies, give out again all that has not come back."""
    try:
        yield
    except Exception as error:
        if not _is_death(error):
            raise
        # The oldest chunk is the one waited for; whose fault it was, nobody knows.
        given[0].deaths += 1
        if given[0].deaths >= MOST_DEATHS:
            last = given[0].first + given[0].count - 1
            raise PackError(
                f"workers died {MOST_DEATHS} times over the games {given[0].first} to {last}; "
                "play them with one job to see why"
            ) from error
        pool.reopen()
        for chunk in given:
            if not _is_done(chunk.future):
                chunk.future = submit(chunk.first, chunk.count)


def _is_death(error: Exception) -> bool:
    # Dask has an error of its own for it, which is known by its name where Dask is not installed.
    kinds = (BrokenExecutor, CancelledError)
    return isinstance(error, kinds) or type(error).__name__ == "KilledWorker"


def _is_done(future: Any) -> bool:
    return (
        future is not None
        and future.done()
        and not future.cancelled()
        and future.exception() is None
    )


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
        yield client.get_executor(pure=False, retries=MOST_DEATHS), max(1, threads)
    finally:
        with suppress(OSError):
            client.close()
