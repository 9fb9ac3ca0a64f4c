"""Chapter 7: hits on sections and systems."""

from tabletop_core import Asks, Play, rule, ruling

from .. import situation as now
from ..charts import STATES, carry_out, chart, count_of, effect, look_up, read, resolve
from ..state import WINGS, State
from . import bailout, crewmen

WING_OF = {1: "port", 2: "port", 3: "starboard", 4: "starboard"}
BAY_OF = {"fwd_bomb_bay": "forward", "aft_bomb_bay": "aft"}
BESIDE = {1: 2, 2: 1, 3: 4, 4: 3}


@rule("7.1", "Damage to a section")
def damage(play: Play[State], section: str, count: int = 1) -> Asks:
    """So many rolls on the damage chart of a section."""
    state = play.state
    hand = state.hand
    for _ in range(count):
        before = (hand.section, hand.wing, hand.bay, hand.engine, hand.tank)
        hand.section = section
        hand.wing = section.partition("_")[0] if section.endswith("_wing") else hand.wing
        hand.bay = BAY_OF.get(section, "")
        state.plane.hits[section] = state.plane.hits.get(section, 0) + 1
        yield from resolve(play, "6-5.damage", at=section)
        hand.section, hand.wing, hand.bay, hand.engine, hand.tank = before


@chart("6-5.damage")
def damage_chart(play: Play[State], name: str, at: str) -> Asks:
    """Only points to the chart of the section; said by that chart itself."""
    result = play.data.tables[name].result(at)
    return (yield from carry_out(play, None if result == "none" else result))


@chart("7-5")
def damage_wing(play: Play[State], name: str, column: str, **how: object) -> Asks:
    """Both wings may be rolled for outside a hit on a section (4-3, 6-9)."""
    hand = play.state.hand
    before = hand.section, hand.wing
    hand.section, hand.wing = f"{column}_wing", column
    labels = yield from read(play, name, column=column)
    hand.section, hand.wing = before
    return labels


@effect("hits")
def hits(play: Play[State], section: str, count: int | str) -> Asks:
    yield from damage(play, section, count_of(play, count, f"hits on {section}"))


@effect("hits_rolled")
def hits_rolled(play: Play[State], chart: str, count: int | str) -> Asks:
    """So many hits, each placed by the chart."""
    for _ in range(count_of(play, count, "shell hits")):
        yield from damage(play, str(look_up(play, chart).result))


@effect("burst_inside")
@rule("6-4", "Burst inside the plane")
@ruling(
    "every man of the section rolls for a wound, a wing root takes two hits, bombs in a bay may "
    "go off; then the damage chart of the section is rolled twice",
    "section 7.1 is not in the booklet, which only says what a burst does on landing and to the "
    "hand gear of the aft bay",
)
def burst_inside(play: Play[State], chart: str) -> Asks:
    section = "superficial"
    while section == "superficial":
        section = str(look_up(play, chart).result)
    state = play.state
    state.plane.bursts.add(section)
    before = state.hand.section
    state.hand.section = section
    yield from resolve(play, "burst", at=section)
    state.hand.section = before
    yield from damage(play, section, 2)


@effect("look_up")
def look_up_row(play: Play[State], chart: str) -> Asks:
    """The row of a chart without dice that fits the present state."""
    at, how = ROWS[chart](play.state)
    return (yield from resolve(play, chart, at=at, **how))


def _row_of_bay(state: State) -> tuple[str, dict[str, str]]:
    bay = state.plane.bays[state.hand.bay]
    return ("tank" if bay.tank_fitted else "no_tank"), {}


def _row_of_bombs(state: State) -> tuple[str, dict[str, str]]:
    return ("bombs_aboard" if now.has_bombs(state) else "bombs_gone"), {}


def _row_of_pumps(state: State) -> tuple[str, dict[str, str]]:
    failed = state.plane.hits.get("pump_failed", 0)
    if now.pumps_out(state) == 2:
        return "both_out", {}
    if state.plane.hits.get("pump_hit", 0):
        return "one_hit", {}
    return ("one_failed" if failed else "both_work"), {}


def _row_of_debris(state: State) -> tuple[str, dict[str, str]]:
    return ("outboard" if state.hand.engine in (1, 4) else "inboard"), {}


def _row_of_squadron(state: State) -> tuple[str, dict[str, str]]:
    row = "out_of_formation" if now.out_of_formation(state) else state.mission.squadron
    return row, {"column": state.mission.altitude}


def _row_of_position(state: State) -> tuple[str, dict[str, str]]:
    row = "out_of_formation" if now.out_of_formation(state) else state.mission.position
    return row, {}


ROWS = {
    "7-3.5": _row_of_bay,
    "7-3.a.blast": _row_of_bombs,
    "7-4.g": _row_of_pumps,
    "7-5.m.debris": _row_of_debris,
    "5-3.a": _row_of_squadron,
    "5-3.h": _row_of_position,
}


@effect("nth_hit")
def nth_hit(play: Play[State], chart: str) -> Asks:
    """Count one more hit and read the row of that number."""
    counted = play.state.plane.hits
    counted[chart] = counted.get(chart, 0) + 1
    return (yield from resolve(play, chart, at=counted[chart]))


@effect("roll_on")
def roll_on(play: Play[State], chart: str) -> Asks:
    return (yield from resolve(play, chart))


# ---------------------------------------------------------------- what may be asked of the state

STATES |= {
    "after_mission_10": lambda s: s.mission.number > 10,
    "from_mission_15": lambda s: s.mission.number >= 15,
    "at_hi": lambda s: s.mission.altitude == "hi",
    "above_lo": lambda s: s.mission.altitude != "lo",
    "inbound": lambda s: s.mission.leg == "back",
    "before_bomb_run": now.before_bomb_run,
    "bombs_aboard": now.has_bombs,
    "in_formation": now.in_formation,
    "over_target": now.is_at_target,
    "pressurised": lambda s: now.is_pressurised(s, s.hand.section),
    "any_gunners_armed": lambda s: s.mission.gunners_armed != "none",
    "electrics_work": lambda s: "electrics" not in s.plane.out,
    "tail_ammunition_left": lambda s: s.plane.guns["tail_turret"].boxes > 0,
    "centre_tank_sound": lambda s: "centre" not in s.plane.leaking_tanks,
    "wing_tank_sound": lambda s: _tank(s) not in s.plane.leaking_tanks,
    "fuel_in_bay_tank": lambda s: s.plane.bays[s.hand.bay].tank_fuel > 0,
}


def _tank(state: State) -> str:
    return f"{state.hand.wing} {state.hand.tank}"


# ---------------------------------------------------------------- wings


@effect("wing_root_hit")
@rule("7-5.a", "Wing root hit")
def wing_root_hit(play: Play[State], wing: str, hits: int) -> Asks:
    """Note a: the fifth hit on a root takes the wing off."""
    state = play.state
    if wing == "engine_side":
        wing = WING_OF[state.hand.engine]
    for side in WINGS if wing == "both" else (wing,):
        state.plane.wing_roots[side] += hits
        play.log("wing_root", wing=side, hits=state.plane.wing_roots[side])
    if max(state.plane.wing_roots.values()) >= 5:
        yield from bailout.bail_out(play, "8-5", "wing lost")


@effect("flap_out")
def flap_out(play: Play[State]) -> None:
    play.state.plane.flaps_out.add(play.state.hand.wing)


@effect("aileron_out")
def aileron_out(play: Play[State]) -> None:
    play.state.plane.ailerons_out.add(play.state.hand.wing)


@effect("tank")
def tank(play: Play[State], which: str) -> None:
    play.state.hand.tank = which


@chart("7-5.e")
@rule("7-5.e", "Leak in a wing tank")
def wing_tank_leaks(play: Play[State], name: str, **how: object) -> Asks:
    """Note e: the same tank leaks once only."""
    play.state.plane.leaking_tanks.add(_tank(play.state))
    return (yield from read(play, name, **how))


@chart("7-3.b")
@rule("7-3.b", "Leak in the centre tanks")
def centre_tank_leaks(play: Play[State], name: str, **how: object) -> Asks:
    play.state.plane.leaking_tanks.add("centre")
    return (yield from read(play, name, **how))


@effect("bay_tank_leaks")
@rule("7-3.d", "Leak in a bomb bay tank")
def bay_tank_leaks(play: Play[State]) -> None:
    """Note d: a box each turn, from now on."""
    play.state.plane.bays[play.state.hand.bay].tank_leaks = True


@effect("main_gear")
@rule("7-5.12", "Main landing gear")
def main_gear(play: Play[State], state: str) -> None:
    play.state.plane.main_gear = state
    play.log("gear", gear="main", state=state)


# ---------------------------------------------------------------- nose and tail


@effect("nose_gear")
@rule("7-1.4", "Nose gear")
@ruling(
    "a gear destroyed while up stays up; destroyed while it hangs down it stays down",
    "the note tells the two apart by whether it was extended",
)
def nose_gear(play: Play[State], state: str) -> None:
    """The first hit by its roll; the second destroys it."""
    plane = play.state.plane
    if plane.nose_gear == "ok":
        plane.nose_gear = state
    elif plane.nose_gear in ("dropped", "wont_hold", "destroyed_down"):
        plane.nose_gear = "destroyed_down"
        play.state.mission.apart.add("nose gear down")
    else:
        plane.nose_gear = "destroyed"
    play.log("gear", gear="nose", state=plane.nose_gear)


@effect("tailplane_root_hit")
@rule("7-8", "Tailplane root hit")
def tailplane_root_hit(play: Play[State], side: str) -> Asks:
    """Note c: three hits take a tailplane off; without both nobody can stay."""
    roots = play.state.plane.tailplane_roots
    roots[side] += 1
    if all(hits >= 3 for hits in roots.values()):
        yield from bailout.bail_out(play, "8-5", "tailplanes lost")


@effect("elevator_out")
def elevator_out(play: Play[State], side: str) -> None:
    play.state.plane.elevators_out.add(side)


@effect("controls_out")
@rule("7-9.a", "Flight controls of a pilot")
def controls_out(play: Play[State], crew: str) -> Asks:
    """Note a: the two may change seats; with both sets gone the zones left are counted."""
    state = play.state
    state.plane.out.add(f"controls_{crew}")
    if now.is_hopeless_to_land(state) and state.plane.zones_left < 0:
        column = "no_autopilot" if now.is_out(state, "autopilot") else "autopilot"
        labels = yield from resolve(play, "7-9.a", column=column)
        state.plane.zones_left = int(labels[-1])
        if state.plane.zones_left == 0:
            yield from bailout.bail_out(play, "8-4", "no controls")


# ---------------------------------------------------------------- systems

SYSTEMS = (
    "ailerons",
    "alarm_bell",
    "autopilot",
    "bombsight",
    "elevators",
    "engine_bottles",
    "engine_cooling",
    "feathering",
    "fuel_indicators",
    "fuel_transfer",
    "generator",
    "gyro_compass",
    "intercom",
    "loran",
    "navigator_tools",
    "radar",
    "radio",
    "radio_compass",
    "rudder",
    "windshield",
)


def _system(name: str) -> None:
    @effect(f"{name}_out")
    def out(play: Play[State], generator: bool = False) -> None:
        fail(play, name, generator)


def fail(play: Play[State], name: str, generator: bool = False) -> None:
    """A system is out; `generator`: for want of electricity only."""
    state = play.state
    if name not in state.plane.out:
        state.plane.out.add(name)
        if generator:
            state.plane.on_generator.add(name)
        play.log("system_out", system=name)
    elif not generator:
        state.plane.on_generator.discard(name)
    if name == "bombsight" and (state.mission.on_the_run or state.mission.under_flak):
        state.mission.bombsight_hit_on_the_run = True


for _name in SYSTEMS:
    _system(_name)


@effect("brakes_weak")
@rule("7-10.5", "Brakes weak")
def brakes_weak(play: Play[State], generator: bool = False) -> None:
    fail(play, "brakes", generator)


@effect("reservoir_hit")
@rule("7-1.5", "Hydraulic reservoir")
def reservoir_hit(play: Play[State], section: str) -> None:
    """That of the nose weakens the brakes; both leave none."""
    state = play.state
    state.plane.reservoirs.add(section)
    if section == "nose":
        fail(play, "brakes")


@effect("windows_frosted")
@rule("4-9.a", "Windows frosted")
def windows_frosted(play: Play[State]) -> Asks:
    """Note a: abort and go down, or stay and risk a collision; the second time go down."""
    from . import zones

    mission = play.state.mission
    mission.frosted += 1
    if mission.frosted == 1 and mission.leg == "out":
        choices = {"abort": "abort and go down to LO", "stay": "stay at HI and risk a collision"}
        if (yield play.ask("The cockpit windows are frosted", choices)) == "stay":
            return
    elif mission.frosted == 1:
        choices = {"down": "go down to LO", "stay": "stay at HI and risk a collision"}
        if (yield play.ask("The cockpit windows are frosted", choices)) == "stay":
            return
    zones.abort(play)
    crewmen.go_low(play)
    mission.frosted = 0


@effect("fuel_pump_out")
@rule("4-9.c", "Fuel transfer pump")
def fuel_pump_out(play: Play[State]) -> None:
    """Note c of 4-9, note g of 7-4: failed pumps and hit pumps are told apart."""
    state = play.state
    key = "pump_hit" if state.hand.section == "aft_bomb_bay" else "pump_failed"
    if now.pumps_out(state) < 2:
        state.plane.hits[key] = state.plane.hits.get(key, 0) + 1
        play.log("system_out", system="fuel_pump")


@effect("gear_controls_out")
@rule("7-9.c", "Gear to be worked by hand")
def gear_controls_out(play: Play[State], gear: str = "", generator: bool = False) -> None:
    """Note c of 7-9, notes e and f of 7-10."""
    source = "electrics" if gear else "panel"
    for name in (gear,) if gear else ("main", "nose"):
        play.state.plane.out.add(f"{name}_gear_by_hand_{source}")
        if generator:
            play.state.plane.on_generator.add(f"{name}_gear_by_hand_{source}")


@effect("flap_controls_out")
def flap_controls_out(play: Play[State]) -> None:
    electrics = "electrics" in play.state.plane.out
    play.state.plane.out.add("flaps_by_generator" if electrics else "flaps_by_motor")


@effect("electrics_out")
@rule("7-10.c", "Electrical failure")
def electrics_out(play: Play[State], chart: str) -> Asks:
    """Note c: everything on the list fails, once."""
    state = play.state
    if "electrics" in state.plane.out:
        return
    state.plane.out.add("electrics")
    play.log("system_out", system="electrics")
    for row in play.data.tables[chart].rows:
        if row.result != "out":
            yield from carry_out(play, row.result)


# ---------------------------------------------------------------- guns, rafts, bottles


@effect("gun_out")
def gun_out(play: Play[State], gun: str) -> None:
    guns = play.state.plane.guns
    for name in guns if gun == "all" else (gun,):
        if name in guns:
            guns[name].out = True
    play.log("gun", gun=gun, state="out")


@effect("gun_jams")
@rule("5-7.jam", "Gun jammed")
def gun_jams(play: Play[State], gun: str) -> None:
    state = play.state
    state.plane.guns[gun].jammed = True
    state.plane.guns[gun].jammed_in_turn = state.mission.turn
    play.log("gun", gun=gun, state="jammed")


@effect("gunsight_out")
def gunsight_out(play: Play[State], crew: str) -> None:
    play.state.plane.gunsights_out.add(crew)


@effect("feed_tray_hit")
def feed_tray_hit(play: Play[State]) -> None:
    hits = play.state.plane.hits
    hits["feed_trays"] = hits.get("feed_trays", 0) + 1


@effect("lose_ammunition")
@rule("7-7", "Ammunition box hit")
def lose_ammunition(play: Play[State], gun: str, boxes: int | str) -> None:
    which = play.state.plane.guns[gun]
    which.boxes = max(0, which.boxes - count_of(play, boxes, "ammunition lost"))


@effect("raft_hit")
def raft_hit(play: Play[State], bay: str) -> None:
    play.state.plane.rafts_hit.add(bay)


@effect("extinguisher_lost")
def extinguisher_lost(play: Play[State], section: str) -> None:
    play.state.plane.extinguishers.discard(section)


@chart("7-11")
@rule("7-11", "Explosive decompression")
def decompress(play: Play[State], name: str, **how: object) -> Asks:
    """Of the section hit; nose and nav/radio share their pressure."""
    hand = play.state.hand
    if hand.section not in ("nose", "nav_radio", "waist", "tail"):
        hand.section = "waist"
    hand.decompressing = True
    labels = yield from read(play, name, **how)
    hand.decompressing = False
    return labels
