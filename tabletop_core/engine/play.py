"""One game in progress.

A step of the sequence starts from a snapshot of the state and the place.
All that enters it from outside, answers and chance, is kept on a tape.
To resume, undo or fork, the state is restored and the steps run again, fed from the tape;
so a rule can be a plain generator and never needs to be stored.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from pathlib import Path
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import attrs

from ..chance import ChanceWaits, Manual, Seeded, Source, Unrolled
from ..errors import IllegalAnswerError, PackError, SaveError, SequenceError, StaleAnswerError
from ..events.event import Event, shown_to_all
from ..viewers import Viewer
from .decisions import Answer, Asks, Decision, Together
from .outcome import GameOver
from .pack_data import PackData
from .rule_side import D, RuleSide, S
from .rules import CountedRules
from .sequence import SequencePlace, Step, Walker
from .state import clone
from .tape import Tape, Taped, given_in

if TYPE_CHECKING:
    from .game import Game
    from .rules import Rule

Chooser: TypeAlias = Callable[["Play[Any]", Decision], Answer | None]
"""Answers a decision, or returns None to leave it to somebody else."""


CHECKPOINT_EVERY = 20
"""Entries of the tape between two places in memory from which a game is run again, or more."""

SNAPSHOT_EVERY = 8
"""Entries of the tape between two snapshots where a game is run again."""


@attrs.define(kw_only=True)
class Start:
    """The beginning of a step: from here a game can be run again.

    Before it came `tape_at` entries of the tape, `drawn` dice and cards, `told` events;
    `heard` is how many of these each seat had been told of.
    """

    state: Any
    place: SequencePlace
    seat: str
    decisions: int
    tape_at: int = 0
    drawn: int = 0
    told: int = 0
    heard: dict[str, int] = attrs.field(factory=dict)


PlaceOnTape: TypeAlias = tuple[int, Callable[[], Start]]
"""A place to run a game again from: entries of the tape before it, and what returns it."""


def _unplayed() -> dict[str, Any]:
    """Return what a game in progress holds before anything has happened in it.

    `rolling` is the dice rolled last, so that a person who rolls by hand can be told how they are
    read; `secret_of` the seats that alone may see the dice or card that come now, if not all may;
    `heard` how many events there were when each seat last answered: it was told of these.
    """
    return {
        "rules": [],
        "_events": [],
        "_untold": 0,
        "_woken_at": 0,
        "decision": None,
        "together": None,
        "outcome": None,
        "is_waiting": False,
        "rolling": None,
        "secret_of": None,
        "decisions": 0,
        "heard": {},
        "step": None,
        "_snapshot": None,
    }


class Play(RuleSide[S, D]):
    """A game in progress: its state, its place in the sequence, chance, events and tape.

    Rules use `state`, `data`, `options`, `seat`, `ask`, `roll`, `draw`, `look_up`, `log`, `end`:
    the side told by `RuleSide`.
    Those who play use `decision`, `answer`, `undo`, `fork`, `outcome`, `events`.
    Where several seats choose at the same time (`together`), `open` has the question of each and
    `decision` is one of them.

    Made by `Game.start`; see there for the parameters.
    Others: `start` is where the game begins, if not at the beginning; `checkpoints` are places on
    the way that a long tape need not be played up to.
    """

    is_waiting: bool
    together: Together | None
    heard: dict[str, int]
    _snapshot: Start | None
    _asking: Asks
    _untold: int
    _woken_at: int
    _is_fork = False
    _fair_to: str | None = None

    def __init__(
        self,
        game: "Game[S]",
        *,
        options: Mapping[str, Any],
        data: Any,
        seed: int | str,
        source: Source | None = None,
        tape: Tape | None = None,
        record: bool = True,
        headings: bool = True,
        snapshots: bool = True,
        start: Start | None = None,
        checkpoints: Sequence[PlaceOnTape] = (),
        reached: "Counter[Rule] | None" = None,
    ) -> None:
        self.game = game
        self.options = options
        self.data = data
        self.seed = seed
        self.seats: tuple[str, ...] = game.seats_for(options)
        self.tape = tape
        self._first_source = source
        self._record = record
        self._headings = headings
        self._snapshots = snapshots and tape is not None
        self._start = start
        self._checkpoints: list[PlaceOnTape] = list(checkpoints)
        self._undone: list[list[tuple[Any, ...]]] = []
        self._reached = reached
        self._begin_at(self._last_place(len(tape.entries)) if tape and checkpoints else start)

    def _begin_at(self, start: Start | None) -> None:
        """Stand at the beginning of a step, or of the game, to be fed from the tape."""
        game = self.game
        source = self._first_source or Seeded(self.seed, "chance")
        if start is not None and isinstance(source, Seeded):
            source.go_to(start.drawn)
        if self.tape is not None:
            self.tape.at = start.tape_at if start else 0
            drawn = start.drawn if start else 0
            source = Taped(source, self.tape, keep_pace=True, drawn=drawn)
        self.__dict__.update(_unplayed())
        self.source = source
        self.seat = self.seats[0]
        if self._reached is not None:
            self.rules = CountedRules(self._reached)
        self._walker = walker = Walker(game.program, start.place if start else None)
        if start is None:
            self.state = game.new_state(self)
        else:
            self.state = clone(start.state)
            self.seat = start.seat
            self.decisions = start.decisions
            self.heard = dict(start.heard)
            self._untold = start.told
            self._woken_at = start.tape_at
        self._asking = self._walk(walker.step)

    def _go_back(self, entries: int) -> None:
        """Cut the tape after so many entries and play the game again up to there.

        Only from the last place on that the game can be run from; so it takes no longer, however
        long the game is.
        """
        assert self.tape is not None
        while self._checkpoints and self._checkpoints[-1][0] > entries:
            self._checkpoints.pop()
        start = self._last_place(entries)
        told = start.told if start else 0
        kept, untold, woken_at = self._events, self._untold, self._woken_at
        del self.tape.entries[entries:]
        self.tape.sealed.clear()
        if start is None and isinstance(self._first_source, Seeded):
            self._first_source.go_to(0)
        self._begin_at(start)
        if told >= untold:
            self._events, self._untold, self._woken_at = kept[: told - untold], untold, woken_at

    def _last_place(self, entries: int) -> Start | None:
        """Return the last place that came before so many entries of the tape; None: none did."""
        for at, load in reversed(self._checkpoints):
            if at <= entries:
                return load()
        return self._start

    @property
    def events(self) -> list[Event]:
        """What has happened so far.

        Where a game woke at a checkpoint, its story before is told again when somebody asks.
        """
        if self._untold:
            self._recall(self._start)
        return self._events

    @property
    def told(self) -> int:
        """How many events there have been so far."""
        return self._untold + len(self._events)

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
            source=Unrolled(),
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

    def questions(self, viewer: Viewer) -> list[Decision]:
        """Return the open questions that a viewer may read: those put to its seats.

        In a game that hides nothing, everybody may read all of them.
        """
        return [
            decision
            for decision in self.open
            if not self.game.hides or viewer.knows(*decision.seats)
        ]

    @property
    def open(self) -> list[Decision]:
        """The questions that are open: several, where seats choose at the same time."""
        if self.together is not None:
            return self.together.open
        return [] if self.decision is None else [self.decision]

    @property
    def sealed(self) -> list[str]:
        """The seats that have answered, while others that choose at the same time have not.

        Who has is public, what is not.
        """
        if self.together is None:
            return []
        return [seat for seat in self.together.decisions if seat in self.together.sealed]

    def question_of(self, seat: str) -> Decision | None:
        """Return the open question that a seat may answer; None where it has none."""
        return next((decision for decision in self.open if seat in decision.seats), None)

    @property
    def step_start(self) -> Start:
        """The beginning of the present step, which those who watch the tape are told of."""
        assert self._snapshot is not None
        return self._snapshot

    # ------------------------------------------------------------------ going on

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def answer(self, answer: Answer, *, seat: str | None = None, token: int | None = None) -> None:
        """Give the answer to the present decision and play on to the next one.

        Where several seats choose at the same time, the answer waits, sealed, for the others.

        Args:
            seat: who gives it, where several may (default: the first of them).
            token: `decision.token` of the question that is meant (default: the present one).

        Raises:
            StaleAnswerError: the token is of a question that is not open any more.
            IllegalAnswerError: not one of the options, or the seat may not answer.

        After an error nothing has happened.
        """
        decision = self.decision if seat is None else self.question_of(seat) or self.decision
        if token is not None and (decision is None or token != decision.token):
            now = f"the present one has {decision.token}" if decision else "none is open now"
            raise StaleAnswerError(
                f"question {token} is not open any more ({now}); nothing has happened; "
                "look at the game again and answer what it asks"
            )
        if decision is None:
            raise IllegalAnswerError("nothing is being asked; the game is over or not begun")
        together = self.together
        if together is None:
            self._run(self._given(decision, answer, seat))
            return
        if seat is not None and seat not in decision.seats:
            raise IllegalAnswerError(
                f"{seat!r} has answered already, and the others have not; unseal it first"
                if seat in self.sealed
                else f"{seat!r} is not asked; open are {' and '.join(self._asked())}"
            )
        answer = decision.check(answer)
        self.decision = decision
        answers = self._seal(decision, answer)
        if answers is None:
            self.decision = together.open[0]
        else:
            self._run(answers)

    def unseal(self, seat: str) -> None:
        """Take back the answer of a seat while others that choose at the same time are open.

        Raises:
            IllegalAnswerError: it has none that could be taken back.
        """
        if self.together is None or seat not in self.together.sealed:
            raise IllegalAnswerError(
                f"{seat!r} has no sealed answer to take back; sealed are: "
                f"{', '.join(self.sealed) or 'none'}"
            )
        del self.together.sealed[seat]
        self.decision = decision = self.together.decisions[seat]
        if self.tape is not None:
            self.tape.note(("unseal", seat))
            decision.token = self.tape.records

    def _asked(self) -> list[str]:
        return [seat for decision in self.open for seat in decision.seats]

    def begin(self) -> Self:
        """Play on to the first decision that the tape does not answer."""
        self._run(None)
        if self.is_over and self.tape is not None and self.tape.is_feeding:
            raise SaveError(
                f"the tape goes on after the game is over, at entry {self.tape.at + 1} of "
                f"{len(self.tape.entries)}; it belongs to other rules or other data"
            )
        if self.tape is not None and self.tape.sealed and self.together is None:
            raise SaveError(
                f"answers of {' and '.join(self.tape.sealed)} are sealed, but nothing is asked of "
                "several at once; they belong to other rules or other data"
            )
        return self

    def retry(self) -> Self:
        """Ask again for the roll or card that the game waits for."""
        assert self.tape is not None
        self._go_back(len(self.tape.entries))
        return self.begin()

    def run(self, choose: Chooser) -> Self:
        """Play on with the answers of `choose(play, decision)` until it returns None.

        >>> from tabletop_core import load_pack
        >>> play = load_pack("my_game").start(seed=7)
        >>> play.run(lambda play, decision: decision.options[0]).is_over
        True
        """
        if self.together is not None:
            answers = self._ask_each(choose)
            if answers is not None:
                self._run(answers, choose)
        elif self.decision is not None:
            answer = choose(self, self.decision)
            if answer is not None:
                self._run(self._given(self.decision, answer), choose)
        return self

    def run_at_random(self, number: Callable[[], float]) -> Self:
        """Play to the end with random answers, each legal one as likely as any other.

        `number()` returns a random number from 0 up to 1.
        The same as `run` with `decision.at_random(number())`, and faster where there is no tape.
        """
        if self.tape is not None:
            return self.run(lambda play, decision: decision.at_random(number()))
        asked: Decision | Together | None = self.together or self.decision
        self.decision = self.together = None
        send = self._asking.send
        try:
            while asked is not None:
                if type(asked) is Decision:
                    self.decisions += 1
                    asked = send(asked.at_random(number()))
                else:
                    asked = send(self._together_at_random(asked, number))
        except GameOver:
            pass
        return self

    def _together_at_random(self, asked: Any, number: Callable[[], float]) -> Any:
        self.decisions += len(asked.decisions)
        return asked.answers(lambda decision: decision.at_random(number()))

    def _given(self, decision: Decision, answer: Answer, seat: str | None = None) -> Answer:
        answer = decision.check(answer)
        seat = decision.answer_by(seat)
        if self.tape is not None:
            self.tape.add(("answer", seat, answer))
            self._undone = []
            self.heard[seat] = self.told
        self.decisions += 1
        return answer

    def _open(self, together: Together, choose: Chooser | None) -> Any:
        """Put questions to several seats; return the answers of all, None where some are open."""
        tape = self.tape
        if tape is not None:
            if tape.is_feeding:
                answers = self._fed(together, tape)
                if answers is not None:
                    self.decisions += len(together.decisions)
                    return answers
            self._take_sealed(together, tape)
        self.together = together
        for decision in together.decisions.values():
            decision.token = tape.records if tape is not None else self.decisions
        return self._ask_each(choose)

    def _take_sealed(self, together: Together, tape: Tape) -> None:
        """Take the answers that were sealed before a game was left; from here on the tape has
        those of this question.
        """
        try:
            for seat, answer in tape.sealed.items():
                if seat not in together.decisions:
                    raise IllegalAnswerError(f"{seat!r} is not asked")
                together.decisions[seat].check(answer)
        except IllegalAnswerError as error:
            raise SaveError(f"a sealed answer does not fit: {error}") from None
        together.sealed = tape.sealed

    def _ask_each(self, choose: Chooser | None) -> Any:
        """Let each who will answer, in the order of the seats, and none know of the others."""
        together = self.together
        assert together is not None
        for decision in together.open if choose is not None else ():
            assert choose is not None
            self.decision = decision
            answer = choose(self, decision)
            answers = None if answer is None else self._seal(decision, answer)
            if answers is not None:
                return answers
        self.decision = together.open[0]
        return None

    def _seal(self, decision: Decision, answer: Answer) -> Any:
        """Keep an answer until the last of the others comes; then return those of all."""
        together, tape = self.together, self.tape
        assert together is not None
        answer, seat = decision.check(answer), decision.seat
        if tape is not None:
            self._undone = []
            self.heard[seat] = self.told
        if len(together.sealed) + 1 < len(together.decisions):
            if tape is not None:
                tape.note(("seal", seat, answer))
            together.sealed[seat] = answer
            return None
        answers = together.answers(lambda last: answer)
        if tape is not None:
            tape.sealed = {}
            tape.add(("answers", tuple(answers.items())))
        self.decisions += len(answers)
        return answers

    def _run(self, answer: Any, choose: Chooser | None = None) -> None:
        send = self._asking.send
        tape = self.tape
        self.decision = self.together = None
        try:
            while True:
                decision = send(answer)
                if isinstance(decision, Together):
                    answer = self._open(decision, choose)
                    if answer is None:
                        return
                    self.decision = self.together = None
                    continue
                if tape is not None and tape.is_feeding:
                    answer = self._fed(decision, tape)
                    if answer is not None:
                        self.decisions += 1
                        continue
                self.decision = decision
                decision.token = tape.records if tape is not None else self.decisions
                if choose is None:
                    return
                answer = choose(self, decision)
                if answer is None:
                    return
                answer = self._given(decision, answer)
        except GameOver:
            self.decision = None
        except ChanceWaits:
            self.decision = None
            self.is_waiting = True

    def _walk(self, first: Step | None = None) -> Asks:
        """Run the steps one after the other, from this one on; yield what they ask."""
        is_bare = not (self._snapshots or self._headings or self._reached is not None)
        for step in chain((first,) if first else (), self._walker.steps(self)):
            self.step = step
            if not is_bare:
                self._begin_step(step)
            asking = step.procedure(self)
            if type(asking) is GeneratorType:
                yield from asking
        raise SequenceError(
            f"{self.game.id}: the sequence is at its end, but no step ended the game; "
            "call play.end(...) in the last one"
        )

    def _begin_step(self, step: Step) -> None:
        """Note where the step begins, as far as anybody wants to know."""
        if self._snapshots and not self._is_passing():
            assert self.tape is not None
            tape_at = self.tape.at
            snapshot = self._snapshot = Start(
                state=clone(self.state),
                place=self._walker.place,
                seat=self.seat,
                decisions=self.decisions,
                tape_at=tape_at,
                drawn=getattr(self.source, "drawn", 0),
                told=self.told,
                heard=dict(self.heard),
            )
            if not self._is_fork and tape_at >= self._last_checkpoint + CHECKPOINT_EVERY:
                self._checkpoints.append((tape_at, lambda: snapshot))
            if self.tape.on_step and not self.tape.is_feeding:
                self.tape.on_step(self)
        if self._headings and not step.quiet:
            self.log("step", path=self._walker.describe())
        # A step runs its procedure without the mark of `@rule`, since it tells the rule itself.
        if self._reached is not None and step.marked is not None:
            self._reached[step.marked] += 1

    def _is_passing(self) -> bool:
        """Tell whether the tape leads past here, and a place just before will do to fork from."""
        tape, last = self.tape, self._snapshot
        assert tape is not None
        return tape.is_feeding and last is not None and tape.at < last.tape_at + SNAPSHOT_EVERY

    def head(self, node: str, rule: str, path: list[str]) -> None:
        """Log the heading that the quiet steps in a node share."""
        if self._headings and self._record:
            self._events.append(Event("step", node, rule, {"path": path}))

    @property
    def _last_checkpoint(self) -> int:
        if self._checkpoints:
            return self._checkpoints[-1][0]
        return self._start.tape_at if self._start else 0

    def _fed(self, asked: Decision | Together, tape: Tape) -> Any:
        """Return what the tape answers; None where it is at its end."""
        while tape.is_feeding and tape.entries[tape.at][0] == "undone":
            self._log_undone(asked, tape.take("undone", "an answer"))
        if not tape.is_feeding:
            return None
        if isinstance(asked, Together):
            tape.take("answers", f"answers of {' and '.join(asked.decisions)} at the same time")
            decisions = asked.decisions
        else:
            tape.take("answer", f"an answer to {asked.prompt!r}")
            decisions = dict.fromkeys(asked.seats, asked)
        given = given_in(tape.entries[tape.at - 1])
        try:
            if isinstance(asked, Together) and [seat for seat, _ in given] != list(decisions):
                raise IllegalAnswerError(f"the rules ask {' and '.join(decisions)}")
            answers = {}
            for seat, answer in given:
                seat = decisions.get(seat, asked).answer_by(seat)  # type: ignore[union-attr]
                self.heard[seat] = self.told
                answers[seat] = decisions[seat].check(
                    tuple(answer) if isinstance(answer, list) else answer
                )
        except IllegalAnswerError as error:
            raise SaveError(f"entry {tape.at} of the tape does not fit: {error}") from None
        return answers if isinstance(asked, Together) else answers[seat]

    def _log_undone(self, asked: Decision | Together, facts: Mapping[str, Any]) -> None:
        """Log that an answer was taken back; in a game with secrets, not which one."""
        answer = facts["answer"]
        if self.game.hides or isinstance(asked, Together):
            seat, revealed = facts["seat"], facts["revealed"]
            self.log("undone", seat=seat, revealed=revealed, words=f"an answer of {seat}")
            return
        chosen = answer if isinstance(answer, list) else [answer]
        words = ", ".join(asked.label_of(option) for option in chosen)
        self.log("undone", **facts, words=words)

    # ------------------------------------------------------------------ going back and aside

    def __reduce__(self) -> Any:
        data = self.data
        where = (data.overlays, data.digest) if isinstance(data, PackData) else ((), "")
        return _again_elsewhere, (self.game, *where, self._made_of())

    def __deepcopy__(self, memo: Any) -> Self:
        made_of = self._made_of()
        made_of["source"] = deepcopy(made_of["source"], memo)
        copy = self._again(self.game, self.data, made_of, self._checkpoints)
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
        first, start, source = 0, self._start, self._first_source
        if self._is_fork:
            # A fork begins where its last step does; its own chance goes on from where it is.
            assert self._snapshot is not None
            assert isinstance(self.source, Taped)
            source = self.source.inner
            start = attrs.evolve(self._snapshot, tape_at=0, drawn=0, told=0, heard={})
            first = self._snapshot.tape_at
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
    ) -> Self:
        how = dict(made_of)
        is_fork = how.pop("is_fork")
        if not is_fork:
            return cls(game, data=data, checkpoints=checkpoints, **how).begin()
        source = how.pop("source")
        play = cls(game, data=data, **how)
        assert play.tape is not None
        play._is_fork = True
        play._start = None
        play.source = Taped(source, play.tape, keep_pace=False)
        return play.begin()

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
        self._recall(self._last_place(at))
        taken_back, before, untold = tape.entries[at:], self._events, self._untold
        with tape.unwatched():
            self._go_back(at)
            self.begin()
            facts = {
                "seat": seat,
                "answer": list(answer) if isinstance(answer, tuple) else answer,
                "revealed": shown_to_all(before[self.told - untold :]),
            }
            records = tape.records
            tape.add(("undone", facts))
            tape.records = records
            assert self.decision is not None
            self._log_undone(self.together or self.decision, facts)
        tape.note(("undo", at, facts))
        for decision in self.open:
            decision.token = tape.records
        self._undone.append(taken_back)
        return True

    def redo(self) -> bool:
        """Give the answer again that was taken back last, with the dice and cards that followed.

        Only while nothing else was answered since; False when there is none.
        """
        tape = self.tape
        if tape is None or self.decision is None or not self._undone:
            return False
        asked, self.decision = self.together or self.decision, None
        entries = self._undone.pop()
        tape.entries += entries
        for entry in entries:
            tape.note(entry)
        answer = self._fed(asked, tape)
        self.decisions += len(asked.decisions) if isinstance(asked, Together) else 1
        self._run(answer)
        return True

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
        if tape is None or not isinstance(self._first_source, Manual):
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
        self._undone = []
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

    def answered_by(self, at: int) -> str:
        """Return the seat that gave the answer at a place of the tape."""
        assert self.tape is not None
        seat: str = self.tape.entries[at][1]
        return seat

    @property
    def undone_by(self) -> str | None:
        """Whose answer `redo` would give again; None where there is none."""
        return self._undone[-1][0][1] if self._undone and self.decision is not None else None

    def as_it_was(self, entries: int) -> Self:
        """Return a copy that stands where only so many entries were on the tape."""
        made_of = self._made_of()
        made_of["tape"] = Tape(made_of["tape"].entries[:entries])
        made_of["source"] = Unrolled()
        return self._again(self.game, self.data, made_of, self._checkpoints)

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
        if self._snapshot is None or self.tape is None:
            raise SequenceError("this game was started without snapshots, so it cannot be forked")
        snapshot = self._snapshot
        chance = source or self.chance_of_fork(*purpose)
        fair_to = seat or self._fair_to
        tape = self.tape.copy(snapshot.tape_at, lambda one: fair_to in (None, one))
        other = self._copy(**_unplayed())
        other.tape = tape
        other.source = Taped(chance, tape, keep_pace=False)
        other.state = clone(snapshot.state)
        other.seat = snapshot.seat
        other.decisions = snapshot.decisions
        other._first_source = other._start = other._reached = None
        other._record = record
        other._headings = False
        other._snapshots = snapshots
        other._walker = walker = Walker(self.game.program, snapshot.place)
        other._asking = other._walk(walker.step)
        other._is_fork = True
        other._run(None)
        if fair_to is not None and other.together is not None:
            other.decision = other.question_of(fair_to) or other.decision
        # A fork of a fork is run again from its snapshot, where the true cards still are.
        other._fair_to = fair_to
        # What is drawn here belongs to no step, so it must not stand on the tape.
        taped, other.source = other.source, chance
        if other._fair_to is not None and self.game.redeal is not None:
            self.game.redeal(other, other._fair_to)
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
    game: "Game[Any]", overlays: Sequence[str], digest: str, made_of: Mapping[str, Any]
) -> Play[Any]:
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
    return Play._again(game, data, made_of)
