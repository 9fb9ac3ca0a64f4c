"""The state of a game."""

import attrs

from tabletop_core import Play


@attrs.define
class State:
    hut: dict[str, int]
    steps: int = 0
    catch: int = 0


InPlay = Play[State]


def new_state(play: InPlay) -> State:
    return State(hut=dict.fromkeys(play.seats, 0))
