"""Bombs: released, dropped, hung; charts 6-6 to 6-9."""

import math
from collections.abc import Mapping
from fractions import Fraction

from tabletop_core import Asks, Play, rule, ruling

from .. import situation as now
from ..charts import chart, effect, look_up, read, resolve
from ..state import Bay, State
from . import crewmen, landing


def drop_all(play: Play[State]) -> None:
    for bay in now.bays(play.state):
        bay.bombs = False


@effect("bombs_gone")
def bombs_gone(play: Play[State]) -> None:
    """The bombs meant are gone: those of the bay in hand, else all of them."""
    state = play.state
    bay = state.plane.bays.get(state.hand.bay)
    for one in [bay] if bay is not None else now.bays(state):
        one.bombs = False


@effect("off_target")
def miss(play: Play[State]) -> None:
    play.state.mission.off_target = True


@effect("bomb_release_out")
@rule("7-3.f", "Bomb release hit")
def release_out(play: Play[State], bay: str) -> None:
    """Note f of 7-3 for one bay, note h of 4-9 for both."""
    state = play.state
    if bay == "both":
        state.mission.release_failed = True
    for name, one in state.plane.bays.items():
        if bay in (name, "both"):
            one.release_out = True


@effect("doors_jammed")
@rule("4-9.g", "Bomb bay doors jammed")
def jam_doors(play: Play[State], state: str, bay: str = "") -> None:
    """Note g of 4-9 and note e of 7-3: out of formation, shut or open after the run."""
    now_state = play.state
    which = now_state.plane.bays[bay or now_state.hand.bay]
    if which.doors_failed:
        return
    which.doors_failed = True
    now_state.mission.apart.add("bomb bay doors")
    which.doors = "open" if state == "open" else "jammed_shut"
    play.log("doors", bay=bay or now_state.hand.bay, state=which.doors)


@rule("7-3.e.pilot", "Jammed doors tried from the cockpit")
def try_from_cockpit(play: Play[State]) -> Asks:
    """Note e of 7-3: once, on the run."""
    for name, bay in play.state.plane.bays.items():
        if bay.doors == "jammed_shut":
            labels = yield from resolve(play, "7-3.e.pilot")
            if "opened" in labels:
                bay.doors = "shut"
                play.log("doors", bay=name, state="opened")


@chart("7-3.8")
@rule("7-3.8", "Bomb bay doors hit")
def doors_hit(play: Play[State], name: str, **how: object) -> None:
    """Note on roll 8: what it means is rolled on the bomb run, after 6-6."""
    state = play.state
    state.plane.bays[state.hand.bay].doors_hit = True


@chart("4-9.g.forward", "4-9.g.aft")
@rule("4-9.g.bay", "Bomb bay door malfunction")
def doors_malfunction(play: Play[State], name: str, **how: object) -> Asks:
    """The same bay no more."""
    bay = play.state.plane.bays[name.rpartition(".")[2]]
    if not bay.doors_failed:
        return (yield from read(play, name, **how))


# ---------------------------------------------------------------- the bomb run


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
        yield from landing.feed_from_generator(play, ("autopilot",))
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


# ---------------------------------------------------------------- getting rid of them


@rule("4.8.jettison", "Bombs jettisoned")
def jettison(play: Play[State]) -> None:
    """Drop the bombs of every bay that lets them go; the others are tried turn by turn."""
    state = play.state
    for bay in now.bays(state):
        shut = bay.doors == "jammed_shut" or (
            bay.doors == "shut" and now.is_out(state, "door_controls")
        )
        if not bay.release_out and not shut:
            bay.bombs = False
    play.log("jettisoned", left=now.has_bombs(state))


def must_try(state: State) -> bool:
    """Bombs that hung on the run, or that an aborting or lightened plane cannot drop."""
    wants = state.mission.run_done or state.mission.aborted or "lighten" in state.mission.decided
    return wants and any(bay.bombs and bay.doors != "jammed_shut" for bay in now.bays(state))


@rule("7-3.f.jettison", "Jettisoning bombs that hang")
def try_jettison(play: Play[State]) -> Asks:
    """Notes h of 4-9 and f of 7-3: one try a turn, better with a man in the bay."""
    state = play.state
    if not must_try(state):
        return
    state.mission.apart.add("bombs that hang")
    for name, bay in state.plane.bays.items():
        if not bay.bombs or bay.doors == "jammed_shut":
            continue
        man = yield from crewmen.send(play, f"{name} bomb bay", "trip the shackles")
        state.hand.bay = name
        state.hand.man_in_bay = man is not None
        labels = yield from resolve(play, "7-3.f.jettison")
        state.hand.man_in_bay = False
        if "jettisoned" in labels:
            bay.bombs = False
            play.log("jettisoned", left=now.has_bombs(state))


@rule("7-3.e.motor", "Doors moved with the portable motor")
def try_doors(play: Play[State]) -> Asks:
    """Note e of 7-3: once for each bay, after the run, by a man who spends the turn in it."""
    state = play.state
    mission = state.mission
    if not (mission.run_done or mission.aborted) or now.is_out(state, "motor"):
        return
    for name, bay in state.plane.bays.items():
        jammed = bay.doors in ("jammed_shut", "open")
        if not jammed or bay.motor_tried or now.is_out(state, "motor"):
            continue
        powerless = now.is_out(state, "door_controls")
        if powerless and not crewmen.generator_ready(state):
            continue
        man = yield from crewmen.send(play, f"{name} bomb bay", "work the doors with the motor")
        if man is None:
            continue
        bay.motor_tried = True
        table = "7-10.d" if powerless and not bay.doors_failed else "7-3.e.motor"
        labels = yield from resolve(play, table)
        if "moved" in labels:
            bay.doors = "shut" if bay.doors == "open" else "open"
        play.log("doors", bay=name, state=bay.doors)


@effect("motor_burnt")
def motor_burnt(play: Play[State]) -> None:
    play.state.plane.out.add("motor")


@effect("door_controls_out")
@rule("7-10.d", "Bomb bay doors without electrics")
def door_controls_out(play: Play[State]) -> Asks:
    """Note d of 7-10: salvo at once, or try the generator at LO before the target."""
    state = play.state
    state.plane.out.add("door_controls")
    if state.mission.leg != "out" or not now.has_bombs(state):
        return
    choices = {"salvo": "salvo the bombs now, unarmed", "hold": "keep them"}
    if crewmen.generator_ready(state):
        choices["generator"] = "go down to LO and open the doors with the generator"
    answer = yield play.ask("The bomb bay doors have no power", choices)
    if answer == "salvo":
        yield from salvo(play)
    elif answer == "generator":
        state.mission.stays_low = True
        state.mission.altitude = "lo"
        state.mission.decided.add("open doors")


def salvo(play: Play[State]) -> Asks:
    """The mechanical release; through jammed doors only if the pilot gets them open."""
    state = play.state
    for name, bay in state.plane.bays.items():
        if bay.doors == "jammed_shut" or bay.doors_hit:
            state.hand.bay = name
            labels = yield from resolve(play, "7-3.e.pilot")
            if "opened" not in labels:
                continue
        bay.bombs = False
    state.mission.off_target = True
    state.mission.run_done = True
    state.mission.percent = 0
    play.log("jettisoned", left=now.has_bombs(state))


@rule("7-10.d.doors", "Doors opened with the generator")
def open_doors_by_generator(play: Play[State]) -> Asks:
    """One bay a turn, each once."""
    state = play.state
    mission = state.mission
    if "open doors" not in mission.decided or mission.leg != "out" or mission.run_done:
        return
    for name, bay in state.plane.bays.items():
        if bay.doors != "shut" or bay.motor_tried or now.is_out(state, "motor"):
            continue
        if not crewmen.generator_ready(state) or mission.altitude != "lo":
            return
        man = yield from crewmen.send(play, f"{name} bomb bay", "open the doors with the motor")
        if man is None:
            return
        bay.motor_tried = True
        labels = yield from resolve(play, "7-10.d")
        if "moved" in labels:
            bay.doors = "open"
            mission.apart.add("open doors")
        return
