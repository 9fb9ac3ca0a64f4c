"""The state of a game."""

import attrs


@attrs.define
class State:
    hut: dict[str, int]
    steps: int = 0
    catch: int = 0


def new_state(play):
    return State(hut=dict.fromkeys(play.seats, 0))
