"""Checks of what players are shown: views must not change the state, panels must be plain."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ..boards.board import Board
from ..engine.match import Match
from ..engine.state import state_key
from ..events.words import listed
from ..panels import Bar, BoardPanel, Panel, Place
from ..panels.appearance import PanelError
from ..panels.views import named_parts, parts_of, unfolded
from ..plugins.extensions import View, views_of
from ..viewers import ALL_SEEING, Viewer
from .targets import check_ids, check_targets

if TYPE_CHECKING:
    from .exam_run import Exam


def check_views(exam: "Exam", match: Match[Any]) -> None:
    """Draw the view for every seat at this decision, for a spectator, and for all of them."""
    before = state_key(match.state)
    seats = map(Viewer, match.seats)
    for viewer in (*seats, Viewer(*match.seats), Viewer(), ALL_SEEING):
        panels = _view(exam, match, viewer)
        if panels is not None:
            check_ids(exam, panels)
            for seat in viewer.seats if len(viewer.seats) == 1 else ():
                check_targets(exam, match, seat, panels)
    if state_key(match.state) != before:
        exam.report("C703", "making a view changes the state", exam.game.look.view)


def check_touched(exam: "Exam", match: Match[Any]) -> None:
    """Check that those who are asked see what the options of this question touch."""
    assert match.decision is not None
    for seat in match.decision.seats:
        panels = _view(exam, match, Viewer(seat))
        if panels is not None:
            check_targets(exam, match, seat, panels)


def _view(exam: "Exam", match: Match[Any], viewer: Viewer) -> list[Any] | None:
    """Return all panels that a viewer sees; None where one cannot be made, which is reported."""
    panels: list[Any] = []
    drawable = True
    for view in views_of(exam.game):
        try:
            made = list(view(match.play, viewer))
        except Exception as error:
            when = " while a rule waits for real dice or a card" if match.is_waiting else ""
            exam.report_exception("C701", f"the view for {_who(viewer)} fails{when}", error)
            return None
        # Check each one, so that all faults are reported.
        drawable = all([drawable, *(_is_drawable(exam, panel, view) for panel in made)])
        panels += made
    return list(unfolded(panels)) if drawable else None


def _who(viewer: Viewer) -> str:
    if viewer == ALL_SEEING:
        return "one who may see all"
    return listed(sorted(viewer.seats)) or "a spectator"


# ------------------------------------------------------------------ panels


def _is_drawable(exam: "Exam", panel: Any, view: View) -> bool:
    """Return whether front ends can draw a panel, and report what is wrong with it."""
    kind = type(panel)
    title = getattr(panel, "title", kind.__name__)
    if not isinstance(panel, Panel):
        return _report(exam, view, title, [f"a {kind.__name__} is not a panel"])
    if not _report(exam, view, title, _not_plain(panel, "")):
        return False
    try:
        parts_of(panel)
    except PanelError as error:
        exam.report("C702", str(error), exam.place_of(kind.parts), once=str(error))
        return False
    except Exception as error:
        exam.report_exception("C701", f"the parts of the panel {title!r} fail", error)
        return False
    return isinstance(panel, BoardPanel) or _report(exam, view, title, _faults_of_parts(panel))


def _report(exam: "Exam", view: View, title: str, faults: Iterable[str]) -> bool:
    """Report the faults of a panel, and return whether there are none."""
    found = list(faults)
    for fault in found:
        exam.report("C702", f"panel {title!r}: {fault}", view, once=(title, fault))
    return not found


def _faults_of_parts(panel: Panel) -> Iterator[str]:
    for name, part in named_parts(panel):
        yield from _not_plain(part, name)
        if isinstance(part, Bar) and not part.low <= part.value <= part.high:
            yield f"the marker at {part.value} is off the track of {part.low} to {part.high}"


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


def check_events(exam: "Exam", whole: Match[Any]) -> None:
    """Check that a game that hides events has a redeal, or declares where its cards are."""
    hidden = [event for event in whole.events if event.seats is not None]
    if len(whole.seats) > 1 and hidden and not exam.game.hides:
        exam.report(
            "C706",
            f"events of kind {hidden[0].kind!r} are hidden from some, but no hand or row is "
            "declared in the state and the game has no `determinize`: a bot's fork holds the truth",
            exam.place_of_event(hidden[0]),
        )
