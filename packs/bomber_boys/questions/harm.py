"""What enemy dice do, where they are assigned as well for the bomber as the rules allow."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

from ..state import Enemy, InPlay
from .board import BEST_FACE, aircraft, can_do_damage, card_of, damage_by, ground_enemies, raised
from .gunfire import attacks_first


def least_damage(play: InPlay, enemies: Sequence[Enemy], dice: Sequence[int]) -> int:
    """Return the damage of enemy dice: as many hit as can, and of those ways the one with least."""
    ways = [
        [damage_by(play, enemy, die) for enemy, die in zip(order, dice, strict=True)]
        for order in permutations(enemies, len(dice))
    ]
    _, damage = min((way.count(0), sum(way)) for way in ways)
    return damage


def left_to_attack(play: InPlay) -> list[Enemy]:
    """Return the aircraft that attack after the crew has acted.

    Not those with more initiative, which have attacked before, and not aces and squadrons that
    have taken enough to be held off.
    """
    ours = play.state.turn.initiative
    return [
        enemy
        for enemy in aircraft(play)
        if not (ours is not None and attacks_first(play, enemy, ours))
        and not 0 < card_of(play, enemy).cowed_by <= enemy.damage
    ]


def damage_awaited(play: InPlay) -> dict[str, Fraction]:
    """Return the chances of the damage that enemies on display are still to do in this turn.

    Nobody shoots them down any more, evades or uses an item.
    """
    turn = play.state.turn
    left = play.data.dice.enemy - turn.enemy_rolled
    sums = {0: Fraction(1)}
    for group, focus in ((left_to_attack(play), -turn.focus), (ground_enemies(play), 0)):
        armed = [enemy for enemy in group if card_of(play, enemy).hits]
        number = min(len(armed), left)
        if not number or not any(can_do_damage(play, enemy) for enemy in armed):
            continue
        left -= number
        rolls = list(product(range(1, BEST_FACE + 1), repeat=number))
        more: dict[int, Fraction] = {}
        for roll in rolls:
            done = damage_of_dice(play, armed, roll, focus)
            for before, chance in sums.items():
                together = more.get(before + done, Fraction(0))
                more[before + done] = together + chance / len(rolls)
        sums = more
    return {
        f"the bomber takes {points or 'no'} damage": chance
        for points, chance in sorted(sums.items())
    }


def damage_of_dice(
    play: InPlay, enemies: Sequence[Enemy], dice: Sequence[int], focus: int = 0
) -> int:
    """Return the least damage of enemy dice, raised by a jet, and one by the enemy's focus."""
    faces = [raised(play, face) for face in dice]
    return min(least_damage(play, enemies, one) for one in ways_to_raise(faces, focus))


def ways_to_raise(dice: Sequence[int], focus: int) -> list[Sequence[int]]:
    """Return the dice after one is raised by the enemy's focus, as much as can be of it.

    >>> ways_to_raise([5, 2, 3], 3), ways_to_raise([2, 5], 0)
    ([[5, 5, 3], [5, 2, 6]], [[2, 5]])
    """
    gain = max((min(focus, BEST_FACE - die) for die in dice), default=0)
    if gain <= 0:
        return [dice]
    return [
        [*dice[:at], die + gain, *dice[at + 1 :]]
        for at, die in enumerate(dice)
        if min(focus, BEST_FACE - die) == gain
    ]
