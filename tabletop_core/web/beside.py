"""What opens beside a table: rules, charts, chances, advice, the story step by step."""

import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import attrs

from ..bots.advice import Advice, advise
from ..engine.decisions import Decision
from ..engine.game import Game
from ..errors import TabletopError
from ..panels.things import lying
from ..presentation.components import thing_text
from ..presentation.odds import chances
from ..presentation.rulebook import RuleText, rule_text
from ..presentation.rules import rule_titles
from ..viewers import Viewer
from .report import story_of
from .rooms.room import NotThereError, Room, RoomError, read_option
from .table.books import (
    NO_CHANCES,
    advice_html,
    chart_html,
    end_html,
    odds_html,
    rule_html,
    rules_html,
    thing_html,
    things_html,
)

ADVICE_MS = 1500
"""Milliseconds that a search may take for advice."""


MAX_ODDS = 12
"""The chances of so many options are shown together."""


def rules_page(game: Game[Any]) -> str:
    return rules_html(rule_titles(game.rules), game.id)


def rule_page(game: Game[Any], number: str) -> str:
    """Return one rule.

    Raises:
        TabletopError: there is none of this number.
    """
    return rule_html(rule_text(game, game.data_with().tables, number), game.id)


def chart_page(game: Game[Any], table: str, row: str) -> str:
    """Return a chart of a game.

    Raises:
        NotThereError: it has none of this id.
    """
    tables = game.data_with().tables
    if table not in tables:
        raise NotThereError(f"there is no chart {table[:80]!r} in {game.title}")
    return chart_html(tables[table], row)


def odds_page(
    room: Room, person: str, seat: str, token: int, option: str, touched: tuple[str, ...] = ()
) -> tuple[str, str]:
    """Return a title, and the chances of an option of a question that this person is asked.

    Without an option, those of all that touch these things first, of one alone with its rule; and
    where nothing is touched, those of all of whose chances something is known.

    Raises:
        RoomError: it is not.
    """
    for decision in room.asked(person):
        if decision.token == token and seat in decision.seats:
            title = "Answer" if decision.odds is None else "Chances"
            if option:
                return title, odds_html(
                    decision, [read_option(decision, option)], _rule(room, decision)
                )
            first = len(touched)
            found = [one for one in decision.options if decision.targets_of(one)[:first] == touched]
            rule = _rule(room, decision) if len(found) == 1 else None
            if not touched and len(found) > 1:
                found = [one for one in found if any(chances(decision, one))]
            if not found:
                return title, f"<p>{NO_CHANCES}</p>"
            more = f"<p>And {len(found) - MAX_ODDS} more.</p>" if found[MAX_ODDS:] else ""
            return title, odds_html(decision, found[:MAX_ODDS], rule) + more
    raise RoomError("that question is not open for you (any more)")


MAX_THINGS = 50
"""Things that lie on each other, of which one is told."""


def thing_page(room: Room, person: str, ids: Sequence[str]) -> str:
    """Return what can be told of the first of these things; empty where none of them is there."""
    play = room.play
    panels = list(play.game.view(play, room.viewer_of(person)))
    for wanted in ids:
        found = thing_text(play.game, play.data, wanted, panels)
        if found is not None:
            return thing_html(found, play.game.id)
    return ""


def things_page(room: Room, person: str) -> str:
    """Return all that a person sees on the table by name; each leads to what can be told of it."""
    play = room.play
    panels = play.game.view(play, room.viewer_of(person))
    return things_html(
        [(panel.title, {id_: one.name for id_, one in lying(panel).items()}) for panel in panels],
        f"/r/{room.id}/thing",
    )


def _rule(room: Room, decision: Decision) -> RuleText | None:
    """Return the rule that asks a question; None where it has none of its own."""
    if not decision.rule:
        return None
    with suppress(TabletopError):
        return rule_text(room.play.game, room.play.data.tables, decision.rule)
    return None


def to_advise(room: Room, person: str, seat: str) -> tuple[bytes, str]:
    """Return what is to be advised on elsewhere, for the one who is asked.

    Raises:
        RoomError: this person is not asked for this seat.
    """
    if seat not in room.seats_of(person) or not any(
        seat in decision.seats for decision in room.asked(person)
    ):
        raise RoomError("there is no question of yours to advise on")
    return pickle.dumps(room.play.fork("advice", record=True, snapshots=True)), seat


def advised(game: bytes, seat: str) -> list[Advice]:
    """Return advice for a seat; called in a process of its own."""
    play = pickle.loads(game)
    play.decision = play.question_of(seat)
    return advise(play, seat, n=0, ms=ADVICE_MS)


def advice_page(room: Room, person: str, seat: str, found: list[Advice]) -> str:
    """Return advice in words, if the question is open still.

    Raises:
        RoomError: it is not.
    """
    for decision in room.asked(person):
        if seat in decision.seats:
            return advice_html(decision, found, seat)
    raise RoomError("the game has gone on; ask again")


def end_page(room: Room) -> tuple[str, str]:
    """Return a title, and what is worth keeping of a game that is over.

    Raises:
        NotThereError: it is not.
    """
    if not room.play.is_over:
        raise NotThereError("the game is not over yet")
    return room.title, end_html(room.play, f"/r/{room.id}")


def story_told(room: Room, person: str, seat: str = "") -> Callable[[], tuple[str, str]]:
    """Return what tells the story of a room as this person may see it: the first table, all frames.

    A game that is over is told as the seat saw it, where one is given.
    It is called without the room, which goes on meanwhile. What is sealed is left out.
    """
    play = room.play
    assert play.tape is not None
    copy = attrs.evolve(room.game, play=play.as_it_was(len(play.tape.entries)), journal=None)
    viewer = Viewer(seat) if seat in room.seats and play.is_over else room.viewer_of(person)
    return lambda: story_of(copy, viewer, room.scans)
