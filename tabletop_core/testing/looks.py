"""Can all words be read that a pack draws? The exam of `tabletop check --looks`."""

from typing import Any

from ..engine.game import Game
from ..errors import Problem
from ..presentation.looks import Faults, fault_line, faults_of_looks, looks_of
from .exam_run import Exam

_MAX_TOLD = 12
"""The most faults that are reported of one board or panel."""
_GAMES = 4


def check_looks(game: Game[Any]) -> list[Problem]:
    """Return what cannot be read on the boards and panels of games of random bots.

    Raises:
        TabletopError: the game cannot be played or drawn; `check_pack` tells why.
    """
    exam = Exam(game, _GAMES)
    for title, faults in _faults(game).items():
        for fault, widths in list(faults.items())[:_MAX_TOLD]:
            line = f"panel {title!r}: {fault_line(fault, widths)}"
            exam.report("C719", line, game.look.view, remedy=fault.remedy)
        if len(faults) > _MAX_TOLD:
            more = f"panel {title!r}: {len(faults) - _MAX_TOLD} more; `tabletop draw` lists all"
            exam.report("C719", more, game.look.view)
    return exam.in_order()


def count_unreadable(game: Game[Any]) -> int:
    """Return how many faults `check_looks` finds, those included that it only counts.

    Raises:
        TabletopError: the game cannot be played or drawn.
    """
    return sum(map(len, _faults(game).values()))


def _faults(game: Game[Any]) -> dict[str, Faults]:
    return faults_of_looks(game, looks_of(game, _GAMES))
