"""Where a game in progress can be run again from, and what was taken back in it."""

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from ..chance import Source
from ..events.event import Event
from .sequence import SequencePlace

CHECKPOINT_EVERY = 30
"""Work between two places in memory from which a game is run again, or more."""

SNAPSHOT_EVERY = 12
"""Work between two snapshots where a game is run again."""


@attrs.define(kw_only=True)
class Start:
    """The beginning of a step: from here a game can be run again.

    Before it came `tape_at` entries of the tape, `drawn` dice and cards, `told` events and, as far
    as they were counted, so many `steps`; `heard` is how many events each seat had been told of.
    """

    state: Any
    place: SequencePlace
    seat: str
    decisions: int
    tape_at: int = 0
    drawn: int = 0
    told: int = 0
    heard: dict[str, int] = attrs.field(factory=dict)
    steps: int = 0

    @property
    def work(self) -> int:
        """How much was done before: entries of the tape and steps, each counted as one."""
        return self.tape_at + self.steps


PlaceOnTape: TypeAlias = tuple[int, Callable[[], Start]]
"""A place to run a game again from: entries of the tape before it, and what returns it."""


@attrs.frozen
class TakenBack:
    """What a seat took back and can be given again.

    Its entries of the tape, the first of which is the answer; the events since; where its last
    step began, if that was after the answer.
    Numbers in it are counted from the answer on, and only those who have answered have `heard`.
    """

    seat: str
    entries: list[tuple[Any, ...]]
    events: list[Event]
    last_step: Start | None


@attrs.define
class Trail:
    """What a game in progress needs to go back; the game itself goes on without looking at it.

    `source` is where dice and cards come from beside the tape, if not seeded; `start` where the
    game begins, if not at the beginning; `checkpoints` are places on the way, and `work` is what
    came before the last of them; `undone` holds what can be given again.
    `snapshot` is where the present step began, or one a little before it, unless all steps are
    noted; `steps` is how many have been counted.
    """

    source: Source | None = None
    start: Start | None = None
    checkpoints: list[PlaceOnTape] = attrs.field(factory=list)
    work: int = 0
    undone: list[TakenBack] = attrs.field(factory=list)
    snapshot: Start | None = None
    steps: int = 0
    notes_all_steps: bool = False

    def stand_at(self, start: Start | None) -> None:
        """Begin to note steps again from a place, or from the beginning."""
        self.snapshot = None
        self.steps = start.steps if start else 0
        self.work = start.work if start else 0

    def last_place(self, entries: int) -> Start | None:
        """Return the last place that came before so many entries of the tape; None: none did."""
        for at, load in reversed(self.checkpoints):
            if at <= entries:
                return load()
        return self.start

    def cut(self, entries: int) -> None:
        """Forget the places that came after so many entries of the tape."""
        while self.checkpoints and self.checkpoints[-1][0] > entries:
            self.checkpoints.pop()

    def keep(self, place: Start) -> None:
        """Keep a place that the game can be run again from."""
        self.checkpoints.append((place.tape_at, lambda: place))
        self.work = place.work

    def is_close(self, tape_at: int) -> bool:
        """Tell whether the last snapshot is so little before a place on the tape that it will do
        to run the game again from.
        """
        return (
            not self.notes_all_steps
            and self.snapshot is not None
            and tape_at + self.steps < self.snapshot.work + SNAPSHOT_EVERY
        )
