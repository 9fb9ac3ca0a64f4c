"""One game in progress.

A step of the sequence starts from a snapshot of the state and the place.
All that enters it from outside, answers and chance, is kept on a tape.
To resume, undo or fork, the state is restored and the steps run again, fed from the tape;
so a rule can be a plain generator and never needs to be stored.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeAlias, TypeVar

import attrs

from ..chance import ChanceWaits, Manual, Seeded, Source
from ..dice.pools import Dice, Roll, parse_dice
from ..errors import IllegalAnswerError, PackError, SaveError, SequenceError
from ..events.event import Event, shown_to_all
from .decisions import Answer, Asks, Decision, Label, Option
from .outcome import GameOver, Outcome
from .rules import CountedRules
from .sequence import Place, Step, Walker
from .state import clone
from .tape import Tape, Taped

if TYPE_CHECKING:
    from ..components.decks import Pile
    from ..tables import Lookup, Table
    from .game import Game
    from .rule_odds import RuleOdds
    from .rules import Rule

S = TypeVar("S")

Chooser: TypeAlias = Callable[["Play[Any]", Decision], Answer | None]
"""Answers a decision, or returns None to leave it to somebody else."""


@attrs.define(kw_only=True)
class Start:
    """The beginning of a step: from here a game can be run again."""

    state: Any
    place: Place
    step: Step
    seat: str
    decisions: int
    tape_at: int = 0


class Play(Generic[S]):
    """A game in progress: its state, its place in the sequence, chance, events and tape.

    Rules use `state`, `data`, `options`, `seat`, `ask`, `roll`, `draw`, `look_up`, `log`, `end`.
    Those who play use `decision`, `answer`, `undo`, `fork`, `outcome`, `events`.

    Made by `Game.start`; see there for the parameters.
    """

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
        self._reached = reached
        self._restart()

    def _restart(self) -> None:
        game = self.game
        source = self._first_source or Seeded(self.seed, "chance")
        if self.tape is not None:
            self.tape.at = 0
            source = Taped(source, self.tape, keep_pace=True)
        self.source: Source = source
        self.seat: str = self.seats[0]
        self.rules: list[Rule] = [] if self._reached is None else CountedRules(self._reached)
        self.events: list[Event] = []
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self.is_waiting = False
        # The dice rolled last, so that a person who rolls by hand can be told how they are read.
        self.rolling: Dice | None = None
        self.decisions = 0
        # How many events there were when each seat last answered: it had been told of these.
        self.heard: dict[str, int] = {}
        self.step: Step | None = None
        self._snapshot: Start | None = None
        start = self._start
        self._walker = Walker(game.program, start.place if start else None)
        if start is None:
            self.state: S = game.new_state(self)
        else:
            self.state = clone(start.state)
            self.seat = start.seat
            self.decisions = start.decisions
        self._asking = self._walk(start.step if start else None)

    # ------------------------------------------------------------------ for rules

    @property
    def rule(self) -> str:
        """The number of the rule being carried out."""
        if self.rules:
            return self.rules[-1].number
        return self.step.rule_number if self.step else ""

    def log(self, kind: str, *, seats: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Record an event with its facts; `seats` limits who may know of it."""
        if self._record:
            step = self.step.name if self.step else ""
            self.events.append(Event(kind, step, self.rule, facts, seats))

    def ask(
        self,
        prompt: str,
        options: Sequence[Option] | dict[Any, str],
        *,
        label: Label = None,
        seat: str | Sequence[str] | None = None,
        least: int | None = None,
        most: int | None = None,
        ordered: bool = False,
        odds: Callable[[Any], Mapping[str, Any]] | None = None,
    ) -> Decision:
        """Return the decision to yield; the yield returns the answer.

        `options` are ids, a `range` where a number is asked for, or a mapping of ids to labels.
        With `most` (and `least`, 0 if not given) the answer is a tuple of different options.

        Raises:
            PackError: there is no option to choose from.
        """
        if isinstance(options, dict):
            label = label or options
            options = tuple(options)
        if not options and (most is None or least):
            raise PackError(
                f"{self.game.id}: {prompt!r} offers no option (rule {self.rule or '?'}); "
                "ask only where there is something to choose"
            )
        if most is not None and not (least or 0) <= min(most, len(options)):
            raise PackError(
                f"{self.game.id}: {prompt!r} asks for {least} to {most} of {len(options)} options "
                f"(rule {self.rule or '?'}); no answer would be legal"
            )
        if seat is None:
            seats: tuple[str, ...] = (self.seat,)
        else:
            seats = (seat,) if isinstance(seat, str) else tuple(seat)
        # The same as `self.rule`, without the cost of a call at every decision.
        number = self.rules[-1].number if self.rules else self.step.rule_number if self.step else ""
        return Decision(seats, prompt, options, label, least, most, ordered, odds, number)

    def choose(self, prompt: str, options: Sequence[Option] | dict[Any, str], **how: Any) -> Asks:
        """Ask, unless there is only one option: `x = yield from play.choose(...)`."""
        if len(options) == 1 and "most" not in how:
            return next(iter(options))
        return (yield self.ask(prompt, options, **how))

    def roll(self, dice: str | Dice, why: str = "", **facts: Any) -> Roll:
        """Roll dice, record the event, and return the roll with each die."""
        if isinstance(dice, str):
            dice = parse_dice(dice)
        roll = dice.roll(self._die_for(dice, why))
        if self._record:
            faces = list(roll.faces)
            self.log("roll", why=why, dice=dice.text, faces=faces, total=roll.total, **facts)
        return roll

    def _die_for(self, dice: Dice, why: str) -> Callable[[int], int]:
        """Return the face source for a roll: all dice at once where their number is known.

        A table may roll such dice again, all of them once more.
        """
        source = self.source
        self.rolling = dice
        faces = iter(source.roll(dice.sides, why) if dice.fixed else ())

        def die(sides: int) -> int:
            nonlocal faces
            face = next(faces, 0)
            if face:
                return face
            if not dice.fixed:
                return source.roll((sides,), why)[0]
            faces = iter(source.roll(dice.sides, f"{why}, once more"))
            return next(faces)

        return die

    def dice(self, number: int, sides: int, why: str = "", **facts: Any) -> tuple[int, ...]:
        """Roll dice that are used one by one, record the event, and return their faces."""
        faces = self.source.roll((sides,) * number, why)
        if self._record:
            self.log("roll", why=why, dice=f"{number}d{sides}", faces=list(faces), **facts)
        return faces

    def die(self, sides: int, why: str = "", **facts: Any) -> int:
        """Roll one die, record the event, and return its face."""
        face = self.source.roll((sides,), why)[0]
        if self._record:
            self.log("roll", why=why, dice=f"d{sides}", faces=[face], total=face, **facts)
        return face

    def pick(
        self,
        pool: Iterable[str] | Mapping[str, int],
        why: str = "",
        seats: tuple[str, ...] | None = None,
    ) -> str:
        """Pick one of several at random, each equally likely or in proportion to its count.

        `seats` limits who sees what was picked.
        """
        if not isinstance(pool, Mapping):
            pool = dict.fromkeys(pool, 1)
        picked = self.source.draw(pool, why)
        self.log(
            "draw", why=why, card=picked, name=self.game.name_of(picked, self.data), seats=seats
        )
        return picked

    def draw(self, pile: "Pile", why: str = "", seats: tuple[str, ...] | None = None) -> str:
        """Draw the top card of a pile, record the event, and return the card's id.

        `seats` limits who sees which card it is.
        """
        card = pile.draw(self.source, why)
        if self._record:
            self.log(
                "draw", why=why, card=card, name=self.game.name_of(card, self.data), seats=seats
            )
        return card

    def look_up(
        self,
        table: "str | Table",
        *,
        at: int | str | Roll | None = None,
        column: Any = None,
        with_: Iterable[str] = (),
        counts: Mapping[str, int] | None = None,
        why: str = "",
        seats: tuple[str, ...] | None = None,
    ) -> "Lookup":
        """Roll on a table with its modifiers, record the evidence, and return it.

        Modifiers whose condition holds now apply by themselves; `with_` names further ones.
        `at` looks up a total, a label or a finished roll instead of rolling.
        `seats` limits who may know of it.
        """
        chart: Table = self.data.tables[table] if isinstance(table, str) else table
        chosen = list(with_)
        for modifier, condition in chart.conditions.items():
            if modifier not in chosen and self.game.conditions[condition](self):
                chosen.append(modifier)
        source: Any = at
        if at is None and chart.dice is not None:
            asked = f"{chart.title} [{chart.id}]"
            source = self._die_for(chart.dice, f"{why}: {asked}" if why else asked)
        lookup = chart.look_up(source, with_=chosen, column=column, counts=counts or {})
        if self._record:
            told = lookup.facts()
            told["shown"] = self.game.name_of(told["shown"], self.data)
            self.log("look_up", seats=seats, why=why, **told)
        return lookup

    def end(
        self,
        kind: str,
        *,
        winner: str | None = None,
        why: str = "",
        scores: Mapping[str, float] | None = None,
    ) -> NoReturn:
        """End the game at once with this result; never returns.

        `winner` is a seat, `EVERYONE` in a game that the seats win together, or None.
        """
        self.outcome = Outcome(kind=kind, winner=winner, why=why, scores=dict(scores or {}))
        if self._record:
            self.log("end", outcome=kind, winner=winner, why=why, scores=dict(scores or {}))
        raise GameOver

    def item(self, loop: str) -> Any:
        """Return the present item of the `ForEach` of this name."""
        for name, number, items in reversed(self._walker.loops):
            if name == loop and items is not None:
                return items[number]
        raise SequenceError(f"no loop named {loop!r} is running; see the names in the sequence")

    def round(self, loop: str) -> int:
        """Return the number of the present round of the loop of this name, from 1."""
        for name, number, _ in reversed(self._walker.loops):
            if name == loop:
                return int(number) + 1
        raise SequenceError(f"no loop named {loop!r} is running; see the names in the sequence")

    # ------------------------------------------------------------------ for those who play

    @property
    def where(self) -> list[str]:
        """The way to the present step in words, with the numbers of rounds and the items."""
        return self._walker.describe(self.step) if self.step else []

    @property
    def place(self) -> Place:
        """The place in the sequence as plain numbers and texts."""
        return self._walker.place

    @property
    def rounds(self) -> int | None:
        """The number of the present round of the outermost `Repeat`; None outside of one."""
        for _, number, items in self._walker.loops:
            if items is None:
                return int(number) + 1
        return None

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def answer(self, answer: Answer) -> None:
        """Give the answer to the present decision and play on to the next one.

        Raises:
            IllegalAnswerError: not one of the options; nothing has happened.
        """
        if self.decision is None:
            raise IllegalAnswerError("nothing is being asked; the game is over or not begun")
        self._run(self._given(self.decision, answer))

    def begin(self) -> "Play[S]":
        """Play on to the first decision that the tape does not answer."""
        self._run(None)
        if self.is_over and self.tape is not None and self.tape.is_feeding:
            raise SaveError(
                f"the tape goes on after the game is over, at entry {self.tape.at + 1} of "
                f"{len(self.tape.entries)}; it belongs to other rules or other data"
            )
        return self

    def retry(self) -> "Play[S]":
        """Ask again for the roll or card that the game waits for."""
        self._restart()
        return self.begin()

    def run(self, choose: Chooser) -> "Play[S]":
        """Play on with the answers of `choose(play, decision)` until it returns None.

        >>> from tabletop_core import load_pack
        >>> play = load_pack("my_game").start(seed=7)
        >>> play.run(lambda play, decision: decision.options[0]).is_over
        True
        """
        if self.decision is not None:
            answer = choose(self, self.decision)
            if answer is not None:
                self._run(self._given(self.decision, answer), choose)
        return self

    def run_at_random(self, number: Callable[[], float]) -> "Play[S]":
        """Play to the end with random answers, each legal one as likely as any other.

        `number()` returns a random number from 0 up to 1.
        The same as `run` with `decision.at_random(number())`, and faster where there is no tape.
        """
        if self.tape is not None:
            return self.run(lambda play, decision: decision.at_random(number()))
        decision = self.decision
        self.decision = None
        send = self._asking.send
        try:
            while decision is not None:
                self.decisions += 1
                decision = send(decision.at_random(number()))
        except GameOver:
            pass
        return self

    def _given(self, decision: Decision, answer: Answer) -> Answer:
        answer = decision.check(answer)
        if self.tape is not None:
            self.tape.add(("answer", decision.seat, answer))
            self.heard[decision.seat] = len(self.events)
        self.decisions += 1
        return answer

    def _run(self, answer: Answer | None, choose: Chooser | None = None) -> None:
        send = self._asking.send
        tape = self.tape
        self.decision = None
        try:
            while True:
                decision = send(answer)
                if tape is not None and tape.is_feeding:
                    answer = self._fed_answer(decision, tape)
                    if answer is not None:
                        self.decisions += 1
                        continue
                self.decision = decision
                if choose is None:
                    return
                answer = choose(self, decision)
                if answer is None:
                    return
                answer = decision.check(answer)
                if tape is not None:
                    tape.add(("answer", decision.seat, answer))
                self.decisions += 1
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
            assert self.tape is not None
            # The walker has moved past the step already; the snapshot restarts the step itself.
            self._snapshot = Start(
                state=clone(self.state),
                place=self._walker.place,
                step=step,
                seat=self.seat,
                decisions=self.decisions,
                tape_at=self.tape.at,
            )
            if self.tape.on_step and not self.tape.is_feeding:
                self.tape.on_step(self)
        if self._headings:
            self.log("step", path=self._walker.describe(step))
        if self._reached is not None:
            # A step runs its procedure without the mark of `@rule`, since it tells the rule itself.
            marked = getattr(step.run, "rule", None)
            if marked is not None:
                self._reached[marked] += 1

    def _fed_answer(self, decision: Decision, tape: Tape) -> Answer | None:
        while tape.is_feeding and tape.entries[tape.at][0] == "undone":
            self._log_undone(decision, tape.take("undone", "an answer"))
        if not tape.is_feeding:
            return None
        answer = tape.take("answer", f"an answer to {decision.prompt!r}")
        self.heard[decision.seat] = len(self.events)
        try:
            return decision.check(tuple(answer) if isinstance(answer, list) else answer)
        except IllegalAnswerError as error:
            raise SaveError(f"entry {tape.at} of the tape does not fit: {error}") from None

    def _log_undone(self, decision: Decision, facts: Mapping[str, Any]) -> None:
        """Log that an answer was taken back; in a game with secrets, not which one."""
        answer = facts["answer"]
        if self.game.redeal is not None:
            seat, revealed = facts["seat"], facts["revealed"]
            self.log("undone", seat=seat, revealed=revealed, words=f"an answer of {seat}")
            return
        chosen = answer if isinstance(answer, list) else [answer]
        words = ", ".join(decision.label_of(option) for option in chosen)
        self.log("undone", **facts, words=words)

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
        entries = self.tape.entries
        at = self._last_of(seats)
        if at is None:
            return False
        _, seat, answer = entries[at]
        before, tape = self.events, self.tape
        on_add, on_step = tape.on_add, tape.on_step
        tape.on_add = tape.on_step = None
        tape.entries = entries[:at]
        self._restart()
        self.begin()
        facts = {
            "seat": seat,
            "answer": list(answer) if isinstance(answer, tuple) else answer,
            "revealed": shown_to_all(before[len(self.events) :]),
        }
        tape.add(("undone", facts))
        assert self.decision is not None
        self._log_undone(self.decision, facts)
        if on_add:
            on_add(("undo", at, facts))
        tape.on_add, tape.on_step = on_add, on_step
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
        last = self._last_of(seats)
        for at in range(len(tape.entries) - 1, -1 if last is None else last, -1):
            if tape.entries[at][0] in ("roll", "draw"):
                break
        else:
            return False
        del tape.entries[at:]
        if tape.on_add:
            tape.on_add(("retyped", at))
        self._restart()
        self.is_waiting = True
        return True

    def _last_of(self, seats: Iterable[str] | None) -> int | None:
        """Return where on the tape the last answer of these seats, or of anybody, stands."""
        assert self.tape is not None
        whose = set(self.seats if seats is None else seats)
        entries = self.tape.entries
        for at in range(len(entries) - 1, -1, -1):
            if entries[at][0] == "answer" and entries[at][1] in whose:
                return at
        return None

    def fork(
        self,
        *purpose: object,
        seat: str | None = None,
        record: bool = False,
        snapshots: bool = False,
        source: Source | None = None,
    ) -> "Play[S]":
        """Return an independent copy that stands at the same decision, with fresh chance.

        `purpose` names the fork's own random stream.
        `seat`: for whom the copy is; what this seat may not know is drawn anew.
        `source`: where its dice and cards come from instead.
        """
        if self._snapshot is None or self.tape is None:
            raise SequenceError("this game was started without snapshots, so it cannot be forked")
        snapshot = self._snapshot
        other: Play[S] = object.__new__(Play)
        other.game = self.game
        other.options = self.options
        other.data = self.data
        other.seed = self.seed
        other.seats = self.seats
        other.tape = Tape(self.tape.entries[snapshot.tape_at :])
        other._first_source = None
        other._record = record
        other._headings = False
        other._snapshots = snapshots
        other._reached = None
        chance = source or Seeded(self.seed, "fork", self.decisions, *purpose)
        other.source = Taped(chance, other.tape, keep_pace=False)
        other.seat = snapshot.seat
        other.rules = []
        other.events = []
        other.outcome = None
        other.is_waiting = False
        other.rolling = None
        other.decisions = snapshot.decisions
        other.heard = {}
        other._snapshot = None
        other._walker = Walker(self.game.program, snapshot.place)
        other.state = clone(snapshot.state)
        other._start = None
        other._asking = other._walk(snapshot.step)
        other._run(None)
        other._is_fork = True
        # A fork of a fork is run again from its snapshot, where the true cards still are.
        other._fair_to = seat or self._fair_to
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

    def odds(
        self,
        procedure: Callable[..., Any] | Sequence[Callable[..., Any]],
        *args: Any,
        read: Callable[["Play[S]", Any], Any] | None = None,
        policy: Callable[["Play[S]", Decision], Answer] | None = None,
        limit: int = 200_000,
        samples: int = 20_000,
        on_progress: Callable[[int, Fraction], None] | None = None,
    ) -> "RuleOdds":
        """Return the exact chance of each result of a rule, worked out by the rule's own code.

        The procedure runs once for every outcome of its dice and cards, each time on a copy
        of the present state.
        Of several procedures, each begins where the one before ended; the states after each that
        are equal are put together, so that a long series does not explode.
        `read(play, returned)` names the result (default: what the last procedure returns);
        `policy(play, decision)` answers decisions inside.
        With more than `limit` ways the answer comes from `samples` runs, and says so:
        `exact` is False.
        `on_progress(ways, walked)` is told from time to time how many ways have been walked, and
        their share of the chance.

        Raises:
            SequenceError: the procedure stops for a decision and there is no policy.
        """
        from .rule_odds import odds_of

        procedures = (procedure,) if callable(procedure) else tuple(procedure)
        return odds_of(self, procedures, args, read, policy, limit, samples, on_progress)

    def _beside(self, source: Source) -> "Play[S]":
        """Return a copy with the same state and place, for running a procedure aside."""
        other: Play[S] = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.state = clone(self.state)
        other.source = source
        other.tape = None
        other._snapshots = False
        other._record = False
        other.rules = list(self.rules)
        other.events = []
        other.outcome = None
        other._walker = Walker(self.game.program, self._walker.place)
        return other

    def _finish(self, asking: Any, policy: Callable[["Play[S]", Decision], Answer] | None) -> Any:
        if type(asking) is not GeneratorType:
            return asking
        answer = None
        while True:
            try:
                decision = asking.send(answer)
            except StopIteration as stop:
                return stop.value
            if policy is None:
                raise SequenceError(
                    f"the procedure asks {decision.prompt!r}; give odds() a policy that answers"
                )
            answer = decision.check(policy(self, decision))
