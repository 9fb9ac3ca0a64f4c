"""What players are shown: views that only read, panels that are plain, and nothing hidden."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

import attrs

from ..boards import Board
from ..engine.play import Play
from ..engine.state import state_key
from ..engine.tape import given_in
from ..errors import TabletopError
from ..events.words import listed
from ..panels import Cell, GridPanel, Panel, Place, TrackPanel
from ..viewers import ALL_SEEING, Viewer
from .games import Clock, Counted, start_again
from .sitting import asking_place
from .targets import check_ids, check_targets
from .watch import lines_of

if TYPE_CHECKING:
    from .sitting import Exam

_PANELS = get_args(Panel)
_DRAWS = 12
"""So many hidden draws of a game are swapped for others."""


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
    if exam.game.hides:
        for seat in play.seats:
            _check_redeal(exam, play, seat)


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


def _check_redeal(exam: "Exam", play: Play[Any], seat: str) -> None:
    """Compare what a seat sees with what it sees where the hidden things are others.

    A spectator, who knows less than any seat, must not see them either.
    """
    for number in range(2):
        try:
            fork = play.fork("fair", number, seat=seat)
        except Exception as error:
            exam.report_exception("C704", f"dealing anew for {seat} fails", error)
            return
        for viewer in (Viewer(seat), Viewer()):
            _compare_views(exam, play, fork, viewer, f"what {seat} may not know is dealt anew")
        ours, theirs = play.decision, fork.decision
        if ours is None or theirs is None or seat not in ours.seats:
            continue
        if _described(ours) != _described(theirs):
            exam.report(
                "C704",
                f"the options of {ours.prompt!r} tell {seat} what is hidden",
                asking_place(play),
                once=asking_place(play),
            )


def _described(decision: Any) -> list[Any]:
    options = [
        (option, decision.label_of(option), decision.targets_of(option))
        for option in decision.options[:200]
    ]
    return [decision.prompt, options]


def _compare_views(
    exam: "Exam", play: Play[Any], other: Play[Any], viewer: Viewer, when: str
) -> None:
    ours, theirs = _view(exam, play, viewer), _view(exam, other, viewer)
    for one, two in zip(ours, theirs, strict=False):
        if one != two:
            exam.report(
                "C704",
                f"panel {one.title!r} shows {_who(viewer)} what is hidden: it changes when {when}",
                exam.game.view,
                once=(one.title, "view"),
            )
            return
    if len(ours) != len(theirs):
        exam.report(
            "C704", f"the number of panels tells {_who(viewer)} what is hidden", exam.game.view
        )


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


# ------------------------------------------------------------------ hidden draws


def check_events(exam: "Exam", whole: Play[Any]) -> None:
    """Swap cards that one seat may not see for others: what it is told must stay the same."""
    if len(whole.seats) < 2:
        return
    hidden = [event for event in whole.events if event.seats is not None]
    if hidden and not exam.game.hides:
        exam.report(
            "C706",
            f"events of kind {hidden[0].kind!r} are hidden from some, but no hand or row is "
            "declared in the state and the game has no `redeal`, so a bot's fork holds the truth",
            exam.place_of_event(hidden[0]),
        )
    if any(event.kind == "draw" for event in hidden):
        for at, card, others in _hidden_draws(exam, whole)[:_DRAWS]:
            _swap(exam, whole, at, card, others)


def _hidden_draws(
    exam: "Exam", whole: Play[Any]
) -> list[tuple[int, Mapping[str, int], tuple[str, ...]]]:
    """Return (place on the tape, pool, seats that may not know) of each hidden draw."""
    assert whole.tape is not None
    source = Counted(whole.seed, Clock(exam.patience))
    pools: list[Mapping[str, int]] = []
    source.on_draw = lambda pool, card: pools.append(dict(pool))
    start_again(exam, whole, whole.tape.entries, source, snapshots=False)
    draws = [at for at, entry in enumerate(whole.tape.entries) if entry[0] == "draw"]
    told = [event for event in whole.events if event.kind == "draw"]
    found = []
    events = iter(told)
    event = next(events, None)
    for at, pool in zip(draws, pools, strict=True):
        # Cards drawn without an event (dealt, looked at) are passed over.
        card = whole.tape.entries[at][1]
        if event is None or event.facts["card"] != card:
            continue
        if event.seats is not None:
            unknowing = tuple(seat for seat in whole.seats if seat not in event.seats)
            found.append((at, pool, unknowing))
        event = next(events, None)
    return found


def _swap(
    exam: "Exam", whole: Play[Any], at: int, pool: Mapping[str, int], seats: tuple[str, ...]
) -> None:
    assert whole.tape is not None
    entries = whole.tape.entries
    end = next((n for n in range(at, len(entries)) if given_in(entries[n])), len(entries))
    later = {entry[1] for entry in entries[at:end] if entry[0] == "draw"}
    other_card = next((card for card, count in pool.items() if count and card not in later), None)
    if other_card is None or end == len(entries):
        return
    swapped = [*entries[:at], ("draw", other_card), *entries[at + 1 : end]]
    try:
        one = start_again(exam, whole, entries[:end])
        two = start_again(exam, whole, swapped)
    except TabletopError:
        # With the other card the rules roll or draw otherwise: nothing to compare.
        return
    for viewer in (*map(Viewer, seats), Viewer()):
        ours = [event for event in one.events if event.seen_by(viewer)]
        theirs = [event for event in two.events if event.seen_by(viewer)]
        for event, a, b in zip(ours, lines_of(ours), lines_of(theirs), strict=False):
            if a != b:
                exam.report(
                    "C705",
                    f"event {event.kind!r} tells {_who(viewer)} which card was drawn in secret",
                    exam.place_of_event(event),
                    once=event.kind,
                )
                return
        _compare_views(exam, one, two, viewer, "another card is drawn in secret")
