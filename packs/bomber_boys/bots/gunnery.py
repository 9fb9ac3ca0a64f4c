"""Who should fire what at whom: the captain's plan for a set of ammo dice."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

import attrs

from ..questions.board import capacity_of, card_of, initiative_of, targets
from ..questions.gunfire import Gun, Levels
from ..state import InPlay

ESCORT = 0
"""Stands for the die where none is needed."""

SHOT_COST = 0.17
CHIP_WORTH = 0.45
LATER_TURNS = 1.3
"""For how many turns an enemy that survives is expected to go on firing."""


@attrs.frozen
class Foe:
    """An aircraft as a target: damage it still takes, and what its end is worth."""

    name: str
    left: int
    worth: float


@attrs.frozen
class Shot:
    man: str
    foe: str
    die: int


def escort_gun(play: InPlay, name: str) -> Gun:
    return Gun(name, ((ESCORT, 1),), frozenset(enemy.name for enemy in targets(play)))


def needs_no_die(gun: Gun) -> bool:
    return gun.levels[0][0] == ESCORT


def foes_of(play: InPlay, initiative: int) -> list[Foe]:
    """Return the aircraft worth shooting at, for a side of this initiative."""
    found = []
    for enemy in targets(play):
        card = card_of(play, enemy)
        each = sum(card.damage) / 6 + 0.5 * card.raises_dice
        theirs = initiative_of(play, enemy)
        is_stopped = theirs is None or theirs <= initiative
        capacity = capacity_of(play, enemy)
        if capacity is not None:
            left = capacity - enemy.damage
            worth = each * (LATER_TURNS + is_stopped)
        else:
            left = card.cowed_by - enemy.damage
            worth = each * is_stopped
        if left > 0 and worth:
            found.append(Foe(enemy.name, left, worth))
    return sorted(found, key=lambda foe: (-foe.worth / foe.left, foe.name))


def plan(dice: Sequence[int], guns: Sequence[Gun], foes: Sequence[Foe]) -> tuple[float, list[Shot]]:
    """Return what these dice are worth and the shots to fire, foe by foe."""
    left, free = sorted(dice), list(guns)
    worth, shots = 0.0, []
    for foe in foes:
        best = _cheapest_kill(left, [gun for gun in free if foe.name in gun.sees], foe)
        if best is not None:
            worth += foe.worth - SHOT_COST * len(best)
            _spend(left, free, best)
            shots += best
    for foe in foes:
        if any(shot.foe == foe.name for shot in shots):
            continue
        for gun in [gun for gun in free if foe.name in gun.sees]:
            damage, die = _most_damage(left, gun)
            gain = CHIP_WORTH * foe.worth * damage / foe.left - SHOT_COST
            if damage and gain > 0:
                shot = Shot(gun.man, foe.name, die)
                worth += gain
                _spend(left, free, [shot])
                shots.append(shot)
    return worth, shots


def _cheapest_kill(dice: list[int], guns: list[Gun], foe: Foe) -> list[Shot] | None:
    """Return the fewest shots that shoot a foe down, with the lowest dice that do it."""
    found = _cheapest(tuple(dice), tuple(gun.levels for gun in guns), foe.left)
    if found is None:
        return None
    return [Shot(guns[number].man, foe.name, die) for number, die in found]


@lru_cache(maxsize=50_000)
def _cheapest(
    dice: tuple[int, ...], guns: tuple[Levels, ...], damage: int
) -> tuple[tuple[int, int], ...] | None:
    """Return the number of each gun that fires, with its die, to do so much damage at least.

    The captain asks the same again and again, with the same few guns.
    """
    for number in range(1, min(damage, len(guns)) + 1):
        best: tuple[int, tuple[tuple[int, int], ...]] | None = None
        for chosen in combinations(range(len(guns)), number):
            for levels in product(*(guns[at] for at in chosen)):
                if sum(done for _, done in levels) < damage:
                    continue
                spent = _pick(dice, [least for least, _ in levels])
                if spent is not None and (best is None or sum(spent) < best[0]):
                    best = sum(spent), tuple(zip(chosen, spent, strict=True))
        if best:
            return best[1]
    return None


def _pick(dice: Sequence[int], least: list[int]) -> list[int] | None:
    """Return for each need the lowest die that meets it, None if there are not enough."""
    left, found = list(dice), dict.fromkeys(range(len(least)), ESCORT)
    for at in sorted(found, key=lambda at: -least[at]):
        if least[at] != ESCORT:
            die = next((die for die in left if die >= least[at]), None)
            if die is None:
                return None
            left.remove(die)
            found[at] = die
    return list(found.values())


def _most_damage(dice: list[int], gun: Gun) -> tuple[int, int]:
    """Return the most damage a gun can do and the lowest die for it."""
    for least, damage in reversed(gun.levels):
        if least == ESCORT:
            return damage, ESCORT
        for die in dice:
            if die >= least:
                return damage, die
    return 0, ESCORT


def _spend(dice: list[int], guns: list[Gun], shots: Sequence[Shot]) -> None:
    for shot in shots:
        if shot.die != ESCORT:
            dice.remove(shot.die)
        guns[:] = [gun for gun in guns if gun.man != shot.man]
