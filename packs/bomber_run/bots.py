"""How good a position is, for the greedy bot."""

from tabletop_core import Play, steps_between

from .rules.combat import targets_of
from .state import Kind, State, enemy_of

WON = 1000.0


def evaluate(play: Play[State], seat: str) -> float:
    """Return how well a side stands: material, bombers near the base, guns that bear."""
    if play.outcome is not None:
        return {seat: WON, None: 0.0}.get(play.outcome.winner, -WON)
    return _strength(play, seat) - _strength(play, enemy_of(seat))


def _strength(play: Play[State], side: str) -> float:
    state, grid = play.state, play.data.board.grid
    goal = state.bases.get(enemy_of(side))
    if goal is None:
        return 0.0
    enemies = [plane for plane in state.aircraft.values() if plane.side != side and plane.at]
    bombers = [plane for plane in enemies if plane.kind is Kind.BOMBER]
    prey = [plane.at for plane in bombers or enemies if plane.at]
    worth = 0.0
    for name in state.of(side):
        plane = state.aircraft[name]
        assert plane.at is not None
        away = steps_between(plane.at, goal)
        if plane.kind is Kind.BOMBER:
            worth += 60 - 2 * away
            worth -= 3 * (steps_between(plane.ahead(), goal) >= away)
        else:
            worth += 10
            if prey:
                ahead = plane.ahead()
                worth -= 0.2 * min(steps_between(plane.at, at) for at in prey)
                worth -= 0.1 * min(steps_between(ahead, at) for at in prey)
        if plane.at not in grid:
            worth -= 10
        for target in targets_of(state, name):
            worth += 4 if state.aircraft[target].kind is Kind.BOMBER else 1
        if not any(plane.ahead(eighths) in grid for eighths in (-1, 0, 1)):
            worth -= 8
    return worth
