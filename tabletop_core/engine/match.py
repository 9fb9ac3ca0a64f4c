"""A game in progress from the players' side: answers, undo and redo, copies and forks.

A match is made of the runner of its rules, which is fed from its tape, of its events, and of its
history. To go back it restores the state at the beginning of a step and runs the steps again, fed
from the tape. So a rule can be a plain generator that is never stored.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias

from ..chance import Seeded, Source
from ..dice.pools import Dice
from ..errors import IllegalAnswerError, PackError, SequenceError, StaleAnswerError
from ..moved import says_what_moved
from ..viewers import Viewer
from .checkpoints import Checkpoint, LazyCheckpoint
from .decisions import Answer, Decision
from .event_log import EventLog
from .history import History
from .outcome import Outcome, Seats
from .pack_data import PackData
from .play import D, Play, S
from .rules import Rule
from .runner import Runner
from .sequence import SequencePlace
from .tape import Tape

if TYPE_CHECKING:
    from .game import Game

Chooser: TypeAlias = Callable[["Match[Any]", Decision], Answer | None]
"""A function that answers a decision, or returns None to leave it to somebody else."""


@says_what_moved
class Match(Generic[S, D]):
    """A game in progress with all that is needed to play it, go back in it and copy it.

    `play` is the same game as its rules and its view see it. The other members are for front ends,
    bots, saves and tests: `decision` and `answer`, `fork`, `events`, `outcome`, and `history` with
    undo and redo.
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
    events: EventLog
    """The events so far; those before a checkpoint are replayed when somebody reads them."""

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
        self._hold(
            Runner(
                game,
                options=options,
                data=data,
                seed=seed,
                source=source,
                tape=tape,
                record=record,
                headings=headings,
                snapshots=snapshots,
                start=start,
                checkpoints=checkpoints,
                reached=reached,
            )
        )

    def _hold(self, runner: Runner[S, D]) -> None:
        self._runner = runner
        self.game, self.play = runner.game, runner.play
        self.seed, self.tape, self.events = runner.seed, runner.tape, runner.play.events

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

    @property
    def seen_count(self) -> dict[str, int]:
        """The number of events when each seat last answered: it was shown these; with a tape."""
        return self._runner.seen_count

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits for a person to enter a roll or a card; see `history.retry`."""
        return self._runner.is_waiting

    @property
    def history(self) -> History:
        """The ways back: `undo()`, `redo()`, `undo_chance()`, `retry()`, `last_answer()`."""
        return History(self._runner)

    # ------------------------------------------------------------------ questions and answers

    @property
    def open(self) -> list[Decision]:
        """The open questions: several while seats choose at the same time."""
        return self._runner.open

    @property
    def is_simultaneous(self) -> bool:
        """Whether several seats choose at the same time."""
        return self._runner.simultaneous is not None

    @property
    def sealed(self) -> list[str]:
        """The seats that have answered, while others that choose at the same time have not.

        That a seat has answered is public; the answer is not.
        """
        together = self._runner.simultaneous
        if together is None:
            return []
        return [seat for seat in together.decisions if seat in together.sealed]

    def question_of(self, seat: str) -> Decision | Any:
        """Return the open question that a seat may answer; None if there is none."""
        for decision in self._runner.open:
            if seat in decision.seats:
                return decision
        return None

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
            now = f"the open one is {decision.token}" if decision else "none is open now"
            raise StaleAnswerError(
                f"question {token} is no longer open ({now}), so the answer was ignored; read the "
                "game again and answer its open question"
            )
        if decision is None:
            raise IllegalAnswerError("no question is open; the game is over or has not begun")
        runner = self._runner
        together = runner.simultaneous
        if together is None:
            runner.run(runner.given(decision, answer, seat))
            return
        if seat is not None and seat not in decision.seats:
            raise IllegalAnswerError(
                f"{seat!r} has already answered; retract that answer first"
                if seat in self.sealed
                else f"{seat!r} has no open question; these seats have: "
                + " and ".join(one for asked in self.open for one in asked.seats)
            )
        answer = decision.check(answer)
        self.play.decision = decision
        answers = runner.seal(decision, answer)
        if answers is None:
            self.play.decision = together.open[0]
        else:
            runner.run(answers)

    def retract(self, seat: str) -> None:
        """Retract the sealed answer of a seat, while others that choose at the same time are open.

        Raises:
            IllegalAnswerError: the seat has no sealed answer.
        """
        if seat not in self.sealed:
            raise IllegalAnswerError(
                f"{seat!r} has no sealed answer to retract; seats that have one: "
                f"{', '.join(self.sealed) or 'none'}"
            )
        self._runner.retract(seat)

    # ------------------------------------------------------------------ playing on

    def begin(self) -> Self:
        """Play on to the first decision that the tape does not answer."""
        self._runner.begin()
        return self

    def run(self, choose: Chooser) -> Self:
        """Play on with the answers of `choose(match, decision)` until it returns None.

        >>> from tabletop_core import load_pack
        >>> match = load_pack("my_game").start(seed=7)
        >>> match.run(lambda match, decision: decision.options[0]).is_over
        True
        """
        runner, decision, answerer = self._runner, self.decision, partial(choose, self)
        if runner.simultaneous is not None:
            answers = runner.ask_each(answerer)
            if answers is not None:
                runner.run(answers, answerer)
        elif decision is not None:
            answer = answerer(decision)
            if answer is not None:
                runner.run(runner.given(decision, answer), answerer)
        return self

    def run_at_random(self, number: Callable[[], float], most: float = inf) -> Self:
        """Play to the end with random answers, all legal ones equally likely.

        `number()` returns a random number from 0 up to 1.
        After `most` decisions the game is left with the next one open.
        It does the same as `begin`, if that was not called yet, and `run` with
        `decision.at_random(number())`, but it is faster without a tape.
        """
        if self.tape is None:
            self._runner.run_at_random(number, most)
            return self
        started = self.begin() if self.play.step is None else self
        return started.run(
            lambda match, decision: decision.at_random(number()) if match.decisions < most else None
        )

    # ------------------------------------------------------------------ copies and forks

    def __reduce__(self) -> Any:
        data: Any = self.data
        where = (data.overlays, data.digest) if isinstance(data, PackData) else ((), "")
        return _unpickled, (type(self), self.game, *where, self._runner.made_of())

    def __deepcopy__(self, memo: Any) -> Self:
        made_of = self._runner.made_of()
        made_of["source"] = deepcopy(made_of["source"], memo)
        copy = self._made_from(self.game, self.data, made_of, self._runner.checkpoints.kept)
        memo[id(self)] = copy
        return copy

    @classmethod
    def _made_from(
        cls,
        game: "Game[S]",
        data: Any,
        made_of: Mapping[str, Any],
        checkpoints: Sequence[LazyCheckpoint] = (),
        notes_all_steps: bool = False,
    ) -> Self:
        """Return the match that is made of these arguments; see `Runner.made_of`."""
        how = dict(made_of)
        if not how.pop("is_fork"):
            match = cls(game, data=data, checkpoints=checkpoints, **how)
            match._runner.checkpoints.notes_all_steps = notes_all_steps
            return match.begin()
        source = how.pop("source")
        match = cls(game, data=data, **how)
        match._runner.continue_as_fork(source)
        return match.begin()

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
        if self.tape is None or self._runner.checkpoints.snapshot is None:
            raise SequenceError("this game was started without snapshots, so it cannot be forked")
        source = source or chance_of_fork(self, *purpose)
        fork: Match[S, D] = object.__new__(type(self))
        fork._hold(self._runner.fork(source, seat, record, snapshots))
        return fork


def chance_of_fork(match: Match[Any], *purpose: object) -> Seeded:
    """Return the dice and cards of a fork made here for this purpose."""
    return Seeded(match.seed, "fork", match.decisions, *purpose)


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
            f"the data of {game.id} differ from those in the process that copied this game; "
            "install the same version, with the same overlays"
        )
    return kind._made_from(game, data, made_of)
