"""Bombs and bay doors: what fails, what is jettisoned (7-3, 4-9, 7-10)."""

from tabletop_core import Asks, Play, rule

from .. import situation as now
from ..charts import chart, effect, read, resolve
from ..state import State
from . import crewmen


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
