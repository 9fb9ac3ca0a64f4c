"""Going back in a match, and forward again."""

from collections.abc import Iterable
from typing import Any

from ..chance import Manual, Seeded
from ..errors import SaveError, SequenceError
from ..events.event import Event, shown_to_all
from .checkpoints import Checkpoint, Checkpoints, UndoneAnswer
from .runner import Runner
from .tape import Tape, given_in


class History:
    """What a match has behind it, and the ways back: undo, redo, roll again."""

    def __init__(self, runner: Runner[Any, Any]) -> None:
        self._runner = runner

    @property
    def checkpoints(self) -> Checkpoints:
        """The places from which the match can be run again; only with a tape."""
        return self._runner.checkpoints

    def go_back(self, entries: int) -> None:
        """Cut the tape to this many entries and replay the game up to there.

        The replay starts at the last checkpoint, so it takes no longer in a longer game.
        """
        runner = self._runner
        assert runner.tape is not None
        checkpoints = runner.checkpoints
        checkpoints.cut(entries)
        start, source = checkpoints.last_before(entries), checkpoints.source
        del runner.tape.entries[entries:]
        runner.tape.sealed.clear()
        if start is None and isinstance(source, Seeded):
            source.go_to(0)
        log = runner.play.events
        if start is not None and start.event_count >= log.first_in_memory:
            self._run_from(start, log[log.first_in_memory : start.event_count])
        else:
            runner.go_to(start, source)

    def _run_from(self, start: Checkpoint, events: list[Event]) -> None:
        """Go to the beginning of a step, with the events before it that are in memory."""
        runner = self._runner
        first, tape_at = runner.play.events.first_in_memory, runner.play.events.tape_at
        runner.go_to(start, runner.checkpoints.source)
        runner.hold_events(events, first, tape_at)

    def retry(self) -> None:
        """Ask again for the roll or the card that the match waits for."""
        runner = self._runner
        assert runner.tape is not None
        self.go_back(len(runner.tape.entries))
        runner.begin()

    def undo(self, seats: Iterable[str] | None = None) -> bool:
        """Undo the last answer and all that followed from it, dice included.

        `seats`: whose last answer is undone (default: anybody's).
        Return False if there is none.
        What had been revealed stays in the log, as undone.

        Raises:
            SaveError: the match keeps no tape.
            SequenceError: this is a fork.
        """
        runner = self._runner
        tape = self.own_tape("nothing can be undone")
        whose = set(runner.play.seats if seats is None else seats)
        for seat in reversed(tape.sealed):
            if seat in whose:
                runner.retract(seat)
                return True
        at = self.last_answer(whose)
        if at is None:
            return False
        checkpoints = runner.checkpoints
        given = given_in(tape.entries[at])
        seat, answer = next(one for one in given if one[0] in whose)
        if tape.entries[at][0] == "answers":
            answer = None
        runner.recall(checkpoints.last_before(at))
        log = runner.play.events
        entries, before, first = tape.entries[at:], log.in_memory, log.first_in_memory
        last_step: Checkpoint | None = checkpoints.snapshot
        with tape.unwatched():
            self.go_back(at)
            runner.begin()
            events = before[len(log) - first :]
            if last_step is not None:
                is_after = last_step.tape_at > at
                counted = (at, len(log), entries)
                last_step = last_step.relative_to(*counted) if is_after else None
            undone = UndoneAnswer(seat, entries, events, last_step)
            facts = {
                "seat": seat,
                "answer": list(answer) if isinstance(answer, tuple) else answer,
                "revealed": shown_to_all(events),
            }
            records = tape.records
            tape.add(("undone", facts))
            tape.records = records
            assert runner.play.decision is not None
            runner.log_undone(runner.simultaneous or runner.play.decision, facts)
        tape.note(("undo", at, facts))
        for decision in runner.open:
            decision.token = tape.records
        checkpoints.undone.append(undone)
        return True

    def own_tape(self, what: str) -> Tape:
        """Return the tape of a match that goes on by itself, for which else `what` holds."""
        runner = self._runner
        self._refuse_fork(what)
        if runner.tape is None:
            raise SaveError(f"this game keeps no tape, so {what}")
        return runner.tape

    def _refuse_fork(self, what: str) -> None:
        runner = self._runner
        if runner.is_fork:
            raise SequenceError(f"in a fork {what}; fork the game again instead")

    def redo(self) -> bool:
        """Redo the answer that was undone last, with the dice and cards that followed.

        Return False if there is none; another answer in between discards those undone.
        """
        runner = self._runner
        tape = runner.tape
        if tape is None or runner.play.decision is None or not runner.checkpoints.undone:
            return False
        asked = runner.simultaneous or runner.play.decision
        runner.play.decision = None
        at, undone = len(tape.entries), runner.checkpoints.undone.pop()
        tape.entries += undone.entries
        for entry in undone.entries:
            tape.note(entry)
        if undone.last_step is None:
            runner.run(runner.fed(asked, tape))
            return True
        # The steps before the last one need not run again: the beginning of the last was kept.
        log, last_step = runner.play.events, undone.last_step
        start = last_step.counted_on_from(at, len(log), runner.seen_count)
        self._run_from(start, [*log.in_memory, *undone.events[: last_step.event_count]])
        runner.checkpoints.keep(start)
        runner.begin()
        return True

    def undo_chance(self, seats: Iterable[str] | None = None) -> bool:
        """Undo the last roll or card that a person entered, and all that followed from it.

        Return False if there is none, or an answer of these seats came after it.
        The match then waits: `retry` asks for the roll or card again.

        Raises:
            SequenceError: this is a fork.
        """
        runner = self._runner
        self._refuse_fork("nothing can be undone")
        tape = runner.tape
        if tape is None or not isinstance(runner.checkpoints.source, Manual):
            return False
        if not set(tape.sealed).isdisjoint(runner.play.seats if seats is None else seats):
            return False
        last = self.last_answer(seats)
        for at in range(len(tape.entries) - 1, -1 if last is None else last, -1):
            if tape.entries[at][0] in ("roll", "draw"):
                break
        else:
            return False
        tape.note(("retyped", at))
        self.go_back(at)
        runner.checkpoints.undone = []
        runner.is_waiting = True
        return True

    def last_answer(self, seats: Iterable[str] | None = None) -> int | None:
        """Return the place on the tape of the last answer of these seats, or of anybody."""
        runner = self._runner
        assert runner.tape is not None
        whose = set(runner.play.seats if seats is None else seats)
        entries = runner.tape.entries
        for at in range(len(entries) - 1, -1, -1):
            if any(seat in whose for seat, _ in given_in(entries[at])):
                return at
        return None

    def answered_by(self, at: int, seats: Iterable[str] | None = None) -> str:
        """Return the seat that gave the answer at a place of the tape.

        Of several that chose at the same time, it is the first of `seats` (default: of all).
        """
        runner = self._runner
        assert runner.tape is not None
        whose = set(runner.play.seats if seats is None else seats)
        return next(seat for seat, _ in given_in(runner.tape.entries[at]) if seat in whose)

    @property
    def undone_by(self) -> str | None:
        """The seat whose answer `redo` would repeat; None if there is none."""
        runner = self._runner
        if runner.tape is None or runner.play.decision is None or not runner.checkpoints.undone:
            return None
        return runner.checkpoints.undone[-1].seat
