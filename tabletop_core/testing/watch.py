"""Checks of a random game at each decision: its events, their words, its decisions."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from ..engine.decisions import Decision
from ..engine.faults import returned
from ..engine.match import Match
from ..engine.rules import Rule
from ..engine.state import state_key
from ..errors import PackError
from ..events.event import Event
from ..events.words import CORE_WORDS, IN_ROLL_WORDS, listed, narrate
from ..presentation.telling import MomentReader
from .exam_run import asking_place
from .invariants import check_invariants
from .shown import check_touched
from .source import FileLine
from .targets import check_differences

if TYPE_CHECKING:
    from .exam_run import Exam

FORCED = 6
"""How often a question with one option is checked again."""


TOUCHED = 30
"""How often the targets of each question in the rules are looked for on the table."""


MAX_IN_A_STEP = 100
"""The most questions in one run of a step. Undo runs a step from its start, so more are slow."""


@attrs.define
class Forced:
    """A question with one option: the problem that it may be; seeds and places on their tapes."""

    message: str
    at: list[tuple[int | str, int]] = attrs.field(factory=list)


@attrs.define
class Reached:
    """What games have touched; `asked` are the kinds of the decisions in them.

    `touched` counts the questions whose targets were looked for, by the line that asks.
    """

    rules: Counter[Rule] = attrs.field(factory=Counter)
    steps: set[str] = attrs.field(factory=set)
    kinds: set[str] = attrs.field(factory=set)
    asked: set[str] = attrs.field(factory=set)
    tables: set[str] = attrs.field(factory=set)
    modifiers: set[str] = attrs.field(factory=set)
    held: set[str] = attrs.field(factory=set)
    stops: list[int] = attrs.field(factory=list)
    forced: dict[FileLine, Forced] = attrs.field(factory=dict)
    touched: Counter[FileLine] = attrs.field(factory=Counter)

    def note(self, event: Event) -> None:
        """Note what an event has touched."""
        self.kinds.add(event.kind)
        self.steps.add(event.step)
        if event.kind == "draw":
            self.held.add(event.facts["card"])
        if event.kind == "look_up":
            self.tables.add(event.facts["table"])
            self.modifiers.update(entry[0] for entry in event.facts["modifiers"])

    def note_draws(self, match: Match[Any]) -> None:
        """Note the cards that were drawn, also those that no event names."""
        if match.tape is not None:
            self.held.update(entry[1] for entry in match.tape.entries if entry[0] == "draw")


class Watch:
    """Checks a game at each decision."""

    def __init__(self, exam: "Exam", reached: Reached, match: Match[Any], closely: bool) -> None:
        self.exam = exam
        self.reached = reached
        self.match = match
        self.closely = closely
        self.lines: list[str] = []
        self.running: Any = None
        self.asked = 0
        self.most_options = exam.game.learning.most_options_with(exam.data)
        self._moments = MomentReader(match.game, match.data.names, is_strict=True)
        self._stops = 0

    def look(self) -> None:
        """Check the new events and the decision."""
        for event in self.match.events[len(self.lines) :]:
            self.lines.append(self._line(event))
        check_invariants(self.exam, self.match, closely=self.closely)
        if self.match.decision is not None:
            # At each question, as a saved game makes it.
            try:
                self.exam.game.status_line(self.match)
            except Exception as error:
                self.exam.report_exception("C701", "the status fails", error)
            self._look_at_decision(self.match.decision)

    def end(self) -> None:
        """Compare all events with what they were when they were logged."""
        match, exam = self.match, self.exam
        self.reached.stops.append(self._stops)
        self.reached.held.update(texts_in(match.state))
        self.reached.note_draws(match)
        for event, line in zip(match.events, self.lines, strict=True):
            if _to_json(event) != line:
                exam.report(
                    "C504",
                    f"the facts of event {event.kind!r} changed after it was logged",
                    exam.place_of_event(event),
                    once=event.kind,
                )
        outcome = match.outcome
        placed = {seat for group in outcome.places for seat in group} if outcome else set()
        if outcome and not placed <= set(match.seats):
            exam.report(
                "C409",
                f"the outcome {outcome.kind!r} names somebody who is not playing",
                exam.place_of_step(match.play.step.name if match.play.step else ""),
                value=listed(sorted(placed.difference(match.seats))),
            )

    def _line(self, event: Event) -> str:
        exam = self.exam
        self.reached.note(event)
        self._tell_moment(event)
        if event.kind == "step":
            return _to_json(event)
        place = exam.place_of_event(event)
        for name, fact in event.facts.items():
            if not is_plain(fact):
                exam.report(
                    "C503",
                    f"the fact {name!r} of event {event.kind!r} is not plain data",
                    place,
                    once=(event.kind, name),
                    value=type(fact).__name__,
                )
        self._tell(event)
        return _to_json(event)

    def _tell_moment(self, event: Event) -> None:
        exam = self.exam
        try:
            moments = [moment for _, moment in self._moments.read([event]) if moment is not None]
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
            where = exam.source.keys.get(event.kind) or exam.place_of_event(event)
            what = f"the moment of event {event.kind!r} fails with {wrong}"
            exam.report("C507", what, where, once=(event.kind, wrong))
            return
        for moment in moments:
            self._stops += moment.stops
            for problem in moment.problems() if moment.title else ():
                exam.report("C508", problem, exam.place_of_event(event), once=event.kind)

    def _tell(self, event: Event) -> None:
        exam, words = self.exam, self.exam.game.look.words
        if event.kind not in words and event.kind not in CORE_WORDS:
            place = exam.place_of_event(event)
            exam.report("C501", f"events of kind {event.kind!r} have no words", place)
            return
        try:
            line = narrate(event, words, self.match.data.names)
        except Exception as error:
            how = words.get(event.kind)
            where = exam.source.keys.get(event.kind)
            if callable(how):
                where = exam.place_of(how)
            wrong = str(error)
            if not isinstance(error, PackError):
                facts = ", ".join(event.facts) or "none"
                wrong = f"the words of event {event.kind!r} fail with {type(error).__name__}: "
                wrong += f"{error}; use the facts it has: {facts}"
            what, _, remedy = wrong.rpartition("; ")
            place = where or exam.place_of_event(event)
            exam.report("C502", what, place, remedy=remedy, once=(event.kind, what))
            return
        for name in event.facts if event.kind == "roll" and "roll" not in words else ():
            if name not in IN_ROLL_WORDS:
                place = exam.place_of_step(event.step)
                what = f"a line such as {line!r} drops the fact {name!r} of the roll"
                exam.report("C510", what, place, once=(event.step, name))

    # ------------------------------------------------------------------ decisions

    def _look_at_decision(self, decision: Decision) -> None:
        exam, match = self.exam, self.match
        options = decision.options
        step = match.play.step.name if match.play.step else ""
        self.reached.steps.add(step)
        self.reached.asked.add(decision.kind)
        self._count_in_step(step)
        if len(options) < 2 and not decision.several:
            self._note_forced(decision, step)
        if not isinstance(options, range) and len(set(options)) != len(options):
            twice = next(option for option in options if list(options).count(option) > 1)
            exam.report(
                "C404",
                f"{decision.prompt!r} offers the same option twice",
                asking_place(match),
                once=asking_place(match),
                value=repr(twice),
            )
        if len(options) > self.most_options:
            exam.report(
                "C411",
                f"{decision.prompt!r} has {len(options)} options, where the game says "
                f"{self.most_options} at most",
                asking_place(match),
                once=asking_place(match),
            )
        for seat in decision.seats:
            if seat not in match.seats:
                exam.report(
                    "C404",
                    f"{decision.prompt!r} asks a player who does not exist",
                    asking_place(match),
                    remedy="ask one of `play.seats`",
                    value=repr(seat),
                )
        if decision.at is not None:
            self._look_for_targets()
        if self.closely:
            self._look_closely(decision)

    def _look_for_targets(self) -> None:
        """Look for the targets on the table, also in a question that is asked once in a while."""
        place = asking_place(self.match)
        self.reached.touched[place] += 1
        if self.reached.touched[place] <= TOUCHED:
            check_touched(self.exam, self.match)

    def _count_in_step(self, step: str) -> None:
        """Count the questions since the current step began; undo and forks run it from there."""
        running = getattr(self.match._runner.asking, "gi_yieldfrom", None)
        self.asked = self.asked + 1 if running is self.running else 1
        self.running = running
        if self.asked > MAX_IN_A_STEP:
            self.exam.report(
                "C410",
                f"step {step!r} asks more than {MAX_IN_A_STEP} times in one go",
                asking_place(self.match),
                once=step,
            )

    def _note_forced(self, decision: Decision, step: str) -> None:
        """Note a question with one option, which may be asked so that others do not hear of it."""
        place = asking_place(self.match)
        message = f"{decision.prompt!r} offers only one option (step {step!r})"
        forced = self.reached.forced.setdefault(place, Forced(message))
        if len(forced.at) < FORCED:
            assert self.match.tape is not None
            forced.at.append((self.match.seed, len(self.match.tape.entries)))

    def _look_closely(self, decision: Decision) -> None:
        exam, match = self.exam, self.match
        place = asking_place(match)
        before = state_key(match.state)
        for option in decision.options[:200]:
            try:
                decision.label_of(option)
            except PackError as error:
                what, _, remedy = str(error).rpartition("; ")
                exam.report("C406", what, place, once=place, remedy=remedy)
                break
            except Exception as error:
                exam.report_exception("C406", f"the label of option {option!r} fails", error)
                break
        else:
            check_differences(exam, match, decision)
        if decision.odds is not None:
            self._look_at_odds(decision)
        if state_key(match.state) != before:
            exam.report(
                "C406",
                f"looking at the options of {decision.prompt!r} changes the state",
                place,
                remedy="make labels and odds read-only",
            )

    def _look_at_odds(self, decision: Decision) -> None:
        exam, place = self.exam, asking_place(self.match)
        assert decision.odds is not None
        for option in decision.options[:3]:
            try:
                odds = returned(decision.odds, decision.odds(option), Mapping, "chances by result")
                chances = [one for one in odds.values() if not isinstance(one, str)]
                total = sum(chances, Fraction(0))
            except Exception as error:
                exam.report_exception("C407", f"the odds of {option!r} fail", error)
                return
            wrong = ""
            if not all(0 <= one <= 1 for one in chances):
                wrong = "a chance is outside 0 to 1"
            elif len(chances) > 1 and not math.isclose(total, 1):
                wrong = f"the chances sum to {total}, not to 1"
            if wrong:
                exam.report("C407", f"{decision.prompt!r}: {wrong}", place, once=place)


def is_plain(fact: Any) -> bool:
    """Return whether a fact is made of numbers, texts, truth values, lists and mappings alone."""
    if fact is None or type(fact) in (str, int, float, bool):
        return True
    if isinstance(fact, list | tuple):
        return all(map(is_plain, fact))
    if isinstance(fact, Mapping):
        return all(isinstance(key, str) and is_plain(item) for key, item in fact.items())
    return False


_WRITER = json.JSONEncoder(default=repr)


def _to_json(event: Event) -> str:
    return _WRITER.encode([*event[:3], event.facts, event.seats])


def lines_of(events: Iterable[Event]) -> list[str]:
    """Return events as lines that can be compared."""
    return [_to_json(event) for event in events]


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a state, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts_in(key)
            yield from texts_in(item)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from texts_in(item)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from texts_in(getattr(value, field.name, None))
