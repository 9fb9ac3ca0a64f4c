"""A watchdog that stops a rule that never ends, at whatever line it is."""

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time


class EndlessError(BaseException):
    """Raised in the middle of a rule that takes too long; no `except Exception` stops it."""


@contextmanager
def watchdog(progress: Callable[[], int], seconds: float) -> Iterator[None]:
    """Raise `EndlessError` in this thread when `progress()` stays the same for too long.

    `seconds` counts processor time, so that a busy machine stops no rule.
    """
    thread = threading.get_ident()
    lock = threading.Lock()
    ended = threading.Event()

    def watch() -> None:
        before, since = progress(), process_time()
        while not ended.wait(seconds / 2):
            now, worked = progress(), process_time()
            if now != before:
                before, since = now, worked
            with lock:
                # Where a callback swallows the error, the next one gets through.
                if worked - since >= seconds and not ended.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(thread), ctypes.py_object(EndlessError)
                    )
                    since = worked

    threading.Thread(target=watch, daemon=True, name="watchdog").start()
    try:
        yield
    finally:
        with lock:
            ended.set()
