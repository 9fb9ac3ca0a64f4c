"""The events of a game, of which the first may have to be replayed."""

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from ..events.event import Event


class EventLog(Sequence[Event]):
    """The events so far, as a sequence.

    If the match was resumed at a checkpoint, the events before it are replayed when somebody reads
    one of them. `log[first:]` replays none where `first_in_memory` is no later than that.
    """

    __slots__ = ("first_in_memory", "in_memory", "recall", "tape_at")

    first_in_memory: int
    """The number of the first event that is available without replaying the tape."""
    in_memory: list[Event]
    """The events from that number on."""
    tape_at: int
    """The number of tape entries before the first event in memory."""
    recall: Callable[[], None] | None
    """A function that brings back the events before those in memory."""

    def __init__(self) -> None:
        self.in_memory, self.first_in_memory, self.tape_at, self.recall = [], 0, 0, None

    def hold(
        self,
        events: list[Event],
        first: int,
        tape_at: int,
        recall: Callable[[], None] | None = None,
    ) -> None:
        """Hold these events in memory: `first` is the number, `tape_at` the place of the first."""
        self.in_memory, self.first_in_memory, self.tape_at = events, first, tape_at
        self.recall = recall if first else None

    def __len__(self) -> int:
        return self.first_in_memory + len(self.in_memory)

    def __iter__(self) -> Iterator[Event]:
        self._need(0)
        return iter(self.in_memory)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        if isinstance(at, int):
            at = at + len(self) if at < 0 else at
            self._need(at)
            if not 0 <= at < len(self):
                raise IndexError(f"there is no event {at}; there are {len(self)}")
            return self.in_memory[at - self.first_in_memory]
        start, stop, step = at.indices(len(self))
        if step != 1:
            return list(self)[at]
        if start >= stop:
            return []
        self._need(start)
        return self.in_memory[start - self.first_in_memory : stop - self.first_in_memory]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventLog | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def _need(self, number: int) -> None:
        """Bring back the earlier events if this one is not in memory."""
        if self.recall is not None and number < self.first_in_memory:
            self.recall()
