"""A limit for code of a game that never ends: it is stopped at its line, wherever that is.

What moves is a rule that asks, or the next game. A rule that has neither asked nor ended for long,
or another function of a pack that has not returned, stands still.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import TYPE_CHECKING, Any

from ..errors import PackError
from .frames import innermost_frame, piece_at_work

if TYPE_CHECKING:
    from .faults import Fault

BUDGET_S = 5.0
"""Seconds that a rule may go on without asking. Most take less than a thousandth of one."""
LOOKS_S = 0.25
"""Seconds between two looks."""


class TimeIsUp(BaseException):
    """Raised in the thread of work that took too long.

    It is not an `Exception`, so that a rule that catches exceptions does not catch it.
    """


class EndlessError(PackError):
    """A rule, or another function of a pack, went on without end and was stopped."""

    def __init__(self, fault: "Fault") -> None:
        self.fault = fault
        super().__init__(f"{fault}; give the loop an end")

    def __reduce__(self) -> tuple[type, tuple["Fault"]]:
        return EndlessError, (self.fault,)


def raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in a thread as soon as it runs Python code again; None withdraws it.

    This is the only way to stop a thread in CPython. It does not reach into a single call that runs
    no Python code. If such a call also holds the interpreter, such as a power with millions of
    digits, it stops the whole process.
    """
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error)
    )


class Standstill:
    """Tells how long a thread has been in one and the same piece of a game's code."""

    def __init__(self, thread: int, clock: Callable[[], float]) -> None:
        self._thread = thread
        self._clock = clock
        # The objects are kept, so that no other can take their place in memory meanwhile.
        self._piece: tuple[Any, int] | None = None
        self._since = clock()

    def seconds(self) -> float:
        """Look again; return the seconds since something moved."""
        piece = piece_at_work(innermost_frame(self._thread))
        before, self._piece = self._piece, piece
        if piece is None or before is None or piece[0] is not before[0] or piece[1] != before[1]:
            self._since = self._clock()
        return self._clock() - self._since


_budgets: dict[tuple[int, int], list[float]] = {}
"""The seconds that each watched thread of a process has, the innermost limit last."""


@contextmanager
def ending(seconds: float = BUDGET_S) -> Iterator[None]:
    """Stop whatever code of a game in this thread goes on without end.

    `seconds` counts the time of the processor, so that a busy machine stops no rule.

    Raises:
        EndlessError: it was stopped; the message names the rule, the file and the line.
        TimeIsUp: it was stopped while a pack was imported, of which no function is known yet.

    A page without threads, as in a browser, watches nothing: a worker of it can be ended whole.
    """
    if sys.platform == "emscripten":
        yield
        return
    thread = threading.get_ident()
    key = os.getpid(), thread
    is_outermost = key not in _budgets
    budgets = _budgets.setdefault(key, [])
    seconds = min([seconds, *budgets[-1:]])
    budgets.append(seconds)
    ended, lock = threading.Event(), threading.Lock()

    def watch() -> None:
        standstill = Standstill(thread, process_time)
        while not ended.wait(min(LOOKS_S, budgets[-1] / 4)):
            if standstill.seconds() < budgets[-1]:
                continue
            with lock:
                if not ended.is_set():
                    raise_in(thread, TimeIsUp)
            # Where a callback swallows the error, the next one gets through.
            standstill = Standstill(thread, process_time)

    watcher = threading.Thread(target=watch, daemon=True, name="ending")
    if is_outermost:
        watcher.start()
    try:
        yield
    except TimeIsUp as error:
        from .faults import fault_of

        error.args = (f"it did not ask or end within {seconds:g} seconds",)
        fault = fault_of(error, *error.args)
        if fault is None:
            raise
        raise EndlessError(fault) from error
    finally:
        if is_outermost:
            with lock:
                ended.set()
            del _budgets[key]
            # What follows may start processes, before which no other thread should run.
            watcher.join()
        else:
            budgets.pop()
