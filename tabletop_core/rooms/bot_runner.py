"""Bots of all rooms, playing in the background."""

import asyncio
from collections.abc import Awaitable, Callable
from logging import getLogger
from typing import Any, Protocol, TypeAlias

from ..errors import TabletopError
from ..events.words import counted
from .bot_moves import answer_of_bot, give_up_on_bot, move_bots
from .bot_task import BotLimits, BotTask, think
from .errors import RoomError
from .fair_line import FairLine
from .room import Room

Within: TypeAlias = Callable[[str, Callable[[Room], Any]], Awaitable[Any]]
"""Does something in the room with an id, in a thread."""

_log = getLogger(__name__)


class Thinker(Protocol):
    """Runs a function elsewhere: in another process, or in another worker of a browser.

    `places` is for how many functions there is room at the same time.
    """

    places: int

    async def run(self, do: Callable[..., Any], *given: Any, seconds: float) -> Any:
        """Run a function of a module with values that can be pickled.

        Raises:
            TimeoutError: it took longer than `seconds` and was ended.
        """

    def close(self) -> None: ...


class BotRunner:
    """Plays the bots of all rooms, with a task for each room in which a bot is to move.

    Bots that look ahead think elsewhere. While one thinks, its room is free.
    """

    def __init__(self, within: Within, limits: BotLimits, thinker: Thinker) -> None:
        self.limits = limits
        self.thinker = thinker
        self._line = FairLine(thinker.places)
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
                found = await self._within(room_id, move_bots)
                if isinstance(found, BotTask):
                    await self._think(room_id, found)
                elif not found and room_id not in self._again:
                    return
        except TabletopError as error:
            # A room that cannot be used reports that to its next visitor.
            _log.warning("the bots of room %s stopped: %s", room_id, error)
        except Exception as error:
            _log.exception("the bots of room %s failed", room_id)
            words = f"a bot failed ({type(error).__name__}); the log of the server has the reason"
            await self._report(room_id, words)

    async def _think(self, room_id: str, task: BotTask) -> None:
        try:
            async with self._line.place(task.person) as share:
                answer = await self._run(think, task, self.limits, share)
        except TimeoutError:
            _log.warning("room %s: the bot %s took too long", room_id, task.name)
            await self._within(room_id, lambda room: give_up_on_bot(room, task))
        else:
            await self._within(room_id, lambda room: answer_of_bot(room, task, answer))

    async def _report(self, room_id: str, message: str) -> None:
        def report(room: Room) -> None:
            room.bots_failed = message
            room.note(message)

        try:
            await self._within(room_id, report)
        except TabletopError as error:
            _log.warning("room %s: %s", room_id, error)

    async def work_out(self, person: str, do: Callable[..., Any], *given: Any) -> Any:
        """Run a function for a person elsewhere, for as long as a bot may think.

        Raises:
            RoomError: it took longer.
        """
        try:
            async with self._line.place(person):
                return await self._run(do, *given)
        except TimeoutError as error:
            seconds = counted(self.limits.seconds, "second")
            raise RoomError(
                f"no hint was found in {seconds}, which is the limit; ask again later"
            ) from error

    async def _run(self, do: Callable[..., Any], *given: Any) -> Any:
        return await self.thinker.run(do, *given, seconds=self.limits.seconds)

    async def close(self) -> None:
        """Stop all bots. What they were thinking about is asked again another time."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self.thinker.close()
