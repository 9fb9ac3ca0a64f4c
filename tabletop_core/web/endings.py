"""The ending of a game for each person: its result, a comparison, its turning points."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from ..engine.match import Match
from ..engine.setups import MeasuredSetup
from ..events.words import said
from ..pictures.scans import NO_SCANS, Scans
from ..presentation.games import is_won_by, measured_of, outcome_lines
from ..presentation.log import GameLog, LogLine, tone_of
from ..presentation.story import story_of
from ..rooms.errors import NotFoundError
from ..rooms.my_games import WinRecord, tallies
from ..rooms.perspective import Perspective
from ..rooms.results import options_key
from ..rooms.room import Room
from ..viewers import Viewer
from .replay_page import report_html
from .table.info_pages import end_html
from .table.moment_html import next_html, story_html

MAX_TURNING_POINTS = 6
"""Lines of the log that are shown as what decided the game."""


@attrs.frozen
class ResultRow:
    """A result with how often it came up, in percent, among bots and here; None where nowhere."""

    result: str
    is_this: bool
    among_bots: int | None
    here: int | None


@attrs.frozen
class PointsRow:
    """The points of a seat beside others of the same setup; `before` are the reader's former ones.

    `among_bots` are the quartiles of the bots' points, None where nothing was measured.
    """

    seat: str
    points: float
    among_bots: tuple[float, float, float] | None
    before: tuple[float, ...]

    @property
    def rank(self) -> str:
        """Say where the points lie among those of the bots; nothing where they have none."""
        if self.among_bots is None:
            return ""
        low, middle, high = self.among_bots
        if low == high:
            where = "above" if self.points > low else "below"
            return "" if self.points == low else f"{where} most of the bots' games"
        if self.points >= high:
            return "in the bots' top quarter"
        if self.points < low:
            return "in the bots' bottom quarter"
        where = "above" if self.points > middle else "below" if self.points < middle else "at"
        return f"{where} the bots' median"


@attrs.frozen
class Comparison:
    """How games of the same setup ended: `bots` of a bot, measured for the pack, and `here`.

    There are no `rows` where a contest always ends in the same way, and no `points` where none are
    counted or there is nothing beside them. `mine` are the games of whoever reads it.
    """

    rows: tuple[ResultRow, ...]
    points: tuple[PointsRow, ...]
    bots: int
    bot: str
    here: int
    mine: WinRecord | None


@attrs.frozen(kw_only=True)
class Ending:
    """The contents of a person's page about a finished game."""

    name: str
    title: str
    setup: str
    pack: str
    headline: str
    lines: tuple[str, ...]
    is_won: bool | None
    story: str
    turning_points: tuple[tuple[str, LogLine], ...]
    comparison: Comparison | None
    sheet: str
    next: str
    plays: bool


def ending_of(room: Room, person: str, under: str) -> Ending:
    """Return how a game ended for a person.

    Raises:
        NotFoundError: it is not over.
    """
    if not room.is_over:
        raise NotFoundError("the game is not over yet")
    match = room.match
    own = room.seating.seats_of(person)
    headline, lines = _result(room, own)
    sheet = end_html(match) if match.outcome is not None else ""
    # A pack may tell them itself, and knows better.
    has_own = "turning points" in sheet.lower()
    viewer = Perspective(room, person).viewer
    story = story_of(match, viewer, room.session.salt)
    return Ending(
        story=story_html(story) + next_html(story, under, room.pack) if story else "",
        name=room.name,
        title=room.title,
        setup=room.setup,
        pack=room.pack,
        headline=headline,
        lines=lines,
        is_won=is_won_by(match, own),
        turning_points=() if has_own or story else turning_points(match, viewer, own),
        comparison=_comparison(room, person) if match.outcome is not None else None,
        sheet=sheet,
        next=room.next,
        plays=bool(own),
    )


def _result(room: Room, own: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the result as a headline, and the text below it: who plays has won or lost."""
    match = room.match
    if match.outcome is None:
        why = room.ended
        return "The game was given up", (f"{why[:1].upper()}{why[1:]}.",)
    first, *others = outcome_lines(match, mine=own)
    head, _, result = first.partition(": ")
    result = f"{result[:1].upper()}{result[1:]}"
    if head == "Result":
        return result, tuple(others)
    return head, (*filter(None, [result]), *others)


def turning_points(
    match: Match[Any], viewer: Viewer, own: Sequence[str]
) -> tuple[tuple[str, LogLine], ...]:
    """Return the lines of the log that mattered most, each with the heading above it.

    These are lines that the pack calls good or bad for anybody; where there are none, those it
    warns with. Of many, those of the rarest kinds are shown, and of these the last.
    Only lines that `viewer` may know are shown, in the tones that they have for the seats `own`.
    """
    heading, found = "", []
    events = (one for one in match.events if one.seen_by(viewer) and one.kind != "end")
    for line in GameLog(match.game, match.data.names, Viewer(*own)).tell(events):
        if line.is_heading:
            heading = line.text
        elif (tone := _tone_for_anybody(match, line)) in ("good", "bad", "warn"):
            found.append((heading, line, tone))
    if any(tone != "warn" for _, _, tone in found):
        found = [one for one in found if one[2] != "warn"]
    kinds = Counter(_kind(line) for _, line, _ in found)
    ranked = sorted(range(len(found)), key=lambda at: (kinds[_kind(found[at][1])], -at))
    return tuple(found[at][:2] for at in sorted(ranked[:MAX_TURNING_POINTS]))


def _tone_for_anybody(match: Match[Any], line: LogLine) -> str:
    """Return how decisive a line is, though it may be plain for its reader."""
    if line.event is None:
        return line.tone
    return tone_of(match.game, line.event).partition(" ")[0]


def _kind(line: LogLine) -> str:
    return line.event.kind if line.event is not None else "summary"


def _comparison(room: Room, person: str) -> Comparison | None:
    """Compare a result with those of the same setup: of bots, of this server, of this person."""
    match = room.match
    assert match.outcome is not None
    this = said(match.outcome.kind)
    figures = measured_of(match)
    measured = {said(kind): number for kind, number in figures.results.items()}
    counted = room.store.all(
        "SELECT result, count(DISTINCT room) AS games FROM results "
        "WHERE pack = ? AND options = ? AND room != ? AND result != 'resigned' GROUP BY result",
        *(room.pack, options_key(match.options), room.id),
    )
    here = {row["result"]: row["games"] for row in counted}
    mine = _record(room, person)
    points = _points(room, person, figures)
    names = dict.fromkeys([*measured, *here, this])
    is_contest = len(match.teams) > 1
    rows = tuple(
        ResultRow(name, name == this, _share(measured, name), _share(here, name)) for name in names
    )
    if len(rows) == 1 and (is_contest or not measured) and (measured or not here):
        rows = ()
    if not rows and not points and mine is None:
        return None
    return Comparison(rows, points, figures.games, figures.bot, sum(here.values()), mine)


def _points(room: Room, person: str, figures: MeasuredSetup) -> tuple[PointsRow, ...]:
    """Compare the points of a person's seats, or of all seats for whoever does not play."""
    assert room.match.outcome is not None
    scores = room.match.outcome.scores
    own = room.seating.seats_of(person) or tuple(scores)
    rows = (
        PointsRow(seat, scores[seat], figures.scores.get(seat), _points_before(room, person, seat))
        for seat in own
        if seat in scores
    )
    return tuple(row for row in rows if row.among_bots is not None or row.before)


def _points_before(room: Room, person: str, seat: str) -> tuple[float, ...]:
    """Return the points of a person's other games with the same setup and seat, the last first."""
    rows = room.store.all(
        "SELECT score FROM results WHERE person = ? AND person != '' AND pack = ? AND options = ? "
        "AND seat = ? AND room != ? AND score IS NOT NULL ORDER BY at DESC",
        *(person, room.pack, options_key(room.match.options), seat, room.id),
    )
    return tuple(row["score"] for row in rows)


def _record(room: Room, person: str) -> WinRecord | None:
    """Return how the games of a person with the same setup ended, if there was one before."""
    rows = room.store.all(
        "SELECT room, pack, AVG(worth) AS worth FROM results "
        "WHERE person = ? AND person != '' AND pack = ? AND options = ? GROUP BY room, pack "
        "HAVING MIN(worth) = MAX(worth)",  # who played both sides has neither won nor lost
        *(person, room.pack, options_key(room.match.options)),
    )
    return tallies(rows, "pack", {})[0] if len(rows) > 1 else None


def _share(counts: Mapping[str, int], name: str) -> int | None:
    whole = sum(counts.values())
    return round(100 * counts.get(name, 0) / whole) if whole else None


def report_of(room: Room, person: str, scans: Scans = NO_SCANS) -> Callable[[], str]:
    """Return the parts of a report: the whole game as one page, as a person may see it.

    It is called without the room.

    Raises:
        NotFoundError: the game is not over.
    """
    if not room.is_over:
        raise NotFoundError("the game is not over yet")
    match = room.match
    assert match.tape is not None
    copy = room.session.as_it_was(len(match.tape.entries))
    viewer = Perspective(room, person).viewer
    return lambda: report_html(copy, viewer, scans)
