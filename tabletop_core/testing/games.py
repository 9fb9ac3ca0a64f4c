"""Games played by random bots, looked at closely while they run."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import attrs

from ..bots import chooser, seat_bots
from ..chance import Seeded
from ..decisions import Decision
from ..errors import SequenceError
from ..events import CORE_WORDS, Event, narrate
from ..game import Game
from ..play import Play, Tape
from ..rules import Rule
from ..sequence import ForEach, Node, Repeat, Sequence, Step
from ..state import fingerprint
from .declared import all_choices, option_choices
from .exam import asking_place

if TYPE_CHECKING:
    from .exam import Exam

HEADINGS = ("kind", "step", "rule", "seats")


class StuckError(Exception):
    """Raised where play goes on without a decision."""


@attrs.define
class Reached:
    """What random games have touched."""

    rules: Counter[Rule] = attrs.field(factory=Counter)
    steps: set[str] = attrs.field(factory=set)
    kinds: set[str] = attrs.field(factory=set)
    tables: set[str] = attrs.field(factory=set)


@attrs.define
class Found:
    """The games that came to their end, and what all games touched."""

    ended: list[Play[Any]] = attrs.field(factory=list)
    reached: Reached = attrs.field(factory=Reached)
    played: int = 0


@attrs.define
class Clock:
    """Counts rolls, draws and rounds of loops between two decisions."""

    patience: int
    ticks: int = 0

    def tick(self) -> None:
        self.ticks += 1
        if self.ticks > self.patience:
            raise StuckError


class Counted(Seeded):
    """Seeded chance that a clock watches; it keeps the pools that cards were drawn from."""

    __slots__ = ("clock", "on_draw")

    def __init__(self, seed: object, clock: Clock) -> None:
        super().__init__(seed, "chance")
        self.clock = clock
        self.on_draw: Callable[[Mapping[str, int], str], None] | None = None

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        self.clock.tick()
        return super().roll(sides, why)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        self.clock.tick()
        card = super().draw(pool, why)
        if self.on_draw:
            self.on_draw(pool, card)
        return card


def watched(exam: "Exam", clock: Clock, closely: bool) -> Game[Any]:
    """Return the game with conditions that are counted, and compared before and after."""

    def watch(condition: Any, default: Any = None) -> Any:
        if condition is None and default is None:
            return None

        def run(play: Play[Any]) -> Any:
            clock.tick()
            if condition is None:
                return default
            before = fingerprint(play.state) if closely else ""
            result = condition(play)
            if closely:
                result = result if isinstance(result, bool) else result and tuple(result)
                if fingerprint(play.state) != before:
                    exam.report("C408", "reading this condition changes the state", condition)
            return result

        return run

    def tree(node: Node) -> Node:
        if isinstance(node, Step):
            return attrs.evolve(node, when=watch(node.when))
        inside = [tree(child) for child in node.children]
        how = {"when": watch(node.when), "rule": node.rule_number}
        if isinstance(node, Sequence):
            return Sequence(node.name, *inside, **how)
        if isinstance(node, Repeat):
            return Repeat(node.name, *inside, until=watch(node.until, False), **how)
        return ForEach(node.name, watch(node.items), *inside, **how)

    game = exam.game
    conditions = {name: watch(function) for name, function in game.conditions.items()}
    return attrs.evolve(game, sequence=tree(game.sequence), conditions=conditions)


def play_games(exam: "Exam") -> Found:
    """Play random games until every option has been tried and enough have been played."""
    found = Found()
    every_value = list(option_choices(exam))
    more = islice(all_choices(exam), max(0, exam.games - len(every_value)))
    for number, options in enumerate(chain(every_value, more)):
        if _play_one(exam, found, number, options):
            found.played += 1
        elif sum(problem.severity == "error" for problem in exam.problems) > 20:
            break
    return found


def _play_one(exam: "Exam", found: Found, number: int, options: Mapping[str, Any]) -> bool:
    clock = Clock(exam.patience)
    seed = f"exam {number}"
    game = watched(exam, clock, closely=number < 2)
    play: Play[Any] | None = None
    try:
        play = Play(
            game,
            options=game.read_options(options),
            data=exam.data,
            seed=seed,
            source=Counted(seed, clock),
            tape=Tape(),
            snapshots=False,
            reached=found.reached.rules,
        )
        watch = _Watch(exam, found.reached, play, clock, closely=number < 3)
        play.begin()
        watch.look()
        bots = chooser(seat_bots(game, dict.fromkeys(play.seats, "random"), seed))
        while play.decision is not None and play.decisions < exam.decisions:
            clock.ticks = 0
            play.answer(bots(play, play.decision))  # type: ignore[arg-type]
            watch.look()
        watch.end()
    except StuckError:
        name = play.step.name if play and play.step else "?"
        exam.report(
            "C403",
            f"from step {name!r} play goes on for {exam.patience} rolls and rounds without asking",
            exam.place_of_step(name),
        )
        return False
    except SequenceError as error:
        exam.report("C402", str(error), remedy="call `play.end` in the last step")
        return False
    except Exception as error:
        exam.report_exception("C401", f"a game with the options {dict(options)} fails", error)
        return False
    if not play.is_over:
        where = " / ".join(play.where)
        exam.report(
            "C402",
            f"after {exam.decisions} decisions a random game has not ended; it stands at {where}",
            asking_place(play),
            once="long",
        )
        return False
    found.ended.append(play)
    return True


class _Watch:
    """Looks at a game at each decision."""

    def __init__(
        self, exam: "Exam", reached: Reached, play: Play[Any], clock: Clock, closely: bool
    ) -> None:
        self.exam = exam
        self.reached = reached
        self.play = play
        self.clock = clock
        self.closely = closely
        self.lines: list[str] = []

    def look(self) -> None:
        """Look at the new events and the decision."""
        for event in self.play.events[len(self.lines) :]:
            self.lines.append(self._line(event))
        if self.play.decision is not None:
            self._look_at_decision(self.play.decision)

    def end(self) -> None:
        """Compare all events with what they were when they were logged."""
        play, exam = self.play, self.exam
        for event, line in zip(play.events, self.lines, strict=True):
            if _to_json(event) != line:
                exam.report(
                    "C504",
                    f"the facts of event {event.kind!r} changed after it was logged",
                    exam.place_of_event(event),
                    once=event.kind,
                )
        outcome = play.outcome
        if outcome and outcome.winner is not None and outcome.winner not in play.seats:
            exam.report(
                "C409",
                f"the outcome {outcome.kind!r} names no seat as the winner",
                exam.place_of_step(play.step.name if play.step else ""),
                value=repr(outcome.winner),
            )

    def _line(self, event: Event) -> str:
        exam, reached = self.exam, self.reached
        reached.kinds.add(event.kind)
        if event.kind == "step":
            reached.steps.add(event.step)
            return _to_json(event)
        if event.kind == "look_up":
            reached.tables.add(event.facts["table"])
        place = exam.place_of_event(event)
        for name, fact in event.facts.items():
            if name in HEADINGS:
                exam.report("C505", f"event {event.kind!r} has a fact called {name!r}", place)
            if not is_plain(fact):
                exam.report(
                    "C503",
                    f"the fact {name!r} of event {event.kind!r} is no plain data",
                    place,
                    once=(event.kind, name),
                    value=type(fact).__name__,
                )
        self._tell(event)
        return _to_json(event)

    def _tell(self, event: Event) -> None:
        exam, words = self.exam, self.exam.game.words
        if event.kind not in words and event.kind not in CORE_WORDS:
            place = exam.place_of_event(event)
            exam.report("C501", f"events of kind {event.kind!r} have no words", place)
            return
        try:
            told: Any = narrate(event, words)
        except Exception as error:
            how = words.get(event.kind)
            where = exam.source.keys.get(event.kind)
            if callable(how):
                where = exam.place_of(how)
            wrong = f"{type(error).__name__}: {error}"
            facts = ", ".join(event.facts) or "none"
            exam.report(
                "C502",
                f"the words of event {event.kind!r} fail with {wrong}",
                where or exam.place_of_event(event),
                remedy=f"use the facts it has: {facts}",
                once=(event.kind, wrong),
            )
        else:
            if not isinstance(told, str):
                exam.report("C502", f"the words of event {event.kind!r} are no text")

    # ------------------------------------------------------------------ decisions

    def _look_at_decision(self, decision: Decision) -> None:
        exam, play = self.exam, self.play
        options = decision.options
        step = play.step.name if play.step else ""
        if len(options) < 2 and not decision.several:
            exam.report(
                "C405",
                f"{decision.prompt!r} offers one option only (step {step!r})",
                asking_place(play),
                once=asking_place(play),
            )
        if not isinstance(options, range) and len(set(options)) != len(options):
            twice = next(option for option in options if list(options).count(option) > 1)
            exam.report(
                "C404",
                f"{decision.prompt!r} offers the same option twice",
                asking_place(play),
                once=asking_place(play),
                value=repr(twice),
            )
        for seat in decision.seats:
            if seat not in play.seats:
                exam.report(
                    "C404",
                    f"{decision.prompt!r} asks a player there is not",
                    asking_place(play),
                    remedy="ask one of `play.seats`",
                    value=repr(seat),
                )
        if self.closely:
            self._look_closely(decision)

    def _look_closely(self, decision: Decision) -> None:
        exam, play = self.exam, self.play
        place = asking_place(play)
        before = fingerprint(play.state)
        for option in decision.options[:200]:
            try:
                label: Any = decision.label_of(option)
            except Exception as error:
                exam.report_exception("C406", f"the label of option {option!r} fails", error)
                break
            if not isinstance(label, str):
                exam.report(
                    "C406",
                    f"{decision.prompt!r}: the label of an option is no text",
                    place,
                    once=place,
                    value=repr(label),
                )
                break
        if decision.odds is not None:
            self._look_at_odds(decision)
        if fingerprint(play.state) != before:
            exam.report(
                "C406",
                f"looking at the options of {decision.prompt!r} changes the state",
                place,
                remedy="let labels and odds only read",
            )

    def _look_at_odds(self, decision: Decision) -> None:
        exam, place = self.exam, asking_place(self.play)
        assert decision.odds is not None
        for option in decision.options[:3]:
            try:
                odds = decision.odds(option)
                total = sum(odds.values(), Fraction(0)) if odds else Fraction(1)
            except Exception as error:
                exam.report_exception("C407", f"the odds of {option!r} fail", error)
                return
            if not math.isclose(total, 1):
                exam.report(
                    "C407",
                    f"{decision.prompt!r}: the chances sum to {total}, not to 1",
                    place,
                    once=place,
                )


def is_plain(fact: Any) -> bool:
    """Tell whether a fact is made of numbers, texts, truth values, lists and mappings alone."""
    if fact is None or type(fact) in (str, int, float, bool):
        return True
    if isinstance(fact, list | tuple):
        return all(map(is_plain, fact))
    if isinstance(fact, Mapping):
        return all(isinstance(key, str) and is_plain(item) for key, item in fact.items())
    return False


def _to_json(event: Event) -> str:
    return json.dumps([*event[:3], event.facts, event.seats], default=repr)


def lines_of(events: Iterable[Event]) -> list[str]:
    """Return events as lines that can be compared."""
    return [_to_json(event) for event in events]


def tell_unreached(exam: "Exam", found: Found) -> None:
    """Note the rules, steps and tables that no game touched, and words nobody used."""
    if not found.played:
        return
    game, reached = exam.game, found.reached
    count = f"{found.played} random games"
    for name, step in game.program.steps.items():
        if name not in reached.steps:
            exam.report("C902", f"{count} never reached the step {name!r}", step.run)
    for rule in game.rules:
        if rule not in reached.rules:
            exam.report(
                "C901", f"{count} never reached rule {rule.name}", exam.place_of_rule(rule.where)
            )
    for table in exam.data.tables:
        if table not in reached.tables:
            exam.report("C903", f"{count} never looked up the table {table!r}")
    for kind in game.words:
        if kind not in reached.kinds and exam.source.files and kind not in exam.source.texts:
            place = exam.source.keys.get(kind, ("", 0))
            exam.report("C506", f"no event is of kind {kind!r}", place)
