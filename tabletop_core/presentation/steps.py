"""What happened since a person last looked, event by event, to be shown at a pace.

The game runs again from the last look, and stops wherever this person might have looked at the
table: before each roll, card and answer, and at the beginning of each step. From one stop to the
next there are new lines of the log, and parts of the table that look otherwise. So nothing is shown
that this person could not have seen at that time.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs

from ..engine.match import Match
from ..engine.past import retraced
from ..engine.tape import Tape
from ..events.drama import Moment
from ..panels import Panel, changes
from ..panels.views import shared
from ..viewers import Viewer
from .log import GameLog, LogLine
from .telling import ROLLS, Beat, MomentReader, Passage, beats, plain_beats

MAX_BEATS = 100
"""How many beats are shown at most: the last ones."""

MAX_ENTRIES = 400
"""How many entries of the tape are run again at most."""


@attrs.frozen
class TapePlace:
    """A place of the tape at which somebody looked; `last` is the entry before it."""

    entries: int
    last: Any

    @classmethod
    def at(cls, tape: Tape) -> "TapePlace":
        """Return a look at the end of a tape."""
        return cls(len(tape.entries), tape.entries[-1] if tape.entries else None)

    def is_on(self, tape: Tape) -> bool:
        """Return whether a tape still goes on from here: nothing before it was undone."""
        if self.entries > len(tape.entries):
            return False
        return not self.entries or tape.entries[self.entries - 1] is self.last


@attrs.frozen
class Stop:
    """The table at a stop; `events` came before it, and `lines` tell what is new since the last.

    `where` is the place in the sequence of play at which those happened; `moments` are among them,
    and `rolls` of them are rolls, draws and lookups.
    """

    events: int
    panels: tuple[Panel, ...]
    where: tuple[str, ...]
    lines: tuple[LogLine, ...] = ()
    moments: tuple[Moment, ...] = ()
    rolls: int = 0


@attrs.frozen
class Recount:
    """The table `before` the first step, and the beats in which the steps after it are shown.

    `is_cut` where more happened before.
    """

    before: Stop
    beats: tuple[Beat[Stop], ...] = ()
    is_cut: bool = False


def steps_since(match: Match[Any], viewer: Viewer, first: int, salt: str = "") -> Recount:
    """Return what a viewer saw happen since the tape had `first` entries.

    Args:
        match: a copy of the game that nobody plays on.
        salt: gives names to the people of the game.
    """
    assert match.tape is not None
    begin = max(first, len(match.tape.entries) - MAX_ENTRIES)
    before, *after = told_stops(match, viewer, begin, salt)
    passages = [Passage(one, one.where, one.moments, one.rolls) for one in after]
    told = beats(passages) if match.game.look.drama else plain_beats(passages)
    left_out = told[:-MAX_BEATS]
    if left_out:
        before = left_out[-1].passages[-1].at
    return Recount(before, tuple(told[-MAX_BEATS:]), begin > first or bool(left_out))


def told_stops(match: Match[Any], viewer: Viewer, first: int, salt: str = "") -> Iterator[Stop]:
    """Yield the first stop, and those with something to report or with a moved piece."""
    stops: list[Stop] = []
    log = GameLog(match.game, match.data.names, viewer, in_full=True, tells_rules=False)
    reader = MomentReader(match.game, match.data.names, salt)

    def look(at: Match[Any]) -> None:
        # Where others roll or draw in secret, this viewer sees no stop.
        if at.secret_of is None or viewer.knows(*at.secret_of):
            before = stops[-1:]
            if not before:
                log.here(at)
                reader.begin_at(at)
            panels = shared(at.game.look.view(at.play, viewer), *(stop.panels for stop in before))
            stops.append(Stop(len(at.events), panels, _where(at)))

    again = retraced(match, first, look)
    look(again)
    before = stops[0]
    yield before
    events, began, told = again.events[before.events :], before.events, before.events
    lines: list[LogLine] = []
    rolls = 0
    for previous, stop in pairwise(stops):
        new = [
            one
            for one in events[told - began : stop.events - began]
            if one.seen_by(viewer) and one.kind != "end"
        ]
        lines += log.tell(new)
        rolls += sum(one.kind in ROLLS for one in new)
        moments = tuple(moment for _, moment in reader.read(new) if moment is not None)
        told = stop.events
        if lines or moments or changes(before.panels, stop.panels).moved:
            # It happened in the step that had begun then; the next one is still to come.
            before = attrs.evolve(
                stop, lines=tuple(lines), where=previous.where, moments=moments, rolls=rolls
            )
            yield before
            lines, rolls = [], 0


def _where(match: Match[Any]) -> tuple[str, ...]:
    where = match.play.where
    return tuple(where[0 if match.game.look.shows_root else 1 :] or where)
