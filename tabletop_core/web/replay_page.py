"""A whole game as one page that needs no server: `tabletop replay FILE --html OUT`.

The page holds the table as it was at the beginning, and for each answer the fragments that changed,
packed; the script that keeps a live table up to date steps through them.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import attrs

from ..engine.tape import given_in
from ..events.drama import Moment, Told
from ..events.event import Event
from ..events.words import listed
from ..panels import Panel
from ..pictures.legibility import page_sizes
from ..pictures.scans import NO_SCANS, Scans
from ..pictures.themes import stylesheet
from ..presentation.table_view import LogCursor, table_view
from ..presentation.telling import MomentReader, opening_of
from ..saves.copies import places_of
from ..viewers import Viewer
from .table import PageBefore, Parts, fragments, table_html

if TYPE_CHECKING:
    from ..engine.match import Match
    from ..saves.session import Session


@attrs.frozen
class Frame:
    """The table after an answer: the fragments that differ from the frame before, None for gone.

    `step` and `turn` tell which step and which turn of the game it belongs to: where they differ
    from the frame before, another one has begun. `by` are the seats that gave the answer.
    """

    parts: dict[str, str | None]
    step: str
    turn: str
    by: tuple[str, ...] = ()


def frames(session: "Session", viewer: Viewer, scans: Scans = NO_SCANS) -> Iterator[Frame]:
    """Yield the table as a viewer sees it at the beginning and after each answer of the game."""
    tape = session.match.tape
    assert tape is not None
    before, drawn = Parts(), PageBefore()
    match = session.match
    telling = LogCursor(viewer, whole=match.events)
    reader, told = MomentReader(match.game, match.data.names, session.salt), 0
    panels: tuple[Panel, ...] | None = None
    by: tuple[str, ...] = ()
    for end in places_of(match):
        at_that_time = session.as_it_was(end)
        seen = table_view(
            at_that_time, viewer, before=panels, known=[panels or ()], telling=telling
        )
        until = len(at_that_time.match.events)
        new = [event for event in match.events[told:until] if event.seen_by(viewer)]
        told = until
        first = None if panels else opening_of(at_that_time.match, viewer, session.salt)
        brought = _in_short(list(reader.read(new)), reader.told)
        lines = (first.text,) if first else brought or (f"Answered by {listed(by)}.",)
        panels = tuple(seen.scene.panels)
        seen = attrs.evolve(seen.over(scans), told=lines)
        parts = fragments(seen, drawn)
        yield Frame(
            parts.changed_from(before), " > ".join(seen.where), _turn(at_that_time.match), by
        )
        by = tuple(seat for entry in tape.entries[end : end + 1] for seat, _ in given_in(entry))
        before = parts


MAX_TOLD = 2
"""Sentences that tell what an answer brought."""


def _in_short(told: Sequence[tuple[Event, Moment | None]], teller: Told) -> tuple[str, ...]:
    """Return what an answer brought in sentences: stops, else news, else its last event.

    `told` are the events that followed, with the moments among them.
    """
    moments = [moment for _, moment in told if moment is not None]
    best = [one.text for one in moments if one.stops] or [one.text for one in moments]
    if not best:
        happened = [event for event, _ in told if event.kind not in ("step", "end")]
        best = list(filter(None, map(teller.words, happened)))[-1:]
    more = len(best) - MAX_TOLD
    return (*best[:MAX_TOLD], *([f"And {more} more, in the log."] if more > 0 else []))


def _turn(match: "Match[Any]") -> str:
    """Return the outermost rounds and items that the game is in."""
    loops = [part for part in match.play.where if any(sign.isdigit() for sign in part)]
    return " > ".join(loops[:2])


def replay_parts(session: "Session", viewer: Viewer, scans: Scans = NO_SCANS) -> tuple[str, str]:
    """Return the table as a viewer saw it at the beginning, and all frames as JSON for a page."""
    table, data = _told(session, viewer, scans)
    # Nothing in it ends the script or begins a comment.
    return table, data.replace("</", "<\\/").replace("<!", "\\u003c!")


def _told(session: "Session", viewer: Viewer, scans: Scans) -> tuple[str, str]:
    told = list(frames(session, viewer, scans))
    first = {name: html for name, html in told[0].parts.items() if html is not None}
    data = json.dumps(
        [[frame.parts, frame.step, frame.turn, frame.by] for frame in told],
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return table_html(Parts(first)), data


def report_html(session: "Session", viewer: Viewer, scans: Scans = NO_SCANS) -> str:
    """Return a whole game, as this viewer sees it, as one page that loads nothing.

    `scans` are pictures of the owner's, to lie below the boards.
    """
    table, data = _told(session, viewer, scans)
    packed = b64encode(gzip.compress(data.encode(), mtime=0)).decode()
    style = stylesheet(theme=session.match.game.look.theme) + page_sizes()
    title = escape(f"{session.match.game.title}: replay")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{style}{_static('style.css')}</style></head>"
        f'<body class="tt">{table}'
        f'<script type="application/gzip" id="@frames">{packed}</script>'
        f'<script type="module">{one_script("replay.js")}</script></body></html>\n'
    )


_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(.+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export |export\{[^}]*\};", re.MULTILINE)


def one_script(name: str) -> str:
    """Return a module of the pages with all that it imports as one that imports nothing.

    A page without a server has no addresses to import from. What a module exports keeps its name,
    so no two of these modules may have the same name for two things: the script would not start.
    """
    order: dict[str, str] = {}
    _add_module(name, order)
    return "".join(order.values())


def _add_module(name: str, order: dict[str, str]) -> None:
    text = _static(name)
    for imported in _IMPORT.findall(text):
        if imported not in order:
            _add_module(imported, order)
    order[name] = _EXPORT.sub("", _IMPORT.sub("", text))


def _static(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")
