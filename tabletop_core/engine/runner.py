"""Running the rules of one game: from its tape as far as that goes, then on with answers."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeAlias

from ..chance import ChanceWaits, ReplayOnly, Seeded, Source
from ..components.determinization import MAX_DEALS
from ..errors import IllegalAnswerError, PackError, SaveError, SequenceError
from ..events.event import Event
from .checkpoints import Checkpoint, Checkpoints, LazyCheckpoint
from .decisions import Answer, Asks, Decision, SimultaneousDecision
from .faults import returned
from .outcome import GameOver
from .play import D, Play, S
from .rules import CountedRules, Rule
from .sequence import SequencePlace, Step, Walker
from .state import clone
from .state_fields import set_field
from .tape import Tape, Taped

if TYPE_CHECKING:
    from .game import Game

Answerer: TypeAlias = Callable[[Decision], Answer | None]
"""A function that answers a decision, or returns None to leave it to somebody else."""

NO_ANSWERS = ("undone", "set")
"""The kinds of entries of a tape that answer no question and bring no chance."""


class Runner(Generic[S, D]):
    """Runs the rules of a game, fed from its tape, and puts what they ask.

    `Match` is what others hold of it; see there for the parameters.
    """

    game: "Game[S]"
    play: Play[S, D]
    seed: int | str
    tape: Tape | None
    checkpoints: Checkpoints
    asking: Asks
    """The rules at work: they yield their questions and are sent the answers."""
    simultaneous: SimultaneousDecision | None = None
    """The questions that are put to several seats now."""
    seen_count: dict[str, int]
    is_waiting = False

    headings = False
    snapshots: bool
    reached: "Counter[Rule] | None" = None
    is_fork = False
    fork_seat: str | None = None
    """The seat that a fork was made for: its hidden cards are drawn from what this seat knows."""
    on_step: Callable[[], None] | None = None
    """Called at the beginning of each step, by a match that is retraced."""
    step_at: int
    """The number of tape entries before the present step."""

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
        self.headings = headings and record
        self.snapshots = snapshots and tape is not None
        self.reached = reached
        seats = game.seats_for(options)
        self.play = Play(game, options=options, data=data, seed=seed, seats=seats, record=record)
        if tape is not None:
            self.checkpoints = Checkpoints(source, start, list(checkpoints))
            start = self.checkpoints.last_before(len(tape.entries))
        self.go_to(start, source)

    def go_to(self, start: Checkpoint | None, source: Source | None) -> None:
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
        rules = [] if self.reached is None else CountedRules(self.reached)
        walker = Walker(game.program, start.place if start else None)
        play._begin(source, walker, rules)
        if start is None:
            new_state: Callable[[Any], S] = game.new_state
            try:
                play.state = returned(new_state, new_state(play), object, "the state of a new game")
            except ChanceWaits:
                raise PackError(
                    f"{game.id}: `new_state` rolls or draws, but real dice and cards cannot be "
                    "entered that early; do it in the first step of the sequence"
                ) from None
            if tape is not None:
                self.hold_events([], 0, 0)
        else:
            play._restore(start)
            self.hold_events([], start.event_count, start.tape_at)
        self.is_waiting = False
        self.simultaneous = None
        self.asking = self._walk(walker.step)

    def retract(self, seat: str) -> None:
        """Open the question of a seat again, whose answer is sealed."""
        together = self.simultaneous
        assert together is not None
        del together.sealed[seat]
        self.play.decision = decision = together.decisions[seat]
        if self.tape is not None:
            self.tape.note(("unseal", seat))
            decision.token = self.tape.records

    @property
    def open(self) -> list[Decision]:
        """The open questions: several while seats choose at the same time."""
        if self.simultaneous is not None:
            return self.simultaneous.open
        return [] if self.play.decision is None else [self.play.decision]

    def given(self, decision: Decision, answer: Answer, seat: str | None = None) -> Answer:
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
        self.seen_count[seat] = len(self.play.events)

    def _put(self, together: SimultaneousDecision, choose: Answerer | None) -> Any:
        """Put questions to several seats; return all answers, or None while some are open."""
        tape = self.tape
        if tape is not None:
            if tape.is_feeding:
                answers = self.fed(together, tape)
                if answers is not None:
                    return answers
            # From here on `tape.sealed` holds the answers to this question.
            tape.check_sealed(together)
            together.sealed = tape.sealed
        self.simultaneous = together
        for decision in together.decisions.values():
            decision.token = self._next_token()
        return self.ask_each(choose)

    def _next_token(self) -> int:
        return self.play.decisions if self.tape is None else self.tape.records

    def ask_each(self, choose: Answerer | None) -> Any:
        """Ask each seat in order, none knowing the answers of the others; return all answers.

        None if some are left open.
        """
        together = self.simultaneous
        assert together is not None
        for decision in together.open if choose is not None else ():
            assert choose is not None
            self.play.decision = decision
            answer = choose(decision)
            answers = None if answer is None else self.seal(decision, answer)
            if answers is not None:
                return answers
        self.play.decision = together.open[0]
        return None

    def seal(self, decision: Decision, answer: Answer) -> Any:
        """Seal an answer and return None; with the last one, return the answers of all."""
        together, tape = self.simultaneous, self.tape
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

    def begin(self) -> Self:
        """Play on to the first decision that the tape does not answer."""
        self.run(None)
        tape = self.tape
        if self.play.outcome is not None and tape is not None and tape.is_feeding:
            raise SaveError(
                f"the tape continues after the end of the game, at entry {tape.at + 1} of "
                f"{len(tape.entries)}; it was recorded with other rules or data"
            )
        if tape is not None and tape.sealed and self.simultaneous is None:
            raise SaveError(
                f"answers of {' and '.join(tape.sealed)} are sealed, but no simultaneous question "
                "is open; they were given under other rules or data"
            )
        return self

    def run(self, answer: Any, choose: Answerer | None = None) -> None:
        """Send an answer to the rules and play on, with `choose` as long as it answers."""
        send = self.asking.send
        play, tape = self.play, self.tape
        play.decision = self.simultaneous = None
        try:
            while True:
                decision = send(answer)
                if isinstance(decision, SimultaneousDecision):
                    if not decision.decisions:
                        answer = {}
                        continue
                    answer = self._put(decision, choose)
                    if answer is None:
                        return
                    play.decision = self.simultaneous = None
                    continue
                if type(decision) is not Decision:
                    self._refuse(decision)
                if tape is not None and tape.is_feeding:
                    answer = self.fed(decision, tape)
                    if answer is not None:
                        continue
                play.decision = decision
                decision.token = self._next_token()
                if choose is None:
                    return
                answer = choose(decision)
                if answer is None:
                    return
                answer = self.given(decision, answer)
        except GameOver:
            play.decision = None
        except ChanceWaits:
            play.decision = None
            self.is_waiting = True

    def run_at_random(self, number: Callable[[], float], most: float) -> None:
        """Play to the end, or to this number of decisions, without a tape; see `Match`."""
        play = self.play
        has_begun = play.step is not None
        asked: Any = self.simultaneous or play.decision
        play.decision = self.simultaneous = None
        send = self.asking.send

        def answer(decision: Decision) -> Answer:
            return decision.at_random(number())

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
                elif type(asked) is not SimultaneousDecision:
                    self._refuse(asked)
                elif asked.decisions and play.decisions >= most:
                    self._put(asked, None)
                    break
                else:
                    play.decisions += len(asked.decisions)
                    asked = send(asked.answers(answer))
        except GameOver:
            pass

    def _refuse(self, asked: object) -> NoReturn:
        """Fail at the line of the rule that yields something else than a question."""
        error = PackError(
            f"{self.game.id}: a rule yields a {type(asked).__name__}, which is not a question; "
            "write `yield play.ask(...)`, and `yield from` for a rule that asks or "
            "`play.choose(...)`"
        )
        self.asking.throw(error)
        raise error

    def _walk(self, first: Step | None = None) -> Asks:
        """Run the steps in order, from this one on, and yield what they ask."""
        play = self.play
        is_bare = not (self.snapshots or self.headings or self.reached is not None)
        steps = play._walker.steps(play, self._log_heading if self.headings else None)
        for step in chain((first,) if first else (), steps):
            play.step = step
            if not is_bare:
                self._begin_step(step)
            if self.tape is not None:
                self.step_at = self.tape.at
                if self.tape.is_feeding:
                    self._set_fields_of_step(self.tape)
            asking = step.procedure(play)
            if type(asking) is GeneratorType:
                yield from asking
        raise SequenceError(
            f"{self.game.id}: the sequence has ended, but no step ended the game; call "
            "play.end(...) in the last one"
        )

    def _begin_step(self, step: Step) -> None:
        """Record the beginning of a step, as far as this match is set up to."""
        if self.snapshots:
            self._note_step()
        if self.on_step is not None and not step.quiet:
            self.on_step()
        if self.headings and not step.quiet:
            self.play.log("step", path=self.play.where)
        # A step runs its procedure without the mark of `@rule`, since it names the rule itself.
        if self.reached is not None and step.marked is not None:
            self.reached[step.marked] += 1

    def _log_heading(self, node: str, rule: str, path: list[str]) -> None:
        """Log the heading that the quiet steps in a node share."""
        self.play.events.in_memory.append(Event("step", node, rule, {"path": path}))

    def _note_step(self) -> None:
        """Take a snapshot of the beginning of a step, unless the tape leads on and one is close."""
        play, tape, checkpoints = self.play, self.tape, self.checkpoints
        assert tape is not None
        checkpoints.steps += 1
        if checkpoints.steps == 1 and checkpoints.snapshot is not None:
            return  # a fork begins with the snapshot of its match
        if tape.is_feeding and checkpoints.is_close(tape.at):
            return
        checkpoints.snapshot = snapshot = Checkpoint(
            state=clone(play.state),
            place=play._walker.place,
            seat=play.seat,
            decisions=play.decisions,
            tape_at=tape.at,
            drawn=getattr(play.source, "drawn", 0),
            event_count=len(self.play.events),
            seen_count=dict(self.seen_count),
            steps=checkpoints.steps,
        )
        if not self.is_fork:
            checkpoints.keep_if_far(snapshot)
        if tape.on_step and not tape.is_feeding:
            tape.on_step(snapshot)

    def fed(self, asked: Decision | SimultaneousDecision, tape: Tape) -> Any:
        """Return the next answer on the tape; None at its end."""
        while tape.is_feeding and tape.entries[tape.at][0] in NO_ANSWERS:
            self._take_trace(tape, asked)
        if not tape.is_feeding:
            return None
        # The answers fed to a fork were checked when they were given.
        answers = tape.take_answers(asked, are_checked=self.is_fork)
        self.seen_count |= dict.fromkeys(answers, len(self.play.events))
        self.play.decisions += len(answers)
        return answers if isinstance(asked, SimultaneousDecision) else next(iter(answers.values()))

    def _set_fields_of_step(self, tape: Tape) -> None:
        """Set the fields that were set when this step began again."""
        here, last = names_of(self.play._walker.place), tape.at
        for at in range(tape.at, len(tape.entries)):
            kind, facts = tape.entries[at][0], tape.entries[at][-1]
            if kind not in NO_ANSWERS:
                break
            if kind == "set" and facts["place"] == here:
                last = at + 1
        while tape.at < last:
            self._take_trace(tape, None)

    def _take_trace(self, tape: Tape, asked: Decision | SimultaneousDecision | None) -> None:
        """Take an entry that is not an answer: one that was undone, or a field that was set."""
        if tape.entries[tape.at][0] == "undone":
            self.log_undone(asked, tape.take("undone", lambda: "an answer"))
            return
        facts = tape.take("set", lambda: "a field")
        try:
            set_field(self.play.state, facts["field"], facts["value"])
        except IllegalAnswerError as error:
            raise SaveError(f"entry {tape.at} of the tape does not fit: {error}") from None

    def log_undone(
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

    # ------------------------------------------------------------------ events before

    def hold_events(self, events: list[Event], first: int, tape_at: int) -> None:
        """Hold these events in memory: `first` is the number, `tape_at` the place of the first."""
        self.play.events.hold(events, first, tape_at, lambda: self.recall(self.checkpoints.start))

    def recall(self, start: Checkpoint | None) -> None:
        """Bring back the events from a checkpoint on, by replaying the tape from there.

        Raises:
            SaveError: their number differs, so the checkpoint is of another game.
        """
        assert self.tape is not None
        log = self.play.events
        missing = log.first_in_memory - (start.event_count if start else 0)
        if missing <= 0:
            return
        again = type(self)(
            self.game,
            options=self.play.options,
            data=self.play.data,
            seed=self.seed,
            source=ReplayOnly(),
            tape=Tape(self.tape.entries[: log.tape_at]),
            record=self.play._record,
            headings=self.headings,
            snapshots=False,
            start=start,
        ).begin()
        found = again.play.events.in_memory
        if len(found) < missing:
            raise SaveError(
                f"{len(found)} events come before the checkpoint this game was resumed at, but "
                f"there were {missing}; the checkpoint belongs to another game"
            )
        self.hold_events(
            [*found[:missing], *log.in_memory],
            log.first_in_memory - missing,
            start.tape_at if start else 0,
        )

    # ------------------------------------------------------------------ copies and forks

    def made_of(self) -> dict[str, Any]:
        """Return the arguments that make the same match again, apart from the game and its data.

        Raises:
            SaveError: it keeps no tape.
            SequenceError: it is a fork for a seat, whose cards are on no tape.
        """
        if self.tape is None:
            raise SaveError("this game keeps no tape, so it cannot be copied; start it with one")
        if self.fork_seat is not None:
            raise SequenceError(
                "a fork for a seat resamples what is hidden and keeps no tape of it, so it "
                "cannot be copied; copy the game and fork the copy"
            )
        first, start, source = 0, self.checkpoints.start, self.checkpoints.source
        if self.is_fork:
            # The copy of a fork begins at its last step, and its own chance continues from here.
            assert isinstance(self.play.source, Taped)
            source = self.play.source.inner
            first, start = (
                self.checkpoints.step_start.tape_at,
                self.checkpoints.step_start.as_beginning(),
            )
        return {
            "options": dict(self.play.options),
            "seed": self.seed,
            "source": source,
            "tape": self.tape.copy(first),
            "start": start,
            "record": self.play._record,
            "headings": self.headings,
            "snapshots": self.snapshots,
            "is_fork": self.is_fork,
        }

    def continue_as_fork(self, source: Source) -> None:
        """Go on as a fork whose own chance, at the end of its tape, comes from this source."""
        assert self.tape is not None
        self.is_fork = True
        self.checkpoints.start = None
        self.play.source = Taped(source, self.tape, keep_pace=False)

    def fork(self, source: Source, seat: str | None, record: bool, snapshots: bool) -> "Self":
        """Return a copy at the same decision that goes on with this source; see `Match.fork`."""
        assert self.tape is not None
        seat = seat or self.fork_seat
        tape = self.tape.copy(self.checkpoints.step_start.tape_at, lambda one: seat in (None, one))
        fork = self._at_step_start(tape, record, snapshots)
        taped = fork.play.source = Taped(source, tape, keep_pace=False)
        fork.run(None)
        if self.play.decision is not None and fork.simultaneous is None:
            # It is the same question, so its options need not be found again.
            assert fork.play.decision is not None
            fork.play.decision.options = self.play.decision.options
        # A fork of this fork starts from the snapshot, which still holds the true cards. It must
        # redraw them for the same seat, so the seat is kept.
        fork.fork_seat = seat
        # What is drawn here belongs to no step, so it must not stand on the tape.
        fork.play.source = source
        if seat is not None:
            fork._draw_hidden(seat)
        if snapshots:
            fork.play.source = taped
        else:
            # Without snapshots nothing will run it again, so it needs no tape.
            fork.tape = None
        return fork

    def _at_step_start(self, tape: Tape, record: bool, snapshots: bool) -> "Self":
        """Return a fork at the beginning of the present step; the caller sets its source."""
        snapshot, play = self.checkpoints.step_start, self.play
        fork = object.__new__(type(self))
        fork.game = self.game
        fork.seed = self.seed
        fork.tape = tape
        fork.checkpoints = Checkpoints(snapshot=snapshot.of_fork() if snapshots else None)
        fork.seen_count = {}
        fork.snapshots = snapshots
        fork.is_fork = True
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
        fork.play._restore(snapshot)
        fork.asking = fork._walk(walker.step)
        return fork

    def _draw_hidden(self, seat: str) -> None:
        """Redraw what a seat does not know, and make the questions of the others from that."""
        together = self.simultaneous
        if together is None:
            self.game.determinize_for(self.play, seat)
            return
        for _ in range(MAX_DEALS):
            self.game.determinize_for(self.play, seat)
            if together.ask_again(but=seat):
                self.play.decision = next(
                    (one for one in together.open if seat in one.seats), together.open[0]
                )
                return
        raise PackError(
            f"{self.game.id}: none of {MAX_DEALS} deals that fit what {seat} knows asks the same "
            f"seats {together.open[0].prompt!r}; ask each seat whatever its cards are, or name "
            "the seats: ask_all(..., seats=...)"
        )


def names_of(place: SequencePlace) -> list[Any]:
    """Return a place by names; of a loop its name and the number of the round."""
    return [part if isinstance(part, str) else list(part[:2]) for part in place]
