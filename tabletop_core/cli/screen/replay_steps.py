"""Replay: a saved game shown answer by answer, forward and back, to a turn, from a seat."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ...engine.match import Match
from ...engine.past import as_it_was
from ...engine.tape import given_in
from ...errors import TabletopError
from ...events.event import Event
from ...panels import changes
from ...panels.views import unfolded
from ...pictures.scene import Scene
from ...presentation.answers import MisreadError
from ...presentation.games import outcome_lines
from ...presentation.log import GameLog
from ...presentation.telling import MomentReader
from ...text.game_lines import log_lines
from ...text.moment_lines import moment_lines
from ...text.panel_lines import draw
from ...text.style import Style
from ...viewers import Viewer
from .signals import Leave

HELP: Mapping[str, str] = {
    "Enter": "goes on to the next answer",
    "back": "goes back by one",
    "N": "goes to answer N; 0 is the beginning",
    "+N, -N": "goes forward or back by N",
    "end": "goes to the end, or to the current state of the game",
    "to NAME": "goes to the next part of that name, such as `to round 3` or `to turn west`",
    "seat NAME": "shows what this seat sees; `seat` alone what a spectator sees, or all once the "
    "game is over",
    "quit": "leaves",
}


class Steps:
    """The states of a game before each answer and at its end.

    Place 0 is before the first answer; the last is the current state.
    """

    def __init__(self, match: Match[Any]) -> None:
        assert match.tape is not None
        self.match = match
        entries = match.tape.entries
        self._cuts = [at for at, entry in enumerate(entries) if given_in(entry)]
        self._cuts.append(len(entries))
        # A person goes back and forth among neighbouring places.
        self.at = lru_cache(maxsize=16)(self._at)

    @property
    def last(self) -> int:
        """The number of the last place."""
        return len(self._cuts) - 1

    def _at(self, place: int) -> Match[Any]:
        """Return a copy of the game at a place; nobody plays on in it."""
        return as_it_was(self.match, self._cuts[place])

    def news(self, first: int, last: int, viewer: Viewer) -> list[Event]:
        """Return what a viewer learned between two places; from -1, everything up to `last`."""
        told = len(self.at(first).events) if first >= 0 else 0
        events = self.match.events[told : len(self.at(last).events)]
        return [event for event in events if event.seen_by(viewer)]

    def find(self, name: str, after: int = 0) -> int | None:
        """Return the first place after `after` in a part of the sequence, such as `round 3`.

        If none follows, earlier parts are searched; None if there is no such part at all.
        """
        wanted = name.casefold()
        begins = [
            number
            for number, event in enumerate(self.match.events)
            if event.kind == "step" and wanted in [part.casefold() for part in event.facts["path"]]
        ]
        told = len(self.at(after).events)
        for number in [one for one in begins if one >= told] or begins:
            return bisect_left(
                range(self.last), number, key=lambda place: len(self.at(place).events) - 1
            )
        return None


class Stepper:
    """Steps through a saved game at a keyboard."""

    def __init__(
        self,
        match: Match[Any],
        style: Style,
        keyboard: Any,
        viewer: Viewer,
        looking: Callable[[str | None], Viewer],
        salt: str = "",
    ) -> None:
        self.match = match
        self._salt = salt
        self.steps = Steps(match)
        self.style = style
        self.keyboard = keyboard
        self.viewer = viewer
        self._looking = looking
        self._view: list[Any] = []
        self._place = 0

    def run(self) -> None:
        """Show one place after another until the person leaves."""
        self._show(0, forward=True)
        self.keyboard.words = [*(name.split()[0] for name in HELP if name.islower()), *_parts(self)]
        last = self.steps.last
        while True:
            try:
                typed = self.keyboard.read(f"({self._place} of {last}; Enter for next, ? help) > ")
                if typed in ("?", "help"):
                    for name, does in HELP.items():
                        self._say(f"  {name:10}  {does}", " " * 14)
                else:
                    self._go(typed)
            except Leave:
                return
            except TabletopError as error:
                self._say(str(error))

    def _say(self, text: str, hang: str = "") -> None:
        for line in self.style.wrap(text, "", hang):
            print(line)

    def _go(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("q", "quit", "exit"):
            raise Leave("you left")
        if word in ("s", "seat"):
            self.viewer = self._looking(rest or None)
            self._view = []
            self._show(self._place, forward=False)
        elif word == "to":
            place = self.steps.find(rest, self._place)
            if place is None:
                known = ", ".join(_parts(self)[:8])
                raise MisreadError(f"the game has no part {rest!r}; some of its parts: {known}")
            self._show(place, forward=place > self._place)
        else:
            place = self._number(word)
            if not 0 <= place <= self.steps.last:
                ends = "begins" if place < 0 else "ends"
                raise MisreadError(f"the game {ends} here; type a number to {self.steps.last}")
            self._show(place, forward=place > self._place)

    def _number(self, word: str) -> int:
        """Return the place that a word names."""
        near = {"": 1, "f": 1, "forward": 1, "next": 1, "b": -1, "back": -1}
        if word in near:
            return self._place + near[word]
        if word in ("e", "end"):
            return self.steps.last
        if word.lstrip("+-").isdecimal() and len(word) - len(word.lstrip("+-")) <= 1:
            return int(word) + (self._place if word[0] in "+-" else 0)
        raise MisreadError(f"{word!r} is not a step; type Enter, back, a number, to NAME, or ?")

    def _show(self, place: int, *, forward: bool) -> None:
        """Show what led to a place, then the table and the questions there."""
        steps, match = self.steps, self.steps.at(place)
        first = self._place if forward and place else place - 1
        log = GameLog(match.game, match.data.names, self.viewer)
        news = steps.news(first, place, self.viewer)
        lines = log_lines(log.tell(news), self.style)
        reader = MomentReader(match.game, match.data.names, self._salt)
        list(reader.read(steps.news(-1, first, self.viewer) if first >= 0 else ()))
        lines += moment_lines((one for _, one in reader.read(news) if one), self.style)
        view = list(unfolded(match.game.look.view(match.play, self.viewer)))
        decision = match.decision
        glowing = decision.glowing() if decision and self.viewer.knows(*decision.seats) else ()
        changed = changes(self._view or view, view)
        scene = Scene(panels=view, glowing=frozenset(glowing), changes=changed)
        lines += ["", *draw(view, self.style, scene), "", *_asked(match, self.viewer, self.style)]
        print("\n".join(lines))
        self._view, self._place = view, place


def _asked(match: Match[Any], viewer: Viewer, style: Style) -> Sequence[str]:
    """Return the current step, and the questions that the viewer may know."""
    if match.is_over:
        return outcome_lines(match)
    where = style.wrap(" > ".join(match.play.where[1:] or match.play.where))
    for one in match.questions(viewer):
        who = f"{' or '.join(one.seats)} decides: " if len(match.seats) > 1 else ""
        where += style.wrap(f"{who}{one.prompt}")
    return where


def _parts(stepper: Stepper) -> list[str]:
    """Return the names of the rounds and turns that were played."""
    paths = [event.facts["path"] for event in stepper.match.events if event.kind == "step"]
    return list(dict.fromkeys(part for path in paths for part in path[1:-1]))
