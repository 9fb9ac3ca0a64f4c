"""The chances to stop the enemy by gunfire, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from ..state import InPlay
from .board import capacity_of, enemy_named, title_of
from .gunfire import Gun, best_raised, chances, focus_for, guns_of, rolled, stoppable

GUNS_ALONE = {"counting": "guns and focus alone"}


def of_first_dice(play: InPlay, number: int) -> Mapping[str, Any]:
    """Return the chances to stop the enemy with this many ammo dice, by guns and focus alone."""
    initiative = play.data.dice.ammo - number
    foes, guns = stoppable(play, initiative), guns_of(play)
    return _told(play, foes, _found(guns, foes, rolled(number), focus_for(play, initiative)))


def of_dice_that_lie(play: InPlay) -> Mapping[str, Any]:
    """Return whom the ammo dice in hand can stop as they lie."""
    return in_words(play, stopped_by_dice(play))


def stopped_by_dice(play: InPlay) -> list[Fraction]:
    """Return 1 at the number of foes that the dice stop as they lie: all, one less, and so on."""
    return with_guns(play, [(Fraction(1), play.state.turn.dice)])


def of_extra_ammo(play: InPlay) -> Mapping[str, Any]:
    """Return the chances where dice of 1 and 2 are rolled until they show more."""
    dice = play.state.turn.dice
    kept = [face for face in dice if face > 2]
    again = rolled(len(dice) - len(kept), kept, lowest=3)
    return in_words(play, with_guns(play, again))


def of_rolling_again(play: InPlay, man: str) -> Mapping[str, Any]:
    """Return the chances after a reload by a man of the dice that are best rolled again."""
    dice = play.state.turn.dice
    choices = {
        tuple(sorted(kept)) for number in range(len(dice)) for kept in combinations(dice, number)
    }
    ways = [
        with_guns(play, rolled(len(dice) - len(kept), kept), but=man) for kept in sorted(choices)
    ]
    return in_words(play, max(ways))


def of_one_rolled_again(play: InPlay, number: int) -> Mapping[str, Any]:
    """Return the chances where of the ammo dice only that of this number is rolled again."""
    dice = play.state.turn.dice
    others = [*dice[: number - 1], *dice[number:]]
    found = with_guns(play, rolled(1, others))
    return {**in_words(play, found), "counting": "this die alone, guns and focus"}


def with_guns(
    play: InPlay, dice: Iterable[tuple[Fraction, Sequence[int]]], but: str = ""
) -> list[Fraction]:
    """Return the chances to stop all foes, one less, and so on, by the guns that are ready."""
    guns = [gun for gun in guns_of(play) if gun.man != but]
    return _found(guns, _foes(play), dice, play.state.turn.focus)


def _foes(play: InPlay) -> dict[str, int]:
    return stoppable(play, play.state.turn.initiative or 0)


def _found(
    guns: Sequence[Gun],
    foes: dict[str, int],
    dice: Iterable[tuple[Fraction, Sequence[int]]],
    focus: int,
) -> list[Fraction]:
    if focus > 0:
        dice = ((chance, best_raised(guns, foes, roll, focus)) for chance, roll in dice)
    return chances(guns, foes, dice)[::-1]


def in_words(play: InPlay, found: Sequence[Fraction]) -> dict[str, Any]:
    """Put into words how many of those that can be stopped now are, most first."""
    return _told(play, _foes(play), found)


def _told(play: InPlay, foes: Mapping[str, int], found: Sequence[Fraction]) -> dict[str, Any]:
    words = zip(_stopped(play, foes), found, strict=True)
    return {what: chance for what, chance in words if chance} | GUNS_ALONE


def _stopped(play: InPlay, foes: Mapping[str, int]) -> Iterator[str]:
    """Yield the words for all of the foes stopped, one less, and so on."""
    all_fall = all(capacity_of(play, enemy_named(play, name)) for name in foes)
    done = "shot down" if all_fall else "shot down or held off"
    if len(foes) == 1:
        (name,) = foes
        yield f"{title_of(play, enemy_named(play, name))} {done}"
        yield f"not {done}"
        return
    for number in range(len(foes), -1, -1):
        yield f"{number} of {len(foes)} {done}" if foes else "nothing to shoot down"
