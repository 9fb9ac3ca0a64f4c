"""Work spread in chunks over other processes or machines, with results in order.

A worker that dies loses nothing: another one repeats its unfinished work.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, wait
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import attrs

from ..errors import PackError
from .workers import MAX_DEATHS, ExternalExecutor, Workers

CHUNK_SECONDS = 0.3
MAX_IN_CHUNK = 5_000
CHUNKS_AHEAD = 3
"""Chunks submitted for each worker before the first result is back."""
LOOK_SECONDS = 0.1
"""Seconds between two checks for an interrupt while waiting for a chunk."""


class Timed(Protocol):
    """The result of a chunk: how many pieces it had, and how long they took."""

    games: int
    seconds: float


T = TypeVar("T", bound=Timed)


@attrs.define
class Chunks:
    """Cuts work into chunks of about `CHUNK_SECONDS`, by the speed of the finished ones.

    The first chunks are of one game: an interrupted chunk counts for nothing.
    """

    games: int
    workers: int
    first: int = 0
    size: int = 1

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
        self.size = max(1, min(fitting, 8 * self.size, MAX_IN_CHUNK))


@attrs.define
class _Given:
    """A chunk that was submitted."""

    first: int
    count: int
    future: Any
    deaths: int = 0


def spread(
    pool: Workers | ExternalExecutor,
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


@contextmanager
def _deaths(
    pool: Workers | ExternalExecutor, given: deque[_Given], submit: Callable[[int, int], Any]
) -> Iterator[None]:
    """When a worker dies, submit all unfinished chunks again."""
    try:
        yield
    except Exception as error:
        if not _is_death(error):
            raise
        # The oldest chunk is the one waited for; whose fault it was, nobody knows.
        given[0].deaths += 1
        if given[0].deaths >= MAX_DEATHS:
            first, last = given[0].first, given[0].first + given[0].count - 1
            which = f"game {first}" if first == last else f"the games {first} to {last}"
            raise PackError(
                f"workers died {MAX_DEATHS} times while playing {which}; play with one job to see "
                "why"
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
