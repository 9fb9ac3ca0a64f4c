"""Bots of all rooms, playing in the background."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from logging import getLogger
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeAlias

from ...errors import TabletopError
from .bot_task import BotLimits, BotTask, think
from .room import Room

Within: TypeAlias = Callable[[str, Callable[[Room], Any]], Awaitable[Any]]
"""Does something in the room with an id, in a thread."""

_log = getLogger(__name__)


class BotRunner:
    """Plays the bots of all rooms, with a task for each room in which a bot is to move.

    Bots that look ahead think in other processes. While one thinks, its room is free.
    """

    def __init__(self, within: Within, limits: BotLimits, processes: int = 0) -> None:
        self.limits = limits
        self.processes = BotProcesses(processes or max(1, (os.cpu_count() or 2) - 1))
        self._within = within
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def go(self, room_id: str) -> None:
        """Let the bots of a room play as long as it is their turn."""
        if room_id in self._tasks:
            self._again.add(room_id)
            return
        task = asyncio.create_task(self._play(room_id))
        self._tasks[room_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(room_id, None))

    def cancel(self, room_id: str) -> None:
        """Stop the bots of a room that is over or gone, including any that are thinking."""
        task = self._tasks.get(room_id)
        if task is not None:
            task.cancel()

    async def _play(self, room_id: str) -> None:
        try:
            while True:
                self._again.discard(room_id)
                found = await self._within(room_id, lambda room: room.move_bots())
                if isinstance(found, BotTask):
                    await self._think(room_id, found)
                elif not found and room_id not in self._again:
                    return
        except TabletopError as error:
            # A room that cannot be used reports that to its next visitor.
            _log.warning("the bots of room %s stopped: %s", room_id, error)
        except Exception as error:
            _log.exception("the bots of room %s failed", room_id)
            await self._report(room_id, f"a bot failed: {type(error).__name__}: {error}")

    async def _think(self, room_id: str, task: BotTask) -> None:
        try:
            answer = await self.work_out(think, task, self.limits)
        except TimeoutError:
            _log.warning("room %s: the bot %s took too long", room_id, task.name)
            await self._within(room_id, lambda room: room.give_up_on_bot(task))
        else:
            await self._within(room_id, lambda room: room.answer_of_bot(task, answer))

    async def _report(self, room_id: str, message: str) -> None:
        def report(room: Room) -> None:
            room.bots_failed = message
            room.note(message)

        try:
            await self._within(room_id, report)
        except TabletopError as error:
            _log.warning("room %s: %s", room_id, error)

    async def work_out(self, do: Callable[..., Any], *given: Any) -> Any:
        """Run a function in another process, for as long as a bot may think.

        Raises:
            TimeoutError: it took longer.
        """
        return await self.processes.run(do, *given, seconds=self.limits.seconds)

    async def close(self) -> None:
        """Stop all bots. What they were thinking about is asked again another time."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self.processes.close()


class BotProcesses:
    """Processes for slow work, each with one piece of work, so that each can be ended separately.

    They start when first needed, and end with this process, however it ends.
    """

    def __init__(self, count: int) -> None:
        self._slots = asyncio.Semaphore(count)
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()

    async def run(self, do: Callable[..., Any], *given: Any, seconds: float) -> Any:
        """Run a function in one of the processes; run it once more if that process died.

        Raises:
            TimeoutError: it took longer than `seconds`; its process was ended.
        """
        async with self._slots:
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
        raise RuntimeError("the process that thinks for bots ended twice")

    def close(self) -> None:
        for process in [*self._idle, *self._busy]:
            _end(process)
        self._idle.clear()


def _new_process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end(executor: ProcessPoolExecutor) -> None:
    for process in list((executor._processes or {}).values()):
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """Let this process end as soon as its parent does, even if the parent is killed."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True, name="end with parent").start()
