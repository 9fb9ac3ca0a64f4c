"""A game in progress as its rules see it.

A rule may read and change the state, ask, roll, draw, look up, log and end the game.
"""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic, NoReturn

import attrs
from typing_extensions import TypeVar

from ..chance import Source
from ..dice.notation import parse_dice
from ..dice.pools import Dice, Roll
from ..errors import PackError, SequenceError
from ..events.event import EVERYONE, Event
from ..events.words import chart_words
from .checkpoints import Checkpoint
from .decisions import (
    Answer,
    Asks,
    Decision,
    Direction,
    Label,
    Left,
    O,
    OptionId,
    SimultaneousDecision,
)
from .event_log import EventLog
from .outcome import GameOver, Outcome, Seats, complete_places
from .pack_data import PackData
from .rules import Rule
from .sequence import Step, Walker
from .state import clone
from .targets import At

if TYPE_CHECKING:
    from ..components.decks import Pile
    from ..tables import Lookup, Table
    from .game import Game
    from .rule_odds import RuleOdds

S = TypeVar("S", default=Any)
D = TypeVar("D", bound=PackData, default=Any)
T = TypeVar("T")


class Play(Generic[S, D]):
    """A game in progress as its rules see it: state `S`, data `D` of its pack, chance, the log.

    A view, statistics and an evaluation get the same object and only read it.
    Front ends and bots use the match that it belongs to: see `Match`.
    """

    __slots__ = (
        "__weakref__",
        "_record",
        "_rolling",
        "_secret_of",
        "_seed",
        "_walker",
        "data",
        "decision",
        "decisions",
        "events",
        "game",
        "options",
        "outcome",
        "rules",
        "seat",
        "seats",
        "source",
        "state",
        "step",
    )

    game: "Game[S]"
    """The game that is played: identity, options, sequence, bots."""
    options: Mapping[str, Any]
    """What was chosen before the game, by the name of the option."""
    data: D
    """The facts of the pack, as its `load_data` returned them."""
    state: S
    """The state of the game, changed in place by the running step. Read hidden parts of it again
    after a yield, since a fork redraws them there."""
    seats: tuple[str, ...]
    """All seats, in the order of the game; the options may decide how many there are."""
    seat: str
    """The seat whose turn it is: the item of the innermost `ForEach` over seats, else the first."""
    source: Source
    """Where dice and cards come from. Pass it to code that draws itself: `deal(play.source, ...)`,
    `pile.look(play.source)`, `hand.shuffle(play.source)`, a `determinize`; otherwise use
    `play.roll`, `play.draw` and `play.pick`, which log what came up."""
    step: Step | None
    """The running step; None before the first."""
    rules: list[Rule]
    """The rules being carried out, the innermost last; `Game.rules` is the index of all."""
    # `| Any`, as in typeshed: None is rare where somebody reads them, and checks would be noise.
    decision: Decision | Any
    """The question that is open; None while the rules run and when the game is over."""
    decisions: int
    """The number of answers given so far."""
    outcome: Outcome | Any
    """How the game ended; None while it goes on."""

    events: EventLog
    """What has happened so far."""

    # The match sets these. For a person who rolls by hand: the dice rolled last, and the only seats
    # that may see the result.
    _rolling: Dice | None
    _secret_of: tuple[str, ...] | None
    _walker: Walker

    def __init__(
        self,
        game: "Game[S]",
        *,
        options: Mapping[str, Any],
        data: Any,
        seed: int | str,
        seats: tuple[str, ...],
        record: bool,
    ) -> None:
        self.game = game
        self.options = options
        self.data = data
        self.seats = seats
        self._seed = seed
        self._record = record
        self.events = EventLog()

    def _begin(self, source: Source, walker: Walker, rules: list[Rule]) -> None:
        """Forget everything so far and go to a place in the sequence.

        The caller sets the state.
        """
        self.source = source
        self.rules = rules
        self.seat = self.seats[0]
        self.decision = self.outcome = self.step = None
        self._walker = walker
        self.decisions = 0
        self._rolling = self._secret_of = None

    def _restore(self, checkpoint: Checkpoint) -> None:
        """Give the rules the state, the seat and the count of answers of a checkpoint."""
        self.state = clone(checkpoint.state)
        self.seat = checkpoint.seat
        self.decisions = checkpoint.decisions

    @property
    def where(self) -> list[str]:
        """The way to the present step in words, with the numbers of rounds and the items."""
        return self._walker.describe(self) if self.step else []

    @property
    def rule(self) -> str:
        """The number of the rule being carried out."""
        if self.rules:
            return self.rules[-1].number
        return self.step.rule_number if self.step else ""

    def log(self, kind: str, /, *, seats: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Record an event with its facts; `seats` limits who may know of it.

        Others do not even learn that something happened; log another event for what they see.

            play.log("looks", who=play.seat, at=rival)
            play.log("sees", card=card, seats=(play.seat, rival))
        """
        note: Callable[[Any, Event], None] | None = self.game.noted.get(kind)
        if not (self._record or note):
            return
        event = Event(kind, self.step.name if self.step else "", self.rule, facts, seats)
        if note:
            note(self, event)
        if self._record:
            self.events.in_memory.append(event)

    def ask(
        self,
        prompt: str,
        options: Sequence[O] | dict[O, str] | Callable[[], Sequence[O]],
        *,
        label: Label = None,
        seat: str | Sequence[str] | None = None,
        least: int | None = None,
        most: int | None = None,
        ordered: bool = False,
        odds: Callable[[Any], Mapping[str, Any]] | None = None,
        kind: str = "",
        at: At = None,
        left: Left = None,
        buttons: Collection[O] = (),
        way: Direction = None,
    ) -> Decision[O]:
        """Return the decision to yield; the yield returns the answer.

        `options` are ids, a `range` where a number is asked for, or a mapping of ids to labels;
        or a function that returns the ids when somebody looks, if they take long to find.
        With `most` (and `least`, 0 if not given) the answer is a tuple of different options.
        The part of a label after ` | ` is smaller on a button.
        `kind` names what is decided in one word, such as `move`, for bots and statistics.
        `at` gives what an option touches on the table: `by_id(but="done")` if the ids are the
        targets, as in `w3 D7`; else a function or mapping that returns them for an option.
        `left`, a function or mapping, gives what remains to be spent after an option, such as
        movement points, or None if that does not apply; the number is shown on the target.
        `way`, a function or mapping, gives the direction that an option chooses, in degrees
        clockwise from the top, or None; several at one place are offered as a rose.
        `buttons` are options shown as buttons although they touch something, because their words
        say more than the touch does.
        `odds(option)` maps what may follow to its chance: all results, which sum to 1, or a single
        one, such as a success. A text in place of a chance explains the result.

        Raises:
            PackError: there is no option to choose from.
        """
        if isinstance(options, dict):
            label = label or options
            options = tuple(options)
        if callable(options):
            options = partial(self._made, options, prompt, least, most)
        elif not options or most is not None:
            self._check_asked(options, prompt, least, most)
        if seat is None:
            seats: tuple[str, ...] = (self.seat,)
        else:
            seats = (seat,) if isinstance(seat, str) else tuple(seat)
        # The same as `self.rule`, without the cost of a call at every decision.
        rules, step = self.rules, self.step
        asked_by: Rule | None = None
        number = ""
        if rules:
            asked_by = rules[-1]
            number = asked_by.number
        elif step is not None:
            asked_by, number = step.marked, step.rule_number
        return Decision(
            seats,
            prompt,
            options,
            label,
            least,
            most,
            ordered,
            odds,
            number,
            kind,
            asked_by,
            at,
            left,
            buttons,
            way,
        )

    def _made(
        self, make: Callable[[], Sequence[O]], prompt: str, *numbers: int | None
    ) -> Sequence[O]:
        """Call the function that makes the options of a question, and check them."""
        options = make()
        self._check_asked(options, prompt, *numbers)
        return options

    def _check_asked(
        self, options: Sequence[OptionId], prompt: str, least: int | None, most: int | None
    ) -> None:
        """Reject a question that has no legal answer."""
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

    def ask_all(
        self,
        questions: Mapping[str, Decision] | Callable[[str], Decision | None],
        *,
        seats: Iterable[str] | None = None,
    ) -> SimultaneousDecision:
        """Return a decision for several seats at the same time, to be yielded.

        `questions` has the question of each seat, made by `ask`; the same one may be put to all.
        The yield returns the answers by seat, in the order of the seats, once all have given one.

            bids = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Bid?", range(6))))

        If the options depend on hidden facts, such as the cards in hand, give a function that makes
        the question of a seat; a fork calls it again for the redrawn cards. It is called for
        `seats`, by default for all, and leaves out a seat by returning None.

            laid = yield play.ask_all(lambda seat: play.ask("Card?", cards_of(play, seat)))

        Everybody sees who is asked. If nobody is, the yield returns no answers at once.

        Raises:
            PackError: a seat does not exist, or what it is asked is not a question.
        """
        question = None if isinstance(questions, Mapping) else questions
        if isinstance(questions, Mapping):
            among = tuple(questions if seats is None else seats)
            made: dict[str, Any] = {seat: questions.get(seat) for seat in among}
        else:
            among = self.seats if seats is None else tuple(seats)
            made = {seat: questions(seat) if seat in self.seats else None for seat in among}
        wrong = [seat for seat in among if seat not in self.seats]
        if wrong:
            raise PackError(
                f"{self.game.id}: ask_all needs questions by seat (rule {self.rule or '?'}), but "
                f"got them for {', '.join(map(repr, among))}; the seats: {', '.join(self.seats)}"
            )
        for seat, one in made.items():
            if one is not None and not isinstance(one, Decision):
                raise PackError(
                    f"{self.game.id}: ask_all got {one!r} for {seat} (rule {self.rule or '?'}); "
                    "return play.ask(...), or None to leave the seat out"
                )
        return SimultaneousDecision(
            {
                seat: attrs.evolve(made[seat], seats=(seat,))
                for seat in self.seats
                if made.get(seat) is not None
            },
            question,
            among,
        )

    def choose(self, prompt: str, options: Sequence[OptionId] | dict[Any, str], **how: Any) -> Asks:
        """Ask, unless there is only one option: `x = yield from play.choose(...)`."""
        if len(options) == 1 and "most" not in how:
            return next(iter(options))
        return (yield self.ask(prompt, options, **how))

    def roll(
        self,
        dice: str | Dice,
        why: str = "",
        seats: tuple[str, ...] | None = None,
        **facts: Any,
    ) -> Roll:
        """Roll dice, record the event, and return the roll with each die.

        Its line says `why`, and the name of `who` among the facts. `seats` limits who sees what
        came up; real dice are asked of them alone.
        """
        if isinstance(dice, str):
            dice = parse_dice(dice)
        roll = self._asking(seats, self._rolled, dice, why)
        if self._record:
            faces, total = list(roll.faces), roll.total
            self.log(
                "roll", seats=seats, why=why, dice=dice.text, faces=faces, total=total, **facts
            )
        return roll

    def _asking(self, seats: tuple[str, ...] | None, chance: Callable[..., T], *given: Any) -> T:
        """Return what chance brings, and let only these seats be asked for real dice and cards."""
        if seats is None:
            return chance(*given)
        before, self._secret_of = self._secret_of, seats
        brought = chance(*given)
        # As in `seen_only_by`.
        self._secret_of = before
        return brought

    def _rolled(self, dice: Dice, why: str) -> Roll:
        """Return a roll; dice of a known number are rolled all at once."""
        if not dice.fixed:
            return dice.roll(self._die_for(dice, why))
        self._rolling = dice
        return dice.showing(self.source.roll(dice.sides, why))

    def _die_for(self, dice: Dice, why: str) -> Callable[[int], int]:
        """Return a function that gives one face after another; dice of a known number roll at once.

        If a table rolls again, all of them are rolled once more.
        """
        source = self.source
        self._rolling = dice
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

    def dice(
        self,
        number: int,
        sides: int,
        why: str = "",
        seats: tuple[str, ...] | None = None,
        **facts: Any,
    ) -> tuple[int, ...]:
        """Roll dice that are used one by one, record the event, and return their faces."""
        faces = self._asking(seats, self.source.roll, (sides,) * number, why)
        if self._record:
            dice = f"{number}d{sides}"
            self.log("roll", seats=seats, why=why, dice=dice, faces=list(faces), **facts)
        return faces

    def die(
        self, sides: int, why: str = "", seats: tuple[str, ...] | None = None, **facts: Any
    ) -> int:
        """Roll one die, record the event, and return its face."""
        (face,) = self._asking(seats, self.source.roll, (sides,), why)
        if self._record:
            dice = f"d{sides}"
            self.log("roll", seats=seats, why=why, dice=dice, faces=[face], total=face, **facts)
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
        picked = self._asking(seats, self.source.draw, pool, why)
        self.log(
            "draw", why=why, card=picked, name=self.game.name_of(picked, self.data), seats=seats
        )
        return picked

    @contextmanager
    def seen_only_by(self, *seats: str) -> Iterator[None]:
        """Let only these seats see what chance brings inside the block.

        Where a person draws from real cards, the page asks one of these seats for them.

            with play.seen_only_by(play.seat):
                pile.move(hand, play.source, "dealt")
        """
        before, self._secret_of = self._secret_of, seats
        yield
        # Where chance waits for a person, it still says who is asked.
        self._secret_of = before

    def name_of(self, piece: str) -> str:
        """Return the title of a card or counter, or its id if it has none; so for any id."""
        return self.game.name_of(piece, self.data)

    def draw(self, pile: "Pile", why: str = "", seats: tuple[str, ...] | None = None) -> str:
        """Draw the top card of a pile, record the event, and return the card's id.

        `seats` limits who sees which card it is.
        """
        card = self._asking(seats, pile.draw, self.source, why)
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
        """Roll on a table with its modifiers, record how the result came about, and return it.

        Modifiers whose condition holds now apply automatically; `with_` names others.
        `at` looks up a total, a label or a finished roll instead of rolling.
        `seats` limits who may know of it.
        """
        chart = self._chart(table)
        chosen = self._modifiers(chart, with_)

        def look_up() -> "Lookup":
            source: Any = self._start(chart, why) if at is None else at
            return chart.look_up(source, with_=chosen, column=column, counts=counts or {})

        lookup = self._asking(seats, look_up)
        self._log_look_up(lookup, why, seats)
        return lookup

    def resolve(
        self,
        table: "str | Table",
        *,
        at: int | str | Roll | None = None,
        column: Any = None,
        with_: Iterable[str] = (),
        counts: Mapping[str, int] | None = None,
        why: str = "",
        seats: tuple[str, ...] | None = None,
    ) -> "Generator[Any, Any, Lookup]":
        """Look up, and carry out all that the result asks for: `yield from play.resolve(...)`.

        References, dice, repeated rolls and rolling again are followed to the end, each recorded;
        an effect calls the function of this name in `Game.effects`, which may ask. Returns the
        lookup, whose `outcome` is the final result.

            yield from play.resolve("3-4")
        """
        from .resolution import resolve

        first = at, why
        return (yield from resolve(self, self._chart(table), first, with_, column, counts, seats))

    def _chart(self, table: "str | Table") -> "Table":
        return self.data.tables[table] if isinstance(table, str) else table

    def _start(self, chart: "Table", why: str) -> Any:
        """Return what a lookup starts from: the dice of a chart, rolled; None where it has none."""
        if chart.dice is None:
            return None
        asked = chart_words(chart.title, chart.id)
        how = self._die_for if chart.rolls_again else self._rolled
        return how(chart.dice, f"{why}: {asked}" if why else asked)

    def _log_look_up(self, lookup: "Lookup", why: str, seats: tuple[str, ...] | None) -> None:
        if self._record:
            facts = lookup.facts()
            facts["shown"] = self.game.name_of(facts["shown"], self.data)
            self.log("look_up", seats=seats, why=why, **facts)

    def table_odds(
        self,
        table: "str | Table",
        *,
        column: Any = None,
        with_: Iterable[str] = (),
        counts: Mapping[str, int] | None = None,
        deep: bool = False,
    ) -> "dict[Any, Fraction]":
        """Return the exact chance of each result that `look_up` would give now, without rolling.

        Modifiers whose condition holds now apply automatically; `with_` names others. It runs no
        rule and copies no state, so it is much faster than `odds`: for bots, and for `odds=` of a
        question. `deep` gives the chance of each outcome of `resolve`, with all conditions as they
        are now.
        """
        chart = self._chart(table)
        if deep:
            from .resolution import outcome_odds

            return outcome_odds(self, chart, with_, column, counts)
        chosen = self._modifiers(chart, with_)
        return dict(chart.odds(with_=chosen, column=column, counts=counts or {}).items())

    def _modifiers(self, chart: "Table", with_: Iterable[str]) -> list[str]:
        """Return the named modifiers of a table and those whose condition holds now."""
        chosen = list(with_)
        for modifier, condition in chart.conditions.items():
            if modifier not in chosen and self.game.conditions[condition](self):
                chosen.append(modifier)
        return chosen

    def end(
        self,
        kind: str,
        *,
        winner: str | Iterable[str] | None = None,
        places: Collection[Iterable[str]] = (),
        why: str = "",
        scores: Mapping[str, float] | None = None,
        is_draw: bool = False,
    ) -> NoReturn:
        """End the game at once with this result; never returns.

        `winner`: a seat, several that share the victory, `EVERYONE`, or None: nobody wins.
        `places` instead: the seats of the first place, of the next, and so on.
        If a seat is named, its whole team takes that place; seats not named are last.
        `is_draw`: whoever plays alone has neither won nor lost.
        """
        if winner == EVERYONE:
            winner = self.seats
        if not isinstance(winner, Iterable | None):
            raise PackError(
                f"the outcome {kind!r} has the winner {winner!r}, which is not a seat; name one "
                f"of {', '.join(self.seats)}, several of them, or `EVERYONE`"
            )
        if winner:
            named: tuple[Seats, ...] = ((winner,) if isinstance(winner, str) else tuple(winner),)
        else:
            named = tuple(map(tuple, places))
        whole: tuple[Seats, ...] = ()
        if named:
            in_teams = self.game.teams or self.game.cooperative
            whole = complete_places(
                named, self.seats, self.game.teams_for(self.options) if in_teams else ()
            )
        outcome = Outcome(
            kind=kind, places=whole, why=why, scores=dict(scores or {}), is_draw=is_draw
        )
        self.outcome = outcome
        if self._record:
            facts: dict[str, Any] = {"outcome": kind, "winner": outcome.winner}
            # With one winner and all others behind, the winner says it all.
            if len(whole) > 2 or (len(whole) > 1 and len(whole[0]) > 1):
                facts["places"] = [list(place) for place in whole]
            self.log("end", **facts, why=why, scores=dict(scores or {}))
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

    @property
    def rounds(self) -> int:
        """The number of the present round of the outermost `Repeat`, from 1; 0 outside one."""
        for _, number, items in self._walker.loops:
            if items is None:
                return int(number) + 1
        return 0

    def odds(
        self,
        procedure: Callable[..., Any] | Sequence[Callable[..., Any]],
        *args: Any,
        read: Callable[[Any, Any], Any] | None = None,
        policy: Callable[[Any, Decision], Answer] | None = None,
        limit: int = 200_000,
        samples: int = 20_000,
        on_progress: Callable[[int, Fraction], None] | None = None,
    ) -> "RuleOdds":
        """Return the exact chance of each result of a rule, worked out by the rule's own code.

        The procedure runs once for every outcome of its dice and cards, each time on a copy
        of the present state.
        Of several procedures, each begins where the one before ended. Equal states between them are
        merged, so that a long series does not explode.
        `read(play, returned)` names the result (default: what the last procedure returns);
        `policy(play, decision)` answers decisions inside.
        With more than `limit` ways the answer is estimated from `samples` runs, and its `exact` is
        False.
        `on_progress(ways, walked)` is called from time to time with the number of ways walked and
        their total chance.

        Raises:
            SequenceError: the procedure stops for a decision and there is no policy.
        """
        from .rule_odds import odds_of

        procedures = (procedure,) if callable(procedure) else tuple(procedure)
        return odds_of(self, procedures, args, read, policy, limit, samples, on_progress)

    def _beside(self, source: Source) -> "Play[S, D]":
        """Return a copy with the same state and place, in which to run a procedure."""
        other: Play[S, D] = Play(
            self.game,
            options=self.options,
            data=self.data,
            seed=self._seed,
            seats=self.seats,
            record=False,
        )
        walker = Walker(self.game.program, self._walker.place)
        other._begin(source, walker, list(self.rules))
        other.state = clone(self.state)
        other.seat = self.seat
        other.step = self.step
        other.decision = self.decision
        other.decisions = self.decisions
        return other

    def _finish(self, asking: Any, policy: Callable[[Any, Decision], Answer] | None) -> Any:
        if type(asking) is not GeneratorType:
            return asking
        answer: Any = None
        while True:
            try:
                decision = asking.send(answer)
            except StopIteration as stop:
                return stop.value
            if policy is None:
                what = (
                    "several at once"
                    if isinstance(decision, SimultaneousDecision)
                    else decision.prompt
                )
                raise SequenceError(
                    f"the procedure asks {what!r}; give odds() a policy that answers"
                )
            if isinstance(decision, SimultaneousDecision):
                answer = decision.answers(lambda one: policy(self, one))
            else:
                answer = decision.check(policy(self, decision))
