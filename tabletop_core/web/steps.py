"""What happened since a person last looked, event by event, for a page that shows it at a pace.

The game runs again from the last look, and stops wherever this person might have looked at the
table: before each roll, card and answer, and at the beginning of each step. From one stop to the
next there are new lines of the log, and parts of the table that look otherwise. So nothing is shown
that the page would not have shown at that time.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import attrs

from ..engine.match import Match
from ..engine.tape import Tape
from ..panels import Panel, changes, shared
from ..pictures.scans import NO_SCANS, Scans
from ..pictures.scene import Scene
from ..presentation.log import GameLog, LogLine
from ..presentation.table_view import TableView
from ..viewers import Viewer
from .table import Links, PageBefore, Parts, fragments, log_lines

MAX_STEPS = 100
"""How many steps are shown at most: the last ones."""

MAX_ENTRIES = 400
"""How many entries of the tape are run again at most."""


@attrs.frozen
class TapePlace:
    """A place of the tape at which somebody looked; `last` is the entry before it."""

    entries: int
    last: Any

    @classmethod
    def at(cls, tape: Tape) -> "TapePlace":
        """Return the place at the end of a tape."""
        return cls(len(tape.entries), tape.entries[-1] if tape.entries else None)

    def is_on(self, tape: Tape) -> bool:
        """Return whether a tape still goes on from here: nothing before it was undone."""
        if self.entries > len(tape.entries):
            return False
        return not self.entries or tape.entries[self.entries - 1] is self.last


@attrs.frozen
class Happening:
    """What happened from one stop to the next: lines of the log, changed parts."""

    lines: tuple[str, ...]
    parts: dict[str, str]


@attrs.frozen(kw_only=True)
class Account:
    """What a page shows one after the other.

    Attributes:
        start: the parts of the table before the first step; empty where the page still shows them.
        steps: what happened.
        end: the parts that `start` or a step changes, as they are on the page now.
        is_cut: whether more happened before the first step.
    """

    start: dict[str, str] = attrs.field(factory=dict)
    steps: tuple[Happening, ...] = ()
    end: dict[str, str] = attrs.field(factory=dict)
    is_cut: bool = False


@attrs.frozen
class _Stop:
    """The table at a stop; `events` came before it, and `lines` tell what is new since the last.

    `where` is the place in the sequence of play at which those happened.
    """

    events: int
    panels: tuple[Panel, ...]
    where: tuple[str, ...]
    lines: tuple[LogLine, ...] = ()


def steps_since(
    match: Match[Any],
    viewer: Viewer,
    first: int,
    *,
    page: Parts,
    links: Links,
    scans: Scans = NO_SCANS,
    returns: bool = False,
) -> Account:
    """Return what a viewer saw happen since the tape had `first` entries.

    Args:
        match: a copy of the game that nobody plays on.
        page: what the page shows at the end.
        returns: whether the page shows the end already, and has to go back first.
    """
    assert match.tape is not None
    begin = max(first, len(match.tape.entries) - MAX_ENTRIES)
    stops = list(_told(match, viewer, begin))
    is_cut = begin > first or len(stops) > MAX_STEPS + 1
    before, *others = stops[-MAX_STEPS - 1 :]
    if not others:
        return Account()
    table = _Table(match, scans)
    drawn = table.parts(before, before)
    start: dict[str, str] = {}
    if is_cut:
        start = _shown(drawn.whole())
    elif returns:
        start = _shown(drawn.changed_from(page))
    steps = []
    for stop in others:
        now = table.parts(stop, before)
        lines = log_lines(stop.lines, links, match.data.glossary)
        steps.append(Happening(lines, _shown(now.changed_from(drawn))))
        before, drawn = stop, now
    names = dict.fromkeys([*start, *(name for step in steps for name in step.parts)])
    return Account(
        start=start,
        steps=tuple(steps),
        end={name: page[name] for name in names if name in page},
        is_cut=is_cut,
    )


def _told(match: Match[Any], viewer: Viewer, first: int) -> Iterator[_Stop]:
    """Yield the first stop, and those with something to report or with a moved piece."""
    stops: list[_Stop] = []
    log = GameLog(match.game, match.data.names, viewer, in_full=True, tells_rules=False)

    def look(at: Match[Any]) -> None:
        # Where others roll or draw in secret, this viewer sees no stop.
        if at.secret_of is None or viewer.knows(*at.secret_of):
            before = stops[-1:]
            if not before:
                log.here(at)
            panels = shared(at.game.look.view(at.play, viewer), *(stop.panels for stop in before))
            stops.append(_Stop(at.event_count, panels, _where(at)))

    again = match.retraced(first, look)
    look(again)
    before = stops[0]
    yield before
    events, began, told = again.events_since(before.events), before.events, before.events
    lines: list[LogLine] = []
    for previous, stop in pairwise(stops):
        new = events[told - began : stop.events - began]
        lines += log.tell(one for one in new if one.seen_by(viewer) and one.kind != "end")
        told = stop.events
        if lines or changes(before.panels, stop.panels).moved:
            # It happened in the step that had begun then; the next one is still to come.
            before = attrs.evolve(stop, lines=tuple(lines), where=previous.where)
            yield before
            lines = []


def _where(match: Match[Any]) -> tuple[str, ...]:
    where = match.where
    return tuple(where[0 if match.game.look.shows_root else 1 :] or where)


class _Table:
    """Draws the table at successive stops, as the page draws it."""

    def __init__(self, match: Match[Any], scans: Scans) -> None:
        self._match = match
        self._scans = scans
        self._drawn = PageBefore()

    def parts(self, now: _Stop, before: _Stop) -> Parts:
        """Return the table at a stop, with the marks of what changed since the one before."""
        game = self._match.game
        seen = TableView(
            title=game.title,
            pack=game.id,
            package=game.package,
            theme=game.look.theme,
            scene=Scene(panels=now.panels, changes=changes(before.panels, now.panels)),
            where=now.where,
            words=self._match.data.glossary,
        )
        return fragments(seen.over(self._scans), self._drawn)


_KEPT = ("@glance", "@here", "@news")
_FRAMES = ("@", "ground:", "legend:")


def _shown(parts: Mapping[str, str | None]) -> dict[str, str]:
    """Return those parts of a table that show its state: its frames stay, and its question waits.

    Which board is on the stage is part of that.

    What is gone is part of a panel that looks otherwise, too.
    """
    return {
        name: html
        for name, html in parts.items()
        if html is not None and (name in _KEPT or not name.startswith(_FRAMES))
    }
