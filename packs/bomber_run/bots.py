"""Bots: how good a position is, and a pilot who decides quickly."""

from collections.abc import Sequence

from tabletop_core import Bot, Decision, Play, Square, step, steps_between, turned

from .rules.combat import targets_of
from .rules.movement import HEADINGS
from .state import Aircraft, Kind, State, enemy_of


def evaluate(play: Play[State], seat: str) -> float:
    """Return how well a side stands: material, bombers near the base, guns that bear."""
    if play.outcome is not None:
        return {seat: 1000.0, None: 0.0}.get(play.outcome.winner, -1000.0)
    return _strength(play, seat) - _strength(play, enemy_of(seat))


def _strength(play: Play[State], side: str) -> float:
    state = play.state
    goal = state.bases.get(enemy_of(side))
    if goal is None:
        return 0.0
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
            prey = state.of(enemy_of(side), Kind.BOMBER) or state.of(enemy_of(side))
            squares = [state.aircraft[other].at for other in prey]
            if squares:
                worth -= 0.2 * min(steps_between(plane.at, at) for at in squares if at)
                ahead = plane.ahead()
                worth -= 0.1 * min(steps_between(ahead, at) for at in squares if at)
        if plane.at not in play.data.board.grid:
            worth -= 10
        for target in targets_of(state, name):
            worth += 4 if state.aircraft[target].kind is Kind.BOMBER else 1
        if not any(square in play.data.board.grid for square in _ahead(state, name)):
            worth -= 8
    return worth


def _ahead(state: State, name: str) -> list[tuple[int, int]]:
    plane = state.aircraft[name]
    return [plane.ahead(eighths) for eighths in (-1, 0, 1)]


class PilotBot(Bot):
    """Attacks what it can, bombers first; else flies straight at its goal.

    It looks at nothing but its own aircraft, so it decides fast enough to play out a search.
    """

    def choose(self, play: Play[State], decision: Decision) -> str | int:
        options = decision.options
        attacks = [option for option in options if str(option).startswith("attack:")]
        if attacks:
            state = play.state
            kinds = {o: state.aircraft[str(o).partition(":")[2]].kind for o in attacks}
            return next((o for o in attacks if kinds[o] is Kind.BOMBER), attacks[0])
        flight = play.state.flight
        plane = play.state.aircraft[flight.aircraft] if flight else None
        if plane is None or plane.at is None or "hold" in options:
            # The greatest die of those left, the next aircraft waiting.
            return options[0]
        goals, foes = _goals(play.state, plane)
        return max(options, key=lambda option: _approach(play, plane, str(option), goals, foes))


def _goals(state: State, plane: Aircraft) -> tuple[Sequence[Square], Sequence[Square]]:
    """Return where an aircraft wants to go, and where its enemies are."""
    enemy = enemy_of(plane.side)
    foes = [state.aircraft[name].at for name in state.of(enemy)]
    squares = [square for square in foes if square is not None]
    if plane.kind is Kind.BOMBER:
        return [state.bases[enemy]], squares
    bombers = [state.aircraft[name].at for name in state.of(enemy, Kind.BOMBER)]
    return [square for square in bombers if square is not None] or squares, squares


def _approach(
    play: Play[State],
    plane: Aircraft,
    option: str,
    goals: Sequence[Square],
    foes: Sequence[Square],
) -> int:
    """Return how well an option brings the nose to a goal."""
    verb, _, facing = option.partition(":")
    at = plane.at
    assert at is not None
    if verb == "ram":
        return -1000
    if verb != "turn":
        facing = turned(plane.facing, HEADINGS.get(verb, 0))
    if verb in HEADINGS:
        at = step(at, facing)
    if at not in play.data.board.grid:
        return -1000
    nose = step(at, facing)
    away = min((steps_between(nose, goal) for goal in goals), default=0)
    bears = plane.kind is Kind.FIGHTER and nose in foes
    return 5 * bears - away - 3 * (nose not in play.data.board.grid)
