"""Can all words be read that a pack draws? The exam of `tabletop check --looks`."""

from typing import Any

from ..engine.game import Game
from ..errors import Problem
from ..presentation.looks import Faults, fault_line, faults_of_looks, looks_of
from .exam_run import ALLOWED_S, Exam

_MAX_TOLD = 12
"""The most faults that are reported of one board or panel."""
_GAMES = 4


def check_looks(game: Game[Any], allowed: float = ALLOWED_S) -> list[Problem]:
    """Return what cannot be read on the boards and panels of games of random bots.

    After `allowed` seconds of the processor it looks at nothing new, and says what is left out.

    Raises:
        TabletopError: the game cannot be played or drawn; `check_pack` tells why.
    """
    exam = Exam(game, _GAMES, allowed=allowed)
    for title, faults in _faults(exam).items():
        for fault, widths in list(faults.items())[:_MAX_TOLD]:
            line = f"panel {title!r}: {fault_line(fault, widths)}"
            exam.report("C719", line, game.look.view, remedy=fault.remedy)
        if len(faults) > _MAX_TOLD:
            more = f"panel {title!r}: {len(faults) - _MAX_TOLD} more; `tabletop draw` lists all"
            exam.report("C719", more, game.look.view)
    exam.report_left_out()
    return exam.in_order()


def count_unreadable(game: Game[Any], allowed: float = ALLOWED_S) -> tuple[int, bool]:
    """Return how many faults `check_looks` finds, those included that it only counts.

    The second tells whether there was time to look at everything.

    Raises:
        TabletopError: the game cannot be played or drawn.
    """
    exam = Exam(game, _GAMES, allowed=allowed)
    return sum(map(len, _faults(exam).values())), not exam.left_out


def _faults(exam: Exam) -> dict[str, Faults]:
    looks = looks_of(exam.game, exam.games, exam.has_time)
    return faults_of_looks(exam.game, looks, exam.has_time)
