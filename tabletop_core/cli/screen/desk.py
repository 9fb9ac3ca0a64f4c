"""What one person after another sees of a game at one keyboard: the story, the table, questions."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...errors import TabletopError
from ...events.event import Event
from ...panels.kinds import Panel
from ...saves.session import Session
from ...told.changes import seen_anew
from ...told.story import Story, Told
from ...viewers import ALL_SEEING, Viewer
from .answers import Choices
from .show import option_lines
from .story import CONTINUED, story_lines
from .style import Style
from .terminal import draw


def _by_step(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Part the events where a step begins."""
    part: list[Event] = []
    for event in events:
        if event.kind == "step" and part:
            yield part
            part = []
        part.append(event)
    yield part


def _viewer_at(seat: str) -> Viewer:
    return Viewer(seat) if seat else ALL_SEEING


class Desk:
    """Where a game is played and told; it keeps who looks and what each was told.

    `seat` is that of the person at the keyboard.
    `wish` is what was asked for at a prompt for dice or cards, which the rules were left by.
    """

    def __init__(
        self, session: Session, style: Style, keyboard: Any, *, waits_at_steps: bool = False
    ) -> None:
        self.session = session
        self.play = session.play
        self.style = style
        self.keyboard = keyboard
        self.shows_view = True
        self.wish: TabletopError | None = None
        self.story = Story(self.play.game, self.play.data.names)
        self._waits_at_steps = waits_at_steps
        self._told = 0
        self._told_privately: dict[str, int] = {}
        self._last_view: list[Panel] = []
        self.seat = ""

    @property
    def saved_as(self) -> Path | None:
        return self.session.journal.path if self.session.journal else None

    # ------------------------------------------------------------------ telling

    def say(self, *lines: str, end: str = "\n") -> None:
        for line in lines:
            print(line, end=end)
        sys.stdout.flush()

    def _lines(self, told: Iterable[Told]) -> list[str]:
        return story_lines(told, self.style)

    def _fresh(self, seat: str) -> list[Event]:
        """Return what has not been told yet, and count it as told."""
        viewer = _viewer_at(seat)
        new = [event for event in self._untold(seat) if event.seen_by(viewer)]
        self._told = self._told_privately[seat] = self.play.told
        return new

    def _untold(self, seat: str) -> list[Event]:
        """Return what was not told: on one screen to all once, and to each in private."""
        private = self._told_privately.get(seat, 0)
        public = private if self._clears else self._told
        first = min(public, private)
        return [
            event
            for number, event in enumerate(self.play.events_since(first), first)
            if number >= (public if event.seats is None else private)
        ]

    def news(self, seat: str) -> bool:
        """Tell the news; where asked to, wait after each step in which something happened."""
        told = False
        for part in _by_step(self._fresh(seat)):
            lines = self._lines(self.story.tell(part))
            if lines and told and self._waits_at_steps:
                self.keyboard.read("(Enter to go on) ")
            self.say(*lines)
            told = told or bool(lines)
        return told

    def tell_on(self) -> None:
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
        """Say what just happened, and where in the sequence of play that led to."""
        self.news(self.looking)
        self.say(*self._lines(self.story.here(self.play)))

    @property
    def hides(self) -> bool:
        """Whether several persons play at this keyboard who may not see the same."""
        return self.play.game.hides and len(self.session.humans) > 1

    @property
    def _clears(self) -> bool:
        """Whether the screen is cleared for each of them, so that each is told everything."""
        return self.hides and self.style.boxes

    def hand_over(self, seat: str) -> None:
        """At a shared keyboard, let the others look away where the game hides something."""
        if self._clears and self.seat != seat:
            if self.seat:
                self.say("\x1b[2J\x1b[3J\x1b[H", end="")
            self.say(f"{seat} is next.")
            self.keyboard.read(f"Hand the keyboard to {seat}, then press Enter. ")
            self._last_view = []
        self.seat = seat

    def skip_to_now(self, last_lines: int = 8) -> None:
        """Count all that happened as told, but for a few last lines, when a game goes on."""
        decision = self.play.decision
        seats = decision.seats if decision else self.play.seats
        self.hand_over(next((seat for seat in self.session.humans if seat in seats), ""))
        if self._clears:
            # Each is told at the keyboard what happened since the last answer given there.
            self._told_privately = dict(self.play.heard)
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
        for first in (self.play.first_at_hand, 0):
            self.story = Story(self.play.game, self.play.data.names)
            self._told = self._told_privately[self.looking] = first
            told = self._lines(self.story.tell(self._fresh(self.looking)))
            if len(told) >= lines:
                break
        return told

    def retell(self) -> None:
        """Begin to tell again where an answer was taken back."""
        self.story.here(self.play)
        told = self.play.told
        last = self.play.events_since(told - 1) if told else []
        self._told = told - (1 if last and last[0].kind == "undone" else 0)
        # Who was told less stands where the telling ended.
        self._told_privately = {
            seat: min(told, self._told) for seat, told in self._told_privately.items()
        }

    # ------------------------------------------------------------------ showing

    def put(self, question: str, choices: Choices | None) -> None:
        """Write a question and the options."""
        self.say(*(self.style.paint(line, "ask") for line in self.style.wrap(question)))
        if choices is not None:
            self.say(*option_lines(choices, self.style))

    def auto_view(self) -> None:
        """Draw the parts of the table that look different; plain lines only tell it once."""
        if not self.shows_view or (self._last_view and not self.style.boxes):
            return
        view = list(self.play.game.view(self.play, self.viewer))
        anew = [panel for panel, is_new in seen_anew(self._last_view, view) if is_new]
        self.say(*draw(anew, self.style))
        self._last_view = view

    def page(self, lines: Iterable[str]) -> None:
        text = "\n".join(lines) + "\n"
        if self.style.boxes:
            import pydoc

            pydoc.pager(text)
        else:
            print(text, end="")
