"""The fate of one man, followed to its end for the odds that decisions show.

The fates of the others are not followed.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from tabletop_core import Asks, Decision
from tabletop_core.bots import first_legal

from ..questions import bomber as now
from ..shown.words import said
from ..state import InPlay, State
from .charts import Down, run

Procedure: TypeAlias = Callable[[InPlay], Any]

# From best to worst.
PLANES = ("sound", "repairable", "written_off", "ditched", "wrecked", "lost")
MEN = {
    "": "a man is saved",
    "captured": "a man is taken prisoner and lives",
    "died": "a man dies at sea or in captivity",
    "killed": "a man is killed",
}

ASSUMED = ("water", "brakes", "radio", "stay")
"""The choices assumed on the way.

Parachutes come down in the sea, the generator powers brakes or radio, and thin air and cold are
endured.
"""


def assumed(play: InPlay, decision: Decision) -> Any:
    return next((one for one in ASSUMED if one in decision.options), first_legal(decision))


def odds_of_man(play: InPlay, steps: Sequence[Procedure], man: str) -> Mapping[str, Fraction]:
    """Return the odds of one man's fate by these rules, best first."""
    found = play.odds(
        [unless_lost(step) for step in steps],
        read=lambda other, _: other.state.crew[man].fate,
        policy=assumed,
    )
    return {words: found[fate] for fate, words in MEN.items() if fate in found}


def odds_of_plane(
    play: InPlay, steps: Sequence[Procedure], man: str, way: str
) -> Mapping[str, Fraction]:
    """Return the odds of the fate of plane and man by these rules, best first."""
    found = play.odds(
        [unless_lost(step) for step in steps],
        read=lambda other, _: (
            other.state.mission.coming_down.plane_is,
            other.state.crew[man].fate,
        ),
        policy=assumed,
    )
    odds: dict[str, Fraction] = {}
    for plane, fate in sorted(found, key=rank):
        words = told(play.state, way, plane, fate)
        odds[words] = odds.get(words, Fraction(0)) + found[plane, fate]
    return odds


def leave_only(play: InPlay, man: str) -> None:
    """Follow no other man."""
    for post, other in play.state.crew.items():
        other.aboard = other.aboard and post == man


def unless_lost(step: Procedure) -> Procedure:
    """Return the step, left out once the plane is lost and ended when the bomber is down."""

    def carry_on(play: InPlay) -> Asks:
        if play.state.mission.coming_down.plane_is == "lost":
            return
        try:
            yield from run(step(play))
        except Down:
            return

    return carry_on


def rank(result: tuple[str, str]) -> tuple[int, int]:
    plane, fate = result
    return PLANES.index(plane), list(MEN).index(fate)


def told(state: State, way: str, plane: str, fate: str) -> str:
    """Return in words what became of plane and man."""
    if plane == "lost":
        return "all killed"
    if way == "ditch":
        return f"{'down well' if plane == 'ditched' else 'wrecked, no rafts'}: {MEN[fate]}"
    if not now.is_friendly(state, way.removeprefix("land ")):
        return MEN[fate]
    if plane == "wrecked":
        return f"plane wrecked: {MEN[fate] if fate else 'a man is wounded'}"
    return f"plane {said(plane)}"
