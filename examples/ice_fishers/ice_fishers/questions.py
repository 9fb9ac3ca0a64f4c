"""What can be read from the state; nothing here changes it."""

from .state import InPlay


def is_far_out(play: InPlay) -> bool:
    return play.state.steps > 3
