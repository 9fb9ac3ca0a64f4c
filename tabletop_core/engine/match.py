"""A game in progress from the players' side: answers, undo and redo, copies and forks.

A match owns the tape of all that entered it from outside, and the checkpoints from which it can be
run again. To go back it restores the state at the beginning of a step and runs the steps again, fed
from the tape. So a rule can be a plain generator that is never stored.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from math import inf
from pathlib import Path
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias

from ..chance import ChanceWaits, Manual, ReplayOnly, Seeded, Source
from ..components.determinization import MAX_DEALS
from ..dice.pools import Dice
from ..errors import (
    IllegalAnswerError,
    PackError,
    SaveError,
    SequenceError,
    StaleAnswerError,
)
from ..events.event import Event, shown_to_all
from ..viewers import Viewer
from .checkpoints import Checkpoint, Checkpoints, LazyCheckpoint, UndoneAnswer
from .decisions import Answer, Asks, Decision, SimultaneousDecision
from .outcome import GameOver, Outcome, Seats
from .pack_data import PackData
from .play import D, Play, S
from .rules import CountedRules, Rule
from .sequence import SequencePlace, Step, Walker
from .state import clone
from .state_fields import field_of, set_field
from .tape import Tape, Taped, given_in

if TYPE_CHECKING:
    from .game import Game

Chooser: TypeAlias = Callable[["Match[Any]", Decision], Answer | None]
"""A function that answers a decision, or returns None to leave it to somebody else."""


NO_ANSWERS = ("undone", "set")
"""The kinds of entries of a tape that answer no question and bring no chance."""


class Match(Generic[S, D]):
    """A game in progress with all that is needed to play it, go back in it and copy it.

    `play` is the same game as its rules and its view see it. The other members are for front ends,
    bots, saves and tests: `decision` and `answer`, `undo` and `redo`, `fork`, `events`, `outcome`.
    While several seats choose at the same time, `open` holds the question of each, and `decision`
    is one of them.

    `Game.start` makes a match; see there for most parameters. Of the others, `start` is where the
    match begins, if not at the beginning of the game, and `checkpoints` are places on the way, so
    that a long tape need not be replayed from its beginning.
    """

    game: "Game[S]"
    play: Play[S, D]
    """The object that the rules of the game, its view and its statistics receive."""
    seed: int | str
    """Names the random streams of this match."""
    tape: Tape | None
    """The answers, faces and cards so far; None in a batch."""
    checkpoints: Checkpoints
    """The places from which the match can be run again; only with a tape."""
    seen_count: dict[str, int]
    """The number of events when each seat last answered: it was shown these. Only with a tape."""
    is_waiting: bool
    """Whether the match waits for a person to enter a roll or a card; see `retry`."""

    _asking: Asks
    _simultaneous: SimultaneousDecision | None
    _is_fork = False
    # Called at the beginning of each step, by a match that is retraced.
    _on_step: Callable[[], None] | None = None
    # The seat that a fork was made for: its hidden cards are drawn from what this seat knows.
    _fork_seat: str | None = None
    # The number of tape entries before the present step.
    _step_at = 0
    # The number of the first event in memory, and the number of tape entries before it.
    _first_event = 0
    _first_event_at = 0

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
        start: Checkpoint | None = None,
        checkpoints: Sequence[LazyCheckpoint] = (),
        reached: "Counter[Rule] | None" = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.tape = tape
        self._headings = headings and record
        self._snapshots = snapshots and tape is not None
        self._reached = reached
        seats = game.seats_for(options)
        self.play = Play(game, options=options, data=data, seed=seed, seats=seats, record=record)
        if tape is not None:
            self.checkpoints = Checkpoints(source, start, list(checkpoints))
            start = self.checkpoints.last_before(len(tape.entries))
        self._go_to(start, source)

    def _go_to(self, start: Checkpoint | None, source: Source | None) -> None:
        """Go to the beginning of a step or of the game, to be fed from the tape."""
        game, play, tape = self.game, self.play, self.tape
        source = source or Seeded(self.seed, "chance")
        # A copied source stands where its match was; what the tape feeds is drawn again.
        if isinstance(source, Seeded) and (start is not None or (tape and tape.entries)):
            source.go_to(start.drawn if start else 0)
        if tape is not None:
            self.checkpoints.go_to(start)
            tape.at = start.tape_at if start else 0
            source = Taped(source, tape, keep_pace=True, drawn=start.drawn if start else 0)
            self.seen_count = dict(start.seen_count) if start else {}
        rules = [] if self._reached is None else CountedRules(self._reached)
        walker = Walker(game.program, start.place if start else None)
        play._begin(source, walker, rules)
        if start is None:
            new_state: Callable[[Any], S] = game.new_state
            play.state = new_state(play)
            if tape is not None:
                self._hold_events([], 0, 0)
        else:
            self._restore(start)
            self._hold_events([], start.event_count, start.tape_at)
        self.is_waiting = False
        self._simultaneous = None
        self._asking = self._walk(walker.step)

    def _restore(self, checkpoint: Checkpoint) -> None:
        """Give the rules the state, the seat and the count of answers of a checkpoint."""
        play = self.play
        play.state = clone(checkpoint.state)
        play.seat = checkpoint.seat
        play.decisions = checkpoint.decisions

    # ------------------------------------------------------------------ the present position

    @property
    def options(self) -> Mapping[str, Any]:
        """What was chosen before the game, by the name of the option."""
        return self.play.options

    @property
    def data(self) -> D:
        """The data of the pack."""
        return self.play.data

    @property
    def state(self) -> S:
        """The state of the game; only rules change it."""
        return self.play.state

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the order of the game."""
        return self.play.seats

    @property
    def teams(self) -> tuple[Seats, ...]:
        """The seats that win and lose together; one seat each if the game has no teams."""
        return self.game.teams_for(self.options)

    @property
    def decision(self) -> Decision | Any:
        """The question that is open; None while the rules run and when the game is over."""
        return self.play.decision

    @property
    def decisions(self) -> int:
        """The number of answers given so far."""
        return self.play.decisions

    @property
    def outcome(self) -> Outcome | Any:
        """How the game ended; None while it goes on."""
        return self.play.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.play.outcome is not None

    @property
    def place(self) -> SequencePlace:
        """The place in the sequence: the names of the nodes around the step, then of the step.

        A loop is given as its name, the number of the round from 0, and the items of a `ForEach`.
        """
        return self.play._walker.place

    @property
    def where(self) -> list[str]:
        """The path to the present step in words, with the numbers of rounds and the items."""
        return self.play.where

    @property
    def rounds(self) -> int:
        """The number of the present round of the outermost `Repeat`, from 1; 0 outside one."""
        return self.play.rounds

    @property
    def rounds_begun(self) -> int | None:
        """How many rounds of the outermost `Repeat` began since the match did; None without one.

        Where a `ForEach` makes it begin several times, those of all of them count.
        """
        return self.play._walker.rounds_begun or None

    @property
    def rolling(self) -> Dice | None:
        """The dice rolled last, so that a person who rolls by hand sees how they are read."""
        return self.play._rolling

    @property
    def secret_of(self) -> tuple[str, ...] | None:
        """The only seats that may see the dice or card asked for now; None if all may."""
        return self.play._secret_of

    # ------------------------------------------------------------------ events

    @property
    def events(self) -> list[Event]:
        """The events so far.

        If the match was resumed at a checkpoint, the events before it are replayed on first access.
        """
        return self.play.events

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return self._first_event + len(self.play._events)

    @property
    def first_event_in_memory(self) -> int:
        """The number of the first event that is available without replaying the tape."""
        return self._first_event

    def events_since(self, first: int) -> list[Event]:
        """Return the events from this number on, without replaying earlier ones."""
        if first < self._first_event:
            return self.events[first:]
        return self.play._events[first - self._first_event :]

    def _hold_events(self, events: list[Event], first: int, tape_at: int) -> None:
        """Hold these events in memory: `first` is the number, `tape_at` the place of the first."""
        self.play._events = events
        self.play._recall = self._recall_all if first else None
        self._first_event, self._first_event_at = first, tape_at

    def _recall_all(self) -> None:
        self._recall(self.checkpoints.start)

    def _recall(self, start: Checkpoint | None) -> None:
        """Bring back the events from a checkpoint on, by replaying the tape from there.

        Raises:
            SaveError: their number differs, so the checkpoint is of another game.
        """
        assert self.tape is not None
        missing = self._first_event - (start.event_count if start else 0)
        if missing <= 0:
            return
        again = type(self)(
            self.game,
            options=self.options,
            data=self.data,
            seed=self.seed,
            source=ReplayOnly(),
            tape=Tape(self.tape.entries[: self._first_event_at]),
            record=self.play._record,
            headings=self._headings,
            snapshots=False,
            start=start,
        ).begin()
        found = again.play._events
        if len(found) < missing:
            raise SaveError(
                f"{len(found)} events come before the checkpoint this game was resumed at, but "
                f"there were {missing}; it is of another game"
            )
        self._hold_events(
            [*found[:missing], *self.play._events],
            self._first_event - missing,
            start.tape_at if start else 0,
        )

    # ------------------------------------------------------------------ questions and answers

    @property
    def open(self) -> list[Decision]:
        """The open questions: several while seats choose at the same time."""
        if self._simultaneous is not None:
            return self._simultaneous.open
        return [] if self.decision is None else [self.decision]

    @property
    def is_simultaneous(self) -> bool:
        """Whether several seats choose at the same time."""
        return self._simultaneous is not None

    @property
    def sealed(self) -> list[str]:
        """The seats that have answered, while others that choose at the same time have not.

        That a seat has answered is public; the answer is not.
        """
        if self._simultaneous is None:
            return []
        return [seat for seat in self._simultaneous.decisions if seat in self._simultaneous.sealed]

    def question_of(self, seat: str) -> Decision | Any:
        """Return the open question that a seat may answer; None if there is none."""
        return next((decision for decision in self.open if seat in decision.seats), None)

    def questions(self, viewer: Viewer) -> list[Decision]:
        """Return the open questions that a viewer may read: those put to its seats.

        In a game that hides nothing, everybody may read them all.
        """
        return [
            decision
            for decision in self.open
            if not self.game.hides or viewer.knows(*decision.seats)
        ]

    def answer(self, answer: Answer, *, seat: str | None = None, token: int | None = None) -> None:
        """Answer the present decision and play on to the next one.

        While several seats choose at the same time, the answer is sealed until all have answered.

        Args:
            seat: the seat that answers, if several may (default: the first of them).
            token: `decision.token` of the question that is answered (default: the present one).

        Raises:
            StaleAnswerError: the token is of a question that is no longer open.
            IllegalAnswerError: it is not one of the options, or the seat may not answer.

        An error leaves the match unchanged.
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
        together = self._simultaneous
        if together is None:
            self._run(self._given(decision, answer, seat))
            return
        if seat is not None and seat not in decision.seats:
            raise IllegalAnswerError(
                f"{seat!r} has answered already, and the others have not; retract it first"
                if seat in self.sealed
                else f"{seat!r} is not asked; open are {' and '.join(self._asked())}"
            )
        answer = decision.check(answer)
        self.play.decision = decision
        answers = self._seal(decision, answer)
        if answers is None:
            self.play.decision = together.open[0]
        else:
            self._run(answers)

    def retract(self, seat: str) -> None:
        """Retract the sealed answer of a seat, while others that choose at the same time are open.

        Raises:
            IllegalAnswerError: the seat has no sealed answer.
        """
        together = self._simultaneous
        if together is None or seat not in together.sealed:
            raise IllegalAnswerError(
                f"{seat!r} has no sealed answer to retract; sealed are: "
                f"{', '.join(self.sealed) or 'none'}"
            )
        del together.sealed[seat]
        self.play.decision = decision = together.decisions[seat]
        if self.tape is not None:
            self.tape.note(("unseal", seat))
            decision.token = self.tape.records

    def _asked(self) -> list[str]:
        return [seat for decision in self.open for seat in decision.seats]

    def _given(self, decision: Decision, answer: Answer, seat: str | None = None) -> Answer:
        answer = decision.check(answer)
        seat = decision.answer_by(seat)
        if self.tape is not None:
            self.tape.add(("answer", seat, answer))
            self._note_answer(seat)
        self.play.decisions += 1
        return answer

    def _note_answer(self, seat: str) -> None:
        """Note what a seat has seen when it answers, and forget the answers that were undone."""
        self.checkpoints.undone = []
        self.seen_count[seat] = self.event_count

    def _open(self, together: SimultaneousDecision, choose: Chooser | None) -> Any:
        """Put questions to several seats; return all answers, or None while some are open."""
        tape = self.tape
        if tape is not None:
            if tape.is_feeding:
                answers = self._fed(together, tape)
                if answers is not None:
                    return answers
            # From here on `tape.sealed` holds the answers to this question.
            tape.check_sealed(together)
            together.sealed = tape.sealed
        self._simultaneous = together
        for decision in together.decisions.values():
            decision.token = self._next_token()
        return self._ask_each(choose)

    def _next_token(self) -> int:
        return self.decisions if self.tape is None else self.tape.records

    def _ask_each(self, choose: Chooser | None) -> Any:
        """Ask each seat in order, none knowing the answers of the others; return all answers.

        None if some are left open.
        """
        together = self._simultaneous
        assert together is not None
        for decision in together.open if choose is not None else ():
            assert choose is not None
            self.play.decision = decision
            answer = choose(self, decision)
            answers = None if answer is None else self._seal(decision, answer)
            if answers is not None:
                return answers
        self.play.decision = together.open[0]
        return None

    def _seal(self, decision: Decision, answer: Answer) -> Any:
        """Seal an answer and return None; with the last one, return the answers of all."""
        together, tape = self._simultaneous, self.tape
        assert together is not None
        answer, seat = decision.check(answer), decision.seat
        if tape is not None:
            self._note_answer(seat)
        if len(together.sealed) + 1 < len(together.decisions):
            if tape is not None:
                tape.note(("seal", seat, answer))
            together.sealed[seat] = answer
            return None
        answers = together.answers(lambda last: answer)
        if tape is not None:
            tape.sealed = {}
            tape.add(("answers", tuple(answers.items())))
        self.play.decisions += len(answers)
        return answers

    # ------------------------------------------------------------------ playing on

    def begin(self) -> Self:
        """Play on to the first decision that the tape does not answer."""
        self._run(None)
        tape = self.tape
        if self.is_over and tape is not None and tape.is_feeding:
            raise SaveError(
                f"the tape goes on after the game is over, at entry {tape.at + 1} of "
                f"{len(tape.entries)}; it belongs to other rules or other data"
            )
        if tape is not None and tape.sealed and self._simultaneous is None:
            raise SaveError(
                f"answers of {' and '.join(tape.sealed)} are sealed, but nothing is asked of "
                "several at once; they belong to other rules or other data"
            )
        return self

    def run(self, choose: Chooser) -> Self:
        """Play on with the answers of `choose(match, decision)` until it returns None.

        >>> from tabletop_core import load_pack
        >>> match = load_pack("my_game").start(seed=7)
        >>> match.run(lambda match, decision: decision.options[0]).is_over
        True
        """
        decision = self.decision
        if self._simultaneous is not None:
            answers = self._ask_each(choose)
            if answers is not None:
                self._run(answers, choose)
        elif decision is not None:
            answer = choose(self, decision)
            if answer is not None:
                self._run(self._given(decision, answer), choose)
        return self

    def run_at_random(self, number: Callable[[], float], most: float = inf) -> Self:
        """Play to the end with random answers, all legal ones equally likely.

        `number()` returns a random number from 0 up to 1.
        After `most` decisions the game is left with the next one open.
        It does the same as `begin`, if that was not called yet, and `run` with
        `decision.at_random(number())`, but it is faster without a tape.
        """
        play = self.play
        has_begun = play.step is not None
        if self.tape is not None:
            started = self if has_begun else self.begin()
            return started.run(
                lambda match, decision: (
                    decision.at_random(number()) if match.decisions < most else None
                )
            )
        asked: Any = self._simultaneous or play.decision
        play.decision = self._simultaneous = None
        send = self._asking.send
        try:
            if not has_begun:
                asked = send(None)
            while asked is not None:
                if type(asked) is Decision:
                    if play.decisions >= most:
                        play.decision, asked.token = asked, self._next_token()
                        break
                    play.decisions += 1
                    asked = send(asked.at_random(number()))
                elif asked.decisions and play.decisions >= most:
                    self._open(asked, None)
                    break
                else:
                    asked = send(self._answers_at_random(asked, number))
        except GameOver:
            pass
        return self

    def _answers_at_random(self, asked: Any, number: Callable[[], float]) -> Any:
        self.play.decisions += len(asked.decisions)
        return asked.answers(lambda decision: decision.at_random(number()))

    def _run(self, answer: Any, choose: Chooser | None = None) -> None:
        """Send an answer to the rules and play on, with `choose` as long as it answers."""
        send = self._asking.send
        play, tape = self.play, self.tape
        play.decision = self._simultaneous = None
        try:
            while True:
                decision = send(answer)
                if isinstance(decision, SimultaneousDecision):
                    if not decision.decisions:
                        answer = {}
                        continue
                    answer = self._open(decision, choose)
                    if answer is None:
                        return
                    play.decision = self._simultaneous = None
                    continue
                if tape is not None and tape.is_feeding:
                    answer = self._fed(decision, tape)
                    if answer is not None:
                        continue
                play.decision = decision
                decision.token = self._next_token()
                if choose is None:
                    return
                answer = choose(self, decision)
                if answer is None:
                    return
                answer = self._given(decision, answer)
        except GameOver:
            play.decision = None
        except ChanceWaits:
            play.decision = None
            self.is_waiting = True

    def _walk(self, first: Step | None = None) -> Asks:
        """Run the steps in order, from this one on, and yield what they ask."""
        play = self.play
        is_bare = not (self._snapshots or self._headings or self._reached is not None)
        steps = play._walker.steps(play, self._log_heading if self._headings else None)
        for step in chain((first,) if first else (), steps):
            play.step = step
            if not is_bare:
                self._begin_step(step)
            if self.tape is not None:
                self._step_at = self.tape.at
                if self.tape.is_feeding:
                    self._set_fields_of_step(self.tape)
            asking = step.procedure(play)
            if type(asking) is GeneratorType:
                yield from asking
        raise SequenceError(
            f"{self.game.id}: the sequence is at its end, but no step ended the game; "
            "call play.end(...) in the last one"
        )

    def _begin_step(self, step: Step) -> None:
        """Record the beginning of a step, as far as this match is set up to."""
        if self._snapshots:
            self._note_step()
        if self._on_step is not None and not step.quiet:
            self._on_step()
        if self._headings and not step.quiet:
            self.play.log("step", path=self.where)
        # A step runs its procedure without the mark of `@rule`, since it names the rule itself.
        if self._reached is not None and step.marked is not None:
            self._reached[step.marked] += 1

    def _log_heading(self, node: str, rule: str, path: list[str]) -> None:
        """Log the heading that the quiet steps in a node share."""
        self.play._events.append(Event("step", node, rule, {"path": path}))

    def _note_step(self) -> None:
        """Take a snapshot of the beginning of a step, unless the tape leads on and one is close."""
        play, tape, checkpoints = self.play, self.tape, self.checkpoints
        assert tape is not None
        checkpoints.steps += 1
        if tape.is_feeding and checkpoints.is_close(tape.at):
            return
        checkpoints.snapshot = snapshot = Checkpoint(
            state=clone(play.state),
            place=play._walker.place,
            seat=play.seat,
            decisions=play.decisions,
            tape_at=tape.at,
            drawn=getattr(play.source, "drawn", 0),
            event_count=self.event_count,
            seen_count=dict(self.seen_count),
            steps=checkpoints.steps,
        )
        if not self._is_fork:
            checkpoints.keep_if_far(snapshot)
        if tape.on_step and not tape.is_feeding:
            tape.on_step(snapshot)

    def _fed(self, asked: Decision | SimultaneousDecision, tape: Tape) -> Any:
        """Return the next answer on the tape; None at its end."""
        while tape.is_feeding and tape.entries[tape.at][0] in NO_ANSWERS:
            self._take_trace(tape, asked)
        if not tape.is_feeding:
            return None
        # The answers fed to a fork were checked when they were given.
        answers = tape.take_answers(asked, are_checked=self._is_fork)
        self.seen_count |= dict.fromkeys(answers, self.event_count)
        self.play.decisions += len(answers)
        return answers if isinstance(asked, SimultaneousDecision) else next(iter(answers.values()))

    # ------------------------------------------------------------------ fields set by an author

    def set_field(self, field: str, value: Any) -> None:
        """Set a field of the state, such as `hut.north`, as the author of the game does.

        It stands on the tape. Where nothing has been answered or rolled in the present step, the
        step begins again, so that its question fits the new state; unless it sets the field itself.
        Otherwise the open question stays as it was asked. Sealed answers are retracted first.

        Args:
            field: its name; see `state_fields`.
            value: a plain value, as JSON has it.

        Raises:
            IllegalAnswerError: there is no such field, the value does not fit it, the rules or the
                view fail with it, or nothing is being asked. The match is then as it was.
            SaveError: the match keeps no tape.
            SequenceError: this is a fork.
        """
        tape = self._own_tape("no field can be set")
        if self.decision is None:
            raise IllegalAnswerError("nothing is being asked; a field is set while a question is")
        set_field(clone(self.state), field, value)
        for seat in self.sealed:
            self.retract(seat)
        facts = {"field": field, "value": value}
        is_fresh = all(entry[0] in NO_ANSWERS for entry in tape.entries[self._step_at :])
        if not (is_fresh and self._begin_step_with(tape, {**facts, "place": _names(self.place)})):
            before = field_of(self.state, field)
            set_field(self.state, field, value)
            try:
                self._check_shown()
            except Exception as error:
                set_field(self.state, field, before)
                raise _fails_with(facts, error) from error
            tape.add(("set", {**facts, "place": []}))
        self.checkpoints.undone = []
        for decision in self.open:
            decision.token = tape.records

    def _begin_step_with(self, tape: Tape, facts: Mapping[str, Any]) -> bool:
        """Begin the present step again with a field set; return False if it sets it otherwise."""
        entries, records = len(tape.entries), tape.records
        failed: Exception | None = None
        with tape.unwatched():
            try:
                tape.entries.append(("set", facts))
                self._go_back(entries + 1)
                self.begin()
                is_set = field_of(self.state, facts["field"]) == facts["value"]
                self._check_shown()
            except Exception as error:  # with a state of no sense, the rules may raise anything
                failed, is_set = error, False
            if not is_set or self.decision is None:
                self._go_back(entries)
                self.begin()
        tape.records = records
        if failed is not None:
            raise _fails_with(facts, failed) from failed
        for entry in tape.entries[entries:]:
            tape.note(entry)
        return len(tape.entries) > entries

    def _check_shown(self) -> None:
        """Make what each seat sees: a state of no sense that nobody can look at ends a table."""
        for seat in self.seats:
            self.game.look.view(self.play, Viewer(seat))
        self.game.status_line(self)

    def _set_fields_of_step(self, tape: Tape) -> None:
        """Set the fields that were set when this step began again."""
        here, last = _names(self.place), tape.at
        for at in range(tape.at, len(tape.entries)):
            kind, facts = tape.entries[at][0], tape.entries[at][-1]
            if kind not in NO_ANSWERS:
                break
            if kind == "set" and facts["place"] == here:
                last = at + 1
        while tape.at < last:
            self._take_trace(tape, None)

    def _take_trace(self, tape: Tape, asked: Decision | SimultaneousDecision | None) -> None:
        """Take an entry that is no answer: one that was undone, or a field that was set."""
        if tape.entries[tape.at][0] == "undone":
            self._log_undone(asked, tape.take("undone", lambda: "an answer"))
            return
        facts = tape.take("set", lambda: "a field")
        try:
            set_field(self.state, facts["field"], facts["value"])
        except IllegalAnswerError as error:
            raise SaveError(f"entry {tape.at} of the tape does not fit: {error}") from None

    # ------------------------------------------------------------------ undo and redo

    @property
    def step_start(self) -> Checkpoint:
        """The beginning of the present step, or a place a little earlier; only with snapshots."""
        assert self.checkpoints.snapshot is not None
        return self.checkpoints.snapshot

    def _go_back(self, entries: int) -> None:
        """Cut the tape to this many entries and replay the game up to there.

        The replay starts at the last checkpoint, so it takes no longer in a longer game.
        """
        assert self.tape is not None
        checkpoints = self.checkpoints
        checkpoints.cut(entries)
        start, source = checkpoints.last_before(entries), checkpoints.source
        del self.tape.entries[entries:]
        self.tape.sealed.clear()
        if start is None and isinstance(source, Seeded):
            source.go_to(0)
        if start is not None and start.event_count >= self._first_event:
            self._run_from(start, self.play._events[: start.event_count - self._first_event])
        else:
            self._go_to(start, source)

    def _run_from(self, start: Checkpoint, events: list[Event]) -> None:
        """Go to the beginning of a step, with the events before it that are in memory."""
        first, first_at = self._first_event, self._first_event_at
        self._go_to(start, self.checkpoints.source)
        self._hold_events(events, first, first_at)

    def retry(self) -> Self:
        """Ask again for the roll or the card that the match waits for."""
        assert self.tape is not None
        self._go_back(len(self.tape.entries))
        return self.begin()

    def undo(self, seats: Iterable[str] | None = None) -> bool:
        """Undo the last answer and all that followed from it, dice included.

        `seats`: whose last answer is undone (default: anybody's).
        Return False if there is none.
        What had been revealed stays in the log, as undone.

        Raises:
            SaveError: the match keeps no tape.
            SequenceError: this is a fork.
        """
        tape = self._own_tape("nothing can be undone")
        whose = set(self.seats if seats is None else seats)
        for seat in reversed(tape.sealed):
            if seat in whose:
                self.retract(seat)
                return True
        at = self.last_answer(whose)
        if at is None:
            return False
        checkpoints = self.checkpoints
        given = given_in(tape.entries[at])
        seat, answer = next(one for one in given if one[0] in whose)
        if tape.entries[at][0] == "answers":
            answer = None
        self._recall(checkpoints.last_before(at))
        entries, before, first = tape.entries[at:], self.play._events, self._first_event
        last_step: Checkpoint | None = checkpoints.snapshot
        with tape.unwatched():
            self._go_back(at)
            self.begin()
            events = before[self.event_count - first :]
            if last_step is not None:
                is_after = last_step.tape_at > at
                counted = (at, self.event_count, entries)
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
            assert self.decision is not None
            self._log_undone(self._simultaneous or self.decision, facts)
        tape.note(("undo", at, facts))
        for decision in self.open:
            decision.token = tape.records
        checkpoints.undone.append(undone)
        return True

    def _own_tape(self, what: str) -> Tape:
        """Return the tape of a match that goes on by itself, for which else `what` holds."""
        self._refuse_fork(what)
        if self.tape is None:
            raise SaveError(f"this game keeps no tape, so {what}")
        return self.tape

    def _refuse_fork(self, what: str) -> None:
        if self._is_fork:
            raise SequenceError(f"in a fork {what}; fork the game again instead")

    def _log_undone(
        self, asked: Decision | SimultaneousDecision | None, facts: Mapping[str, Any]
    ) -> None:
        """Log that an answer was undone; in a game with secrets, not which one."""
        answer = facts["answer"]
        if self.game.hides or not isinstance(asked, Decision):
            seat, revealed = facts["seat"], facts["revealed"]
            self.play.log("undone", seat=seat, revealed=revealed, words=f"an answer of {seat}")
            return
        chosen = answer if isinstance(answer, list) else [answer]
        words = ", ".join(asked.label_of(option) for option in chosen).replace(" | ", ", ")
        self.play.log("undone", **facts, words=words)

    def redo(self) -> bool:
        """Redo the answer that was undone last, with the dice and cards that followed.

        Return False if there is none; another answer in between discards those undone.
        """
        tape = self.tape
        if tape is None or self.decision is None or not self.checkpoints.undone:
            return False
        asked = self._simultaneous or self.decision
        self.play.decision = None
        at, undone = len(tape.entries), self.checkpoints.undone.pop()
        tape.entries += undone.entries
        for entry in undone.entries:
            tape.note(entry)
        if undone.last_step is None:
            self._run(self._fed(asked, tape))
            return True
        # The steps before the last one need not run again: the beginning of the last was kept.
        start = undone.last_step.counted_on_from(at, self.event_count, self.seen_count)
        self._run_from(start, [*self.play._events, *undone.events[: undone.last_step.event_count]])
        self.checkpoints.keep(start)
        self.begin()
        return True

    def undo_chance(self, seats: Iterable[str] | None = None) -> bool:
        """Undo the last roll or card that a person entered, and all that followed from it.

        Return False if there is none, or an answer of these seats came after it.
        The match then waits: `retry` asks for the roll or card again.

        Raises:
            SequenceError: this is a fork.
        """
        self._refuse_fork("nothing can be undone")
        tape = self.tape
        if tape is None or not isinstance(self.checkpoints.source, Manual):
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
        self.checkpoints.undone = []
        self.is_waiting = True
        return True

    def last_answer(self, seats: Iterable[str] | None = None) -> int | None:
        """Return the place on the tape of the last answer of these seats, or of anybody."""
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
        """The seat whose answer `redo` would repeat; None if there is none."""
        if self.tape is None or self.decision is None or not self.checkpoints.undone:
            return None
        return self.checkpoints.undone[-1].seat

    # ------------------------------------------------------------------ copies

    def __reduce__(self) -> Any:
        data: Any = self.data
        where = (data.overlays, data.digest) if isinstance(data, PackData) else ((), "")
        return _unpickled, (type(self), self.game, *where, self._made_of())

    def __deepcopy__(self, memo: Any) -> Self:
        made_of = self._made_of()
        made_of["source"] = deepcopy(made_of["source"], memo)
        copy = self._made_from(self.game, self.data, made_of, self.checkpoints.kept)
        memo[id(self)] = copy
        return copy

    def _made_of(self) -> dict[str, Any]:
        """Return the arguments that make the same match again, apart from the game and its data.

        Raises:
            SaveError: it keeps no tape.
            SequenceError: it is a fork for a seat, whose cards are on no tape.
        """
        if self.tape is None:
            raise SaveError("this game keeps no tape, so it cannot be copied; start it with one")
        if self._fork_seat is not None:
            raise SequenceError(
                "what is hidden in a fork for a seat was drawn again and is on no tape, so it "
                "cannot be copied; copy the game and fork the copy"
            )
        first, start, source = 0, self.checkpoints.start, self.checkpoints.source
        if self._is_fork:
            # The copy of a fork begins at its last step, and its own chance continues from here.
            assert isinstance(self.play.source, Taped)
            source = self.play.source.inner
            first, start = self.step_start.tape_at, self.step_start.as_beginning()
        return {
            "options": dict(self.options),
            "seed": self.seed,
            "source": source,
            "tape": self.tape.copy(first),
            "start": start,
            "record": self.play._record,
            "headings": self._headings,
            "snapshots": self._snapshots,
            "is_fork": self._is_fork,
        }

    @classmethod
    def _made_from(
        cls,
        game: "Game[S]",
        data: Any,
        made_of: Mapping[str, Any],
        checkpoints: Sequence[LazyCheckpoint] = (),
        notes_all_steps: bool = False,
    ) -> Self:
        how = dict(made_of)
        if not how.pop("is_fork"):
            match = cls(game, data=data, checkpoints=checkpoints, **how)
            match.checkpoints.notes_all_steps = notes_all_steps
            return match.begin()
        source = how.pop("source")
        fork = cls(game, data=data, **how)
        assert fork.tape is not None
        fork._is_fork = True
        fork.checkpoints.start = None
        fork.play.source = Taped(source, fork.tape, keep_pace=False)
        return fork.begin()

    def as_it_was(self, entries: int, *, notes_all_steps: bool = False) -> Self:
        """Return a copy at the time when the tape had only this many entries.

        With `notes_all_steps` its `step_start` is that of the present step; otherwise it may be a
        little earlier.
        """
        made_of = self._made_of()
        made_of["tape"] = Tape(made_of["tape"].entries[:entries])
        made_of["source"] = ReplayOnly()
        return self._made_from(
            self.game, self.data, made_of, self.checkpoints.kept, notes_all_steps=notes_all_steps
        )

    def retraced(self, first: int, look: Callable[[Self], object]) -> Self:
        """Return a copy that runs again from the place with this many entries; `look` looks on.

        It is called with the copy at that place, then before each roll, card and answer, and at the
        beginning of each step that is not quiet: wherever a person might look at the table. Its
        `secret_of` tells who may know of the roll or card that comes next.
        """
        made_of = self._made_of()
        tape = made_of["tape"] = Tape(made_of["tape"].entries)
        made_of["source"] = ReplayOnly()
        made_of.pop("is_fork")
        before = [one for one in self.checkpoints.kept if one.tape_at <= first]
        start = before[-1].load() if before else made_of["start"]
        copy = type(self)(self.game, data=self.data, **{**made_of, "start": start})

        def step() -> None:
            # The steps that begin at that very place were over when it was reached.
            if tape.at > first:
                look(copy)

        def take() -> None:
            if tape.at >= first:
                look(copy)

        tape.on_take, copy._on_step = take, step
        return copy.begin()

    # ------------------------------------------------------------------ forks

    def fork(
        self,
        *purpose: object,
        seat: str | None = None,
        record: bool = False,
        snapshots: bool = False,
        source: Source | None = None,
    ) -> "Match[S, D]":
        """Return an independent copy at the same decision, with fresh chance.

        `purpose` names the fork's own random stream (`chance_of_fork`).
        `seat`: for whom the copy is made. What this seat may not know is redrawn, and what others
        have chosen at the same time is open again.
        `source`: gives the dice and cards of the fork instead.

        Raises:
            SequenceError: the match was started without snapshots.
        """
        if self.tape is None or self.checkpoints.snapshot is None:
            raise SequenceError("this game was started without snapshots, so it cannot be forked")
        chance = source or self.chance_of_fork(*purpose)
        for_seat = seat or self._fork_seat
        tape = self.tape.copy(self.step_start.tape_at, lambda one: for_seat in (None, one))
        fork = self._at_step_start(tape, record, snapshots)
        taped = fork.play.source = Taped(chance, tape, keep_pace=False)
        fork._run(None)
        if self.decision is not None and fork._simultaneous is None:
            # It is the same question, so its options need not be found again.
            assert fork.decision is not None
            fork.decision.options = self.decision.options
        # A fork of this fork starts from the snapshot, which still holds the true cards. It must
        # redraw them for the same seat, so the seat is kept.
        fork._fork_seat = for_seat
        # What is drawn here belongs to no step, so it must not stand on the tape.
        fork.play.source = chance
        if for_seat is not None:
            fork._draw_hidden(for_seat)
        if snapshots:
            fork.play.source = taped
        else:
            # Without snapshots nothing will run it again, so it needs no tape.
            fork.tape = None
        return fork

    def _at_step_start(self, tape: Tape, record: bool, snapshots: bool) -> "Match[S, D]":
        """Return a fork at the beginning of the present step; the caller sets its source."""
        snapshot, play = self.step_start, self.play
        fork: Match[S, D] = object.__new__(type(self))
        fork.game = self.game
        fork.seed = self.seed
        fork.tape = tape
        fork.checkpoints = Checkpoints()
        fork.seen_count = {}
        fork.is_waiting = False
        fork._headings = False
        fork._snapshots = snapshots
        fork._reached = None
        fork._simultaneous = None
        fork._is_fork = True
        fork.play = Play(
            self.game,
            options=play.options,
            data=play.data,
            seed=self.seed,
            seats=play.seats,
            record=record,
        )
        walker = Walker(self.game.program, snapshot.place)
        fork.play._begin(play.source, walker, [])
        fork._restore(snapshot)
        fork._asking = fork._walk(walker.step)
        return fork

    def _draw_hidden(self, seat: str) -> None:
        """Redraw what a seat does not know, and make the questions of the others from that."""
        together = self._simultaneous
        if together is None:
            self.game.determinize_for(self.play, seat)
            return
        for _ in range(MAX_DEALS):
            self.game.determinize_for(self.play, seat)
            if together.ask_again(but=seat):
                self.play.decision = self.question_of(seat) or together.open[0]
                return
        raise PackError(
            f"{self.game.id}: in none of {MAX_DEALS} deals that fit what {seat} knows are the same "
            f"seats asked {together.open[0].prompt!r}; ask a seat whatever its cards are, or name "
            "those asked: ask_all(..., seats=...)"
        )

    def chance_of_fork(self, *purpose: object) -> Seeded:
        """Return the dice and cards of a fork made here for this purpose."""
        return Seeded(self.seed, "fork", self.decisions, *purpose)


def _unpickled(
    kind: type[Match[Any]],
    game: "Game[Any]",
    overlays: Sequence[str],
    digest: str,
    made_of: Mapping[str, Any],
) -> Match[Any]:
    """Rebuild a match in another process, with the data of the pack found there.

    Raises:
        PackError: the data differ.
    """
    data = game.data_with([Path(overlay) for overlay in overlays])
    if data.digest != digest:
        raise PackError(
            f"the data of {game.id} are not the same here as where this game was copied; "
            "install the same version, with the same overlays"
        )
    return kind._made_from(game, data, made_of)


def _fails_with(facts: Mapping[str, Any], error: Exception) -> IllegalAnswerError:
    what = f"{facts['field']} = {facts['value']!r}"
    return IllegalAnswerError(f"with {what} the rules fail: {type(error).__name__}: {error}")


def _names(place: SequencePlace) -> list[Any]:
    """Return a place by names; of a loop its name and the number of the round."""
    return [part if isinstance(part, str) else list(part[:2]) for part in place]
