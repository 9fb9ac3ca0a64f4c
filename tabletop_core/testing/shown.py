"""What players are shown: views that only read, and panels that are plain."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ..boards import Board
from ..engine.play import Play
from ..engine.state import state_key
from ..events.words import listed
from ..panels import (
    Bar,
    BoardPanel,
    Panel,
    PanelError,
    Place,
    named_parts,
    parts_of,
    unfolded,
)
from ..viewers import ALL_SEEING, Viewer
from .targets import check_ids, check_targets

if TYPE_CHECKING:
    from .sitting import Exam


def check_views(exam: "Exam", play: Play[Any]) -> None:
    """Draw the view for every seat at this decision, for a spectator, and for all of them."""
    before = state_key(play.state)
    seats = map(Viewer, play.seats)
    for viewer in (*seats, Viewer(*play.seats), Viewer(), ALL_SEEING):
        panels = _view(exam, play, viewer)
        drawable = [panel for panel in panels if _is_drawable(exam, panel)]
        for panel in drawable:
            for fault in _faults_of(panel):
                once = (panel.title, fault)
                exam.report("C702", f"panel {panel.title!r}: {fault}", exam.game.view, once=once)
        if len(drawable) == len(panels):
            panels = list(unfolded(drawable))
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


def _is_drawable(exam: "Exam", panel: Any) -> bool:
    """Tell whether front ends can draw a panel, and report why not."""
    kind = type(panel)
    if not isinstance(panel, Panel):
        message = f"panel {getattr(panel, 'title', kind.__name__)!r}: a {kind.__name__} is no panel"
        exam.report("C702", message, exam.game.view, once=message)
        return False
    try:
        parts_of(panel)
    except PanelError as error:
        exam.report("C702", str(error), exam.place_of(kind.parts), once=str(error))
        return False
    except Exception as error:
        exam.report_exception("C701", f"the parts of the panel {panel.title!r} fail", error)
        return False
    return True


def _faults_of(panel: Panel) -> Iterator[str]:
    faults = list(_not_plain(panel, ""))
    if not faults and not isinstance(panel, BoardPanel):
        for name, part in named_parts(panel):
            faults += _not_plain(part, name)
            if isinstance(part, Bar) and not part.low <= part.value <= part.high:
                faults.append(
                    f"the marker at {part.value} is off the track of {part.low} to {part.high}"
                )
    yield from faults


def _not_plain(value: Any, name: str) -> Iterator[str]:
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
            "declared in the state and the game has no `redeal`, so a bot's fork holds the truth",
            exam.place_of_event(hidden[0]),
        )
