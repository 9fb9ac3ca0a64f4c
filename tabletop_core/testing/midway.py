"""Checks of games that begin in the middle: as a fork, as a copy, without headings, without events.

What a view, a log sheet and the status line show must not depend on any of that.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ..engine.match import Match
from ..engine.tape import Tape, given_in
from ..presentation.log import GameLog
from ..viewers import ALL_SEEING, Viewer
from .games import play_on, start_again

if TYPE_CHECKING:
    from .exam_run import Exam


def check_midway(exam: "Exam", whole: Match[Any]) -> None:
    """Play a game to its end in other ways, and compare what is shown at its end."""
    assert whole.tape is not None
    answers = [at for at, entry in enumerate(whole.tape.entries) if given_in(entry)]
    middle = answers[len(answers) // 2] if answers else 0
    if not exam.has_time("games that begin in the middle"):
        return
    wanted = dict(_shown(exam, whole))
    for what, other in _others(exam, whole, middle):
        _compare(exam, what, other, wanted)
    before = start_again(exam, whole, whole.tape.entries[:middle])
    forks = [before.fork("exam to the end", record=record) for record in (True, False)]
    for fork in forks:
        play_on(fork, exam.decisions, "exam fork to the end")
    _compare(exam, "in a fork without events", forks[1], dict(_shown(exam, forks[0])))


def _others(exam: "Exam", whole: Match[Any], middle: int) -> Iterator[tuple[str, Match[Any]]]:
    """Yield the same game at its end, played in other ways."""
    assert whole.tape is not None
    entries = whole.tape.entries
    yield "without headings", start_again(exam, whole, entries, snapshots=False, headings=False)
    bare = {"snapshots": False, "headings": False, "record": False}
    yield "without events", start_again(exam, whole, entries, **bare)
    how = {"options": whole.options, "data": exam.data, "seed": whole.seed}
    copy = deepcopy(Match(exam.game, tape=Tape(entries[:middle]), **how).begin())
    for entry in entries[middle:]:
        for seat, answer in given_in(entry):
            copy.answer(answer, seat=seat)
    yield "in a copy made in the middle", copy


def _compare(exam: "Exam", what: str, match: Match[Any], wanted: dict[str, Any]) -> None:
    """Report what is shown otherwise than expected."""
    for name, shown in _shown(exam, match):
        if name in wanted and shown != wanted[name]:
            place = (
                exam.game.look.log_sheet
                if name.startswith("the log sheet")
                else exam.game.look.view
            )
            exam.report("C715", f"{name} is different {what}", place, once=name)


def _shown(exam: "Exam", match: Match[Any]) -> Iterator[tuple[str, Any]]:
    """Yield what is shown of a game: views, log sheets, the status; the log must not fail."""
    game = exam.game
    play = match.play
    makers: list[tuple[str, Any]] = [("the status", lambda: game.status_line(match))]
    for viewer in (ALL_SEEING, Viewer(), *map(Viewer, match.seats)):
        who = _who(viewer)
        makers.append(
            (f"the view for {who}", lambda viewer=viewer: list(game.look.view(play, viewer)))
        )
        if (sheet := game.look.log_sheet) is not None:
            makers.append(
                (f"the log sheet for {who}", lambda viewer=viewer, sheet=sheet: sheet(play, viewer))
            )
    makers.append(("the log", lambda: _tell(match)))
    for name, make in makers:
        try:
            yield name, make()
        except Exception as error:
            exam.report_exception("C701", f"{name} fails", error)


def _tell(match: Match[Any]) -> None:
    GameLog(match.game, match.data.names).tell(match.events)


def _who(viewer: Viewer) -> str:
    if viewer == ALL_SEEING:
        return "one who may see all"
    return ", ".join(sorted(viewer.seats)) or "a spectator"
