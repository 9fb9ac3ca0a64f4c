"""What many rules do: look something up; select a bomber at random (6.3)."""

from typing import Any

from tabletop_core import rule, ruling

from ..questions.formation import elements, in_element
from ..questions.names import bomber_name, element_label, name_of
from ..state import InPlay, Stretch


def consult(play: InPlay, table: str, **how: Any) -> Any:
    """Look something up on a table and return the bare result."""
    return play.look_up(table, **how).result


@rule("6.3", "Random bomber selection")
@ruling(
    "elements that have nobody left are not counted",
    rejected="the elements of the formation at take-off are counted",
    why="the table is entered with the number of elements, and moves up happen later (5.2)",
)
def random_bomber(play: InPlay, why: str) -> str:
    """Choose a bomber by lot: a die for its element, a die for its place from left to right.

    Where one element is left, or one bomber in it, no die is rolled for that.
    """
    mission = play.state.mission
    there, dice = elements(mission), []
    element = there[0]
    if len(there) > 1:
        lot = play.look_up("random_element", column=len(there), why=why)
        element = there[lot.result - 1]
        dice.append(lot.natural)
    bombers = in_element(mission, element)
    bomber = bombers[0]
    if len(bombers) > 1:
        lot = play.look_up("random_bomber", column=len(bombers), why=why)
        bomber = bombers[lot.result - 1]
        dice.append(lot.natural)
    place = element_label(mission, bomber)
    play.log("lot", why=why, bomber=bomber_name(play, bomber), place=place, dice=dice)
    return bomber


@rule("5.1", "Move the formation")
def tell_way(play: InPlay) -> None:
    mission = play.state.mission
    flown = mission.stretch
    if not flown.boxes:
        return
    # Turns in which nothing happened are one line, with the dice that were rolled.
    play.log(
        "way",
        turns=[mission.turn - len(flown.boxes) + 1, mission.turn],
        boxes=[name_of(play, box) for box in flown.boxes],
        from_base=play.data.from_base[mission.box],
        checks=list(flown.checks),
        silent=list(flown.silent),
        kept_up={name: list(dice) for name, dice in flown.kept_up.items()},
    )
    mission.stretch = Stretch()
