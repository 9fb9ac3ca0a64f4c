"""A game at one keyboard, as each person in turn sees it: the log, the table, questions."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ...engine.decisions import Decision
from ...errors import TabletopError
from ...events.event import Event
from ...panels import Panel, Place, changes
from ...panels.changes import Changes
from ...panels.views import unfolded
from ...pictures.scene import Scene
from ...presentation.answers import Choices
from ...presentation.log import GameLog, LogLine
from ...presentation.telling import MomentReader, opening_of
from ...saves.session import Session
from ...text.game_lines import CONTINUED, log_lines
from ...text.moment_lines import moment_lines
from ...text.panel_lines import draw
from ...text.question_lines import option_lines
from ...text.style import Style
from ...viewers import ALL_SEEING, Viewer
from .output import Output

MAX_CHANGES = 6
"""Of more changes than these, only the parts of the table are named."""


def redrawn(before: Iterable[Panel], now: Iterable[Panel]) -> Iterator[tuple[Panel, bool]]:
    """Yield each panel of the table, with whether it looks different from before."""
    known: list[Any] = list(before)
    for panel in now:
        yield panel, panel not in known


def changes_in_few_lines(changes: Changes, now: Sequence[Panel]) -> list[str]:
    """Say what changed on the table; of many changes, name only the parts with changes."""
    lines = changes.lines()
    if len(lines) <= MAX_CHANGES:
        return lines
    titles = [panel.title for panel in now if panel.id in changes.panels]
    return [f"On the table {len(lines)} things changed: {', '.join(titles)} (view shows all)."]


def _by_step(told: Iterable[LogLine]) -> Iterator[list[LogLine]]:
    """Split the log where a step begins."""
    part: list[LogLine] = []
    for one in told:
        if (one.is_heading or one.details) and part:
            yield part
            part = []
        part.append(one)
    yield part


def _viewer_at(seat: str) -> Viewer:
    return Viewer(seat) if seat else ALL_SEEING


class TerminalSession:
    """A game on a terminal; it keeps track of who looks and what each person has been shown.

    `seat` is the seat of the person at the keyboard.
    `ahead` are answers typed ahead for later questions.
    `wish` is the command given at a prompt for dice or cards, which interrupted the rules.
    """

    def __init__(
        self, session: Session, paper: Output, keyboard: Any, *, waits_at_steps: bool = False
    ) -> None:
        self.session = session
        self.match = session.match
        self.paper = paper
        self.keyboard = keyboard
        self.shows_view = True
        self.wish: TabletopError | None = None
        self.ahead: list[str] = []
        self.log = self._new_log()
        self._moments = self._new_moments()
        self._is_opened = False
        self._waits_at_steps = waits_at_steps
        self._told = 0
        self._told_privately: dict[str, int] = {}
        self._last_views: dict[str, list[Panel]] = {}
        self._chose_at_once = False
        self.seat = ""

    def _new_log(self) -> GameLog:
        readers = Viewer(*self.session.humans)
        return GameLog(self.match.game, self.match.data.names, readers)

    def _new_moments(self) -> MomentReader:
        reader = MomentReader(self.match.game, self.match.data.names, self.session.salt)
        reader.begin_at(self.match)
        return reader

    @property
    def style(self) -> Style:
        """How to write now."""
        return self.paper.style

    @property
    def saved_as(self) -> Path | None:
        return self.session.journal.path if self.session.journal else None

    # ------------------------------------------------------------------ the log

    def say(self, *lines: str) -> None:
        self.paper.say(*lines)

    def _lines(self, told: Iterable[LogLine]) -> list[str]:
        return log_lines(told, self.style)

    def _fresh(self, seat: str) -> list[Event]:
        """Return the events that have not been shown yet, and count them as shown."""
        viewer = _viewer_at(seat)
        new = [event for event in self._untold(seat) if event.seen_by(viewer)]
        self._told = self._told_privately[seat] = len(self.match.events)
        return new

    def _untold(self, seat: str) -> list[Event]:
        """Return the events to show: public ones once a screen, private ones to each person."""
        private = self._told_privately.get(seat, 0)
        public = private if self._clears else self._told
        first = min(public, private)
        return [
            event
            for number, event in enumerate(self.match.events[first:], first)
            if number >= (public if event.seats is None else private)
        ]

    def news(self, seat: str) -> bool:
        """Show the news; with `--pace step`, wait after each step in which something happened."""
        told = False
        fresh = self._fresh(seat)
        for part in _by_step(self.log.tell(fresh)):
            lines = self._lines(part)
            if lines and told and self._waits_at_steps:
                self.keyboard.read("(Enter to go on) ")
            self.say(*lines)
            told = told or bool(lines)
        moments = [one for _, one in self._moments.read(fresh) if one is not None]
        if self._awaits_opening:
            moments = [one for one in moments if one.key != "opening"]
        self.say(*moment_lines(moments, self.style))
        return told

    @property
    def _awaits_opening(self) -> bool:
        """Whether the card before the first answer is still to come; it has the orders."""
        humans, history = self.session.humans, self.match.history
        return bool(humans) and not self._is_opened and history.last_answer(humans) is None

    def tell_opening(self) -> None:
        """Show the card before the first answer of the persons at the keyboard."""
        if self._awaits_opening:
            self._is_opened = True
            opening = opening_of(self.match, self.viewer, self.session.salt)
            self.say(*moment_lines([opening] if opening else [], self.style))

    def tell_on(self) -> None:
        """Show the news to the person who looks."""
        self.news(self.looking)

    @property
    def looking(self) -> str:
        """The seat whose view is on the screen; empty where no person plays."""
        humans = self.session.humans
        return self.seat or (humans[0] if humans else "")

    @property
    def viewer(self) -> Viewer:
        """The viewer at the screen; where no person plays, nothing is hidden."""
        return _viewer_at(self.looking)

    def where(self) -> None:
        """Show the place in the sequence of play, unless it was the last heading shown."""
        self.say(*self._lines(self.log.here(self.match)))

    @property
    def hides(self) -> bool:
        """Whether several persons play at this keyboard who may not see the same.

        A simultaneous choice is hidden in any game.
        """
        hides = self.match.game.hides or self._chose_at_once
        return hides and len(self.session.humans) > 1

    @property
    def _clears(self) -> bool:
        """Whether the screen is cleared for each person; each is then shown everything again."""
        return self.hides and self.style.boxes

    def hand_over(self, seat: str) -> None:
        """Hand a shared keyboard to another person, if the game hides something.

        The person who leaves is first shown what only that seat has learned since its last turn.
        """
        self._note_choices_at_once()
        if self._clears and self.seat != seat:
            self.ahead = []
            if self.seat:
                self._tell_secrets(self.seat)
                self.clear()
            self.say(f"{seat} is next.")
            self.keyboard.read(f"Hand the keyboard to {seat}, then press Enter. ")
            self.log.turn_back(self.match)
        self.seat = seat

    def clear(self) -> None:
        """Clear the screen if the next person may not see what is on it."""
        if self._clears:
            self.paper.clear()
            self._last_views = {}

    def _tell_secrets(self, seat: str) -> None:
        """Show a person the news for this seat alone before the keyboard is handed over."""
        viewer = Viewer(seat)
        own = [event for event in self._untold(seat) if event.seats is not None]
        if any(event.seen_by(viewer) for event in own):
            self.news(seat)
            self.keyboard.read("(Enter to go on) ")

    def _note_choices_at_once(self) -> None:
        """From the first simultaneous choice on, show everything to each person in private."""
        if self.match.is_simultaneous and not self._chose_at_once:
            if not self._clears:
                self._told_privately = dict.fromkeys(self.session.humans, self._told)
            self._chose_at_once = True

    def skip_to_now(self, last_lines: int = 8) -> None:
        """Count everything so far as shown, except for a few last lines, when a game is resumed."""
        decision = self.match.decision
        seats = decision.seats if decision else self.match.seats
        self.hand_over(next((seat for seat in self.session.humans if seat in seats), ""))
        if self._clears:
            # Each person is shown at the keyboard what happened since their last answer.
            self._told_privately = dict(self.match.seen_count)
            return
        told = self._last_told(last_lines)
        first = max(0, len(told) - last_lines)
        while first and told[first].startswith(CONTINUED):
            first -= 1
        if first:
            self.say("The log so far ended with:")
        self.say(*told[first:])

    def _last_told(self, lines: int) -> list[str]:
        """Return at least this many of the last lines; read no more of the log than needed."""
        for first in (self.match.events.first_in_memory, 0):
            self.log = self._new_log()
            self._told = self._told_privately[self.looking] = first
            told = self._lines(self.log.tell(self._fresh(self.looking)))
            if len(told) >= lines:
                break
        return told

    def retell(self) -> None:
        """Continue the log where an undo has cut it."""
        self.log.turn_back(self.match)
        self._moments = self._new_moments()
        told = len(self.match.events)
        last = self.match.events[told - 1 :] if told else []
        self._told = told - (1 if last and last[0].kind == "undone" else 0)
        # A person who had seen less keeps that place.
        self._told_privately = {
            seat: min(told, self._told) for seat, told in self._told_privately.items()
        }

    # ------------------------------------------------------------------ showing

    def put(self, question: str, choices: Choices | None) -> None:
        """Write a question and the options."""
        style = self.style
        lines = [style.paint(line, "ask") for line in style.wrap(question)]
        self.paper.ask(*lines, *(option_lines(choices, style) if choices is not None else ()))

    def auto_view(self) -> None:
        """Draw the parts of the table that look different; in plain lines, list the changes.

        A pinned table is drawn in its place.
        """
        if not self.shows_view:
            self.paper.pin((), Scene(panels=()))
            return
        view = list(unfolded(self.match.game.look.view(self.match.play, self.viewer)))
        before = self._last_view
        if self.paper.pins:
            self.paper.pin(view, self.scene(view), before, self._asked)
        elif before and not self.style.boxes:
            self.say(*changes_in_few_lines(changes(before, view), view))
        else:
            self._redraw(view)
        self._last_views[self._eyes] = view

    def _redraw(self, view: list[Panel]) -> None:
        seen = list(redrawn(self._last_view, view))
        fresh = [panel for panel, is_new in seen if is_new]
        # Boards come last, next to the question.
        fresh.sort(key=lambda panel: panel.place is Place.BOARD)
        self.say(*draw(fresh, self.style, self.scene(view)))
        as_before = [panel.title for panel, is_new in seen if not is_new]
        if 0 < len(as_before) < len(seen):
            words = f"Unchanged: {', '.join(as_before)} (view shows all)."
            self.say(*(self.style.paint(line, "quiet") for line in self.style.wrap(words)))

    @property
    def _eyes(self) -> str:
        """The key of the last view; where nothing is hidden, all share one."""
        return self.looking if self.hides else ""

    @property
    def _last_view(self) -> list[Panel]:
        """The table as the person who looks last saw it."""
        return self._last_views.get(self._eyes, [])

    def scene(self, view: list[Panel]) -> Scene:
        """Return the table with what can be touched now and what changed since the last draw."""
        asked = self._asked
        hand = asked.begun() if asked else ()
        return Scene(
            panels=view,
            glowing=frozenset(asked.glowing(hand)) if asked else frozenset(),
            hand=hand,
            asked=asked.touched() if asked else frozenset(),
            left=asked.left_at(hand) if asked else {},
            changes=changes(self._last_view, view) if self._last_view else Changes(),
        )

    @property
    def _asked(self) -> Decision | None:
        """The question for the person who looks."""
        decision = self.match.decision
        return decision if decision and self.viewer.knows(*decision.seats) else None

    def read(self, prompt: str) -> str:
        """Read a line, or take an answer that was typed ahead.

        All of a long prompt but its end is written above the input line.
        """
        *before, last = self.style.wrap_prompt(prompt)
        self.say(*before)
        if self.ahead:
            text = self.ahead.pop(0)
            self.say(f"{last} {text}")
            return text
        return str(self.keyboard.read(last + " "))

    def drop_ahead(self) -> None:
        """Drop the answers typed ahead after one that was refused."""
        if self.ahead:
            self.say(*self.style.wrap(f"The rest of the line is ignored: {' '.join(self.ahead)}"))
            self.ahead = []
