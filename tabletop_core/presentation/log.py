"""The log: events as lines under the headings of their steps, with words and rules.

Routine events fold into one line that can be opened.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from ..engine.game import Game
from ..engine.match import Match
from ..engine.sequence import Summary
from ..events.event import Event
from ..events.words import narrate
from ..viewers import SPECTATOR, Viewer
from .sequence import rule_titles, rule_words, step_rule_words


@attrs.frozen
class LogLine:
    """A line of the log: the words of an event, a heading, or a summary of several lines.

    Attributes:
        event: the event it describes; None for a heading or a summary.
        tone: how decisive it is: `good`, `bad`, `warn`, `quiet`, or nothing.
        details: the lines that a summary folds.
        rule: the rule of a heading in words, which its text ends with in brackets.
    """

    text: str
    event: Event | None = None
    tone: str = ""
    details: "tuple[LogLine, ...]" = ()
    rule: str = ""

    @property
    def is_heading(self) -> bool:
        return self.event is None and not self.details


class _Run:
    """The events of consecutive steps that share a `summary`, and the line that sums them up.

    Without words they are listed in full.
    """

    def __init__(self, summary: Summary | None = None, *, in_parts: bool = False) -> None:
        self.summary = summary
        self.in_parts = in_parts
        self.events: list[Event] = []
        self.happened: list[Event] = []
        self.words = ""

    def takes(self, visit: list[Event]) -> bool:
        """Add the events of one more step, unless one line cannot sum up both."""
        happened = self.happened + [event for event in visit if event.kind != "step"]
        if self.summary is not None:
            words = self.summary(happened)
            if not words and self.happened:
                return False
            self.words = words
        self.events += visit
        self.happened = happened
        return True


def _folded(words: str, details: tuple[LogLine, ...]) -> LogLine:
    """Return a line that folds others; it is as decisive as the most decisive of them."""
    tones = {one.tone for one in details}
    tone = next((tone for tone in ("bad", "warn", "good") if tone in tones), "")
    return LogLine(words, tone=tone, details=details)


def tone_of(game: Game[Any], event: Event) -> str:
    """Return how decisive an event is, as its game says; it may name the seat that it is good for.

    See `seen_by`.
    """
    tone = game.look.tones.get(event.kind, "")
    return tone if isinstance(tone, str) else tone(event.facts)


def seen_by(tone: str, viewer: Viewer) -> str:
    """Return a tone as a viewer sees it; it may name the seat for which it is meant.

    >>> seen_by("good west", Viewer("west")), seen_by("good west", Viewer("east"))
    ('good', 'bad')
    >>> seen_by("good west", Viewer("west", "east")), seen_by("warn", SPECTATOR)
    ('', 'warn')
    """
    tone, _, seat = tone.partition(" ")
    if not seat:
        return tone
    is_ours, is_theirs = seat in viewer.seats, bool(viewer.seats - {seat})
    if is_ours == is_theirs:
        return ""
    return tone if is_ours else {"good": "bad", "bad": "good"}.get(tone, tone)


class GameLog:
    """Turns events into lines, in order; a heading appears with the first line under it.

    An event for which the game has no words has no line: another event includes it.
    The events of a step with a `summary` become one line, across several steps if they share it.
    `names` are the names of ids in the facts: `PackData.names`. `viewer` is who reads it: what is
    good for one side is bad for the other, and plain for one who looks for both or for neither.
    `in_full`: no lines are summed up, because the events of a step may come one after the other.
    `tells_rules`: the number of its rule follows the words of an event.
    """

    def __init__(
        self,
        game: Game[Any],
        names: Mapping[str, str] | None = None,
        viewer: Viewer = SPECTATOR,
        *,
        in_full: bool = False,
        tells_rules: bool = True,
    ) -> None:
        self.game = game
        self.viewer = viewer
        self.in_full = in_full
        self.tells_rules = tells_rules
        self.words = game.look.words
        self.names = names or {}
        self.titles = rule_titles(game.rules)
        self._steps = game.program.steps
        self._quiet = {step.name for step in self._steps.values() if step.quiet}
        self._first = 0 if game.look.shows_root else 1
        self._noted: set[tuple[str, str]] = set()
        self._heading: Event | None = None
        self._rule = self._step = ""
        self._last: tuple[list[str], str] | None = None
        self._open: tuple[tuple[Any, ...], _Run, int] | None = None

    def tell(self, events: Iterable[Event]) -> list[LogLine]:
        """Return the lines for these events, which follow those of the calls before."""
        lines, run = self._runs(events)
        return lines + self._of(run)

    def tell_on(self, events: Iterable[Event]) -> tuple[int, list[LogLine]]:
        """Return what these events change in the log: lines to drop from its end, and lines to add.

        The log is then the same however the events are split into calls: a routine that continues
        replaces the line of its first part.
        """
        gone = 0
        if self._open is not None:
            before, run, gone = self._open
            self._stand_at(before)
            events = [*run.events, *events]
        lines, run = self._runs(events)
        before, last = self._standing, self._of(run)
        self._open = (before, run, len(last)) if run.summary is not None else None
        return gone, lines + last

    @property
    def _standing(self) -> tuple[Any, ...]:
        """The state on which the words of the next event depend."""
        return set(self._noted), self._heading, self._rule, self._step, self._last

    def _stand_at(self, standing: tuple[Any, ...]) -> None:
        noted, self._heading, self._rule, self._step, self._last = standing
        self._noted = set(noted)

    def _runs(self, events: Iterable[Event]) -> tuple[list[LogLine], _Run]:
        """Return the lines for all but the last run of these events, and that run."""
        lines: list[LogLine] = []
        run = _Run()
        for visit in self._visits(events):
            step = self._steps.get(visit[-1].step)
            summary = step.summary if step and not self.in_full else None
            if visit[-1].kind == "step":
                run.events += visit
            elif summary is not run.summary or not run.takes(visit):
                lines += self._of(run)
                run = _Run(summary, in_parts=self._is_in_parts(visit[-1]))
                run.takes(visit)
        return lines, run

    def _visits(self, events: Iterable[Event]) -> Iterator[list[Event]]:
        """Split events where a step begins; a heading may be alone in its part.

        In a step with `in_parts`, each event is a part of its own.
        """
        visit: list[Event] = []
        for event in events:
            in_parts = visit and (self._is_in_parts(visit[-1]) or self._is_in_parts(event))
            if visit and (event.kind == "step" or in_parts):
                yield visit
                visit = []
            visit.append(event)
        if visit:
            yield visit

    def _is_in_parts(self, event: Event) -> bool:
        step = self._steps.get(event.step)
        return step is not None and step.in_parts and not self.in_full and event.kind != "step"

    def _of(self, run: _Run) -> list[LogLine]:
        """Return the lines of a run: one line if its summary has words."""
        if not run.words or (run.in_parts and len(run.happened) == 1):
            return self._in_full(run.events)
        if run.in_parts:
            lines = self._in_full(run.events)
            first, *others = lines
            heading = [first] if first.is_heading else []
            details = (*others,) if heading else (first, *others)
            if len(details) == 1 and details[0].text.startswith(run.words):
                return lines
            return [*heading, _folded(run.words, details)]
        begun = [self._heading, *(event for event in run.events if event.kind == "step")]
        details = tuple(self._in_full(run.events))
        # Later events of the last of these steps need its heading.
        self._heading = begun[-1]
        self._rule = self._step = ""
        self._last = None
        return [_folded(run.words, details)]

    def _in_full(self, events: Iterable[Event]) -> list[LogLine]:
        lines: list[LogLine] = []
        for event in events:
            if event.kind == "step":
                self._heading = event
                continue
            if not self._bare_words_of(event):
                continue
            if self._heading is not None:
                self._last = (list(self._heading.facts["path"]), self._heading.rule)
                lines.append(self.heading(*self._last))
                self._rule, self._step = self._heading.rule, self._heading.step
                self._heading = None
            tone = self._tone_of(event)
            lines += [LogLine(line, event, tone) for line in self._words_of(event).splitlines()]
        return lines

    def _tone_of(self, event: Event) -> str:
        return seen_by(tone_of(self.game, event), self.viewer)

    def heading(self, path: Iterable[str], rule: str) -> LogLine:
        """Return the line for a place in the sequence of play."""
        names = list(path)
        where = " > ".join(names[self._first :] or names)
        step = self._steps.get(names[-1])
        same = step is not None and step.rule_number == rule
        if step and same:
            words = step_rule_words(step, self.titles, beside=names[-1])
        else:
            words = rule_words(rule, self.titles, beside=names[-1])
        return LogLine(f"{where} ({words})" if words else where, rule=words)

    def _bare_words_of(self, event: Event) -> str:
        return narrate(event, self.words, self.names)

    def _words_of(self, event: Event) -> str:
        text = self._bare_words_of(self._without_known_notes(event))
        if self.tells_rules and event.rule and event.rule != self._rule:
            text += f"  [{rule_words(event.rule, self.titles)}]"
        self._rule = event.rule
        if event.step not in ("", self._step, *self._quiet):
            # A private event of an earlier step, shown after later events that all have seen.
            text = f"{event.step}: {text}"
            self._step = event.step
        return text

    def _without_known_notes(self, event: Event) -> Event:
        """Leave out the notes of a table that the log has already shown."""
        notes = event.facts.get("notes")
        if event.kind != "look_up" or not notes:
            return event
        named = [(event.facts["table"], note) for note in notes]
        fresh = [note for table, note in named if (table, note) not in self._noted]
        self._noted.update(named)
        return event._replace(facts={**event.facts, "notes": fresh})

    def here(self, match: Match[Any]) -> list[LogLine]:
        """Return the heading of the current step, unless it was the last one shown."""
        heading = (list(match.play.where), match.play.step.rule_number if match.play.step else "")
        told, self._last = self._last, heading
        self._heading = None
        self._rule, self._step = heading[1], match.play.step.name if match.play.step else ""
        return [] if told == heading else [self.heading(*heading)]

    def turn_back(self, match: Match[Any]) -> None:
        """Forget the last heading, after an undo or when another person looks."""
        self.here(match)
        self._last = None
