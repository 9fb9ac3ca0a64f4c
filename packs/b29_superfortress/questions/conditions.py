"""The conditions of the charts' modifiers, and the numbers that some of them count.

Every name here is the `when` of a modifier, or its `per`, in the files of the charts.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ..state import InPlay, State
from . import bomber as now

Condition: TypeAlias = Callable[[InPlay], bool]

CONDITIONS: dict[str, Condition] = {}
COUNTS: dict[str, Callable[[State], int]] = {}


def when(name: str) -> Callable[[Callable[[State], bool]], Callable[[State], bool]]:
    """Register a function of the state as the condition of this name."""

    def register(test: Callable[[State], bool]) -> Callable[[State], bool]:
        CONDITIONS[name] = lambda play: test(play.state)
        return test

    return register


def _simple(tests: Mapping[str, Callable[[State], bool]]) -> None:
    for name, test in tests.items():
        when(name)(test)


# ---------------------------------------------------------------- the mission

_simple(
    {
        "night_mission": lambda s: s.mission.orders.night,
        "over_tokyo": lambda s: s.mission.orders.city == "Tokyo",
        "over_yokohama": lambda s: s.mission.orders.city == "Yokohama",
        "over_nagoya": lambda s: s.mission.orders.city == "Nagoya",
        "over_shimonoseki": lambda s: s.mission.orders.city == "Shimonoseki",
        "over_iwo_jima": lambda s: s.mission.orders.city == "Iwo Jima",
        "urban_area": now.is_urban,
        "expected_none": lambda s: s.mission.orders.expected == "none",
        "expected_light": lambda s: s.mission.orders.expected == "light",
        "expected_heavy": lambda s: s.mission.orders.expected == "heavy",
        "lead_bomber": lambda s: s.mission.orders.position == "lead",
        "tail_bomber": lambda s: s.mission.orders.position == "tail",
        "leading_urban": lambda s: s.mission.orders.position == "lead" and now.is_urban(s),
        "last_urban": lambda s: s.mission.orders.position == "tail" and now.is_urban(s),
        "high_squadron": lambda s: s.mission.orders.squadron == "high",
        "low_squadron": lambda s: s.mission.orders.squadron == "low",
        "middle_of_formation": lambda s: (
            now.in_formation(s) and s.mission.orders.position == "middle"
        ),
        "missions_1_to_10": lambda s: s.mission.number <= 10,
        "missions_1_to_15": lambda s: s.mission.number <= 15,
        "missions_1_to_15_to_japan": lambda s: (
            s.mission.number <= 15 and s.mission.orders.city != "Iwo Jima"
        ),
        "iwo_jima_captured": lambda s: s.mission.number >= 11,
        "all_armed": lambda s: s.mission.orders.gunners_armed == "all",
        "all_gunners_aboard": lambda s: s.mission.orders.gunners_aboard == "all",
    }
)

# ---------------------------------------------------------------- place, light, weather

_simple(
    {
        "high_altitude": lambda s: s.mission.flight.altitude == "hi",
        "low_altitude": lambda s: s.mission.flight.altitude == "lo",
        "low_by_day": lambda s: s.mission.flight.altitude == "lo" and not s.mission.orders.night,
        "high_on_course": lambda s: (
            s.mission.flight.altitude == "hi" and not s.mission.flight.off_course_at_target
        ),
        "high_and_off_course": lambda s: (
            s.mission.flight.altitude == "hi" and s.mission.flight.off_course_at_target
        ),
        "low_with_engine_out": lambda s: (
            s.mission.flight.altitude == "lo" and now.engines_out(s) > 0
        ),
        "inbound": lambda s: s.mission.flight.leg == "back",
        "target_zone": now.is_at_target,
        "zone_night": now.is_zone_night,
        "weather_good": lambda s: s.mission.flight.weather == "good",
        "weather_poor": lambda s: s.mission.flight.weather == "poor",
        "weather_bad": lambda s: s.mission.flight.weather == "bad",
        "after_poor": lambda s: s.mission.flight.weather_before == "poor",
        "after_bad": lambda s: s.mission.flight.weather_before == "bad",
        "day_and_good": lambda s: s.mission.flight.weather == "good" and not now.is_zone_night(s),
        "in_formation": now.in_formation,
        "out_of_formation": now.out_of_formation,
        "formation_disrupted": lambda s: s.mission.formation.disrupted and now.in_formation(s),
        "tight_formation": lambda s: s.mission.formation.tight,
        "difficult_assembly": lambda s: (
            s.mission.formation.difficult and not s.mission.formation.tight
        ),
        "missed_before": lambda s: s.mission.orders.escort_missed_in == s.mission.flight.zone - 1,
        "wide_detour": lambda s: s.subject.wide_detour,
        "windows_frosted": lambda s: s.mission.flight.frosted > 0,
        "zone_1": lambda s: s.mission.flight.zone <= 1,
        "zone_2": lambda s: s.mission.flight.zone == 2,
        "zone_6_friendly": lambda s: s.mission.flight.zone == 6 and s.mission.number >= 11,
        "zones_9_to_14": lambda s: s.mission.flight.zone >= 9,
    }
)

# ---------------------------------------------------------------- course (4-4 to 4-8)


def _fix(name: str) -> None:
    when(name)(lambda s: name in s.mission.flight.fixes)


for _name in ("pilotage", "dead_reckoning", "celestial"):
    _fix(f"{_name}_right")
    _fix(f"{_name}_wrong")
_fix("radio_right")


def radar_works(state: State) -> bool:
    return not now.is_out(state, "radar") and now.own_man_fit(state, "radar_operator")


def aims_by_radar(state: State) -> bool:
    """Return whether an urban area is bombed by radar: set, operator and intercom work."""
    return now.is_urban(state) and radar_works(state) and not now.is_out(state, "intercom")


def _loran(state: State, first: int, last: int, far: bool) -> bool:
    mission = state.mission
    return (
        first <= mission.number <= last
        and (mission.flight.zone >= 8) is far
        and not now.is_out(state, "loran")
    )


_simple(
    {
        "radar_works": radar_works,
        "no_radar": lambda s: not now.in_formation(s) and not radar_works(s),
        "navigator_novice": lambda s: now.is_novice(s, "navigator"),
        "navigator_veteran": lambda s: now.is_veteran(s, "navigator"),
        "navigator_unfit": lambda s: not now.own_man_fit(s, "navigator"),
        "radar_operator_novice": lambda s: (
            s.subject.radar_needed and now.is_novice(s, "radar_operator")
        ),
        "radar_operator_veteran": lambda s: (
            s.subject.radar_needed and now.is_veteran(s, "radar_operator")
        ),
        "navigator_tools_out": lambda s: now.is_out(s, "navigator_tools"),
        "gyro_compass_out": lambda s: now.is_out(s, "gyro_compass"),
        "loran_out_later": lambda s: s.mission.number > 10 and now.is_out(s, "loran"),
        "night_with_loran": lambda s: (
            s.mission.number > 10 and not now.is_out(s, "loran") and now.is_zone_night(s)
        ),
        "near_missions_11_to_25": lambda s: _loran(s, 11, 25, far=False),
        "far_missions_11_to_25": lambda s: _loran(s, 11, 25, far=True),
        "far_missions_26_to_35": lambda s: _loran(s, 26, 35, far=True),
        "radio_compass": lambda s: s.subject.radio_compass,
    }
)


@when("over_water")
def over_water(state: State) -> bool:
    """Return whether only water is below. The zone's terrain is recorded on entering it."""
    return state.mission.flight.sea_below == "water"


# ---------------------------------------------------------------- crew

_simple(
    {
        "pilot_novice": lambda s: now.is_novice(s, "pilot"),
        "pilot_veteran": lambda s: now.is_veteran(s, "pilot"),
        "engineer_novice": lambda s: now.is_novice(s, "flight_engineer"),
        "engineer_veteran": lambda s: now.is_veteran(s, "flight_engineer"),
        "bombardier_unfit": lambda s: not now.own_man_fit(s, "bombardier"),
        "navigator_lost_before_target": lambda s: (
            s.mission.bomb_run.navigator_lost_before_target
            and (s.mission.orders.night or now.out_of_formation(s))
        ),
        "no_pilot": lambda s: now.flyer(s) is None,
        "second_light_wound": lambda s: s.crew[s.subject.man].light >= 2,
        "seriously_wounded": lambda s: s.crew[s.subject.man].serious,
        "no_warning": lambda s: (
            {"intercom", "alarm_bell"} <= s.plane.out
            and s.crew[s.subject.man].section not in ("nose", "nav_radio")
        ),
        "section_tight": lambda s: now.is_tight(s, s.crew[s.subject.man].section),
        "depressurised_by_choice": lambda s: s.mission.depressurised,
        "depressurised": lambda s: now.is_thin_air(s, s.subject.section),
        "man_in_bay": lambda s: s.subject.man_in_bay,
        "raft": lambda s: s.subject.man in s.mission.coming_down.rafts,
    }
)


@when("recount_engineer_unfit")
def recount_engineer_unfit(state: State) -> bool:
    """Return whether the engineer is unfit. The three reasons of note f of 4-9 count only once."""
    return not now.own_man_fit(state, "flight_engineer")


@when("recount_indicators_out")
def recount_indicators_out(state: State) -> bool:
    fit = now.own_man_fit(state, "flight_engineer")
    novice = now.is_novice(state, "flight_engineer")
    return now.is_out(state, "fuel_indicators") and fit and not novice


# ---------------------------------------------------------------- systems


def is_gear_up(state: State) -> bool:
    plane = state.plane
    stuck = "stuck_up" in plane.main_gear.values()
    return stuck or plane.nose_gear in ("stuck_up", "destroyed")


def brakes_are_out(state: State) -> bool:
    return len(state.plane.reservoirs) == 2


INNER_SECTIONS = {"waist", "utility", "nav_radio", "fwd_bomb_bay", "aft_bomb_bay"}


_simple(
    {
        "fuel_indicators_out": lambda s: now.is_out(s, "fuel_indicators"),
        "engine_cooling_out": lambda s: now.is_out(s, "engine_cooling"),
        "engine_weak": lambda s: s.plane.engines[s.subject.engine].weak,
        "engine_out": lambda s: now.engines_out(s) > 0,
        "two_engines_out": lambda s: now.engines_out(s) >= 2,
        "engines_impaired": lambda s: COUNTS["engines_impaired"](s) > 0,
        "windmilling_prop": lambda s: bool(now.props(s, "windmilling")),
        "runaway_prop": lambda s: bool(now.props(s, "runaway")),
        "both_pumps_work": lambda s: now.pumps_out(s) == 0,
        "both_pumps_out": lambda s: now.pumps_out(s) == 2,
        "both_pumps_transfer": lambda s: (
            now.pumps_out(s) == 0 and not now.is_out(s, "fuel_transfer")
        ),
        "one_pump_transfers": lambda s: (
            now.pumps_out(s) == 1 and not now.is_out(s, "fuel_transfer")
        ),
        "intercom_out": lambda s: now.is_out(s, "intercom"),
        "radio_out": lambda s: now.is_out(s, "radio"),
        "radar_or_intercom_out": lambda s: not radar_works(s) or now.is_out(s, "intercom"),
        "autopilot_out_pinpoint": lambda s: now.is_out(s, "autopilot") and not now.is_urban(s),
        "bombsight_out_without_radar_aim": lambda s: (
            now.is_out(s, "bombsight") and not aims_by_radar(s)
        ),
        "bomb_release_out_urban": lambda s: s.mission.bomb_run.release_failed and now.is_urban(s),
        "flaps_out": lambda s: len(s.plane.flaps_out) == 2 or now.is_out(s, "flaps_stay_up"),
        "any_aileron_out": lambda s: COUNTS["ailerons_out"](s) > 0,
        "ailerons_out": lambda s: COUNTS["ailerons_out"](s) == 2,
        # Without a tailplane the controls of 7-9 do not count, but the elevators of 7-8 do.
        "elevators_out": lambda s: (
            len(s.plane.elevators_out) == 2
            or (now.is_out(s, "elevators") and not tailplane_lost(s))
        ),
        "rudder_out": lambda s: now.is_out(s, "rudder"),
        "windshield_out": lambda s: now.is_out(s, "windshield"),
        "tailplane_lost": lambda s: tailplane_lost(s),
        "brakes_weak": lambda s: now.is_out(s, "brakes") and not brakes_are_out(s),
        "brakes_out": brakes_are_out,
        "burst_inside": lambda s: bool(s.plane.bursts & INNER_SECTIONS),
        "gear_up": is_gear_up,
        "nose_gear_damaged": lambda s: s.plane.nose_gear == "damaged",
        "nose_gear_wont_hold": lambda s: s.plane.nose_gear in ("wont_hold", "destroyed_down"),
        "wing_root_hits": lambda s: max(s.plane.wing_roots.values()) > 0,
        "bombs_aboard": now.has_bombs,
        "fuel_left": lambda s: COUNTS["fuel_boxes"](s) > 0,
        "one_bay_open": lambda s: now.doors_open(s) == 1,
        "both_bays_open": lambda s: now.doors_open(s) == 2,
    }
)


def tailplane_lost(state: State) -> bool:
    return any(hits >= 3 for hits in state.plane.tailplane_roots.values())


# ---------------------------------------------------------------- combat


def _fighter(name: str) -> Callable[[State], bool]:
    """Return a condition on the fighter in hand: its pilot, or its type."""

    def test(state: State) -> bool:
        fighter = now.fighter_in_hand(state)
        return fighter is not None and name in (fighter.pilot, fighter.type)

    return test


def _from(*areas: str) -> Callable[[State], bool]:
    def test(state: State) -> bool:
        fighter = now.fighter_in_hand(state)
        return fighter is not None and fighter.area in areas

    return test


def _escort(name: str) -> Callable[[State], bool]:
    return lambda s: s.mission.orders.escort == name and now.in_formation(s)


def _rams(state: State) -> bool:
    fighter = now.fighter_in_hand(state)
    return fighter is not None and fighter.rams


_simple(
    {
        "green": _fighter("green"),
        "ace": _fighter("ace"),
        "george": _fighter("george"),
        "nick_or_irving": lambda s: _fighter("nick")(s) or _fighter("irving")(s),
        "ramming": _rams,
        "damaged": lambda s: COUNTS["times_damaged"](s) > 0,
        "against_dive": _from("dive"),
        "against_climb": _from("climb"),
        "from_side": _from("3", "9"),
        "from_rear": _from("6"),
        "from_right": _from("1:30", "3"),
        "from_left": _from("9", "10:30"),
        "passing_shot": lambda s: s.subject.passing_shot,
        "tail_cannon": lambda s: s.subject.gun == "tail_cannon",
        "forward_upper_turret": lambda s: s.subject.gun == "forward_upper",
        "feed_trays_hit": lambda s: (
            s.subject.gun == "tail_turret" and COUNTS["feed_tray_hits"](s) > 0
        ),
        "evasive_action": lambda s: s.mission.combat.evasive,
        "evading_an_able_pilot": lambda s: s.mission.combat.evasive and not _fighter("green")(s),
        "escort_f6f": _escort("f6f"),
        "escort_p38": _escort("p38"),
        "escort_p51": _escort("p51"),
        "resistance_light": lambda s: s.mission.combat.resistance == "light",
        "resistance_moderate": lambda s: s.mission.combat.resistance == "moderate",
        "resistance_heavy": lambda s: s.mission.combat.resistance == "heavy",
        "gazetteer": lambda s: COUNTS["zone_modifier"](s) != 0,
        "searchlight": lambda s: s.mission.combat.searchlight,
        "additional_flak": lambda s: s.mission.bomb_run.turns_over_target > 1,
        "target_obscured": lambda s: s.mission.bomb_run.visibility == "target_obscured",
        "target_mostly_obscured": lambda s: (
            s.mission.bomb_run.visibility == "target_mostly_obscured"
        ),
        "target_clear": lambda s: s.mission.bomb_run.visibility == "target_clear",
        "obscured_without_radar_aim": lambda s: (
            s.mission.bomb_run.visibility == "target_obscured" and not aims_by_radar(s)
        ),
        "evaded_on_the_run": lambda s: s.mission.bomb_run.evaded_on_the_run,
        "off_target": lambda s: s.mission.bomb_run.off_target,
    }
)


def _is_lightly_defended(play: InPlay) -> bool:
    """Return whether the gazetteer lists the city as lightly defended."""
    city = play.data.cities.get(play.state.mission.orders.city)
    return city is not None and city.lightly_defended


CONDITIONS["lightly_defended"] = _is_lightly_defended

# ---------------------------------------------------------------- coming down

_simple(
    {
        "landing_at_night": now.is_landing_night,
        "landing_in_japan": lambda s: (
            bool(s.mission.coming_down.ends_in)
            and not now.is_friendly(s, s.mission.coming_down.ends_in)
        ),
        "sea_state": lambda s: bool(s.mission.coming_down.sea),
    }
)

# ---------------------------------------------------------------- numbers


def _ailerons(state: State) -> int:
    return 2 if now.is_out(state, "ailerons") else len(state.plane.ailerons_out)


def _damaged(state: State) -> int:
    fighter = now.fighter_in_hand(state)
    return 0 if fighter is None else fighter.damaged


COUNTS |= {
    "zone_modifier": lambda s: s.mission.flight.zone_modifier,
    "engines_out": now.engines_out,
    "engines_impaired": now.engines_impaired,
    "windmilling_props": lambda s: len(now.props(s, "windmilling")),
    "runaway_props": lambda s: len(now.props(s, "runaway")),
    "fuel_boxes": lambda s: s.mission.flight.fuel + sum(bay.tank_fuel for bay in now.bays(s)),
    "ailerons_out": _ailerons,
    "wing_root_hits": lambda s: max(s.plane.wing_roots.values()),
    "times_damaged": _damaged,
    "feed_tray_hits": lambda s: s.plane.hits.get("feed_trays", 0),
    "sea_state_ditching": lambda s: s.mission.coming_down.sea_ditching,
    "sea_state_survival": lambda s: s.mission.coming_down.sea_survival,
}
