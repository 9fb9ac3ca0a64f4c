"""A game in progress going back: the story again, undo and redo, copies and forks.

The state is restored where a step began, and the steps run again, fed from the tape.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import attrs

from ..chance import Manual, ReplayOnly, Seeded, Source
from ..errors import PackError, SaveError, SequenceError
from ..events.event import Event, shown_to_all
from .decisions import Together
from .going_on import GoingOn
from .pack_data import PackData
from .rule_side import D, S
from .sequence import Walker
from .state import clone
from .tape import Tape, Taped, given_in
from .trail import PlaceOnTape, Start, TakenBack, Trail

if TYPE_CHECKING:
    from .game import Game


class GoingBack(GoingOn[S, D]):
    """The side of a game in progress that takes back, gives again, and copies."""

    # ------------------------------------------------------------------ the story

    @property
    def events(self) -> list[Event]:
        """What has happened so far.

        Where a game woke at a checkpoint, its story before is told again when somebody asks.
        """
        if self._untold:
            self._recall(self._trail.start)
        return self._events

    @property
    def first_at_hand(self) -> int:
        """The number of the first event that is told without playing the tape again."""
        return self._untold

    def events_since(self, first: int) -> list[Event]:
        """Return the events from this number on, without playing what came before again."""
        if first < self._untold:
            return self.events[first:]
        return self._events[first - self._untold :]

    def _recall(self, start: Start | None) -> None:
        """Have the events from a place on in memory, by playing the tape from there again.

        Raises:
            SaveError: they are not as many as there were; the checkpoint is not of this game.
        """
        assert self.tape is not None
        missing = self._untold - (start.told if start else 0)
        if missing <= 0:
            return
        again = type(self)(
            self.game,
            options=self.options,
            data=self.data,
            seed=self.seed,
            source=ReplayOnly(),
            tape=Tape(self.tape.entries[: self._woken_at]),
            record=self._record,
            headings=self._headings,
            snapshots=False,
            start=start,
        ).begin()
        if len(again._events) < missing:
            raise SaveError(
                f"{len(again._events)} events come before the checkpoint this game woke at, but "
                f"there were {missing}; it is of another game"
            )
        self._events = [*again._events[:missing], *self._events]
        self._untold -= missing
        self._woken_at = start.tape_at if start else 0

    # ------------------------------------------------------------------ taking back

    def _go_back(self, entries: int) -> None:
        """Cut the tape after so many entries and play the game again up to there.

        Only from the last place on that the game can be run from; so it takes no longer, however
        long the game is.
        """
        assert self.tape is not None
        self._trail.cut(entries)
        start, source = self._trail.last_place(entries), self._trail.source
        told = start.told if start else 0
        kept, untold = self._events, self._untold
        del self.tape.entries[entries:]
        self.tape.sealed.clear()
        if start is None and isinstance(source, Seeded):
            source.go_to(0)
        if start is not None and told >= untold:
            self._run_from(start, kept[: told - untold])
        else:
            self._begin_at(start, source)

    def _run_from(self, start: Start, events: list[Event]) -> None:
        """Stand at the beginning of a step, with the events before it that are in memory."""
        untold, woken_at = self._untold, self._woken_at
        self._begin_at(start, self._trail.source)
        self._events, self._untold, self._woken_at = events, untold, woken_at

    def retry(self) -> Self:
        """Ask again for the roll or card that the game waits for."""
        assert self.tape is not None
        self._go_back(len(self.tape.entries))
        return self.begin()

    def undo(self, seats: Iterable[str] | None = None) -> bool:
        """Take back the last answer and all that followed from it, dice included.

        `seats`: whose last answer is meant (default: anybody's).
        Returns False when there is none to take back.
        What had been revealed stays in the log, as undone.
        """
        if self._is_fork:
            raise SequenceError("a fork cannot be undone; fork the game again instead")
        if self.tape is None:
            raise SaveError("this game keeps no tape, so nothing can be undone")
        tape = self.tape
        whose = set(self.seats if seats is None else seats)
        for seat in reversed(tape.sealed):
            if seat in whose:
                self.unseal(seat)
                return True
        at = self.last_answer(whose)
        if at is None:
            return False
        given = given_in(tape.entries[at])
        seat, answer = next(one for one in given if one[0] in whose)
        if tape.entries[at][0] == "answers":
            answer = None
        self._recall(self._trail.last_place(at))
        entries, before, untold = tape.entries[at:], self._events, self._untold
        last_step = self._trail.snapshot
        with tape.unwatched():
            self._go_back(at)
            self.begin()
            events = before[self.told - untold :]
            last_step = self._counted_from(at, last_step, entries)
            taken_back = TakenBack(seat, entries, events, last_step)
            facts = {
                "seat": seat,
                "answer": list(answer) if isinstance(answer, tuple) else answer,
                "revealed": shown_to_all(events),
            }
            records = tape.records
            tape.add(("undone", facts))
            tape.records = records
            assert self.decision is not None
            self._log_undone(self.together or self.decision, facts)
        tape.note(("undo", at, facts))
        for decision in self.open:
            decision.token = tape.records
        self._trail.undone.append(taken_back)
        return True

    def redo(self) -> bool:
        """Give the answer again that was taken back last, with the dice and cards that followed.

        Only while nothing else was answered since; False when there is none.
        """
        tape = self.tape
        if tape is None or self.decision is None or not self._trail.undone:
            return False
        asked, self.decision = self.together or self.decision, None
        at, taken_back = len(tape.entries), self._trail.undone.pop()
        tape.entries += taken_back.entries
        for entry in taken_back.entries:
            tape.note(entry)
        if taken_back.last_step is not None:
            # What led to the last step need not run again: its beginning was kept.
            self._run_last_step(at, taken_back.last_step, taken_back.events)
            return True
        answer = self._fed(asked, tape)
        self.decisions += len(asked.decisions) if isinstance(asked, Together) else 1
        self._run(answer)
        return True

    def _counted_from(
        self, at: int, start: Start | None, entries: Sequence[tuple[Any, ...]]
    ) -> Start | None:
        """Return a place with its numbers counted from here, at an answer before it.

        None where it is not after the answer.
        """
        if start is None or start.tape_at <= at:
            return None
        given = chain.from_iterable(map(given_in, entries[: start.tape_at - at]))
        return attrs.evolve(
            start,
            tape_at=start.tape_at - at,
            told=start.told - self.told,
            heard={seat: start.heard[seat] - self.told for seat, _ in given},
        )

    def _run_last_step(self, at: int, counted: Start, events: Sequence[Event]) -> None:
        """Play on from a place that is counted from here, where so many entries were."""
        heard = {seat: self.told + number for seat, number in counted.heard.items()}
        start = attrs.evolve(
            counted,
            tape_at=at + counted.tape_at,
            told=self.told + counted.told,
            heard=self.heard | heard,
        )
        self._run_from(start, [*self._events, *events[: counted.told]])
        self._trail.keep(start)
        self.begin()

    def undo_chance(self, seats: Iterable[str] | None = None) -> bool:
        """Take back the last roll or card of a person's own, and all that followed from it.

        Only where no answer of these seats came after it; False when there is none.
        The game then waits: `retry` asks for it again.

        Raises:
            SequenceError: this is a fork.
        """
        if self._is_fork:
            raise SequenceError("a fork cannot be undone; fork the game again instead")
        tape = self.tape
        if tape is None or not isinstance(self._trail.source, Manual):
            return False
        if not set(tape.sealed).isdisjoint(self.seats if seats is None else seats):
            return False
        last = self.last_answer(seats)
        for at in range(len(tape.entries) - 1, -1 if last is None else last, -1):
            if tape.entries[at][0] in ("roll", "draw"):
                break
        else:
            return False
        tape.note(("retyped", at))
        self._go_back(at)
        self._trail.undone = []
        self.is_waiting = True
        return True

    def last_answer(self, seats: Iterable[str] | None = None) -> int | None:
        """Return where on the tape the last answer of these seats, or of anybody, stands."""
        assert self.tape is not None
        whose = set(self.seats if seats is None else seats)
        entries = self.tape.entries
        for at in range(len(entries) - 1, -1, -1):
            if any(seat in whose for seat, _ in given_in(entries[at])):
                return at
        return None

    def answered_by(self, at: int, seats: Iterable[str] | None = None) -> str:
        """Return the seat that gave the answer at a place of the tape.

        Of several that chose at the same time, it is the first of `seats` (default: of all).
        """
        assert self.tape is not None
        whose = set(self.seats if seats is None else seats)
        return next(seat for seat, _ in given_in(self.tape.entries[at]) if seat in whose)

    @property
    def undone_by(self) -> str | None:
        """Whose answer `redo` would give again; None where there is none."""
        if self.tape is None or self.decision is None or not self._trail.undone:
            return None
        return self._trail.undone[-1].seat

    # ------------------------------------------------------------------ aside

    def __reduce__(self) -> Any:
        data = self.data
        where = (data.overlays, data.digest) if isinstance(data, PackData) else ((), "")
        return _again_elsewhere, (type(self), self.game, *where, self._made_of())

    def __deepcopy__(self, memo: Any) -> Self:
        made_of = self._made_of()
        made_of["source"] = deepcopy(made_of["source"], memo)
        copy = self._again(self.game, self.data, made_of, self._trail.checkpoints)
        memo[id(self)] = copy
        return copy

    def _made_of(self) -> dict[str, Any]:
        """Return what makes the same game in progress again, beside the game and its data.

        Raises:
            SaveError: it keeps no tape.
            SequenceError: it is a fork for a seat, whose cards are on no tape.
        """
        if self.tape is None:
            raise SaveError("this game keeps no tape, so it cannot be copied; start it with one")
        if self._fair_to is not None:
            raise SequenceError(
                "what is hidden in a fork for a seat was drawn anew and is on no tape, so it "
                "cannot be copied; copy the game and fork the copy"
            )
        first, start, source = 0, self._trail.start, self._trail.source
        if self._is_fork:
            # A fork begins where its last step does; its own chance goes on from where it is.
            snapshot = self.step_start
            assert isinstance(self.source, Taped)
            source = self.source.inner
            start = attrs.evolve(snapshot, tape_at=0, drawn=0, told=0, heard={})
            first = snapshot.tape_at
        return {
            "options": dict(self.options),
            "seed": self.seed,
            "source": source,
            "tape": self.tape.copy(first),
            "start": start,
            "record": self._record,
            "headings": self._headings,
            "snapshots": self._snapshots,
            "is_fork": self._is_fork,
        }

    @classmethod
    def _again(
        cls,
        game: "Game[S]",
        data: Any,
        made_of: Mapping[str, Any],
        checkpoints: Sequence[PlaceOnTape] = (),
        notes_all_steps: bool = False,
    ) -> Self:
        how = dict(made_of)
        is_fork = how.pop("is_fork")
        if not is_fork:
            play = cls(game, data=data, checkpoints=checkpoints, **how)
            play._trail.notes_all_steps = notes_all_steps
            return play.begin()
        source = how.pop("source")
        play = cls(game, data=data, **how)
        assert play.tape is not None
        play._is_fork = True
        play._trail.start = None
        play.source = Taped(source, play.tape, keep_pace=False)
        return play.begin()

    def as_it_was(self, entries: int, *, notes_all_steps: bool = False) -> Self:
        """Return a copy that stands where only so many entries were on the tape.

        Its `step_start` is that of the present step where it `notes_all_steps`, else perhaps that
        of one a little earlier.
        """
        made_of = self._made_of()
        made_of["tape"] = Tape(made_of["tape"].entries[:entries])
        made_of["source"] = ReplayOnly()
        return self._again(
            self.game, self.data, made_of, self._trail.checkpoints, notes_all_steps=notes_all_steps
        )

    def fork(
        self,
        *purpose: object,
        seat: str | None = None,
        record: bool = False,
        snapshots: bool = False,
        source: Source | None = None,
    ) -> Self:
        """Return an independent copy that stands at the same decision, with fresh chance.

        `purpose` names the fork's own random stream (`chance_of_fork`).
        `seat`: for whom the copy is; what this seat may not know is drawn anew, and what others
        have chosen at the same time is open again.
        `source`: where its dice and cards come from instead.
        """
        if self.tape is None or self._trail.snapshot is None:
            raise SequenceError("this game was started without snapshots, so it cannot be forked")
        snapshot = self._trail.snapshot
        chance = source or self.chance_of_fork(*purpose)
        fair_to = seat or self._fair_to
        tape = self.tape.copy(snapshot.tape_at, lambda one: fair_to in (None, one))
        other = self._copy()
        other._forget()
        other._trail = Trail()
        other.tape = tape
        other.source = Taped(chance, tape, keep_pace=False)
        other.state = clone(snapshot.state)
        other.seat = snapshot.seat
        other.decisions = snapshot.decisions
        other._reached = None
        other._record = record
        other._headings = False
        other._snapshots = snapshots
        other._walker = walker = Walker(self.game.program, snapshot.place)
        other._asking = other._walk(walker.step)
        other._is_fork = True
        other._run(None)
        if self.decision is not None and other.together is None:
            # The same question, whose options are known.
            assert other.decision is not None
            other.decision.options = self.decision.options
        # A fork of a fork is run again from its snapshot, where the true cards still are.
        other._fair_to = fair_to
        # What is drawn here belongs to no step, so it must not stand on the tape.
        taped, other.source = other.source, chance
        if other._fair_to is not None:
            determinize: Callable[[Any, str], None] = self.game.determinize_for
            determinize(other, other._fair_to)
            if other.together is not None:
                other.together.ask_anew(but=other._fair_to)
                other.decision = other.question_of(other._fair_to) or other.together.open[0]
        if snapshots:
            other.source = taped
        else:
            # Nothing will run it again, so it need not note what happens.
            other.tape = None
        return other

    def chance_of_fork(self, *purpose: object) -> Seeded:
        """Return the dice and cards of the fork that is made here for this purpose."""
        return Seeded(self.seed, "fork", self.decisions, *purpose)


def _again_elsewhere(
    kind: type[GoingBack[Any]],
    game: "Game[Any]",
    overlays: Sequence[str],
    digest: str,
    made_of: Mapping[str, Any],
) -> GoingBack[Any]:
    """Return a game in progress in another process, with the data of the pack that is there.

    Raises:
        PackError: they are other data.
    """
    data = game.data_with([Path(overlay) for overlay in overlays])
    if data.digest != digest:
        raise PackError(
            f"the data of {game.id} are not the same here as where this game was copied; "
            "install the same version, with the same overlays"
        )
    return kind._again(game, data, made_of)
