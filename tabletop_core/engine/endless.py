"""A limit for code of a game that never ends: it is stopped at its line, wherever that is.

What moves is a rule that asks, or the next game. A rule that has neither asked nor ended for long,
or another function of a pack that has not returned, stands still.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import process_time
from typing import TYPE_CHECKING, Any

from ..errors import PackError
from .frames import innermost_frame, is_in_rule, piece_at_work

if TYPE_CHECKING:
    from .faults import Fault

BUDGET_S = 5.0
"""Seconds that a rule may go on without asking. Most take less than a thousandth of one."""
WAITS_S = 15.0
"""Seconds that a rule may wait for something outside of the game, with no processor at work."""
LOOKS_S = 0.25
"""Seconds between two looks."""


class TimeIsUp(BaseException):
    """Raised in the thread of work that took too long.

    It is not an `Exception`, so that a rule that catches exceptions does not catch it.
    """


class WaitIsUp(TimeIsUp):
    """Raised in the thread of a rule that waited too long for something outside of the game."""


class EndlessError(PackError):
    """A rule, or another function of a pack, went on without end and was stopped."""

    def __init__(self, fault: "Fault", remedy: str) -> None:
        self.fault, self.remedy = fault, remedy
        super().__init__(f"{fault}; {remedy}")

    def __reduce__(self) -> tuple[type, tuple["Fault", str]]:
        return EndlessError, (self.fault, self.remedy)


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


@contextmanager
def _waking(thread: int) -> Iterator[Callable[[], None]]:
    """Give a function that ends a call of the main thread in which it waits for the system.

    Where a signal arrives, Python code is run, and so what was raised in the thread arrives, too.
    The function is not written in Python: on 3.11 a thread that is traced, as by a debugger, enters
    no such function while an error waits for another thread.
    """
    if threading.main_thread().ident != thread or not hasattr(signal, "pthread_kill"):
        yield lambda: None
        return
    before = signal.signal(signal.SIGURG, lambda *_: None)
    try:
        yield partial(signal.pthread_kill, thread, signal.SIGURG)
    finally:
        signal.signal(signal.SIGURG, before or signal.SIG_DFL)


class Standstill:
    """Tells how long a thread has been in one and the same piece of a game's code."""

    def __init__(self, thread: int, clock: Callable[[], float]) -> None:
        self._thread = thread
        self._clock = clock
        # The objects are kept, so that no other can take their place in memory meanwhile.
        self._piece: tuple[Any, int] | None = None
        self._since = clock()
        self._idle = 0
        self._busy = process_time()

    def seconds(self) -> float:
        """Look again; return the seconds since something moved."""
        frame = innermost_frame(self._thread)
        piece = piece_at_work(frame)
        before, self._piece = self._piece, piece
        busy, self._busy = self._busy, process_time()
        self._idle += 1
        if piece is None or before is None or piece[0] is not before[0] or piece[1] != before[1]:
            self._since = self._clock()
            self._idle = 0
        elif self._busy - busy > LOOKS_S / 10 or not is_in_rule(frame):
            self._idle = 0
        return self._clock() - self._since

    @property
    def looks_idle(self) -> int:
        """How many looks in a row have found a rule that waits while no processor is at work.

        Looks are counted, since a process that was halted makes none.
        """
        return self._idle


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

    def watch(wake: Callable[[], None]) -> None:
        standstill = Standstill(thread, process_time)
        # An interrupt may come before `ended` is set. Then no budget is left.
        while budget := next(reversed(budgets), 0.0):
            if ended.wait(look := min(LOOKS_S, budget / 4)):
                return
            is_up = standstill.seconds() >= budget
            waits = standstill.looks_idle * look >= WAITS_S
            if not is_up and not waits:
                continue
            with lock:
                if not ended.is_set():
                    raise_in(thread, TimeIsUp if is_up else WaitIsUp)
                    wake()
            # Where a callback swallows the error, the next one gets through.
            standstill = Standstill(thread, process_time)

    try:
        if not is_outermost:
            yield
            return
        with _waking(thread) as wake:
            watcher = threading.Thread(target=watch, args=[wake], daemon=True, name="ending")
            watcher.start()
            try:
                yield
            finally:
                with lock:
                    ended.set()
                # What follows may start processes, before which no other thread should run.
                watcher.join()
    except TimeIsUp as error:
        from .faults import fault_of

        what = f"it neither asked nor ended within {seconds:g} seconds"
        remedy = "give the loop an end"
        if isinstance(error, WaitIsUp):
            what = f"it waited {WAITS_S:g} seconds for something outside of the game"
            remedy = "a rule waits for nothing but answers"
        error.args = (what,)
        fault = fault_of(error, what)
        if fault is None:
            raise
        raise EndlessError(fault, remedy) from error
    finally:
        budgets.pop()
        if is_outermost:
            del _budgets[key]
