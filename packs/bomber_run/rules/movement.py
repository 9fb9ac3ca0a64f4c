"""Movement: dice, legs, acrobatics, collisions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.boards import DEGREES, Square, steps_between
from tabletop_core.events import counted, listed

from ..questions.courses import (
    MOVEMENT_DIE,
    Course,
    course_of,
    ends_of,
    moved,
    points_of,
    start_of,
)
from ..questions.guns import squares_of_battery
from ..questions.legs import Leg, OrdersOfAll, Sky, reach_of
from ..questions.turn import waiting
from ..state import Flight, InPlay, Kind, enemy_of
from .combat import (
    BATTERY_DIE,
    attack_odds,
    attack_run,
    chance_of_die,
    odds_under_fire,
    roll_off,
    snap_shots,
    touched,
    touched_of_one,
)
from .ending import bombing_run, check_fighter_victory, left_without


@rule("Fighter Movement")
@ruling(
    "the player deals out all dice before the first aircraft moves",
    rejected="each die is dealt out when its fighter moves",
    why="rolling and assigning both stand at the start of the turn",
)
def roll_movement(play: InPlay) -> Asks:
    """Roll a four-sided die for each fighter, and assign one die to each as its movement points.

    A square straight ahead costs 1 point, one diagonally ahead 1.5, an acrobatic maneuver 2.
    Points that are not used are lost.
    """
    state = play.state
    state.trails = {
        name: over
        for name, over in state.trails.items()
        if name in state.flown and state.aircraft[name].side != play.seat
    }
    state.flown.clear()
    state.assigned.clear()
    fighters = state.of(play.seat, Kind.FIGHTER)
    if not fighters:
        return
    faces = play.dice(len(fighters), MOVEMENT_DIE, f"movement points of {play.seat}")
    state.dice = sorted(faces, reverse=True)
    while state.dice:
        without = [fighter for fighter in fighters if fighter not in state.assigned]
        face = face_to_deal(state.dice)
        number = state.dice.count(face)
        chosen: Sequence[str] = without
        if number < len(without):
            chosen = yield from ask_for_fighters(play, face, number, without)
        for fighter in chosen:
            state.dice.remove(face)
            state.assigned[fighter] = face
    state.assigned = {fighter: state.assigned[fighter] for fighter in fighters}
    play.log("assigned", side=play.seat, points=dict(state.assigned), round=play.rounds)


def face_to_deal(dice: Sequence[int]) -> int:
    """Return the face to assign next: the highest, except that the most frequent one comes last.

    The last face needs no question: the fighters that are left get it.

    >>> face_to_deal([4, 3, 3, 1]), face_to_deal([4, 4, 4, 1]), face_to_deal([2, 2])
    (4, 1, 2)
    """
    last = max(set(dice), key=lambda face: (dice.count(face), -face))
    return max((face for face in dice if face != last), default=last)


def ask_for_fighters(play: InPlay, face: int, number: int, fighters: Sequence[str]) -> Asks:
    """Ask which fighters move with the dice of one face; return as many as there are."""
    left = " ".join(map(str, play.state.dice))
    which = "fighter moves with the" if number == 1 else f"{number} fighters move with a"
    several = {"least": number, "most": number} if number > 1 else {}
    answer = yield play.ask(
        f"Which {which} {face}? Dice left: {left}",
        fighters,
        label=partial(words_for_die, play, face),
        at=by_id(),
        kind="assign",
        **several,
    )
    return answer if number > 1 else [answer]


def words_for_die(play: InPlay, face: int, fighter: str) -> str:
    peril = warning(play, fighter, start_of(play.state, fighter, face))
    return f"{fighter} gets {counted(face, 'point')}{peril}"


@rule("Movement")
@ruling(
    "aircraft may be moved in any order, but one whose every way a friend blocks moves after the "
    "friends that still can",
    rejected="one that is blocked when its turn comes does not move",
    why="the text sets no order, and asks every aircraft to move",
)
def fly_next(play: InPlay) -> Asks:
    """Move one of the aircraft that have not moved this turn. Every aircraft must move."""
    state = play.state
    sky = Sky.of(state, play.data.board.grid, play.seat)
    points = {name: state.assigned.get(name, 0) for name in waiting(play)}
    courses = {name: start_of(state, name, its) for name, its in points.items()}
    orders = OrdersOfAll(sky, courses)
    one, _, _ = orders[0].partition(" ")
    asked = f"Where does {one} fly?" if orders.is_of_one else "Which aircraft flies, and where?"
    order = yield from ask_for_order(play, asked, orders)
    name, _, _ = order.partition(" ")
    state.flown.append(name)
    state.flight = Flight(name, 2 * points[name])
    yield from fly(play, name, order, orders)
    state.flight = None


@rule("General Rules")
@ruling(
    "a friendly aircraft blocks a square for stopping, not for passing",
    rejected="it blocks the way as well",
    why="two friends may not share a square, and one that flies through only passes it",
)
@ruling(
    "an enemy aircraft does not block the way: it may be flown over, and is rammed only where the "
    "move ends",
    rejected="flying into its square is a ram in any case",
    why="the text forbids its square to nobody and makes a ram of a movement's end",
)
@ruling(
    "an aircraft that can neither end its move on some square nor leave the board stays where it "
    "is; it may attack",
    rejected="it is lost, as one that leaves the board",
    why="only what leaves the board is removed, and an attack may come before movement",
)
@ruling(
    "straight ahead costs 1 point, the squares 45 degrees to either side 1.5, whatever the "
    "compass; the nose turns with each square",
    rejected="1.5 stands for the length of a diagonal, the root of two: a square that is diagonal "
    "on the board costs 1.5, also straight ahead of the nose, and any other 1",
    why="the text sets the prices of forward and diagonally forward, which are directions of the "
    "piece, and the nose must match the direction last moved",
    option="diagonals",
)
@ruling(
    "a bomber's nose turns with its move as well",
    rejected="it keeps its nose towards the enemy edge",
    why="otherwise it could never come back to a base it missed",
)
def fly(play: InPlay, name: str, order: str, orders: OrdersOfAll) -> Asks:
    """Fly an aircraft leg by leg until its move is over; it may attack once at any point.

    Each aircraft flies at least one square, straight ahead or diagonally ahead, and its nose turns
    with each square. A bomber flies exactly one. An aircraft may fly past friends but may not end
    its move on one. An aircraft that ends its move on an enemy rams it, and one that leaves the
    board is out of the game.
    A leg takes the cheapest way that keeps clear of the enemy's guns. It stops where the enemy may
    fire, or where the aircraft may attack.
    """
    state = play.state
    while True:
        leg = orders.leg(order)
        if leg is None and order.endswith(" stay"):
            stay(play, name)
            return
        if leg is None:
            flight = state.flight
            assert flight is not None
            flight.has_attacked = True
            attack_run(play, name, touched(order)[1])
        else:
            yield from fly_leg(play, name, leg)
            if state.aircraft[name].at is None:
                return
            if leg.ends:
                end_move(play, name)
                return
        orders = orders_now(play, name)
        order = yield from ask_for_order(play, where_now(play, name), orders)


def orders_now(play: InPlay, name: str) -> OrdersOfAll:
    """Return everything the moving aircraft may do now."""
    state, flight = play.state, play.state.flight
    assert flight is not None
    sky = Sky.of(state, play.data.board.grid, state.aircraft[name].side, flight)
    courses = {name: course_of(state, flight)}
    return OrdersOfAll(sky, courses, may_attack=not flight.has_attacked)


def where_now(play: InPlay, name: str) -> str:
    """Return the question for an aircraft in mid-move, with its square and the points left."""
    plane, flight = play.state.aircraft[name], play.state.flight
    assert flight is not None
    assert plane.at is not None
    square = play.data.board.grid.name(plane.at)
    left = f", {points_of(flight.halves)} left" if plane.kind is Kind.FIGHTER else ""
    return f"What does {name} do, at {square}, nose {plane.facing}{left}?"


def ask_for_order(play: InPlay, prompt: str, orders: OrdersOfAll) -> Asks:
    """Ask what an aircraft does, unless it has only one option."""
    if not orders.is_choice:
        return orders[0]
    return (
        yield play.ask(
            prompt,
            orders,
            label=partial(words_for, play, orders),
            at=touched_of_one if orders.is_of_one else touched,
            odds=partial(odds_of, play, orders),
            kind="fly",
            left=partial(points_left, play, orders),
            way=partial(nose_after, play, orders),
        )
    )


def points_left(play: InPlay, orders: OrdersOfAll, order: str) -> float | None:
    """Return the points that a fighter does not need for a leg; None where it flies none."""
    leg = orders.leg(order)
    if leg is None or order == "done" or leg.to.kind is Kind.BOMBER:
        return None
    there = orders.of(order).course_after(leg)
    return there.halves / 2 if there.at in play.data.board.grid else None


def nose_after(play: InPlay, orders: OrdersOfAll, order: str) -> float | None:
    """Return where the nose points after a leg, in degrees; None where none is flown."""
    leg = orders.leg(order)
    if leg is None or order == "done":
        return None
    there = orders.of(order).course_after(leg)
    return DEGREES[there.facing] if there.at in play.data.board.grid else None


def words_for(play: InPlay, orders: OrdersOfAll, order: str) -> str:
    """Describe an order: where it leads, the points left after it, who may fire, and at whom."""
    state, grid, leg = play.state, play.data.board.grid, orders.leg(order)
    if order == "done":
        return "end the move here"
    name, what, *_ = order.split()
    plane = state.aircraft[name]
    assert plane.at is not None
    if order.endswith(" attack"):
        flight = state.flight
        points = state.assigned.get(name, 0)
        here = course_of(state, flight) if flight else start_of(state, name, points)
        must_ram = ways_to_end(play, name, here) == {"ram"}
        return f"{name} attacks {what}" + (", and must ram if it misses" if must_ram else "")
    if order.endswith(" ram"):
        survives = plane.kind is Kind.BOMBER and state.aircraft[what].kind is Kind.FIGHTER
        return f"{name} rams {what}, and is lost {'if it fails' if survives else 'in any case'}"
    if leg is None:
        return f"{name} stays on {grid.name(plane.at)}, blocked by friends"
    there = orders.of(order).course_after(leg)
    if there.at not in grid:
        return f"{name} flies off the board, out of the game"
    text = f"{name} flies to {what}, nose {there.facing}"
    if there.halves:
        text += f", {points_of(there.halves)} left"
    if leg.under_fire:
        text += f", into the sights of {' and '.join(orders.of(order).guns_after(leg))}"
    enemy = enemy_of(plane.side)
    if plane.kind is Kind.BOMBER and there.at == state.bases.get(enemy):
        text += f", and bombs the {enemy} base"
    if there.at in squares_of_battery(state, enemy):
        text += ", in range of the battery"
    if not leg.ends:
        text += warning(play, name, there)
    if targets := orders.of(order).targets_after(leg):
        ahead = "ahead" if plane.kind is Kind.FIGHTER else "before its guns"
        text += f" | {listed(targets)} {ahead}"
    return text


def odds_of(play: InPlay, orders: OrdersOfAll, order: str) -> dict[str, Fraction]:
    """Return the exact chances of an attack, of coming through fire on a leg, or of its bombs."""
    leg = orders.leg(order)
    if leg is None or order == "done" or order.endswith(" ram"):
        return attack_odds(play, order)
    name, _, _ = order.partition(" ")
    if leg.under_fire:
        return odds_under_fire(play, name, orders.of(order).guns_after(leg))
    plane, there = play.state.aircraft[name], orders.of(order).course_after(leg).at
    enemy = enemy_of(plane.side)
    if plane.kind is Kind.BOMBER and there == play.state.bases.get(enemy):
        dropped = play.odds(bombing_run, name, read=lambda aside, _: aside.outcome is not None)
        return {"the base is destroyed": dropped[True]}
    if there in squares_of_battery(play.state, enemy):
        hit = chance_of_die(play, enemy, BATTERY_DIE, name)
        return {f"{name} comes through the guns of the base": 1 - hit}
    return {}


def warning(play: InPlay, name: str, here: Course) -> str:
    """Return a warning, for a label, where the move cannot end on a square of its own."""
    ways = ways_to_end(play, name, here)
    if "stop" in ways:
        return ""
    if not ways:
        return ", blocked by friends"
    return f", only to {' or '.join(sorted(ways))}"


def ways_to_end(play: InPlay, name: str, here: Course) -> set[str]:
    """Return how the move of an aircraft can end from here on, as `ends_of` calls them."""
    grid, side = play.data.board.grid, play.state.aircraft[name].side
    sky = Sky.of(play.state, grid, side, Flight(name, 0))
    return set(ends_of(sky.near(name, here, reach_of(here)), here.put_on((0, 0))))


def stay(play: InPlay, name: str) -> None:
    at = play.state.aircraft[name].at
    assert at is not None
    play.log("blocked", aircraft=name, square=play.data.board.grid.name(at))


def fly_leg(play: InPlay, name: str, leg: Leg) -> Asks:
    """Fly the squares and maneuvers of a leg, and resolve the snap-shots to which it leads."""
    state, grid, plane = play.state, play.data.board.grid, play.state.aircraft[name]
    start = plane.at
    assert start is not None
    trail = state.trails.get(name) or (grid.name(start),)
    over: list[str] = []
    for there in leg.moves:
        if not there.squares_since_turn:
            arrive(play, name, over)
            over = []
            acrobatic_maneuver(play, name, there)
            continue
        go(play, name, moved(start, there.at), there)
        if plane.at not in grid:
            state.trails[name] = trail
            retreat(play, name, over)
            return
        over.append(grid.name(plane.at))
        trail = (*trail, over[-1])
    state.trails[name] = trail
    arrive(play, name, over)
    if leg.under_fire:
        yield from snap_shots(play, name)


def arrive(play: InPlay, name: str, over: list[str]) -> None:
    """Log the squares that an aircraft has flown over, if any."""
    if over:
        plane, grid = play.state.aircraft[name], play.data.board.grid
        base = play.state.bases[enemy_of(plane.side)]
        # A bomber flies one square: the last two of its trail are where it was and where it is.
        flown = play.state.trails[name][-2:] if plane.kind is Kind.BOMBER else ()
        to_base = [steps_between(grid.square(square), base) for square in flown]
        facts = {"square": over[-1], "facing": plane.facing, "to_base": to_base}
        play.log("moved", aircraft=name, over=over[:-1], **facts)


def go(play: InPlay, name: str, square: Square, there: Course) -> None:
    """Enter the next square of a leg and pay the points for it."""
    plane, flight = play.state.aircraft[name], play.state.flight
    assert flight is not None
    plane.at, plane.facing = square, there.facing
    flight.halves = there.halves
    flight.squares += 1
    flight.squares_since_turn += 1


@rule("Retreat")
def retreat(play: InPlay, name: str, over: list[str]) -> None:
    """Take an aircraft that left the board out of the game, whichever way it flew."""
    play.state.aircraft[name].at = None
    play.log("retreated", aircraft=name, over=over, **left_without(play, [name]))
    check_fighter_victory(play)


@rule("Acrobatic Maneuver")
@ruling(
    "it may be repeated only after another square has been flown",
    rejected="one square flown beforehand is enough for any number",
    why="it asks for a square flown beforehand each time",
)
def acrobatic_maneuver(play: InPlay, name: str, there: Course) -> None:
    """Turn a fighter's nose anywhere, for 2 points, once it has flown a square of this move."""
    plane, flight = play.state.aircraft[name], play.state.flight
    assert flight is not None
    plane.facing, flight.halves, flight.squares_since_turn = there.facing, there.halves, 0
    play.log("turned", aircraft=name, facing=plane.facing)


def end_move(play: InPlay, name: str) -> None:
    """Resolve what is on the last square of the move: an enemy aircraft, or the enemy base."""
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
    "who has attacked and missed may still end its move on an enemy, the same one or another, and "
    "rams it with a roll of its own",
    rejected="the ram is the aircraft's one attack of the turn, so that who has attacked cannot "
    "ram",
    why="a ram is a way to end a movement, which may follow an attack; and a fighter with one "
    "point left may have no other square to end its move on, which it must",
)
def kamikaze_attack(play: InPlay, name: str, target: str) -> None:
    """A fighter that ends its move on an enemy aircraft rams it, and is lost either way."""
    ram(play, name, target, on_success=[target, name], on_failure=[name])


@rule("Bomber Collision")
def bomber_collision(play: InPlay, name: str, target: str) -> None:
    """A bomber that ends its move on an enemy aircraft rams it.

    If it hits a fighter, the fighter is lost and the bomber flies on; if it misses, both are lost.
    If it hits a bomber, both are lost; if it misses, only the moving bomber is lost.
    """
    if play.state.aircraft[target].kind is Kind.FIGHTER:
        ram(play, name, target, on_success=[target], on_failure=[target, name])
    else:
        ram(play, name, target, on_success=[target, name], on_failure=[name])


def ram(
    play: InPlay, name: str, target: str, *, on_success: list[str], on_failure: list[str]
) -> None:
    """Roll for a ram; all losses come at the same moment, so that neither side loses first."""
    attack, defence = roll_off(play, name, play.state.aircraft[name].die, target, "ram")
    hit = attack >= defence
    lost = on_success if hit else on_failure
    rolls = {"attack": attack, "defence": defence, "hit": hit}
    left = left_without(play, lost)
    play.log("ram", attacker=name, defender=target, **rolls, lost=lost, **left)
    for one in lost:
        play.state.aircraft[one].at = None
    check_fighter_victory(play)
