"""The bomb run: charts 6-6 to 6-9."""

import math
from collections.abc import Mapping
from fractions import Fraction

from tabletop_core import Asks, Play, rule, ruling

from .. import situation as now
from ..charts import look_up, read, resolve
from ..state import Bay, State
from . import crewmen
from .bombs import try_from_cockpit


def is_off_target_at_once(state: State) -> str:
    """Why the run misses without a roll, if it does (notes on 6-6)."""
    mission = state.mission
    if mission.off_target:
        return "bombs salvoed or released by hand"
    if mission.bombardier_hit_on_the_run:
        return "bombardier hit on the run"
    alone = now.out_of_formation(state)
    if now.is_out(state, "bombsight") and alone:
        return "no bombsight, out of formation"
    if mission.bombsight_hit_on_the_run and mission.position == "lead":
        return "bombsight hit on the run, leading"
    return ""


@rule("6-6", "Bomb run")
def run_in(play: Play[State]) -> str:
    """Tell whether the run is on target."""
    why = is_off_target_at_once(play.state)
    if why:
        play.log("off_target", why=why)
        return "off_target"
    return str(look_up(play, "6-6").result)


def odds_of_run(play: Play[State]) -> Mapping[str, Fraction]:
    """The exact chances of the run as things stand, by the rule itself."""
    return play.odds(run_in)


@rule("6-6.release", "Release of the bombs")
@ruling(
    "doors that open stay so only when jammed; a bay without power or with jammed doors keeps "
    "its bombs",
    "notes e and f of 7-3 tell each bay apart",
)
def release(play: Play[State]) -> Asks:
    """Open the doors, aim, release; then the doors that were hit."""
    state = play.state
    mission = state.mission
    mission.on_the_run = True
    if mission.altitude == "lo" and not now.is_urban(state):
        yield from crewmen.feed_from_generator(play, ("autopilot",))
    if mission.release_failed:
        yield from emergency_release(play)
    aimed = run_in(play)
    mission.off_target = aimed == "off_target"
    for name, bay in state.plane.bays.items():
        if bay.doors_hit and not bay.doors_failed:
            state.hand.bay = name
            yield from read(play, "7-3.8")
    yield from try_from_cockpit(play)
    for name, bay in state.plane.bays.items():
        yield from _drop(play, name, bay)
    mission.run_done = True
    mission.on_the_run = False
    yield from assess(play)


@rule("4-9.h", "Emergency release on the run")
def emergency_release(play: Play[State]) -> Asks:
    """Note h of 4-9: over an urban area the modifier on 6-6 stands for the miss."""
    state = play.state
    state.hand.bay = ""
    labels = yield from resolve(play, "4-9.h")
    if "bombs_hang" in labels:
        return
    for bay in now.bays(state):
        bay.release_out = False
        bay.bombs = True
    if now.is_urban(state):
        state.mission.off_target = False


def _drop(play: Play[State], name: str, bay: Bay) -> Asks:
    """One bay: through open doors, and by hand where the release is out (7-3 note f)."""
    state = play.state
    if not bay.bombs:
        bay.failed = True
        return
    if bay.doors == "jammed_shut" or (bay.doors == "shut" and now.is_out(state, "door_controls")):
        bay.failed = True
        return
    if bay.release_out:
        bay.failed = True
        if not state.mission.release_failed:
            state.hand.bay = name
            labels = yield from resolve(play, "7-3.f")
            if "bombs_hang" not in labels:
                bay.release_out = False
        return
    if bay.doors_failed:
        bay.failed = True
    bay.bombs = False


@rule("6-7", "Bombing accuracy")
@ruling(
    "a bay whose doors or release failed halves the percentage, whether or not its bombs fell "
    "in the end; of both bays: 0",
    "note d names the failure, not the bombs",
)
def assess(play: Play[State]) -> Asks:
    state = play.state
    mission = state.mission
    failed = sum(bay.failed for bay in now.bays(state))
    if failed == 2 and not (mission.release_failed and not now.has_bombs(state)):
        mission.off_target = True
        mission.percent = 0
    else:
        column = "off_target" if mission.off_target else "on_target"
        if now.is_urban(state) and not mission.off_target:
            column = "on_target_urban"
        labels = yield from resolve(play, "6-7", column=column)
        percent = min(100, int(labels[-1]))
        if failed == 1:
            percent = math.ceil(percent / 2)
        tanks = sum(bay.tank_fitted for bay in now.bays(state))
        percent = math.ceil(percent * (100 - tanks * play.data.aircraft.bay_tank_costs) / 100)
        mission.percent = percent
    play.log("bombed", percent=mission.percent, off_target=mission.off_target)


@rule("6-8", "Turbulence over the fires")
@ruling(
    "checked after a run at LO by night against an urban area",
    "the fires of the low incendiary raids made it; the booklet does not say when it is rolled",
)
def meet_turbulence(play: Play[State]) -> Asks:
    mission = play.state.mission
    if mission.night and mission.altitude == "lo" and now.is_urban(play.state):
        yield from resolve(play, "6-8")
