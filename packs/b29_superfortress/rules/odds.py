"""The exact odds of each way to come down, computed by the rules that carry it out.

One man is followed to the end; the fates of the others are not.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from tabletop_core.tables import Effect

from ..questions import bomber as now
from ..state import InPlay, State
from . import bailout, landing
from .charts import chance_of
from .following import Procedure, assumed, odds_of_plane, told, unless_lost


def odds_of(play: InPlay, way: object) -> Mapping[str, Fraction]:
    """Return the odds of the fate of plane and man, best first."""
    if way == "land_alone":
        return odds_of_landing_alone(play)
    one = man_to_follow(play.state, way)
    steps = steps_of(play.state, str(way), one)
    return odds_of_plane(play, steps, one, str(way)) if steps else {}


def steps_of(state: State, way: str, man: str) -> tuple[Procedure, ...]:
    """Return the rules that carry out a way down, in order, with one man to follow."""
    if way == "ditch":
        return landing.to_the_water(landing.before_ditching(), man)
    if way == "bail_out":
        return bailout.get_ready, *bailout.out_alone(man)
    if way.startswith("land "):
        return landing.to_the_ground(state, way.removeprefix("land "), man)
    return ()


def odds_of_landing_alone(play: InPlay) -> Mapping[str, Fraction]:
    """Return the odds over the base for the plane with its pilot, and for one man who jumps."""
    state = play.state
    pilot, jumper = (man_to_follow(state, way) for way in ("land base", "bail_out"))
    if jumper == pilot or state.crew[jumper].serious:
        return odds_of(play, "land base")
    steps = (
        partial(bailout.jumps_alone, post=jumper),
        *landing.to_the_ground(state, "base", pilot),
    )
    found = play.odds(
        [unless_lost(step) for step in steps],
        read=lambda other, _: (
            told(
                other.state,
                "land base",
                other.state.mission.coming_down.plane_is,
                other.state.crew[pilot].fate,
            ),
            other.state.crew[jumper].fate,
        ),
        policy=assumed,
    )
    return {
        f"{words}; a man who jumps is {fate or 'saved'}": chance
        for (words, fate), chance in sorted(found.items())
    }


def man_to_follow(state: State, way: object) -> str:
    """Return the man who lands the plane, or of those who jump one who is not the last."""
    able = [man for man in now.aboard(state) if not man.serious] or now.aboard(state)
    flying = now.flyer(state)
    if way == "bail_out":
        able = [man for man in able if man is not flying] or able
    elif flying is not None:
        able = [flying]
    return able[0].post if able else "pilot"


def odds_of_fuel(play: InPlay, missing: int) -> dict[str, Fraction]:
    """Return the odds that the fuel lasts to the base, by 4-1 for each missing box.

    They assume that nothing else costs a turn or a box, and that the crew stays as it is.
    """
    reaches = chance_of(play, "4-1", None, Effect("out_of_fuel")) ** max(0, missing)
    found = {
        "the fuel brings us home, if nothing takes more": reaches,
        "the tanks run dry on the way": 1 - reaches,
    }
    return {words: chance for words, chance in found.items() if chance}
