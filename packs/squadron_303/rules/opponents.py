"""The dice of the plane that is attacked, and their chances (p. 12)."""

from collections.abc import Sequence
from fractions import Fraction

from tabletop_core import rule, ruling
from tabletop_core.events import counted, listed

from ..questions.board import germans_in, kind_of
from ..state import Fight, InPlay, Plane
from .dice import roll_dice, tell_roll
from .elite import dice_in_combat, is_stopped, second_aim
from .strikes import Chances


def luftwaffe_dice(play: InPlay, plane: Plane) -> int:
    """Return how many dice a German plane rolls when it is attacked."""
    if is_stopped(play, plane):
        return 0
    kind = kind_of(play, plane)
    dice = kind.dice
    if kind.most_dice:
        others = [
            other
            for other in germans_in(play, plane.area)
            if other.aircraft == plane.aircraft
            and other.id != plane.id
            and not is_stopped(play, other)
        ]
        dice = min(kind.most_dice, dice + len(others))
    return dice + dice_in_combat(play, plane)


@rule("12/Luftwaffe dice", "Roll for the plane that is attacked")
@ruling(
    "a plane with a Maneuver token rolls no dice when it is attacked",
    rejected="it rolls them: the token stops its own actions, and its dice are an answer to ours",
    why="it cannot perform any action, and p. 20, note 5 cancels the dice of a plane marked first",
)
def roll_luftwaffe(play: InPlay, fight: Fight) -> None:
    """Roll the dice of the opponent, with the abilities of its elite squadron.

    How many there are is printed on its type; a He 111 has one more for each other He 111 in the
    area that has no Maneuver token, up to three. They are rolled again in each round.
    """
    plane = play.state.planes[fight.opponent]
    kind = kind_of(play, plane)
    name = f"{kind.title} #{plane.id}"
    rolled = roll_dice(play, [kind.die] * luftwaffe_dice(play, plane), f"the {name}")
    tell_roll(play, name, rolled)
    fight.luftwaffe, fight.luftwaffe_spent = rolled
    second_aim(play, plane, fight)


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

    return dict(sorted(play.odds(roll).items(), key=lambda result: -result[1]))


def _brought(faces: Sequence[str]) -> str:
    """Return in words what Luftwaffe dice bring."""
    hits = sum(face.startswith("hit") for face in faces)
    evasions = faces.count("evade")
    brought = [counted(hits, "Hit on you", "Hits on you")] * bool(hits)
    brought += [counted(evasions, "Evasion")] * bool(evasions)
    return listed(brought) if brought else "nothing"
