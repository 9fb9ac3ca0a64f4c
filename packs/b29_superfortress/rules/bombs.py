"""Bombs and bay doors: failures and jettisoning (7-3, 4-9, 7-10)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted
from tabletop_core.tables import Effect

from ..questions import bomber as now
from ..shown.words import bays_words
from ..state import Bay, InPlay, State
from . import crewmen
from .charts import chance_of, chart, effect, read, resolve

SECTION_OF = {"forward": "fwd_bomb_bay", "aft": "aft_bomb_bay"}


def drop_all(play: InPlay) -> None:
    for bay in now.bays(play.state):
        bay.bombs = False


@effect("bombs_gone")
def bombs_gone(play: InPlay) -> None:
    """Remove the bombs of the bay in hand, or all bombs if no bay is in hand."""
    state = play.state
    bay = state.plane.bays.get(state.subject.bay)
    for one in [bay] if bay is not None else now.bays(state):
        one.bombs = False


@effect("off_target")
def miss(play: InPlay) -> None:
    play.state.mission.bomb_run.off_target = True


@effect("bomb_release_out")
@rule("7-3.f", "Bomb release hit")
def release_out(play: InPlay, bay: str) -> None:
    """The release fails in one bay (note f of 7-3) or in both (note h of 4-9)."""
    state = play.state
    run = state.mission.bomb_run
    if bay != "both":
        state.plane.bays[bay].release_out = True
    elif not run.release_failed:
        run.release_failed = run.bombs_held = True


@effect("doors_jammed")
@rule("4-9.g", "Bomb bay doors jammed")
def jam_doors(play: InPlay, state: str, bay: str = "") -> None:
    """The doors jam open or shut (note g of 4-9, note e of 7-3).

    The bomber leaves the formation when it uses them.
    """
    now_state = play.state
    which = now_state.plane.bays[bay or now_state.subject.bay]
    if which.jammed:
        return
    which.jammed = state
    which.doors = "open" if state == "open" else "jammed_shut"
    play.log("doors", bay=bay or now_state.subject.bay, state=f"jammed_{state}")


@rule("7-3.e.pilot", "Jammed doors tried from the cockpit")
def try_from_cockpit(play: InPlay) -> Asks:
    """The pilot may try jammed doors once, when the bombs are to fall (note e of 7-3).

    The bomber then leaves the formation for good.
    """
    for name, bay in play.state.plane.bays.items():
        if bay.doors == "jammed_shut" and not bay.pilot_tried:
            bay.pilot_tried = True
            play.state.subject.bay = name
            labels = yield from resolve(play, "7-3.e.pilot")
            if "opened" in labels:
                bay.doors = "shut"
                play.log("doors", bay=name, state="opened")
    leave_for_doors(play.state)


def leave_for_doors(state: State) -> None:
    """Take the bomber out of the formation once doors that jam have been used."""
    if any(bay.jammed for bay in now.bays(state)):
        state.mission.formation.apart.add("bomb bay doors")


@chart("7-3.8")
@rule("7-3.8", "Bomb bay doors hit")
def doors_hit(play: InPlay, name: str, **how: object) -> None:
    """The doors are hit. The effect is rolled on the bomb run, after 6-6 (note on roll 8)."""
    state = play.state
    state.plane.bays[state.subject.bay].doors_hit = True


@chart("4-9.g.forward", "4-9.g.aft")
@rule("4-9.g.bay", "Bomb bay door malfunction")
def doors_malfunction(play: InPlay, name: str, **how: object) -> Asks:
    """A bay's doors malfunction only once."""
    bay = play.state.plane.bays[name.rpartition(".")[2]]
    if not bay.jammed:
        return (yield from read(play, name, **how))


# ---------------------------------------------------------------- jettisoning


@rule("4.8.jettison", "Bombs jettisoned")
def jettison(play: InPlay) -> None:
    """Every bay that can release its bombs drops them. The others try again turn by turn."""
    state = play.state
    leave_for_doors(state)
    bays = state.plane.bays.items()
    let_fall(
        play,
        [name for name, bay in bays if not (now.holds_bombs(state, bay) or stays_shut(state, bay))],
    )


def stays_shut(state: State, bay: Bay) -> bool:
    """Return whether the doors of a bay cannot be opened from the cockpit."""
    powerless = bay.doors == "shut" and now.is_out(state, "door_controls")
    return powerless or bay.doors == "jammed_shut"


def let_fall(play: InPlay, names: Iterable[str]) -> None:
    """Drop the bombs of these bays and log what is left."""
    bays = play.state.plane.bays
    dropped = [name for name in names if bays[name].bombs]
    for name in dropped:
        bays[name].bombs = False
    left = [name for name, bay in bays.items() if bay.bombs]
    if dropped or left:
        play.log("jettisoned", bays=dropped, left=left)
    if play.options["hung_bombs"] == "rejoin" and not hanging(play.state):
        play.state.mission.formation.apart.discard("bombs that hang")


def bombs_must_go(state: State) -> bool:
    """Return whether the bombs must go: after the run, or in an aborting or lightened plane."""
    return (
        state.mission.bomb_run.run_done
        or state.mission.flight.aborted
        or "lighten" in state.mission.decided
    )


def hang(state: State, bay: Bay) -> bool:
    """Return whether bombs hang after the run, or in a plane that aborts or is lightened."""
    return bombs_must_go(state) and bay.bombs and not stays_shut(state, bay)


def is_to_be_tried(state: State, bay: Bay) -> bool:
    """Return whether the pilot may still try a bay's jammed doors (note e of 7-3)."""
    shut = bay.doors == "jammed_shut" and not bay.pilot_tried
    return bombs_must_go(state) and bay.bombs and shut


def hanging(state: State) -> list[list[str]]:
    """Return the bays whose bombs hang, grouped by the tries that serve them.

    Note h of 4-9 gives one try for all the bombs, note f of 7-3 one for the bay that was hit.
    """
    bays = [name for name, bay in state.plane.bays.items() if hang(state, bay)]
    if state.mission.bomb_run.bombs_held:
        return [bays] if bays else []
    return [[name] for name in bays]


@rule("7-3.f.jettison", "Jettisoning bombs that hang")
@ruling(
    "a bomber whose hung bombs have fallen rejoins the formation, if nothing else keeps it away",
    rejected="it stays out of the formation for good",
    why="notes h of 4-9 and f of 7-3 let it leave in order to jettison; only the notes on jammed "
    "doors, g of 4-9 and e of 7-3, say that it leaves for good",
    option="hung_bombs",
)
def try_jettison(play: InPlay) -> Asks:
    """Once per turn the crew tries to jettison bombs that hang (notes h of 4-9 and f of 7-3).

    A man in the bay makes it easier. Before the run, jammed doors have not been tried from the
    cockpit yet, so that comes first.
    """
    if any(is_to_be_tried(play.state, bay) for bay in now.bays(play.state)):
        yield from try_from_cockpit(play)
        jettison(play)
    for names in hanging(play.state):
        play.state.mission.formation.apart.add("bombs that hang")
        if (yield from shake_loose(play, names, f"bombs {names[0]}")):
            let_fall(play, names)


def shake_loose(play: InPlay, bays: list[str], task: str) -> Asks:
    """Try once to drop the bombs of these bays or a tank. Return whether they fell."""
    subject = play.state.subject
    subject.bay = bays[0]
    what = f"{task.partition(' ')[0]} of {bays_words(bays)}"
    with subject.being(man_in_bay=now.on_task(play.state, task) is not None):
        labels = yield from resolve(play, "7-3.f.jettison", why=what)
    return "jettisoned" in labels


# ---------------------------------------------------------------- bay tanks


def why_drop(play: InPlay, bay: Bay) -> str:
    """Return why the commander may want to drop a tank. Empty tanks do no harm."""
    state = play.state
    if not bay.tank_fuel or stays_shut(state, bay):
        return ""
    if bay.tank_leaks:
        return "leaks"
    if now.pumps_out(state) == 2 or now.is_out(state, "fuel_transfer"):
        return "cannot be pumped over"
    return "may burn" if may_burn(play) else ""


def may_burn(play: InPlay) -> bool:
    """Return whether fighters, flak or the landing may come in this zone or the next."""
    state = play.state
    zone = state.mission.flight.zone
    ahead = zone - 1 if now.is_homeward(state) else zone + 1
    city = play.data.cities[state.mission.orders.city]
    among_enemies = city.zone(zone) is not None or city.zone(ahead) is not None
    return among_enemies or ahead == 0 or now.may_land_on_iwo_jima(state)


@rule("2.3.drop", "Bay tanks dropped")
@ruling(
    "asked when a tank with fuel in it begins to leak or can no longer be pumped over, and at "
    "the end of every turn in which fighters, flak or the landing are near; once ordered, it is "
    "tried every turn until the tank falls",
    rejected="asked every turn",
    why="note f of 7-3 leaves it to the player at any time; elsewhere nothing can hit a bay, so "
    "a later drop is just as good",
)
@ruling(
    "every attempt to drop a tank takes the roll of note f of 7-3, whether or not the release "
    "was hit",
    rejected="a tank whose release works falls without a roll",
    why="note h of 4-9 speaks of any attempt to jettison a tank",
)
def drop_bay_tanks(play: InPlay) -> Asks:
    """Each bay tank is dropped by a try of its own, separate from the bombs."""
    mission = play.state.mission
    for name, bay in play.state.plane.bays.items():
        why = why_drop(play, bay)
        wanted = f"drop {name}"
        ask_again = may_burn(play) or f"{name} {why}" not in mission.decided
        if why and wanted not in mission.decided and ask_again:
            mission.decided.add(f"{name} {why}")
            choices = {"keep": "keep it", "drop": "try to drop it every turn until it falls"}
            fuel = counted(bay.tank_fuel, "box", "boxes")
            prompt = f"The tank in the {name} bay {why} ({fuel}). Drop it?"
            at = {"drop": f"tank:{SECTION_OF[name]}"}
            answer = yield play.ask(
                prompt,
                choices,
                at=at,
                odds=lambda option, bay=name: odds_of_drop(play, bay) if option == "drop" else {},
                kind="drop",
            )
            if answer == "drop":
                mission.decided.add(wanted)
        if wanted not in mission.decided or stays_shut(play.state, bay):
            continue
        if not bay.tank_fuel or (yield from shake_loose(play, [name], f"tank {name}")):
            mission.decided.discard(wanted)
            bay.tank_leaks = False
            bay.tank_fuel = 0
            play.log("tank_dropped", bay=name)


def odds_of_drop(play: InPlay, name: str) -> Mapping[str, Fraction]:
    """Return the odds that a tank falls on the first try."""
    return play.odds(
        shake_loose,
        [name],
        f"tank {name}",
        read=lambda _, fell: "it falls" if fell else "it hangs this turn",
    )


# ---------------------------------------------------------------- doors and the portable motor


def waits_for_motor(state: State, bay: Bay) -> bool:
    """Return whether the motor could move the doors of a bay from this turn on.

    Jammed doors may be tried once, not before the turn after the run (notes g of 4-9 and e of 7-3).
    Without power, the motor runs on the generator at LO, before the run if the commander wants
    (note d of 7-10).
    """
    mission = state.mission
    if now.is_out(state, "motor") or bay.motor_tried:
        return False
    powerless = now.is_out(state, "door_controls")
    if powerless and (mission.flight.altitude != "lo" or not crewmen.generator_ready(state)):
        return False
    if mission.bomb_run.run_done or mission.flight.aborted:
        shut = bay.doors == "jammed_shut" or (powerless and bay.doors == "shut")
        return bay.doors == "open" or (shut and bay.bombs)
    return "open doors" in mission.decided and bay.doors != "open"


JAMMED = "7-3.e.motor"


def chart_of_motor(state: State, bay: Bay) -> str:
    """Return the chart for moving a bay's doors by motor, whether jammed or only without power."""
    jammed = bool(bay.jammed) or bay.doors_hit or not now.is_out(state, "door_controls")
    return JAMMED if jammed else "7-10.d"


@rule("7-3.e.motor", "Doors moved with the portable motor")
def work_doors(play: InPlay) -> Asks:
    """The man who has spent the turn in the bay moves the doors.

    Jammed or damaged doors are harder to move.
    """
    state = play.state
    mission = state.mission
    for name, bay in state.plane.bays.items():
        powerless = now.is_out(state, "door_controls")
        attended = not powerless or now.on_task(state, "generator") is not None
        if now.on_task(state, f"doors {name}") is None or not attended:
            continue
        chart = chart_of_motor(state, bay)
        bay.motor_tried = chart == JAMMED
        state.subject.bay = name
        labels = yield from resolve(play, chart)
        if "moved" not in labels:
            play.log("doors", bay=name, state=bay.doors)
            continue
        opened = bay.doors != "open"
        # With power, the doors shut again by themselves once the bombs have fallen.
        bay.doors = "open" if opened and powerless else "shut"
        bay.doors_hit = False
        play.log("doors", bay=name, state="opened" if opened else "shut")
        if opened:
            mission.formation.apart.add("open doors")
            if mission.bomb_run.run_done or mission.flight.aborted:
                jettison(play)


@effect("motor_burnt")
def motor_burnt(play: InPlay) -> None:
    play.state.plane.out.add("motor")


@effect("door_controls_out")
@rule("7-10.d", "Bomb bay doors without power")
def door_controls_out(play: InPlay) -> Asks:
    """Without power the commander may salvo the bombs at once.

    If he holds them, he may try the generator at LO before the target (note d of 7-10).
    """
    state = play.state
    state.plane.out.add("door_controls")
    if state.mission.flight.leg != "out" or not now.has_bombs(state):
        return
    choices = {"salvo": "salvo the bombs now, unarmed", "hold": "keep the bombs"}
    if crewmen.generator_ready(state):
        choices["generator"] = "descend to LO and open the doors with the generator"
    answer = yield play.ask(
        "The bomb bay doors have no power. What now?",
        choices,
        odds=lambda option: odds_without_power(play, option),
        kind="doors",
    )
    if answer == "salvo":
        yield from salvo(play)
    elif answer == "generator":
        state.mission.flight.stays_low = True
        state.mission.flight.altitude = "lo"
        state.mission.decided.add("open doors")


def odds_without_power(play: InPlay, option: str) -> Mapping[str, Fraction]:
    """Return the odds of what a salvo drops, or of one try at a bay's doors with the generator."""
    state = play.state
    if option == "salvo":
        return play.odds(salvo, read=lambda other, _: what_hangs(other.state))
    if option == "generator":
        tried = [bay for bay in now.bays(state) if bay.bombs]
        moves = chance_of(play, chart_of_motor(state, tried[0]), None, *NOT_MOVED)
        return {"the doors of a bay open": moves, "they stay shut this turn": 1 - moves}
    return {}


NOT_MOVED = ("jammed", Effect("motor_burnt"))


def what_hangs(state: State) -> str:
    left = [name for name, bay in state.plane.bays.items() if bay.bombs]
    return f"the {' and '.join(left)} bay keeps its bombs" if left else "all bombs fall"


@rule("7-10.d.salvo", "Bombs salvoed without power")
@ruling(
    "the emergency release also drops bombs whose release was hit or failed; only jammed or "
    "damaged doors can hold them",
    rejected="such bombs must be tried by hand, by note f of 7-3 or h of 4-9",
    why="note d of 7-10 names the doors as the only exception",
)
def salvo(play: InPlay) -> Asks:
    """The mechanical release drops the bombs.

    They fall through jammed doors only if the pilot gets them open.
    """
    state = play.state
    falling = []
    for name, bay in state.plane.bays.items():
        opened = ["opened"]
        if bay.doors == "jammed_shut" or bay.doors_hit:
            bay.pilot_tried = True
            state.subject.bay = name
            opened = yield from resolve(play, "7-3.e.pilot")
        if "opened" in opened:
            falling.append(name)
    leave_for_doors(state)
    state.mission.bomb_run.off_target = True
    state.mission.bomb_run.run_done = True
    state.mission.bomb_run.percent = 0
    let_fall(play, falling)
