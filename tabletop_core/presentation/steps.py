"""A saved game answer by answer: where each stands, and what happened between two of them."""

from bisect import bisect_left
from functools import lru_cache
from typing import Any

from ..engine.play import Play
from ..engine.tape import given_in
from ..events.event import Event
from ..viewers import Viewer


class Steps:
    """The places of a game, before each answer and at the end, to go among.

    Place 0 is before the first answer; the last is where the game stands now.
    """

    def __init__(self, play: Play[Any]) -> None:
        assert play.tape is not None
        self.play = play
        entries = play.tape.entries
        self._cuts = [at for at, entry in enumerate(entries) if given_in(entry)]
        self._cuts.append(len(entries))
        # What lies near is looked at again and again.
        self.at = lru_cache(maxsize=16)(self._at)

    @property
    def last(self) -> int:
        """The number of the last place."""
        return len(self._cuts) - 1

    def _at(self, place: int) -> Play[Any]:
        """Return the game as it stood at a place; a copy that nothing is done to."""
        return self.play.as_it_was(self._cuts[place])

    def news(self, first: int, last: int, viewer: Viewer) -> list[Event]:
        """Return what a viewer learnt from one place to a later one; from -1, all before it."""
        told = self.at(first).told if first >= 0 else 0
        events = self.play.events[told : self.at(last).told]
        return [event for event in events if event.seen_by(viewer)]

    def find(self, name: str, after: int = 0) -> int | None:
        """Return the first place after another in a part of the sequence, such as `round 3`.

        The parts before it are searched when none follows; None where there is none.
        """
        wanted = name.casefold()
        begins = [
            number
            for number, event in enumerate(self.play.events)
            if event.kind == "step" and wanted in [part.casefold() for part in event.facts["path"]]
        ]
        told = self.at(after).told
        for number in [one for one in begins if one >= told] or begins:
            return bisect_left(range(self.last), number, key=lambda place: self.at(place).told - 1)
        return None
