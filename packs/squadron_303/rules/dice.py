"""The five kinds of dice (p. 6): faces are picked by name, so real dice can be told by name."""

from tabletop_core import rule, ruling

from .board import Table, facts


def pick_face(play: Table, die: str, whose: str) -> str:
    return play.pick(facts(play).dice[die], f"the {die} die of {whose}")


@rule("6/Dice", "Roll a die, once again for Reroll")
@ruling(
    "a Reroll that comes up again counts as a blank, also on RAF dice",
    why="the text calls it a miss, and lets any die be rolled again only once",
)
def roll_one(play: Table, die: str, whose: str) -> str:
    """Return the face of one die after its reroll, if any."""
    face = pick_face(play, die, whose)
    if face == "reroll":
        face = pick_face(play, die, f"{whose}, again")
        if face == "reroll":
            return "blank"
    return face


def roll_dice(play: Table, die: str, number: int, whose: str) -> list[str]:
    return [roll_one(play, die, whose) for _ in range(number)]


def propeller(face: str) -> int:
    """Return the blades of a Luftwaffe hit, 0 for other faces."""
    return int(face.removeprefix("hit-")) if face.startswith("hit-") else 0
