"""Popups of a table: rules, charts, odds, hints, the replay."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from ..bots.advice import Advice
from ..engine.decisions import Decision, OptionId
from ..engine.game import Game
from ..errors import TabletopError
from ..panels.things import lying
from ..pictures.scans import NO_SCANS, Scans
from ..presentation.answers import Choices
from ..presentation.charts import words_of_results
from ..presentation.components import thing_text
from ..presentation.options import chances
from ..presentation.rulebook import RuleText, rule_text
from ..rooms.errors import NotFoundError, RoomError
from ..rooms.hints import still_asked
from ..rooms.perspective import Perspective
from ..rooms.room import Room
from ..viewers import Viewer
from .book_text import result_in_words
from .replay_page import replay_parts
from .table import Links
from .table.info_pages import (
    NO_CHANCES,
    chart_html,
    hint_html,
    level_html,
    levels_html,
    odds_html,
    rule_html,
    short_odds_html,
    thing_html,
    things_html,
)

MAX_OPTIONS_WITH_ODDS = 12
"""How many options are shown together with their odds."""


def rule_page(game: Game[Any], number: str, links: Links) -> str:
    """Return one rule.

    Raises:
        TabletopError: nothing has this number.
    """
    return rule_html(rule_text(game, game.data_with().tables, number), links)


def chart_page(game: Game[Any], table: str, row: str) -> str:
    """Return a chart of a game.

    Raises:
        NotFoundError: it has none of this id.
    """
    data = game.data_with()
    if table not in data.tables:
        raise NotFoundError(f"there is no chart {table[:80]!r} in {game.title}")
    words = words_of_results(game, data)
    return chart_html(
        data.tables[table], row, words=words, say=partial(result_in_words, data.tables)
    )


def odds_page(
    room: Room,
    person: str,
    seat: str,
    token: int,
    option: str,
    touched: tuple[str, ...] = (),
    *,
    in_short: bool = False,
) -> tuple[str, str]:
    """Return a title, and the odds of an option of a question that this person is asked.

    Without an option, those of all with known odds that touch these things, of one alone with
    its rule; where none of them is known, what can be done with the things.
    `in_short`: of each option that touches these things and no others, one figure and its bar;
    nothing of one alone where all options of the question have the same, which decide nothing.

    Raises:
        RoomError: it is not.
    """
    for decision in Perspective(room, person).questions:
        if decision.token == token and seat in decision.seats:
            title = "Answer" if decision.odds is None else "Odds"
            if option:
                return title, odds_html(
                    decision, [Choices(decision).with_id(option)], _rule(room, decision)
                )
            found = [one for one in decision.options if _touches(decision, one, touched)]
            if in_short:
                found = [one for one in found if set(decision.targets_of(one)) == set(touched)]
                if len(found) == 1 and _is_all_alike(decision):
                    return title, ""
                return title, short_odds_html(decision, found[:MAX_OPTIONS_WITH_ODDS])
            rule = _rule(room, decision) if len(found) == 1 else None
            if len(found) > 1:
                known = [one for one in found if any(chances(decision, one))]
                found = known if known or not touched else found
            if not found:
                return title, f"<p>{NO_CHANCES}</p>"
            more = (
                f"<p>And {len(found) - MAX_OPTIONS_WITH_ODDS} more.</p>"
                if found[MAX_OPTIONS_WITH_ODDS:]
                else ""
            )
            return title, odds_html(decision, found[:MAX_OPTIONS_WITH_ODDS], rule) + more
    raise RoomError("that question is not open for you (any more)")


def _is_all_alike(decision: Decision) -> bool:
    """Return whether a question has several options, not many, and all have the same odds."""
    options = decision.options
    if not 1 < len(options) <= MAX_OPTIONS_WITH_ODDS:
        return False
    return len({tuple(chances(decision, one)) for one in options}) == 1


def _touches(decision: Decision, option: OptionId, touched: Sequence[str]) -> bool:
    """Return whether an option touches these things, in whatever order."""
    return not Counter(touched) - Counter(decision.targets_of(option))


MAX_STACKED_THINGS = 50
"""Things that overlap, of which one is described."""


def thing_page(room: Room, person: str, ids: Sequence[str], links: Links) -> str:
    """Return a description of the first of these things; empty where none of them is there."""
    match = room.match
    panels = list(match.game.look.view(match.play, Perspective(room, person).viewer))
    for wanted in ids:
        found = thing_text(match.game, match.data, wanted, panels)
        if found is not None:
            return thing_html(found, links)
    return ""


def things_page(room: Room, person: str, links: Links) -> str:
    """List everything a person sees on the table; each name links to its description."""
    match = room.match
    panels = match.game.look.view(match.play, Perspective(room, person).viewer)
    return things_html(
        [(panel.title, {id_: one.name for id_, one in lying(panel).items()}) for panel in panels],
        links,
    )


def _rule(room: Room, decision: Decision) -> RuleText | None:
    """Return the rule that asks a question; None where it has none of its own."""
    if not decision.rule:
        return None
    with suppress(TabletopError):
        return rule_text(room.match.game, room.match.data.tables, decision.rule)
    return None


def hint_page(room: Room, person: str, seat: str, found: list[Advice], links: Links) -> str:
    """Return hints in words, if the question is still open.

    Raises:
        RoomError: it is not.
    """
    return hint_html(still_asked(room, person, seat), found, seat) + levels_html(seat, links)


def level_hint_page(room: Room, person: str, seat: str, level: str, answer: Any) -> str:
    """Return the answer of the bot of a level in words, if the question is still open.

    `answer`: what `find_level_answer` found.

    Raises:
        RoomError: it is not.
    """
    decision = still_asked(room, person, seat)
    _, given = answer
    return level_html(decision, level, given)


def replay_of(
    room: Room, person: str, seat: str = "", scans: Scans = NO_SCANS
) -> Callable[[], tuple[str, str]]:
    """Return the replay of a room as this person may see it: the first table and all frames.

    A game that is over is shown as the seat saw it, where one is given.
    It is called without the room, which goes on meanwhile. What is sealed is left out.
    """
    match = room.match
    assert match.tape is not None
    copy = room.session.as_it_was(len(match.tape.entries))
    viewer = (
        Viewer(seat)
        if seat in room.seating.seats and match.is_over
        else Perspective(room, person).viewer
    )
    return lambda: replay_parts(copy, viewer, scans)
