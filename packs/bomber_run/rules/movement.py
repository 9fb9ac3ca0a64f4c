"""Movement: dice, squares, acrobatics, collisions."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tabletop_core import DIRECTIONS, Asks, Play, Square, SquareGrid, rule, ruling, step, turned

from ..state import Flight, Kind, State
from .combat import attack_odds, attack_run, destroy, roll_off, snap_shots, targets_of
from .ending import bombing_run, check_fighter_victory

# Costs in halves of a movement point.
FORWARD = 2
DIAGONAL = 3
ACROBATIC = 4

HEADINGS = {"left": -1, "forward": 0, "right": 1}


class Course(NamedTuple):
    """Where a moving aircraft is and what movement it has left and used."""

    kind: Kind
    at: Square
    facing: str
    halves: int
    squares: int
    squares_since_turn: int


@rule("Fighter Movement")
@ruling(
    "the player deals out the dice fighter by fighter before the first aircraft moves",
    why="rolling and assigning both stand at the start of the turn",
)
def roll_movement(play: Play[State]) -> Asks:
    state = play.state
    state.flown.clear()
    state.assigned.clear()
    fighters = state.of(play.seat, Kind.FIGHTER)
    if not fighters:
        return
    faces = play.dice(len(fighters), 4, f"movement points of {play.seat}")
    state.dice = sorted(faces, reverse=True)
    for fighter in fighters:
        points = yield from play.choose(
            f"Which die moves {fighter}? Dice left: {' '.join(map(str, state.dice))}",
            sorted(set(state.dice), reverse=True),
            label=lambda face: f"{face} movement points",
        )
        state.dice.remove(points)
        state.assigned[fighter] = points
    play.log("assigned", side=play.seat, points=dict(state.assigned))


def has_flown(play: Play[State]) -> bool:
    """Tell whether every aircraft of the player whose turn it is has moved."""
    return all(name in play.state.flown for name in play.state.of(play.seat))


@rule("Movement")
@ruling("aircraft may be moved in any order", why="the text sets none")
def fly_next(play: Play[State]) -> Asks:
    state = play.state
    waiting = [name for name in state.of(play.seat) if name not in state.flown]
    name = yield from play.choose("Which aircraft moves?", waiting, label=describe(play))
    state.flown.append(name)
    state.flight = Flight(name, 2 * state.assigned.get(name, 0))
    yield from fly(play, name)
    state.flight = None


def describe(play: Play[State]) -> Callable[[str], str]:
    """Return the labels of aircraft: kind, square, nose, points."""

    def label(name: str) -> str:
        plane = play.state.aircraft[name]
        points = play.state.assigned.get(name)
        square = play.data.board.grid.name(plane.at)
        moves = f", {points} points" if points else ""
        return f"{plane.kind.value} {name} at {square} heading {plane.facing}{moves}"

    return label


@rule("General Rules")
@ruling(
    "a friendly aircraft blocks a square for stopping, not for passing; an aircraft that can end "
    "its move nowhere retreats from the board",
    why="two friends may not share a square, yet every aircraft must move",
)
@ruling(
    "straight ahead costs 1 point, the squares 45 degrees to either side 1.5, whatever the "
    "compass; the nose turns with each square",
    why="forward is relative to the piece, and the nose must match the direction last moved",
)
@ruling(
    "a bomber's nose turns with its move as well",
    why="otherwise it could never come back to a base it missed",
)
def fly(play: Play[State], name: str) -> Asks:
    """Move one aircraft square by square, with its attack at any moment of the way."""
    state, grid = play.state, play.data.board.grid
    plane, flight = state.aircraft[name], state.flight
    assert flight is not None
    if not can_finish(state, grid, name, course_of(state, name)):
        play.log("blocked", aircraft=name)
        retreat(play, name)
    while plane.at is not None:
        left = f", {flight.halves / 2:g} points left" if plane.kind is Kind.FIGHTER else ""
        choice = yield from play.choose(
            f"What does {name} do, at {grid.name(plane.at)} heading {plane.facing}{left}?",
            options_for(play, name),
            odds=lambda option: attack_odds(play, name, option),
        )
        verb, _, what = choice.partition(":")
        if verb == "attack":
            flight.has_attacked = True
            attack_run(play, name, what)
        elif verb == "turn":
            acrobatic_maneuver(play, name, what)
        elif verb in HEADINGS:
            yield from enter(play, name, verb)
        else:
            end_move(play, name)
            return
        if has_nothing_left(state, name):
            end_move(play, name)
            return


def has_nothing_left(state: State, name: str) -> bool:
    """Tell whether an aircraft has moved and can only stop now, so that nobody need be asked."""
    plane, flight = state.aircraft[name], state.flight
    assert flight is not None
    if plane.at is None or not flight.squares or any(moves_from(course_of(state, name))):
        return False
    return flight.has_attacked or not targets_of(state, name)


def options_for(play: Play[State], name: str) -> dict[str, str]:
    """Return everything the moving aircraft may do now, with the words for it."""
    state, grid = play.state, play.data.board.grid
    flight = state.flight
    assert flight is not None
    here = course_of(state, name)
    options = {}
    for option, there in moves_from(here):
        if not can_finish(state, grid, name, there):
            continue
        if option in HEADINGS:
            where = grid.name(there.at) if there.at in grid else "off the board, a retreat"
            cost = f" ({(here.halves - there.halves) / 2:g})" if here.halves else ""
            options[option] = f"fly {there.facing} to {where}{cost}"
        else:
            options[option] = f"acrobatic maneuver, nose to {there.facing} (2)"
    if not flight.has_attacked:
        for target in targets_of(state, name):
            options[f"attack:{target}"] = f"attack {target}"
    if may_stop(state, name, here):
        other = state.at(here.at, but=name)
        if other:
            options[f"ram:{other}"] = f"end the move by ramming {other}"
        else:
            options["done"] = f"end the move on {grid.name(here.at)}"
    return options


def course_of(state: State, name: str) -> Course:
    plane, flight = state.aircraft[name], state.flight
    assert flight is not None
    assert plane.at is not None
    return Course(
        plane.kind,
        plane.at,
        plane.facing,
        flight.halves,
        flight.squares,
        flight.squares_since_turn,
    )


def moves_from(here: Course) -> Iterator[tuple[str, Course]]:
    """Yield each square and each new facing that the movement left allows."""
    fighter = here.kind is Kind.FIGHTER
    for heading, eighths in HEADINGS.items():
        cost = (DIAGONAL if eighths else FORWARD) if fighter else 0
        if here.halves < cost or (not fighter and here.squares):
            continue
        facing = turned(here.facing, eighths)
        yield (
            heading,
            Course(
                here.kind,
                step(here.at, facing),
                facing,
                here.halves - cost,
                here.squares + 1,
                here.squares_since_turn + 1,
            ),
        )
    if fighter and here.squares_since_turn and here.halves >= ACROBATIC:
        for facing in DIRECTIONS:
            if facing != here.facing:
                yield (
                    f"turn:{facing}",
                    here._replace(
                        facing=facing, halves=here.halves - ACROBATIC, squares_since_turn=0
                    ),
                )


def may_stop(state: State, name: str, here: Course) -> bool:
    """Tell whether the aircraft may end its move here: alone, or ramming an enemy."""
    if not here.squares:
        return False
    other = state.at(here.at, but=name)
    side = state.aircraft[name].side
    if other is None:
        return True
    return state.aircraft[other].side != side and here.at != state.bases[side]


def can_finish(state: State, grid: SquareGrid, name: str, here: Course) -> bool:
    """Tell whether some legal way to end the move is left, leaving the board included."""
    if here.at not in grid or may_stop(state, name, here):
        return True
    return any(can_finish(state, grid, name, there) for _, there in moves_from(here))


def enter(play: Play[State], name: str, heading: str) -> Asks:
    """Enter the next square and resolve the snap-shots that this provokes."""
    state, grid = play.state, play.data.board.grid
    plane, flight = state.aircraft[name], state.flight
    assert flight is not None
    there = dict(moves_from(course_of(state, name)))[heading]
    plane.at, plane.facing = there.at, there.facing
    flight.halves, flight.squares = there.halves, there.squares
    flight.squares_since_turn = there.squares_since_turn
    if plane.at not in grid:
        retreat(play, name)
        return
    play.log("moved", aircraft=name, square=grid.name(plane.at), facing=plane.facing)
    yield from snap_shots(play, name)


@rule("Retreat")
def retreat(play: Play[State], name: str) -> None:
    """Take an aircraft that left the play area out of the game."""
    play.state.aircraft[name].at = None
    play.log("retreated", aircraft=name)
    check_fighter_victory(play)


@rule("Acrobatic Maneuver")
@ruling(
    "it may be repeated only after another square has been flown",
    why="it asks for a square flown beforehand each time",
)
def acrobatic_maneuver(play: Play[State], name: str, facing: str) -> None:
    flight = play.state.flight
    assert flight is not None
    flight.halves -= ACROBATIC
    flight.squares_since_turn = 0
    play.state.aircraft[name].facing = facing
    play.log("turned", aircraft=name, facing=facing)


def end_move(play: Play[State], name: str) -> None:
    """Resolve what the square holds on which the move ends: an enemy aircraft, the enemy base."""
    state = play.state
    plane = state.aircraft[name]
    assert plane.at is not None
    other = state.at(plane.at, but=name)
    if other and plane.kind is Kind.FIGHTER:
        kamikaze_attack(play, name, other)
    elif other:
        bomber_collision(play, name, other)
    if plane.kind is Kind.BOMBER and plane.at in (
        square for side, square in state.bases.items() if side != plane.side
    ):
        bombing_run(play, name)


@rule("Kamikaze Attack")
@ruling(
    "a fighter does not ram on its own base square",
    why="the rule is for squares the enemy holds",
)
def kamikaze_attack(play: Play[State], name: str, target: str) -> None:
    state = play.state
    hit = roll_off(play, name, state.aircraft[name].die, target, "ram")
    lose_both_at_once(play, [name, *([target] if hit else [])])


@rule("Bomber Collision")
def bomber_collision(play: Play[State], name: str, target: str) -> None:
    """Resolve a bomber on an enemy square: a miss costs the bomber, and a fighter there too."""
    state = play.state
    if roll_off(play, name, state.aircraft[name].die, target, "ram"):
        destroy(play, target)
    elif state.aircraft[target].kind is Kind.FIGHTER:
        lose_both_at_once(play, [name, target])
    else:
        destroy(play, name)


def lose_both_at_once(play: Play[State], names: list[str]) -> None:
    """Destroy aircraft in one moment, so that neither side is the first to lose its last one."""
    for name in names:
        play.state.aircraft[name].at = None
        play.log("destroyed", aircraft=name)
    check_fighter_victory(play)
