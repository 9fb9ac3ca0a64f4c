"""Chapter 7: hits on sections and systems."""

from collections.abc import Mapping
from fractions import Fraction

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import bomber as now
from ..shown.words import said
from ..state import WINGS, InPlay, State
from . import bailout, crewmen
from .charts import (
    STATES,
    carry_out,
    chances,
    chart,
    count_of,
    effect,
    look_up,
    read,
    resolve,
    with_rule_number,
)

WING_OF = {1: "port", 2: "port", 3: "starboard", 4: "starboard"}
BAY_OF = {"fwd_bomb_bay": "forward", "aft_bomb_bay": "aft"}
BESIDE = {1: 2, 2: 1, 3: 4, 4: 3}


@rule("7.1", "Damage to a section")
def damage(play: InPlay, section: str, count: int = 1) -> Asks:
    """Each hit on a section is a roll on that section's damage chart."""
    state = play.state
    of = state.subject
    bay = BAY_OF.get(section, "")
    for _ in range(count):
        state.plane.hits[section] = state.plane.hits.get(section, 0) + 1
        with of.being(section=section, wing=of.wing, bay=bay, engine=of.engine, tank=of.tank):
            yield from resolve(play, "6-5.damage", at=section)


@chart("6-5.damage")
def damage_chart(play: InPlay, name: str, at: str) -> Asks:
    """Go straight to the chart of the section, which announces itself."""
    result = play.data.tables[name].result(at)
    return (yield from carry_out(play, None if result == "none" else result))


@chart("7-5")
def damage_wing(play: InPlay, name: str, column: str, **how: object) -> Asks:
    """Roll for the wing named, because 4-3 and 6-9 damage wings without a hit on a section."""
    with play.state.subject.being(section=f"{column}_wing", wing=column):
        return (yield from read(play, name, column=column))


@effect("hits")
def hits(play: InPlay, section: str, count: int | str) -> Asks:
    yield from damage(
        play, section, count_of(play, count, with_rule_number(play, f"Hits on the {said(section)}"))
    )


@effect("hits_rolled")
def hits_rolled(play: InPlay, chart: str, count: int | str) -> Asks:
    """Apply this many hits, each placed by the chart."""
    for _ in range(count_of(play, count, with_rule_number(play, "Shell hits"))):
        yield from damage(play, str(look_up(play, chart).result))


@effect("burst_inside")
@rule("6-4", "Burst inside the plane")
@ruling(
    "every man in the section rolls for a wound, a wing root takes two hits, and bombs in a bay "
    "may go off; then the section's damage chart is rolled twice",
    rejected="an explosion destroys the bomber",
    why="section 7.1 is not in the booklet, which only says what a burst does on landing and to "
    "the hand gear of the aft bay",
)
def burst_inside(play: InPlay, chart: str) -> Asks:
    """A shell bursts in a section. Its men may be wounded, and the section is hit twice."""
    section = "superficial"
    while section == "superficial":
        section = str(look_up(play, chart).result)
    state = play.state
    state.plane.bursts.add(section)
    with state.subject.being(section=section, bay=BAY_OF.get(section, "")):
        yield from resolve(play, "burst", at=section)
    yield from damage(play, section, 2)


@effect("look_up")
def look_up_row(play: InPlay, chart: str) -> Asks:
    """Look up the row of a chart without dice that fits the present state."""
    at, how = ROWS[chart](play.state)
    return (yield from resolve(play, chart, at=at, **how))


def _row_of_bay(state: State) -> tuple[str, dict[str, str]]:
    bay = state.plane.bays[state.subject.bay]
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
    return ("outboard" if state.subject.engine in (1, 4) else "inboard"), {}


def _row_of_squadron(state: State) -> tuple[str, dict[str, str]]:
    row = "out_of_formation" if now.out_of_formation(state) else state.mission.orders.squadron
    return row, {"column": state.mission.flight.altitude}


def _row_of_position(state: State) -> tuple[str, dict[str, str]]:
    row = "out_of_formation" if now.out_of_formation(state) else state.mission.orders.position
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
def nth_hit(play: InPlay, chart: str) -> Asks:
    """Count one more hit and read the row with that number."""
    counted = play.state.plane.hits
    counted[chart] = counted.get(chart, 0) + 1
    return (yield from resolve(play, chart, at=counted[chart]))


@effect("roll_on")
def roll_on(play: InPlay, chart: str) -> Asks:
    return (yield from resolve(play, chart))


# ---------------------------------------------------------------- states that results test

STATES |= {
    "after_mission_10": lambda s: s.mission.number > 10,
    "from_mission_15": lambda s: s.mission.number >= 15,
    "at_hi": lambda s: s.mission.flight.altitude == "hi",
    "above_lo": lambda s: s.mission.flight.altitude != "lo",
    "inbound": lambda s: s.mission.flight.leg == "back",
    "before_bomb_run": now.before_bomb_run,
    "bombs_aboard": now.has_bombs,
    "bombs_in_bay": lambda s: s.plane.bays[s.subject.bay].bombs,
    "in_formation": now.in_formation,
    "over_target": now.is_at_target,
    "pressurised": lambda s: now.is_pressurised(s, s.subject.section),
    "blisters_sound": lambda s: "blister" not in s.plane.out,
    "any_gunners_armed": lambda s: s.mission.orders.gunners_armed != "none",
    "electrics_work": lambda s: "electrics" not in s.plane.out,
    "tail_ammunition_left": lambda s: s.plane.guns["tail_turret"].boxes > 0,
    "centre_tank_sound": lambda s: "centre" not in s.plane.leaking_tanks,
    "fuel_in_bay_tank": lambda s: s.plane.bays[s.subject.bay].tank_fuel > 0,
}


def _tank(state: State) -> str:
    return f"{state.subject.wing} {state.subject.tank}"


# ---------------------------------------------------------------- wings


@effect("wing_root_hit")
@rule("7-5.a", "Wing root hit")
def wing_root_hit(play: InPlay, wing: str, hits: int) -> Asks:
    """The fifth hit on a wing root takes the wing off (note a)."""
    state = play.state
    if wing == "engine_side":
        wing = WING_OF[state.subject.engine]
    for side in WINGS if wing == "both" else (wing,):
        state.plane.wing_roots[side] += hits
        play.log("wing_root", wing=side, hits=state.plane.wing_roots[side])
    if max(state.plane.wing_roots.values()) >= 5:
        yield from bailout.bail_out(play, "8-5", "wing lost")


@effect("flap_out")
def flap_out(play: InPlay) -> None:
    play.state.plane.flaps_out.add(play.state.subject.wing)


@effect("aileron_out")
def aileron_out(play: InPlay) -> None:
    play.state.plane.ailerons_out.add(play.state.subject.wing)


@effect("tank")
def tank(play: InPlay, which: str) -> None:
    play.state.subject.tank = which


@chart("7-5.9.hit")
@rule("7-5.9", "Wing tank hit")
def strike_wing_tank(play: InPlay, name: str, **how: object) -> Asks:
    """A hit on a tank that already leaks has no effect (note e)."""
    if _tank(play.state) in play.state.plane.leaking_tanks:
        play.log("no_effect", what="", missing="wing_tank_sound")
        return
    yield from read(play, name, **how)


@chart("7-5.e")
@rule("7-5.e", "Leak in a wing tank")
def wing_tank_leaks(play: InPlay, name: str, **how: object) -> Asks:
    """A wing tank leaks only once (note e)."""
    play.state.plane.leaking_tanks.add(_tank(play.state))
    return (yield from read(play, name, **how))


@chart("7-3.b")
@rule("7-3.b", "Leak in the centre tanks")
def centre_tank_leaks(play: InPlay, name: str, **how: object) -> Asks:
    """The centre tanks leak, by 7-3.b. They leak only once."""
    play.state.plane.leaking_tanks.add("centre")
    return (yield from read(play, name, **how))


@effect("bay_tank_leaks")
@rule("7-3.d", "Leak in a bomb bay tank")
def bay_tank_leaks(play: InPlay) -> None:
    """The tank loses a box every turn, the first at once (note d)."""
    bay = play.state.plane.bays[play.state.subject.bay]
    if not bay.tank_leaks:
        bay.tank_leaks = True
        bay.tank_fuel = max(0, bay.tank_fuel - 1)


@effect("main_gear")
@rule("7-5.12", "Main landing gear")
@ruling(
    "gear that hangs down and is hit as inoperable still hangs, and note o raises it",
    rejected="it can be neither raised nor lowered",
    why="note n speaks of gear that does not come down",
)
def main_gear(play: InPlay, state: str) -> None:
    """The main gear of the wing in hand is hit."""
    wing, gear = play.state.subject.wing, play.state.plane.main_gear
    if gear[wing] != "dropped":
        gear[wing] = state
    play.log("gear", gear=f"{wing} main", state=gear[wing])


# ---------------------------------------------------------------- nose and tail


@effect("nose_gear")
@rule("7-1.4", "Nose gear")
@ruling(
    "gear destroyed while up stays up; destroyed while hanging down, it stays down",
    rejected="destroyed gear always drags",
    why="the note distinguishes the two by whether the gear was extended",
)
@ruling(
    "gear that will not hold stays up until the landing: hit again, it keeps its -4, and "
    "nothing drags",
    rejected="it hangs and drags from the moment it is hit",
    why="in the note it drags only if it is extended",
)
def nose_gear(play: InPlay, state: str) -> None:
    """The first hit takes effect by its roll. The second destroys the gear."""
    plane = play.state.plane
    if plane.nose_gear == "ok":
        plane.nose_gear = state
    elif plane.nose_gear in ("dropped", "destroyed_down"):
        plane.nose_gear = "destroyed_down"
        play.state.mission.formation.apart.add("nose gear down")
    elif plane.nose_gear != "wont_hold":
        plane.nose_gear = "destroyed"
    play.log("gear", gear="nose", state=plane.nose_gear)


@effect("tailplane_root_hit")
@rule("7-8", "Tailplane root hit")
def tailplane_root_hit(play: InPlay, side: str) -> Asks:
    """Three hits take off a tailplane. With both gone, everyone must bail out (note c)."""
    roots = play.state.plane.tailplane_roots
    roots[side] += 1
    if all(hits >= 3 for hits in roots.values()):
        yield from bailout.bail_out(play, "8-5", "tailplanes lost")


@effect("elevator_out")
def elevator_out(play: InPlay, side: str) -> None:
    play.state.plane.elevators_out.add(side)


@effect("controls_out")
@rule("7-9.a", "A pilot's flight controls")
def controls_out(play: InPlay, crew: str) -> Asks:
    """Pilot and copilot may change seats.

    With both sets of controls gone, the bomber can fly only a few more zones (note a).
    """
    state = play.state
    plane = state.plane
    plane.out.add(f"controls_{crew}")
    hopeless = now.is_hopeless_to_land(state) and "controls" not in plane.limited_by

    def zones_left(item: str) -> Mapping[str, Fraction]:
        column = "autopilot" if item == "autopilot" else "no_autopilot"
        told = chances(play, "7-9.a", column=column)
        return {f"{counted(zones, 'zone')} more": chance for zones, chance in told}

    if hopeless and state.mission.flight.altitude == "lo":
        yield from crewmen.feed_from_generator(play, ("autopilot",), odds=zones_left)
    if hopeless:
        column = "no_autopilot" if now.is_out(state, "autopilot") else "autopilot"
        labels = yield from resolve(play, "7-9.a", column=column)
        plane.limit_zones("controls", int(labels[-1]))
        if plane.zones_left == 0:
            yield from bailout.bail_out(play, "8-4", "no controls")


@chart("7-11")
@rule("7-11", "Explosive decompression")
def decompress(play: InPlay, name: str, **how: object) -> Asks:
    """The section hit loses its pressure at once. Nose and nav/radio share theirs."""
    subject = play.state.subject
    if subject.section not in ("nose", "nav_radio", "waist", "tail"):
        subject.section = "waist"
    with subject.being(decompressing=True):
        return (yield from read(play, name, **how))
