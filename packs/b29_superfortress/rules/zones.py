"""Chapter 4: from zone to zone."""

from fractions import Fraction

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import LEVELS, InPlay, State
from . import air, bombs, coming_down, crewmen, odds
from .charts import Down, effect, resolve, tell_formation

SLOW = "two turns a zone"
"""Why a slowed bomber stays in a zone."""


def enter(play: InPlay, zone: int) -> None:
    """Move to a zone and record what the gazetteer says about it."""
    mission = play.state.mission
    mission.flight.zone = zone
    mission.flight.entered = True
    mission.flight.be_off()
    mission.bomb_run.turns_over_target = 0
    mission.coming_down.sea = ""
    city = play.data.cities[mission.orders.city]
    listed = city.zone(zone)
    mission.flight.zone_modifier = listed.modifier if listed else 0
    below = now.terrain_of(play, zone)
    mission.flight.sea_below = "water" if below == now.SEA else "land"
    if mission.flight.leg == "out" and zone == mission.flight.target_zone:
        mission.flight.reached_target = True
    elif now.is_slow(play.state):
        mission.flight.stay(SLOW)
    mission.flight.was_slow = now.is_slow(play.state)
    play.log("zone", zone=zone, leg=mission.flight.leg, terrain=list(below))
    tell_formation(play)


# ---------------------------------------------------------------- movement and fuel


@rule("4.3", "Flying on")
@ruling(
    "two boxes per zone with bombs aboard, one without, one for the turn-around and for each "
    "extra turn",
    rejected="the same number of boxes in every zone",
    why="section 4.3 is not in the booklet; its notes imply these numbers",
)
def fly_on(play: InPlay) -> Asks:
    """The bomber flies to the next zone and burns fuel for it.

    Turns lost in a zone are spent first, for one box each. Turning for home over the target takes a
    turn.
    """
    state = play.state
    mission = state.mission
    begin_turn(play)
    try:
        if mission.flight.turns_left > 0:
            mission.flight.extra_turn = True
            play.log("still", zone=mission.flight.zone, why=mission.flight.spend_turn())
            yield from burn(play, 1)
        elif mission.flight.leg == "out" and (mission.flight.turning or now.is_at_target(state)):
            yield from burn(play, 1)
            turn_for_home(play)
        else:
            yield from count_zones_left(play)
            yield from burn(play, 2 if now.has_bombs(state) else 1)
            enter(play, mission.flight.zone + (1 if mission.flight.leg == "out" else -1))
            yield from change_altitude(play)
    except Down:
        return


def begin_turn(play: InPlay) -> None:
    mission = play.state.mission
    mission.flight.turn += 1
    mission.flight.entered = mission.flight.extra_turn = False
    mission.combat.evasive = mission.combat.searchlight = mission.bomb_run.evaded_on_the_run = False
    mission.combat.resistance = "none"
    mission.combat.fighters = []
    mission.combat.noted = set()
    mission.opened = set()
    mission.flight.fixes = set()
    mission.generator_feeds = ""
    mission.bomb_run.flak_met = False
    crewmen.come_back(play)
    mission.formation.apart_turns = max(0, mission.formation.apart_turns - 1)
    air.repressurise(play)


@rule("4.3.turn", "Turn for home")
def turn_for_home(play: InPlay) -> None:
    """The bomber turns in its zone and flies home from then on."""
    mission = play.state.mission
    mission.flight.leg = "back"
    mission.flight.turning = False
    mission.flight.was_slow = now.is_slow(play.state)
    mission.flight.be_off()
    if mission.flight.was_slow:
        mission.flight.stay(SLOW)
    play.log("turned", zone=mission.flight.zone)


def count_zones_left(play: InPlay) -> Asks:
    """Count down the zones that a damaged plane can still enter (note a of 7-9, and 7.2)."""
    plane = play.state.plane
    if plane.zones_left == 0:
        yield from coming_down.come_down(play, "could be flown no farther")
    plane.zones_left = max(-1, plane.zones_left - 1)


def is_auxiliary_fuel_usable(state: State) -> bool:
    tanks = any(bay.tank_fuel for bay in now.bays(state))
    return tanks and now.pumps_out(state) < 2 and not now.is_out(state, "fuel_transfer")


@rule("4.3.fuel", "Fuel")
@ruling(
    "auxiliary boxes are used first; with one pump, the first failed attempt stops them for the "
    "turn",
    rejected="the commander chooses the tank every turn",
    why="fuel that leaks or cannot be pumped later is best burnt first",
)
def burn(play: InPlay, boxes: int) -> Asks:
    """The bomber uses up boxes. With empty tanks, 4-1 decides whether it still gets there."""
    state = play.state
    mission = state.mission
    flows = is_auxiliary_fuel_usable(state)
    before = now.fuel_aboard(state)
    for _ in range(boxes):
        if flows and now.pumps_out(state) == 1 and any(b.tank_fuel for b in now.bays(state)):
            flows = "auxiliary_fuel_flows" in (yield from resolve(play, "4-9.c"))
        bay = next((bay for bay in now.bays(state) if bay.tank_fuel), None)
        if flows and bay is not None:
            bay.tank_fuel -= 1
        elif mission.flight.fuel > 0:
            mission.flight.fuel -= 1
        else:
            yield from resolve(play, "4-1")
            break
    left = now.fuel_aboard(state)
    play.log(
        "burnt", boxes=before - left, main=mission.flight.fuel, tanks=left - mission.flight.fuel
    )
    for bay in now.bays(state):
        if bay.tank_leaks:
            bay.tank_fuel = max(0, bay.tank_fuel - 1)


@effect("out_of_fuel")
@rule("4-1", "Out of fuel")
def out_of_fuel(play: InPlay) -> Asks:
    """The last box is gone and 4-1 failed. The bomber comes down here."""
    yield from coming_down.come_down(play, "out of fuel")


@effect("lose_fuel")
def lose_fuel(play: InPlay, boxes: int, why: str = "") -> None:
    flight = play.state.mission.flight
    flight.fuel = max(0, flight.fuel - boxes)
    tell_fuel(play, -boxes, why)


@effect("regain_fuel")
def regain_fuel(play: InPlay, boxes: int, why: str = "") -> None:
    flight = play.state.mission.flight
    flight.fuel = min(play.data.aircraft.main_fuel, flight.fuel + boxes)
    tell_fuel(play, boxes, why)


def tell_fuel(play: InPlay, change: int, why: str) -> None:
    main = play.state.mission.flight.fuel
    play.log("fuel", change=change, main=main, tanks=now.fuel_aboard(play.state) - main, why=why)


@rule("4.1", "Altitude")
@ruling(
    "one step up per zone from zone 2 to the altitude of the mission, and down to LO in zone 1 "
    "on the way home; after a dive, up again one step per turn",
    rejected="the bomber flies at the altitude of its mission from zone 2 out to zone 2 back",
    why="section 4.1 is not in the booklet; take-off is at LO (3-2)",
)
@ruling(
    "a bomber that has dived climbs back without being asked",
    rejected="the commander may stay at LO for the sake of men without pressure",
    why="4-3 counts the turns that it takes to regain the altitude of the mission and leaves no "
    "choice; before cold or thin air harms anybody the commander may descend, and then stays low",
)
def change_altitude(play: InPlay) -> Asks:
    """The bomber climbs one step per turn between LO, MED and HI, and descends to LO near home."""
    mission = play.state.mission
    if mission.flight.leg == "back" and mission.flight.zone <= 1:
        level = "lo"
    elif mission.flight.stays_low or mission.flight.zone < 2:
        return
    else:
        height = LEVELS.index(mission.flight.altitude)
        level = LEVELS[height + (height < LEVELS.index(mission.orders.planned))]
    if level != mission.flight.altitude:
        if mission.flight.altitude == "lo" and "cannot_repressurise" in play.state.plane.out:
            mission.depressurised = True
        mission.flight.altitude = level
        play.log("altitude", level=level)
        yield from air.breathe(play)


@rule("4.1.climb", "Climb back")
def climb_back(play: InPlay) -> Asks:
    """After a dive the bomber climbs in a turn in which it enters no new zone."""
    if not play.state.mission.flight.entered:
        yield from change_altitude(play)


# ---------------------------------------------------------------- abort


def may_turn_back(state: State) -> bool:
    """Return whether the bomber may still turn back before the target, with or without bombs."""
    mission = state.mission
    bombed = mission.bomb_run.run_done and now.is_at_target(state)
    return mission.flight.leg == "out" and not (
        bombed or mission.flight.aborted or mission.flight.turning
    )


def has_far_to_go(state: State) -> bool:
    """Return whether more than one zone separates the bomber from the target zone."""
    mission = state.mission
    return mission.flight.leg == "out" and mission.flight.target_zone - mission.flight.zone > 1


@effect("may_abort")
@rule("4.7", "Permission to abort")
def may_abort(play: InPlay, once: str = "") -> Asks:
    """The commander may abort the mission."""
    # `once` names a cause that is not asked about again.
    decided = play.state.mission.decided
    if not may_turn_back(play.state) or f"abort for {once}" in decided:
        return
    if once:
        decided.add(f"abort for {once}")
    answer = yield play.ask(
        "The damage is a reason to turn back. Abort the mission?",
        press_on_or_abort(play.state),
        at=where_to(play.state),
        kind="press_on",
        odds=lambda option: odds_of_way(play, option),
    )
    if answer == "abort":
        abort(play)


def odds_of_way(play: InPlay, option: object) -> dict[str, Fraction]:
    """Return the odds that the fuel lasts, for pressing on or for turning back now."""
    missing = now.fuel_missing(play.state)
    if option == "abort":
        [missing] = play.odds(abort, read=lambda other, _: now.fuel_missing(other.state))
    return odds.odds_of_fuel(play, missing)


def press_on_or_abort(state: State) -> dict[str, str]:
    credit = "" if state.mission.flight.reached_target else "; the mission does not count"
    first = "drop the bombs, " if now.has_bombs(state) else ""
    return {
        "press_on": f"press on for the target in zone {state.mission.flight.target_zone}",
        "abort": f"{first}turn for home{credit}",
    }


def where_to(state: State) -> dict[str, str]:
    """Return what to touch for pressing on and for turning for home."""
    target = now.place(state, state.mission.flight.target_zone)
    return {"press_on": target, "abort": now.place(state, 0)}


@effect("must_abort")
@rule("4.7.abort", "Abort")
@ruling(
    "the bomber jettisons its bombs, leaves the formation and turns in its next turn",
    rejected="it may keep its bombs, or turns in the same turn",
    why="section 4.7 is not in the booklet; 3-1 gives the time of landing by the zone",
)
def abort(play: InPlay) -> None:
    """The bomber breaks off the mission, drops its bombs and turns for home."""
    state = play.state
    if not may_turn_back(state):
        return
    mission = state.mission
    mission.flight.aborted = mission.flight.turning = True
    mission.flight.aborted_in = max(1, mission.flight.zone)
    mission.formation.apart.add("aborted")
    play.log("aborted", zone=mission.flight.zone)
    bombs.jettison(play)
