"""Rooms at work for a front end: in threads with a time limit, with their bots, and cared for."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from logging import getLogger
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from .bot_runner import BotRunner, Thinker
from .bot_task import BotLimits
from .errors import PutAwayError
from .registry import RoomRegistry
from .room import Room
from .time_limit import TimedThreads, TooSlowError

T = TypeVar("T")

_log = getLogger(__name__)


class RoomServer:
    """The rooms of a registry, for a front end that runs in an event loop.

    Rooms, bots, whole games and what is short have threads of their own, so that none waits for
    another kind.
    """

    def __init__(
        self,
        registry: RoomRegistry,
        *,
        bot_limits: BotLimits,
        thinker: Thinker,
        threads: int = 8,
        answer_seconds: float = 10.0,
        wake_seconds: float = 60.0,
        idle: float = 600.0,
        put_away_days: float = 0.0,
        alone: bool = False,
        working_in: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """Prepare to serve rooms; `start` begins.

        Args:
            threads: how many rooms work at the same moment.
            answer_seconds: how long the rules may take for one answer; `wake_seconds` to wake a
                room or to replay a game.
            idle: seconds after which a room that nobody uses goes to sleep.
            put_away_days: days after which a finished game that nobody looks at is put away.
            alone: whether rooms wake only when somebody visits them.
            working_in: entered with the id of a room while work is done in it.
        """
        self.registry = registry
        self.rules = TimedThreads("rules", threads, answer_seconds, answer_seconds)
        self.bot_moves = TimedThreads("bots", 2, answer_seconds, answer_seconds)
        self.whole_games = TimedThreads("whole games", 2, wake_seconds, answer_seconds)
        self.pages = TimedThreads("pages", 4, answer_seconds, answer_seconds)
        self.bots = BotRunner(self._within_for_bots, bot_limits, thinker)
        self._idle = idle
        self._put_away_days = put_away_days
        self._is_alone = alone
        self._working_in = working_in
        self._caretakers: list[asyncio.Task[None]] = []
        # One piece of work in a room at a time, so that a slow room takes one thread and not all.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # ------------------------------------------------------------------ beginning and end

    async def start(self) -> None:
        """Wake the rooms that were awake when the server ended, so that their bots go on."""
        self._caretakers = [asyncio.create_task(self._take_care())]

    async def stop(self) -> None:
        """End everything; the journals hold all that was acknowledged."""
        for caretaker in self._caretakers:
            caretaker.cancel()
        await self.bots.close()
        for threads in self._threads:
            threads.close()
        self.registry.close()

    async def _take_care(self) -> None:
        """Wake rooms, then let idle ones sleep; no failure of a room keeps this from the others."""
        # Whoever is alone visits a room before anything shall happen in it.
        left = [] if self._is_alone else await self.in_thread(self.registry.left_awake)
        for room_id in left:
            if self.registry.awake_room(room_id) is not None:
                continue  # Somebody was quicker, and its bots go on.
            try:
                await self.within(room_id, lambda room: None)
            except Exception as error:
                if room_id not in self.registry.failures:
                    self.registry.failures.record(room_id, error)
        while True:
            await asyncio.sleep(min(60.0, self._idle))
            try:
                # However many rooms there are: each closes within a moment.
                await self.pages.run(self.registry.sleep_idle, self._idle, seconds=3600)
                await self.pages.run(self.registry.end_by_silence, seconds=3600)
                await self.pages.run(self.registry.forget_deleted, seconds=3600)
                if days := self._put_away_days:
                    await self.pages.run(self.registry.put_away_unused, days, seconds=3600)
            except Exception:
                _log.exception("rooms could not be put to sleep")

    @property
    def is_stuck(self) -> bool:
        """Whether a thread will never end, so that the process must be ended with force."""
        return any(threads.is_stuck for threads in self._threads)

    @property
    def _threads(self) -> tuple[TimedThreads, ...]:
        return self.rules, self.bot_moves, self.whole_games, self.pages

    # ------------------------------------------------------------------ threads

    async def in_thread(self, do: Callable[..., T], *given: Any) -> T:
        """Run something short that uses the disk, outside the event loop.

        Raises:
            TooSlowError: it did not end in time.
        """
        return await self.pages.run(do, *given)

    async def with_rules(self, do: Callable[..., T], *given: Any) -> T:
        """Run rules for no open room: a new game, a replay, a chart.

        Raises:
            TooSlowError: they did not end in time.
        """
        return await self.whole_games.run(do, *given)

    async def within(self, room_id: str, do: Callable[[Room], T], *, awake: bool = True) -> T:
        """Do something in a room; then its bots play if it is their turn.

        Raises:
            SetAsideError: a rule of this room did not end before.
            TooSlowError: it did not end now.
        """
        return await self._within(self.rules, room_id, do, awake=awake)

    async def within_even_asleep(self, room_id: str, do: Callable[[Room], T]) -> T:
        """Do something that needs no game, in a room that is woken if it can be."""
        try:
            return await self.within(room_id, do)
        except Exception as error:
            if not self.has_no_game(room_id, error):
                raise
        return await self.within(room_id, do, awake=False)

    def has_no_game(self, room_id: str, error: Exception) -> bool:
        """Return whether a room failed at waking, so that all but its game can be shown."""
        return isinstance(error, PutAwayError) or room_id in self.registry.failures

    async def _within_for_bots(self, room_id: str, do: Callable[[Room], T]) -> T:
        return await self._within(self.bot_moves, room_id, do)

    async def _within(
        self, threads: TimedThreads, room_id: str, do: Callable[[Room], T], *, awake: bool = True
    ) -> T:
        def done() -> tuple[T, bool]:
            with self._working_in(room_id), self.registry.room(room_id, awake=awake) as room:
                found = do(room)
                is_on = room.awake is not None and not (room.is_over or room.deleted)
                return found, is_on and room.seating.has_bots

        turn = self._turns.get(room_id)
        if turn is None:
            turn = self._turns[room_id] = asyncio.Lock()
        async with turn:
            if awake:
                self.registry.failures.check_open(room_id)
            is_awake = self.registry.awake_room(room_id) is not None
            seconds = self.rules.seconds if is_awake else self.whole_games.seconds
            try:
                found, is_on = await threads.run(done, seconds=seconds)
            except TooSlowError as error:
                why = f"a rule of its game took too long: {error}"
                self.registry.failures.record(room_id, TooSlowError(why), set_aside=True)
                self.bots.cancel(room_id)
                self.registry.failures.check_open(room_id)
                raise
        if threads is not self.bot_moves:
            (self.bots.go if is_on else self.bots.cancel)(room_id)
        return found
