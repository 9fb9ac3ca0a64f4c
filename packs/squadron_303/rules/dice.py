"""The five kinds of dice (p. 6): faces are picked by name, so real dice can be told by name."""

from collections.abc import Sequence

from tabletop_core import rule, ruling

from .board import Table, facts


def pick_face(play: Table, die: str, whose: str) -> str:
    return play.pick(facts(play).dice[die], f"the {die} die of {whose}")


@rule("6/Dice", "Roll dice, once again for Reroll")
@ruling(
    "a Reroll that comes up again counts as a blank, also on RAF dice",
    why="the text calls it a miss, and lets any die be rolled again only once",
)
def roll_dice(play: Table, dice: Sequence[str], whose: str) -> list[str]:
    """Roll dice of these kinds at once, and then again those that show Reroll."""
    faces = [pick_face(play, die, whose) for die in dice]
    for at, die in enumerate(dice):
        if faces[at] == "reroll":
            again = pick_face(play, die, f"{whose}, again")
            faces[at] = "blank" if again == "reroll" else again
    return faces


def roll_one(play: Table, die: str, whose: str) -> str:
    return roll_dice(play, [die], whose)[0]


def propeller(face: str) -> int:
    """Return the blades of a Luftwaffe hit, 0 for other faces."""
    return int(face.removeprefix("hit-")) if face.startswith("hit-") else 0
