"""What opens beside a table: chances, advice, rules, charts, the story step by step."""

from collections.abc import Callable
from typing import Any

import attrs

from ..bots.advice import advise
from ..engine.decisions import Decision
from ..engine.game import Game
from ..errors import TabletopError
from ..saves.session import Session
from ..told.rulebook import rule_text
from ..told.rules import rule_titles
from .report import story_of
from .rooms.room import Room, RoomError
from .table.books import advice_html, chart_html, odds_html, rule_html, rules_html

ADVICE_MS = 1500
MOST_ODDS = 12
"""Where more options are open than these, the chances of one have to be asked for."""


def odds_page(room: Room, person: str, seat: str, token: int, option: str) -> str:
    """Return the chances of an option of a question, or of all of them.

    Raises:
        RoomError: the question is not open any more, or it is not this person's; no such option.
    """
    decision = _asked(room, person, seat, token)
    named = {str(one): one for one in decision.options}
    if option:
        if option not in named:
            raise RoomError(f"there is no option {option[:80]!r} any more; look at the table again")
        return odds_html(decision, named[option])
    return "".join(odds_html(decision, one) for one in list(named.values())[:MOST_ODDS])


def advice_of(room: Room, person: str, seat: str, token: int) -> Callable[[], str]:
    """Return what works out the advice for a question, which is to be called without the room.

    Raises:
        RoomError: the question is not open any more, or it is not this person's.
    """
    decision = _asked(room, person, seat, token)
    copy = _copied(room.game).play

    def thought() -> str:
        return advice_html(decision, advise(copy, seat, ms=ADVICE_MS), seat)

    return thought


def story_data(room: Room, person: str) -> Callable[[], tuple[str, str]]:
    """Return what makes the story of a room: its table at the beginning, and all frames as JSON.

    It is called without the room, which goes on meanwhile.
    """
    session, viewer = _copied(room.game), room.viewer_of(person)

    return lambda: story_of(session, viewer)


def _asked(room: Room, person: str, seat: str, token: int) -> Decision:
    for decision in room.asked(person):
        if seat in decision.seats and seat in room.seats_of(person) and decision.token == token:
            return decision
    raise RoomError("that question is not open any more; look at the table again")


def _copied(session: Session) -> Session:
    """Return a game as it stands, which nobody goes on with; sealed answers are left out."""
    tape = session.play.tape
    assert tape is not None
    return attrs.evolve(session, play=session.play.as_it_was(len(tape.entries)), journal=None)


def rules_page(game: Game[Any], pack: str, number: str) -> str:
    """Return a rule of a game, or the list of its rules.

    Raises:
        TabletopError: there is no such rule.
    """
    if not number:
        return rules_html(rule_titles(game.rules), pack)
    return rule_html(rule_text(game, game.data_with(()).tables, number), pack)


def chart_page(game: Game[Any], id_: str, row: str) -> str:
    """Return a chart of a game.

    Raises:
        TabletopError: there is no such chart.
    """
    tables = game.data_with(()).tables
    if id_ not in tables:
        raise TabletopError(f"there is no chart {id_[:80]!r} in {game.title}; see its rules")
    return chart_html(tables[id_], row)
