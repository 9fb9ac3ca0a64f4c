"""Movement: dice, squares, acrobatics, collisions."""

from collections.abc import Callable
from functools import partial

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..questions import (
    HEADINGS,
    Course,
    can_finish,
    course_of,
    ends_of,
    moves_from,
    options_for,
    start_of,
)
from ..state import Flight, InPlay, Kind
from .combat import attack_odds, attack_run, roll_off, snap_shots
from .ending import bombing_run, check_fighter_victory


@rule("Fighter Movement")
@ruling(
    "the player deals out the dice fighter by fighter before the first aircraft moves",
    why="rolling and assigning both stand at the start of the turn",
)
def roll_movement(play: InPlay) -> Asks:
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
            label=lambda face, fighter=fighter: (
                counted(face, "movement point")
                + warning(play, fighter, start_of(state, fighter, face))
            ),
        )
        state.dice.remove(points)
        state.assigned[fighter] = points
    play.log("assigned", side=play.seat, points=dict(state.assigned))


@rule("Movement")
@ruling(
    "aircraft may be moved in any order, but one whose every way a friend blocks moves after the "
    "friends that still can",
    why="the text sets no order, and asks every aircraft to move",
)
def fly_next(play: InPlay) -> Asks:
    state, grid = play.state, play.data.board.grid
    points = state.assigned
    waiting = [name for name in state.of(play.seat) if name not in state.flown]
    free = [
        name
        for name in waiting
        if can_finish(state, grid, name, start_of(state, name, points.get(name, 0)))
    ]
    name = yield from play.choose(
        "Which aircraft moves?", free or waiting, label=describe(play), at=by_id()
    )
    state.flown.append(name)
    state.flight = Flight(name, 2 * points.get(name, 0))
    yield from fly(play, name)
    state.flight = None


def describe(play: InPlay) -> Callable[[str], str]:
    """Return the labels of aircraft: kind, square, nose, points, and what threatens its move."""

    def label(name: str) -> str:
        plane = play.state.aircraft[name]
        assert plane.at is not None
        points = play.state.assigned.get(name, 0)
        square = play.data.board.grid.name(plane.at)
        moves = f", {counted(points, 'point')}" if points else ""
        peril = warning(play, name, start_of(play.state, name, points))
        return f"{plane.kind.value} {name} at {square} heading {plane.facing}{moves}{peril}"

    return label


def warning(play: InPlay, name: str, here: Course) -> str:
    """Return a warning, for a label, where the move cannot end on a square of its own."""
    state, grid = play.state, play.data.board.grid
    if "stop" in ends_of(state, grid, name, here):
        return ""
    ways = set(ends_of(state, grid, name, here))
    if not ways:
        return ", blocked by friends as they stand"
    return f", only to {' or '.join(sorted(ways))}"


def points_of(halves: int) -> str:
    """Write halves of a movement point as points."""
    return "1 point" if halves == 2 else f"{halves / 2:g} points"


@rule("General Rules")
@ruling(
    "a friendly aircraft blocks a square for stopping, not for passing",
    why="two friends may not share a square, and one that flies through only passes it",
)
@ruling(
    "an enemy aircraft does not block the way: it may be flown over, and is rammed only where the "
    "move ends",
    why="the text forbids its square to nobody and makes a ram of a movement's end",
)
@ruling(
    "an aircraft that can neither end its move on some square nor leave the board stays where it "
    "is; it may attack",
    why="only what leaves the board is removed, and an attack may come before movement",
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
def fly(play: InPlay, name: str) -> Asks:
    """Move one aircraft square by square, with its attack at any moment of the way."""
    state, grid = play.state, play.data.board.grid
    plane, flight = state.aircraft[name], state.flight
    assert flight is not None
    while plane.at is not None:
        left = f", {points_of(flight.halves)} left" if plane.kind is Kind.FIGHTER else ""
        choice = yield from play.choose(
            f"What does {name} do, at {grid.name(plane.at)} heading {plane.facing}{left}?",
            options_for(play, name),
            label=words_for(play, name),
            at=touched_by(play),
            odds=partial(attack_odds, play, name),
        )
        verb, _, what = choice.partition(":")
        if verb == "attack":
            flight.has_attacked = True
            attack_run(play, name, what)
        elif verb == "turn":
            acrobatic_maneuver(play, name, what)
        elif verb in HEADINGS:
            yield from enter(play, name, verb)
        elif verb == "stay":
            play.log("blocked", aircraft=name)
            return
        else:
            end_move(play, name)
            return


def words_for(play: InPlay, name: str) -> Callable[[str], str]:
    """Return the labels of what the moving aircraft may do, with a warning where it is lost."""
    state, grid = play.state, play.data.board.grid
    assert state.flight is not None
    here = course_of(state, state.flight)

    def label(option: str) -> str:
        verb, _, what = option.partition(":")
        if verb == "attack":
            return f"attack {what}"
        if verb == "ram":
            survives = here.kind is Kind.BOMBER and state.aircraft[what].kind is Kind.FIGHTER
            price = "lost if it fails" if survives else "lost in any case"
            return f"end the move by ramming {what}, {price}"
        if verb == "done":
            return f"end the move on {grid.name(here.at)}"
        if verb == "stay":
            return f"stay on {grid.name(here.at)}, blocked by friends"
        there = dict(moves_from(here))[option]
        if there.at not in grid:
            return f"fly {there.facing} off the board, out of the game"
        peril = warning(play, name, there)
        if verb == "turn":
            return f"acrobatic maneuver, nose to {what} (2){peril}"
        cost = f" ({(here.halves - there.halves) / 2:g})" if here.halves else ""
        return f"fly {there.facing} to {grid.name(there.at)}{cost}{peril}"

    return label


def touched_by(play: InPlay) -> Callable[[str], str]:
    """Return what each option touches: the square flown to, or the enemy attacked."""
    state, grid = play.state, play.data.board.grid
    assert state.flight is not None
    here = course_of(state, state.flight)

    def target(option: str) -> str:
        verb, _, what = option.partition(":")
        if verb in ("attack", "ram"):
            return what
        if verb not in HEADINGS:
            return ""
        there = dict(moves_from(here))[option].at
        return grid.name(there) if there in grid else ""

    return target


def go(play: InPlay, name: str, option: str) -> None:
    """Take one of the moves that are open: the next square, or a new facing."""
    plane, flight = play.state.aircraft[name], play.state.flight
    assert flight is not None
    there = dict(moves_from(course_of(play.state, flight)))[option]
    plane.at, plane.facing = there.at, there.facing
    flight.halves, flight.squares = there.halves, there.squares
    flight.squares_since_turn = there.squares_since_turn


def enter(play: InPlay, name: str, heading: str) -> Asks:
    """Enter the next square and resolve the snap-shots that this provokes."""
    plane, grid = play.state.aircraft[name], play.data.board.grid
    go(play, name, heading)
    if plane.at is None or plane.at not in grid:
        retreat(play, name)
        return
    play.log("moved", aircraft=name, square=grid.name(plane.at), facing=plane.facing)
    yield from snap_shots(play, name)


@rule("Retreat")
def retreat(play: InPlay, name: str) -> None:
    """Take an aircraft that left the play area out of the game."""
    play.state.aircraft[name].at = None
    play.log("retreated", aircraft=name)
    check_fighter_victory(play)


@rule("Acrobatic Maneuver")
@ruling(
    "it may be repeated only after another square has been flown",
    why="it asks for a square flown beforehand each time",
)
def acrobatic_maneuver(play: InPlay, name: str, facing: str) -> None:
    go(play, name, f"turn:{facing}")
    play.log("turned", aircraft=name, facing=facing)


def end_move(play: InPlay, name: str) -> None:
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
def kamikaze_attack(play: InPlay, name: str, target: str) -> None:
    """The attacker is lost either way, the target on a success."""
    hit = roll_off(play, name, play.state.aircraft[name].die, target, "ram")
    lose_at_once(play, [name, target] if hit else [name])


@rule("Bomber Collision")
def bomber_collision(play: InPlay, name: str, target: str) -> None:
    """Against a fighter only a success saves the bomber; against a bomber it is lost either way."""
    hit = roll_off(play, name, play.state.aircraft[name].die, target, "ram")
    if play.state.aircraft[target].kind is Kind.FIGHTER:
        lose_at_once(play, [target] if hit else [name, target])
    else:
        lose_at_once(play, [name, target] if hit else [name])


def lose_at_once(play: InPlay, names: list[str]) -> None:
    """Destroy aircraft in one moment, so that neither side is the first to lose its last one."""
    for name in names:
        play.state.aircraft[name].at = None
        play.log("destroyed", aircraft=name)
    check_fighter_victory(play)
