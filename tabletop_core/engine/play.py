"""One game in progress, put together of its sides.

What rules may do is in `rule_side`, how it goes on in `going_on`, how it goes back in `going_back`.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from .decisions import Answer, Decision
from .going_back import GoingBack
from .rule_side import D, S

Chooser: TypeAlias = Callable[["Play[Any]", Decision], Answer | None]
"""Answers a decision, or returns None to leave it to somebody else."""


class Play(GoingBack[S, D]):
    """A game in progress: its state, its place in the sequence, chance, events and tape.

    Rules use `state`, `data`, `options`, `seat`, `ask`, `roll`, `draw`, `look_up`, `log`, `end`:
    the side told by `RuleSide`.
    Those who play use `decision`, `answer`, `undo`, `fork`, `outcome`, `events`.
    Where several seats choose at the same time (`together`), `open` has the question of each and
    `decision` is one of them.

    Made by `Game.start`; see there for the parameters.
    Others: `start` is where the game begins, if not at the beginning; `checkpoints` are places on
    the way that a long tape need not be played up to.
    """
