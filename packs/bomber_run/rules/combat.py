"""Combat: attack runs, snap-shots, anti-aircraft fire."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from math import prod

from tabletop_core import Asks, rule, ruling

from ..questions.guns import guns_of, squares_of_battery, targets_of
from ..state import InPlay, enemy_of
from .ending import check_fighter_victory, left_without

WHY = {
    "attack": "{} attacks {}",
    "snap_shot": "{} takes a snap-shot at {}",
    "battery": "the guns of the {} base fire at {}",
    "ram": "{} rams {}",
}
"""The purpose of a roll, by the kind of attack."""

BATTERY_DIE = 4


def roll_off(
    play: InPlay, attacker: str, attack_die: int, defender: str, how: str = "attack"
) -> tuple[int, int]:
    """Roll the attacker's die against the defender's; equal rolls are a hit."""
    attack = play.die(attack_die, WHY[how].format(attacker, defender))
    return attack, play.die(play.state.aircraft[defender].die, f"{defender} defends")


def shoot(
    play: InPlay, attacker: str, attack_die: int, defender: str, how: str, **facts: str
) -> None:
    """Roll for a shot, and take the defender off the board if it is hit."""
    attack, defence = roll_off(play, attacker, attack_die, defender, how)
    hit = attack >= defence
    rolls = {"attack": attack, "defence": defence, "hit": hit}
    left = left_without(play, [defender]) if hit else {}
    play.log(how, attacker=attacker, defender=defender, **rolls, **left, **facts)
    if hit:
        play.state.aircraft[defender].at = None
        check_fighter_victory(play)


@rule("Attack Runs")
@ruling(
    "each aircraft makes at most one attack in its own turn",
    rejected="it may attack before, during and after its movement",
    why="an attack may come before, during or after movement: one of these moments, not each",
)
@ruling(
    "equal rolls destroy the defender in every kind of attack",
    rejected="equal rolls change nothing outside of attack runs",
    why="the text says so for attack runs, and names no other way to compare",
)
def attack_run(play: InPlay, attacker: str, defender: str) -> None:
    """Attack an enemy that the aircraft's guns cover, once at any point of its move.

    A fighter fires at the square before its nose, a bomber also behind its tail and off both wings.
    Each side rolls its own die: fighters a four-sided one, bombers a six-sided one. The attacker
    destroys the defender with an equal or higher roll.
    """
    shoot(play, attacker, play.state.aircraft[attacker].die, defender, "attack")


@rule("Snap-Shot Attack")
@ruling(
    "each defender fires at most once at the same moving aircraft in a turn; a destroyed "
    "defender does not fire, and a snap-shot never provokes another",
    rejected="it fires in every square of its reach that the mover enters; one that is shot "
    "down still fires",
    why="the shot answers the moment of entering; the text gives it to the defender alone",
)
@ruling(
    "a defender that holds its fire is asked again at each further square of its reach that the "
    "mover enters; turning or attacking on the spot asks nobody",
    rejected="it is asked once, when the mover first comes into reach",
    why="the shot may come at any point of the movement, as the mover enters the defender's reach",
)
@ruling(
    "the mover may attack one of the aircraft about to fire before they do",
    rejected="all snap-shots come before the mover's own attack",
    why="the text puts the mover's own attack on that aircraft first",
)
def snap_shots(play: InPlay, mover: str) -> Asks:
    """Let each enemy whose guns cover the aircraft's new square fire at it or hold its fire.

    The aircraft may first attack one of them that its own guns cover, if it has not attacked yet.
    """
    state = play.state
    flight, plane = state.flight, state.aircraft[mover]
    assert flight is not None
    assert plane.at is not None
    guns = guns_of(state, enemy_of(plane.side), but=flight.shot_at_by)
    ready = guns.get(plane.at, ())
    first = [enemy for enemy in targets_of(state, mover) if enemy in ready]
    if first and not flight.has_attacked:
        attacks = {f"{mover} {enemy} attack": enemy for enemy in first}
        answer = yield play.ask(
            f"{mover} comes under the guns of {', '.join(ready)}.",
            {one: f"{mover} attacks {enemy} before it can fire" for one, enemy in attacks.items()}
            | {"hold": "do not attack now"},
            odds=lambda order: (
                odds_under_fire(play, mover, ready) if order == "hold" else attack_odds(play, order)
            ),
            kind="attack",
            at=touched_of_one,
        )
        if answer != "hold":
            flight.has_attacked = True
            attack_run(play, mover, attacks[answer])
    for shooter in ready:
        if state.aircraft[shooter].at is None or plane.at is None:
            continue
        answer = yield play.ask(
            f"{mover} flies into the sights of {shooter}.",
            {
                f"{shooter} {mover} attack": f"{shooter} takes the snap-shot at {mover}",
                "hold": "hold fire",
            },
            seat=state.aircraft[shooter].side,
            odds=partial(attack_odds, play),
            kind="snap-shot",
            at=touched_of_one,
        )
        if answer == "hold":
            play.log("held", attacker=shooter, defender=mover)
        else:
            flight.shot_at_by.append(shooter)
            shoot(play, shooter, state.aircraft[shooter].die, mover, "snap_shot")


def touched(order: str) -> tuple[str, ...]:
    """Return what an order touches: the aircraft, then the square or the enemy that it names."""
    name, *what = order.split()
    if not what:
        return ()
    return (name,) if len(what) == 1 else (name, what[0])


def touched_of_one(order: str) -> tuple[str, ...]:
    """Return what an order touches where only one aircraft may fly, which need not be touched.

    No touch alone sends the aircraft off the board: that order needs a deliberate choice.

    >>> touched_of_one("w1 D7 E"), touched_of_one("w1 off"), touched_of_one("done")
    (('D7',), (), ())
    """
    return touched(order)[1:]


def attack_odds(play: InPlay, order: str) -> dict[str, Fraction]:
    """Return the exact chance that an attack destroys its target; nothing for other orders."""
    name, *what = order.split()
    if what[1:] not in (["attack"], ["ram"]):
        return {}
    hit = chance_to_hit(play, name, what[0])
    return {f"{what[0]} destroyed": hit, "missed": 1 - hit}


def odds_under_fire(play: InPlay, mover: str, guns: Iterable[str]) -> dict[str, Fraction]:
    """Return the exact chance that an aircraft survives if all of these enemies fire."""
    through = prod(1 - chance_to_hit(play, enemy, mover) for enemy in guns)
    return {f"{mover} comes through if all of them fire": through}


def chance_to_hit(play: InPlay, attacker: str, defender: str) -> Fraction:
    """Return the exact chance that an aircraft hits another."""
    return chance_of_die(play, attacker, play.state.aircraft[attacker].die, defender)


def chance_of_die(play: InPlay, attacker: str, die: int, defender: str) -> Fraction:
    """Return the exact chance that a die equals or beats that of an aircraft."""
    hit = play.odds(roll_off, attacker, die, defender, read=lambda _, rolls: rolls[0] >= rolls[1])
    return hit[True]


@rule("Anti-Aircraft Batteries")
@ruling(
    "the enemy base fires at the end of a player's turn at each aircraft standing diagonally "
    "next to it, and always fires",
    rejected="it fires whenever an aircraft passes, or when its owner wishes",
    why="only aircraft that end their turn in range are shot at, and holding fire gains nothing",
)
def fire_batteries(play: InPlay) -> None:
    """Fire the enemy base's guns at each aircraft that ends the turn on a diagonal beside it.

    The battery rolls a four-sided die against the aircraft's own; an equal or higher roll destroys.
    It does not fire at an aircraft on the base itself, or at one that has only flown past.
    """
    state = play.state
    enemy = enemy_of(play.seat)
    ours = {state.aircraft[name].at: name for name in state.of(play.seat)}
    base = play.data.board.grid.name(state.bases[enemy])
    for square in squares_of_battery(state, enemy):
        if square in ours:
            shoot(play, enemy, BATTERY_DIE, ours[square], "battery", base=base)
