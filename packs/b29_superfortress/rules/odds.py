"""The exact chances of each way to come down, walked by the rules that carry it out.

One man is followed to the end; what befalls the others is not walked.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from tabletop_core import Asks, Decision
from tabletop_core.bots import first
from tabletop_core.tables import Effect

from ..questions import bomber as now
from ..shown.words import said
from ..state import InPlay, State
from . import bailout, landing
from .charts import Down, chance_of, run

Procedure: TypeAlias = Callable[[InPlay], Any]

# From best to worst.
PLANES = ("sound", "repairable", "written_off", "ditched", "wrecked", "lost")
MEN = {
    "": "a man is saved",
    "captured": "a man is taken prisoner and lives",
    "died": "a man dies at sea or in captivity",
    "killed": "a man is killed",
}


def odds_of(play: InPlay, way: object) -> Mapping[str, Fraction]:
    """The chances of what becomes of plane and man, best first."""
    one = man_to_follow(play.state, way)
    steps = steps_of(play.state, str(way), one)
    if not steps:
        return {}
    found = play.odds(
        [unless_lost(step) for step in steps],
        read=lambda other, _: (
            other.state.mission.coming_down.plane_is,
            other.state.crew[one].fate,
        ),
        policy=assumed,
    )
    odds: dict[str, Fraction] = {}
    for plane, fate in sorted(found, key=rank):
        words = told(play.state, str(way), plane, fate)
        odds[words] = odds.get(words, Fraction(0)) + found[plane, fate]
    return odds


ASSUMED = ("water", "brakes", "radio")
"""What is taken to be chosen on the way: the sea below parachutes, these for the generator."""


def assumed(play: InPlay, decision: Decision) -> Any:
    return next((one for one in ASSUMED if one in decision.options), first(decision))


def steps_of(state: State, way: str, man: str) -> tuple[Procedure, ...]:
    """The rules that carry out a way down, in order, and where the one man stands alone."""
    alone = partial(leave_only, man=man)
    if way == "ditch":
        return *landing.before_ditching(), alone, *landing.DITCHING
    if way == "bail_out":
        return bailout.get_ready, alone, partial(jumps, post=man), partial(comes_down, post=man)
    if way.startswith("land "):
        place = way.removeprefix("land ")
        ready = landing.before_landing(state)
        return (
            partial(landing.approach, place=place),
            *ready,
            alone,
            landing.touch_down,
            forget_gear,
            *landing.AFTER_TOUCHDOWN,
        )
    return ()


def man_to_follow(state: State, way: object) -> str:
    """The man who lands the plane; of those who jump another, not the last to leave."""
    able = [man for man in now.aboard(state) if not man.serious] or now.aboard(state)
    flying = now.flyer(state)
    if way == "bail_out":
        able = [man for man in able if man is not flying] or able
    elif flying is not None:
        able = [flying]
    return able[0].post if able else "pilot"


def leave_only(play: InPlay, man: str) -> None:
    """Follow no other man."""
    for post, other in play.state.crew.items():
        other.aboard = other.aboard and post == man


def forget_gear(play: InPlay) -> None:
    """After 8-1 gear and flaps count no more; planes that differ in them alone are one."""
    plane = play.state.plane
    plane.nose_gear = "ok"
    plane.main_gear = dict.fromkeys(plane.main_gear, "ok")
    plane.out -= {"flaps_stay_up", "motor"}


def jumps(play: InPlay, post: str) -> Asks:
    man = play.state.crew[post]
    yield from bailout.leave_pressure(play, "8-4", [man])
    yield from bailout.jump(play, man, "8-4")


def comes_down(play: InPlay, post: str) -> Asks:
    man = play.state.crew[post]
    if man.aboard:
        man.fate = "killed"
    else:
        yield from bailout.come_to_earth(play, [man], controlled=True)


def unless_lost(step: Procedure) -> Procedure:
    """Leave a step out once the plane is lost, and end it where the bomber is down."""

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
    """Say what became of plane and man."""
    if plane == "lost":
        return "all killed"
    if way == "bail_out":
        return MEN[fate]
    if way == "ditch":
        return f"{'down well' if plane == 'ditched' else 'wrecked, no rafts'}: {MEN[fate]}"
    if not now.is_friendly(state, way.removeprefix("land ")):
        return MEN[fate]
    if plane == "wrecked":
        return f"plane wrecked: {MEN[fate] if fate else 'a man is wounded'}"
    return f"plane {said(plane)}"


def odds_of_fuel(play: InPlay, missing: int) -> dict[str, Fraction]:
    """Whether the fuel brings the bomber home, by 4-1 for each box that is missing.

    If nothing else costs a turn or a box, and the crew stays as it is.
    """
    reaches = chance_of(play, "4-1", None, Effect("out_of_fuel")) ** max(0, missing)
    found = {"the fuel brings us home": reaches, "the tanks run dry on the way": 1 - reaches}
    return {words: chance for words, chance in found.items() if chance}
