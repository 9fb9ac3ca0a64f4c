"""Tools for testing a pack.

`PackExam` runs the exam that every pack takes: many small checks, each with a stable code.

    from tabletop_core.testing import PackExam

    class TestExam(PackExam):
        games = 30

or, without pytest, `errors_in(check_pack("my_game")) == []`.
`CODES` lists every check with its meaning and remedy.
`hold_invariants` plays many games and checks what the pack declares to be always true.
`perform` runs one rule with scripted dice and answers, `play_script` a whole game.
`replay_game` compares a game with its recording word by word; `replay_many` compares what the
rules did in many games.
"""

from .classes import PackExam
from .codes import CODES, ERROR, NOTE, WARNING, Code
from .exam import check_pack, errors_in
from .invariants import hold_invariants
from .many_games import record_many, replay_many
from .performing import Performed, PlayScripted, SetField, perform, play_script
from .recordings import Replay, record_game, replay_game

__all__ = [
    "CODES",
    "ERROR",
    "NOTE",
    "WARNING",
    "Code",
    "PackExam",
    "Performed",
    "PlayScripted",
    "Replay",
    "SetField",
    "check_pack",
    "errors_in",
    "hold_invariants",
    "perform",
    "play_script",
    "record_game",
    "record_many",
    "replay_game",
    "replay_many",
]
