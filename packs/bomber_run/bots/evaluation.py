"""The value of a position: at any moment for the greedy bot, after a flight for the pilot."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp

from tabletop_core.boards import Square, SquareGrid, step, steps_between, turned

from ..questions.courses import FORWARD, MOVEMENT_DIE, Course, moves_from
from ..questions.guns import covered_as_bits, squares_covered
from ..questions.squares import squares_as_bits
from ..state import Aircraft, InPlay, Kind, State, enemy_of

WON = 1000.0

# Weights for a position after a flight.
FIGHTER = 10.0
BOMBER = 25.0
# A bomber is worth more the nearer it is to the base that it is to bomb.
NEARER, NEARNESS, WAY = 20.0, 5.0, 0.3
TURNED_AWAY = 3.0
# The price of each square between a fighter, or the square before its nose, and the nearest prey.
FAR, OFF_THE_NOSE = 0.2, 0.1
# Threats count in part. The enemy moves first, so its threats count more than ours.
OURS, THEIRS = 0.3, 0.5
NOSE_TO_THE_EDGE, NO_WAY_ON = 1.0, 8.0


def evaluate(play: InPlay, seat: str) -> float:
    """Return the value of a position at any moment: material, bombers near the base, guns."""
    if play.outcome is not None:
        return {seat: WON, None: 0.0}.get(play.outcome.winner, -WON)
    return _strength(play, seat) - _strength(play, enemy_of(seat))


def _strength(play: InPlay, side: str) -> float:
    state, grid = play.state, play.data.board.grid
    goal = state.bases.get(enemy_of(side))
    if goal is None:
        return 0.0
    own: list[Aircraft] = []
    enemies: list[Aircraft] = []
    for plane in state.aircraft.values():
        if plane.at is not None:
            (own if plane.side == side else enemies).append(plane)
    bombers = [plane for plane in enemies if plane.kind is Kind.BOMBER]
    prey = tuple([plane.at for plane in bombers or enemies if plane.at])
    targets = squares_as_bits([plane.at for plane in enemies if plane.at])
    worth = 0.0
    for plane in own:
        assert plane.at is not None
        for part in worth_of_place(grid, plane.kind, plane.at, plane.facing, goal, prey):
            worth += part
        if covered_as_bits(plane.kind, plane.at, plane.facing) & targets:
            covered = squares_covered(plane.kind, plane.at, plane.facing)
            for enemy in enemies:
                if enemy.at in covered:
                    worth += 4 if enemy.kind is Kind.BOMBER else 1
        if is_trapped(grid, plane.at, plane.facing):
            worth -= 8
    return worth


# One answer moves one aircraft, so the values of the others can be reused.
@lru_cache(maxsize=1 << 14)
def worth_of_place(
    grid: SquareGrid, kind: Kind, at: Square, facing: str, goal: Square, prey: tuple[Square, ...]
) -> tuple[float, ...]:
    """Return the parts of an aircraft's value: its kind, its place and its nose."""
    ahead = step(at, facing)
    parts: list[float] = []
    if kind is Kind.BOMBER:
        away = steps_between(at, goal)
        parts = [60 - 2 * away, -3 * (steps_between(ahead, goal) >= away)]
    elif prey:
        nearest = min([steps_between(at, one) for one in prey])
        off_the_nose = min([steps_between(ahead, one) for one in prey])
        parts = [10, -0.2 * nearest, -0.1 * off_the_nose]
    else:
        parts = [10]
    return tuple(parts if at in grid else [*parts, -10])


@lru_cache(maxsize=1 << 14)
def is_trapped(grid: SquareGrid, at: Square, facing: str) -> bool:
    """Return whether every way on leads off the board."""
    return all(step(at, turned(facing, eighths)) not in grid for eighths in (-1, 0, 1))


def standing(state: State, grid: SquareGrid, side: str) -> float:
    """Return the value of a position for a side whose turn is about to end."""
    return worth(state, grid, side, OURS) - worth(state, grid, enemy_of(side), THEIRS)


def worth(state: State, grid: SquareGrid, side: str, part: float) -> float:
    """Return what a side's aircraft are worth, with a part of what they threaten."""
    own: list[Aircraft] = []
    enemies: list[Aircraft] = []
    for plane in state.aircraft.values():
        if plane.at is not None:
            (own if plane.side == side else enemies).append(plane)
    prey = prey_among(enemies)
    total = 0.0
    for plane in own:
        total += worth_of(plane, state, grid, prey)
    for enemy in enemies:
        total += part * price(state, enemy) * threat(own, enemy, state.by_compass)
    return total


def prey_among(aircraft: list[Aircraft]) -> list[Square]:
    """Return the squares of what fighters hunt: the bombers, or all where there are none."""
    bombers = [plane for plane in aircraft if plane.kind is Kind.BOMBER]
    return [plane.at for plane in bombers or aircraft if plane.at]


def worth_of(plane: Aircraft, state: State, grid: SquareGrid, prey: list[Square]) -> float:
    if plane.kind is Kind.BOMBER:
        return worth_of_bomber(state, plane)
    return worth_of_fighter(plane, grid, prey)


def price(state: State, plane: Aircraft) -> float:
    """Return the value of an aircraft, whatever its heading."""
    if plane.kind is Kind.FIGHTER:
        return FIGHTER
    assert plane.at is not None
    away = steps_between(plane.at, state.bases[enemy_of(plane.side)])
    return BOMBER + NEARER * exp(-away / NEARNESS)


def worth_of_bomber(state: State, plane: Aircraft) -> float:
    goal = state.bases[enemy_of(plane.side)]
    assert plane.at is not None
    away = steps_between(plane.at, goal)
    looks_away = steps_between(plane.ahead(), goal) >= away
    return price(state, plane) - WAY * away - TURNED_AWAY * looks_away


def worth_of_fighter(plane: Aircraft, grid: SquareGrid, prey: list[Square]) -> float:
    assert plane.at is not None
    ahead = plane.ahead()
    total = FIGHTER
    if prey:
        total -= FAR * min(steps_between(plane.at, at) for at in prey)
        total -= OFF_THE_NOSE * min(steps_between(ahead, at) for at in prey)
    if ahead not in grid:
        ways_on = any(plane.ahead(eighths) in grid for eighths in (-1, 1))
        total -= NOSE_TO_THE_EDGE if ways_on else NO_WAY_ON
    return total


def threat(hunters: Sequence[Aircraft], prey: Aircraft, by_compass: bool = False) -> float:
    """Return the chance that fighters shoot an aircraft down in a turn, each with its own die."""
    return 1 - escape(hunters, prey, by_compass)


def escape(hunters: Sequence[Aircraft], prey: Aircraft, by_compass: bool = False) -> float:
    """Return the chance that no fighter shoots an aircraft down in a turn."""
    assert prey.at is not None
    column, row = prey.at
    safe = 1.0
    for hunter in hunters:
        at = hunter.at
        if at is not None and hunter.kind is Kind.FIGHTER:
            reached = in_reach(hunter.facing, by_compass).get((column - at[0], row - at[1]))
            if reached:
                safe *= 1 - reached * hit_chance(hunter.die, prey.die)
    return safe


@cache
def in_reach(facing: str, by_compass: bool = False) -> dict[Square, float]:
    """Return the chance that a fighter's points bring each square before its guns.

    Squares are counted from the fighter. The points are one four-sided die; other aircraft are
    ignored.
    """
    most = MOVEMENT_DIE * FORWARD
    least: dict[Square, int] = {}
    known: dict[Course, int] = {}
    ways = [Course(Kind.FIGHTER, (0, 0), facing, most, 0, 0, by_compass)]
    while ways:
        here = ways.pop()
        place = here._replace(halves=0, squares=0, squares_since_turn=bool(here.squares_since_turn))
        if known.get(place, -1) >= here.halves:
            continue
        known[place] = here.halves
        points = max(1, -(-(most - here.halves) // FORWARD))
        target = step(here.at, here.facing)
        least[target] = min(points, least.get(target, points))
        ways.extend(there for _, there in moves_from(here))
    return {square: (MOVEMENT_DIE + 1 - points) / MOVEMENT_DIE for square, points in least.items()}


@cache
def hit_chance(attack_die: int, defence_die: int) -> float:
    """Return the chance that an attack destroys; equal rolls do."""
    rolls = [(a, d) for a in range(1, attack_die + 1) for d in range(1, defence_die + 1)]
    return sum(attack >= defence for attack, defence in rolls) / len(rolls)
