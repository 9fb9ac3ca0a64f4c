"""Tools for testing a pack.

`PackExam` runs the exam that every pack takes: many small checks, each with a stable code.

    from tabletop_core.testing import PackExam

    class TestExam(PackExam):
        games = 30

`CODES` lists every check with its meaning and remedy.
`hold_invariants` plays many games and checks what the pack declares to be always true.
`perform` runs one rule with scripted dice and answers, `play_script` a whole game.
`replay_game` compares a game with its recording word by word; `replay_many` compares what the
rules did in many games.
"""

from .classes import PackExam
from .performing import PlayScripted, SetField, perform, play_script
from .recordings import Replay

__all__ = [
    "PackExam",
    "PlayScripted",
    "Replay",
    "SetField",
    "perform",
    "play_script",
]
