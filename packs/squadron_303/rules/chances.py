"""Exact chances of dice that are about to be rolled, worked out by the rules that roll them."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from tabletop_core.events import counted, listed

from ..questions.board import germans_in
from ..questions.germans import may_counterattack
from ..state import Fight, InPlay
from .counterattack import dice_of
from .dice import propeller, roll_dice
from .duel import luftwaffe_dice, roll_luftwaffe

Chances: TypeAlias = dict[str, Fraction]


def _likeliest_first(play: InPlay, roll: Callable[[InPlay], str]) -> Chances:
    return dict(sorted(play.odds(roll).items(), key=lambda result: -result[1]))


def of_opponent(play: InPlay, plane_id: str) -> Chances:
    """Return what the dice of an opponent may show in a round; an unknown ace is not counted."""
    plane = play.state.planes.get(plane_id)
    if plane is None:
        return {}
    if not luftwaffe_dice(play, plane):
        return {"no dice": Fraction(1)}

    def roll(aside: InPlay) -> str:
        fight = Fight(colour="", opponent=plane_id)
        roll_luftwaffe(aside, fight)
        return _brought(fight.luftwaffe)

    return _likeliest_first(play, roll)


def _brought(faces: Sequence[str]) -> str:
    """Return in words what Luftwaffe dice bring."""
    hits = sum(face.startswith("hit") for face in faces)
    evasions = faces.count("evade")
    brought = [counted(hits, "Hit on you", "Hits on you")] * bool(hits)
    brought += [counted(evasions, "Evasion")] * bool(evasions)
    return listed(brought) if brought else "nothing"


def of_counterattack(play: InPlay, area: str) -> Chances:
    """Return the chances of a Counterattack in an area if nobody is fought there any more."""
    planes = [plane for plane in germans_in(play, area) if may_counterattack(play, plane)]
    return of_strike(play, dice_of(play, planes)) if planes else {}


def _hits(play: InPlay, die: str) -> bool:
    return bool(propeller(roll_dice(play, [die], "a strike").faces[0]))


def of_strike(play: InPlay, dice: Mapping[str, int]) -> Chances:
    """Return the chances of the Hits on every plane that dice bring before cards cancel any."""
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
