"""The exact chances of the bombing run.

A bomb that is kept as it lies can do all that a locked one can, so best play is known by the
targets, the bombs that lie, the re-rolls left, and whether there is a Lucky Coin: of each roll it
keeps some bombs and rolls the others again. The coin can wait until it completes the targets.

Chances are counted in whole numbers: of the 6 ** (targets * re-rolls) ways the dice may fall,
those that best play turns into all bombs locked in. Every position is worked out once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import attrs

FACES = range(1, 7)

Targets = tuple[int, ...]
"""Open bombing targets, easiest first."""

Bombs = tuple[int, ...]
"""Faces of bombs, lowest first."""


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
def _rolls(number: int) -> list[tuple[Bombs, int]]:
    """Return the rolls of this many dice, each with its number of permutations."""
    return [
        (dice, factorial(number) // prod(factorial(dice.count(face)) for face in FACES))
        for dice in combinations_with_replacement(FACES, number)
    ]


def _meet(targets: Targets, dice: Sequence[int]) -> bool:
    """Return whether every target is met by a bomb of its own."""
    return all(face >= target for target, face in zip(targets, sorted(dice), strict=True))


def completing_turn(targets: Targets, dice: Sequence[int]) -> int:
    """Return a bomb that lets all be locked in when it is turned over, 0 if there is none."""
    for at, face in enumerate(dice):
        if _meet(targets, [*dice[:at], 7 - face, *dice[at + 1 :]]):
            return face
    return 0


def _some_kept(dice: Bombs) -> Iterator[Bombs]:
    """Yield each choice of bombs to keep, few first; at least one bomb is rolled again."""
    for number in range(len(dice)):
        yield from sorted(set(combinations(dice, number)))


@cache
def _good_ways(targets: Targets, dice: Bombs, rerolls: int, has_coin: bool) -> int:
    """Return the ways in which best play locks in all bombs, those that lie being these."""
    if _meet(targets, dice) or (has_coin and completing_turn(targets, dice)):
        return len(FACES) ** (len(targets) * rerolls)
    if not rerolls:
        return 0
    return max(_good_rolls(targets, kept, rerolls - 1, has_coin) for kept in _some_kept(dice))


@cache
def _good_rolls(targets: Targets, kept: Bombs, rerolls: int, has_coin: bool) -> int:
    """Return the same where all bombs but those kept are rolled now, counted as if all were."""
    return len(FACES) ** len(kept) * sum(
        times * _good_ways(targets, tuple(sorted(kept + dice)), rerolls, has_coin)
        for dice, times in _rolls(len(targets) - len(kept))
    )


def chance(
    targets: Targets, rerolls: int, kept: Iterable[int] = (), has_coin: bool = False
) -> Fraction:
    """Return the chance to lock in all open targets when bombs are rolled now, with best play.

    `kept` are bombs that are not rolled now; `rerolls` are left after this roll.

    >>> chance((4,), 0), chance((4,), 1), chance((4,), 0, has_coin=True)
    (Fraction(1, 2), Fraction(3, 4), Fraction(1, 1))
    """
    good = _good_rolls(tuple(targets), tuple(sorted(kept)), rerolls, has_coin)
    return Fraction(good, len(FACES) ** (len(targets) * (rerolls + 1)))


def chance_of(
    targets: Targets, dice: Iterable[int], rerolls: int, has_coin: bool = False
) -> Fraction:
    """Return the chance to lock in all open targets with best play, for bombs that lie rolled."""
    good = _good_ways(tuple(targets), tuple(sorted(dice)), rerolls, has_coin)
    return Fraction(good, len(FACES) ** (len(targets) * rerolls))


@attrs.frozen
class BestPlay:
    """What to do with bombs that lie rolled, and the chance to lock in all of them.

    turn: a bomb to turn over with the coin now, 0 for none.
    lock: bombs to lock in; keep: bombs not to roll again with the others.
    """

    chance: Fraction
    turn: int = 0
    lock: tuple[int, ...] = ()
    keep: Bombs = ()


def best(targets: Targets, dice: Iterable[int], rerolls: int, has_coin: bool = False) -> BestPlay:
    """Return the best play of bombs that lie rolled.

    Of equal ways the one that locks in most is best, then the one that keeps fewest.
    """
    return _best(tuple(targets), tuple(sorted(dice)), rerolls, has_coin)


@cache
def _best(targets: Targets, dice: Bombs, rerolls: int, has_coin: bool) -> BestPlay:
    ways = ways_to_lock(targets, dice)
    most = chance_of(targets, dice, rerolls, has_coin)
    if () in ways:
        return BestPlay(most, lock=tuple(ways[()]))
    if has_coin and (turn := completing_turn(targets, dice)):
        return BestPlay(most, turn=turn)
    if not rerolls:
        return BestPlay(most, lock=tuple(lock_all(targets, dice)))
    return next(
        BestPlay(most, lock=tuple(locked), keep=kept)
        for left, locked in sorted(ways.items(), key=lambda way: -len(way[1]))
        for kept in _some_kept(tuple(sorted((Counter(dice) - Counter(locked)).elements())))
        if chance(left, rerolls - 1, kept, has_coin) == most
    )


def best_to_keep(
    targets: Targets, dice: Sequence[int], rerolls: int, has_coin: bool = False
) -> BestPlay:
    """Return the best play of bombs that lie rolled which locks none in and keeps some."""
    kept = [some for some in _some_kept(tuple(sorted(dice))) if some]
    chances = {some: chance(targets, rerolls - 1, some, has_coin) for some in kept}
    keep = max(kept, key=lambda some: chances[some])
    return BestPlay(chances[keep], keep=keep)
