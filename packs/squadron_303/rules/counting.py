"""The count of a round: Hits less Evasions, and damage by toughness (p. 12-13)."""

from typing import Any, NamedTuple

from tabletop_core.events import counted

from ..questions.board import kind_of
from ..questions.symbols import hits_and_evasions
from ..state import Fight, Fighter, InPlay, Plane
from .damage import odds_of_damage, points_of_damage
from .dice import propeller
from .elite import free_evades, is_stopped


class Counted(NamedTuple):
    """The result of a round.

    `through`: Hits on the opponent; `points`: the damage that they deal; `taken`: Hits on our
    plane, none if it `is_safe` because it struck first.
    """

    german_hits: int
    german_evades: int
    through: int
    points: int
    taken: int
    is_down: bool
    is_safe: bool


def count(
    play: InPlay, fight: Fight, plane: Plane, hits: int, evades: int, free_evades: int
) -> Counted:
    """Count the Hits and Evasions of both sides; an ace gives the opponent `free_evades`."""
    german_evades = 0 if fight.first_strike else fight.luftwaffe.count("evade") + free_evades
    german_hits = sum(propeller(face) > 0 for face in fight.luftwaffe)
    through = max(0, hits - german_evades)
    toughness = kind_of(play, plane).toughness
    points = points_of_damage(toughness, plane.damage, through)
    is_down = plane.damage + points >= len(toughness)
    is_safe = fight.first_strike and (is_down or is_stopped(play, plane))
    taken = 0 if is_safe else max(0, german_hits - evades - fight.ignore)
    return Counted(german_hits, german_evades, through, points, taken, is_down, is_safe)


def odds_of_counting(
    play: InPlay, fighter: Fighter, fight: Fight, plane: Plane, failure: int = 0
) -> dict[str, Any]:
    """Return what counting the round now does: the opponent's damage, and the chances of ours.

    `failure` is the damage that the special die deals beforehand. Declared abilities count; support
    and Medals, which may still be added, do not.
    """
    hits, evades = hits_and_evasions(play, fight)
    it = count(play, fight, plane, hits, evades, free_evades(play, plane, fight))
    done = "shot down" if it.is_down else counted(it.points, "point of damage", "points of damage")
    told: dict[str, Any] = {f"{kind_of(play, plane).title} #{plane.id}": done}
    told |= odds_of_damage(play, fighter, it.taken + failure)
    return told | {"counting": "the round so far"}
