"""Lets the bots of a room play on, beside everything else that the server does."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from logging import getLogger
from multiprocessing import get_context
from time import time
from typing import Any

from ...errors import TabletopError
from .bot_task import BotTask, think
from .registry import RoomRegistry
from .room import BOT_TURN_S


class BotRunner:
    """Plays the bots of all rooms, a task for each room where one is to move.

    Those that look ahead think in `processes` others; while one thinks its room is free.
    """

    def __init__(self, registry: RoomRegistry, threads: Executor, processes: int = 0) -> None:
        self.registry = registry
        self.threads = threads
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def go(self, room_id: str) -> None:
        """Let the bots of a room play, as far as it is their turn."""
        if room_id in self._tasks:
            self._again.add(room_id)
            return
        task = asyncio.create_task(self._play(room_id))
        self._tasks[room_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(room_id, None))

    async def _play(self, room_id: str) -> None:
        loop = asyncio.get_running_loop()

        def within(do: Callable[[Any], Any]) -> Any:
            with self.registry.room(room_id) as room:
                return do(room)

        def move(room: Any) -> Any:
            return room.move_bots(time() + BOT_TURN_S)

        def give(thought: BotTask, answer: Any, room: Any) -> None:
            room.answer_of_bot(thought, answer)

        try:
            while True:
                self._again.discard(room_id)
                found = await loop.run_in_executor(self.threads, within, move)
                if isinstance(found, BotTask):
                    answer = await self.elsewhere(think, found)
                    await loop.run_in_executor(self.threads, within, partial(give, found, answer))
                elif not found and room_id not in self._again:
                    return
        except TabletopError as error:
            # A room that cannot be woken says so to whoever visits it.
            getLogger(__name__).warning("the bots of room %s stopped: %s", room_id, error)
        except Exception as error:
            message = f"a bot failed: {type(error).__name__}: {error}"

            def tell(room: Any) -> None:
                room.bots_failed = message
                room.note(message)

            await loop.run_in_executor(self.threads, within, tell)
            raise

    async def elsewhere(self, do: Callable[..., Any], *given: Any) -> Any:
        """Let something be worked out in another process; once more, where that one ended."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            if self._pool is None:
                context = get_context("spawn")
                self._pool = ProcessPoolExecutor(self.processes, mp_context=context)
            try:
                return await loop.run_in_executor(self._pool, do, *given)
            except BrokenExecutor:
                self._pool = None
        raise RuntimeError("the process that thinks for bots ended twice")

    async def close(self) -> None:
        """Stop all bots; what they were thinking about is asked again another time."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)
