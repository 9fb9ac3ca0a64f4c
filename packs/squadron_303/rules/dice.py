"""The five kinds of dice (p. 6). Faces have names, so results of real dice can be entered."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tabletop_core import rule, ruling
from tabletop_core.events import listed

from ..state import InPlay


def pick_face(play: InPlay, die: str, whose: str) -> str:
    """Roll one die; the rule that rolls it logs all its dice together."""
    return play.source.draw(play.data.dice[die], f"the {die} die of {whose}")


class Rolled(NamedTuple):
    """The faces of dice, and the indices of those that were rerolled, which are spent."""

    faces: list[str]
    spent: list[int]


@rule("6/Dice", "Roll dice, and again those that show Reroll")
@ruling(
    "a Reroll that comes up when a die is rerolled is a miss and counts as a blank",
    rejected="it lets the die be rolled a third time, or is a miss on Luftwaffe dice alone",
    why="there is only ever one reroll, and the text speaks of dice of all kinds",
)
@ruling(
    "the symbol rolls a die again once; a card, a pilot, a level or an ace may still roll that die",
    rejected="a die that was rerolled for any reason is never rerolled",
    why="the one reroll is that of the symbol; the abilities speak of any die",
    option="one_reroll",
)
def roll_dice(play: InPlay, dice: Sequence[str], whose: str) -> Rolled:
    """Roll dice of these kinds together, then reroll those that show Reroll.

    RAF dice are blue, and one of them may be the special die; fighters of the Luftwaffe have red
    dice, heavy fighters white and bombers black ones. A blank brings nothing. A Hit of the
    Luftwaffe shows a propeller, which counts in a Counterattack.
    """
    faces = [pick_face(play, die, whose) for die in dice]
    spent = [at for at, face in enumerate(faces) if face == "reroll"]
    for at in spent:
        faces[at] = roll_again(play, dice[at], f"{whose}, again")
    return Rolled(faces, spent)


def tell_roll(play: InPlay, who: str, rolled: Rolled) -> None:
    """Log what dice show, and how many of them were rerolled."""
    if rolled.faces:
        play.log("rolled", who=who, faces=list(rolled.faces), again=len(rolled.spent))


def roll_again(play: InPlay, die: str, whose: str) -> str:
    """Roll a die for the second time, when Reroll is a miss."""
    face = pick_face(play, die, whose)
    return "blank" if face == "reroll" else face


def tell_again(play: InPlay, who: str, before: str, face: str) -> None:
    """Log the new face of a die that a card, a pilot or an ace has rerolled."""
    play.log("rolled_again", who=who, before=before, faces=[face])


def propeller(face: str) -> int:
    """Return the number of blades of a Luftwaffe Hit; 0 for other faces."""
    return int(face.removeprefix("hit-")) if face.startswith("hit-") else 0


def chances_of_dice(play: InPlay, dice: Sequence[str]) -> dict[str, Fraction]:
    """Return the chances of what dice may show, the likeliest first."""
    odds = play.odds(lambda aside: listed(sorted(roll_dice(aside, dice, "").faces)))
    return dict(sorted(odds.items(), key=lambda result: -result[1]))


def chances_of_rolling_again(play: InPlay, die: str) -> dict[str, Fraction]:
    """Return the chances of what a rerolled die may show."""
    return dict(play.odds(lambda aside: roll_again(aside, die, "")))
