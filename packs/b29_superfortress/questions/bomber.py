"""Queries about the bomber, its crew and its position, shared by many rules."""

from typing import NamedTuple

from ..state import CREW, FORWARD, GUNNERS, PRESSURISED, Bay, Engine, Fighter, InPlay, Man, State

NOVICE_UP_TO = 7
PRACTISED_FROM = 8
VETERAN_FROM = 14
SEA = ("water",)
UNFEATHERED = ("drags", "windmilling", "runaway")


def in_zones(text: str, zone: int) -> bool:
    """Return whether a zone is among zones written as `3-14` or `none`."""
    if text == "none":
        return False
    first, _, last = text.partition("-")
    return int(first) <= zone <= int(last or first)


def is_zone_night(state: State) -> bool:
    """Return whether it is night in the current zone, by 3-1."""
    mission = state.mission
    turned = mission.flight.leg == "back" and state.aborted_light == "way"
    goes_back = mission.flight.reached_target or turned
    zones = mission.orders.ditch_back_night if goes_back else mission.orders.ditch_out_night
    return in_zones(zones, max(mission.flight.zone, 1))


def is_landing_night(state: State) -> bool:
    """Return whether it is night for a landing at the base or elsewhere in this zone, by 3-1."""
    mission = state.mission
    if mission.flight.zone > 0:
        return is_zone_night(state)
    if mission.flight.aborted_in and not mission.flight.reached_target:
        return in_zones(mission.orders.abort_out_night, mission.flight.aborted_in)
    return (mission.orders.landing if mission.flight.turn else mission.orders.take_off) == "night"


def man_at(state: State, post: str) -> Man | None:
    """Return the man who fills a position, if he is aboard."""
    own = state.crew[post]
    if own.works_at == post and own.aboard:
        return own
    for name in CREW:
        man = state.crew[name]
        if man.works_at == post and man.aboard:
            return man
    return None


def fit_at(state: State, post: str) -> Man | None:
    """Return the man who fills a position, if he can do its duty."""
    man = man_at(state, post)
    return man if man is not None and man.is_fit else None


def on_task(state: State, task: str) -> Man | None:
    """Return the man sent for a task this turn, if he can do it."""
    for post, errand in state.mission.errands.items():
        if errand.task == task and state.crew[post].is_fit:
            return state.crew[post]
    return None


def post_of(state: State, man: Man) -> str:
    """Return the post that a man fills, even while he is away from it for the turn."""
    errand = state.mission.errands.get(man.post)
    return man.works_at if errand is None else errand.post


def own_man_fit(state: State, post: str) -> bool:
    """Return whether this position's own man is fit and at it."""
    man = state.crew[post]
    return man.works_at == post and man.is_fit


def aboard(state: State) -> list[Man]:
    """Return all living men aboard, in order of position."""
    return [man for man in state.crew.values() if man.aboard and not man.fate]


def fit_men(state: State) -> list[Man]:
    return [man for man in state.crew.values() if man.is_fit]


def in_section(state: State, section: str) -> list[Man]:
    """Return the men in a section; nose and nav/radio are one cabin only for pressure."""
    return [man for man in aboard(state) if man.section == section]


def is_friendly(state: State, place: str) -> bool:
    """Return whether men who come down there are among friends (8.4)."""
    number = state.mission.number
    return (
        place == "base"
        or (place == "iwo_jima" and number >= 11)
        or (place == "okinawa" and number >= 16)
    )


def was_ordered_aboard(state: State, man: Man) -> bool:
    """Return whether a man flies. By 2-7 gunners may stay at home."""
    aboard = state.mission.orders.gunners_aboard
    return man.post not in GUNNERS or aboard in ("all", man.post.removesuffix("_gunner"))


def is_homeward(state: State) -> bool:
    """Return whether the bomber is on the way back, or about to turn for home."""
    return state.mission.flight.leg == "back" or state.mission.flight.turning


def may_land_on_iwo_jima(state: State) -> bool:
    """Return whether the bomber is homeward in zone 6, with the island in friendly hands (8.4)."""
    return state.mission.flight.zone == 6 and is_homeward(state) and is_friendly(state, "iwo_jima")


def place(state: State, zone: int) -> str:
    """Return what to touch for a zone: the bomber where it lies on it, so that a finger sees it."""
    return "bomber" if zone == state.mission.flight.zone else f"zone_{zone}"


def terrain_of(play: InPlay, zone: int) -> tuple[str, ...]:
    """Return the terrain of a zone: by the gazetteer, else the sea; Iwo Jima in zone 6.

    Where the bomber is forced down, only what was rolled for is left (2-9).
    """
    mission = play.state.mission
    if mission.coming_down.terrain and zone == mission.flight.zone:
        return (mission.coming_down.terrain,)
    city = play.data.cities[play.state.mission.orders.city]
    listed = city.zone(zone)
    if listed is not None:
        return tuple(listed.terrain)
    return ("water", "iwo_jima") if zone == 6 else SEA


def is_novice(state: State, post: str) -> bool:
    man = state.crew[post]
    return own_man_fit(state, post) and man.missions <= NOVICE_UP_TO


def is_veteran(state: State, post: str) -> bool:
    man = state.crew[post]
    return own_man_fit(state, post) and man.missions >= VETERAN_FROM and not man.shaken


def stopped_engines(state: State) -> list[Engine]:
    return [engine for engine in state.plane.engines.values() if not engine.running]


def engines_out(state: State) -> int:
    return sum(not engine.running for engine in state.plane.engines.values())


def engines_impaired(state: State) -> int:
    """Return how many engines are out or below full power."""
    return sum(not engine.is_sound for engine in state.plane.engines.values())


def trouble_with_engines(state: State) -> str:
    """Return the key of the commander's orders for this number of engines out or weak."""
    return f"engines {engines_out(state)} out of {engines_impaired(state)} impaired"


def props(state: State, kind: str) -> list[int]:
    return [n for n, engine in state.plane.engines.items() if engine.prop == kind]


def is_out(state: State, system: str) -> bool:
    """Return whether a system has failed and the generator does not power it this turn."""
    return system in state.plane.out and state.mission.generator_feeds != system


def has_bombs(state: State) -> bool:
    return any(bay.bombs for bay in state.plane.bays.values())


def bays(state: State) -> list[Bay]:
    return list(state.plane.bays.values())


def holds_bombs(state: State, bay: Bay) -> bool:
    """Return whether a bay's bombs fall only by hand: its release is out, or an event holds all."""
    return bay.release_out or state.mission.bomb_run.bombs_held


def fuel_aboard(state: State) -> int:
    return state.mission.flight.fuel + sum(bay.tank_fuel for bay in bays(state))


def fuel_needed(state: State) -> int:
    """Return the boxes to the target, if it is still ahead, and home, at the current speed."""
    flight = state.mission.flight
    if is_homeward(state):
        return flight.turns_left + flight.turning + fuel_home(state, flight.zone)
    return fuel_to(state, flight.target_zone) + 1 + fuel_home(state, flight.target_zone)


def fuel_missing(state: State) -> int:
    """Return the boxes that the way home needs beyond those aboard; negative if some are spare."""
    return fuel_needed(state) - fuel_aboard(state)


def saves_iwo_jima(state: State) -> bool:
    """Return whether the fuel is short of the base but reaches Iwo Jima on the way home (8.4)."""
    flight = state.mission.flight
    farthest = flight.zone if is_homeward(state) else flight.target_zone
    missing = fuel_missing(state)
    is_on_the_way = farthest > 6 and is_friendly(state, "iwo_jima")
    return is_on_the_way and 0 < missing <= fuel_home(state, 6)


class Pace(NamedTuple):
    """The boxes of fuel along a way: for one zone, and for each of the others."""

    one: int
    others: int

    def over(self, zones: int) -> int:
        return self.one + self.others * (zones - 1) if zones else 0


def pace_out(state: State) -> Pace:
    """Return the boxes for the next zone on the way out, and for those after it."""
    boxes = 2 if has_bombs(state) else 1
    return Pace(boxes, boxes + is_slow(state))


def pace_home(state: State) -> Pace:
    """Return the boxes for the last zone on the way home, and for those before it."""
    flight = state.mission.flight
    if flight.leg == "back" or flight.turning:
        boxes = 2 if has_bombs(state) else 1
        slowly = boxes + (is_slow(state) or doors_stay_open(state))
        return Pace(slowly if flight.turning else boxes, slowly)
    # By then the bombs are gone, and so is the drag that counts only with bombs aboard.
    each = 1 + (drags(state) or doors_stay_open(state) or engines_out(state) >= 2)
    return Pace(each, each)


def fuel_to(state: State, zone: int) -> int:
    """Return the boxes to a zone ahead on the way out, including the turns left in this one."""
    flight = state.mission.flight
    return flight.turns_left + pace_out(state).over(zone - flight.zone)


def fuel_home(state: State, zone: int) -> int:
    """Return the boxes from a zone to the base."""
    return pace_home(state).over(zone)


def fuel_outbound(state: State) -> dict[int, int]:
    """Return the boxes expected in each zone ahead on the way out."""
    flight = state.mission.flight
    if is_homeward(state):
        return {}
    have, pace = fuel_aboard(state), pace_out(state)
    left = have - flight.turns_left
    ahead = range(flight.zone + 1, flight.target_zone + 1)
    return {flight.zone: have} | {zone: left - pace.over(zone - flight.zone) for zone in ahead}


def fuel_homeward(state: State) -> dict[int, int]:
    """Return the boxes expected in each zone on the way home."""
    flight = state.mission.flight
    farthest = flight.zone if is_homeward(state) else flight.target_zone
    to_spare, pace = fuel_aboard(state) - fuel_needed(state), pace_home(state)
    return {zone: to_spare + pace.over(zone) for zone in range(farthest + 1)}


def before_bomb_run(state: State) -> bool:
    return not state.mission.bomb_run.run_done and not state.mission.flight.aborted


def is_at_target(state: State) -> bool:
    return state.mission.flight.zone == state.mission.flight.target_zone


def is_urban(state: State) -> bool:
    return state.mission.orders.kind == "urban_area"


def pumps_out(state: State) -> int:
    """Return how many of the two fuel transfer pumps have failed or been hit."""
    hits = state.plane.hits
    return min(2, hits.get("pump_failed", 0) + hits.get("pump_hit", 0))


def doors_open(state: State) -> int:
    """Return how many bays are open. Doors jammed open count once they have been opened."""
    used = is_run_over(state)
    return sum(bay.doors == "open" and (used or bay.jammed != "open") for bay in bays(state))


def doors_stay_open(state: State) -> bool:
    """Return whether doors that are open, or that open for the bombs, will drag on the way home."""
    return any(bay.jammed == "open" and (bay.bombs or bay.doors == "open") for bay in bays(state))


def is_run_over(state: State) -> bool:
    return state.mission.bomb_run.run_done or state.mission.flight.leg == "back"


def drags(state: State) -> bool:
    """Return whether something slows the plane to two turns per zone."""
    plane = state.plane
    return (
        plane.nose_gear in ("dropped", "destroyed_down")
        or "dropped" in plane.main_gear.values()
        or any(engine.prop == "drags" for engine in plane.engines.values())
        or (is_run_over(state) and doors_open(state) > 0)
    )


def is_slow(state: State) -> bool:
    """Return whether the plane takes two turns per zone, by drag or engines out (7.2)."""
    lost = engines_out(state)
    return lost >= 2 or (lost == 1 and has_bombs(state)) or drags(state)


def cannot_keep_up(state: State) -> list[str]:
    """Return why the plane cannot keep up with a formation (4.8, 7.2); empty if it can."""
    engines = state.plane.engines.values()
    reasons = []
    if is_slow(state):
        reasons.append("too slow")
    if any(engine.prop in UNFEATHERED for engine in engines):
        reasons.append("a propeller that is not feathered")
    if has_bombs(state) and any(engine.running and engine.weak for engine in engines):
        reasons.append("a weak engine with bombs aboard")
    return reasons


def assembly_zone(state: State) -> int:
    """Return the zone where a day formation assembles: 7, or the last before a nearer target."""
    return min(7, state.mission.flight.target_zone - 1)


def in_formation(state: State) -> bool:
    mission = state.mission
    return (
        not mission.orders.night
        and mission.formation.assembled
        and mission.flight.zone >= assembly_zone(state)
        and not kept_apart_by(state)
    )


def kept_apart_by(state: State) -> list[str]:
    """Return what keeps the plane out of its formation."""
    mission = state.mission
    reasons = sorted(mission.formation.apart)
    if mission.formation.apart_turns:
        reasons.append("a dive")
    if mission.flight.altitude != mission.orders.planned:
        reasons.append(f"at {mission.flight.altitude.upper()}")
    return reasons + cannot_keep_up(state)


def cannot_join(state: State) -> bool:
    """Return whether more than a passing dive keeps the plane from the formation."""
    mission = state.mission
    stays_below = mission.flight.stays_low and mission.flight.altitude != mission.orders.planned
    return bool(mission.formation.apart or stays_below or cannot_keep_up(state))


def out_of_formation(state: State) -> bool:
    """Return whether the bomber is alone by day where there should be a formation."""
    return not state.mission.orders.night and not in_formation(state)


def is_tight(state: State, section: str) -> bool:
    """Return whether a cabin could hold pressure because no hit has compromised it (7-14)."""
    return section in PRESSURISED and section not in state.plane.compromised


def holds_pressure(state: State, section: str) -> bool:
    """Return whether a section could be pressurised."""
    return is_tight(state, section) and section not in state.plane.pressure_lost


def is_pressurised(state: State, section: str) -> bool:
    mission = state.mission
    return (
        mission.flight.altitude != "lo"
        and not mission.depressurised
        and holds_pressure(state, section)
    )


def is_thin_air(state: State, section: str) -> bool:
    """Return whether men in a section need oxygen: above LO without pressure."""
    return state.mission.flight.altitude != "lo" and not is_pressurised(state, section)


def sections_with(section: str) -> tuple[str, ...]:
    """Return the sections that lose their pressure together."""
    return FORWARD if section in FORWARD else (section,)


def fighter_in_hand(state: State) -> Fighter | None:
    at = state.subject.fighter
    fighters = state.mission.combat.fighters
    return fighters[at] if 0 <= at < len(fighters) else None


def fighter_ids(state: State) -> dict[int, str]:
    """Return the names of the fighters around the bomber by list index: `zeke_12_high`.

    If two of one type are in one place, the second gets a number: `zeke_dive_2`.
    """
    names: dict[int, str] = {}
    fighters = state.mission.combat.fighters
    for at, one in enumerate(fighters):
        if one.gone:
            continue
        name = f"{one.type}_{one.place}"
        if any((other.type, other.place) == (one.type, one.place) for other in fighters[:at]):
            name += f"_{at + 1}"
        names[at] = name
    return names


def flyer(state: State) -> Man | None:
    """Return who flies: the pilot, else the copilot. He must be fit and have controls."""
    for post in ("pilot", "copilot"):
        man = fit_at(state, post)
        if man is not None:
            return man
    return None


def is_hopeless_to_land(state: State) -> bool:
    """Return whether both sets of controls are gone (note a of 7-9)."""
    return {"controls_pilot", "controls_copilot"} <= state.plane.out
