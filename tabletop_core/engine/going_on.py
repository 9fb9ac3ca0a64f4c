"""A game in progress going on: questions, answers, steps, chance, all kept on a tape.

A step of the sequence starts from a snapshot of the state and the place.
All that enters it from outside, answers and chance, is kept on a tape, and can be fed from it:
so a game can stand anywhere again, and a rule can be a plain generator that is never stored.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from ..chance import ChanceWaits, Seeded, Source
from ..errors import IllegalAnswerError, SaveError, SequenceError, StaleAnswerError
from ..events.event import Event
from ..viewers import Viewer
from .decisions import Answer, Asks, Decision, Together
from .outcome import GameOver
from .rule_side import D, RuleSide, S
from .rules import CountedRules
from .sequence import Step, Walker
from .state import clone
from .tape import Tape, Taped, given_in
from .trail import CHECKPOINT_EVERY, PlaceOnTape, Start, Trail

if TYPE_CHECKING:
    from .game import Game
    from .rules import Rule

_Choose: TypeAlias = Callable[[Any, Decision], Answer | None]


class GoingOn(RuleSide[S, D]):
    """The side of a game in progress that answers are given to, and that runs the steps."""

    is_waiting: bool
    together: Together | None
    heard: dict[str, int]
    # What is needed to go back; only a game with a tape has it.
    _trail: Trail
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
        self._record = record
        self._headings = headings
        self._snapshots = snapshots and tape is not None
        self._reached = reached
        if tape is not None:
            self._trail = Trail(source, start, list(checkpoints))
            start = self._trail.last_place(len(tape.entries))
        self._begin_at(start, source)

    def _begin_at(self, start: Start | None, source: Source | None) -> None:
        """Stand at the beginning of a step, or of the game, to be fed from the tape."""
        game = self.game
        source = source or Seeded(self.seed, "chance")
        if start is not None and isinstance(source, Seeded):
            source.go_to(start.drawn)
        if self.tape is not None:
            self._trail.stand_at(start)
            self.tape.at = start.tape_at if start else 0
            drawn = start.drawn if start else 0
            source = Taped(source, self.tape, keep_pace=True, drawn=drawn)
        self._forget()
        self.source = source
        self.seat = self.seats[0]
        if self._reached is not None:
            self.rules = CountedRules(self._reached)
        self._walker = walker = Walker(game.program, start.place if start else None)
        if start is None:
            new_state: Callable[[Any], S] = game.new_state
            self.state = new_state(self)
        else:
            self.state = clone(start.state)
            self.seat = start.seat
            self.decisions = start.decisions
            self.heard = dict(start.heard)
            self._untold = start.told
            self._woken_at = start.tape_at
        self._asking = self._walk(walker.step)

    def _forget(self) -> None:
        """Hold what a game in progress holds before anything has happened in it.

        `rolling` is the dice rolled last, so that a person who rolls by hand can be told how they
        are read; `secret_of` the seats that alone may see the dice or card that come now, if not
        all may; `heard` how many events there were when each seat last answered: it was told of
        these.
        """
        self.rules = []
        self._events = []
        self._untold = self._woken_at = self.decisions = 0
        self.decision = self.together = self.outcome = self.step = None
        self.rolling = self.secret_of = None
        self.is_waiting = False
        self.heard = {}

    @property
    def told(self) -> int:
        """How many events there have been so far."""
        return self._untold + len(self._events)

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
        assert self._trail.snapshot is not None
        return self._trail.snapshot

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

    def run(self, choose: Callable[[Self, Decision], Answer | None]) -> Self:
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
        The same as `begin`, where that is still to come, and `run` with
        `decision.at_random(number())`, and faster where there is no tape.
        """
        has_begun = self.step is not None
        if self.tape is not None:
            started = self if has_begun else self.begin()
            return started.run(lambda play, decision: decision.at_random(number()))
        asked: Decision | Together | None = self.together or self.decision
        self.decision = self.together = None
        send = self._asking.send
        try:
            if not has_begun:
                asked = send(None)
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
            self._trail.undone = []
            self.heard[seat] = self.told
        self.decisions += 1
        return answer

    def _open(self, together: Together, choose: _Choose | None) -> Any:
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

    def _ask_each(self, choose: _Choose | None) -> Any:
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
            self._trail.undone = []
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

    def _run(self, answer: Any, choose: _Choose | None = None) -> None:
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
        if self._snapshots:
            self._note_step()
        if self._headings and not step.quiet:
            self.log("step", path=self._walker.describe(self))
        # A step runs its procedure without the mark of `@rule`, since it tells the rule itself.
        if self._reached is not None and step.marked is not None:
            self._reached[step.marked] += 1

    def _note_step(self) -> None:
        """Keep where the step begins, unless the tape leads past here and another place will do."""
        trail, tape = self._trail, self.tape
        assert tape is not None
        trail.steps += 1
        if tape.is_feeding and trail.is_close(tape.at):
            return
        trail.snapshot = snapshot = Start(
            state=clone(self.state),
            place=self._walker.place,
            seat=self.seat,
            decisions=self.decisions,
            tape_at=tape.at,
            drawn=getattr(self.source, "drawn", 0),
            told=self.told,
            heard=dict(self.heard),
            steps=trail.steps,
        )
        if not self._is_fork and snapshot.work >= trail.work + CHECKPOINT_EVERY:
            trail.keep(snapshot)
        if tape.on_step and not tape.is_feeding:
            tape.on_step(snapshot)

    def head(self, node: str, rule: str, path: list[str]) -> None:
        """Log the heading that the quiet steps in a node share."""
        if self._headings and self._record:
            self._events.append(Event("step", node, rule, {"path": path}))

    def _fed(self, asked: Decision | Together, tape: Tape) -> Any:
        """Return what the tape answers; None where it is at its end."""
        while tape.is_feeding and tape.entries[tape.at][0] == "undone":
            self._log_undone(asked, tape.take("undone", lambda: "an answer"))
        if not tape.is_feeding:
            return None
        if isinstance(asked, Together):
            tape.take(
                "answers", lambda: f"answers of {' and '.join(asked.decisions)} at the same time"
            )
        else:
            tape.take("answer", lambda: f"an answer to {asked.prompt!r}")
        given = given_in(tape.entries[tape.at - 1])
        try:
            if isinstance(asked, Together) and [seat for seat, _ in given] != list(asked.decisions):
                raise IllegalAnswerError(f"the rules ask {' and '.join(asked.decisions)}")
            answers = {}
            for seat, answer in given:
                question = asked.decisions[seat] if isinstance(asked, Together) else asked
                seat = question.answer_by(seat)
                self.heard[seat] = self.told
                answer = tuple(answer) if isinstance(answer, list) else answer
                # What a fork is fed was checked when it was given.
                answers[seat] = answer if self._is_fork else question.check(answer)
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
