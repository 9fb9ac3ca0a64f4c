"""What players are shown: views that only read, and panels that are plain."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

import attrs

from ..boards import Board
from ..engine.play import Play
from ..engine.state import state_key
from ..events.words import listed
from ..panels import Cell, GridPanel, Panel, Place, TrackPanel
from ..viewers import ALL_SEEING, Viewer
from .targets import check_ids, check_targets

if TYPE_CHECKING:
    from .exam_run import Exam

_PANELS = get_args(Panel)


def check_views(exam: "Exam", play: Play[Any]) -> None:
    """Draw the view for every seat at this decision, for a spectator, and for all of them."""
    before = state_key(play.state)
    seats = map(Viewer, play.seats)
    for viewer in (*seats, Viewer(*play.seats), Viewer(), ALL_SEEING):
        panels = _view(exam, play, viewer)
        for panel in panels:
            for fault in _faults_of(panel):
                title = getattr(panel, "title", type(panel).__name__)
                exam.report(
                    "C702", f"panel {title!r}: {fault}", exam.game.view, once=(title, fault)
                )
        if all(isinstance(panel, _PANELS) for panel in panels):
            check_ids(exam, panels)
            for seat in viewer.seats if len(viewer.seats) == 1 else ():
                check_targets(exam, play, seat, panels)
    if state_key(play.state) != before:
        exam.report("C703", "making a view changes the state", exam.game.view)


def _view(exam: "Exam", play: Play[Any], viewer: Viewer) -> list[Any]:
    try:
        return list(exam.game.view(play, viewer))
    except Exception as error:
        exam.report_exception("C701", f"the view for {_who(viewer)} fails", error)
        return []


def _who(viewer: Viewer) -> str:
    if viewer == ALL_SEEING:
        return "one who may see all"
    return listed(sorted(viewer.seats)) or "a spectator"


# ------------------------------------------------------------------ panels


def _faults_of(panel: Any) -> Iterator[str]:
    if not isinstance(panel, _PANELS):
        yield f"a {type(panel).__name__} is no panel"
        return
    yield from _not_plain(panel, "")
    if isinstance(panel, TrackPanel) and not panel.low <= panel.value <= panel.high:
        yield f"the marker at {panel.value} is off the track of {panel.low} to {panel.high}"
    if isinstance(panel, GridPanel):
        for column, row in panel.cells:
            if not (1 <= column <= panel.columns and 1 <= row <= panel.rows):
                yield f"the square {(column, row)} is off the grid"


def _not_plain(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, Cell) and len(value.text) > 3:
        yield f"the cell {value.text!r} has more than three characters"
    if value is None or type(value) in (str, int, float, bool):
        if isinstance(value, str) and " object at 0x" in value:
            yield f"{name} shows an object: {value!r}"
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _not_plain(item, f"{name}[{key!r}]")
    elif isinstance(value, Place | Board):
        return
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _not_plain(item, f"{name}[{number}]")
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            inner = f"{name}.{field.name}" if name else field.name
            part = getattr(value, field.name)
            kind = str(field.type)
            if kind in ("<class 'str'>", "str") and not isinstance(part, str):
                yield f"{inner} is a {type(part).__name__}, not a text"
            yield from _not_plain(part, inner)
    else:
        yield f"{name} is a {type(value).__name__}; use texts, numbers and tuples"


# ------------------------------------------------------------------ what is hidden


def check_events(exam: "Exam", whole: Play[Any]) -> None:
    """See that a game which hides events from some has a redeal, or declares where cards lie."""
    hidden = [event for event in whole.events if event.seats is not None]
    if len(whole.seats) > 1 and hidden and not exam.game.hides:
        exam.report(
            "C706",
            f"events of kind {hidden[0].kind!r} are hidden from some, but no hand or row is "
            "declared in the state and the game has no `determinize`: a bot's fork holds the truth",
            exam.place_of_event(hidden[0]),
        )
