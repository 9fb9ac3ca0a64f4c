"""The value of dice to the captain: his own, before and after the roll, and the enemy's."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ..questions.board import (
    BEST_FACE,
    FOCUS,
    aircraft,
    card_of,
    enemy_named,
    exhausted,
    initiative_of,
)
from ..questions.board import raised as raised_by_jet
from ..questions.gunfire import Gun, guns_of
from ..questions.harm import least_damage
from ..rules.abilities import Deed
from ..state import InPlay
from .gunnery import Foe, Shot, foes_of, needs_no_die, plan

Chance: TypeAlias = Callable[[], float]
"""A stream of random numbers from 0 to 1."""

SAMPLES = 10

ITEM = "item"
"""Stands for the man where an item helps."""

PRICE = {
    FOCUS: 0.0,
    "spot": 0.35,
    "maneuver": 0.35,
    "reload": 0.3,
    "extra_ammo": 0.5,
    "lucky_coin": 1.2,
    "letters_from_home": 0.5,
}
"""What the plan must gain before such an action is taken."""


def worth_of_dice(play: InPlay, number: int, random: Chance) -> float:
    """Return the value of this many ammo dice, including their price in initiative."""
    initiative = play.data.dice.ammo - number
    foes, guns = foes_of(play, initiative), guns_of(play)
    known = [initiative_of(play, enemy) for enemy in aircraft(play)]
    top = max((value for value in known if value is not None), default=0)
    total = 0.0
    for _ in range(SAMPLES):
        dice = _roll(random, number)
        if initiative > top and dice:
            low = min(dice)
            dice[dice.index(low)] = min(BEST_FACE, low + initiative - top)
        total += plan(dice, guns, foes)[0]
    return total / SAMPLES - price_of_focus(play, top - initiative)


def price_of_focus(play: InPlay, focus: int) -> float:
    """Return the damage that the enemy's focus adds, on average, to its first die."""
    if focus <= 0:
        return 0.0
    focus = min(focus, play.data.dice.most_focus)
    faces = range(1, BEST_FACE + 1)
    return max(
        sum(damage[min(BEST_FACE, face + focus)] - damage[face] for face in faces) / BEST_FACE
        for damage in (card_of(play, enemy).damage for enemy in aircraft(play))
    )


def worth_after(
    play: InPlay, deed: Deed, guns: Sequence[Gun], foes: Sequence[Foe], random: Chance
) -> float:
    """Return the value of the plan after an action that improves it; an item's man is `ITEM`."""
    dice, action = play.state.turn.dice, deed.action
    others = [gun for gun in guns if gun.man != deed.man]
    if action == FOCUS:
        return plan(raised(dice, deed.die, play.state.turn.focus), guns, foes)[0]
    if action == "spot":
        return plan(raised(dice, deed.die, 1), others, foes)[0]
    if action == "maneuver":
        escort = [gun for gun in guns if needs_no_die(gun)]
        return plan(dice, guns_of(play, [deed.on]) + escort, foes)[0]
    if action == "reload":
        kept = used_dice(dice, others, foes)
        return _worth_rolled_again(kept, len(dice) - len(kept), 1, others, foes, random)
    if action == "extra_ammo":
        kept = [face for face in dice if face > 2]
        return _worth_rolled_again(kept, len(dice) - len(kept), 3, guns, foes, random)
    if action == "lucky_coin":
        return max(plan(turned, guns, foes)[0] for turned in turned_over(dice))
    if action == "letters_from_home":
        tired = sum(bool(play.data.crew[name].hits) for name in exhausted(play))
        return plan(dice, guns, foes)[0] + 0.3 * min(2, tired) + 0.05 * tired
    return float("-inf")


def _worth_rolled_again(
    kept: list[int],
    number: int,
    lowest: int,
    guns: Sequence[Gun],
    foes: Sequence[Foe],
    random: Chance,
) -> float:
    """Return the expected value of kept dice together with others that are rolled again."""
    total = 0.0
    for _ in range(SAMPLES):
        total += plan(kept + _roll(random, number, lowest), guns, foes)[0]
    return total / SAMPLES


def _roll(random: Chance, number: int, lowest: int = 1) -> list[int]:
    faces = BEST_FACE + 1 - lowest
    return [lowest + int(random() * faces) for _ in range(number)]


def raised(dice: Sequence[int], face: int, by: int) -> list[int]:
    """Return the dice with one of a face raised."""
    left = list(dice)
    left[left.index(face)] = min(BEST_FACE, face + by)
    return left


def turned_over(dice: list[int]) -> list[list[int]]:
    """Return the dice with one of them turned over, for each die."""
    return [[*dice[:at], 7 - face, *dice[at + 1 :]] for at, face in enumerate(dice)]


def saved_by_turning(play: InPlay, face: int) -> int:
    """Return the damage saved when an enemy die is turned over, before anybody evades."""
    dice = play.state.turn.enemy_dice
    at = dice.index(face)
    return _enemy_damage(play, dice) - _enemy_damage(play, turned_over(dice)[at])


def _enemy_damage(play: InPlay, faces: Sequence[int]) -> int:
    """Return the damage of enemy dice, focus included, assigned as well as the rules allow."""
    turn = play.state.turn
    foes = [enemy_named(play, name) for name in turn.attackers]
    lowest, *others = sorted(raised_by_jet(play, face) for face in faces)
    if turn.focus < 0 and card_of(play, foes[0]).is_aircraft:
        lowest = min(BEST_FACE, lowest - turn.focus)
    return least_damage(play, foes, (lowest, *others))


def used_dice(dice: list[int], guns: Sequence[Gun], foes: Sequence[Foe]) -> list[int]:
    """Return the dice that the plan uses."""
    return [shot.die for shot in plan(dice, guns, foes)[1] if shot.die]


def option_of(shot: Shot) -> str:
    """Return the option that fires a shot."""
    return Deed("gun" if shot.die else "escort", shot.man, shot.die, shot.foe).id
