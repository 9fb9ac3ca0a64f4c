"""A server of several processes: each worker has its share of the rooms, and one process above them
starts them again.

They are forked from that process once it has loaded all games, so that a new one is there at once.
A worker that dies, or hangs in a rule that never returns to Python, takes no room of another along.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from logging import getLogger
from time import monotonic, sleep, time
from types import FrameType

import attrs

from ..errors import TabletopError
from ..processes import end_with_pipe
from ..rooms.share import Share
from ..rooms.store import Store
from .work_board import WorkBoard

_log = getLogger(__name__)

LOOK_S = 0.1
"""Seconds between two looks at the workers."""

MAX_START_S = 120.0
"""Seconds in which a worker has to be ready."""

FAULTS = tuple(
    getattr(signal, name)
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL")
    if hasattr(signal, name)
)
"""The ends of a process that its own code causes; the rooms it worked in are set aside."""


@attrs.define
class _Worker:
    share: Share
    board: WorkBoard
    process: int = 0
    began: float = 0.0


class WorkerProcesses:
    """The workers of a server.

    Args:
        count: how many there are.
        work: what a worker does until a signal ends it, in a process of its own.
        store: opens the store of the rooms.
        hang_seconds: after that many without a sign of life a worker is ended and started again.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[Share, WorkBoard], None],
        store: Callable[[], Store],
        hang_seconds: float,
    ) -> None:
        if not hasattr(os, "fork"):
            raise TabletopError("this system starts no workers; leave --workers out")
        self._work = work
        self._store = store
        self._hang_seconds = hang_seconds
        self._workers = [_Worker(Share(at, count), WorkBoard()) for at in range(count)]
        # It closes with this process, however that ends; each worker waits for it.
        self._alive = os.pipe()
        self._is_ending = False

    @property
    def processes(self) -> Sequence[int]:
        return [worker.process for worker in self._workers]

    def run(self, ready: Callable[[], object], stop_seconds: float) -> None:
        """Run the workers until a signal ends this process; `ready` is called once all serve.

        Raises:
            TabletopError: one did not begin to serve.
        """
        with self._store() as store:
            store.change("DELETE FROM failures")
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self._told_to_end)
        # What is there by now stays shared: the collector would write into it.
        gc.collect()
        gc.freeze()
        for worker in self._workers:
            self._start(worker)
        try:
            self._wait_until_ready()
            if not self._is_ending:
                ready()
            while not self._is_ending:
                sleep(LOOK_S)
                for worker in self._workers:
                    self._look_at(worker)
        finally:
            self._end(stop_seconds)

    def _told_to_end(self, number: int, frame: FrameType | None) -> None:
        if self._is_ending:
            for worker in self._workers:
                _signal(worker, signal.SIGKILL)
            os._exit(128 + number)
        self._is_ending = True

    # ------------------------------------------------------------------ one worker

    def _start(self, worker: _Worker) -> None:
        worker.board.clear()
        worker.began = monotonic()
        sys.stdout.flush()
        sys.stderr.flush()
        worker.process = os.fork()
        if worker.process:
            return
        code = 1
        try:
            os.close(self._alive[1])
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            end_with_pipe(self._alive[0])
            self._work(worker.share, worker.board)
            code = 0
        except TabletopError as error:
            _log.error("worker %s: %s", worker.share.number, error)
        except BaseException:
            _log.exception("worker %s failed", worker.share.number)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _wait_until_ready(self) -> None:
        end = monotonic() + MAX_START_S
        while not self._is_ending and not all(one.board.seen for one in self._workers):
            if any(_ended(one) is not None for one in self._workers) or monotonic() > end:
                raise TabletopError("a worker did not start serving; see the lines above")
            sleep(LOOK_S / 4)

    def _look_at(self, worker: _Worker) -> None:
        status = _ended(worker)
        number = worker.share.number
        if status is None:
            since = worker.board.seen or worker.began + MAX_START_S
            if monotonic() - since < self._hang_seconds:
                return
            _log.error("worker %s hangs; it is restarted", number)
            _signal(worker, signal.SIGKILL)
            os.waitpid(worker.process, 0)
            self._set_aside(worker.board.rooms(self._hang_seconds / 2), "it never came to an end")
        else:
            _log.error("worker %s ended (%s); it is restarted", number, _words(status))
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) in FAULTS:
                self._set_aside(worker.board.rooms(0.0), "the process crashed")
        if monotonic() - worker.began < 1.0:
            # What fails at once would otherwise fail without a pause.
            sleep(0.5)
        self._start(worker)

    def _set_aside(self, rooms: Sequence[str], why: str) -> None:
        """Close the rooms in which a worker was at work when it failed, until the host opens them.

        What is kept here, the new worker reads.
        """
        for room in rooms:
            _log.error("room %s is set aside: %s", room, why)
            try:
                with self._store() as store:
                    found = store.one("SELECT title FROM rooms WHERE id = ?", room)
                    if found is not None:
                        store.put(
                            "failures",
                            "room",
                            room=room,
                            title=found["title"],
                            why=f"a rule of its game stopped a whole process: {why}",
                            at=time(),
                            set_aside=1,
                        )
            except TabletopError as error:
                _log.error("room %s: %s", room, error)

    def _end(self, seconds: float) -> None:
        for worker in self._workers:
            _signal(worker, signal.SIGTERM)
        end = monotonic() + seconds
        while any(_ended(one) is None for one in self._workers) and monotonic() < end:
            sleep(LOOK_S / 4)
        for worker in self._workers:
            _signal(worker, signal.SIGKILL)


def _ended(worker: _Worker) -> int | None:
    """Return how a process ended, or None while it runs."""
    try:
        found, status = os.waitpid(worker.process, os.WNOHANG)
    except ChildProcessError:
        return 0
    return status if found else None


def _signal(worker: _Worker, number: int) -> None:
    # A process that has ended is waited for only once, so its number may be another's by now.
    if worker.process and _ended(worker) is None:
        os.kill(worker.process, number)


def _words(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"status {os.waitstatus_to_exitcode(status)}"
