"""What one person after another sees of a game at one keyboard: the story, the table, questions."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ...engine.decisions import Decision
from ...errors import TabletopError
from ...events.event import Event
from ...panels import Changes, Panel, Place, changes, unfolded
from ...pictures.scene import Scene
from ...presentation.log import GameLog, LogLine
from ...saves.session import Session
from ...viewers import ALL_SEEING, Viewer
from .answers import Choices
from .game_lines import CONTINUED, story_lines
from .output import Output
from .question_lines import option_lines
from .style import Style
from .terminal import draw

MAX_CHANGES = 6
"""Of more changes than these, only where they are is told."""


def redrawn(before: Iterable[Panel], now: Iterable[Panel]) -> Iterator[tuple[Panel, bool]]:
    """Yield each panel of the table, with whether it looks different from before."""
    known: list[Any] = list(before)
    for panel in now:
        yield panel, panel not in known


def changes_in_few_lines(changes: Changes, now: Sequence[Panel]) -> list[str]:
    """Tell what changed on the table; where that is much, only on which parts of it."""
    lines = changes.lines()
    if len(lines) <= MAX_CHANGES:
        return lines
    titles = [panel.title for panel in now if panel.id in changes.panels]
    return [f"On the table {len(lines)} things changed: {', '.join(titles)} (view shows all)."]


def _by_step(told: Iterable[LogLine]) -> Iterator[list[LogLine]]:
    """Part the story where a step begins."""
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
    """Where a game is played and told; it keeps who looks and what each was told.

    `seat` is that of the person at the keyboard.
    `ahead` are answers typed for questions to come.
    `wish` is what was asked for at a prompt for dice or cards, which the rules were left by.
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
        self.story = GameLog(self.match.game, self.match.data.names)
        self._waits_at_steps = waits_at_steps
        self._told = 0
        self._told_privately: dict[str, int] = {}
        self._last_views: dict[str, list[Panel]] = {}
        self._chose_at_once = False
        self.seat = ""

    @property
    def style(self) -> Style:
        """How to write now."""
        return self.paper.style

    @property
    def saved_as(self) -> Path | None:
        return self.session.journal.path if self.session.journal else None

    # ------------------------------------------------------------------ telling

    def say(self, *lines: str) -> None:
        self.paper.say(*lines)

    def _lines(self, told: Iterable[LogLine]) -> list[str]:
        return story_lines(told, self.style)

    def _fresh(self, seat: str) -> list[Event]:
        """Return what has not been told yet, and count it as told."""
        viewer = _viewer_at(seat)
        new = [event for event in self._untold(seat) if event.seen_by(viewer)]
        self._told = self._told_privately[seat] = self.match.event_count
        return new

    def _untold(self, seat: str) -> list[Event]:
        """Return what was not told: on one screen to all once, and to each in private."""
        private = self._told_privately.get(seat, 0)
        public = private if self._clears else self._told
        first = min(public, private)
        return [
            event
            for number, event in enumerate(self.match.events_since(first), first)
            if number >= (public if event.seats is None else private)
        ]

    def news(self, seat: str) -> bool:
        """Tell the news; where asked to, wait after each step in which something happened."""
        told = False
        for part in _by_step(self.story.tell(self._fresh(seat))):
            lines = self._lines(part)
            if lines and told and self._waits_at_steps:
                self.keyboard.read("(Enter to go on) ")
            self.say(*lines)
            told = told or bool(lines)
        return told

    def tell_on(self) -> None:
        """Tell the news to whoever looks."""
        self.news(self.looking)

    @property
    def looking(self) -> str:
        """Whose eyes are on the screen; nobody's where no person plays."""
        humans = self.session.humans
        return self.seat or (humans[0] if humans else "")

    @property
    def viewer(self) -> Viewer:
        """What these eyes may see; where no person plays, nothing need be hidden."""
        return _viewer_at(self.looking)

    def where(self) -> None:
        """Say where in the sequence of play the game is, unless that was told last."""
        self.say(*self._lines(self.story.here(self.match)))

    @property
    def hides(self) -> bool:
        """Whether several persons play at this keyboard who may not see the same.

        What is chosen at the same time is hidden in any game.
        """
        hides = self.match.game.hides or self._chose_at_once
        return hides and len(self.session.humans) > 1

    @property
    def _clears(self) -> bool:
        """Whether the screen is cleared for each of them, so that each is told everything."""
        return self.hides and self.style.boxes

    def hand_over(self, seat: str) -> None:
        """At a shared keyboard, let the others look away where the game hides something.

        Who leaves it is first told what only that seat has learnt since its last question.
        """
        self._note_choices_at_once()
        if self._clears and self.seat != seat:
            self.ahead = []
            if self.seat:
                self._tell_secrets(self.seat)
                self.clear()
            self.say(f"{seat} is next.")
            self.keyboard.read(f"Hand the keyboard to {seat}, then press Enter. ")
            self.story.turn_back(self.match)
        self.seat = seat

    def clear(self) -> None:
        """Take everything off the screen, where others may not see it."""
        if self._clears:
            self.paper.clear()
            self._last_views = {}

    def _tell_secrets(self, seat: str) -> None:
        """Tell a person the news before the keyboard passes on, if some are for this seat alone."""
        viewer = Viewer(seat)
        own = [event for event in self._untold(seat) if event.seats is not None]
        if any(event.seen_by(viewer) for event in own):
            self.news(seat)
            self.keyboard.read("(Enter to go on) ")

    def _note_choices_at_once(self) -> None:
        """Tell everything to each in private from the first choice at the same time on."""
        if self.match.is_simultaneous and not self._chose_at_once:
            if not self._clears:
                self._told_privately = dict.fromkeys(self.session.humans, self._told)
            self._chose_at_once = True

    def skip_to_now(self, last_lines: int = 8) -> None:
        """Count all that happened as told, but for a few last lines, when a game goes on."""
        decision = self.match.decision
        seats = decision.seats if decision else self.match.seats
        self.hand_over(next((seat for seat in self.session.humans if seat in seats), ""))
        if self._clears:
            # Each is told at the keyboard what happened since the last answer given there.
            self._told_privately = dict(self.match.seen_count)
            return
        told = self._last_told(last_lines)
        first = max(0, len(told) - last_lines)
        while first and told[first].startswith(CONTINUED):
            first -= 1
        if first:
            self.say("The story so far ended with:")
        self.say(*told[first:])

    def _last_told(self, lines: int) -> list[str]:
        """Tell at least so many lines, as long as there are: no more of the story than needed."""
        for first in (self.match.first_event_in_memory, 0):
            self.story = GameLog(self.match.game, self.match.data.names)
            self._told = self._told_privately[self.looking] = first
            told = self._lines(self.story.tell(self._fresh(self.looking)))
            if len(told) >= lines:
                break
        return told

    def retell(self) -> None:
        """Begin to tell again where an answer was taken back."""
        self.story.turn_back(self.match)
        told = self.match.event_count
        last = self.match.events_since(told - 1) if told else []
        self._told = told - (1 if last and last[0].kind == "undone" else 0)
        # Who was told less stands where the telling ended.
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
        """Draw the parts of the table that look different; in plain lines, say what changed.

        Where the table stays in sight, it is drawn there.
        """
        if not self.shows_view:
            self.paper.pin((), Scene(panels=()))
            return
        view = list(unfolded(self.match.game.view(self.match.play, self.viewer)))
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
            words = f"As before: {', '.join(as_before)} (view shows all)."
            self.say(*(self.style.paint(line, "quiet") for line in self.style.wrap(words)))

    @property
    def _eyes(self) -> str:
        """Whose view is compared with what; where nothing is hidden all see the same."""
        return self.looking if self.hides else ""

    @property
    def _last_view(self) -> list[Panel]:
        """The table as whoever looks saw it last."""
        return self._last_views.get(self._eyes, [])

    def scene(self, view: list[Panel]) -> Scene:
        """Return the table with what may be touched now and what changed since it was drawn."""
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
        """What is asked now of whoever looks."""
        decision = self.match.decision
        return decision if decision and self.viewer.knows(*decision.seats) else None

    def read(self, prompt: str) -> str:
        """Read a line, or take what was typed ahead.

        A prompt too long for the width stands on lines of its own.
        """
        *before, last = self.style.wrap_prompt(prompt)
        self.say(*before)
        if self.ahead:
            text = self.ahead.pop(0)
            self.say(f"{last} {text}")
            return text
        return str(self.keyboard.read(last + " "))

    def drop_ahead(self) -> None:
        """Leave out what was typed ahead, where an answer before it was none."""
        if self.ahead:
            self.say(*self.style.wrap(f"The rest of the line is left out: {' '.join(self.ahead)}"))
            self.ahead = []
