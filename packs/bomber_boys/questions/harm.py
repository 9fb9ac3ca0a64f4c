"""What enemy dice do, where they are assigned as well for the bomber as the rules allow."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

from tabletop_core.events import counted

from ..state import Enemy, InPlay
from .board import BEST_FACE, aircraft, can_do_damage, card_of, damage_by, ground_enemies, raised


def least_damage(play: InPlay, enemies: Sequence[Enemy], dice: Sequence[int]) -> int:
    """Return the damage of enemy dice: as many hit as can, and of those ways the one with least."""
    ways = [
        [damage_by(play, enemy, die) for enemy, die in zip(order, dice, strict=True)]
        for order in permutations(enemies, len(dice))
    ]
    _, damage = min((way.count(0), sum(way)) for way in ways)
    return damage


def damage_awaited(play: InPlay) -> dict[str, Fraction]:
    """Return the chances of the damage that all enemies on display do in a turn, unhindered.

    Nobody shoots them down, evades or uses an item, and nobody has focus.
    """
    left = play.data.dice.enemy
    sums = {0: Fraction(1)}
    for group in (aircraft(play), ground_enemies(play)):
        armed = [enemy for enemy in group if card_of(play, enemy).hits]
        if not any(can_do_damage(play, enemy) for enemy in armed):
            continue
        number = min(len(armed), left)
        left -= number
        rolls = list(product(range(1, BEST_FACE + 1), repeat=number))
        more: dict[int, Fraction] = {}
        for roll in rolls:
            done = least_damage(play, armed, [raised(play, face) for face in roll])
            for before, chance in sums.items():
                together = more.get(before + done, Fraction(0))
                more[before + done] = together + chance / len(rolls)
        sums = more
    return {
        counted(points, "point of damage", "points of damage") if points else "no damage": chance
        for points, chance in sorted(sums.items())
    }
