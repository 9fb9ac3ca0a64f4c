"""The line of those who wait for a processor, fair by person."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import attrs


@attrs.define(eq=False)
class _Waiting:
    """One who waits, and the most persons that were in the line meanwhile."""

    granted: asyncio.Future[None]
    most: int = 0


class FairLine:
    """Gives out places: next is the person who has the fewest, and of those who waited longest.

    So whoever has many rooms waits for their own. Where more persons think than there are places,
    each gets a smaller share of the time: so nobody waits for others more than twice the time that
    one of them may think.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._at_work = Counter[str]()
        self._waiting: dict[str, deque[_Waiting]] = {}

    @asynccontextmanager
    async def place(self, person: str) -> AsyncIterator[float]:
        """Wait for a place and hold it; give the share of the full time that may be used there."""
        one = _Waiting(asyncio.get_running_loop().create_future())
        self._waiting.setdefault(person, deque()).append(one)
        persons = len(self._waiting.keys() | self._at_work.keys())
        for waiting in self._waiting.values():
            for other in waiting:
                other.most = max(other.most, persons)
        if self._at_work.total() < self.places:
            self._give()
        try:
            await one.granted
        except asyncio.CancelledError:
            if not one.granted.cancelled():
                self._free(person)
            raise
        try:
            yield min(1.0, self.places / one.most)
        finally:
            self._free(person)

    def _free(self, person: str) -> None:
        # Whoever leaves counts as at work until the next is chosen, and so is not the next.
        self._give()
        self._at_work -= Counter({person: 1})
        if person in self._waiting:
            self._waiting[person] = self._waiting.pop(person)

    def _give(self) -> None:
        """Give a place to the next in the line, if anybody is."""
        while self._waiting:
            person = min(self._waiting, key=self._at_work.__getitem__)
            waiting = self._waiting[person]
            one = waiting.popleft()
            if not waiting:
                del self._waiting[person]
            if not one.granted.cancelled():
                one.granted.set_result(None)
                self._at_work[person] += 1
                return
