"""What many rules do: look something up; select a bomber at random (6.3)."""

from typing import Any

from tabletop_core import rule, ruling

from ..questions.formation import elements, in_element
from ..state import InPlay


def consult(play: InPlay, table: str, **how: Any) -> Any:
    """Look something up on a table and return the bare result."""
    return play.look_up(table, **how).result


@rule("6.3", "Random bomber selection")
@ruling(
    "elements that have nobody left are not counted",
    why="the table is entered with the number of elements, and moves up happen later (5.2)",
)
def random_bomber(play: InPlay, why: str) -> str:
    """Choose a bomber of the formation: first its element, then its place from left to right."""
    mission = play.state.mission
    there = elements(mission)
    element = there[0]
    if len(there) > 1:
        element = there[consult(play, "random_element", column=len(there), why=why) - 1]
    bombers = in_element(mission, element)
    if len(bombers) == 1:
        return bombers[0]
    at: int = consult(play, "random_bomber", column=len(bombers), why=why)
    return bombers[at - 1]
