"""Threads whose work has a time limit, so that a rule that never ends stops only its room."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock, get_ident
from time import monotonic
from typing import Any, TypeVar

from ..engine.endless import LOOKS_S, Standstill, TimeIsUp, raise_in
from ..engine.faults import fault_of
from ..errors import TabletopError

T = TypeVar("T")

GRACE_S = 1.0
"""Seconds that work has to end after it was stopped. Then its thread is abandoned."""


class TooSlowError(TabletopError):
    """Work exceeded its time limit and was stopped."""


class _Job:
    """Work in a thread that another thread can stop."""

    def __init__(self, do: Callable[[], Any]) -> None:
        self._do = do
        self._lock = Lock()
        self._thread = 0
        self.began = 0.0
        self._standstill: Standstill | None = None

    def __call__(self) -> Any:
        with self._lock:
            self._thread = get_ident()
            self.began = monotonic()
            self._standstill = Standstill(self._thread, monotonic)
        try:
            return self._do()
        finally:
            with self._lock:
                self._thread = 0
            # A stop that comes too late must not hit the next work of this thread.
            raise_in(get_ident(), None)

    @property
    def what(self) -> str:
        """What was wrong with work that was stopped."""
        return f"it did not end within {monotonic() - self.began:.2g} seconds"

    def seconds_left(self, limit: float, still: float) -> float:
        """Return for how long it may go on."""
        if self._standstill is None:
            # Work that has not begun waits for a thread, and its time has not begun either.
            return limit
        left = limit - (monotonic() - self.began)
        return min(left, still - self._standstill.seconds())

    def stop(self) -> None:
        with self._lock:
            if self._thread:
                raise_in(self._thread, TimeIsUp)


class TimedThreads:
    """Threads for one kind of work; each piece is stopped after `seconds`, counted from its start.

    So is a rule that asks nothing for `still` seconds.
    A thread that cannot be stopped is abandoned: new threads take over, and `is_stuck` stays true.
    """

    def __init__(self, name: str, threads: int, seconds: float, still: float) -> None:
        self.name = name
        self.threads = threads
        self.seconds = seconds
        self.still = still
        self.is_stuck = False
        self._executor = self._open()

    def _open(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix=self.name)

    async def run(self, do: Callable[..., T], *given: Any, seconds: float = 0.0) -> T:
        """Run a function in one of the threads.

        Args:
            seconds: the limit for this piece of work, where it is another than usual.

        Raises:
            TooSlowError: it did not end in time.
        """
        limit = seconds or self.seconds
        job = _Job(partial(do, *given))
        future: asyncio.Future[T]
        future = asyncio.get_running_loop().run_in_executor(self._executor, job)
        while (left := job.seconds_left(limit, self.still)) > 0:
            await asyncio.wait([future], timeout=min(left, LOOKS_S))
            if future.done():
                return _result(future, job)
        job.stop()
        await asyncio.wait([future], timeout=GRACE_S)
        if not future.done():
            self.is_stuck = True
            self._executor.shutdown(wait=False)
            self._executor = self._open()
            # Nobody waits for it any more.
            future.add_done_callback(lambda late: late.cancelled() or late.exception())
            raise TooSlowError(
                f"it did not end within {monotonic() - job.began:.2g} seconds and cannot be stopped"
            )
        return _result(future, job)

    def close(self) -> None:
        """Accept no more work. Whatever is running may finish."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _result(future: "asyncio.Future[T]", job: _Job) -> T:
    try:
        return future.result()
    except TimeIsUp as error:
        raise TooSlowError(str(fault_of(error, job.what) or job.what)) from None
