"""The exact chances of a round of gunfire, where each die goes where it does most."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from typing import TypeAlias

import attrs

from ..state import Enemy, InPlay
from .board import (
    BEST_FACE,
    aircraft,
    can_fire_at,
    capacity_of,
    card_of,
    gunners,
    initiative_of,
    targets,
)

Levels: TypeAlias = tuple[tuple[int, int], ...]
"""For each amount of damage, the least die that does it: (die, damage)."""

Needs: TypeAlias = tuple[int, ...]
"""The faces that as many dice must reach, highest first."""

FACES = range(1, BEST_FACE + 1)


@attrs.frozen
class Gun:
    """A man who can fire: for each amount of damage the least die; and the foes he sees."""

    man: str
    levels: Levels
    sees: frozenset[str]


def guns_of(play: InPlay, free: Sequence[str] = ()) -> list[Gun]:
    """Return the men who can fire now; `free` are taken to see everything."""
    foes = targets(play)
    everything = frozenset(enemy.name for enemy in foes)
    return [
        Gun(
            name,
            tuple((hit.least, hit.damage) for hit in play.data.crew[name].hits),
            everything
            if name in free
            else frozenset(e.name for e in foes if can_fire_at(play, name, e)),
        )
        for name in gunners(play)
    ]


def focus_for(play: InPlay, initiative: int) -> int:
    """Return the focus token at an initiative of yours: below 0 it is the enemy's."""
    known = [initiative_of(play, enemy) for enemy in aircraft(play)]
    best = max((value for value in known if value is not None), default=initiative)
    most = play.data.dice.most_focus
    return max(-most, min(most, initiative - best))


def stoppable(play: InPlay, initiative: int) -> dict[str, int]:
    """Return the aircraft that damage would stop in this turn, with how much it takes.

    Those that cannot be shot down are stopped where they do not attack before your crew.
    """
    found = {}
    for enemy in targets(play):
        card = card_of(play, enemy)
        capacity = capacity_of(play, enemy)
        if capacity is not None:
            found[enemy.name] = capacity - enemy.damage
        elif card.cowed_by and not attacks_first(play, enemy, initiative):
            found[enemy.name] = card.cowed_by - enemy.damage
    return {name: damage for name, damage in found.items() if damage > 0}


def attacks_first(play: InPlay, enemy: Enemy, initiative: int) -> bool:
    """Return whether an enemy has more than this initiative."""
    theirs = initiative_of(play, enemy)
    return theirs is not None and theirs > initiative


def chances(
    guns: Iterable[Gun], foes: dict[str, int], dice: Iterable[tuple[Fraction, Sequence[int]]]
) -> list[Fraction]:
    """Return the chance to stop none of the foes, one, and so on, over dice with their chances."""
    ways = _ways(tuple(guns), tuple(foes.items()))
    found = [Fraction(0)] * (len(foes) + 1)
    for chance, faces in dice:
        found[_stopped(ways, faces)] += chance
    return found


def rolled(
    number: int, kept: Sequence[int] = (), lowest: int = 1
) -> Iterator[tuple[Fraction, Sequence[int]]]:
    """Yield each roll of dice with its chance, dice that are kept beside it.

    What shows less than `lowest` is rolled again until it does not.
    """
    faces = range(lowest, BEST_FACE + 1)
    for roll in combinations_with_replacement(faces, number):
        ways = factorial(number) // prod(factorial(roll.count(face)) for face in set(roll))
        yield Fraction(ways, len(faces) ** number), (*kept, *roll)


def best_raised(
    guns: Iterable[Gun], foes: dict[str, int], dice: Sequence[int], focus: int
) -> Sequence[int]:
    """Return dice with the one raised by a focus token of yours that stops most."""
    ways = _ways(tuple(guns), tuple(foes.items()))
    raised = [
        (*dice[:at], min(BEST_FACE, face + focus), *dice[at + 1 :]) for at, face in enumerate(dice)
    ]
    return max([tuple(dice), *raised], key=lambda faces: _stopped(ways, faces))


def _stopped(ways: Sequence[Sequence[Needs]], dice: Sequence[int]) -> int:
    """Return how many foes these dice stop at most."""
    best = sorted(dice, reverse=True)
    return max(
        number
        for number, needs in enumerate(ways)
        if any(len(need) <= len(best) and all(map(int.__ge__, best, need)) for need in needs)
    )


@lru_cache(maxsize=500)
def _ways(guns: tuple[Gun, ...], foes: tuple[tuple[str, int], ...]) -> list[list[Needs]]:
    """Return for each number of foes the smallest sets of dice that stop that many."""
    found: dict[tuple[frozenset[int], int], list[Needs]] = {(frozenset(), 0): [()]}
    for name, damage in foes:
        shots = list(_shots(guns, name, damage))
        more: dict[tuple[frozenset[int], int], list[Needs]] = {}
        for (busy, number), needs in found.items():
            for firing, need in shots:
                if not busy & firing:
                    these = more.setdefault((busy | firing, number + 1), [])
                    these += [tuple(sorted((*one, *need), reverse=True)) for one in needs]
        for position, needs in more.items():
            found[position] = _least([*found.get(position, []), *needs])
    return [
        _least([need for (_, many), needs in found.items() if many == number for need in needs])
        for number in range(len(foes) + 1)
    ]


def _shots(guns: tuple[Gun, ...], foe: str, damage: int) -> Iterator[tuple[frozenset[int], Needs]]:
    """Yield the guns that may stop a foe together, with the dice they need; none is spare."""
    seeing = [at for at, gun in enumerate(guns) if foe in gun.sees]
    for number in range(1, min(damage, len(seeing)) + 1):
        for firing in combinations(seeing, number):
            for levels in product(*(guns[at].levels for at in firing)):
                done = [done for _, done in levels]
                if sum(done) - min(done) < damage <= sum(done):
                    yield frozenset(firing), tuple(least for least, _ in levels)


def _least(needs: Iterable[Needs]) -> list[Needs]:
    """Leave out what needs more dice, or higher ones, than another."""
    kept: list[Needs] = []
    for need in sorted(set(needs), key=lambda need: (len(need), need)):
        if not any(all(map(int.__le__, other, need)) for other in kept):
            kept.append(need)
    return kept
