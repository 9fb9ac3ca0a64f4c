"""The dice of fighters that strike, and their odds (p. 13 and 15)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from tabletop_core.events import counted

from ..questions.board import germans_in, kind_of
from ..questions.germans import may_counterattack
from ..state import InPlay, Plane
from .dice import propeller, roll_dice
from .elite import dice_in_counterattack

Chances: TypeAlias = dict[str, Fraction]


def dice_of(play: InPlay, planes: Sequence[Plane], moved: Sequence[Plane] = ()) -> dict[str, int]:
    """Return the dice of planes that strike together, by kind. Each of `moved` has one fewer."""
    dice: dict[str, int] = {}
    for plane in planes:
        kind = kind_of(play, plane)
        number = max(0, kind.dice + dice_in_counterattack(play, plane) - (plane in moved))
        dice[kind.die] = dice.get(kind.die, 0) + number
    return dice


COUNTERATTACK = "a Counterattack, if nobody fights there"


def of_counterattack(play: InPlay, area: str, marked: str = "") -> dict[str, Any]:
    """Return the odds of a Counterattack in an area if nobody there is fought any more.

    A plane that gets a Maneuver token now, `marked`, takes no part in it.
    """
    planes = [
        plane
        for plane in germans_in(play, area)
        if plane.id != marked and may_counterattack(play, plane)
    ]
    if not planes and not marked:
        return {}
    return of_strike(play, dice_of(play, planes)) | {"counting": COUNTERATTACK}


def of_strike(play: InPlay, dice: Mapping[str, int]) -> Chances:
    """Return the odds of the Hits on every plane before cards cancel any."""
    hits = {0: Fraction(1)}
    for die, number in dice.items():
        one = play.odds(
            lambda aside, die=die: bool(propeller(roll_dice(aside, [die], "").faces[0]))
        )
        for _ in range(number):
            hits = {
                count: hits.get(count, Fraction(0)) * one.get(False, Fraction(0))
                + hits.get(count - 1, Fraction(0)) * one.get(True, Fraction(0))
                for count in range(max(hits) + 2)
            }
    return {
        f"{counted(count, 'Hit')} on every plane" if count else "no Hit": chance
        for count, chance in hits.items()
        if chance
    }
