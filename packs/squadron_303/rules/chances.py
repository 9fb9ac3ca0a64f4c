"""Exact chances of dice that are about to be rolled, worked out by the rules that roll them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from tabletop_core.events import counted, listed

from ..state import Fight, InPlay
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
