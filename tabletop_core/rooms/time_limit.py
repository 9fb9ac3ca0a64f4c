"""Threads whose work has a time limit, so that a rule that never ends stops only its room."""

import asyncio
import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock, get_ident
from time import monotonic
from typing import Any, TypeVar

from ..errors import TabletopError

T = TypeVar("T")

GRACE_S = 1.0
"""Seconds that work has to end after it was stopped. Then its thread is abandoned."""


class TimeIsUp(BaseException):
    """Raised in the thread of work that took too long.

    It is not an `Exception`, so that a rule that catches exceptions does not catch it.
    """


class TooSlowError(TabletopError):
    """Work exceeded its time limit and was stopped."""


class _Job:
    """Work in a thread that another thread can stop."""

    def __init__(self, do: Callable[[], Any]) -> None:
        self._do = do
        self._lock = Lock()
        self._thread = 0
        self.began = 0.0

    def __call__(self) -> Any:
        with self._lock:
            self._thread = get_ident()
            self.began = monotonic()
        try:
            return self._do()
        finally:
            with self._lock:
                self._thread = 0
            # A stop that comes too late must not hit the next work of this thread.
            _raise_in(get_ident(), None)

    def stop(self) -> None:
        with self._lock:
            if self._thread:
                _raise_in(self._thread, TimeIsUp)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in a thread as soon as it runs Python code again; None withdraws it.

    This is the only way to stop a thread in CPython. It does not reach into a single call that runs
    no Python code. If such a call also holds the interpreter, such as a power with millions of
    digits, it stops the whole process.
    """
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error)
    )


class TimedThreads:
    """Threads for one kind of work; each piece is stopped after `seconds`, counted from its start.

    A thread that cannot be stopped is abandoned: new threads take over, and `is_stuck` stays true.
    """

    def __init__(self, name: str, threads: int, seconds: float) -> None:
        self.name = name
        self.threads = threads
        self.seconds = seconds
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
        left = limit
        while left > 0:
            await asyncio.wait([future], timeout=left)
            if future.done():
                return _result(future, limit)
            # Work that has not begun waits for a thread, and its time has not begun either.
            left = limit - (monotonic() - job.began) if job.began else limit
        job.stop()
        await asyncio.wait([future], timeout=GRACE_S)
        if not future.done():
            self.is_stuck = True
            self._executor.shutdown(wait=False)
            self._executor = self._open()
            # Nobody waits for it any more.
            future.add_done_callback(lambda late: late.cancelled() or late.exception())
            raise TooSlowError(f"it did not end within {limit:g} seconds and cannot be stopped")
        return _result(future, limit)

    def close(self) -> None:
        """Accept no more work. Whatever is running may finish."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _result(future: "asyncio.Future[T]", limit: float) -> T:
    try:
        return future.result()
    except TimeIsUp:
        raise TooSlowError(f"it did not end within {limit:g} seconds") from None
