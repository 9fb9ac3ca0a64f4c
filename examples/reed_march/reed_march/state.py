"""The state of a game: the units with their places and steps, and who holds what."""

from typing import TypeAlias

import attrs

from tabletop_core import Play
from tabletop_core.boards import Stacks

from .data import Data


@attrs.define
class State:
    """`steps`: of each unit in the game; `held`: villages by the side that holds them.

    `moved` and `fought`: units that may not move, or attack, again in this turn.
    `target` and `attackers`: the attack that is being carried out.
    """

    units: Stacks[str]
    steps: dict[str, int]
    held: dict[str, str]
    moved: list[str] = attrs.field(factory=list)
    fought: list[str] = attrs.field(factory=list)
    target: str = ""
    attackers: list[str] = attrs.field(factory=list)


InPlay: TypeAlias = Play[State, Data]


def new_state(play: InPlay) -> State:
    data = play.data
    units = data.counters.stacks("march", data.map.board, limit=2)
    villages = data.map.spaces_with("village")
    return State(units, dict.fromkeys(data.counters.counters, 2), dict.fromkeys(villages, "reed"))
