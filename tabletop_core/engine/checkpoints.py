"""The checkpoints from which a match can be run again, and the answers undone in it."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import attrs

from ..chance import Source
from ..events.event import Event
from .sequence import SequencePlace
from .tape import given_in

CHECKPOINT_EVERY = 30
"""The least work between two checkpoints that are kept in memory."""

SNAPSHOT_EVERY = 12
"""The least work between two snapshots while a match is run again."""


@attrs.define(kw_only=True)
class Checkpoint:
    """The beginning of a step, from which a match can be run again.

    `tape_at` counts the entries of the tape before it, `drawn` the dice and cards, `event_count`
    the events, and `steps` the steps, as far as they were counted.
    `seen_count` is the number of events that each seat had been shown.
    """

    state: Any
    place: SequencePlace
    seat: str
    decisions: int
    tape_at: int = 0
    drawn: int = 0
    event_count: int = 0
    seen_count: dict[str, int] = attrs.field(factory=dict)
    steps: int = 0

    @property
    def work(self) -> int:
        """The work done before: the number of tape entries plus the number of steps."""
        return self.tape_at + self.steps

    def as_beginning(self) -> "Checkpoint":
        """Return a copy that begins a match without a tape before it."""
        return attrs.evolve(self, tape_at=0, drawn=0, event_count=0, seen_count={})

    def of_fork(self) -> "Checkpoint":
        """Return the first checkpoint of a fork that begins here, which shares the state."""
        return Checkpoint(
            state=self.state, place=self.place, seat=self.seat, decisions=self.decisions, steps=1
        )

    def relative_to(
        self, tape_at: int, event_count: int, entries: Sequence[tuple[Any, ...]]
    ) -> "Checkpoint":
        """Return a copy whose numbers are counted from an earlier answer.

        `tape_at` entries and `event_count` events came before that answer; `entries` begin with it.
        Only seats that have answered since keep their `seen_count`.
        """
        given = chain.from_iterable(map(given_in, entries[: self.tape_at - tape_at]))
        return attrs.evolve(
            self,
            tape_at=self.tape_at - tape_at,
            event_count=self.event_count - event_count,
            seen_count={seat: self.seen_count[seat] - event_count for seat, _ in given},
        )

    def counted_on_from(
        self, tape_at: int, event_count: int, seen_count: dict[str, int]
    ) -> "Checkpoint":
        """Return a checkpoint whose numbers were relative with absolute ones again."""
        since = {seat: event_count + number for seat, number in self.seen_count.items()}
        return attrs.evolve(
            self,
            tape_at=tape_at + self.tape_at,
            event_count=event_count + self.event_count,
            seen_count=seen_count | since,
        )


@attrs.frozen
class LazyCheckpoint:
    """A checkpoint that is loaded on demand; `tape_at` entries of the tape came before it."""

    tape_at: int
    load: Callable[[], Checkpoint]


@attrs.frozen
class UndoneAnswer:
    """An answer that was undone and can be redone, with all that followed from it.

    `entries` are the entries of the tape, beginning with the answer; `events` are the events since.
    `last_step` is the beginning of the last step, if that came after the answer; its numbers are
    counted from the answer.
    """

    seat: str
    entries: list[tuple[Any, ...]]
    events: list[Event]
    last_step: Checkpoint | None


@attrs.define
class Checkpoints:
    """The checkpoints of a match, and the answers that can be redone.

    `source` gives the dice and cards that are not on the tape, if they are not seeded.
    `start` is where the match begins, if not at the beginning of the game.
    `kept` holds the checkpoints on the way, and `work` is the work before the last of them.
    `undone` holds the answers that can be redone.
    `snapshot` is the beginning of the present step or, unless `notes_all_steps`, a little earlier.
    `steps` counts the steps.
    """

    source: Source | None = None
    start: Checkpoint | None = None
    kept: list[LazyCheckpoint] = attrs.field(factory=list)
    work: int = 0
    undone: list[UndoneAnswer] = attrs.field(factory=list)
    snapshot: Checkpoint | None = None
    steps: int = 0
    notes_all_steps: bool = False

    @property
    def step_start(self) -> Checkpoint:
        """The beginning of the present step, or a place a little earlier; only with snapshots."""
        assert self.snapshot is not None
        return self.snapshot

    def go_to(self, checkpoint: Checkpoint | None) -> None:
        """Count steps from a checkpoint, or from the beginning of the game."""
        self.snapshot = None
        self.steps = checkpoint.steps if checkpoint else 0
        self.work = checkpoint.work if checkpoint else 0

    def last_before(self, entries: int) -> Checkpoint | None:
        """Return the last checkpoint with this many entries of the tape before it, or fewer.

        None means the beginning of the game.
        """
        for checkpoint in reversed(self.kept):
            if checkpoint.tape_at <= entries:
                return checkpoint.load()
        return self.start

    def cut(self, entries: int) -> None:
        """Forget the checkpoints that have more entries of the tape before them."""
        while self.kept and self.kept[-1].tape_at > entries:
            self.kept.pop()

    def keep(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in memory."""
        self.kept.append(LazyCheckpoint(checkpoint.tape_at, lambda: checkpoint))
        self.work = checkpoint.work

    def keep_if_far(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint if enough work was done since the last one."""
        if checkpoint.work >= self.work + CHECKPOINT_EVERY:
            self.keep(checkpoint)

    def is_close(self, tape_at: int) -> bool:
        """Return whether it is little work to run again from the last snapshot to this entry."""
        return (
            not self.notes_all_steps
            and self.snapshot is not None
            and tape_at + self.steps < self.snapshot.work + SNAPSHOT_EVERY
        )
