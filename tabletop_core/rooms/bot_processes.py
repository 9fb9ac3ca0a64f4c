"""Processes in which bots think, so that no room waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from ..processes import end_with_parent


class BotProcesses:
    """Processes for what takes long, each with one piece of work, so that each can be ended alone.

    Whoever uses them keeps to `places` at the same time. They start when they are first needed, and
    end with this process however it ends.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()

    async def run(self, do: Callable[..., Any], *given: Any, seconds: float) -> Any:
        """Run a function in one of the processes; once more, where that process died.

        Raises:
            TimeoutError: it took longer than `seconds`; its process was ended.
        """
        for _ in range(2):
            process = self._idle.pop() if self._idle else _new_process()
            self._busy.add(process)
            work: Future[Any] | None = None
            try:
                work = process.submit(do, *given)
                async with asyncio.timeout(seconds):
                    return await asyncio.wrap_future(work)
            except BrokenExecutor:
                work = None
            finally:
                self._busy.discard(process)
                if work is not None and work.done() and not work.cancelled():
                    self._idle.append(process)
                else:
                    _end(process)
        raise RuntimeError("the process that computes for bots died twice")

    def close(self) -> None:
        for process in [*self._idle, *self._busy]:
            _end(process)
        self._idle.clear()


def _new_process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=end_with_parent)


def _end(executor: ProcessPoolExecutor) -> None:
    for process in list((executor._processes or {}).values()):
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)
