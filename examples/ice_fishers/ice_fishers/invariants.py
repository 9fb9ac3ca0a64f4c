"""Invariants, checked after every answer."""

from .state import InPlay


def nothing_is_caught_on_the_shore(play: InPlay) -> str | None:
    state = play.state
    if state.steps == 0 and state.catch:
        return f"{state.catch} fish on the sledge without a step"
    return None


def no_step_catches_more_than_two(play: InPlay) -> str | None:
    state = play.state
    if state.catch > 2 * state.steps:
        return f"{state.catch} fish after {state.steps} steps"
    return None


INVARIANTS = (nothing_is_caught_on_the_shore, no_step_catches_more_than_two)
