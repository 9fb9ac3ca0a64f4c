"""Systems that fail, and hits on guns, rafts and extinguishers (charts of chapter 7)."""

from tabletop_core import Asks, rule

from ..questions import bomber as now
from ..state import InPlay
from .charts import carry_out, count_of, effect, with_rule_number

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
    def out(play: InPlay, generator: bool = False) -> None:
        fail(play, name, generator)


def fail(play: InPlay, name: str, generator: bool = False) -> None:
    """Put a system out of action. `generator` means that it only lacks electricity."""
    state = play.state
    if name not in state.plane.out:
        state.plane.out.add(name)
        if generator:
            state.plane.on_generator.add(name)
        play.log("system_out", system=name)
    elif not generator:
        state.plane.on_generator.discard(name)
    if name == "bombsight" and state.mission.bomb_run.on_the_run:
        state.mission.bomb_run.bombsight_hit_on_the_run = True


for _name in SYSTEMS:
    _system(_name)


@effect("brakes_weak")
@rule("7-10.5", "Brakes weak")
def brakes_weak(play: InPlay, generator: bool = False) -> None:
    """The brakes are weak: -2 on 8-1."""
    fail(play, "brakes", generator)


@effect("reservoir_hit")
@rule("7-1.5", "Hydraulic reservoir")
def reservoir_hit(play: InPlay, section: str) -> None:
    """A hit on the nose reservoir weakens the brakes. With both hit, none remain."""
    state = play.state
    state.plane.reservoirs.add(section)
    if section == "nose":
        fail(play, "brakes")
    if len(state.plane.reservoirs) == 2:
        play.log("system_out", system="brakes_wholly")


@effect("fuel_pump_out")
@rule("4-9.c", "Fuel transfer pump")
def fuel_pump_out(play: InPlay) -> None:
    """A pump fails or is hit. The two are counted separately (note c of 4-9, note g of 7-4)."""
    state = play.state
    key = "pump_hit" if state.subject.section == "aft_bomb_bay" else "pump_failed"
    if now.pumps_out(state) < 2:
        state.plane.hits[key] = state.plane.hits.get(key, 0) + 1
        play.log("system_out", system="fuel_pump")


@effect("gear_controls_out")
@rule("7-9.c", "Gear to be worked by hand")
def gear_controls_out(play: InPlay, gear: str = "", generator: bool = False) -> None:
    """The gear must be lowered by hand (note c of 7-9, notes e and f of 7-10)."""
    source = "electrics" if gear else "panel"
    for name in (gear,) if gear else ("main", "nose"):
        play.state.plane.out.add(f"{name}_gear_by_hand_{source}")
        if generator:
            play.state.plane.on_generator.add(f"{name}_gear_by_hand_{source}")


@effect("flap_controls_out")
def flap_controls_out(play: InPlay) -> None:
    electrics = "electrics" in play.state.plane.out
    play.state.plane.out.add("flaps_by_generator" if electrics else "flaps_by_motor")


@effect("electrics_out")
@rule("7-10.c", "Electrical failure")
def electrics_out(play: InPlay, chart: str) -> Asks:
    """Everything on the list fails, once (note c)."""
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
def gun_out(play: InPlay, gun: str) -> None:
    guns = play.state.plane.guns
    hit = [guns[name] for name in (guns if gun == "all" else (gun,)) if name in guns]
    if not all(one.out for one in hit):
        play.log("gun", gun=gun, state="out")
    for one in hit:
        one.out = True


@effect("gun_jams")
@rule("5-7.jam", "Gun jammed")
def gun_jams(play: InPlay, gun: str) -> None:
    """The gun cannot fire until its jam is cleared by 5-7.a, from the next turn on."""
    state = play.state
    state.plane.guns[gun].jammed = True
    state.plane.guns[gun].jammed_in_turn = state.mission.flight.turn
    play.log("gun", gun=gun, state="jammed")


@effect("gunsight_out")
def gunsight_out(play: InPlay, crew: str) -> None:
    play.state.plane.gunsights_out.add(crew)


@effect("feed_tray_hit")
def feed_tray_hit(play: InPlay) -> None:
    hits = play.state.plane.hits
    hits["feed_trays"] = hits.get("feed_trays", 0) + 1


@effect("lose_ammunition")
@rule("7-7", "Ammunition box hit")
def lose_ammunition(play: InPlay, gun: str, boxes: int | str) -> None:
    """The gun loses this many bursts."""
    which = play.state.plane.guns[gun]
    lost = count_of(play, boxes, with_rule_number(play, f"Bursts lost, {play.data.names[gun]}"))
    which.boxes = max(0, which.boxes - lost)
    play.log("bursts_lost", gun=gun, bursts=lost)


@effect("raft_hit")
def raft_hit(play: InPlay, bay: str) -> None:
    play.state.plane.rafts_hit.add(bay)


@effect("extinguisher_lost")
def extinguisher_lost(play: InPlay, section: str) -> None:
    play.state.plane.extinguishers.discard(section)
