"""Stops a rule that computes for ever, at whatever line it is."""

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class EndlessError(BaseException):
    """Raised in the middle of a rule that takes too long; no `except Exception` stops it."""


@contextmanager
def watchdog(progress: Callable[[], int], seconds: float) -> Iterator[None]:
    """Raise `EndlessError` in this thread when `progress()` stays the same for so many seconds."""
    thread = threading.get_ident()
    lock = threading.Lock()
    ended = threading.Event()

    def watch() -> None:
        before = progress()
        while not ended.wait(seconds):
            now = progress()
            with lock:
                if now == before and not ended.is_set():
                    ended.set()
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(thread), ctypes.py_object(EndlessError)
                    )
            before = now

    threading.Thread(target=watch, daemon=True, name="watchdog").start()
    try:
        yield
    finally:
        with lock:
            ended.set()
