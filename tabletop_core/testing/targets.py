"""Checks of what can be clicked: unique ids, existing targets, options that differ."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.decisions import Decision
from ..engine.match import Match
from ..engine.targets import Targets
from ..panels import Art, BoardPanel, Panel, things
from ..panels.appearance import PanelError
from ..panels.things import faults_of_ids
from ..panels.views import parts_of
from ..pictures.card_art import KINDS
from ..pictures.symbols import symbols_of
from .drawings import check_colours
from .exam_run import asking_place

if TYPE_CHECKING:
    from .exam_run import Exam

_LOOKED_AT = 200
"""The maximum number of options checked of a question."""


def check_ids(exam: "Exam", panels: Sequence[Panel]) -> None:
    """Check that the ids of a view are unique and that its symbols exist."""
    for fault in faults_of_ids(panels):
        exam.report("C707", fault, exam.game.look.view, once=fault)
    try:
        known = symbols_of(exam.game.package)
    except PanelError as error:
        exam.report_exception("C710", "the pack's symbols cannot be read", error)
        return
    for tone in _shown(panels, "tone"):
        if not exam.game.look.theme.knows(tone):
            exam.report("C716", f"the view shows the tone {tone!r}", exam.game.look.view, once=tone)
    for art in _art_in(panels):
        check_colours(exam, "the art of a board", art.inside)
    for kind in _shown(panels, "art"):
        if kind not in KINDS and kind not in exam.game.look.theme.card_art:
            exam.report(
                "C710",
                f"a card has the picture {kind!r}",
                exam.game.look.view,
                once=("art", kind),
                remedy=f"add it to `card_art` of the theme, or use one of {', '.join(KINDS)}",
            )
    for name in _shown(panels, "symbol"):
        if name not in known:
            exam.report(
                "C710",
                f"the view shows the symbol {name!r}",
                exam.game.look.view,
                once=name,
                remedy=f"draw it in symbols/{name}.svg, or use one of {', '.join(known)}",
            )


def _shown(panels: Sequence[Panel], field: str) -> Iterator[str]:
    """Yield what the things on the table have in this field."""
    for panel in panels:
        for part in parts_of(panel):
            drawn: Sequence[Any] = (part,)
            if isinstance(part, BoardPanel):
                drawn = (*part.pieces, *part.spots, *part.ways)
            yield from {value for one in drawn if (value := getattr(one, field, ""))}


def _art_in(panels: Sequence[Panel]) -> Iterator[Art]:
    for panel in panels:
        if isinstance(panel, BoardPanel) and panel.art is not None and not panel.art.printed:
            yield panel.art


def check_targets(exam: "Exam", match: Match[Any], seat: str, panels: Sequence[Panel]) -> None:
    """Check that the seat that is asked sees what its options touch."""
    decision = match.decision
    if decision is None or decision.at is None or seat not in decision.seats:
        return
    there = {panel.id for panel in panels}.union(*map(things, panels))
    for option in decision.options[:_LOOKED_AT]:
        for target in _targets(exam, decision, option):
            if target not in there:
                exam.report(
                    "C708",
                    f"{decision.prompt!r}: the option {option!r} touches {target!r}, which is not "
                    f"on the table of {seat}",
                    asking_place(match),
                    once=(asking_place(match), "target"),
                )


def check_differences(exam: "Exam", match: Match[Any], decision: Decision) -> None:
    """Find options that touch the same and read the same: nobody could choose between them.

    Where no option says what it touches, ids are shown beside the words.
    """
    if decision.at is None:
        return
    seen: dict[tuple[Any, str], Any] = {}
    for option in decision.options[:_LOOKED_AT]:
        shown = (_targets(exam, decision, option), decision.label_of(option))
        if shown in seen:
            exam.report(
                "C709",
                f"{decision.prompt!r}: the options {seen[shown]!r} and {option!r} both read "
                f"{shown[1]!r}",
                asking_place(match),
                once=(asking_place(match), "same"),
            )
            return
        seen[shown] = option


def _targets(exam: "Exam", decision: Decision, option: Any) -> Targets:
    try:
        return decision.targets_of(option)
    except Exception as error:
        exam.report_exception("C708", f"the targets of option {option!r} fail", error)
        return ()
