"""The exact chances of the bombing run.

What is left to do is known by the open targets and the re-rolls left.
For each set of open targets every roll of as many dice is walked once,
with all the sets of targets that may be left open after it; best play takes the best of them.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

FACES = range(1, 7)

Targets = tuple[int, ...]


def hardest_met(targets: Iterable[int], face: int) -> int:
    """Return the hardest target that a bomb meets, 0 if there is none."""
    return max((target for target in targets if target <= face), default=0)


def lock_all(targets: Sequence[int], dice: Sequence[int]) -> list[int]:
    """Return as many bombs as can be locked in, best first."""
    return _lock(targets, sorted(dice, reverse=True))[1]


def _lock(targets: Sequence[int], dice: Iterable[int]) -> tuple[Targets, list[int]]:
    """Lock in these bombs where they meet a target; return the open targets and the bombs."""
    left, locked = list(targets), []
    for face in dice:
        target = hardest_met(left, face)
        if target:
            left.remove(target)
            locked.append(face)
    return tuple(left), locked


def ways_to_lock(targets: Targets, dice: Sequence[int]) -> dict[Targets, list[int]]:
    """Return each set of targets that may be left open after a roll, with the bombs for it."""
    every = sorted(dice, reverse=True)
    found: dict[Targets, list[int]] = {}
    for number in range(len(every) + 1):
        for chosen in combinations(every, number):
            left, locked = _lock(targets, chosen)
            if len(locked) == number:
                found.setdefault(left, locked)
    return found


@cache
def _rolls(targets: Targets) -> list[tuple[int, list[Targets]]]:
    """Return for each roll on these targets how often it comes and what it may leave open."""
    number = len(targets)
    merged: dict[tuple[Targets, ...], int] = {}
    for dice in combinations_with_replacement(FACES, number):
        times = factorial(number) // prod(factorial(dice.count(face)) for face in FACES)
        left = tuple(sorted(ways_to_lock(targets, dice)))
        merged[left] = merged.get(left, 0) + times
    return [(times, list(left)) for left, times in merged.items()]


@cache
def chance(targets: Targets, rerolls: int) -> Fraction:
    """Return the chance to lock in all open targets when bombs are rolled now, with best play.

    >>> chance((4,), 0)
    Fraction(1, 2)
    """
    if not targets:
        return Fraction(1)
    total = Fraction(0)
    for times, left in _rolls(targets):
        if rerolls:
            total += times * max(chance(targets_, rerolls - 1) for targets_ in left)
        elif () in left:
            total += times
    return total / len(FACES) ** len(targets)


def best(targets: Targets, dice: Sequence[int], rerolls: int) -> tuple[Fraction, list[int]]:
    """Return the chance with best play for bombs that lie rolled, and which to lock in for it.

    Of equal ways the one that locks in most is best.
    """
    ways = ways_to_lock(targets, dice)

    def after(left: Targets) -> Fraction:
        if not left:
            return Fraction(1)
        return chance(left, rerolls - 1) if rerolls else Fraction(0)

    left = max(ways, key=lambda left: (after(left), -len(left)))
    return after(left), ways[left]
