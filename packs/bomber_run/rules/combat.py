"""Combat: attack runs, snap-shots, anti-aircraft fire."""

from functools import partial

from tabletop_core import Asks, rule, ruling
from tabletop_core.boards import step

from ..questions import squares_under_fire, targets_of
from ..state import InPlay, enemy_of
from .ending import check_fighter_victory


def roll_off(play: InPlay, attacker: str, attack_die: int, defender: str, how: str) -> bool:
    """Roll the attacker's die against the defender's; equal rolls are a hit."""
    attack = play.die(attack_die, f"{attacker} attacks {defender}")
    defence = play.die(play.state.aircraft[defender].die, f"{defender} defends")
    hit = attack >= defence
    play.log(how, attacker=attacker, defender=defender, attack=attack, defence=defence, hit=hit)
    return hit


def destroy(play: InPlay, name: str) -> None:
    """Take an aircraft off the board and see whether that ends the game."""
    play.state.aircraft[name].at = None
    play.log("destroyed", aircraft=name)
    check_fighter_victory(play)


@rule("Attack Runs")
@ruling(
    "each aircraft makes at most one attack in its own turn",
    why="an attack may come before, during or after movement: one of these moments, not each",
)
@ruling(
    "equal rolls destroy the defender in every kind of attack",
    why="the text says so for attack runs, and names no other way to compare",
)
def attack_run(play: InPlay, attacker: str, defender: str) -> None:
    if roll_off(play, attacker, play.state.aircraft[attacker].die, defender, "attack"):
        destroy(play, defender)


@rule("Snap-Shot Attack")
@ruling(
    "each defender fires at most once at the same moving aircraft in a turn; a destroyed "
    "defender does not fire, and a snap-shot never provokes another",
    why="the shot answers the moment of entering; the text gives it to the defender alone",
)
@ruling(
    "a defender that holds its fire is asked again at each further square of its reach that the "
    "mover enters; turning or attacking on the spot asks nobody",
    why="the shot may come at any point of the movement, as the mover enters the defender's reach",
)
@ruling(
    "the mover may attack one of the aircraft about to fire before they do",
    why="the text puts the mover's own attack on that aircraft first",
)
def snap_shots(play: InPlay, mover: str) -> Asks:
    """Let each enemy whose arc was entered fire at the moving aircraft."""
    state = play.state
    flight, plane = state.flight, state.aircraft[mover]
    assert flight is not None
    ready = [
        enemy
        for enemy in state.of(enemy_of(plane.side))
        if plane.at in squares_under_fire(state, enemy) and enemy not in flight.shot_at_by
    ]
    first = [enemy for enemy in targets_of(state, mover) if enemy in ready]
    if first and not flight.has_attacked:
        choices = {f"attack:{enemy}": f"attack {enemy} before it can fire" for enemy in first}
        answer = yield play.ask(
            f"{mover} comes under the guns of {', '.join(ready)}.",
            choices | {"hold": "do not attack now"},
            at={f"attack:{enemy}": enemy for enemy in first},
            odds=partial(attack_odds, play, mover),
        )
        if answer != "hold":
            flight.has_attacked = True
            attack_run(play, mover, answer.removeprefix("attack:"))
    for shooter in ready:
        if state.aircraft[shooter].at is None or state.aircraft[mover].at is None:
            continue
        answer = yield play.ask(
            f"{mover} flies into the sights of {shooter}.",
            {f"attack:{mover}": f"take the snap-shot at {mover}", "hold": "hold fire"},
            seat=state.aircraft[shooter].side,
            at={f"attack:{mover}": mover},
            odds=partial(attack_odds, play, shooter),
        )
        if answer == "hold":
            continue
        flight.shot_at_by.append(shooter)
        if roll_off(play, shooter, state.aircraft[shooter].die, mover, "snap_shot"):
            destroy(play, mover)


def attack_odds(play: InPlay, attacker: str, option: str) -> dict[str, object]:
    """Return the exact chance that an attack destroys its target; nothing for other options."""
    verb, _, target = option.partition(":")
    if verb not in ("attack", "ram"):
        return {}
    die = play.state.aircraft[attacker].die
    chances = play.odds(roll_off, attacker, die, target, "attack")
    return {f"{target} destroyed": chances[True], "missed": chances[False]}


@rule("Anti-Aircraft Batteries")
@ruling(
    "the enemy base fires at the end of a player's turn at each aircraft standing diagonally "
    "next to it, and always fires",
    why="only aircraft that end their turn in range are shot at, and holding fire gains nothing",
)
def fire_batteries(play: InPlay) -> None:
    state = play.state
    base = state.bases[enemy_of(play.seat)]
    for direction in ("NE", "SE", "SW", "NW"):
        target = state.at(step(base, direction))
        if not target or state.aircraft[target].side != play.seat:
            continue
        if roll_off(play, "battery", 4, target, "battery"):
            destroy(play, target)
